"""Writing results so that a reader recognises them and no digits cancel."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Final

import sympy

from symppm.laws.collecting import in_factors, named
from symppm.solve.coordinates import is_root
from symppm.solve.targets import target_symbol

_SLACK: Final = sympy.Dummy("slack", positive=True)

# Signs come back in every form that is tried.
_expanded = functools.lru_cache(maxsize=1024)(sympy.expand)


@functools.lru_cache(maxsize=1024)
def _positive(symbol: sympy.Symbol) -> sympy.Dummy:
    return sympy.Dummy(symbol.name, positive=True)


@functools.lru_cache(maxsize=1024)
def collected(part: sympy.Expr) -> sympy.Expr:
    """Return a sum with the variance factored out of its terms, as in tau V - E."""
    variance = target_symbol("variance")
    return sympy.collect(sympy.expand(part), variance)


def present(expression: sympy.Expr, signs: Sequence[sympy.Expr]) -> sympy.Expr:
    """Rewrite an expression, given what is positive.

    Roots and absolute values are resolved; a difference that is known to be positive is written
    with that sign; and where a target can be replaced by another one plus a positive slack, so that
    nothing is subtracted inside a root, it is.
    """
    positive = {
        symbol: _positive(symbol)
        for symbol in sorted(expression.free_symbols, key=str)
        if symbol in signs or symbol.is_positive
    }
    back = {dummy: symbol for symbol, dummy in positive.items()}
    known = [sign.xreplace(positive) for sign in signs]
    candidates = [_simplified(expression.xreplace(positive), known).xreplace(back)]
    for sign in signs if any(map(is_root, expression.atoms(sympy.Pow))) else ():
        for symbol, bound in _slacks(sign):
            move = {symbol: bound + _SLACK}
            shifted = expression.xreplace(move).xreplace(positive)
            moved = [s.xreplace(move).xreplace(positive) for s in signs]
            form = _simplified(shifted, moved).xreplace(back)
            candidates.append(form.xreplace({_SLACK: symbol - bound}))
    oriented = [_oriented(candidate, signs) for candidate in candidates]
    return min(oriented, key=lambda form: quality(form, signs))


def quality(expression: sympy.Expr, signs: Sequence[sympy.Expr]) -> tuple[int, int, str]:
    """Return a key that puts forms first that subtract least, then short ones.

    A difference that is a feasibility condition by itself does not count: it is the quantity that
    the data have to resolve.
    """
    known = {collected(sign): sympy.Dummy(positive=True) for sign in signs if sign.is_Add}
    form = expression.xreplace(known)
    subtractions = sum(
        any(term.could_extract_minus_sign() for term in part.args) for part in form.atoms(sympy.Add)
    )
    return subtractions, int(expression.count_ops()), str(expression)


def _simplified(expression: sympy.Expr, signs: Sequence[sympy.Expr]) -> sympy.Expr:
    """Cancel as a fraction, roots being kept as they are: squaring them back loses digits."""
    roots: list[tuple[sympy.Symbol, sympy.Expr]] = []

    def name_root(node: sympy.Pow) -> sympy.Expr:
        sign = 1
        factors, of_any_sign = [], sympy.S.One
        for factor in sympy.Mul.make_args(in_factors(node.base)):
            base, power = factor.as_base_exp()
            turned, form = (-1, -base) if base.is_negative else _orient_sum(base, signs)
            sign *= turned if power.is_odd else 1
            if form.is_Add and not _is_positive(form, signs):
                of_any_sign *= form**power
            else:
                factors.append((form, power))
        if sign < 0:
            # Some factor is negative in a way that the signs do not tell: leave them together.
            return node
        if of_any_sign != 1:
            # Their product is positive where the root is real; each may be negative.
            factors.append((of_any_sign, 1))
        powers = []
        for form, power in factors:
            if form.has(sympy.Add):
                root = sympy.Dummy(f"root{len(roots)}", positive=True)
                roots.append((root, sympy.sqrt(form)))
                powers.append(root ** (2 * power * node.exp))
            else:
                powers.append(form ** (power * node.exp))
        return sympy.Mul(*powers)

    (rational,), parts = named(expression.replace(is_root, name_root))
    form = sympy.powsimp(in_factors(rational).xreplace(parts))
    for root, value in reversed(roots):
        form = form.subs(root, value)
    return form


def _slacks(sign: sympy.Expr) -> Iterator[tuple[sympy.Symbol, sympy.Expr]]:
    """Yield symbol and bound where the sign says symbol - bound > 0."""
    if sign.is_Symbol:
        return
    for symbol in sorted(sign.free_symbols, key=str):
        bound = sympy.expand(symbol - sign)
        if not bound.has(symbol):
            yield symbol, bound


def _oriented(expression: sympy.Expr, signs: Sequence[sympy.Expr]) -> sympy.Expr:
    """Write factors that are a known difference, or its negative, with the positive sign."""
    if not expression.args or not expression.has(sympy.Add):
        return expression
    arguments = [_oriented(argument, signs) for argument in expression.args]
    rebuilt = expression.func(*arguments)
    if not rebuilt.is_Mul:
        turned, form = _orient_sum(rebuilt, signs)
        return form if turned > 0 else rebuilt
    sign, factors = 1, []
    for factor in sympy.Mul.make_args(rebuilt):
        base, exponent = factor.as_base_exp()
        turned, form = _orient_sum(base, signs)
        if turned < 0 and not exponent.is_Integer:
            turned, form = 1, base
        sign *= turned if exponent.is_odd else 1
        factors.append(form**exponent)
    return sympy.Mul(sign, *factors)


def _is_positive(form: sympy.Expr, signs: Sequence[sympy.Expr]) -> bool:
    known = any(_expanded(form) == _expanded(sign) for sign in signs)
    return known or bool(form.is_positive)


def _orient_sum(expression: sympy.Expr, signs: Sequence[sympy.Expr]) -> tuple[int, sympy.Expr]:
    """Return +1 or -1 and the positive form of a sum whose sign is known."""
    if expression.is_Add:
        for sign in signs:
            if _expanded(expression) == _expanded(sign):
                return 1, collected(sign)
            if _expanded(-expression) == _expanded(sign):
                return -1, collected(sign)
        if all(term.could_extract_minus_sign() for term in expression.args):
            return -1, -expression
    return 1, expression
