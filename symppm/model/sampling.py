"""Drawing from a declared model: the graph from its roots down, with NumPy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatchmethod
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import number
from symppm.families.base import Domain
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.known import known_values
from symppm.model.nodes import AxisSum, Entry, KnownEntry

Array = NDArray[Any]

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_LARGEST_SIZE: Final = 2**31
_ROUNDING: Final = 1e-9
_SIGNS: Final[tuple[Domain, ...]] = ("positive", "negative", "nonnegative")


def sample_declaration(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = _NOTHING,
) -> Array:
    """Draw matrices from the prior predictive distribution, the draws in front if many."""
    every = _draws(declaration, parameters, shape, draws, generator, known)
    matrices = [_own(declaration, declaration.observed, drawn) for drawn in every]
    return matrices[0] if draws == 1 else np.stack(matrices)


def sample_variables(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = _NOTHING,
) -> dict[str, Array]:
    """Draw matrices and keep all variables by name: draws in front, then axes as declared."""
    every = _draws(declaration, parameters, shape, draws, generator, known)
    return _stacked(declaration, every, declaration.variables)


def sample_latents(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
) -> dict[str, Array]:
    """Draw the latent variables alone, with ones in the place of known arrays."""
    sizes = _sizes(declaration, parameters, shape)
    ones = {array.name: np.ones([sizes[dim] for dim in array.dims]) for array in declaration.known}
    shared = {declaration.observed.name: np.zeros([1] * len(declaration.axes))}
    states = _draws(declaration, parameters, shape, draws, generator, ones, shared)
    return _stacked(declaration, states, [v for v in declaration.variables if not v.observed])


def sample_blocks(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    block: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = _NOTHING,
) -> Iterator[Array]:
    """Draw one matrix a block of rows at a time, so that it is never in memory as a whole.

    What does not belong to a row is drawn with the first block and held; what belongs to rows is
    drawn with the block that they are in. So the blocks together are one draw from the model.
    """
    axis, rows = declaration.observed.axes[0], shape[0]
    if _sums_over(declaration, axis):
        block = rows
    along = {array.name: array.dims.index(axis.name) for array in declaration.known
             if axis in array.axes}  # fmt: skip
    shared: dict[str, Array] = {}
    for start in range(0, rows, block):
        stop = min(start + block, rows)
        part = {
            name: np.take(values, range(start, stop), axis=along[name]) if name in along else values
            for name, values in known.items()
        }
        size = (stop - start, *shape[1:])
        (drawn,) = _draws(declaration, parameters, size, 1, generator, part, shared)
        yield _own(declaration, declaration.observed, drawn)
        shared = {variable.name: drawn[variable.name] for variable in declaration.variables
                if axis not in variable.axes}  # fmt: skip


def _sums_over(declaration: Declaration, axis: Axis) -> bool:
    values = (value for variable in declaration.variables for value in variable.parameters.values())
    sums = (axis_sum for value in values for axis_sum in value.atoms(AxisSum))
    vectors = any(variable.over == axis for variable in declaration.variables)
    return vectors or any(axis.owns(axis_sum.bound) for axis_sum in sums)


def _draws(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any],
    held: Mapping[str, Array] = _NOTHING,
) -> Iterator[Mapping[str, Array]]:
    """Yield all variables of each draw, over all axes of the model; some may be given."""
    for variable in declaration.variables:
        if variable.name not in held:
            variable.family.check_sampled()
    sizes = _sizes(declaration, parameters, shape)
    values = _values(declaration, parameters)
    values |= {axis.size: float(sizes[axis.name]) for axis in declaration.axes}
    arrays = known_values(declaration, known, sizes)
    for _ in range(draws):
        evaluator = Evaluator(declaration, values, sizes, arrays)
        evaluator.drawn.update(held)
        for variable in declaration.variables:
            if variable.name not in held:
                evaluator.drawn[variable.name] = _drawn(variable, generator, evaluator)
        yield evaluator.drawn


def _own(declaration: Declaration, variable: Variable, drawn: Mapping[str, Array]) -> Array:
    """Return a variable over its own axes, in their order."""
    order = [axis.name for axis in declaration.axes]
    own = [order.index(dim) for dim in variable.dims]
    rest = [n for n in range(len(order)) if n not in own]
    turned = drawn[variable.name].transpose(own + rest)
    return np.asarray(turned.reshape(turned.shape[: len(own)]), order="C")


def _stacked(
    declaration: Declaration,
    draws: Iterator[Mapping[str, Array]],
    variables: Sequence[Variable],
) -> dict[str, Array]:
    columns = [[_own(declaration, variable, draw) for variable in variables] for draw in draws]
    arrays = map(np.stack, zip(*columns, strict=True))
    return {variable.name: array for variable, array in zip(variables, arrays, strict=True)}


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
        if not (_is_count(value) and value <= _LARGEST_SIZE):
            shown = f"{value:g}" if isinstance(value, float) else repr(value)
            raise ParameterError(
                f"{name}={shown}",
                expected=f"{name} to be a whole number of at least 1",
                do=f"Give {name} as such a number.",
            )
        sizes[axis.name] = int(value)
    return sizes


def _is_count(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    return bool(1 <= value < math.inf and value % 1 == 0)


def _given(declaration: Declaration, parameters: Mapping[str, float], name: str) -> float:
    if name not in parameters:
        known = ", ".join(parameters) or "nothing"
        needed = (*declaration.sizes, *declaration.hyperparameters)
        missing = ", ".join(symbol.name for symbol in needed if symbol.name not in parameters)
        raise ParameterError(
            f"no value for {missing} of model {declaration.name!r} (given: {known})",
            expected="every hyperparameter and the size of every latent axis",
            do=f"Add {missing}.",
        )
    return parameters[name]


def _values(declaration: Declaration, parameters: Mapping[str, float]) -> dict[sympy.Symbol, float]:
    names = [symbol.name for symbol in (*declaration.sizes, *declaration.hyperparameters)]
    for name in parameters:
        if name not in names:
            raise ParameterError(
                f"{name!r} is no parameter of model {declaration.name!r}",
                expected="its hyperparameters and sizes: " + ", ".join(names),
                do=did_you_mean(name, names, listed=True),
            )
    values: dict[sympy.Symbol, float] = {}
    for symbol in (*declaration.hyperparameters, *declaration.sizes):
        value = number(_given(declaration, parameters, symbol.name))
        domain: Domain = next((sign for sign in _SIGNS if symbol.assumptions0.get(sign)), "real")
        if not _in_domain(np.asarray(value), domain):
            kind = "finite" if domain == "real" else domain
            raise ParameterError(
                f"{symbol}={parameters[symbol.name]!r}",
                expected=f"a {kind} number",
                do="Check the parameter.",
            )
        values[symbol] = value
    return values


def _drawn(variable: Variable, generator: np.random.Generator, evaluator: Evaluator) -> Array:
    """Draw a variable given those that it depends on; vectors are drawn along the last axis."""
    family, parameters = variable.family, _parameters(variable, evaluator)
    size = evaluator.full_shape(variable.dims)
    try:
        if variable.over is None:
            drawn = family.sample(generator, parameters, size)
        else:
            place = evaluator.order.index(variable.over.name)
            last = {
                name: np.moveaxis(
                    value.reshape((1,) * (len(size) - value.ndim) + value.shape), place, -1
                )
                for name, value in parameters.items()
            }
            turned = (*size[:place], *size[place + 1 :], size[place])
            drawn = np.moveaxis(family.sample(generator, last, turned), -1, place)
    except ValueError as error:
        raise ParameterError(
            f"{variable.name} cannot be drawn from {family.name}: {error}",
            expected="parameters within what NumPy can sample",
            do="Use less extreme hyperparameters.",
        ) from error
    if not np.isfinite(drawn).all():
        raise ParameterError(
            f"{variable.name}, drawn from {family.name}, overflows",
            expected="draws within double precision",
            do="Use less extreme hyperparameters.",
        )
    return drawn


def _parameters(variable: Variable, evaluator: Evaluator) -> dict[str, Array]:
    """Evaluate the parameters of a variable, and see that they are still in their domain."""
    with np.errstate(all="ignore"):
        values = {name: evaluator(value) for name, value in variable.parameters.items()}
    for parameter in variable.family.parameters:
        if not _in_domain(values[parameter.name], parameter.domain):
            raise ParameterError(
                f"{variable.name} cannot be drawn from {variable.family.name}: its "
                f"{parameter.name} under- or overflows",
                expected="draws within double precision",
                do="Use less extreme hyperparameters.",
            )
        if parameter.integer and (wrong := values[parameter.name] % 1 != 0).any():
            raise _unfit(variable, parameter.name, values[parameter.name][wrong], "an integer")
        if parameter.upper is not None:
            limit = np.asarray(float(parameter.upper))
            _check_order(variable, (parameter.name, str(parameter.upper)), values, limit)
    for low, high in variable.family.ordered:
        _check_order(variable, (low, high), values, values[high])
    return values


def _in_domain(value: Array, domain: Domain) -> bool:
    inside = {
        "positive": value > 0,
        "nonnegative": value >= 0,
        "negative": value < 0,
        "real": np.isfinite(value),
    }[domain]
    return bool((inside & np.isfinite(value)).all())


def _check_order(
    variable: Variable, names: tuple[str, str], values: dict[str, Array], limit: Array
) -> None:
    """Check that a parameter does not exceed its limit; what a long sum rounds is taken off."""
    low, high = names
    wrong = values[low] > limit + _ROUNDING * np.abs(limit)
    if wrong.any():
        most = np.broadcast_to(limit, wrong.shape)[wrong][0]
        shown = f"at most {high}" if high == f"{most:g}" else f"at most {high} = {most:.6g}"
        given = np.broadcast_to(values[low], wrong.shape)[wrong]
        raise _unfit(variable, low, given, shown)
    values[low] = np.minimum(values[low], limit)


def _unfit(variable: Variable, name: str, wrong: Array, expected: str) -> ParameterError:
    return ParameterError(
        f"{variable.name} cannot be drawn from {variable.family.name}: its {name} is "
        f"{wrong.flat[0]:.6g}",
        expected=expected,
        do="Change the hyperparameters that it is made of.",
    )


class Evaluator:
    """Evaluates parameters on arrays that have one dimension for every axis of the model."""

    def __init__(
        self,
        declaration: Declaration,
        values: Mapping[sympy.Symbol, float],
        sizes: Mapping[str, int],
        known: Mapping[str, Array],
    ) -> None:
        self.declaration = declaration
        self.values = values
        self.sizes = sizes
        self.order = [axis.name for axis in declaration.axes]
        self.known = known
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
        function = sympy.lambdify(symbols, expression.func(*symbols), "scipy")
        return np.asarray(function(*arguments))

    @_evaluate.register
    def _(self, expression: sympy.Symbol) -> Array:
        return np.asarray(self.values[expression])

    @_evaluate.register
    def _(self, expression: Entry) -> Array:
        return self.drawn[expression.name]

    @_evaluate.register
    def _(self, expression: KnownEntry) -> Array:
        return self.known[expression.name]

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
        remaining = sorted({n for present in operands[1::2] for n in present} - {place})
        total = np.einsum(*operands, remaining, optimize=True)
        if all(place not in present for present in operands[1::2]):
            total = total * self.sizes[axis.name]
        shape = [1] * len(self.order)
        for n, size in zip(remaining, np.shape(total), strict=True):
            shape[n] = size
        return np.asarray(total).reshape(shape)
