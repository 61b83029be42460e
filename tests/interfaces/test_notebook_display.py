"""What notebooks show: escaped, without colours, and without pandas."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import symppm as ppm
from symppm.matching.result import Finding, Findings

MARKUP = '<script>alert("x")</script> & more'
BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


class _Tags(HTMLParser):
    """Sees that what is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(html: str) -> _Tags:
    tags = _Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    assert "script" not in tags.seen
    assert not re.search(r"color|background|src=|href=|onclick", html)
    return tags


def counts() -> Any:
    return ppm.data.load("mutational_signatures").values


def model() -> ppm.Model:
    with ppm.Model("mine") as mine:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return mine


def test_a_match_shows_what_it_prints() -> None:
    found = ppm.match(counts())
    words = " ".join(read(found._repr_html_()).words)
    for each in found.findings:
        assert each.message in words
    for name, value in (*found.parameters.items(), *found.targets.items()):
        assert name in words
        assert f"{value:.6g}" in words
    low, high = found.interval()["a"]
    assert f"{low:.3g} to {high:.3g}" in words
    assert "(11.673 before rounding)" in words


def test_markup_in_names_and_messages_is_text() -> None:
    found = ppm.match(targets=BELIEFS)
    odd = replace(
        found, model=MARKUP, gauge=MARKUP, findings=(Finding("x", "note", MARKUP),),
        targets={MARKUP: 1.0}, spec=replace(found.spec, title=MARKUP),
    )  # fmt: skip
    text = "".join(read(odd._repr_html_()).words)
    assert text.count(MARKUP) == 5
    assert MARKUP in "".join(read(odd.findings._repr_html_()).words)
    assert MARKUP in "".join(read(odd.findings[0]._repr_html_()).words)


def test_an_infeasible_match_says_so() -> None:
    found = ppm.match(targets={**BELIEFS, "variance": 20})
    words = "".join(read(found._repr_html_()).words)
    assert "infeasible: no hyperparameters of this model give these statistics" in words
    assert "K = " not in words


def test_findings_are_a_tuple_that_is_shown() -> None:
    found = ppm.match(targets=BELIEFS)
    assert isinstance(found.findings, Findings)
    assert found.findings == tuple(found.findings)
    assert repr(found.findings) == repr(tuple(found.findings))
    assert "no findings" in Findings()._repr_html_()
    assert read(found.findings._repr_html_()).seen >= {"ul", "li", "strong"}


def test_statistics() -> None:
    measured = ppm.statistics(counts(), intervals=True)
    words = " ".join(read(measured._repr_html_()).words)
    low, high = measured.interval()["rho_row"]
    assert f"{low:.3g} to {high:.3g}" in words
    assert "96 rows x 21 columns, 2,016 entries observed" in words
    assert "interval" not in ppm.statistics(counts())._repr_html_()
    distinct = " ".join(read(ppm.distinct_statistics(counts())._repr_html_()).words)
    assert "joint cumulant of the entries ij, il, tj" in distinct


def test_a_model_shows_its_declaration() -> None:
    mine = model()
    words = " ".join(read(mine._repr_html_()).words)
    for each in ("Gamma(shape=a, rate=b)", "row, col; observed", "factor", "latent", "a, b, c, d"):
        assert each in words
    half = ppm.Model("half")
    assert "not complete" in half._repr_html_()


def test_a_derivation_has_formulas_that_notebooks_show() -> None:
    derivation = model().derive("mean")
    shown = derivation._repr_markdown_()
    assert "```" not in shown
    assert "$`" not in shown
    assert shown.count("$$") == 2 * derivation.to_markdown().count("```math")
    assert r"\frac{K a c}{b d}" in shown
    assert derivation.to_markdown().count("```math") == len(derivation.steps) + 1


def test_a_solution_has_a_formula_for_each_identified_number() -> None:
    solution = model().solve()
    shown = solution._repr_latex_()
    assert shown.startswith("$$\\begin{aligned}")
    assert shown.endswith("\\end{aligned}$$")
    for left in ("K &=", "a &=", "c &=", "b d &="):
        assert left in shown
    assert shown.count("> 0") == len(solution.conditions)
    assert r"\text{variance}" in shown


def test_print_shows_text_and_repr_stays_that_of_a_dataclass() -> None:
    found = ppm.match(targets=BELIEFS)
    assert str(found).startswith("model pmf_gamma: ")
    assert repr(found).startswith("Match(model='pmf_gamma', feasible=True, k=25,")
    assert "\n" not in repr(found)


def test_without_pandas_a_summary_says_what_else_there_is() -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(ppm.errors.MissingExtraError, match=r"symppm\[pandas\]', or print\(\)"):
            ppm.match(targets=BELIEFS).summary()
    else:
        assert len(ppm.match(targets=BELIEFS).summary()) == 10
