"""The fit of the authors' published code, to see whether it explains their numbers.

Their code (GitHub, zehsilva/prior-predictive-specification at 6bb0258, ``bo_optimization/pmf.py``)
goes through the steps of coordinate ascent but for one. Counts are shared out among factors in
proportion to exp(E log theta_jk) + exp(E log beta_ik), a sum, where the update that raises the
bound has the product of the two. Factors that are alike then stay nearly alike, since a factor that
is large on one side draws counts whatever the other side says. It is no ascent of the bound, so no
posterior in the sense of :mod:`posterior.cavi`, and it is used for nothing but that comparison.

As there, and unlike :mod:`posterior.cavi`: theta, with shape a and rate b, is indexed by columns,
here artists, and beta by rows; cells that are held out are zeros; a column without any count keeps
the shapes that it started with; the start is 100 times Gamma(100, 1/100) for every shape and rate;
and what ends it is a relative change of the bound, up or down, without the bound's constants. Our
own implementation: theirs was read, not run.
"""

from __future__ import annotations

import math
import time
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from posterior.cavi import Fit, Hyper
from posterior.data import Counts
from symppm.codegen.runtime import compiled_kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

TOLERANCE: Final = 1e-4
MOST: Final = 1000
START: Final = 100.0
SHARE: Final = 0.9
"""Of each row's triples that are trained on."""


def fit(
    train: Counts,
    hyper: Hyper,
    rng: np.random.Generator,
    *,
    tolerance: float = TOLERANCE,
    most: int = MOST,
    product: bool = False,
) -> Fit:
    """Fit as the published code does.

    Parameters
    ----------
    train : Counts
        Every other cell is a zero.
    hyper : Hyper
        a and b are of columns, c and d of rows, as the published code has them.
    rng : numpy.random.Generator
        Source of the start.
    tolerance : float
        The end is when the bound changes by less than this share of it.
    most : int
        Iterations after which it ends in any case.
    product : bool
        Whether counts are shared out as coordinate ascent does.

    Returns
    -------
    Fit
        Its theta is of rows and its beta of columns, as everywhere here; ``elbo`` is without the
        terms that no update changes.
    """
    begun = time.perf_counter()
    k, places = hyper.k, (train.rows, train.columns)
    shapes, rates = (
        [START * rng.gamma(START, 1 / START, (size, k)) for size in train.shape] for _ in range(2)
    )
    priors = (hyper.c, hyper.d), (hyper.a, hyper.b)
    counted = np.bincount(train.columns, minlength=train.shape[1]) > 0
    y = train.values.astype(np.float64)
    bounds: list[float] = []
    converged = False
    while not converged and len(bounds) < most:
        for side in (1, 0):
            logs = [special.digamma(shapes[each]) - np.log(rates[each]) for each in (0, 1)]
            allotted = np.zeros_like(shapes[side])
            allot(*places, y, logs[0], logs[1], product, places[side], allotted)
            own = priors[side][0] + allotted
            shapes[side] = np.where(counted[:, None], own, shapes[side]) if side else own
            summed = (shapes[1 - side] / rates[1 - side]).sum(axis=0)
            rates[side] = np.tile(priors[side][1] + summed, (train.shape[side], 1))
        # The bound is of the last shares, which are from before the rows were updated.
        after = [special.digamma(shapes[each]) - np.log(rates[each]) for each in (0, 1)]
        fitted = bound_of_shares(*places, y, logs[0], logs[1], after[0], after[1], product)
        means = [shapes[each] / rates[each] for each in (0, 1)]
        fitted -= float(means[0].sum(axis=0) @ means[1].sum(axis=0))
        bounds.append(
            fitted + sum(_gamma_terms(*priors[e], shapes[e], rates[e], after[e]) for e in (0, 1))
        )
        if len(bounds) > 1:
            converged = abs(bounds[-1] - bounds[-2]) < tolerance * abs(bounds[-2])
    seconds = time.perf_counter() - begun
    found = shapes[0], rates[0], shapes[1], rates[1]
    return Fit(hyper, *found, tuple(bounds), len(bounds), seconds, converged)


def _gamma_terms(shape: float, rate: float, shapes: Floats, rates: Floats, logs: Floats) -> float:
    means = shapes / rates
    terms = (shape - shapes) * logs - (rate - rates) * means
    return float((terms + special.gammaln(shapes) - shapes * np.log(rates)).sum())


def splits(counts: Counts, rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Return the two splits as the published code makes them.

    Parameters
    ----------
    counts : Counts
        Triples sorted by row, as their file is.
    rng : numpy.random.Generator
        Source of the choice.

    Returns
    -------
    (Counts, Counts)
        Nine in ten triples of each row; and those at ``~`` of the positions of the first, which are
        integers there, so that they count from the end instead of being the rest.
    """
    chosen = []
    for at in np.split(np.arange(len(counts)), np.flatnonzero(np.diff(counts.rows)) + 1):
        chosen.append(rng.choice(at, round(SHARE * at.size), replace=False))
    positions = np.concatenate(chosen)
    return counts.some(positions), counts.some(~positions)


@compiled_kernel
def _shares(own: Floats, other: Floats, product: bool, shares: Floats) -> None:
    """Set the shares of factors, from expected logarithms on both sides."""
    K = own.size
    most = max(np.max(own), np.max(other))
    if product:
        most = np.max(own + other)
    total = 0.0
    for k in range(K):
        if product:
            shares[k] = math.exp(own[k] + other[k] - most)
        else:
            shares[k] = math.exp(own[k] - most) + math.exp(other[k] - most)
        total += shares[k]
    for k in range(K):
        shares[k] /= total


@compiled_kernel
def allot(
    rows: Integers,
    columns: Integers,
    values: Floats,
    own: Floats,
    other: Floats,
    product: bool,
    into: Integers,
    allotted: Floats,
) -> None:
    """Add each count's shares to the row or column that it is summed by."""
    shares = np.empty(own.shape[1])
    for t in range(values.size):
        _shares(own[rows[t]], other[columns[t]], product, shares)
        for k in range(shares.size):
            allotted[into[t], k] += values[t] * shares[k]


@compiled_kernel
def bound_of_shares(
    rows: Integers,
    columns: Integers,
    values: Floats,
    own: Floats,
    other: Floats,
    own_after: Floats,
    other_after: Floats,
    product: bool,
) -> float:
    """Return the sum of y p (E log theta + E log beta - log p), p the shares by the first two."""
    shares = np.empty(own.shape[1])
    total = 0.0
    for t in range(values.size):
        i, j = rows[t], columns[t]
        _shares(own[i], other[j], product, shares)
        for k in range(shares.size):
            share = shares[k]
            if share > 0.0:
                logs = own_after[i, k] + other_after[j, k] - math.log(share)
                total += values[t] * share * logs
    return total
