"""Statistics and intervals against exact rational arithmetic, and against other orders of sums."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.measure import deletions as second_pass
from symppm.measure import found as first_pass
from symppm.measure.arrays import BlockMatrix, DenseMatrix
from symppm.statistics.leaving_out import STATISTICS

Exact = dict[str, Fraction]
Mask = NDArray[np.bool_]

SEEN = np.random.default_rng(0).random((23, 17)) < 0.6


def exactly(values: NDArray[Any], observed: Mask | None = None) -> Exact:
    """All estimates in exact arithmetic, from sums over rows and columns of whole numbers.

    About the mean, the mean product of each kind of pair, less that of disjoint pairs, is a known
    combination of the three covariances (test_exact_statistics.py derives it pair by pair).
    """
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
    across, down = n_i - 1, m_j - 1
    squares = int((z * z).sum())
    row = int((z.sum(1) ** 2).sum()) - squares
    col = int((z.sum(0) ** 2).sum()) - squares
    other = n - n_i[:, None] - m_j[None, :] + 1
    pairs = {"row": int((n_i * across).sum()), "col": int((m_j * down).sum()),
             "none": int((seen * other).sum()), "same": n}  # fmt: skip
    products = {"row": row, "col": col, "none": -row - col - squares, "same": squares}
    partners = {"row": seen * across[:, None], "col": seen * down[None, :], "none": seen * other,
                "same": seen}  # fmt: skip

    def contrast(kind: str) -> Fraction:
        def average(each: str) -> Fraction:
            return Fraction(products[each], pairs[each]) / (n * unit) ** 2

        return average(kind) - average("none")

    def coupling(kind: str, by: str) -> Fraction:
        def average(each: str) -> Fraction:
            return Fraction(int((partners[each] * partners[by]).sum()), pairs[each])

        return Fraction(2, n) * (average(kind) - average("none"))

    a, b = 1 - coupling("row", "row"), -coupling("row", "col")
    c, d = -coupling("col", "row"), 1 - coupling("col", "col")
    x, y = contrast("row"), contrast("col")
    cov_row, cov_col = (x * d - y * b) / (a * d - b * c), (y * a - x * c) / (a * d - b * c)
    variance = contrast("same") + coupling("same", "row") * cov_row
    variance += coupling("same", "col") * cov_col
    return {"mean": total / n, "variance": variance, "cov_row": cov_row, "cov_col": cov_col,
            "rho_row": cov_row / variance, "rho_col": cov_col / variance}  # fmt: skip


def check(numbers: dict[str, float], exact: Exact, tolerance: float = 1e-12) -> None:
    """Mean and variance relative to themselves, covariances to the variance."""
    size = {"mean": abs(exact["mean"]), "rho_row": Fraction(1), "rho_col": Fraction(1)}
    for name, value in numbers.items():
        error = abs(Fraction(value) - exact[name])
        assert error <= tolerance * size.get(name, exact["variance"]), name


def check_all(found: ppm.Statistics, values: NDArray[Any], observed: Mask | None = None) -> None:
    """Check estimates, and those without some of the rows and of the columns."""
    check({name: getattr(found, name) for name in STATISTICS}, exactly(values, observed))
    deletions = found.deletions
    assert deletions is not None
    for axis, table in enumerate((deletions.rows, deletions.columns)):
        for line in range(0, len(table), 5):
            left = np.delete(values, line, axis)
            seen = None if observed is None else np.delete(observed, line, axis)
            check(dict(zip(STATISTICS, table[line].tolist(), strict=True)), exactly(left, seen))


def counts(seed: int, largest: int) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    rate = rng.gamma(0.7, 2.0, (23, 2)) @ rng.gamma(0.7, 2.0, (2, 17))
    drawn = rng.poisson(rate)
    drawn[1, 2] = 0
    return np.asarray(drawn * max(1, largest // int(drawn.max())) + rng.integers(0, 2, drawn.shape))


def in_blocks(values: NDArray[Any]) -> BlockMatrix:
    return BlockMatrix(
        (values.shape[0], values.shape[1]),
        values.dtype,
        lambda: (DenseMatrix(values[k : k + 4]) for k in range(0, len(values), 4)),
    )


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
}
FORMS = {**DENSE, **SPARSE}


@pytest.mark.parametrize("largest", [1, 40, 10**6, 10**15])
@pytest.mark.parametrize("form", FORMS)
def test_whole_numbers_in_every_form(form: str, largest: int) -> None:
    data = counts(1, largest)
    made = FORMS[form]
    found = ppm.statistics(made(data), intervals=True)
    check_all(found, data)
    assert found.integral
    assert (found.minimum, found.maximum) == (data.min(), data.max())
    check_all(ppm.statistics(made(data), zeros="missing", intervals=True), data, data != 0)
    if form in DENSE:
        check_all(ppm.statistics(made(data), mask=SEEN, intervals=True), data, SEEN)


@pytest.mark.parametrize("sign", [-1, 1])
def test_signed_whole_numbers_and_thin_matrices(sign: int) -> None:
    compared = []
    for seed, shape in enumerate([(2, 2), (2, 50), (50, 2), (3, 40), (40, 33)]):
        drawn = np.random.default_rng(seed).integers(-1000, 1000, shape) + sign * 300
        drawn += np.random.default_rng(seed + 9).integers(-500, 500, (shape[0], 1))
        if exactly(drawn)["variance"] > 0:
            found = ppm.statistics(drawn)
            check({name: getattr(found, name) for name in STATISTICS}, exactly(drawn))
            compared.append(shape)
    # The unbiased variance of the smallest may be negative.
    assert set(compared) >= {(2, 50), (50, 2), (3, 40), (40, 33)}


def typed(dtype: str) -> NDArray[Any]:
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return counts(2, 1) > 0
    if kind.kind == "f":
        rng = np.random.default_rng(3)
        return (rng.normal(3, 1, (23, 17)) + rng.normal(0, 1, (23, 1))).astype(kind)
    top = np.iinfo(kind).max
    return counts(2, int(min(top, 10**15)) - 1).astype(kind)


# What is not compiled for elsewhere takes seconds each to compile.
@pytest.mark.parametrize(
    "dtype", ["q", "d", *(pytest.param(x, marks=pytest.mark.thorough) for x in "?bhiBHIQefg")]
)
def test_every_type_in_every_form(dtype: str) -> None:
    data = typed(dtype)
    # Extended precision is read as double precision; that is what is measured exactly.
    exact = data.astype(np.float64) if dtype == "g" else data.astype(int) if dtype == "?" else data
    for form, made in FORMS.items():
        if form in SPARSE and dtype == "e":
            continue  # SciPy has no sparse matrices of it
        check_all(ppm.statistics(made(data), intervals=True), exact)
        if dtype != "?":  # truth values that are not zero do not vary
            gaps = ppm.statistics(made(data), zeros="missing", intervals=True)
            check_all(gaps, exact, exact != 0)
        if form in DENSE:
            check_all(ppm.statistics(made(data), mask=SEEN, intervals=True), exact, SEEN)


@pytest.mark.parametrize(
    ("dtype", "offset"),
    [
        ("q", 2**63 - 1000),
        ("q", -(2**63) + 7),
        pytest.param("Q", 2**64 - 1000, marks=pytest.mark.thorough),
        pytest.param("Q", 2**53 + 1, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_integers_that_float64_does_not_hold(form: str, dtype: str, offset: int) -> None:
    small = counts(4, 100)
    data = np.array([[int(x) + offset for x in row] for row in small], dtype)
    found = ppm.statistics(FORMS[form](data), intervals=True)
    check_all(found, data)
    assert (found.minimum, found.maximum) == (int(data.min()), int(data.max()))
    assert (found.variance, found.rho_row) == pytest.approx(
        (ppm.statistics(small).variance, ppm.statistics(small).rho_row), rel=1e-13
    )
    gaps = ppm.statistics(FORMS[form](data), zeros="missing", intervals=True)
    check_all(gaps, data, np.ones(data.shape, bool))
    if form in DENSE:
        check_all(ppm.statistics(DENSE[form](data), mask=SEEN, intervals=True), data, SEEN)


@pytest.mark.parametrize("gaps", [False, True])
def test_an_offset_of_1e8_leaves_the_correlations_of_a_gaussian_matrix(gaps: bool) -> None:
    rng = np.random.default_rng(6)
    values = rng.normal(size=(200, 1)) + rng.normal(size=(1, 300)) + rng.normal(size=(200, 300))
    mask = rng.random(values.shape) < 0.4 if gaps else None
    near = ppm.statistics(values, mask=mask, intervals=True)
    far = ppm.statistics(values + 1e8, mask=mask, intervals=True)
    for name in ("rho_row", "rho_col"):
        assert getattr(far, name) == pytest.approx(getattr(near, name), abs=1e-6)
        assert far.interval()[name] == pytest.approx(near.interval()[name], abs=1e-6)
    assert near.deletions is not None
    assert far.deletions is not None
    assert np.abs(near.deletions.rows[:, 4:] - far.deletions.rows[:, 4:]).max() < 1e-6
    assert np.abs(near.deletions.columns[:, 4:] - far.deletions.columns[:, 4:]).max() < 1e-6


def test_float32_is_summed_in_float64() -> None:
    rng = np.random.default_rng(7)
    data = (1000 + rng.normal(size=(700, 500))).astype(np.float32)
    check(
        {name: getattr(ppm.statistics(data), name) for name in STATISTICS},
        {name: Fraction(getattr(ppm.statistics(data.astype(np.float64)), name))
         for name in STATISTICS},
        1e-14,
    )  # fmt: skip
    # In float32 the sum alone would be off by far more.
    mean = Fraction(sum(map(int, (data.astype(np.float64) * 2**20).ravel().tolist())), 2**20)
    assert abs(Fraction(ppm.statistics(data).mean) - mean / data.size) < 1e-12


CASES = """
import numpy as np
from scipy import sparse
from symppm.statistics.moments import statistics
rng = np.random.default_rng(8)
values = rng.gamma(1.0, 3.0, (1100, 1)) * rng.gamma(2.0, 1.0, (1, 1000))
values += rng.normal(size=values.shape)
mask = rng.random(values.shape) < 0.95
thin = np.where(mask, values, 0)
some = np.where(rng.random(values.shape) < 0.4, values, 0)
large = np.zeros((2200, 1300))
large[:1100, :1000] = values
large[1100:, 300:] = some[:, :]
for found in (
    statistics(values, intervals=True),
    statistics(np.asfortranarray(values), intervals=True),
    statistics(values, mask=mask, intervals=True),
    statistics(sparse.csr_array(large), intervals=True),
    statistics(sparse.csr_array(thin), zeros="missing", intervals=True),
):
    print(found.mean, found.variance, found.rho_row, found.rho_col, end="")
    for table in (found.deletions.rows, found.deletions.columns):
        print("", *table[::50].ravel().tolist(), end="")
    print()
"""


@pytest.mark.thorough
def test_threads_make_no_difference(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """In processes of their own: a matrix of more than a million entries is summed in parallel."""
    answers = []
    for threads in ("1", "2"):
        run = run_python("-c", CASES, env={"NUMBA_NUM_THREADS": threads})
        assert run.returncode == 0, run.stderr
        answers.append([[float(x) for x in line.split()] for line in run.stdout.splitlines()])
    assert len(answers[0]) == 5
    for one, two in zip(*answers, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-13)


@pytest.mark.parametrize("entries", [1 << 8, 1 << 13])
def test_the_size_of_blocks_makes_no_difference(
    entries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(9)
    values = rng.normal(5, 1, (150, 90)) * rng.gamma(2, 1, (150, 1))
    thin = sparse.csr_array(np.where(rng.random(values.shape) < 0.3, values, 0))
    cases: list[Callable[[], ppm.Statistics]] = [
        lambda: ppm.statistics(values, intervals=True),
        lambda: ppm.statistics(values, mask=values > 3, intervals=True),
        lambda: ppm.statistics(thin, intervals=True),
        lambda: ppm.statistics(thin, zeros="missing", intervals=True),
    ]
    once = [case() for case in cases]
    for module in (first_pass, second_pass):
        monkeypatch.setattr(module, "_PARALLEL_ENTRIES", 1)
        monkeypatch.setattr(module, "_BLOCK_ENTRIES", entries)
        monkeypatch.setattr(module, "_BLOCKS", 50)
    for one, case in zip(once, cases, strict=True):
        close(case(), one)


def close(one: ppm.Statistics, other: ppm.Statistics) -> None:
    assert one.deletions is not None
    assert other.deletions is not None
    for name in STATISTICS:
        size = other.variance if name.startswith("cov") else 1.0
        assert getattr(one, name) == pytest.approx(
            getattr(other, name), rel=1e-13, abs=1e-13 * size
        )
    for name in ("rows", "columns"):
        np.testing.assert_allclose(
            getattr(one.deletions, name),
            getattr(other.deletions, name),
            rtol=1e-13,
            atol=1e-13 * other.variance,
        )


def test_the_order_of_triples_makes_no_difference() -> None:
    rng = np.random.default_rng(10)
    values = np.where(rng.random((60, 50)) < 0.4, rng.normal(3, 2, (60, 50)), 0)
    rows, columns = values.nonzero()
    found = []
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(rows.size)
        triples = (values[rows[order], columns[order]], (rows[order], columns[order]))
        found.append(ppm.statistics(sparse.coo_array(triples, values.shape), intervals=True))
    for other in found[1:]:
        close(other, found[0])


def test_the_form_of_storage_makes_no_difference() -> None:
    rng = np.random.default_rng(11)
    for share in (0.3, 0.9):
        values = np.where(rng.random((60, 50)) < share, rng.normal(3, 2, (60, 50)), 0)
        forms = [*DENSE.values(), *SPARSE.values()]
        for zeros in ("observed", "missing"):
            found = [ppm.statistics(made(values), zeros=zeros, intervals=True) for made in forms]
            for other in found[1:]:
                close(other, found[0])
