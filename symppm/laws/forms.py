"""The form in which a person would write a moment: by the mean and few factors, sums grouped."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import sympy
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement, PolyRing

from symppm.laws.collecting import as_product, factors_of, in_factors, multiplied
from symppm.laws.derivation import Derivation, Step
from symppm.laws.notation import is_negative
from symppm.laws.operators import Covariance, Cumulant, Operator, Variance
from symppm.model.nodes import AxisSum, Entry, KnownEntry

_MANY_TERMS = 5
_FEW_TERMS = 40
_MANY_TERMS_TO_FACTOR = 150
_SHORT = 12
_LARGE = 400
"""Operations from which on no other form than the factored one is tried."""

Powers = Mapping[sympy.Expr, tuple[int, ...]]
"""Powers of named quantities that are tried as factors."""


def collect(value: sympy.Expr) -> sympy.Expr:
    """Write a value as a product of powers of factors; functions and roots count as symbols."""
    return _upright(as_product(value))


def cost(form: sympy.Expr) -> float:
    """Count operations as a reader does: powers are cheap, and so is a moment that has a name."""
    names = {node: sympy.Dummy(positive=True) for node in form.atoms(Operator)}
    form = form.xreplace(names)
    powers = sum(0.5 for power in form.atoms(sympy.Pow) if power.exp.is_Integer and power.exp > 1)
    often = sum(node in names.values() for node in sympy.preorder_traversal(form))
    return float(form.count_ops()) + powers + 1.5 * len(form.free_symbols) + 0.5 * often


def preferred(
    value: sympy.Expr,
    worth: Mapping[sympy.Expr, sympy.Expr],
    powers: Powers,
    added: Sequence[sympy.Expr] = (),
) -> sympy.Expr:
    """Return the cheapest of ``first + product of named powers * (constant + factor)``.

    Parameters
    ----------
    value : sympy.Expr
        In hyperparameters and sizes.
    worth : mapping of sympy.Expr to sympy.Expr
        What the named quantities are.
    powers : mapping of sympy.Expr to tuple of int
        Which powers of which of them may be factors; not of those that are zero.
    added : sequence of sympy.Expr
        Those that may stand as a first term.
    """
    worth = {node: quantity for node, quantity in worth.items() if quantity != 0}
    powers = {node: exponents for node, exponents in powers.items() if node in worth}
    value = collect(value)
    if not value.free_symbols or (value.count_ops() > _LARGE and not worth):
        return readable(value)
    names = {node: sympy.Dummy(f"name{n}", positive=True) for n, node in enumerate(worth)}
    forms = [
        form
        for first in (sympy.S.Zero, *(node for node in added if node in worth))
        for form in _forms(value, first, worth, powers, names)
    ]
    back = {name: node for node, name in names.items()}
    best = _shortest((form.xreplace(back) for form in forms), cost)
    return readable(best.xreplace(names)).xreplace(back)


def constant_noise(target: sympy.Expr, steps: Iterable[Step]) -> list[sympy.Expr]:
    """Return what the noise of a single entry adds to a variance, where it is a constant."""
    return [
        step.after
        for step in steps
        if isinstance(target, Variance) and isinstance(step.before, Variance) and step.before.given
        and step.before.operands == target.operands and step.after != 0
        and not step.after.has(Entry, AxisSum, Operator)
    ]  # fmt: skip


@functools.lru_cache(maxsize=256)
def by_the_mean(derivation: Derivation, mean: Derivation) -> sympy.Expr:
    """Return the result of a derivation as a person would write it, without names."""
    target, value = derivation.target, derivation.result
    if not isinstance(target, Variance | Covariance | Cumulant):
        return preferred(value, {}, {})
    noise = constant_noise(target, derivation.steps)
    worth = {mean.target: mean.result, **{constant: constant for constant in noise}}
    by_name = preferred(value, worth, {mean.target: (0, 1, 2)}, (mean.target, *noise))
    forms = (by_name.xreplace({mean.target: mean.result}), preferred(value, {}, {}))
    return min(forms, key=cost)


def _forms(
    value: sympy.Expr,
    first: sympy.Expr,
    worth: Mapping[sympy.Expr, sympy.Expr],
    powers: Powers,
    names: Mapping[sympy.Expr, sympy.Expr],
) -> Iterator[sympy.Expr]:
    rest = value if first == 0 else collect(value - worth[first])
    large = value.count_ops() > _LARGE
    for exponents in itertools.product(*powers.values()):
        product = [(node, power) for node, power in zip(powers, exponents, strict=True) if power]
        over = sympy.Mul(*(worth[node] ** -power for node, power in product))
        factor = collect(rest * over) if product else rest
        before = sympy.Mul(*(names[node] ** power for node, power in product))
        constants = () if large or not factor.has(sympy.Add) else (1, -1)
        for constant in (0, *constants):
            inner = collect(factor - constant) + constant if constant else factor
            whole = before * inner if inner.is_Number or not inner.is_Add else (
                sympy.Mul(before, inner, evaluate=before.is_Number)
            )  # fmt: skip
            yield names.get(first, first) + whole


@functools.lru_cache(maxsize=256)
def readable(expression: sympy.Expr) -> sympy.Expr:
    """Rewrite long sums by powers of one or two symbols whose coefficients factor."""
    functions = expression.atoms(sympy.Function, sympy.Derivative, sympy.Subs, KnownEntry)
    inner = {part for whole in functions for part in whole.atoms(*map(type, functions)) - {whole}}
    outer = sorted(functions - inner, key=sympy.default_sort_key)
    names = {whole: sympy.Dummy(f"f{place}", positive=True) for place, whole in enumerate(outer)}
    plain = expression.xreplace(names).replace(lambda node: node.is_Add, _regrouped)
    return plain.xreplace({name: whole for whole, name in names.items()})


@functools.lru_cache(maxsize=1024)
def _regrouped(total: sympy.Add) -> sympy.Expr:
    symbols = sorted(total.free_symbols, key=str)
    if not total.is_polynomial(*symbols):
        return total
    expanded = sympy.expand(total)
    terms = len(sympy.Add.make_args(expanded))
    if terms < _MANY_TERMS:
        return total
    few, many = terms <= _FEW_TERMS, terms > _MANY_TERMS_TO_FACTOR
    groupings = (
        leading
        for count in ((1, 2) if few else (1,))
        for leading in itertools.combinations(symbols, count)
    )
    # The generators in the order of SymPy's own factors, whose signs depend on it.
    plain = sympy.Poly(expanded)
    terms_of = {powers: QQ.from_sympy(number) for powers, number in plain.terms()}
    polynomial = PolyRing(plain.gens, QQ).from_dict(terms_of)
    forms = [total, *(_by_powers(polynomial, leading, many) for leading in groupings)]
    return _shortest(forms, sympy.Expr.count_ops)


def _shortest(forms: Iterable[sympy.Expr], price: Callable[[sympy.Expr], float]) -> sympy.Expr:
    """Return the cheapest form, of those that are as cheap the first by its text."""
    prices = {form: price(form) for form in forms}
    least = min(prices.values())
    return min((form for form in prices if prices[form] == least), key=str)


def _by_powers(
    polynomial: PolyElement, leading: tuple[sympy.Symbol, ...], many: bool
) -> sympy.Expr:
    ring = polynomial.ring
    places = [ring.symbols.index(symbol) for symbol in leading]
    grouped: dict[tuple[int, ...], PolyElement] = {}
    for powers, number in polynomial.terms():
        outside = tuple(n if place in places else 0 for place, n in enumerate(powers))
        inside = tuple(n - m for n, m in zip(powers, outside, strict=True))
        grouped.setdefault(outside, ring.zero)[inside] = number
    return sympy.Add(
        *(
            # Of many terms only what is short: long sums take long, and seldom have factors.
            _upright(
                coefficient.as_expr() if many and len(coefficient) > _SHORT
                else _factored(coefficient)
            )
            * ring({outside: QQ(1)}).as_expr()
            for outside, coefficient in grouped.items()
        )
    )  # fmt: skip


@functools.lru_cache(maxsize=4096)
def _factored(coefficient: PolyElement) -> sympy.Expr:
    """Write a polynomial as a product, its number in front of a sum and not in it."""
    if not all(generator.is_Atom for generator in coefficient.ring.symbols):
        return in_factors(coefficient.as_expr())  # over 1/pi, too
    content, factors = factors_of(coefficient)
    return multiplied(QQ.to_sympy(content), (base.as_expr() ** n for base, n in factors))


def _upright(product: sympy.Expr) -> sympy.Expr:
    """Turn a difference around if that takes away a minus sign in front."""
    factors = list(sympy.Mul.make_args(product))
    for place, factor in enumerate(factors):
        signs = (
            sorted(map(is_negative, factor.args)) if factor.is_Add and factor.free_symbols else []
        )
        if is_negative(product) and signs == [False, True]:
            return sympy.Mul(-1, *factors[:place], -factor, *factors[place + 1 :])
    return product
