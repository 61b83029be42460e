"""Moments of small models by brute force, and the same models in symppm's language.

A :class:`Graph` says what a model is in plain data. Three things are made of it: the declaration
that symppm derives from; the moments by listing every configuration of its discrete variables; and
the moments by expanding polynomials in explicit entries and integrating one entry at a time, which
does for Gamma variables too. The last two know nothing of symppm, and use fractions throughout.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy

from symppm.families import (
    GAMMA,
    GAMMA_DISPERSION,
    GUMBEL,
    INVERSE_GAMMA,
    LAPLACE,
    NEGATIVE_BINOMIAL,
    NORMAL,
    NORMAL_DISPERSION,
    POISSON,
    ZERO_INFLATED_POISSON,
    Family,
    Moment,
    Parameter,
    Support,
)
from symppm.model import Context, Declaration, hyperparameters, sum_over

Place = Mapping[str, int]
Key = tuple[str, tuple[int, ...]]
Monomial = tuple[tuple[Key, int], ...]
Polynomial = dict[Monomial, Fraction]


@dataclass(frozen=True)
class Term:
    """``coefficient`` times powers of variables, summed over axes."""

    powers: tuple[tuple[str, int], ...]
    over: tuple[str, ...] = ()
    coefficient: Fraction = Fraction(1)


@dataclass(frozen=True)
class Points:
    """A base draw with finitely many positive values; a child's scale is a product of parents."""

    values: tuple[tuple[Fraction, Fraction], ...]

    def moment(self, order: int) -> Fraction:
        return sum((p * v**order for v, p in self.values), Fraction(0))


@dataclass(frozen=True)
class GammaLaw:
    """A Gamma base draw of this shape and rate one."""

    shape: Fraction

    def moment(self, order: int) -> Fraction:
        result = Fraction(1)
        for step in range(order):
            result *= self.shape + step
        for step in range(1, 1 - order):
            result /= self.shape - step
        return result


@dataclass(frozen=True)
class InverseGammaLaw:
    """The reciprocal of a Gamma base draw of this shape and rate one."""

    shape: Fraction

    def moment(self, order: int) -> Fraction:
        return GammaLaw(self.shape).moment(-order)


Law = Points | GammaLaw | InverseGammaLaw

F = Fraction
COIN = Points(((F(1), F(1, 3)), (F(4), F(2, 3))))
SKEWED = Points(((F(1, 2), F(3, 4)), (F(3), F(1, 4))))
THREE = Points(((F(1), F(1, 2)), (F(2), F(1, 3)), (F(5), F(1, 6))))


@dataclass(frozen=True)
class Likelihood:
    """What is observed given the rate: mean and variance are polynomials in the rate.

    The mean is ``slope`` times the rate; the variance is ``constant + linear rate + square
    rate^2``. ``given`` makes the family's parameters from the rate; with ``counts`` the rate first
    goes through a latent Poisson count for each entry.
    """

    family: Family
    given: Callable[[Any], Mapping[str, Any]]
    slope: Fraction = Fraction(1)
    constant: Any = Fraction(0)
    linear: Fraction = Fraction(0)
    square: Fraction = Fraction(0)
    counts: bool = False

    def moments(
        self, mean: Fraction, variance: Fraction, covariance: Fraction
    ) -> tuple[Fraction, Any, Fraction]:
        """Return mean, variance and covariance of observations from those of the rate."""
        own = self.linear * mean + self.square * (variance + mean**2)
        spread = own + self.slope**2 * variance
        if isinstance(self.constant, Fraction):
            total: Any = spread + self.constant
        else:
            total = sympy.Rational(spread.numerator, spread.denominator) + self.constant
        return self.slope * mean, total, self.slope**2 * covariance


HALF = sympy.Rational(1, 2)
LIKELIHOODS: Mapping[str, Likelihood] = {
    "Poisson": Likelihood(POISSON, lambda rate: {"rate": rate}, linear=Fraction(1)),
    "negative binomial": Likelihood(
        NEGATIVE_BINOMIAL,
        lambda rate: {"mean": rate, "size": 5 * HALF},
        linear=Fraction(1),
        square=Fraction(2, 5),
    ),
    "Gamma": Likelihood(
        GAMMA, lambda rate: {"shape": 3 * HALF, "rate": 3 * HALF / rate}, square=Fraction(2, 3)
    ),
    "normal": Likelihood(
        NORMAL, lambda rate: {"mean": rate, "variance": 7 * HALF}, constant=Fraction(7, 2)
    ),
    "normal with a variance that grows": Likelihood(
        NORMAL, lambda rate: {"mean": rate, "variance": rate**2 / 4 + 3}, Fraction(1), Fraction(3),
        square=Fraction(1, 4),
    ),
    "Laplace": Likelihood(
        LAPLACE, lambda rate: {"mean": rate, "scale": 3 * HALF}, constant=Fraction(9, 2)
    ),
    "Gumbel": Likelihood(
        GUMBEL, lambda rate: {"mean": rate, "scale": 2}, constant=sympy.pi**2 * 4 / 6
    ),
    "zero-inflated Poisson": Likelihood(
        ZERO_INFLATED_POISSON,
        lambda rate: {"rate": rate, "keep": HALF / 2},
        slope=Fraction(1, 4),
        linear=Fraction(1, 4),
        square=Fraction(3, 16),
    ),
    # A count N of Gamma(2/3, 3/2) parts has mean 4/9 N and variance 8/27 N; Var[N] = rate.
    "compound Poisson, Gamma parts": Likelihood(
        GAMMA_DISPERSION,
        lambda count: {"w": -3 * HALF, "kappa": 2 * count / 3},
        slope=Fraction(4, 9),
        linear=Fraction(8, 27) + Fraction(16, 81),
        counts=True,
    ),
    # A count N of N(-1, 1/2) parts: kappa = N/2 and w = -2.
    "compound Poisson, normal parts": Likelihood(
        NORMAL_DISPERSION,
        lambda count: {"w": sympy.Integer(-2), "kappa": count / 2},
        slope=Fraction(-1),
        linear=Fraction(1, 2) + 1,
        counts=True,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Latent:
    """A latent variable: base draw times ``size`` times powers of its parents."""

    name: str
    dims: tuple[str, ...]
    law: Law
    size: Fraction = Fraction(1)
    parents: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Graph:
    """A model whose observed variable depends on a rate: a sum of terms, to a power."""

    latents: tuple[Latent, ...]
    terms: tuple[Term, ...]
    observed: tuple[str, ...] = ("row", "col")
    power: int = 1
    likelihood: str = "Poisson"

    @cached_property
    def by_name(self) -> Mapping[str, Latent]:
        return {latent.name: latent for latent in self.latents}


class PointsFamily(Family):
    """A user's own family: a few points times a scale."""

    parameters = (Parameter("scale", "positive", "scale"),)
    support = Support("positive")

    def __init__(self, law: Points) -> None:
        self.name = "Points"  # type: ignore[misc]
        self.law = law

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        number = self.law.moment(order)
        return Moment(
            sympy.Rational(number.numerator, number.denominator) * parameters["scale"] ** order
        )

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        raise self.no_moment(2, "the ratio of variance and squared mean is given")

    def sample(self, generator: Any, parameters: Any, size: Any) -> Any:
        raise self.no_moment(0, "these laws are enumerated, not drawn")


def declaration(graph: Graph, name: str = "small") -> Declaration:
    """Write the graph in symppm's language, with a hyperparameter for each size (and shape)."""
    with Context(name) as context:
        made: dict[str, Any] = {}
        for latent in graph.latents:
            scale = hyperparameters(f"size_{latent.name}")
            for parent, exponent in latent.parents:
                scale = scale * made[parent] ** exponent
            if isinstance(latent.law, Points):
                family, given = PointsFamily(latent.law), {"scale": scale}
            else:
                shape = hyperparameters(f"shape_{latent.name}")
                family, given = GAMMA, {"shape": shape, "rate": 1 / scale}
                if isinstance(latent.law, InverseGammaLaw):
                    family, given = INVERSE_GAMMA, {"shape": shape, "scale": scale}
            made[latent.name] = context.add_variable(
                latent.name, family, given, latent.dims, observed=False
            )
        rate = sympy.S.Zero
        for term in graph.terms:
            summand = sympy.Mul(*(made[v].generic ** n for v, n in term.powers))
            summed = sum_over(summand, over=" ".join(term.over)) if term.over else summand
            coefficient = sympy.Rational(term.coefficient.numerator, term.coefficient.denominator)
            rate = rate + coefficient * summed
        rate = rate**graph.power
        likelihood = LIKELIHOODS[graph.likelihood]
        if likelihood.counts:
            rate = context.add_variable(
                "N", POISSON, {"rate": rate}, graph.observed, observed=False
            ).generic
        context.add_variable(
            "Y", likelihood.family, dict(likelihood.given(rate)), graph.observed, observed=True
        )
    return context.declaration


def at_numbers(expression: sympy.Expr, graph: Graph, sizes: Mapping[str, int]) -> Fraction:
    """Put the graph's numbers, and sizes of the latent axes, into a derived moment."""
    values: dict[str, Fraction | int] = {
        ("K" if axis == "factor" else f"N_{axis}"): size for axis, size in sizes.items()
    }
    for latent in graph.latents:
        values[f"size_{latent.name}"] = latent.size
        if isinstance(latent.law, (GammaLaw, InverseGammaLaw)):
            values[f"shape_{latent.name}"] = latent.law.shape
    result = expression.subs(
        {symbol: sympy.Rational(values[symbol.name]) for symbol in expression.free_symbols}
    )
    return Fraction(int(result.p), int(result.q))


def places(graph: Graph, shared: tuple[str, ...]) -> tuple[Place, Place]:
    """Return two places on the observed axes that agree on exactly those that are shared."""
    first = dict.fromkeys(graph.observed, 0)
    return first, {axis: 0 if axis in shared else 1 for axis in graph.observed}


def spread(place: Place, over: tuple[str, ...], sizes: Mapping[str, int]) -> Iterator[Place]:
    for values in itertools.product(*(range(sizes[axis]) for axis in over)):
        yield {**place, **dict(zip(over, values, strict=True))}


def _key(latent: Latent, place: Place) -> Key:
    return latent.name, tuple(place[axis] for axis in latent.dims)


def entries_at(graph: Graph, place: Place, sizes: Mapping[str, int]) -> dict[Key, Place]:
    """Return every entry on which the rate at a place depends, parents before children."""
    found: dict[Key, Place] = {}

    def visit(name: str, at: Place) -> None:
        latent = graph.by_name[name]
        for parent, _ in latent.parents:
            visit(parent, at)
        found.setdefault(_key(latent, at), {axis: at[axis] for axis in latent.dims})

    for term in graph.terms:
        for at in spread(place, term.over, sizes):
            for name, _ in term.powers:
                visit(name, at)
    return found


# Route one: list all configurations.


def number_of_configurations(
    graph: Graph, sizes: Mapping[str, int], shared: tuple[str, ...] = ()
) -> int:
    """Return how many configurations :func:`enumerated` would have to list."""
    first, second = places(graph, shared)
    keys = entries_at(graph, first, sizes) | entries_at(graph, second, sizes)
    count = 1
    for name, _ in keys:
        law = graph.by_name[name].law
        assert isinstance(law, Points)
        count *= len(law.values)
    return count


def enumerated(
    graph: Graph, sizes: Mapping[str, int], shared: tuple[str, ...]
) -> tuple[Fraction, Fraction, Fraction]:
    """Return E[rate], Var[rate] and Cov of the rates at two places, over all configurations."""
    first, second = places(graph, shared)
    keys = entries_at(graph, first, sizes) | entries_at(graph, second, sizes)
    rates = [compiled_rate(graph, place, sizes) for place in (first, second)]
    sums = [Fraction(0)] * 4
    for weight, values in configurations(graph, keys):
        one, two = (rate(values) for rate in rates)
        for n, part in enumerate((one, two, one * one, one * two)):
            sums[n] += weight * part
    return sums[0], sums[2] - sums[0] ** 2, sums[3] - sums[0] * sums[1]


def configurations(
    graph: Graph, keys: Mapping[Key, Place]
) -> Iterator[tuple[Fraction, dict[Key, Fraction]]]:
    """Yield every configuration of discrete entries, parents listed first, with its probability."""
    draws = []
    for name, _ in keys:
        law = graph.by_name[name].law
        assert isinstance(law, Points)
        draws.append(law.values)
    for outcome in itertools.product(*draws):
        weight = Fraction(1)
        values: dict[Key, Fraction] = {}
        for (key, place), (base, probability) in zip(keys.items(), outcome, strict=True):
            latent = graph.by_name[key[0]]
            value = base * latent.size
            for parent, exponent in latent.parents:
                value *= values[_key(graph.by_name[parent], place)] ** exponent
            values[key] = value
            weight *= probability
        yield weight, values


def compiled_rate(
    graph: Graph, place: Place, sizes: Mapping[str, int]
) -> Callable[[Mapping[Key, Fraction]], Fraction]:
    products = [
        (term.coefficient, [(_key(graph.by_name[v], at), n) for v, n in term.powers])
        for term in graph.terms
        for at in spread(place, term.over, sizes)
    ]

    def rate(values: Mapping[Key, Fraction]) -> Fraction:
        total = Fraction(0)
        for coefficient, powers in products:
            product = coefficient
            for key, exponent in powers:
                product *= values[key] ** exponent
            total += product
        return total**graph.power

    return rate


# Route two: expand, and integrate one entry at a time.


def expanded(
    graph: Graph, sizes: Mapping[str, int], shared: tuple[str, ...]
) -> tuple[Fraction, Fraction, Fraction]:
    """Return the same three numbers from the moments of the base draws."""
    polynomials = [rate_polynomial(graph, place, sizes) for place in places(graph, shared)]
    one, two = polynomials
    first, second = integrated(graph, one), integrated(graph, two)
    square, mixed = integrated(graph, multiplied(one, one)), integrated(graph, multiplied(one, two))
    return first, square - first**2, mixed - first * second


def rate_polynomial(graph: Graph, place: Place, sizes: Mapping[str, int]) -> Polynomial:
    """Write the rate at a place as a polynomial in explicit entries."""
    terms: Polynomial = {}
    for term in graph.terms:
        for at in spread(place, term.over, sizes):
            powers: dict[Key, int] = {}
            for name, exponent in term.powers:
                key = _key(graph.by_name[name], at)
                powers[key] = powers.get(key, 0) + exponent
            monomial = tuple(sorted(powers.items()))
            terms[monomial] = terms.get(monomial, Fraction(0)) + term.coefficient
    total: Polynomial = {(): Fraction(1)}
    for _ in range(graph.power):
        total = multiplied(total, terms)
    return total


def multiplied(one: Polynomial, two: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for (left, x), (right, y) in itertools.product(one.items(), two.items()):
        powers = dict(left)
        for key, exponent in right:
            powers[key] = powers.get(key, 0) + exponent
        monomial = tuple(sorted(powers.items()))
        result[monomial] = result.get(monomial, Fraction(0)) + x * y
    return result


def integrated(graph: Graph, polynomial: Polynomial) -> Fraction:
    order = [latent.name for latent in graph.latents]
    total = Fraction(0)
    for monomial, coefficient in polynomial.items():
        powers = dict(monomial)
        value = coefficient
        # Children come after their parents in the list, so they are integrated first.
        for name in reversed(order):
            latent = graph.by_name[name]
            for key in [key for key in powers if key[0] == name]:
                exponent = powers.pop(key)
                place = dict(zip(latent.dims, key[1], strict=True))
                value *= latent.law.moment(exponent) * latent.size**exponent
                for parent, weight in latent.parents:
                    above = _key(graph.by_name[parent], place)
                    powers[above] = powers.get(above, 0) + weight * exponent
        total += value
    return total
