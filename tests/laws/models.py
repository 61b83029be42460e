"""Models that several tests derive from."""

from __future__ import annotations

import symppm as ppm
from symppm.model import Declaration, catalogue_model

MOMENTS = (
    "mean",
    "variance",
    "covariance",
    "covariance row",
    "covariance col",
    "correlation",
    "correlation row",
    "correlation col",
)


def row_sums() -> Declaration:
    """Declare counts whose rate is a sum of row factors alone."""
    with ppm.Model("row_sums") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    return model.declaration


def named(name: str) -> Declaration:
    """Return a model of the catalogue, or the one above, by name."""
    return row_sums() if name == "row_sums" else catalogue_model(name)
