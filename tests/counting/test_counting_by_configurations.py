"""Counted moments and cumulants are sums over all configurations of small models, exactly.

The models are named ones, and random ones with levels, several axes and sums of rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import sympy
from cases import core
from configurations import (
    MODELS,
    MOST_CONFIGURATIONS,
    bilinear,
    entries,
    exposures,
    hierarchical,
    places,
    random_small,
    small,
    sums_of_rows,
    two_sums_inside_a_sum,
)

from symppm.counting import joint_cumulant, joint_moment
from symppm.model.nodes import index


def some_patterns(seed: str, orders: tuple[int, ...]) -> list[list[str]]:
    generator = random.Random(seed)
    drawn = [
        [generator.choice("it") + generator.choice("jl") for _ in range(order)] for order in orders
    ]
    return [["ij", "ij"], *drawn]


@pytest.mark.parametrize("factors", core([1, 2], [1]))
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_moments_are_sums_over_configurations(model: Callable[[], None], factors: int) -> None:
    by_hand = small(model, factors)
    compared = [0]
    # Of two sums inside a sum, products of more entries are not built.
    orders = (2, 2, 2) if model is two_sums_inside_a_sum else (2, 3, 4)
    for pattern in some_patterns(f"{model.__name__} {factors}", orders):
        if by_hand.configurations("Y", places(pattern)) > MOST_CONFIGURATIONS:
            continue
        counted = joint_moment(by_hand.declaration, entries(by_hand.declaration, pattern)).value
        value = by_hand.numbers.put_into(counted)
        assert value == by_hand.moment("Y", places(pattern)), pattern
        compared.append(len(pattern))
    assert max(compared) >= (3 if factors == 1 and orders[1] == 3 else 2)


@pytest.mark.parametrize(
    "model",
    core(
        [each for each in MODELS if each is not two_sums_inside_a_sum],
        (hierarchical, sums_of_rows, exposures),
    ),
    ids=lambda model: model.__name__,
)
def test_cumulants_are_those_of_all_configurations(model: Callable[[], None]) -> None:
    for factors, pattern in (
        (2, ("ij", "ij")),
        (1, ("ij", "il", "tj")),
        (1, ("ij", "ij", "ij")),
        (1, ("ij", "il", "tj", "tl")),
    ):
        by_hand = small(model, factors)
        counted = joint_cumulant(by_hand.declaration, entries(by_hand.declaration, pattern)).value
        value = by_hand.numbers.put_into(counted)
        assert value == by_hand.cumulant("Y", places(pattern)), pattern


@pytest.mark.parametrize("seed", range(60))
def test_moments_of_random_models_are_counted_exactly(seed: int) -> None:
    by_hand, pattern = random_small(seed, (4, 3, 2))
    counted = joint_moment(by_hand.declaration, entries(by_hand.declaration, pattern)).value
    assert by_hand.numbers.put_into(counted) == by_hand.moment("Y", places(pattern))


@pytest.mark.parametrize("seed", range(100, 112))
def test_cumulants_of_random_models_are_counted_exactly(seed: int) -> None:
    by_hand, pattern = random_small(seed, (3, 2))
    counted = joint_cumulant(by_hand.declaration, entries(by_hand.declaration, pattern)).value
    assert by_hand.numbers.put_into(counted) == by_hand.cumulant("Y", places(pattern))


def test_moments_of_latent_variables_are_counted_too() -> None:
    by_hand = small(hierarchical, 3)
    theta = by_hand.declaration.by_name["theta"]
    i, t, k, m = map(index, "itkm")
    asked = [theta.at(i, k), theta.at(i, m), theta.at(i, k), theta.at(t, k)]
    value = by_hand.numbers.put_into(joint_moment(by_hand.declaration, asked).value)
    assert value == by_hand.moment("theta", [(0, 0), (0, 1), (0, 0), (1, 0)])


def test_what_is_compared_with_knows_a_wrong_result() -> None:
    """Lest the comparison above be empty: a count that ignores coincidences must not pass."""
    by_hand = small(bilinear, 2)
    first = joint_moment(by_hand.declaration, entries(by_hand.declaration, ["ij"])).value
    wrong = by_hand.numbers.put_into(sympy.expand(first**2))
    assert wrong != by_hand.moment("Y", places(["ij", "il"]))
    assert by_hand.moment("Y", places(["ij"])) == by_hand.numbers.put_into(first)
