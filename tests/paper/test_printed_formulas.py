"""The printed formulas hold in every model that they are about, and an altered one is caught."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache

import pytest
import sympy
from cases import core
from errata import FORMULAS, Formula
from errata.formulas import Comparison, check_formulas
from errata.readings import readings
from errata.symbols import SYMBOLS

from symppm.codegen.load import derivations_folder
from symppm.laws import Derivation, derive
from symppm.laws.records import read_record
from symppm.model.catalogue import catalogue_model

WHERE = {
    "generic": "gmf_prior_observation",
    "poisson": "pmf_prior",
    "gamma poisson": "pmf_gamma",
    "compound": "cpmf_prior_any",
    "exposure": "pmf_gamma_exposure",
    "normal observations": "gmf_gamma_normal",
    "gumbel observations": "gmf_gamma_gumbel",
    "negative binomial observations": "gmf_gamma_negativebinomial",
    "table Gamma": "pmf_gamma",
    "table Beta": "pmf_beta",
    "table HalfNormal": "pmf_halfnormal",
    "table LogNormal": "pmf_lognormal",
    "table Gumbel": "gmf_gamma_gumbel",
    "table Laplace": "gmf_gamma_laplace",
    "table Normal": "gmf_gamma_normal",
    "table Poisson": "pmf_gamma",
}
"""A model that formulas of a structure, or of a row of the table of families, are about."""


@cache
def derivations_of(name: str) -> tuple[Derivation, ...]:
    """Read the derivation that ships."""
    return read_record((derivations_folder() / f"{name}.json").read_text("utf-8"))


HELD = {
    "pmf_gamma": (74, 2), "pmf_prior": (54, 1), "gmf_prior_observation": (21, 0),
    "hpf_gamma": (4, 0), "gmf_gamma_gumbel": (25, 1), "pmf_gamma_exposure": (19, 0),
    "cpmf_prior_any": (23, 2),
}  # fmt: skip
"""How many formulas and errata are about a model."""


@pytest.mark.parametrize("name", core(HELD, ["pmf_prior", "cpmf_prior_any"]))
def test_formulas_about_a_model_hold(name: str) -> None:
    verdict = check_formulas(derivations_of(name))
    assert (verdict.formulas, verdict.errata, verdict.failures) == (*HELD[name], ())


def test_derivations_made_here_are_checked_and_formulas_without_a_moment_left_out() -> None:
    declared = catalogue_model("pmf_gamma")
    names = ("mean", "variance", "covariance row", "correlation row", "correlation col")
    verdict = check_formulas(tuple(derive(declared, name) for name in names))
    assert 0 < verdict.formulas < 74
    assert not verdict.failures


@pytest.mark.thorough
def test_every_formula_is_about_some_model() -> None:
    used = {
        (about, symbol)
        for name in {*WHERE.values()}
        for reading in readings(
            catalogue_model(name), {each.name: each.result for each in derivations_of(name)}
        )
        for about in reading.about
        for symbol in reading.values
    }
    for formula in FORMULAS:
        symbols = formula.left.free_symbols | formula.right.free_symbols
        assert all((formula.about, symbol) in used for symbol in symbols), formula


def test_formulas_stand_in_the_order_of_the_paper_and_only_errata_are_off() -> None:
    assert [each.lines for each in FORMULAS] == sorted(each.lines for each in FORMULAS)
    assert all(each.latex and each.lines[0] <= each.lines[1] for each in FORMULAS)
    assert len(set(FORMULAS)) == len(FORMULAS)
    assert all(bool(each.erratum) == (each.off != 0) for each in FORMULAS)
    assert {each.about for each in FORMULAS} == set(WHERE)


def alterations(formula: Formula) -> Iterator[sympy.Expr]:
    """Alter a right side: its sign, a factor, an exponent, and each of its parts in turn."""
    right = formula.right
    yield -right
    yield 2 * right
    yield right**2 if right not in (0, 1) else right + 1
    for part in sorted(right.args, key=sympy.default_sort_key):
        if right.is_Add:
            yield right - 2 * part
            yield right - part
            yield right + part
        elif right.is_Mul and part != 1:
            yield right / part
            yield right * part
    for power in sorted(right.atoms(sympy.Pow), key=sympy.default_sort_key):
        yield right.xreplace({power: power * power.base})
    for symbol in sorted(right.free_symbols, key=lambda each: each.name):
        yield right.xreplace({symbol: 3 * symbol})


def altered_versions(formula: Formula) -> list[Formula]:
    """Return the formula with each alteration that alters anything, numbered in its name.

    Tripling a symbol that stands above and below a line, say, alters nothing.
    """
    symbols = sorted(formula.right.free_symbols, key=lambda each: each.name)
    point = {symbol: sympy.Rational(3 * n + 7, 5) for n, symbol in enumerate(symbols)}
    found: list[Formula] = []
    for right in alterations(formula):
        if abs((right - formula.right).xreplace(point).evalf()) > 1e-9:
            name = f"{formula.name} altered {len(found)}"
            found.append(dataclasses.replace(formula, right=right, name=name))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("where", WHERE)
def test_every_alteration_of_every_formula_is_caught(where: str) -> None:
    for formula in (each for each in FORMULAS if each.about == where):
        altered = altered_versions(formula)
        assert len(altered) >= 3
        failures = check_formulas(derivations_of(WHERE[where]), altered).failures
        for version in altered:
            assert any(each.startswith(f"{version.title} ") for each in failures), version.right


@pytest.mark.thorough
def test_how_many_alterations_there_are() -> None:
    assert sum(len(altered_versions(formula)) for formula in FORMULAS) == 2103


def test_a_failure_names_the_place_and_both_forms() -> None:
    (right,) = [each for each in FORMULAS if each.lines == (270, 270) and "row" in each.name]
    wrong = dataclasses.replace(right, right=right.right / SYMBOLS["K"])
    (failure,) = check_formulas(derivations_of("pmf_prior"), [wrong]).failures
    assert failure.startswith(f"{wrong.title} differs")
    assert wrong.title == "Proposition 2, line 270: the formula for correlation in a row"
    assert "printed mu_beta**2*sigma_theta**2" in failure
    assert "derived mu_beta**2*sigma_theta**2" in failure


def test_an_erratum_that_is_right_after_all_fails() -> None:
    mean, size = SYMBOLS["E"], SYMBOLS["K"]
    right = Formula("mean", "Here, line 1", "generic", mean, mean, "", "not one", size)
    (failure,) = check_formulas(derivations_of("pmf_prior"), [right]).failures
    assert failure == (
        "Here, line 1: the formula for mean is on record as an erratum, but it is right"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["pmf_prior", "cpmf_prior_any", "pmf_gamma_exposure"])
def test_an_altered_result_is_caught(name: str) -> None:
    derivations = derivations_of(name)
    for place, derivation in enumerate(derivations):
        for result in (2 * derivation.result, derivation.result + 1):
            altered = dataclasses.replace(derivation, result=result)
            among = (*derivations[:place], altered, *derivations[place + 1 :])
            assert check_formulas(among).failures, derivation.name


X, Y = sympy.symbols("x y", positive=True)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((X + Y) ** 2, X**2 + 2 * X * Y + Y**2),
        (sympy.exp(X + Y / 2) ** 2, sympy.exp(2 * X) * sympy.exp(Y)),
        ((sympy.sqrt(2) * X + Y) * (sympy.sqrt(2) * X - Y), 2 * X**2 - Y**2),
        (sympy.gamma(1 + 1 / X) ** 2 / Y, sympy.gamma(1 + 1 / X) / (Y / sympy.gamma(1 + 1 / X))),
        (1 / (X * Y + X) + 1 / (X * Y + Y), (X + Y + 2 * X * Y) / (X * Y * (X + 1) * (Y + 1))),
    ],
)
def test_what_is_equal_is_found_equal_and_nothing_else(left: sympy.Expr, right: sympy.Expr) -> None:
    def compared(other: sympy.Expr) -> bool:
        one, two = SYMBOLS["E"], SYMBOLS["V"]
        return Comparison({one: left, two: other}).same(one, two)

    assert compared(right)
    assert not compared(right * (1 + X * sympy.Rational(1, 10**6)))
    assert not compared(-right)
