"""Statistics, and those without each row and column, are the exact ones in every form of data."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from cases import core
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.errors import DataError
from symppm.statistics.jackknife import STATISTICS
from symppm.statistics.moments import measured
from symppm.statistics.sums import Margins

Exact = dict[str, Fraction]
Mask = NDArray[np.bool_]
Place = tuple[int, int]

SEEN = np.random.default_rng(0).random((23, 17)) < 0.6


# ---- the truth, pair by pair and from sums -------------------------------------------------------


def by_all_pairs(values: dict[Place, Fraction]) -> Exact | None:
    """Estimates of whole numbers with every ordered pair written out; None if they are undefined.

    About the mean, the mean product of each kind of pair, less that of disjoint pairs, is a known
    combination of the three covariances; Cramer's rule undoes it.
    """
    kinds: dict[Place, list[tuple[Place, Place]]] = {}
    for e, f in itertools.product(values, repeat=2):
        kinds.setdefault((e[0] == f[0], e[1] == f[1]), []).append((e, f))
    if len(kinds) < 4:
        return None
    n, total = len(values), sum(values.values(), Fraction())
    mean = total / n
    off = {e: int(n * y - total) for e, y in values.items()}  # n times what it is above the mean
    products = {
        kind: Fraction(sum(off[e] * off[f] for e, f in pairs), len(pairs) * n**2)
        for kind, pairs in kinds.items()
    }
    partners = {kind: Counter(first for first, _ in pairs) for kind, pairs in kinds.items()}

    def coupling(kind: Place, other: Place) -> Fraction:
        average = [
            Fraction(sum(partners[other][e] for e, _ in kinds[k]), len(kinds[k]))
            for k in (kind, (0, 0))
        ]
        return Fraction(2, n) * (average[0] - average[1])

    contrasts = {kind: products[kind] - products[0, 0] for kind in ((1, 1), (1, 0), (0, 1))}
    return solved(mean, contrasts, coupling)


def solved(mean: Fraction, contrasts: Any, coupling: Callable[[Place, Place], Fraction]) -> Exact:
    row, col, same = (1, 0), (0, 1), (1, 1)
    a, b = 1 - coupling(row, row), -coupling(row, col)
    c, d = -coupling(col, row), 1 - coupling(col, col)
    x, y = contrasts[row], contrasts[col]
    cov_row, cov_col = (x * d - y * b) / (a * d - b * c), (y * a - x * c) / (a * d - b * c)
    variance = contrasts[same] + coupling(same, row) * cov_row + coupling(same, col) * cov_col
    of = variance or Fraction(1)
    return {"mean": mean, "variance": variance, "cov_row": cov_row, "cov_col": cov_col,
            "rho_row": cov_row / of, "rho_col": cov_col / of}  # fmt: skip


def exactly(values: NDArray[Any], observed: Mask | None = None) -> Exact:
    """The same from sums over rows and columns of whole numbers, for matrices of any size."""
    if observed is None:
        observed = np.ones(values.shape, bool)
    ratios = [Fraction(x) if isinstance(x, int) else Fraction(*x.as_integer_ratio())
              for x in values[observed].tolist()]  # fmt: skip
    unit = max(ratio.denominator for ratio in ratios)  # a power of two
    n, total = len(ratios), sum(ratios, Fraction())
    z = np.zeros(values.shape, object)
    z[observed] = [int((n * ratio - total) * unit) for ratio in ratios]
    seen = observed.astype(int).astype(object)
    n_i, m_j = seen.sum(1), seen.sum(0)
    squares = int((z * z).sum())
    row, col = (int((z.sum(axis) ** 2).sum()) - squares for axis in (1, 0))
    products = {(1, 0): row, (0, 1): col, (0, 0): -row - col - squares, (1, 1): squares}
    partners = {(1, 0): seen * (n_i - 1)[:, None], (0, 1): seen * (m_j - 1), (1, 1): seen,
                (0, 0): seen * (n - n_i[:, None] - m_j + 1)}  # fmt: skip
    pairs = {kind: int(each.sum()) for kind, each in partners.items()}

    def coupling(kind: Place, by: Place) -> Fraction:
        one, other = (
            Fraction(int((partners[each] * partners[by]).sum()), pairs[each])
            for each in (kind, (0, 0))
        )
        return Fraction(2, n) * (one - other)

    means = {kind: Fraction(products[kind], pairs[kind]) / (n * unit) ** 2 for kind in pairs}
    return solved(total / n, {kind: means[kind] - means[0, 0] for kind in pairs}, coupling)


def check(found: Any, exact: Exact | None, tolerance: float = 1e-12, spread: float = 0.0) -> None:
    """Mean and variance relative to themselves, covariances to the variance, or all to a spread."""
    if exact is None or exact["variance"] <= 0:
        assert not np.isfinite(found).any()
        return
    of = exact["variance"]
    sizes = [abs(exact["mean"]), of, of, of, 1, 1] if not spread else [spread] * 4
    if isinstance(found, ppm.Statistics):
        found = [getattr(found, name) for name in STATISTICS]
    for name, value, size in zip(STATISTICS, map(float, found), sizes, strict=False):
        assert abs(Fraction(value) - exact[name]) <= tolerance * size, name


def check_all(found: ppm.Statistics, values: NDArray[Any], observed: Mask | None = None) -> None:
    """Check estimates, and those without some of the rows and of the columns."""
    check(found, exactly(values, observed))
    seen = values if observed is None else values[observed]
    assert (found.minimum, found.maximum) == (seen.min(), seen.max())
    assert found.integral == all(float(x).is_integer() for x in seen.ravel())
    assert found.integral == (found.first_non_integral is None)
    assert found.deletions is not None
    for axis, table in enumerate((found.deletions.rows, found.deletions.columns)):
        for line in range(0, len(table), 5):
            left = None if observed is None else np.delete(observed, line, axis)
            check(table[line], exactly(np.delete(values, line, axis), left))


# ---- small matrices ------------------------------------------------------------------------------

FORMS_OF_GAPS: dict[str, Callable[[NDArray[Any], Mask], dict[str, Any]]] = {
    "mask": lambda y, seen: {"data": np.where(seen, y, np.nan), "mask": seen},
    "Fortran": lambda y, seen: {"data": np.asfortranarray(y), "mask": np.asfortranarray(seen)},
    "masked array": lambda y, seen: {"data": np.ma.masked_array(y, ~seen)},
    "csr": lambda y, seen: {
        "data": sparse.csr_array(sparse.coo_array((y[seen], seen.nonzero()), shape=y.shape)),
        "zeros": "missing",
    },
    "blocks": lambda y, seen: {"data": in_blocks(y, 2), "mask": seen},
}


def in_blocks(values: NDArray[Any], size: int = 4) -> BlockMatrix:
    return BlockMatrix(
        (values.shape[0], values.shape[1]),
        values.dtype,
        lambda: (DenseMatrix(values[k : k + size]) for k in range(0, len(values), size)),
    )


def by_columns(values: NDArray[Any], size: int = 4) -> BlockMatrix:
    """In blocks of columns, every other one of which is sparse."""
    parts = [values[:, k : k + size] for k in range(0, values.shape[1], size)]
    return BlockMatrix(
        (values.shape[0], values.shape[1]),
        values.dtype,
        lambda: (SparseMatrix(sparse.csc_array(part)) if place % 2 else DenseMatrix(part)
                 for place, part in enumerate(parts)),
        True,
    )  # fmt: skip


# By NumPy: tests/statistics/test_passes.py compares compiled passes with it.
@settings(deadline=None, max_examples=40)
@given(
    shape=st.tuples(st.integers(2, 5), st.integers(2, 5)),
    seed=st.integers(0, 10**6),
    share=st.sampled_from([0.5, 0.7, 1.0]),
    form=st.sampled_from(sorted(FORMS_OF_GAPS)),
)
def test_small_matrices_agree_with_all_pairs(
    shape: Place, seed: int, share: float, form: str
) -> None:
    rng = np.random.default_rng(seed)
    values, seen = rng.integers(-20, 20, shape).astype(float), rng.random(shape) < share
    assume(seen.any() and np.ptp(values[seen]) > 0)
    entries = {
        (int(i), int(j)): Fraction(values[i, j]) for i, j in zip(*seen.nonzero(), strict=True)
    }
    exact = by_all_pairs(entries)
    arguments = FORMS_OF_GAPS[form](values, seen)
    if exact is None or exact["variance"] <= 0:
        with pytest.raises(DataError):
            ppm.statistics(**arguments)
        return
    found = ppm.statistics(**arguments, intervals=True)
    assert exact == exactly(values, seen)
    assert found.observed == seen.sum()
    # The linear system magnifies roundings by the inverse of its determinant, which is at least
    # .2 for places in so small a matrix.
    spread = float(np.ptp(values[seen]) ** 2)
    check(found, exact, 1e-12, spread)
    assert found.deletions is not None
    for axis, table in enumerate((found.deletions.rows, found.deletions.columns)):
        for line, row in enumerate(table):
            left = by_all_pairs({at: y for at, y in entries.items() if at[axis] != line})
            check(row, left, 1e-10, spread)


# ---- forms and types -----------------------------------------------------------------------------


def counts(seed: int, largest: int) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    rate = rng.gamma(0.7, 2.0, (23, 2)) @ rng.gamma(0.7, 2.0, (2, 17))
    drawn = rng.poisson(rate)
    drawn[1, 2] = 0
    return np.asarray(drawn * max(1, largest // int(drawn.max())) + rng.integers(0, 2, drawn.shape))


DENSE: dict[str, Callable[[NDArray[Any]], Any]] = {
    "C": np.asarray,
    "Fortran": np.asfortranarray,
    "strided": lambda x: np.repeat(np.repeat(x, 2, 0), 3, 1)[::2, ::3],
    "negative strides": lambda x: np.ascontiguousarray(x[::-1, ::-1])[::-1, ::-1],
    "blocks": in_blocks,
}
SPARSE: dict[str, Callable[[NDArray[Any]], Any]] = {
    "csr": sparse.csr_array,
    "csc": sparse.csc_array,
    "coo": sparse.coo_array,
    "blocks of columns": by_columns,
}
FORMS = {**DENSE, **SPARSE}


def typed(dtype: str) -> NDArray[Any]:
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return counts(2, 1) > 0
    if kind.kind == "f":
        rng = np.random.default_rng(3)
        return (rng.normal(3, 1, (23, 17)) + rng.normal(0, 1, (23, 1))).astype(kind)
    return counts(2, int(min(np.iinfo(kind).max, 10**15)) - 1).astype(kind)


@pytest.mark.parametrize("dtype", core("?bhiqBHIQefdg", "?q"))
def test_every_type_in_every_form(dtype: str) -> None:
    values = typed(dtype)
    # Extended precision is read as double precision; that is what is measured exactly.
    exact = values.astype(float if dtype == "g" else int) if dtype in "g?" else values
    for form, made in FORMS.items():
        if form in SPARSE and dtype == "e":
            continue  # SciPy has no sparse matrices of it
        check_all(ppm.statistics(made(values), intervals=True), exact)
        if dtype != "?":  # truth values that are not zero do not vary
            gaps = ppm.statistics(made(values), zeros="missing", intervals=True)
            check_all(gaps, exact, exact != 0)
        if form in DENSE:
            check_all(ppm.statistics(made(values), mask=SEEN, intervals=True), exact, SEEN)


@pytest.mark.parametrize(
    ("dtype", "offset"),
    [("q", 2**63 - 1000), ("q", -(2**63) + 7), ("Q", 2**64 - 1000), ("Q", 2**53 + 1)],
)
@pytest.mark.parametrize("form", FORMS)
def test_integers_that_float64_does_not_hold(form: str, dtype: str, offset: int) -> None:
    values = np.array([[int(x) + offset for x in row] for row in counts(4, 100)], dtype)
    found = ppm.statistics(FORMS[form](values), intervals=True)
    check_all(found, values)
    gaps = ppm.statistics(FORMS[form](values), zeros="missing", intervals=True)
    check_all(gaps, values, np.ones(values.shape, bool))
    if form in DENSE:
        check_all(ppm.statistics(DENSE[form](values), mask=SEEN, intervals=True), values, SEEN)


# ---- numerics ------------------------------------------------------------------------------------


def test_a_first_block_that_is_far_from_the_mean_costs_no_digits() -> None:
    rng = np.random.default_rng(8)
    values = 1e9 + rng.normal(0, 1e3, (400_000, 2))
    values[0] = 1.5, 2.25
    blocks = BlockMatrix(
        (len(values), 2), values.dtype, lambda: map(DenseMatrix, (values[:1], values[1:]))
    )
    found, expected = ppm.statistics(blocks), ppm.statistics(values)
    for name in ("mean", "variance", "cov_row"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-13)


# ---- what cannot be measured ---------------------------------------------------------------------


def test_unbiased_variances_may_be_none_and_three_entries_may_be_enough() -> None:
    with pytest.raises(DataError, match="variance is not positive"):
        ppm.statistics(np.eye(2))
    mask = np.zeros((3, 4), bool)
    mask[0, :2] = mask[1, 0] = True  # one pair of every kind
    values = np.arange(12.0).reshape(3, 4) ** 2 + np.eye(3, 4)
    assert ppm.statistics(values, mask=mask).observed == 3


def test_places_that_do_not_tell_the_covariances_apart() -> None:
    # One full row and one full column of a matrix of two million by two million, written as sums.
    size = 2_000_000
    counts = np.ones(size + 1, np.int64)
    counts[0] = size
    zeros = np.zeros(size + 1)
    margins = Margins(
        center=0.0, row_counts=counts, column_counts=counts, row_sums=zeros, column_sums=zeros,
        squares=1.0, crossing=2.0 * size**2, minimum=0.0, maximum=1.0, integral=True,
    )  # fmt: skip
    with pytest.raises(DataError, match="whose places do not tell row and column covariance apart"):
        measured(margins, lambda: None)
