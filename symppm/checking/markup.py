"""Checks as HTML for a notebook."""

from __future__ import annotations

from symppm.checking.result import Checks
from symppm.checking.text import columns_of, drawn_in_words, verdict
from symppm.results.markup import block, listed, paragraph, table


def checks_html(checks: Checks) -> str:
    """Return checks as HTML: the table, what is surprising, notes.

    Parameters
    ----------
    checks : Checks
        Any.
    """
    heads, rows = columns_of(checks)
    said = verdict(checks)
    return block(
        paragraph(f"{checks.model}, {drawn_in_words(checks)}", "Checks: "),
        table(
            [*heads, ""],
            [[*row, each.meaning] for row, each in zip(rows, checks.table, strict=True)],
            texts=[len(heads)],
        ),
        *([paragraph(said)] if said else []),
        listed(("note: ", each) for each in checks.notes),
    )
