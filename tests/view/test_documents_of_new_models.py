"""What the document of a model that no catalogue has says of its solution."""

from __future__ import annotations

import symppm as ppm


def solution_text(model: ppm.Model) -> str:
    text = model.solve().derivation.to_markdown()
    return " ".join(text.split())


def test_constants_are_printed_as_what_they_are() -> None:
    with ppm.Model("genes") as model:
        s, t, r = ppm.hyperparameters("s t r")
        theta = ppm.HalfNormal("theta", scale=s, dims="row factor")
        beta = ppm.HalfNormal("beta", scale=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=r, dims="row col", observed=True)
    text = solution_text(model)
    assert r"\pi" in text
    assert "in place of" in text
    assert not [each for each in ("stands for", "be given.", r"\pi > ", r"$\pi = ") if each in text]


def test_all_that_targets_must_meet_is_one_sentence() -> None:
    with ppm.Model("waits") as model:
        a, b = ppm.hyperparameters("a b")
        xi = ppm.Gamma("xi", shape=a, rate=b, dims="row")
        eta = ppm.InverseGamma("eta", shape=5, scale=2, dims="col")
        ppm.Exponential("Y", rate=xi * eta, dims="row col", observed=True)
    assert solution_text(model).count("The targets are more than the unknowns") == 1
