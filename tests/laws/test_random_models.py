"""Random models of the class: derived moments against brute force, and derivations that verify."""

from __future__ import annotations

import pytest
import sympy
from enumeration import (
    LIKELIHOODS,
    Graph,
    at_numbers,
    declaration,
    enumerated,
    expanded,
    number_of_configurations,
)
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_graphs import gammas, graphs, points

from symppm.laws import derive

MOST_CONFIGURATIONS = 1500

moments = st.tuples(
    st.sampled_from([(), ("row",), ("col",)]),
    st.fixed_dictionaries({"factor": st.integers(1, 2), "topic": st.integers(1, 2)}),
)
random_models = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def agrees(graph: Graph, shared: tuple[str, ...], sizes: dict[str, int]) -> None:
    declared = declaration(graph)
    likelihood = LIKELIHOODS[graph.likelihood]
    of_rate = expanded(graph, sizes, shared)
    mean, variance, covariance = likelihood.moments(*of_rate)
    assert at_numbers(derive(declared, "mean").result, graph, sizes) == mean
    if isinstance(variance, sympy.Expr):
        left = derive(declared, "variance").result - likelihood.constant
        assert at_numbers(sympy.expand(left), graph, sizes) == variance - likelihood.constant
    else:
        assert at_numbers(derive(declared, "variance").result, graph, sizes) == variance
    what = " ".join(["covariance", *shared])
    assert at_numbers(derive(declared, what).result, graph, sizes) == covariance


@random_models
@given(graphs(points), moments)
def test_moments_of_random_discrete_models_are_sums_over_configurations(
    graph: Graph, moment: tuple[tuple[str, ...], dict[str, int]]
) -> None:
    shared, sizes = moment
    if number_of_configurations(graph, sizes, shared) <= MOST_CONFIGURATIONS:
        assert enumerated(graph, sizes, shared) == expanded(graph, sizes, shared)
    agrees(graph, shared, sizes)


@pytest.mark.thorough
@random_models
@given(graphs(gammas), moments)
def test_moments_of_random_gamma_models_are_expansions_in_entries(
    graph: Graph, moment: tuple[tuple[str, ...], dict[str, int]]
) -> None:
    shared, sizes = moment
    # Of two factors and two topics, expansions take minutes; the models above have both.
    assume(sizes != {"factor": 2, "topic": 2})
    agrees(graph, shared, sizes)


@settings(random_models, max_examples=5)
@given(graphs(st.one_of(points, gammas)), st.sampled_from(["variance", "covariance row"]))
def test_derivations_of_random_models_verify(graph: Graph, what: str) -> None:
    verdict = derive(declaration(graph), what).verify()
    assert verdict.failures == ()
