"""The noise of single entries, against slopes by differences of weighted means."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from numpy.typing import NDArray

import symppm as ppm
from symppm.comparing.entries import entry_noise
from symppm.comparing.moments import CUMULANTS, counted_once, measured_moments
from symppm.statistics.moments import examined

Table = NDArray[np.float64]
ALL = (*CUMULANTS, "zeros", "thinned_zeros")
BASE = 0.7


def _counts(n: int, m: int, seed: int = 4) -> Table:
    values = {"K": 4, "a": 1, "b": 1, "c": 1, "d": 0.8}
    drawn = ppm.sample("pmf_gamma", values, shape=(n, m), random_seed=seed)
    return np.asarray(drawn, dtype=float).reshape(n, m)


def _apart(n: int) -> Table:
    """Return ones where three indices differ."""
    i, j, k = np.ogrid[:n, :n, :n]
    return ((i != j) & (j != k) & (i != k)).astype(float)


def _weighted(w: Table, y: Table) -> Table:
    """Return the cumulants but the cycle, and shares of zeros, of entries with weights."""
    n, m = y.shape
    rows, columns = 1 - np.eye(n), 1 - np.eye(m)
    zero, thinned = y == 0, BASE**y
    center = (w * y).sum() / w.sum()
    y = y - center
    ones, first, second, third = w, w * y, w * y**2, w * y**3

    def in_rows(a: Table, b: Table) -> Any:
        return np.einsum("ij,il,jl", a, b, columns)

    def in_columns(a: Table, b: Table) -> Any:
        return np.einsum("ij,tj,it", a, b, rows)

    def triple(a: Table) -> Any:
        return np.einsum("ij,il,in,jln", a, a, a, _apart(m))

    def corner(a: Table) -> Any:
        return np.einsum("ij,il,tj,jl,it", a, a, a, columns, rows)

    return np.array([
        center,
        second.sum() / w.sum(),
        in_rows(first, first) / in_rows(ones, ones),
        in_columns(first, first) / in_columns(ones, ones),
        third.sum() / w.sum(),
        in_rows(second, first) / in_rows(ones, ones),
        in_columns(second, first) / in_columns(ones, ones),
        triple(first) / triple(ones),
        np.einsum("ij,tj,sj,its", first, first, first, _apart(n))
        / np.einsum("ij,tj,sj,its", ones, ones, ones, _apart(n)),
        corner(first) / corner(ones),
        (w * zero).sum() / w.sum(),
        (w * thinned).sum() / w.sum(),
    ])  # fmt: skip


def test_the_noise_is_the_sum_of_squared_slopes_that_rows_and_columns_leave() -> None:
    y = _counts(9, 8)
    step = 1e-5
    slopes = np.zeros((len(ALL) - 1, *y.shape))
    for i, j in np.ndindex(y.shape):
        moved = np.zeros_like(y)
        moved[i, j] = step
        slopes[:, i, j] = (_weighted(1 + moved, y) - _weighted(1 - moved, y)) / (2 * step)
    own = (
        slopes
        - slopes.mean(axis=1, keepdims=True)
        - slopes.mean(axis=2, keepdims=True)
        + slopes.mean(axis=(1, 2), keepdims=True)
    ).reshape(len(slopes), -1)
    expected = own @ own.T
    others = [n for n, name in enumerate(ALL) if name != "cycle"]
    values = dict.fromkeys(ALL, 0.0)
    values.update(zip([ALL[n] for n in others], _weighted(np.ones_like(y), y), strict=True))
    found = examined(y, "observed", None, intervals=True, profile=True)
    made = entry_noise(found, values, BASE, 0)[np.ix_(others, others)]
    size = np.sqrt(np.diag(expected))
    made, expected = (each / np.outer(size, size) for each in (made, expected))
    exact = [n for n, place in enumerate(others) if ALL[place] != "cumulant_ij_il_tj"]
    both = np.ix_(exact, exact)
    np.testing.assert_allclose(made[both], expected[both], atol=1e-6)
    # Entries that share neither row nor column have a mean product near zero, which the slope of
    # the corner takes to be zero: it is of the order of 1 / 8 of a covariance here.
    np.testing.assert_allclose(made, expected, atol=0.25)


VALUES = dict(zip(ALL, np.linspace(0.5, 2.0, len(ALL)).tolist(), strict=True))


def _noise(data: Any, mask: Any = None, zeros: str = "observed") -> Table:
    found = examined(data, zeros, mask, intervals=True, profile=True)
    return entry_noise(found, VALUES, BASE, 0)


@pytest.mark.parametrize("by_lines", [False, True])
def test_every_way_to_hold_and_to_multiply_the_data_has_the_same_noise(
    by_lines: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    y = _counts(30, 24)
    seen = np.random.default_rng(1).random(y.shape) < 0.8
    whole, masked, missing = _noise(y), _noise(y, seen), _noise(y + 1, seen)
    if by_lines:
        monkeypatch.setattr("symppm.comparing.entries._MOST_PRODUCTS", 0)
        monkeypatch.setattr("symppm.comparing.entries._MOST_HELD", 70)
    stored = scipy.sparse.csr_array(np.where(seen, y + 1, 0.0))
    held = scipy.sparse.csr_array(y), scipy.sparse.csc_array(y)
    # What is hidden changes nothing, stored zeros or not.
    for made, expected in (
        *((_noise(each), whole) for each in (y, np.asfortranarray(y), *held)),
        *((_noise(each, seen), masked) for each in (y, np.where(seen, y, 999.0))),
        (_noise(np.ma.masked_array(y, ~seen)), masked),
        (_noise(stored, None, "missing"), missing),
    ):
        np.testing.assert_allclose(made, expected, rtol=1e-8, atol=1e-14)


def test_the_cycles_slope_is_that_of_its_interactions() -> None:
    """About the mean product over cycles of different entries, all of them listed."""
    y = _counts(8, 7)
    z = y - y.mean(0) - y.mean(1)[:, None] + y.mean()
    n, m = z.shape
    rows, columns = 1 - np.eye(n), 1 - np.eye(m)
    slope = 4 * z * np.einsum("il,tl,tj,it,jl->ij", z, z, z, rows, columns)
    slope /= n * (n - 1) * m * (m - 1)
    own = slope - slope.mean(0) - slope.mean(1)[:, None] + slope.mean()
    for order in (y, np.asfortranarray(y), scipy.sparse.csr_array(y)):
        found = examined(order, "observed", None, intervals=True, profile=True)
        made = entry_noise(found, {"cycle": 1.0}, BASE, 0)
        np.testing.assert_allclose(made, [[(own**2).sum()]], rtol=1e-10)


@pytest.mark.thorough
def test_many_rows_of_few_columns_take_little_memory() -> None:
    counts = np.random.default_rng(0).poisson(2.0, (100_000, 20))
    found = examined(counts, "observed", None, intervals=True, profile=True)
    tracemalloc.start()
    entry_noise(found, VALUES, BASE, 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The matrix itself as float64 is 16 MB; all lines by all lines would be 80 GB.
    assert peak < 40 * counts.size * 8


def test_gaps_that_confound_rows_with_columns_do_not_blow_errors_up() -> None:
    rng = np.random.default_rng(2)
    y = _counts(60, 50)
    seen = np.kron(np.eye(10), np.ones((6, 5))).astype(bool) | (rng.random(y.shape) < 0.05)
    found = examined(y, "observed", seen, intervals=True, profile=True)
    measured = measured_moments(found, random_seed=0)
    place = measured.names.index("variance")
    spread = found.statistics.spread.covariance[1, 1]
    step = np.hypot(measured.scales, measured.values)[place]
    own = measured.covariance[place, place] * step**2
    # The jackknife's, at most, but for what is added for errors of the second order.
    assert 0.4 * spread < own < 4.0 * spread


@pytest.mark.thorough
def test_lines_that_are_drawn_stand_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    y = _counts(400, 60)
    found = examined(y, "observed", None, intervals=True, profile=True)
    exact = np.diag(entry_noise(found, VALUES, BASE, 0))
    monkeypatch.setattr("symppm.comparing.entries._MOST_ENTRIES", 100 * 60)
    drawn = np.array([np.diag(entry_noise(found, VALUES, BASE, seed)) for seed in range(40)])
    error = drawn.std(axis=0, ddof=1) / np.sqrt(len(drawn))
    # What columns add is estimated with the lines, which takes off up to a hundredth.
    assert np.all(np.abs(drawn.mean(axis=0) - exact) < 4 * error + 0.02 * exact)


@pytest.mark.thorough
def test_without_factors_errors_are_those_of_the_entries_counted_once() -> None:
    """Means and shares of zeros of independent counts, whose variance is known."""
    n, m, rate = 300, 200, 2.0
    rng = np.random.default_rng(3)
    made = []
    for _ in range(10):
        found = examined(rng.poisson(rate, (n, m)), "observed", None, intervals=True, profile=True)
        measured = measured_moments(found, random_seed=0)
        places = [measured.names.index(name) for name in ("mean", "zeros")]
        steps = np.hypot(measured.scales, measured.values)[places]
        made.append(np.diag(measured.covariance)[places] * steps**2)
    share = np.exp(-rate)
    known = np.array([rate, share * (1 - share)]) / (n * m)
    ratios = np.array(made).mean(axis=0) / known
    # By rows and by columns both it would be 2. Each variance is known to a share of
    # sqrt(2 / 300 + 2 / 200) = 0.13, and in every direction the larger of two estimates is taken.
    assert np.all((ratios > 1.0 - 0.13) & (ratios < 1.0 + 2 * 0.13))


def test_the_noise_is_taken_off_once_and_never_all() -> None:
    both = np.diag([3.0, 2.0, 1.0])
    noise = np.diag([1.0, 1.0, 0.9])
    # Of the last, more is noise than rows and columns show twice: the noise is what is known.
    np.testing.assert_allclose(counted_once(both, noise), np.diag([2.0, 1.0, 0.9]), atol=1e-12)
