"""The exported code run in the libraries it is for; what their fitted state says of the priors.

Of scikit-learn another file tells.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import replace

import numpy as np
import pytest
from cases import needed
from library_runs import hpf, moments, of_model, pasted, pmf, small_counts
from scipy.sparse import coo_array

import symppm as ppm
from symppm.exports.registry import exported
from symppm.matching.exporting import chosen_of


@pytest.mark.parametrize("target", ["hpfrec", "poismf", "cmfrec", "implicit", "schpf"])
def test_a_library_takes_the_code_as_pasted(
    target: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if target == "schpf":
        if source := os.environ.get("SYMPPM_SCHPF"):
            monkeypatch.syspath_prepend(source)
        reason = "scHPF is in no registry: install it from its repository, or set SYMPPM_SCHPF"
        pytest.importorskip("schpf", reason=reason, exc_type=ImportError)
    else:
        needed(target)
    for found in (hpf(), pmf()) if target == "hpfrec" else (pmf(),):
        export = found.export(target)
        with warnings.catch_warnings():
            # implicit advises to set the number of threads of BLAS.
            warnings.simplefilter("ignore", RuntimeWarning)
            model, theta, beta = pasted(export)(small_counts())
        assert capfd.readouterr().out == "" or target not in ("hpfrec", "poismf")
        for name, value in export.arguments.items():
            assert getattr(model, name) == pytest.approx(value), name
        assert found.k in export.arguments.values()
        assert (theta.shape, beta.shape) == ((20, found.k), (15, found.k))
        assert np.isfinite(theta).all()
        assert np.isfinite(beta).all()
    if target == "poismf":
        assert theta @ beta.T == pytest.approx(np.asarray(model.A @ model.B.T, float), rel=1e-3)
    elif target == "cmfrec":
        assert "takes K and nothing else" in export.notes[0]
    elif target == "schpf":
        # Its rates are those of the prior and the sums of the factors below.
        assert model.xi.vi_rate - theta.sum(1) == pytest.approx(export.arguments["bp"])


def test_hpfrec_reads_shapes_and_rates_as_the_export_says(
    capfd: pytest.CaptureFixture[str],
) -> None:
    needed("hpfrec")
    arguments = hpf().export("hpfrec").arguments
    counts = small_counts()
    model, theta, beta = pasted(hpf().export("hpfrec"))(counts)
    capfd.readouterr()
    k = arguments["k"]
    sides = (
        (theta, model.Gamma_shp, model.k_rte, counts.sum(1), "a", "a_prime", "b_prime"),
        (beta, model.Lambda_shp, model.t_rte, counts.sum(0), "c", "c_prime", "d_prime"),
    )
    for factors, shapes, rates, totals, shape, above, divisor in sides:
        # Every count is given to some factor, on top of the prior's shape.
        prior_shape = (shapes.sum(1) - totals) / k
        assert prior_shape == pytest.approx(arguments[shape], rel=1e-3)
        # The rate of what is above is its prior rate, a'/b', and the sum of the factors below.
        prior_rate = rates.ravel() - factors.sum(1)
        assert prior_rate == pytest.approx(arguments[above] / arguments[divisor], rel=1e-5)


@pytest.mark.thorough
def test_tiny_shapes_do_not_end_in_nan(capfd: pytest.CaptureFixture[str]) -> None:
    needed("hpfrec")
    values = {"K": 107, "a": 0.0075, "b": 0.0075, "c": 0.00013, "d": 0.007}
    found = ppm.match(targets=moments("pmf_gamma", values))
    assert found.k == 107
    generator = np.random.default_rng(0)
    rows, columns = generator.integers(0, 300, 6000), 2000 * generator.random(6000) ** 3
    counts = np.ceil(np.exp(generator.normal(5, 2, 6000)))
    plays = coo_array((counts, (rows, columns.astype(int))), shape=(300, 2000))
    plays.sum_duplicates()
    export = found.export("hpfrec")
    assert export.arguments["sum_exp_trick"] is True
    code = export.code.replace("maxiter=300", "maxiter=20")
    _, theta, beta = pasted(code)(plays)
    assert np.isfinite(theta).all()
    assert np.isfinite(beta).all()
    # What it guards against.
    _, theta, _ = pasted(code.replace("trick=True", "trick=False"))(plays)
    assert np.isnan(theta).all()
    capfd.readouterr()


LONG = 'method="tncg", niter=300, maxupd=2000, early_stop=False, reuse_prev=True, use_float=False,'


@pytest.mark.thorough
def test_the_fit_is_stationary_under_the_rates_of_the_match() -> None:
    needed("poismf")
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
    needed("poismf")
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
