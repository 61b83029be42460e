"""The ``with`` block in which a model is declared, and the checks of what is declared."""

from __future__ import annotations

import keyword
from contextvars import ContextVar, Token
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

import sympy

from symppm.errors import DeclarationError
from symppm.families import Family
from symppm.model.checks import check_used, checked_variable, own_axis
from symppm.model.declaration import Axis, Declaration, KnownArray, Variable

Dims = str | tuple[str, ...] | list[str]

_CURRENT: ContextVar[Context | None] = ContextVar("symppm_model", default=None)

_SPELLED_AXES = {
    "row": ("N", ("i", "t")),
    "col": ("M", ("j", "l")),
    "factor": ("K", ("k", "m")),
}
_SPARE_LETTERS = (("s", "u"), ("p", "q"), ("g", "h"), ("e", "f"), ("n", "o"), ("v", "w"))


class Context:
    """Collects hyperparameters and variables; a valid declaration when the block ends."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise DeclarationError(
                f"the model name {name!r}",
                expected="a Python identifier",
                do="Use letters, digits and underscores, such as 'my_model'.",
            )
        self.name = name
        self._so_far = Declaration(name, (), (), ())
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
        for axis in self.axes:
            if axis.name == name:
                return axis
        if name in _SPELLED_AXES:
            size, letters = _SPELLED_AXES[name]
        else:
            extra = sum(axis.name not in _SPELLED_AXES for axis in self.axes)
            if extra >= len(_SPARE_LETTERS):
                raise DeclarationError(
                    f"axis {name!r} is one too many",
                    expected=f"at most {len(_SPARE_LETTERS)} axes besides row, col and factor",
                    do="Merge axes that always occur together.",
                )
            size, letters = f"N_{name}", _SPARE_LETTERS[extra]
        if size in {symbol.name for symbol in self._so_far.hyperparameters}:
            raise DeclarationError(
                f"the axis {name!r} has the size {size}, which is a hyperparameter too",
                expected="a hyperparameter name that is no size of an axis",
                do=f"Rename the hyperparameter {size}.",
            )
        created = Axis(name, sympy.Symbol(size, positive=True, integer=True), letters)
        self._so_far = replace(self._so_far, axes=(*self.axes, created))
        return created

    @property
    def axes(self) -> tuple[Axis, ...]:
        """Axes used so far."""
        return self._so_far.axes

    def add_hyperparameter(self, name: str, domain: str) -> sympy.Symbol:
        """Register one hyperparameter and return its symbol."""
        self._check_name(name)
        self._check_size(name)
        symbol = sympy.Symbol(name, **{domain: True})
        symbols = (*self._so_far.hyperparameters, symbol)
        self._so_far = replace(self._so_far, hyperparameters=symbols)
        return symbol

    def add_variable(
        self,
        name: str,
        family: Family,
        parameters: dict[str, Any],
        dims: Dims,
        observed: bool,
        over: str | None = None,
    ) -> Variable:
        """Check and register one random variable."""
        self._check_name(name)
        axes = self._axes_of(name, dims)
        scope = self._so_far
        variable = checked_variable(name, family, parameters, axes, observed, over, scope)
        if observed:
            self._check_observed(variable)
        self._so_far = replace(scope, variables=(*scope.variables, variable))
        return variable

    def add_known(self, name: str, dims: Dims, over: str | None = None) -> KnownArray:
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
        self._so_far = replace(self._so_far, known=(*self._so_far.known, array))
        return array

    def _axes_of(self, name: str, dims: Dims) -> tuple[Axis, ...]:
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
        taken = {symbol.name for symbol in self._so_far.hyperparameters}
        if name in taken or name in self._so_far.laws:
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
        sizes = {axis.size.name: axis.name for axis in self.axes}
        renamed = f"Rename it, for example to {name}_0."
        if name in ("mean", "variance") or name.startswith(("rho_", "cov_")):
            expected = "a name that is no statistic to be matched, as mean, variance, rho_... "
            expected, do = expected + "and cov_... are", renamed
        elif name in ("pi", "E", "EulerGamma"):
            expected = "a name that is no number, as pi, E and EulerGamma are in formulas"
            do = renamed
        elif name in {size for size, _ in _SPELLED_AXES.values()}:
            expected = "a name other than N, M and K, which are the sizes of row, col and factor"
            do = "Rename it; K comes from the axis 'factor' by itself."
        elif name in sizes:
            expected = f"a name other than the size of the axis {sizes[name]!r}"
            do = "Rename it; sizes come from the axes by themselves."
        else:
            return
        raise DeclarationError(f"the hyperparameter name {name!r}", expected=expected, do=do)

    def _check_observed(self, variable: Variable) -> None:
        for other in self._so_far.variables:
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
        if not any(variable.observed for variable in self._so_far.variables):
            raise DeclarationError(
                f"model {self.name!r} has no observed variable",
                expected="exactly one variable declared with observed=True",
                do='End the block with something like ppm.Poisson("Y", rate=..., dims="row col", '
                "observed=True).",
            )
        check_used(self._so_far)
        return self._so_far


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


def _check_text(name: object, what: str) -> None:
    if not isinstance(name, str):
        raise DeclarationError(
            f"{what} {name!r}",
            expected="text, a Python identifier",
            do="Use letters, digits and underscores, such as 'a_prime'.",
        )
