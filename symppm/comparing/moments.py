"""What is measured on a matrix to tell models apart, and how precisely."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.entries import entry_noise
from symppm.errors import DataError
from symppm.matching.moments import Moments
from symppm.statistics.cross_moments import MOMENT_NAMES, cross_moments_of
from symppm.statistics.jackknife import two_way
from symppm.statistics.moments import Examined, Statistics
from symppm.statistics.profile import Profile

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

ZEROS: Final = "zeros"
THINNED: Final = "thinned_zeros"
CUMULANTS: Final = tuple(name for name in MOMENT_NAMES if not name.startswith("rho_"))
"""Mean, variance, covariances, the cycle and six third cumulants, beside two shares of zeros."""
LEAST_SIDE: Final = 16
"""Rows, and columns: with fewer the covariance of the moments is hardly known."""
_FEWEST: Final = 20
_USUAL: Final = 2.5
_LEAST_EIGENVALUE: Final = 1e-10
_SECOND_ORDER: Final = 0.2
"""Of the fourth power of a standard error, what is added to its square.

A normal error leaves half of it on a logarithmic scale at the second order, but not in all moments
apart. Without it, directions in which errors of the first order cancel would count as exact. It
vanishes, relative to the first order, as matrices grow.
"""
_VARIES: Final = 1e-9
"""Relative to a moment, less than this is rounding where a row or column is left out."""
_HEAVY: Final = 3.0
"""What is added to that, at most, where tails are heavy.

Both were chosen on simulated counts of other seeds than those of the tables that
tools/bench/model_choice.py makes: less rejects the model that made them, more lets all models pass.
"""


@dataclass(frozen=True)
class Measured:
    """Moments of one matrix, on scales on which their errors are nearly normal."""

    statistics: Statistics
    names: tuple[str, ...]
    values: Vector  # in the units of the data to some power
    scales: Vector  # each moment is arcsinh(value / scale): linear where its error is large
    estimates: Vector  # on these scales, less the bias that leaving out lines shows
    covariance: Table  # of the estimates, single entries counted once
    thinning: float  # share of each count kept for thinned zeros; zero if the data are no counts
    zeros: int  # how many entries are exactly zero

    @property
    def lines(self) -> int:
        """The smaller of the numbers of rows and columns: what independent observations are of."""
        return min(self.statistics.shape)

    @property
    def log_unit(self) -> float:
        """How far the logarithm of the standard deviation lies beyond what is usual of counts."""
        log = 0.5 * math.log(self.statistics.variance)
        return math.copysign(max(0.0, abs(log) - _USUAL), log)


def measured_moments(data: Examined, *, random_seed: int) -> Measured:
    """Measure the moments of a matrix that has been read."""
    cross_moments = cross_moments_of(
        data.matrix, data.margins, data.statistics, sample_seed=random_seed
    )
    profile, moments = data.profile, Moments.of(cross_moments)
    if moments is None or profile is None:
        raise DataError(
            "a dense matrix of {:,} x {:,} entries".format(*data.matrix.shape),
            expected="at most 2^28 entries to compare models by",
            do="Draw rows or columns at random.",
        )
    names, tables = CUMULANTS, [moments.tables(CUMULANTS)]
    further = Moments.of_profile(data.statistics, profile)
    if further is not None and (shares := _shares(profile, data.statistics)):
        names, tables = (*names, *shares), [*tables, further.tables(shares)]
    values, rows, columns = map(np.hstack, zip(*tables, strict=True))
    known = np.isfinite(values) & np.isfinite(rows).all(0) & np.isfinite(columns).all(0)
    for lines in (rows, columns):
        known[known] = np.ptp(lines[:, known], axis=0) > _VARIES * np.abs(values[known])
    if not known.any():
        raise DataError(
            "a matrix whose moments are the same without any of its rows or columns",
            expected="rows and columns that differ: their moments say how precise these are",
            do="Check the data: all rows seem to be one, in another order.",
        )
    values, rows, columns = values[known], rows[:, known], columns[:, known]
    known_names = tuple(name for name, is_known in zip(names, known, strict=True) if is_known)
    named = dict(zip(known_names, values.tolist(), strict=True))
    floors = _by_chance(named, data.statistics)
    scales = np.maximum(two_way(rows, columns).errors, floors) * 2.0
    full, without_row, without_column = (
        np.arcsinh(table / scales) for table in (values, rows, columns)
    )
    spread = two_way(without_row, without_column).covariance
    noise = entry_noise(data, named, profile.base, random_seed)
    slopes = 1.0 / np.hypot(scales, values)
    spread = counted_once(spread, noise * np.multiply.outer(slopes, slopes))
    spread += np.diag(np.maximum(0.0, (floors * slopes) ** 2 - np.diag(spread)))
    bias = sum((len(table) - 1) * (table.mean(0) - full) for table in (without_row, without_column))
    tails = max(_excess(rows[:, 0]), _excess(columns[:, 0])) / 3.0
    share = _SECOND_ORDER + _HEAVY * tails**2 / (1.0 + tails**2)
    spread = spread + share * np.diag(np.diag(spread) ** 2)
    return Measured(
        data.statistics, known_names, values, scales, full - bias, spread, profile.thinning,
        int(profile.rows.zeros.sum()),
    )  # fmt: skip


def _by_chance(moments: Mapping[str, float], statistics: Statistics) -> Vector:
    """Return the errors of moments that leaving out lines one by one does not show; mostly zero.

    The covariance of entries in a row is a mean over pairs of columns. Where columns do not
    covary, as with factors centred at zero, what is left of it is due to pairs, and so is its
    error, which leaving out one column takes to be as small as the covariance happens to be.
    """
    n, m = map(float, statistics.shape)
    cycle = max(0.0, moments.get("cycle", 0.0))
    residual = max(0.0, statistics.variance - statistics.cov_row - statistics.cov_col) ** 2
    variances = {
        "cov_row": 2.0 * (cycle + residual / n) / (m * (m - 1)),
        "cov_col": 2.0 * (cycle + residual / m) / (n * (n - 1)),
    }
    return np.sqrt([variances.get(name, 0.0) for name in moments])


def counted_once(covariance: Table, noise: Table) -> Table:
    """Return the covariance of moments without what single entries add a second time.

    In directions in which the noise is more than half of both, what rows and columns vary by is not
    known: there the noise alone is left.
    """
    errors = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(errors, errors))
    values = np.maximum(values, _LEAST_EIGENVALUE * values[-1])
    root = errors[:, None] * vectors * np.sqrt(values)
    inverse = vectors.T / np.sqrt(values)[:, None] / errors
    shares, axes = np.linalg.eigh(inverse @ noise @ inverse.T)
    # Where missing entries confound rows with columns, what these leave may come out below nothing.
    shares = np.clip(shares, 0.0, 1.0)
    rotated = root @ axes
    return np.asarray(rotated * np.maximum(1.0 - shares, shares) @ rotated.T)


def whitening(covariance: Table) -> Table:
    """Return rows that take a vector with this covariance to independent standard errors."""
    errors = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(errors, errors))
    usable = values > _LEAST_EIGENVALUE * values[-1]
    return np.asarray((vectors[:, usable] / np.sqrt(values[usable])).T / errors)


def _excess(without: Vector) -> float:
    """Return the excess kurtosis of sums of lines, from the mean without each; at least zero."""
    x = without - without.mean()
    x = x / np.abs(x).max()
    return max(0.0, float(len(x) * (x**4).sum() / (x**2).sum() ** 2) - 3.0)


def _shares(profile: Profile, statistics: Statistics) -> tuple[str, ...]:
    """Return which shares of zeros say something: as they are, and after thinning."""
    informative = {
        ZEROS: _FEWEST <= profile.rows.zeros.sum() <= profile.observed - _FEWEST,
        THINNED: 0 < profile.thinning < 1 and statistics.maximum > statistics.minimum,
    }
    return tuple(name for name, is_informative in informative.items() if is_informative)
