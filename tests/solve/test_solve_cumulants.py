"""Joint cumulants as targets of the solver, against moments written out by hand."""

from __future__ import annotations

import math
import random
from functools import cache

import pytest
import sympy
from cases import core
from hierarchical_moments import A_PRIME, C_PRIME, NAMES, SYMBOLS, cumulant
from solving import declared, solution_of

import symppm as ppm
from symppm.errors import NotBuiltError, NotDerivableError, TargetError
from symppm.laws import derive
from symppm.solve import Solution, solve
from symppm.solve.system import prepare, rank
from symppm.solve.targets import is_cumulant, moment, usual_name

SECOND = ("mean", "variance", "rho_row", "rho_col")
SIX = (*SECOND, "cumulant_ij_ij_ij", "cumulant_ij_ij_il")
WORDS = {"mean": "ij", "variance": "ij ij", "cov_row": "ij il", "cov_col": "ij tj"}
FURTHER = ("ij il tj", "ij ij tj", "ij il in", "ij il tj tl", "ij ij ij ij", "ij ij il il")


def rational_point(seed: int) -> dict[sympy.Symbol, sympy.Rational]:
    """Return hyperparameters at which moments of order four exist."""
    draw = random.Random(seed)

    def between(low: int, high: int) -> sympy.Rational:
        return sympy.Rational(draw.randint(60 * low, 60 * high), 60)

    values = {symbol: between(1, 9) for symbol in SYMBOLS}
    return {**values, A_PRIME: between(5, 9), C_PRIME: between(5, 9)}


def by_hand(name: str, point: dict[sympy.Symbol, sympy.Rational]) -> sympy.Rational:
    """Return a target of hierarchical factorization at a point."""
    if name.startswith("rho_"):
        return by_hand(name.replace("rho", "cov"), point) / by_hand("variance", point)
    words = WORDS.get(name, name.removeprefix("cumulant_").replace("_", " "))
    return cumulant(words).xreplace(point)


@cache
def gradient(words: str, seed: int) -> tuple[sympy.Rational, ...]:
    point = rational_point(seed)
    found = []
    for symbol in SYMBOLS:
        # A function of one symbol is differentiated faster.
        held = {other: value for other, value in point.items() if other != symbol}
        along = sympy.diff(cumulant(words).xreplace(held), symbol)
        found.append(along.xreplace({symbol: point[symbol]}))
    return tuple(found)


WORDS_TRIED = ("ij", "ij ij", "ij tj", "ij ij ij", "ij ij il", "ij il tj tl")


@pytest.mark.parametrize("words", core(WORDS_TRIED, WORDS_TRIED[1:5:3]))
def test_the_hand_written_moments_are_those_of_the_engine(words: str) -> None:
    found = derive(declared("hpf_gamma"), f"cumulant {words}").result
    at = {symbol.name: value for symbol, value in rational_point(1).items()}
    engine = found.xreplace({symbol: at[symbol.name] for symbol in found.free_symbols})
    assert engine == by_hand(f"cumulant {words}".replace(" ", "_"), rational_point(1))


# What the targets determine


RANKS = {SECOND: 4, SIX[:5]: 5, (*SECOND, SIX[5]): 5, SIX: 6}


@pytest.mark.parametrize("given", core(RANKS, [SECOND, (*SECOND, SIX[5])]), ids=len)
def test_third_cumulants_raise_the_rank_of_hpf(given: tuple[str, ...]) -> None:
    system = prepare(declared("hpf_gamma"), given, {})
    assert [unknown.name for unknown in system.unknowns] == list(NAMES)
    assert [dict(symmetry.weights) for symmetry in system.scales] == [{"b_prime": 1, "d_prime": -1}]
    assert rank(system) == RANKS[given]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [2, 3])
def test_the_rank_by_hand_is_the_same_and_cannot_grow(seed: int) -> None:
    second = ["ij", "ij ij", "ij il", "ij tj"]
    third = ["ij ij ij", "ij ij il"]

    def by_hand_rank(words: list[str]) -> int:
        return int(sympy.Matrix([gradient(word, seed) for word in words]).rank())

    assert by_hand_rank(second) == 4
    assert [by_hand_rank([*second, word]) for word in third] == [5, 5]
    assert by_hand_rank([*second, *third]) == 6
    for further in FURTHER:
        assert by_hand_rank([*second, *third, further]) == 6
    # The scale itself: no cumulant moves along (b', d') -> (s b', d'/s).
    b_prime, d_prime = NAMES.index("b_prime"), NAMES.index("d_prime")
    point = rational_point(seed)
    for words in (*second, *third, *FURTHER):
        row = gradient(words, seed)
        along = row[b_prime] * point[SYMBOLS[b_prime]] - row[d_prime] * point[SYMBOLS[d_prime]]
        assert along == 0


@pytest.mark.thorough
def test_a_seventh_target_leaves_the_rank_of_the_engine_at_six() -> None:
    assert rank(prepare(declared("hpf_gamma"), (*SIX, "cumulant_ij_il_tj_tl"), {})) == 6


# HPF in closed form


def has_one_branch_with_the_conditions_of_existence(six: Solution) -> None:
    assert (six.route, six.rank, six.dimension, six.free, six.constraints) == (
        "elimination",
        6,
        0,
        (),
        (),
    )
    assert set(six.expressions) == {"K", "a", "a_prime", "c", "c_prime", "b_prime*d_prime"}
    assert len(six.branches) == 1
    texts = [condition.text for condition in six.conditions]
    assert {"a_prime > 3", "c_prime > 3", "K > 0", "a > 0", "c > 0"} <= set(texts)
    assert six.given == SIX


def is_given_back_exactly_from_exact_targets(six: Solution, seed: int) -> None:
    point = rational_point(seed)
    at = {sympy.Symbol(symbol.name): value for symbol, value in point.items()}
    known = {name: by_hand(name, point) for name in SIX}
    values: dict[str, sympy.Rational] = dict(known)
    (branch,) = six.branches
    for name, expression in branch.assignments.items():
        at_targets = {symbol: values[symbol.name] for symbol in expression.free_symbols}
        values[name] = expression.xreplace(at_targets)
    for condition in branch.conditions:
        at_targets = {s: values[s.name] for s in condition.positive.free_symbols}
        assert condition.positive.xreplace(at_targets) > 0
    for name, expression in branch.identified.items():
        truth = sympy.sympify(name).xreplace(at)
        assert values[expression.name] == truth
    (found,) = six.evaluate({name: float(value) for name, value in known.items()})
    for name, value in found.items():
        truth = float(sympy.sympify(name).xreplace(at))
        assert value == pytest.approx(truth, rel=1e-5)


def does_not_admit_targets_whose_moments_do_not_exist(six: Solution) -> None:
    # a' = 2.5: variance exists, the third moment does not; the formulas still give numbers.
    point = {**rational_point(4), A_PRIME: sympy.Rational(5, 2)}
    assert six.evaluate({name: float(by_hand(name, point)) for name in SIX}) == []


@pytest.mark.thorough
def test_hpf_in_closed_form() -> None:
    # One test, because parallel workers would each solve, for ten seconds.
    six = solution_of("hpf_gamma", SIX)
    has_one_branch_with_the_conditions_of_existence(six)
    for seed in range(4, 9):
        is_given_back_exactly_from_exact_targets(six, seed)
    does_not_admit_targets_whose_moments_do_not_exist(six)


# Poisson factorization: the observation model has no part in cross-moments

CYCLE = ("mean", "cov_row", "cov_col", "cumulant ij il tj tl")
LIKELIHOODS = ("pmf_gamma", "gmf_gamma_normal", "gmf_gamma_negativebinomial")


def paper_and_pencil() -> dict[str, sympy.Expr]:
    """Return K, a, c and b d.

    With r = 1/a and s = 1/c the cycle is mean^4 (r^2 s^2 + 2 r^2 s + 2 r s^2) / K^3, for of the
    eight loadings each is in two entries, and one of the four may be left out; cov_row is
    mean^2 r / K and cov_col is mean^2 s / K.
    """
    mean, cov_row, cov_col, cycle = (
        sympy.Symbol(usual_name(declared("pmf_gamma"), name), real=True) for name in CYCLE
    )
    by_row, by_col = cov_row / mean**2, cov_col / mean**2
    size = (cycle / mean**4 - 2 * by_row * by_col * (by_row + by_col)) / (by_row * by_col) ** 2
    shapes = {"a": 1 / (size * by_row), "c": 1 / (size * by_col)}
    return {"K": size, **shapes, "b*d": size * shapes["a"] * shapes["c"] / mean}


@pytest.mark.parametrize("name", core(LIKELIHOODS, LIKELIHOODS[:1]))
def test_the_cycle_gives_k_whatever_the_observation_model(name: str) -> None:
    solution = solution_of(name, CYCLE)
    assert solution.rank == 4
    for what, formula in paper_and_pencil().items():
        assert sympy.simplify(solution.expressions[what] - formula) == 0
    assert set(solution.expressions) == {*paper_and_pencil(), *solution.free}
    assert [str(solution.expressions[left]) for left in solution.free] == list(solution.free)


# Names


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("cumulant il ij ij", "cumulant_ij_ij_il"),
        ("cumulant_ij_il_ij", "cumulant_ij_ij_il"),
        ("cumulant ab ac ac", "cumulant_ij_ij_il"),
        ("cumulant_IJ_IJ IL", "cumulant_ij_ij_il"),
        ("cumulant  ij   ij il", "cumulant_ij_ij_il"),
        ("cumulant tl il tj ij", "cumulant_ij_il_tj_tl"),
        ("cumulant xy", "mean"),
        ("cumulant xy xy", "variance"),
        ("cumulant xz xy", "cov_row"),
        ("cumulant zy xy", "cov_col"),
        ("cumulant ij ij ij/cumulant il ij", "cumulant_ij_ij_ij/cov_row"),
        ("mean", "mean"),
        ("rho_row/rho_col", "rho_row/rho_col"),
    ],
)
def test_usual_names(name: str, usual: str) -> None:
    model = declared("pmf_gamma")
    assert usual_name(model, name) == usual
    assert usual_name(model, usual) == usual


def test_names_of_arrays_with_three_axes() -> None:
    model = declared("ptf_gamma")
    first = usual_name(model, "cumulant aps bps")
    assert first == "cov_col_slice"
    assert is_cumulant(usual_name(model, "cumulant aps aps bqs"))


def test_order_one_and_two_solve_as_their_usual_names() -> None:
    plain = solution_of("pmf_gamma", ("mean", "variance", "cov_row", "cov_col"))
    named = ("cumulant ij", "cumulant ij ij", "cumulant ij il", "cumulant_tj_ij")
    assert solve(declared("pmf_gamma"), named) == plain


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("mean", "cumulant xy"), "'mean' is given twice"),
        (("variance", "cumulant xy xy"), "'variance' is given twice"),
        (("cumulant ij ij il", "cumulant_il_ij_ij"), "'cumulant_ij_ij_il' is given twice"),
        (("mean", "cumulant ij tl"), "groups without a common index"),
        (("mean", "cumulant ij ij tl"), "groups without a common index"),
        (("mean", "cumulant ij il ts tn"), "groups without a common index"),
        (("mean", "cumulant"), "the target 'cumulant'"),
        (("mean", "cumulant ij i"), "the entry 'i'"),
        (("mean", "cumulant ij ji"), "the letter 'i' along row and along col"),
        (("mean", "cumulant" + 9 * " ij"), "9 entries"),
        (("mean", "cumulants ij ij ij"), "no target is named 'cumulants ij ij ij'"),
        (("mean", "cumulant ij ij ij/"), "no target is named"),
    ],
)
def test_targets_that_are_none_are_refused(given: tuple[str, ...], message: str) -> None:
    with pytest.raises(TargetError, match=message):
        solve(declared("pmf_gamma"), given)


@pytest.mark.parametrize(
    ("name", "target", "reason"),
    [
        ("pmf_gamma_exposure", "cumulant ij ij ij", "the known array 'gamma'"),
        ("pmf_gamma_weights", "cycle", "shared by the whole array"),
    ],
)
def test_what_one_array_does_not_show_is_not_built(name: str, target: str, reason: str) -> None:
    with pytest.raises(NotBuiltError, match=reason) as caught:
        solve(declared(name), (*SECOND, target))
    assert target.replace(" ", "_") in caught.value.given
    assert "`cumulant` derives" in caught.value.do


@pytest.mark.parametrize(("words", "order"), [("ij ij ij", 3), ("ij il in", 3), ("ij ij il il", 4)])
def test_a_level_of_the_whole_array_is_no_part_of_what_it_shows(words: str, order: int) -> None:
    """Added to all entries it moves their mean, so what is shown is the cumulant without it."""
    with ppm.Model("levelled") as levelled:
        a, b, s = ppm.hyperparameters("a b s")
        level = ppm.Gamma("level", shape=a, rate=b)
        theta = ppm.Gamma("theta", shape=s, rate=b, dims="row")
        ppm.Normal("Y", mean=level + theta, variance=s, dims="row col", observed=True)
    name = "_".join(["cumulant", *words.split()])
    due = math.factorial(order - 1) * s / b**order
    assert sympy.cancel(moment(levelled.declaration, name) - due) == 0
    assert sympy.cancel(levelled.cumulant(*words.split()) - due) != 0


def test_cumulants_of_different_entries_over_exposures_are_those_without() -> None:
    plain, exposed = declared("pmf_gamma"), declared("pmf_gamma_exposure")
    for name in ("cumulant_ij_il_in", "cumulant_ij_tj_sj", "cumulant_ij_il_tj"):
        assert sympy.simplify(moment(exposed, name) - moment(plain, name)) == 0


@pytest.mark.parametrize(
    ("name", "words", "missing"),
    [
        ("pmf_prior", "ij ij ij", "order 3 of Prior"),
        ("gmf_prior_observation", "ij ij ij", "order 3 of Observation"),
        ("gmf_prior_observation", "ij il in", "order 3 of Prior"),
    ],
)
def test_a_moment_that_was_not_declared_is_named(name: str, words: str, missing: str) -> None:
    with pytest.raises(NotDerivableError, match=missing):
        solve(declared(name), (*SECOND, f"cumulant {words}"))


def test_priors_with_two_moments_suffice_for_distinct_pairs() -> None:
    # In "ij il tj tl" every loading occurs twice.
    solution = solution_of("gmf_prior_observation", CYCLE)
    assert sympy.simplify(solution.expressions["K"] - paper_and_pencil()["K"]) == 0


def test_a_cumulant_is_a_moment_by_its_usual_name() -> None:
    model = declared("pmf_gamma")
    assert moment(model, "cumulant_ij_ij_il") == derive(model, "cumulant ij ij il").result
