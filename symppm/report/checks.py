"""Prior predictive checks as a page."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType

from symppm.checking.result import Checks
from symppm.checking.text import columns_of, drawn_in_words, verdict
from symppm.report.page import Page, Paragraph, Sheet


def checks_page(several: Sequence[Checks], *, verbose: bool = True) -> Page:
    """Show checks of a match, or of each of its solutions.

    Parameters
    ----------
    several : sequence of Checks
        None where a match has no parameters.
    verbose : bool
        Whether to show more than what is surprising.
    """
    parts: list[RenderableType] = []
    if not several:
        none = "none, since there are no hyperparameters to draw with."
        parts.append(Paragraph(none, label="Checks: ", style="bold", hang="  "))
    for n, checks in enumerate(several, 1):
        label = "Checks: " if len(several) == 1 else f"Checks of solution {n}: "
        if not verbose:
            text = f"{drawn_in_words(checks)}. {verdict(checks)}"
            parts.append(Paragraph(text, label=label, style="bold", hang="  "))
            continue
        text = f"{drawn_in_words(checks)}, in what was not matched"
        head, rows = columns_of(checks)
        meanings = [each.meaning for each in checks.table]
        sheet = Sheet(
            (*head, ""),
            tuple((*row, meaning) for row, meaning in zip(rows, meanings, strict=True)),
        )
        parts += [Paragraph(text, label=label, style="bold", hang="  "), "", sheet, ""]
        said = verdict(checks)
        if said:
            parts.append(Paragraph(said, hang="  "))
        parts += [Paragraph(note, label="note: ", style="cyan", hang="  ") for note in checks.notes]
    return Group(*parts)
