"""From SymPy expressions without random variables to Laurent polynomials in generators."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import sympy

from symppm.counting.laurent import (
    Laurent,
    add_to,
    constant,
    monomial,
    multiply,
    power,
    primitive,
)
from symppm.counting.roots import root
from symppm.counting.table import Generator, Table
from symppm.model.nodes import derivative_of


def polynomial(expression: sympy.Expr, table: Table) -> Laurent:
    """Write an expression as a Laurent polynomial in the generators of a table."""
    result = table.converted.get(expression)
    if result is None:
        result = _converted(expression, table)
        table.converted[expression] = result
    return result


def _converted(expression: sympy.Expr, table: Table) -> Laurent:
    if expression.is_Rational:
        value = Fraction(int(expression.p), int(expression.q))
        return constant(int(value) if value.denominator == 1 else value)
    if expression.is_Add:
        total: Laurent = {}
        for argument in expression.args:
            add_to(total, polynomial(argument, table))
        return total
    if expression.is_Mul:
        return _product(expression.args, table)
    if isinstance(expression, sympy.exp) or expression is sympy.E:
        return _exponential(expression.as_base_exp()[1], table)
    if expression.is_Pow:
        return _power(expression, table)
    if isinstance(expression, sympy.gamma):
        return _gamma(expression, table)
    if isinstance(expression, sympy.log):
        return _logarithm(expression, table)
    if isinstance(expression, sympy.Abs):
        square = power(polynomial(expression.args[0], table), 2)
        result = root(square, 1, 2, table)
        return result if result is not None else _atom(expression, table)
    return _atom(expression, table)


def _product(factors: tuple[sympy.Expr, ...], table: Table) -> Laurent:
    key, number = 0, Fraction(1)
    sums = []
    for factor in factors:
        converted = polynomial(factor, table)
        if len(converted) == 1:
            ((term, value),) = converted.items()
            key += term
            number *= value
        else:
            sums.append(converted)
    result: Laurent = {key: int(number) if number.denominator == 1 else number}
    for converted in sorted(sums, key=len):
        result = multiply(result, converted)
    return result


def _power(expression: sympy.Expr, table: Table) -> Laurent:
    base, exponent = expression.base, expression.exp
    if exponent.is_Integer:
        inner = polynomial(base, table)
        if exponent >= 0:
            return power(inner, int(exponent))
        return reciprocal_power(inner, -int(exponent), table) if inner else _atom(expression, table)
    if exponent.is_Rational:
        inner = polynomial(base, table)
        result = root(inner, int(exponent.p), int(exponent.q), table) if inner else None
        if result is not None:
            return result
    return _atom(expression, table)


def reciprocal_power(base: Laurent, exponent: int, table: Table) -> Laurent:
    """Return one over a positive power of a polynomial; a sum becomes a generator of its own."""
    number, common, primitive_part = primitive(base)
    key = -exponent * common
    if len(primitive_part) > 1:
        key -= monomial(table.sum(primitive_part), exponent * table.unit)
    inverse = 1 / Fraction(number) ** exponent
    return {key: int(inverse) if inverse.denominator == 1 else inverse}


def _key(argument: sympy.Expr, table: Table) -> Hashable:
    """Return what two arguments of a function have in common if they are equal."""
    if not argument.free_symbols:
        number: Hashable = argument
        return number
    return frozenset(polynomial(_lowest_terms(argument), table).items())


def _lowest_terms(argument: sympy.Expr) -> sympy.Expr:
    if argument.is_Symbol:
        return argument
    try:
        return sympy.cancel(sympy.together(argument))
    except sympy.PolynomialError:
        return argument


def _atom(expression: sympy.Expr, table: Table) -> Laurent:
    derivative = derivative_of(expression)
    if derivative is not None:
        name, order, argument = derivative
        return table.atom((name, order, _key(argument, table)), expression)
    if not expression.args or expression.is_Atom or not isinstance(expression, sympy.Function):
        return table.atom(expression, expression)
    keys = tuple(_key(argument, table) for argument in expression.args)
    return table.atom((type(expression).__name__, keys), expression)


def _exponential(argument: sympy.Expr, table: Table) -> Laurent:
    """Write exp of a sum as a product with one generator for each term, in lowest powers."""
    result = constant(1)
    for key, value in polynomial(_lowest_terms(argument), table).items():
        # Terms of the exponent are compared by their monomials, so that exp(2 x) is exp(x)^2.
        inner = table.expression({key: 1})
        times = Fraction(value) * table.unit
        exponent = inner if times.denominator == 1 else inner / times.denominator
        base = sympy.exp(exponent)
        place = table.place(("exp", exponent), Generator(base, bool(base.is_nonnegative)))
        if times.denominator > 1:
            times = Fraction(value) * times.denominator * table.unit
        result = multiply(result, {monomial(place, int(times)): 1})
    return result


def _gamma(expression: sympy.Expr, table: Table) -> Laurent:
    """Write Gamma(x + n) as a product with Gamma(x), where 0 < the constant part of x <= 1."""
    (argument,) = expression.args
    shift = int(sympy.ceiling(_constant_part(argument))) - 1
    lowest = _lowest_terms(argument - shift)
    atom = expression if shift == 0 else sympy.gamma(lowest, evaluate=False)
    result = table.atom(("gamma", _key(lowest, table)), atom)
    for step in range(shift):
        result = multiply(result, polynomial(lowest + step, table))
    for step in range(shift, 0):
        result = multiply(result, reciprocal_power(polynomial(lowest + step, table), 1, table))
    return result


def _constant_part(argument: sympy.Expr) -> sympy.Rational:
    """Return the rational number that is added to the rest of an argument; one if unclear."""
    if argument.is_Rational:
        return argument
    numerator, denominator = sympy.fraction(_lowest_terms(argument))
    symbols = sorted(argument.free_symbols, key=sympy.default_sort_key)
    try:
        quotient, _ = sympy.div(numerator, denominator, *symbols)
    except (sympy.PolynomialError, sympy.CoercionFailed):
        return sympy.S.One
    number = sympy.expand(quotient).as_coeff_Add()[0]
    return number if number.is_Rational else sympy.S.One


def _logarithm(expression: sympy.Expr, table: Table) -> Laurent:
    expanded = sympy.expand_log(expression, factor=True)
    if isinstance(expanded, sympy.log):
        return _atom(expanded, table)
    return polynomial(expanded, table)
