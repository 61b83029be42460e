"""The exported code run in poismf: its fit is stationary under the penalty of the match."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from library_runs import of_model, pasted, pmf, small_counts
from needed import needed

from symppm.exports.registry import exported
from symppm.matching.exporting import chosen_of

needed("poismf")

LONG = 'method="tncg", niter=300, maxupd=2000, early_stop=False, reuse_prev=True, use_float=False,'


def test_poismf_takes_the_code_as_pasted() -> None:
    export = pmf().export("poismf")
    model, theta, beta = pasted(export)(small_counts())
    for name, value in export.arguments.items():
        assert getattr(model, name) == pytest.approx(value), name
    assert theta.shape == (20, 6)
    assert beta.shape == (15, 6)
    assert theta @ beta.T == pytest.approx(np.asarray(model.A @ model.B.T, float), rel=1e-3)


@pytest.mark.thorough
def test_the_fit_is_stationary_under_the_rates_of_the_match() -> None:
    b, d = 0.7, 2.3
    values = {"K": 6.0, "a": 1.0, "b": b, "c": 1.0, "d": d}
    export = exported(replace(chosen_of(pmf()), parameters=values), "poismf")
    assert any("posterior modes, exactly" in note for note in export.notes)
    counts = small_counts()
    _, theta, beta = pasted(export.code.replace('method="tncg",', LONG))(counts)
    # Along the scale of a row's factors the slope of the log likelihood is b times their sum. Its
    # optimiser leaves single rows far from their optimum: the median is not moved by them.
    slopes = (counts.sum(1) - theta @ beta.sum(0)) / theta.sum(1)
    assert np.median(slopes) == pytest.approx(b, rel=5e-3)
    slopes = (counts.sum(0) - beta @ theta.sum(0)) / beta.sum(1)
    assert np.median(slopes) == pytest.approx(d, rel=5e-3)


@pytest.mark.thorough
def test_half_normal_priors_are_squares() -> None:
    scales = (0.8, 1.9)
    values = {"K": 6.0, "location_theta": 0.0, "scale_theta": scales[0]}
    values |= {"location_beta": 0.0, "scale_beta": scales[1]}
    chosen = replace(of_model("pmf_halfnormal"), parameters=values)
    counts = small_counts()
    code = exported(chosen, "poismf").code
    _, theta, beta = pasted(code.replace('"cg",', '"cg", niter=400, use_float=False,'))(counts)
    for factors, slopes, scale in (
        (theta, counts.sum(1) - theta @ beta.sum(0), scales[0]),
        (beta, counts.sum(0) - beta @ theta.sum(0), scales[1]),
    ):
        # Along a row's factors x the slope is that of x^2 / (2 scale^2); this method stops early.
        slope = np.median(slopes / (factors**2).sum(1))
        assert slope == pytest.approx(scale**-2, rel=3e-2)
