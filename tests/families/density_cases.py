"""Members of families with densities, the same laws in SciPy, and values to compare them at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.special
import scipy.stats
import sympy

from symppm import families
from symppm.families import CATEGORICAL, Family

S = scipy.stats
EULER = 0.5772156649015329


@dataclass(frozen=True)
class Density:
    """A family at parameters, and SciPy's law; numbers are exact in binary."""

    family: Family
    parameters: Mapping[str, float]
    law: Any

    @property
    def label(self) -> str:
        shown = ",".join(f"{value:g}" for value in self.parameters.values())
        return f"{self.family.name}({shown})"

    @property
    def values(self) -> Any:
        """Values in the support, from one tail to the other."""
        if self.family.support.integral:
            last = min(int(self.law.ppf(1 - 1e-13)) + 3, 400)
            return np.array([n for n in range(last + 1) if self.law.pmf(n) > 0], dtype=float)
        levels = [1e-12, 1e-6, 1e-3, *np.linspace(0.02, 0.98, 49), 1 - 1e-3, 1 - 1e-6, 1 - 1e-12]
        return self.law.ppf(levels)

    @property
    def wanted(self) -> Any:
        integral = self.family.support.integral
        return (self.law.logpmf if integral else self.law.logpdf)(self.values)


def inflated(rate: float, keep: float) -> Any:
    class Inflated(S.rv_discrete):
        """What is SciPy's own is the Poisson inside."""

        def _pmf(self, x: Any) -> Any:
            return keep * S.poisson(rate).pmf(x) + (1 - keep) * (x == 0)

        def _cdf(self, x: Any) -> Any:
            return 1 - keep + keep * S.poisson(rate).cdf(x)

    return Inflated()


def weighted(*weights: float) -> Any:
    return S.rv_discrete(values=(range(len(weights)), np.array(weights) / sum(weights)))


def categorical(*weights: float) -> Density:
    family = CATEGORICAL[len(weights) - 2]
    names = [parameter.name for parameter in family.parameters]
    return Density(family, dict(zip(names, weights, strict=True)), weighted(*weights))


def normal(mean: float, variance: float) -> Density:
    law = S.norm(mean, variance**0.5)
    return Density(families.NORMAL, {"mean": mean, "variance": variance}, law)


def gamma(shape: float, rate: float) -> Density:
    law = S.gamma(shape, scale=1 / rate)
    return Density(families.GAMMA, {"shape": shape, "rate": rate}, law)


def negative_binomial(mean: float, size: float) -> Density:
    law = S.nbinom(size, size / (size + mean))
    return Density(families.NEGATIVE_BINOMIAL, {"mean": mean, "size": size}, law)


def gumbel(mean: float, scale: float) -> Density:
    law = S.gumbel_r(mean - EULER * scale, scale)
    return Density(families.GUMBEL, {"mean": mean, "scale": scale}, law)


DENSITIES = [
    Density(families.BERNOULLI, {"mean": 0.3125}, S.bernoulli(0.3125)),
    Density(families.BETA, {"alpha": 2.5, "beta": 1.5}, S.beta(2.5, 1.5)),
    Density(families.BETA, {"alpha": 0.25, "beta": 4.0}, S.beta(0.25, 4)),
    Density(families.BINOMIAL, {"mean": 2.25, "trials": 9.0}, S.binom(9, 0.25)),
    Density(families.BINOMIAL, {"mean": 0.0, "trials": 3.0}, S.binom(3, 0)),
    Density(families.BINOMIAL, {"mean": 3.0, "trials": 3.0}, S.binom(3, 1)),
    categorical(0.5, 1.5),
    categorical(0.5, 1.5, 3.0, 0.125),
    categorical(*(1.0 + n % 3 for n in range(20))),
    Density(families.EXPONENTIAL, {"rate": 0.375}, S.expon(scale=1 / 0.375)),
    gamma(4.5, 2.0),
    gamma(0.125, 0.5),
    gumbel(2.0, 1.5),
    Density(families.HALF_CAUCHY, {"location": 0.0, "scale": 2.5}, S.halfcauchy(0, 2.5)),
    Density(families.HALF_CAUCHY, {"location": -1.5, "scale": 0.5}, S.halfcauchy(-1.5, 0.5)),
    Density(families.HALF_NORMAL, {"location": 1.5, "scale": 0.5}, S.halfnorm(1.5, 0.5)),
    Density(families.INVERSE_GAMMA, {"shape": 3.5, "scale": 0.75}, S.invgamma(3.5, scale=0.75)),
    Density(families.LAPLACE, {"mean": 0.5, "scale": 0.75}, S.laplace(0.5, 0.75)),
    Density(families.LOG_NORMAL, {"mu": -0.5, "sigma": 1.25}, S.lognorm(1.25, scale=np.exp(-0.5))),
    negative_binomial(2.5, 1.5),
    negative_binomial(40.0, 0.25),
    negative_binomial(0.0, 0.5),
    normal(-1.5, 2.0),
    normal(1000.0, 0.0625),
    Density(families.POISSON, {"rate": 3.5}, S.poisson(3.5)),
    Density(families.POISSON, {"rate": 120.0}, S.poisson(120)),
    Density(families.POISSON, {"rate": 0.0}, S.poisson(0)),
    Density(families.STUDENT_T, {"location": 0.5, "scale": 2.0, "degrees": 3.5}, S.t(3.5, 0.5, 2)),
    Density(families.STUDENT_T, {"location": 0.0, "scale": 1.0, "degrees": 1.0}, S.cauchy()),
    Density(families.UNIFORM, {"low": -2.0, "high": 1.5}, S.uniform(-2, 3.5)),
    Density(families.WEIBULL, {"shape": 2.5, "scale": 3.0}, S.weibull_min(2.5, scale=3)),
    Density(families.WEIBULL, {"shape": 0.75, "scale": 0.5}, S.weibull_min(0.75, scale=0.5)),
    Density(families.ZERO_INFLATED_POISSON, {"rate": 3.5, "keep": 0.625}, inflated(3.5, 0.625)),
    Density(families.ZERO_INFLATED_POISSON, {"rate": 3.5, "keep": 1.0}, inflated(3.5, 1.0)),
    Density(families.ZERO_INFLATED_POISSON, {"rate": 0.0, "keep": 0.5}, inflated(0.0, 0.5)),
    Density(families.ZERO_INFLATED_POISSON, {"rate": 2.0, "keep": 0.0}, inflated(2.0, 0.0)),
]
LABELS = [each.label for each in DENSITIES]
WITHOUT_DENSITY = {"Dirichlet", "Dirichlet[base]", "Multinomial", "Prior", "Observation"} | {
    name for name in families.BUILT_IN if name.startswith("ExponentialDispersion")
}


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
