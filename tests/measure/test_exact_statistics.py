"""Mean, variance and correlations against all pairs written out, and against other storage."""

from __future__ import annotations

import itertools
import os
from fractions import Fraction
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse

from symppm import data
from symppm.errors import DataError
from symppm.statistics.moments import Statistics, statistics

Place = tuple[int, int]


def lastfm() -> sparse.csr_array:
    folder = os.environ.get("SYMPPM_DATA")
    if not folder:
        pytest.skip("SYMPPM_DATA is not set to the folder that holds hetrec2011-lastfm-2k")
    path = Path(folder) / "hetrec2011-lastfm-2k" / "user_artists.dat"
    table = np.loadtxt(path, skiprows=1, dtype=np.int64)
    users, rows = np.unique(table[:, 0], return_inverse=True)
    artists, columns = np.unique(table[:, 1], return_inverse=True)
    return sparse.csr_array((table[:, 2], (rows, columns)), shape=(users.size, artists.size))


def numbers(found: Statistics) -> NDArray[np.float64]:
    return np.array([found.mean, found.variance, found.cov_row, found.cov_col])


def by_all_pairs(values: dict[Place, Fraction]) -> tuple[Fraction, ...] | None:
    """Mean, variance, cov_row and cov_col with every ordered pair written out; None if undefined.

    About the mean, the mean product of each kind of pair, less that of disjoint pairs, is a known
    combination of the three covariances; Cramer's rule undoes it.
    """
    n = len(values)
    mean = sum(values.values(), Fraction()) / n
    kinds: dict[tuple[bool, bool], list[tuple[Place, Place]]] = {}
    for e, f in itertools.product(values, repeat=2):
        kinds.setdefault((e[0] == f[0], e[1] == f[1]), []).append((e, f))
    none, row, col, same = (False, False), (True, False), (False, True), (True, True)
    if not all(kind in kinds for kind in (none, row, col)):
        return None

    def contrast(kind: tuple[bool, bool]) -> Fraction:
        def mean_product(k: tuple[bool, bool]) -> Fraction:
            found = [(values[e] - mean) * (values[f] - mean) for e, f in kinds[k]]
            return sum(found, Fraction()) / len(found)

        return mean_product(kind) - mean_product(none)

    def coupling(kind: tuple[bool, bool], other: tuple[bool, bool]) -> Fraction:
        partners = {e: sum(first == e for first, _ in kinds[other]) for e in values}

        def average(k: tuple[bool, bool]) -> Fraction:
            return Fraction(sum(partners[e] for e, _ in kinds[k]), len(kinds[k]))

        return Fraction(2, n) * (average(kind) - average(none))

    a, b = 1 - coupling(row, row), -coupling(row, col)
    c, d = -coupling(col, row), 1 - coupling(col, col)
    determinant = a * d - b * c
    cov_row = (contrast(row) * d - contrast(col) * b) / determinant
    cov_col = (contrast(col) * a - contrast(row) * c) / determinant
    variance = contrast(same) + coupling(same, row) * cov_row + coupling(same, col) * cov_col
    return mean, variance, cov_row, cov_col


def plainly(values: NDArray[np.int64]) -> tuple[Fraction, ...]:
    """The same on a complete matrix: differences of mean products, without any centring."""
    found: dict[tuple[bool, bool], list[int]] = {}
    places = list(np.ndindex(values.shape))
    for e, f in itertools.product(places, repeat=2):
        product = int(values[e]) * int(values[f])
        found.setdefault((e[0] == f[0], e[1] == f[1]), []).append(product)
    means = {kind: Fraction(sum(products), len(products)) for kind, products in found.items()}
    disjoint = means[False, False]
    return (
        Fraction(int(values.sum()), values.size),
        means[True, True] - disjoint,
        means[True, False] - disjoint,
        means[False, True] - disjoint,
    )


small_matrices = st.tuples(st.integers(2, 4), st.integers(2, 4)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-20, 20), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


def agrees(found: Statistics, expected: tuple[Fraction, ...], spread: float) -> None:
    """Compare with at most 16 entries: fewer than 1000 roundings, none above spread**2."""
    bound = 1000 * np.finfo(float).eps * spread**2
    exact = np.array([float(x) for x in expected])
    assert np.all(np.abs(numbers(found) - exact) <= bound)
    assert found.rho_row == found.cov_row / found.variance
    assert found.rho_col == found.cov_col / found.variance


@settings(deadline=None, max_examples=150)
@given(rows=small_matrices)
def test_a_complete_matrix_agrees_with_all_pairs(rows: list[list[int]]) -> None:
    values = np.array(rows)
    assume(np.ptp(values) > 0)
    expected = plainly(values)
    if expected[1] <= 0:
        with pytest.raises(DataError, match="variance is not positive"):
            statistics(values)
        return
    found = statistics(values)
    agrees(found, expected, float(np.ptp(values)))
    assert (found.shape, found.observed) == (values.shape, values.size)
    assert (found.minimum, found.maximum) == (values.min(), values.max())
    everywhere = {place: Fraction(int(values[place])) for place in np.ndindex(values.shape)}
    assert by_all_pairs(everywhere) == expected


@settings(deadline=None, max_examples=300)
@given(rows=small_matrices, random=st.randoms(use_true_random=False), share=st.floats(0.4, 1))
def test_a_matrix_with_gaps_agrees_with_all_pairs(
    rows: list[list[int]], random: object, share: float
) -> None:
    values = np.array(rows, float)
    mask = np.array([[random.random() < share for _ in row] for row in rows])  # type: ignore[attr-defined]
    assume(mask.any() and np.ptp(values[mask]) > 0)
    places = {(i, j): Fraction(rows[i][j]) for i, j in zip(*map(list, mask.nonzero()), strict=True)}
    expected = by_all_pairs({(int(i), int(j)): y for (i, j), y in places.items()})
    values[~mask] = np.nan
    if expected is None or expected[1] <= 0:
        with pytest.raises(DataError):
            statistics(values, mask=mask)
        return
    found = statistics(values, mask=mask)
    # The linear system magnifies roundings by the inverse of its determinant, which is at least
    # 0.28 for every set of places in a matrix of up to 4 x 4 (all were enumerated).
    agrees(found, expected, 10 * float(np.ptp(values[mask])))
    assert found.observed == mask.sum()
    stored = sparse.coo_array((values[mask], mask.nonzero()), shape=mask.shape)
    np.testing.assert_array_almost_equal_nulp(
        numbers(statistics(stored, zeros="missing")), numbers(found), 64
    )


@pytest.mark.parametrize("gaps", [False, True])
def test_an_offset_leaves_the_correlations(gaps: bool) -> None:
    rng = np.random.default_rng(6)
    values = rng.normal(size=(200, 1)) + rng.normal(size=(1, 300)) + rng.normal(size=(200, 300))
    mask = rng.random(values.shape) < 0.4 if gaps else None
    # What the offset itself rounds away is not the estimator's fault, so it is taken off again.
    moved = values + 1e8
    plain, far = statistics(moved - 1e8, mask=mask), statistics(moved, mask=mask)
    assert far.mean == pytest.approx(1e8 + plain.mean, rel=1e-15)
    assert far.rho_row == pytest.approx(plain.rho_row, rel=1e-10)
    assert far.rho_col == pytest.approx(plain.rho_col, rel=1e-10)
    assert far.rho_row == pytest.approx(statistics(values, mask=mask).rho_row, abs=1e-6)


def test_an_offset_on_a_full_sparse_matrix_leaves_the_correlations() -> None:
    values = np.random.default_rng(7).normal(size=(80, 90)).cumsum(axis=0)
    far = statistics(sparse.csr_array(values + 1e8))
    assert far.rho_col == pytest.approx(statistics(values + 1e8).rho_col, rel=1e-10)


def test_counts_up_to_1e15() -> None:
    counts = np.random.default_rng(3).poisson(2.0, (37, 53))
    big = counts * (10**15 // counts.max())
    plain, found = statistics(counts), statistics(big)
    scale = float(big.max()) / float(counts.max())
    np.testing.assert_allclose(
        numbers(found), numbers(plain) * [scale, scale**2, scale**2, scale**2], rtol=1e-12
    )
    assert found.integral
    assert found.maximum == big.max()


def test_large_matrices_of_any_kind_are_summed_in_parallel_alike() -> None:
    rng = np.random.default_rng(8)
    values = rng.gamma(1.0, 3.0, (1100, 1)) * rng.gamma(2.0, 1.0, (1, 1000))
    values += rng.normal(size=values.shape)
    mask = rng.random(values.shape) < 0.95
    thin = np.where(mask, values, 0)
    cases = {
        "dense": lambda: statistics(values),
        "Fortran": lambda: statistics(np.asfortranarray(values)),
        "masked": lambda: statistics(values, mask=mask),
        "sparse": lambda: statistics(sparse.csr_array(thin)),
        "stored": lambda: statistics(sparse.csr_array(thin), zeros="missing"),
    }
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        alone = {name: case() for name, case in cases.items()}
    finally:
        numba.set_num_threads(threads)
    together = {name: case() for name, case in cases.items()}
    assert together == alone
    complete, gaps = slowly(values), slowly(thin)
    np.testing.assert_allclose(numbers(alone["dense"]), complete, rtol=1e-11)
    np.testing.assert_allclose(numbers(alone["Fortran"]), complete, rtol=1e-11)
    np.testing.assert_allclose(numbers(alone["sparse"]), gaps, rtol=1e-11)
    np.testing.assert_allclose(numbers(alone["stored"]), numbers(alone["masked"]), rtol=1e-12)


def slowly(values: NDArray[np.float64]) -> list[float]:
    """The complete estimators from pair means, in extended precision where there is any."""
    x = values.astype(np.longdouble) - values.mean()
    (n, m), t, q = x.shape, x.sum(), (x * x).sum()
    r2, c2 = (x.sum(axis=1) ** 2).sum(), (x.sum(axis=0) ** 2).sum()
    disjoint = (t * t - r2 - c2 + q) / (n * m * (n - 1) * (m - 1))
    row = (r2 - q) / (n * m * (m - 1)) - disjoint
    col = (c2 - q) / (n * m * (n - 1)) - disjoint
    return [float(x) for x in (values.mean() + t / (n * m), q / (n * m) - disjoint, row, col)]


def factors(found: Statistics) -> float:
    tau = 1 - found.rho_row - found.rho_col
    excess = tau * found.variance - found.mean
    return excess / (found.rho_row * found.rho_col) * (found.mean / found.variance) ** 2


def test_the_mutational_signatures() -> None:
    found = statistics(data.load("mutational_signatures").values)
    assert found.mean == pytest.approx(91.2281746, abs=5e-8)
    assert found.variance == pytest.approx(362750.737, abs=5e-4)
    assert found.rho_row == pytest.approx(0.0335492, abs=5e-8)
    assert found.rho_col == pytest.approx(0.0534720, abs=5e-8)
    assert factors(found) == pytest.approx(11.67, abs=5e-3)


def test_lastfm() -> None:
    found = statistics(lastfm())
    assert found.shape == (1892, 17632)
    assert found.mean == pytest.approx(2.0738760765, abs=5e-11)
    assert found.variance == pytest.approx(40701.7777862, abs=5e-8)
    assert found.rho_row == pytest.approx(1.3148935e-4, abs=5e-12)
    assert found.rho_col == pytest.approx(7.4560842e-3, abs=5e-11)
    assert factors(found) == pytest.approx(106.96, abs=5e-3)
