"""Dirichlet distributions: the symmetric one, and those with a base measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import sympy

from symppm.families.base import SIZE, Array, JointFamily, Moment, Parameter, Support


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
        "positive entries with the sum one. Gamma variables whose shape is that concentration, and "
        "that have one rate, are such a vector once they are divided by their total, and it is "
        "independent of the total: what is derived is conditional on totals"
    )

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def total(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative powers carry the condition concentration > -power."""
        shape = parameters["concentration"]
        factors = [_rising(shape, power) for power in powers]
        value = sympy.Mul(*factors) / _rising(parameters["size"] * shape, sum(powers))
        return Moment(value, tuple(shape + power for power in sorted(set(powers)) if power < 0))

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
        drawn = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
        return np.asarray(drawn / drawn.sum(axis=-1, keepdims=True))


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
    remark = "positive entries with the sum one, whose means are the base measure"

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative powers carry the condition K a m_k > -power."""
        total = parameters["size"] * parameters["concentration"]
        shapes = [total * share for share in parameters["base"]]
        pairs = list(zip(shapes, powers, strict=True))
        factors = [_rising(shape, power) for shape, power in pairs]
        value = sympy.Mul(*factors) / _rising(total, sum(powers))
        return Moment(value, tuple(shape + power for shape, power in pairs if power < 0))

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


def _rising(start: sympy.Expr, power: int) -> sympy.Expr:
    if power >= 0:
        return sympy.Mul(*(start + step for step in range(power)))
    return 1 / sympy.Mul(*(start - step for step in range(1, 1 - power)))


DIRICHLET = DirichletFamily()
BASE_DIRICHLET = BaseDirichletFamily()
