"""Draws from a mean-field posterior, and the likelihood of triples by them, all in logarithms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy import special

from posterior import kernels
from posterior.data import Counts

if TYPE_CHECKING:
    from posterior.cavi import Fit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def at_means(fit: Fit, counts: Counts) -> Floats:
    """Return the log likelihood of each triple at the posterior means.

    Parameters
    ----------
    fit : Fit
        The posterior.
    counts : Counts
        The triples.
    """
    return poisson(counts, log_rates(counts, np.log(fit.theta_mean), np.log(fit.beta_mean)))


def log_likelihoods(fit: Fit, counts: Counts, rng: np.random.Generator, draws: int) -> Floats:
    """Return the log likelihood of each triple by each draw of theta and beta from q.

    Parameters
    ----------
    fit : Fit
        The posterior.
    counts : Counts
        The triples.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many.

    Returns
    -------
    numpy.ndarray, (triples, draws)
        Finite, however small the shapes: draws are logarithms.
    """
    drawn = np.empty((len(counts), draws))
    for s, logs in enumerate(drawn_log_rates(fit, counts, rng, draws)):
        drawn[:, s] = poisson(counts, logs)
    return drawn


def drawn_log_rates(
    fit: Fit, places: Counts, rng: np.random.Generator, draws: int
) -> Iterator[Floats]:
    """Yield the log rate of each cell by one draw of theta and beta from q after another.

    Parameters
    ----------
    fit : Fit
        The posterior.
    places : Counts
        The cells; their values are not used.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many.
    """
    part, rows, columns = _reduced(places)
    theta = fit.theta_shape[rows], np.log(fit.theta_rate[rows])
    beta = fit.beta_shape[columns], np.log(fit.beta_rate[columns])
    for _ in range(draws):
        yield log_rates(part, *(log_gammas(shape, rng) - rate for shape, rate in (theta, beta)))


def log_gammas(shapes: Floats, rng: np.random.Generator) -> Floats:
    """Draw logarithms of gamma variables with rate 1.

    Parameters
    ----------
    shapes : numpy.ndarray
        One shape a draw.
    rng : numpy.random.Generator
        Source of randomness.

    Notes
    -----
    A Gamma(s) variable is one of Gamma(s + 1) times U ** (1 / s). With that power as a product of
    logarithms, draws of small shapes do not underflow.
    """
    raised = rng.standard_gamma(shapes + 1.0)
    return np.asarray(np.log(raised) - rng.standard_exponential(shapes.shape) / shapes)


def _reduced(counts: Counts) -> tuple[Counts, Integers, Integers]:
    """Return triples in the matrix of their own rows and columns, and which these are."""
    rows, i = np.unique(counts.rows, return_inverse=True)
    columns, j = np.unique(counts.columns, return_inverse=True)
    size = int(rows.size), int(columns.size)
    part = Counts(i.astype(np.int64), j.astype(np.int64), counts.values, size)
    return part, rows, columns


def log_rates(counts: Counts, theta: Floats, beta: Floats) -> Floats:
    """Return log sum_k theta_ik beta_jk of each triple, from logarithms of both.

    Parameters
    ----------
    counts : Counts
        The triples.
    theta, beta : numpy.ndarray
        Logarithms, by row and by column of the matrix.
    """
    scaled = np.empty_like(theta), np.empty_like(beta)
    kernels.scale(theta, scaled[0])
    kernels.scale(beta, scaled[1])
    rates = np.empty(len(counts))
    kernels.log_rates(counts.rows, counts.columns, theta, scaled[0], beta, scaled[1], rates)
    return rates


def poisson(counts: Counts, log_rates: Floats) -> Floats:
    """Return the log likelihood of each count.

    Parameters
    ----------
    counts : Counts
        The triples.
    log_rates : numpy.ndarray
        The logarithm of the rate of each.
    """
    return np.asarray(
        counts.values * log_rates - np.exp(log_rates) - special.gammaln(counts.values + 1.0)
    )
