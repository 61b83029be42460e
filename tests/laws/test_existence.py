"""Conditions of a derivation hold what moments need that drop out of it."""

from __future__ import annotations

import sympy

import symppm as ppm
from symppm.audit.derivations import check_counting
from symppm.laws.derivation import Derivation, strongest
from symppm.laws.engine import derive


def needed(model: ppm.Model, what: str) -> set[str]:
    derivation: Derivation = derive(model.declaration, what)
    assert check_counting([derivation]).failures == ()
    return set(map(str, strongest(model.declaration, derivation.conditions)))


def test_an_independent_effect_has_a_mean_in_every_covariance() -> None:
    # E[effect] = E[shape / rate] is finite where that of one over the rate, Gamma(2 + a), is.
    with ppm.Model("effect") as model:
        a, b, c = ppm.hyperparameters("a b c")
        theta = ppm.Gamma("theta", shape=b, rate=c, dims="row")
        rate = ppm.Gamma("rate", shape=a, rate=1, dims="col")
        effect = ppm.Gamma("effect", shape=b, rate=rate, dims="col")
        ppm.Poisson("Y", rate=theta + effect, dims="row col", observed=True)
    assert model.covariance("row") == sympy.sympify("b/c**2", {str(s): s for s in (b, c)})
    assert needed(model, "covariance row") == {"a - 1"}
    assert needed(model, "covariance col") == needed(model, "variance") == {"a - 2"}


def test_what_is_multiplied_by_a_mean_of_zero_has_one_too() -> None:
    with ppm.Model("zero") as model:
        a, s = ppm.hyperparameters("a s")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        scale = ppm.InverseGamma("scale", shape=a, scale=1, dims="col")
        beta = ppm.InverseGamma("beta", shape=4, scale=scale, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=s, dims="row col", observed=True)
    assert model.mean() == model.correlation("col") == 0
    assert needed(model, "mean") == {"a - 1"}
    assert needed(model, "correlation col") == needed(model, "variance") == {"a - 2"}


def test_of_two_sums_over_factors_indices_may_be_the_same() -> None:
    with ppm.Model("centred") as model:
        a, s = ppm.hyperparameters("a s")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        variance = ppm.InverseGamma("variance", shape=a, scale=1, dims="col")
        beta = ppm.Normal("beta", mean=0, variance=variance, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=s, dims="row col", observed=True)
    assert needed(model, "correlation row") == {"a - 1"}
