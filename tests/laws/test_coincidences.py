"""Estimators of distinct-entry moments, against enumeration of small worlds in exact fractions."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from numpy.typing import NDArray

from symppm.laws.coincidences import (
    CYCLE,
    M,
    N,
    Pattern,
    canonical,
    connected,
    cumulant,
    distinct,
    moebius,
    name,
    partitions,
    patterns,
    refines,
    uncentred,
)

BELL = (1, 1, 2, 5, 15, 52)

WORLDS = {
    # Weights of two row types and two column types; chance of a one for each pair of types.
    "rows and columns of two types": (
        ((1, 2), (1, 1), ((1, 3), (2, 1))),
        4,
    ),
    "unequal weights": (((1, 3), (2, 1), ((0, 4), (3, 1))), 4),
    "noise alone": (((1, 1), (1, 1), ((1, 1), (1, 1))), 4),
}


@pytest.mark.parametrize("order", range(1, 6))
def test_partitions_are_counted_by_bell(order: int) -> None:
    assert len(partitions(order)) == BELL[order]


@pytest.mark.parametrize("order", [3, 4])
def test_the_moebius_function_inverts_the_zeta_function(order: int) -> None:
    for fine, coarse in itertools.product(partitions(order), repeat=2):
        if not refines(fine, coarse):
            continue
        between = [p for p in partitions(order) if refines(fine, p) and refines(p, coarse)]
        assert sum(moebius(fine, p) for p in between) == (fine == coarse)


def test_three_entries_have_ten_patterns_and_six_hang_together() -> None:
    assert len(patterns(3)) == 10
    assert {name(each) for each in patterns(3) if connected(each)} == {
        "ij_ij_ij", "ij_ij_il", "ij_ij_tj", "ij_il_in", "ij_tj_sj", "ij_il_tj",
    }  # fmt: skip


def test_five_sums_of_a_centred_matrix_do_not_vanish_and_the_cycle_is_one() -> None:
    found = uncentred(4).patterns
    assert [name(each) for each in found] == [
        "ij_ij_ij_ij", "ij_ij_il_il", "ij_ij_tj_tj", "ij_ij_tl_tl", "ij_il_tj_tl",
    ]  # fmt: skip
    assert CYCLE in found


@pytest.mark.thorough
def test_estimators_invert_expectations() -> None:
    found = uncentred(4)
    for one, other in itertools.product(found.patterns, repeat=2):
        total = sum(
            found.estimators[one, each] * found.expectations[each, other] for each in found.patterns
        )
        assert sympy.cancel(total - int(one == other)) == 0


def test_denominators_vanish_for_fewer_than_four_rows_or_columns_and_for_no_others() -> None:
    found = uncentred(4)
    for size in (N, M):
        roots: set[Any] = set()
        for summed in found.patterns:
            below = sympy.fraction(sympy.together(found.estimators[CYCLE, summed]))[1]
            roots |= set(sympy.roots(sympy.Poly(below, size)))
        assert roots == {0, 1, 2, 3}


def ones_and_zeros(rows: int, columns: int) -> NDArray[np.int64]:
    """Return every matrix of zeros and ones, in the order of outer products of its rows."""
    of_row = np.array(list(itertools.product((0, 1), repeat=columns)))
    places = np.indices((len(of_row),) * rows).reshape(rows, -1)
    return of_row[places].transpose(1, 0, 2)


def centred_sums(rows: int, columns: int) -> dict[str, NDArray[np.int64]]:
    """Return the five sums over centred matrices, times (rows * columns) ** 4."""
    y = ones_and_zeros(rows, columns)
    z = (
        rows * columns * y
        - rows * y.sum(2, keepdims=True)
        - columns * y.sum(1, keepdims=True)
        + y.sum((1, 2), keepdims=True)
    )
    squares = z * z
    gram = z @ z.transpose(0, 2, 1)
    return {
        "ij_ij_ij_ij": (squares * squares).sum((1, 2)),
        "ij_ij_il_il": (squares.sum(2) ** 2).sum(1),
        "ij_ij_tj_tj": (squares.sum(1) ** 2).sum(1),
        "ij_ij_tl_tl": squares.sum((1, 2)) ** 2,
        "ij_il_tj_tl": (gram * gram).sum((1, 2)),
    }


def chances(world: Any, rows: int, columns: int) -> tuple[NDArray[Any], int]:
    """Return how often each matrix of zeros and ones occurs, in whole numbers, and their sum."""
    (row_weights, column_weights, ones), of = world
    of_row = np.array(list(itertools.product((0, 1), repeat=columns)))
    total: NDArray[Any] = np.zeros(len(of_row) ** rows, dtype=object)
    for types in itertools.product(range(2), repeat=columns):
        likely = np.zeros(len(of_row), dtype=object)
        for a, weight in enumerate(row_weights):
            each = [
                functools.reduce(
                    lambda x, y: x * y,
                    (
                        ones[a][b] if y else of - ones[a][b]
                        for b, y in zip(types, map(int, pattern), strict=True)
                    ),
                )
                for pattern in of_row
            ]
            likely += weight * np.array(each, dtype=object)
        together = functools.reduce(np.multiply.outer, [likely] * rows).ravel()
        weight = functools.reduce(lambda x, y: x * y, (column_weights[b] for b in types))
        total += weight * together
    return total, int(total.sum())


def moments(world: Any) -> dict[str, Fraction]:
    """Return the five moments of the interaction of a world, from its definition."""
    (row_weights, column_weights, ones), of = world
    rows = [Fraction(w, sum(row_weights)) for w in row_weights]
    columns = [Fraction(w, sum(column_weights)) for w in column_weights]
    mean = [[Fraction(p, of) for p in line] for line in ones]
    by_row = [sum(columns[b] * mean[a][b] for b in range(2)) for a in range(2)]
    by_column = [sum(rows[a] * mean[a][b] for a in range(2)) for b in range(2)]
    grand = sum(rows[a] * by_row[a] for a in range(2))

    def expected(a: int, b: int, power: int) -> Fraction:
        """Return E[Z ** power] given both types."""
        off = by_row[a] + by_column[b] - grand
        return mean[a][b] * (1 - off) ** power + (1 - mean[a][b]) * (-off) ** power

    two = range(2)
    pairs = list(itertools.product(two, repeat=2))
    second = [[expected(a, b, 2) for b in two] for a in two]
    first = [[expected(a, b, 1) for b in two] for a in two]
    weight = {(a, b): rows[a] * columns[b] for a, b in pairs}
    in_rows = [sum((columns[b] * second[a][b] for b in two), Fraction()) for a in two]
    in_columns = [sum((rows[a] * second[a][b] for a in two), Fraction()) for b in two]
    crossing = (
        weight[a, b] * weight[t, s] * first[a][b] * first[a][s] * first[t][b] * first[t][s]
        for (a, b), (t, s) in itertools.product(pairs, repeat=2)
    )
    return {
        "ij_ij_ij_ij": sum((weight[a, b] * expected(a, b, 4) for a, b in pairs), Fraction()),
        "ij_ij_il_il": sum((rows[a] * in_rows[a] ** 2 for a in two), Fraction()),
        "ij_ij_tj_tj": sum((columns[b] * in_columns[b] ** 2 for b in two), Fraction()),
        "ij_ij_tl_tl": sum((weight[a, b] * second[a][b] for a, b in pairs), Fraction()) ** 2,
        "ij_il_tj_tl": sum(crossing, Fraction()),
    }


@pytest.mark.parametrize(
    ("world", "shape"),
    [
        ("unequal weights", (4, 4)),
        *(pytest.param(world, (4, 4), marks=pytest.mark.thorough) for world in [*WORLDS][::2]),
        # Rows and columns are told apart; the world does not matter for that.
        pytest.param("unequal weights", (5, 4), marks=pytest.mark.thorough),
    ],
)
def test_estimators_are_unbiased_in_worlds_that_are_enumerated(
    world: str, shape: tuple[int, int]
) -> None:
    weights, whole = chances(WORLDS[world], *shape)
    sums = centred_sums(*shape)
    expected = {
        each: Fraction(int(weights @ values.astype(object)), whole * (shape[0] * shape[1]) ** 4)
        for each, values in sums.items()
    }
    truth = moments(WORLDS[world])
    derived = uncentred(4)
    for wanted in derived.patterns:
        found = Fraction(0)
        for summed in derived.patterns:
            factor = derived.estimators[wanted, summed].subs({N: shape[0], M: shape[1]})
            found += Fraction(int(factor.p), int(factor.q)) * expected[name(summed)]
        assert found == truth[name(wanted)], name(wanted)


def tuples(observed: NDArray[np.bool_], pattern: Pattern) -> Iterator[tuple[Any, ...]]:
    """Yield every triple of observed entries with exactly these coincidences."""
    places = list(zip(*map(np.ndarray.tolist, np.nonzero(observed)), strict=True))
    rows, columns = pattern
    for triple in itertools.product(places, repeat=3):
        same = all(
            (triple[e][0] == triple[f][0]) == (rows[e] == rows[f])
            and (triple[e][1] == triple[f][1]) == (columns[e] == columns[f])
            for e, f in itertools.combinations(range(3), 2)
        )
        if same:
            yield triple


def power_sum(y: NDArray[np.int64], pattern: Pattern) -> int:
    """Sum products over all triples with at least these coincidences, from the definition."""
    rows, columns = pattern
    letters = "abcdef"
    terms = ",".join(letters[rows[e]] + letters[3 + columns[e]] for e in range(3))
    return int(np.einsum(f"{terms}->", y, y, y))


def test_sums_over_distinct_indices_are_those_over_all_triples() -> None:
    rng = np.random.default_rng(7)
    observed = rng.random((4, 5)) < 0.7
    y = np.where(observed, rng.integers(-3, 6, (4, 5)), 0)
    powers = {each: power_sum(y, each) for each in patterns(3)}
    ones = {each: power_sum(observed.astype(np.int64), each) for each in patterns(3)}
    for pattern in patterns(3):
        triples = list(tuples(observed, pattern))
        total = sum(int(y[a] * y[b] * y[c]) for a, b, c in triples)
        assert sum(n * powers[each] for each, n in distinct(pattern).items()) == total
        assert sum(n * ones[each] for each, n in distinct(pattern).items()) == len(triples)


def independent_triple(pattern: Pattern) -> Mapping[Pattern, int]:
    """Return the cumulant's coefficients from the formula for three variables, written out."""
    rows, columns = pattern

    def moment(groups: tuple[int, int, int]) -> Pattern:
        apart = tuple((groups[e], rows[e]) for e in range(3))
        across = tuple((groups[e], columns[e]) for e in range(3))

        def numbered(keys: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
            return tuple(list(dict.fromkeys(keys)).index(key) for key in keys)

        return canonical((numbered(apart), numbered(across)))

    found: dict[Pattern, int] = {}
    terms = (((0, 0, 0), 1), ((0, 0, 1), -1), ((0, 1, 0), -1), ((1, 0, 0), -1), ((0, 1, 2), 2))
    for groups, sign in terms:
        found[moment(groups)] = found.get(moment(groups), 0) + sign
    return {each: count for each, count in found.items() if count}


@pytest.mark.parametrize("pattern", [each for each in patterns(3) if connected(each)], ids=name)
def test_every_third_cumulant_has_the_coefficients_of_its_definition(pattern: Pattern) -> None:
    assert cumulant(pattern) == independent_triple(pattern)
