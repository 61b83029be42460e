"""Words that are no distributions: hyperparameters, known arrays, sums, sizes, any other family."""

from __future__ import annotations

from typing import Any, get_args

import sympy

from symppm.errors import DeclarationError, did_you_mean
from symppm.expressions import as_expression
from symppm.families import BUILT_IN, SIZE, Family, family_named
from symppm.families.base import Domain
from symppm.model.context import Dims, current
from symppm.model.declaration import KnownArray, Variable, free_axes
from symppm.model.nodes import AxisSum


def hyperparameters(names: str | list[str] | tuple[str, ...], *, domain: str = "positive") -> Any:
    """Declare hyperparameters of the open model.

    Parameters
    ----------
    names : str or list of str
        Names separated by blanks, such as ``"a b c d"``, or a list of them.
    domain : {"positive", "nonnegative", "negative", "real"}
        Values that they may take.

    Returns
    -------
    sympy.Symbol or tuple of sympy.Symbol
        One symbol for one name, else as many as there are names.

    Raises
    ------
    DeclarationError
        Outside a block, for a name that is taken, or an unknown domain.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("m") as model:
    ...     m = ppm.hyperparameters("m", domain="real")
    ...     s, v = ppm.hyperparameters("s v")
    ...     theta = ppm.Normal("theta", mean=m, variance=s, dims="row")
    ...     _ = ppm.Normal("Y", mean=theta, variance=v, dims="row col", observed=True)
    >>> model.covariance("row")
    s
    """
    if not isinstance(domain, str) or domain not in get_args(Domain):
        raise DeclarationError(
            f"domain={domain!r}",
            expected="'positive', 'nonnegative', 'negative' or 'real'",
            do="Choose one of the four.",
        )
    context = current()
    listed = names.split() if isinstance(names, str) else names
    commas = isinstance(names, str) and "," in names
    if commas or not isinstance(listed, list | tuple) or not listed:
        raise DeclarationError(
            f"hyperparameters({names!r})",
            expected="names without commas" if commas else "at least one name",
            do='Write them separated by blanks: ppm.hyperparameters("a b c d").',
        )
    symbols = tuple(context.add_hyperparameter(name, domain) for name in listed)
    return symbols[0] if len(symbols) == 1 else symbols


def Known(name: str, *, dims: Dims, over: str | None = None) -> KnownArray:
    """Declare known positive constants along axes, such as an exposure of each column.

    They are neither random nor hyperparameters: results depend on them entry by entry, and data
    come with their values. The paper's "adjustment for model mismatch" is such an array along the
    columns that multiplies the rate.

    Parameters
    ----------
    name : str
        Name of the array.
    dims : str
        Names of its axes, separated by blanks; at least one.
    over : str, optional
        The one of them along which its entries sum to one, as shares of words do.

    Raises
    ------
    DeclarationError
        If the name is taken, no axis is named, or ``over`` is none of them.

    Examples
    --------
    >>> import symppm as ppm
    >>> with ppm.Model("mine") as mine:
    ...     a, b = ppm.hyperparameters("a b")
    ...     gamma = ppm.Known("gamma", dims="col")
    ...     theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
    ...     y = ppm.Poisson("Y", rate=gamma * theta, dims="row col", observed=True)
    >>> mine.mean()
    a*gamma[j]/b
    """
    return current().add_known(name, dims, over)


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
    axes = {axis.name: axis.size for axis in current().axes}
    if not isinstance(axis, str) or axis not in axes:
        raise DeclarationError(
            f"the size of the axis {axis!r}",
            expected="an axis of a variable declared above",
            do=did_you_mean(axis, axes) if axes else "Declare a variable with that axis first.",
        )
    return axes[axis]


def sum_over(expression: Any, *, over: str = "") -> sympy.Expr:
    """Sum an expression over all values along one or more axes.

    Parameters
    ----------
    expression : expression
        In variables of the open model.
    over : str
        Axis name, or several separated by blanks; it must be given.

    Raises
    ------
    DeclarationError
        If no axis is given, or the expression does not vary along it.

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
        varies = ", ".join(axis.name for axis in free_axes(result, context.axes))
        raise DeclarationError(
            f"ppm.sum({result}) over no axis"
            if isinstance(over, str) and not over
            else f"sum over {over!r} of {result}",
            expected=f"the name of an axis along which it varies: {varies}",
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


def variable(
    name: str,
    family: Family | str,
    *,
    dims: Dims = "",
    observed: bool = False,
    over: str | None = None,
    **parameters: Any,
) -> Variable:
    """Declare a variable of a family of your own.

    Parameters
    ----------
    name : str
        Name of the variable.
    family : Family or str
        An instance of a subclass of ``symppm.families.Family``, or the name of one: built in, or an
        entry point in the group ``symppm.families`` of an installed package. A derivation names the
        family, so reading one back needs the entry point.
    dims : str
        Names of its axes, separated by blanks.
    observed : bool
        Whether this is what the data are.
    over : str, optional
        The axis along which a ``symppm.families.JointFamily`` has its vectors, and no other family.
    **parameters : expression
        One for each parameter of the family; the size of a vector is filled in.

    Raises
    ------
    DeclarationError
        If there is no such family, a parameter is missing or unknown, or this cannot be part of a
        model; the message says what to write instead.
    """
    law = family_named(family) if isinstance(family, str) else family
    if not isinstance(law, Family):
        raise DeclarationError(
            f"the family of {name} is {family!r}",
            expected="an instance of a subclass of symppm.families.Family, or a name",
            do="Make one: Rayleigh(), not Rayleigh.",
        )
    if law.name in BUILT_IN and BUILT_IN[law.name] is not law:
        raise DeclarationError(
            f"the family of {name} is called {law.name}, like a built-in one",
            expected="a name of its own, by which a derivation file can tell the two apart",
            do="Rename it.",
        )
    _check_names(name, law, parameters)
    return current().add_variable(name, law, parameters, dims, observed, over)


def _check_names(name: str, family: Family, parameters: dict[str, Any]) -> None:
    required = [parameter for parameter in family.parameters if parameter is not SIZE]
    known = [parameter.name for parameter in required]
    for given in parameters:
        if given not in known:
            raise DeclarationError(
                f"the parameter {given!r} of {name}",
                expected=f"the parameters of {family.name}: " + ", ".join(known),
                do=did_you_mean(given, known, listed=True),
            )
    for parameter in required:
        if parameter.name not in parameters:
            raise DeclarationError(
                f"{name} without its parameter {parameter.name!r} ({parameter.meaning})",
                expected=f"the parameters of {family.name}: " + ", ".join(known),
                do=f"Add {parameter.name}=...",
            )
