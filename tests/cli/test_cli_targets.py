"""symppm elicit and symppm demo: beliefs, and data that ship."""

from __future__ import annotations

import pytest

BELIEFS = ("--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)


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
