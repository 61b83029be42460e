"""Number of factors and priors for Bayesian matrix factorization, from prior predictive moments.

Point it at counts (:func:`match`), at beliefs about counts (``match(targets=...)``), or at a new
model (:class:`Model`). Everything is imported on first use, so that matching never loads SymPy.
"""

from __future__ import annotations

import importlib
import sys
from types import MappingProxyType, ModuleType

# Nothing else is loaded here: Ctrl-C is understood only after this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from symppm import data, errors
    from symppm.checking import Check, Checks, check
    from symppm.comparing import ComparedModel, Comparison, compare
    from symppm.data.door import read
    from symppm.data.table import Table
    from symppm.data.triples import Triples, triples
    from symppm.learning import PriorMatcher
    from symppm.matching import Diagnostic, Match, match
    from symppm.matching.number_of_factors import NumberOfFactors, number_of_factors
    from symppm.model.distributions import (
        Bernoulli,
        Beta,
        Binomial,
        Categorical,
        Dirichlet,
        Exponential,
        ExponentialDispersion,
        Gamma,
        Gumbel,
        HalfCauchy,
        HalfNormal,
        InverseGamma,
        Laplace,
        LogNormal,
        Multinomial,
        NegativeBinomial,
        Normal,
        Observation,
        Poisson,
        Prior,
        StudentT,
        Uniform,
        Weibull,
        ZeroInflatedPoisson,
    )
    from symppm.model.language import Known, hyperparameters, size, variable
    from symppm.model.language import sum_over as sum
    from symppm.model.links import exp, logistic, softplus
    from symppm.modeller import Model, sample
    from symppm.statistics.algorithm1 import Algorithm1, algorithm1, pearson_limit
    from symppm.statistics.cross_moments import CrossMoments, cross_moments
    from symppm.statistics.moments import Statistics, statistics
    from symppm.statistics.parts import Holdout, holdout
    from symppm.stochastic.sampling_options import Sampling, Target
    from symppm.validation import Validation
    from symppm.view.report import html_report

__version__ = "0.1.0"

_HOMES = MappingProxyType(
    {
        "Algorithm1": "symppm.statistics.algorithm1",
        "Bernoulli": "symppm.model.distributions",
        "Beta": "symppm.model.distributions",
        "Binomial": "symppm.model.distributions",
        "Categorical": "symppm.model.distributions",
        "Check": "symppm.checking",
        "Checks": "symppm.checking",
        "ComparedModel": "symppm.comparing",
        "Comparison": "symppm.comparing",
        "Dirichlet": "symppm.model.distributions",
        "CrossMoments": "symppm.statistics.cross_moments",
        "Exponential": "symppm.model.distributions",
        "ExponentialDispersion": "symppm.model.distributions",
        "Diagnostic": "symppm.matching",
        "Gamma": "symppm.model.distributions",
        "Gumbel": "symppm.model.distributions",
        "HalfCauchy": "symppm.model.distributions",
        "HalfNormal": "symppm.model.distributions",
        "Holdout": "symppm.statistics.parts",
        "InverseGamma": "symppm.model.distributions",
        "Known": "symppm.model.language",
        "Laplace": "symppm.model.distributions",
        "LogNormal": "symppm.model.distributions",
        "Multinomial": "symppm.model.distributions",
        "Match": "symppm.matching",
        "Model": "symppm.modeller",
        "NegativeBinomial": "symppm.model.distributions",
        "Normal": "symppm.model.distributions",
        "NumberOfFactors": "symppm.matching.number_of_factors",
        "Observation": "symppm.model.distributions",
        "Poisson": "symppm.model.distributions",
        "Prior": "symppm.model.distributions",
        "PriorMatcher": "symppm.learning",
        "Sampling": "symppm.stochastic.sampling_options",
        "Statistics": "symppm.statistics.moments",
        "StudentT": "symppm.model.distributions",
        "Table": "symppm.data.table",
        "Target": "symppm.stochastic.sampling_options",
        "Triples": "symppm.data.triples",
        "Uniform": "symppm.model.distributions",
        "Validation": "symppm.validation",
        "Weibull": "symppm.model.distributions",
        "ZeroInflatedPoisson": "symppm.model.distributions",
        "algorithm1": "symppm.statistics.algorithm1",
        "check": "symppm.checking",
        "compare": "symppm.comparing",
        "data": "symppm.data",
        "cross_moments": "symppm.statistics.cross_moments",
        "errors": "symppm.errors",
        "exp": "symppm.model.links",
        "holdout": "symppm.statistics.parts",
        "html_report": "symppm.view.report",
        "hyperparameters": "symppm.model.language",
        "logistic": "symppm.model.links",
        "match": "symppm.matching",
        "number_of_factors": "symppm.matching.number_of_factors",
        "pearson_limit": "symppm.statistics.algorithm1",
        "read": "symppm.data.door",
        "sample": "symppm.modeller",
        "size": "symppm.model.language",
        "softplus": "symppm.model.links",
        "statistics": "symppm.statistics.moments",
        "sum": "symppm.model.language",
        "triples": "symppm.data.triples",
        "variable": "symppm.model.language",
    }
)

__all__ = [
    "Algorithm1",
    "Bernoulli",
    "Beta",
    "Binomial",
    "Categorical",
    "Check",
    "Checks",
    "ComparedModel",
    "Comparison",
    "CrossMoments",
    "Diagnostic",
    "Dirichlet",
    "Exponential",
    "ExponentialDispersion",
    "Gamma",
    "Gumbel",
    "HalfCauchy",
    "HalfNormal",
    "Holdout",
    "InverseGamma",
    "Known",
    "Laplace",
    "LogNormal",
    "Match",
    "Model",
    "Multinomial",
    "NegativeBinomial",
    "Normal",
    "NumberOfFactors",
    "Observation",
    "Poisson",
    "Prior",
    "PriorMatcher",
    "Sampling",
    "Statistics",
    "StudentT",
    "Table",
    "Target",
    "Triples",
    "Uniform",
    "Validation",
    "Weibull",
    "ZeroInflatedPoisson",
    "algorithm1",
    "check",
    "compare",
    "cross_moments",
    "data",
    "errors",
    "exp",
    "holdout",
    "html_report",
    "hyperparameters",
    "logistic",
    "match",
    "number_of_factors",
    "pearson_limit",
    "read",
    "sample",
    "size",
    "softplus",
    "statistics",
    "sum",
    "triples",
    "variable",
]


class _Package(ModuleType):
    """Keeps rooms from taking the names of functions, as importing ``symppm.statistics`` would."""

    def __setattr__(self, name: str, value: object) -> None:
        room = f"symppm.{name}"
        if not (isinstance(value, ModuleType) and _HOMES.get(name, room) != room):
            super().__setattr__(name, value)


_Package.__name__ = ModuleType.__name__
sys.modules[__name__].__class__ = _Package


if not TYPE_CHECKING:
    # Hidden from type checkers, to which a misspelt name is an error then.
    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'symppm' has no attribute {name!r}")
        home = importlib.import_module(_HOMES[name])
        if home.__name__ == f"symppm.{name}":
            return home
        return getattr(home, "sum_over" if name == "sum" else name)

    def __dir__() -> list[str]:
        return [*__all__, "__version__"]
