"""How well a mean-field posterior predicts: held-out triples, and each observed one left out.

Both are sums over stored triples, as in the paper's experiment; zeros are not scored. Since single
counts reach hundreds of thousands, such a sum is that of a few triples. Its error, by the spread
over triples, says so.

Leaving one out is by Pareto-smoothed importance sampling from q: the ratios are 1 / p(y | draw),
as they would be for draws from the posterior. What q differs from the posterior by is not
corrected, neither here nor in the paper. Vehtari, Gelman and Gabry (2017), Stat Comput 27:1413.
"""

from __future__ import annotations

import importlib
import math
import warnings
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab.running import PaperError
from numpy.typing import NDArray
from scipy import special

from posterior.data import Counts
from posterior.draws import at_means, log_likelihoods
from posterior.predictive import log_terms

if TYPE_CHECKING:
    from posterior.cavi import Fit

Floats = NDArray[np.float64]

DRAWS: Final = 200
BLOCK: Final = 4096
"""Triples that are smoothed at a time, so that copies of their ratios stay small."""

FEWEST: Final = 25
"""Draws below which a fifth of them, the tail, is too little to fit a distribution to."""


@dataclass(frozen=True)
class Score:
    """Predictive log likelihood of triples that were held out.

    Attributes
    ----------
    elpd : float
        Sum over triples of the log of the mean, over draws, of the likelihood.
    error : float
        Its standard error, by the spread over triples.
    plug_in : float
        Sum over triples of the log likelihood at the posterior means.
    leaning : float
        Share of triples for which one draw makes up more than half of the mean: what is summed for
        them is a lower estimate, and depends on the number of draws.
    triples, draws : int
        How many there were.
    each : numpy.ndarray, (triples,)
        The terms of the sum.
    """

    elpd: float
    error: float
    plug_in: float
    leaning: float
    triples: int
    draws: int
    each: Floats

    @property
    def per_triple(self) -> float:
        """The mean over triples."""
        return self.elpd / self.triples


@dataclass(frozen=True)
class Loo:
    """Predictive log likelihood of observed triples, each left out.

    Attributes
    ----------
    elpd : float
        Sum over all observed triples.
    error : float
        Its standard error, by the spread over triples.
    k_shares : (float, float)
        Shares of the smoothed triples with a Pareto k above 0.7 and above 1. For the former the
        estimate is not reliable, with 200 draws for those above 0.57 already (Vehtari et al., 2024,
        JMLR 25:72); for the latter the ratios have no finite mean. One that is not a number, since
        no tail could be fitted, counts as above both.
    triples, draws : int
        How many there are.
    used : int
        How many were smoothed.
    sampling_error : float
        Standard error due to smoothing some only; 0 for all.
    """

    elpd: float
    error: float
    k_shares: tuple[float, float]
    triples: int
    draws: int
    used: int
    sampling_error: float

    @property
    def per_triple(self) -> float:
        """The mean over triples."""
        return self.elpd / self.triples


def held_out(fit: Fit, test: Counts, rng: np.random.Generator, draws: int = DRAWS) -> Score:
    """Score triples that the posterior was not fitted to.

    Parameters
    ----------
    fit : Fit
        The posterior, fitted with these triples missing.
    test : Counts
        The triples.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many draws of theta and beta.
    """
    _refuse(fit, test, draws, 1)
    terms = log_terms(fit, test, rng, draws)
    each = special.logsumexp(terms, axis=1) - math.log(draws)
    heaviest = terms.max(axis=1) - math.log(draws) - each
    return Score(
        elpd=float(each.sum()),
        error=_error(each),
        plug_in=float(at_means(fit, test).sum()),
        leaning=float((heaviest > math.log(0.5)).mean()),
        triples=len(test),
        draws=draws,
        each=each,
    )


def psis_loo(
    fit: Fit,
    train: Counts,
    rng: np.random.Generator,
    draws: int = DRAWS,
    *,
    triples: int | None = None,
) -> Loo:
    """Score the triples that the posterior was fitted to, each as if it had been left out.

    Parameters
    ----------
    fit : Fit
        The posterior.
    train : Counts
        The triples.
    rng : numpy.random.Generator
        Source of the draws, and of the choice of triples.
    draws : int
        How many draws of theta and beta.
    triples : int, optional
        How many triples to smooth, chosen at random; all unless given. The sum over all is then
        that at the posterior means, plus the mean difference from it scaled up (Magnusson,
        Andersen, Jonasson and Vehtari, 2020, AISTATS), which is far less noisy than the mean
        alone since large counts are large in both.
    """
    _refuse(fit, train, draws, FEWEST)
    known = at_means(fit, train)
    n = len(train)
    if triples is not None and not 1 < triples <= n:
        raise PaperError(
            f"{triples} of {n} triples are to be smoothed; give 2 or more, {n} at most"
        )
    all_of_them = triples is None or triples == n
    chosen = np.arange(n) if all_of_them else np.sort(rng.choice(n, triples, replace=False))
    each, k = _left_out(log_likelihoods(fit, train.some(chosen), rng, draws))
    beyond = each - known[chosen]
    m = chosen.size
    spread = 0.0 if all_of_them else n * float(beyond.std(ddof=1)) * math.sqrt((1 - m / n) / m)
    estimated = known + float(beyond.mean())
    if all_of_them:
        estimated = each
    return Loo(
        elpd=float(estimated.sum()),
        error=_error(estimated),
        k_shares=(float((~(k <= 0.7)).mean()), float((~(k <= 1.0)).mean())),
        triples=n,
        draws=draws,
        used=m,
        sampling_error=spread,
    )


def _left_out(likelihoods: Floats) -> tuple[Floats, Floats]:
    """Return the log predictive likelihood of each triple left out, and its Pareto k."""
    each, ks = [], []
    for start in range(0, likelihoods.shape[0], BLOCK):
        block = likelihoods[start : start + BLOCK]
        weights, k = smoothed(block)
        each.append(special.logsumexp(weights + block, axis=1))
        ks.append(k)
    return np.concatenate(each), np.concatenate(ks)


def smoothed(likelihoods: Floats) -> tuple[Floats, Floats]:
    """Return Pareto-smoothed log weights for leaving each triple out, by ArviZ.

    Parameters
    ----------
    likelihoods : numpy.ndarray, (triples, draws)
        Log likelihoods; their negatives are the log ratios.

    Returns
    -------
    weights : numpy.ndarray, (triples, draws)
        Logarithms; each row's weights sum to 1.
    k : numpy.ndarray, (triples,)
        Pareto's k; infinite where fewer than five ratios are large enough to fit a tail to.
    """
    try:
        weights, k = _by_arviz(likelihoods)
    except ImportError as error:
        raise PaperError(
            "leaving one out needs ArviZ, which is not installed; "
            "tools/paper/README.md says how to install what the scripts need"
        ) from error
    return np.asarray(weights), np.asarray(k)


def _by_arviz(likelihoods: Floats) -> tuple[Any, Any]:
    found: tuple[Any, Any]
    if int(metadata.version("arviz").split(".")[0]) < 1:
        with warnings.catch_warnings():
            # It announces 1.0 once a day.
            warnings.simplefilter("ignore", FutureWarning)
            arviz = importlib.import_module("arviz")
        found = arviz.psislw(-likelihoods)
    else:
        # It takes likelihoods from there on, and changes their sign itself.
        found = importlib.import_module("arviz_stats.base").array_stats.psislw(likelihoods)
    return found


def _error(each: Floats) -> float:
    """Return the standard error of a sum of as many independent terms."""
    return math.sqrt(each.size) * float(each.std(ddof=1)) if each.size > 1 else math.inf


def _refuse(fit: Fit, counts: Counts, draws: int, fewest: int) -> None:
    fitted = fit.theta_shape.shape[0], fit.beta_shape.shape[0]
    if counts.shape != fitted:
        raise PaperError(
            f"triples of a {counts.shape} matrix are to be scored by a posterior of a {fitted} one;"
            " give triples of the matrix that it was fitted to"
        )
    if not len(counts):
        raise PaperError("there are no triples to score; give one or more")
    if draws < fewest:
        raise PaperError(f"{draws} draws are asked for; give {fewest} or more")
