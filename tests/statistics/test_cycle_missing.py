"""The cycle cumulant of matrices with missing entries."""

from __future__ import annotations

import itertools

import numba
import numpy as np
import pytest
from scipy import sparse

from symppm.data.matrix import DenseMatrix
from symppm.errors import DataError
from symppm.statistics.cycle import cycle_of, residuals
from symppm.statistics.jackknife import two_way
from symppm.statistics.rectangles import Sums, pattern_of, sum_rectangles
from symppm.statistics.sums import margins_of


def found(matrix):
    return cycle_of(matrix, margins_of(matrix))


def small(seed=3, shape=(9, 11)):
    """Counts and a mask of which the first row has too few entries, and without it a column."""
    rng = np.random.default_rng(seed)
    values, observed = rng.poisson(3.0, shape).astype(float), rng.random(shape) < 0.75
    observed[0] = observed[:, 4] = False
    observed[0, 3:6] = observed[1:4, 4] = True
    return values, observed


def in_matrix(matrix):
    """Residuals by the pseudo-inverse, of the rows and columns with four entries."""
    rows, columns = (np.arange(length) for length in matrix.shape)
    while True:
        part = matrix.observed[np.ix_(rows, columns)]
        keep = part.sum(1) >= 4, part.sum(0) >= 4
        if keep[0].all() and keep[1].all():
            break
        rows, columns = rows[keep[0]], columns[keep[1]]
    y, (i, j) = matrix.values[np.ix_(rows, columns)][part], np.nonzero(part)
    design = np.zeros((i.size, rows.size + columns.size))
    design[np.arange(i.size), i] = design[np.arange(i.size), rows.size + j] = 1
    x = np.zeros(part.shape)
    x[part] = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    return x, rows, columns


def rectangles(observed):
    rows, columns = (range(length) for length in observed.shape)
    for i, t in itertools.permutations(rows, 2):
        for j, m in itertools.permutations(columns, 2):
            if observed[i, j] and observed[i, m] and observed[t, j] and observed[t, m]:
                yield i, t, j, m


def by_hand(x, w, tuples):
    """The definition, one rectangle after the other."""

    def noise(x, w):
        n = w.sum(1, keepdims=True)
        total = (x**2).sum(1, keepdims=True) / (1 - 1 / n)
        v = w * (x**2 - total / n**2) / (1 - 2 / n)
        assert np.allclose(v.sum(1), total[:, 0])
        return total[:, 0] / n[:, 0] ** 2, v / n

    def left(w):
        h, k = 1 / w.sum(1), (w.sum(0) ** 2).sum() / w.sum() ** 2
        return np.asarray(1 - 2 * h + k + 2 * h**2 - 4 * k * h + k**2 / 2)

    a, b = noise(x, w)
    c, d = noise(x.T, w.T)
    f, g = left(w), left(w.T)
    total = signal = 0.0
    for i, t, j, m in tuples:
        total += x[i, j] * x[i, m] * x[t, j] * x[t, m]
        total -= (a[i] - b[i, j] - b[i, m]) * (a[t] - b[t, j] - b[t, m])
        total -= (c[j] - d[j, i] - d[j, t]) * (c[m] - d[m, i] - d[m, t])
        signal += f[i] * f[t] * g[j] * g[m]
    more = 1.0
    for part in (w, w.T):
        n, m = part.sum(1), part.sum(0)
        shared = part @ part.T
        np.fill_diagonal(shared, 0)
        mean = (shared * (shared - 1) / np.outer(n, n)).sum() / (m * (m - 1)).sum()
        more += 2 * (mean * (1 + mean) - (m**2).sum() / m.sum() ** 2)
    return total / (signal * more)


def test_it_is_what_it_is_defined_to_be():
    matrix = DenseMatrix(*small())
    x, rows, columns = in_matrix(matrix)
    assert rows.tolist() == [*range(1, 9)]
    assert columns.tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    w = (x != 0).astype(float)
    every = list(rectangles(w))
    cycle = found(matrix)
    value = by_hand(x, w, every)
    assert cycle.value == pytest.approx(value, rel=1e-10)
    # Each change is more by what centring the other lines anew does to a mean entry.
    for side, table, lines in ((0, cycle.rows, rows), (1, cycle.columns, columns)):
        more = 1 + 1 / ((w.sum(side) ** 2).sum() / w.sum() - 1)
        for place, line in enumerate(lines):
            rest = [each for each in every if place not in each[2 * side : 2 * side + 2]]
            change = more * (by_hand(x, w, rest) - value)
            assert table[line] - value == pytest.approx(change, rel=1e-8)
    # Rows and columns that say nothing of cycles change nothing.
    assert cycle.rows[0] == cycle.columns[4] == cycle.value


@pytest.mark.parametrize("uneven", [False, True])
def test_residuals_add_up_to_nothing_and_are_least_squares(uneven):
    values, observed = small(5, (14, 12))
    if uneven:
        observed[:, ::3] &= np.random.default_rng(0).random((14, 4)) < 0.6
    matrix = DenseMatrix(values * 7 - 3, observed)
    left, kept = residuals(matrix, margins_of(matrix))
    x, rows, columns = in_matrix(matrix)
    assert kept[0].tolist() == rows.tolist()
    assert kept[1].tolist() == columns.tolist()
    dense = left.toarray()
    np.testing.assert_allclose(dense, x, atol=1e-9)
    for side in (0, 1):
        assert np.abs(dense.sum(side)).max() < 1e-9


def test_units_and_offsets_and_effects_do_not_matter():
    values, observed = small(7, (16, 12))
    plain = found(DenseMatrix(values, observed))
    for factor, offset in ((1e-60, 0.0), (1e60, 0.0), (-2.0, 1e6)):
        other = found(DenseMatrix(values * factor + offset, observed))
        assert other.value == pytest.approx(plain.value * factor**4, rel=1e-6)
    effects = np.arange(16.0)[:, None] ** 2 - 5 * np.arange(12.0)
    assert found(DenseMatrix(values + effects, observed)).value == pytest.approx(
        plain.value, rel=1e-9
    )
    additive = found(DenseMatrix(effects / 3, observed))
    assert additive.value == 0
    assert additive.largest == (0.0, (None, None))


def counts(rng, shape, factors, signal, size=None):
    """Poisson or negative binomial counts, and their cycle: K var(theta)^2 var(beta)^2 = K a^4."""
    rows, columns = (rng.gamma(0.7, 1.0, (length, factors)) for length in shape)
    rate = rows @ columns.T if signal else np.full(shape, 3.0)
    if size is not None:
        rate = rate * rng.gamma(size, 1 / size, shape)
    return rng.poisson(rate).astype(float), factors * 0.7**4 if signal else 0.0


def uneven_mask(rng, shape, share):
    """Observed with probability p_i q_j, some rows and columns much more often than others."""
    p, q = (rng.gamma(0.7, 1.0, length) + 0.05 for length in shape)
    return rng.random(shape) < np.minimum(share * np.outer(p / p.mean(), q / q.mean()), 0.95)


def standard_error(rows, columns):
    return float(two_way(np.array(rows)[:, None], np.array(columns)[:, None]).errors[0])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("shape", "share", "uneven", "signal", "size"),
    [
        ((60, 60), 0.5, False, False, None),
        ((60, 60), 0.4, True, True, None),
        ((30, 300), 0.4, True, False, 1.0),
    ],
)
def test_it_has_no_bias_to_speak_of(shape, share, uneven, signal, size):
    rng, values, errors = np.random.default_rng(8), [], []
    for _ in range(200):
        data, truth = counts(rng, shape, 10, signal, size)
        mask = uneven_mask(rng, shape, share) if uneven else rng.random(shape) < share
        cycle = found(DenseMatrix(data, mask))
        values.append(cycle.value - truth)
        errors.append(standard_error(cycle.rows, cycle.columns))
    error = np.std(values, ddof=1)
    # A tenth of the standard error, and four errors of the mean of so many draws.
    assert abs(np.mean(values)) / error < 0.1 + 4 / np.sqrt(200)
    # On the safe side: where there is nothing but noise of entries, twice the true error.
    assert 0.8 < np.sqrt(np.mean(np.square(errors))) / error < 2.6


@pytest.mark.thorough
@pytest.mark.parametrize("signal", [False, True])
def test_leaving_out_agrees_with_measuring_anew(signal):
    rng, ratios, shape = np.random.default_rng(11), [], (40, 50)
    for _ in range(3):
        data, mask = counts(rng, shape, 6, signal)[0], uneven_mask(rng, shape, 0.5)
        cycle = found(DenseMatrix(data, mask))
        anew = [
            [
                found(DenseMatrix(np.delete(data, k, side), np.delete(mask, k, side))).value
                for k in range(shape[side])
            ]
            for side in (0, 1)
        ]
        assert np.corrcoef(cycle.rows, anew[0])[0, 1] > 0.9
        ratios.append(standard_error(cycle.rows, cycle.columns) / standard_error(*anew))
    assert np.mean(ratios) == pytest.approx(1.0, abs=0.08)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rows", "columns", "share"),
    [(6, 5, 0.9), (30, 40, 0.3), (90, 50, 0.15), (300, 400, 0.02), (120, 90, 1.0)],
)
def test_what_numpy_makes_is_what_is_compiled_on_any_threads(rows, columns, share):
    rng = np.random.default_rng(rows)
    stored = sparse.random_array((rows, columns), density=share, rng=rng, format="csr")
    noise = rng.normal(size=(2, stored.nnz))
    pattern = pattern_of(stored, *noise, rng.random(rows), rng.random(columns))
    threads = numba.get_num_threads()
    made = []
    for form, count in ((sum_rectangles.uncompiled, 1), (sum_rectangles.compiled, 1),
                        (sum_rectangles.compiled, threads)):  # fmt: skip
        made.append(Sums(np.zeros((2, rows, 2)), np.zeros((2, columns, 2)), np.zeros((2, 2))))
        numba.set_num_threads(count)
        form(pattern, np.array([0, rows // 2, rows]), made[-1])
    for plain, one, all_of_them in zip(*made, strict=True):
        np.testing.assert_array_equal(one, all_of_them)
        size = np.abs(one.sum(0)).max(0)
        assert (np.abs(plain.sum(0) - one.sum(0)) <= 1e-11 * size).all()


def plane():
    """A band: two rows never share two columns."""
    mask = np.zeros((13, 13), bool)
    for i, j in itertools.product(range(13), (0, 1, 3, 9)):
        mask[i, (i + j) % 13] = True
    return mask


@pytest.mark.parametrize("mask", [plane(), plane().T, np.eye(13, dtype=bool)])
def test_a_mask_without_rectangles_is_refused(mask):
    with pytest.raises(DataError, match="no rectangles"):
        found(DenseMatrix(np.random.default_rng(14).normal(size=mask.shape), mask))


def test_a_line_on_which_everything_rests_leaves_nothing():
    mask = plane()
    # Row 0 now shares two columns with the rows that have 2 and one of 0, 1, 3, 9.
    mask[0, 2] = True
    cycle = found(DenseMatrix(np.random.default_rng(15).normal(size=mask.shape), mask))
    assert np.isnan(cycle.rows[0])
    assert np.isnan(cycle.columns[2])
    assert np.isfinite(np.delete(cycle.rows, 0)).all()
    assert cycle.largest[0] >= 1
