"""Hierarchical Poisson factorization: two solutions that share moments."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest
import sympy
from solving import combined, declared, solution_of

from symppm.solve.targets import moment

F = Fraction
TARGETS = ("mean", "variance", "rho_row", "rho_col")
NAMES = ("K", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")


@cache
def derived() -> dict[str, sympy.Expr]:
    return {name: moment(declared("hpf_gamma"), name) for name in TARGETS}


def moments(at: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the four targets, as they are derived."""
    found = {}
    for name, value in derived().items():
        number = value.subs({s: sympy.Rational(at[s.name]) for s in value.free_symbols})
        found[name] = F(int(number.p), int(number.q))
    return found


def at(*values: Fraction | int | str) -> dict[str, Fraction]:
    return {name: F(value) for name, value in zip(NAMES, values, strict=True)}


# Two admissible solutions


@pytest.mark.thorough
def test_two_settings_share_all_four_moments_exactly() -> None:
    first = at(25, "1/10", "5/2", 1, "1/10", "5/2", 1)
    targets = moments(first)
    (other,) = [
        each
        for each in solution_of("hpf_gamma", fixed=("a", "c")).evaluate(
            {**targets, "a": F(1, 10), "c": F(1, 10)}
        )
        if each["K"] < 20
    ]
    assert other["K"] == pytest.approx(6.0417, abs=5e-5)
    assert other["a_prime"] == pytest.approx(3.71875, rel=1e-12)
    assert other["c_prime"] == pytest.approx(3.71875, rel=1e-12)
    # Exactly, as rationals: K = 145/24 and a' = c' = 119/32.
    second = at("145/24", "1/10", "119/32", 1, "1/10", "119/32", 1)
    scale = moments(second)["mean"] / targets["mean"]
    second["d_prime"] *= scale  # 1/d' scales the mean, and the scale leaves only b' d'
    assert moments(second) == targets
    assert other["b_prime*d_prime"] == pytest.approx(float(second["d_prime"]), rel=1e-9)


def double_roots() -> list[dict[str, Fraction]]:
    """Return points at which both solutions meet.

    By hand: the discriminant is zero where a c K (K - 2) = 1 + a + c.
    """
    points = []
    for k, a, a1, c1, d1 in (
        (F(3), F(1), F(4), F(5), F(2)),
        (F(4), F(1, 2), F(9, 4), F(30), F(1)),
        (F(47, 10), F(3, 7), F(13, 6), F(7, 3), F(11, 3)),
        (F(29), F(1, 13), F(11), F(50), F(1, 90)),
    ):
        points.append(at(k, a, a1, 1, (1 + a) / (a * k * (k - 2) - 1), c1, d1))
    return points


@pytest.mark.thorough
@pytest.mark.parametrize("point", double_roots())
def test_where_both_solutions_meet_there_is_one(point: dict[str, Fraction]) -> None:
    solution = solution_of("hpf_gamma", fixed=("a", "c"))
    exact = {**moments(point), "a": point["a"], "c": point["c"]}
    rounded = {name: float(value) for name, value in exact.items()}
    for given in (exact, rounded):
        (only,) = solution.evaluate(given)
        assert only == pytest.approx(combined(solution, point), rel=1e-11)
    assert solution.branches[0].conditions[0].or_zero
    for shift, count in ((F(-1, 10**9), 0), (F(1, 10**9), 2)):
        moved = {**exact, "variance": exact["variance"] * (1 + shift)}
        assert len(solution.evaluate(moved)) == count


@pytest.mark.thorough
def test_branches_need_the_second_moment_of_one_over_xi() -> None:
    for branch in solution_of("hpf_gamma", fixed=("a", "c")).branches:
        texts = {condition.text for condition in branch.conditions}
        assert {"a_prime > 2", "c_prime > 2"} <= texts
