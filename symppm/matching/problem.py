"""What is fitted numerically: the free hyperparameters as points of an unbounded space."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ParameterSpec
from symppm.matching.kernels import Kernels, Point, moment_named
from symppm.matching.ties import NO_TIES, Ties

_CERTIFIED = 1e-8
_ROUND_TRIP = 1e-6
_LARGEST_LOG = 300.0
_SIGMOID = 700.0
_CLOSEST = 1e-12
_USUAL_SIZE = 2.0
_ROUNDING = 1e-9

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """A point found numerically."""

    parameters: Point
    misfit: float
    distance: float
    reached: bool = True

    @property
    def exact(self) -> bool:
        """Whether the moments, evaluated again, are the targets."""
        return self.misfit < _CERTIFIED


@dataclass(frozen=True)
class Problem:
    """What to fit, and what stays."""

    kernels: Kernels
    targets: Mapping[str, float]
    given: Mapping[str, float]
    ties: Ties = NO_TIES
    weights: Vector | None = None

    @cached_property
    def free(self) -> list[ParameterSpec]:
        """What is fitted."""
        held = {*self.given, *self.ties.names}
        return [each for each in self.kernels.spec.parameters if each.name not in held]

    @cached_property
    def _columns(self) -> list[int]:
        """Where what is fitted stands among all parameters."""
        names = [each.name for each in self.kernels.spec.parameters]
        return [names.index(each.name) for each in self.free]

    @property
    def center(self) -> Vector:
        """A point of the search space in the middle of usual values."""
        return np.array([_USUAL_SIZE if each.is_size else 0.0 for each in self.free])

    def point(self, vector: Vector) -> Point:
        """Return size and hyperparameters for a point of the search space."""
        values = {each.name: bounded(each, x) for each, x in zip(self.free, vector, strict=True)}
        return self.completed({**self.given, **values})

    def completed(self, point: Mapping[str, float]) -> Point:
        """Return a point with what is given and tied."""
        whole = {**point, **self.given}
        return {**whole, **self.ties.values(whole)}

    def vector(self, point: Mapping[str, float]) -> Vector:
        """Return the point of the search space for a size and hyperparameters."""
        return np.array([unbounded(each, point[each.name]) for each in self.free])

    def evaluated(self, point: Point) -> tuple[Vector, Vector]:
        """Return the moments that are targets, and their derivatives in the search space.

        Not numbers where no model has such moments: there the formulas say nothing, since the
        moments of some prior do not exist.
        """
        kernels = self.kernels
        size = kernels.size
        k = None if size is None else point[size]
        values, slopes = kernels.moments_and_slopes(k, point)
        if self.ties:
            names = [each.name for each in kernels.spec.parameters]
            moving = [names.index(name) for name in self.ties.names]
            by = slopes[:, moving] @ self.ties.slopes(point)
            slopes = slopes.copy()
            slopes[:, [names.index(name) for name in self.ties.others]] += by
        scale = np.array([slope(each, point[each.name]) for each in self.free])
        moments = dict(zip(kernels.spec.targets, values, strict=True))
        rows = dict(zip(kernels.spec.targets, slopes[:, self._columns] * scale, strict=True))
        found, derivatives = [], []
        for name in self.targets:
            found.append(moment_named(name, moments))
            derivatives.append(_slope_named(name, moments, rows))
        exist = 1.0 if are_moments(moments) and self.ties.exist(point) else np.nan
        return np.array(found) * exist, np.array(derivatives)

    def residuals(self, point: Point) -> tuple[Vector, Vector]:
        """Return how far the moments are from the targets: logarithms where both are positive."""
        wanted = np.array(list(self.targets.values()))
        # What leaves the numbers on the way is seen by being not finite at the end.
        with np.errstate(all="ignore"):
            moments, slopes = self.evaluated(point)
            log = (wanted > 0) & (moments > 0)
            size = np.where(wanted == 0, 1.0, np.abs(wanted))
            safe = np.where(log, moments, 1.0)
            ratios = np.log(safe) - np.log(np.where(log, wanted, 1.0))
            values = np.where(log, ratios, (moments - wanted) / size)
            return values, slopes / np.where(log, safe, size)[:, None]

    def weighted(self, point: Point) -> tuple[Vector, Vector]:
        """Return residuals and their derivatives as the sum of squares takes them."""
        values, slopes = self.residuals(point)
        if self.weights is None:
            return values, slopes
        with np.errstate(all="ignore"):
            return self.weights @ values, self.weights @ slopes

    def fitted(self, point: Point) -> Fit | None:
        """Return a point with its distance from the targets, or None if it is no answer."""
        if not all(math.isfinite(value) for value in point.values()):
            return None
        off = self.residuals(point)[0]
        with np.errstate(all="ignore"):
            whole = self.weighted(point)[0]
            distance = float(whole @ whole)
        if not math.isfinite(distance) or not self._is_declared(point):
            return None
        return Fit(point, float(np.max(np.abs(off))), distance)

    def _is_declared(self, point: Point) -> bool:
        """Tell whether hyperparameters are what their moments stand for: not, say, low > high."""
        kernels = self.kernels
        if not kernels.in_coordinates:
            return True
        inner = kernels.inward(point)
        if not all(math.isfinite(value) for value in inner.values()):
            return False
        outer, status = kernels.outward(inner)
        # Ends and locations are differences of numbers as large as the means.
        largest = max([1.0, *(abs(value) for value in inner.values())])
        return status == OK and all(
            abs(outer[name] - point[name]) <= _ROUND_TRIP * max(largest, abs(point[name]))
            for name in kernels.hyperparameters
        )


def _slope_named(name: str, moments: Mapping[str, float], rows: Mapping[str, Vector]) -> Vector:
    """Return the derivatives of a moment by its name, or of what moments make."""
    top, _, bottom = name.partition("/")
    if bottom:
        upper, lower = _slope_named(top, moments, rows), _slope_named(bottom, moments, rows)
        ratio = moment_named(name, moments)
        return np.asarray((upper - ratio * lower) / moment_named(bottom, moments))
    if name in rows:
        return rows[name]
    rho = "rho_" + name.removeprefix("cov_")
    return np.asarray(rows[rho] * moments["variance"] + moments[rho] * rows["variance"])


def are_moments(moments: Mapping[str, float]) -> bool:
    """Tell whether an exchangeable array can have these moments.

    Entries that share an index are independent given what belongs to that index, so they never
    correlate negatively, and what different axes contribute are separate parts of the variance.
    """
    shared = [value for name, value in moments.items() if name.startswith("rho_")]
    covary = [value for name, value in moments.items() if name.startswith("cov_")]
    variance = moments.get("variance", math.inf)
    rounding = _ROUNDING * max([0.0, *map(abs, covary)])
    return (
        variance > 0
        and all(value >= -_ROUNDING for value in shared)
        and sum(shared) <= 1 + _ROUNDING
        and all(value >= -rounding for value in covary)
        and sum(covary) <= variance + rounding
        and moments.get("cycle", 0.0) >= 0
    )


def bounded(each: ParameterSpec, x: float) -> float:
    """Return the value of a parameter for a point of the search space, which has no bounds."""
    if each.upper is not None and each.domain == "positive":
        return each.upper / (1.0 + math.exp(-min(max(x, -_SIGMOID), _SIGMOID)))
    if each.domain in {"positive", "nonnegative"}:
        return math.exp(min(max(x, -_LARGEST_LOG), _LARGEST_LOG))
    return (
        -math.exp(min(max(x, -_LARGEST_LOG), _LARGEST_LOG))
        if each.domain == "negative"
        else float(x)
    )


def unbounded(each: ParameterSpec, value: float) -> float:
    """Return the point of the search space for the value of a parameter."""
    if each.upper is not None and each.domain == "positive":
        share = min(max(value / each.upper, _CLOSEST), 1 - _CLOSEST)
        return math.log(share / (1 - share))
    if each.domain in {"positive", "nonnegative"}:
        return math.log(max(value, 1e-300))
    return math.log(max(-value, 1e-300)) if each.domain == "negative" else value


def slope(each: ParameterSpec, value: float) -> float:
    """Return by how much a parameter changes with its coordinate of the search space."""
    if each.upper is not None and each.domain == "positive":
        return value * (1 - value / each.upper)
    return 1.0 if each.domain == "real" else value
