"""Random models with levels, several axes, weights of factors and sums of rows, exactly."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest
import sympy
from configurations import COIN, SKEWED, THREE, Numbers, Small

import symppm as ppm
from symppm.counting import joint_cumulant, joint_moment
from symppm.model import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, index

F = Fraction
AXES = ("row", "col", "factor", "topic")
LATENT = ("factor", "topic")
MOST_CONFIGURATIONS = 700
MOST_FACTORS = 8
LABELS = {"i": 0, "t": 1, "j": 0, "l": 1}


def summed_to(value: Any, used: set[str], kept: set[str]) -> Any:
    """Sum an expression over the axes that it may not vary along."""
    over = [axis for axis in AXES if axis in used - kept]
    return ppm.sum(value, over=" ".join(over)) if over else value


def random_model(seed: int) -> tuple[Declaration, int]:
    """Declare one to four latent variables, each of which the observed one depends on.

    Also return the degree of the rate in the variables at the top, which decides how long counting
    and listing take.
    """
    choose = random.Random(seed)
    with ppm.Model(f"random_{seed}") as model:
        a, b = ppm.hyperparameters("a b")
        made: list[Variable] = []
        undivided: set[str] = set()
        degrees: dict[str, int] = {}
        for number in range(choose.randint(1, 4)):
            dims = choose.sample(AXES, choose.randint(0, 2))
            scale: Any = choose.choice([a, b, 1 / a, a * b, sympy.Integer(2)])
            location: Any = choose.choice([0, 0, b])
            degree = 1
            if made and choose.random() < 0.6:
                parent = choose.choice(made)
                exponent = choose.choice([1, 1, 2] if parent.name in undivided else [1, 2, -1])
                degree += degrees[parent.name] * abs(exponent)
                above = summed_to(parent**exponent, set(parent.dims), set(dims))
                if choose.random() < 0.7:
                    scale = scale * above
                else:
                    location = location + above
            family = choose.choice([COIN, SKEWED, THREE])
            variable = ppm.variable(
                f"x{number}", family, dims=" ".join(dims), scale=scale, location=location
            )
            parents = {each.name for each in made if scale.has(each.generic)}
            if location != 0 or scale.has(AxisSum) or parents & undivided:
                # Its reciprocal would be one of a sum.
                undivided.add(variable.name)
            degrees[variable.name] = degree
            made.append(variable)
        largest = 0
        rate: Any = a
        for variable in made:
            other = choose.choice(made)
            divides = other.name not in undivided and other is not variable
            weight = choose.choice([1, 2, -1] if divides else [1, 1, 2])
            product = variable * other**weight
            largest = max(largest, degrees[variable.name] + degrees[other.name] * abs(weight))
            used = {*variable.dims, *other.dims}
            kept = {axis for axis in ("row", "col") if choose.random() < 0.8}
            rate = rate + choose.choice([1, b]) * summed_to(product, used, kept)
        location = choose.choice([0, b])
        ppm.variable("Y", SKEWED, dims="row col", observed=True, scale=rate + b, location=location)
    return model.declaration, largest


def numbers(seed: int) -> Numbers:
    choose = random.Random(-seed)
    sizes = {"K": F(choose.randint(1, 3)), "N_topic": F(choose.randint(1, 2))}
    return Numbers({"a": F(5, 3), "b": F(1, 2), "N": F(2), "M": F(2), **sizes})


def pattern_of(seed: int, order: int) -> list[str]:
    choose = random.Random(1000 + seed)
    return [choose.choice("it") + choose.choice("jl") for _ in range(order)]


def drawn(seed: int, orders: tuple[int, ...]) -> tuple[Small, list[Entry], list[tuple[int, int]]]:
    """Return a model and entries that can be listed within a fraction of a second."""
    for attempt in itertools.count(seed, 1000):
        declaration, degree = random_model(attempt)
        by_hand = Small(declaration, numbers(attempt))
        for order in orders:
            pattern = pattern_of(attempt, order)
            places = [(LABELS[row], LABELS[col]) for row, col in pattern]
            few = by_hand.configurations("Y", places) <= MOST_CONFIGURATIONS
            if few and order * degree <= MOST_FACTORS:
                entries = [declaration.observed.at(*map(index, letters)) for letters in pattern]
                return by_hand, entries, places
    raise AssertionError


@pytest.mark.parametrize("seed", range(60))
def test_random_models_are_counted_exactly(seed: int) -> None:
    by_hand, entries, places = drawn(seed, (4, 3, 2))
    counted = joint_moment(by_hand.declaration, entries).value
    assert by_hand.numbers.put_into(counted, LABELS) == by_hand.moment("Y", places)


@pytest.mark.parametrize("seed", range(100, 112))
def test_cumulants_of_random_models_are_counted_exactly(seed: int) -> None:
    by_hand, entries, places = drawn(seed, (3, 2))
    counted = joint_cumulant(by_hand.declaration, entries).value
    assert by_hand.numbers.put_into(counted, LABELS) == by_hand.cumulant("Y", places)
