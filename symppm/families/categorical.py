"""Categorical distributions: one of a few numbers, by their weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above

FEWEST: Final = 2
"""Categories that there must be."""

MOST: Final = 20
"""Categories that there can be."""


class CategoricalFamily(Family):
    """Categorical(weights): the number n with probability weight_n / (weight_0 + weight_1 + ...).

    A family has a fixed number of parameters, so there is one for each number of categories, called
    Categorical2 to Categorical20. The raw moment of order m > 0 is the mean of n^m under these
    probabilities.

    Parameters
    ----------
    count : int
        Number of categories.
    """

    support = Support("nonnegative", integral=True)

    def __init__(self, count: int) -> None:
        self.name = f"Categorical{count}"
        self.parameters = tuple(
            Parameter(f"weight_{n}", "positive", f"weight of {n}") for n in range(count)
        )

    def weights(self, parameters: Mapping[str, sympy.Expr]) -> tuple[sympy.Expr, ...]:
        """Return the weights in the order of the categories."""
        return tuple(sympy.sympify(parameters[each.name]) for each in self.parameters)

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return the last category."""
        return sympy.Integer(len(self.parameters) - 1)

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the weighted mean of n^order; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(order, "P(X = 0) is positive, so E[1/X] does not exist")
        if order == 0:
            return Moment(sympy.S.One)
        weights = self.weights(parameters)
        powers = (n**order * weight for n, weight in enumerate(weights))
        return Moment(sympy.Add(*powers) / sympy.Add(*weights))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the sum of (m - n)^2 weight_m weight_n over pairs, over the total squared."""
        weights = self.weights(parameters)
        pairs = (
            (m - n) ** 2 * weights[m] * weights[n] for m in range(len(weights)) for n in range(m)
        )
        return sympy.Add(*pairs) / sympy.Add(*weights) ** 2

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the logarithm of the value's weight, less that of the sum of all."""
        *others, last = weights = self.weights(parameters)
        cases = ((weight, sympy.Eq(value, n)) for n, weight in enumerate(others))
        return sympy.log(sympy.Piecewise(*cases, (last, True))) - sympy.log(sympy.Add(*weights))

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the sum of the weights up to the value, over the sum of all."""
        weights = self.weights(parameters)
        total = sympy.Add(*weights)
        cases = ((sympy.Add(*weights[:n]) / total, value < n) for n in range(1, len(weights)))
        return above(value >= 0, sympy.Piecewise(*cases, (1, True)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Count the cumulated weights that a uniform share of the total exceeds."""
        weights = [np.asarray(parameters[each.name], dtype=float) for each in self.parameters]
        cumulated = np.cumsum(np.stack(np.broadcast_arrays(*weights)), axis=0)
        place = generator.random(size) * cumulated[-1]
        return np.asarray(sum((place >= each).astype(np.int64) for each in cumulated[:-1]))


CATEGORICAL: Final = tuple(CategoricalFamily(count) for count in range(FEWEST, MOST + 1))
"""One family for each number of categories."""
