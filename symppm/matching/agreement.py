"""Whether two sets of moments tell of the same model: what one solution says of another moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

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
    """A number that follows from what was measured, with its error."""

    value: float
    error: float
    freedom: float

    @property
    def errors(self) -> float:
        """How many standard errors it is from zero."""
        if self.error > 0:
            return self.value / self.error
        return 0.0 if self.value == 0 else float(np.copysign(np.inf, self.value))

    @property
    def either(self) -> float:
        """How likely a number this far from zero, either way, is if it should be zero."""
        # A tenth of a second to load, which most matches need not wait for.
        from scipy.special import stdtr  # noqa: PLC0415

        return 2.0 * float(stdtr(self.freedom, -abs(self.errors)))

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
    used: dict[str, float] = {}
    for place, name in enumerate(at):
        # By its error where it is near zero, so that a difference is not lost in rounding.
        step = _STEP * max(abs(at[name]), _error(*(each[:, place] for each in tables)))
        if not np.isfinite(step):
            return None
        if step == 0.0:
            continue
        ends = [follows({**at, name: at[name] + by}) for by in (step, -step)]
        if ends[0] is None or ends[1] is None:
            return None
        slope = (ends[0] - ends[1]) / (2 * step)
        if slope != 0.0:
            used[name] = slope
    places = [place for place, name in enumerate(at) if name in used]
    slopes = np.array(list(used.values()))
    rows, columns = (each[:, places] @ slopes for each in tables)
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return None
    return _spread(value, rows, columns, used.get("cycle", 0.0) * measured.probe_error)


@dataclass(frozen=True)
class LogSize:
    """Logarithm of the size, and what it is without each row and each column."""

    value: float
    rows: Vector
    columns: Vector
    by_probes: float

    def less(self, other: LogSize) -> Estimate:
        """Return the difference from the same by another estimator, on the same data."""
        rows, columns = self.rows - other.rows, self.columns - other.columns
        probes = float(np.hypot(self.by_probes, other.by_probes))
        return _spread(self.value - other.value, rows, columns, probes)

    @property
    def logarithm(self) -> Estimate:
        """The logarithm with its error."""
        return _spread(self.value, self.rows, self.columns, self.by_probes)

    @property
    def size(self) -> Estimate:
        """The size itself, with its error on its own scale."""
        at = float(np.exp(self.value))
        with np.errstate(over="ignore"):
            return _spread(at, np.exp(self.rows), np.exp(self.columns), at * self.by_probes)


def _error(rows: Vector, columns: Vector) -> float:
    if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
        return 0.0
    return float(two_way(rows[:, None], columns[:, None]).errors[0])


def _spread(value: float, rows: Vector, columns: Vector, by_probes: float) -> Estimate:
    """Return a number with its error, which is infinite where that leaves the numbers."""
    found = two_way(rows[:, None], columns[:, None])
    error = float(np.hypot(found.errors[0], by_probes))
    return Estimate(float(value), error, float(found.freedom[0]))


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
