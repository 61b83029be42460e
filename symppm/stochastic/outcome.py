"""What matching by sampling returns, as plain values: no torch is needed to read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symppm.results.diagnostic import Diagnostic
from symppm.results.documents import Unknown, require
from symppm.results.frozen import freeze


@dataclass(frozen=True, repr=False, eq=False)
class Trace:
    """The search, step by step; all sequences have one entry a step.

    Attributes
    ----------
    phase : tuple of str
        ``"approach"`` with few draws and whole steps, ``"average"`` with shrinking ones about the
        answer, ``"whole K"`` for what follows once K is rounded.
    draws : tuple of int
        Prior predictive draws of the step; 0 where every target is a closed form.
    loss : tuple of float
        Discrepancy at the step's hyperparameters, as its own draws estimate it.
    statistics : mapping of str to tuple of float
        The targets' statistics there, likewise.
    hyperparameters : mapping of str to tuple of float
        What was free.
    """

    phase: tuple[str, ...]
    draws: tuple[int, ...]
    loss: tuple[Unknown, ...]
    statistics: Mapping[str, tuple[Unknown, ...]]
    hyperparameters: Mapping[str, tuple[Unknown, ...]]

    def __post_init__(self) -> None:
        freeze(self, "statistics", "hyperparameters")

    def _check(self, place: str) -> None:
        columns = (self.draws, self.loss, *self.statistics.values(), *self.hyperparameters.values())
        same = all(len(column) == len(self) for column in columns)
        require(same, place, {}, "as many numbers in each column as there are steps")

    def __eq__(self, other: object) -> bool:
        # What could not be estimated is NaN, which equals nothing, and is the same all the same.
        return isinstance(other, Trace) and _comparable(self) == _comparable(other)

    def __hash__(self) -> int:
        return hash((self.phase, self.draws))

    def __len__(self) -> int:
        return len(self.phase)

    def __repr__(self) -> str:
        return f"Trace({len(self)} steps of {', '.join(self.hyperparameters)})"


def _comparable(trace: Trace) -> tuple[object, ...]:
    columns = [("loss", trace.loss), *trace.statistics.items(), *trace.hyperparameters.items()]
    numbers = [(name, [x if x == x else None for x in column]) for name, column in columns]  # noqa: PLR0124
    return trace.phase, trace.draws, len(trace.statistics), numbers


@dataclass(frozen=True)
class Outcome:
    """What matching by sampling found."""

    feasible: bool
    """Whether the statistics equal the targets, within ``tolerance`` and their standard errors."""
    k: int | None
    """Number of factors, whole; None for a model without a latent axis."""
    k_exact: float | None
    """The same before rounding."""
    parameters: Mapping[str, float]
    """Size and hyperparameters, fixed ones included, in the order of declaration."""
    parameter_errors: Mapping[str, float]
    """Monte-Carlo standard errors of those that were free and that the targets determine; that of
    a size belongs to ``k_exact``."""
    responses: Mapping[str, Mapping[str, float]]
    """By how much each of these changes with each target; before K was rounded."""
    achieved: Mapping[str, float]
    """Statistics at ``parameters``, by the exact formula where there is one, else on draws that
    the search has not seen."""
    achieved_errors: Mapping[str, float]
    """Their standard errors; 0 where the formula is exact."""
    sampled: Mapping[str, float]
    """What the search's own estimator says there, where ``achieved`` is exact."""
    discrepancy: float
    """Of ``achieved`` from the targets, weights included."""
    remarks: tuple[Diagnostic, ...]
    """What does not fit, what was chosen, what failed."""
    trace: Trace
    draws: int
    """Prior predictive draws in all."""
    seconds: float
    """Wall time."""
    estimators: Mapping[str, str]
    """How each target was computed: one of the sentences in :mod:`symppm.stochastic.plans`."""
