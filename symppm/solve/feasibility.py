"""Conditions on targets, reduced to what a reader recognises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy

from symppm.solve.forms import collected
from symppm.solve.solution import FeasibilityCondition


def feasibility(positive: Iterable[sympy.Expr]) -> tuple[FeasibilityCondition, ...]:
    """Reduce conditions, and add the simpler ones that each of them implies.

    ``variance*(1 - rho_row - rho_col) - mean > 0`` cannot hold unless ``variance > mean`` and
    ``rho_row + rho_col < 1``; a reader whose targets fail one of those wants to hear about it.

    Parameters
    ----------
    positive : iterable of sympy.Expr
        Each must be positive.

    Returns
    -------
    tuple of FeasibilityCondition
        Simplest first; the added ones are necessary, so the set means the same.
    """
    listed = list(positive)
    bare = [part for each in listed for part in _essential(each, ()) if part.is_Symbol]
    reduced = [*bare, *(part for each in listed for part in _essential(each, bare))]
    signed = [part for part in reduced if part.is_Symbol]
    weaker = [
        part
        for expression in reduced
        if not expression.is_Symbol
        for part in _relaxations(expression, signed)
    ]
    every = sorted(
        dict.fromkeys([*reduced, *weaker]),
        key=lambda part: (part.count_ops(), _rank(part), str(part)),
    )
    return tuple(FeasibilityCondition(part, inequality(part)) for part in every)


def _rank(part: sympy.Basic) -> tuple[int, ...]:
    """Order by the targets as they are usually listed: mean, variance, correlations by axis."""
    listed = ("mean", "variance", "rho_row", "rho_col")
    names = [symbol.name for symbol in part.free_symbols]
    return tuple(sorted(listed.index(n) if n in listed else len(listed) for n in names))


def _essential(expression: sympy.Expr, known: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """Drop every factor that is positive, or known to be.

    What is left is one condition, or several where the factors cannot be negative together.
    """
    numerator, denominator = sympy.fraction(sympy.factor(expression))
    constant, pairs = sympy.factor_list(numerator * denominator)
    sign, left = sympy.sign(constant), []
    for factor, power in pairs:
        if power % 2 == 0 or factor.is_positive or factor in known:
            continue
        if (-factor).is_positive:
            sign = -sign
            continue
        left.append(factor)
    if len(left) == 2:
        # Two factors that add up to something positive cannot both be negative.
        for first, second in ((1, sign), (-1, -sign)):
            pair = [sympy.expand(first * left[0]), sympy.expand(second * left[1])]
            if (pair[0] + pair[1]).is_positive:
                return pair
    return [sympy.expand(sympy.Mul(sign, *left))] if left else []


def _relaxations(expression: sympy.Expr, signed: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """Return what follows from a condition when positive symbols that lower it are dropped."""
    assumed = {
        symbol: sympy.Symbol(symbol.name, positive=True)
        for symbol in expression.free_symbols
        if symbol in signed or symbol.is_positive
    }
    lowering = [
        symbol
        for symbol in sorted(expression.free_symbols, key=str)
        if symbol in signed and (-sympy.diff(expression, symbol)).subs(assumed).is_positive
    ]
    groups = [
        [symbol for symbol in lowering if symbol.name.startswith("rho_")],
        [symbol for symbol in lowering if not symbol.name.startswith("rho_")],
    ]
    found = []
    for group in groups:
        if group:
            found += _essential(expression.subs(dict.fromkeys(group, 0)), signed)
    return [part for part in found if part != expression]


def inequality(part: sympy.Expr) -> str:
    """Write ``part > 0`` with positive terms on the left and negative ones on the right.

    Parameters
    ----------
    part : sympy.Expr
        A sum.
    """
    terms = sympy.Add.make_args(collected(part))
    left = [term for term in terms if not term.could_extract_minus_sign()]
    right = [-term for term in terms if term.could_extract_minus_sign()]
    if left == [sympy.S.One]:
        return f"{_sum_text(right)} < 1"
    return f"{_sum_text(left)} > {_sum_text(right)}"


def _sum_text(terms: Sequence[sympy.Expr]) -> str:
    return " + ".join(map(_term_text, sorted(terms, key=_rank))) or "0"


def _term_text(term: sympy.Expr) -> str:
    sums = [factor for factor in sympy.Mul.make_args(term) if factor.is_Add]
    if len(sums) != 1:
        return str(term)
    parts = sorted(sums[0].args, key=_rank)
    inner = "".join(
        f" - {-part}" if part.could_extract_minus_sign() else f" + {part}" for part in parts
    )
    return f"{term / sums[0]}*({inner.removeprefix(' + ')})"
