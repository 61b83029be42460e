"""symppm match: files in, statistics and priors out."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
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


@pytest.mark.thorough
def test_the_page_says_what_was_read_and_found(counts, symppm):
    done = symppm("match", counts, "--verbose")
    page = " ".join(done.stdout.split())
    assert done.exit_code == 0
    assert "Data: counts.csv 60 rows x 40 columns, 2,400 entries, from 0 to" in page
    assert "if that is wrong, use --layout triples" in page
    assert f"K = {wanted().k} factors (by cross-validation" in page
    assert f"{wanted().k} factors predict held-out entries" in page
    by = {each.estimator: each for each in wanted().estimates}
    low, high = by["moments"].low, by["moments"].high
    assert f"moments {by['moments'].k:.6g} {low:.3g} to {high:.3g} from mean" in page
    for name, target in wanted().targets.items():
        assert f"{name} {target:.6g} {wanted().achieved[name]:.6g} " in page
    rates = "b_prime*d_prime"
    ends = "{:.3g} to {:.3g}".format(*wanted().interval()[rates])
    assert f"{rates} {wanted().identified[rates]:.6g} {ends} in the rate of xi times" in page
    before, after = page.split("Scale: mean of xi is 1. Under it: 95 % interval b_prime 1 ")
    assert f" a {wanted().parameters['a']:.6g} " in before
    assert f" a {wanted().parameters['a']:.6g} " not in after
    assert all(each.message in page for each in wanted().diagnostics)


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


def write_triples(path: Path, extra: str = "") -> None:
    rows, columns = COUNTS.nonzero()
    lines = [f"i{j},{COUNTS[i, j]},u{i}" for i, j in zip(rows, columns, strict=True)]
    path.write_text("item,plays,who\n" + "\n".join(lines) + "\n" + extra)


@pytest.mark.thorough
def test_triples_by_name_and_by_position(here, symppm, strict_json):
    write_triples(here / "plays.csv")
    for columns in ("who,item,plays", "3,1,2", " who , item , plays "):
        done = symppm("match", "plays.csv", "--columns", columns, "--json")
        answer = strict_json(done.stdout)
        assert answer["statistics"]["shape"] == [60, 40]
        assert answer["k_exact"] == pytest.approx(wanted().k_exact)


@pytest.mark.thorough
def test_absent_pairs_are_zeros_unless_said_to_be_missing(here, symppm, strict_json):
    write_triples(here / "plays.csv")
    arguments = ("match", "plays.csv", "--columns", "who,item,plays", "--json")
    zeros = strict_json(symppm(*arguments).stdout)
    missing = strict_json(symppm(*arguments, "--zeros", "missing").stdout)
    stored = int((COUNTS > 0).sum())
    assert zeros["statistics"]["observed"] == 2400
    assert missing["statistics"]["observed"] == stored
    assert f"the {2400 - stored:,} entries that the file leaves out count as zeros" in str(
        zeros["notes"]
    )
    assert "count as zeros" not in str(missing["notes"])
    page = symppm(*arguments[:-1], "--zeros", "missing").stdout
    assert f"{stored:,} entries observed of 2,400" in page


@pytest.mark.thorough
def test_duplicates_are_an_error_or_are_added_up(here, symppm, strict_json):
    rows, columns = COUNTS.nonzero()
    write_triples(here / "plays.csv", f"i{columns[0]},3,u{rows[0]}\n")
    arguments = ("match", "plays.csv", "--columns", "who,item,plays", "--json")
    refused = symppm(*arguments)
    assert refused.exit_code == 2
    assert f"'u{rows[0]}', 'i{columns[0]}'" in refused.stderr
    summed = COUNTS.copy()
    summed[rows[0], columns[0]] += 3
    answer = strict_json(symppm(*arguments, "--duplicates", "sum").stdout)
    assert answer["k_exact"] == pytest.approx(ppm.match(summed).k_exact)


@pytest.mark.thorough
def test_layout_labels_and_header_can_be_said(here, symppm, strict_json):
    lines = [",".join(map(str, row)) for row in COUNTS.tolist()]
    (here / "ids.csv").write_text("\n".join(f"{n},{line}" for n, line in enumerate(lines)) + "\n")
    options = ("--layout", "matrix", "--label-columns", "1", "--no-header", "--json")
    answer = strict_json(symppm("match", "ids.csv", *options).stdout)
    assert answer["statistics"]["shape"] == [60, 40]
    with_header = strict_json(
        symppm("match", "ids.csv", *options[:-2], "--header", "--json").stdout
    )
    assert with_header["statistics"]["shape"] == [59, 40]


@pytest.mark.thorough
def test_fractions_are_a_diagnostic_not_an_error(here, symppm, strict_json):
    np.save(here / "scaled.npy", COUNTS * 1.5)
    done = symppm("match", "scaled.npy", "--json")
    assert done.exit_code == 0
    diagnostics = {each["code"]: each for each in strict_json(done.stdout)["diagnostics"]}
    assert diagnostics["non_integer"]["severity"] == "warning"
    assert "warning: some entries are not whole numbers" in symppm("match", "scaled.npy").stdout
    whole = symppm("match", "scaled.npy", "--verbose").stdout
    assert "warning: Some entries are not whole numbers" in whole


@pytest.mark.thorough
def test_an_output_file_holds_what_would_be_printed(counts, here, symppm):
    for options in ((), ("--json",)):
        printed = symppm("match", counts, *options).stdout
        (here / "answer").write_text("something else that is replaced, " * 1000)
        done = symppm("match", counts, *options, "-o", "answer")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
        assert (here / "answer").read_text("utf-8") == printed
