"""Derived moments equal the sums over every configuration of small discrete models, exactly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy
from cases import core
from configurations import (
    MODELS,
    MOST_CONFIGURATIONS,
    Small,
    a_child_of_a_sum,
    averages,
    bilinear,
    exposures,
    places,
    random_small,
    small,
)

import symppm as ppm
from symppm.laws import derive
from symppm.laws.forms import by_the_mean

PATTERNS = ("ij", "ij ij", "ij il", "ij tj", "ij tl")


CHOSEN = (bilinear, averages, exposures)


def agrees(by_hand: Small, pattern: list[str]) -> None:
    """What is derived is right, and so is the form in which it is shown."""
    derived = derive(by_hand.declaration, " ".join(["cumulant", *pattern]))
    value = by_hand.cumulant("Y", places(pattern))
    assert by_hand.numbers.put_into(derived.result) == value, pattern
    shown = by_the_mean(derived, derive(by_hand.declaration, "mean"))
    assert by_hand.numbers.put_into(shown) == value, (pattern, shown)


@pytest.mark.parametrize("model", core(MODELS, CHOSEN), ids=lambda model: model.__name__)
def test_moments_are_sums_over_all_configurations(model: Callable[[], None]) -> None:
    for pattern in map(str.split, PATTERNS):
        for factors in (1, 2):
            by_hand = small(model, factors)
            if by_hand.configurations("Y", places(pattern)) <= MOST_CONFIGURATIONS:
                agrees(by_hand, pattern)


CUMULANTS = [
    (model, pattern)
    for model in MODELS
    if "two" not in model.__name__ and "twice" not in model.__name__
    for pattern in ("ij ij", "ij ij il", "ij il tj")
    # Six sums within one another are more than a derivation may have.
    if (model, pattern) != (a_child_of_a_sum, "ij ij il")
]
_VERIFIED = 300
"""Steps of derivations that are checked one by one, which takes minutes for the longest."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "pattern"), CUMULANTS, ids=lambda each: getattr(each, "__name__", each)
)
def test_cumulants_are_and_their_derivations_verify(
    model: Callable[[], None], pattern: str
) -> None:
    by_hand = small(model, 1)
    agrees(by_hand, pattern.split())
    derived = derive(by_hand.declaration, f"cumulant {pattern}")
    assert len(derived.steps) > _VERIFIED or derived.verify().failures == ()


RANDOM = [*(("positive", seed) for seed in range(24)), *(("real", seed) for seed in range(12))]
AT_ONCE = [("positive", 2), ("positive", 6), ("positive", 12), ("real", 2), ("real", 6)]


@pytest.mark.parametrize("which", core(RANDOM, AT_ONCE), ids=lambda each: f"{each[0]}-{each[1]}")
def test_cumulants_of_random_models_are_and_their_derivations_verify(
    which: tuple[str, int],
) -> None:
    kind, seed = which
    by_hand, pattern = random_small(seed, (3, 2), real=kind == "real")
    agrees(by_hand, pattern)
    verdict = derive(by_hand.declaration, " ".join(["cumulant", *pattern])).verify()
    assert verdict.failures == ()


def test_an_index_that_is_summed_over_is_none_that_is_free() -> None:
    """Cov[alpha_i + S_j, alpha_i + S_l], S_j the sum of alpha_t beta_tj over rows t, by hand."""
    with ppm.Model("rows") as rows:
        a, b = ppm.hyperparameters("a b")
        alpha = ppm.Gamma("alpha", shape=a, rate=1, dims="row")
        beta = ppm.Gamma("beta", shape=b, rate=1, dims="row col")
        mean = alpha + ppm.sum(alpha * beta, over="row")
        ppm.Normal("Y", mean=mean, variance=1, dims="row col", observed=True)
    found = rows.covariance("row")
    (n,) = found.free_symbols - {a, b}
    assert sympy.expand(found - a * (1 + 2 * b + n * b**2)) == 0


@pytest.mark.thorough
def test_a_sum_within_a_sum_waits_for_it() -> None:
    """With U = (S + e)^2 and V = (S + f)^2, S ~ Gamma(K a), the third cumulant is k(U, U, V)."""
    with ppm.Model("squares") as squares:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
        effect = ppm.Gamma("effect", shape=b, rate=1, dims="col")
        mean = (ppm.sum(theta, over="factor") + effect) ** 2
        ppm.Normal("Y", mean=mean, variance=1, dims="row col", observed=True)
    found = squares.cumulant("ij", "ij", "il")
    (k,) = found.free_symbols - {a, b}

    s, e, f = sympy.symbols("s e f")
    shapes = {s: k * a, e: b, f: b}

    def expected(polynomial: sympy.Expr) -> sympy.Expr:
        return sympy.Add(*(
            factor * sympy.Mul(*map(sympy.rf, shapes.values(), powers))
            for powers, factor in sympy.Poly(polynomial, *shapes).terms()
        ))  # fmt: skip

    u, v = (s + e) ** 2, (s + f) ** 2
    due = expected(u * u * v) - 2 * expected(u) * expected(u * v) - expected(v) * expected(u * u)
    due += 2 * expected(u) ** 2 * expected(v)
    assert sympy.expand(sympy.expand_func(due) - found) == 0
