"""symppm elicit and symppm demo: beliefs, and data that ship."""

from __future__ import annotations

import pytest

BELIEFS = ("--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)

ELICITED = """\
Model: pmf_gamma, Poisson factorization, Gamma priors (shape and rate)

Statistic  believed   achieved
mean             25         25  average entry
variance        550        550  of an entry; the mean if rates were equal
rho_row       0.045  0.0451956  correlation of two entries in one row
rho_col       0.454   0.455974  correlation of two entries in one column

K = 25 factors (25.3385 before rounding)

Whatever the scale, at K = 25:
a      1.00573  shape of theta: standard deviation / mean = 1/sqrt(a)
c    0.0996868  shape of beta: standard deviation / mean = 1/sqrt(c)
b*d   0.100258  rate of theta times rate of beta: all that data show

Scale: mean of theta is 1. Under it:
b    1.00573  rate of theta: mean = shape / rate
d  0.0996868  rate of beta: mean = shape / rate

note: No data can separate the scales of b and d; they are fixed by convention.
note: With K = 25 in place of 25.34, mean, variance and the ratio of the
  correlations hold exactly; left over: rho_row +0.43%, rho_col +0.43%.
"""


def test_beliefs_give_the_configuration_of_the_paper(symppm, strict_json):
    done = symppm("elicit", *BELIEFS, "--verbose")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == ELICITED
    answer = strict_json(symppm("elicit", *BELIEFS, "--json").stdout)
    assert answer["k"] == 25
    assert answer["k_exact"] == pytest.approx(25.3, abs=0.05)
    assert answer["parameters"]["a"] == pytest.approx(1, abs=0.01)
    assert answer["parameters"]["c"] == pytest.approx(0.1, abs=0.001)
    assert answer["targets"] == {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
    assert answer["notes"] == []


def test_another_model_agrees(symppm, strict_json):
    gamma, prior = (
        strict_json(symppm("elicit", *BELIEFS, "--model", model, "--json").stdout)
        for model in ("pmf_gamma", "pmf_prior")
    )
    assert prior["k_exact"] == pytest.approx(gamma["k_exact"])
    assert prior["achieved"] == pytest.approx(gamma["achieved"])


def test_a_target_may_be_given_by_its_name(symppm, strict_json):
    named = ("--target", "rho_col=0.454", "--target", "mean=25", "--variance", 550)
    done = symppm("elicit", *named, "--rho-row", 0.045, "--verbose")
    assert (done.exit_code, done.stderr, done.stdout) == (0, "", ELICITED)


def test_a_target_may_be_negative_or_zero(symppm, strict_json):
    rest = ("--variance", 550, "--rho-row", 0.045, "--mean", 25, "--json")
    for value in (-0.1, 0):
        done = symppm("elicit", "--target", f"rho_col={value}", *rest)
        assert done.exit_code == 3
        assert strict_json(done.stdout)["targets"]["rho_col"] == value


@pytest.mark.parametrize(
    ("mean", "variance", "rho_row", "rho_col", "condition"),
    [
        (5, 3, 0.1, 0.1, "variance > mean fails"),
        (5, 50, 0.6, 0.5, "rho_row + rho_col < 1 fails"),
        (5, 50, 0, 0.5, "rho_row > 0 fails"),
        (5, 50, 0.5, -0.1, "rho_col > 0 fails"),
        (5, 6, 0.3, 0.3, "variance*(1 - rho_row - rho_col) > mean fails"),
        (0, 6, 0.3, 0.3, "mean > 0 fails"),
    ],
)
def test_infeasible_beliefs_get_a_full_answer(
    mean, variance, rho_row, rho_col, condition, symppm, strict_json
):
    options = ("--mean", mean, "--variance", variance, "--rho-row", rho_row, "--rho-col", rho_col)
    done = symppm("elicit", *options)
    assert (done.exit_code, done.stderr) == (3, "")
    whole = symppm("elicit", *options, "--verbose").stdout
    assert "Infeasible: no hyperparameters" in whole
    for page in (done.stdout, whole):
        assert condition in " ".join(page.split())
    done = symppm("elicit", *options, "--json")
    assert (done.exit_code, done.stderr) == (3, "")
    answer = strict_json(done.stdout)
    assert (answer["feasible"], answer["k"], answer["parameters"]) == (False, None, {})
    assert condition in str(answer["diagnostics"])


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
