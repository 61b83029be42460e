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
    from typing import Any

    from symppm import data, errors
    from symppm.checking import Check, Checks, check
    from symppm.comparing import ComparedModel, Comparison, compare
    from symppm.learning import PriorMatcher
    from symppm.matching import Finding, Match, match
    from symppm.matching.number_of_factors import NumberOfFactors, number_of_factors
    from symppm.measure.bootstrap import Pigeonhole, pigeonhole
    from symppm.measure.distinct.estimate import distinct_statistics
    from symppm.measure.distinct.types import DistinctStatistics
    from symppm.measure.reading import Table, read
    from symppm.measure.sampled import Algorithm1, algorithm1, pearson_limit
    from symppm.measure.set_aside import Holdout, holdout
    from symppm.measure.tables.lazy import Triples
    from symppm.measure.tables.sources import triples
    from symppm.model import (
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
        Known,
        Laplace,
        LogNormal,
        NegativeBinomial,
        Normal,
        Observation,
        Poisson,
        Prior,
        StudentT,
        Uniform,
        Weibull,
        ZeroInflatedPoisson,
        exp,
        hyperparameters,
        logistic,
        size,
        softplus,
        variable,
    )
    from symppm.model import sum_over as sum
    from symppm.modeller import Model, sample
    from symppm.report.html import html_report
    from symppm.statistics.moments import Statistics, statistics
    from symppm.stochastic.asked import Target

__version__ = "0.1.0"

_HOMES = MappingProxyType(
    {
        "Algorithm1": "symppm.measure.sampled",
        "Bernoulli": "symppm.model",
        "Beta": "symppm.model",
        "Binomial": "symppm.model",
        "Categorical": "symppm.model",
        "Check": "symppm.checking",
        "Checks": "symppm.checking",
        "ComparedModel": "symppm.comparing",
        "Comparison": "symppm.comparing",
        "Dirichlet": "symppm.model",
        "DistinctStatistics": "symppm.measure.distinct.types",
        "Exponential": "symppm.model",
        "ExponentialDispersion": "symppm.model",
        "Finding": "symppm.matching",
        "Gamma": "symppm.model",
        "Gumbel": "symppm.model",
        "HalfCauchy": "symppm.model",
        "HalfNormal": "symppm.model",
        "Holdout": "symppm.measure.set_aside",
        "InverseGamma": "symppm.model",
        "Known": "symppm.model",
        "Laplace": "symppm.model",
        "LogNormal": "symppm.model",
        "Match": "symppm.matching",
        "Model": "symppm.modeller",
        "NegativeBinomial": "symppm.model",
        "Normal": "symppm.model",
        "NumberOfFactors": "symppm.matching.number_of_factors",
        "Observation": "symppm.model",
        "Pigeonhole": "symppm.measure.bootstrap",
        "Poisson": "symppm.model",
        "Prior": "symppm.model",
        "PriorMatcher": "symppm.learning",
        "Statistics": "symppm.statistics.moments",
        "StudentT": "symppm.model",
        "Table": "symppm.measure.reading",
        "Target": "symppm.stochastic.asked",
        "Triples": "symppm.measure.tables.lazy",
        "Uniform": "symppm.model",
        "Validation": "symppm.validation",
        "Weibull": "symppm.model",
        "ZeroInflatedPoisson": "symppm.model",
        "algorithm1": "symppm.measure.sampled",
        "check": "symppm.checking",
        "compare": "symppm.comparing",
        "data": "symppm.data",
        "distinct_statistics": "symppm.measure.distinct.estimate",
        "errors": "symppm.errors",
        "exp": "symppm.model",
        "holdout": "symppm.measure.set_aside",
        "html_report": "symppm.report.html",
        "hyperparameters": "symppm.model",
        "logistic": "symppm.model",
        "match": "symppm.matching",
        "number_of_factors": "symppm.matching.number_of_factors",
        "pearson_limit": "symppm.measure.sampled",
        "pigeonhole": "symppm.measure.bootstrap",
        "read": "symppm.measure.reading",
        "sample": "symppm.modeller",
        "size": "symppm.model",
        "softplus": "symppm.model",
        "statistics": "symppm.statistics.moments",
        "sum": "symppm.model",
        "triples": "symppm.measure.tables.sources",
        "variable": "symppm.model",
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
    "Dirichlet",
    "DistinctStatistics",
    "Exponential",
    "ExponentialDispersion",
    "Finding",
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
    "NegativeBinomial",
    "Normal",
    "NumberOfFactors",
    "Observation",
    "Pigeonhole",
    "Poisson",
    "Prior",
    "PriorMatcher",
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
    "data",
    "distinct_statistics",
    "errors",
    "exp",
    "holdout",
    "html_report",
    "hyperparameters",
    "logistic",
    "match",
    "number_of_factors",
    "pearson_limit",
    "pigeonhole",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'symppm' has no attribute {name!r}")
    home = importlib.import_module(_HOMES[name])
    if home.__name__ == f"symppm.{name}":
        return home
    return getattr(home, "sum_over" if name == "sum" else name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
