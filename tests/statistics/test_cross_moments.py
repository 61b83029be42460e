"""All statistics of distinct entries together: their order, their intervals, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.data.matrix import read
from symppm.errors import DataError, NotBuiltError, ParameterError
from symppm.statistics import cross_moments as estimate
from symppm.statistics.cross_moments import DISTINCT
from symppm.statistics.sums import checked_margins

PAIRED = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")


@pytest.fixture(scope="module")
def counts() -> NDArray[np.int64]:
    rng = np.random.default_rng(4)
    return rng.poisson(rng.gamma(0.5, 1, (40, 3)) @ rng.gamma(0.5, 1, (3, 30)))


def test_second_moments_are_those_of_statistics(counts: NDArray[np.int64]) -> None:
    found = ppm.distinct_statistics(counts)
    pairs = ppm.statistics(counts, intervals=True)
    assert tuple(found.values) == DISTINCT
    assert found.statistics == pairs
    assert all(found.values[name] == getattr(pairs, name) for name in PAIRED)
    assert pairs.deletions is not None
    assert found.rows is not None
    assert found.columns is not None
    np.testing.assert_array_equal(found.rows[:, :6], pairs.deletions.rows)
    np.testing.assert_array_equal(found.columns[:, :6], pairs.deletions.columns)


@pytest.mark.parametrize("gaps", [False, True])
def test_tables_hold_what_measuring_less_gives(gaps: bool, counts: NDArray[np.int64]) -> None:
    observed = np.random.default_rng(2).random(counts.shape) < 0.8 if gaps else None
    found = ppm.distinct_statistics(counts, mask=observed)
    assert found.rows is not None
    assert found.columns is not None
    assert found.rows.shape == (40, len(DISTINCT))
    assert found.columns.shape == (30, len(DISTINCT))
    # With gaps third cumulants are about the mean of all, and the cycle is first order only.
    kept = slice(0, 6) if gaps else slice(None)
    for axis, table in ((0, found.rows), (1, found.columns)):
        for k in (0, 7, 29):
            less = ppm.distinct_statistics(
                np.delete(counts, k, axis),
                mask=None if observed is None else np.delete(observed, k, axis),
                intervals=False,
            )
            values = np.array(list(less.values.values()))
            np.testing.assert_allclose(table[k, kept], values[kept], rtol=1e-7)


def test_without_intervals_values_are_the_same_and_nothing_is_known_of_them(
    counts: NDArray[np.int64],
) -> None:
    found = ppm.distinct_statistics(counts, intervals=False)
    assert found.values == pytest.approx(dict(ppm.distinct_statistics(counts).values))
    assert found.rows is None
    assert found.columns is None
    assert found.spread is None
    assert set(found.interval().values()) == {(-np.inf, np.inf)}


def test_intervals_are_the_two_way_jackknife(counts: NDArray[np.int64]) -> None:
    found = ppm.distinct_statistics(counts)
    assert found.rows is not None
    assert found.columns is not None
    spread = found.spread
    assert spread is not None
    n, m = counts.shape
    for place, name in enumerate(DISTINCT):
        variance = (n - 1) * found.rows[:, place].var() + (m - 1) * found.columns[:, place].var()
        np.testing.assert_allclose(spread.covariance[place, place], variance, rtol=1e-9)
        low, high = found.interval(0.9)[name]
        assert low < found.values[name] < high


def test_the_same_seed_gives_the_same_probes(counts: NDArray[np.int64]) -> None:
    one, other, third = (
        ppm.distinct_statistics(counts, probes=30, random_seed=seed) for seed in (1, 1, 2)
    )
    assert one.values == other.values
    assert one.values["cycle"] != third.values["cycle"]
    assert one.probe_error == other.probe_error > 0
    exactly = ppm.distinct_statistics(counts)
    assert exactly.probe_error == 0
    assert abs(one.values["cycle"] - exactly.values["cycle"]) < 6 * one.probe_error
    assert one.spread is not None
    assert one.rows is not None
    place = DISTINCT.index("cycle")
    assert one.spread.covariance[place, place] > one.probe_error**2


def test_what_has_been_read_is_not_read_again(counts: NDArray[np.int64]) -> None:
    matrix = read(counts)
    margins = checked_margins(matrix)
    pairs = ppm.statistics(counts)
    found = estimate.distinct_of(matrix, margins, pairs)
    truth = ppm.distinct_statistics(counts)
    assert found.values == truth.values
    np.testing.assert_array_equal(found.rows, truth.rows)
    assert estimate.distinct_of(matrix, margins, pairs, intervals=False).rows is None


@pytest.mark.parametrize("shape", [(3, 9), (9, 3)])
def test_three_rows_or_columns_are_too_few(shape: tuple[int, int]) -> None:
    with pytest.raises(DataError, match="at least 4 rows and 4 columns"):
        ppm.distinct_statistics(np.random.default_rng(0).normal(size=shape))


def test_four_rows_give_a_cycle_without_an_interval_and_all_else_with_one() -> None:
    found = ppm.distinct_statistics(np.random.default_rng(0).poisson(3.0, (4, 9)))
    assert np.isfinite(found.values["cycle"])
    assert found.interval()["cycle"] == (-np.inf, np.inf)
    spread = found.spread
    assert spread is not None
    place = DISTINCT.index("cycle")
    assert np.isinf(spread.covariance[place]).all()
    assert found.rows is not None
    assert found.columns is not None
    for name in DISTINCT:
        k = DISTINCT.index(name)
        if name != "cycle":
            variance = 3 * found.rows[:, k].var() + 8 * found.columns[:, k].var()
            np.testing.assert_allclose(spread.covariance[k, k], variance, rtol=1e-9)
            low, high = found.interval()[name]
            assert low < found.values[name] < high


@pytest.mark.parametrize("unit", [1e-60, 1e-40, 1e40, 1e60])
def test_intervals_do_not_depend_on_the_unit(unit: float, counts: NDArray[np.int64]) -> None:
    # The variance of the cycle has eighth powers of the data, which are no numbers.
    plain, other = ppm.distinct_statistics(counts), ppm.distinct_statistics(counts * unit)
    for name, ends in plain.interval().items():
        named = {"rho_row": 0, "rho_col": 0, "mean": 1, "cycle": 4}.get(name)
        power = (3 if name.startswith("cumulant") else 2) if named is None else named
        np.testing.assert_allclose(other.interval()[name], np.array(ends) * unit**power, rtol=1e-6)
    assert other.spread is not None
    place = DISTINCT.index("mean")
    assert plain.spread is not None
    np.testing.assert_allclose(
        other.spread.covariance[place, place], plain.spread.covariance[place, place] * unit**2
    )


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (np.ones((6, 6)), DataError, "all 1"),
        (np.zeros((6, 6, 6)), DataError, "3 dimensions"),
        (np.full((6, 6), np.nan), DataError, "not finite|nan"),
    ],
)
def test_what_is_no_matrix_of_numbers_that_vary_is_refused(
    data: NDArray[np.float64], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        ppm.distinct_statistics(data)


@pytest.mark.parametrize(
    "options", [{"probes": 1}, {"probes": 2.5}, {"random_seed": -1}, {"random_seed": "x"}]
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        ppm.distinct_statistics(np.eye(6), **options)  # type: ignore[arg-type]


def test_triples_in_a_table_are_not_built(tmp_path: Path) -> None:
    path = tmp_path / "triples.csv"
    path.write_text("user,item,plays\na,x,3\na,y,1\nb,x,2\n", "utf-8")
    triples = ppm.triples(path)
    with pytest.raises(NotBuiltError, match="engine"):
        ppm.distinct_statistics(triples)  # type: ignore[arg-type]


def poisson(rng: np.random.Generator, rate: NDArray[np.float64]) -> NDArray[np.int64]:
    return rng.poisson(rate)


def negative_binomial(rng: np.random.Generator, rate: NDArray[np.float64]) -> NDArray[np.int64]:
    return rng.poisson(rate * rng.exponential(size=rate.shape))


def half_zeroed(rng: np.random.Generator, rate: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.where(rng.random(rate.shape) < 0.5, rng.poisson(rate), 0)


@pytest.mark.parametrize(
    ("draw", "kept", "draws"),
    [(poisson, 1.0, 200), (negative_binomial, 1.0, 200), (half_zeroed, 0.5, 800)],
)
def test_the_cycle_does_not_see_how_entries_vary(
    draw: Callable[..., NDArray[np.int64]], kept: float, draws: int
) -> None:
    # K sigma_theta^4 sigma_beta^4, with Gamma(0.1, 1) priors.
    truth = 25 * 0.1**2 * 0.1**2 * kept**4
    rng = np.random.default_rng(12)
    found = []
    for _ in range(draws):
        rate = rng.gamma(0.1, 1, (60, 25)) @ rng.gamma(0.1, 1, (25, 80))
        found.append(ppm.distinct_statistics(draw(rng, rate), intervals=False).values["cycle"])
    error = np.std(found, ddof=1) / np.sqrt(len(found))
    assert abs(np.mean(found) - truth) < 3.5 * error
    assert error < truth / 3
