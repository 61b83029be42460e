"""symppm elicit and symppm demo: beliefs, and data that ship."""

from __future__ import annotations

import pytest


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
