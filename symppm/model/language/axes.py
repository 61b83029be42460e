"""Sums over axes, and their sizes."""

from __future__ import annotations

from typing import Any

import sympy

from symppm.errors import DeclarationError, did_you_mean
from symppm.expressions import as_expression
from symppm.model.context import current
from symppm.model.declaration import free_axes
from symppm.model.nodes import AxisSum


def size(axis: str) -> sympy.Symbol:
    """Return the symbolic size of an axis of the open model, such as K for ``"factor"``.

    Dividing a sum by it makes the sum an average.

    Parameters
    ----------
    axis : str
        Name of an axis that a variable declared above has.

    Raises
    ------
    DeclarationError
        If no variable has that axis so far.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     a = ppm.hyperparameters("a")
    ...     theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
    ...     average = ppm.sum(theta, over="factor") / ppm.size("factor")
    ...     _ = ppm.Poisson("Y", rate=average, dims="row col", observed=True)
    >>> model.covariance("row")
    a/K
    """
    axes = {each.name: each.size for each in current().axes}
    if not isinstance(axis, str) or axis not in axes:
        raise DeclarationError(
            f"the size of the axis {axis!r}",
            expected="an axis of a variable declared above",
            do=did_you_mean(axis, axes) if axes else "Declare a variable with that axis first.",
        )
    return axes[axis]


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

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     a, b = ppm.hyperparameters("a b")
    ...     theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
    ...     beta = ppm.Gamma("beta", shape=b, rate=1, dims="col factor")
    ...     rate = ppm.sum(theta * beta, over="factor")
    ...     _ = ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    >>> model.mean()
    K*a*b
    """
    context = current()
    result = as_expression(expression)
    if result is None:
        raise DeclarationError(
            f"sum over {over!r} of {expression!r}",
            expected="an expression in variables of the open model",
            do='Write, for example, ppm.sum(theta * beta, over="factor").',
        )
    if not isinstance(over, str) or not over.split():
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
