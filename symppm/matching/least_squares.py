"""Least squares: hyperparameters as points of an unbounded space, searched and followed."""

from __future__ import annotations

import functools
import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ParameterSpec
from symppm.errors import ParameterError, TargetError, conjunction
from symppm.matching.kernels import Kernels, Point, moment_named, moved
from symppm.matching.parameters import NO_TIES, Ties, bounded, slope, unbounded
from symppm.matching.targets import CYCLE
from symppm.statistics import Vector

_LOG: Final = logging.getLogger(__name__)
_CERTIFIED: Final = 1e-8
_ROUND_TRIP: Final = 1e-6
_ROUNDING: Final = 1e-9
_USUAL_SIZE: Final = 2.0
_TOLERANCE: Final = 1e-14
_STARTS: Final = 24
_TRIES: Final = 200
_SAME: Final = 1e-4
_BETTER: Final = 1 - 1e-6
_RANK: Final = 1e-7
_FLAT: Final = 1e-5
_LARGEST_RESIDUAL: Final = 1e12
_HELD_WEIGHT: Final = 100.0
_HELD: Final = 1e-13
_HELD_ROUNDS: Final = 6
_SCALE_STEP: Final = 1e-3
_ABOVE_ONE: Final = 1e-9
_CURVATURE_STEP: Final = 1e-5
_FLAT_CURVATURE: Final = 1e-9
_ROUNDS: Final = 12
_SETTLED: Final = 1e-11
_FAR: Final = 1.0


@dataclass(frozen=True)
class Fit:
    """A point found numerically: its largest misfit, and the weighted sum of squares."""

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
    def _names(self) -> list[str]:
        return [x.name for x in self.kernels.spec.parameters]

    @cached_property
    def free(self) -> list[ParameterSpec]:
        """What is fitted."""
        fixed = {*self.given, *self.ties.names}
        return [x for x in self.kernels.spec.parameters if x.name not in fixed]

    def point(self, vector: Vector) -> Point:
        """Return size and hyperparameters for a point of the search space."""
        values = {spec.name: bounded(spec, x) for spec, x in zip(self.free, vector, strict=True)}
        return self.completed(values)

    def completed(self, point: Mapping[str, float]) -> Point:
        """Return a point with what is given and tied."""
        full = {**point, **self.given}
        return {**full, **self.ties.values(full)}

    def vector(self, point: Mapping[str, float]) -> Vector:
        """Return the point of the search space for a size and hyperparameters."""
        return np.array([unbounded(spec, point[spec.name]) for spec in self.free])

    def residuals(self, point: Point) -> tuple[Vector, Vector]:
        """Return how far the moments are from the targets, and slopes of that in the search space.

        Logarithms where both are positive. Not numbers where no model has such moments: there the
        formulas say nothing, since the moments of some prior do not exist.
        """
        # What leaves the numbers on the way is seen by being not finite at the end.
        with np.errstate(all="ignore"):
            values, slopes = self.kernels.moments_and_slopes(point)
            if self.ties:
                tied, others = (list(map(self._names.index, names))
                                for names in (self.ties.names, self.ties.others))  # fmt: skip
                through_ties = slopes[:, tied] @ self.ties.slopes(point)
                slopes = slopes.copy()
                slopes[:, others] += through_ties
            columns = [self._names.index(spec.name) for spec in self.free]
            scale = np.array([slope(spec, point[spec.name]) for spec in self.free])
            names = self.kernels.spec.targets
            moments = dict(zip(names, values, strict=True))
            rows = dict(zip(names, slopes[:, columns] * scale, strict=True))
            exist = 1.0 if are_moments(moments) and self.ties.exist(point) else np.nan
            misfits, units = distances(
                np.array([moment_named(name, moments) for name in self.targets]) * exist,
                np.array(list(self.targets.values())),
            )
            derivatives = np.array([_slope_named(name, moments, rows) for name in self.targets])
            return misfits, derivatives / units[:, None]

    def weighted(self, point: Point) -> tuple[Vector, Vector]:
        """Return residuals and their derivatives as the sum of squares takes them."""
        values, slopes = self.residuals(point)
        if self.weights is None:
            return values, slopes
        with np.errstate(all="ignore"):
            return self.weights @ values, self.weights @ slopes

    def fitted(self, point: Point) -> Fit | None:
        """Return a point with its distance from the targets, or None if it is no answer."""
        if not all(map(math.isfinite, point.values())):
            return None
        misfits, weighted = self.residuals(point)[0], self.weighted(point)[0]
        with np.errstate(all="ignore"):
            distance = float(weighted @ weighted)
        if not math.isfinite(distance) or not self._is_declared(point):
            return None
        return Fit(point, float(np.max(np.abs(misfits))), distance)

    def _is_declared(self, point: Point) -> bool:
        """Tell whether hyperparameters are what their moments stand for: not, say, low > high."""
        kernels = self.kernels
        if not kernels.in_coordinates:
            return True
        inner = kernels.inward(point)
        if not all(map(math.isfinite, inner.values())):
            return False
        outer, status = kernels.outward(inner)
        # Ends and locations are differences of numbers as large as the means.
        sizes = [abs(value) for name, value in inner.items() if name != kernels.size]
        largest = max([1.0, *sizes])
        return status == OK and all(
            abs(outer[name] - point[name]) <= _ROUND_TRIP * max(largest, abs(point[name]))
            for name in kernels.hyperparameters
        )


def distances(moments: Vector, targets: Vector) -> tuple[Vector, Vector]:
    """Return how far moments are from their targets, and the units of that, by which slopes go."""
    log = (targets > 0) & (moments > 0)
    size = np.where(targets == 0, 1.0, np.abs(targets))
    safe = np.where(log, moments, 1.0)
    ratios = np.log(safe) - np.log(np.where(log, targets, 1.0))
    return np.where(log, ratios, (moments - targets) / size), np.where(log, safe, size)


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
    variance = moments.get("variance", math.inf)
    possible = variance > 0 and moments.get("cycle", 0.0) >= 0
    for kind, most in (("rho_", 1.0), ("cov_", variance)):
        shares = [value for name, value in moments.items() if name.startswith(kind)]
        unit = 1.0 if kind == "rho_" else max([0.0, *map(abs, shares)])
        rounding = _ROUNDING * unit
        possible = possible and all(value >= -rounding for value in shares)
        possible = possible and sum(shares) <= most + rounding
    return possible


def fit(problem: Problem, start: Mapping[str, float], *, rounding: bool = False) -> Fit | None:
    """Fit what is free by least squares from one start.

    While K is rounded, the mean and the variance hold; of cross-moments all but what K is from.
    """
    problem = replace(problem, weights=None) if rounding else problem
    names = {*problem.targets}
    holding = names - {CYCLE} if CYCLE in names else names & {"mean", "variance"}
    held = np.array([rounding and name in holding for name in problem.targets])
    vector = problem.vector({**start, **problem.given})
    shift = np.zeros(len(held))
    best: Fit | None = None
    # Multipliers: each round moves the goal of what is held by what it missed.
    for _ in range(_HELD_ROUNDS if held.any() else 1):
        end = _least_squares(problem, vector, np.where(held, _HELD_WEIGHT, 1.0), shift)
        fitted = None if end is None else problem.fitted(problem.point(end))
        if end is None or fitted is None:
            return best
        vector, best = end, fitted
        _LOG.debug("least squares: distance %.3g", fitted.distance)
        missed = np.where(held, problem.residuals(fitted.parameters)[0], 0.0)
        if np.max(np.abs(missed)) < _HELD:
            break
        shift = shift + missed
    return best


def _clip(values: Vector, otherwise: float) -> Vector:
    clipped = np.clip(values, -_LARGEST_RESIDUAL, _LARGEST_RESIDUAL)
    return np.where(np.isfinite(values), clipped, otherwise)


def _least_squares(
    problem: Problem, first: Vector, weights: Vector, shift: Vector
) -> Vector | None:
    # Only this route needs SciPy's optimizers, and they are slow to import.
    from scipy.optimize import least_squares  # noqa: PLC0415

    flat = _flat(problem, first)

    @functools.lru_cache(maxsize=1)  # slopes are asked for where values just were
    def weighted(vector: bytes) -> tuple[Vector, Vector]:
        return problem.weighted(problem.point(np.frombuffer(vector)))

    def residuals(vector: Vector) -> Vector:
        values = _clip((weighted(vector.tobytes())[0] + shift) * weights, _LARGEST_RESIDUAL)
        return np.concatenate([values, flat @ (vector - first)])

    def slopes(vector: Vector) -> Vector:
        return np.concatenate([_clip(weighted(vector.tobytes())[1] * weights[:, None], 0.0), flat])

    lower = np.array([0.0 if spec.is_size else -np.inf for spec in problem.free])
    try:
        with np.errstate(all="ignore"):
            optimum = least_squares(
                residuals, np.maximum(first, lower + _ABOVE_ONE), jac=slopes,
                bounds=(lower, np.inf), x_scale="jac",
                xtol=_TOLERANCE, ftol=_TOLERANCE, gtol=_TOLERANCE, max_nfev=400,
            )  # fmt: skip
    except (np.linalg.LinAlgError, ValueError):
        return None  # steps so long that they leave the numbers
    return np.asarray(optimum.x, dtype=float)


def _flat(problem: Problem, first: Vector) -> Vector:
    """Return the directions of free scales, along which a search without an exact end drifts."""
    point = problem.point(first)
    values = problem.weighted(point)[1]
    count = 0
    if problem.weights is not None and np.isfinite(values).all():
        count = free_scales(problem, point)
    if not count:
        return np.zeros((0, len(first)))
    return np.asarray(np.linalg.svd(values)[2][len(first) - count :])


def solutions(
    problem: Problem,
    starts: Sequence[Mapping[str, float]] = (),
    points: Sequence[Mapping[str, float]] | None = None,
) -> tuple[Problem, list[Fit]]:
    """Search for every point that meets the targets, or the nearest one.

    Returns the problem as it was solved, too: only more equations than unknowns are weighted.
    """
    if not problem.free:
        raise ParameterError(
            "every hyperparameter is fixed",
            expected="at least one that is free",
            do="Leave one out, or ask for its moments with sample.",
        )
    random_starts = drawn_points(problem)
    rank = check_determined(problem, [*starts, *random_starts]) if random_starts else 0
    if rank == len(problem.targets):
        problem = replace(problem, weights=None)
    outcomes = [fit(problem, point) for point in points or ()] if random_starts else []
    if not any(x and x.exact for x in outcomes):
        outcomes += [fit(problem, start) for start in (*starts, *random_starts) if random_starts]
    fits = [x for x in outcomes if x is not None]
    if not fits:
        fixed = [f"{name}={value:g}" for name, value in problem.given.items()]
        tied = [f"{name}={value}" for name, value in problem.ties.texts.items()]
        raise ParameterError(
            "fixed " + ", ".join(fixed + tied),
            expected="values with which mean and variance exist and the targets can be approached",
            do="Fix fewer hyperparameters, or other values.",
        )
    exact = [x for x in fits if x.exact]
    _LOG.info(
        "least squares over %s led to %d points, %d of which meet the targets",
        ", ".join(x.name for x in problem.free), len(fits), len(exact),
    )  # fmt: skip
    if not exact:
        best = fits[0]
        for candidate in fits:
            best = candidate if candidate.distance < best.distance * _BETTER else best
        return problem, [replace(best, reached=_rank(problem, best.parameters, _FLAT) >= rank)]
    different: list[Fit] = []
    for candidate in exact:
        if not any(_alike(problem, candidate, other) for other in different):
            different.append(candidate)
    flat = rank - min(_rank(problem, x.parameters, _FLAT) for x in different)
    if len(different) > 1 and flat > 0:
        # Not several answers: points of a curve of them, as for hierarchical models with K = 1.
        raise _family_error(problem, flat)
    size = problem.kernels.size or ""
    return problem, sorted(different, key=lambda x: x.parameters.get(size, 0.0))


def drawn_points(problem: Problem) -> list[Point]:
    """Draw points at which the moments exist, always the same ones; none where that is rare."""
    generator = np.random.default_rng(20231120)
    center = np.array([_USUAL_SIZE if spec.is_size else 0.0 for spec in problem.free])
    points: list[Point] = []
    for _ in range(_TRIES):
        point = problem.point(generator.normal(center, 1.5))
        if np.isfinite(problem.residuals(point)[0]).all():
            points.append(point)
        if len(points) == _STARTS:
            break
    return points


def _alike(problem: Problem, fit_a: Fit, fit_b: Fit) -> bool:
    """Tell whether two fits differ only where no data can tell: in the scales that are free."""
    kernels = problem.kernels
    # What the model needs besides its targets is not among what it identifies.
    needs = [x.name for x in problem.free if x.name in kernels.spec.needs]
    first, second = (
        kernels.identified_at(x.parameters) | {name: x.parameters[name] for name in needs}
        for x in (fit_a, fit_b)
    )
    # A zero is found as a number of either sign, small beside the others and the unit of a search.
    unit = float(any(x.domain == "real" for x in problem.free))
    zero = _CERTIFIED * max([unit, *(abs(first[name]) for name in first if name != kernels.size)])
    return all(
        abs(first[name] - second[name]) <= _SAME * (abs(first[name]) + abs(second[name])) + zero
        for name in first
    )


def check_determined(problem: Problem, points: Sequence[Mapping[str, float]]) -> int:
    """See that the targets leave nothing open but the scale; return their rank."""
    full = [problem.completed(point) for point in points]
    rank = max(_rank(problem, point, _RANK) for point in full)
    dimension = len(problem.free) - rank - max(free_scales(problem, point) for point in full)
    if dimension <= 0:
        return rank
    raise _family_error(problem, dimension)


def _family_error(problem: Problem, dimension: int) -> TargetError:
    """Build the error for targets that leave a family of solutions open."""
    spec = problem.kernels.spec
    names = [x.name for x in problem.free]
    needed = [name for name in spec.needs if name not in problem.given]
    missing = [name for name in spec.targets if name not in problem.targets]
    advice = _advice(dimension, missing, needed)
    return TargetError(
        f"targets ({', '.join(problem.targets)}) that leave a family of dimension {dimension} open "
        f"among {', '.join(names)}",
        expected="as many targets as identifiable unknowns",
        do=advice[:1].upper() + advice[1:] + ".",
    )


def _advice(dimension: int, targets: Sequence[str], needed: Sequence[str]) -> str:
    """Say what closes a family: as much as it has dimensions, since more can be infeasible."""

    def fix(number: int) -> str:
        if number >= len(needed):
            return "fix " + conjunction(needed)
        return f"fix {'one' if number == 1 else number} of {', '.join(needed)}"

    few = "" if dimension >= len(targets) else f"{'one' if dimension == 1 else dimension} of the "
    add = f"add {few}targets ({', '.join(targets)})"
    excess = dimension - len(targets)
    if not (targets and needed):
        return add if targets else fix(dimension) if needed else "fix another hyperparameter"
    if excess > 0:
        return f"{add} and {fix(excess)}"
    return f"{add} or {fix(dimension)}" if dimension <= len(needed) else add


def _rank(problem: Problem, point: Point, tolerance: float) -> int:
    """Count the directions in which the moments change."""
    usable = _clip(problem.residuals(point)[1], 0.0)
    usable = usable * _units(problem, usable)
    usable = usable / np.maximum(np.linalg.norm(usable, axis=1, keepdims=True), 1.0)
    singular = np.linalg.svd(usable, compute_uv=False)
    return int(np.sum(singular > tolerance * max(singular.max(initial=0.0), 1e-300)))


def free_scales(problem: Problem, point: Point) -> int:
    """Count the scales along which a point can move without touching what is given."""
    kernels = problem.kernels
    symmetries = kernels.spec.symmetries
    names = [name for name in problem.given if name in kernels.hyperparameters]
    if not symmetries or not (names or problem.ties):
        return len(symmetries)
    inner, changes = kernels.inward(point), []
    for step in np.eye(len(symmetries)) * _SCALE_STEP:
        outer, _ = kernels.outward(moved(kernels.spec, inner, step.tolist()))
        relative = [outer[n] / point[n] - 1 if point[n] else outer[n] for n in names]
        changes.append([*relative, *problem.ties.off(outer).values()])
    usable = np.nan_to_num(np.array(changes), nan=1.0, posinf=1.0, neginf=1.0)
    singular = np.linalg.svd(usable, compute_uv=False)
    return len(symmetries) - int(np.sum(singular > _RANK))


def followed(problem: Problem, start: Fit) -> Fit | None:
    """Return where what was found moves, for targets that are slightly others.

    An optimizer stops where the sum of squares changes no more, which near a minimum that is not
    zero is far before the point settles: steps are Newton's instead, on the slopes of the sum of
    squares. Along scales that are free nothing moves.
    """
    if start.exact:
        return fit(problem, start.parameters)
    vector = problem.vector(start.parameters)
    units = _units(problem, problem.weighted(problem.point(vector))[1])

    def downhill(vector: Vector) -> Vector:
        misfits, slopes = problem.weighted(problem.point(vector))
        return np.asarray(-(slopes.T @ misfits) * units)

    with np.errstate(all="ignore"):
        # Second derivatives of half the sum of squares, by differences of the first.
        steps = np.diag(_CURVATURE_STEP * units)
        rows = [(downhill(vector - shift) - downhill(vector + shift)) / (2 * _CURVATURE_STEP)
                for shift in steps]  # fmt: skip
        curvature = (np.array(rows) + np.array(rows).T) / 2
        if not np.isfinite(curvature).all():
            return None
        values, directions = np.linalg.eigh(curvature)
        # Flat along every free scale, and nowhere else.
        curved = np.argsort(np.abs(values))[free_scales(problem, start.parameters) :]
        values, directions = values[curved], directions[:, curved]
        if not (values > _FLAT_CURVATURE * max(values.max(initial=0.0), 1.0)).all():
            return None
        size = np.inf
        for _ in range(_ROUNDS):
            step = directions @ ((directions.T @ downhill(vector)) / values)
            vector, size = vector + step * units, float(np.abs(step).max(initial=0.0))
            if not size < _FAR or size < _SETTLED:
                break
    settled = size < _CURVATURE_STEP * _CURVATURE_STEP
    return problem.fitted(problem.point(vector)) if settled else None


def _units(problem: Problem, slopes: Vector) -> Vector:
    """Return the steps to count in: of what is real by its own effect; logarithms have no unit."""
    norms = np.linalg.norm(slopes, axis=0)
    real = np.array([spec.domain == "real" for spec in problem.free]) & (norms > 0)
    return np.where(real, 1 / np.where(real, norms, 1.0), 1.0)
