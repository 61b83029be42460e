"""The space that is searched: round trips, ends, their order, ties, and what is no expression."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import torch

import symppm as ppm
from symppm.errors import ParameterError
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.space import Space, made_space, orders_of
from symppm.stochastic.starts import start_point

KINDS = (
    ("a", "positive", None, False), ("b", "nonnegative", None, False),
    ("c", "negative", None, False), ("d", "real", None, False), ("s", "positive", 1.0, False),
    ("n", "positive", None, True),
)  # fmt: skip


def space(fixed: dict[str, float | str] | None = None, **bounds: tuple[float, float]) -> Space:
    return made_space(KINDS, ("K",), {"n": 5, **(fixed or {})}, bounds)


VALUES = {"K": 12.5, "a": 3e-4, "b": 250.0, "c": -7.0, "d": -0.25, "s": 0.125}


def test_values_survive_a_round_trip() -> None:
    found = space()
    x = found.vector(VALUES)
    assert x.shape == (6,)
    assert found.values(x) == pytest.approx({**VALUES, "n": 5.0}, rel=1e-12)
    assert list(found.values(x)) == ["K", "a", "b", "c", "d", "s", "n"]
    assert [each.is_size for each in found.coordinates] == [True] + [False] * 5


def test_every_coordinate_is_a_value_of_its_domain() -> None:
    found = space()
    for x in (found.low, found.high, (found.low + found.high) / 2):
        values = found.values(x)
        assert all(math.isfinite(value) for value in values.values())
        assert values["a"] > 0
        assert values["b"] >= 0
        assert values["c"] < 0
        assert 0 < values["s"] < 1
        assert values["K"] >= 1 - 1e-12
    assert np.all(found.low < found.high)


def test_gradients_are_the_derivatives_of_the_values() -> None:
    # One of them is tied to two others.
    found = space({"b": "2*a/K"})
    x = found.vector(VALUES)
    gradients = found.gradients(x)
    assert list(gradients) == ["K", "a", "b", "c", "d", "s"]
    for n in range(len(x)):
        step = 1e-6 * np.eye(len(x))[n]
        above, below = found.values(x + step), found.values(x - step)
        for name, gradient in gradients.items():
            rise = (above[name] - below[name]) / 2e-6
            assert gradient[n] == pytest.approx(rise, rel=1e-6, abs=1e-12)


def test_bounds_are_the_ends() -> None:
    found = space(a=(0.5, 2.0), c=(-3.0, -1.0), d=(-1.0, 4.0), s=(0.2, 0.4), K=(2, 30))
    low, high = found.values(found.low), found.values(found.high)
    # On the way from -3 to -1 the coordinate, a logarithm of the size, falls.
    assert (low["a"], high["a"]) == pytest.approx((0.5, 2.0))
    assert sorted((low["c"], high["c"])) == pytest.approx([-3.0, -1.0])
    assert (low["d"], high["d"]) == pytest.approx((-1.0, 4.0))
    assert (low["s"], high["s"]) == pytest.approx((0.2, 0.4))
    assert (low["K"], high["K"]) == pytest.approx((2, 30))


def test_ties_follow_what_they_are_tied_to_with_derivatives() -> None:
    found = space({"a": "2*b - c/4", "K": "s**-2", "s": 0.25, "b": "d**2"})
    assert [each.name for each in found.coordinates] == ["c", "d"]
    x = found.vector({"c": -8.0, "d": 3.0})
    values = found.values(x)
    assert values["b"] == pytest.approx(9)
    assert values["a"] == pytest.approx(2 * 9 + 2)
    assert values["K"] == pytest.approx(16)
    at = torch.tensor(x, requires_grad=True)
    (slope,) = torch.autograd.grad(found.point(at)["a"], at)
    # By log(-c): -c/4 = exp(x)/4; by d: 4 d.
    assert slope.tolist() == pytest.approx([2.0, 12.0])


def test_a_size_can_be_held_afterwards() -> None:
    found = space({"a": "K/2"}).with_size("K", 7)
    assert "K" not in [each.name for each in found.coordinates]
    values = found.values(found.vector(VALUES))
    assert (values["K"], values["a"]) == (7, 3.5)


HOSTILE = [
    "__import__('os').system('touch {mark}')", "open('{mark}', 'w')",
    "exec(\"open('{mark}', 'w')\")", "(lambda: open('{mark}', 'w'))()",
    "[open('{mark}', 'w') for b in (1,)]", "b.real", "a.b", "b.__class__", "b[0]", "b if d else c",
    "b and c", "b < c", "b := 3", "'b'", "b'b'", "f'{{b}}'", "True", "None", "...", "1j", "b, c",
    "b; c", "b\nc", "b = 2", "import os", "", "   ", "b +", "*b", "\0", "b // 2", "b % 2", "b @ c",
    "b << 2", "b | c", "b & c", "~b", "not b", "a", "a + b", "bb", "π",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_strings_that_are_no_expressions_are_refused_and_not_run(text: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(ParameterError):
        space({"a": text.format(mark=mark)})
    assert not mark.exists()


def test_an_expression_nested_too_deeply_is_refused() -> None:
    with pytest.raises(ParameterError):
        space({"a": "(" * 5000 + "b" + ")" * 5000})
    with pytest.raises(ParameterError):
        space({"a": "-" * 200_000 + "b"})


def test_a_tower_of_powers_is_read_and_costs_no_time() -> None:
    found = space({"a": "b**c**d"})
    values = found.values(found.vector({**VALUES, "b": 2.0, "c": -3.0, "d": 1.0}))
    assert values["a"] == pytest.approx(2.0**-3)
    for large in ("9**9**9**9 * b", "((b**99)**99)**99", "2**(10**9)"):
        with pytest.raises(ParameterError):
            space({"a": large})


def test_starts() -> None:
    found = space(None, a=(10.0, 1000.0))
    assert start_point(found, {}) == pytest.approx(
        {"K": 10, "a": 100, "b": 1, "c": -1, "d": 0, "s": 0.5}
    )
    assert start_point(found, {"d": -3.0, "K": 2})["d"] == -3
    for start in ({"a": 1.0}, {"c": 1.0}, {"s": 1.0}, {"K": 0.5}, {"a": math.nan}):
        with pytest.raises(ParameterError, match="a value between"):
            start_point(found, start)


# Ends of a range, which a search keeps in order


RANGE = (("low", "nonnegative", None, False), ("high", "positive", None, False))


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
    return made_space(RANGE, ("K",), fixed or {}, bounds, orders_of(model.declaration))


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


def test_starts_of_a_range_are_in_order() -> None:
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
