"""Leaving out every row and column: against doing it, and intervals against what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.stats

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.statistics.jackknife import two_way
from symppm.statistics.leaving_out import STATISTICS


def counts(seed: int, rows: int = 13, columns: int = 9) -> np.ndarray:
    rng = np.random.default_rng(seed)
    theta, beta = rng.gamma(0.7, 2.0, (rows, 3)), rng.gamma(0.7, 2.0, (3, columns))
    return rng.poisson(theta @ beta)


def by_hand(data: np.ndarray, axis: int, zeros: str, mask: np.ndarray | None) -> np.ndarray:
    """Measure anew without each line."""
    found = []
    for n in range(data.shape[axis]):
        kept = None if mask is None else np.delete(mask, n, axis)
        each = ppm.statistics(np.delete(data, n, axis), zeros=zeros, mask=kept)
        found.append([getattr(each, name) for name in STATISTICS])
    return np.array(found)


FORMS: dict[str, tuple[Callable[[np.ndarray], Any], str]] = {
    "dense": (np.array, "observed"),
    "fortran": (np.asfortranarray, "observed"),
    "float32": (lambda y: y.astype(np.float32), "observed"),
    "gaps": (np.array, "missing"),
    "gaps, fortran": (np.asfortranarray, "missing"),
    "csr": (scipy.sparse.csr_array, "observed"),
    "csc": (scipy.sparse.csc_array, "observed"),
    "csr, gaps": (scipy.sparse.csr_array, "missing"),
    "csc, gaps": (scipy.sparse.csc_array, "missing"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [0, 1])
def test_each_line_is_left_out(form: str, seed: int) -> None:
    data = counts(seed)
    made, zeros = FORMS[form]
    found = ppm.statistics(made(data), zeros=zeros, intervals=True).deletions
    assert found is not None
    for axis, table in enumerate((found.rows, found.columns)):
        expected = by_hand(data, axis, zeros, None)
        assert table == pytest.approx(expected, rel=1e-10, abs=1e-10 * np.abs(expected).max())


@pytest.mark.parametrize("order", ["C", "F"])
def test_each_line_is_left_out_of_what_a_mask_shows(order: Any) -> None:
    data = counts(3)
    mask = np.random.default_rng(4).random(data.shape) < 0.7
    found = ppm.statistics(np.array(data, order=order), mask=mask, intervals=True).deletions
    assert found is not None
    for axis, table in enumerate((found.rows, found.columns)):
        expected = by_hand(data, axis, "observed", mask)
        assert table == pytest.approx(expected, rel=1e-10, abs=1e-10 * np.abs(expected).max())


def test_a_large_offset_changes_the_means_only() -> None:
    data = counts(5)
    near = ppm.statistics(data, intervals=True).deletions
    far = ppm.statistics(data + 1e8, intervals=True).deletions
    assert near is not None
    assert far is not None
    scale = np.abs(near.rows[:, 1:]).max()
    assert far.rows[:, 0] - 1e8 == pytest.approx(near.rows[:, 0], abs=1e-6)
    assert far.rows[:, 1:] == pytest.approx(near.rows[:, 1:], abs=1e-6 * scale)


@pytest.mark.parametrize("form", ["dense", "gaps", "csr", "csr, gaps"])
def test_many_blocks_give_what_one_gives(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = counts(6, 40, 30)
    made, zeros = FORMS[form]
    once = ppm.statistics(made(data), zeros=zeros, intervals=True).deletions
    monkeypatch.setattr("symppm.statistics.leaving_out._PARALLEL_ENTRIES", 1)
    again = ppm.statistics(made(data), zeros=zeros, intervals=True).deletions
    assert once is not None
    assert again is not None
    assert again.rows == pytest.approx(once.rows, rel=1e-12, abs=1e-12)
    assert again.columns == pytest.approx(once.columns, rel=1e-12, abs=1e-12)


def test_the_jackknife_of_means_of_rows_is_the_usual_variance() -> None:
    rows = np.random.default_rng(7).normal(size=20)
    without = (rows.sum() - rows) / 19
    spread = two_way(without[:, None], np.zeros((5, 1)))
    assert spread.covariance[0, 0] == pytest.approx(rows.var(ddof=1) / 20)
    assert spread.freedom[0] == pytest.approx(19)
    reach = spread.reach(0.9)[0]
    assert reach == pytest.approx(scipy.stats.t(19).ppf(0.95) * rows.std(ddof=1) / 20**0.5)


@pytest.mark.thorough
def test_intervals_cover_what_they_are_about_as_often_as_they_say() -> None:
    """Poisson factorization with K = 5 and Gamma(1, 1) priors; moments by the printed formulas."""
    truth = {"mean": 5.0, "variance": 5 * (1 + 3), "cov_row": 5.0, "cov_col": 5.0,
             "rho_row": 0.25, "rho_col": 0.25}  # fmt: skip
    runs, side = 200, 60
    rng = np.random.default_rng(8)
    hits = dict.fromkeys(truth, 0)
    for _ in range(runs):
        theta, beta = rng.gamma(1, 1, (side, 5)), rng.gamma(1, 1, (5, side))
        found = ppm.statistics(rng.poisson(theta @ beta), intervals=True).interval(0.95)
        for name, value in truth.items():
            low, high = found[name]
            hits[name] += low <= value <= high
    # Not less than 91 % in truth, at five standard errors of the count; both margins are on the
    # safe side, so that more than 95 % is no fault.
    least = 0.91 * runs - 5 * (0.91 * 0.09 * runs) ** 0.5
    assert all(count >= least for count in hits.values()), hits


def test_scales_of_intervals() -> None:
    found = ppm.statistics(counts(9), intervals=True)
    for name, (low, high) in found.interval(0.8).items():
        value = getattr(found, name)
        assert low < value < high
        middle = (low * high) ** 0.5 if name in {"mean", "variance"} else (low + high) / 2
        assert middle == pytest.approx(value)
    wide, narrow = found.interval(0.99)["rho_row"], found.interval(0.5)["rho_row"]
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    shifted = ppm.statistics(counts(9) - 3.0, intervals=True)
    low, high = shifted.interval()["mean"]
    assert (low + high) / 2 == pytest.approx(shifted.mean)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ParameterError, match=r"measured with intervals=True"):
        ppm.statistics(counts(1)).interval()
    for level in (0, 1, 95, "high"):
        with pytest.raises(ParameterError, match="a number between 0 and 1"):
            ppm.statistics(counts(1), intervals=True).interval(level)  # type: ignore[arg-type]
    # Without the first row no two entries share a row.
    gaps = np.array([[1.0, 9, 0, 0], [3, 0, 0, 0], [0, 0, 4, 0], [0, 0, 7, 0], [0, 0, 0, 1]])
    with pytest.raises(DataError, match=r"row 1, without which statistics cannot be"):
        ppm.statistics(gaps, zeros="missing", intervals=True).interval()


def test_intervals_take_no_part_in_comparisons_or_in_what_is_printed() -> None:
    plain, more = ppm.statistics(counts(2)), ppm.statistics(counts(2), intervals=True)
    assert plain == more
    assert repr(plain) == repr(more)
