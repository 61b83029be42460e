"""The words of a declaration: one function a distribution, sums over axes and their sizes."""

from symppm.model.language.axes import size, sum_over
from symppm.model.language.heavy_tails import HalfCauchy, StudentT
from symppm.model.language.likelihoods import (
    Binomial,
    ExponentialDispersion,
    Gumbel,
    Laplace,
    Multinomial,
    NegativeBinomial,
    Normal,
    Observation,
    Poisson,
    ZeroInflatedPoisson,
)
from symppm.model.language.links import exp, logistic, softplus
from symppm.model.language.outcomes import Bernoulli, Categorical
from symppm.model.language.outside import variable
from symppm.model.language.priors import (
    Beta,
    Dirichlet,
    Exponential,
    Gamma,
    HalfNormal,
    InverseGamma,
    LogNormal,
    Prior,
    Uniform,
    Weibull,
)

__all__ = [
    "Bernoulli",
    "Beta",
    "Binomial",
    "Categorical",
    "Dirichlet",
    "Exponential",
    "ExponentialDispersion",
    "Gamma",
    "Gumbel",
    "HalfCauchy",
    "HalfNormal",
    "InverseGamma",
    "Laplace",
    "LogNormal",
    "Multinomial",
    "NegativeBinomial",
    "Normal",
    "Observation",
    "Poisson",
    "Prior",
    "StudentT",
    "Uniform",
    "Weibull",
    "ZeroInflatedPoisson",
    "exp",
    "logistic",
    "size",
    "softplus",
    "sum_over",
    "variable",
]
