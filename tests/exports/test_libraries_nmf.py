"""The exported code run in scikit-learn, whose objective is a log posterior where that is said."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from cases import needed
from library_runs import moments, of_model, pasted, pmf, small_counts
from scipy import stats
from scipy.sparse import spmatrix

from symppm.exports.registry import exported
from symppm.exports.types import ExportTask
from symppm.matching.exporting import chosen_of

needed("sklearn")


def ones(b: float = 0.7, d: float = 2.3) -> ExportTask:
    """Return a match with exponential priors: shapes of one."""
    return replace(chosen_of(pmf()), parameters={"K": 6.0, "a": 1.0, "b": b, "c": 1.0, "d": d})


def half_normal(scale_theta: float, scale_beta: float, model: str, **more: float) -> ExportTask:
    values = {"K": 6.0, "location_theta": 0.0, "scale_theta": scale_theta}
    values |= {"location_beta": 0.0, "scale_beta": scale_beta, **more}
    return replace(of_model(model), parameters=values)


def objective(model: object, counts: np.ndarray, w: np.ndarray, h: np.ndarray) -> float:
    """Return what NMF minimises, by its own divergence and its own weights."""
    from sklearn.decomposition import _nmf

    weights = model._compute_regularization(counts)  # type: ignore[attr-defined]
    l1_w, l1_h, l2_w, l2_h = weights
    loss = _nmf._beta_divergence(counts, w, h, model._beta_loss)  # type: ignore[attr-defined]
    sums = l1_w * w.sum() + l1_h * h.sum()
    return float(loss + sums + 0.5 * l2_w * (w**2).sum() + 0.5 * l2_h * (h**2).sum())


PRIORS = {
    "exponential": (
        ones(),
        lambda w: stats.gamma(1.0, scale=1 / 0.7).logpdf(w),
        lambda h: stats.gamma(1.0, scale=1 / 2.3).logpdf(h),
        lambda x, mean: stats.poisson(mean).logpmf(x),
        1.0,
    ),
    "half-normal": (
        half_normal(0.8, 1.9, "pmf_halfnormal"),
        lambda w: stats.halfnorm(scale=0.8).logpdf(w),
        lambda h: stats.halfnorm(scale=1.9).logpdf(h),
        lambda x, mean: stats.poisson(mean).logpmf(x),
        1.0,
    ),
    "half-normal, Normal noise": (
        half_normal(0.8, 1.9, "gmf_halfnormal_normal", sigma_Y=1.4),
        lambda w: stats.halfnorm(scale=0.8).logpdf(w),
        lambda h: stats.halfnorm(scale=1.9).logpdf(h),
        lambda x, mean: stats.norm(mean, 1.4).logpdf(x),
        1.4**2,
    ),
}


@pytest.mark.parametrize("kind", PRIORS)
def test_nmf_minimises_minus_the_log_posterior_up_to_a_constant(kind: str) -> None:
    chosen, prior_w, prior_h, likelihood, times = PRIORS[kind]
    export = exported(chosen, "sklearn")
    counts = small_counts().astype(float)
    model, _, _ = pasted(export)(counts)
    assert model.n_components == 6
    generator = np.random.default_rng(8)
    differences = []
    for spread in (0.2, 1.0, 4.0, 9.0):
        w = spread * generator.gamma(2.0, 1.0, (20, 6)) + 0.01
        h = generator.gamma(2.0, 1.0, (6, 15)) / spread + 0.01
        log_posterior = likelihood(counts, w @ h).sum() + prior_w(w).sum() + prior_h(h).sum()
        differences.append(objective(model, counts, w, h) + times * log_posterior)
    assert np.ptp(differences) < 1e-7 * np.abs(differences[0])
    assert any("posterior modes, exactly" in note for note in export.notes)


def test_other_shapes_are_replaced_and_the_effect_is_that_of_the_kernels() -> None:
    found = pmf()
    export = found.export("scikit-learn")
    p = found.parameters
    q = {"K": 6, "a": 1.0, "b": p["b"] / p["a"], "c": 1.0, "d": p["d"] / p["c"]}
    after = moments("pmf_gamma", q)
    for name, rate in (("alpha_W", q["b"]), ("alpha_H", q["d"])):
        assert float(export.arguments[name].split(" / ")[0]) == pytest.approx(rate, rel=1e-9)
    text = " ".join(export.notes)
    for name in ("variance", "rho_row", "rho_col"):
        assert f"{name} {found.achieved[name]:.5g} becomes {after[name]:.5g}" in text
    assert after["mean"] == pytest.approx(found.achieved["mean"])


def test_left_out_entries_are_filled_in_and_scored_beside_independence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    counts = small_counts()
    names = pasted(pmf().export("sklearn")).__globals__
    given, truth = [], (np.full((20, 1), 2.02), np.full((15, 1), 1.5))

    def fit(filled: spmatrix) -> tuple[None, np.ndarray, np.ndarray]:
        given.append(filled.toarray())
        return None, *truth

    names["fit"] = fit
    names["held_out"](counts, seed=3)
    said = [float(x) for x in re.findall(r": ([-+.0-9e]+)", capsys.readouterr().out)]
    out = np.abs(given[1] - 3.03) < 1e-12  # what the first fit predicts of them
    assert out.sum() == 30
    rows, cols = np.ones((20, 1)), np.ones((1, 15))
    for _ in range(200):
        rows = (counts * ~out).sum(1, keepdims=True) / (~out * cols).sum(1, keepdims=True)
        cols = (counts * ~out).sum(0, keepdims=True) / (~out * rows).sum(0, keepdims=True)
    for each in given:
        assert np.array_equal(each[~out], counts[~out])
    assert given[0][out] == pytest.approx((rows * cols)[out], rel=1e-6)
    fitted, independent = (stats.poisson(r).logpmf(counts)[out] for r in (3.03, rows * cols))
    gain = fitted - independent
    assert said == pytest.approx([fitted.mean(), independent.mean(), gain.mean()], rel=1e-2)
