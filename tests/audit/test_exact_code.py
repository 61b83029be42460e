"""Exact arithmetic against SymPy's, and what of a source is refused."""

from __future__ import annotations

import ast
import math
import random
from fractions import Fraction

import mpmath
import pytest
import sympy

from symppm.audit.exact_code import (
    NoValueError,
    expression_value,
    source_value,
    unreadable,
)
from symppm.audit.exact_duals import Dual, apply, constant, variables
from symppm.audit.exact_numbers import FUNCTIONS, ONE, ZERO, Number
from symppm.codegen.printer import expression_source

X, Y = sympy.symbols("x y", positive=True)


def number(text: str) -> Number:
    return Number(Fraction(text))


def root(text: str, order: int = 2) -> Number:
    return number(text).power(Fraction(1, order))


def tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def test_rationals_and_roots_stay_exact() -> None:
    assert root("9/4") == number("3/2")
    assert root("2") * root("8") == number("4")
    assert root("12") + root("3") == number("3") * root("3")
    assert root("2") - root("2") == ZERO
    assert root("2", 4) * root("2", 4) == root("2")
    assert root("2/3") / root("6") == number("1/3")
    assert (-root("5")).power(Fraction(3)) == number("-5") * root("5")
    assert number("8/27").power(Fraction(-2)) == number("729/64")
    assert all(each.is_exact for each in (root("2"), root("2", 8), root("12") + root("3")))


def test_unlike_roots_are_carried_with_more_digits_than_are_compared() -> None:
    total = root("2") + root("3")
    assert not total.is_exact
    with mpmath.workdps(100):
        assert abs(total.decimal - (mpmath.sqrt(2) + mpmath.sqrt(3))) < mpmath.mpf(10) ** -95
    # (sqrt 2 + sqrt 3)^2 = 5 + 2 sqrt 6
    assert (total * total).agrees(number("5") + number("2") * root("6"))
    off = number("1") / number("1" + "0" * 50)
    assert not (total + off).agrees(total)


@pytest.mark.parametrize(
    "wrong",
    [
        ZERO.inverse,
        (root("2") + root("3") - root("2") - root("3")).inverse,
        lambda: number("-2").power(Fraction(1, 2)),
        lambda: number("2").power(Fraction(10**9)),
        lambda: FUNCTIONS["log"](ZERO),
        lambda: FUNCTIONS["exp"](number("1e9")),
        lambda: FUNCTIONS["gamma"](number("-1/2")),
    ],
)
def test_what_has_no_value_is_an_error(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((ValueError, ZeroDivisionError)):
        wrong()


def test_functions_agree_with_mpmath() -> None:
    with mpmath.workdps(100):
        at = mpmath.mpf(7) / 3
        same = {
            "exp": mpmath.exp,
            "log": mpmath.log,
            "cosh": mpmath.cosh,
            "sinh": mpmath.sinh,
            "gamma": mpmath.gamma,
            "digamma": mpmath.digamma,
        }
        for name, function in same.items():
            found = FUNCTIONS[name](number("7/3")).decimal
            assert abs(found - function(at)) < mpmath.mpf(10) ** -90, name
        shape = FUNCTIONS["weibull_shape"](number("7/3")).decimal
        ratio = mpmath.gamma(1 + 2 / shape) / mpmath.gamma(1 + 1 / shape) ** 2
        assert abs(ratio - 1 - at) < mpmath.mpf(10) ** -90


def random_expression(generator: random.Random, depth: int) -> sympy.Expr:
    if depth == 0:
        return generator.choice([X, Y, sympy.Rational(generator.randint(1, 9), 4)])
    one, two = (random_expression(generator, depth - 1) for _ in range(2))
    kinds = [
        one + two,
        one * two,
        one - 2 * two,
        one / (two**2 + 1),
        sympy.sqrt(one**2 + 3),
        sympy.exp(-(one**2) / 50),
        sympy.log(one**2 + 2),
        sympy.gamma(1 + one**2 / (1 + one**2)),
        sympy.cosh(one / (1 + one**2)),
    ]
    return generator.choice(kinds)


def test_random_expressions_and_derivatives_agree_with_sympy() -> None:
    generator = random.Random(20230424)
    at = {X: sympy.Rational(5, 3), Y: sympy.Rational(7, 4)}
    duals = variables([number("5/3"), number("7/4")])
    names = {"x": duals[0], "y": duals[1]}
    for _ in range(40):
        expression = random_expression(generator, 3)
        direct = expression_value(expression, names, {})
        due = [expression, *(sympy.diff(expression, symbol) for symbol in (X, Y))]
        slopes = direct.slopes or (ZERO, ZERO)
        for given, symbolic in zip((direct.value, *slopes), due, strict=True):
            with mpmath.workdps(90):
                value = mpmath.mpf(str(symbolic.subs(at).evalf(80)))
                assert abs(given.decimal - value) <= mpmath.mpf(10) ** -70 * max(1, abs(value))
        # The same through the generator's printer and back through the source.
        printed = source_value(tree(expression_source(expression)), names)
        assert printed.value.agrees(direct.value)


def test_a_rational_result_is_exact() -> None:
    names = {"x": Dual(number("5/3")), "y": Dual(number("-7/4"))}
    expression = (X**3 - Y) / (X * Y + 2) + sympy.Rational(1, 3)
    found = expression_value(expression, names, {}).value
    due = expression.subs({X: sympy.Rational(5, 3), Y: sympy.Rational(-7, 4)})
    assert found.is_exact
    assert found.rational == Fraction(int(due.p), int(due.q))


def test_the_sign_choice_of_the_generator_is_read() -> None:
    chosen = tree("side(x - 2.0)")
    assert source_value(chosen, {"x": constant(2)}).value == ONE
    assert source_value(chosen, {"x": constant(1)}).value == -ONE


@pytest.mark.parametrize(
    "source",
    [
        "__import__('os')",
        "x.real",
        "unknown + x",
        "[x for x in (1, 2)]",
        "(lambda: x)()",
        "f'{x}'",
        "x @ x",
        "x % 2.0",
        "x // 2.0",
        "+x",
        "~x",
        "True",
        "'x'",
        "1j",
        "x if x else x",
        "1.0 if x > 0.0 else -1.0",
        "1.0 if x >= 1.0 else -1.0",
        "2.0 if x >= 0.0 else -1.0",
        "math.tau",
        "math.floor(x)",
        "math.sqrt(x, x)",
        "math.sqrt(x=x)",
        "math.sqrt(*x)",
        "eval(x)",
        "print(x)",
        "(y := x)",
        "x < 2.0",
        "x and x",
        "x[0]",
    ],
)
def test_what_the_generator_does_not_write_is_refused(source: str) -> None:
    assert unreadable(tree(source), {"x"}) is not None
    with pytest.raises(NoValueError):
        source_value(tree(source), {"x": constant(3)})


def test_huge_powers_are_refused_at_once() -> None:
    for source in ("2.0 ** 10000000", "math.exp(math.exp(1e3))", "1e999 * x"):
        with pytest.raises(NoValueError):
            source_value(tree(source), {"x": constant(3)})


def test_symbols_without_a_value_are_refused() -> None:
    with pytest.raises(NoValueError, match="computed exactly"):
        expression_value(X + Y, {"x": constant(3)}, {})


def test_derivatives_of_functions_by_small_differences() -> None:
    step = Fraction(1, 10**20)
    for name in ("sqrt", "exp", "log", "cosh", "sinh", "gamma", "abs"):
        (at,) = variables([number("7/5")])
        beside = FUNCTIONS[name](Number(Fraction(7, 5) + step))
        dual = apply(name, at)
        slope = (beside - dual.value) / Number(step)
        assert math.isclose(float((slope - dual.slopes[0]).decimal), 0, abs_tol=1e-18), name
