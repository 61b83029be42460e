"""Joint cumulants of orders three and four against sums over configurations, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from enumeration import (
    COIN,
    SKEWED,
    GammaLaw,
    Graph,
    InverseGammaLaw,
    Latent,
    Term,
    at_numbers,
    declaration,
)
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from observed_cumulants import OBSERVED, Where, expanded, listed, number_of_configurations
from random_graphs import gammas, graphs, points

from symppm.laws import derive

pytestmark = pytest.mark.thorough

F = Fraction

THETA = Latent("theta", ("row", "factor"), COIN, F(3, 2))
BETA = Latent("beta", ("col", "factor"), SKEWED, F(2, 5))
BILINEAR = Term((("theta", 1), ("beta", 1)), ("factor",))
MATRIX = Graph((THETA, BETA), (BILINEAR,))
LEVELS = Graph(
    (
        Latent("xi", ("row",), COIN, F(2, 3)),
        Latent("theta", ("row", "factor"), SKEWED, F(3, 2), (("xi", -1),)),
        Latent("beta", ("col", "factor"), COIN, F(2, 5)),
    ),
    (BILINEAR,),
)
EFFECTS = Graph(
    (THETA, Latent("r", ("row",), COIN, F(1, 3)), Latent("c", ("col",), SKEWED)),
    (Term((("theta", 1), ("c", 1)), ("factor",)), Term((("r", 1),), (), F(5, 2))),
)
THREE_AXES = Graph(
    (THETA, BETA, Latent("lam", ("slice", "factor"), COIN, F(1, 3))),
    (Term((("theta", 1), ("beta", 1), ("lam", 1)), ("factor",)),),
    observed=("row", "col", "slice"),
    likelihood="Laplace",
)

GRAPHS = {"matrix": MATRIX, "levels": LEVELS, "effects": EFFECTS}

# Letters that are not the models' own: only which of them are equal matters.
LETTERS = ("pqr", "xyz", "efg")


def words(where: Sequence[Where]) -> str:
    return " ".join("".join(LETTERS[axis][n] for axis, n in enumerate(each)) for each in where)


def derived(graph: Graph, where: Sequence[Where], factors: int, topics: int = 1) -> Fraction:
    result = derive(declaration(graph), f"cumulant {words(where)}").result
    return at_numbers(result, graph, {"factor": factors, "topic": topics})


THREE = ((0, 0),) * 3
PATTERNS = {
    "ij ij ij": THREE,
    "ij ij il": ((0, 0), (0, 0), (0, 1)),
    "ij ij tl": ((0, 0), (0, 0), (1, 1)),
    "ij il in": ((0, 0), (0, 1), (0, 2)),
    "ij il tj": ((0, 0), (0, 1), (1, 0)),
    "ij ij ij ij": ((0, 0),) * 4,
    "ij ij ij tj": (*THREE, (1, 0)),
    "ij ij il il": ((0, 0), (0, 0), (0, 1), (0, 1)),
    "ij ij il tj": ((0, 0), (0, 0), (0, 1), (1, 0)),
    "ij il tj tl": ((0, 0), (0, 1), (1, 0), (1, 1)),
}


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        *(("matrix", pattern) for pattern in PATTERNS),
        *(("levels", pattern) for pattern in ("ij ij ij", "ij ij il", "ij il tj", "ij il tj tl")),
        *(("effects", pattern) for pattern in ("ij ij ij", "ij ij il", "ij il tj", "ij ij il tj")),
    ],
)
def test_cumulants_are_sums_over_configurations(name: str, pattern: str) -> None:
    graph, where = GRAPHS[name], PATTERNS[pattern]
    for factors in (1, 2, 3):
        sizes = {"factor": factors}
        if number_of_configurations(graph, sizes, where) <= 600:
            assert derived(graph, where, factors) == listed(graph, sizes, where)
        else:
            assert derived(graph, where, factors) == expanded(graph, sizes, where)


def test_listing_and_expanding_agree_and_do_not_always_give_zero() -> None:
    for where in PATTERNS.values():
        number = listed(MATRIX, {"factor": 2}, where)
        assert number == expanded(MATRIX, {"factor": 2}, where)
        assert (number == 0) == (where == PATTERNS["ij ij tl"])


@pytest.mark.parametrize("likelihood", OBSERVED)
def test_cumulants_under_each_likelihood(likelihood: str) -> None:
    graph = Graph((THETA, BETA), (BILINEAR,), likelihood=likelihood)
    for pattern in ("ij ij ij", "ij ij il il"):
        where = PATTERNS[pattern]
        for factors in (1, 2):
            wanted = listed(graph, {"factor": factors}, where)
            assert derived(graph, where, factors) == wanted, pattern


@pytest.mark.parametrize(
    "where",
    [((0, 0, 0), (0, 1, 0), (1, 1, 1)), ((0, 0, 0), (0, 0, 0), (0, 1, 0)), ((0, 0, 0),) * 3],
)
def test_cumulants_of_a_three_way_array(where: tuple[Where, ...]) -> None:
    for factors in (1, 2):
        wanted = expanded(THREE_AXES, {"factor": factors}, where)
        assert derived(THREE_AXES, where, factors) == wanted
        assert wanted != 0


def test_cumulants_of_gamma_models_with_levels_on_both_sides() -> None:
    graph = Graph(
        (
            Latent("xi", ("row",), InverseGammaLaw(F(19, 2)), F(2, 3)),
            Latent("theta", ("row", "factor"), GammaLaw(F(4, 3)), F(3, 2), (("xi", 1),)),
            Latent("eta", ("col",), GammaLaw(F(21, 2))),
            Latent("beta", ("col", "factor"), GammaLaw(F(1, 2)), F(1), (("eta", -1),)),
        ),
        (BILINEAR,),
    )
    for pattern in ("ij ij ij", "ij ij il", "ij il tj"):
        for factors in (1, 2, 3):
            wanted = expanded(graph, {"factor": factors}, PATTERNS[pattern])
            assert derived(graph, PATTERNS[pattern], factors) == wanted, pattern


random_models = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
cells = st.tuples(st.integers(0, 1), st.integers(0, 1))
MOST_CONFIGURATIONS = 1000


def small_enough(graph: Graph, most: int) -> bool:
    """Tell whether products of so many rates have few terms."""
    return len(graph.terms) <= most and graph.likelihood in OBSERVED


@random_models
@given(graphs(points), st.lists(cells, min_size=3, max_size=3), st.integers(1, 3))
def test_third_cumulants_of_random_discrete_models(
    graph: Graph, where: list[Where], factors: int
) -> None:
    assume(small_enough(graph, 3))
    sizes = {"factor": factors, "topic": 1}
    assume(number_of_configurations(graph, sizes, where) <= MOST_CONFIGURATIONS)
    assert derived(graph, where, factors) == listed(graph, sizes, where)


@settings(random_models, max_examples=2)
@given(graphs(points), st.lists(cells, min_size=4, max_size=4), st.integers(1, 2))
def test_fourth_cumulants_of_random_discrete_models(
    graph: Graph, where: list[Where], factors: int
) -> None:
    assume(small_enough(graph, 2))
    sizes = {"factor": factors, "topic": 1}
    assume(number_of_configurations(graph, sizes, where) <= MOST_CONFIGURATIONS)
    assert derived(graph, where, factors) == listed(graph, sizes, where)


@settings(random_models, max_examples=2)
@given(graphs(gammas), st.lists(cells, min_size=3, max_size=3), st.integers(1, 2))
def test_third_cumulants_of_random_gamma_models(
    graph: Graph, where: list[Where], factors: int
) -> None:
    assume(small_enough(graph, 2))
    sizes = {"factor": factors, "topic": 1}
    assert derived(graph, where, factors) == expanded(graph, sizes, where)
