"""A generated module with names in place of positions."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ConditionSpec, ModelSpec, SymmetrySpec
from symppm.errors import TargetError

Point = dict[str, float]
Value = TypeVar("Value", bound=Any)
_INSIDE = 1 - 1e-9
_LARGEST_LOG = 700.0


@dataclass(frozen=True)
class Kernels:
    """The functions of one model."""

    module: ModuleType
    given_size: int | None = None

    @functools.cached_property
    def spec(self) -> ModelSpec:
        """What the module says about its model."""
        spec: ModelSpec = self.module.SPEC
        size = next((x.name for x in spec.parameters if x.is_size), None)
        if self.given_size is None or size is None:
            return spec
        return replace(spec, symmetries=_with_fixed(size, spec.symmetries))

    @property
    def size_is_open(self) -> bool:
        """Whether a free scale moves the size, which the targets then do not determine."""
        return _symmetry_of(self.size, self.spec.symmetries) is not None

    @property
    def size(self) -> str | None:
        """Name of the latent size, if there is one."""
        return next((x.name for x in self.spec.parameters if x.is_size), None)

    @property
    def hyperparameters(self) -> list[str]:
        """Names of the hyperparameters."""
        return [x.name for x in self.spec.parameters if not x.is_size]

    @property
    def declared(self) -> list[str]:
        """Names of the hyperparameters that the model declares: averages over data left out."""
        return [name for name in self.hyperparameters if name not in self.averages]

    @property
    def averages(self) -> tuple[str, ...]:
        """Names of what data tell, such as the average of one over the exposure."""
        return tuple(x.name for x in self.spec.parameters if x.of_data)

    @property
    def in_coordinates(self) -> bool:
        """Whether solving is about other numbers than the hyperparameters."""
        return bool(self.spec.requirements)

    def margins(
        self, targets: Mapping[str, float], given: Mapping[str, float], k: float | None = None
    ) -> list[tuple[ConditionSpec, float]]:
        """Return the conditions on the targets, and by how much each holds."""
        spec, values = self.spec, self._arguments(targets, given)
        if k is not None:
            margins = self.module.solve_at_k.margins(float(k), *values)
            return list(zip(spec.conditions_at_k, margins, strict=True))
        return list(zip(spec.conditions, self.module.solve.margins(*values), strict=True))

    def left_for_factors(
        self, targets: Mapping[str, float], given: Mapping[str, float]
    ) -> float | None:
        """Return the share of the variance on which K rests, where a condition is about that."""
        alone = {**targets, **{name: 0.0 for name in targets if name.startswith("rho_")}}
        doubled = {**alone, "variance": 2 * targets["variance"]}
        rows = [self.margins(values, given) for values in (targets, alone, doubled)]
        for (condition, margin), (_, single), (_, double) in zip(*rows, strict=True):
            # Conditions are linear in the variance; what multiplies it depends on the model.
            if is_about_factors(condition) and double > single:
                return float(margin / (double - single))
        return None

    def branch(
        self,
        number: int,
        targets: Mapping[str, float],
        given: Mapping[str, float],
        k: float | None = None,
    ) -> tuple[Point, int]:
        """Return the identified combinations of one solution, or of that at a size, and a status.

        At a size, mean, variance and ratios are held; there are none if no kernel solves for that.
        """
        if k is not None and (not self.spec.identified_at_k or self.size is None):
            return {}, OK
        function, names = self.solver(number, at_size=k is not None)
        sizes = self.sized(k)
        *values, status = function(*sizes.values(), *self._arguments(targets, given))
        if status != OK:
            return {}, int(status)
        return {**sizes, **dict(zip(names, finite(values), strict=True))}, OK

    def solver(self, number: int, *, at_size: bool = False) -> tuple[Any, list[str]]:
        """Return the kernel of one solution, or of that at a given size, and what it returns."""
        if at_size:
            return self.module.solve_at_k, list(self.spec.identified_at_k)
        name = "solve" if number == 1 else f"solve_{number}"
        return getattr(self.module, name), [x.name for x in self.spec.identified]

    def identified_of(self, point: Mapping[str, float]) -> Point:
        """Return the identified combinations at given coordinates and size."""
        # Without free levels: where their anchors are zero.
        levels = [
            -point[symmetry.anchor] / symmetry.shifts[symmetry.anchor] if symmetry.shifts else 0.0
            for symmetry in self.spec.symmetries
        ]
        shifted = moved(self.spec, point, levels)
        return {x.name: _product(shifted, x.exponents) for x in self.spec.identified}

    def identified_at(self, point: Mapping[str, float]) -> Point:
        """Return the identified combinations at hyperparameters and size."""
        return self.identified_of(self.inward(point))

    def anchored(self, identified: Mapping[str, float]) -> Point:
        """Return size and coordinates, the anchors of free scales being one, of levels zero."""
        exponents = self.module.SPEC.anchored
        point = {name: _product(identified, exponents[name]) for name in self.spec.coordinates}
        moving = _symmetry_of(self.size, self.module.SPEC.symmetries)
        if self.given_size is not None and moving is not None:
            # The anchor of this scale is the size, or moves with it.
            size = self.size or ""
            ratio = self.given_size / _product(identified, exponents[size])
            for name, power in moving.weights.items():
                if name in point:
                    point[name] *= _power(ratio, power / moving.weights[size])
        point |= {x.anchor: 0.0 for x in self.spec.symmetries if x.shifts}
        return point | self.sized(identified.get(self.size or ""))

    def prior_means(self, point: Mapping[str, float]) -> Point:
        """Return the mean of each prior at given coordinates."""
        values = self.module.prior_means(*(point[name] for name in self.spec.priors_depend_on))
        return dict(zip(self.spec.priors, values, strict=True))

    def outward(self, point: Mapping[str, float]) -> tuple[Point, int]:
        """Return the hyperparameters at given coordinates, with the size, and a status."""
        if not self.in_coordinates:
            return {name: point[name] for name in self.declared} | self._shared(point), OK
        arguments = {name: point[name] for name in self.spec.priors_depend_on}
        *values, status = self.module.hyperparameters(*arguments.values())
        if status != OK:
            # A location of exactly zero is within rounding of a negative one.
            names = {x.name for x in self.spec.parameters}
            for name in arguments:
                if name.startswith("cv_") and name not in names:
                    arguments[name] *= _INSIDE
            *nearby, nearby_status = self.module.hyperparameters(*arguments.values())
            values, status = (nearby, OK) if nearby_status == OK else (values, status)
        return dict(zip(self.declared, values, strict=True)) | self._shared(point), int(status)

    def inward(self, parameters: Mapping[str, float]) -> Point:
        """Return the coordinates, and what is given, at given hyperparameters, with the size."""
        if not self.in_coordinates:
            return {name: parameters[name] for name in self.declared} | self._shared(parameters)
        values = self.module.coordinates(*(parameters[name] for name in self.declared))
        inner = dict(zip(self.spec.priors_depend_on, values, strict=True))
        return inner | self._shared(parameters)

    def _shared(self, point: Mapping[str, float]) -> Point:
        """Return what is a coordinate itself: averages over data, and the size if there is one."""
        averages = {name: point[name] for name in self.averages}
        return averages | self.sized(point.get(self.size or ""))

    def at(self, point: Mapping[str, float]) -> Point:
        """Return the moments at a point: hyperparameters, and the size if the model has one."""
        values = finite(self.module.moments(*self._ordered(point)))
        return dict(zip(self.spec.targets, values, strict=True))

    def moment(self, name: str, point: Mapping[str, float] | None) -> float | None:
        """Return a moment at a point; None without one, or where moments leave the numbers."""
        try:
            return None if point is None else self.at(point)[name]
        except TargetError:
            return None

    def sized(self, k: float | None) -> Point:
        """Return the size by its name; nothing for a model without one."""
        return {} if self.size is None or k is None else {self.size: float(k)}

    def solution(
        self,
        targets: Mapping[str, float],
        given: Mapping[str, float],
        k: float | None = None,
        number: int = 1,
    ) -> Point | None:
        """Return a point in closed form, anchors of free scales being one; None without any."""
        identified, _ = self.branch(number, targets, given, k)
        if not identified:
            return None
        outer, status = self.outward({**given, **self.anchored(identified)})
        return outer if status == OK else None

    def ordinary(self, shift: float) -> Point:
        """Return a point at which the moments of every family exist; another for another shift."""
        return {
            parameter.name: shift * parameter.upper
            if parameter.upper is not None
            else (3.0 + n + shift) * (-1.0 if parameter.domain == "negative" else 1.0)
            for n, parameter in enumerate(self.spec.parameters)
        }

    def moments_and_slopes(
        self, point: Mapping[str, float]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the moments and their derivatives by the size and the hyperparameters."""
        moments, values = self.module.moments, self._ordered(point)
        slopes = np.asarray(moments.jacobian(*values), dtype=float)
        return np.asarray(moments(*values), dtype=float), slopes

    def _ordered(self, point: Mapping[str, float]) -> list[float]:
        return [float(point[x.name]) for x in self.spec.parameters]

    def _arguments(
        self, targets: Mapping[str, float], given: Mapping[str, float]
    ) -> tuple[float, ...]:
        return (
            *(targets[name] for name in self.spec.targets),
            *(given[name] for name in self.spec.needs),
        )


def moment_named(name: str, moments: Mapping[str, Value]) -> Value:
    """Return a moment, or what moments make: a covariance, or a ratio of two."""
    top, _, bottom = name.partition("/")
    if bottom:
        ratio: Value = moment_named(top, moments) / moment_named(bottom, moments)
        return ratio
    if name in moments:
        return moments[name]
    product: Value = moments["rho_" + name.removeprefix("cov_")] * moments["variance"]
    return product


def _symmetry_of(name: str | None, symmetries: Sequence[SymmetrySpec]) -> SymmetrySpec | None:
    return next((symmetry for symmetry in symmetries if name in symmetry.weights), None)


def _with_fixed(name: str, symmetries: Sequence[SymmetrySpec]) -> tuple[SymmetrySpec, ...]:
    """Return the scales that are left where something that some of them move is held."""
    pivot = _symmetry_of(name, symmetries)
    if pivot is None:
        return tuple(symmetries)
    return tuple(_minus(symmetry, pivot, name) for symmetry in symmetries if symmetry is not pivot)


def _minus(symmetry: SymmetrySpec, pivot: SymmetrySpec, name: str) -> SymmetrySpec:
    """Return a scale with so much of another that it does not move what both would."""
    pivot_weight, weight = pivot.weights[name], symmetry.weights.get(name, 0)
    if not weight:
        return symmetry
    pairs = (symmetry.weights, pivot.weights), (symmetry.prior_degrees, pivot.prior_degrees)
    weights, degrees = (
        {n: pivot_weight * a.get(n, 0) - weight * b.get(n, 0) for n in {**a, **b}} for a, b in pairs
    )
    return SymmetrySpec({n: p for n, p in weights.items() if p}, degrees, symmetry.anchor)


def moved(spec: ModelSpec, point: Mapping[str, float], logs: Sequence[float]) -> Point:
    """Move along the free scales and levels by the given logarithms."""
    moved_point = {}
    for name, value in point.items():
        power = shift = 0.0
        for log, symmetry in zip(logs, spec.symmetries, strict=True):
            power += log * symmetry.weights.get(name, 0)
            shift += log * symmetry.shifts.get(name, 0)
        if power > _LARGEST_LOG:
            raise too_extreme()
        moved_point[name] = float(value * math.exp(power) + shift)
    return moved_point


def is_about_factors(condition: ConditionSpec) -> bool:
    """Tell whether a condition is about what is left of the variance for the product of factors."""
    shared = [name for name in condition.targets if name.startswith("rho_")]
    return len(shared) > 1 and "variance" in condition.targets


def _product(values: Mapping[str, float], powers: Mapping[str, float]) -> float:
    return math.prod(_power(values[name], power) for name, power in powers.items())


def _power(base: float, exponent: float) -> float:
    # Combinations of signed unknowns are negative at times, and are then used to whole powers.
    is_integer = exponent == int(exponent)
    try:
        return float(float(base) ** (int(exponent) if is_integer else exponent))
    except (OverflowError, ZeroDivisionError):
        raise too_extreme() from None


def too_extreme() -> TargetError:
    """Return the error for numbers that leave double precision."""
    return TargetError(
        "targets so extreme that the solution overflows",
        expected="targets whose products stay within double precision",
        do="Rescale the data, or check the targets.",
    )


def finite(values: Any) -> tuple[float, ...]:
    """Return values as floats."""
    numbers = tuple(float(value) for value in values)
    if not all(math.isfinite(value) for value in numbers):
        raise too_extreme()
    return numbers
