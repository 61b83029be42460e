"""Known arrays that multiply the mean: the moments of data that were divided by them."""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from symppm.errors import NotBuiltError
from symppm.laws import derive
from symppm.laws.engine import entry_sharing
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry, KnownEntry, known_entries, reindex

MEAN_INVERSE = sympy.Symbol("mean_inverse_exposure", positive=True)
"""The average of one over the exposure, over the observed entries."""


def exposure(declaration: Declaration) -> sympy.Expr:
    """Return what multiplies the mean of an entry: a product of powers of known entries, or one."""
    if not declaration.known:
        return sympy.S.One
    mean = derive(declaration, "mean").result
    factor = _known_part(sympy.factor(mean))
    if known_entries(mean / factor):
        raise _not_a_factor(declaration)
    return factor


def adjusted(declaration: Declaration, value: sympy.Expr, shared: tuple[str, ...]) -> sympy.Expr:
    """Return the moment of data divided by their exposure, from the moment of the data.

    What is left of the exposure is averaged over the entries: the noise of a Poisson variable
    divided by its exposure is its mean over the exposure. This derives the adjusted estimators of
    the paper's appendix on model mismatch.
    """
    if not declaration.known:
        return value
    first = exposure(declaration)
    second = first
    if shared == ("mean",):
        scaled = value / first
    else:
        if set(shared) != set(declaration.observed.dims):
            one, other = entry_sharing(declaration, shared)
            second = reindex(first, dict(zip(one.indices, other.indices, strict=True)))
        scaled = value / (first * second)
    top, bottom = sympy.fraction(sympy.together(scaled))
    below = _known_part(bottom)
    rest = bottom / below
    total = sympy.S.Zero
    for term in sympy.Add.make_args(sympy.expand(top)):
        part = _known_part(term)
        left = part / below
        if known_entries(term / part) or known_entries(rest):
            raise _not_a_factor(declaration)
        if left == 1:
            total += term / part
        elif left * first == 1:
            total += term / part * MEAN_INVERSE
        else:
            raise _not_a_factor(declaration)
    return sympy.factor(total / rest)


def adjusted_cumulant(
    declaration: Declaration, value: sympy.Expr, entries: Sequence[Entry]
) -> sympy.Expr:
    """Return the joint cumulant of data divided by their exposure, from that of the data.

    Different entries are independent given everything latent, so their cumulant is that of their
    means, each of which the exposure multiplies.
    """
    if not declaration.known:
        return value
    first = exposure(declaration)
    letters = declaration.observed.generic.indices
    factors = (reindex(first, dict(zip(letters, e.indices, strict=True))) for e in entries)
    left = sympy.factor(value / sympy.Mul(*factors))
    if known_entries(left):
        raise _not_a_factor(declaration)
    return left


def _known_part(term: sympy.Expr) -> sympy.Expr:
    """Return the product of the factors that are powers of known entries."""
    parts = (part.as_base_exp()[0] for part in sympy.Mul.make_args(term))
    known = zip(sympy.Mul.make_args(term), parts, strict=True)
    return sympy.Mul(*(part for part, base in known if isinstance(base, KnownEntry)))


def _not_a_factor(declaration: Declaration) -> NotBuiltError:
    names = ", ".join(array.name for array in declaration.known)
    return NotBuiltError(
        f"the moments of {declaration.name!r} depend on {names} in a way that dividing the data "
        "does not remove",
        expected="known arrays that multiply the whole mean, and noise that grows like the mean",
        do="Let the known arrays multiply the rate as a whole; deriving the moments entry by entry "
        "works for any of them.",
    )
