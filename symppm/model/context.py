"""The ``with`` block in which a model is declared, and the checks of what is declared."""

from __future__ import annotations

import functools
import inspect
import keyword
from collections.abc import Callable
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar, get_args

import sympy

from symppm.errors import DeclarationError
from symppm.families import Family
from symppm.families.base import SIZE, Domain
from symppm.model.checks import (
    Scope,
    check_limits,
    check_used,
    check_vector,
    checked_over,
    checked_parameter,
    own_axis,
)
from symppm.model.declaration import Axis, Declaration, KnownArray, Variable

_P = ParamSpec("_P")
_R = TypeVar("_R")

_CURRENT: ContextVar[Context | None] = ContextVar("symppm_model", default=None)

_SPELLED_AXES = {
    "row": ("N", ("i", "t")),
    "col": ("M", ("j", "l")),
    "factor": ("K", ("k", "m")),
}
_SPARE_LETTERS = (("s", "u"), ("p", "q"), ("g", "h"), ("e", "f"), ("n", "o"), ("v", "w"))


class Context:
    """Collects hyperparameters and variables; a valid declaration when the block ends.

    Parameters
    ----------
    name : str
        Name of the model, an identifier.

    Raises
    ------
    DeclarationError
        At the line that cannot be part of a model, or at the end of the block.
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise DeclarationError(
                f"the model name {name!r}",
                expected="a Python identifier",
                do="Use letters, digits and underscores, such as 'my_model'.",
            )
        self.name = name
        self._hyperparameters: list[sympy.Symbol] = []
        self._axes: list[Axis] = []
        self._known: list[KnownArray] = []
        self._variables: list[Variable] = []
        self._declaration: Declaration | None = None
        self._token: Token[Context | None] | None = None
        self._opened = False

    def __enter__(self) -> Self:
        if self._opened:
            raise DeclarationError(
                f"model {self.name!r} opened a second time",
                expected="one with block a model",
                do="Declare a new model, with a new name.",
            )
        self._opened = True
        self._token = _CURRENT.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._token is not None:
            _CURRENT.reset(self._token)
            self._token = None  # A model that is kept can then be pickled.
        if kind is None:
            self._declaration = self._complete()

    @property
    def declaration(self) -> Declaration:
        """The finished declaration.

        Raises
        ------
        DeclarationError
            While the block is open, or if it failed.
        """
        if self._declaration is None:
            raise DeclarationError(
                f"model {self.name!r} was used before its declaration was complete",
                expected="a with block that has ended without an error",
                do="Ask for moments below the block, not inside it.",
            )
        return self._declaration

    def axis(self, name: str) -> Axis:
        """Return the axis of a name, created at its first use."""
        _check_text(name, "the axis")
        for axis in self._axes:
            if axis.name == name:
                return axis
        if name in _SPELLED_AXES:
            size, letters = _SPELLED_AXES[name]
        else:
            extra = sum(axis.name not in _SPELLED_AXES for axis in self._axes)
            if extra >= len(_SPARE_LETTERS):
                raise DeclarationError(
                    f"axis {name!r} is one too many",
                    expected=f"at most {len(_SPARE_LETTERS)} axes besides row, col and factor",
                    do="Merge axes that always occur together.",
                )
            size, letters = f"N_{name}", _SPARE_LETTERS[extra]
        if size in {symbol.name for symbol in self._hyperparameters}:
            raise DeclarationError(
                f"the axis {name!r} has the size {size}, which is a hyperparameter too",
                expected="a hyperparameter name that is no size of an axis",
                do=f"Rename the hyperparameter {size}.",
            )
        created = Axis(name, sympy.Symbol(size, positive=True, integer=True), letters)
        self._axes.append(created)
        return created

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Axes used so far."""
        return tuple(self._axes)

    def add_hyperparameter(self, name: str, domain: str) -> sympy.Symbol:
        """Register one hyperparameter and return its symbol."""
        self._check_name(name)
        self._check_size(name)
        symbol = sympy.Symbol(name, **{domain: True})
        self._hyperparameters.append(symbol)
        return symbol

    def add_variable(
        self,
        name: str,
        family: Family,
        parameters: dict[str, Any],
        dims: str | tuple[str, ...] | list[str],
        observed: bool,
        over: str | None = None,
    ) -> Variable:
        """Check and register one random variable.

        A family of vectors needs the axis that they lie along, whose size is filled in.
        """
        self._check_name(name)
        axes = self._axes_of(name, dims)
        along = checked_over(name, family, over, axes)
        if along is not None and SIZE in family.parameters:
            parameters = {**parameters, SIZE.name: along.size}
        scope = Scope(
            self.name,
            tuple(self._hyperparameters),
            self.axes,
            tuple(self._variables),
            tuple(self._known),
        )
        checked = {
            parameter.name: checked_parameter(
                f"{parameter.name} of {name}", parameter, parameters[parameter.name], axes, scope
            )
            for parameter in family.parameters
        }
        check_limits(name, family, checked, scope)
        check_vector(name, family, checked, along, scope)
        variable = Variable(name, family, checked, axes, observed, along)
        if observed:
            self._check_observed(variable)
        self._variables.append(variable)
        return variable

    def add_known(
        self, name: str, dims: str | tuple[str, ...] | list[str], over: str | None = None
    ) -> KnownArray:
        """Check and register one array of known constants."""
        self._check_name(name)
        axes = self._axes_of(name, dims)
        if not axes:
            raise DeclarationError(
                f"the known {name} has no dims",
                expected="axes along which it varies",
                do='Write dims="col", or a number in place of a known array of one.',
            )
        along = None if over is None else own_axis(f"the known {name}", over, axes)
        array = KnownArray(name, axes, along)
        self._known.append(array)
        return array

    def _axes_of(self, name: str, dims: str | tuple[str, ...] | list[str]) -> tuple[Axis, ...]:
        listed = isinstance(dims, (list, tuple)) and all(isinstance(dim, str) for dim in dims)
        names = dims.split() if isinstance(dims, str) else list(dims) if listed else [""]
        for dim in names:
            if not dim.isidentifier() or names.count(dim) > 1:
                raise DeclarationError(
                    f"dims={dims!r} of {name}",
                    expected="different axis names separated by blanks",
                    do='Write them as in dims="row factor".',
                )
        return tuple(self.axis(dim) for dim in names)

    def _check_name(self, name: str) -> None:
        _check_text(name, "the name")
        taken = {symbol.name for symbol in self._hyperparameters}
        taken |= {each.name for each in (*self._variables, *self._known)}
        if name in taken:
            raise DeclarationError(
                f"the name {name!r} is declared twice in model {self.name!r}",
                expected="a name of its own for each hyperparameter and variable",
                do="Rename one of the two.",
            )
        if not name.isidentifier() or keyword.iskeyword(name):
            raise DeclarationError(
                f"the name {name!r}",
                expected="a Python identifier",
                do="Use letters, digits and underscores, such as 'a_prime'.",
            )

    def _check_size(self, name: str) -> None:
        if name in ("mean", "variance") or name.startswith(("rho_", "cov_")):
            raise DeclarationError(
                f"the hyperparameter name {name!r}",
                expected="a name that is no statistic to be matched, as mean, variance, rho_... "
                "and cov_... are",
                do=f"Rename it, for example to {name}_0.",
            )
        if name in ("pi", "E", "EulerGamma"):
            raise DeclarationError(
                f"the hyperparameter name {name!r}",
                expected="a name that is no number, as pi, E and EulerGamma are in formulas",
                do=f"Rename it, for example to {name}_0.",
            )
        if name in {size for size, _ in _SPELLED_AXES.values()}:
            raise DeclarationError(
                f"the hyperparameter name {name!r}",
                expected="a name other than N, M and K, which are the sizes of row, col and factor",
                do="Rename it; K comes from the axis 'factor' by itself.",
            )
        for axis in self._axes:
            if axis.size.name == name:
                raise DeclarationError(
                    f"the hyperparameter name {name!r}",
                    expected=f"a name other than the size of the axis {axis.name!r}",
                    do="Rename it; sizes come from the axes by themselves.",
                )

    def _check_observed(self, variable: Variable) -> None:
        for other in self._variables:
            if other.observed:
                raise DeclarationError(
                    f"{variable.name} is a second observed variable beside {other.name}",
                    expected="exactly one observed variable a model",
                    do="Declare one model for each observed matrix.",
                )
        if not variable.axes:
            raise DeclarationError(
                f"the observed {variable.name} has no dims",
                expected="axes along which it is observed",
                do='Write dims="row col".',
            )

    def _complete(self) -> Declaration:
        if not any(variable.observed for variable in self._variables):
            raise DeclarationError(
                f"model {self.name!r} has no observed variable",
                expected="exactly one variable declared with observed=True",
                do='End the block with something like ppm.Poisson("Y", rate=..., dims="row col", '
                "observed=True).",
            )
        declaration = Declaration(
            self.name,
            tuple(self._hyperparameters),
            self.axes,
            tuple(self._variables),
            tuple(self._known),
        )
        check_used(declaration)
        return declaration


def current() -> Context:
    """Return the model whose block is open."""
    context = _CURRENT.get()
    if context is None:
        raise DeclarationError(
            "a declaration outside a model",
            expected="to be inside a block",
            do='Open one: with ppm.Model("my_model") as model: ...',
        )
    return context


def word(declare: Callable[_P, _R]) -> Callable[_P, _R]:
    """Let a word of the language say in a sentence what it takes, where it is called otherwise."""
    signature = inspect.signature(declare)
    plain = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    takes = signature.replace(parameters=plain, return_annotation=signature.empty)

    @functools.wraps(declare)
    def checked(*given: _P.args, **named: _P.kwargs) -> _R:
        try:
            signature.bind(*given, **named)
        except TypeError as error:
            raise DeclarationError(
                f"{declare.__name__}: {error}",
                expected=f"{declare.__name__}{takes}",
                do="Write parameters by these names; the name of the variable comes first.",
            ) from error
        return declare(*given, **named)

    return checked


def _check_text(name: object, what: str) -> None:
    if not isinstance(name, str):
        raise DeclarationError(
            f"{what} {name!r}",
            expected="text, a Python identifier",
            do="Use letters, digits and underscores, such as 'a_prime'.",
        )


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
    if not isinstance(listed, list | tuple) or not listed:
        raise DeclarationError(
            f"hyperparameters({names!r})",
            expected="at least one name",
            do='Write them separated by blanks: ppm.hyperparameters("a b c d").',
        )
    symbols = tuple(context.add_hyperparameter(name, domain) for name in listed)
    return symbols[0] if len(symbols) == 1 else symbols
