"""Mean-field posterior of Poisson factorization by coordinate ascent, on sparse counts.

The model is Y_ij ~ Poisson(sum_k theta_ik beta_jk), theta_ik ~ Gamma(a, b), beta_jk ~ Gamma(c, d),
shapes and rates, all four free. The approximation is q = prod Gamma(theta_ik) prod Gamma(beta_jk),
found by the updates of Cemgil (2009), Bayesian inference for nonnegative matrix factorisation
models, Comput Intell Neurosci 785152: counts are shared out among the factors in proportion to
exp(E log theta_ik + E log beta_jk), theta is updated, and the same again for beta.

No library that is maintained does this. hpfrec has another level of priors, which becomes this
model only in a limit and is then updated differently, and it reports no bound; poismf gives point
estimates; ebpmf estimates the priors instead of taking them. The script that the paper's authors
extended, stochastic_PMF, takes matrices with their zeros; what their extension does is in
:mod:`posterior.published_fit`.

Pairs that are not stored are zeros and enter by the sums of rates alone. Cells that are missing
enter nowhere: their part is taken out of those sums, which therefore differ by row and column.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Final

import numpy as np
from lab.running import PaperError
from numpy.typing import NDArray
from scipy import special

from posterior import kernels
from posterior.data import Counts

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SPREAD: Final = 100.0
"""Shape of the gamma distribution by which the start scatters."""

EXTREME: Final = 1e50
"""How large a hyperparameter may be, and one over how small: what is summed stays finite."""

TOLERANCE: Final = 1e-5

LEAST: Final = 20
"""Iterations before which no fit ends: bounds of poor priors are so far from zero that their first
steps are below any share of them."""


@dataclass(frozen=True)
class Hyper:
    """Hyperparameters of Poisson factorization.

    Attributes
    ----------
    k : int
        Factors.
    a, b : float
        Shape and rate of the prior of theta.
    c, d : float
        Shape and rate of the prior of beta.
    """

    k: int
    a: float
    b: float
    c: float
    d: float

    def __post_init__(self) -> None:
        if isinstance(self.k, bool) or not isinstance(self.k, int | np.integer) or self.k < 1:
            raise PaperError(f"k is {self.k!r}; give a whole number of factors, 1 or more")
        for name in "abcd":
            value = float(getattr(self, name))
            if not 1.0 / EXTREME <= value <= EXTREME:
                raise PaperError(
                    f"{name} is {value}; give a number from {1.0 / EXTREME:g} to {EXTREME:g}"
                )

    @property
    def prior_mean(self) -> float:
        """Prior mean of a count."""
        return self.k * (self.a / self.b) * (self.c / self.d)


@dataclass(frozen=True)
class Fit:
    """A mean-field posterior.

    Attributes
    ----------
    hyper : Hyper
        The priors.
    theta_shape, theta_rate : numpy.ndarray, (rows, K)
        Of the gamma distributions of theta.
    beta_shape, beta_rate : numpy.ndarray, (columns, K)
        Of those of beta.
    elbo : tuple of float
        The evidence lower bound after each iteration.
    iterations : int
        How many there were.
    seconds : float
        How long they took.
    converged : bool
        Whether the last of them raised the bound by less than the tolerance.
    """

    hyper: Hyper
    theta_shape: Floats
    theta_rate: Floats
    beta_shape: Floats
    beta_rate: Floats
    elbo: tuple[float, ...]
    iterations: int
    seconds: float
    converged: bool

    @property
    def theta_mean(self) -> Floats:
        """Posterior means of theta."""
        return np.asarray(self.theta_shape / self.theta_rate)

    @property
    def beta_mean(self) -> Floats:
        """Posterior means of beta."""
        return np.asarray(self.beta_shape / self.beta_rate)


@dataclass(frozen=True)
class _Sorted:
    """Triples row by row, or column by column."""

    starts: Integers
    others: Integers
    values: Floats


@dataclass
class _Side:
    """Theta, or beta: its prior, the triples by its rows, and what is known of its entries."""

    shape: float
    rate: float
    train: _Sorted
    missing: _Sorted
    allotted: Floats
    counts: Floats
    rates: Floats
    means: Floats
    logs: Floats
    scaled: Floats

    def begin(self, scale: float, rng: np.random.Generator) -> None:
        """Start from means that scatter around a common scale."""
        self.means = scale * rng.gamma(SPREAD, 1.0 / SPREAD, self.means.shape)
        self.logs = np.log(self.means)
        kernels.scale(self.logs, self.scaled)

    def allot(self, other: _Side) -> float:
        """Share the counts out by row and factor; return the sum of y log sum_k exp(E log)."""
        return float(
            kernels.allot(
                self.train.starts,
                self.train.others,
                self.train.values,
                self.logs,
                self.scaled,
                other.logs,
                other.scaled,
                self.allotted,
            )
        )

    def update(self, other: _Side) -> None:
        """Take the distributions that maximise the bound, given what was allotted."""
        self.counts, self.allotted = self.allotted, self.counts
        kernels.sums_without(self.missing.starts, self.missing.others, other.means, self.rates)
        kernels.expected(
            self.shape, self.rate, self.counts, self.rates, self.means, self.logs, self.scaled
        )

    @property
    def divergence(self) -> float:
        """Of the distributions from their prior."""
        return float(kernels.divergence(self.shape, self.rate, self.counts, self.rates))


def fit(
    train: Counts,
    hyper: Hyper,
    rng: np.random.Generator,
    *,
    missing: Counts | None = None,
    tolerance: float = TOLERANCE,
    least: int = LEAST,
    most: int = 1000,
) -> Fit:
    """Fit a mean-field posterior by coordinate ascent.

    Parameters
    ----------
    train : Counts
        What is observed. Pairs that are not in it are observed zeros.
    hyper : Hyper
        Priors and number of factors.
    rng : numpy.random.Generator
        Source of the start, which is at random.
    missing : Counts, optional
        Cells that are not observed; their values are not used.
    tolerance : float
        The ascent ends once an iteration raises the bound by less than this share of it.
    least, most : int
        Iterations before which it does not end, and after which it does in any case.

    Returns
    -------
    Fit
        The posterior. From one iteration to the next the bound does not fall, but for rounding.

    Raises
    ------
    PaperError
        If nothing is observed, or if cells are missing that are not of this matrix or are observed.
    """
    absent = train.some(np.zeros(0, dtype=np.int64)) if missing is None else missing
    _refuse(train, absent, tolerance, least, most)
    begun = time.perf_counter()
    theta, beta = _sides(train, absent, hyper)
    observed = train.shape[0] * train.shape[1] - len(absent)
    scale = math.sqrt(float(train.values.sum()) / observed / hyper.k)
    theta.begin(scale, rng)
    beta.begin(scale, rng)
    constant = float(special.gammaln(train.values + 1.0).sum())
    bounds: list[float] = []
    converged = False
    theta.allot(beta)
    while not converged and len(bounds) < most:
        theta.update(beta)
        beta.allot(theta)
        beta.update(theta)
        # What beta's rates are is the sum of theta's means over the cells that are observed.
        fitted = theta.allot(beta) - constant - float(np.vdot(beta.means, beta.rates))
        bounds.append(fitted - theta.divergence - beta.divergence)
        if len(bounds) >= max(least, 2):
            converged = bounds[-1] - bounds[-2] < tolerance * abs(bounds[-1])
    return Fit(
        hyper,
        hyper.a + theta.counts,
        hyper.b + theta.rates,
        hyper.c + beta.counts,
        hyper.d + beta.rates,
        tuple(bounds),
        len(bounds),
        time.perf_counter() - begun,
        converged,
    )


def _refuse(train: Counts, absent: Counts, tolerance: float, least: int, most: int) -> None:
    if not len(train):
        raise PaperError("no count above zero is observed; give some to fit to")
    if absent.shape != train.shape:
        raise PaperError(
            f"what is missing is of a {absent.shape} matrix and what is observed of a "
            f"{train.shape} one; give two parts of the same matrix"
        )
    both = int(np.isin(absent.cells, train.cells).sum())
    if both:
        raise PaperError(f"{both} cells are given both as observed and as missing; leave one out")
    if not tolerance >= 0.0 or min(least, most) < 1:
        raise PaperError(
            f"tolerance is {tolerance}, least {least} and most {most}; give a tolerance of 0 or "
            "more, and 1 iteration or more"
        )


def _sides(train: Counts, absent: Counts, hyper: Hyper) -> tuple[_Side, _Side]:
    return (
        _side(hyper.a, hyper.b, hyper.k, _sorted(train), _sorted(absent)),
        _side(hyper.c, hyper.d, hyper.k, _sorted(_turned(train)), _sorted(_turned(absent))),
    )


def _side(shape: float, rate: float, k: int, train: _Sorted, missing: _Sorted) -> _Side:
    size = (train.starts.size - 1, k)
    empty = (np.zeros(size) for _ in range(6))
    return _Side(float(shape), float(rate), train, missing, *empty)


def _turned(counts: Counts) -> Counts:
    return Counts(counts.columns, counts.rows, counts.values, counts.shape[::-1])


def _sorted(counts: Counts) -> _Sorted:
    order = np.argsort(counts.cells, kind="stable")
    starts = np.zeros(counts.shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(counts.rows, minlength=counts.shape[0]), out=starts[1:])
    return _Sorted(starts, counts.columns[order], counts.values[order].astype(np.float64))
