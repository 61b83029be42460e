"""Drawing from a declared model: the graph from its roots down, with NumPy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import singledispatchmethod
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry

Array = NDArray[Any]


def sample_declaration(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
) -> Array:
    """Draw matrices from the prior predictive distribution.

    Parameters
    ----------
    declaration : Declaration
        The model.
    parameters : mapping of str to float
        Every hyperparameter, and the size of every latent axis.
    shape : tuple of int
        Size of each observed axis.
    draws : int
        How many matrices.
    generator : numpy.random.Generator
        Source of randomness.

    Raises
    ------
    ParameterError
        If a parameter is missing, unknown, or outside its domain, or a size is not positive.
    """
    for variable in declaration.variables:
        variable.family.check_sampled()
    sizes = _sizes(declaration, parameters, shape)
    if not _is_count(draws):
        raise ParameterError(
            f"draws={draws}", expected="a positive integer", do="Ask for at least one draw."
        )
    values = _values(declaration, parameters)
    matrices = [_draw(declaration, values, sizes, generator) for _ in range(draws)]
    return matrices[0] if draws == 1 else np.stack(matrices)


def _sizes(
    declaration: Declaration, parameters: Mapping[str, float], shape: tuple[int, ...]
) -> dict[str, int]:
    observed = declaration.observed.axes
    fits = isinstance(shape, (tuple, list)) and len(shape) == len(observed)
    if not fits or not all(map(_is_count, shape)):
        raise ParameterError(
            f"shape={shape}",
            expected=f"{len(observed)} positive integers, for "
            + ", ".join(axis.name for axis in observed),
            do="Write, for example, shape=(100, 80).",
        )
    sizes = {axis.name: int(n) for axis, n in zip(observed, shape, strict=True)}
    for axis in declaration.latent_axes:
        name = axis.size.name
        value = _given(declaration, parameters, name)
        if not _is_count(value):
            raise ParameterError(
                f"{name}={value}", expected="a positive integer", do=f"Round {name} first."
            )
        sizes[axis.name] = int(value)
    return sizes


def _is_count(value: object) -> bool:
    if not isinstance(value, (int, float, np.integer, np.floating)) or not math.isfinite(value):
        return False
    return bool(int(value) == value and value >= 1)


def _given(declaration: Declaration, parameters: Mapping[str, float], name: str) -> float:
    if name not in parameters:
        known = ", ".join(parameters) or "nothing"
        raise ParameterError(
            f"no value for {name} of model {declaration.name!r} (given: {known})",
            expected="every hyperparameter and the size of every latent axis",
            do=f"Add {name}.",
        )
    return parameters[name]


def _values(declaration: Declaration, parameters: Mapping[str, float]) -> dict[sympy.Symbol, float]:
    names = [symbol.name for symbol in (*declaration.sizes, *declaration.hyperparameters)]
    for name in parameters:
        if name not in names:
            raise ParameterError(
                f"{name!r} is no parameter of model {declaration.name!r}",
                expected="its hyperparameters and sizes: " + ", ".join(names),
                do=did_you_mean(name, names),
            )
    values: dict[sympy.Symbol, float] = {}
    for symbol in (*declaration.hyperparameters, *declaration.sizes):
        try:
            value = float(_given(declaration, parameters, symbol.name))
        except (TypeError, ValueError):
            value = math.nan
        if not np.isfinite(value) or (symbol.is_positive and value <= 0):
            raise ParameterError(
                f"{symbol}={parameters[symbol.name]!r}",
                expected="a positive number" if symbol.is_positive else "a finite number",
                do="Check the parameter.",
            )
        values[symbol] = value
    return values


def _draw(
    declaration: Declaration,
    values: Mapping[sympy.Symbol, float],
    sizes: Mapping[str, int],
    generator: np.random.Generator,
) -> Array:
    evaluator = _Evaluator(declaration, values, sizes)
    for variable in declaration.variables:
        parameters = _parameters(variable, evaluator)
        size = evaluator.full_shape(variable.dims)
        try:
            drawn = variable.family.sample(generator, parameters, size)
        except ValueError as error:
            raise ParameterError(
                f"{variable.name} cannot be drawn from {variable.family.name}: {error}",
                expected="parameters within what NumPy can sample",
                do="Use less extreme hyperparameters.",
            ) from error
        evaluator.drawn[variable.name] = drawn
    order = [evaluator.order.index(dim) for dim in declaration.observed.dims]
    rest = [n for n in range(len(evaluator.order)) if n not in order]
    last = evaluator.drawn[declaration.observed.name]
    return np.ascontiguousarray(
        last.transpose(order + rest).reshape([sizes[dim] for dim in declaration.observed.dims])
    )


def _parameters(variable: Variable, evaluator: _Evaluator) -> dict[str, Array]:
    """Evaluate the parameters of a variable, and see that they are still in their domain."""
    with np.errstate(all="ignore"):
        values = {name: evaluator(value) for name, value in variable.parameters.items()}
    for parameter in variable.family.parameters:
        value = values[parameter.name]
        low = value > 0 if parameter.domain == "positive" else value >= 0
        if not (np.isfinite(value).all() and (parameter.domain == "real" or low.all())):
            raise ParameterError(
                f"{variable.name} cannot be drawn from {variable.family.name}: its "
                f"{parameter.name} under- or overflows",
                expected="draws within double precision",
                do="Use less extreme hyperparameters.",
            )
    return values


class _Evaluator:
    """Evaluates parameters on arrays that have one dimension for every axis of the model."""

    def __init__(
        self,
        declaration: Declaration,
        values: Mapping[sympy.Symbol, float],
        sizes: Mapping[str, int],
    ) -> None:
        self.declaration = declaration
        self.values = values
        self.sizes = sizes
        self.order = [axis.name for axis in declaration.axes]
        self.drawn: dict[str, Array] = {}

    def full_shape(self, dims: tuple[str, ...]) -> tuple[int, ...]:
        """Return a shape with one dimension an axis, of size one where the axis is absent."""
        return tuple(self.sizes[name] if name in dims else 1 for name in self.order)

    def __call__(self, expression: sympy.Expr) -> Array:
        """Return the value as an array that broadcasts over all axes."""
        return np.asarray(self._evaluate(expression), dtype=float)

    @singledispatchmethod
    def _evaluate(self, expression: sympy.Expr) -> Array:
        if expression.is_number:
            return np.asarray(float(expression))
        arguments = [self._evaluate(argument) for argument in expression.args]
        if expression.is_Add:
            return np.asarray(sum(arguments[1:], arguments[0]))
        if expression.is_Mul:
            return np.asarray(np.prod(np.broadcast_arrays(*arguments), axis=0))
        if expression.is_Pow:
            return np.asarray(arguments[0] ** arguments[1])
        symbols = [sympy.Dummy() for _ in arguments]
        function = sympy.lambdify(symbols, expression.func(*symbols), "numpy")
        return np.asarray(function(*arguments))

    @_evaluate.register
    def _(self, expression: sympy.Symbol) -> Array:
        return np.asarray(self.values[expression])

    @_evaluate.register
    def _(self, expression: Entry) -> Array:
        return self.drawn[expression.name]

    @_evaluate.register
    def _(self, expression: AxisSum) -> Array:
        axis = self.declaration.axis_of(expression.bound)
        place = self.order.index(axis.name)
        factors = [self._evaluate(f) for f in sympy.Mul.make_args(expression.summand)]
        # A contraction, so that a sum over factors of theta * beta is one matrix product.
        letters = list(range(len(self.order)))
        operands: list[Any] = []
        for factor in factors:
            full = factor.reshape((1,) * (len(self.order) - factor.ndim) + factor.shape)
            present = [n for n in letters if full.shape[n] > 1]
            operands += [full.reshape([full.shape[n] for n in present]), present]
        kept = sorted({n for present in operands[1::2] for n in present} - {place})
        total = np.einsum(*operands, kept, optimize=True)
        if all(place not in present for present in operands[1::2]):
            total = total * self.sizes[axis.name]
        shape = [1] * len(self.order)
        for n, size in zip(kept, np.shape(total), strict=True):
            shape[n] = size
        return np.asarray(total).reshape(shape)
