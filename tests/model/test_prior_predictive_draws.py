"""Draws from declared models have the moments of all configurations; what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from cases import core, declared
from configurations import places, random_small

import symppm as ppm
from symppm.errors import ParameterError
from symppm.model.sampling import sample_declaration

PMF = {"K": 3, "a": 4.0, "b": 3.0, "c": 5.0, "d": 2.5}
REPLICATES = 1000
WIDEST = 5.0
"""Standard errors: four checks a model, of sixteen models."""


def pmf() -> None:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)


@pytest.mark.parametrize("seed", core(range(16), (5,)))
def test_draws_of_random_models_have_the_moments_of_all_configurations(seed: int) -> None:
    by_hand, shared = random_small(seed, (2,))
    declaration = by_hand.declaration
    used = (*declaration.hyperparameters, *declaration.sizes)
    values = {s.name: float(by_hand.numbers.symbols[s.name]) for s in used}
    generator = np.random.default_rng(11)
    drawn = sample_declaration(declaration, values, (2, 2), REPLICATES, generator, {})
    for pattern in (["ij"], ["tl"], ["ij", "ij"], shared):
        # The replicates are independent matrices, so these means have ordinary standard errors.
        product = np.prod([drawn[:, row, col] for row, col in places(pattern)], axis=0)
        wanted = float(by_hand.moment("Y", places(pattern)))
        spread = product.std(ddof=1) / np.sqrt(REPLICATES)
        assert abs(product.mean() - wanted) < WIDEST * spread + 1e-12 * abs(wanted), pattern


@pytest.mark.parametrize("factors", [1, 3])
def test_an_array_of_columns_and_rows_is_drawn_in_its_own_order(factors: int) -> None:
    def transposed() -> None:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="factor row")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="col row", observed=True)

    drawn = ppm.sample(declared(transposed), {"K": factors, "a": 1e-3, "b": 1e-9}, shape=(9, 5),
                       random_seed=3)  # fmt: skip
    # Rates of a row are the same, and those of rows differ by orders of magnitude.
    assert drawn.shape == (9, 5)
    assert (abs(drawn - drawn.mean(axis=0)) <= 6 * np.sqrt(drawn.mean(axis=0))).all()


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


@pytest.mark.parametrize("model", ["pmf_gamma", declared(pmf)], ids=["name", "declared"])
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
    (
        {
            "parameters": ppm.match(
                targets={"mean": 2, "variance": 30, "rho_row": 0.1, "rho_col": 0.2}
            )
        },
        'parameters of type Match; expected a mapping by name. Write parameters={"K": 10, "a": '
        "1.0}, or match.parameters of a match.",
    ),
    ({"parameters": {**PMF, "a": 0.0}}, "a=0.0; expected a positive number. Check the parameter."),
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
