"""Derivatives and information about the point of fig:surfaces, by other ways."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from lab.settings import FACTORS
from lab.verdicts import Verdict
from scipy import integrate, special

from technical.coordinates import STATISTICS, WAYS, coordinates, statistics
from technical.surface import point


def by_quadrature(shape: float, rate: float) -> float:
    """Return E[d log p / d mean  d log p / d variance] of Gamma(shape, rate) by integration.

    Parameters
    ----------
    shape : float
        Of the prior.
    rate : float
        Of the prior.
    """
    mean, variance = shape / rate, shape / rate**2

    def integrand(t: float) -> float:
        # In t = log x the density has no pole at zero.
        x = math.exp(t)
        density = math.exp(shape * (math.log(rate) + t) - rate * x - special.gammaln(shape))
        by_shape = math.log(rate) + t - float(special.digamma(shape))
        by_rate = shape / rate - x
        by_mean = by_shape * 2 * mean / variance + by_rate / variance
        by_variance = -by_shape * (mean / variance) ** 2 - by_rate * mean / variance**2
        return by_mean * by_variance * density

    low, high = -60 / shape, math.log((shape + 60) / rate)
    edges = np.linspace(low, high, 41)
    return sum(
        float(integrate.quad(integrand, left, right, epsabs=0, epsrel=1e-10)[0])
        for left, right in pairwise(edges)
    )


def derivatives() -> Verdict:
    """Check the kernels' derivatives by differences, and the Hessian by SymPy."""
    worst = 0.0
    for way in WAYS:
        x = coordinates(way, point())
        _, slopes = statistics(way, x)
        for place in range(4):
            step = np.zeros(4)
            step[place] = 1e-5 * x[place]
            after, before = statistics(way, x + step)[0], statistics(way, x - step)[0]
            numeric = (after - before) / (2 * step[place])
            worst = max(worst, float(np.max(np.abs(numeric - slopes[:, place]))
                                     / np.max(np.abs(slopes))))  # fmt: skip
    symbolic = max(_hessian_apart(way) for way in WAYS)
    return Verdict(
        "derivatives behind the condition numbers (not in the paper)",
        "central differences; SymPy from the derivation",
        f"{worst:.0e} and {symbolic:.0e} apart, relatively",
        "1e-8: the square of the step; 1e-12: rounding",
        worst < 1e-8 and symbolic < 1e-12,
    )


@cache
def _record_variance() -> Any:
    from symppm.laws import derive  # noqa: PLC0415 - loads SymPy
    from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - as above

    return derive(catalogue_model("pmf_gamma"), "variance").result


def _hessian_apart(way: str) -> float:
    """Return how far SymPy's Hessian of (Var[Y] - its value)^2 at the point is from 2 g g'."""
    import sympy  # noqa: PLC0415 - loaded for this check alone

    formula = _record_variance()
    names = {symbol.name: symbol for symbol in formula.free_symbols}
    x = sympy.symbols("x0:4", positive=True)
    if way == WAYS[0]:
        values: Sequence[Any] = x
    else:
        power = 1 if way == WAYS[1] else 2
        values = [
            part
            for mean, second in (x[:2], x[2:])
            for part in (mean**2 / second**power, mean / second**power)
        ]
    inside = dict(zip((names[each] for each in "abcd"), values, strict=True))
    height = formula.subs({**inside, names["K"]: FACTORS})
    place = dict(zip(x, map(float, coordinates(way, point())), strict=True))
    discrepancy = (height - float(height.subs(place))) ** 2
    hessian = np.array(sympy.hessian(discrepancy, x).subs(place).evalf(), dtype=float)
    slope = statistics(way, coordinates(way, point()))[1][STATISTICS.index("variance")]
    expected = 2 * np.outer(slope, slope)
    return float(np.max(np.abs(hessian - expected)) / np.max(np.abs(expected)))
