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


def hierarchical() -> Declaration:
    """Declare the hierarchical model as the design writes it."""
    with ppm.Model("hpf_gamma") as hpf:
        a, a_prime, b_prime, c, c_prime, d_prime = ppm.hyperparameters(
            "a a_prime b_prime c c_prime d_prime"
        )
        xi = ppm.Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        eta = ppm.Gamma("eta", shape=c_prime, rate=c_prime / d_prime, dims="col")
        beta = ppm.Gamma("beta", shape=c, rate=eta, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return hpf.declaration


def row_sums() -> Declaration:
    """Declare counts whose rate is a sum of row factors alone."""
    with ppm.Model("row_sums") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    return model.declaration


def named(name: str) -> Declaration:
    """Return one of the models by name."""
    made = {"hpf_gamma": hierarchical, "row_sums": row_sums}
    return made[name]() if name in made else catalogue_model(name)
