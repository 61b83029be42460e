"""Drawing from a declared model: the graph from its roots down, with NumPy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import number
from symppm.families.base import Domain
from symppm.model.declaration import Declaration, Variable
from symppm.model.evaluation import Evaluator
from symppm.model.exposure import known_values

Array = NDArray[Any]


def sample_declaration(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = MappingProxyType({}),
) -> Array:
    """Draw matrices from the prior predictive distribution."""
    for variable in declaration.variables:
        variable.family.check_sampled()
    sizes = _sizes(declaration, parameters, shape)
    if not _is_count(draws):
        raise ParameterError(
            f"draws={draws}", expected="a positive integer", do="Ask for at least one draw."
        )
    values = _values(declaration, parameters)
    arrays = known_values(declaration, known, sizes)
    matrices = [_draw(declaration, values, sizes, arrays, generator) for _ in range(draws)]
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
        value = number(_given(declaration, parameters, symbol.name))
        if not (np.isfinite(value) and _may_be(symbol, value)):
            kind = next((each for each in _SIGNS if symbol.assumptions0.get(each)), "finite")
            raise ParameterError(
                f"{symbol}={parameters[symbol.name]!r}",
                expected=f"a {kind} number",
                do="Check the parameter.",
            )
        values[symbol] = value
    return values


_ROUNDING = 1e-9
_SIGNS = ("positive", "negative", "nonnegative")


def _may_be(symbol: sympy.Symbol, value: float) -> bool:
    holds = {"positive": value > 0, "negative": value < 0, "nonnegative": value >= 0}
    return all(holds[sign] for sign in _SIGNS if symbol.assumptions0.get(sign))


def _draw(
    declaration: Declaration,
    values: Mapping[sympy.Symbol, float],
    sizes: Mapping[str, int],
    known: Mapping[str, Array],
    generator: np.random.Generator,
) -> Array:
    of_axes = {axis.size: float(sizes[axis.name]) for axis in declaration.axes}
    evaluator = Evaluator(declaration, {**values, **of_axes}, sizes, known)
    for variable in declaration.variables:
        parameters = _parameters(variable, evaluator)
        size = evaluator.full_shape(variable.dims)
        try:
            drawn = _drawn(variable, generator, parameters, size, evaluator)
        except ValueError as error:
            raise ParameterError(
                f"{variable.name} cannot be drawn from {variable.family.name}: {error}",
                expected="parameters within what NumPy can sample",
                do="Use less extreme hyperparameters.",
            ) from error
        if not np.isfinite(drawn).all():
            raise ParameterError(
                f"{variable.name}, drawn from {variable.family.name}, overflows",
                expected="draws within double precision",
                do="Use less extreme hyperparameters.",
            )
        evaluator.drawn[variable.name] = drawn
    order = [evaluator.order.index(dim) for dim in declaration.observed.dims]
    rest = [n for n in range(len(evaluator.order)) if n not in order]
    last = evaluator.drawn[declaration.observed.name]
    return np.ascontiguousarray(
        last.transpose(order + rest).reshape([sizes[dim] for dim in declaration.observed.dims])
    )


def _drawn(
    variable: Variable,
    generator: np.random.Generator,
    parameters: Mapping[str, Array],
    size: tuple[int, ...],
    evaluator: Evaluator,
) -> Array:
    """Draw a variable; families of vectors do so along the last axis."""
    if variable.over is None:
        return variable.family.sample(generator, parameters, size)
    place = evaluator.order.index(variable.over.name)
    last = {
        name: np.moveaxis(value.reshape((1,) * (len(size) - value.ndim) + value.shape), place, -1)
        for name, value in parameters.items()
    }
    turned = (*size[:place], *size[place + 1 :], size[place])
    return np.moveaxis(variable.family.sample(generator, last, turned), -1, place)


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
