"""symppm match: files in, statistics and priors out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import symppm as ppm

PAPER = {"K": 5, "a": 1.0, "b": 1.0, "c": 0.5, "d": 0.5}
COUNTS = ppm.sample("pmf_gamma", PAPER, shape=(60, 40), random_seed=5)


@pytest.fixture
def counts(here):
    """A text file of counts."""
    np.savetxt(here / "counts.csv", COUNTS, fmt="%d", delimiter=",")
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


def test_a_scale_is_passed_on_and_said(counts, symppm, strict_json):
    options = ("match", counts, "--model", "pmf_gamma", "--scale", "mean(theta)=2")
    answer = strict_json(symppm(*options, "--json").stdout)
    expected = ppm.match(COUNTS, "pmf_gamma", scale="mean(theta)=2")
    assert answer["scale"] == expected.scale == "mean of theta is 2"
    assert answer["parameters"] == pytest.approx(dict(expected.parameters))
    assert "Scale: mean of theta is 2" in symppm(*options, "--verbose").stdout


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
