"""The words of a declaration: one function a distribution, sums over axes and their sizes."""

from symppm.model.language.axes import size, sum_over
from symppm.model.language.likelihoods import (
    Binomial,
    ExponentialDispersion,
    Gumbel,
    Laplace,
    NegativeBinomial,
    Normal,
    Observation,
    Poisson,
    ZeroInflatedPoisson,
)
from symppm.model.language.outside import variable
from symppm.model.language.priors import (
    Beta,
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
    "Beta",
    "Binomial",
    "Exponential",
    "ExponentialDispersion",
    "Gamma",
    "Gumbel",
    "HalfNormal",
    "InverseGamma",
    "Laplace",
    "LogNormal",
    "NegativeBinomial",
    "Normal",
    "Observation",
    "Poisson",
    "Prior",
    "Uniform",
    "Weibull",
    "ZeroInflatedPoisson",
    "size",
    "sum_over",
    "variable",
]
