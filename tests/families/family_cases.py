"""Members of every family that has moments of its own, and the same law in SciPy."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.stats
import sympy
from density_cases import EULER, inflated

from symppm import families
from symppm.families import Family

R = sympy.Rational


@dataclass(frozen=True)
class Case:
    """Parameters of a family, and SciPy's law."""

    family: Family
    parameters: Mapping[str, sympy.Expr]
    law: Any
    negative: int = 0
    """The lowest order of which the moment exists in closed form."""
    highest: int = 6

    @property
    def label(self) -> str:
        shown = ",".join(str(value) for value in self.parameters.values())
        return f"{self.family.name}({shown})"

    def moment(self, order: int) -> float:
        """Integrate or sum over SciPy's law, far into its tails."""
        if self.family.support.integral:
            values = np.arange(1500.0)
            return float((values**order * self.law.pmf(values)).sum())
        levels = 10.0 ** -np.array([300, 200, 100, 50, 25, 12, 6, 3, 2, 1])
        middle = self.law.ppf([0.25, 0.5, 0.75])
        with warnings.catch_warnings(action="ignore"):  # of quantiles that are no doubles
            edges = np.unique([*self.law.ppf(levels), *middle, *self.law.isf(levels)])
        edges = edges[np.isfinite(edges)]
        # In the logarithm, where the integrand is smooth at zero too.
        positive = edges[0] > 0
        edges = np.log(edges) if positive else edges
        nodes, weights = np.polynomial.legendre.leggauss(120)
        half = np.diff(edges)[:, None] / 2
        points = edges[:-1, None] + half * (1 + nodes)
        x = np.exp(points) if positive else points
        with np.errstate(all="ignore"):
            density = self.law.logpdf(x) + ((order + 1) * points if positive else 0)
        integrand = np.exp(density) if positive else x**order * np.exp(density)
        return float((half * weights * integrand).sum())


def case(family: Family, law: Any, negative: int = 0, highest: int = 6, **parameters: Any) -> Case:
    values = {name: sympy.sympify(value) for name, value in parameters.items()}
    return Case(family, values, law, negative, highest)


S = scipy.stats
IG = families.INVERSE_GAUSSIAN_DISPERSION

CASES = [
    case(families.BERNOULLI, S.bernoulli(0.3125), mean=R(5, 16)),
    case(
        families.CATEGORICAL[0],
        S.rv_discrete(values=([0, 1], [0.25, 0.75])),
        weight_0=R(1, 2),
        weight_1=R(3, 2),
    ),
    case(
        families.CATEGORICAL[2],
        S.rv_discrete(values=(range(4), [0.1, 0.3, 0.2, 0.4])),
        weight_0=1,
        weight_1=3,
        weight_2=2,
        weight_3=4,
    ),
    case(families.STUDENT_T, S.t(7.5, 0.5, 2), 0, 4, location=R(1, 2), scale=2, degrees=R(15, 2)),
    case(families.BETA, S.beta(2.5, 1.5), -2, alpha=R(5, 2), beta=R(3, 2)),
    case(families.BETA, S.beta(7, 3), -6, alpha=7, beta=3),
    case(families.EXPONENTIAL, S.expon(scale=2.5), rate=R(2, 5)),
    case(families.GAMMA, S.gamma(4.5, scale=0.5), -4, shape=R(9, 2), rate=2),
    case(families.GAMMA, S.gamma(0.6, scale=0.5), shape=R(3, 5), rate=2),
    case(families.GAMMA, S.gamma(7, scale=1 / 3), -6, shape=7, rate=3),
    case(families.HALF_NORMAL, S.halfnorm(0, 2), location=0, scale=2),
    case(families.HALF_NORMAL, S.halfnorm(1.5, 0.5), location=R(3, 2), scale=R(1, 2)),
    case(families.HALF_NORMAL, S.halfnorm(-1, 1), location=-1, scale=1),
    case(families.INVERSE_GAMMA, S.invgamma(7.5, scale=2), -4, shape=R(15, 2), scale=2),
    case(families.INVERSE_GAMMA, S.invgamma(3.5, scale=0.4), -6, 3, shape=R(7, 2), scale=R(2, 5)),
    case(
        families.LOG_NORMAL,
        S.lognorm(0.5, scale=0.6703200460356393),
        -4,
        mu=R(-2, 5),
        sigma=R(1, 2),
    ),
    case(families.UNIFORM, S.uniform(1, 2.5), -4, low=1, high=R(7, 2)),
    case(families.UNIFORM, S.uniform(-2, 3), low=-2, high=1),
    case(families.WEIBULL, S.weibull_min(2.5, scale=3), -2, shape=R(5, 2), scale=3),
    case(families.WEIBULL, S.weibull_min(0.75, scale=0.5), shape=R(3, 4), scale=R(1, 2)),
    case(families.NORMAL, S.norm(-1.5, 2**0.5), mean=R(-3, 2), variance=2),
    case(families.GUMBEL, S.gumbel_r(2 - EULER * 1.5, 1.5), mean=2, scale=R(3, 2)),
    case(families.LAPLACE, S.laplace(0.5, 0.75), mean=R(1, 2), scale=R(3, 4)),
    case(families.NEGATIVE_BINOMIAL, S.nbinom(1.5, 0.375), mean=R(5, 2), size=R(3, 2)),
    case(families.BINOMIAL, S.binom(9, 0.25), mean=R(9, 4), trials=9),
    case(families.BINOMIAL, S.binom(2, 0.75), mean=R(3, 2), trials=2),
    case(families.ZERO_INFLATED_POISSON, inflated(3.5, 0.6), rate=R(7, 2), keep=R(3, 5)),
    *(
        case(families.POISSON, S.poisson(float(rate)), rate=rate)
        for rate in (R(1, 2), R(7, 2), R(30))
    ),
    case(families.NORMAL_DISPERSION, S.norm(-1.25, 2.5**0.5), w=R(-1, 2), kappa=R(5, 2)),
    case(families.GAMMA_DISPERSION, S.gamma(2.5, scale=0.5), w=-2, kappa=R(5, 2)),
    case(IG, S.invgauss(1 / 3.0, scale=9), w=R(-1, 2), kappa=3),
    case(IG, S.invgauss(1 / 3.0, scale=2.25), w=-2, kappa=R(3, 2)),
    case(families.POISSON_DISPERSION, S.poisson(2 * 2.718281828459045**0.5), w=R(1, 2), kappa=2),
    case(families.BINOMIAL_DISPERSION, S.binom(6, 0.25), w=-sympy.log(3), kappa=6),
    case(
        families.NEGATIVE_BINOMIAL_DISPERSION, S.nbinom(2.5, 0.75), w=-sympy.log(4), kappa=R(5, 2)
    ),
]
IDS = [each.label for each in CASES]
