"""Hierarchical Poisson factorization: what four moments tell, by formulas written by hand here."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
import sympy
from cases import core
from solving import combined, declared, solution_of
from targets_of import as_targets

from symppm.laws import derive
from symppm.solve import Solution, solve

F = Fraction
NAMES = ("K", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")


def moments(at: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the four targets.

    With xi ~ Gamma(a', a'/b'), 1/xi is inverse Gamma: its mean is a'/(b' (a' - 1)), and the square
    of that times U = (a' - 1)/(a' - 2) is E[1/xi^2]. The K terms of a row share xi, so that U
    multiplies all of them.
    """
    k, a, a1, b1, c, c1, d1 = (F(at[name]) for name in NAMES)
    kappa = 1 / k
    u, w = (a1 - 1) / (a1 - 2), (c1 - 1) / (c1 - 2)
    mean = k * (a * a1 / (b1 * (a1 - 1))) * (c * c1 / (d1 * (c1 - 1)))
    row = (u * (1 + kappa / a) - 1) * mean**2
    col = (w * (1 + kappa / c) - 1) * mean**2
    rate = (u * w * (1 + kappa * (1 / a + 1 / c + 1 / (a * c))) - 1) * mean**2
    variance = mean + rate
    return as_targets(mean, variance, row=row, col=col)


def at(*values: Fraction | int | str) -> dict[str, Fraction]:
    return {name: F(value) for name, value in zip(NAMES, values, strict=True)}


def one_of(solution: Solution, point: Mapping[str, Fraction]) -> list[bool]:
    """Tell for every admissible branch whether it is the point that the targets came from."""
    wanted = combined(solution, point)
    given = {**moments(point), **{n: point[n] for n in NAMES}}
    return [each == pytest.approx(wanted, rel=1e-9) for each in solution.evaluate(given)]


# The reference values of the design


REFERENCE = [
    (at(25, 1, 100, 1, 10, 10, 1), (280.5836, 15319.88, 0.2601, 0.6655)),
    (at(25, 50, 5000, 10, 1, 5000, 1), (125.0500, 782.0887, 0.0200, 0.8039)),
]


@pytest.mark.parametrize(("point", "printed"), REFERENCE)
def test_reference_moments(
    point: dict[str, Fraction], printed: tuple[float, float, float, float]
) -> None:
    mean, variance, rho_row, rho_col = (float(value) for value in moments(point).values())
    assert round(mean, 4) == printed[0]
    assert variance == pytest.approx(printed[1], rel=1e-6)
    assert (round(rho_row, 4), round(rho_col, 4)) == printed[2:]


@pytest.mark.parametrize("point", [point for point, _ in REFERENCE])
def test_the_engine_derives_these_moments(point: dict[str, Fraction]) -> None:
    expected = moments(point)
    questions = ("mean", "variance", "correlation row", "correlation col")
    for question, value in zip(questions, expected.values(), strict=True):
        result = derive(declared("hpf_gamma"), question).result
        numbers = {s: sympy.Rational(point[s.name]) for s in result.free_symbols}
        assert result.subs(numbers) == sympy.Rational(value)


# The paper's table of initializations, with K = 25: its E and Var are Monte Carlo estimates.

TABLE = {
    "K": (at(25, 1, 100, 10, 1, 100, 10), 0.26, 0.26),
    "L": (at(25, "1/10", 100, 1, 1, 100, 1), 2.55, 8.25),
    "M": (at(25, 50, 5000, 10, 1, 5000, 1), 125.05, 781.42),
    "N": (at(25, 1, 100, 1, 10, 10, 1), 280.57, 15309.26),
    "O": (at(25, 450, 4500, 100, 10, 400, 1), 1128.10, 9833.55),
    "P": (at(25, 50, 50, 1, 1, 50, 1), 1301.71, 146074.01),
}
NOISE = 2e-3
"""Relative error of the printed estimates. The rows' exact values differ from the printed ones by
at most 0.15 % beyond rounding to two decimals; a wrong formula (a mean of xi instead
of one of 1/xi, or terms taken as independent) is off by 1 % or more in at least one row."""


@pytest.mark.parametrize("letter", TABLE)
def test_every_row_of_the_papers_table(letter: str) -> None:
    point, mean, variance = TABLE[letter]
    expected = moments(point)
    for printed, name in ((mean, "mean"), (variance, "variance")):
        exact = float(expected[name])
        assert abs(exact - printed) <= 0.005 + NOISE * exact, (name, exact)
    # The mean again, from the mean b'/(a' - 1) a'/b' of 1/xi: K (a/b') (c/d') a'/(a'-1) c'/(c'-1).
    k, a, a1, b1, c, c1, d1 = (float(point[name]) for name in NAMES)
    assert k * a / b1 * c / d1 / (1 - 1 / a1) / (1 - 1 / c1) == pytest.approx(
        float(expected["mean"])
    )


def test_the_table_tells_the_level_above_from_its_absence() -> None:
    # Without a level (xi = its mean) rows N and P would have means 250 and 1250.
    for letter, plain in (("N", 250.0), ("P", 1250.0)):
        assert abs(TABLE[letter][1] / plain - 1) > 10 * NOISE


# Two admissible solutions


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

    By hand from :func:`moments`: the discriminant is zero where a c K (K - 2) = 1 + a + c.
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


def test_both_branches_are_listed_where_both_are_admissible() -> None:
    point = at(25, "1/10", "5/2", 1, "1/10", "5/2", 1)
    solution = solution_of("hpf_gamma", fixed=("a", "c"))
    assert len(solution.branches) == 2
    assert sorted(one_of(solution, point)) == [False, True]
    text = solution.summary()
    assert "branch 1 of 2" in text
    assert "branch 2 of 2" in text


@pytest.mark.parametrize("point", [point for point, _ in REFERENCE])
def test_elsewhere_only_one_branch_is_admissible(point: dict[str, Fraction]) -> None:
    assert one_of(solution_of("hpf_gamma", fixed=("a", "c")), point) == [True]


def test_branches_need_the_second_moment_of_one_over_xi() -> None:
    for branch in solution_of("hpf_gamma", fixed=("a", "c")).branches:
        texts = {condition.text for condition in branch.conditions}
        assert {"a_prime > 2", "c_prime > 2"} <= texts


# Whatever is fixed

POINTS = (
    at(25, "1/10", "5/2", 1, "3/10", 4, 3),
    at(7, 2, 9, "1/3", "1/2", 5, 11),
    at(60, "1/4", 30, 2, 6, "7/3", "1/7"),
)


FIXED = [
    ("a", "c"),
    ("a_prime", "c_prime"),
    ("K", "a"),
    ("K", "c_prime"),
    ("a", "c_prime"),
    ("a_prime", "c"),
    ("a", "c", "b_prime"),
]


@pytest.mark.parametrize("fixed", core(FIXED, FIXED[:1]), ids="-".join)
def test_two_more_hyperparameters_determine_the_rest(fixed: tuple[str, ...]) -> None:
    solution = solution_of("hpf_gamma", fixed=fixed)
    assert (solution.rank, solution.dimension, solution.constraints) == (4, 0, ())
    assert len(solution.scales) == ("b_prime" not in fixed)
    for point in POINTS:
        assert one_of(solution, point).count(True) == 1


@pytest.mark.thorough
def test_a_tie_counts_like_a_fixed_value() -> None:
    solution = solution_of("hpf_gamma", fixed=("a",), ties=(("c", "a"),))
    assert (solution.rank, solution.dimension) == (4, 0)
    point = at(9, "2/5", 4, 1, "2/5", 7, 3)
    assert one_of(solution, point).count(True) == 1


@pytest.mark.thorough
def test_equal_sides_are_one_constraint_and_one_dimension() -> None:
    # With a' = c' and a = c, rows and columns are alike: rho_row = rho_col says nothing.
    solution = solution_of("hpf_gamma", ties=(("a_prime", "c_prime"), ("a", "c")))
    assert (solution.rank, solution.dimension, solution.free) == (3, 1, ("c_prime",))
    rho_row, rho_col = (sympy.Symbol(name, real=True) for name in ("rho_row", "rho_col"))
    assert solution.constraints in ((rho_col - rho_row,), (rho_row - rho_col,))
    point = at(9, "2/5", 4, 1, "2/5", 4, 3)
    assert one_of(solution, point) == [True]


@pytest.mark.thorough
def test_with_everything_else_given_the_four_targets_contradict_each_other_in_general() -> None:
    solution = solution_of("hpf_gamma", fixed=("K", "a", "c"))
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (3, 0, 1)
    (constraint,) = solution.constraints
    for point in POINTS:
        known = {**moments(point), **point}
        numbers = {s: sympy.Rational(known[s.name]) for s in constraint.free_symbols}
        assert constraint.subs(numbers) == 0
        (size,) = declared("hpf_gamma").sizes
        numbers[size] = sympy.Rational(point["K"]) + 1
        assert constraint.subs(numbers) != 0
        assert one_of(solution, point) == [True]


# What four moments cannot identify


def test_four_moments_identify_four_of_six() -> None:
    solution = solution_of("hpf_gamma")
    assert (solution.rank, solution.dimension, len(solution.free)) == (4, 2, 2)
    assert len(solution.unknowns) - len(solution.scales) == 6
    assert "determine 4 of 6 identifiable combinations" in solution.summary()
    assert "leave a family of dimension 2" in solution.summary()
    for point in POINTS:
        assert one_of(solution, point) == [True]


def test_the_rank_is_that_of_the_jacobian_computed_by_hand() -> None:
    # The same number from the formulas of this file, at rational points.
    symbols = sympy.symbols(NAMES, positive=True)
    k, a, a1, b1, c, c1, d1 = symbols
    u, w = (a1 - 1) / (a1 - 2), (c1 - 1) / (c1 - 2)
    mean = k * a * a1 / (b1 * (a1 - 1)) * c * c1 / (d1 * (c1 - 1))
    row = (u * (1 + 1 / (k * a)) - 1) * mean**2
    col = (w * (1 + 1 / (k * c)) - 1) * mean**2
    variance = mean + (u * w * (1 + (1 / a + 1 / c + 1 / (a * c)) / k) - 1) * mean**2
    jacobian = sympy.Matrix([mean, variance, row, col]).jacobian(symbols)
    for point in POINTS:
        numbers = {s: sympy.Rational(point[s.name]) for s in symbols}
        assert jacobian.subs(numbers).rank() == solution_of("hpf_gamma").rank == 4


def test_two_targets_leave_what_they_leave() -> None:
    solution = solution_of("hpf_gamma", ("mean", "variance"))
    assert (solution.rank, solution.dimension, len(solution.free)) == (2, 4, 4)
    assert one_of(solution, POINTS[0]) == [True]


@pytest.mark.thorough
def test_a_number_may_be_fixed_too() -> None:
    solution = solve(declared("hpf_gamma"), fixed={"a": F(1, 10), "c": 0.1})
    found = solution.evaluate(moments(at(25, "1/10", "5/2", 1, "1/10", "5/2", 1)))
    assert sorted(each["K"] for each in found) == pytest.approx([145 / 24, 25.0], rel=1e-9)


# One level only


def test_a_level_above_the_rows_only() -> None:
    # Without the level above the columns, W = 1 and the columns' rate is d.
    solution = solution_of("hpf_rows_gamma", fixed=("a",))
    assert (solution.rank, solution.dimension, len(solution.branches)) == (4, 0, 1)
    for k, a, a1, b1, c, d in (
        (F(25), F(1, 10), F(5, 2), F(1), F(1, 10), F(1)),
        (F(6), F(3), F(20), F(2), F(1, 4), F(9)),
    ):
        u = (a1 - 1) / (a1 - 2)
        mean = k * a * a1 / (b1 * (a1 - 1)) * c / d
        variance = mean + (u * (1 + (1 / a + 1 / c + 1 / (a * c)) / k) - 1) * mean**2
        targets = {
            "mean": mean,
            "variance": variance,
            "rho_row": (u * (1 + 1 / (k * a)) - 1) * mean**2 / variance,
            "rho_col": mean**2 / (k * c) / variance,
            "a": a,
        }
        hyper = {"K": k, "a": a, "a_prime": a1, "b_prime": b1, "c": c, "d": d}
        (found,) = solution.evaluate(targets)
        assert found == pytest.approx(combined(solution, hyper), rel=1e-9)
