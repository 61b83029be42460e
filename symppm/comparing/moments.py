"""What is measured on a matrix to tell models apart, and how precisely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.distinct.estimate import distinct_of
from symppm.measure.distinct.types import DISTINCT
from symppm.measure.exact import Examined, Statistics
from symppm.measure.jackknife import two_way
from symppm.measure.profile import Lines, Profile

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

ZEROS: Final = "zeros"
THINNED: Final = "thinned_zeros"
CUMULANTS: Final = tuple(name for name in DISTINCT if not name.startswith("rho_"))
MOMENTS: Final = (*CUMULANTS, ZEROS, THINNED)
"""Mean, variance, covariances, the cycle, six third cumulants, and two shares of zeros."""
_FEWEST: Final = 20
_SECOND_ORDER: Final = 0.5
"""Of the fourth power of a standard error, what is added to its square.

It is the variance of what a normal error leaves on a logarithmic scale at the second order. Without
it, directions in which errors of the first order cancel would count as exact. It vanishes, relative
to the first order, as matrices grow.
"""
_HEAVY: Final = 1.5
"""What is added to that, at most, where tails are heavy.

Chosen on simulated hierarchical counts (tools/bench/model_choice.py, with other seeds than those of
its tables): less rejects the model that made them, more lets all models pass.
"""


@dataclass(frozen=True)
class Measured:
    """Moments of one matrix, on scales on which their errors are nearly normal.

    Attributes
    ----------
    statistics : Statistics
        The usual ones.
    names : tuple of str
        Of the moments, in the order of :data:`MOMENTS`.
    values : ndarray, shape (p,)
        As measured, in the units of the data to some power.
    scales : ndarray, shape (p,)
        The scale of each moment is ``arcsinh(value / scale)``: logarithmic where the moment is well
        above its standard error, and linear where it is not.
    estimates : ndarray, shape (p,)
        On these scales, less the bias that leaving out rows and columns shows.
    covariance : ndarray, shape (p, p)
        Of the estimates, by leaving out each row and each column.
    thinning : float
        The share of each count that is kept for the thinned zeros; zero if the data are no counts.
    zeros : int
        How many entries are exactly zero.
    """

    statistics: Statistics
    names: tuple[str, ...]
    values: Vector
    scales: Vector
    estimates: Vector
    covariance: Table
    thinning: float
    zeros: int

    @property
    def lines(self) -> int:
        """The smaller of the numbers of rows and columns: what independent observations are of."""
        return min(self.statistics.shape)

    def places(self, names: tuple[str, ...]) -> list[int]:
        """Return where moments stand.

        Parameters
        ----------
        names : tuple of str
            Some of the moments.
        """
        return [self.names.index(name) for name in names]


def measured_moments(found: Examined, *, random_seed: int, progress: bool) -> Measured:
    """Measure the moments of a matrix that has been read.

    Parameters
    ----------
    found : Examined
        With deletions and a profile.
    random_seed : int
        Of random probes, which only very large matrices take.
    progress : bool
        Whether to report these on standard error.

    Raises
    ------
    DataError
        As :func:`symppm.distinct_statistics`.
    """
    distinct = distinct_of(
        found.matrix, found.margins, found.statistics, random_seed=random_seed, progress=progress
    )
    profile = found.profile
    if distinct.rows is None or distinct.columns is None or profile is None:
        raise ValueError("a matrix examined without deletions or without a profile")
    kept = [DISTINCT.index(name) for name in CUMULANTS]
    values = np.array([distinct.values[name] for name in CUMULANTS])
    rows, columns = distinct.rows[:, kept], distinct.columns[:, kept]
    shares = _shares(profile, found.statistics)
    values = np.concatenate([values, [each[0] for each in shares.values()]])
    rows = np.column_stack([rows, *(each[1] for each in shares.values())])
    columns = np.column_stack([columns, *(each[2] for each in shares.values())])
    names = (*CUMULANTS, *shares)
    known = np.isfinite(values) & np.isfinite(rows).all(0) & np.isfinite(columns).all(0)
    known[known] = (np.ptp(rows[:, known], axis=0) > 0) & (np.ptp(columns[:, known], axis=0) > 0)
    values, rows, columns = values[known], rows[:, known], columns[:, known]
    scales = two_way(rows, columns).errors * 2.0
    whole, without_row, without_column = (
        np.arcsinh(each / scales) for each in (values, rows, columns)
    )
    spread = two_way(without_row, without_column).covariance
    bias = sum((len(each) - 1) * (each.mean(0) - whole) for each in (without_row, without_column))
    place = names.index("cycle")
    if known[place] and distinct.probe_error > 0:
        at = int(known[:place].sum())
        spread[at, at] += (distinct.probe_error / np.hypot(scales[at], values[at])) ** 2
    tails = max(_excess(rows[:, 0]), _excess(columns[:, 0])) / 3.0
    share = _SECOND_ORDER + _HEAVY * tails**2 / (1.0 + tails**2)
    spread = spread + share * np.diag(np.diag(spread) ** 2)
    return Measured(
        found.statistics,
        tuple(name for name, is_known in zip(names, known, strict=True) if is_known),
        values,
        scales,
        whole - bias,
        spread,
        profile.thinning,
        int(profile.rows.zeros.sum()),
    )


def _excess(without: Vector) -> float:
    """Return the excess kurtosis of sums of lines, from the mean without each; at least zero."""
    away = without - without.mean()
    away = away / np.abs(away).max()
    return max(0.0, float(len(away) * (away**4).sum() / (away**2).sum() ** 2) - 3.0)


def _shares(profile: Profile, statistics: Statistics) -> dict[str, tuple[float, Vector, Vector]]:
    """Return shares of zeros, as they are and after thinning, whole and without each line."""
    rows, columns = profile.rows, profile.columns
    observed = profile.observed
    found = {}
    zeros = float(rows.zeros.sum())
    if _FEWEST <= zeros <= observed - _FEWEST:
        found[ZEROS] = _without(rows.zeros, columns.zeros, rows, columns)
    if 0 < profile.thinning < 1 and statistics.maximum > statistics.minimum:
        found[THINNED] = _without(rows.raised, columns.raised, rows, columns)
    return found


def _without(
    by_row: Vector, by_column: Vector, rows: Lines, columns: Lines
) -> tuple[float, Vector, Vector]:
    total, observed = by_row.sum(), rows.counts.sum()
    with np.errstate(all="ignore"):
        return (
            float(total / observed),
            (total - by_row) / (observed - rows.counts),
            (total - by_column) / (observed - columns.counts),
        )
