"""Measured moments, what each is without each row and each column, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from symppm.matching.targets import INVERSE
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics import Table, Vector
from symppm.statistics.cross_moments import MOMENT_NAMES, CrossMoments
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import STATISTICS, two_way
from symppm.statistics.moments import Statistics
from symppm.statistics.profile import Profile

Values = Mapping[str, Vector]
"""Numbers by name, each an array: of what was measured, or without each line."""
Left = tuple[float, Vector, Vector]
"""A number, and what it is without each row and without each column."""


_STEP: Final = 1e-4


@dataclass(frozen=True)
class Estimate:
    """A number that follows from what was measured, with its standard error."""

    value: float
    error: float
    freedom: float

    @classmethod
    def of(cls, value: float, rows: Vector, columns: Vector) -> Self:
        """Return a number with its error from what it is, but for a constant, without each line."""
        spread = two_way(rows[:, None], columns[:, None])
        return cls(float(value), float(spread.errors[0]), float(spread.freedom[0]))

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
        # Of data that are the same without any line, such as a unit matrix, the error is none.
        far = f"{abs(self.errors):.1f} standard errors" if np.isfinite(self.errors) else "surely"
        return f"{far} {side}"

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


@dataclass(frozen=True)
class Moments:
    """Moments by name, and all of them without each row and without each column."""

    names: tuple[str, ...]
    values: Vector
    rows: Table
    columns: Table

    @classmethod
    def of(cls, measured: Statistics | ArrayStatistics | CrossMoments | None) -> Self | None:
        """Return all that was measured; None where single lines were not left out."""
        if isinstance(measured, CrossMoments):
            names, about = MOMENT_NAMES, measured.statistics
            values, rows, columns = list(measured.values.values()), measured.rows, measured.columns
        elif isinstance(measured, Statistics) and measured.deletions is not None:
            names, about = STATISTICS, measured
            values = [float(getattr(measured, name)) for name in names]
            rows, columns = measured.deletions.rows, measured.deletions.columns
        else:
            return None
        if rows is None or columns is None:
            return None
        moments = cls(tuple(names), np.array(values), rows, columns)
        if not isinstance(about, ExposedStatistics) or about.mean_inverse_without is None:
            return moments
        return moments.beside((INVERSE,), about.mean_inverse_exposure, *about.mean_inverse_without)

    @classmethod
    def of_profile(cls, measured: Statistics, profile: Profile | None) -> Self | None:
        """Return statistics and shares of zeros; None if they rest on single rows or columns.

        ``thinned_zeros`` is the share expected if the counts were thinned as the profile says.
        """
        moments = cls.of(measured)
        if moments is None or not (
            np.isfinite(moments.rows).all() and np.isfinite(moments.columns).all()
        ):
            return None
        if profile is None:
            return moments
        for name, summed in (("zeros", "zeros"), ("thinned_zeros", "raised")):
            total = float(getattr(profile.rows, summed).sum())
            with np.errstate(all="ignore"):
                rows, columns = (
                    (total - getattr(lines, summed)) / (profile.observed - lines.counts)
                    for lines in (profile.rows, profile.columns)
                )
            moments = moments.beside((name,), total / profile.observed, rows, columns)
        return moments

    def beside(
        self, names: tuple[str, ...], value: Any, rows: Table | None, columns: Table | None
    ) -> Self:
        """Return all of it with more, if that is known without each line."""
        if rows is None or columns is None:
            return self
        return type(self)(
            (*self.names, *names),
            np.append(self.values, value),
            np.column_stack([self.rows, rows]),
            np.column_stack([self.columns, columns]),
        )

    def __getitem__(self, name: str) -> float:
        return float(self.values[self.names.index(name)])

    def tables(self, names: Iterable[str]) -> tuple[Vector, Table, Table]:
        """Return some of them: all, without each row, without each column."""
        places = [self.names.index(name) for name in names]
        return self.values[places], self.rows[:, places], self.columns[:, places]

    @property
    def without_lines(self) -> tuple[dict[str, Vector], dict[str, Vector]]:
        """All by name: without each row, and without each column."""
        rows, columns = (
            dict(zip(self.names, table.T, strict=True)) for table in (self.rows, self.columns)
        )
        return rows, columns

    def estimate(self, function: Callable[[Values], Vector]) -> Estimate | None:
        """Return a function of all of them with its standard error, or None without one."""
        of_all = dict(zip(self.names, self.values[:, None], strict=True))
        with np.errstate(all="ignore"):
            value, rows, columns = map(function, (of_all, *self.without_lines))
        if not all(np.isfinite(array).all() for array in (value, rows, columns)):
            return None
        return Estimate.of(float(value[0]), rows, columns)

    def linear_estimate(
        self, follows: Callable[[dict[str, float]], float | None]
    ) -> Estimate | None:
        """Return the same of a function that takes long, by how it moves with each of them."""
        point = dict(zip(self.names, self.values.tolist(), strict=True))
        if (value := follows(point)) is None:
            return None
        slopes = np.zeros(len(point))
        for position, name in enumerate(point):
            # By its error where it is near zero, so that a difference is not lost in rounding.
            rows, columns = self.rows[:, position], self.columns[:, position]
            finite = np.isfinite(rows).all() and np.isfinite(columns).all()
            error = Estimate.of(point[name], rows, columns).error if finite else 0.0
            step = _STEP * max(abs(point[name]), error)
            if not np.isfinite(step):
                return None
            if step == 0.0:
                continue
            up, down = (follows({**point, name: point[name] + by}) for by in (step, -step))
            if up is None or down is None:
                return None
            slopes[position] = (up - down) / (2 * step)
        used = np.flatnonzero(slopes)
        rows, columns = (table[:, used] @ slopes[used] for table in (self.rows, self.columns))
        if not (np.isfinite(rows).all() and np.isfinite(columns).all()):
            return None
        return Estimate.of(value, rows, columns)
