"""Fixing the scales and levels that no data can see."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec, SymmetrySpec
from symppm.errors import ParameterError, did_you_mean
from symppm.expressions import number as as_number
from symppm.matching.kernels import Kernels, Point, moved, too_extreme

_NUMBER = r"(-?[0-9.]+(?:[eE][+-]?[0-9]+)?)"
_MEAN = re.compile(rf"mean\((\w+)\)\s*=\s*{_NUMBER}")
_VALUE = re.compile(rf"(\w+)\s*=\s*{_NUMBER}")
EQUAL = "equal-means"


@dataclass(frozen=True)
class ScaleChoice:
    """An equation that fixes one free scale or level: of one side and a value, or of two sides."""

    text: str
    sides: tuple[str, ...]
    of_means: bool
    level: bool
    value: float = 1.0

    @classmethod
    def of(
        cls, spec: ModelSpec, text: str, *sides: str, of_means: bool = True, value: float = 1.0
    ) -> Self:
        """Return an equation of levels if all its sides are moved by adding, else of scales."""
        return cls(text, sides, of_means, all(_shifts(spec, name) for name in sides), value)

    def distance(self, point: Mapping[str, float], means: Mapping[str, float]) -> float:
        """Return the logarithm of the left side over the right one; of a level the difference."""
        values = means if self.of_means else point
        left, right = (*(values[name] for name in self.sides), self.value)[:2]
        return left - right if self.level else _log(left) - _log(right)

    def with_sign_at(self, point: Mapping[str, float], means: Mapping[str, float]) -> Self:
        """Return the same, said of the signs that sides have, which no scale changes."""
        values = means if self.of_means else point
        left, right = (*(values[name] for name in self.sides), self.value)[:2]
        if self.level or left * right > 0:
            return self
        said, _, value = self.text.rpartition(" ")
        number = f"-{value}" if len(self.sides) == 1 else f"{value} but for their signs"
        return replace(self, text=f"{said} {number}")

    def degree(self, symmetry: SymmetrySpec) -> int:
        """Return how often the logarithm of s is added to the distance by a symmetry."""
        if self.of_means:
            moves = symmetry.prior_shifts if self.level else symmetry.prior_degrees
        else:
            moves = symmetry.shifts if self.level else symmetry.weights
        left, right = (*(moves.get(name, 0) for name in self.sides), 0)[:2]
        return left - right


def scale_help(spec: ModelSpec) -> str:
    """Return the scales that a model understands, for messages."""
    names = sorted({name for symmetry in spec.symmetries for name in symmetry.moved})
    scaled = [p for p in spec.priors if any(e.prior_degrees[p] for e in spec.symmetries)]
    ways = [f"a value for one of {', '.join(names)}, as in '{names[0]}=1'"]
    if len(scaled) > 1:
        ways.insert(0, f"'{EQUAL}'")
    if scaled:
        ways[:0] = [f"a prior to have mean one ({', '.join(scaled)})", "'mean(PRIOR)=VALUE'"]
    return f"{', '.join(ways[:-1])}, or {ways[-1]}" if len(ways) > 1 else ways[0]


def choose_scale(spec: ModelSpec, text: str | None) -> tuple[ScaleChoice, ...]:
    """Read a scale."""
    if not spec.symmetries:
        if text is not None:
            raise ParameterError(
                f"scale {text!r} for model {spec.name!r}",
                expected="no scale: this model leaves no scale free",
                do="Leave the scale out.",
            )
        return ()
    if text is None:
        return completed_scale(spec)
    if not isinstance(text, str):
        raise ParameterError(
            f"scale {text!r}", expected=scale_help(spec), do="Pass it as a string."
        )
    choices = tuple(_read(spec, part.strip()) for part in text.split(","))
    count = len(spec.symmetries)
    free = "scales and levels" if any(x.shifts for x in spec.symmetries) else "scales"
    if all(choice.degree(symmetry) == 0 for choice in choices for symmetry in spec.symmetries):
        raise ParameterError(
            f"scale {text!r}",
            expected=scale_help(spec),
            do="That value is identified by the data; fix one that is not.",
        )
    if len(choices) != count or not _is_fresh(spec, choices):
        raise ParameterError(
            f"scale {text!r}",
            expected=f"{count} different {free}, each {scale_help(spec)}",
            do=f"Write as many as there are free {free}, separated by commas.",
        )
    return choices


def completed_scale(
    spec: ModelSpec, values: Mapping[str, float] = MappingProxyType({}), mean: float = 1.0
) -> tuple[ScaleChoice, ...]:
    """Return the scale with given values, and means of the first priors for the other scales."""
    first = tuple(_value_is(spec, name, value) for name, value in values.items())
    levels = [_value_is(spec, x.anchor, 0.0) for x in spec.symmetries if x.shifts]
    for level in levels:
        if len(first) < len(spec.symmetries) and _is_fresh(spec, (*first, level)):
            first = (*first, level)
    count = len(spec.symmetries) - len(first)
    moving = sorted({name for x in spec.symmetries for name in x.weights})
    candidates = (
        [_mean_is(spec, prior, mean) for prior in spec.priors],
        [_value_is(spec, name, 1.0) for name in moving],
    )
    for equations in candidates:
        for others in itertools.combinations(equations, count):
            if _is_fresh(spec, (*first, *others)):
                return (*first, *others)
    raise ParameterError(
        f"model {spec.name!r} without a scale", expected=scale_help(spec), do="Give a scale."
    )


def _degrees(spec: ModelSpec, choices: Sequence[ScaleChoice]) -> NDArray[np.float64]:
    return np.array([[c.degree(x) for x in spec.symmetries] for c in choices], dtype=float)


def _is_fresh(spec: ModelSpec, choices: Sequence[ScaleChoice]) -> bool:
    """Tell whether each choice fixes something that the others leave."""
    return int(np.linalg.matrix_rank(_degrees(spec, choices))) == len(choices)


def scale_text(choices: Sequence[ScaleChoice]) -> str:
    """Return the scale for readers."""
    return ", ".join(choice.text for choice in choices) or "none needed"


def text_at(kernels: Kernels, choices: Sequence[ScaleChoice], point: Mapping[str, float]) -> str:
    """Return the scale of a point in it for readers: data may show that a mean is negative."""
    means = kernels.prior_means(point) if choices else {}
    return scale_text([choice.with_sign_at(point, means) for choice in choices])


def _read(spec: ModelSpec, text: str) -> ScaleChoice:
    if text == EQUAL and len(spec.priors) > 1:
        first, second = spec.priors[:2]
        return ScaleChoice.of(spec, f"means of {first} and {second} are equal", first, second)
    if text in spec.priors:
        return _mean_is(spec, text, 1.0)
    mean = _MEAN.fullmatch(text)
    if mean and mean[1] in spec.priors:
        return _mean_is(spec, mean[1], _number(mean[2], text, signed=_shifts(spec, mean[1])))
    value = _VALUE.fullmatch(text)
    names = [*spec.coordinates, *spec.needs]
    if value and value[1] in names:
        number = _number(value[2], text, signed=_shifts(spec, value[1]))
        return _value_is(spec, value[1], number)
    raise ParameterError(
        f"scale {text!r}", expected=scale_help(spec), do=did_you_mean(text, [*spec.priors, EQUAL])
    )


def _shifts(spec: ModelSpec, name: str) -> bool:
    """Tell whether a symmetry adds to a hyperparameter, or to the mean of a prior."""
    return any(name in x.shifts or x.prior_shifts.get(name) for x in spec.symmetries)


def _number(number: str, text: str, *, signed: bool) -> float:
    value = as_number(number)
    if not ((signed or value > 0) and math.isfinite(value)):
        raise ParameterError(
            f"scale {text!r}",
            expected="a number" if signed else "a positive number",
            do=f"Write, for example, {text.partition('=')[0]}=1.",
        )
    return value


def _log(value: float) -> float:
    size = abs(value)
    if not 0 < size < math.inf:
        raise too_extreme()
    return math.log(size)


def _mean_is(spec: ModelSpec, prior: str, value: float) -> ScaleChoice:
    return ScaleChoice.of(spec, f"mean of {prior} is {value:g}", prior, value=value)


def _value_is(spec: ModelSpec, name: str, value: float) -> ScaleChoice:
    return ScaleChoice.of(spec, f"{name} is {value:g}", name, of_means=False, value=value)


def apply_scale(
    kernels: Kernels, choices: Sequence[ScaleChoice], point: Mapping[str, float]
) -> Point:
    """Move along the free scales and levels until the scale holds; no moment changes."""
    if not choices:
        return dict(point)
    spec, means = kernels.spec, kernels.prior_means(point)
    distances = np.array([-choice.distance(point, means) for choice in choices])
    there = moved(spec, point, np.linalg.solve(_degrees(spec, choices), distances).tolist())
    return there | {name: -there[name] for name in _unseen_signs(spec, there)}


def _unseen_signs(spec: ModelSpec, point: Mapping[str, float]) -> tuple[str, ...]:
    """Return what is negative and may as well be positive: it is in even powers of what data show.

    Such as the two means of Normal factors, of which data show the product.
    """
    unturned = {x.name for x in spec.parameters if x.domain == "negative"}
    unturned |= {name for symmetry in spec.symmetries for name in symmetry.shifts}  # data show sums
    negative = [name for name in spec.coordinates if point[name] < 0 and name not in unturned]
    subsets = (itertools.combinations(negative, n) for n in range(len(negative), 0, -1))
    for names in itertools.chain.from_iterable(subsets):
        powers = [sum(x.exponents.get(name, 0) for name in names) for x in spec.identified]
        if powers and not any(power % 2 for power in powers):
            return names
    return ()
