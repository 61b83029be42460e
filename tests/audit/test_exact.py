"""Exact arithmetic against SymPy's and mpmath's, and what of a source is refused."""

from __future__ import annotations

import ast
import random

import mpmath
import pytest
import sympy
from sympy import Rational

from symppm.audit.exact import (
    FUNCTIONS,
    KERNELS,
    NoValueError,
    Value,
    agree,
    divide,
    expression_value,
    power,
    sign,
)
from symppm.codegen.printer import expression_source

X, Y = sympy.symbols("x y", positive=True)
AT = {"x": Rational(5, 3), "y": Rational(7, 4)}


def root(text: str, order: int = 2) -> Value:
    return power(Rational(text), Rational(1, order))


def tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def test_rationals_and_roots_of_squares_stay_exact() -> None:
    assert root("9/4") == Rational(3, 2)
    assert root("16/81", 4) == Rational(2, 3)
    assert power(Rational(4, 9), Rational(-3, 2)) == Rational(27, 8)
    assert power(Rational(8, 27), Rational(-2)) == Rational(729, 64)
    assert all(
        each.is_Rational for each in (root("9/4"), root("256", 8), FUNCTIONS["exp"](Rational(0)))
    )


def test_other_roots_are_carried_with_more_digits_than_are_compared() -> None:
    total = root("2") + root("3")
    assert not total.is_Rational
    with mpmath.workdps(100):
        assert (
            abs(mpmath.mpf(total._mpf_) - (mpmath.sqrt(2) + mpmath.sqrt(3))) < mpmath.mpf(10) ** -95
        )
    # (sqrt 2 + sqrt 3)^2 = 5 + 2 sqrt 6
    assert agree(total * total, 5 + 2 * root("6"))
    assert sign(total - (root("3") + root("2"))) == 0
    assert not agree(total + Rational(1, 10**50), total)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: divide(Rational(1), Rational(0)),
        lambda: divide(Rational(1), root("2") * root("3") - root("6")),
        lambda: power(Rational(-2), Rational(1, 2)),
        lambda: power(Rational(2), Rational(10**9)),
        lambda: FUNCTIONS["log"](Rational(0)),
        lambda: FUNCTIONS["exp"](Rational(10**9)),
        lambda: FUNCTIONS["gamma"](Rational(-1, 2)),
    ],
)
def test_what_has_no_value_is_an_error(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((ValueError, ZeroDivisionError)):
        wrong()


def test_functions_agree_with_mpmath() -> None:
    at = Rational(7, 3)
    with mpmath.workdps(100):
        number = mpmath.mpf(7) / 3
        for name in ("exp", "log", "cosh", "sinh", "gamma", "digamma"):
            due = getattr(mpmath, name)(number)
            assert abs(mpmath.mpf(FUNCTIONS[name](at)._mpf_) - due) < mpmath.mpf(10) ** -90, name
        shape = mpmath.mpf(FUNCTIONS["weibull_shape"](at)._mpf_)
        ratio = mpmath.gamma(1 + 2 / shape) / mpmath.gamma(1 + 1 / shape) ** 2
        assert abs(ratio - 1 - number) < mpmath.mpf(10) ** -90


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


def test_random_expressions_agree_with_sympy_and_through_the_printer() -> None:
    generator = random.Random(20230424)
    at = {X: sympy.Rational(5, 3), Y: sympy.Rational(7, 4)}
    for _ in range(8):
        expression = random_expression(generator, 3)
        direct = expression_value(expression, AT, {})
        with mpmath.workdps(90):
            due = expression.subs(at).evalf(80)
            assert abs(direct - due) <= sympy.Float(10, 80) ** -70 * max(1, abs(due))
        assert agree(KERNELS.value(tree(expression_source(expression)), AT), direct)


def test_a_rational_result_is_exact() -> None:
    expression = (X**3 - Y) / (X * Y + 2) + sympy.Rational(1, 3)
    due = expression.subs({X: sympy.Rational(5, 3), Y: sympy.Rational(7, 4)})
    assert expression_value(expression, AT, {}) == Rational(int(due.p), int(due.q))


def test_the_sign_choice_of_the_generator_is_read() -> None:
    assert KERNELS.value(tree("side(x - 2.0)"), {"x": Rational(2)}) == 1
    assert KERNELS.value(tree("side(x - 2.0)"), {"x": Rational(1)}) == -1


@pytest.mark.parametrize(
    "source",
    [
        *("__import__('os')", "x.real", "unknown + x", "[x for x in (1, 2)]", "(lambda: x)()"),
        *("f'{x}'", "x @ x", "x % 2.0", "x // 2.0", "+x", "~x", "True", "'x'", "1j", "x[0]"),
        *("x if x else x", "1.0 if x > 0.0 else -1.0", "(y := x)", "x < 2.0", "x and x"),
        *("math.tau", "math.floor(x)", "math.sqrt(x, x)", "math.sqrt(x=x)", "math.sqrt(*x)"),
        *("math.sqrt()", "eval(x)", "print(x)", "settled(x)", "torch.exp(x)"),
    ],
)
def test_what_the_generator_does_not_write_is_refused(source: str) -> None:
    with pytest.raises(NoValueError, match="nothing that the generator writes"):
        KERNELS.value(tree(source), {"x": Rational(3)})


@pytest.mark.parametrize("source", ["2.0 ** 10000000", "math.exp(math.exp(1e3))", "1e999 * x"])
def test_huge_values_are_refused_at_once(source: str) -> None:
    with pytest.raises(NoValueError):
        KERNELS.value(tree(source), {"x": Rational(3)})


def test_symbols_without_a_value_are_refused() -> None:
    with pytest.raises(NoValueError, match="computed exactly"):
        expression_value(X + Y, {"x": Rational(3)}, {})
