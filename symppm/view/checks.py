"""Checks: their parts, and draws beside data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group

from symppm.checking.result import Checks
from symppm.checking.text import columns_of, drawn_in_words, verdict
from symppm.results.numerals import short
from symppm.view.drawings import Outline, distribution_drawing
from symppm.view.layout import Page, Paragraph, Sheet
from symppm.view.text import parts_of, stacked

if TYPE_CHECKING:
    from symppm.view.text import Part


@parts_of.register(Checks)
def checks_parts(checks: Checks, _given: object = (), label: str = "Checks") -> list[Part]:
    """Return how many draws there were, the table, what is surprising, and notes."""
    head, rows = columns_of(checks)
    meanings = (each.meaning for each in checks.table)
    cells = tuple((*row, meaning) for row, meaning in zip(rows, meanings, strict=True))
    said = f"{drawn_in_words(checks)}, in what was not matched"
    notes = [Paragraph(note, "note: ", "note") for note in checks.notes]
    judged = [Paragraph(text) for text in (verdict(checks),) if text]
    return [Paragraph(said, f"{label}: ", "strong"), Sheet((*head, ""), cells), [*judged, *notes]]


def checks_page(several: Sequence[Checks], *, verbose: bool = True) -> Page:
    """Show checks of a match, or of each of its solutions: all of them, or what is surprising."""
    if not several:
        none = "none, since there are no hyperparameters to draw with."
        return Group(Paragraph(none, "Checks: ", "strong"))
    labels = [f"Checks of solution {n}" if len(several) > 1 else "Checks"
              for n in range(1, len(several) + 1)]  # fmt: skip
    if not verbose:
        said = (f"{drawn_in_words(each)}. {verdict(each)}" for each in several)
        return Group(
            *(
                Paragraph(text, f"{label}: ", "strong")
                for text, label in zip(said, labels, strict=True)
            )
        )
    shown = (checks_parts(each, label=label) for each, label in zip(several, labels, strict=True))
    return stacked(part for parts in shown for part in parts)


def check_drawings(checks: Checks, about: str = "", n: int = 1) -> list[Outline]:
    """Draw the draws of each statistic, the data as a line across; keys of pages begin with n."""
    surprising = {each.name for each in checks.surprising}
    panels = []
    for place, each in enumerate(checks.table):
        drawn = checks.drawn.get(each.name)
        if each.observed is None or drawn is None or drawn.size == 0:
            continue
        facts = [("data", short(each.observed)), ("draws", short(each.predicted))]
        facts += [("p", f"{each.p:.3g}")] if each.p is not None else []
        lines = {"surprising" if each.name in surprising else "observed": (each.observed, "data")}
        title = f"{about}{each.name}"
        panels.append(distribution_drawing(f"check-{n}-{place}", title, drawn, lines, facts))
    return panels
