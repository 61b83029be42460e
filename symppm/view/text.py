"""Results as pages for terminals, pipes and files: what a kind of result shows, in which order."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group, RenderableType

from symppm.matching import Diagnostic, Match
from symppm.matching.diagnostics.estimates import estimate_in_words
from symppm.matching.measuring import needs_of
from symppm.view.answers import (
    estimates_sheet,
    headline,
    search_in_words,
    solutions_of,
    solved,
    statistics_sheet,
    why_not,
)
from symppm.view.layout import Page, Paragraph, Part, Ranking, Sheet

if TYPE_CHECKING:
    from symppm.audit import Audit
    from symppm.codegen.spec import ModelSpec
    from symppm.comparing.comparison import ComparedModel, Comparison
    from symppm.validation.result import Validation

_ROUTES: Final[Mapping[str, str]] = MappingProxyType(
    {"closed form": "Solved in closed form:", "numeric": "Solved numerically:"}
)
_LARGEST: Final = 1e6

_COLUMNS: Final[Mapping[str, Callable[[Comparison, ComparedModel], str]]] = MappingProxyType(
    {
        "J": lambda _, row: f"{row.j:.1f}",
        "of": lambda _, row: f"{row.degrees}",
        "p": lambda _, row: f"{row.p_value:.2g}",
        "free": lambda _, row: f"{row.free}",
        "cost": lambda comparison, row: f"{comparison.cost_of(row.model):.1f}",
        "held out p": lambda _, row: "" if row.held_out is None else f"{row.held_out.p_value:.2g}",
        "criterion": lambda _, row: f"{row.criterion:.1f}",
        "K of its moments (95 %)": lambda _, row: _sized(row),
    }
)


def page(result: Any, given: Collection[str] = ()) -> Page:
    """Show a match, a comparison or a validation; checks, once what shows them is loaded.

    What the user of a match had fixed is ``given``; as a mapping, with what it was fixed to.
    """
    return stacked(parts_of(result, given))


def stacked(parts: Iterable[Part]) -> Page:
    """Put an empty line between parts, but not between what announces a table and the table."""
    lines: list[RenderableType] = []
    for part in parts:
        several: list[Paragraph | Sheet] = [*part] if isinstance(part, list) else [part]
        before = lines[-1] if lines else None
        announced = isinstance(before, Paragraph) and before.text.endswith(":")
        if lines and several and not (announced and isinstance(part, Sheet)):
            lines.append("")
        lines.extend(several)
    return Group(*lines)


@functools.singledispatch
def parts_of(result: Any, _given: Collection[str] = ()) -> list[Part]:
    """Return what a result shows, in order; paragraphs that belong close together as a list."""
    import_module("symppm.view.results")  # where all but matches, which need not wait, are shown
    shown = parts_of.dispatch(type(result))
    if shown is parts_of.dispatch(object):
        raise TypeError(f"a {type(result).__name__} is no result that is shown")
    return shown(result)


@parts_of.register
def _match_parts(match: Match, given: Collection[str] = ()) -> list[Part]:
    """Show statistics, the number of factors, priors, diagnostics."""
    several, sentence = solutions_of(match), headline(match)
    parts: list[Part] = [failure(sentence, ".")] if sentence else []
    parts += [
        Paragraph(f"{match.model}, {match.spec.title}", "Model: ", "strong"),
        statistics_sheet(match),
    ]
    if not several and not match.feasible:
        nearest = " The nearest that was found:" if match.parameters else ""
        nearest = " What was found:" if match.unreliable else nearest
        parts.append(failure(why_not(match), f".{nearest}"))
    parts += solved(match, given)
    if match.estimates:
        parts.append(estimates_sheet(match))
    if sentence := estimate_in_words(match):
        parts.append(Paragraph(sentence))
    if match.trace is not None:
        parts.append(Paragraph(search_in_words(match), "Search: ", "strong"))
    parts.append(
        [
            Paragraph(diagnostic.message, f"{about}{diagnostic.severity}: ", diagnostic.severity)
            for about, diagnostic in diagnostics(match)
        ]
    )
    return parts


def diagnostics(match: Match) -> Iterator[tuple[str, Diagnostic]]:
    """Yield what is to be said of a match, then of each solution alone, after which that is."""
    for diagnostic in match.diagnostics:
        yield "", diagnostic
    for n, branch in enumerate(solutions_of(match), 1):
        for diagnostic in branch.diagnostics:
            if diagnostic not in match.diagnostics:
                yield f"solution {n}, ", diagnostic


def failure(text: str, end: str) -> Paragraph:
    """Say what fails; what stands before a colon is the label."""
    label, _, reason = text.partition(": ")
    return Paragraph(f"{reason}{end}", f"{label.capitalize()}: ", "failure")


def comparison_parts(comparison: Comparison, _given: Collection[str] = ()) -> list[Part]:
    """Show the verdict, a line for each model, and why others do not fit."""
    parts: list[Part] = [comparison_verdict(comparison)]
    for status, title in (("fits", "Fits"), ("rejected", "Rejected")):
        rows = [row for row in comparison.compared if row.status == status]
        cells = tuple(
            (row.model, *(cell(comparison, row) for cell in _COLUMNS.values()), row.reason)
            for row in rows
        )
        if rows:
            parts.append(Ranking((title, *_COLUMNS, ""), cells))
    omitted: dict[str, list[str]] = {}
    for row in comparison.rows:
        if row.misfit is None:
            omitted.setdefault(row.reason, []).append(row.model)
    parts.append(
        [Paragraph(f"{', '.join(names)}: {why}.", "Left out: ") for why, names in omitted.items()]
    )
    if comparison.compared:
        parts.append(Paragraph(_explained(comparison), "note: ", "note"))
    return parts


def comparison_verdict(ranking: Comparison) -> list[Paragraph]:
    """Say which model is best, and which K to fit with."""
    tone = "strong" if ranking.best is not None else "failure"
    advice = " Fit with that K, whichever the model." if ranking.factors.resolved else ""
    return [Paragraph(ranking.verdict, "Verdict: ", tone), Paragraph(f"{ranking.factors}{advice}")]


def _explained(comparison: Comparison) -> str:
    held, free, with_it = "", "K and hyperparameters", ""
    if comparison.factors.resolved:
        held, free = f"All this is with K = {comparison.factors.k}. ", "hyperparameters"
        with_it = ", with the p beside it"
    return (
        "J is the squared distance of the moments of the data from those of the model, in standard "
        "errors; if the model is right, it is about as large as the number after it (of), and p is "
        "how often it is as large as here. A model is rejected if p is below "
        f"{comparison.level:.2g}. {held}Free is how many combinations of {free} the moments "
        f"determine. Cost is {comparison.cost:.1f} for each moment fewer that a model "
        "leaves to test than the one that leaves most: what its further hyperparameters have to "
        "lower J by. Held out p is that of rows and columns to which the model was not fitted. The "
        "least criterion is the best: J and cost, less the same for all models. K of its moments "
        f"brings those of a model nearest those of the data{with_it}."
    )


def _sized(row: ComparedModel) -> str:
    if row.k_exact is None or row.k_interval is None:
        return ""
    ends = zip((row.k_exact, *row.k_interval), ("over 1e6", "over 1e6", "any"), strict=True)
    own = "" if row.p_value_free_k is None else f", p = {row.p_value_free_k:.2g}"
    return "{} ({} to {})".format(*(f"{k:.3g}" if k < _LARGEST else word for k, word in ends)) + own


def validation_parts(validation: Validation, _given: Collection[str] = ()) -> list[Part]:
    """Show a line for each fit, how it was done, and what follows."""
    return [
        Sheet((*validation.heads, ""), tuple((*row, "") for row in validation.rows())),
        Paragraph(validation.about),
        Paragraph(validation.sentence, "Verdict: ", "strong" if validation.stands else "failure"),
    ]


def models_page(specs: Iterable[ModelSpec]) -> Page:
    """List models: name, what each is, what has to be given; first those with a closed form."""
    groups: dict[str, list[Paragraph]] = {}
    for spec in specs:
        needs = ", ".join(needs_of(spec))
        description = f"{spec.title}; give {needs}" if needs else spec.title
        groups.setdefault(spec.route, []).append(Paragraph(description, f"{spec.name}: "))
    titles = {route: Paragraph("", _ROUTES.get(route, route), "strong") for route in sorted(groups)}
    return stacked([titles[route], *groups[route]] for route in titles)


def audit_page(audits: Sequence[Audit]) -> Page:
    """Show verdicts in a table; below it, of few audits what was covered, and every failure."""
    checks = [(audit, check) for audit in audits for check in audit.checks]
    statuses = [[check.status.replace("failed", "FAILED") for check in a.checks] for a in audits]
    rows = [(audit.subject, *cells, "") for audit, cells in zip(audits, statuses, strict=True)]
    heads = ("Model", *(check.name for check in audits[0].checks), "")
    several = len(audits) > 1
    covered = [
        Paragraph(check.summary, f"{f'{audit.subject}, ' if several else ''}{check.name}: ")
        for audit, check in checks
    ]
    if len(audits) > 3:
        skipped = [(check.name, check.summary) for _, check in checks if check.status == "skipped"]
        covered = [
            Paragraph(f"{why} ({times} of {len(audits)})", f"{name} skipped: ")
            for (name, why), times in Counter(skipped).items()
        ]
    failures = [
        Paragraph(failure, f"{audit.subject}, {check.name}: ", "failure")
        for audit, check in checks
        for failure in check.failures
    ]
    if not several and audits[0].weakest:
        covered.append(Paragraph(f"{audits[0].weakest}.", "weakest evidence: "))
    verdicts = Counter(check.status for _, check in checks)
    skipped_count = f", {verdicts['skipped']} skipped" if verdicts["skipped"] else ""
    counts = f"{verdicts['passed']} checks passed{skipped_count}, {verdicts['failed']} failed."
    failed = sum(not audit.ok for audit in audits)
    total = f"{len(audits)} audited, " + (f"{failed} with failures" if failed else "all well")
    summary = Paragraph(counts, f"{total}: ", "strong")
    below: list[Part] = [part for part in (covered, failures) if part]
    return stacked([Sheet(heads, tuple(rows)), *below, summary])
