"""How pages are laid out: wrapped between words, aligned, and readable in narrow windows.

A page is a Rich renderable. Numbers and words are never cut, and what explains a number moves below
the table where there is no room beside it.
"""

from __future__ import annotations

import io
import itertools
import os
import textwrap
from dataclasses import dataclass
from typing import Final, TypeAlias

from rich.console import (
    Console,
    ConsoleOptions,
    Group,
    JustifyMethod,
    RenderableType,
    RenderResult,
)
from rich.table import Table
from rich.text import Text

Page: TypeAlias = Group

_PLAIN_WIDTH: Final = 80
_NARROWEST: Final = 20
_GAP: Final = 2
_ROOM_FOR_MEANING: Final = 28
_WIDEST_REMARK: Final = 24


@dataclass(frozen=True)
class Paragraph:
    """Text that wraps between words.

    Attributes
    ----------
    text : str
        What it says.
    label : str
        Set before the text in its own style.
    style : str
        Of the label.
    hang : str
        Put before every line but the first.
    """

    text: str
    label: str = ""
    style: str = ""
    hang: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = textwrap.wrap(
            self.label + self.text,
            max(options.max_width, _NARROWEST),
            subsequent_indent=self.hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for number, line in enumerate(lines):
            # What a no-break space holds together is not wrapped, and shown with a plain one.
            text = Text(line.replace("\xa0", " "), no_wrap=True, overflow="ignore")
            if number == 0:
                text.stylize(self.style, 0, len(self.label))
            yield text


@dataclass(frozen=True)
class Sheet:
    """Names with values, one a line, and what each is.

    Attributes
    ----------
    heads : tuple of str
        Above the name, the values and the meaning; all may be empty.
    rows : tuple of tuple of str
        A name, its values, its meaning.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _widths(self, columns: int) -> list[int]:
        return [max(len(row[n]) for row in (self.heads, *self.rows)) for n in range(columns)]

    def _table(self, columns: int, meaning_width: int | None) -> Table:
        table = Table(
            box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_header=any(self.heads)
        )
        for n, width in enumerate(self._widths(columns)):
            justify: JustifyMethod = "left" if n == 0 else "right"
            # Rich cuts cells that may not wrap when space is short; a least width forbids that.
            table.add_column(Text(self.heads[n]), min_width=width, no_wrap=True, justify=justify)
        if meaning_width is not None:
            table.add_column(Text(self.heads[-1]), max_width=meaning_width)
        shown = columns if meaning_width is None else columns + 1
        for row in self.rows:
            table.add_row(*map(Text, row[:shown]))
        return table

    def folded(self, width: int) -> list[Sheet]:
        """Return sheets to stand below one another, each with as many of the columns as fit.

        Parameters
        ----------
        width : int
            In characters.
        """
        first, *others = self._widths(len(self.heads) - 1)
        groups: list[list[int]] = [[]]
        room = width - first
        for place, needed in enumerate(others, 1):
            if groups[-1] and room < needed + _GAP:
                groups.append([])
                room = width - first
            groups[-1].append(place)
            room -= needed + _GAP

        def kept(row: tuple[str, ...], places: list[int]) -> tuple[str, ...]:
            return (row[0], *(row[place] for place in places), "")

        return [
            Sheet(kept(self.heads, places), tuple(kept(row, places) for row in self.rows))
            for places in groups
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = len(self.heads) - 1
        words = (word for row in self.rows for word in row[-1].split())
        needed = max(_ROOM_FOR_MEANING, max(map(len, words), default=0))
        room = options.max_width - sum(self._widths(columns)) - _GAP * columns
        if room >= needed:
            yield self._table(columns, room)
            return
        for number, part in enumerate(self.folded(options.max_width)):
            if number:
                yield ""
            yield part._table(len(part.heads) - 1, None)
        for row in self.rows:
            if row[-1]:
                yield Paragraph(f"{row[0]}: {row[-1]}", hang="  ")


@dataclass(frozen=True)
class Listing:
    """Names with what they are and a last remark, in groups whose columns are aligned.

    Where there is no room for columns side by side, each name has a paragraph.

    Attributes
    ----------
    heads : (str, str, str)
        Above the columns.
    groups : tuple of (str, tuple of (str, str, str))
        A line above each group, and its rows.
    """

    heads: tuple[str, str, str]
    groups: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(options.max_width, _NARROWEST)
        rows = [row for _, group in self.groups for row in group]
        first, _, last = (max(len(row[n]) for row in (self.heads, *rows)) for n in range(3))
        room = width - first - min(last, _WIDEST_REMARK) - 2 * _GAP
        columns = (first, room, min(last, _WIDEST_REMARK)) if room >= _ROOM_FOR_MEANING else None
        for number, (title, group) in enumerate(self.groups):
            if number:
                yield ""
            yield Paragraph("", label=title, style="bold")
            if columns is None:
                yield from (self._paragraph(row) for row in group)
                continue
            for place, row in enumerate((self.heads, *group)):
                for line in _side_by_side(row, columns):
                    yield Text(line, no_wrap=True, style="" if place else "bold")

    def _paragraph(self, row: tuple[str, str, str]) -> Paragraph:
        name, text, remark = row
        said = f"{text}; {self.heads[-1].lower()} {remark}" if remark else text
        return Paragraph(said, label=f"{name}: ", hang="  ")


def _side_by_side(row: tuple[str, ...], columns: tuple[int, ...]) -> list[str]:
    """Wrap cells and put them beside one another."""
    cells = [
        textwrap.wrap(cell, width, break_long_words=False, break_on_hyphens=False)
        for cell, width in zip(row, columns, strict=True)
    ]
    return [
        (" " * _GAP)
        .join(part.ljust(width) for part, width in zip(line, columns, strict=True))
        .rstrip()
        for line in itertools.zip_longest(*cells, fillvalue="")
    ]


def pages(*several: Page) -> Page:
    """Put pages under one another, a blank line between them.

    Parameters
    ----------
    several : Page
        In order.
    """
    parts: list[RenderableType] = []
    for page in several:
        parts += ["", page] if parts else [page]
    return Group(*parts)


def plain(page: RenderableType) -> str:
    """Return a page as text without styles, for pipes and files.

    Parameters
    ----------
    page : rich renderable
        What to show. Lines are up to 80 wide, or what the environment variable COLUMNS says, but
        longer where a single word or row of numbers is.
    """
    width = os.environ.get("COLUMNS", "")
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=int(width) if width.isdecimal() and int(width) > 0 else _PLAIN_WIDTH,
        color_system=None,
        force_terminal=False,
    )
    console.print(page, crop=False, highlight=False)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())


def terminal() -> Console:
    """Return the console of standard output; without any colour or style if NO_COLOR is set."""
    return Console(color_system=None if os.environ.get("NO_COLOR") else "auto", highlight=False)
