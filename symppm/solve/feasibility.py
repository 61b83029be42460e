"""Conditions on targets, reduced to what a reader recognises."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.laws.collecting import in_factors, named
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
        single = [factor for e in listed for factor in _essential(e, facts) if _is_single(factor)]
        fresh = [factor for factor in dict.fromkeys(single) if factor not in facts]
        if not fresh:
            break
        facts += [factor for factor in fresh if factor.is_Symbol] or fresh
    reduced = [*facts, *(factor for e in listed for factor in _essential(e, facts))]
    signed = [factor for factor in reduced if factor.is_Symbol]
    weaker = [
        weakened
        for expression in reduced
        if not expression.is_Symbol
        for weakened in _relaxations(expression, signed)
    ]
    margins = sorted(
        dict.fromkeys([*reduced, *weaker]),
        key=lambda margin: (margin.count_ops(), _rank(margin), str(margin)),
    )
    return tuple(FeasibilityCondition(margin, inequality(margin, facts)) for margin in margins)


def allowed(margin: sympy.Expr, positive: Sequence[sympy.Expr] = ()) -> FeasibilityCondition:
    """Return the condition that something is not negative, without factors that are positive."""
    factors = _essential(margin, positive)
    reduced = factors[0] if len(factors) == 1 else margin
    return FeasibilityCondition(reduced, inequality(reduced, or_zero=True), or_zero=True)


def _rank(expression: sympy.Basic) -> tuple[int, ...]:
    """Order by the targets as they are usually listed: mean, variance, correlations by axis."""
    listed = ("mean", "variance", "rho_row", "rho_col", "cov_row", "cov_col", "cycle")
    names = [symbol.name for symbol in expression.free_symbols]
    return tuple(sorted(listed.index(n) if n in listed else len(listed) for n in names))


def _essential(expression: sympy.Expr, known: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """Drop every factor that is positive, or known to be.

    What is left is one condition, or several where the factors cannot be negative together.
    """
    (sign, *odd), factors = _odd_factors(expression), []
    assumed = {s: sympy.Symbol(s.name, positive=True) for s in known if s.is_Symbol}
    for factor in odd:
        value = factor.subs(assumed)
        if (-value).is_positive or sympy.expand(-factor) in known:
            sign = -sign
        elif not (value.is_positive or sympy.expand(factor) in known):
            factors.append(factor)
    if len(factors) == 2:
        # Two factors that add up to something positive cannot both be negative.
        for first, second in ((1, sign), (-1, -sign)):
            pair = [sympy.expand(first * factors[0]), sympy.expand(second * factors[1])]
            if (pair[0] + pair[1]).is_positive:
                return pair
    return [sympy.expand(sympy.Mul(sign, *factors))] if factors else []


@functools.lru_cache(maxsize=1024)
def _odd_factors(expression: sympy.Expr) -> tuple[sympy.Expr, ...]:
    """Return the sign of the number in front, and the factors whose signs make up the rest."""
    (plain,), back = named(expression)
    numerator, denominator = sympy.fraction(in_factors(plain))
    constant, pairs = sympy.factor_list(numerator * denominator)
    return sympy.sign(constant), *(factor.subs(back) for factor, power in pairs if power % 2)


@functools.lru_cache(maxsize=1024)
def _is_single(expression: sympy.Expr) -> bool:
    """Tell whether a sum is no product of sums, so that its sign is one question."""
    (plain,), _ = named(expression)
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
    weaker = []
    for group in groups:
        if group:
            weaker += _essential(expression.subs(dict.fromkeys(group, 0)), signed)
    return [margin for margin in weaker if margin != expression]


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
    expanded = sympy.expand(part)
    powers = in_factors(expanded.coeff(target_symbol("variance"))).as_powers_dict()
    shared = [s for s in known if s.is_Symbol and s.name.startswith("cov_")]
    return sympy.expand(expanded / sympy.Mul(*(s ** powers.get(s, 0) for s in shared)))


def _sum_text(terms: Sequence[sympy.Expr]) -> str:
    return " + ".join(map(_term_text, sorted(terms, key=_rank))) or "0"


def _term_text(term: sympy.Expr) -> str:
    sums = [factor for factor in sympy.Mul.make_args(term) if factor.is_Add]
    if len(sums) != 1:
        return str(term)
    summands = sorted(sums[0].args, key=_rank)
    inner = "".join(f" - {-s}" if s.could_extract_minus_sign() else f" + {s}" for s in summands)
    return f"{term / sums[0]}*({inner.removeprefix(' + ')})"
