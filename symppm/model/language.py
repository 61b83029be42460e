"""The words of a declaration: one function a distribution, and the sum over an axis."""

from __future__ import annotations

from typing import Any

import sympy

from symppm.errors import DeclarationError, did_you_mean
from symppm.families import GAMMA, POISSON, TWO_MOMENTS
from symppm.model.context import current
from symppm.model.declaration import Variable, free_axes
from symppm.model.nodes import AxisSum

Dims = str | tuple[str, ...] | list[str]


def Gamma(name: str, *, shape: Any, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Gamma(shape, rate): mean shape/rate, variance shape/rate^2.

    Parameters
    ----------
    name : str
        Name of the variable.
    shape, rate : expression
        Positive expressions in hyperparameters and variables declared above.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    return current().add_variable(name, GAMMA, {"shape": shape, "rate": rate}, dims, observed)


def Prior(
    name: str, *, mean: Any, variance: Any, dims: Dims = "", observed: bool = False
) -> Variable:
    """Declare the paper's F(mu, sigma^2): positive, with only mean and variance known.

    Parameters
    ----------
    name : str
        Name of the variable.
    mean, variance : expression
        Positive expressions in hyperparameters and variables declared above.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    parameters = {"mean": mean, "variance": variance}
    return current().add_variable(name, TWO_MOMENTS, parameters, dims, observed)


def Poisson(name: str, *, rate: Any, dims: Dims = "", observed: bool = False) -> Variable:
    """Declare Poisson(rate): mean and variance equal to the rate.

    Parameters
    ----------
    name : str
        Name of the variable.
    rate : expression
        Nonnegative expression in hyperparameters and variables declared above.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.

    Raises
    ------
    DeclarationError
        If this cannot be part of a model; the message says what to write instead.
    """
    return current().add_variable(name, POISSON, {"rate": rate}, dims, observed)


def sum_over(expression: Any, *, over: str) -> sympy.Expr:
    """Sum an expression over all values along one or more axes.

    Parameters
    ----------
    expression : expression
        In variables of the open model.
    over : str
        Axis name, or several separated by blanks.

    Raises
    ------
    DeclarationError
        If the expression does not vary along that axis.
    """
    context = current()
    try:
        result = sympy.sympify(expression, strict=True)
    except sympy.SympifyError:
        result = None
    if not isinstance(result, sympy.Expr):
        raise DeclarationError(
            f"sum over {over!r} of {expression!r}",
            expected="an expression in variables of the open model",
            do='Write, for example, ppm.sum(theta * beta, over="factor").',
        )
    if not over.split():
        raise DeclarationError(
            f"sum over {over!r}",
            expected="the name of an axis",
            do='Write, for example, over="factor".',
        )
    for name in over.split():
        present = free_axes(result, context.axes)
        axis = next((axis for axis in present if axis.name == name), None)
        if axis is None:
            names = [axis.name for axis in present]
            raise DeclarationError(
                f"sum over {name!r} of {result}",
                expected="an axis along which the expression varies",
                do=did_you_mean(name, names) if names else "There is nothing to sum over.",
            )
        result = AxisSum(result, axis.generic, axis.size)
    return result
