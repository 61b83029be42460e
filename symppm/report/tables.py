"""Results as pages: what a match, its data and the catalogue look like to readers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType

from symppm.matching.measuring import asked
from symppm.report.page import Listing, Page, Paragraph, Sheet

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.matching import Finding, Match
    from symppm.measure import ArrayStatistics, Statistics

_STATISTICS: Final[Mapping[str, str]] = MappingProxyType(
    {"mean": "average entry", "variance": "of an entry"}
)
_POISSON: Final = "variance > mean"
_PAIRS: Final[Mapping[str, str]] = MappingProxyType(
    {"rho": "correlation of two entries in one", "cov": "covariance of two entries in one"}
)
_ROUTES: Final[Mapping[str, str]] = MappingProxyType(
    {"closed form": "Solved in closed form:", "numeric": "Solved numerically:"}
)
_SEVERITY: Final[Mapping[str, str]] = MappingProxyType(
    {"failure": "bold red", "warning": "yellow", "note": "cyan"}
)


def number(value: float) -> str:
    """Return a number with six significant digits.

    Parameters
    ----------
    value : float
        Finite.
    """
    return f"{value:.6g}"


def meaning_of(statistic: str, spec: ModelSpec) -> str:
    """Say in one line what a statistic is; nothing if its name says it.

    Parameters
    ----------
    statistic : str
        Such as ``"mean"`` or ``"rho_row"``.
    spec : ModelSpec
        The model: under plain Poisson noise, a variance above the mean tells of varying rates.
    """
    if statistic == "variance" and any(each.text == _POISSON for each in spec.conditions):
        return "of an entry; the mean if rates were equal"
    kind, _, shared = statistic.partition("_")
    if shared and kind in _PAIRS:
        words = ("column" if axis == "col" else axis for axis in shared.split("_"))
        return f"{_PAIRS[kind]} {' and '.join(words)}"
    if kind == "cumulant":
        return f"joint cumulant of the entries {shared.replace('_', ', ')}"
    return _STATISTICS.get(statistic, "")


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
        Parameters that the user had fixed.
    """
    parts: list[RenderableType] = [
        Paragraph(f"{match.model}, {match.spec.title}", label="Model: ", style="bold", hang="  "),
        "",
        _statistics_sheet(match),
        "",
    ]
    several = branches(match)
    if several:
        parts += _solutions(several, given)
    elif match.feasible:
        parts += _solution(match, given)
    else:
        parts += [
            Paragraph(
                "no hyperparameters of this model give these statistics.",
                label="Infeasible: ",
                style="bold red",
                hang="  ",
            ),
            "",
        ]
    parts += _findings(match.findings)
    for n, branch in enumerate(several, 1):
        own = [each for each in branch.findings if each not in match.findings]
        parts += _findings(own, f"solution {n}, ")
    return Group(*parts)


def branches(match: Match) -> tuple[Match, ...]:
    """Return the solutions of a match that has several; nothing if it has one or none.

    Parameters
    ----------
    match : Match
        From data or from targets.
    """
    found: tuple[Match, ...] = getattr(match, "branches", ())
    return found if len(found) > 1 else ()


def _statistics_sheet(match: Match) -> Sheet:
    origin = "believed" if match.statistics is None else "measured"
    several = branches(match)
    reached = several or ((match,) if match.feasible else ())
    achieved = [f"achieved {n}" if several else "achieved" for n in range(1, len(reached) + 1)]
    rows = [
        (
            name,
            number(target),
            *(number(each.achieved[name]) for each in reached),
            meaning_of(name, match.spec),
        )
        for name, target in match.targets.items()
    ]
    return Sheet(("Statistic", origin, *achieved, ""), tuple(rows))


def _size(match: Match) -> str | None:
    return next((each.name for each in match.spec.parameters if each.is_size), None)


@dataclass(frozen=True)
class _Meanings:
    """What each number of a match is, sizes left out, by how it came about."""

    needed: dict[str, str]
    determined: dict[str, str]
    free: dict[str, str]


def _meanings(match: Match, given: Collection[str]) -> _Meanings:
    spec, size = match.spec, _size(match)
    known = {
        each.name: each.meaning
        for each in spec.parameters
        if not each.is_size and each.name in match.parameters
    }
    needed = {name: known.pop(name) for name in spec.needs if name in known and name in given}
    determined = {
        each.name: f"given; {each.meaning}" if each.name in given else each.meaning
        for each in spec.identified
        if each.name != size and each.name in match.identified and each.name not in needed
    }
    free = {
        name: f"given; {meaning}" if name in given else meaning
        for name, meaning in known.items()
        if name not in determined
    }
    return _Meanings(needed, determined, free)


def _solutions(several: Sequence[Match], given: Collection[str]) -> list[RenderableType]:
    """Show solutions that data cannot choose between, one beside the other."""
    size, meanings = _size(several[0]), _meanings(several[0], given)
    heads = ("", *(f"solution {n}" for n in range(1, len(several) + 1)), "")
    counts: list[tuple[str, ...]] = []
    if size is not None:
        counts.append((size, *(str(each.k) for each in several), "number of factors"))
        if size not in given:
            exact = (number(each.k_exact or 0.0) for each in several)
            counts.append(("", *exact, "before rounding"))
    known = _values(meanings.determined, [each.identified for each in several])
    parts: list[RenderableType] = [
        Paragraph(
            f"{len(several)} sets of hyperparameters have these statistics.",
            label="Ambiguous: ",
            style="bold yellow",
            hang="  ",
        ),
        "",
        *_given(meanings, several[0]),
        Sheet(heads, (*counts, *known)),
        "",
    ]
    if meanings.free:
        values = _values(meanings.free, [each.parameters for each in several])
        parts += [_gauge(several), Sheet(heads, values), ""]
    return parts


def _solution(match: Match, given: Collection[str]) -> list[RenderableType]:
    size, meanings = _size(match), _meanings(match, given)
    parts: list[RenderableType] = []
    if size is not None:
        k, exact = match.k, match.k_exact or 0.0
        origin = "given" if size in given else f"{number(exact)} before rounding"
        said = f"{k} factor{'' if k == 1 else 's'} ({origin})"
        parts += [Paragraph(said, label=f"{size} = ", style="bold"), ""]
    parts += _given(meanings, match)
    if meanings.determined:
        at = "" if size is None else f", at {size} = {match.k}"
        parts += [
            Paragraph(f"Whatever the gauge{at}:"),
            Sheet(("", "", ""), _values(meanings.determined, [match.identified])),
            "",
        ]
    if meanings.free:
        values = _values(meanings.free, [match.parameters])
        parts += [_gauge([match]), Sheet(("", "", ""), values), ""]
    return parts


def _given(meanings: _Meanings, match: Match) -> list[RenderableType]:
    if not meanings.needed:
        return []
    return [
        Paragraph("Given:"),
        Sheet(("", "", ""), _values(meanings.needed, [match.parameters])),
        "",
    ]


def _values(
    meanings: Mapping[str, str], several: Sequence[Mapping[str, float]]
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, *(number(values[name]) for values in several), text)
        for name, text in meanings.items()
    )


def _gauge(several: Sequence[Match]) -> Paragraph:
    if not several[0].spec.symmetries:
        return Paragraph("The hyperparameters:")
    texts = [each.gauge for each in several]
    if len(set(texts)) > 1:
        said = "; ".join(f"solution {n}: {text}" for n, text in enumerate(texts, 1))
    else:
        said = texts[0]
    return Paragraph(f"{said}. Under it:", label="Gauge: ", style="bold", hang="  ")


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
