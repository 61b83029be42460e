"""Answers in at most twelve lines: K, the priors, what does not fit, what to do next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.console import Group

from symppm.exports.types import TOPIC_MODELS
from symppm.matching.diagnostics.estimates import TOO_FEW
from symppm.matching.grounds import CROSS_VALIDATION
from symppm.results.diagnostic import SEVERITIES
from symppm.view.answers import headline, size_name, size_of, why_not
from symppm.view.layout import Page, Paragraph, in_one_line, pages
from symppm.view.text import comparison_verdict, failure

if TYPE_CHECKING:
    from symppm.comparing.comparison import ComparedModel, Comparison
    from symppm.matching.grounds import EstimateOfK
    from symppm.matching.result import Match
    from symppm.results.array_statistics import ArrayStatistics
    from symppm.results.diagnostic import Diagnostic
    from symppm.statistics.moments import Statistics

_LINES: Final = 3
"""Diagnostics, solutions and models that are shown; all are in the whole answer."""
_LONG: Final = 300
_DETAILS: Final = re.compile(r" \([^()]*\)")
_MILLION: Final = 1e6
_MANY: Final = 1e5
"""Factors, from which on five digits would be written with an exponent."""

_IN_ONE_LINE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "non_integer": "some entries are not whole numbers: match raw counts",
        "not_at_random": "what is observed depends on its value: K is that of these entries",
        "negative_rho_row": "entries of a row vary against each other: undo any normalizing",
        "negative_rho_col": "entries of a column vary against each other: undo any normalizing",
        "factors_not_followed": "no priors have these statistics at the K that predicts best",
        "nearest": "not every target is met: these are the nearest parameters",
        "zeros": "few entries are stored: say zeros='missing' if others are unknown",
        "heavy_tails": "ten entries carry much of the variance: check the largest",
        "excess_noise": "noise exceeds the variance: try hpf_gamma or pmf_gamma_effects",
        "unresolved_factors": "rows and columns alone may explain it: try pmf_gamma_effects",
        "unresolved_size": "the data do not resolve K: it is in the middle of what is likely",
        "unresolved_rho_row": "correlation in rows may be zero: add columns, or fix K",
        "unresolved_rho_col": "correlation in columns may be zero: add rows, or fix K",
        "unresolved": "K is not resolved: use more data, or fix it",
        "shapes": "the shapes are assumed: what rows and columns share is not resolved",
        "below_one": "fewer than one factor, set to 1: try hpf_gamma, whose totals vary",
        "above_rank": "K exceeds the smaller side, which compresses nothing: fix a smaller one",
        "short_documents": "half of the documents are too short to tell their topics: join some",
        "burstiness": "words come in bursts: see --verbose for what that means for alpha and eta",
        "unequal_margins": "totals differ more than these priors allow: use hpf_gamma",
        "no_zeros": "zeros count as missing: say zeros='observed' if they are counts",
        "excess_zeros": "more zeros than the model has: try gmf_gamma_zeroinflatedpoisson",
        "overdispersed": "more small counts than Poisson's: try gmf_gamma_negativebinomial",
        "uneven": "fewer and larger counts than these priors make: try hpf_gamma",
        "noise": "entries vary more than Poisson's: try gmf_gamma_negativebinomial",
        "underdispersed": "entries vary less than Poisson's: declare another observation model",
        "disagreement": "moments and cross-moments disagree: the latter are the answer",
        "rests_on_one": "one entry, row or column decides the cross-moments: check it",
        "not_a_product": "rows and columns interact more than products of factors do",
        "thin_margin": "K rests on a small share of the variance: fix it if you know it",
        "margins": "dividing by margins takes out what these priors rest on",
        "not_centered": "the mean is not zero, as under this model: take it off the data",
        "held_ratio": "at the given K not every target holds",
        "rounding": "rounding K leaves some targets off",
        "not_cross_validated": "held-out entries do not tell K: it is by moments",
    }
)
"""Diagnostics by code, what weighs most first. Other warnings are their first sentence, and weigh
more; other notes are only in the whole answer."""
_NOISY: Final = 1.5
"""How many times Poisson's noise has to be, to be said in short."""


def match_brief(match: Match, *, then: str = "") -> Page:
    """Return a match in at most twelve lines."""
    return Group(*_answer(match), *_diagnostics(match), *_next(then))


def with_data(
    page: Page,
    title: str,
    measured: Statistics | ArrayStatistics | None,
    about: Iterable[str],
    *,
    verbose: bool,
) -> Page:
    """Put what was measured, if anything was, above a page."""
    if measured is None:
        return page
    if verbose:
        lines = (Paragraph(text) for text in (size_of(measured), *about))
        return pages(Group(Paragraph(title, "Data: ", "strong"), *lines), page)
    # In a sentence, guesses that reading made are without their reasons.
    shown = (_DETAILS.sub("", text.partition(": ")[0].partition(";")[0]) for text in about)
    text = "; ".join([f"{title}, {size_of(measured)}", *shown])
    return Group(Paragraph(text, "Data: ", "strong"), page)


def comparison_brief(comparison: Comparison, *, then: str = "") -> Page:
    """Return the verdict of a comparison, the K to fit with, and the first of the ranking."""
    ranked = comparison.compared
    omitted = {"further": len(ranked[_LINES:]), "not compared": len(comparison.rows) - len(ranked)}
    counts = ", ".join(f"{count} {word}" for word, count in omitted.items() if count)
    return Group(
        *comparison_verdict(comparison),
        *(_ranked(row) for row in ranked[:_LINES]),
        *([Paragraph(f"  and {counts}")] if counts else []),
        *_next(then),
    )


def _next(then: str) -> list[Paragraph]:
    return [Paragraph(then, "Next: ", "strong")] if then else []


def _ranked(row: ComparedModel) -> Paragraph:
    k = ""
    if row.k_exact is not None:
        size = _three(row.k_exact) if row.k_exact < _MILLION else "not determined"
        k = f", K of its moments {size}"
        if row.p_value_free_k is not None and row.k_exact < _MILLION:
            k += f" (p = {row.p_value_free_k:.2g})"
    text = f"{row.status}, p = {row.p_value:.2g}{k}"
    return Paragraph(text, f"  {row.model}: ", "strong")


def _answer(match: Match) -> list[Paragraph]:
    """Say which K and which priors; where there are none, or several, that."""
    if match.branches:
        many, shown = len(match.branches), match.branches[:_LINES]
        first = f"{many} solutions have these statistics; fix what tells them apart."
        priors = [_priors(s, f"{size_name(s) or 'K'} = {s.k}: ") for s in shown]
        return [Paragraph(first, "Ambiguous: ", "warning"), *priors]
    parts = []
    if not match.feasible:
        failed = next((d for d in match.diagnostics if d.severity == "failure"), None)
        if failed is not None and not match.parameters:
            reason = _first_sentence(failed.message).rstrip(".")
            text = f"{why_not(match).partition(':')[0]}: {reason}"
        else:
            text = headline(match) or why_not(match)
        parts = [failure(text, ".")]
    if match.k is not None:
        parts.append(Paragraph(_number_of_factors(match)))
    if match.parameters:
        # Parameters that look measured, such as a mean of logarithms, may be by the scale alone.
        about = [match.scale] * bool(match.spec.symmetries)
        if match.shapes is not None and not {*match.shapes.equal} & {*match.given.ties}:
            about += [f"{' = '.join(match.shapes.equal)} assumed"] * bool(match.shapes.equal)
        about += ["95 % intervals"] * (match.uncertainty is not None)
        text = f" ({'; '.join(about)})" if about else ""
        parts.append(_priors(match, f"Priors of {match.model}{text}: "))
    if match.statistics is None and match.achieved:
        parts.append(Paragraph(_achieved(match), "They give: "))
    return parts


def _number_of_factors(match: Match) -> str:
    size = size_name(match) or "K"
    one = "topic" if match.model in TOPIC_MODELS else "factor"
    text = f"{size} = {match.k:,} {one}{'' if match.k == 1 else 's'}"
    by = {estimate.estimator: estimate for estimate in match.estimates}
    answering = CROSS_VALIDATION if match.cross_validated else match.estimator
    span = _intervals(match)
    own = by.get(answering)
    if match.cross_validated and own is not None and own.remark == TOO_FEW:
        text += f", assumed: {TOO_FEW}"
    elif match.cross_validated:
        text += " by cross-validation"
        if own is not None and own.remark == "not resolved":
            text += ": beyond the totals of rows and columns nothing is predicted"
        elif own is not None and own.high > own.low:
            text += f"; {own.remark.partition(';')[0]}"
    elif match.k_exact is not None and match.k_exact != match.k:
        exact = f"{match.k_exact:,.1f}" if match.k_exact >= _MANY else f"{match.k_exact:.5g}"
        text += f" ({exact} before rounding"
        text += f"; 95 % interval {span[size]})" if size in span else ")"
    others = [estimate for way, estimate in by.items() if way != answering]
    solved = ", ".join(f"{e.estimator} {_estimate(e, e.k)}" for e in others if e.k is not None)
    none = " and ".join(e.estimator for e in others if e.k is None)
    text += f". Other estimates: {solved}" if solved else ""
    return f"{text}. {none.capitalize()} have no solution." if none else f"{text}."


def _estimate(estimate: EstimateOfK, k: float) -> str:
    bare = estimate.low == estimate.high or estimate.estimator == CROSS_VALIDATION
    return _three(k) + ("" if bare else f" ({_ends((estimate.low, estimate.high))})")


def _priors(match: Match, label: str) -> Paragraph:
    span = _intervals(match)
    given = [
        f"{name} = {_three(value)}" + (f" ({span[name]})" if name in span else "")
        for name, value in match.parameters.items()
        if name != size_name(match)
    ]
    return Paragraph(", ".join(map(in_one_line, given)), label, "strong")


def _intervals(match: Match) -> dict[str, str]:
    """Return intervals in few digits, of what has one."""
    ends = {} if match.uncertainty is None else match.interval()
    return {name: _ends(span) for name, span in ends.items() if span[0] != span[1]}


def _ends(ends: tuple[float, float]) -> str:
    low, high = map(_three, ends)
    return f"{low} to {high}" if all(map(isfinite, ends)) else "not resolved"


def _three(value: float) -> str:
    """Return a number with three digits, without powers of ten where it has four to six."""
    return f"{value:,.0f}" if 1e3 <= abs(value) < _MILLION else f"{value:.3g}"


def _achieved(match: Match) -> str:
    parts = []
    for name, target in match.targets.items():
        if name in match.achieved:
            value = match.achieved[name]
            off = abs(value - target) > 5e-3 * abs(target)
            parts.append(f"{name} {_three(value)}" + (f" (asked: {_three(target)})" if off else ""))
    return ", ".join(parts)


def _diagnostics(match: Match) -> list[Paragraph]:
    """Return the diagnostics that weigh most, each in a line."""
    ranks = {code: rank for rank, code in enumerate(_IN_ONE_LINE)}

    def weight(diagnostic: Diagnostic) -> tuple[int, int]:
        return SEVERITIES.index(diagnostic.severity), ranks.get(diagnostic.code, -1)

    # Without parameters the first failure is the headline, and one is enough.
    redundant = {"failure", "ambiguous"} if not match.parameters else set()
    remaining = [d for d in match.diagnostics if not redundant & {d.severity, d.code}]
    lines = [(_in_one_line(d, match), d.severity) for d in sorted(remaining, key=weight)]
    shown = [Paragraph(text, f"{severity}: ", severity) for text, severity in lines if text]
    return shown[:_LINES]


def _in_one_line(diagnostic: Diagnostic, match: Match) -> str:
    if diagnostic.severity == "failure":
        return _first_sentence(diagnostic.message)
    if diagnostic.code == "dispersion":
        noise = 0.0 if match.shapes is None else match.shapes.noise
        if 0 < noise < 1 / _NOISY:
            return "entries vary less than counts of events do: these may be no counts"
        if noise < _NOISY:
            return ""
        times = _three(float(f"{noise:.2g}"))
        return f"noise is {times} times Poisson's; K and shapes hold none of it"
    if diagnostic.code == "rounding" and match.cross_validated and diagnostic.severity != "note":
        return "at this K some targets are not met"
    if diagnostic.code == "effects" and diagnostic.severity == "note":
        return "what data leave open of effects and shapes is assumed: fix what you know"
    if diagnostic.code in ("shapes", "rounding", "held_ratio") and diagnostic.severity == "note":
        return ""
    otherwise = _first_sentence(diagnostic.message) if diagnostic.severity == "warning" else ""
    return _IN_ONE_LINE.get(diagnostic.code, otherwise)


def _first_sentence(text: str) -> str:
    first = text.partition(". ")[0].rstrip(".")
    return f"{first}." if len(first) < _LONG else f"{first[:_LONG].rsplit(' ', 1)[0]} ..."
