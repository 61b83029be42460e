"""symppm match: files in, statistics and priors out."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from cases import core

import symppm as ppm

PAPER = {"K": 5, "a": 1.0, "b": 1.0, "c": 0.5, "d": 0.5}
COUNTS = ppm.sample("pmf_gamma", PAPER, shape=(60, 40), random_seed=5)


@functools.cache
def wanted(model: str | None = None) -> ppm.Match:
    return ppm.match(COUNTS, model)


def write_text(path: Path, delimiter: str) -> None:
    lines = [delimiter.join(map(str, row)) for row in COUNTS.tolist()]
    path.write_text("\n".join(lines) + "\n")


@pytest.fixture
def counts(here):
    """A text file of counts."""
    write_text(here / "counts.csv", ",")
    return Path("counts.csv")


def test_json_has_every_key_and_is_all_there_is(counts, symppm, strict_json):
    done = symppm("match", counts, "--json")
    assert done.stderr == ""
    answer = strict_json(done.stdout)
    assert set(answer) == {
        "schema", "kind", "model", "statistics", "feasible", "k", "k_exact", "parameters",
        "identified", "scale", "targets", "achieved", "diagnostics", "intervals", "method",
        "estimator", "estimates", "cross_moments", "uncertainty", "notes", "source", "shapes",
    }  # fmt: skip
    assert answer["model"] == "hpf_gamma"
    assert answer["statistics"]["shape"] == [60, 40]
    assert answer["source"] == {"file": "counts.csv"}
    assert answer["notes"][0].startswith("read as a matrix (60 x 40)")
    assert {each["severity"] for each in answer["diagnostics"]} <= {"note", "warning", "failure"}


SCALES = {
    "theta": ("mean of theta is 1", None),
    "mean(theta)=2": ("mean of theta is 2", None),
    "equal-means": ("means of theta and beta are equal", None),
    "b=0.25": ("b is 0.25", 0.25),
}


@pytest.mark.parametrize("scale", core(SCALES, ["equal-means"]))
def test_a_scale_moves_the_rates_and_nothing_else(scale, counts, symppm, strict_json):
    said, ratio = SCALES[scale]
    options = ("--model", "pmf_gamma", "--scale", scale)
    answer = strict_json(symppm("match", counts, "--json", *options).stdout)
    assert answer["scale"] == said
    assert answer["identified"] == pytest.approx(dict(wanted("pmf_gamma").identified))
    assert answer["achieved"] == pytest.approx(dict(wanted("pmf_gamma").achieved))
    found = answer["parameters"]
    assert found["b"] * found["d"] == pytest.approx(wanted("pmf_gamma").identified["b*d"])
    means = {"theta": found["a"] / found["b"], "beta": found["c"] / found["d"]}
    if scale == "equal-means":
        assert means["theta"] == pytest.approx(means["beta"])
    elif ratio:
        assert found["b"] == pytest.approx(ratio)
    else:
        assert means["theta"] == pytest.approx(2 if "2" in scale else 1)
    assert f"Scale: {said}" in symppm("match", counts, "--verbose", *options).stdout


@pytest.mark.thorough
def test_what_is_given_is_said_to_be_given(counts, symppm, strict_json):
    assert "K = 9 factors (given)" in symppm("match", counts, "--fix", "K=9", "--verbose").stdout
    given = ("--fix", "K=9", "--fix", "b_prime=2")
    answer = strict_json(symppm("match", counts, *given, "--json").stdout)
    assert (answer["k"], answer["k_exact"], answer["parameters"]["b_prime"]) == (9, 9.0, 2.0)
    page = symppm("match", counts, "--fix", "a=1", "--verbose").stdout
    assert "\nGiven:\na  1  shape of theta" in page
    assert "\nWhatever the scale" in page.partition("\nc ")[0]


@pytest.mark.thorough
def test_an_output_file_holds_what_would_be_printed(counts, here, symppm):
    for options in ((), ("--json",)):
        printed = symppm("match", counts, *options).stdout
        (here / "answer").write_text("something else that is replaced, " * 1000)
        done = symppm("match", counts, *options, "-o", "answer")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
        assert (here / "answer").read_text("utf-8") == printed
