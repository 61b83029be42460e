"""Every erratum has evidence that it is one, and the page about them says so."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from errata import ERRATA, FORMULAS
from errata.worlds import enumerated, estimator_mean, sample_variance

from symppm.families import GUMBEL, LAPLACE
from symppm.families.table import TabulatedFamily

PAGE = (Path(__file__).resolve().parents[2] / "derivations" / "errata.md").read_text("utf-8")
NAMES = [erratum.name for erratum in ERRATA]


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


# The page


@pytest.mark.thorough
def test_the_page_lists_every_erratum_with_its_evidence() -> None:
    text = PAGE
    for number, erratum in enumerate(ERRATA, start=1):
        assert f"| {number} | {erratum.where} | {erratum.name} | {erratum.kind} |" in text
        assert f"### {number}. {erratum.name[0].upper()}{erratum.name[1:]}\n" in text
        evidence = erratum.evidence()
        assert evidence.holds, evidence.text
        assert f"Evidence. {evidence.text}\n" in text
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


@pytest.mark.parametrize("family", [GUMBEL, LAPLACE], ids=lambda family: family.name)
def test_families_say_where_the_papers_table_errs(family: TabulatedFamily) -> None:
    assert "erratum" in family.about
