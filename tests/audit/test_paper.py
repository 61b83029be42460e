"""The printed formulas hold in every model that they are about, and an altered one is caught."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import sympy

from symppm.audit.paper import check_paper
from symppm.audit.printed import PRINTED, PrintedFormula
from symppm.audit.printed.formula import MU_B, RHO1, SIGMA_T, E, K, V
from symppm.audit.printed.same import Comparison
from symppm.audit.printed.structure import Reading, readings
from symppm.laws import Derivation, derive
from symppm.laws.records import read_record
from symppm.model.catalogue import CATALOGUE, catalogue_model

COUNT = 2103
"""How many alterations the test below makes; each is caught."""

RECORDS = Path(__file__).resolve().parents[2] / "derivations"


@cache
def derivations_of(name: str) -> tuple[Derivation, ...]:
    """Read the derivation that ships."""
    return read_record((RECORDS / f"{name}.json").read_text("utf-8"))


def test_the_summary_says_how_much_was_checked() -> None:
    assert check_paper(derivations_of("pmf_gamma")).summary == "74 printed formulas, 2 known errata"
    assert (
        check_paper(derivations_of("pmf_prior")).summary == "54 printed formulas, 1 known erratum"
    )
    assert check_paper(derivations_of("gmf_prior_observation")).summary == "21 printed formulas"


def test_derivations_made_here_are_checked_as_well_as_files() -> None:
    declared = catalogue_model("pmf_gamma")
    names = ("mean", "variance", "covariance row", "correlation row", "correlation col")
    check = check_paper(tuple(derive(declared, name) for name in names))
    assert check.status == "passed"


def test_formulas_that_need_a_moment_that_was_not_derived_are_left_out() -> None:
    some = check_paper(derivations_of("pmf_gamma")[:1]).summary
    assert int(some.split()[0]) < int(check_paper(derivations_of("pmf_gamma")).summary.split()[0])


def test_a_model_without_a_printed_formula_is_skipped() -> None:
    check = check_paper(derivations_of("ptf_gamma"), [f for f in PRINTED if f.applies != "table"])
    assert check.status == "skipped"
    assert not check.failures


# Which formulas there are


@pytest.mark.thorough
def test_every_formula_is_about_some_model() -> None:
    used = {
        (applies, reading.family, symbol)
        for name in CATALOGUE
        for reading in _readings(name)
        for applies in reading.applies
        for symbol in reading.values
    }
    for formula in PRINTED:
        symbols = formula.left.free_symbols | formula.right.free_symbols
        assert all((formula.applies, formula.family, s) in used for s in symbols), formula


def test_formulas_stand_in_the_order_of_the_paper_and_have_a_text() -> None:
    assert [each.lines for each in PRINTED] == sorted(each.lines for each in PRINTED)
    assert all(each.latex and each.label and each.lines[0] <= each.lines[1] for each in PRINTED)
    assert len(set(PRINTED)) == len(PRINTED)


def test_only_an_erratum_is_off() -> None:
    assert all(bool(formula.erratum) == (formula.off != 0) for formula in PRINTED)


@cache
def _readings(name: str) -> tuple[Reading, ...]:
    derivations = derivations_of(name)
    return readings(derivations[0].declaration, {each.name: each.result for each in derivations})


# Altered formulas and altered results


WHERE = {
    "generic": "gmf_prior_observation",
    "poisson": "pmf_prior",
    "gamma poisson": "pmf_gamma",
    "compound": "cpmf_prior_any",
    "exposure": "pmf_gamma_exposure",
    "normal observations": "gmf_gamma_normal",
    "gumbel observations": "gmf_gamma_gumbel",
    "negative binomial observations": "gmf_gamma_negativebinomial",
    "Gamma": "pmf_gamma",
    "Beta": "pmf_beta",
    "HalfNormal": "pmf_halfnormal",
    "LogNormal": "pmf_lognormal",
    "Gumbel": "gmf_gamma_gumbel",
    "Laplace": "gmf_gamma_laplace",
    "Normal": "gmf_gamma_normal",
    "Poisson": "pmf_gamma",
}
"""A model that formulas of a structure, or of a row of the table of families, are about."""


def alterations(formula: PrintedFormula) -> Iterator[sympy.Expr]:
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


def altered_versions(formula: PrintedFormula) -> list[PrintedFormula]:
    """Return the formula with each alteration that alters anything, numbered in its name.

    Tripling a symbol that stands above and below a line, say, alters nothing.
    """
    symbols = sorted(formula.right.free_symbols, key=lambda each: each.name)
    point = {symbol: sympy.Rational(3 * n + 7, 5) for n, symbol in enumerate(symbols)}
    found: list[PrintedFormula] = []
    for right in alterations(formula):
        if abs((right - formula.right).xreplace(point).evalf()) > 1e-9:
            name = f"{formula.name} altered {len(found)}"
            found.append(dataclasses.replace(formula, right=right, name=name))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("where", WHERE)
def test_every_alteration_of_every_formula_is_caught(where: str) -> None:
    about = [each for each in PRINTED if where in {each.applies, each.family}]
    assert about
    for formula in about:
        altered = altered_versions(formula)
        assert len(altered) >= 3
        check = check_paper(derivations_of(WHERE[where]), altered)
        for version in altered:
            expected = f"{version.place}: the formula for {version.name} "
            assert any(each.startswith(expected) for each in check.failures), version.right


def test_how_many_alterations_there_are() -> None:
    assert {each.family or each.applies for each in PRINTED} == set(WHERE)
    assert sum(len(altered_versions(formula)) for formula in PRINTED) == COUNT


def test_a_failure_names_the_place_and_both_forms() -> None:
    wrong = PrintedFormula(
        "correlation in a row",
        "Proposition 2",
        (270, 270),
        "poisson",
        RHO1,
        (MU_B * SIGMA_T) ** 2 / V,
        "",
    )
    (failure,) = check_paper(derivations_of("pmf_prior"), [wrong]).failures
    assert failure.startswith("Proposition 2, line 270: the formula for correlation in a row")
    assert "printed mu_beta**2*sigma_theta**2" in failure
    assert "derived mu_beta**2*sigma_theta**2" in failure


def test_an_erratum_that_is_right_after_all_fails() -> None:
    right = PrintedFormula("mean", "Here", (1, 1), "generic", E, E, "", "not one", K)
    (failure,) = check_paper(derivations_of("pmf_prior"), [right]).failures
    assert failure == (
        "Here, line 1: the formula for mean is on record as an erratum, but it is right"
    )


@pytest.mark.parametrize("name", ["pmf_prior", "cpmf_prior_any", "pmf_gamma_exposure"])
def test_an_altered_result_is_caught(name: str) -> None:
    derivations = derivations_of(name)
    for place, derivation in enumerate(derivations):
        for result in (2 * derivation.result, derivation.result + 1):
            altered = dataclasses.replace(derivation, result=result)
            among = (*derivations[:place], altered, *derivations[place + 1 :])
            assert check_paper(among).status == "failed", derivation.name


# The comparison itself


def compared(left: sympy.Expr, right: sympy.Expr) -> bool:
    """Compare two expressions through symbols that stand for them."""
    values = {E: left, V: right, K: sympy.Symbol("K", positive=True)}
    return Comparison(values, {}).same(E, V)


X, Y = sympy.symbols("x y", positive=True)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((X + Y) ** 2, X**2 + 2 * X * Y + Y**2),
        (sympy.exp(X + Y / 2) ** 2, sympy.exp(2 * X) * sympy.exp(Y)),
        ((sympy.exp(X) - 1) * (sympy.exp(X) + 1), sympy.exp(2 * X) - 1),
        ((sympy.sqrt(2) * X + Y) * (sympy.sqrt(2) * X - Y), 2 * X**2 - Y**2),
        (sympy.sqrt(X) * sympy.sqrt(sympy.pi) * X, sympy.sqrt(sympy.pi * X**3)),
        (sympy.gamma(1 + 1 / X) ** 2 / Y, sympy.gamma(1 + 1 / X) / (Y / sympy.gamma(1 + 1 / X))),
        (sympy.sqrt(X + Y) / (X + Y), 1 / sympy.sqrt(X + Y)),
        (1 / (X * Y + X) + 1 / (X * Y + Y), (X + Y + 2 * X * Y) / (X * Y * (X + 1) * (Y + 1))),
    ],
)
def test_what_is_equal_is_found_equal(left: sympy.Expr, right: sympy.Expr) -> None:
    assert compared(left, right)
    assert not compared(left, right * (1 + X * sympy.Rational(1, 10**6)))
    assert not compared(left, -right)


def test_what_agrees_at_the_point_only_is_not_equal() -> None:
    number = sympy.Rational(22, 7)  # the point has x = 22/7
    assert not compared(X**2, number * X)
    assert compared(X**2, X * X)
