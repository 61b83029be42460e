"""What notebooks show: escaped, without colours, and without pandas."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from cases import core, poisson_factors, signatures
from pages import Read

import symppm as ppm
from symppm.results.diagnostic import Diagnostic

MARKUP = '<script>alert("x")</script> & more'
BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def read(html: str) -> Read:
    tags = Read(html)
    assert "script" not in tags.tags
    assert not re.search(r"color|background|src=|href=|onclick", html)
    return tags


def counts() -> Any:
    return ppm.data.load("mutational_signatures").values


def compared() -> ppm.Comparison:
    truth = {"K": 4, "a": 0.5, "b": 1, "c": 0.5, "d": 0.2, "r": 0.5}
    drawn = ppm.sample("gmf_gamma_negativebinomial", truth, shape=(40, 30), random_seed=2)
    return ppm.compare(drawn, ("pmf_gamma", "pmf_uniform", "gmf_gamma_normal"))


def expected() -> ppm.Checks:
    return ppm.check(ppm.match(targets=BELIEFS), shape=(5, 4), draws=3, random_seed=1)


RESULTS: dict[str, Callable[[], Any]] = {
    "match": signatures,
    "beliefs": lambda: ppm.match(targets=BELIEFS),
    "infeasible": lambda: ppm.match(targets={**BELIEFS, "variance": 20}),
    "checks": lambda: ppm.check(signatures(), counts(), draws=700, random_seed=1),
    "expected": expected,
    "comparison": compared,
}
made = cache(lambda name: RESULTS[name]())


@pytest.mark.parametrize("name", core(RESULTS, ["match", "infeasible", "expected"]))
def test_notebooks_show_all_that_the_text_says(name: str) -> None:
    result = made(name)
    words = "".join("".join(read(result._repr_html_()).words).split())
    # The first line is a title.
    said = result.summary().replace("note: ", "").partition("\n")[2].split()
    assert [word for word in said if word.strip(":,.;") not in words] == []
    if name == "match":
        shown = read(result._repr_html_()).words
        assert {each.message for each in result.diagnostics} <= set(shown)
        assert "{:.3g} to {:.3g}".format(*result.interval()["a"]) in shown
    elif name == "comparison":
        nothing = replace(result, rows=result.rows[-1:], best=None, close=())
        assert "<table>" not in nothing._repr_html_()


@pytest.mark.parametrize("name", core(["beliefs", "expected", "comparison"], ["beliefs"]))
def test_markup_in_names_and_messages_is_text(name: str) -> None:
    result = made(name)
    if name == "beliefs":
        odd = replace(
            result, model=MARKUP, scale=MARKUP, diagnostics=(Diagnostic("x", "note", MARKUP),),
            targets={MARKUP: 1.0}, spec=replace(result.spec, title=MARKUP),
        )  # fmt: skip
    elif name == "expected":
        odd = replace(result, notes=(MARKUP,), table=(replace(result.table[0], meaning=MARKUP),))
    else:
        row = replace(result.rows[1], model=MARKUP, reason=MARKUP)
        odd = replace(result, verdict=MARKUP, rows=(row,))
    assert "".join(read(odd._repr_html_()).words).count(MARKUP) >= 2


def test_statistics() -> None:
    measured = ppm.statistics(counts(), intervals=True)
    words = " ".join(read(measured._repr_html_()).words)
    low, high = measured.interval()["rho_row"]
    assert f"{low:.3g} to {high:.3g}" in words
    assert "96 rows x 21 columns, 2,016 entries observed" in words
    assert "interval" not in ppm.statistics(counts())._repr_html_()
    cross_moments = " ".join(read(ppm.cross_moments(counts())._repr_html_()).words)
    assert "joint cumulant of the entries ij, il, tj" in cross_moments


def test_a_model_shows_its_declaration() -> None:
    mine = poisson_factors()
    words = " ".join(read(mine._repr_html_()).words)
    for each in ("Gamma(shape=a, rate=b)", "row, col; observed", "factor", "latent", "a, b, c, d"):
        assert each in words
    half = ppm.Model("half")
    assert "not complete" in half._repr_html_()


def test_a_derivation_has_formulas_that_notebooks_show() -> None:
    derivation = poisson_factors().derive("mean")
    shown = derivation._repr_markdown_()
    assert "```" not in shown
    assert "$`" not in shown
    assert shown.count("$$") == 2 * derivation.to_markdown().count("```math")
    assert r"\frac{K a c}{b d}" in shown
    assert derivation.to_markdown().count("Lemma 1") >= 2


@pytest.mark.thorough
def test_a_solution_has_a_formula_for_each_identified_number() -> None:
    solution = poisson_factors().solve()
    shown = solution._repr_latex_()
    assert shown.startswith("$$\\begin{aligned}")
    assert shown.endswith("\\end{aligned}$$")
    for left in ("K &=", "a &=", "c &=", "b d &="):
        assert left in shown
    assert shown.count("> 0") == len(solution.conditions)
    assert r"\text{variance}" in shown


def test_without_pandas_a_summary_says_what_else_there_is() -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(ppm.errors.MissingExtraError, match=r"symppm\[pandas\]', or print\(\)"):
            ppm.match(targets=BELIEFS).to_frame()
    else:
        assert len(ppm.match(targets=BELIEFS).to_frame()) == 10
