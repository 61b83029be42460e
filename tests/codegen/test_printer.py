"""One expression, one line."""

from __future__ import annotations

import math

import pytest
import sympy

from symppm.codegen.printer import assignments, expression_source, without_products

a, b, c = sympy.symbols("a b c", positive=True)


@pytest.mark.parametrize(
    ("expression", "source"),
    [
        (a + 1, "a + 1.0"),
        (a / b, "a/b"),
        (a**2, "(a * a)"),
        (a**7, "a ** 7"),
        (a**-2, "1.0 / ((a * a))"),
        (sympy.sqrt(a), "math.sqrt(a)"),
        (sympy.Rational(1, 3), "1.0 / 3.0"),
        (sympy.Rational(-1, 2) * a, "-0.5*a"),
        (sympy.gamma(a), "math.gamma(a)"),
        ((a + b) ** 3, "((a + b) * (a + b) * (a + b))"),
    ],
)
def test_prints(expression: sympy.Expr, source: str) -> None:
    assert expression_source(expression) == source


def test_common_subexpressions_are_factored_once() -> None:
    lines = assignments({"x": sympy.sqrt(a + b) * c, "y": sympy.sqrt(a + b) / c})
    assert sum("math.sqrt" in line for line in lines) == 1


def test_what_is_printed_computes_the_same() -> None:
    expression = (a**2 / b + sympy.sqrt(a / b) * c**-3 - sympy.Rational(2, 7)) ** -1
    point = {a: 1.7, b: 0.3, c: 2.9}
    scope = {"math": math, **{str(symbol): value for symbol, value in point.items()}}
    exec("\n".join(assignments({"result": expression})), scope)  # noqa: S102 - our own source
    assert scope["result"] == pytest.approx(float(expression.subs(point)), rel=1e-15)


def test_products_are_written_where_they_occur_and_round_as_if_they_had_names() -> None:
    steps = [("t0", "K*a"), ("t1", "(c * c)"), ("t2", "a + 1.0"), ("t3", "t2*x"), ("t4", "t0*t1")]
    results = ["x*t0 + t0*x - t0/t4", "1.0/t0 + t1/t3", "(t3 * t3)*t1 - t2", "t0 ** 5"]
    kept, shown = without_products(steps, results, "t")
    assert kept == [("t0", "a + 1.0"), ("t1", "K*a*(c * c)")]
    assert shown == [
        *("x*(K*a) + K*a*x - K*a/t1", "1.0/(K*a) + (c * c)/(t0*x)"),
        *("(t0*x * (t0*x))*(c * c) - t0", "(K*a) ** 5"),
    ]
    at = {"K": 7.3, "a": 0.1, "c": 1.7, "x": 0.3}
    named: dict[str, float] = dict(at)
    brief: dict[str, float] = dict(at)
    for scope, lines in ((named, steps), (brief, kept)):
        for name, text in lines:
            scope[name] = eval(text, {}, scope)  # noqa: S307 - our own source
    for one, two in zip(results, shown, strict=True):
        assert eval(one, {}, named) == eval(two, {}, brief)  # noqa: S307 - as above
