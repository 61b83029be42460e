"""What answers are laid out in: sentences, tables, lists; on terminals, in pipes, in windows.

Numbers and words are never cut, and what explains a number moves below the table where there is no
room beside it. Pages of HTML show the same sentences and tables.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
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

from symppm.view.document import wrapped

Page: TypeAlias = Group

_STYLES: Final[Mapping[str, str]] = MappingProxyType(
    {"": "", "strong": "bold", "note": "cyan", "warning": "yellow", "failure": "bold red"}
)
_PLAIN_WIDTH: Final = 80
_NARROWEST: Final = 20
_GAP: Final = 2
_ROOM_FOR_MEANING: Final = 28
_HANG: Final = "  "
_CODE_BEGINS: Final = "import symppm as ppm"
_CODE: Final = ("        ", "    with ")


@dataclass(frozen=True)
class Paragraph:
    """Text that wraps between words; before it a label, in the style of its tone."""

    text: str
    label: str = ""
    tone: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(options.max_width, _NARROWEST)
        for number, line in enumerate(wrapped(self.label + self.text, width, rest=_HANG)):
            # What a no-break space holds together is not wrapped, and shown with a plain one.
            text = Text(line.replace("\xa0", " "), no_wrap=True, overflow="ignore")
            if number == 0:
                text.stylize(_STYLES[self.tone], 0, len(self.label))
            yield text


@dataclass(frozen=True)
class Sheet:
    """Names with values, one a line, and what each is; heads above may all be empty."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def _widths(self) -> list[int]:
        """How wide each column is but the last, which wraps."""
        *columns, _ = zip(self.heads, *self.rows, strict=False)
        return [max(map(len, column)) for column in columns]

    def _table(self, meaning_width: int = 0) -> Table:
        heads = any(self.heads)
        table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_header=heads)
        for n, width in enumerate(self._widths):
            justify: JustifyMethod = "left" if n == 0 else "right"
            # Rich cuts cells that may not wrap when space is short; a least width forbids that.
            table.add_column(Text(self.heads[n]), min_width=width, no_wrap=True, justify=justify)
        if meaning_width:
            table.add_column(Text(self.heads[-1]), max_width=meaning_width)
        for row in self.rows:
            table.add_row(*map(Text, row[: len(table.columns)]))
        return table

    def folded(self, width: int) -> list[Sheet]:
        """Return sheets to stand below one another, each with as many of the columns as fit."""
        first, *others = self._widths
        groups: list[list[int]] = [[]]
        room = width - first
        for place, needed in enumerate(others, 1):
            if groups[-1] and room < needed + _GAP:
                groups.append([])
                room = width - first
            groups[-1].append(place)
            room -= needed + _GAP

        def part(row: tuple[str, ...], places: list[int]) -> tuple[str, ...]:
            return (row[0], *(row[place] for place in places), "")

        return [
            Sheet(part(self.heads, places), tuple(part(row, places) for row in self.rows))
            for places in groups
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        words = (word for row in self.rows for word in row[-1].split())
        needed = max(_ROOM_FOR_MEANING, *map(len, words), 0)
        room = options.max_width - sum(width + _GAP for width in self._widths)
        if room >= needed:
            yield self._table(room)
            return
        for number, part in enumerate(self.folded(options.max_width)):
            if number:
                yield ""
            yield part._table()
        for row in self.rows:
            if row[-1]:
                yield Paragraph(f"{row[0]}: {row[-1]}")


class Ranking(Sheet):
    """A sheet of which a row is a paragraph where it would fall into more than two parts."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if len(self.folded(options.max_width)) <= 2:
            yield from super().__rich_console__(console, options)
            return
        yield Paragraph("", f"{self.heads[0]}:", "strong")
        for name, *cells, why in self.rows:
            pairs = zip(self.heads[1:-1], cells, strict=True)
            text = ", ".join(f"{head} {cell}" for head, cell in pairs if cell)
            text = text.replace(", of ", " of ") + (f"; {why}" if why else "")
            yield Paragraph(f"{text}.", f"{name}: ")


Part: TypeAlias = "Paragraph | Sheet | list[Paragraph]"
"""Of a page; paragraphs that belong close together are a list."""


def in_one_line(command: str) -> str:
    """Return what is to be copied, and so is not wrapped."""
    return command.replace(" ", "\xa0")


def pages(*several: Page) -> Page:
    """Put pages under one another, a blank line between them."""
    return Group(*[part for page in several for part in ("", page)][1:])


def plain(page: RenderableType) -> str:
    """Return a page as text without styles, for pipes and files.

    Lines are up to 80 wide, or what the environment variable COLUMNS says, but longer where a
    single word or row of numbers is.
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


def narrowed(text: str, width: int) -> str:
    """Break the lines of a derivation between words; Python stays, so that what is copied runs."""
    lines: list[str] = []
    code = False
    for line in text.splitlines():
        code = line.strip() == _CODE_BEGINS or (
            code and (not line.strip() or line.startswith(_CODE))
        )
        lines += [line] if code else _broken(line, max(width, _NARROWEST))
    return "\n".join(lines) + "\n"


def _broken(line: str, width: int) -> list[str]:
    words = line.strip()
    if len(set(words)) == 1:
        return [line[:width]]  # a rule under a heading
    margin = line[: len(line) - len(line.lstrip())]
    deeper = margin + _HANG if len(margin) + _NARROWEST < width else margin
    return wrapped(words, width, margin, deeper) or [""]
