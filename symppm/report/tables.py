"""Results as pages: what a match, its data and the catalogue look like to readers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType

from symppm.matching.estimates import estimate_in_words
from symppm.matching.meanings import meaning_of
from symppm.matching.measuring import asked
from symppm.matching.summary import headline, why_not
from symppm.report.hyperparameters import (
    LEVEL,
    plus_minus,
    shown_solution,
    shown_solutions,
    spans,
)
from symppm.report.page import Listing, Page, Paragraph, Sheet
from symppm.report.trace import search_in_words
from symppm.results.numerals import in_words, number

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.matching import Finding, Match
    from symppm.measure.many_axes import ArrayStatistics
    from symppm.statistics.moments import Statistics

_ROUTES: Final[Mapping[str, str]] = MappingProxyType(
    {"closed form": "Solved in closed form:", "numeric": "Solved numerically:"}
)
_SEVERITY: Final[Mapping[str, str]] = MappingProxyType(
    {"failure": "bold red", "warning": "yellow", "note": "cyan"}
)


def size_of(measured: Statistics | ArrayStatistics) -> str:
    """Say how large the data are and in which range their entries lie.

    Parameters
    ----------
    measured : Statistics or ArrayStatistics
        From data.
    """
    places = prod(measured.shape)
    entries = f"{measured.observed:,} entries"
    if measured.observed < places:
        entries += f" observed of {places:,}"
    low, high = (
        f"{value:,.0f}" if value == int(value) else number(value)
        for value in (measured.minimum, measured.maximum)
    )
    axes: tuple[str, ...] = getattr(measured, "axes", ())
    if axes:
        size = f"{' x '.join(f'{n:,}' for n in measured.shape)} ({' x '.join(axes)})"
    else:
        size = "{:,} rows x {:,} columns".format(*measured.shape)
    return f"{size}, {entries}, from {low} to {high}"


def data_page(title: str, measured: Statistics | ArrayStatistics, about: Iterable[str]) -> Page:
    """Say which data were read, and how.

    Parameters
    ----------
    title : str
        What they are.
    measured : Statistics or ArrayStatistics
        From the data.
    about : iterable of str
        Further sentences, such as the guesses that reading made.
    """
    return Group(
        Paragraph(title, label="Data: ", style="bold", hang="  "),
        *(Paragraph(text, hang="  ") for text in (size_of(measured), *about)),
    )


def match_page(match: Match, given: Collection[str] = ()) -> Page:
    """Show a match: statistics, number of factors, priors, findings.

    Parameters
    ----------
    match : Match
        From data or from targets.
    given : collection of str
        Parameters that the user had fixed; as a mapping, with what they were fixed to.
    """
    said = headline(match)
    parts: list[RenderableType] = [_in_red(said, "."), ""] if said else []
    parts += [
        Paragraph(f"{match.model}, {match.spec.title}", label="Model: ", style="bold", hang="  "),
        "",
        statistics_sheet(match),
        "",
    ]
    several = branches(match)
    if several:
        parts += shown_solutions(several, given)
    else:
        if not match.feasible:
            parts += _infeasible(match)
        if match.parameters:
            parts += shown_solution(match, given)
    if match.opinions:
        parts += [opinions_sheet(match), ""]
    if said := estimate_in_words(match):
        parts += [Paragraph(said, hang="  "), ""]
    if match.trace is not None:
        parts += [Paragraph(search_in_words(match), label="Search: ", style="bold", hang="  "), ""]
    parts += _findings(match.findings)
    for n, branch in enumerate(several, 1):
        own = [each for each in branch.findings if each not in match.findings]
        parts += _findings(own, f"solution {n}, ")
    return Group(*parts)


_WAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "moments": "from mean, variance and correlations",
        "cross-moments": "from distinct entries, whatever their noise",
        "cross-validation": "predicts held-out entries",
    }
)


def opinions_sheet(match: Match) -> Sheet:
    """Tabulate what each way to find the number of factors says.

    Parameters
    ----------
    match : Match
        With opinions.
    """
    size = next((each.name for each in match.spec.parameters if each.is_size), "K")
    rows = []
    for each in match.opinions:
        bare = each.low == each.high or each.way == "cross-validation"
        ends = "" if bare else in_words((each.low, each.high))
        meaning = _WAYS[each.way]
        shown = each.remark if each.remark and each.remark != ends else ""
        rows.append(
            (
                each.way,
                "none" if each.k is None else number(each.k),
                ends if each.k is not None else "",
                f"{meaning}; {shown}" if shown else meaning,
            )
        )
    return Sheet((f"{size} by each way", size, "95 % interval", ""), tuple(rows))


def _infeasible(match: Match) -> list[RenderableType]:
    nearest = " The nearest that was found:" if match.parameters else ""
    nearest = " What was found:" if match.unreliable else nearest
    return [_in_red(why_not(match), f".{nearest}"), ""]


def _in_red(text: str, end: str) -> Paragraph:
    label, _, said = text.partition(": ")
    return Paragraph(f"{said}{end}", label=f"{label.capitalize()}: ", style="bold red", hang="  ")


def branches(match: Match) -> tuple[Match, ...]:
    """Return the solutions of a match that has several; nothing if it has one or none.

    Parameters
    ----------
    match : Match
        From data or from targets.
    """
    found: tuple[Match, ...] = getattr(match, "branches", ())
    return found if len(found) > 1 else ()


def statistics_sheet(match: Match) -> Sheet:
    """Tabulate what was measured or believed, and what the model has there.

    Parameters
    ----------
    match : Match
        From data or from targets.
    """
    origin = "believed" if match.statistics is None else "measured"
    several = branches(match)
    reached = several or ((match,) if match.achieved else ())
    achieved = [f"achieved {n}" if several else "achieved" for n in range(1, len(reached) + 1)]
    further = _further(match)
    rows = [
        (
            name,
            number(target),
            *(number(each.achieved[name]) if name in each.achieved else "none" for each in reached),
            *(column.get(name, "") for column in further.values()),
            meaning_of(name, match.spec),
        )
        for name, target in match.targets.items()
    ]
    return Sheet(("Statistic", origin, *achieved, *further, ""), tuple(rows))


def _further(match: Match) -> dict[str, dict[str, str]]:
    """Return what data and sampling say besides: intervals, errors, the search's estimates."""
    columns = {
        "95 % interval": spans(match.target_intervals(LEVEL)),
        "bootstrap": spans(match.target_intervals(LEVEL, "bootstrap"))
        if match.has_bootstrap
        else {},
        "std. error": plus_minus(match.achieved_errors),
        "search said": {name: number(value) for name, value in match.sampled.items()},
    }
    return {head: values for head, values in columns.items() if values}


def _findings(found: Sequence[Finding], about: str = "") -> list[RenderableType]:
    return [
        Paragraph(
            each.message,
            label=f"{about}{each.severity}: ",
            style=_SEVERITY.get(each.severity, ""),
            hang="  ",
        )
        for each in found
    ]


def models_page(specs: Iterable[ModelSpec]) -> Page:
    """List models: name, what each is, what has to be given; first those with a closed form.

    Parameters
    ----------
    specs : iterable of ModelSpec
        Of the models that have generated code.
    """
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for spec in specs:
        row = (spec.name, spec.title, ", ".join(asked(spec)))
        groups.setdefault(spec.route, []).append(row)
    titled = [(_ROUTES.get(route, route), tuple(groups[route])) for route in sorted(groups)]
    return Group(Listing(("Model", "What it is", "Give"), tuple(titled)))
