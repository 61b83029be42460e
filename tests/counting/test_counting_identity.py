"""Equal functions are recognized by exact algebra, and nothing else is called equal."""

from __future__ import annotations

import random
import time

import pytest
import sympy
from cases import core
from sympy import Abs, E, Function, Rational, exp, gamma, log, pi, polygamma, sqrt, zeta

from symppm.counting import identical, joint_cumulant
from symppm.errors import NotBuiltError
from symppm.model import catalogue_model
from symppm.model.nodes import KnownEntry, derivative, index, label

a, b, k, s, K = sympy.symbols("a b k s K", positive=True)
w = sympy.Symbol("w", negative=True)
x, y = sympy.symbols("x y", real=True)
low = sympy.Symbol("low", nonnegative=True)
g_j, g_l = (KnownEntry(label("g", "positive"), index(letter)) for letter in "jl")
phi = Function("phi")
TINY = Rational(1, 10**40)

SAME = {
    "polynomials": ((a + b) ** 3 - a**3, 3 * a**2 * b + 3 * a * b**2 + b**3),
    "falling factorials": (K * (K - 1) * (K - 2), K**3 - 3 * K**2 + 2 * K),
    "partial fractions": (1 / (a - 1) - 1 / a, 1 / (a * (a - 1))),
    "powers of fractions": ((a / (a - 1) - 1) ** 3, 1 / (a - 1) ** 3),
    "fractions in fractions": (1 / (1 + 1 / (1 + 1 / a)), (a + 1) / (2 * a + 1)),
    "common factors": ((a**2 - b**2) / (a - b) ** 2, (a + b) / (a - b)),
    "powers of exponentials": (exp(2 * s**2), exp(s**2 / 2) ** 4),
    "thirds in exponents": (exp(s / 3) ** 2 * exp(s / 2), exp(7 * s / 6)),
    "sums in exponents": (exp(a + b / 2), sqrt(exp(b)) * exp(a)),
    "e itself": (exp(1 + a), E * exp(a)),
    "denominators of exponentials": (
        1 / (exp(s) - 1) - 1 / (exp(s) + 1),
        2 / (exp(2 * s) - 1),
    ),
    "exponents with denominators": (exp((a + b) / b), E * exp(a / b)),
    "roots of numbers": (sqrt(2) * sqrt(3), sqrt(6)),
    "roots below": (1 / sqrt(2), sqrt(2) / 2),
    "roots of different orders": (2 ** Rational(1, 3) * sqrt(2), 2 ** Rational(5, 6)),
    "squares of roots": ((sqrt(2) + 1) ** 2, 3 + 2 * sqrt(2)),
    "rational denominators": (1 / (sqrt(2) - 1), sqrt(2) + 1),
    "roots of pi": (sqrt(1 - 2 / pi), sqrt(pi - 2) / sqrt(pi)),
    "roots of symbols": (a ** Rational(1, 3) * a ** Rational(1, 6), sqrt(a)),
    "roots of what is not negative": (sqrt(low * a), sqrt(low) * sqrt(a)),
    "negative symbols": ((-w) ** Rational(3, 2), -w * sqrt(-w)),
    "negative factors": (sqrt(-2 * w * a), sqrt(2) * sqrt(-w) * sqrt(a)),
    "roots of products": (sqrt(a + b) * sqrt(a + 2 * b), sqrt((a + b) * (a + 2 * b))),
    "roots of expanded squares": (sqrt(a**2 + 2 * a * b + b**2), a + b),
    "roots of fractions": (sqrt(a * b / (a + b)), sqrt(a) * sqrt(b) / sqrt(a + b)),
    "roots in denominators": (1 / sqrt(a - 1), sqrt(a - 1) / (a - 1)),
    "roots of a reciprocal": (sqrt(1 / (a - 1)), 1 / sqrt(a - 1)),
    "absolute values": (sqrt((a - 1) ** 2 * (a + 1)), Abs(a - 1) * sqrt(a + 1)),
    "squares of absolute values": (Abs(a - 1) ** 2, (a - 1) ** 2),
    "absolute values below": (1 / Abs(x - 1), Abs(x - 1) / (x - 1) ** 2),
    "a root shows a sign": (sqrt((a - 1) ** 3), (a - 1) * sqrt(a - 1)),
    "Gamma one up": (gamma(2 + 1 / k), (1 + 1 / k) * gamma(1 + 1 / k)),
    "Gamma one down": (gamma(1 / k), k * gamma(1 + 1 / k)),
    "Gamma in lowest terms": (gamma((k + 1) / k), gamma(1 + 1 / k)),
    "Gamma three down": (gamma(a - 3), gamma(a) / ((a - 1) * (a - 2) * (a - 3))),
    "Gamma of thirds": (gamma(Rational(7, 3)), Rational(4, 9) * gamma(Rational(1, 3))),
    "polygamma in lowest terms": (polygamma(1, (a + 1) / a), polygamma(1, 1 + 1 / a)),
    "logarithms of products": (log(2 * a) - log(b), log(2) + log(a / b)),
    "logarithms of numbers": (log(12), 2 * log(2) + log(3)),
    "dummies of derivatives": (derivative("psi", 2, 2 * a), derivative("psi", 2, a + a)),
    "derivatives where they are taken": (phi(x).diff(x).subs(x, w), phi(w).diff(w)),
    "zeta at even numbers": (zeta(2) * 6, pi**2),
    "known entries": ((g_j + g_l) ** 2, g_j**2 + 2 * g_j * g_l + g_l**2),
    "roots of known entries": (sqrt(g_j / g_l), sqrt(g_j) * sqrt(g_l) / g_l),
}

DIFFERENT = {
    "a tiny number": (a + TINY, a),
    "a tiny factor": (a / (a - 1), (1 + TINY) * a / (a - 1)),
    "a tiny shift of a pole": (1 / (a - 1), 1 / (a - 1 + TINY)),
    "a tiny exponent": (exp(s**2), exp(s**2 + TINY)),
    "a nearby fraction": (pi, Rational(355, 113)),
    "a power of a size": (K * (K - 1), K**2),
    "another symbol": (a, b),
    "a symbol of the same name": (a, sympy.Symbol("a")),
    "a sign": (a - b, b - a),
    "a size of one": (1 / K, sympy.S.One),
    "powers of exponentials": (exp(2 * s**2), exp(s**2 / 2) ** 3),
    "roots": (2 ** Rational(1, 3), sqrt(2)),
    "roots of numbers": (sqrt(2) * sqrt(3), sqrt(5)),
    "roots of sums": (sqrt(a + b), sqrt(a) + sqrt(b)),
    "absolute values": (sqrt(x**2), x),
    "absolute values of sums": (sqrt((a - 1) ** 2), a - 1),
    "the other root": (sqrt(x * y), -sqrt(x * y)),
    "roots of negative factors": (sqrt((a - 1) * (b - 1) ** 2), sqrt(a - 1) * (b - 1)),
    "Gamma": (gamma(2 + 1 / k), (1 + 2 / k) * gamma(1 + 1 / k)),
    "Gamma elsewhere": (gamma(a), gamma(b)),
    "orders of polygamma": (polygamma(1, a), polygamma(2, a)),
    "logarithms": (log(2 * a), 2 * log(a)),
    "constants": (exp(1), pi),
    "zeta at odd numbers": (zeta(3), zeta(5)),
    "orders of derivatives": (derivative("psi", 1, a), derivative("psi", 2, a)),
    "places of derivatives": (derivative("psi", 1, a), derivative("psi", 1, 2 * a)),
    "names of functions": (derivative("psi", 1, a), derivative("phi", 1, a)),
    "known entries": (g_j, g_l),
    "zero": (a - 1, sympy.S.Zero),
}


@pytest.mark.parametrize("kind", SAME)
def test_equal_functions_are_recognized(kind: str) -> None:
    first, second = SAME[kind]
    assert identical(first, second)
    assert identical(second, first)
    assert identical(first * second, second**2)


@pytest.mark.parametrize("kind", SAME)
def test_equal_functions_are_not_once_one_is_altered(kind: str) -> None:
    first, second = SAME[kind]
    assert not identical(first, second + TINY)
    assert not identical(first * (1 + TINY), second)
    assert not identical(-first, second)


@pytest.mark.parametrize("kind", DIFFERENT)
def test_other_functions_are_told_apart(kind: str) -> None:
    first, second = DIFFERENT[kind]
    assert not identical(first, second)
    assert not identical(second, first)


@pytest.mark.parametrize("value", [sympy.nan, sympy.zoo, sympy.oo, a / sympy.S.Zero])
def test_what_is_no_number_equals_nothing(value: sympy.Expr) -> None:
    assert not identical(value, value)
    assert not identical(a, value)


@pytest.mark.parametrize("seed", core(range(12), (0, 5)))
def test_random_fractions_agree_with_their_common_denominators(seed: int) -> None:
    """The independent reference is SymPy's own arithmetic of rational functions."""
    choose = random.Random(seed)
    atoms = [a, b, K, exp(s), gamma(1 + 1 / k)]

    def polynomial() -> sympy.Expr:
        return sympy.Add(
            *(
                choose.randint(-3, 3) * choose.choice(atoms) ** choose.randint(0, 2)
                for _ in range(3)
            ),
            choose.choice(atoms),
        )

    parts = [polynomial() / (polynomial() + 11) for _ in range(3)]
    whole = sympy.Add(*parts)
    other = sympy.cancel(sympy.together(whole))
    assert identical(whole, other)
    assert not identical(whole, other + a * TINY)
    assert not identical(whole, other.xreplace({K: K + 1}) if whole.has(K) else other + 1)


def test_large_moments_are_compared_fast() -> None:
    declaration = catalogue_model("hpf_gamma")
    pattern = ("ij", "il", "tj", "tl")
    entries = [declaration.observed.at(*map(index, letters)) for letters in pattern]
    value = joint_cumulant(declaration, entries).value
    collected = sympy.factor(value)
    start = time.perf_counter()
    assert identical(value, collected)
    assert not identical(value, collected + collected.free_symbols.pop() * TINY)
    # It takes some hundredths of a second; a machine that is busy may need many times that.
    assert time.perf_counter() - start < 5


HUGE = [(a + b) ** 10**6, a ** (2**40), (a + b + k + s) ** 90 * (a + b + K) ** 90]


@pytest.mark.parametrize("huge", core(HUGE, HUGE[:2]))
def test_expressions_that_would_take_hours_are_refused(huge: sympy.Expr) -> None:
    with pytest.raises(NotBuiltError, match="within seconds"):
        identical(huge, a)
