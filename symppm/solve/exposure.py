"""Known arrays that multiply the mean: the moments of data that were divided by them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import sympy

from symppm.errors import NotBuiltError
from symppm.laws import derive
from symppm.laws.collecting import in_factors
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry, KnownEntry, known_entries, reindex

MEAN_INVERSE = sympy.Symbol("mean_inverse_exposure", positive=True)
"""The average of one over the exposure, over the observed entries."""


def of_data(declaration: Declaration) -> tuple[sympy.Symbol, ...]:
    """Return what moments depend on that data tell: lengths of axes, averages over exposures."""
    return (*declaration.lengths, *averages(declaration).values())


@functools.lru_cache(maxsize=64)
def averages(declaration: Declaration) -> Mapping[sympy.Expr, sympy.Symbol]:
    """Return the symbols of averages by what is averaged: one over the exposure.

    Where the noise of an entry is not in proportion to its mean, as of multinomial counts, that
    comes apart into the arrays that it is made of, which vary along different axes.
    """
    if not declaration.known:
        return {}
    product = exposure(declaration)
    factors = sympy.Mul.make_args(product)
    top, bottom = _over(derive(declaration, "variance").result, product**2)
    ratios = {_known_part(term) / _known_part(bottom) for term in sympy.Add.make_args(top)}
    if len(factors) == 1 or ratios <= {sympy.S.One, 1 / product}:
        return {1 / product: MEAN_INVERSE}
    names = (factor.as_base_exp()[0].name for factor in factors)
    return {
        1 / factor: sympy.Symbol(f"mean_inverse_{name}", positive=True)
        for factor, name in zip(factors, names, strict=True)
    }


def exposure(declaration: Declaration) -> sympy.Expr:
    """Return what multiplies the mean of an entry: a product of powers of known entries, or one."""
    if not declaration.known:
        return sympy.S.One
    mean = derive(declaration, "mean").result
    factor = _known_part(in_factors(mean))
    if known_entries(mean / factor):
        raise _not_a_factor(declaration)
    return factor


def adjusted(declaration: Declaration, value: sympy.Expr, entries: Sequence[Entry]) -> sympy.Expr:
    """Return the moment of entries divided by their exposure, from the moment of the entries.

    What is left of the exposure is averaged over the entries: the noise of a Poisson variable
    divided by its exposure is its mean over the exposure. This derives the adjusted estimators of
    the paper's appendix on model mismatch.
    """
    if not declaration.known:
        return value
    top, bottom = _over(value, _exposures(declaration, entries))
    below = _known_part(bottom)
    divisor = bottom / below
    known = _products(averages(declaration))
    total = sympy.S.Zero
    for term in sympy.Add.make_args(top):
        factor = _known_part(term)
        if known_entries(term / factor) or known_entries(divisor) or factor / below not in known:
            raise _not_a_factor(declaration)
        total += term / factor * known[factor / below]
    return in_factors(total / divisor)


def _exposures(declaration: Declaration, entries: Sequence[Entry]) -> sympy.Expr:
    """Return the product of the exposures of some entries."""
    generic, letters = exposure(declaration), declaration.observed.generic.indices
    moves = (dict(zip(letters, entry.indices, strict=True)) for entry in entries)
    return sympy.Mul(*(reindex(generic, move) for move in moves))


def _over(value: sympy.Expr, divisor: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Return numerator, multiplied out, and denominator of a moment of data over exposures."""
    top, bottom = sympy.fraction(sympy.together(value / divisor))
    return sympy.expand(top), bottom


def _products(symbols: Mapping[sympy.Expr, sympy.Symbol]) -> dict[sympy.Expr, sympy.Expr]:
    """Return the averages of all products of what varies along different axes, and of one."""
    products: dict[sympy.Expr, sympy.Expr] = {sympy.S.One: sympy.S.One}
    for inverse, symbol in symbols.items():
        products |= {product * inverse: average * symbol for product, average in products.items()}
    return products


def adjusted_cumulant(
    declaration: Declaration, value: sympy.Expr, entries: Sequence[Entry]
) -> sympy.Expr:
    """Return the joint cumulant of data divided by their exposure, from that of the data.

    Different entries are independent given everything latent, so their cumulant is that of their
    means, each of which the exposure multiplies.
    """
    if not declaration.known:
        return value
    cumulant = in_factors(value / _exposures(declaration, entries))
    if known_entries(cumulant):
        raise _not_a_factor(declaration)
    return cumulant


def _known_part(term: sympy.Expr) -> sympy.Expr:
    """Return the product of the factors that are powers of known entries."""
    factors = sympy.Mul.make_args(term)
    return sympy.Mul(
        *(factor for factor in factors if isinstance(factor.as_base_exp()[0], KnownEntry))
    )


def _not_a_factor(declaration: Declaration) -> NotBuiltError:
    names = ", ".join(array.name for array in declaration.known)
    return NotBuiltError(
        f"the moments of {declaration.name!r} depend on {names} in a way that dividing the data "
        "does not remove",
        expected="known arrays that multiply the whole mean, and noise that grows like the mean",
        do="Let the known arrays multiply the rate as a whole; deriving the moments entry by entry "
        "works for any of them.",
    )
