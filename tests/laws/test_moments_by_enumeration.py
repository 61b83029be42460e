"""Derived moments equal the sums over every configuration of small discrete models, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from cases import core
from enumeration import (
    COIN,
    SKEWED,
    THREE,
    GammaLaw,
    Graph,
    Latent,
    Term,
    at_numbers,
    declaration,
    enumerated,
    expanded,
)

from symppm.laws import derive

F = Fraction


THETA = Latent("theta", ("row", "factor"), COIN, F(3, 2))
BETA = Latent("beta", ("col", "factor"), SKEWED, F(2, 5))

GRAPHS = {
    "bilinear": Graph((THETA, BETA), (Term((("theta", 1), ("beta", 1)), ("factor",)),)),
    "weighted factors": Graph(
        (THETA, BETA, Latent("weight", ("factor",), COIN, F(1, 7))),
        (Term((("theta", 1), ("beta", 1), ("weight", 1)), ("factor",)),),
    ),
    "parents in rows and columns": Graph(
        (
            Latent("xi", ("row",), THREE, F(2, 3)),
            Latent("theta", ("row", "factor"), COIN, F(3, 2), (("xi", -1),)),
            Latent("eta", ("col",), COIN, F(5)),
            Latent("beta", ("col", "factor"), SKEWED, F(2, 5), (("eta", 2),)),
        ),
        (Term((("theta", 1), ("beta", 1)), ("factor",)),),
    ),
    "one parent of both sides": Graph(
        (
            Latent("level", (), COIN, F(1, 2)),
            Latent("theta", ("row", "factor"), COIN, F(1), (("level", 1),)),
            Latent("beta", ("col", "factor"), SKEWED, F(1), (("level", -1),)),
        ),
        (Term((("theta", 1), ("beta", 2)), ("factor",)), Term((("level", 1),))),
    ),
    "a parent that cancels": Graph(
        (
            Latent("level", (), COIN, F(1, 2)),
            Latent("theta", ("row",), COIN, F(1), (("level", 1),)),
            Latent("beta", ("col",), SKEWED, F(1), (("level", -1),)),
        ),
        (Term((("theta", 1), ("beta", 1))), Term((("theta", 1),))),
    ),
    "grandparents": Graph(
        (
            Latent("top", (), COIN, F(1, 3)),
            Latent("xi", ("row",), THREE, F(2, 3), (("top", -1),)),
            Latent("theta", ("row", "factor"), SKEWED, F(3, 2), (("xi", 1), ("top", 1))),
        ),
        (Term((("theta", 1), ("xi", 1)), ("factor",)),),
    ),
    "parents along the factors": Graph(
        (
            Latent("strength", ("factor",), THREE, F(2, 3)),
            Latent("theta", ("row", "factor"), COIN, F(3, 2), (("strength", 1),)),
            Latent("beta", ("col", "factor"), SKEWED, F(2, 5), (("strength", 1),)),
        ),
        (Term((("theta", 1), ("beta", 1)), ("factor",)),),
    ),
    "additive": Graph(
        (Latent("theta", ("row",), COIN, F(3, 2)), Latent("beta", ("col",), THREE, F(2))),
        (Term((("theta", 1),)), Term((("beta", 1),), (), F(5, 2))),
    ),
    "an unsummed row effect": Graph(
        (THETA, BETA, Latent("effect", ("row",), THREE, F(2, 3))),
        (
            Term((("theta", 1), ("beta", 1), ("effect", 1)), ("factor",)),
            Term((("effect", 1),), (), F(1, 3)),
        ),
    ),
    "a row effect that divides": Graph(
        (THETA, Latent("effect", ("row",), THREE, F(2, 3))),
        (Term((("theta", 1), ("effect", -1)), ("factor",)),),
    ),
    "a square": Graph((THETA, BETA), (Term((("theta", 2), ("beta", 1)), ("factor",)),)),
    "a square of a sum": Graph((THETA,), (Term((("theta", 1),), ("factor",)),), power=2),
    "constants beside sums": Graph(
        (THETA, BETA),
        (Term((("theta", 1), ("beta", 1)), ("factor",), F(3, 7)), Term((), (), F(1, 4))),
    ),
    "everything in one number": Graph(
        (Latent("level", (), THREE, F(2)),), (Term((("level", 1),)),)
    ),
    "noise for each entry": Graph(
        (Latent("theta", ("row",), COIN), Latent("noise", ("row", "col"), THREE, F(1, 6))),
        (Term((("theta", 1), ("noise", 1))),),
    ),
    "sums of one variable over different axes": Graph(
        (Latent("theta", ("row", "factor"), COIN), Latent("beta", ("factor",), SKEWED)),
        (Term((("theta", 1),), ("factor",)), Term((("beta", 1),), ("factor",), F(2))),
    ),
    "columns first": Graph(
        (THETA, BETA),
        (Term((("theta", 1), ("beta", 2)), ("factor",)),),
        observed=("col", "row"),
    ),
}
SHARED = ((), ("row",), ("col",))
HEAVY = ("weighted factors", "parents in rows and columns", "an unsummed row effect")
CHOSEN = ("bilinear", "grandparents", "a row effect that divides", "a square of a sum", "additive")


@pytest.mark.parametrize("factors", core([1, 2, 3], [2]))
@pytest.mark.parametrize("name", core(GRAPHS, [name for name in GRAPHS if name not in HEAVY]))
def test_moments_are_sums_over_all_configurations(name: str, factors: int) -> None:
    graph = GRAPHS[name]
    declared = declaration(graph)
    sizes = {"factor": factors}
    for shared in SHARED:
        # Without a shared axis everything is doubled; what is shared elsewhere still must show.
        if factors == 3 and (name in HEAVY or shared == ()):
            mean, variance, covariance = expanded(graph, sizes, shared)
        else:
            mean, variance, covariance = enumerated(graph, sizes, shared)
        what = " ".join(["covariance", *shared])
        assert at_numbers(derive(declared, "mean").result, graph, sizes) == mean
        assert at_numbers(derive(declared, "variance").result, graph, sizes) == mean + variance
        assert at_numbers(derive(declared, what).result, graph, sizes) == covariance
        correlation = derive(declared, " ".join(["correlation", *shared])).result
        assert at_numbers(correlation, graph, sizes) == covariance / (mean + variance)


@pytest.mark.parametrize("name", core(GRAPHS, CHOSEN))
def test_these_derivations_verify(name: str) -> None:
    declared = declaration(GRAPHS[name])
    for what in ("mean", "variance", "covariance", "covariance row", "correlation col"):
        assert derive(declared, what).verify().failures == ()


CUBE = Graph(
    (
        Latent("theta", ("row", "factor"), COIN, F(3, 2)),
        Latent("beta", ("col", "factor"), SKEWED, F(2, 5)),
        Latent("gamma", ("slice", "factor"), COIN, F(1, 3)),
    ),
    (Term((("theta", 1), ("beta", 1), ("gamma", 1)), ("factor",)),),
    observed=("row", "col", "slice"),
)


THREE_AXES = (
    (),
    ("row",),
    ("col",),
    ("slice",),
    ("row", "col"),
    ("row", "slice"),
    ("col", "slice"),
)


@pytest.mark.parametrize("shared", core(THREE_AXES, [("slice",), ("row", "col")]), ids="-".join)
def test_three_observed_axes_have_a_covariance_for_each_set_that_is_shared(
    shared: tuple[str, ...],
) -> None:
    declared = declaration(CUBE)
    for factors in (1, 2):
        sizes = {"factor": factors}
        mean, variance, covariance = enumerated(CUBE, sizes, shared)
        what = " ".join(["covariance", *shared])
        assert at_numbers(derive(declared, "variance").result, CUBE, sizes) == mean + variance
        assert at_numbers(derive(declared, what).result, CUBE, sizes) == covariance


TWO_SUMS = Graph(
    (
        Latent("theta", ("row", "factor"), COIN, F(3, 2)),
        Latent("core", ("factor", "topic"), SKEWED, F(2)),
        Latent("beta", ("col", "topic"), THREE, F(2, 5)),
    ),
    (Term((("theta", 1), ("core", 1), ("beta", 1)), ("factor", "topic")),),
)


@pytest.mark.parametrize(
    "sizes", core([(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 5)], [(1, 2), (2, 5)]), ids=str
)
@pytest.mark.parametrize("shared", SHARED, ids="-".join)
def test_a_sum_over_two_latent_axes_keeps_their_sizes_apart(
    sizes: tuple[int, int], shared: tuple[str, ...]
) -> None:
    declared = declaration(TWO_SUMS)
    at = {"factor": sizes[0], "topic": sizes[1]}
    route = enumerated if sum(sizes) < 4 else expanded
    mean, variance, covariance = route(TWO_SUMS, at, shared)
    what = " ".join(["covariance", *shared])
    assert at_numbers(derive(declared, "mean").result, TWO_SUMS, at) == mean
    assert at_numbers(derive(declared, "variance").result, TWO_SUMS, at) == mean + variance
    assert at_numbers(derive(declared, what).result, TWO_SUMS, at) == covariance


def test_gamma_moments_by_expansion_agree_with_the_paper() -> None:
    # The second brute-force route, checked on F: a=1, b=1, c=1/10, d=1/10, K=25.
    graph = Graph(
        (
            Latent("theta", ("row", "factor"), GammaLaw(F(1)), F(1)),
            Latent("beta", ("col", "factor"), GammaLaw(F(1, 10)), F(10)),
        ),
        (Term((("theta", 1), ("beta", 1)), ("factor",)),),
    )
    mean, variance, row = expanded(graph, {"factor": 25}, ("row",))
    assert (mean, mean + variance) == (25, 550)
    assert row == 25
    assert expanded(graph, {"factor": 25}, ("col",))[2] == 250
