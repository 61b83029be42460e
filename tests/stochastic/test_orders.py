"""Ends of a range that a search keeps in order, and never calls an answer where they are not."""

from __future__ import annotations

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import ParameterError
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.space import Space, made_space, orders_of
from symppm.stochastic.starts import start_point

KINDS = (("low", "nonnegative", None, False), ("high", "positive", None, False))


def test_the_orders_of_a_model_are_those_of_its_distributions() -> None:
    found = orders_of(catalogue_model("pmf_uniform"))
    assert [each.text for each in found] == ["low_theta < high_theta", "low_beta < high_beta"]
    assert found[0].names == ("low_theta", "high_theta")
    assert found[0].gap({"low_theta": 1.0, "high_theta": 3.5}) == 2.5
    assert orders_of(catalogue_model("pmf_gamma")) == ()


def ranged(fixed: dict[str, float | str] | None = None, **bounds: tuple[float, float]) -> Space:
    with ppm.Model("ranged") as model:
        low = ppm.hyperparameters("low")
        high = ppm.hyperparameters("high")
        theta = ppm.Uniform("theta", low=low, high=high, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    return made_space(KINDS, ("K",), fixed or {}, bounds, orders_of(model.declaration))


@pytest.mark.parametrize("seed", range(20))
def test_no_coordinates_are_out_of_order(seed: int) -> None:
    made = ranged()
    x = np.random.default_rng(seed).uniform(-8, 8, 3)
    values = made.values(x)
    assert values["low"] < values["high"]
    assert made.outside(x) == ()
    again = made.values(made.vector(values))
    assert again == pytest.approx(values, rel=1e-6)
    slopes = made.gradients(x)
    assert slopes["high"][1:] == pytest.approx([values["low"], values["high"] - values["low"]])


def test_starts_are_in_order() -> None:
    assert start_point(ranged(), {})["low"] < start_point(ranged(), {})["high"]
    assert start_point(ranged({"low": 7.0}), {})["high"] > 7.0
    assert start_point(ranged({"high": 0.25}), {})["low"] < 0.25
    assert start_point(ranged(high=(0.1, 0.5)), {})["low"] < 0.5
    with pytest.raises(ParameterError, match="start high=1; expected a value above low=2"):
        start_point(ranged(), {"low": 2.0, "high": 1.0})


def test_what_is_held_out_of_order_is_no_place_to_go() -> None:
    made = ranged({"high": 2.0})
    assert made.outside(made.vector({"K": 3.0, "low": 1.0})) == ()
    assert made.outside(made.vector({"K": 3.0, "low": 2.5})) == ("low < high untrue",)


@pytest.mark.thorough
def test_a_uniform_model_is_found_again() -> None:
    truth = {"K": 4, "low_theta": 1.0, "high_theta": 3.0, "low_beta": 0.5, "high_beta": 4.0}
    from symppm.codegen.load import load_model

    module = load_model("pmf_uniform")
    values = module.moments.uncompiled(*truth.values())
    targets = dict(zip(module.SPEC.targets, values, strict=True))
    found = ppm.match(
        targets=targets, model="pmf_uniform", method="stochastic", fixed={"K": 4, "low_theta": 1.0}
    )
    assert found.feasible
    # Closed forms, so that the targets are met to the tolerance of the search.
    assert found.achieved == pytest.approx(targets, rel=2e-3)
    assert found.parameters["low_beta"] < found.parameters["high_beta"]
