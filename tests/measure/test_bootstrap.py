"""The pigeonhole bootstrap: against copies written out, known variances, and the jackknife."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.measure import bootstrap as module
from symppm.measure.arrays import BlockMatrix, DenseMatrix
from symppm.measure.bootstrap import pigeonhole
from symppm.statistics.leaving_out import STATISTICS

Matrix = NDArray[np.float64]


def counts(seed: int, rows: int, columns: int) -> Matrix:
    rng = np.random.default_rng(seed)
    theta, beta = rng.gamma(0.7, 2.0, (rows, 3)), rng.gamma(0.7, 2.0, (3, columns))
    return rng.poisson(theta @ beta).astype(float)


def multiplicities(seed: int, size: tuple[int, int], draws: int) -> tuple[list[Any], list[Any]]:
    """The same rows and columns as the estimator draws, by the same calls."""
    rng = np.random.default_rng(seed)
    rows, columns = (rng.multinomial(n, np.full(n, 1 / n), size=(1, draws))[0] for n in size)
    return list(rows), list(columns)


def written_out(data: Matrix, seen: NDArray[np.bool_], r: Any, c: Any) -> list[float]:
    """Copy rows and columns, and go through all pairs of the copies' entries."""
    mean = data[seen].mean()
    places = [
        (i, j, a, b)
        for i, j in zip(*seen.nonzero(), strict=True)
        for a in range(r[i])
        for b in range(c[j])
    ]
    products: dict[str, list[float]] = {"same": [], "row": [], "col": [], "none": []}
    for (i, j, a, b), (k, m, e, f) in itertools.product(places, repeat=2):
        product = (data[i, j] - mean) * (data[k, m] - mean)
        if (i, j, a, b) == (k, m, e, f):
            products["same"].append(product)
        elif (i, a) == (k, e) and j != m:
            products["row"].append(product)
        elif (j, b) == (m, f) and i != k:
            products["col"].append(product)
        elif i != k and j != m:
            products["none"].append(product)
    means = {kind: np.mean(each) for kind, each in products.items()}
    return [
        float(np.mean([data[i, j] for i, j, _, _ in places])),
        *(float(means[kind] - means["none"]) for kind in ("same", "row", "col")),
    ]


FORMS: dict[str, Callable[[Matrix], Any]] = {
    "dense": np.asarray,
    "csr": sparse.csr_array,
    "blocks": lambda x: BlockMatrix(
        x.shape, x.dtype, lambda: (DenseMatrix(x[k : k + 2]) for k in range(0, len(x), 2))
    ),
}


@pytest.mark.parametrize("zeros", ["observed", "missing"])
@pytest.mark.parametrize("form", FORMS)
def test_draws_are_those_of_copies_written_out(form: str, zeros: str) -> None:
    data = counts(1, 6, 5)
    data[:, 0] += 3 * (data[:, 0] == 0)
    if form == "csr":
        data[data < 3] = 0
    seen = data != 0 if zeros == "missing" else np.ones(data.shape, bool)
    found = pigeonhole(FORMS[form](data), draws=5, random_seed=3, zeros=zeros)
    ones = np.ones(6, int), np.ones(5, int)
    estimate = np.array([getattr(found.statistics, name) for name in STATISTICS[:4]])
    once = np.array(written_out(data, seen, *ones))
    if zeros == "observed":
        assert once == pytest.approx(estimate, rel=1e-12)
    for draw, r, c in zip(found.draws, *multiplicities(3, (6, 5), 5), strict=True):
        expected = np.array(written_out(data, seen, r, c)) + estimate - once
        assert draw[:4] == pytest.approx(expected, rel=1e-10)
        assert draw[4:] == pytest.approx(draw[2:4] / draw[1], rel=1e-14)


def test_the_form_of_storage_and_an_offset_make_no_difference() -> None:
    data = counts(2, 30, 20)
    expected = pigeonhole(data, draws=40, random_seed=1).draws
    for made in (*FORMS.values(), np.asfortranarray, sparse.csc_array):
        found = pigeonhole(made(data), draws=40, random_seed=1).draws
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)
    moved = pigeonhole(data + 1e8, draws=40, random_seed=1).draws
    np.testing.assert_allclose(moved[:, 1:], expected[:, 1:], rtol=1e-6, atol=1e-6)


def test_the_same_seed_gives_the_same_bytes() -> None:
    data = counts(3, 30, 20)
    once = pigeonhole(data, draws=70, random_seed=5)
    again = pigeonhole(data, draws=70, random_seed=5)
    assert once.draws.tobytes() == again.draws.tobytes()
    assert once.draws.tobytes() != pigeonhole(data, draws=70, random_seed=6).draws.tobytes()
    assert once.interval(0.5) == again.interval(0.5)


def test_the_variance_of_the_mean_is_the_known_one() -> None:
    """For multinomial numbers of rows and columns it is a sum of squares of centred sums."""
    data = counts(4, 25, 18)
    rows, columns = data.shape
    across = data.sum(1) - data.sum() / rows
    down = data.sum(0) - data.sum() / columns
    inner = data - data.mean(0) - data.mean(1)[:, None] + data.mean()
    expected = ((across**2).sum() + (down**2).sum() + (inner**2).sum()) / data.size**2
    draws = 4000
    means = pigeonhole(data, draws=draws, random_seed=2).draws[:, 0]
    fourth = ((means - means.mean()) ** 4).mean() / means.var() ** 2
    # Five standard errors of a variance, from the fourth moment of the draws themselves.
    assert abs(means.var(ddof=1) / expected - 1) < 5 * ((fourth - 1) / draws) ** 0.5
    assert abs(means.mean() - data.mean()) < 5 * (expected / draws) ** 0.5


def test_beside_the_jackknife() -> None:
    """Where rows and columns differ much, single entries matter little and both agree.

    By Owen, the variance of the mean counts that of single entries three times; the jackknife
    counts it twice. With terms of order 1/N, the ratio lies between 1 and 3/2.
    """
    rng = np.random.default_rng(5)
    data = rng.poisson(rng.gamma(2, 2, (150, 1)) * rng.gamma(2, 2, (1, 120))).astype(float)
    draws = 2000
    found = pigeonhole(data, draws=draws, random_seed=3)
    drawn = found.draws
    spread = ppm.statistics(data, intervals=True).spread
    away = drawn - drawn.mean(0)
    fourth = (away**4).mean(0) / drawn.var(0) ** 2
    error = 5 * np.sqrt((fourth - 1) / draws)
    ratio = drawn.var(0, ddof=1) / np.diag(spread.covariance)
    for k in (0, 1):  # the mean and the variance, which are nearly linear in rows and columns
        assert 1 - error[k] - 4 / 120 < ratio[k] < 1.5 + error[k], STATISTICS[k]
    for name, (low, high) in found.interval(0.95).items():
        assert low < getattr(found.statistics, name) < high


def test_what_cannot_be_drawn() -> None:
    data = counts(6, 10, 8)
    for draws in (1, 0, 2.5, True, "many"):
        with pytest.raises(ParameterError, match="draws="):
            pigeonhole(data, draws=draws, random_seed=1)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="random_seed=-1; expected an integer from 0"):
        pigeonhole(data, random_seed=-1)
    with pytest.raises(ParameterError, match="a number between 0 and 1"):
        pigeonhole(data, draws=5, random_seed=1).interval(95)
    with pytest.raises(DataError, match=r"of 50 draws have no pairs, or no variance"):
        pigeonhole(np.array([[1.0, 2.0], [4.0, 3.5]]), draws=50, random_seed=1)
    with pytest.raises(DataError, match="nan at row 1, column 1"):
        pigeonhole(np.where(data == data[0, 0], np.nan, data), random_seed=1)


def test_batches_make_up_the_draws() -> None:
    for draws in (2, 32, 33, 127, 128, 1000):
        for lines in (10, 10**6, 10**8):
            batches = list(module._batches(draws, lines))
            assert sum(groups * together for groups, together in batches) == draws
