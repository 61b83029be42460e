"""Joint cumulants of observed entries of small models by brute force, in fractions.

Given their rates, observed entries are independent, and each raw moment of one of them is a
polynomial in its rate, written here from textbook formulas. The rates' joint moments come from
listing all configurations, or from expanding in entries, as in :mod:`enumeration`.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from enumeration import (
    Graph,
    Place,
    Points,
    Polynomial,
    compiled_rate,
    configurations,
    entries_at,
    integrated,
    multiplied,
    rate_polynomial,
)

F = Fraction
Coefficients = list[Fraction]
"""Of a polynomial in one number, the constant first."""


def stirling(n: int, k: int) -> int:
    """Return how many ways there are to split n things into k blocks."""
    if n == k:
        return 1
    if k == 0 or k > n:
        return 0
    return stirling(n - 1, k - 1) + k * stirling(n - 1, k)


def _times(one: Coefficients, two: Coefficients) -> Coefficients:
    result = [F(0)] * (len(one) + len(two) - 1)
    for (n, x), (m, y) in itertools.product(enumerate(one), enumerate(two)):
        result[n + m] += x * y
    return result


def _plus(parts: Sequence[Coefficients]) -> Coefficients:
    length = max(map(len, parts))
    return [sum((part[n] for part in parts if n < len(part)), F(0)) for n in range(length)]


def _power(one: Coefficients, exponent: int) -> Coefficients:
    result = [F(1)]
    for _ in range(exponent):
        result = _times(result, one)
    return result


def _rising(start: Coefficients, count: int) -> Coefficients:
    result = [F(1)]
    for step in range(count):
        result = _times(result, _plus([start, [F(step)]]))
    return result


def poisson(order: int) -> Coefficients:
    return [F(stirling(order, k)) for k in range(order + 1)]


def negative_binomial(order: int) -> Coefficients:
    """Return the moment by factorial moments: (r)_k (rate / r)^k with r = 5/2."""
    size = F(5, 2)
    return [stirling(order, k) * _rising([size], k)[0] / size**k for k in range(order + 1)]


def gamma(order: int) -> Coefficients:
    shape = F(3, 2)
    return [F(0)] * order + [_rising([shape], order)[0] / shape**order]


def normal(mean: Coefficients, variance: Coefficients, order: int) -> Coefficients:
    return _plus(
        [
            _times(
                [F(math.comb(order, 2 * h) * math.prod(range(1, 2 * h, 2)))],
                _times(_power(variance, h), _power(mean, order - 2 * h)),
            )
            for h in range(order // 2 + 1)
        ]
    )


def laplace(order: int) -> Coefficients:
    """Return the moment by the noise's own: E[e^2h] = (2h)! b^2h with b = 3/2."""
    return _plus(
        [
            _times(
                [math.comb(order, 2 * h) * math.factorial(2 * h) * F(3, 2) ** (2 * h)],
                _power([F(0), F(1)], order - 2 * h),
            )
            for h in range(order // 2 + 1)
        ]
    )


def zero_inflated(order: int) -> Coefficients:
    return [F(1)] if order == 0 else [each / 4 for each in poisson(order)]


def _over_counts(of_count: Coefficients) -> Coefficients:
    """Replace powers of a Poisson count by its moments."""
    return _plus([[value * each for each in poisson(n)] for n, value in enumerate(of_count)])


def compound_gamma(order: int) -> Coefficients:
    """Return the moment of a sum of N Gamma(2/3, 3/2) parts, which is Gamma(2 N / 3, 3/2)."""
    of_count = _rising([F(0), F(2, 3)], order)
    return _over_counts([value / F(3, 2) ** order for value in of_count])


def compound_normal(order: int) -> Coefficients:
    """Return the moment of a sum of N parts of mean -1 and variance 1/2."""
    return _over_counts(normal([F(0), F(-1)], [F(0), F(1, 2)], order))


OBSERVED: Mapping[str, Callable[[int], Coefficients]] = {
    "Poisson": poisson,
    "negative binomial": negative_binomial,
    "Gamma": gamma,
    "normal": lambda order: normal([F(0), F(1)], [F(7, 2)], order),
    "normal with a variance that grows": lambda order: normal(
        [F(0), F(1)], [F(3), F(0), F(1, 4)], order
    ),
    "Laplace": laplace,
    "zero-inflated Poisson": zero_inflated,
    "compound Poisson, Gamma parts": compound_gamma,
    "compound Poisson, normal parts": compound_normal,
}
"""E[Y^n | rate] of each likelihood in :mod:`enumeration` whose moments are rational (no Gumbel)."""


Where = tuple[int, ...]


def number_of_configurations(graph: Graph, sizes: Mapping[str, int], where: Sequence[Where]) -> int:
    """Return how many configurations :func:`listed` would have to list, or 0 if it cannot."""
    laws = [graph.by_name[name].law for name, _ in _entries(graph, sizes, where)]
    return math.prod(len(law.values) if isinstance(law, Points) else 0 for law in laws)


def _places(graph: Graph, where: Sequence[Where]) -> dict[Where, Place]:
    return {each: dict(zip(graph.observed, each, strict=True)) for each in where}


def _entries(
    graph: Graph, sizes: Mapping[str, int], where: Sequence[Where]
) -> dict[tuple[str, tuple[int, ...]], Place]:
    found: dict[tuple[str, tuple[int, ...]], Place] = {}
    for place in _places(graph, where).values():
        found |= entries_at(graph, place, sizes)
    return found


def listed(graph: Graph, sizes: Mapping[str, int], where: Sequence[Where]) -> Fraction:
    """Return the joint cumulant of the entries at these places over all configurations."""
    rates = {
        each: compiled_rate(graph, place, sizes) for each, place in _places(graph, where).items()
    }
    groups = _groups(where)
    moments = dict.fromkeys(groups, F(0))
    for weight, values in configurations(graph, _entries(graph, sizes, where)):
        at = {each: rate(values) for each, rate in rates.items()}
        of_one = {
            (each, order): _at(OBSERVED[graph.likelihood](order), at[each])
            for each in at
            for order in range(1, len(where) + 1)
        }
        for group in groups:
            moments[group] += weight * math.prod(of_one[power] for power in group)
    return joint_cumulant(where, moments)


def expanded(graph: Graph, sizes: Mapping[str, int], where: Sequence[Where]) -> Fraction:
    """Return the same number by expanding in entries, for any prior."""
    rates = {
        each: rate_polynomial(graph, place, sizes) for each, place in _places(graph, where).items()
    }
    powers: dict[tuple[Where, int], Polynomial] = {}
    for each, rate in rates.items():
        powers[each, 0] = {(): F(1)}
        for order in range(1, max(Counter(where).values()) + 1):
            powers[each, order] = multiplied(powers[each, order - 1], rate)
    moments: dict[Group, Fraction] = {}
    for group in _groups(where):
        total: Polynomial = {(): F(1)}
        for each, order in group:
            given: Polynomial = {}
            for n, coefficient in enumerate(OBSERVED[graph.likelihood](order)):
                for monomial, value in powers[each, n].items() if coefficient else ():
                    given[monomial] = given.get(monomial, F(0)) + coefficient * value
            total = multiplied(total, given)
        moments[group] = integrated(graph, total)
    return joint_cumulant(where, moments)


Group = tuple[tuple[Where, int], ...]


def _group(where: Sequence[Where]) -> Group:
    return tuple(sorted(Counter(where).items()))


def _groups(where: Sequence[Where]) -> list[Group]:
    found = (
        _group(chosen)
        for count in range(1, len(where) + 1)
        for chosen in itertools.combinations(where, count)
    )
    return list(dict.fromkeys(found))


def _at(coefficients: Coefficients, value: Fraction) -> Fraction:
    return sum((each * value**n for n, each in enumerate(coefficients)), F(0))


def joint_cumulant(where: Sequence[Where], moments: Mapping[Group, Fraction]) -> Fraction:
    """Take off the moment, one after the other, what the first entry shares with fewer others."""
    first, *others = where
    total = moments[_group(where)]
    for count in range(len(others)):
        for chosen in itertools.combinations(range(len(others)), count):
            some = [others[n] for n in chosen]
            rest = [each for n, each in enumerate(others) if n not in chosen]
            total -= joint_cumulant([first, *some], moments) * moments[_group(rest)]
    return total
