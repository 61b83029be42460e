"""The declaration language: plated variables, axes, hyperparameters, and the catalogue."""

from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.context import Context
from symppm.model.declaration import Declaration, Variable

__all__ = ["CATALOGUE", "Context", "Declaration", "Variable", "catalogue_model"]
