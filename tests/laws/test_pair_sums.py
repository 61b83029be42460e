"""The derivation behind the estimators, in exact arithmetic."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symppm.laws import pairs
from symppm.laws.pairs import ROW_COL, PairSums, Pattern

THREE = ("row", "col", "slice")
ROW, COL, BOTH = frozenset({"row"}), frozenset({"col"}), frozenset(ROW_COL)
DERIVED = pairs.unbiased()
Array = dict[tuple[int, ...], Fraction]


def shared_axes(one: tuple[int, ...], other: tuple[int, ...], axes: tuple[str, ...]) -> Pattern:
    return frozenset(a for a, i, j in zip(axes, one, other, strict=True) if i == j)


def groups(array: Array, shared: Pattern, axes: tuple[str, ...]) -> dict[tuple[int, ...], Array]:
    found: dict[tuple[int, ...], Array] = {}
    for place, value in array.items():
        key = tuple(i for axis, i in zip(axes, place, strict=True) if axis in shared)
        found.setdefault(key, {})[place] = value
    return found


def symbol_values(array: Array, axes: tuple[str, ...]) -> dict[sympy.Symbol, Fraction]:
    """Give every symbol of PairSums its number, from sums over groups (not over pairs)."""
    sums = PairSums(axes)
    inner = [p for p in pairs.patterns(axes) if p and p != sums.everything]
    partners = {
        p: {
            place: Fraction(len(group))
            for group in groups(array, p, axes).values()
            for place in group
        }
        for p in inner
    }
    values = {sums.count: Fraction(len(array)), sympy.Symbol("total", real=True): total(array)}
    for p in inner:
        values[sums.counts(p)] = sum(partners[p].values(), Fraction())
        values[sums.weighted(p)] = sum(
            (partners[p][place] * y for place, y in array.items()), Fraction()
        )
    for p in [*inner, sums.everything]:
        values[sums.products(p)] = sum(
            (total(group) ** 2 for group in groups(array, p, axes).values()), Fraction()
        )
    for p, q in itertools.combinations_with_replacement(inner, 2):
        values[sums.crossings(p, q)] = sum(
            (partners[p][place] * partners[q][place] for place in array), Fraction()
        )
    return values


def total(array: Array) -> Fraction:
    return sum(array.values(), Fraction())


@functools.cache
def compiled(expression: sympy.Expr) -> tuple[list[sympy.Symbol], Callable[..., object]]:
    symbols = sorted(expression.free_symbols, key=str)
    return symbols, sympy.lambdify(symbols, expression, modules=[{}])


def evaluate(expression: sympy.Expr, values: dict[sympy.Symbol, Fraction]) -> Fraction:
    symbols, function = compiled(expression)
    number = function(*(values[s] for s in symbols))
    if isinstance(number, int):
        number = Fraction(number)
    assert isinstance(number, Fraction), "the evaluation has to stay exact"
    return number


@st.composite
def partial_arrays(draw: st.DrawFn, axes: int) -> Array:
    shape = draw(st.tuples(*[st.integers(1, 3)] * axes))
    places = list(itertools.product(*map(range, shape)))
    kept = draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    return {place: Fraction(draw(st.integers(-9, 9)), 2) for place in kept}


@settings(deadline=None, max_examples=15)
@given(array=partial_arrays(axes=3))
def test_sums_over_exact_patterns_are_those_of_all_pairs_on_three_axes(array: Array) -> None:
    sums, values = PairSums(THREE), symbol_values(array, THREE)
    partners = {e: [shared_axes(e, f, THREE) for f in array] for e in array}
    for one in pairs.patterns(THREE):
        found = [
            array[e] * array[f]
            for e, f in itertools.product(array, repeat=2)
            if shared_axes(e, f, THREE) == one
        ]
        assert evaluate(sums.pair_count(one), values) == len(found)
        total = pairs.exactly(one, sums.products, THREE)
        assert evaluate(total, values) == sum(found)
        for other in pairs.patterns(THREE):
            expected = sum(shared.count(one) * shared.count(other) for shared in partners.values())
            assert evaluate(sums.shared_partners(one, other), values) == expected


@settings(deadline=None, max_examples=30)
@given(array=partial_arrays(axes=2))
def test_centring_is_subtracting_the_mean(array: Array) -> None:
    sums, mean = PairSums(), total(array) / len(array)
    given, centred = (
        symbol_values(of, ROW_COL) for of in (array, {e: y - mean for e, y in array.items()})
    )
    for pattern in pairs.patterns(ROW_COL):
        expected = evaluate(sums.products(pattern), centred)
        assert evaluate(sums.centred_products(pattern), given) == expected


def test_axes_have_to_be_different_names() -> None:
    with pytest.raises(ValueError, match="different names"):
        PairSums(("row", "row"))


# A prior predictive with one factor: Y_ij = r_i * c_j + e_ij, all independent, each with two
# values and rational probabilities. Everything about it is a finite sum.
Distribution = dict[Fraction, Fraction]
ROWS: Distribution = {Fraction(1): Fraction(1, 3), Fraction(4): Fraction(2, 3)}
COLS: Distribution = {Fraction(y): Fraction(p, 4) for y, p in ((0, 1), (3, 3))}
NOISE: Distribution = {Fraction(-1): Fraction(1, 5), Fraction(2): Fraction(4, 5)}
NO_NOISE: Distribution = {Fraction(7): Fraction(1)}

COMPLETE_3 = frozenset(itertools.product(range(3), range(3)))
STAIRS = COMPLETE_3 - {(1, 2), (2, 1), (2, 2)}
HOLES = COMPLETE_3 - {(0, 2), (1, 1)}
COMPLETE_2 = frozenset(itertools.product(range(2), range(3)))
CORNER = COMPLETE_2 - {(0, 1)}


def moment(distribution: Distribution, order: int) -> Fraction:
    return sum((p * x**order for x, p in distribution.items()), Fraction())


def outcomes(
    places: frozenset[tuple[int, int]], noise: Distribution
) -> Iterator[tuple[Fraction, Array]]:
    """Yield every matrix that the model can draw, at the observed places, with its probability."""
    where = sorted(places)
    n, m = max(i for i, _ in where) + 1, max(j for _, j in where) + 1
    kinds = [ROWS] * n + [COLS] * m + [noise] * len(where)
    for drawn in itertools.product(*kinds):
        probability = prod(
            (kind[x] for kind, x in zip(kinds, drawn, strict=True)), start=Fraction(1)
        )
        r, c, e = drawn[:n], drawn[n : n + m], drawn[n + m :]
        yield probability, {(i, j): r[i] * c[j] + e[k] for k, (i, j) in enumerate(where)}


def estimates(array: Array) -> tuple[dict[Pattern, Fraction], dict[Pattern, Fraction]]:
    """Return the unbiased covariances, and the contrasts alone."""
    derived = DERIVED
    values = symbol_values(array, ROW_COL)
    contrasts = {p: evaluate(e, values) for p, e in derived.contrasts.items()}
    for (p, q), expression in derived.couplings.items():
        values[pairs.coupling_symbol(p, q, ROW_COL)] = evaluate(expression, values)
    for p, contrast in contrasts.items():
        values[pairs.contrast_symbol(p, ROW_COL)] = contrast
    determinant = evaluate(derived.determinant, values)
    solved = {p: evaluate(e, values) / determinant for p, e in derived.numerators.items()}
    return solved, contrasts


def expectations(
    places: frozenset[tuple[int, int]], noise: Distribution
) -> tuple[dict[Pattern, Fraction], dict[Pattern, Fraction]]:
    solved = dict.fromkeys((ROW, COL, BOTH), Fraction())
    contrasts = dict(solved)
    for probability, array in outcomes(places, noise):
        for expected, one in zip((solved, contrasts), estimates(array), strict=True):
            for p in expected:
                expected[p] += probability * one[p]
    return solved, contrasts


def truth(noise: Distribution) -> dict[Pattern, Fraction]:
    r1, r2, c1, c2 = moment(ROWS, 1), moment(ROWS, 2), moment(COLS, 1), moment(COLS, 2)
    spread = moment(noise, 2) - moment(noise, 1) ** 2
    return {
        ROW: (r2 - r1**2) * c1**2,
        COL: (c2 - c1**2) * r1**2,
        BOTH: r2 * c2 - (r1 * c1) ** 2 + spread,
    }


@pytest.mark.parametrize(
    ("places", "noise"),
    [
        pytest.param(COMPLETE_3, NO_NOISE, id="3x3", marks=pytest.mark.thorough),
        pytest.param(STAIRS, NO_NOISE, id="3x3-stairs", marks=pytest.mark.thorough),
        pytest.param(HOLES, NO_NOISE, id="3x3-holes"),
        pytest.param(COMPLETE_2, NO_NOISE, id="2x3"),
        pytest.param(CORNER, NOISE, id="2x3-noise-corner", marks=pytest.mark.thorough),
    ],
)
def test_expectations_are_the_true_covariances_exactly(
    places: frozenset[tuple[int, int]], noise: Distribution
) -> None:
    solved, contrasts = expectations(places, noise)
    assert solved == truth(noise)
    # Only on a complete matrix would the couplings not have been needed.
    assert (contrasts == truth(noise)) == (places in (COMPLETE_2, COMPLETE_3))
