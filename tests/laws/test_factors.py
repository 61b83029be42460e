"""Factors of plain expressions: what SymPy writes, to the letter."""

from __future__ import annotations

import pytest
import sympy

from symppm.laws.collecting import as_product, factors_of, in_factors, ring_of

a, b, c, x = sympy.symbols("a b c x", positive=True)
root = sympy.Dummy("a", positive=True)
WRITTEN = (
    sympy.S.Zero,
    sympy.Rational(3, 2),
    -a,
    6 * a + 4 * b,
    -a + b,
    a / 2 - b / 3,
    (b - a) ** 2 * (c - x) / (a - b),
    a**2 / (2 * b - 2 * c) + b / (c - b),
    1 / (-2 * a - 2) + x,
    (a**2 - 2) * (a * b + c) ** 2 + (a**2 - 2) * c,
    sympy.pi * a**2 - sympy.pi * a / b,
    (a + sympy.pi) * root**2 - a * b,
    a**2 / sympy.pi + b,
    x**2 + 2 * x * root + root**2,
)
SYMBOLIC = (sympy.exp(a) * b + sympy.exp(a) * c, sympy.sqrt(a) * b + b, a**x * b - b)


@pytest.mark.parametrize("expression", [*WRITTEN, *SYMBOLIC], ids=str)
def test_factors_are_written_as_sympy_writes_them(expression: sympy.Expr) -> None:
    assert sympy.srepr(in_factors(expression)) == sympy.srepr(sympy.factor(expression))


def test_a_number_is_a_product() -> None:
    assert as_product(sympy.Rational(-3, 2)) == sympy.Rational(-3, 2)
    assert as_product(sympy.S.Zero) == 0


@pytest.mark.parametrize(
    "expression",
    [
        e
        for e in WRITTEN
        if e.free_symbols and e.is_polynomial(*e.atoms(sympy.Symbol, sympy.NumberSymbol))
    ],
    ids=str,
)
def test_factors_come_in_the_order_of_sympy(expression: sympy.Expr) -> None:
    polynomial = ring_of(expression).from_expr(sympy.expand(expression))
    content, factors = factors_of(polynomial)
    assert (content, list(factors)) == polynomial.factor_list()
    assert all(factor in {polynomial.ring.from_dict(factor)} for factor, _ in factors)
