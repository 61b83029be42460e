"""Random models of the class: derived moments against brute force, and derivations that verify."""

from __future__ import annotations

from fractions import Fraction

import sympy
from enumeration import (
    LIKELIHOODS,
    GammaLaw,
    Graph,
    InverseGammaLaw,
    Latent,
    Law,
    Points,
    Term,
    at_numbers,
    declaration,
    enumerated,
    expanded,
    number_of_configurations,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symppm.laws import derive

F = Fraction

AXES = ("row", "col", "factor", "topic")
MOST_CONFIGURATIONS = 1500

fractions = st.builds(F, st.integers(1, 7), st.integers(1, 4))
points = st.builds(
    lambda one, two, p: Points(((one, p), (one + two, 1 - p))),
    fractions,
    fractions,
    st.sampled_from([F(1, 2), F(1, 3), F(3, 4)]),
)

# Shapes so large that every negative moment that can occur (order -8 at most) exists.
gammas = st.builds(
    lambda extra, law: law(9 + extra), fractions, st.sampled_from([GammaLaw, InverseGammaLaw])
)
likelihoods = st.sampled_from(sorted(LIKELIHOODS))


@st.composite
def graphs(draw: st.DrawFn, laws: st.SearchStrategy[Law]) -> Graph:
    """Draw a graph of one to four latent variables whose every variable reaches the rate."""
    latents: list[Latent] = []
    for number in range(draw(st.integers(1, 4))):
        dims = tuple(draw(st.lists(st.sampled_from(AXES), unique=True, max_size=2)))
        above = [each for each in latents if set(each.dims) <= set(dims)]
        parents: tuple[tuple[str, int], ...] = ()
        if above and draw(st.booleans()):
            chosen = draw(st.sampled_from(above))
            parents = ((chosen.name, draw(st.sampled_from([1, -1]))),)
        latents.append(Latent(f"x{number}", dims, draw(laws), draw(fractions), parents))
    unused = {latent.name for latent in latents}
    for latent in latents:
        unused -= {parent for parent, _ in latent.parents}
    terms = []
    while unused or not terms:
        names = {unused.pop()} if unused else {latents[0].name}
        if draw(st.booleans()):
            names.add(draw(st.sampled_from(latents)).name)
        unused -= names
        powers = tuple((name, draw(st.sampled_from([1, 1, 2, -1]))) for name in sorted(names))
        used = {axis for latent in latents if latent.name in names for axis in latent.dims}
        over = tuple(axis for axis in ("factor", "topic") if axis in used)
        terms.append(Term(powers, over, draw(fractions)))
    return Graph(tuple(latents), tuple(terms), likelihood=draw(likelihoods))


moments = st.tuples(
    st.sampled_from([(), ("row",), ("col",)]),
    st.fixed_dictionaries({"factor": st.integers(1, 2), "topic": st.integers(1, 2)}),
)
random_models = settings(
    max_examples=25,
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


@settings(random_models, max_examples=12)
@given(graphs(gammas), moments)
def test_moments_of_random_gamma_models_are_expansions_in_entries(
    graph: Graph, moment: tuple[tuple[str, ...], dict[str, int]]
) -> None:
    agrees(graph, *moment)


@settings(random_models, max_examples=12)
@given(graphs(st.one_of(points, gammas)), st.sampled_from(["variance", "covariance row"]))
def test_derivations_of_random_models_verify(graph: Graph, what: str) -> None:
    verdict = derive(declaration(graph), what).verify()
    assert verdict.failures == ()
