"""Derived moments equal the sums over every configuration of small discrete models, exactly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cases import core
from configurations import (
    MODELS,
    MOST_CONFIGURATIONS,
    Small,
    a_child_of_a_sum,
    a_power_of_a_sum,
    averages,
    bilinear,
    exposures,
    places,
    random_small,
    small,
)

from symppm.laws import derive
from symppm.model.nodes import AxisSum

PATTERNS = ("ij", "ij ij", "ij il", "ij tj", "ij tl")


def sums_over_the_data(by_hand: Small) -> bool:
    """Tell whether a parameter sums over an axis of the data: some covariances are wrong then."""
    latent = set(by_hand.declaration.sizes)
    parameters = (each for v in by_hand.declaration.variables for each in v.parameters.values())
    return any(node.size not in latent for each in parameters for node in each.atoms(AxisSum))


MODELS_DERIVED = [each for each in MODELS if not sums_over_the_data(small(each, 1))]
CHOSEN = (bilinear, averages, exposures)


def agrees(by_hand: Small, pattern: list[str]) -> None:
    derived = derive(by_hand.declaration, " ".join(["cumulant", *pattern])).result
    assert by_hand.numbers.put_into(derived) == by_hand.cumulant("Y", places(pattern)), pattern


@pytest.mark.parametrize("model", core(MODELS_DERIVED, CHOSEN), ids=lambda model: model.__name__)
def test_moments_are_sums_over_all_configurations(model: Callable[[], None]) -> None:
    for pattern in map(str.split, PATTERNS):
        for factors in (1, 2):
            by_hand = small(model, factors)
            if by_hand.configurations("Y", places(pattern)) <= MOST_CONFIGURATIONS:
                agrees(by_hand, pattern)


WRONG = [(a_child_of_a_sum, "ij ij il"), (a_power_of_a_sum, "ij ij il")]
"""Third cumulants that the laws derive wrongly, where the mean is a power of a random sum."""
CUMULANTS = [
    pytest.param(
        model, pattern, marks=[pytest.mark.xfail(reason="wrong")] * ((model, pattern) in WRONG)
    )
    for model in MODELS_DERIVED
    if "two" not in model.__name__ and "twice" not in model.__name__
    for pattern in ("ij ij", "ij ij il", "ij il tj")
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "pattern"), CUMULANTS, ids=lambda each: getattr(each, "__name__", each)
)
def test_cumulants_are_and_their_derivations_verify(
    model: Callable[[], None], pattern: str
) -> None:
    by_hand = small(model, 1)
    agrees(by_hand, pattern.split())
    assert derive(by_hand.declaration, f"cumulant {pattern}").verify().failures == ()


@pytest.mark.parametrize("seed", core(range(40), (1, 2, 6, 10, 12)))
def test_cumulants_of_random_models_are_and_their_derivations_verify(seed: int) -> None:
    by_hand, pattern = random_small(seed, (3, 2))
    if not sums_over_the_data(by_hand):
        agrees(by_hand, pattern)
        verdict = derive(by_hand.declaration, " ".join(["cumulant", *pattern])).verify()
        assert verdict.failures == ()
