"""Whether two sets of moments tell of the same model: what one solution says of another moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from symppm.errors import TargetError
from symppm.matching.axes import measured_name
from symppm.matching.intervals import all_left_out
from symppm.matching.kernels import Point
from symppm.matching.question import Question
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.jackknife import two_way

Vector = NDArray[np.float64]

_STEP: Final = 1e-4

Follows = Callable[[Point], float | None]
"""From what was measured, by name, to a number; None where there is none."""


@dataclass(frozen=True)
class Estimate:
    """A number that follows from what was measured, with its standard error."""

    value: float
    error: float
    freedom: float

    @classmethod
    def of(cls, value: float, rows: Vector, columns: Vector) -> Self:
        """Return a number with its error from what it is, but for a constant, without each line."""
        found = two_way(rows[:, None], columns[:, None])
        return cls(float(value), float(found.errors[0]), float(found.freedom[0]))

    @property
    def errors(self) -> float:
        """How many standard errors it is from zero."""
        if self.error > 0:
            return self.value / self.error
        return 0.0 if self.value == 0 else float(np.copysign(np.inf, self.value))

    @property
    def in_errors(self) -> str:
        """The same in words."""
        side = "above" if self.value > 0 else "below"
        return f"{abs(self.errors):.1f} standard errors {side}"

    @property
    def below(self) -> float:
        """How likely as small a number, or a smaller one, is if it should be zero."""
        return self._chance(self.errors)

    @property
    def above(self) -> float:
        """How likely as large a number, or a larger one, is if it should be zero."""
        return 1.0 - self.below

    @property
    def either(self) -> float:
        """How likely a number this far from zero, either way, is if it should be zero."""
        return 2.0 * self._chance(-abs(self.errors))

    def _chance(self, errors: float) -> float:
        # A tenth of a second to load, which most matches need not wait for.
        from scipy.special import stdtr  # noqa: PLC0415

        return float(stdtr(self.freedom, errors))

    def reach(self, level: float = 0.95) -> float:
        """Return how far the ends of an interval lie from the number."""
        from scipy.special import stdtrit  # noqa: PLC0415 - as above

        return float(stdtrit(self.freedom, (1 + level) / 2)) * self.error


def estimated(measured: CrossMoments, follows: Follows) -> Estimate | None:
    """Return a number with its error, by how it moves with what was measured."""
    found = all_left_out(measured)
    value = None if found is None else follows(found[0])
    if found is None or value is None:
        return None
    at, *tables = found
    slopes = np.zeros(len(at))
    for place, name in enumerate(at):
        # By its error where it is near zero, so that a difference is not lost in rounding.
        rows, columns = (table[:, place] for table in tables)
        finite = np.isfinite(rows).all() and np.isfinite(columns).all()
        error = Estimate.of(at[name], rows, columns).error if finite else 0.0
        step = _STEP * max(abs(at[name]), error)
        if not np.isfinite(step):
            return None
        if step == 0.0:
            continue
        up, down = (follows({**at, name: at[name] + by}) for by in (step, -step))
        if up is None or down is None:
            return None
        slopes[place] = (up - down) / (2 * step)
    used = np.flatnonzero(slopes)
    rows, columns = (table[:, used] @ slopes[used] for table in tables)
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return None
    return Estimate.of(value, rows, columns)


@dataclass(frozen=True)
class LogSize:
    """Logarithm of the size, and what it is without each row and each column."""

    value: float
    rows: Vector
    columns: Vector

    def less(self, other: LogSize) -> Estimate:
        """Return the difference from the same by another estimator, on the same data."""
        rows, columns = self.rows - other.rows, self.columns - other.columns
        return Estimate.of(self.value - other.value, rows, columns)

    @property
    def logarithm(self) -> Estimate:
        """The logarithm with its error."""
        return Estimate.of(self.value, self.rows, self.columns)

    @property
    def size(self) -> Estimate:
        """The size itself, with its error on its own scale."""
        at = float(np.exp(self.value))
        with np.errstate(over="ignore"):
            return Estimate.of(at, np.exp(self.rows), np.exp(self.columns))


def solution_at(question: Question, values: Point) -> Point | None:
    """Return size, before rounding, and hyperparameters in closed form, or None without any."""
    kernels, spec = question.kernels, question.spec
    targets = {name: values[measured_name(spec, name)] for name in spec.targets}
    averages = {name: values.get(name, own) for name, own in question.averages.items()}
    question = replace(question, given={**question.given, **averages})
    if not question.closed:
        return None
    try:
        point = kernels.solution(targets, question.needed, question.k)
    except TargetError:
        return None
    return None if point is None else {**question.given, **point}
