"""Checks as aligned plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from symppm.checking.result import LEVEL, Check, Checks
from symppm.results.numerals import short

_WIDTH = 80


def columns_of(checks: Checks) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head of the table and its rows as text.

    Parameters
    ----------
    checks : Checks
        To be shown.
    """
    with_data = any(each.observed is not None for each in checks.table)
    head = ("Statistic", "observed", "predicted", "95 % of draws", "p")
    rows = [_row(each) for each in checks.table]
    if with_data:
        return head, rows
    return (head[0], *head[2:4]), [(row[0], *row[2:4]) for row in rows]


def verdict(checks: Checks) -> str:
    """Return one sentence about what is surprising; empty without data.

    Parameters
    ----------
    checks : Checks
        To be shown.
    """
    if all(each.observed is None for each in checks.table):
        return ""
    if not checks.can_surprise:
        return "Too few draws for anything to be surprising."
    if not checks.surprising:
        return (
            f"Nothing is surprising: by Holm's method, {len(checks.table)} statistics together "
            f"have no p below {LEVEL:g}."
        )
    listed = ", ".join(
        f"{each.name} ({'above' if _is_above(each) else 'below'} the draws)"
        for each in checks.surprising
    )
    return f"Surprising, by Holm's method at {LEVEL:g}: {listed}."


def drawn_in_words(checks: Checks) -> str:
    """Return how many matrices were drawn, and how large.

    Parameters
    ----------
    checks : Checks
        To be shown.
    """
    size = " x ".join(f"{n:,}" for n in checks.shape)
    return f"{checks.draws:,} prior predictive draws of {size}"


def in_text(checks: Checks) -> str:
    """Return checks as a table, a verdict and notes.

    Parameters
    ----------
    checks : Checks
        To be shown.
    """
    head, rows = columns_of(checks)
    lines = [f"Checks of {checks.model}: {drawn_in_words(checks)}", ""]
    lines += [*_aligned([head, *rows]), ""]
    said = verdict(checks)
    lines += textwrap.wrap(said, _WIDTH) if said else []
    for note in checks.notes:
        lines += textwrap.wrap(f"note: {note}", _WIDTH, subsequent_indent="  ")
    return "\n".join(lines).rstrip() + "\n"


def _is_above(each: Check) -> bool:
    return each.observed is not None and each.observed > each.predicted


def _row(each: Check) -> tuple[str, ...]:
    observed = "" if each.observed is None else short(each.observed)
    p = "" if each.p is None else f"{each.p:.3g}"
    if each.adjusted is not None and each.adjusted < LEVEL:
        p += " *"
    return (
        each.name,
        observed,
        short(each.predicted),
        f"{short(each.low)} to {short(each.high)}",
        p,
    )


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows with their first column to the left and the others to the right, stars apart."""
    padded = [[*row[:-1], row[-1] if row[-1].endswith("*") else row[-1] + "  "] for row in rows]
    widths = [max(len(row[n]) for row in padded) for n in range(len(padded[0]))]
    return [
        "  ".join(
            text.ljust(width) if n == 0 else text.rjust(width)
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in padded
    ]
