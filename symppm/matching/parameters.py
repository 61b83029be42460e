"""What a hyperparameter may be, the coordinate on which it varies, and what is given of it."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import (
    as_expression,
    computed,
    in_order,
    names_in,
    names_of,
    number,
    parse,
)
from symppm.statistics import Vector
from symppm.stochastic.sampling_options import check_by_name

if TYPE_CHECKING:
    import sympy

_LARGEST_LOG: Final = 300.0
_SIGMOID: Final = 700.0
_CLOSEST: Final = 1e-12
_LARGEST_COUNT: Final = 1e15
_LARGEST_DEGREE: Final = 1000
_TINY: Final = 1e-30
_BOUND: Final = re.compile(r"(\w+) > (\d+)")


def holds(scale: ParameterSpec, value: float) -> bool:
    """Tell whether a parameter may have a value."""
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    fits = signs.get(scale.domain, True) and (scale.upper is None or value <= scale.upper)
    return math.isfinite(value) and fits


def whole_range(scale: ParameterSpec) -> tuple[float, float]:
    """Return the ends of what a parameter may be."""
    if scale.domain in {"real", "negative"}:
        return -math.inf, math.inf if scale.domain == "real" else 0.0
    return scale.lower, math.inf if scale.upper is None else float(scale.upper)


def _bound(scale: ParameterSpec) -> float | None:
    return scale.upper if scale.domain == "positive" else None


def bounded(scale: ParameterSpec, x: float) -> float:
    """Return the value at a coordinate: exp of it, as a share of an upper bound, or as it is."""
    if (upper := _bound(scale)) is not None:
        return upper / (1.0 + math.exp(-min(max(x, -_SIGMOID), _SIGMOID)))
    if scale.domain == "real":
        return float(x)
    size = math.exp(min(max(x, -_LARGEST_LOG), _LARGEST_LOG))
    return -size if scale.domain == "negative" else scale.lower + size


def unbounded(scale: ParameterSpec, value: float) -> float:
    """Return the coordinate of a value: its logarithm above a bound, its log odds, or itself."""
    if (upper := _bound(scale)) is not None:
        share = min(max(value / upper, _CLOSEST), 1 - _CLOSEST)
        return math.log(share / (1 - share))
    if scale.domain == "real":
        return value
    return math.log(max(-value if scale.domain == "negative" else value - scale.lower, 1e-300))


def unbounded_all(scale: ParameterSpec, values: Vector) -> Vector:
    """Return the coordinates of many values, not finite where one is none of the domain."""
    if scale.domain == "real":
        return values
    logs = np.log(-values if scale.domain == "negative" else values - scale.lower)
    return np.asarray(logs if scale.upper is None else logs - np.log(scale.upper - values))


def slope(scale: ParameterSpec, value: float) -> float:
    """Return by how much a parameter changes with its coordinate."""
    if (upper := _bound(scale)) is not None:
        return value * (1 - value / upper)
    return 1.0 if scale.domain == "real" else value - scale.lower


def where_moments_exist(spec: ModelSpec) -> dict[str, ParameterSpec]:
    """Return the parameters by name, those with a bound that moments need, such as a_prime > 2."""
    specs = {x.name: x for x in spec.parameters}
    for bound in filter(None, map(_BOUND.fullmatch, spec.moments_exist)):
        if specs[bound[1]].domain == "positive":
            specs[bound[1]] = replace(specs[bound[1]], lower=float(bound[2]))
    return specs


def scale_of(name: str, value: float, specs: Mapping[str, ParameterSpec]) -> ParameterSpec:
    """Return what a number may be: as declared, else what its sign says."""
    declared = specs.get(name)
    if declared is not None and (declared.domain != "nonnegative" or value > 0):
        return declared
    return ParameterSpec(name, "", domain="positive" if value > 0 else "real")


def on_scales(scales: Mapping[str, ParameterSpec], values: Mapping[str, float]) -> Vector:
    """Return the coordinates of values by name."""
    return np.array([unbounded(scale, values[name]) for name, scale in scales.items()])


def is_tied(value: Any) -> bool:
    """Tell whether something given is an expression in hyperparameters, and no number."""
    if getattr(value, "free_symbols", None):
        return True
    return isinstance(value, str) and math.isnan(number(value)) and bool(names_in(value))


def read_fixed(
    spec: ModelSpec, fixed: Mapping[str, Any], scale: str | None
) -> tuple[int | None, dict[str, float], Ties]:
    """Split what is fixed into the size, the hyperparameters, and ties."""
    sizes = {x.name for x in spec.parameters if x.is_size}
    numbers, ties = split_ties(spec, fixed)
    values = checked_numbers(spec, numbers, "fixed")
    k = next((int(value) for name, value in values.items() if name in sizes), None)
    values = {name: value for name, value in values.items() if name not in sizes}
    free = {name for symmetry in spec.symmetries for name in symmetry.moved}
    scales = [name for name in values if name in free and name not in spec.needs]
    if scale is not None and scales and len(scales) >= len(spec.symmetries):
        raise ParameterError(
            f"fixed {scales[0]} beside the scale {scale!r}",
            expected="one of the two, since either fixes the only free scale",
            do="Leave one out.",
        )
    return k, values, ties


def checked_numbers(
    spec: ModelSpec, values: Any, what: str, *, whole: bool = True
) -> dict[str, float]:
    """Return numbers by the names of parameters, each in its domain."""
    numbers = {}
    for parameter, value in _by_parameter(spec, values, what):
        check_value(parameter, value, whole=whole)
        numbers[parameter.name] = number(value)
    return numbers


def checked_bounds(
    spec: ModelSpec, bounds: Mapping[str, Any], start: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """Return bounds, both in the domain of what they are about."""
    checked = {}
    for parameter, pair in _by_parameter(spec, bounds, "bounds"):
        name = parameter.name
        try:
            low, high = map(number, pair)
        except (TypeError, ValueError):
            low = high = math.nan
        wrong, do = "", "Widen them."
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            wrong = "two finite numbers, the smaller one first"
            example = "(1, 50)" if parameter.is_size else "(0.1, 10)"
            do = f'Write, for example, bounds={{"{name}": {example}}}.'
        else:
            for end in (low, high):
                check_value(parameter, end, whole=False)
            if parameter.is_size and math.ceil(low) > math.floor(high):
                wrong = "bounds with a whole number between them"
        if wrong:
            raise ParameterError(f"bounds {name}={pair!r}", expected=wrong, do=do)
        if name in start and not low <= start[name] <= high:
            raise ParameterError(
                f"start {name}={start[name]:g}, outside its bounds {low:g} and {high:g}",
                expected="a start within the bounds",
                do="Change one of the two.",
            )
        checked[name] = (low, high)
    return checked


def check_value(parameter: ParameterSpec, value: Any, *, whole: bool = True) -> None:
    """See that a value lies in a parameter's domain."""
    parsed = number(value)
    counts = parameter.is_size or parameter.integer
    fits = holds(parameter, parsed) and (not counts or 1 <= parsed <= _LARGEST_COUNT)
    broken = counts and whole and math.isfinite(parsed) and parsed != int(parsed)
    if fits and not broken:
        return
    expected = "a finite number" if parameter.domain == "real" else f"a {parameter.domain} number"
    if parameter.upper is not None:
        expected += f", at most {parameter.upper}"
    if is_tied(value):
        expected += ", or an expression in other hyperparameters"
    if counts:
        expected = f"a {'whole ' if whole else ''}number of at least 1"
        expected += f", at most {_LARGEST_COUNT:g}" if parsed > _LARGEST_COUNT else ""
    # K=0 rather than K=0.0, which is how options are read.
    shown = f"{value:g}" if counts and isinstance(value, float) else value
    do = "Round it first." if broken and parsed > 1 else "Check the value."
    raise ParameterError(f"{parameter.name}={shown}", expected=expected, do=do)


def _by_parameter(spec: ModelSpec, values: Any, what: str) -> list[tuple[ParameterSpec, Any]]:
    """Pair what is given with the parameters of those names."""
    check_by_name(values, what)
    names = {x.name: x for x in spec.parameters}
    for name in values:
        if name not in names:
            raise ParameterError(
                f"{what} {name!r}",
                expected=f"a parameter of {spec.name}",
                do=did_you_mean(str(name), names),
            )
    return [(names[name], value) for name, value in values.items()]


@dataclass(frozen=True)
class Ties:
    """What is tied: expressions, each in what comes before it and in what is not tied."""

    trees: Mapping[str, ast.expr] = field(default_factory=dict)
    parameters: tuple[ParameterSpec, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.trees)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What is tied."""
        return tuple(self.trees)

    @cached_property
    def others(self) -> tuple[str, ...]:
        """What is mentioned, and not tied."""
        mentioned = set().union(*map(names_of, self.trees.values()))
        return tuple(sorted(mentioned - set(self.trees)))

    @property
    def texts(self) -> dict[str, str]:
        """What each is tied to."""
        return {name: ast.unparse(tree).replace(" ", "") for name, tree in self.trees.items()}

    def values(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return what is tied, at a point; not a number where that is none."""
        results = self._computed(point)
        return {name: value if isinstance(value, float) else math.nan
                for name, value in results.items()}  # fmt: skip

    def slopes(self, point: Mapping[str, float]) -> Vector:
        """Return derivatives of what is tied, one row each, by ``others``: of complex steps."""
        columns = [self._computed({**point, name: complex(point[name], _TINY)}).values()
                   for name in self.others]  # fmt: skip
        slopes = [[value.imag / _TINY for value in column] for column in columns]
        return np.array(slopes).reshape(len(self.others), len(self.names)).T

    def _computed(self, point: Mapping[str, complex]) -> dict[str, Any]:
        env: dict[str, Any] = dict(point)
        for name, tree in self.trees.items():
            try:
                env[name] = computed(tree, lambda leaf: env[leaf.id] if isinstance(leaf, ast.Name)
                                    else float(leaf.value))  # type: ignore[arg-type]  # fmt: skip
            except ArithmeticError:
                env[name] = math.nan
        return {name: env[name] for name in self.trees}

    def exist(self, point: Mapping[str, float]) -> bool:
        """Tell whether what is tied is what it may be."""
        return all(holds(x, point[x.name]) for x in self.parameters)

    def off(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return by how much each differs from what it is tied to, relatively."""
        return {
            name: point[name] / value - 1 if value else point[name]
            for name, value in self.values(point).items()
        }

    def in_symbols(
        self, symbols: Mapping[str, sympy.Symbol], given: Mapping[str, float]
    ) -> dict[str, sympy.Expr] | None:
        """Return the ties in the symbols of a declaration, or None if powers are too high."""
        if not self:
            return {}
        import sympy  # noqa: PLC0415 - as whoever asks for symbols has

        from symppm.laws.extent import extent  # noqa: PLC0415 - needs SymPy

        numbers = {symbols[n]: sympy.Rational(repr(float(v))) for n, v in given.items()}
        ties: dict[str, sympy.Expr] = {}
        for name, text in self.texts.items():
            tie = as_expression(text, symbols)
            if tie is None or any(power.exp.free_symbols for power in tie.atoms(sympy.Pow)):
                return None
            ties[name] = tie.xreplace({symbols[n]: value for n, value in ties.items()})
            if extent(ties[name]).degree > _LARGEST_DEGREE:
                return None
        return {name: value.xreplace(numbers) for name, value in ties.items()}


NO_TIES: Final = Ties()


def split_ties(spec: ModelSpec, fixed: Any) -> tuple[Any, Ties]:
    """Split what is fixed into numbers and ties."""
    names = {x.name: x for x in spec.parameters}
    values = fixed if isinstance(fixed, Mapping) else {}
    tied = {name: value for name, value in values.items() if name in names and is_tied(value)}
    if not tied:
        return fixed, NO_TIES
    numbers = {name: value for name, value in values.items() if name not in tied}
    trees = in_order({name: _tie(spec, name, value) for name, value in tied.items()})
    for name, tree in trees.items():
        if names_of(tree) <= set(numbers):
            point = {key: number(value) for key, value in numbers.items()}
            numbers[name] = Ties({name: tree}).values(point)[name]
        elif names[name].is_size:
            raise ParameterError(
                f"{name} = {values[name]}",
                expected="other hyperparameters that are tied to the number of factors",
                do=f"Write it the other way round: a={name}/10 for {name}=10*a.",
            )
    symbolic = {name: tree for name, tree in trees.items() if name not in numbers}
    return numbers, Ties(symbolic, tuple(names[name] for name in symbolic))


def _tie(spec: ModelSpec, name: str, value: Any) -> ast.expr:
    others = [x.name for x in spec.parameters if x.name != name]
    return parse(str(value), others, name)
