"""Who takes part in the comparison of posteriors, and where each one's hyperparameters come from.

Matches see the triples that are trained on and nothing else. Where the matrix is small, the cells
that are held out are masked. The matrix of lastfm is matched as it is stored, with zeros in the
held-out cells: they are 0.03 % of its cells, and a mask cannot undo that only stored triples are
held out, which lowers the mean to 90 % either way.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np
from lab.running import PaperError

from posterior.authors import CHOICE
from posterior.cavi import Hyper
from posterior.data import Counts

SHAPE: Final = 0.3
"""a and c by default in hpfrec and scHPF."""

PAPER: Final = "paper"
MATCH: Final = "variance: K, a, c"
"""Our match by the moments of the paper."""

DENSE: Final = 1_000_000
"""Cells up to which a matrix is matched as an array with a mask."""


@dataclass(frozen=True)
class Contestant:
    """Hyperparameters, and what it took to have them.

    Attributes
    ----------
    hyper : Hyper
        What is fitted.
    seconds : float
        Of choosing them.
    """

    hyper: Hyper
    seconds: float


Chooser = Callable[[Counts, Counts], Hyper]


def chosen(name: str, train: Counts, test: Counts) -> Contestant:
    """Return a contestant.

    Parameters
    ----------
    name : str
        One of ``NAMES``.
    train, test : Counts
        The triples to learn from; and those held out, of which only the places are used.
    """
    if name not in NAMES:
        raise PaperError(f"no contestant is called {name!r}; there are {', '.join(NAMES)}")
    start = time.perf_counter()
    hyper = NAMES[name](train, test)
    return Contestant(hyper, time.perf_counter() - start)


def match(train: Counts, test: Counts, *, estimator: str, end: int | None = None) -> Hyper:
    """Return our match.

    Parameters
    ----------
    train, test : Counts
        As for :func:`chosen`.
    estimator : {"moments", "cross-moments"}
        Which moments.
    end : {0, 1}, optional
        K at the lower or the upper end of its 95 % interval, with the priors solved again for it;
        by default K itself.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    data, mask = _as_matrix(train, test)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What is hard about the data is what is studied.
        found = ppm.match(data, model="pmf_gamma", estimator=estimator, mask=mask)
        if found.feasible and end is not None:
            k = _end_of_interval(found.interval(0.95)["K"], end)
            found = ppm.match(
                data, model="pmf_gamma", estimator=estimator, mask=mask, fixed={"K": k}
            )
    if not found.feasible or found.k is None:
        raise PaperError(
            f"no match by {estimator}: no K of Poisson factorization fits these counts"
        )
    values = found.parameters
    return Hyper(int(found.k), *(float(values[name]) for name in "abcd"))


def _end_of_interval(interval: tuple[float, float], end: int) -> int:
    if not np.isfinite(interval[end]):
        raise PaperError(f"the interval of K, {interval}, has no finite end to fit with")
    return max(1, round(interval[end]))


def _as_matrix(train: Counts, test: Counts) -> tuple[object, object]:
    if train.shape[0] * train.shape[1] <= DENSE:
        mask = np.ones(train.shape, dtype=bool)
        mask[test.rows, test.columns] = False
        return train.dense, mask
    return train.sparse, None


def mean_of(train: Counts, test: Counts) -> float:
    """Return the average count of the cells that are not held out.

    Parameters
    ----------
    train, test : Counts
        As for :func:`chosen`.
    """
    return float(train.values.sum()) / (train.shape[0] * train.shape[1] - len(test))


def with_mean(k: int, a: float, c: float, mean: float) -> Hyper:
    """Return priors of these shapes whose prior predictive mean is given; theta has mean 1.

    Parameters
    ----------
    k : int
        Factors.
    a, c : float
        Shapes of theta and beta.
    mean : float
        Of an entry.
    """
    return Hyper(k, a, a, c, k * c / mean)


def _only_k(train: Counts, test: Counts, *, estimator: str) -> Hyper:
    k = match(train, test, estimator=estimator).k
    return with_mean(k, SHAPE, SHAPE, mean_of(train, test))


def _fixed(_: Counts, __: Counts, *, hyper: Hyper) -> Hyper:
    return hyper


def _mean_matched(train: Counts, test: Counts, *, k: int, shape: float) -> Hyper:
    return with_mean(k, shape, shape, mean_of(train, test))


NAMES: Final[Mapping[str, Chooser]] = MappingProxyType(
    {
        MATCH: partial(match, estimator="moments"),
        "variance: K, default shapes": partial(_only_k, estimator="moments"),
        "variance: low end of K": partial(match, estimator="moments", end=0),
        "variance: high end of K": partial(match, estimator="moments", end=1),
        "distinct: K, a, c": partial(match, estimator="cross-moments"),
        "distinct: K, default shapes": partial(_only_k, estimator="cross-moments"),
        PAPER: partial(_fixed, hyper=CHOICE),
        "paper, a of columns": partial(
            _fixed, hyper=Hyper(8, CHOICE.c, CHOICE.d, CHOICE.a, CHOICE.b)
        ),
        "paper with K = 1": partial(_fixed, hyper=replace(CHOICE, k=1, d=CHOICE.d / CHOICE.k)),
        # b' = d' = 1, which are the rates in the limit of large a' and c'.
        "shapes .3, rates 1, K = 30 (after hpfrec)": partial(
            _fixed, hyper=Hyper(30, SHAPE, 1.0, SHAPE, 1.0)
        ),
        "shapes .3, mean of the data, K = 30": partial(_mean_matched, k=30, shape=SHAPE),
        # What an l1 penalty is exact for; the rates are fitted to the data.
        "exponential priors, K = 50 (after poismf)": partial(_mean_matched, k=50, shape=1.0),
        # It estimates the mean of theta as it goes, which in expectation is what gives the mean of
        # the data.
        "shapes .1, K = 100 (after stochastic_PMF)": partial(_mean_matched, k=100, shape=0.1),
    }
)
"""Contestants by name, and how each is chosen. Those after a package have its default priors, as
far as this model has them; the packages themselves, which fit other posteriors, are not run."""

FEW: Final = "distinct: K, default shapes"
"""That with the fewest factors, and shapes as by default."""

DEFAULTS: Final = tuple(name for name in NAMES if name.startswith(("shapes", "exponential")))
"""Those that no one matched to anything but the mean."""

OF_LASTFM: Final = ("paper", "paper, a of columns", "paper with K = 1")
"""Those whose numbers come from lastfm, and say nothing of other data."""
