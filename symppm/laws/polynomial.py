"""Random expressions as sums of coefficient times (summed) monomials of entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sympy

from symppm.errors import NotBuiltError, NotDerivableError
from symppm.laws.operators import Operator
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry, known_entries, reindex

SIMULATION = (
    "a model outside this class can still be matched by drawing from it: "
    'ppm.match(..., method="stochastic").'
)
"""Where to go with a model that has no exact moments, at the end of a sentence."""


@dataclass(frozen=True)
class Term:
    """``coefficient * sum over bounds of monomial``.

    Attributes
    ----------
    coefficient : sympy.Expr
        Free of entries.
    monomial : sympy.Expr
        A product of integer powers of entries.
    bounds : tuple of (index, size)
        Sums around the monomial, outermost first.
    """

    coefficient: sympy.Expr
    monomial: sympy.Expr
    bounds: tuple[tuple[sympy.Symbol, sympy.Symbol], ...] = ()

    def with_summand(self, summand: sympy.Expr) -> sympy.Expr:
        """Return the term with something else in place of the monomial."""
        for bound, size in reversed(self.bounds):
            summand = AxisSum(summand, bound, size)
        return self.coefficient * summand


def is_random(expression: sympy.Expr) -> bool:
    """Tell whether an expression mentions an entry of a random variable."""
    return bool(expression.has(Entry))


def outside_moments(expression: sympy.Expr) -> sympy.Expr:
    """Return an expression with zero in place of every moment."""
    return expression.replace(lambda node: isinstance(node, Operator), lambda _: sympy.S.Zero)


def terms(expression: sympy.Expr, declaration: Declaration) -> list[Term]:
    """Write an expression as a sum of terms."""
    if not is_random(expression):
        return [Term(expression, sympy.S.One)]
    if isinstance(expression, Entry):
        return [Term(sympy.S.One, expression)]
    if expression.is_Add:
        return [term for argument in expression.args for term in terms(argument, declaration)]
    if isinstance(expression, AxisSum):
        head = (expression.bound, expression.size)
        inner = terms(expression.summand, declaration)
        for one in inner:
            for known in known_entries(one.coefficient):
                if expression.bound in known.indices:
                    raise no_sum(expression.bound, known, declaration)
        return [Term(one.coefficient, one.monomial, (head, *one.bounds)) for one in inner]
    if expression.is_Mul:
        return _product([terms(argument, declaration) for argument in expression.args], declaration)
    if expression.is_Pow:
        return _power(expression, declaration)
    raise _outside(expression, f"{type(expression).__name__} of random variables")


def random_terms(expression: sympy.Expr, declaration: Declaration) -> list[Term]:
    """Return the :func:`terms` that mention a random variable."""
    return [term for term in terms(expression, declaration) if is_random(term.monomial)]


def _power(expression: sympy.Pow, declaration: Declaration) -> list[Term]:
    base, exponent = expression.as_base_exp()
    if not exponent.is_Integer:
        raise _outside(expression, f"the power {exponent} of a random expression")
    if exponent > 0:
        return _product([terms(base, declaration)] * int(exponent), declaration)
    inner = terms(base, declaration)
    if len(inner) != 1 or inner[0].bounds:
        raise _outside(expression, "the reciprocal of a sum of random variables")
    (only,) = inner
    return [Term(only.coefficient**exponent, only.monomial**exponent)]


def _product(factors: Iterable[list[Term]], declaration: Declaration) -> list[Term]:
    product = [Term(sympy.S.One, sympy.S.One)]
    for factor in factors:
        product = [_multiply(one, two, declaration) for one in product for two in factor]
    return product


def _indices(term: Term) -> set[sympy.Symbol]:
    free = {i for entry in term.monomial.atoms(Entry) for i in entry.indices}
    return free | {bound for bound, _ in term.bounds}


def _multiply(first: Term, second: Term, declaration: Declaration) -> Term:
    one, two = with_own_bounds((first, second), sympy.Tuple(), declaration)
    return Term(
        one.coefficient * two.coefficient,
        one.monomial * two.monomial,
        (*one.bounds, *two.bounds),
    )


def with_own_bounds(
    product: Sequence[Term], given: sympy.Tuple, declaration: Declaration
) -> list[Term]:
    """Rename summed indices: no two terms share one, nor one with what is free or given."""
    taken = {index for entry in given for index in entry.indices}
    for term in product:
        taken |= _indices(term) - {bound for bound, _ in term.bounds}
    renamed = []
    for term in product:
        monomial, bounds = term.monomial, []
        for bound, size in term.bounds:
            letter = bound
            if bound in taken:
                letter = fresh_index(bound, taken | _indices(term), declaration)
                monomial = reindex(monomial, {bound: letter})
            taken.add(letter)
            bounds.append((letter, size))
        renamed.append(Term(term.coefficient, monomial, tuple(bounds)))
    return renamed


def fresh_index(
    bound: sympy.Symbol, taken: Iterable[sympy.Symbol], declaration: Declaration
) -> sympy.Symbol:
    """Return the first index along the same axis that is not taken."""
    used = set(taken)
    axis = declaration.axis_of(bound)
    return next(letter for letter in axis.pool(len(used) + 1) if letter not in used)


def factors(monomial: sympy.Expr) -> list[sympy.Expr]:
    """Return the powers of entries that a monomial is made of, in a fixed order."""
    return sorted(sympy.Mul.make_args(monomial), key=sympy.default_sort_key)


def _outside(expression: sympy.Expr, what: str) -> NotDerivableError:
    return NotDerivableError(
        f"{expression} contains {what}",
        expected="sums and products of integer powers of random variables",
        do="Rewrite the model so that each conditional moment is such a polynomial, "
        f"or leave it to simulation: {SIMULATION}",
    )


def no_sum(bound: sympy.Symbol, known: KnownEntry, declaration: Declaration) -> NotBuiltError:
    """Return the error for a sum whose terms depend on a known constant of their own each."""
    axis = declaration.axis_of(bound).name
    return NotBuiltError(
        f"a sum over {axis!r} whose terms depend on the known {known}",
        expected="terms that all have the same law",
        do=f"Let {known.name} vary only along axes that are not summed over, or use "
        f"hyperparameters in its place; sums weighted by a known array are not built yet.",
    )
