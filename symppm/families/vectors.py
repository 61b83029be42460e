"""Families of vectors along an axis, whose entries depend on each other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
import sympy
from sympy.functions.combinatorial.numbers import stirling

from symppm.families.base import SIZE, Array, JointFamily, Moment, Parameter, Support
from symppm.families.discrete import COUNTS
from symppm.families.parts import rising
from symppm.families.table import PERHAPS_AT_ZERO


class DirichletFamily(JointFamily):
    """Dirichlet(a, ..., a) over K entries, which are positive and sum to one: mean 1/K.

    K Gamma variables of shape a and of one rate, divided by their sum, are such a vector, and it is
    independent of that sum. E[x_1^n_1 x_2^n_2 ...] is the product of the rising factorials (a)_n_k
    over (K a)_n, n the sum of the n_k, where (a)_-n = 1/((a - 1) ... (a - n)); it exists where all
    a + n_k > 0. One entry has a Beta(a, (K - 1) a) distribution.
    """

    name = "Dirichlet"
    parameters: tuple[Parameter, ...] = (
        Parameter("concentration", "positive", "concentration"),
        SIZE,
    )
    support = Support("positive")
    remark = (
        "positive entries with the sum one. Independent Gamma variables whose shape is the "
        "concentration, and that have one rate, are such a vector once they are divided by their "
        "total, which is independent of it: what is derived holds for them, too, given that total"
    )

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def total(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def shapes(self, parameters: Mapping[str, sympy.Expr], count: int) -> list[sympy.Expr]:
        """Return the shapes of the Gamma variables behind as many entries."""
        return [parameters["concentration"]] * count

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative powers carry the condition shape > -power."""
        pairs = list(zip(self.shapes(parameters, len(powers)), powers, strict=True))
        total = parameters["size"] * parameters["concentration"]
        value = sympy.Mul(*itertools.starmap(rising, pairs)) / rising(total, sum(powers))
        negative = dict.fromkeys(pair for pair in pairs if pair[1] < 0)
        ordered = sorted(negative, key=lambda pair: pair[1])
        return Moment(value, tuple(shape + power for shape, power in ordered))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return (K - 1) / (K^2 (K a + 1))."""
        shape, size = parameters["concentration"], parameters["size"]
        return (size - 1) / (size**2 * (size * shape + 1))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw Gamma variables and divide; in logarithms, since those of small shapes underflow."""
        shape = np.asarray(parameters["concentration"], dtype=float)
        logarithms = np.log(generator.standard_gamma(shape + 1.0, size))
        logarithms -= generator.standard_exponential(size) / shape
        values = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
        return np.asarray(values / values.sum(axis=-1, keepdims=True))


class BaseDirichletFamily(DirichletFamily):
    """Dirichlet(K a m_1, ..., K a m_K): mean m_k, the base measure, a the average concentration.

    With m_k = 1/K it is the symmetric one. E[x_1^n_1 x_2^n_2 ...] is the product of the rising
    factorials (K a m_k)_n_k over (K a)_n; one entry has a Beta(K a m_k, K a (1 - m_k))
    distribution.
    """

    name = "Dirichlet[base]"
    parameters = (
        Parameter("concentration", "positive", "average concentration"),
        Parameter("base", "positive", "base measure", share=True),
        SIZE,
    )
    remark = (
        "positive entries with the sum one, whose means are the base. The shapes of the Gamma "
        "variables behind it are the concentration times the size times the base"
    )

    def shapes(
        self,
        parameters: Mapping[str, sympy.Expr],
        count: int,  # noqa: ARG002
    ) -> list[sympy.Expr]:
        """Return K a m_k of each entry."""
        total = parameters["size"] * parameters["concentration"]
        return [total * share for share in parameters["base"]]

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return m (1 - m) / (K a + 1)."""
        share, total = parameters["base"], parameters["size"] * parameters["concentration"]
        return share * (1 - share) / (total + 1)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw as from the symmetric one, with a concentration for each entry."""
        share = np.maximum(parameters["base"], np.finfo(float).tiny)
        shapes = parameters["concentration"] * parameters["size"] * share
        return super().sample(generator, {"concentration": shapes}, size)


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
    support = COUNTS
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
            raise self.no_moment(min(powers), PERHAPS_AT_ZERO.why)
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


DIRICHLET = DirichletFamily()
BASE_DIRICHLET = BaseDirichletFamily()
MULTINOMIAL = MultinomialFamily()
