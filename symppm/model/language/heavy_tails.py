"""Words for distributions of which the higher moments, or all, do not exist."""

from __future__ import annotations

from typing import Any

from symppm.families import HALF_CAUCHY, STUDENT_T
from symppm.model.context import current, word
from symppm.model.declaration import Variable

Dims = str | tuple[str, ...] | list[str]


@word
def HalfCauchy(
    name: str, *, scale: Any, location: Any = 0, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare location + scale |C| with a standard Cauchy C, which has no mean.

    Parameters
    ----------
    name : str
        Name of the variable.
    scale : expression
        Positive expression in hyperparameters and variables declared above. The median is
        location + scale; no moments exist, so that a model can be matched in quantiles and
        probabilities only, unless a link bounds the variable.
    location : expression
        Smallest value; real. Where the variable must be positive, so must this be.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    parameters = {"scale": scale, "location": location}
    return current().add_variable(name, HALF_CAUCHY, parameters, dims, observed)


@word
def StudentT(
    name: str, *, location: Any, scale: Any, degrees: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare Student's t: location + scale times a standard t variable.

    Parameters
    ----------
    name : str
        Name of the variable.
    location : expression
        Real expression in hyperparameters and variables declared above; the mean where degrees
        exceed 1.
    scale : expression
        Positive expression in hyperparameters and variables declared above. The variance is
        scale^2 degrees/(degrees - 2) where degrees exceed 2.
    degrees : expression
        Degrees of freedom; positive. The moment of order n exists for degrees > n.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    parameters = {"location": location, "scale": scale, "degrees": degrees}
    return current().add_variable(name, STUDENT_T, parameters, dims, observed)
