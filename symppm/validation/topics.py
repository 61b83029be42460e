"""Short fits of topics to documents of which some words are left out, and how these predict them.

Of each document every word is in one of ten groups at random, and one group is held out: topics of
the document are inferred from the rest of it. The fit is the variational inference of Hoffman, Blei
and Bach (NIPS 2010) in whole passes, which scikit-learn's and gensim's libraries run.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from symppm.exports.types import LEAST_PRIOR, variational_prior
from symppm.matching.result import Match
from symppm.matching.topics import SPEC_OF_SHARES, shares_of
from symppm.validation.fits import GROUPS, Factors, Vector, at_stored, likeliest, shared_out

_WORK: Final = 5e8
"""Counts times topics that a fit may share out, in all its rounds, before these become 100."""
_CHECKED: Final = 10
_SETTLED: Final = 1e-4
"""Of a change of the log-likelihood of a word: so little ends a fit."""
_CONCENTRATED: Final = 100.0
"""The shape of what topics start from, which is scikit-learn's."""
_TOTALS: Final = 1, 0
"""Shares of a document add up to one over topics, those of a topic over words."""
_TINY: Final = 1e-300


@dataclass(frozen=True)
class Concentrations:
    """Alpha, and eta of each word, as variational inference takes them."""

    alpha: float
    eta: float | Vector

    @property
    def shapes(self) -> tuple[float, float]:
        """Alpha, and the average of eta."""
        return self.alpha, float(np.mean(self.eta))


def defaults(k: int) -> Concentrations:
    """Return those of scikit-learn and gensim."""
    return Concentrations(1 / k, 1 / k)


def matched(match: Match, counts: Any) -> Concentrations:
    """Return what is matched, for variational inference; frequent words may have more of eta."""
    alpha, eta = (match.parameters[name] for name in ("alpha", "eta"))
    if match.model != SPEC_OF_SHARES.name:
        return Concentrations(variational_prior(alpha), variational_prior(eta))
    totals = np.asarray(counts.sum(0)).ravel()
    etas = np.hypot(LEAST_PRIOR, eta * len(totals) * shares_of(totals))
    return Concentrations(variational_prior(alpha), etas)


@dataclass(frozen=True)
class Words:
    """Documents by words, a tenth of whose words is held out."""

    train: Any
    test: Any

    @classmethod
    def of(cls, counts: Any, n: int, seed: int) -> Words:
        """Hold out the words of a group."""
        rng = np.random.default_rng([seed, n // GROUPS])
        remaining, test = counts.data.astype(np.int64), np.zeros(counts.nnz, np.int64)
        for group in range(n % GROUPS + 1):
            remaining = remaining - test
            test = rng.binomial(remaining, 1 / (GROUPS - group))
        train, held_out = counts.copy(), counts.copy()
        train.data, held_out.data = counts.data - test, test.astype(float)
        for matrix in (train, held_out):
            matrix.eliminate_zeros()
        return cls(train, held_out)

    @property
    def size(self) -> int:
        """How many words are held out."""
        return round(float(self.test.data.sum()))

    def score(self, factors: Factors) -> float:
        """Return the log-likelihood of a held-out word under shares of documents and topics."""
        return float(self.test.data @ np.log(at_stored(self.test, factors)) / self.test.data.sum())

    def frequencies(self) -> Factors:
        """Return one topic: shares of words by their totals."""
        totals = np.asarray(self.train.sum(0)).ravel() + 1.0
        return np.ones((self.train.shape[0], 1)), (totals / totals.sum())[:, None]

    def likelihood(self, factors: Factors) -> float:
        """Return the log-likelihood of a word in the fit."""
        rates = np.maximum(at_stored(self.train, factors), _TINY)
        return float(self.train.data @ np.log(rates) / self.train.data.sum())

    def topics(self, k: int, priors: Concentrations, seed: int) -> Factors:
        """Fit topics, from several starts if these are few words; return shares of both sides."""
        return likeliest(self, k, _WORK, lambda n, most: self._ascent(k, priors, [seed, n], most))

    def _ascent(self, k: int, priors: Concentrations, seed: Sequence[int], rounds: int) -> Factors:
        from scipy.special import digamma  # noqa: PLC0415 - slow to load

        rng, train = np.random.default_rng(seed), self.train
        shapes: list[Any] = [priors.alpha, np.broadcast_to(priors.eta, train.shape[1])[:, None]]
        sides = [rng.gamma(_CONCENTRATED, 1 / _CONCENTRATED, (n, k)) for n in train.shape]
        previous = -math.inf
        for step in range(rounds):
            logs = [
                np.exp(np.maximum(digamma(x) - digamma(x.sum(axis, keepdims=True)), -60.0))
                for x, axis in zip(sides, _TOTALS, strict=True)
            ]
            shared = [np.empty(x.shape) for x in sides]
            shared_out(train.indptr, train.indices, train.data, *logs, *shared)
            sides = [prior + share for prior, share in zip(shapes, shared, strict=True)]
            if step % _CHECKED == _CHECKED - 1:
                current = self.likelihood((logs[0], logs[1]))
                if abs(current - previous) < _SETTLED:
                    break
                previous = current
        theta, beta = (
            x / x.sum(axis, keepdims=True) for x, axis in zip(sides, _TOTALS, strict=True)
        )
        return theta, beta
