"""What is done with a match, an export or draws, and the matches that have not what these need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from symppm.errors import ParameterError
from symppm.exports.registry import check_shapes, exported, target_named
from symppm.exports.types import (
    MASK,
    TOPIC_MODELS,
    Export,
    ExportTask,
    Exposure,
    variational_prior,
)
from symppm.matching.measuring import average_inverse_exposure
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics.exposures import LINES
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.matching.result import Match

_LARGEST: Final = 1e100
_LARGE: Final = 1_000_000
_SPARSE: Final = 0.2
_NEAREST: Final = (
    "NOT A MATCH: sampling found nothing that meets the targets; these are the nearest "
    "hyperparameters that it found."
)


def export_of(match: Match, target: str, shapes: str = "auto", *, listed: bool = False) -> Export:
    """Return a match as another library takes it; ``listed`` if entries are to be left out."""
    check_shapes(target_named(target), shapes)
    choice = chosen_of(match)
    if listed and match.statistics is not None and not choice.missing and not choice.sparse:
        choice = replace(choice, missing=MASK)
    return exported(choice, target, shapes, "" if match.feasible else _NEAREST)


def chosen_of(match: Match) -> ExportTask:
    """Return what an export needs of a match."""
    if match.branches:
        raise ParameterError(
            f"an export of a match with {len(match.branches)} solutions",
            expected="one of them: nothing among the targets chooses",
            do="Export one of .branches, or fix what tells them apart, such as K.",
        )
    if not match.parameters:
        failed = [x.message for x in match.diagnostics if x.severity == "failure"]
        raise ParameterError(
            "an export of a match without hyperparameters",
            expected="a feasible match",
            do=" ".join(failed) or "See .diagnostics.",
        )
    check_moderate(match, "an export")
    sizes = [x.name for x in match.spec.parameters if x.is_size]
    if match.k is None or len(sizes) != 1:
        raise ParameterError(
            f"an export of {match.model}, which has {len(sizes)} latent axes",
            expected="a model with one, whose size is the number of factors",
            do="Take .parameters, or .to_json(), as they are.",
        )
    measured = match.statistics
    # A match that was made by hand need not say how they are known; only the user knows then.
    incomplete = measured is not None and measured.observed < math.prod(measured.shape)
    return ExportTask(
        match,
        match.k,
        parameters={**match.parameters, sizes[0]: float(match.k)},
        achieved=match.achieved,
        missing=(match.given.missing or MASK) if incomplete else "",
        exposures=_exposures(match),
        inverse_exposure=average_inverse_exposure(measured),
        sparse=_sparse(measured),
        mean_field=_mean_field(match),
    )


def _mean_field(match: Match) -> dict[str, float]:
    """Return what variational inference takes, where that is known without the noise of data."""
    if match.shapes is not None:
        return dict(match.shapes.mean_field)
    names = ("alpha", "eta") if match.model in TOPIC_MODELS else ()
    return {name: variational_prior(match.parameters[name]) for name in names}


def _exposures(match: Match) -> tuple[Exposure, ...]:
    sizes, spec = match.given.exposures, match.spec
    known = {x.name: (x.power, x.axes) for x in spec.exposures}
    lines = zip(LINES, spec.axes, strict=False)
    of_lines = {name: (1, (axis,)) for name, axis in lines if name in sizes and name not in known}
    return tuple(
        Exposure(name, power, axes, *sizes.get(name, ()))
        for name, (power, axes) in {**known, **of_lines}.items()
    )


def _sparse(measured: Statistics | ArrayStatistics | None) -> bool:
    """Tell whether data are so large and so sparse that a program had better not lay them out."""
    if not isinstance(measured, Statistics) or measured.stored is None:
        return False
    size = math.prod(measured.shape)
    complete = measured.observed == size
    return complete and size >= _LARGE and measured.stored <= _SPARSE * size


def redrawn(
    match: Match, shape: tuple[int, ...] | None, *, known: Mapping[str, Any], **options: Any
) -> Any:
    """Draw from the model of a match, by default as much as the data that were matched."""
    from symppm.modeller import sample  # noqa: PLC0415 - needs SymPy

    check_one_solution(match)
    if shape is None and match.statistics is not None:
        shape = match.statistics.shape
    if shape is None:
        raise ParameterError(
            "no shape for draws of a match to beliefs",
            expected="the numbers of rows and columns",
            do="Write, for example, shape=(100, 80).",
        )
    model = match.declared or match.model
    return sample(model, match.parameters, shape=shape, known=known, **options)


def check_one_solution(match: Match) -> None:
    """See that a match has parameters to draw with, and one set of them."""
    if len(match.branches) > 1:
        raise ParameterError(
            f"a match with {len(match.branches)} solutions",
            expected="one of them, to draw from",
            do="Use one of .branches, or fix what tells them apart.",
        )
    if not match.parameters:
        raise ParameterError(
            "a match without parameters, whose targets the model cannot have",
            expected="parameters to draw with",
            do="See .diagnostics for what fails; a model that they name may have such statistics.",
        )


def check_moderate(match: Match, what: str) -> None:
    """Refuse a match whose numbers leave double precision once they are squared and multiplied."""
    shapes = () if match.shapes is None else match.shapes.mean_field.items()
    numbers = {**match.targets, **match.identified, **match.parameters}
    for name, value in (*numbers.items(), *shapes):
        if value and not 1 / _LARGEST < abs(value) < _LARGEST:
            raise ParameterError(
                f"{what} of a match with {name}={value:g}",
                expected=f"numbers between {1 / _LARGEST:g} and {_LARGEST:g}",
                do="Measure the data in other units, or choose another scale.",
            )
