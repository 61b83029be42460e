"""Members of every family that has moments or a density of its own, and the same law in SciPy."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.special
import scipy.stats
import sympy

from symppm import families
from symppm.families import CATEGORICAL, Family

R = sympy.Rational
S = scipy.stats
EULER = 0.5772156649015329


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

    @property
    def numbers(self) -> list[float]:
        return [float(value) for value in self.parameters.values()]

    @property
    def values(self) -> Any:
        """Values in the support, from one tail to the other."""
        if self.family.support.integral:
            last = min(int(self.law.ppf(1 - 1e-13)) + 3, 400)
            return np.array([n for n in range(last + 1) if self.law.pmf(n) > 0], dtype=float)
        levels = [1e-12, 1e-6, 1e-3, *np.linspace(0.02, 0.98, 49), 1 - 1e-3, 1 - 1e-6, 1 - 1e-12]
        return self.law.ppf(levels)

    @property
    def log_densities(self) -> Any:
        integral = self.family.support.integral
        return (self.law.logpmf if integral else self.law.logpdf)(self.values)


def case(family: Family, law: Any, negative: int = 0, highest: int = 6, **parameters: Any) -> Case:
    values = {name: sympy.sympify(value) for name, value in parameters.items()}
    return Case(family, values, law, negative, highest)


def inflated(rate: float, keep: float) -> Any:
    class Inflated(S.rv_discrete):
        """What is SciPy's own is the Poisson inside."""

        def _pmf(self, x: Any) -> Any:
            return keep * S.poisson(rate).pmf(x) + (1 - keep) * (x == 0)

        def _cdf(self, x: Any) -> Any:
            return 1 - keep + keep * S.poisson(rate).cdf(x)

    return Inflated()


def zero_inflated(rate: sympy.Expr, keep: sympy.Expr) -> Case:
    law = inflated(float(rate), float(keep))
    return case(families.ZERO_INFLATED_POISSON, law, rate=rate, keep=keep)


def categorical(*weights: object) -> Case:
    family, numbers = CATEGORICAL[len(weights) - 2], np.array([float(each) for each in weights])
    law = S.rv_discrete(values=(range(len(weights)), numbers / numbers.sum()))
    return case(family, law, **{f"weight_{n}": weight for n, weight in enumerate(weights)})


IG = families.INVERSE_GAUSSIAN_DISPERSION

CASES = [
    case(families.BERNOULLI, S.bernoulli(0.3125), mean=R(5, 16)),
    categorical(R(1, 2), R(3, 2)),
    categorical(1, 3, 2, 4),
    case(families.STUDENT_T, S.t(7.5, 0.5, 2), 0, 4, location=R(1, 2), scale=2, degrees=R(15, 2)),
    case(families.BETA, S.beta(2.5, 1.5), -2, alpha=R(5, 2), beta=R(3, 2)),
    case(families.BETA, S.beta(7, 3), -6, alpha=7, beta=3),
    case(families.EXPONENTIAL, S.expon(scale=1 / 0.375), rate=R(3, 8)),
    case(families.GAMMA, S.gamma(4.5, scale=0.5), -4, shape=R(9, 2), rate=2),
    case(families.GAMMA, S.gamma(0.6, scale=0.5), shape=R(3, 5), rate=2),
    case(families.GAMMA, S.gamma(7, scale=1 / 3), -6, shape=7, rate=3),
    case(families.HALF_NORMAL, S.halfnorm(0, 2), location=0, scale=2),
    case(families.HALF_NORMAL, S.halfnorm(1.5, 0.5), location=R(3, 2), scale=R(1, 2)),
    case(families.HALF_NORMAL, S.halfnorm(-1, 1), location=-1, scale=1),
    case(families.INVERSE_GAMMA, S.invgamma(7.5, scale=2), -4, shape=R(15, 2), scale=2),
    case(families.INVERSE_GAMMA, S.invgamma(3.5, scale=0.375), -6, 3, shape=R(7, 2), scale=R(3, 8)),
    case(families.LOG_NORMAL, S.lognorm(0.5, scale=np.exp(-0.375)), -4, mu=R(-3, 8), sigma=R(1, 2)),
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
    zero_inflated(R(7, 2), R(5, 8)),
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

WITHOUT_DENSITY = {"Dirichlet", "Dirichlet[base]", "Multinomial", "Prior", "Observation"} | {
    name for name in families.BUILT_IN if name.startswith("ExponentialDispersion")
}
NB = families.NEGATIVE_BINOMIAL
DENSITIES = [
    *(each for each in CASES if each.family.name not in WITHOUT_DENSITY),
    # Without moments, of degenerate members, and far out.
    case(families.BETA, S.beta(0.25, 4), alpha=R(1, 4), beta=4),
    case(families.BINOMIAL, S.binom(3, 0), mean=0, trials=3),
    case(families.BINOMIAL, S.binom(3, 1), mean=3, trials=3),
    categorical(R(1, 2), R(3, 2), 3, R(1, 8)),
    categorical(*(1 + n % 3 for n in range(20))),
    case(families.GAMMA, S.gamma(0.125, scale=2), shape=R(1, 8), rate=R(1, 2)),
    case(families.HALF_CAUCHY, S.halfcauchy(0, 2.5), location=0, scale=R(5, 2)),
    case(families.HALF_CAUCHY, S.halfcauchy(-1.5, 0.5), location=R(-3, 2), scale=R(1, 2)),
    case(families.LOG_NORMAL, S.lognorm(1.25, scale=np.exp(-0.5)), mu=R(-1, 2), sigma=R(5, 4)),
    case(NB, S.nbinom(0.25, 0.25 / 40.25), mean=40, size=R(1, 4)),
    case(NB, S.nbinom(0.5, 1), mean=0, size=R(1, 2)),
    case(families.NORMAL, S.norm(1000, 0.25), mean=1000, variance=R(1, 16)),
    case(families.POISSON, S.poisson(120), rate=120),
    case(families.POISSON, S.poisson(0), rate=0),
    case(families.STUDENT_T, S.t(3.5, 0.5, 2), location=R(1, 2), scale=2, degrees=R(7, 2)),
    case(families.STUDENT_T, S.cauchy(), location=0, scale=1, degrees=1),
    zero_inflated(R(7, 2), R(1)),
    zero_inflated(R(0), R(1, 2)),
    zero_inflated(R(2), R(0)),
]

KERNELS: Mapping[str, Any] = {
    "regularised_upper": scipy.special.gammaincc,
    "regularised_lower": scipy.special.gammainc,
    "betainc_regularized": lambda a, b, low, high: (
        scipy.special.betainc(a, b, high) - scipy.special.betainc(a, b, low)
    ),
    "loggamma": scipy.special.gammaln,
    "erf": scipy.special.erf,
    "erfc": scipy.special.erfc,
}


def symbols(family: Family) -> dict[str, sympy.Symbol]:
    """Return a symbol for each parameter, with no sign: nothing is simplified for a case."""
    return {each.name: sympy.Symbol(each.name, real=True) for each in family.parameters}


def compiled(family: Family, what: str) -> Any:
    """Compile log_density or cumulative as a function of the value and the parameters."""
    value = sympy.Symbol("value", real=True)
    at = symbols(family)
    expression = getattr(family, what)(value, at)
    if expression is None:
        return None
    # Incomplete gamma functions occur divided by the gamma function, which overflows by itself.
    expression = expression.replace(sympy.uppergamma, sympy.Function("regularised_upper"))
    expression = expression.replace(sympy.lowergamma, sympy.Function("regularised_lower"))
    expression = expression.replace(sympy.gamma, lambda _: sympy.S.One)
    return sympy.lambdify([value, *at.values()], expression, [dict(KERNELS), "numpy"])
