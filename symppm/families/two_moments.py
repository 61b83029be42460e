"""F(mu, sigma^2): a distribution of which only mean and variance are known."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.errors import ParameterError
from symppm.families.base import Array, Family, Moment, Parameter, Support


class TwoMomentFamily(Family):
    """The paper's general prior F(mu, sigma^2) on the positive half-line."""

    name = "Prior"
    parameters = (
        Parameter("mean", "positive", "mean"),
        Parameter("variance", "nonnegative", "variance"),
    )
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return orders 0, 1 and 2; any other is unknown by declaration."""
        mean, variance = parameters["mean"], parameters["variance"]
        known = {0: sympy.S.One, 1: mean, 2: mean**2 + variance}
        if order not in known:
            raise self.no_moment(order, "only its mean and variance were declared")
        return Moment(known[order])

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the declared variance."""
        return parameters["variance"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the two moments themselves."""
        return {"mean": mean, "variance": variance}

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Refuse: two moments do not determine a distribution."""
        del generator, parameters, size
        raise self._unsampled()

    def check_sampled(self) -> None:
        """Refuse before anything else is asked for."""
        raise self._unsampled()

    def _unsampled(self) -> ParameterError:
        return ParameterError(
            "a draw from a Prior, of which only the mean and the variance are declared",
            expected="a family that can be sampled",
            do="Declare a family with these moments, such as Gamma(shape=mean**2/variance, "
            "rate=mean/variance); in the catalogue use pmf_gamma in place of pmf_prior.",
        )


TWO_MOMENTS = TwoMomentFamily()
