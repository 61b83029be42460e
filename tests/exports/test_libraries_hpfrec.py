"""The exported code run in hpfrec, whose fitted state shows how it reads its hyperparameters."""

from __future__ import annotations

import numpy as np
import pytest
from library_runs import hpf, moments, pasted, pmf, small_counts
from needed import needed
from scipy.sparse import coo_array

import symppm as ppm

needed("hpfrec")


@pytest.mark.parametrize("kind", ["hpf", "pmf"])
def test_hpfrec_takes_the_code_as_pasted(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    found = hpf() if kind == "hpf" else pmf()
    export = found.export("hpfrec")
    counts = small_counts()
    model, theta, beta = pasted(export)(counts)
    assert capfd.readouterr().out == ""
    assert theta.shape == (20, found.k)
    assert beta.shape == (15, found.k)
    for name, value in export.arguments.items():
        assert getattr(model, name) == pytest.approx(value, rel=1e-6), name
    assert np.isfinite(theta).all()
    assert np.isfinite(beta).all()


def test_hpfrec_reads_shapes_and_rates_as_the_export_says(
    capfd: pytest.CaptureFixture[str],
) -> None:
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
