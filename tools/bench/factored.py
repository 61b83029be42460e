"""Counts about sums of Gamma factors, and what a match says of the number of factors."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from progress import progress

T = TypeVar("T")
C = TypeVar("C")

POISSON: Final = "Poisson"
OVERDISPERSED: Final = "NB r = 1"
ZEROED: Final = "half zeroed"
OBSERVED: Final = (POISSON, OVERDISPERSED, ZEROED)


@dataclass(frozen=True)
class Case:
    """A way of making counts.

    Attributes
    ----------
    a, b, c, d : float
        Shape and rate of theta, shape and rate of beta.
    k : int
        Number of factors.
    shape : (int, int)
        Rows and columns.
    observed : str
        How counts vary about their rates, one of ``OBSERVED``.
    """

    a: float
    b: float
    c: float
    d: float
    k: int
    shape: tuple[int, int]
    observed: str = POISSON

    @property
    def signal(self) -> float:
        """Variance of the interaction of rows and columns, over that of Poisson noise."""
        rate = self.k * self.a * self.c / (self.b * self.d)
        return rate / (self.k * self.a * self.c)


def with_signal(
    signal: float, k: int, gamma: float, shape: tuple[int, int], observed: str = POISSON
) -> Case:
    """Return a case of a given signal.

    Parameters
    ----------
    signal : float
        As :attr:`Case.signal`.
    k : int
        Number of factors.
    gamma : float
        Shape of both priors.
    shape : (int, int)
        Rows and columns.
    observed : str
        How counts vary about their rates.
    """
    return Case(gamma, 1.0, gamma, 1 / signal, k, shape, observed)


def drawn(case: Case, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return counts.

    Parameters
    ----------
    case : Case
        How to make them.
    rng : numpy.random.Generator
        Source of randomness.
    """
    rows, columns = case.shape
    theta = rng.gamma(case.a, 1 / case.b, (rows, case.k))
    beta = rng.gamma(case.c, 1 / case.d, (columns, case.k))
    rates = theta @ beta.T
    if case.observed == OVERDISPERSED:
        rates *= rng.gamma(1.0, 1.0, case.shape)
    counts = rng.poisson(rates)
    if case.observed == ZEROED:
        counts *= rng.integers(0, 2, case.shape)
    return np.asarray(counts)


def in_processes(
    what: str, work: Callable[[C, int], T], cases: Sequence[C], runs: int, jobs: int
) -> Iterator[tuple[C, list[T]]]:
    """Yield every case with what its runs returned, each when they are done.

    Parameters
    ----------
    what : str
        Name of the work, for the bar.
    work : callable
        From a case and the number of a run.
    cases : sequence
        What to run.
    runs : int
        Runs a case.
    jobs : int
        Processes, each of which must do with one thread.
    """
    os.environ.update(NUMBA_NUM_THREADS="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with ProcessPoolExecutor(jobs) as pool, progress(what, runs * len(cases)) as advance:
        waiting = [[pool.submit(work, case, run) for run in range(runs)] for case in cases]
        for case, futures in zip(cases, waiting, strict=True):
            for _ in as_completed(futures):
                advance()
            yield case, [each.result() for each in futures]


def quietly(work: Callable[[], T]) -> T:
    """Return what some work returns, without its warnings about data that are hard on purpose.

    Parameters
    ----------
    work : callable
        What to do.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return work()


def log_ratio(found: float | None, truth: float) -> float:
    """Return the logarithm of an estimate over the truth; not a number where there is none.

    Parameters
    ----------
    found : float or None
        The estimate.
    truth : float
        What it should be.
    """
    return math.nan if found is None or not found > 0 else math.log(found / truth)


def markdown(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the lines of a table, its head first.

    Parameters
    ----------
    rows : iterable of sequence
        Cells.
    """
    for number, row in enumerate(rows):
        yield "| " + " | ".join(str(cell) for cell in row) + " |"
        if number == 0:
            yield "|" + "---|" * len(row)
