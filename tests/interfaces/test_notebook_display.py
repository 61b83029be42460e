"""What notebooks show: escaped, without colours, and without pandas."""

from __future__ import annotations

import math
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
    assert "3 (cross-validated)" in words
    assert len(found.opinions) == 3
    for each in found.opinions:
        assert each.k is not None
        bare = each.low == each.high or each.way == "cross-validation"
        ends = "" if bare else f"{each.low:.3g} to {each.high:.3g}"
        assert f"{each.way} {each.k:.4g} {ends}".strip() in words


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


def test_checks_show_what_they_print() -> None:
    checks = ppm.check(ppm.match(counts()), counts(), draws=700, random_seed=1)
    words = " ".join(read(checks._repr_html_()).words)
    printed = " ".join(str(checks).split())
    assert "700 prior predictive draws of 96 x 21" in words
    for row in checks.table:
        assert row.name in words
        assert row.meaning in words
        assert f"{row.p:.3g}" in words
    assert checks.surprising
    for said in ("Surprising, by Holm's method", checks.surprising[0].name + " (", *checks.notes):
        assert said in words
        assert said in printed
    expected = ppm.check(ppm.match(targets=BELIEFS), shape=(5, 4), draws=3, random_seed=1)
    assert "observed" not in expected._repr_html_()


def compared() -> ppm.Comparison:
    truth = {"K": 4, "a": 0.5, "b": 1, "c": 0.5, "d": 0.2, "r": 0.5}
    drawn = ppm.sample("gmf_gamma_negativebinomial", truth, shape=(40, 30), random_seed=2)
    return ppm.compare(drawn, ("pmf_gamma", "pmf_uniform", "gmf_gamma_normal"))


def test_a_comparison_shows_what_its_columns_say() -> None:
    made = compared()
    html = made._repr_html_()
    words = " ".join(read(html).words)
    assert made.verdict in words
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in html.split("<tr>")[1:]]
    assert rows[0] == [
        "", "", "J", "of", "p", "free", "cost", "held out p", "criterion",
        "K of its moments (95 %)", ""
    ]  # fmt: skip
    for shown, row in zip(rows[1:], made.compared, strict=True):
        assert row.k_interval is not None
        assert shown[:2] == [row.model, row.status]
        held_out = "" if row.held_out is None else f"{row.held_out.p_value:.2g}"
        assert shown[2:9] == [
            f"{row.j:.1f}", f"{row.degrees}", f"{row.p_value:.2g}", f"{row.free}",
            f"{made.cost_of(row.model):.1f}", held_out, f"{row.criterion:.1f}",
        ]  # fmt: skip
        low, high = row.k_interval
        end = f"{high:.3g}" if math.isfinite(high) else "any"
        assert shown[9] == f"{row.k_exact:.3g} ({low:.3g} to {end})"
        assert shown[10] == (row.reason or row.title).replace("'", "&#x27;")
    assert [row[1] for row in rows[1:]] == ["fits", "rejected"]
    assert "gmf_gamma_normal: it generates any numbers" in words.replace("  ", " ")
    nothing = replace(made, rows=made.rows[-1:], best=None, close=())
    assert "<table>" not in nothing._repr_html_()


def test_markup_in_checks_and_comparisons_is_text() -> None:
    checks = ppm.check(ppm.match(targets=BELIEFS), shape=(5, 4), draws=3, random_seed=1)
    odd = replace(
        checks, model=MARKUP, notes=(MARKUP,), table=(replace(checks.table[0], meaning=MARKUP),)
    )
    assert "".join(read(odd._repr_html_()).words).count(MARKUP) == 3
    made = compared()
    rows = tuple(replace(row, model=MARKUP, reason=MARKUP) for row in made.rows[1:])
    shown = replace(made, verdict=MARKUP, rows=rows)
    assert "".join(read(shown._repr_html_()).words).count(MARKUP) == 5


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
    assert str(found).startswith("K = 25 factors (25.338 before rounding).")
    assert repr(found).startswith("Match(model='pmf_gamma', feasible=True, k=25,")
    assert "\n" not in repr(found)


def test_without_pandas_a_summary_says_what_else_there_is() -> None:
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(ppm.errors.MissingExtraError, match=r"symppm\[pandas\]', or print\(\)"):
            ppm.match(targets=BELIEFS).to_frame()
    else:
        assert len(ppm.match(targets=BELIEFS).to_frame()) == 10


def test_a_summary_of_checks() -> None:
    pytest.importorskip("pandas")
    checks = ppm.check(ppm.match(targets=BELIEFS), counts(), draws=3, random_seed=1)
    table = checks.to_frame()
    assert list(table.index) == [each.name for each in checks.table]
    assert list(table.columns) == [
        "observed", "predicted", "low_95", "high_95", "p", "adjusted", "draws", "meaning"
    ]  # fmt: skip
    row = checks["skewness"]
    assert table.loc["skewness"].to_list() == [
        row.observed, row.predicted, row.low, row.high, row.p, row.adjusted, row.draws, row.meaning
    ]  # fmt: skip
    expected = ppm.check(ppm.match(targets=BELIEFS), shape=(5, 4), draws=3, random_seed=1)
    assert list(expected.to_frame().columns) == [
        "predicted", "low_95", "high_95", "draws", "meaning"
    ]  # fmt: skip
