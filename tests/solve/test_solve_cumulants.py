"""Joint cumulants as targets of the solver: their names, and what crossing entries tell."""

from __future__ import annotations

import math

import pytest
import sympy
from solving import declared, solution_of

import symppm as ppm
from symppm.errors import NotBuiltError, NotDerivableError, TargetError
from symppm.solve import solve
from symppm.solve.targets import is_cumulant, moment, usual_name

SECOND = ("mean", "variance", "rho_row", "rho_col")


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
    assert usual_name(model, "cumulant aps bps") == "cov_col_slice"
    assert is_cumulant(usual_name(model, "cumulant aps aps bqs"))


@pytest.mark.thorough
def test_order_one_and_two_solve_as_their_usual_names() -> None:
    plain = solution_of("pmf_gamma", ("mean", "variance", "cov_row", "cov_col"))
    named = ("cumulant ij", "cumulant ij ij", "cumulant ij il", "cumulant_tj_ij")
    assert solve(declared("pmf_gamma"), named) == plain


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("mean", "cumulant xy"), "'mean' is given twice"),
        (("mean", "cycle", "cycle"), "'cycle' is given twice"),
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
        (
            "pmf_gamma_weights",
            "cycle",
            "a variable is shared by the whole array",
        ),
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
