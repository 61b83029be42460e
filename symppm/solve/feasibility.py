"""Conditions on targets, reduced to what a reader recognises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.laws.collecting import named
from symppm.solve.forms import collected
from symppm.solve.targets import target_symbol

ROUNDING: Final = 1e-12
"""Part of two numbers by which their difference may miss zero, for they are themselves rounded."""


@dataclass(frozen=True)
class FeasibilityCondition:
    """An inequality that targets must meet.

    Attributes
    ----------
    positive : sympy.Expr
        Must be greater than zero.
    text : str
        The inequality for readers, such as ``"variance > mean"``.
    or_zero : bool
        Whether it may be zero too.
    beside : sympy.Expr
        What ``positive`` is a small difference of: less than :data:`ROUNDING` of it is zero.
    """

    positive: sympy.Expr
    text: str
    or_zero: bool = False
    beside: sympy.Expr = sympy.S.Zero

    @property
    def relation(self) -> str:
        """The relation to zero, in LaTeX."""
        return r"\ge" if self.or_zero else ">"

    def holds(self, value: sympy.Expr) -> bool:
        """Tell whether the condition holds where ``positive`` has this value."""
        return bool(value.is_real and (value >= 0 if self.or_zero else value > 0))


def feasibility(positive: Iterable[sympy.Expr]) -> tuple[FeasibilityCondition, ...]:
    """Reduce conditions, and add the simpler ones that each of them implies.

    ``variance*(1 - rho_row - rho_col) - mean > 0`` cannot hold unless ``variance > mean`` and
    ``rho_row + rho_col < 1``; a reader whose targets fail one of those wants to hear about it.
    """
    listed = list(positive)
    facts: list[sympy.Expr] = []
    while True:
        # What must be positive by itself is a factor that others need not mention.
        found = [part for each in listed for part in _essential(each, facts) if _is_single(part)]
        fresh = [part for part in dict.fromkeys(found) if part not in facts]
        if not fresh:
            break
        facts += [part for part in fresh if part.is_Symbol] or fresh
    reduced = [*facts, *(part for each in listed for part in _essential(each, facts))]
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
    return tuple(FeasibilityCondition(part, inequality(part, facts)) for part in every)


def allowed(margin: sympy.Expr, positive: Sequence[sympy.Expr] = ()) -> FeasibilityCondition:
    """Return the condition that something is not negative, without factors that are positive."""
    left = _essential(margin, positive)
    kept = left[0] if len(left) == 1 else margin
    return FeasibilityCondition(kept, inequality(kept, or_zero=True), or_zero=True)


def _rank(part: sympy.Basic) -> tuple[int, ...]:
    """Order by the targets as they are usually listed: mean, variance, correlations by axis."""
    listed = ("mean", "variance", "rho_row", "rho_col", "cov_row", "cov_col", "cycle")
    names = [symbol.name for symbol in part.free_symbols]
    return tuple(sorted(listed.index(n) if n in listed else len(listed) for n in names))


def _essential(expression: sympy.Expr, known: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """Drop every factor that is positive, or known to be.

    What is left is one condition, or several where the factors cannot be negative together.
    """
    (plain,), back = named(expression)
    numerator, denominator = sympy.fraction(sympy.factor(plain))
    constant, pairs = sympy.factor_list(numerator * denominator)
    sign, left = sympy.sign(constant), []
    assumed = {each: sympy.Symbol(each.name, positive=True) for each in known if each.is_Symbol}
    for plainly, power in pairs:
        if power % 2 == 0:
            continue
        factor = plainly.subs(back)
        value = factor.subs(assumed)
        if (-value).is_positive or sympy.expand(-factor) in known:
            sign = -sign
        elif not (value.is_positive or sympy.expand(factor) in known):
            left.append(factor)
    if len(left) == 2:
        # Two factors that add up to something positive cannot both be negative.
        for first, second in ((1, sign), (-1, -sign)):
            pair = [sympy.expand(first * left[0]), sympy.expand(second * left[1])]
            if (pair[0] + pair[1]).is_positive:
                return pair
    return [sympy.expand(sympy.Mul(sign, *left))] if left else []


def _is_single(part: sympy.Expr) -> bool:
    """Tell whether a sum is no product of sums, so that its sign is one question."""
    (plain,), _ = named(part)
    factors = sympy.factor_list(plain)[1]
    return len(factors) == 1 and factors[0][1] == 1


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


def inequality(part: sympy.Expr, known: Sequence[sympy.Expr] = (), *, or_zero: bool = False) -> str:
    """Write ``part > 0`` with positive terms on the left and negative ones on the right."""
    equal = "=" if or_zero else ""
    terms = sympy.Add.make_args(collected(_without_factor(part, known)))
    left = [term for term in terms if not term.could_extract_minus_sign()]
    right = [-term for term in terms if term.could_extract_minus_sign()]
    if left == [sympy.S.One]:
        return f"{_sum_text(right)} <{equal} 1"
    if not left:
        return f"{_sum_text(right)} <{equal} 0"
    return f"{_sum_text(left)} >{equal} {_sum_text(right)}"


def _without_factor(part: sympy.Expr, known: Sequence[sympy.Expr]) -> sympy.Expr:
    """Divide by the covariances that multiply the variance, if they are known to be positive."""
    whole = sympy.expand(part)
    powers = sympy.factor(whole.coeff(target_symbol("variance"))).as_powers_dict()
    shared = [each for each in known if each.is_Symbol and each.name.startswith("cov_")]
    return sympy.expand(whole / sympy.Mul(*(each ** powers.get(each, 0) for each in shared)))


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
