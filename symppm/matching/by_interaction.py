"""Shapes from the interaction of rows and columns, levels from their totals, K from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ParameterSpec
from symppm.matching.diagnostics.priors import GammaFactors
from symppm.matching.intervals import of_search
from symppm.matching.kernels import Point
from symppm.matching.outcome import Solution, made_match, on_scale
from symppm.matching.parameters import on_scales
from symppm.matching.question import Question
from symppm.matching.result import CROSS_VALIDATION, Diagnostic, Match, Shapes
from symppm.matching.uncertainty import Uncertainty
from symppm.statistics.interaction import Interaction
from symppm.statistics.jackknife import Spread
from symppm.statistics.moments import Statistics

LEAST_SHAPE: Final = 0.01
"""The least shape that is answered."""
_ASSUMED: Final = 1.0
"""The shape where data do not resolve the interaction: factors vary as much as their mean."""
LARGEST_SHAPE: Final = 1000.0
"""The largest shape that is answered: it varies by 3 %."""
_INFINITE: Final = 2.0
"""Levels of shapes up to this have no variance."""
_HALVINGS: Final = 60
_STEP: Final = 1e-3
_FREEDOM: Final = 11
"""Of the error of the interaction, at least: twelve blocks are held out or more."""
_NOISY: Final = 1.5
"""Times Poisson's, from which another model of noise is worth a try."""
_MANY: Final = 100
UNMATCHED_MOMENTS: Final = frozenset(
    {"nearest", "held_ratio", "rounding", "thin_margin", "below_one"}
)
"""Diagnostics about moments that are not matched."""

Sides = tuple[GammaFactors, GammaFactors]


def can_use(question: Question, sides: Sides | None) -> bool:
    """Tell whether shapes and levels are all that is not known of a model, besides one scale."""
    spec, kernels, measured = question.spec, question.kernels, question.measured
    if sides is None or not isinstance(measured, Statistics) or measured.minimum < 0:
        return False
    shapes = {each.shape for each in sides}
    own = {*shapes, kernels.size, *(each.level for each in sides)}
    return (
        kernels.size is not None
        and not kernels.in_coordinates
        and not kernels.size_is_open
        and sum(each.name not in own for each in spec.identified) == 1
        and {*spec.needs} - shapes <= {*question.given}
        and {*question.given} <= own.union(spec.needs, question.scales)
        # Equal shapes are what is assumed anyway.
        and question.ties_only(shapes)
    )


def shapes_for(
    k: int, found: Interaction | None, noise: float, sides: Sides, given: Mapping[str, float]
) -> Shapes:
    """Return the shapes that have an interaction, equal ones if none is given.

    Over their totals, Gamma factors are Dirichlet, and the variance of rates over their totals is
    (K - 1) / ((K a + 1) (K c + 1)), as the derivation of pmf_dirichlet says.
    """
    value, error = (math.nan, math.nan) if found is None else (found.value, found.error)
    # Shapes above zero have at most K - 1; what is far above is from a few large entries.
    resolved = k > 1 and found is not None and found.resolved and value < 2 * (k - 1)
    names = [each.shape for each in sides]
    own = {name: given[name] for name in names if name in given}
    free = _ASSUMED
    if resolved:
        total = (k - 1) / value
        parts = [k * each + 1 for each in own.values()]
        free = max(((total / parts[0] if parts else math.sqrt(total)) - 1) / k, LEAST_SHAPE)
    values = {name: own.get(name, free) for name in names}
    return Shapes(value, error, resolved, noise, values)


@dataclass(frozen=True)
class _Margins:
    """Levels and the scale that give rows and columns their totals, with shapes that are given.

    With one factor, what levels bring cannot be told from what factors do: these then vary alone.
    """

    sides: Sides
    k: int
    free: tuple[str, str]

    @classmethod
    def of(cls, question: Question, sides: Sides, k: int) -> _Margins:
        def name(side: GammaFactors) -> str:
            wanted = side.shape if k == 1 and side.shape not in question.given else side.level
            return "" if wanted in question.given else wanted

        return cls(sides, k, (name(sides[0]), name(sides[1])))

    def targets(self, question: Question) -> Point:
        """Return the statistics that are met: the mean, and covariances where something varies."""
        measured, axes = question.measured, question.spec.axes
        found = {"mean": float(getattr(measured, "mean", math.nan))}
        for name, axis, statistic in zip(self.free, axes, ("cov_row", "cov_col"), strict=True):
            if name:
                found[f"cov_{axis}"] = float(getattr(measured, statistic))
        return found

    def identified(self, question: Question, shapes: Mapping[str, float]) -> Point:
        """Return what data determine of a model."""
        spec, kernels, targets = question.spec, question.kernels, question.targets
        levels = {side.level for side in self.sides}
        point: Point = {
            kernels.size or "": float(self.k),
            **{side.level: LARGEST_SHAPE for side in self.sides if side.level},
            **{name: value for name, value in question.given.items() if name in levels},
            **shapes,
        }
        (scale,) = (each.name for each in spec.identified if each.name not in point)
        point[scale] = 1.0
        for axis, name, side in zip(spec.axes, self.free, self.sides, strict=True):
            if name:
                wanted = targets[f"cov_{axis}"] / targets["mean"] ** 2
                least = LEAST_SHAPE if name == side.shape else _INFINITE * (1 + 1e-6)
                point[name] = self._met(question, point, name, axis, wanted, least)
        once, twice = (self._moments(question, {**point, scale: x})["mean"] for x in (1.0, 2.0))
        power = math.log2(twice / once)
        point[scale] = (targets["mean"] / once) ** (1 / power)
        return point

    def _moments(self, question: Question, point: Point) -> Point:
        kernels = question.kernels
        return kernels.at({**question.given, **point, **kernels.anchored(point)})

    def _met(
        self, question: Question, point: Point, name: str, axis: str, wanted: float, least: float
    ) -> float:
        """Return the shape with which entries of one row, or column, covary as they should."""

        def covariance(value: float) -> float:
            found = self._moments(question, {**point, name: value})
            return found[f"rho_{axis}"] * found["variance"] / found["mean"] ** 2

        low, high = least, LARGEST_SHAPE
        if not wanted > covariance(high):
            return high
        if not wanted < covariance(low):
            return low
        offset = _INFINITE if least > _INFINITE else 0.0
        for _ in range(_HALVINGS):
            middle = offset + math.sqrt((low - offset) * (high - offset))
            low, high = (middle, high) if covariance(middle) > wanted else (low, middle)
        return offset + math.sqrt((low - offset) * (high - offset))


def matched(question: Question, sides: Sides, k: int, shapes: Shapes) -> Match | None:
    """Return the match with given shapes whose levels and scale have the margins of the data."""
    margins = _Margins.of(question, sides, k)
    asked = replace(question, k=k, targets=margins.targets(question), cross_moments=None)
    if not asked.targets["mean"] > 0:
        return None

    def at(own: Question, values: Mapping[str, float]) -> tuple[Point, Point, str] | None:
        identified = margins.identified(own, values)
        needed = {name: {**own.given, **identified}[name] for name in own.spec.needs}
        outer, text, status = on_scale(own, identified, needed)
        return (outer, identified, text) if status == OK else None

    def given(values: Mapping[str, float]) -> Question:
        fixed = {name: each for name, each in values.items() if name not in margins.free}
        return replace(asked, given={**question.given, **fixed})

    own = given(shapes.values)
    answer = at(own, shapes.values)
    if answer is None:
        return None
    outer, identified, text = answer
    names = {each.name for each in question.spec.identified}
    identified = {name: value for name, value in identified.items() if name in names}
    solution = Solution(float(k), outer, identified, text)
    made = made_match(replace(own, targets=question.targets), k, solution)
    shapes = replace(shapes, values={each.shape: made.parameters[each.shape] for each in sides})

    def shown(values: Mapping[str, float], other: Question) -> Point | None:
        found = at(other, values)
        return None if found is None else {**found[0], **found[1]}

    uncertainty = of_search(
        own, {**outer, **identified}, lambda other: shown(shapes.values, other), nearest=True
    )
    free = [each.shape for each in sides if each.shape not in {*question.given, *margins.free}]

    def moved(log: float) -> tuple[Point | None, Shapes]:
        interaction = Interaction(shapes.interaction * math.exp(log), shapes.error, True)
        other = shapes_for(k, interaction, shapes.noise, sides, question.given)
        return shown(other.values, given(other.values)), other

    if uncertainty is not None:
        flat = {name for name in margins.free if outer.get(name, 0.0) >= LARGEST_SHAPE}
        open_ = {each.name: each for each in made.spec.parameters if each.name in flat}
        uncertainty = replace(uncertainty, undetermined={**uncertainty.undetermined, **open_})
    if uncertainty is not None and free:
        uncertainty = _with_shapes(uncertainty, shapes, made.spec.parameters, free, moved)
    diagnostics = [each for each in made.diagnostics if each.code not in UNMATCHED_MOMENTS]
    return replace(
        made, diagnostics=tuple(diagnostics), uncertainty=uncertainty, shapes=shapes,
        estimator=CROSS_VALIDATION,
    )  # fmt: skip


def _with_shapes(
    found: Uncertainty,
    shapes: Shapes,
    parameters: tuple[ParameterSpec, ...],
    free: list[str],
    moved: Callable[[float], tuple[Point | None, Shapes]],
) -> Uncertainty:
    """Return how far off all is, the error of the interaction included."""
    known = {each.name: each for each in parameters if each.name in free}
    if not shapes.resolved:
        return replace(found, undetermined={**found.undetermined, **known})
    scales = {**found.scales, **known}
    ends = [moved(step) for step in (_STEP, -_STEP)]
    values = [None if point is None else {**point, **other.values} for point, other in ends]
    if found.spread is None or values[0] is None or values[1] is None:
        return replace(found, scales=scales, spread=None)
    slopes = (on_scales(scales, values[0]) - on_scales(scales, values[1])) / (2 * _STEP)
    covariance = np.zeros((len(scales), len(scales)))
    covariance[: len(found.scales), : len(found.scales)] = found.spread.covariance
    covariance += (shapes.error / shapes.interaction) ** 2 * np.outer(slopes, slopes)
    freedom = np.append(found.spread.freedom, np.full(len(known), _FREEDOM))
    return replace(found, scales=scales, spread=Spread(covariance, freedom), lines=None)


def about_shapes(match: Match, sides: Sides, given: Mapping[str, float]) -> tuple[Diagnostic, ...]:
    """Say what the shapes and levels of a match are from."""
    shapes = match.shapes
    if shapes is None:
        return ()
    free = [each.shape for each in sides if each.shape not in given]
    measured = f"{shapes.interaction:.2g} (+- {shapes.error:.1g})"
    equal = f" That {' and '.join(free)} are equal is assumed." if len(free) > 1 else ""
    if not free:
        said = "Shapes are as given."
    elif match.k == 1:
        said = f"With one factor, {' and '.join(free)} are from the totals of rows and columns."
    elif shapes.resolved:
        said = (
            f"{' and '.join(free)}: from the interaction of rows and columns, a relative variance "
            f"of {measured} of rates about what totals make them.{equal}"
        )
    else:
        what = (
            "is none that can be measured"
            if math.isnan(shapes.interaction)
            else (f"is not resolved ({measured})")
        )
        said = (
            f"The interaction of rows and columns {what}, so {' = '.join(free)} = "
            f"{_ASSUMED:g} is assumed: factors that vary as much as their mean."
        )
    levels = [each.level for each in sides if each.level and each.level not in given]
    flat = [name for name in levels if match.parameters[name] >= LARGEST_SHAPE]
    varying = [name for name in levels if name not in flat]
    if varying:
        said += f" {' and '.join(varying)}: from the covariances of rows and columns."
    if flat:
        why = (
            "it could not be told from the one factor"
            if match.k == 1
            else "totals vary less than such factors make them"
        )
        said += f" {' = '.join(flat)} = {LARGEST_SHAPE:g}, a level that hardly varies: {why}."
    said += " The variance of entries is not matched, since their noise is part of it."
    guessed = free and match.k != 1 and not shapes.resolved
    found = Diagnostic("shapes", "warning" if guessed else "note", said)
    if not match.spec.observed_is_count:
        return (found,)
    about, other = "", "gmf_gamma_negativebinomial"
    if shapes.noise >= _NOISY:
        about = "" if match.model == other else f": consider a negative binomial ({other})"
        about += ". Shapes for mean-field fits take it into account"
    elif shapes.noise <= 1 / _NOISY:
        about = ", as shares, averages and ratings do: these are no counts of events"
    noise = f"{shapes.noise:.2g}" if shapes.noise < _MANY else f"{shapes.noise:.0f}"
    noisy = f"Entries vary {noise} times as much about their rates as Poisson counts do"
    return found, Diagnostic("dispersion", "note", f"{noisy}{about}.")
