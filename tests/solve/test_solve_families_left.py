"""Too few targets leave a family of solutions, too many a constraint: the solution says which."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
import sympy
from solving import combined, declared, solution_of
from targets_of import pmf_targets

import symppm as ppm
from symppm.solve import Solution, solve
from symppm.solve.invariants import identifier

F = Fraction
FOUR = ("mean", "variance", "rho_row", "rho_col")
POINTS = (
    {"K": F(25), "a": F(1), "b": F(1), "c": F(1, 10), "d": F(1, 10)},
    {"K": F(3), "a": F(7, 3), "b": F(2), "c": F(1, 5), "d": F(40)},
    {"K": F(60), "a": F(4), "b": F(1, 9), "c": F(15), "d": F(30)},
)


def known(point: dict[str, Fraction]) -> dict[str, Fraction]:
    return {**pmf_targets(*(point[name] for name in ("K", "a", "b", "c", "d"))), **point}


def comes_back(solution: Solution, point: dict[str, Fraction]) -> bool:
    """Tell whether some branch is the point, what is left open being set to its values.

    What a scale moves goes by the name of the combination that no scale moves.
    """
    wanted = combined(solution, point)
    left = {identifier(name): value for name, value in wanted.items()}
    values = {**known(point), **{name: left[name] for name in solution.free}}
    return any(each == pytest.approx(wanted, rel=1e-9) for each in solution.evaluate(values))


LEFT = [
    (("mean", "variance"), (), 2, 2),
    (("mean", "variance", "rho_row"), (), 3, 1),
    (("mean",), (), 1, 3),
    (("rho_row", "rho_col"), (), 2, 2),
    (("mean", "rho_row/rho_col"), (), 2, 2),
    (("mean", "variance"), ("K",), 2, 1),
    (("variance", "cov_row"), ("a",), 2, 1),
]


@pytest.mark.parametrize(("given", "fixed", "rank", "dimension"), LEFT)
def test_too_few_targets(
    given: tuple[str, ...], fixed: tuple[str, ...], rank: int, dimension: int
) -> None:
    solution = solution_of("pmf_gamma", given, fixed)
    assert (solution.rank, solution.dimension, solution.constraints) == (rank, dimension, ())
    assert solution.route == "elimination"
    assert len(solution.free) == dimension
    assert set(solution.free) <= set(map(identifier, solution.expressions))
    for point in POINTS:
        assert comes_back(solution, point)


def test_what_is_left_open_can_be_anything() -> None:
    # Mean 25 and variance 550, and any shapes and K that allow for them.
    solution = solution_of("pmf_gamma", ("mean", "variance"))
    assert solution.free == ("c", "K")
    values = {"mean": F(25), "variance": F(550)}
    for c, size in ((F(1, 10), F(25)), (F(1, 3), F(7)), (F(3), F(2))):
        (found,) = solution.evaluate({**values, "c": c, "K": size})
        a, bd = F(found["a"]), F(found["b*d"])
        back = pmf_targets(size, a, bd, c, F(1))
        assert float(back["mean"]) == pytest.approx(25)
        assert float(back["variance"]) == pytest.approx(550)
    # With K = 1000 and c = 10 the columns alone vary too little for that, whatever a is.
    assert solution.evaluate({"mean": F(25), "variance": F(26), "c": F(1, 10), "K": F(1)}) == []


def test_the_summary_says_what_to_do() -> None:
    lines = solution_of("pmf_gamma", ("mean", "variance")).summary().splitlines()
    assert lines[:3] == [
        "given mean, variance",
        "these 2 targets determine 2 of 4 identifiable combinations and leave a family of "
        "dimension 2: fix, tie or add a target",
        "in terms of c, K:",
    ]
    assert lines[-1] == "not identified: b -> b*s, d -> d*s**(-1) changes no moment"


def test_no_combination_goes_by_the_name_of_a_part() -> None:
    with ppm.Model("centred") as model:
        s, t, v = ppm.hyperparameters("s t v")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=v, dims="row col", observed=True)
    lines = model.solve(given=("variance", "cycle")).summary().splitlines()
    assert "in terms of s_t = s*t:" in lines
    assert "K = cycle/s_t**2" in lines
    assert not any(line.startswith("s*t = ") for line in lines)
    # s is a hyperparameter, so the scale goes by another name.
    assert lines[-1] == "not identified: s -> s*scale, t -> t*scale**(-1) changes no moment"


@pytest.mark.thorough
def test_adding_a_target_or_a_fixed_value_closes_the_family() -> None:
    assert solution_of("pmf_gamma", ("mean", "variance", "rho_row")).dimension == 1
    assert solution_of("pmf_gamma", ("mean", "variance", "rho_row"), ("a",)).dimension == 0
    assert solution_of("pmf_gamma", FOUR).dimension == 0
    tied = solution_of("pmf_gamma", ("mean", "variance", "rho_row"), ties=(("a", "c"),))
    assert (tied.dimension, tied.constraints) == (0, ())


@pytest.mark.parametrize("given", [("mean", "variance"), ("mean", "variance", "rho_row")])
def test_priors_by_two_moments_leave_families_too(given: tuple[str, ...]) -> None:
    # Their standard deviations occur as squares only.
    solution = solution_of("pmf_prior", given)
    assert (solution.route, solution.rank) == ("elimination", len(given))
    assert solution.dimension == 4 - len(given)
    targets = pmf_targets(F(25), F(1), F(1), F(1, 10), F(1, 10))
    # The same priors by mean and standard deviation: both means are 1.
    hyper = {"K": 25.0, "mu_theta": 1.0, "sigma_theta": 1.0, "mu_beta": 1.0, "sigma_beta": 10**0.5}
    wanted = combined(solution, hyper)
    left = {identifier(name): value for name, value in wanted.items()}
    (found,) = solution.evaluate({**targets, **{n: {**hyper, **left}[n] for n in solution.free}})
    assert found == pytest.approx(wanted, rel=1e-9)


# Too many


@cache
def five() -> Solution:
    return solution_of("pmf_gamma", (*FOUR, "cov_row"))


def test_a_target_too_many_is_a_constraint() -> None:
    solution = five()
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (4, 0, 1)
    cov, rho = sympy.Symbol("cov_row", real=True), sympy.Symbol("rho_row", real=True)
    variance = sympy.Symbol("variance", positive=True)
    assert sympy.simplify(solution.constraints[0] / (cov - rho * variance)).is_number
    assert solution.summary().count("the targets must meet") == 1
    for point in POINTS:
        assert comes_back(solution, point)


def test_the_same_said_twice_leaves_the_rest_open() -> None:
    # rho_row is cov_row over the variance, so nothing tells what the columns share.
    solution = solution_of("pmf_gamma", ("mean", "variance", "rho_row", "cov_row"))
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (3, 1, 1)
    assert len(solution.free) == 1
    for point in POINTS:
        assert comes_back(solution, point)


def test_one_too_many_because_something_is_fixed() -> None:
    # With a given, the four moments must fit it: a (tau V - E) = rho_col V.
    solution = solve(declared("pmf_gamma"), FOUR, {"a": 1})
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (3, 0, 1)
    mean, row, col = (sympy.Symbol(n, real=True) for n in ("mean", "rho_row", "rho_col"))
    variance = sympy.Symbol("variance", positive=True)
    by_hand = (1 - row - col) * variance - mean - col * variance
    assert sympy.simplify(solution.constraints[0] / by_hand).is_number
    assert comes_back(solution, POINTS[0])


def test_everything_given_but_one_scale() -> None:
    solution = solution_of("pmf_gamma", ("mean", "variance"), ("K", "a", "c"))
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (1, 0, 1)
    for point in POINTS:
        assert comes_back(solution, point)
        (constraint,) = solution.constraints
        at = known(point)
        numbers = {s: sympy.Rational(at[s.name]) for s in constraint.free_symbols}
        assert constraint.subs(numbers) == 0
