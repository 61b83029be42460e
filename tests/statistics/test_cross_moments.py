"""All cross-moments together: their order, their intervals, what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.data.matrix import BlockMatrix, DenseMatrix
from symppm.errors import DataError, NotBuiltError
from symppm.statistics import cross_moments as subject
from symppm.statistics.cross_moments import MOMENT_NAMES, cross_moments_of
from symppm.statistics.moments import examined

CYCLE = MOMENT_NAMES.index("cycle")


@pytest.fixture(scope="module")
def counts():
    rng = np.random.default_rng(4)
    return rng.poisson(rng.gamma(0.5, 1, (40, 3)) @ rng.gamma(0.5, 1, (3, 30)))


def test_second_moments_are_those_of_statistics(counts):
    found = ppm.cross_moments(counts)
    pairs = ppm.statistics(counts, intervals=True)
    assert tuple(found.values) == MOMENT_NAMES
    assert found.statistics == pairs
    assert all(found.values[name] == getattr(pairs, name) for name in MOMENT_NAMES[:6])
    np.testing.assert_array_equal(found.rows[:, :6], pairs.deletions.rows)
    np.testing.assert_array_equal(found.columns[:, :6], pairs.deletions.columns)


@pytest.mark.parametrize("missing", [False, True])
def test_tables_hold_what_measuring_less_gives(missing, counts):
    observed = np.random.default_rng(2).random(counts.shape) < 0.8 if missing else None
    found = ppm.cross_moments(counts, mask=observed)
    assert found.rows.shape == (40, len(MOMENT_NAMES))
    assert found.columns.shape == (30, len(MOMENT_NAMES))
    # With missing entries third cumulants are about the mean of all, the cycle is first order only.
    kept = slice(0, 6) if missing else slice(None)
    for axis, table in ((0, found.rows), (1, found.columns)):
        for k in (0, 7, 29):
            less = ppm.cross_moments(
                np.delete(counts, k, axis),
                mask=None if observed is None else np.delete(observed, k, axis),
                intervals=False,
            )
            values = np.array(list(less.values.values()))
            np.testing.assert_allclose(table[k, kept], values[kept], rtol=1e-7)


@pytest.mark.parametrize("rows", [4, 40])
def test_intervals_are_the_two_way_jackknife(rows, counts):
    # Of four rows there is no cycle without one.
    found = ppm.cross_moments(counts[:rows] if rows > 4 else 1 + counts[:4])
    spread, (n, m) = found.spread, (rows, 30)
    for place, name in enumerate(MOMENT_NAMES):
        low, high = found.interval(0.9)[name]
        assert low < found.values[name] < high
        if place == CYCLE and rows == 4:
            assert (low, high) == (-np.inf, np.inf)
            assert np.isinf(spread.covariance[place]).all()
        else:
            variance = (n - 1) * found.rows[:, place].var()
            variance += (m - 1) * found.columns[:, place].var()
            np.testing.assert_allclose(spread.covariance[place, place], variance, rtol=1e-9)


def made(matrix, **how):
    read_data = examined(matrix, "observed", None, intervals=True, profile=False)
    return cross_moments_of(read_data.matrix, read_data.margins, read_data.statistics, **how)


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["dense", "csr", "csc", "blocks", "mask"])
def test_of_what_would_take_long_lines_are_drawn_and_the_error_is_theirs(form, monkeypatch):
    # Of the error, half of the rows and of the columns make about the root of two more.
    rng = np.random.default_rng(4)
    rates = rng.gamma(0.5, 1, (200, 3)) @ rng.gamma(0.5, 1, (3, 160))
    whole, seen = rng.poisson(rates), rng.random(rates.shape) < 0.9
    data = {
        "csr": sparse.csr_array, "csc": sparse.csc_array,
        "mask": lambda y: np.ma.masked_array(y, ~seen),
        "blocks": lambda y: BlockMatrix(y.shape, y.dtype, lambda: (DenseMatrix(y[:90]),
                                                                  DenseMatrix(y[90:]))),
    }.get(form, np.asarray)(whole)  # fmt: skip
    exact = made(data)
    assert made(data, sample_seed=0).values == exact.values
    monkeypatch.setattr(subject, "affordable", lambda *_: 0.5)
    assert made(data).values == exact.values
    found = [made(data, sample_seed=seed) for seed in range(12)]
    assert found[0].values == made(data, sample_seed=0).values
    off = np.array([list(each.values.values()) for each in found]) - list(exact.values.values())
    errors = np.array([each.spread.errors for each in found])
    assert not off[:, :6].any()
    assert (np.abs(off[:, 6:].mean(0)) < 0.6 * errors[:, 6:].mean(0)).all()
    np.testing.assert_allclose(errors[:, :6], exact.spread.errors[:6][None].repeat(12, 0))
    assert 1.1 < errors[:, CYCLE].mean() / exact.spread.errors[CYCLE] < 2.2
    assert found[0].rows.shape == exact.rows.shape
    row, column = found[0].largest_place
    away = found[0].rows[row, CYCLE] if column is None else found[0].columns[column, CYCLE]
    share = abs(away / found[0].values["cycle"] - 1)
    assert share == pytest.approx(found[0].largest_share)


@pytest.mark.parametrize("unit", [1e-60, 1e-40, 1e40, 1e60])
def test_intervals_do_not_depend_on_the_unit(unit, counts):
    # The variance of the cycle has eighth powers of the data, which are no numbers.
    plain, other = ppm.cross_moments(counts), ppm.cross_moments(counts * unit)
    for name, ends in plain.interval().items():
        named = {"rho_row": 0, "rho_col": 0, "mean": 1, "cycle": 4}.get(name)
        power = (3 if name.startswith("cumulant") else 2) if named is None else named
        np.testing.assert_allclose(other.interval()[name], np.array(ends) * unit**power, rtol=1e-6)
    np.testing.assert_allclose(
        other.spread.covariance[0, 0], plain.spread.covariance[0, 0] * unit**2
    )


@pytest.mark.parametrize("data", [np.eye(9)[:3], np.eye(9)[:, :3]])
def test_few_rows_or_columns_are_refused(data):
    with pytest.raises(DataError, match="at least 4 rows and 4 columns"):
        ppm.cross_moments(data)


def test_triples_in_a_table_are_not_built(tmp_path):
    path = tmp_path / "triples.csv"
    path.write_text("user,item,plays\na,x,3\na,y,1\nb,x,2\n", "utf-8")
    with pytest.raises(NotBuiltError, match="engine"):
        ppm.cross_moments(ppm.triples(path))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("draw", "kept"),
    [
        (lambda rng, rate: rng.poisson(rate), 1.0),
        (lambda rng, rate: rng.poisson(rate * rng.exponential(size=rate.shape)), 1.0),
        (lambda rng, rate: (rng.random(rate.shape) < 0.5) * rng.poisson(rate), 0.5),
    ],
    ids=["poisson", "negative binomial", "half zeroed"],
)
def test_the_cycle_does_not_see_how_entries_vary(draw, kept):
    # K sigma_theta^4 sigma_beta^4, with Gamma(0.1, 1) priors.
    truth, rng, found = 25 * 0.1**2 * 0.1**2 * kept**4, np.random.default_rng(12), []
    for _ in range(100):
        rate = rng.gamma(0.1, 1, (120, 25)) @ rng.gamma(0.1, 1, (25, 160))
        found.append(ppm.cross_moments(draw(rng, rate), intervals=False).values["cycle"])
    error = np.std(found, ddof=1) / np.sqrt(len(found))
    assert abs(np.mean(found) - truth) < 3.5 * error
    assert error < truth / 10
