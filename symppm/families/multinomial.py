"""The multinomial distribution: a known number of trials, shared out among the entries."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
import sympy
from sympy.functions.combinatorial.numbers import stirling

from symppm.families.base import Array, JointFamily, Moment, Parameter, Support


class MultinomialFamily(JointFamily):
    """Multinomial(n, p_1, p_2, ...): how often each outcome comes up in n independent trials.

    The factorial moment of orders s_1, s_2, ... is n (n - 1) ... (n - s + 1) p_1^s_1 p_2^s_2 ...
    with s the sum of the s_j: each way to choose s different trials, times the probability that
    they have these outcomes. Powers are sums of factorial powers, with Stirling numbers of the
    second kind. One entry is Binomial, and different entries have the covariance -n p_j p_l.
    """

    name = "Multinomial"
    parameters = (
        Parameter("trials", "nonnegative", "number of trials", integer=True),
        Parameter("probabilities", "nonnegative", "probability", share=True),
    )
    support = Support("nonnegative", integral=True)
    remark = (
        "as many entries as there are outcomes, which say how often each came up in a known number "
        "of independent trials, and add up to that number"
    )

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the number of trials."""
        return parameters["trials"]

    def total(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the number of trials."""
        return parameters["trials"]

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the sum over factorial moments; negative powers do not exist."""
        if min(powers) < 0:
            raise self.no_moment(min(powers), "P(X = 0) can be positive, so E[1/X] does not exist")
        trials, shares = parameters["trials"], parameters["probabilities"]
        terms = []
        for orders in itertools.product(*(range(1, power + 1) for power in powers)):
            ways = sympy.Mul(*(trials - step for step in range(sum(orders))))
            numbers = map(stirling, powers, orders)
            products = (share**order for share, order in zip(shares, orders, strict=True))
            terms.append(sympy.Mul(*numbers, ways, *products))
        return Moment(sympy.Add(*terms))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return n p (1 - p)."""
        trials, share = parameters["trials"], parameters["probabilities"]
        return trials * share - trials * share**2

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, rounding taken off the probabilities."""
        shares = np.broadcast_to(np.asarray(parameters["probabilities"], dtype=float), size)
        trials = np.broadcast_to(parameters["trials"], (*size[:-1], 1))[..., 0]
        totals = shares.sum(axis=-1, keepdims=True)
        return generator.multinomial(trials.astype(np.int64), shares / totals)


MULTINOMIAL = MultinomialFamily()
