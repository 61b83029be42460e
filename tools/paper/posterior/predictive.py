"""Predictive likelihood of counts that a posterior was not fitted to, by importance sampling.

The mean of p(y | theta_i, beta_j) over draws from q is a poor estimate where q says little. An
artist that nobody in the training part has played has a beta of the prior's shape, and where that
is 1e-4, none of a few hundred draws is anywhere near a count of 500: the log of such a mean is off
by any amount. Draws are therefore from a mixture that has q as one part and, in its others, entries
of theta or beta that have seen the count, and each is weighted by the density of q over that of
the mixture (Hesterberg, 1995, Technometrics 37:185). The mean stays unbiased for the same number,
and since q is a part, no weight is above one over its share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from posterior.draws import log_gammas

if TYPE_CHECKING:
    from posterior.cavi import Fit
    from posterior.data import Counts

Floats = NDArray[np.float64]

PLAIN, BETA, THETA, BOTH, SHARED = range(5)
PARTS: Final = (0.2, 0.2, 0.2, 0.1, 0.3)
"""Shares of the mixture: q; q but for one entry of beta, of theta, or of both that has seen the
count; q but for all of a column's beta, which have seen the parts of it that they account for."""

BLOCK: Final = 8192
"""Entries of theta that are drawn at a time: few, so that they stay in the processor's cache."""


def log_terms(fit: Fit, counts: Counts, rng: np.random.Generator, draws: int) -> Floats:
    """Return the terms whose mean over draws is the predictive likelihood.

    Parameters
    ----------
    fit : Fit
        The posterior.
    counts : Counts
        Triples that it was not fitted to.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many.

    Returns
    -------
    numpy.ndarray, (triples, draws)
        Logarithms of likelihood times weight.
    """
    step = max(BLOCK // fit.hyper.k, 1)
    blocks = (np.arange(at, min(at + step, len(counts))) for at in range(0, len(counts), step))
    return np.concatenate([_terms(fit, counts.some(block), rng, draws) for block in blocks])


def _terms(fit: Fit, counts: Counts, rng: np.random.Generator, draws: int) -> Floats:
    y = counts.values.astype(np.float64)[:, None]
    own = _Gammas(fit.theta_shape[counts.rows], fit.theta_rate[counts.rows])
    other = _Gammas(fit.beta_shape[counts.columns], fit.beta_rate[counts.columns])
    parts = special.log_softmax(own.log_means + other.log_means, axis=1)
    fixed = own.constants(y), other.constants(y), other.constants(y * np.exp(parts))
    factorial = special.gammaln(y[:, 0] + 1.0)
    terms = np.empty((len(counts), draws))
    for s in range(draws):
        theta, beta = _drawn(own, other, y, parts, rng)
        rates = theta + beta
        likelihood = y[:, 0] * special.logsumexp(rates, axis=1) - np.exp(rates).sum(axis=1)
        weight = _log_weight(own, other, y, parts, fixed, theta, beta)
        terms[:, s] = likelihood - factorial + weight
    return terms


@dataclass(frozen=True)
class _Gammas:
    """Distributions of theta, or of beta, by triple and factor."""

    shape: Floats
    rate: Floats

    @property
    def log_means(self) -> Floats:
        return np.asarray(np.log(self.shape) - np.log(self.rate))

    def drawn(
        self, rng: np.random.Generator, seen: Floats | float = 0.0, by: Floats | float = 0.0
    ) -> Floats:
        """Draw logarithms, of what has seen so many counts at such rates per unit."""
        return np.asarray(log_gammas(self.shape + seen, rng) - np.log(self.rate + by))

    def constants(self, seen: Floats) -> Floats:
        """Return log Gamma(s) - log Gamma(s + n), by the beta function since s may be large."""
        some = np.maximum(seen, np.finfo(float).tiny)
        return np.where(seen > 0.0, special.betaln(self.shape, some) - special.gammaln(some), 0.0)

    def log_ratio(self, seen: Floats, logs: Floats, by: Floats, constants: Floats) -> Floats:
        """Return the log density of what has seen counts over that of what has not."""
        raised = self.shape * np.log1p(by / self.rate) + seen * np.log(self.rate + by)
        return np.asarray(constants + raised + seen * logs - by * np.exp(logs))

    def some(self, chosen: Any) -> _Gammas:
        return _Gammas(self.shape[chosen], self.rate[chosen])


def _drawn(
    own: _Gammas, other: _Gammas, y: Floats, parts: Floats, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Draw logarithms of theta and beta from the mixture, one draw a triple."""
    theta, beta = own.drawn(rng), other.drawn(rng)
    part = rng.choice(len(PARTS), size=y.size, p=PARTS)
    # The factor that has seen the count, in proportion to what it accounts for.
    reached = np.exp(parts).cumsum(axis=1)
    factor = (reached < rng.random((y.size, 1)) * reached[:, -1:]).sum(axis=1)
    _move(theta, np.flatnonzero(part == BOTH), factor, own, y, 0.0, rng)
    _move(theta, np.flatnonzero(part == THETA), factor, own, y, beta, rng)
    _move(beta, np.flatnonzero((part == BETA) | (part == BOTH)), factor, other, y, theta, rng)
    at = np.flatnonzero(part == SHARED)
    beta[at] = other.some(at).drawn(rng, y[at] * np.exp(parts[at]), np.exp(theta[at]))
    return theta, beta


def _move(
    logs: Floats,
    at: NDArray[np.intp],
    factor: NDArray[np.intp],
    source: _Gammas,
    y: Floats,
    still: Floats | float,
    rng: np.random.Generator,
) -> None:
    """Draw one entry of some triples again, from what has seen the count."""
    where = at, factor[at]
    by = np.exp(still[where]) if isinstance(still, np.ndarray) else still
    logs[where] = source.some(where).drawn(rng, y[at, 0], by)


def _log_weight(
    own: _Gammas,
    other: _Gammas,
    y: Floats,
    parts: Floats,
    fixed: tuple[Floats, Floats, Floats],
    theta: Floats,
    beta: Floats,
) -> Floats:
    """Return the log density of q over that of the mixture."""
    by_theta, by_beta = np.exp(theta), np.exp(beta)
    one_theta = own.log_ratio(y, theta, by_beta, fixed[0])
    one_beta = other.log_ratio(y, beta, by_theta, fixed[1])
    both = own.log_ratio(y, theta, np.zeros_like(y), fixed[0]) + one_beta
    shared = other.log_ratio(y * np.exp(parts), beta, by_theta, fixed[2])
    densities = np.stack(
        [
            np.zeros(y.size),
            special.logsumexp(parts + one_beta, axis=1),
            special.logsumexp(parts + one_theta, axis=1),
            special.logsumexp(parts + both, axis=1),
            shared.sum(axis=1),
        ]
    )
    shares = np.array([math.log(share) for share in PARTS])
    return np.asarray(-special.logsumexp(densities + shares[:, None], axis=0))
