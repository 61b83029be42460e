"""Checks: their parts, and draws beside data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group

from symppm.checking.result import LEVEL, Checks
from symppm.results.numerals import short
from symppm.view.answers import drawn_in_words
from symppm.view.drawings import Outline, distribution_drawing
from symppm.view.layout import Page, Paragraph, Part, Sheet, plain
from symppm.view.results import frame_of, framed, short_text
from symppm.view.text import parts_of, stacked


@parts_of.register(Checks)
def checks_parts(checks: Checks, _given: object = (), label: str = "Checks") -> list[Part]:
    """Return how many draws there were, the table, what is surprising, and notes."""
    head, rows = _columns(checks)
    meanings = (row.meaning for row in checks.table)
    cells = tuple((*row, meaning) for row, meaning in zip(rows, meanings, strict=True))
    drawn = f"{drawn_in_words(checks)}, in what was not matched"
    notes = [Paragraph(note, "note: ", "note") for note in checks.notes]
    judged = [Paragraph(text) for text in (verdict(checks),) if text]
    return [Paragraph(drawn, f"{label}: ", "strong"), Sheet((*head, ""), cells), [*judged, *notes]]


def checks_page(several: Sequence[Checks], *, verbose: bool = True) -> Page:
    """Show checks of a match, or of each of its solutions: all of them, or what is surprising."""
    if not several:
        none = "none, since there are no hyperparameters to draw with."
        return Group(Paragraph(none, "Checks: ", "strong"))
    parts: list[Part] = []
    brief: list[Paragraph] = []
    for n, checks in enumerate(several, 1):
        label = "Checks" if len(several) == 1 else f"Checks of solution {n}"
        parts += checks_parts(checks, label=label)
        text = f"{drawn_in_words(checks)}. {verdict(checks)}"
        brief.append(Paragraph(text, f"{label}: ", "strong"))
    return stacked(parts if verbose else [brief])


def check_drawings(checks: Checks, about: str = "", n: int = 1) -> list[Outline]:
    """Draw the draws of each statistic, the data as a line across; keys of pages begin with n."""
    surprising = {row.name for row in checks.surprising}
    panels = []
    for place, row in enumerate(checks.table):
        drawn = checks.drawn.get(row.name)
        if row.observed is None or drawn is None or drawn.size == 0:
            continue
        facts = [("data", short(row.observed)), ("draws", short(row.predicted))]
        facts += [("p", f"{row.p:.3g}")] if row.p is not None else []
        lines = {"surprising" if row.name in surprising else "observed": (row.observed, "data")}
        title = f"{about}{row.name}"
        panels.append(distribution_drawing(f"check-{n}-{place}", title, drawn, lines, facts))
    return panels


@short_text.register
def _(checks: Checks) -> str:
    head, rows = _columns(checks)
    title = Paragraph(drawn_in_words(checks), f"Checks of {checks.model}: ", "strong")
    sheet = Sheet((*head, ""), tuple((*row, "") for row in rows))
    return plain(stacked([title, sheet, checks_parts(checks)[-1]]))


@frame_of.register
def _(checks: Checks) -> Any:
    rows = [
        (row.name, {
            "observed": row.observed, "predicted": row.predicted, "low_95": row.low,
            "high_95": row.high, "p": row.p, "adjusted": row.adjusted, "draws": row.draws,
            "meaning": row.meaning,
        })
        for row in checks.table
    ]  # fmt: skip
    unknown = {head for _, cells in rows for head, value in cells.items() if value is None}
    return framed(rows, ", or print() the checks", without=unknown)


def verdict(checks: Checks) -> str:
    """Say in one sentence what is surprising; nothing without data."""
    if all(row.observed is None for row in checks.table):
        return ""
    if not checks.can_surprise:
        return "Too few draws for anything to be surprising."
    if not checks.surprising:
        return (
            f"Nothing is surprising: by Holm's method, {len(checks.table)} statistics together "
            f"have no p below {LEVEL:g}."
        )
    sides = {
        row.name: "above" if (row.observed or 0.0) > row.predicted else "below"
        for row in checks.surprising
    }
    listed = ", ".join(f"{name} ({side} the draws)" for name, side in sides.items())
    return f"Surprising, by Holm's method at {LEVEL:g}: {listed}."


def _columns(checks: Checks) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return what stands above the cells, and the cells; without data there are fewer columns."""
    head = ("Statistic", "observed", "predicted", "95 % of draws", "p")
    rows: list[tuple[str, ...]] = []
    for row in checks.table:
        observed = "" if row.observed is None else short(row.observed)
        star = " *" if row.adjusted is not None and row.adjusted < LEVEL else ""
        p = "" if row.p is None else f"{row.p:.3g}{star}"
        ends = f"{short(row.low)} to {short(row.high)}"
        rows.append((row.name, observed, short(row.predicted), ends, p))
    if any(row.observed is not None for row in checks.table):
        return head, rows
    return (head[0], *head[2:4]), [(row[0], *row[2:4]) for row in rows]
