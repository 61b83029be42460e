"""Constants that are not rational: exact arithmetic against high precision, and how they read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from cases import core
from hypothesis import given, settings
from hypothesis import strategies as st
from models import named

import symppm as ppm
from symppm.errors import DerivationError
from symppm.laws import derive
from symppm.laws.explicit import Polynomial, add, approximate, equal, multiply, power, scale
from symppm.laws.forms import readable
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation
from symppm.laws.plain import PlainFormula
from symppm.laws.world import World
from symppm.model.nodes import derivative

R = sympy.Rational
WORLD = World(named("pmf_gamma"), {}, {})


def value(number: Any) -> Polynomial:
    """Compute a number in the explicit world."""
    return WORLD.value(sympy.sympify(number))


NUMBERS = {
    "pi": sympy.pi,
    "e": sympy.E,
    "Euler": sympy.EulerGamma,
    "root": sympy.sqrt(R(2, 3)),
    "cube root": R(2, 9) ** R(-2, 3),
    "exp": sympy.exp(R(-7, 3)),
    "exp of pi": sympy.exp(1 + sympy.pi / 2),
    "log": sympy.log(R(12, 5)),
    "gamma": sympy.gamma(R(13, 3)),
    "gamma below zero": sympy.gamma(R(-7, 4)),
    "gamma at a half": sympy.Mul(sympy.gamma(R(7, 2), evaluate=False), 3),
    "zeta": sympy.zeta(3),
    "reciprocal of a sum": 1 / (sympy.pi - 3),
    "root of a sum": sympy.sqrt(2 + sympy.sqrt(3) + sympy.pi),
    "large root": sympy.sqrt(sympy.Integer(10) ** 31 + 33),
    "nested": 1 / (1 + 1 / (1 + sympy.exp(R(1, 3)))) ** 2,
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_has_the_value_that_it_has_at_high_precision(name: str) -> None:
    exact = NUMBERS[name]
    with mpmath.workdps(40):
        reference = mpmath.mpf(str(exact.evalf(40)))
        found = mpmath.mpf(str(approximate(value(exact))))
        assert abs(found / reference - 1) < mpmath.mpf(10) ** -25


EQUAL = {
    "roots multiply": (
        sympy.Mul(sympy.sqrt(6), sympy.sqrt(10), evaluate=False), 2 * sympy.sqrt(15),
    ),
    "a reciprocal": (1 / (sympy.pi - 1) - 1 / (sympy.pi + 1), 2 / (sympy.pi**2 - 1)),
    "a rationalized denominator": (1 / (1 + sympy.sqrt(2)), sympy.sqrt(2) - 1),
    "exponents add": (sympy.exp(R(1, 3)) * sympy.exp(R(1, 2)), sympy.exp(R(5, 6))),
    "powers of exponentials": (sympy.exp(R(1, 3)) ** 3, sympy.E),
    "the gamma function's recursion": (sympy.gamma(R(7, 3)), R(4, 9) * sympy.gamma(R(1, 3))),
    "gamma at a half": (sympy.gamma(R(5, 2)), R(3, 4) * sympy.sqrt(sympy.pi)),
    "logarithms of products": (sympy.log(12), 2 * sympy.log(2) + sympy.log(3)),
    "exponentials of logarithms": (
        sympy.exp(sympy.log(5) / 2 + R(1, 7), evaluate=False), sympy.sqrt(5) * sympy.exp(R(1, 7)),
    ),
    "roots of sums": (
        sympy.sqrt(1 + sympy.pi) * sympy.sqrt(1 + sympy.E),
        sympy.sqrt(1 + sympy.pi + sympy.E + sympy.pi * sympy.E),
    ),
    "fractions of roots of sums": (
        1 / sympy.sqrt(sympy.pi - 3), sympy.sqrt(sympy.pi - 3) / (sympy.pi - 3),
    ),
    "nested": (1 / (1 + 1 / (1 + sympy.pi)), (1 + sympy.pi) / (2 + sympy.pi)),
}  # fmt: skip


@pytest.mark.parametrize("name", EQUAL)
def test_equal_numbers_are_found_equal_and_others_not(name: str) -> None:
    one, two = (value(each) for each in EQUAL[name])
    assert equal(one, two)
    assert not equal(one, scale(two, Fraction(-1)))
    assert not equal(one, multiply(two, value(1 + R(1, 10**60))))
    assert not equal(one, multiply(two, value(sympy.exp(R(1, 10**9)))))


def test_sums_of_different_roots_of_sums_are_not_compared() -> None:
    one = value(1 + sympy.sqrt(1 + sympy.pi) + sympy.sqrt(1 + sympy.E))
    with pytest.raises(DerivationError, match="sums of roots of different numbers"):
        equal(one, value(7))


@pytest.mark.parametrize(
    "number",
    [
        sympy.Pow(0, -1, evaluate=False),
        sympy.gamma(sympy.Add(2, -4, evaluate=False), evaluate=False),
        sympy.log(-3, evaluate=False),
        sympy.Pow(-3, R(1, 2), evaluate=False),
        sympy.Symbol("stranger"),
    ],
    ids=str,
)
def test_what_has_no_value_is_refused(number: sympy.Expr) -> None:
    with pytest.raises(DerivationError):
        WORLD.value(number)


atoms = st.sampled_from(
    [sympy.pi, sympy.exp(R(1, 3)), sympy.sqrt(2), sympy.gamma(R(1, 3)), sympy.Integer(3), R(-2, 5)]
)
sums = st.lists(st.tuples(atoms, atoms), min_size=1, max_size=3)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(sums, sums, sums)
def test_numbers_are_a_field(one: Any, two: Any, three: Any) -> None:
    x, y, z = (add(value(a * b) for a, b in parts) for parts in (one, two, three))
    assert equal(multiply(x, add([y, z])), add([multiply(x, y), multiply(x, z)]))
    if not equal(x, {}):
        assert equal(multiply(x, power(x, -1)), value(1))
        assert equal(
            multiply(add([y, z]), power(x, -1)),
            add(multiply(each, power(x, -1)) for each in (y, z)),
        )


def test_an_unspecified_function_has_one_value_at_each_place_and_order() -> None:
    found = [
        value(derivative("psi", order, sympy.sympify(at)))
        for order in (0, 1, 2)
        for at in (R(1, 3), R(2, 3))
    ]
    assert len({each[()] for each in found}) == len(found)
    assert value(derivative("psi", 1, R(1, 3))) == found[2]
    assert value(derivative("phi", 1, R(1, 3))) != found[2]


def compound() -> ppm.Model:
    with ppm.Model("mine") as model:
        a, b, kappa = ppm.hyperparameters("a b kappa")
        w = ppm.hyperparameters("w", domain="real")
        theta = ppm.LogNormal("theta", mu=a, sigma=b, dims="row factor")
        beta = ppm.Weibull("beta", shape=a, scale=b, dims="col factor")
        count = ppm.Poisson("N", rate=ppm.sum(theta * beta, over="factor"), dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=w, kappa=kappa * count, dims="row col", observed=True
        )
    return model


def test_functions_read_well_in_every_notation() -> None:
    mean = compound().mean()
    notation = Notation.of(compound().declaration)
    assert PlainFormula(notation).write(mean) == "K b κ ψ'(w) exp(a + b²/2) Γ(1/a + 1)"
    assert LatexFormula(notation).write(mean) == (
        r"K b \kappa \psi'\left(w\right) e^{a + \frac{b^{2}}{2}} \Gamma\left(\frac{1}{a} + 1\right)"
    )


@pytest.mark.parametrize(
    ("expression", "plain", "latex"),
    [
        (sympy.pi**2 / 6, "π²/6", r"\frac{\pi^{2}}{6}"),
        (sympy.sqrt(2 / sympy.pi), "√(2/π)", r"\sqrt{\frac{2}{\pi}}"),
        (derivative("psi", 2, sympy.Symbol("w")) ** 2, "ψ''(w)²", r"\psi''\left(w\right)^{2}"),
        (derivative("psi", 1, R(1, 3)), "ψ'(1/3)", r"\psi'\left(\frac{1}{3}\right)"),
        (sympy.EulerGamma + sympy.zeta(3), "γ + ζ(3)", r"\gamma + \zeta\left(3\right)"),
    ],
    ids=str,
)
def test_a_formula_reads(expression: sympy.Expr, plain: str, latex: str) -> None:
    assert PlainFormula(Notation()).write(expression) == plain
    assert LatexFormula(Notation()).write(expression) == latex


@pytest.mark.thorough
def test_a_long_sum_with_functions_is_regrouped_and_stays_equal() -> None:
    result = compound().variance()
    shown = readable(result)
    assert shown.count_ops() <= result.count_ops()
    assert sympy.expand(shown - result) == 0


@pytest.mark.parametrize("what", core(["mean", "variance", "correlation row"], ["mean"]))
def test_wrong_constants_are_found(what: str) -> None:
    honest = derive(compound().declaration, what)
    assert honest.verify().ok
    w = sympy.Symbol("w", real=True)
    first, second = (derivative("psi", order, w) for order in (1, 2))
    for wrong in (
        honest.result * sympy.exp(R(1, 1000)),
        honest.result.xreplace({first: second}),
        honest.result.replace(sympy.gamma, lambda argument: sympy.gamma(argument + 1)),
        honest.result.replace(sympy.exp, lambda argument: sympy.exp(2 * argument)),
    ):
        if wrong != honest.result:
            assert not replace(honest, result=wrong).verify().ok


@pytest.mark.thorough
def test_a_family_moment_with_a_wrong_constant_is_found() -> None:
    honest = derive(compound().declaration, "variance")
    for place, step in enumerate(honest.steps):
        if step.rule == "family_moment" and step.after.has(sympy.gamma, sympy.exp):
            forged = replace(step, after=step.after * sympy.gamma(R(1, 3)) / 3)
            steps = (*honest.steps[:place], forged, *honest.steps[place + 1 :])
            assert any(
                "the family gives" in failure
                for failure in replace(honest, steps=steps).verify().failures
            )
            return
    pytest.fail("no such step")
