"""A comparison of models as a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult

from symppm.comparing.comparison import ComparedModel, Comparison
from symppm.comparing.text import about_factors, cells_of, excluded_of, explained, heads_of
from symppm.report.page import Page, Paragraph, Sheet

_MOST_PARTS: Final = 2
"""Of a table that is folded: with more, models cannot be compared at a glance."""


def comparison_page(made: Comparison) -> Page:
    """Show a comparison: the verdict, a line for each model, and why others do not fit.

    Parameters
    ----------
    made : Comparison
        Of any models.
    """
    style = "bold" if made.best is not None else "bold red"
    parts: list[RenderableType] = [
        Paragraph(made.verdict, label="Verdict: ", style=style, hang="  "),
        Paragraph(about_factors(made), hang="  "),
        "",
    ]
    for status, title in (("fits", "Fits"), ("rejected", "Rejected")):
        rows = tuple(row for row in made.rows if row.status == status)
        if rows:
            parts += [Ranking(title, made, rows), ""]
    left = excluded_of(made)
    parts += [
        Paragraph(f"{', '.join(names)}: {why}.", label="Left out: ", hang="  ")
        for why, names in left.items()
    ]
    if left:
        parts.append("")
    if made.compared:
        parts.append(Paragraph(explained(made), label="note: ", style="cyan", hang="  "))
    return Group(*parts)


@dataclass(frozen=True)
class Ranking:
    """Models, best first: a table, or a paragraph each where there is no room for one.

    Attributes
    ----------
    title : str
        Above them.
    made : Comparison
        In which they are.
    rows : tuple of ComparedModel
        That were compared.
    """

    title: str
    made: Comparison
    rows: tuple[ComparedModel, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = [cells_of(self.made, row) for row in self.rows]
        sheet = Sheet(
            (self.title, *heads_of(), ""),
            tuple(
                (row.model, *each, row.reason) for row, each in zip(self.rows, cells, strict=True)
            ),
        )
        if len(sheet.folded(options.max_width)) <= _MOST_PARTS:
            yield sheet
            return
        yield Paragraph("", label=f"{self.title}:", style="bold")
        for row, each in zip(self.rows, cells, strict=True):
            shown = ", ".join(
                f"{head} {cell}" for head, cell in zip(heads_of(), each, strict=True) if cell
            ).replace(", of ", " of ")
            why = f"; {row.reason}" if row.reason else ""
            yield Paragraph(f"{shown}{why}.", label=f"{row.model}: ", hang="  ")
