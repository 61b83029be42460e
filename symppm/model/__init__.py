"""The declaration language: plated variables, axes, hyperparameters, and the catalogue."""

from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.context import Context, hyperparameters
from symppm.model.declaration import Declaration, Variable
from symppm.model.language import Gamma, Poisson, Prior, sum_over

__all__ = [
    "CATALOGUE",
    "Context",
    "Declaration",
    "Gamma",
    "Poisson",
    "Prior",
    "Variable",
    "catalogue_model",
    "hyperparameters",
    "sum_over",
]
