"""Values are written as a person would write them: signs, numbers, factors in common."""

from __future__ import annotations

import pytest
import sympy

from symppm.laws.forms import collect, facing, readable
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation
from symppm.laws.plain import PlainFormula

NAMES = "K a b c d m n x y"


def parsed(text: str) -> sympy.Expr:
    names = {name: sympy.Symbol(name, positive=True) for name in NAMES.split()}
    return sympy.sympify(text, locals=names)


def written(expression: sympy.Expr) -> str:
    return PlainFormula(Notation(tuple(NAMES.split()))).write(expression)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        # Nothing is subtracted that need not be.
        ("K*a*b - c*(c + b + 1) + K*(c + 1)*(c + b)", "K b (a + 1) + c (K - 1) (b + c + 1)"),
        ("(x + y)*(a + c + 1) - a - c", "(a + c + 1) (x + y) - a - c"),
        # Few terms stay where nothing but products of sums would come of them.
        ("x*y - m - n*m + n*x*y", "(n + 1) (x y - m)"),
        ("a*c + a**2*d + b*c**2 + b*d", "a c + b d + a² d + b c²"),
        ("3*a + 3*b + a**2 + a*b + b**2 + 3", "3 a + 3 b + a² + a b + b² + 3"),
        # Numbers stand once.
        ("a/2 + b/2", "(a + b)/2"),
        ("a + b/2", "b/2 + a"),
        ("4*x - pi*x - 2*y", "x (4 - π) - 2 y"),
        ("a*(2 - sqrt(pi))*(2 + sqrt(pi))", "a (4 - π)"),
        ("a/((x - sqrt(y))*(x + sqrt(y)))", "a/(x² - y)"),
        # One denominator.
        (
            "2*a/b + 2*n*a/b + a*c/b + a*c*n/b + x",
            "(b x + a (c + 2) (n + 1))/b",
        ),
    ],
)
def test_values_are_grouped(value: str, form: str) -> None:
    expression = parsed(value)
    assert written(readable(expression)) == form
    assert sympy.simplify(readable(expression) - expression) == 0


@pytest.mark.parametrize("text", [
    "2*sqrt(2)*a*(2 - sqrt(pi))*(2 + sqrt(pi))", "a*sqrt(sqrt(b) - 1)*sqrt(sqrt(b) + 1)",
    "a*(sqrt(b) - 1)**3*(sqrt(b) + 1)**3",
])  # fmt: skip
def test_roots_that_are_multiplied_leave_the_value_as_it_was(text: str) -> None:
    value = parsed(text)
    at = dict.fromkeys(value.free_symbols, 2.7)
    for form in (readable(value), collect(value)):
        assert complex((form - value).subs(at).evalf()) == pytest.approx(0)


def test_a_difference_that_is_subtracted_is_turned_around() -> None:
    assert written(collect(-parsed("a*(x - y - 1)/b"))) == "a (y - x + 1)/b"
    assert written(-parsed("a*(x - y + m)/b")) == "-a (m - y + x)/b"
    assert written(parsed("a + 2*pi - 4")) == "a + 2 π - 4"


def test_factors_face_what_is_known_to_be_positive() -> None:
    value, sign = parsed("(m - 1)*(m + c*m - 1)/c"), parsed("1 - m - c*m")
    assert written(facing(value, [sign, parsed("1 - m")])) == "(1 - m) (1 - m - c m)/c"
    assert written(facing(value, [])) == "(m - 1) (m + c m - 1)/c"


def test_words_of_a_name_are_one_subscript() -> None:
    symbol = sympy.Symbol("cv_region_effect_theta")
    latex = LatexFormula(Notation()).write(symbol)
    assert latex == r"\mathrm{cv}_{\mathrm{region}\,\mathrm{effect}, \theta}"
    assert written(symbol) == "cv_region_effect,θ"
