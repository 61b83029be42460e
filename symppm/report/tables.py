"""Results as pages: what a match, its data and the catalogue look like to readers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType

from symppm.report.page import Page, Paragraph, Sheet

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.matching import Finding, Match
    from symppm.measure import Statistics

_STATISTICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mean": "average entry",
        "variance": "of an entry; the mean if rates were equal",
        "rho_row": "correlation of two entries in one row",
        "rho_col": "correlation of two entries in one column",
    }
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


def size_of(measured: Statistics) -> str:
    """Say how large the data are and in which range their entries lie.

    Parameters
    ----------
    measured : Statistics
        From data.
    """
    rows, columns = measured.shape
    entries = f"{measured.observed:,} entries"
    if measured.observed < rows * columns:
        entries += f" observed of {rows * columns:,}"
    low, high = (
        f"{value:,.0f}" if value == int(value) else number(value)
        for value in (measured.minimum, measured.maximum)
    )
    return f"{rows:,} rows x {columns:,} columns, {entries}, from {low} to {high}"


def data_page(title: str, measured: Statistics, about: Iterable[str]) -> Page:
    """Say which data were read, and how.

    Parameters
    ----------
    title : str
        What they are.
    measured : Statistics
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
    if match.feasible:
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
    return Group(*parts)


def _statistics_sheet(match: Match) -> Sheet:
    origin = "believed" if match.statistics is None else "measured"
    achieved = ("achieved",) if match.feasible else ()
    rows = []
    for name, target in match.targets.items():
        reached = (number(match.achieved[name]),) if match.feasible else ()
        rows.append((name, number(target), *reached, _STATISTICS.get(name, "")))
    return Sheet(("Statistic", origin, *achieved, ""), tuple(rows))


def _solution(match: Match, given: Collection[str]) -> list[RenderableType]:
    k, exact = match.k, match.k_exact or 0.0
    size = next(each.name for each in match.spec.parameters if each.is_size)
    origin = "given" if size in given else f"{number(exact)} before rounding"
    determined = [each for each in match.spec.identified if each.name != size]
    known = {each.name for each in determined}
    free = [each for each in match.spec.parameters if not each.is_size and each.name not in known]

    def row(name: str, value: float, meaning: str) -> tuple[str, ...]:
        return name, number(value), f"given; {meaning}" if name in given else meaning

    parts: list[RenderableType] = [
        Paragraph(
            f"{k} factor{'' if k == 1 else 's'} ({origin})", label=f"{size} = ", style="bold"
        ),
        "",
        Paragraph(f"Whatever the gauge, at {size} = {k}:"),
        Sheet(
            ("", "", ""),
            tuple(row(e.name, match.identified[e.name], e.meaning) for e in determined),
        ),
        "",
    ]
    if free:
        parts += [
            Paragraph(f"{match.gauge}. Under it:", label="Gauge: ", style="bold"),
            Sheet(
                ("", "", ""),
                tuple(row(e.name, match.parameters[e.name], e.meaning) for e in free),
            ),
            "",
        ]
    return parts


def _findings(found: Sequence[Finding]) -> list[RenderableType]:
    return [
        Paragraph(
            each.message,
            label=f"{each.severity}: ",
            style=_SEVERITY.get(each.severity, ""),
            hang="  ",
        )
        for each in found
    ]


def models_page(specs: Iterable[ModelSpec]) -> Page:
    """List models: name, from what each is matched, what it is.

    Parameters
    ----------
    specs : iterable of ModelSpec
        Of the models that have generated code.
    """
    rows = tuple((spec.name, "yes", spec.title) for spec in specs)
    return Group(Sheet(("Model", "can be matched", "what it is"), rows))
