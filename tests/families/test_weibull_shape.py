"""The shape of a Weibull distribution from variance/mean^2, in numbers and as a SymPy function."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import sympy

from symppm.families import WEIBULL, WeibullShape
from symppm.families.weibull import weibull_shape

SHAPES = [0.05, 0.3, 0.9, 1.0, 2.5, 9.0, 11.0, 40.0, 1e3]


def ratio_of(shape: float) -> mpmath.mpf:
    with mpmath.workdps(40):
        inverse = 1 / mpmath.mpf(shape)
        return mpmath.gamma(1 + 2 * inverse) / mpmath.gamma(1 + inverse) ** 2


@pytest.mark.parametrize("shape", SHAPES)
def test_the_value_is_the_shape_that_has_the_ratio(shape: float) -> None:
    with mpmath.workdps(40):
        exact = sympy.Float(ratio_of(shape), 40)
    found = WeibullShape(exact).evalf(25)
    assert abs(found - sympy.Float(shape, 40)) < sympy.Float("1e-22") * shape


@pytest.mark.parametrize("shape", SHAPES)
def test_arrays_give_the_same_in_double_precision(shape: float) -> None:
    # The ratio is rounded to 1.1e-16 of itself, which its excess over one multiplies.
    ratio = float(ratio_of(shape))
    error = 1e-13 + 1.2e-16 / (ratio - 1)
    assert weibull_shape(np.array([ratio, ratio])) == pytest.approx([shape] * 2, rel=error)
    compiled = sympy.lambdify(x := sympy.Symbol("x"), WeibullShape(x), "numpy")
    assert compiled(ratio) == pytest.approx(shape, rel=error)


def test_there_is_no_shape_at_a_ratio_of_one_or_less() -> None:
    assert np.isnan(weibull_shape([1.0, 0.5])).all()
    assert WeibullShape(sympy.Rational(1, 2)).evalf().func is WeibullShape


def test_the_derivative_is_that_of_the_inverse_function() -> None:
    x = sympy.Symbol("x", positive=True)
    derivative = WeibullShape(x).diff(x)
    step = sympy.Rational(1, 10**12)
    for value in (sympy.Rational(11, 10), sympy.Rational(5, 2), sympy.Integer(40)):
        above, below = (WeibullShape(value + sign * step).evalf(40) for sign in (1, -1))
        slope = (above - below) / (2 * step)
        assert derivative.subs(x, value).evalf(20) == pytest.approx(float(slope), rel=1e-14)


def test_it_is_one_for_the_exponential_and_always_positive() -> None:
    assert WeibullShape(2) == 1
    assert WeibullShape(sympy.Symbol("x", positive=True)).is_positive


def test_a_weibull_with_mean_and_variance_has_them() -> None:
    mean, variance = sympy.Rational(7, 2), sympy.Rational(9, 5)
    parameters = WEIBULL.from_mean_variance(mean, variance)
    assert abs(WEIBULL.mean(parameters).evalf(25) - mean) < 1e-22
    assert abs(WEIBULL.variance(parameters).evalf(25) - variance) < 1e-21
