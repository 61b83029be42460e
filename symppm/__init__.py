"""Number of factors and priors for Bayesian matrix factorization, from prior predictive moments.

Point it at counts (:func:`match`), at beliefs about counts (``match(targets=...)``), or at a new
model (:class:`Model`). Everything is imported on first use, so that matching never loads SymPy.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symppm import data, errors
    from symppm.matching import Finding, Match, match
    from symppm.measure import Algorithm1, Statistics, algorithm1, pearson_limit, statistics
    from symppm.measure.reading import Table, read
    from symppm.model import Gamma, Poisson, Prior, hyperparameters
    from symppm.model import sum_over as sum
    from symppm.modeller import Model, sample

__version__ = "0.1.0"

_HOMES = MappingProxyType(
    {
        "Algorithm1": "symppm.measure",
        "Finding": "symppm.matching",
        "Gamma": "symppm.model",
        "Match": "symppm.matching",
        "Model": "symppm.modeller",
        "Poisson": "symppm.model",
        "Prior": "symppm.model",
        "Statistics": "symppm.measure",
        "Table": "symppm.measure.reading",
        "algorithm1": "symppm.measure",
        "data": "symppm.data",
        "errors": "symppm.errors",
        "hyperparameters": "symppm.model",
        "match": "symppm.matching",
        "pearson_limit": "symppm.measure",
        "read": "symppm.measure.reading",
        "sample": "symppm.modeller",
        "statistics": "symppm.measure",
        "sum": "symppm.model",
    }
)

__all__ = [
    "Algorithm1",
    "Finding",
    "Gamma",
    "Match",
    "Model",
    "Poisson",
    "Prior",
    "Statistics",
    "Table",
    "algorithm1",
    "data",
    "errors",
    "hyperparameters",
    "match",
    "pearson_limit",
    "read",
    "sample",
    "statistics",
    "sum",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'symppm' has no attribute {name!r}")
    home = importlib.import_module(_HOMES[name])
    if home.__name__ == f"symppm.{name}":
        return home
    return getattr(home, "sum_over" if name == "sum" else name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
