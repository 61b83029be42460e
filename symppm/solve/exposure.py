"""Known arrays that multiply the mean: the moments of data that were divided by them."""

from __future__ import annotations

import sympy

from symppm.errors import NotBuiltError
from symppm.laws import derive
from symppm.laws.engine import entry_sharing
from symppm.model.declaration import Declaration
from symppm.model.nodes import KnownEntry, known_entries, reindex

MEAN_INVERSE = sympy.Symbol("mean_inverse_exposure", positive=True)
"""The average of one over the exposure, over the observed entries."""


def exposure(declaration: Declaration) -> sympy.Expr:
    """Return what multiplies the mean of an entry: a product of powers of known entries, or one.

    Parameters
    ----------
    declaration : Declaration
        Any model.

    Raises
    ------
    NotBuiltError
        If the mean depends on known arrays in another way than as a factor.
    """
    if not declaration.known:
        return sympy.S.One
    mean = derive(declaration, "mean").result
    factor = sympy.Mul(
        *(
            part
            for part in sympy.Mul.make_args(sympy.factor(mean))
            if isinstance(part.as_base_exp()[0], KnownEntry)
        )
    )
    if known_entries(mean / factor):
        raise _not_a_factor(declaration)
    return factor


def adjusted(declaration: Declaration, value: sympy.Expr, shared: tuple[str, ...]) -> sympy.Expr:
    """Return the moment of data divided by their exposure, from the moment of the data.

    What is left of the exposure is averaged over the entries: the noise of a Poisson variable
    divided by its exposure is its mean over the exposure. This derives the adjusted estimators of
    the paper's appendix on model mismatch.

    Parameters
    ----------
    declaration : Declaration
        The model.
    value : sympy.Expr
        Its mean, variance, or a covariance of two entries.
    shared : tuple of str
        The axes that the two entries share: all of them for a variance, ``("mean",)`` for a mean.

    Raises
    ------
    NotBuiltError
        If something other than one over the exposure is left.
    """
    if not declaration.known:
        return value
    first = exposure(declaration)
    second = first
    if shared == ("mean",):
        scaled = sympy.expand(value / first)
    else:
        if set(shared) != set(declaration.observed.dims):
            one, other = entry_sharing(declaration, shared)
            second = reindex(first, dict(zip(one.indices, other.indices, strict=True)))
        scaled = sympy.expand(value / (first * second))
    total = sympy.S.Zero
    for term in sympy.Add.make_args(scaled):
        left = sympy.Mul(
            *(
                part
                for part in sympy.Mul.make_args(term)
                if isinstance(part.as_base_exp()[0], KnownEntry)
            )
        )
        if left == 1:
            total += term
        elif left * first == 1:
            total += term * first * MEAN_INVERSE
        else:
            raise _not_a_factor(declaration)
    return sympy.factor(total)


def _not_a_factor(declaration: Declaration) -> NotBuiltError:
    names = ", ".join(array.name for array in declaration.known)
    return NotBuiltError(
        f"the moments of {declaration.name!r} depend on {names} in a way that dividing the data "
        "does not remove",
        expected="known arrays that multiply the whole mean",
        do="Let the known arrays multiply the rate as a whole; deriving the moments entry by entry "
        "works for any of them.",
    )
