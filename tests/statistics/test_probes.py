"""The cycle of large complete matrices: pairs of entries that are not held, and random vectors."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from symppm.data.matrix import BlockMatrix, DenseMatrix, Matrix, SparseMatrix
from symppm.statistics import cycle
from symppm.statistics.cycle import Cycle, cycle_of
from symppm.statistics.jackknife import two_way
from symppm.statistics.probes import Probed, Probes, probed
from symppm.statistics.sums import margins_of

PROBES = 8
SEEDS = 100


def randomised(matrix: Matrix, probes: int = PROBES, seed: int = 0) -> Cycle:
    return cycle_of(matrix, margins_of(matrix), probes=Probes(probes, seed))


def exact(matrix: Matrix) -> Cycle:
    return cycle_of(matrix, margins_of(matrix))


def counts(shape: tuple[int, int], scale: float, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    rows, columns = (rng.gamma(0.7, 1.0, (length, 6)) for length in shape)
    return np.asarray(rng.poisson(scale * rows @ columns.T), dtype=float)


def error(found: Cycle) -> float:
    assert found.rows is not None
    assert found.columns is not None
    return float(two_way(found.rows[:, None], found.columns[:, None]).errors[0])


def forms() -> dict[str, Matrix]:
    """Matrices with more entries a line than random vectors are worth."""
    data, thin = counts((140, 110), 1.0), counts((400, 300), 0.15)
    parts = [DenseMatrix(data[:, :40]), DenseMatrix(data[:, 40:])]
    blocks = [SparseMatrix(sparse.csr_array(thin[:50])), SparseMatrix(sparse.csr_array(thin[50:]))]
    assert (thin != 0).mean() < 0.5
    return {
        "dense": DenseMatrix(data + 3),
        "columns": DenseMatrix(np.asfortranarray(data)),
        "blocks": BlockMatrix(data.shape, data.dtype, lambda: iter(parts), by_columns=True),
        "zeros": SparseMatrix(sparse.csr_array(thin)),
        "sparse blocks": BlockMatrix(thin.shape, thin.dtype, lambda: iter(blocks)),
    }


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["csr", "csc"])
def test_pairs_of_stored_entries_are_exact_whatever_the_sides(
    kind: str, turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = counts((90, 40), 0.05, seed=3)
    data[5] = data[:, 7] = 0
    data = data.T if turned else data
    truth = exact(DenseMatrix(data))
    monkeypatch.setattr(cycle, "LARGEST_SHORT_SIDE", 10)
    found = exact(SparseMatrix(getattr(sparse, f"{kind}_array")(data)))
    assert found.probe_error == 0
    assert found.value == pytest.approx(truth.value, rel=1e-10)
    for one, other in ((found.rows, truth.rows), (found.columns, truth.columns)):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12 * abs(truth.value))
    assert found.largest[1] == truth.largest[1]


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


@pytest.mark.parametrize("form", ["dense", "zeros"])
def test_what_probes_spread_is_taken_out_of_the_jackknife(form: str) -> None:
    matrix = forms()[form]
    truth = exact(matrix)
    found = [randomised(matrix, 24, seed) for seed in range(12)]
    mean = np.sqrt(np.mean([error(each) ** 2 for each in found]))
    assert mean == pytest.approx(error(truth), rel=0.1)
    assert np.corrcoef(found[0].rows, truth.rows)[0, 1] > 0.7
    assert np.corrcoef(found[0].columns, truth.columns)[0, 1] > 0.7


def test_a_seed_is_a_result() -> None:
    matrix = forms()["dense"]
    one, other = (randomised(matrix, 6, seed=5) for _ in range(2))
    assert (one.value, one.probe_error) == (other.value, other.probe_error)
    np.testing.assert_array_equal(one.rows, other.rows)
    assert randomised(matrix, 6, seed=6).value != one.value


def test_squares_of_lines_of_a_matrix_that_is_known() -> None:
    rng = np.random.default_rng(6)
    root = rng.normal(size=(60, 80)) * rng.gamma(1.0, 1.0, (60, 1))
    matrix = root @ root.T

    def drawn(seed: int) -> Probed:
        rng = np.random.default_rng(seed)
        return probed(lambda block: matrix @ block, np.diag(matrix), 10, rng, lambda _: None)

    found = [drawn(seed) for seed in range(300)]
    lines = np.array([each.lines for each in found])
    noise = lines.std(0, ddof=1)
    assert (np.abs(lines.mean(0) - (matrix**2).sum(1)) < 4.5 * noise / np.sqrt(300)).all()
    said = np.sqrt(np.mean([each.noise for each in found], axis=0))
    assert np.median(noise / said) == pytest.approx(1, abs=0.1)
    said_of_total = np.sqrt(np.mean([each.error**2 for each in found]))
    assert lines.sum(1).std(ddof=1) == pytest.approx(said_of_total, rel=0.25)


def test_few_directions_leave_nothing_to_probes() -> None:
    root = np.random.default_rng(7).normal(size=(50, 3))
    matrix = root @ root.T
    found = probed(
        lambda block: matrix @ block, np.diag(matrix), 8, np.random.default_rng(0), lambda _: None
    )
    np.testing.assert_allclose(found.lines, (matrix**2).sum(1), rtol=1e-9)
    assert found.error < 1e-9 * found.lines.sum()


def test_a_small_interaction_of_whole_numbers_far_from_zero_is_found() -> None:
    data = counts((140, 110), 1.0).astype(np.int64)
    near, far = (randomised(DenseMatrix(data + shift), 6) for shift in (0, 2**50))
    assert near.value > 0
    assert far.value == pytest.approx(near.value, rel=1e-9)
