"""Exact moments by enumerating priors of two values: nothing of the laws or families is used.

theta is 1 or 5 and beta is 1 or 3, each with probability one half: means 3 and 2, standard
deviations 2 and 1.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

THETA = (1, 5)
BETA = (1, 3)
MU_T, SIGMA_T, MU_B, SIGMA_B = 3, 2, 2, 1


@dataclass(frozen=True)
class Enumerated:
    """Moments of the entries of a matrix; row: two entries of one row; col: of one column."""

    mean: Fraction
    variance: Fraction
    cov_row: Fraction
    cov_col: Fraction

    @property
    def rho_row(self) -> Fraction:
        """Correlation of two entries of one row."""
        return self.cov_row / self.variance

    @property
    def rho_col(self) -> Fraction:
        """Correlation of two entries of one column."""
        return self.cov_col / self.variance


def enumerated(factors: int, noise: int = 1) -> Enumerated:
    """Enumerate the factors of two rows and two columns."""

    def eta(row: tuple[int, ...], col: tuple[int, ...]) -> int:
        return sum(t * b for t, b in zip(row, col, strict=True))

    rows = list(itertools.product(THETA, repeat=factors))
    cols = list(itertools.product(BETA, repeat=factors))
    mean = _average(eta(t, b) for t in rows for b in cols)
    square = _average(eta(t, b) ** 2 for t in rows for b in cols)
    in_row = _average(eta(t, b) * eta(t, other) for t in rows for b in cols for other in cols)
    in_col = _average(eta(t, b) * eta(other, b) for t in rows for other in rows for b in cols)
    return Enumerated(mean, noise * mean + square - mean**2, in_row - mean**2, in_col - mean**2)


def sample_variance(rows: int, cols: int) -> Fraction:
    """Return the expectation of the sample variance over all entries, K = 1, Poisson entries."""

    def expected(theta: tuple[int, ...], beta: tuple[int, ...]) -> Fraction:
        etas = [t * b for t in theta for b in beta]
        count, total = len(etas), sum(etas)
        squares = sum(eta + eta**2 for eta in etas)
        return Fraction(count * squares - total - total**2, count * (count - 1))

    worlds = itertools.product(
        itertools.product(THETA, repeat=rows), itertools.product(BETA, repeat=cols)
    )
    return _average(expected(theta, beta) for theta, beta in worlds)


def estimator_mean(
    probabilities: Mapping[int, Fraction], size: int, term: Callable[[int, Fraction], Fraction]
) -> Fraction:
    """Return the expectation of a sample average, by enumerating every sample."""
    expectation = Fraction(0)
    for sample in itertools.product(probabilities, repeat=size):
        weight = Fraction(1)
        for value in sample:
            weight *= probabilities[value]
        terms = [term(value, probabilities[value]) for value in sample]
        expectation += weight * sum(terms, Fraction(0)) / size
    return expectation


def _average(values: Iterable[int | Fraction]) -> Fraction:
    listed = list(values)
    return Fraction(sum(listed)) / len(listed)
