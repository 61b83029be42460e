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
from symppm.laws.notation import is_negative, is_turnable
from symppm.laws.operators import Covariance, Cumulant, Operator, Variance
from symppm.model.nodes import AxisSum, Entry, KnownEntry

_SOME_TERMS = 4
_MANY_TERMS = 5
_CLOSE = 3
"""Of how many groupings, the shortest, what they leave is grouped, too."""
_WORTH_IT = 3
"""Operations that grouping so few terms has to save."""
_FEW_TERMS = 40
_MANY_TERMS_TO_FACTOR = 150
_SHORT = 12
_LARGE = 400
"""Operations from which on no other form than the factored one is tried."""

Powers = Mapping[sympy.Expr, tuple[sympy.Expr | int, ...]]
"""Powers of named quantities that are tried as factors."""


def collect(value: sympy.Expr) -> sympy.Expr:
    """Write a value as a product of powers of factors; functions and roots count as symbols."""
    return _upright(_conjugated(as_product(value)))


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
    return _one_number(_conjugated(plain.xreplace({f: whole for whole, f in names.items()})))


def _one_number(total: sympy.Expr) -> sympy.Expr:
    """Write half of a sum, whose terms are halves."""
    numbers = {term.as_coeff_Mul()[0].q for term in total.args} if total.is_Add else {1}
    if len(numbers) > 1 or numbers == {1}:
        return total
    number, whole = total.primitive()
    return sympy.Mul(number, whole, evaluate=False)


def facing(value: sympy.Expr, signs: Sequence[sympy.Expr]) -> sympy.Expr:
    """Write factors that are below zero, since others are above, the other way round."""
    known = {sympy.expand(-sign) for sign in signs if sign.is_Add}
    for factor in sympy.Mul.make_args(value):
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer and sympy.expand(base) in known:
            turned = sympy.Add(*(-term for term in base.args))
            value = value / factor * (-1) ** exponent * turned**exponent
    return value


@functools.lru_cache(maxsize=1024)
def _regrouped(total: sympy.Add) -> sympy.Expr:
    return _numbers_together(_grouped(total))


def _numbers_together(total: sympy.Expr) -> sympy.Expr:
    """Write 4 x - pi x as (4 - pi) x."""
    numbers: dict[sympy.Expr, sympy.Expr] = {}
    for term in total.args if total.is_Add else ():
        number, rest = term.as_independent(*total.free_symbols, as_Add=False)
        numbers[rest] = numbers.get(rest, 0) + number
    if not total.is_Add or len(numbers) == len(total.args):
        return total
    return sympy.Add(*(number * rest for rest, number in numbers.items()))


def _grouped(total: sympy.Add) -> sympy.Expr:
    symbols = sorted(total.free_symbols, key=str)
    if not total.is_polynomial(*symbols):
        return _over_one_denominator(total)
    expanded = sympy.expand(total)
    terms = len(sympy.Add.make_args(expanded))
    if terms < _SOME_TERMS:
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
    forms += [_upright(_factored(polynomial))] if few else []
    forms = sorted(dict.fromkeys(forms), key=lambda form: (form.count_ops(), str(form)))
    # What is grouped may leave sums to be grouped.
    inner = [total, *(_regrouped_inside(form) for form in forms[:_CLOSE] if form != total)]
    best = _shortest(inner, sympy.Expr.count_ops)
    saved = total.count_ops() - best.count_ops()
    if saved < _WORTH_IT and (terms < _MANY_TERMS or saved < 2):
        return total
    if (
        best.is_Add
        and terms < _MANY_TERMS
        and not all(
            any(term.is_Number for term in inner.args) for inner in best.atoms(sympy.Add) - {best}
        )
    ):
        return total  # in which not only x and n x come together
    return _with_a_plus(best)


def _regrouped_inside(form: sympy.Expr) -> sympy.Expr:
    parts = (part.replace(lambda node: node.is_Add, _regrouped) for part in form.args)
    return form.func(*parts)


def _with_a_plus(total: sympy.Expr) -> sympy.Expr:
    """Turn a difference around within a sum of which all terms are subtracted."""
    if not total.is_Add or not all(map(is_negative, total.args)):
        return total
    for term in sorted(total.args, key=sympy.default_sort_key):
        for factor in sympy.Mul.make_args(term):
            if factor.is_Add and any(map(is_negative, factor.args)):
                turned = sympy.Mul(-term / factor, -factor)
                return total - term + turned
    return total


def _over_one_denominator(total: sympy.Add) -> sympy.Expr:
    """Write a sum of quotients as one, with its terms grouped, if that is shorter."""
    if len(total.args) < _SOME_TERMS:
        return total
    powers: dict[sympy.Expr, sympy.Expr] = {}
    for factor in itertools.chain(*map(sympy.Mul.make_args, total.args)):
        base, exponent = factor.as_base_exp()
        if exponent.is_Integer and exponent.is_negative and base.is_Symbol:
            powers[base] = max(powers.get(base, 0), -exponent)
    below = sympy.Mul(*(base**exponent for base, exponent in powers.items()))
    above = sympy.Add(*(term * below for term in total.args))
    if not above.is_polynomial(*above.free_symbols):
        return total
    form = above.replace(lambda node: node.is_Add, _regrouped) / below
    return _shortest([total, form], sympy.Expr.count_ops)


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
    # Of many terms only what is short: long sums take long, and seldom have factors.
    parts = [
        _upright(
            coefficient.as_expr() if many and len(coefficient) > _SHORT else _factored(coefficient)
        )
        * ring({outside: QQ(1)}).as_expr()
        for outside, coefficient in grouped.items()
    ]
    return sympy.Add(*parts) if many else _merged(parts)


def _merged(parts: Sequence[sympy.Expr]) -> sympy.Expr:
    """Add up, the terms that have a sum as a factor in common written as one product."""
    sums = [
        factor for part in parts for factor in dict.fromkeys(sympy.Mul.make_args(part))
        if factor.is_Add
    ]  # fmt: skip
    most = max(sums, key=lambda total: (sums.count(total), str(total)), default=None)
    if most is None or sums.count(most) < 2 or len(parts) == sums.count(most):
        return sympy.Add(*parts)
    alike = [part for part in parts if most in sympy.Mul.make_args(part)]
    whole = most * in_factors(sympy.Add(*(part / most for part in alike)))
    return sympy.Add(whole, _merged([part for part in parts if part not in alike]))


@functools.lru_cache(maxsize=4096)
def _factored(coefficient: PolyElement) -> sympy.Expr:
    """Write a polynomial as a product, its number in front of a sum and not in it."""
    if not all(generator.is_Atom for generator in coefficient.ring.symbols):
        return in_factors(coefficient.as_expr())  # over 1/pi, too
    content, factors = factors_of(coefficient)
    return multiplied(QQ.to_sympy(content), (base.as_expr() ** n for base, n in factors))


def _conjugated(product: sympy.Expr) -> sympy.Expr:
    """Multiply factors that differ in the sign of a root, as 2 - sqrt(pi) and 2 + sqrt(pi) do."""
    if not product.is_Mul:
        return product
    powers = dict(part.as_base_exp() for part in product.args if part.as_base_exp()[0].is_Add)
    for base, power in powers.items():
        for root in sorted(base.atoms(sympy.Pow), key=sympy.default_sort_key):
            other = base.xreplace({root: -root})
            twin = next((x for x in (other, -other) if powers.get(x) == power), None)
            if root.exp == sympy.S.Half and twin not in (None, base):
                others = (x for x in product.args if x.as_base_exp()[0] not in (base, twin))
                return _conjugated(sympy.Mul(sympy.expand(base * twin) ** power, *others))
    return product


def _upright(product: sympy.Expr) -> sympy.Expr:
    """Turn a difference around if that takes away a minus sign in front."""
    factors = list(sympy.Mul.make_args(product))
    for place, factor in enumerate(factors):
        turnable = factor.is_Add and bool(factor.free_symbols) and is_turnable(factor)
        if is_negative(product) and turnable:
            return sympy.Mul(-1, *factors[:place], -factor, *factors[place + 1 :])
    return product
