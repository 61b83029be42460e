"""Draws from a declared model have the moments that the laws derive for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.errors import ParameterError

PMF = {"K": 3, "a": 4.0, "b": 3.0, "c": 5.0, "d": 2.5}
REPLICATES = 1000
WIDEST = 5.0
"""Standard errors. Six checks a model and eight models: a false alarm for 1 in 30,000 seeds."""


def pmf() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)


def transposed() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="factor row")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="factor col")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="col row", observed=True)


def hierarchical() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    xi = ppm.Gamma("xi", shape=4 + a, rate=b, dims="row")
    theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)


def additive() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col")
    ppm.Poisson("Y", rate=2 * theta + beta, dims="row col", observed=True)


def weighted() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    weight = ppm.Gamma("weight", shape=a, rate=a, dims="factor")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    level = ppm.Gamma("level", shape=9, rate=9)
    total = ppm.sum(theta * beta * weight, over="factor")
    ppm.Poisson("Y", rate=level * total, dims="row col", observed=True)


def two_sums() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor topic")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col topic")
    total = ppm.sum(theta * beta, over="factor topic")
    ppm.Poisson("Y", rate=total, dims="row col", observed=True)


def sum_of_a_row_and_a_power() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c + 5, rate=d, dims="col")
    total = ppm.sum(theta, over="factor")
    ppm.Poisson("Y", rate=total / beta + beta**2 / 50, dims="row col", observed=True)


def latent_counts() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    count = ppm.Poisson("count", rate=a * b, dims="row")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col")
    ppm.Poisson("Y", rate=1 + count * beta, dims="row col", observed=True)


MODELS: dict[str, tuple[Callable[[], None], Mapping[str, float]]] = {
    "pmf": (pmf, PMF),
    "transposed": (transposed, PMF),
    "hierarchical": (hierarchical, PMF),
    "additive": (additive, {name: PMF[name] for name in "abcd"}),
    "weighted": (weighted, PMF),
    "two_sums": (two_sums, {**PMF, "N_topic": 2}),
    "sum_of_a_row_and_a_power": (sum_of_a_row_and_a_power, PMF),
    "latent_counts": (latent_counts, {name: PMF[name] for name in "abcd"}),
}


def declared(body: Callable[[], None], name: str = "mine") -> ppm.Model:
    with ppm.Model(name) as model:
        body()
    return model


def exact(expression: sympy.Expr, parameters: Mapping[str, float]) -> float:
    values = {
        symbol: sympy.nsimplify(parameters[symbol.name]) for symbol in expression.free_symbols
    }
    return float(expression.subs(values))


def departure(samples: Any, wanted: float) -> float:
    """How many standard errors the mean of independent samples lies from what is wanted."""
    return float(abs(samples.mean() - wanted) / (samples.std(ddof=1) / np.sqrt(samples.size)))


@pytest.mark.parametrize("name", core(MODELS, ["transposed", "latent_counts"]))
def test_draws_have_the_derived_moments(name: str) -> None:
    body, parameters = MODELS[name]
    model = declared(body)
    drawn = ppm.sample(model, parameters, shape=(2, 2), draws=REPLICATES, random_seed=11)
    first, second = model.declaration.observed.dims
    mean = exact(model.mean(), parameters)
    centred = drawn - mean
    corner, right, below, opposite = (
        centred[:, 0, 0],
        centred[:, 0, 1],
        centred[:, 1, 0],
        centred[:, 1, 1],
    )
    # The replicates are independent matrices, so these means have ordinary standard errors.
    departures = {
        "mean": departure(drawn[:, 0, 0], mean),
        "mean of the opposite corner": departure(drawn[:, 1, 1], mean),
        "variance": departure(corner**2, exact(model.variance(), parameters)),
        first: departure(corner * right, exact(model.covariance(first), parameters)),
        second: departure(corner * below, exact(model.covariance(second), parameters)),
        "none": departure(corner * opposite, exact(model.covariance(), parameters)),
    }
    assert max(departures.values()) < WIDEST, departures


def test_with_one_factor_a_draw_is_still_a_matrix_with_the_derived_moments() -> None:
    parameters = {**PMF, "K": 1}
    model = declared(pmf)
    drawn = ppm.sample(model, parameters, shape=(2, 3), draws=REPLICATES, random_seed=3)
    assert drawn.shape == (REPLICATES, 2, 3)
    mean = exact(model.mean(), parameters)
    assert departure(drawn[:, 1, 2], mean) < WIDEST
    wanted = exact(model.variance(), parameters)
    assert departure((drawn[:, 1, 2] - mean) ** 2, wanted) < WIDEST


def test_three_axes_give_three_dimensions_in_the_declared_order() -> None:
    def cube() -> None:
        a = ppm.hyperparameters("a")
        slices = ppm.Gamma("slices", shape=a, rate=a / 1000, dims="slice")
        rows = ppm.Gamma("rows", shape=a, rate=a, dims="row")
        ppm.Poisson("Y", rate=slices * rows, dims="row col slice", observed=True)

    drawn = ppm.sample(declared(cube), {"a": 400.0}, shape=(5, 6, 7), random_seed=1)
    assert drawn.shape == (5, 6, 7)
    # Rates are 1000 within 5 % each way; counts that share row and slice differ by noise only.
    assert 500 < drawn.min() <= drawn.max() < 1500
    within = drawn.var(axis=1, ddof=1).mean()
    # Given its rate a count's variance is its mean; 35 groups of 6 estimate it within 8 %.
    assert within == pytest.approx(drawn.mean(), rel=5 * np.sqrt(2 / (35 * 5)))


@pytest.mark.parametrize("model", ["pmf_gamma", declared(hierarchical)], ids=["name", "declared"])
def test_the_same_seed_gives_the_same_bytes_and_another_one_does_not(model: Any) -> None:
    def draw(seed: int) -> bytes:
        return ppm.sample(model, PMF, shape=(20, 30), draws=2, random_seed=seed).tobytes()

    assert draw(5) == draw(5)
    assert draw(5) != draw(6)


def test_a_catalogue_name_draws_what_the_same_declaration_draws() -> None:
    by_name = ppm.sample("pmf_gamma", PMF, shape=(6, 4), random_seed=2)
    assert (by_name == ppm.sample(declared(pmf), PMF, shape=(6, 4), random_seed=2)).all()
    assert by_name.flags.c_contiguous


def test_one_draw_is_a_matrix_and_several_are_stacked() -> None:
    assert ppm.sample("pmf_gamma", PMF, shape=(4, 3), random_seed=1).shape == (4, 3)
    several = ppm.sample("pmf_gamma", PMF, shape=(4, 3), draws=2, random_seed=1)
    assert several.shape == (2, 4, 3)
    assert not (several[0] == several[1]).all()
    assert (several[0] == ppm.sample("pmf_gamma", PMF, shape=(4, 3), random_seed=1)).all()


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1)])
@pytest.mark.parametrize("factors", [1, 3])
def test_axes_of_size_one_are_axes(shape: tuple[int, int], factors: int) -> None:
    drawn = ppm.sample("pmf_gamma", {**PMF, "K": factors}, shape=shape, random_seed=1)
    assert drawn.shape == shape
    assert (drawn >= 0).all()


BAD = [
    (
        {"parameters": {"K": 3, "a": 4.0, "b": 3.0, "c": 5.0}},
        "no value for d of model 'pmf_gamma' (given: K, a, b, c); expected every hyperparameter "
        "and the size of every latent axis. Add d.",
    ),
    (
        {"parameters": {"a": 4.0, "b": 3.0, "c": 5.0, "d": 1.0}},
        "no value for K of model 'pmf_gamma' (given: a, b, c, d); expected every hyperparameter "
        "and the size of every latent axis. Add K.",
    ),
    (
        {"parameters": {**PMF, "k": 1}},
        "'k' is no parameter of model 'pmf_gamma'; expected its hyperparameters and sizes: K, a, "
        "b, c, d. Did you mean 'K'?",
    ),
    ({"parameters": {**PMF, "a": 0.0}}, "a=0.0; expected a positive number. Check the parameter."),
    (
        {"parameters": {**PMF, "a": -1.0}},
        "a=-1.0; expected a positive number. Check the parameter.",
    ),
    (
        {"parameters": {**PMF, "a": float("nan")}},
        "a=nan; expected a positive number. Check the parameter.",
    ),
    (
        {"parameters": {**PMF, "a": float("inf")}},
        "a=inf; expected a positive number. Check the parameter.",
    ),
    (
        {"parameters": {**PMF, "K": 2.5}},
        "K=2.5; expected K to be a whole number of at least 1. Give K as such a number.",
    ),
    (
        {"parameters": {**PMF, "K": 0}},
        "K=0; expected K to be a whole number of at least 1. Give K as such a number.",
    ),
    (
        {"draws": 0},
        "draws=0; expected an integer from 1 to 2147483648. Pass draws=1 or another integer in "
        "that range.",
    ),
    (
        {"shape": (3,)},
        "shape=(3,); expected 2 positive integers, for row, col. Write, for example, shape=(100, "
        "80).",
    ),
    (
        {"shape": (3, 0)},
        "shape=(3, 0); expected 2 positive integers, for row, col. Write, for example, "
        "shape=(100, 80).",
    ),
    (
        {"shape": (3, 2.5)},
        "shape=(3, 2.5); expected 2 positive integers, for row, col. Write, for example, "
        "shape=(100, 80).",
    ),
]


@pytest.mark.parametrize(("change", "expected"), BAD, ids=[expected[:30] for _, expected in BAD])
def test_bad_arguments_are_refused_with(change: Mapping[str, Any], expected: str) -> None:
    arguments = {"parameters": PMF, "shape": (3, 2), "draws": 1, "random_seed": 1, **change}
    with pytest.raises(ParameterError) as caught:
        ppm.sample("pmf_gamma", **arguments)
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    "change",
    [
        {"parameters": {**PMF, "K": float("nan")}},
        {"parameters": {**PMF, "K": float("inf")}},
        {"parameters": {**PMF, "K": "three"}},
        {"parameters": {**PMF, "a": "four"}},
        {"parameters": {**PMF, "a": None}},
        {"shape": (float("nan"), 2)},
        {"shape": (3, "two")},
        {"shape": 3},
        {"draws": 1.5},
        {"random_seed": -1},
    ],
    ids=str,
)
def test_what_is_no_number_is_refused_without_a_traceback(change: Mapping[str, Any]) -> None:
    arguments = {"parameters": PMF, "shape": (3, 2), "draws": 1, "random_seed": 1, **change}
    with pytest.raises(ParameterError):
        ppm.sample("pmf_gamma", **arguments)


def test_rates_beyond_what_can_be_drawn_are_refused() -> None:
    with pytest.raises(ParameterError, match="Y cannot be drawn from Poisson"):
        ppm.sample("pmf_gamma", {**PMF, "b": 1e-30}, shape=(2, 2), random_seed=1)


def test_a_level_that_underflows_to_zero_is_refused_without_a_warning() -> None:
    def body() -> None:
        a = ppm.hyperparameters("a")
        xi = ppm.Gamma("xi", shape=a, rate=a, dims="row")
        theta = ppm.Gamma("theta", shape=1, rate=xi, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)

    # A Gamma of shape 1e-4 is below the smallest double nearly always.
    with pytest.raises(ParameterError, match="cannot be drawn from"):
        ppm.sample(declared(body), {"a": 1e-4}, shape=(50, 2), random_seed=1)
