"""What is measured beyond the statistics that are matched, with what is left without each line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from symppm.matching.agreement import Estimate
from symppm.statistics.jackknife import STATISTICS, two_way
from symppm.statistics.moments import Statistics
from symppm.statistics.profile import Lines, Profile

Table = NDArray[np.float64]
Vector = NDArray[np.float64]

FURTHER: Final = ("third_row", "third_col", "zeros", "thinned_zeros")
"""Third cumulants of three entries of a row, and of a column; the share of zeros, and the share
expected if the counts were thinned as :class:`Profile` says."""
MEASURED: Final = (*STATISTICS, *FURTHER)

Values = dict[str, Vector]
"""Numbers by name, each an array: of what was measured, or without each line."""


@dataclass(frozen=True)
class Evidence:
    """What was measured, and the same without each row and without each column.

    Columns of the tables are in the order of :data:`MEASURED`; ``table`` has one row.
    """

    table: Table
    rows: Table
    columns: Table

    @classmethod
    def of(cls, measured: Statistics, profile: Profile | None) -> Self | None:
        """Collect what was measured; None if it rests on single rows or columns.

        Notes
        -----
        Third cumulants are averages of products about the mean over all triples of different
        entries. That the mean was estimated makes them smaller by a part of the order of one over
        the number of rows and of columns, which is far less than their standard error.
        """
        deletions = measured.deletions
        if deletions is None:
            return None
        if not (np.isfinite(deletions.rows).all() and np.isfinite(deletions.columns).all()):
            return None
        everything = np.array([[getattr(measured, name) for name in STATISTICS]])
        tables = (
            (everything, None),
            (deletions.rows, None if profile is None else profile.rows),
            (deletions.columns, None if profile is None else profile.columns),
        )
        with np.errstate(all="ignore"):
            return cls(*(np.hstack([own, _further(own, profile, out)]) for own, out in tables))

    def __getitem__(self, name: str) -> float:
        """Return one number, of all the data."""
        return float(self.table[0, MEASURED.index(name)])

    def covariance(self, names: tuple[str, ...]) -> Table:
        """Return the covariance matrix of some of what was measured."""
        places = [MEASURED.index(name) for name in names]
        with np.errstate(all="ignore"):
            return two_way(self.rows[:, places], self.columns[:, places]).covariance

    def difference(self, function: Callable[[Values], Vector]) -> Estimate | None:
        """Return a function of what was measured with its standard error, or None without one."""
        with np.errstate(all="ignore"):
            value, rows, columns = (
                function(dict(zip(MEASURED, each.T, strict=True)))
                for each in (self.table, self.rows, self.columns)
            )
            if not all(np.isfinite(each).all() for each in (value, rows, columns)):
                return None
            return Estimate.of(float(value[0]), rows, columns)


def _further(known: Table, profile: Profile | None, left_out: Lines | None) -> Table:
    """Return :data:`FURTHER`, of all data or without each of some lines."""
    if profile is None:
        return np.full((len(known), len(FURTHER)), np.nan)
    count, total, zeros, raised = (
        getattr(profile.rows, name).sum() - (0.0 if left_out is None else getattr(left_out, name))
        for name in ("counts", "sums", "zeros", "raised")
    )
    # The mean moves when a line is left out, and products about it with it.
    moved = total / count
    of_mean = _variance_of_mean(known, profile)
    thirds = []
    for own, name in ((profile.rows, "cov_row"), (profile.columns, "cov_col")):
        triples, number = _triples(own)
        sum_of, number_of = triples.sum(), number.sum()
        if left_out is own:
            sum_of, number_of = sum_of - triples, number_of - number
        elif left_out is not None:
            sum_of = sum_of - left_out.triples_across
            number_of = number_of - left_out.triple_counts_across
        cov = known[:, STATISTICS.index(name)] - of_mean
        thirds.append(sum_of / number_of - 3 * moved * cov - moved**3)
    further = (*thirds, zeros / count, raised / count)
    return np.stack([np.broadcast_to(each, len(known)) for each in further], axis=1)


def _variance_of_mean(known: Table, profile: Profile) -> Vector:
    """Return by how much products about the mean of the data are smaller than covariances."""
    variance, cov_row, cov_col = (
        known[:, STATISTICS.index(name)] for name in ("variance", "cov_row", "cov_col")
    )
    count = profile.observed
    of_rows, of_columns = (
        float((each.counts * (each.counts - 1)).sum()) for each in (profile.rows, profile.columns)
    )
    return np.asarray((variance * count + cov_row * of_rows + cov_col * of_columns) / count**2)


def _triples(lines: Lines) -> tuple[Table, Table]:
    """Return sums of products of three different entries of each line, and their numbers."""
    n, total, squares, cubes = lines.counts, lines.sums, lines.squares, lines.cubes
    return total**3 - 3 * total * squares + 2 * cubes, n * (n - 1) * (n - 2)
