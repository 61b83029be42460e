"""Parts of a formula as MathML, with about how wide they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType
from typing import Final

from symppm.errors import LedgerError

TABLES: Final = MappingProxyType(
    # Brackets before and after, and how columns are set: the last word holds for all that follow.
    {
        "aligned": ("", "", ("right", "left")),
        "cases": ("{", "", ("left",)),
        "matrix": ("", "", ("center",)),
        "pmatrix": ("(", ")", ("center",)),
        "bmatrix": ("[", "]", ("center",)),
    }
)
"""What stands in lines and columns, by the name of its environment."""

TIGHT: Final = ' lspace="0" rspace="0"'
"""No space on either side."""

_NOTHING: Final = "<mrow></mrow>"


@dataclass(frozen=True)
class Piece:
    """A part of a formula.

    Attributes
    ----------
    markup : str
        MathML.
    width : float
        About how wide it is, in em.
    kind : {"ordinary", "operator", "open", "large"}
        What may stand before a sign, or above a limit: after an operator, or what opens, a sign is
        that of the number behind it.
    tall : bool
        Whether brackets around it have to grow.
    """

    markup: str
    width: float = 0.0
    kind: str = "ordinary"
    tall: bool = False


def row(pieces: Sequence[Piece]) -> Piece:
    """Put pieces beside one another.

    Parameters
    ----------
    pieces : sequence of Piece
        From the left.
    """
    if len(pieces) == 1:
        return replace(pieces[0], kind="ordinary")
    inside = "".join(each.markup for each in pieces)
    tall = any(each.tall for each in pieces)
    return Piece(f"<mrow>{inside}</mrow>", sum(each.width for each in pieces), tall=tall)


def unread(what: str) -> LedgerError:
    """Return the error for what is not read.

    Parameters
    ----------
    what : str
        As it stands in the formula.
    """
    return LedgerError(
        f"{what!r} in a formula",
        expected="LaTeX as symppm writes it",
        do="Report the model whose derivation has it.",
    )


def operator(text: str, form: str, width: float, kind: str = "operator", more: str = "") -> Piece:
    """Return an operator, or a bracket.

    Parameters
    ----------
    text : str
        What is shown.
    form : {"prefix", "infix", "postfix"}
        Where it stands, on which the space about it depends.
    width : float
        In em, that space included.
    kind : str
        As of a :class:`Piece`.
    more : str
        Further attributes.
    """
    return Piece(f'<mo form="{form}"{more}>{escape(text)}</mo>', width, kind)


def fence(text: str, form: str, grows: bool = True) -> Piece:
    """Return a bracket; nothing for an empty one, which LaTeX writes as a dot.

    Parameters
    ----------
    text : str
        What is shown.
    form : {"prefix", "postfix"}
        Which of the two it is.
    grows : bool
        Whether it is as tall as what it is about.
    """
    if not text:
        return Piece("", 0.0, "open" if form == "prefix" else "ordinary")
    kind = "open" if form == "prefix" else "ordinary"
    return operator(text, form, 0.45, kind, f' stretchy="{str(grows).lower()}"{TIGHT}')


def letters(text: str, upright: bool) -> Piece:
    """Return a name of one letter or more.

    Parameters
    ----------
    text : str
        The name.
    upright : bool
        Whether a single letter is upright; longer names always are.
    """
    variant = ' mathvariant="normal"' if upright and len(text) == 1 else ""
    return Piece(f"<mi{variant}>{escape(text)}</mi>", 0.56 * len(text))


def table_of(name: str, rows: Sequence[Sequence[Piece]]) -> Piece:
    """Return lines and columns.

    Parameters
    ----------
    name : str
        One of :data:`TABLES`.
    rows : sequence of sequence of Piece
        The cells; lines without anything in them are left out.
    """
    opening, closing, columns = TABLES[name]
    full = [line for line in rows if any(each.markup != _NOTHING for each in line)]
    across = range(max(map(len, full), default=0))
    width = sum(max(line[n].width for line in full if n < len(line)) for n in across)
    gap = 0.0 if name == "aligned" else 0.8 * max(len(across) - 1, 0)
    middle = Piece(_cells(full, columns, name), width + gap, tall=True)
    parts = (fence(opening, "prefix"), middle, fence(closing, "postfix"))
    return row([each for each in parts if each.markup])


def _cells(rows: Sequence[Sequence[Piece]], columns: Sequence[str], name: str) -> str:
    lines = []
    for line in rows:
        cells = "".join(
            f'<mtd class="{columns[min(n, len(columns) - 1)]}">{each.markup}</mtd>'
            for n, each in enumerate(line)
        )
        lines.append(f"<mtr>{cells}</mtr>")
    style = ' displaystyle="true"' if name == "aligned" else ""
    return f'<mtable class="{name}"{style}>{"".join(lines)}</mtable>'
