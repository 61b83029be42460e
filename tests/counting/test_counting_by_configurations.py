"""Counted moments and cumulants are sums over all configurations of small models, exactly."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
import sympy
from cases import core
from configurations import COIN, SKEWED, THREE, Numbers, Points, Small

import symppm as ppm
from symppm.counting import joint_cumulant, joint_moment
from symppm.model import Declaration, Variable
from symppm.model.nodes import Entry, index

F = Fraction
MOST_CONFIGURATIONS = 800
ROWS, COLS = "it", "jl"
LABELS = {"i": 0, "t": 1, "j": 0, "l": 1}


def draw(name: str, dims: str, scale: Any, location: Any = 0, family: Points = COIN) -> Variable:
    return ppm.variable(name, family, dims=dims, scale=scale, location=location)


def observe(scale: Any, location: Any = 0) -> None:
    ppm.variable("Y", SKEWED, dims="row col", observed=True, scale=scale, location=location)


def bilinear() -> None:
    a, b = ppm.hyperparameters("a b")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b, family=SKEWED)
    observe(ppm.sum(theta * beta, over="factor"))


def located() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a, b + 1)
    observe(a, ppm.sum(theta, over="factor") / b + 2)


def weighted() -> None:
    a, b = ppm.hyperparameters("a b")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b)
    weight = draw("weight", "factor", 1 / a, b, SKEWED)
    observe(ppm.sum(theta * beta * weight, over="factor"))


def hierarchical() -> None:
    a, b = ppm.hyperparameters("a b")
    xi, eta = draw("xi", "row", a, family=SKEWED), draw("eta", "col", b)
    theta, beta = draw("theta", "row factor", a / xi), draw("beta", "col factor", b * eta)
    observe(ppm.sum(theta * beta, over="factor"))


def one_level_above_both() -> None:
    a = ppm.hyperparameters("a")
    level = draw("level", "", a)
    theta = draw("theta", "row factor", level, 1 / a)
    beta = draw("beta", "col factor", a / level)
    observe(ppm.sum(theta * beta, over="factor"), level)


def parents_along_the_factors() -> None:
    a = ppm.hyperparameters("a")
    strength = draw("strength", "factor", a)
    theta = draw("theta", "row factor", strength)
    beta = draw("beta", "col factor", 1 / strength, a, THREE)
    observe(1, ppm.sum(theta * strength, over="factor") + ppm.sum(beta, over="factor"))


def effects() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    row, col = draw("row_effect", "row", b, a, SKEWED), draw("col_effect", "col", b)
    observe(row + col + ppm.sum(theta * row, over="factor"), 2 * col)


def two_latent_axes() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    core = draw("core", "factor topic", b)
    beta = draw("beta", "col topic", 1, family=SKEWED)
    observe(ppm.sum(theta * ppm.sum(core * beta, over="topic"), over="factor"))


def sums_inside_a_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    core = draw("core", "factor topic", a)
    inner = ppm.sum(core, over="topic")
    observe(ppm.sum(theta * inner + a * theta**2, over="factor"))


def one_axis_twice() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    beta = draw("beta", "col factor", 1)
    observe(ppm.sum(theta * ppm.sum(theta * beta, over="factor"), over="factor"))


def sums_of_rows() -> None:
    a, b = ppm.hyperparameters("a b")
    alpha = draw("alpha", "row", a)
    beta = draw("beta", "row col", b)
    observe(alpha + ppm.sum(alpha * beta, over="row"), a)


def sums_of_rows_and_factors() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    beta = draw("beta", "factor", 1, a)
    observe(ppm.sum(theta * beta, over="row factor") + ppm.sum(theta, over="factor"))


def a_child_of_a_sum() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    phi = draw("phi", "row", ppm.sum(theta, over="factor"), family=SKEWED)
    observe(phi * b, ppm.sum(theta * phi, over="factor") * phi)


def a_child_of_a_sum_of_rows() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row", a)
    level = draw("level", "", ppm.sum(theta, over="row"))
    observe(level * theta)


def averages() -> None:
    a, b = ppm.hyperparameters("a b")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b)
    observe(ppm.sum(theta * beta, over="factor") / ppm.size("factor"), a)


def a_power_of_a_sum() -> None:
    a = ppm.hyperparameters("a")
    theta = draw("theta", "row factor", a)
    effect = draw("effect", "col", 1, family=SKEWED)
    observe((ppm.sum(theta, over="factor") + effect) ** 2 / effect)


def noise_of_each_entry() -> None:
    a, b = ppm.hyperparameters("a b")
    theta = draw("theta", "row factor", a)
    count = draw("count", "row col", ppm.sum(theta, over="factor"))
    observe(count**2 / b, count)


def exposures() -> None:
    a, b = ppm.hyperparameters("a b")
    gamma, delta = ppm.Known("gamma", dims="col"), ppm.Known("delta", dims="row col")
    theta, beta = draw("theta", "row factor", a), draw("beta", "col factor", b / (1 + gamma))
    observe(gamma * ppm.sum(theta * beta, over="factor"), 1 / (a + delta))


def sums_of_rows_with_exposures() -> None:
    a, b = ppm.hyperparameters("a b")
    gamma = ppm.Known("gamma", dims="row")
    alpha = draw("alpha", "row", a)
    beta = draw("beta", "row col", b)
    observe(gamma * alpha + ppm.sum(alpha * beta, over="row"), a)


MODELS: Sequence[Callable[[], None]] = (
    bilinear,
    located,
    weighted,
    hierarchical,
    one_level_above_both,
    parents_along_the_factors,
    effects,
    two_latent_axes,
    sums_inside_a_sum,
    one_axis_twice,
    sums_of_rows,
    sums_of_rows_and_factors,
    a_child_of_a_sum,
    a_child_of_a_sum_of_rows,
    averages,
    a_power_of_a_sum,
    noise_of_each_entry,
    exposures,
    sums_of_rows_with_exposures,
)
CHOSEN = (weighted, effects, sums_inside_a_sum, sums_of_rows, a_power_of_a_sum, exposures)


def known(name: str, place: tuple[int, ...]) -> Fraction:
    return F(2 + len(name) + 3 * sum((n + 1) * each for n, each in enumerate(place)), 7)


def declared(model: Callable[[], None]) -> Declaration:
    with ppm.Model(model.__name__) as made:
        model()
    return made.declaration


def small(declaration: Declaration, factors: int) -> Small:
    symbols = {"a": F(3, 2), "b": F(2, 5), "K": F(factors), "N_topic": F(2), "N": F(2), "M": F(2)}
    return Small(declaration, Numbers(symbols, known))


def entries(declaration: Declaration, pattern: Sequence[str]) -> list[Entry]:
    return [declaration.observed.at(*map(index, letters)) for letters in pattern]


def places(pattern: Sequence[str]) -> list[tuple[int, ...]]:
    return [tuple(LABELS[letter] for letter in letters) for letters in pattern]


def some_patterns(seed: str) -> list[list[str]]:
    generator = random.Random(seed)
    drawn = [
        [generator.choice(ROWS) + generator.choice(COLS) for _ in range(order)]
        for order in (2, 3, 4)
    ]
    return [["ij", "ij"], *drawn]


@pytest.mark.parametrize("factors", core([1, 2], [1]))
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_moments_are_sums_over_configurations(model: Callable[[], None], factors: int) -> None:
    declaration = declared(model)
    by_hand = small(declaration, factors)
    compared = [0]
    for pattern in some_patterns(f"{model.__name__} {factors}"):
        if by_hand.configurations("Y", places(pattern)) > MOST_CONFIGURATIONS:
            continue
        counted = joint_moment(declaration, entries(declaration, pattern)).value
        value = by_hand.numbers.put_into(counted, LABELS)
        assert value == by_hand.moment("Y", places(pattern)), pattern
        compared.append(len(pattern))
    assert max(compared) >= (3 if factors == 1 else 2)


@pytest.mark.parametrize("model", core(MODELS, CHOSEN), ids=lambda model: model.__name__)
def test_cumulants_are_those_of_all_configurations(model: Callable[[], None]) -> None:
    declaration = declared(model)
    for factors, pattern in (
        (2, ("ij", "ij")),
        (1, ("ij", "il", "tj")),
        (1, ("ij", "ij", "ij")),
        (1, ("ij", "il", "tj", "tl")),
    ):
        by_hand = small(declaration, factors)
        counted = joint_cumulant(declaration, entries(declaration, pattern)).value
        value = by_hand.numbers.put_into(counted, LABELS)
        assert value == by_hand.cumulant("Y", places(pattern)), pattern


@pytest.mark.parametrize("pattern", [("ij", "ij"), ("ij", "il"), ("ij", "tl")])
def test_two_sums_inside_a_sum_share_its_label(pattern: tuple[str, ...]) -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        theta = draw("theta", "row factor", a)
        core = draw("core", "factor topic", 1, family=SKEWED)
        beta = draw("beta", "col topic", 1)
        inner = ppm.sum(core, over="topic") * ppm.sum(core * beta, over="topic")
        observe(ppm.sum(theta * inner, over="factor"))
    by_hand = small(model.declaration, 2)
    counted = joint_moment(model.declaration, entries(model.declaration, pattern)).value
    value = by_hand.numbers.put_into(counted, LABELS)
    assert value == by_hand.moment("Y", places(pattern))


def test_moments_of_latent_variables_are_counted_too() -> None:
    declaration = declared(hierarchical)
    by_hand = small(declaration, 3)
    theta = declaration.by_name["theta"]
    i, t, k, m = map(index, "itkm")
    asked = [theta.at(i, k), theta.at(i, m), theta.at(i, k), theta.at(t, k)]
    value = by_hand.numbers.put_into(joint_moment(declaration, asked).value, LABELS)
    assert value == by_hand.moment("theta", [(0, 0), (0, 1), (0, 0), (1, 0)])


def test_what_is_compared_with_knows_a_wrong_result() -> None:
    """Lest the comparison above be empty: a count that ignores coincidences must not pass."""
    declaration = declared(bilinear)
    by_hand = small(declaration, 2)
    first = joint_moment(declaration, entries(declaration, ["ij"])).value
    wrong = by_hand.numbers.put_into(sympy.expand(first**2), LABELS)
    assert wrong != by_hand.moment("Y", places(["ij", "il"]))
    assert by_hand.moment("Y", places(["ij"])) == by_hand.numbers.put_into(first, LABELS)
