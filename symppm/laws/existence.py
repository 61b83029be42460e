"""Where moments exist that drop out of a derivation, multiplied by zero or independent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy

from symppm.errors import NotDerivableError
from symppm.laws.operators import Covariance, Operator, Variance
from symppm.laws.polynomial import random_terms
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry, reindex

_MOST_REWRITINGS = 8
"""Of what is inside a moment; derivations of strangers may go in circles."""


def needed_to_drop(
    steps: Sequence[tuple[sympy.Expr, sympy.Expr]], declaration: Declaration
) -> Iterator[sympy.Expr]:
    """Yield what has to be positive for what steps drop to exist, by families alone."""
    rewritten = dict(steps)
    remaining = {moment for after in rewritten.values() for moment in after.atoms(Operator)}
    independent = {cov for cov, after in steps if after == 0 and isinstance(cov, Covariance)}
    for moment in sorted(remaining | independent, key=sympy.default_sort_key):
        now = moment
        # A moment becomes another one when what is inside it is rewritten.
        for _ in range(_MOST_REWRITINGS):
            if now not in rewritten:
                now = now.xreplace(rewritten)
        if moment in independent or (now.has(Operator) and now not in rewritten):
            for operand in _bare(now):
                yield from _mean_needs(operand, declaration)


def _bare(moment: sympy.Expr) -> Iterator[sympy.Expr]:
    """Yield what has a mean where a moment exists, conditional moments inside it taken out."""
    for operand in moment.operands:
        inner = operand.atoms(Operator)
        if not inner:
            yield operand**2 if isinstance(moment, Variance) else operand
        for nested in inner:
            yield from _bare(nested)


def _mean_needs(expression: sympy.Expr, declaration: Declaration) -> Iterator[sympy.Expr]:
    """Yield what the mean of an expression needs; nothing where families do not say."""
    try:
        for term in random_terms(expression, declaration):
            first = {declaration.axis_of(bound): bound for bound, _ in term.bounds}
            same = {bound: first[declaration.axis_of(bound)] for bound, _ in term.bounds}
            for monomial in {term.monomial, reindex(term.monomial, same)}:
                yield from _monomial_needs(monomial.as_powers_dict(), declaration)
    except NotDerivableError:
        return


def _monomial_needs(
    powers: dict[sympy.Expr, sympy.Expr], declaration: Declaration
) -> Iterator[sympy.Expr]:
    """Replace the deepest power by its mean given what is above it, and so on."""
    entry = max(powers, key=lambda e: (declaration.depths[e.name], str(e)))
    variable = declaration.by_name[entry.name]
    order, parameters = int(powers.pop(entry)), variable.parameters_at(entry.indices)
    moment = variable.family.raw_moment(order, parameters)
    yield from (need for need in moment.conditions if not need.has(Entry))
    rest = sympy.Mul(*(base**power for base, power in powers.items()))
    yield from _mean_needs((moment.value or sympy.S.One) * rest, declaration)
