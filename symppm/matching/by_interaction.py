"""Shapes from the interaction of rows and columns, levels from their totals, K from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ParameterSpec
from symppm.matching.grounds import CROSS_VALIDATION, Shapes
from symppm.matching.intervals import of_search
from symppm.matching.kernels import Point
from symppm.matching.parameters import on_scales
from symppm.matching.question import Question, Solution
from symppm.matching.result import Match
from symppm.matching.solving import finished, made_match
from symppm.matching.uncertainty import Uncertainty
from symppm.statistics.interaction import Interaction
from symppm.statistics.jackknife import Spread
from symppm.statistics.moments import Statistics

LEAST_SHAPE: Final = 0.01
"""The least shape that is answered."""
ASSUMED_SHAPE: Final = 1.0
"""The shape where data do not resolve the interaction: factors vary as much as their mean."""
LARGEST_SHAPE: Final = 1000.0
"""The largest shape that is answered: it varies by 3 %."""
_INFINITE: Final = 2.0
"""Levels of shapes up to this have no variance."""
_HALVINGS: Final = 60
_STEP: Final = 1e-3
_FREEDOM: Final = 11
"""Of the error of the interaction, at least: twelve blocks are held out or more."""


def can_use(question: Question) -> bool:
    """Tell whether shapes and levels are all that is not known of a model, besides one scale."""
    spec, kernels, measured = question.spec, question.kernels, question.measured
    if not question.sides or not isinstance(measured, Statistics) or measured.minimum < 0:
        return False
    shapes = {side.shape for side in question.sides}
    names = {*shapes, kernels.size, *(side.level for side in question.sides)}
    return (
        kernels.size is not None
        and not kernels.in_coordinates
        and not kernels.size_is_open
        and sum(x.name not in names for x in spec.identified) == 1
        and {*spec.needs} - shapes <= {*question.given}
        and {*question.given} <= names.union(spec.needs, question.scales)
        # Equal shapes are what is assumed anyway.
        and question.ties_only(shapes)
    )


def shapes_for(
    k: int,
    measured: Interaction | None,
    noise: float,
    names: Collection[str],
    given: Mapping[str, float],
) -> Shapes:
    """Return the shapes of these names that have an interaction, equal ones if none is given.

    Over their totals, Gamma factors are Dirichlet, and the variance of rates over their totals is
    (K - 1) / ((K a + 1) (K c + 1)), as the derivation of pmf_dirichlet says.
    """
    value, error = (math.nan, math.nan) if measured is None else (measured.value, measured.error)
    # Shapes above zero have at most K - 1; what is far above is from a few large entries.
    resolved = k > 1 and measured is not None and measured.resolved and value < 2 * (k - 1)
    fixed = {name: given[name] for name in names if name in given}
    free = ASSUMED_SHAPE
    if resolved:
        total = (k - 1) / value
        factors = [k * shape + 1 for shape in fixed.values()]
        free = max(((total / factors[0] if factors else math.sqrt(total)) - 1) / k, LEAST_SHAPE)
    values = {name: fixed.get(name, free) for name in names}
    equal = () if fixed or not resolved else tuple(names)
    # Of data without any, rounding may leave less than none.
    return Shapes(value, error, resolved, max(noise, 0.0), values, equal)


def _free(question: Question) -> list[str]:
    """Return of each side the name of what varies, or nothing.

    With one factor, what levels bring cannot be told from what factors do: these then vary alone.
    """
    given, alone = question.given, question.k == 1
    names = (side.shape if alone and side.shape not in given else side.level
             for side in question.sides)  # fmt: skip
    return ["" if name in given else name for name in names]


def _with_margins(question: Question, shapes: Mapping[str, float]) -> Question:
    """Return the question about totals, with shapes given: levels and the scale are to meet them.

    Targets are the mean, and covariances where something varies.
    """
    measured, free = question.measured, _free(question)
    targets = {"mean": float(getattr(measured, "mean", math.nan))}
    for name, axis, statistic in zip(free, question.spec.axes, ("cov_row", "cov_col"), strict=True):
        if name:
            targets[f"cov_{axis}"] = float(getattr(measured, statistic))
    fixed = {name: value for name, value in shapes.items() if name not in free}
    given = {**question.given, **fixed}
    return replace(question, targets=targets, given=given)


def _solved(question: Question, *, lacking: bool = False) -> Solution:
    """Return hyperparameters that have the totals, in the wanted scale."""
    identified = _identified(question, lacking=lacking)
    needed = {name: {**question.given, **identified}[name] for name in question.spec.needs}
    return question.on_scale(identified, needed)


def _identified(question: Question, *, lacking: bool) -> Point:
    """Return what totals determine, the largest of them lacking or not."""
    spec, kernels = question.spec, question.kernels
    targets, sides = question.targets, question.sides
    usual = {side.level: LARGEST_SHAPE for side in sides if side.level}
    usual |= {side.shape: ASSUMED_SHAPE for side in sides}
    point = kernels.sized(question.k)
    point |= {name: question.given.get(name, value) for name, value in usual.items()}
    (scale,) = (x.name for x in spec.identified if x.name not in point)

    def moments(**changed: float) -> Point:
        full = {**point, **changed}
        return kernels.at({**question.given, **full, **kernels.anchored(full)})

    point[scale] = 1.0

    def covariance(name: str, axis: str, count: int, value: float) -> float:
        reached = moments(**{name: value})
        seen = _share_of_few(value, count) if lacking and count else 1.0
        return seen * reached[f"rho_{axis}"] * reached["variance"] / reached["mean"] ** 2

    lengths = getattr(question.measured, "shape", ())
    for axis, name, side, count in zip(spec.axes, _free(question), sides, lengths, strict=True):
        if name:
            is_level = name != side.shape
            target = targets[f"cov_{axis}"] / targets["mean"] ** 2
            of_value = partial(covariance, name, axis, count * is_level)
            point[name] = _shape_with(of_value, target, _INFINITE * is_level)
    at_one, at_two = (moments(**{scale: value})["mean"] for value in (1.0, 2.0))
    point[scale] = (targets["mean"] / at_one) ** (1 / math.log2(at_two / at_one))
    return point


def _shape_with(covariance: Callable[[float], float], target: float, infinite: float) -> float:
    """Return the shape with which entries of one line covary as they should, by halving."""
    low = infinite * (1 + 1e-6) if infinite else LEAST_SHAPE
    high = LARGEST_SHAPE
    if not target > covariance(high):
        return high
    if not target < covariance(low):
        return low
    for _ in range(_HALVINGS):
        middle = infinite + math.sqrt((low - infinite) * (high - infinite))
        low, high = (middle, high) if covariance(middle) > target else (low, middle)
    return infinite + math.sqrt((low - infinite) * (high - infinite))


def _share_of_few(shape: float, count: int) -> float:
    """Return the share of the relative variance of totals that is seen without the largest ones.

    That of X = 1/xi is taken, xi a Gamma variable, to which totals are proportional: factors, whose
    tails are lighter, have the same share, so that intervals are rather too long. Once in 40 times,
    no X of ``count`` is above the point where F(x)^count = 1/40; moments up to there are seen.
    """
    from scipy.special import gammaincc, gammainccinv  # noqa: PLC0415 - slow to load

    chance = 40.0 ** (-1 / count)
    end = gammainccinv(shape, chance)
    first, second = (gammaincc(shape - n, end) for n in (1, 2))
    # E[X^n; X <= x] is gammaincc(shape - n, 1/x) / ((shape - 1) ... (shape - n)).
    relative = chance * second / first**2 * (shape - 1) / (shape - 2) - 1
    return float(relative * (shape - 2))


def matched(question: Question, k: int, shapes: Shapes) -> Match | None:
    """Return the match with given shapes whose levels and scale have the margins of the data."""
    question = replace(question, k=k)
    margins = _with_margins(question, shapes.values)
    solution = _solved(margins) if margins.targets["mean"] > 0 else None
    if solution is None or solution.status != OK:
        return None
    identified = {x.name: solution.identified[x.name] for x in question.spec.identified}
    solution = replace(solution, identified=identified, k_exact=float(k))
    match = made_match(replace(margins, targets=question.targets), solution)
    shapes = replace(shapes, values={name: match.parameters[name] for name in shapes.values})

    def moved(interaction: Interaction) -> Point | None:
        values = shapes_for(k, interaction, shapes.noise, shapes.values, question.given).values
        solved = _solved(_with_margins(question, values)).shown
        return None if solved is None else {**solved, **values}

    point = {**solution.outer, **identified}
    uncertainty = of_search(margins, point, lambda question: _solved(question).shown, nearest=True)
    if uncertainty is not None:
        varied = _free(question)
        free = {*shapes.values} - {*question.given, *varied}
        specs = {x.name: x for x in match.spec.parameters}
        free_specs = {name: spec for name, spec in specs.items() if name in free}
        open_names = {*varied, *(side.level for side in question.sides)} - {*question.given}
        largest = {name for name, value in solution.outer.items() if value >= LARGEST_SHAPE}
        flat = [name for name in specs if name in open_names & largest]
        flat += [] if shapes.resolved else free_specs
        undetermined = {**uncertainty.undetermined, **{name: specs[name] for name in flat}}
        lowest = _solved(margins, lacking=True).shown or {}
        reaching = {name: lowest[name] for name in uncertainty.scales if name in lowest}
        uncertainty = replace(uncertainty, undetermined=undetermined, reaching=reaching)
        if free_specs and shapes.resolved:
            uncertainty = with_shapes(uncertainty, shapes, free_specs, moved)
    return finished(match, CROSS_VALIDATION, uncertainty=uncertainty, shapes=shapes)


def with_shapes(
    uncertainty: Uncertainty,
    shapes: Shapes,
    free: Mapping[str, ParameterSpec],
    answers: Callable[[Interaction], Mapping[str, float] | None],
) -> Uncertainty:
    """Return how far off all is, the error of the interaction included."""
    scales = {**uncertainty.scales, **free}
    up, down = (answers(Interaction(shapes.interaction * math.exp(by), shapes.error, True))
                for by in (_STEP, -_STEP))  # fmt: skip
    if uncertainty.spread is None or up is None or down is None:
        return replace(uncertainty, scales=scales, spread=None)
    slopes = (on_scales(scales, up) - on_scales(scales, down)) / (2 * _STEP)
    count = len(uncertainty.scales)
    interaction = (shapes.error / shapes.interaction) ** 2 * np.outer(slopes, slopes)
    margins = np.zeros_like(interaction)
    margins[:count, :count] = uncertainty.spread.covariance
    freedom = np.full(len(scales), float(_FREEDOM))
    freedom[:count] = uncertainty.spread.freedom
    # Satterthwaite's rule, of two parts: what only one of them moves has the freedom of that one.
    parts = np.diag(margins), np.diag(interaction)
    with np.errstate(invalid="ignore"):
        shares = [(part / sum(parts)) ** 2 for part in parts]
        both = 1 / (shares[0] / freedom + shares[1] / _FREEDOM)
    spread = Spread(margins + interaction, np.where(sum(parts) > 0, both, freedom))
    return replace(uncertainty, scales=scales, spread=spread, lines=None)
