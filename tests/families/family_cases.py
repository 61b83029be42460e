"""Members of every family that has moments of its own, with an independent source for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import family_densities as densities
import mpmath
import scipy.stats
import sympy

from symppm import families
from symppm.families import Family

R = sympy.Rational


@dataclass(frozen=True)
class Case:
    """Parameters of a family, the same distribution by its density, and SciPy's of that name."""

    family: Family
    parameters: Mapping[str, sympy.Expr]
    law: densities.Continuous | densities.Counted
    scipy: Any
    negative: int = 0
    """The lowest order of which the moment exists in closed form."""
    highest: int = 6

    @property
    def label(self) -> str:
        shown = ",".join(str(value) for value in self.parameters.values())
        return f"{self.family.name}({shown})"


def number(value: Any) -> Any:
    with mpmath.workdps(densities.DIGITS + 5):
        return mpmath.mpf(str(sympy.N(value, densities.DIGITS + 5)))


def case(family: Family, make: Any, scipy_law: Any, negative: int = 0, highest: int = 6,
         arguments: tuple[Any, ...] | None = None, **parameters: Any) -> Case:  # fmt: skip
    """Build the density from the parameters in order, unless other arguments are given."""
    values = {name: sympy.sympify(value) for name, value in parameters.items()}
    given = tuple(values.values()) if arguments is None else arguments
    with mpmath.workdps(densities.DIGITS + 5):
        law = make(*(number(each) for each in given))
    return Case(family, values, law, scipy_law, negative, highest)


S = scipy.stats
EULER = 0.5772156649015329
IG = families.INVERSE_GAUSSIAN_DISPERSION

CASES = [
    case(families.BERNOULLI, lambda p: densities.binomial(1, p), S.bernoulli(0.3125),
         mean=R(5, 16)),
    case(families.CATEGORICAL[0], densities.weighted,
         S.rv_discrete(values=([0, 1], [0.25, 0.75])), weight_0=R(1, 2), weight_1=R(3, 2)),
    case(families.CATEGORICAL[2], densities.weighted,
         S.rv_discrete(values=(range(4), [0.1, 0.3, 0.2, 0.4])),
         weight_0=1, weight_1=3, weight_2=2, weight_3=4),
    case(families.STUDENT_T, densities.student_t, S.t(7.5, 0.5, 2), 0, 4,
         location=R(1, 2), scale=2, degrees=R(15, 2)),
    case(families.BETA, densities.beta, S.beta(2.5, 1.5), -2, alpha=R(5, 2), beta=R(3, 2)),
    case(families.BETA, densities.beta, S.beta(7, 3), -6, alpha=7, beta=3),
    case(families.EXPONENTIAL, lambda r: densities.gamma(mpmath.mpf(1), r),
         S.expon(scale=2.5), rate=R(2, 5)),
    case(families.GAMMA, densities.gamma, S.gamma(4.5, scale=0.5), -4, shape=R(9, 2), rate=2),
    case(families.GAMMA, densities.gamma, S.gamma(0.6, scale=0.5), shape=R(3, 5), rate=2),
    case(families.GAMMA, densities.gamma, S.gamma(7, scale=1 / 3), -6, shape=7, rate=3),
    case(families.HALF_NORMAL, densities.half_normal, S.halfnorm(0, 2), location=0, scale=2),
    case(families.HALF_NORMAL, densities.half_normal, S.halfnorm(1.5, 0.5),
         location=R(3, 2), scale=R(1, 2)),
    case(families.HALF_NORMAL, densities.half_normal, S.halfnorm(-1, 1), location=-1, scale=1),
    case(families.INVERSE_GAMMA, densities.inverse_gamma, S.invgamma(7.5, scale=2), -4,
         shape=R(15, 2), scale=2),
    case(families.INVERSE_GAMMA, densities.inverse_gamma, S.invgamma(3.5, scale=0.4), -6, 3,
         shape=R(7, 2), scale=R(2, 5)),
    case(families.LOG_NORMAL, densities.log_normal, S.lognorm(0.5, scale=0.6703200460356393), -4,
         mu=R(-2, 5), sigma=R(1, 2)),
    case(families.UNIFORM, densities.uniform, S.uniform(1, 2.5), -4, low=1, high=R(7, 2)),
    case(families.UNIFORM, densities.uniform, S.uniform(-2, 3), low=-2, high=1),
    case(families.WEIBULL, densities.weibull, S.weibull_min(2.5, scale=3), -2,
         shape=R(5, 2), scale=3),
    case(families.WEIBULL, densities.weibull, S.weibull_min(0.75, scale=0.5),
         shape=R(3, 4), scale=R(1, 2)),
    case(families.NORMAL, densities.normal, S.norm(-1.5, 2**0.5), mean=R(-3, 2), variance=2),
    case(families.GUMBEL, densities.gumbel, S.gumbel_r(2 - EULER * 1.5, 1.5),
         mean=2, scale=R(3, 2)),
    case(families.LAPLACE, densities.laplace, S.laplace(0.5, 0.75), mean=R(1, 2), scale=R(3, 4)),
    case(families.NEGATIVE_BINOMIAL, densities.negative_binomial, S.nbinom(1.5, 0.375),
         arguments=(R(3, 2), R(3, 8)), mean=R(5, 2), size=R(3, 2)),
    case(families.BINOMIAL, lambda n, p: densities.binomial(int(n), p), S.binom(9, 0.25),
         arguments=(9, R(1, 4)), mean=R(9, 4), trials=9),
    case(families.BINOMIAL, lambda n, p: densities.binomial(int(n), p), S.binom(2, 0.75),
         arguments=(2, R(3, 4)), mean=R(3, 2), trials=2),
    case(families.ZERO_INFLATED_POISSON, densities.zero_inflated, None, rate=R(7, 2), keep=R(3, 5)),
    *(case(families.POISSON, densities.poisson, S.poisson(float(rate)), rate=rate)
      for rate in (R(1, 2), R(7, 2), R(30))),
    case(families.NORMAL_DISPERSION, densities.normal, S.norm(-1.25, 2.5**0.5),
         arguments=(R(-5, 4), R(5, 2)), w=R(-1, 2), kappa=R(5, 2)),
    case(families.GAMMA_DISPERSION, densities.gamma, S.gamma(2.5, scale=0.5),
         arguments=(R(5, 2), 2), w=-2, kappa=R(5, 2)),
    case(IG, densities.inverse_gaussian, S.invgauss(1 / 3.0, scale=9),
         arguments=(3, 9), w=R(-1, 2), kappa=3),
    case(IG, densities.inverse_gaussian, S.invgauss(1 / 3.0, scale=2.25),
         arguments=(R(3, 4), R(9, 4)), w=-2, kappa=R(3, 2)),
    case(families.POISSON_DISPERSION, densities.poisson, S.poisson(2 * 2.718281828459045**0.5),
         arguments=(2 * sympy.exp(R(1, 2)),), w=R(1, 2), kappa=2),
    case(families.BINOMIAL_DISPERSION, lambda n, p: densities.binomial(int(n), p), S.binom(6, 0.25),
         arguments=(6, R(1, 4)), w=-sympy.log(3), kappa=6),
    case(families.NEGATIVE_BINOMIAL_DISPERSION, densities.negative_binomial, S.nbinom(2.5, 0.75),
         arguments=(R(5, 2), R(3, 4)), w=-sympy.log(4), kappa=R(5, 2)),
]  # fmt: skip
IDS = [each.label for each in CASES]
