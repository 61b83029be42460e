"""Every erratum has evidence that it is one, and the page about them says so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from errata import ERRATA, FORMULAS, Erratum, Evidence
from errata.evidence import HPF_SETTINGS
from errata.worlds import enumerated, estimator_mean, sample_variance

from symppm import families
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

PAGE = (Path(__file__).resolve().parents[2] / "derivations" / "errata.md").read_text("utf-8")
NAMES = [erratum.name for erratum in ERRATA]
every_erratum = pytest.mark.parametrize("erratum", ERRATA, ids=NAMES)


# The evidence


@every_erratum
def test_the_evidence_holds(erratum: Erratum) -> None:
    evidence = erratum.evidence()
    assert evidence.holds, evidence.text


def test_evidence_says_what_it_compares() -> None:
    evidence = Evidence("At two", (Fraction(1, 2), 3), 4, 4)
    assert evidence.holds
    assert evidence.text == "At two. Printed: 1/2 or 3. Right: 4. Found: 4."


# The errata


def test_errata_stand_in_the_order_of_the_paper() -> None:
    assert [each.lines for each in ERRATA] == sorted(each.lines for each in ERRATA)
    assert len(set(NAMES)) == len(NAMES)
    assert all(1 <= each.lines[0] <= each.lines[1] <= 1423 for each in ERRATA)


def test_every_formula_that_is_an_erratum_has_an_entry() -> None:
    entries = {erratum.name: erratum for erratum in ERRATA}
    for formula in FORMULAS:
        if formula.erratum:
            first, last = entries[formula.erratum].lines
            assert first <= formula.lines[0] <= formula.lines[1] <= last


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (148, "error"), (303, "error"), (718, "error"), (721, "error"), (924, "typo"),
        (1020, "typo"), (1220, "error"), (1320, "error"), (1337, "typo"), (1362, "error"),
    ],
)  # fmt: skip
def test_the_errata_that_were_known_beforehand_are_there(line: int, kind: str) -> None:
    assert any(each.lines[0] == line and each.kind == kind for each in ERRATA)


# What the evidence rests on


@pytest.mark.parametrize("factors", [1, 2])
def test_enumerated_moments_are_those_of_a_simulation(factors: int) -> None:
    rng = np.random.default_rng(7)
    draws = 200_000
    theta = rng.choice([1, 5], size=(draws, 2, factors))
    beta = rng.choice([1, 3], size=(draws, 2, factors))
    y = rng.poisson(np.einsum("sik,sjk->sij", theta, beta))
    found = enumerated(factors)
    expected = {
        (0, 0): found.variance, (0, 1): found.cov_row, (1, 0): found.cov_col,
    }  # fmt: skip
    for (row, col), value in expected.items():
        products = (y[:, 0, 0] - float(found.mean)) * (y[:, row, col] - float(found.mean))
        error = products.std() / np.sqrt(draws)
        assert abs(products.mean() - float(value)) < 5 * error
    assert abs(y[:, 0, 0].mean() - float(found.mean)) < 5 * y[:, 0, 0].std() / np.sqrt(draws)


def test_noise_multiplies_the_mean_in_the_variance() -> None:
    assert enumerated(1, noise=2).variance == enumerated(1).variance + enumerated(1).mean
    assert enumerated(1, noise=2).cov_row == enumerated(1).cov_row


def test_the_sample_variance_of_one_row_and_one_column() -> None:
    # Exchangeable entries with covariance C have a sample variance of mean V - C.
    found = enumerated(1)
    assert sample_variance(1, 3) == found.variance - found.cov_row
    assert sample_variance(3, 1) == found.variance - found.cov_col


def test_an_average_of_draws_has_no_bias() -> None:
    chances = {2: Fraction(1, 4), 6: Fraction(3, 4)}
    assert estimator_mean(chances, 3, lambda value, _: Fraction(value)) == 5
    assert estimator_mean(chances, 3, lambda value, p: value * p) == Fraction(1, 8) + Fraction(
        27, 8
    )


def test_the_two_variances_are_those_of_draws() -> None:
    rng = np.random.default_rng(3)
    for family, draws in (
        (families.GUMBEL, rng.gumbel(size=400_000)),
        (families.LAPLACE, rng.laplace(size=400_000)),
    ):
        right = float(family.variance({"mean": sympy.S.Zero, "scale": sympy.S.One}))
        squares = (draws - draws.mean()) ** 2
        error = squares.std() / np.sqrt(draws.size)
        assert abs(squares.mean() - right) < 5 * error
        assert abs(squares.mean() - np.pi**2 / 2) > 100 * error


# What the page says is right


PMF_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "A": ("10", "1", "10", "1", "10.0", "3.16", "10.0", "3.16", "2500.00", "55000.00"),
    "B": ("10", "2", "10", "2", "5.0", "1.58", "5.0", "1.58", "625.00", "3906.25"),
    "C": ("0.001", "0.01", "0.01", "0.1", "0.1", "3.16", "0.1", "1.0", "0.25", "253.00"),
    "D": ("0.1", "1", "0.1", "1", "0.1", "0.32", "0.1", "0.32", "0.25", "0.55"),
    "E": ("0.1", "0.1", "0.1", "0.1", "1.0", "3.16", "1.0", "3.16", "25.00", "3025.00"),
    "F": ("1", "1", "0.1", "0.1", "1.0", "1.0", "1.0", "3.16", "25.00", "550.00"),
    "G": ("1000", "1000", "1000", "1000", "1.0", "0.03", "1.0", "0.03", "25.00", "25.05"),
}
"""Table tab:pmf_initializations: a, b, c, d, then means, deviations and moments as printed."""


@pytest.mark.parametrize("setting", PMF_SETTINGS)
def test_the_table_of_pmf_settings_is_right(setting: str) -> None:
    a, b, c, d, *printed = PMF_SETTINGS[setting]
    declared = catalogue_model("pmf_gamma")
    values = dict(zip(declared.hyperparameters, map(sympy.Rational, (a, b, c, d)), strict=True))
    values |= {size: sympy.Integer(25) for size in declared.sizes}
    found: list[sympy.Expr] = []
    for name in ("theta", "beta"):
        variable = declared.by_name[name]
        found.append(variable.family.mean(variable.parameters))
        found.append(sympy.sqrt(variable.family.variance(variable.parameters)))
    found += [derive(declared, name).result for name in ("mean", "variance")]
    for text, expression in zip(printed, found, strict=True):
        half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
        assert abs(expression.subs(values).evalf(20) - sympy.Rational(text)) <= sympy.Rational(
            half.numerator, half.denominator
        )


def test_the_table_of_hpf_settings_is_transcribed_with_what_is_right() -> None:
    wrong = [
        (printed, right)
        for _, _, both, derived in HPF_SETTINGS
        for printed, right in zip(both, derived, strict=True)
        if printed != right
    ]
    assert len(wrong) == 8
    assert all(abs(Fraction(p) / Fraction(r) - 1) < Fraction(2, 1000) for p, r in wrong)


def papers_k(
    mean: sympy.Expr, variance: sympy.Expr, row: sympy.Expr, col: sympy.Expr
) -> sympy.Expr:
    """Insert moments into the solution for K; row and col are covariances."""
    rho_1, rho_2 = row / variance, col / variance
    slack = (1 - rho_1 - rho_2) * variance - mean
    return slack / (rho_1 * rho_2) * (mean / variance) ** 2


def moments_of(name: str, values: Mapping[str, int | str]) -> list[sympy.Expr]:
    """Evaluate the four moments of a model of the catalogue at rational numbers."""
    declared = catalogue_model(name)
    at = {
        symbol: sympy.Rational(values[symbol.name])
        for symbol in (*declared.hyperparameters, *declared.sizes)
    }
    names = ("mean", "variance", "covariance row", "covariance col")
    return [derive(declared, each).result.subs(at) for each in names]


def test_extra_zeros_and_overdispersion_make_k_too_large() -> None:
    base: dict[str, int | str] = {"a": 2, "b": 1, "c": 3, "d": 4, "K": 25}
    assert papers_k(*moments_of("pmf_gamma", base)) == 25
    kept = [
        papers_k(*moments_of("gmf_gamma_zeroinflatedpoisson", base | {"p": p}))
        for p in ("9/10", "1/2")
    ]
    assert 25 < kept[0] < kept[1]
    sizes = [
        papers_k(*moments_of("gmf_gamma_negativebinomial", base | {"r": r})) for r in (1000, 10)
    ]
    assert 25 < sizes[0] < sizes[1]


def test_columns_that_are_multiplied_make_k_too_small() -> None:
    mean, variance, row, col = moments_of(
        "pmf_gamma", {"a": 2, "b": 1, "c": 3, "d": 4, "K": 25}
    )  # fmt: skip
    columns = 1000
    estimates = []
    for largest in (1, 3, 8):
        exposures = [1 + Fraction(n * (largest - 1), columns - 1) for n in range(columns)]
        first, second = (
            sympy.Rational(sum(g**power for g in exposures) / columns) for power in (1, 2)
        )
        between = (second - first**2) * mean**2
        within = first * mean + second * (variance - mean)
        pairs = (columns * first**2 - second) / (columns - 1)
        estimates.append(
            papers_k(first * mean, within + between, pairs * row - between / (columns - 1),
                     second * col + between)
        )  # fmt: skip
    assert estimates[0] == 25
    assert 25 > estimates[1] > estimates[2] > 0


def test_a_wrong_variance_would_have_made_k_negative() -> None:
    mean, variance, row, col = moments_of(
        "gmf_gamma_laplace", {"a": 1, "b": 1, "c": 1, "d": 1, "K": 50, "scale_Y": 8}
    )
    rest = variance - row - col
    right, printed = 2 * 8**2, sympy.pi**2 / 2 * 8**2
    assert (rest - right) / (row * col) * mean**2 == 50
    assert (rest - printed) < 0
    mean, variance, row, col = moments_of(
        "gmf_gamma_gumbel", {"a": 1, "b": 1, "c": 1, "d": 1, "K": 50, "scale_Y": 8}
    )
    assert sympy.simplify(variance - row - col - sympy.pi**2 / 6 * 8**2) == 50
    assert variance - row - col - printed < 0


# The page


def test_the_page_lists_every_erratum_with_its_evidence() -> None:
    text = PAGE
    for number, erratum in enumerate(ERRATA, start=1):
        assert f"| {number} | {erratum.where} | {erratum.name} | {erratum.kind} |" in text
        assert f"### {number}. {erratum.name[0].upper()}{erratum.name[1:]}\n" in text
        assert f"Evidence. {erratum.evidence().text}\n" in text
        assert erratum.printed in text
        assert erratum.right in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(ERRATA)
    assert all(row.count("|") == 6 for row in rows)


def test_formulas_on_the_page_are_closed() -> None:
    text = PAGE
    assert text.count("```math") * 2 == text.count("```")
    assert text.count("$`") == text.count("`$")
    for formula in re.findall(r"```math\n(.*?)\n```", text, flags=re.DOTALL):
        assert formula.count("{") == formula.count("}"), formula
        assert formula.count(r"\left") == formula.count(r"\right"), formula
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_the_page_says_how_many_of_each_kind_there_are() -> None:
    text = PAGE
    assert f"Of {len(FORMULAS)} formulas" in text
    for kind, title in (("error", "errors"), ("typo", "typos"), ("right under a reading",) * 2):
        assert f"* {sum(each.kind == kind for each in ERRATA)} {title}: " in text
