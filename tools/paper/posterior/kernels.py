"""Sums over triples, compiled: what a coordinate update and a log rate need.

Every function works with logarithms as they are and with their exponentials scaled to 1 at each
row's maximum. Sums of products of the latter are what is fast; where the two maxima are so far
apart that such a sum falls below ``LEAST``, terms that matter may have underflowed, and the sum is
redone from the logarithms. Above it, what underflowed is below a 1e-100th of the sum.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel
from symppm.codegen.special import digamma

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LEAST: Final = 1e-200
FEW: Final = 1e-6
"""Share of a total that has to be left for a difference to be trusted to ten digits."""


@compiled_kernel
def scale(logs: Floats, scaled: Floats) -> None:
    """Set the exponentials of logarithms, scaled by row."""
    for i in range(logs.shape[0]):
        most = -np.inf
        for k in range(logs.shape[1]):
            most = max(most, logs[i, k])
        for k in range(logs.shape[1]):
            scaled[i, k] = math.exp(logs[i, k] - most)


@compiled_kernel
def expected(
    prior_shape: float,
    prior_rate: float,
    counts: Floats,
    rates: Floats,
    means: Floats,
    logs: Floats,
    scaled: Floats,
) -> None:
    """Set means, expected logarithms and their scaled exponentials of Gamma(a + n, b + r).

    Parameters
    ----------
    prior_shape, prior_rate : float
        a and b.
    counts, rates : numpy.ndarray, (rows, K)
        n and r.
    means, logs, scaled : numpy.ndarray, (rows, K)
        What is set.
    """
    for i in range(counts.shape[0]):
        for k in range(counts.shape[1]):
            shape, rate = prior_shape + counts[i, k], prior_rate + rates[i, k]
            means[i, k] = shape / rate
            logs[i, k] = digamma(shape) - math.log(rate)
    scale(logs, scaled)


@compiled_kernel
def _log_sum(own: Floats, other: Floats, weights: Floats) -> float:
    """Return log sum_k exp(own_k + other_k), and set each term's share of the sum."""
    most = -np.inf
    for k in range(own.size):
        weights[k] = own[k] + other[k]
        most = max(most, weights[k])
    total = 0.0
    for k in range(own.size):
        weights[k] = math.exp(weights[k] - most)
        total += weights[k]
    for k in range(own.size):
        weights[k] /= total
    return most + math.log(total)


@compiled_kernel
def allot(
    starts: Integers,
    others: Integers,
    values: Floats,
    own_logs: Floats,
    own_scaled: Floats,
    other_logs: Floats,
    other_scaled: Floats,
    allotted: Floats,
) -> float:
    """Share counts out among factors, and sum them by row.

    Parameters
    ----------
    starts : numpy.ndarray of int64, (rows + 1,)
        Where the triples of each row begin.
    others : numpy.ndarray of int64
        The column of each triple.
    values : numpy.ndarray
        The count of each triple.
    own_logs, own_scaled, other_logs, other_scaled : numpy.ndarray
        Expected logarithms of rows and columns, and their scaled exponentials.
    allotted : numpy.ndarray, (rows, K)
        Set to the expected counts by row and factor.

    Returns
    -------
    float
        Sum over triples of the count times log sum_k exp(own_ik + other_jk).
    """
    K = own_logs.shape[1]
    weights = np.empty(K)
    ratios = np.empty(K)
    total = 0.0
    for i in range(starts.size - 1):
        own = own_scaled[i]
        ratios[:] = 0.0
        allotted[i, :] = 0.0
        own_top = np.max(own_logs[i])
        for t in range(starts[i], starts[i + 1]):
            j = others[t]
            other = other_scaled[j]
            summed = 0.0
            for k in range(K):
                summed += own[k] * other[k]
            if summed > LEAST:
                ratio = values[t] / summed
                for k in range(K):
                    ratios[k] += ratio * other[k]
                total += values[t] * (own_top + np.max(other_logs[j]) + math.log(summed))
            else:
                total += values[t] * _log_sum(own_logs[i], other_logs[j], weights)
                for k in range(K):
                    allotted[i, k] += values[t] * weights[k]
        for k in range(K):
            allotted[i, k] += own[k] * ratios[k]
    return total


@compiled_kernel
def log_rates(
    rows: Integers,
    columns: Integers,
    own_logs: Floats,
    own_scaled: Floats,
    other_logs: Floats,
    other_scaled: Floats,
    rates: Floats,
) -> None:
    """Set log sum_k exp(own_ik + other_jk) for each pair of row and column."""
    K = own_logs.shape[1]
    weights = np.empty(K)
    own_top = np.empty(own_logs.shape[0])
    other_top = np.empty(other_logs.shape[0])
    for i in range(own_top.size):
        own_top[i] = np.max(own_logs[i])
    for j in range(other_top.size):
        other_top[j] = np.max(other_logs[j])
    for t in range(rows.size):
        own = own_scaled[rows[t]]
        other = other_scaled[columns[t]]
        summed = 0.0
        for k in range(K):
            summed += own[k] * other[k]
        if summed > LEAST:
            rates[t] = own_top[rows[t]] + other_top[columns[t]] + math.log(summed)
        else:
            rates[t] = _log_sum(own_logs[rows[t]], other_logs[columns[t]], weights)


@compiled_kernel
def sums_without(starts: Integers, absent: Integers, means: Floats, sums: Floats) -> None:
    """Set, for each row, the sum of the other side's means over the cells that are not missing.

    Parameters
    ----------
    starts : numpy.ndarray of int64, (rows + 1,)
        Where the missing cells of each row begin.
    absent : numpy.ndarray of int64
        The column of each missing cell.
    means : numpy.ndarray, (columns, K)
        What is summed.
    sums : numpy.ndarray, (rows, K)
        What is set.
    """
    K = means.shape[1]
    totals = np.zeros(K)
    for j in range(means.shape[0]):
        for k in range(K):
            totals[k] += means[j, k]
    kept = np.ones(means.shape[0], dtype=np.bool_)
    for i in range(starts.size - 1):
        sums[i, :] = totals
        if starts[i] == starts[i + 1]:
            continue
        for t in range(starts[i], starts[i + 1]):
            for k in range(K):
                sums[i, k] -= means[absent[t], k]
        if np.all(sums[i] > FEW * totals):
            continue
        # Nearly all of a total is missing: what is left is summed, not found by difference.
        kept[:] = True
        for t in range(starts[i], starts[i + 1]):
            kept[absent[t]] = False
        sums[i, :] = 0.0
        for j in range(means.shape[0]):
            if kept[j]:
                for k in range(K):
                    sums[i, k] += means[j, k]


@compiled_kernel
def divergence(prior_shape: float, prior_rate: float, counts: Floats, rates: Floats) -> float:
    """Return the summed divergence of Gamma(a + n, b + r) from Gamma(a, b).

    Parameters
    ----------
    prior_shape, prior_rate : float
        a and b.
    counts, rates : numpy.ndarray, (rows, K)
        n and r, both 0 or more.

    Notes
    -----
    With s = a + n it is n psi(s) - log Gamma(s) + log Gamma(a) + a log(1 + r / b) - s r / (b + r).
    From a = 100 on, Stirling's series is put in for both log Gamma and psi: its leading terms
    are differences of numbers that nearly agree, and are taken by log1p.
    """
    a, b = prior_shape, prior_rate
    total = 0.0
    own = math.lgamma(a)
    for i in range(counts.shape[0]):
        for k in range(counts.shape[1]):
            n, r = counts[i, k], rates[i, k]
            s = a + n
            if a < 100.0:
                total += n * digamma(s) - math.lgamma(s) + own
            else:
                total += n - (a - 0.5) * math.log1p(n / a) - 0.5 * n / s
                total += (1.0 / a - 1.0 / s - n / (s * s)) / 12.0
                total -= (1.0 / a**3 - 1.0 / s**3 - 3.0 * n / s**4) / 360.0
            total += a * math.log1p(r / b) - s * (r / (b + r))
    return total
