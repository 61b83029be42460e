"""Small pieces of HTML for notebooks: escaped, without colours or scripts of their own.

A notebook brings the colours, dark or light; what is laid out here only says what is a table, what
is a heading and what is text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

_LEFT: Final = "text-align:left"
_RIGHT: Final = "text-align:right;white-space:nowrap"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: Sequence[int] = ()) -> str:
    """Return a table."""

    def style(column: int) -> str:
        return _LEFT if column == 0 or column in texts else _RIGHT

    above = "".join(f'<th style="{style(n)}">{escape(head)}</th>' for n, head in enumerate(heads))
    below = "".join(f"<tr>{_cells(row, style)}</tr>" for row in rows)
    return f"<table><thead><tr>{above}</tr></thead><tbody>{below}</tbody></table>"


def _cells(row: Sequence[str], style: Callable[[int], str]) -> str:
    name, *cells = row
    head = f'<th style="{style(0)}">{escape(name)}</th>'
    return head + "".join(
        f'<td style="{style(n)}">{escape(cell)}</td>' for n, cell in enumerate(cells, 1)
    )


def paragraph(text: str, label: str = "") -> str:
    """Return a paragraph."""
    bold = f"<strong>{escape(label)}</strong>" if label else ""
    return f"<p>{bold}{escape(text)}</p>"


def listed(items: Iterable[tuple[str, str]]) -> str:
    """Return a list of labelled sentences."""
    body = "".join(
        f"<li><strong>{escape(label)}</strong>{escape(text)}</li>" for label, text in items
    )
    return f"<ul>{body}</ul>" if body else ""


def block(*pieces: str) -> str:
    """Return pieces under one another as one piece."""
    return "<div>" + "".join(pieces) + "</div>"
