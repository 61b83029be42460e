"""A likelihood of which only the conditional mean and variance are known."""

from __future__ import annotations

from symppm.errors import ParameterError
from symppm.families.base import Parameter, Support
from symppm.families.two_moments import TwoMomentFamily


class ObservationFamily(TwoMomentFamily):
    """Observation(mean, variance): any distribution on the real line with these two moments."""

    name = "Observation"
    parameters = (
        Parameter("mean", "real", "mean"),
        Parameter("variance", "nonnegative", "variance"),
    )
    support = Support("real")

    def _unsampled(self) -> ParameterError:
        return ParameterError(
            "a draw from an Observation, of which only the mean and the variance are declared",
            expected="a family that can be sampled",
            do="Declare the likelihood that is meant, such as Normal(mean=, variance=) or "
            "NegativeBinomial(mean=, size=).",
        )


OBSERVATION = ObservationFamily()
