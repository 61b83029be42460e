"""symppm derive: the ledger in every format."""

from __future__ import annotations

import json

import pytest


def test_the_text_numbers_its_steps_and_names_their_laws(symppm):
    done = symppm("derive", "pmf_gamma")
    assert (done.exit_code, done.stderr) == (0, "")
    for expected in (
        "  1. Var[Y_ij] = E[Var[Y_ij | θ_i·, β_j·]] + Var[E[Y_ij | θ_i·, β_j·]]"
        "   law of total variance",
        "law of total expectation",
        "law of total covariance",
        "Corr[Y_ij, Y_il] = c/(a + c + b d + 1)",
        "K = E² (V (1 - ρ_row - ρ_col) - E)/(V² ρ_row ρ_col)",
    ):
        assert expected in done.stdout


@pytest.mark.parametrize("model", ["pmf_gamma", "pmf_prior"])
def test_json_is_the_checked_in_ledger(model, symppm, checkout):
    done = symppm("derive", model, "--format", "json")
    assert done.exit_code == 0
    assert done.stdout == (checkout / "derivations" / f"{model}.json").read_text("utf-8")


def test_markdown_has_a_heading_for_every_moment(symppm):
    text = symppm("derive", "pmf_prior", "--format", "markdown").stdout
    assert text.startswith("# pmf_prior: ")
    headings = [line.lstrip("# ") for line in text.splitlines() if line.startswith("###")]
    assert headings[:2] == ["Mean", "Variance"]
    assert len([each for each in headings if each.startswith(("Covariance", "Correlation"))]) == 4


def test_latex_goes_to_a_file(here, symppm):
    done = symppm("derive", "pmf_gamma", "--format", "latex", "-o", "appendix.tex")
    assert (done.exit_code, done.stdout) == (0, "")
    text = (here / "appendix.tex").read_text("utf-8")
    assert text.count(r"\begin{document}") == text.count(r"\end{document}") == 1
    assert text.index(r"\begin{document}") < text.index("Law of total variance")


def test_the_json_has_all_six_moments(symppm):
    document = json.loads(symppm("derive", "pmf_gamma", "--format", "json").stdout)
    assert [each["name"] for each in document["derivations"]] == [
        "mean", "variance", "covariance row", "covariance col", "correlation row",
        "correlation col",
    ]  # fmt: skip
    assert all(each["steps"] for each in document["derivations"])


TWO_LATENT_AXES = """import symppm as ppm

with ppm.Model("tucker") as tucker:
    a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    core = ppm.Gamma("core", shape=e, rate=f, dims="factor group")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col group")
    inner = ppm.sum(ppm.sum(theta * core * beta, over="factor"), over="group")
    ppm.Poisson("Y", rate=inner, dims="row col", observed=True)
"""


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "json"])
def test_a_model_that_cannot_be_generated_is_derived_all_the_same(form, here, symppm):
    (here / "tucker.py").write_text(TWO_LATENT_AXES)
    done = symppm("derive", "tucker.py", "--format", form)
    assert done.exit_code == 0
    assert done.stderr.startswith("note: derived, but not solved: a model ")
    assert "latent axes" in done.stderr
    assert "covariance row" in done.stdout or "Covariance" in done.stdout
    assert "Solving for" not in done.stdout


def test_a_model_that_cannot_be_generated_is_refused_by_generate(here, symppm):
    (here / "tucker.py").write_text(TWO_LATENT_AXES)
    done = symppm("generate", "tucker.py", "-o", "out")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "2 latent axes" in done.stderr
    assert not (here / "out").exists()
