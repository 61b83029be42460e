"""The cycle cumulant of large matrices: pairs of lines that are not kept, and random vectors."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from scipy import sparse

from symppm.errors import DataError
from symppm.measure.arrays import BlockMatrix, DenseMatrix, Matrix, SparseMatrix
from symppm.measure.distinct.complete import cycle_complete
from symppm.measure.distinct.gaps import cycle_with_gaps
from symppm.measure.distinct.probes import line_squares
from symppm.measure.distinct.randomised import cycle_randomised
from symppm.measure.distinct.types import Cycle
from symppm.statistics.jackknife import two_way
from symppm.statistics.sums import margins_of

PROBES = 8
SEEDS = 100


def randomised(matrix: Matrix, probes: int = PROBES, seed: int = 0) -> Cycle:
    return cycle_randomised(
        matrix, margins_of(matrix), probes=probes, random_seed=seed, leave_out=True, progress=False
    )


def exact(matrix: Matrix) -> Cycle:
    margins = margins_of(matrix)
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        return cycle_complete(matrix, margins, leave_out=True)
    return cycle_with_gaps(matrix, margins, leave_out=True)


def counts(shape: tuple[int, int], scale: float, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    rows, columns = (rng.gamma(0.7, 1.0, (length, 6)) for length in shape)
    return np.asarray(rng.poisson(scale * rows @ columns.T), dtype=float)


def error(cycle: Cycle) -> float:
    return float(two_way(np.array(cycle.rows)[:, None], np.array(cycle.columns)[:, None]).errors[0])


def forms() -> dict[str, Matrix]:
    """Matrices with more entries a line than random vectors are worth."""
    data = counts((140, 110), 1.0)
    mask = np.random.default_rng(2).random(data.shape) < 0.75
    parts = [DenseMatrix(data[:, :40]), DenseMatrix(data[:, 40:])]
    pieces = [SparseMatrix(sparse.csr_array(data[:50])), SparseMatrix(sparse.csr_array(data[50:]))]
    return {
        "dense": DenseMatrix(data + 3),
        "columns": DenseMatrix(np.asfortranarray(data)),
        "blocks": BlockMatrix(data.shape, data.dtype, lambda: iter(parts), by_columns=True),
        "zeros": SparseMatrix(sparse.csr_array(data)),
        "sparse blocks": BlockMatrix(data.shape, data.dtype, lambda: iter(pieces)),
        "mask": DenseMatrix(data, mask),
        "gaps": SparseMatrix(sparse.csc_array(np.where(mask, data + 1, 0.0)), False),
    }


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["csr", "csc"])
def test_pairs_of_stored_lines_are_exact(kind: str, turned: bool) -> None:
    data = counts((90, 40), 0.05, seed=3)
    data[5] = data[:, 7] = 0
    data = data.T if turned else data
    matrix = SparseMatrix(getattr(sparse, f"{kind}_array")(data))
    cycle = randomised(matrix)
    truth = exact(DenseMatrix(data))
    assert cycle.probe_error == 0
    assert cycle.value == pytest.approx(truth.value, rel=1e-10)
    for found, true in ((cycle.rows, truth.rows), (cycle.columns, truth.columns)):
        np.testing.assert_allclose(found, true, rtol=1e-9, atol=1e-12 * abs(truth.value))
    assert cycle.largest_place == truth.largest_place
    assert cycle.largest_share == pytest.approx(truth.largest_share, rel=1e-8)


def test_few_gaps_a_line_are_exact() -> None:
    data = counts((60, 50), 2.0) + 1
    kept = np.random.default_rng(4).random(data.shape) < 0.3
    matrix = SparseMatrix(sparse.csr_array(np.where(kept, data, 0.0)), False)
    cycle, truth = randomised(matrix), exact(matrix)
    assert cycle.probe_error == 0
    assert cycle.value == truth.value
    assert np.array_equal(cycle.rows, truth.rows)


@pytest.mark.parametrize("form", sorted(forms()))
def test_probes_have_no_bias_and_the_error_they_say(form: str) -> None:
    matrix = forms()[form]
    truth = exact(matrix)
    found = [randomised(matrix, seed=seed) for seed in range(SEEDS)]
    values = np.array([each.value for each in found])
    errors = np.array([each.probe_error for each in found])
    assert (errors > 0).all()
    spread = values.std(ddof=1)
    assert abs(values.mean() - truth.value) < 4 * spread / np.sqrt(SEEDS)
    # Sums of squares of signs: less than two more than a Gaussian in kurtosis.
    assert spread / np.sqrt((errors**2).mean()) == pytest.approx(1, abs=4 / np.sqrt(SEEDS))
    assert (np.abs(values - truth.value) > 4 * errors).mean() < 0.05


@pytest.mark.parametrize("form", ["dense", "zeros", "gaps"])
def test_what_probes_spread_is_taken_out_of_the_jackknife(form: str) -> None:
    matrix = forms()[form]
    truth = exact(matrix)
    found = [randomised(matrix, 24, seed) for seed in range(12)]
    mean = np.sqrt(np.mean([error(each) ** 2 for each in found]))
    assert mean == pytest.approx(error(truth), rel=0.1)
    assert np.corrcoef(found[0].rows, truth.rows)[0, 1] > 0.7
    assert np.corrcoef(found[0].columns, truth.columns)[0, 1] > 0.7


@pytest.mark.parametrize("form", ["dense", "zeros", "gaps"])
def test_a_seed_is_a_result_whatever_the_threads(form: str) -> None:
    matrix = forms()[form]
    before = numba.get_num_threads()
    results = []
    try:
        for threads in (1, numba.config.NUMBA_NUM_THREADS):
            numba.set_num_threads(threads)
            results.append(randomised(matrix, 6, seed=5))
    finally:
        numba.set_num_threads(before)
    one, other = results
    assert (one.value, one.probe_error) == (other.value, other.probe_error)
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.columns, other.columns)
    assert randomised(matrix, 6, seed=6).value != one.value


def test_line_squares_of_a_matrix_that_is_known() -> None:
    rng = np.random.default_rng(6)
    root = rng.normal(size=(60, 80)) * rng.gamma(1.0, 1.0, (60, 1))
    matrix = root @ root.T
    found = [
        line_squares(
            lambda block: matrix @ block,
            np.diag(matrix),
            10,
            np.random.default_rng(seed),
            lambda _: None,
        )
        for seed in range(300)
    ]
    truth = (matrix**2).sum(1)
    lines = np.array([each.lines for each in found])
    noise = lines.std(0, ddof=1)
    assert (np.abs(lines.mean(0) - truth) < 4.5 * noise / np.sqrt(300)).all()
    said = np.sqrt(np.mean([each.noise for each in found], axis=0))
    assert np.median(noise / said) == pytest.approx(1, abs=0.1)
    totals = np.array([each.total for each in found])
    assert totals == pytest.approx(lines.sum(1), rel=1e-12)
    said_of_total = np.sqrt(np.mean([each.variance for each in found]))
    assert totals.std(ddof=1) == pytest.approx(said_of_total, rel=0.25)


def test_few_directions_leave_nothing_to_probes() -> None:
    root = np.random.default_rng(7).normal(size=(50, 3))
    matrix = root @ root.T
    found = line_squares(
        lambda block: matrix @ block, np.diag(matrix), 8, np.random.default_rng(0), lambda _: None
    )
    np.testing.assert_allclose(found.lines, (matrix**2).sum(1), rtol=1e-9)
    assert found.variance < 1e-18 * found.total**2


def test_more_probes_have_less_error() -> None:
    matrix = forms()["dense"]
    few, many = (
        np.mean([randomised(matrix, probes, seed).probe_error for seed in range(8)])
        for probes in (6, 48)
    )
    assert many < few / 3


@pytest.mark.parametrize("kind", ["f4", "f8", "i8"])
def test_rows_and_columns_that_add_up_have_no_cycle(kind: str) -> None:
    additive = np.arange(90.0)[:, None] / 7 - np.arange(80.0) / 3
    if kind == "i8":
        additive = np.arange(90)[:, None] * 3 - np.arange(80) + 2**40
    cycle = randomised(DenseMatrix(additive.astype(kind)))
    assert cycle.value == 0
    assert cycle.probe_error == 0
    assert not cycle.rows.any()


def test_a_small_interaction_of_whole_numbers_far_from_zero_is_found() -> None:
    data = counts((140, 110), 1.0).astype(np.int64)
    near, far = (randomised(DenseMatrix(data + shift), 6) for shift in (0, 2**50))
    assert near.value > 0
    assert far.value == pytest.approx(near.value, rel=1e-9)


def test_leaving_nothing_out_gives_the_same_estimate() -> None:
    for matrix in forms().values():
        margins = margins_of(matrix)
        short = cycle_randomised(
            matrix, margins, probes=6, random_seed=3, leave_out=False, progress=True
        )
        assert short.value == randomised(matrix, 6, 3).value
        assert short.rows is None
        assert short.columns is None


def test_a_mask_without_rectangles_is_refused() -> None:
    matrix = SparseMatrix(sparse.csr_array(np.eye(9)), False)
    with pytest.raises(DataError, match="no rectangles"):
        randomised(matrix)
