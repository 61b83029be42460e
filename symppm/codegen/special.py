"""Functions that generated code needs and that neither Python's math nor numba has.

Those of status are guards: status 0 says that all of them hold, another number which failed first.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from symppm.codegen.runtime import OK, ChoosingKernel, branching_kernel


@ChoosingKernel
def positive(value: float, number: int, status: int) -> int:
    """Return the status, or a number if it is zero so far and the value is not positive.

    What overflows, or is no number, is not positive either.
    """
    return status if status != OK or 0.0 < value < math.inf else number


@ChoosingKernel
def nonnegative(value: float, number: int, status: int) -> int:
    """Return the status, or a number if it is zero so far and the value is negative."""
    return status if status != OK or 0.0 <= value < math.inf else number


@ChoosingKernel
def negative(value: float, number: int, status: int) -> int:
    """Return the status, or a number if it is zero so far and the value is not negative."""
    return status if status != OK or -math.inf < value < 0.0 else number


@ChoosingKernel
def real(value: float, number: int, status: int) -> int:
    """Return the status, or a number if it is zero so far and the value is not finite."""
    return status if status != OK or -math.inf < value < math.inf else number


def _settled(value: Any, beside: Any) -> Any:
    # What is taken for zero has no derivative by which roots of it could be followed.
    zero = complex(0.0, math.nan) if np.iscomplexobj(value) else 0.0
    return np.where(np.abs(value) > 1e-12 * np.real(beside), value, zero)


@branching_kernel(_settled)
def settled(value: float, beside: float) -> float:
    """Return a difference of numbers of the size of another, or zero if it is their rounding."""
    return value if abs(value) > 1e-12 * beside else 0.0


@ChoosingKernel
def if_ok(value: float, status: int) -> float:
    """Return a value, or zero if a guard has failed."""
    return value if status == OK else 0.0


@ChoosingKernel
def side(x: float) -> float:
    """Return 1, or -1 for negative numbers."""
    return 1.0 if x >= 0.0 else -1.0


@ChoosingKernel
def sign(x: float) -> float:
    """Return -1, 0 or 1."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@ChoosingKernel
def softplus(x: float) -> float:
    """Return log(1 + exp(x)), which nothing overflows."""
    size = x if x >= 0.0 else -x
    return (x + size) / 2.0 + math.log1p(math.exp(-size))


@ChoosingKernel
def logistic(x: float) -> float:
    """Return 1/(1 + exp(-x))."""
    small = math.exp(-x if x >= 0.0 else x)
    return (1.0 if x >= 0.0 else small) / (1.0 + small)


@ChoosingKernel
def digamma(x: float) -> float:
    """Return the derivative of the logarithm of the gamma function, for positive x.

    The recurrence psi(x) = psi(x + 1) - 1/x leads to where the asymptotic series (Abramowitz and
    Stegun 6.3.18) is exact to double precision.
    """
    before = 0.0
    for n in range(12):
        before = before + 1.0 / (x + n)
    x = x + 12
    square = 1.0 / (x * x)
    series = square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square * (
        1.0 / 240.0 - square * (1.0 / 132.0 - square * (691.0 / 32760.0 - square / 12.0))
    ))))  # fmt: skip
    return math.log(x) - 0.5 / x - series - before


@ChoosingKernel
def weibull_shape(excess: float) -> float:
    """Return the k > 0 with Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 = 1 + excess, for a positive excess.

    With x = 1/k the logarithm of the left side is convex and grows, so that Newton steps reach the
    root from any start. For small x it is computed from log Gamma(1 + z) + log(1 + z), whose series
    has the coefficients zeta(n) - 1 (Abramowitz and Stegun 6.1.33): there is no cancellation.
    Returns NaN where there is no such k.
    """
    zeta_less_one = (  # at 2, 3, 4 and so on
        0.6449340668482264,
        0.2020569031595943,
        0.08232323371113819,
        0.03692775514336993,
        0.01734306198444914,
        0.008349277381922827,
        0.00407735619794434,
        0.0020083928260822143,
        0.0009945751278180853,
        0.0004941886041194645,
        0.0002460865533080483,
        0.00012271334757848915,
        6.124813505870483e-05,
        3.058823630702049e-05,
        1.528225940865187e-05,
        7.637197637899763e-06,
        3.81729326499984e-06,
        1.908212716553939e-06,
    )
    target = math.log1p(excess if 0.0 < excess < math.inf else 1.0)
    x = math.sqrt(6.0 * target) / math.pi
    for _ in range(9):
        y = x if x < 0.1 else 0.1
        series = math.log1p(y * y / (1.0 + 2.0 * y))
        series_slope = 2.0 * y / ((1.0 + y) * (1.0 + 2.0 * y))
        power = -y
        for n in range(18):
            term = -power * zeta_less_one[n] * (2.0 ** (n + 2) - 2.0)
            series = series + term * y / (n + 2)
            series_slope = series_slope + term
            power = power * -y
        whole = math.lgamma(1.0 + 2.0 * x) - 2.0 * math.lgamma(1.0 + x)
        whole_slope = 2.0 * (digamma(1.0 + 2.0 * x) - digamma(1.0 + x))
        value = series if x < 0.1 else whole
        x = x - (value - target) / (series_slope if x < 0.1 else whole_slope)
    return 1.0 / x if 0.0 < excess < math.inf else math.nan
