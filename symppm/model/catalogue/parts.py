"""What the named models are made of: pairs of priors, and likelihoods around a mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.model.declaration import Variable
from symppm.model.distributions import (
    Beta,
    Binomial,
    Exponential,
    ExponentialDispersion,
    Gamma,
    Gumbel,
    HalfNormal,
    InverseGamma,
    Laplace,
    LogNormal,
    NegativeBinomial,
    Normal,
    Observation,
    Poisson,
    Prior,
    Uniform,
    Weibull,
    ZeroInflatedPoisson,
)
from symppm.model.language import hyperparameters, size, sum_over

ROW: Final = "row factor"
COL: Final = "col factor"
TOPICS: Final = "factor col"
MATRIX: Final = "row col"


@dataclass(frozen=True)
class Priors:
    """A family for the row factors theta and the column factors beta.

    Attributes
    ----------
    title : str
        In a title, such as "Gamma priors".
    names : str
        Hyperparameters of one prior, with ``{}`` for the variable.
    domains : tuple of str
        Of each of them.
    declare : callable
        From a variable's name, its dims and its hyperparameters to the variable.
    """

    title: str
    names: str
    domains: tuple[str, ...]
    declare: Callable[..., Variable]

    def pair(self) -> tuple[Variable, Variable]:
        """Declare theta and beta in the open model."""
        return self.one("theta", ROW), self.one("beta", COL)

    def one(self, name: str, dims: str) -> Variable:
        """Declare one variable in the open model."""
        symbols = [
            hyperparameters(each, domain=domain)
            for each, domain in zip(
                self.names.format(name, name).split(), self.domains, strict=True
            )
        ]
        return self.declare(name, dims, *symbols)


def gamma_pair() -> tuple[Variable, Variable]:
    """Declare theta ~ Gamma(a, b) and beta ~ Gamma(c, d), as the paper names them."""
    a, b, c, d = hyperparameters("a b c d")
    theta = Gamma("theta", shape=a, rate=b, dims=ROW)
    return theta, Gamma("beta", shape=c, rate=d, dims=COL)


def prior_pair() -> tuple[Variable, Variable]:
    """Declare theta and beta by mean and standard deviation alone."""
    names = "mu_theta sigma_theta mu_beta sigma_beta"
    mu_theta, sigma_theta, mu_beta, sigma_beta = hyperparameters(names)
    theta = Prior("theta", mean=mu_theta, variance=sigma_theta**2, dims=ROW)
    return theta, Prior("beta", mean=mu_beta, variance=sigma_beta**2, dims=COL)


_TWO = ("positive", "positive")

PRIORS: Final = MappingProxyType(
    {
        "beta": Priors(
            "Beta priors",
            "alpha_{} beta_{}",
            _TWO,
            lambda name, dims, alpha, beta: Beta(name, alpha=alpha, beta=beta, dims=dims),
        ),
        "halfnormal": Priors(
            "Half-Normal priors with a location",
            "location_{} scale_{}",
            ("nonnegative", "positive"),
            lambda name, dims, location, scale: HalfNormal(
                name, scale=scale, location=location, dims=dims
            ),
        ),
        "lognormal": Priors(
            "Log-Normal priors",
            "mu_{} sigma_{}",
            ("real", "positive"),
            lambda name, dims, mu, sigma: LogNormal(name, mu=mu, sigma=sigma, dims=dims),
        ),
        "normal": Priors(
            "Normal priors",
            "mu_{} sigma_{}",
            ("real", "positive"),
            lambda name, dims, mu, sigma: Normal(name, mean=mu, variance=sigma**2, dims=dims),
        ),
        "exponential": Priors(
            "Exponential priors",
            "rate_{}",
            ("positive",),
            lambda name, dims, rate: Exponential(name, rate=rate, dims=dims),
        ),
        "inversegamma": Priors(
            "Inverse-Gamma priors",
            "shape_{} scale_{}",
            _TWO,
            lambda name, dims, shape, scale: InverseGamma(
                name, shape=shape, scale=scale, dims=dims
            ),
        ),
        "weibull": Priors(
            "Weibull priors",
            "shape_{} scale_{}",
            _TWO,
            lambda name, dims, shape, scale: Weibull(name, shape=shape, scale=scale, dims=dims),
        ),
        "uniform": Priors(
            "Uniform priors",
            "low_{} high_{}",
            ("nonnegative", "positive"),
            lambda name, dims, low, high: Uniform(name, low=low, high=high, dims=dims),
        ),
    }
)
"""Families of priors by their part of a model's name; Gamma and F have names of their own."""


def pair(name: str) -> tuple[Variable, Variable]:
    """Declare theta and beta of a family in the open model."""
    own = {"gamma": gamma_pair, "prior": prior_pair}
    return own[name]() if name in own else PRIORS[name].pair()


def product_sum(*variables: Variable) -> sympy.Expr:
    """Return the sum over factors of a product of variables."""
    product: Any = variables[0]
    for variable in variables[1:]:
        product = product * variable
    return sum_over(product, over="factor")


def _normal(mean: sympy.Expr) -> None:
    sigma = hyperparameters("sigma_Y")
    Normal("Y", mean=mean, variance=sigma**2, dims=MATRIX, observed=True)


def _gumbel(mean: sympy.Expr) -> None:
    Gumbel("Y", mean=mean, scale=hyperparameters("scale_Y"), dims=MATRIX, observed=True)


def _laplace(mean: sympy.Expr) -> None:
    Laplace("Y", mean=mean, scale=hyperparameters("scale_Y"), dims=MATRIX, observed=True)


def _gamma(mean: sympy.Expr) -> None:
    shape = hyperparameters("shape_Y")
    Gamma("Y", shape=shape, rate=shape / mean, dims=MATRIX, observed=True)


def _negative_binomial(mean: sympy.Expr) -> None:
    NegativeBinomial("Y", mean=mean, size=hyperparameters("r"), dims=MATRIX, observed=True)


def _zero_inflated(rate: sympy.Expr) -> None:
    ZeroInflatedPoisson("Y", rate=rate, keep=hyperparameters("p"), dims=MATRIX, observed=True)


def _binomial(total: sympy.Expr) -> None:
    trials = hyperparameters("trials")
    mean = trials * total / size("factor")
    Binomial("Y", mean=mean, trials=trials, dims=MATRIX, observed=True)


def _observation(mean: sympy.Expr) -> None:
    variance = hyperparameters("variance_Y")
    Observation("Y", mean=mean, variance=variance, dims=MATRIX, observed=True)


LIKELIHOODS: Final = MappingProxyType(
    {
        "normal": ("Normal", _normal),
        "gumbel": ("Gumbel", _gumbel),
        "laplace": ("Laplace", _laplace),
        "gamma": ("Gamma", _gamma),
        "negativebinomial": ("Negative Binomial", _negative_binomial),
        "zeroinflatedpoisson": ("zero-inflated Poisson", _zero_inflated),
        "binomial": ("Binomial", _binomial),
        "observation": ("any", _observation),
    }
)
"""Observation models with a mean, by their part of a model's name: title and declaration."""

DISPERSIONS: Final = MappingProxyType(
    {
        "normal": ("Normal", "real"),
        "gamma": ("Gamma", "negative"),
        "inversegaussian": ("Inverse Gaussian", "negative"),
        "poisson": ("Poisson", "real"),
        "binomial": ("Binomial", "real"),
        "negativebinomial": ("Negative Binomial", "negative"),
    }
)
"""Exponential dispersion models by their part of a model's name: title and domain of w."""

_LONG_NAMES: Final = MappingProxyType(
    {"inversegaussian": "inverse_gaussian", "negativebinomial": "negative_binomial"}
)


def compound(name: str, rate: sympy.Expr) -> None:
    """Declare Y_ij as the sum of N_ij draws of an exponential dispersion model, N_ij Poisson."""
    w = hyperparameters("w", domain=DISPERSIONS[name][1])
    kappa = hyperparameters("kappa")
    count = Poisson("N", rate=rate, dims=MATRIX)
    family = _LONG_NAMES.get(name, name)
    ExponentialDispersion("Y", family=family, w=w, kappa=kappa * count, dims=MATRIX, observed=True)
