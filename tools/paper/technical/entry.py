"""Moments of any order of one count of Poisson factorization, hierarchical or not, as fractions.

They come by another route than the package's formulas: the rate is S / (xi eta), S a sum of K
independent products of Gamma(a, 1) and Gamma(c, 1). Cumulants of one product, from its raw moments,
times K are those of S; rates xi and eta, where they are random, multiply raw moments by
E[xi^-n] E[eta^-n]; and the factorial moments of a Poisson count are the raw moments of its rate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lab.settings import FACTORS

Raw = tuple[Fraction, ...]
"""Raw moments of orders 0, 1, ..."""


@dataclass(frozen=True)
class Entry:
    """One count and its rate.

    Attributes
    ----------
    rate, count : tuple of fractions.Fraction
        Their raw moments of orders 0, 1, ...
    """

    rate: Raw
    count: Raw

    @property
    def mean(self) -> float:
        """Of the count."""
        return float(self.count[1])

    @property
    def variance(self) -> float:
        """Of the count."""
        return float(central(self.count, 2))


def entry(values: Sequence[float], order: int = 4, factors: int = FACTORS) -> Entry:
    """Return the moments of a setting.

    Parameters
    ----------
    values : sequence of float
        (a, b, c, d), or (a, a', b', c, c', d'); decimal fractions are taken for what they say.
    order : int
        Highest order; a' and c' have to be larger.
    factors : int
        K.
    """
    exact = [Fraction(str(value)) for value in values]
    if len(exact) == 4:
        a, b, c, d = exact
        inverse = [(b * d) ** -n for n in range(order + 1)]
    else:
        a, a_prime, b_prime, c, c_prime, d_prime = exact
        inverse = [
            _inverse(a_prime, b_prime, n) * _inverse(c_prime, d_prime, n) for n in range(order + 1)
        ]
    product = tuple(_rising(a, n) * _rising(c, n) for n in range(order + 1))
    total = _raw([factors * each for each in _cumulants(product)])
    rate = tuple(s * w for s, w in zip(total, inverse, strict=True))
    return Entry(rate, tuple(_of_count(rate, n) for n in range(order + 1)))


def central(raw: Raw, order: int) -> Fraction:
    """Return a central moment.

    Parameters
    ----------
    raw : tuple of fractions.Fraction
        Raw moments.
    order : int
        Which.
    """
    terms = (math.comb(order, n) * (-raw[1]) ** (order - n) * raw[n] for n in range(order + 1))
    return sum(terms, Fraction(0))


def _rising(shape: Fraction, order: int) -> Fraction:
    """Return a raw moment of Gamma(shape, 1)."""
    return math.prod((shape + n for n in range(order)), start=Fraction(1))


def _inverse(shape: Fraction, mean: Fraction, order: int) -> Fraction:
    """Return E[x^-n] of x from a Gamma with this shape and this mean."""
    if shape <= order:
        raise ValueError(f"E[x^-{order}] of a Gamma of shape {shape} is infinite")
    below = math.prod((shape - n for n in range(1, order + 1)), start=Fraction(1))
    return (shape / mean) ** order / below


def _cumulants(raw: Raw) -> list[Fraction]:
    found = [Fraction(0)]
    for n in range(1, len(raw)):
        known = (math.comb(n - 1, m - 1) * found[m] * raw[n - m] for m in range(1, n))
        found.append(raw[n] - sum(known, Fraction(0)))
    return found


def _raw(cumulants: Sequence[Fraction]) -> Raw:
    found = [Fraction(1)]
    for n in range(1, len(cumulants)):
        terms = (math.comb(n - 1, m - 1) * cumulants[m] * found[n - m] for m in range(1, n + 1))
        found.append(sum(terms, Fraction(0)))
    return tuple(found)


def _of_count(rate: Raw, order: int) -> Fraction:
    """Return a raw moment of the count: Stirling numbers of the second kind times those of rate."""
    return sum((_stirling(order, n) * rate[n] for n in range(order + 1)), Fraction(0))


def _stirling(n: int, k: int) -> int:
    signs = ((-1) ** (k - j) * math.comb(k, j) * j**n for j in range(k + 1))
    return int(sum(signs)) // math.factorial(k)
