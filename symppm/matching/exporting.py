"""What an export needs of a match, and the matches that have it not."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from symppm.errors import ParameterError
from symppm.exports.registry import check_shapes, exported, target_named
from symppm.exports.types import MASK, Chosen, Export, Exposure, Matched
from symppm.matching.extremes import check_moderate
from symppm.matching.measuring import average_inverse_exposure
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics.exposures import LINES
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.matching.result import Match

_LARGE: Final = 1_000_000
_SPARSE: Final = 0.2
_NEAREST = (
    "NOT A MATCH: sampling found nothing that meets the targets; these are the nearest "
    "hyperparameters that it found."
)


def export_of(match: Match, target: str, shapes: str = "auto", *, listed: bool = False) -> Export:
    """Return a match as another library takes it; ``listed`` if entries are to be left out."""
    check_shapes(target_named(target), shapes)
    chosen = chosen_of(match)
    if listed and chosen.matched is not None and not chosen.gaps and not chosen.sparse:
        chosen = replace(chosen, matched=replace(chosen.matched, gaps=MASK))
    return exported(chosen, target, shapes, "" if match.feasible else _NEAREST)


def _matched(match: Match) -> Matched | None:
    measured = match.statistics
    if measured is None:
        return None
    gaps = ""
    if measured.observed < math.prod(measured.shape):
        # A document of an earlier version does not say; only the user knows then.
        gaps = match.given.gaps or MASK
    return Matched(
        tuple(map(int, measured.shape)),
        measured.observed,
        gaps,
        measured.integral,
        average_inverse_exposure(measured),
    )


def _exposures(match: Match) -> tuple[Exposure, ...]:
    averages, own = match.given.exposures, {each.name for each in match.spec.exposures}
    return tuple(
        Exposure(each.name, each.power, each.axes, *averages.get(each.name, ()))
        for each in match.spec.exposures
    ) + tuple(
        Exposure(name, 1, (axis,), *averages[name])
        for name, axis in zip(LINES, match.spec.axes, strict=False)
        if name in averages and name not in own
    )


def chosen_of(match: Match) -> Chosen:
    """Return what an export needs of a match."""
    if match.branches:
        raise ParameterError(
            f"an export of a match with {len(match.branches)} solutions",
            expected="one of them: nothing among the targets chooses",
            do="Export one of .branches, or fix what tells them apart, such as K.",
        )
    if not match.parameters:
        failed = [each.message for each in match.diagnostics if each.severity == "failure"]
        raise ParameterError(
            "an export of a match without hyperparameters",
            expected="a feasible match",
            do=" ".join(failed) or "See .diagnostics.",
        )
    check_moderate(match, "an export")
    measured = match.shapes
    sizes = [each.name for each in match.spec.parameters if each.is_size]
    if match.k is None or len(sizes) != 1:
        raise ParameterError(
            f"an export of {match.model}, which has {len(sizes)} latent axes",
            expected="a model with one, whose size is the number of factors",
            do="Take .parameters, or .to_json(), as they are.",
        )
    return Chosen(
        model=match.model,
        title=match.spec.title,
        declared=match.declared,
        parameters={**match.parameters, sizes[0]: float(match.k)},
        k=match.k,
        targets=dict(match.targets),
        achieved=dict(match.achieved),
        scale=match.scale,
        sparse=_sparse(match.statistics),
        matched=_matched(match),
        exposures=_exposures(match),
        estimated=match.given.estimated,
        ties=dict(match.given.ties),
        counts=match.spec.observed_is_count,
        meanings={each.name: each.meaning for each in match.spec.parameters},
        mean_field={} if measured is None else dict(measured.mean_field),
        noise=1.0 if measured is None else measured.noise,
        resolved=measured is None or measured.resolved,
    )


def _sparse(measured: Statistics | ArrayStatistics | None) -> bool:
    """Tell whether data are so large and so sparse that a program had better not lay them out."""
    if not isinstance(measured, Statistics) or measured.stored is None:
        return False
    size = math.prod(measured.shape)
    complete = measured.observed == size
    return complete and size >= _LARGE and measured.stored <= _SPARSE * size
