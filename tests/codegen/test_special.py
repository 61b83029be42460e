"""The special functions of generated code against mpmath."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from cases import core
from hypothesis import given, settings
from hypothesis import strategies as st

from symppm.codegen import special
from symppm.codegen.load import load_model
from symppm.codegen.special import digamma, logistic, softplus, weibull_shape

EPS = 2.0**-52


@settings(deadline=None)
@given(exponent=st.floats(-8, 8))
def test_digamma_from_tiny_to_huge(exponent: float) -> None:
    x = 10.0**exponent
    exact = float(mpmath.digamma(x))
    # It vanishes at 1.4616: there the error is that of the terms, which are of order one.
    assert abs(digamma(x) - exact) <= 8 * EPS * max(1.0, abs(exact))


def excess_of(shape: float) -> mpmath.mpf:
    """Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 - 1 with more digits than are lost."""
    with mpmath.workdps(400):
        x = 1 / mpmath.mpf(shape)
        return mpmath.expm1(mpmath.loggamma(1 + 2 * x) - 2 * mpmath.loggamma(1 + x))


@pytest.mark.thorough
@settings(deadline=None, max_examples=20)
@given(exponent=st.floats(-2.6, 150))
def test_weibull_shape_undoes_the_ratio_of_moments(exponent: float) -> None:
    shape = 10.0**exponent
    # The excess is rounded once; the shape answers with at most as much, as d log k / d log excess
    # lies between -1/2 and 0.
    assert weibull_shape(float(excess_of(shape))) == pytest.approx(shape, rel=8 * EPS)


@pytest.mark.parametrize("excess", [0.0, -1e-9, -1.0, math.nan, math.inf, -math.inf])
def test_where_there_is_no_shape_the_result_is_no_number(excess: float) -> None:
    assert math.isnan(weibull_shape(excess))


@pytest.mark.thorough
@pytest.mark.parametrize("excess", [5e-324, 1e-300, 1.7e308])
def test_weibull_shape_at_the_ends_of_double_precision(excess: float) -> None:
    x = 1 / mpmath.mpf(weibull_shape(excess))
    with mpmath.workdps(700):
        reached = mpmath.expm1(mpmath.loggamma(1 + 2 * x) - 2 * mpmath.loggamma(1 + x))
        # At the lower end the excess itself has few bits; at the upper one its logarithm is 710.
        assert float(reached / mpmath.mpf(excess)) == pytest.approx(1.0, rel=1e-9)


def test_the_table_of_zeta() -> None:
    constants = special.weibull_shape.py_func.__code__.co_consts
    (table,) = (each for each in constants if isinstance(each, tuple))
    for n, value in enumerate(table, 2):
        with mpmath.workdps(30):
            assert value == float(mpmath.zeta(n) - 1)


@pytest.mark.parametrize("cv", [0.0, math.nan, math.inf, 1e200, 1e60])
def test_a_prior_whose_parameters_are_out_of_range_gets_a_status(cv: float) -> None:
    hyperparameters = load_model("pmf_weibull").hyperparameters
    last = len(load_model("pmf_weibull").SPEC.requirements)
    assert hyperparameters(1.0, cv, 1.0, 0.5) == (0.0, 0.0, 0.0, 0.0, last)
    assert hyperparameters(1.0, 0.5, 1.0, cv) == (0.0, 0.0, 0.0, 0.0, last)


@pytest.mark.parametrize("cv", core([1e-150, 1e-9, 1e-3, 1.0, 30.0, 1e6], [1.0]))
def test_the_weibull_prior_has_the_mean_and_spread_asked_for(cv: float) -> None:
    shape, scale, *_, status = load_model("pmf_weibull").hyperparameters(3.0, cv, 1.0, 0.5)
    assert status == 0
    with mpmath.workdps(400):
        x = 1 / mpmath.mpf(shape)
        assert float(scale * mpmath.gamma(1 + x)) == pytest.approx(3.0, rel=1e-12)
        # A relative error of the shape moves log(1 + cv^2) by up to that times its slope.
        assert float(mpmath.sqrt(excess_of(shape))) == pytest.approx(cv, rel=1e-12)


@pytest.mark.parametrize("x", [-800.0, -30.0, -1.0, 0.0, 1.0, 30.0, 800.0])
def test_links_far_from_zero(x: float) -> None:
    exact = mpmath.log1p(mpmath.exp(x)), 1 / (1 + mpmath.exp(-x))
    for kernel, value in zip((softplus, logistic), exact, strict=True):
        assert kernel.python(x) == pytest.approx(float(value), rel=1e-14)
        assert float(kernel.arrays(np.float64(x))) == pytest.approx(float(value), rel=1e-13)
