"""Correlations of sampled pairs of entries whose two places may be the same.

The paper's Algorithm 1 draws two different columns of a row (:func:`symppm.algorithm1`). The
authors' published code draws them with replacement (sampling_corr in sensitivity analysis/
poisson_prior_exp_negbin_async.py of github.com/zehsilva/prior-predictive-specification @ d95a1b4),
so that one pair in M is an entry and itself, whose correlation is 1: on average
``rho + (1 - rho)/M`` in place of ``rho``. This does the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def coincident_pairs(
    data: NDArray[Any], samples: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Return the correlations of entries in one row and of entries in one column.

    Parameters
    ----------
    data : ndarray, shape (N, M)
        Which entries are drawn from.
    samples : int
        Pairs of each kind.
    rng : numpy.random.Generator
        Source of randomness.
    """
    return _in_rows(data, samples, rng), _in_rows(data.T, samples, rng)


def _in_rows(data: NDArray[Any], samples: int, rng: np.random.Generator) -> float:
    rows, columns = data.shape
    row = rng.integers(rows, size=samples)
    first = data[row, rng.integers(columns, size=samples)]
    second = data[row, rng.integers(columns, size=samples)]
    return float(np.corrcoef(first, second)[0, 1])
