"""Random models of the derivable class, as hypothesis strategies."""

from __future__ import annotations

from fractions import Fraction

from enumeration import LIKELIHOODS, GammaLaw, Graph, InverseGammaLaw, Latent, Law, Points, Term
from hypothesis import strategies as st

F = Fraction

AXES = ("row", "col", "factor", "topic")

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
