"""A match as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterable

from symppm.matching.estimates import estimate_in_words
from symppm.matching.result import STOCHASTIC, Findings, Match
from symppm.matching.rows import Row, answer_rows, statistic_rows
from symppm.matching.summary import headline, why_not
from symppm.results.markup import block, paragraph, table
from symppm.results.numerals import in_words


def match_html(match: Match) -> str:
    """Return a match as HTML: statistics, answer, findings.

    Parameters
    ----------
    match : Match
        Any.
    """
    parts = [
        paragraph(f"{match.model}, {match.spec.title}", "Model: "),
        _statistics(match),
    ]
    for number, each in enumerate(match.branches, 1):
        parts += [paragraph(f"{number} of {len(match.branches)}", "Solution "), *_answer(each)]
    if not match.branches:
        parts += _answer(match)
    if match.opinions:
        parts += [paragraph("", "The number of factors by each way"), _ways(match)]
    if said := estimate_in_words(match):
        parts.append(paragraph(said))
    own = [
        each for branch in match.branches for each in branch.findings if each not in match.findings
    ]
    return block(*parts, Findings((*match.findings, *dict.fromkeys(own)))._repr_html_())


def _statistics(match: Match) -> str:
    measured = "believed" if match.statistics is None else "measured"
    rows = statistic_rows(match)
    reached = any(row.achieved is not None for row in rows)
    spans = any(row.ends for row in rows)
    heads = ["statistic", measured, *["achieved"] * reached, *["95 % interval"] * spans, ""]
    lines = [
        [
            row.name, f"{row.value:.6g}",
            *[("none" if row.achieved is None else f"{row.achieved:.6g}") + _error(row)] * reached,
            *[_span(row)] * spans, row.meaning,
        ]
        for row in rows
    ]  # fmt: skip
    return table(heads, lines, texts=[len(heads) - 1])


def _answer(match: Match) -> list[str]:
    parts = []
    if not match.feasible:
        parts.append(paragraph(headline(match) or why_not(match)))
    rows = answer_rows(match)
    if not rows:
        return parts
    if match.k is not None:
        exact = "" if match.k_exact is None else f" ({match.k_exact:.6g} before rounding)"
        parts.append(
            paragraph(
                f"{match.k}{' (cross-validated)' if match.cross_validated else exact}", "K = "
            )
        )
    if match.method != STOCHASTIC:
        parts.append(paragraph(match.gauge, "Gauge: "))
    parts.append(_numbers(rows))
    return parts


def _ways(match: Match) -> str:
    size = next((each.name for each in match.spec.parameters if each.is_size), "K")
    lines = []
    for each in match.opinions:
        ends = in_words((each.low, each.high)) if each.k is not None else ""
        lines.append(
            [
                each.way, "none" if each.k is None else f"{each.k:.4g}",
                ends if each.low != each.high else "", each.remark if each.remark != ends else "",
            ]
        )  # fmt: skip
    return table(["", size, "95 % interval", ""], lines, texts=[3])


def _numbers(rows: Iterable[Row]) -> str:
    kept = list(rows)
    spans = any(row.ends for row in kept)
    heads = ["", "value", *["95 % interval"] * spans, "", ""]
    lines = [
        [
            row.name, f"{row.value:.6g}{_error(row)}", *[_span(row)] * spans,
            "whatever the gauge" if row.kind == "identified" else "", row.meaning,
        ]
        for row in kept
    ]  # fmt: skip
    return table(heads, lines, texts=[len(heads) - 2, len(heads) - 1])


def _span(row: Row) -> str:
    varies = row.ends is not None and row.ends[0] != row.ends[1]
    return in_words(row.ends) if varies and row.ends is not None else ""


def _error(row: Row) -> str:
    return f" ± {row.error:.2g}" if row.error else ""
