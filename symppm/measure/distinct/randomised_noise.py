"""What random vectors do to the estimates without each row and column, taken out again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from symppm.measure.distinct.gaps import with_largest
from symppm.measure.distinct.types import Cycle

Vector = NDArray[np.float64]


def steadied(cycle: Cycle, row_noise: Vector, column_noise: Vector, probe_error: float) -> Cycle:
    """Draw the estimates without each line towards the estimate, as far as their noise spread them.

    Parameters
    ----------
    cycle : Cycle
        With rows and columns left out.
    row_noise, column_noise : ndarray of float64, shapes (N,) and (M,)
        The variances that random vectors give the estimates without each row, and each column.
    probe_error : float
        The standard error that they give the estimate itself.

    Returns
    -------
    Cycle
        The jackknife variances of which have no bias from random vectors.

    Notes
    -----
    A variance that is smaller than what the noise leaves uncertain of it is set to that: it is not
    known better.
    """
    if cycle.rows is None or cycle.columns is None:
        return replace(cycle, probe_error=probe_error)
    rows = _drawn_in(cycle.rows, cycle.value, row_noise)
    columns = _drawn_in(cycle.columns, cycle.value, column_noise)
    return with_largest(Cycle(cycle.value, rows, columns, probe_error))


def _drawn_in(without: Vector, value: float, noise: Vector) -> Vector:
    known = np.isfinite(without)
    away = without - without[known].mean() if known.any() else without
    spread = float((away[known] ** 2).sum())
    if spread == 0:
        return without
    left = spread - float(noise[known].sum())
    uncertain = float(np.sqrt(2 * (noise[known] ** 2).sum()))
    return np.asarray(value + away * np.sqrt(min(1.0, max(left, uncertain) / spread)))
