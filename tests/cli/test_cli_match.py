"""symppm match, elicit and demo: files, beliefs or data that ship in, statistics and priors out."""

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


# Beliefs, and data that ship


def test_a_target_may_be_negative_or_zero(symppm, strict_json):
    rest = ("--variance", 550, "--rho-row", 0.045, "--mean", 25, "--json")
    for value in (-0.1, 0):
        done = symppm("elicit", "--target", f"rho_col={value}", *rest)
        assert done.exit_code == 3
        assert strict_json(done.stdout)["targets"]["rho_col"] == value


def test_infeasible_beliefs_get_a_full_answer(symppm, strict_json):
    options = ("--mean", 5, "--variance", 6, "--rho-row", 0.3, "--rho-col", 0.3)
    done = symppm("elicit", *options)
    assert (done.exit_code, done.stderr) == (3, "")
    whole = symppm("elicit", *options, "--verbose").stdout
    assert "Infeasible: no hyperparameters" in whole
    for page in (done.stdout, whole):
        assert "variance*(1 - rho_row - rho_col) > mean fails" in " ".join(page.split())
    answer = strict_json(symppm("elicit", *options, "--json").stdout)
    assert (answer["feasible"], answer["k"], answer["parameters"]) == (False, None, {})


def test_an_infeasible_answer_goes_to_the_output_file_too(here, symppm, strict_json):
    options = ("--estimator", "moments", "--json", "-o", "answer.json")
    done = symppm("demo", "single_cell", *options)
    assert (done.exit_code, done.stdout) == (3, "")
    assert strict_json((here / "answer.json").read_text())["feasible"] is False


@pytest.mark.thorough
def test_the_demo_says_what_the_data_are(symppm, strict_json):
    page = " ".join(symppm("demo", "mutational_signatures", "--verbose").stdout.split())
    assert "Somatic mutations, 96 types x 21 breast tumours" in page
    assert "AlexandrovLab/SigProfilerExtractor, commit 967b327" in page
    assert "BSD-2-Clause" in page
    answer = strict_json(symppm("demo", "mutational_signatures", "--json").stdout)
    assert answer["source"]["dataset"] == "mutational_signatures"
    assert (answer["k"], answer["feasible"]) == (3, True)
    assert answer["statistics"]["mean"] == pytest.approx(183_916 / (96 * 21))


def test_a_large_number_of_factors_is_written_out(symppm):
    believed = ("--mean", 2, "--variance", 30, "--rho-row", 0.001, "--rho-col", 0.001)
    said = "K = 124,178 factors (124,177.8 before rounding)."
    assert said in symppm("elicit", *believed).stdout
