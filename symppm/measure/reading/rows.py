"""Text into rows of fields: the delimiter, quoted fields, line numbers."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from symppm.errors import DataError
from symppm.measure.reading.numbers import amount, shorten

SPACES: Final = " "
"""Stands for any run of white space."""

DOUBLE_COLON: Final = "::"
DELIMITER_NAMES: Final = {
    "\t": "tabs",
    ",": "commas",
    ";": "semicolons",
    DOUBLE_COLON: "'::'",
    SPACES: "white space",
}
# Decides between delimiters that all cut the lines evenly: labels hold spaces and commas more
# often than they hold tabs.
_PREFERENCE: Final = {"\t": 3, DOUBLE_COLON: 2, ",": 1, ";": 1, SPACES: 0}
_SAMPLE_LINES: Final = 100
_SAMPLE_SIZE: Final = 1 << 16
_BATCH_ROWS: Final = 10_000
_WORD: Final = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')
COMMENT_MARKS: Final = ("#", "%")


@dataclass(frozen=True)
class Batch:
    """Some rows of a file and the number of the line on which each begins, from 1."""

    lines: Sequence[int]
    rows: list[list[str]]


def guess_delimiter(text: str) -> str:
    """Return the delimiter that cuts the first lines most evenly; see ``DELIMITER_NAMES``.

    Parameters
    ----------
    text : str
        The beginning of the file, whole lines.
    """
    sample = _first_lines(text)
    sample = [line for line in sample if not line.startswith(COMMENT_MARKS)] or sample

    def merit(delimiter: str) -> tuple[int, int, int]:
        rows = _cut_loosely(sample, delimiter)
        widths = Counter(map(len, rows))
        width, agreeing = widths.most_common(1)[0] if widths else (1, 0)
        if width == 1 or 2 * agreeing < len(rows):
            return 0, 0, 0
        # Words may agree by chance in their spaces, so for these it counts less.
        all_agree = agreeing == len(rows) and delimiter != SPACES
        return 1 + all_agree, _PREFERENCE[delimiter], width

    best = max(DELIMITER_NAMES, key=merit)
    return best if merit(best)[0] else SPACES


def _first_lines(text: str) -> list[str]:
    sample: list[str] = []
    size = 0
    for line in io.StringIO(text, newline=""):
        if line.strip():
            sample.append(line.rstrip("\r\n"))
            size += len(line)
        if len(sample) == _SAMPLE_LINES or (size > _SAMPLE_SIZE and len(sample) > 3):
            break
    return sample


def _cut_loosely(lines: list[str], delimiter: str) -> list[list[str]]:
    if delimiter == SPACES:
        return [_words(line) for line in lines]
    if delimiter == DOUBLE_COLON:
        return [line.split(delimiter) for line in lines]
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return []


def batches(blocks: Iterable[str], delimiter: str, path: Path) -> Iterator[Batch]:
    """Yield the rows of a text, blank lines left out.

    Parameters
    ----------
    blocks : iterable of str
        The text, in blocks that end where a line ends.
    delimiter : str
        One of ``DELIMITER_NAMES``.
    path : pathlib.Path
        The file, for messages.

    Raises
    ------
    DataError
        If the quotation marks do not pair up.
    """
    remaining = iter(blocks)
    done = 0
    for text in remaining:
        quoted = '"' in text and delimiter != DOUBLE_COLON
        if quoted and delimiter != SPACES:
            # A quoted field may go on in the next block, so csv has the rest of the file.
            yield from _quoted(chain([text], remaining), delimiter, done, path)
            return
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines[-1]:
            del lines[-1]
        numbers: Sequence[int] = range(done + 1, done + 1 + len(lines))
        done += len(lines)
        blank = None if delimiter == SPACES else " "
        if not all(map(str.strip, lines)):
            kept = [i for i, line in enumerate(lines) if line.strip(blank)]
            numbers = [numbers[i] for i in kept]
            lines = [lines[i] for i in kept]
        if delimiter == SPACES:
            rows = [_words(line) for line in lines] if quoted else [line.split() for line in lines]
        else:
            rows = [line.split(delimiter) for line in lines]
        if rows:
            yield Batch(numbers, rows)


def _words(line: str) -> list[str]:
    if '"' not in line:
        return line.split()
    # Two groups: the inside of a quoted word, or a bare one.
    return [
        match[2] if match[2] is not None else match[1].replace('""', '"')
        for match in _WORD.finditer(line)
    ]


def _quoted(blocks: Iterable[str], delimiter: str, done: int, path: Path) -> Iterator[Batch]:
    physical = chain.from_iterable(io.StringIO(block, newline="") for block in blocks)
    reader = csv.reader(physical, delimiter=delimiter, strict=True)
    numbers: list[int] = []
    rows: list[list[str]] = []
    start = done + 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise DataError(
                f"{path}, line {start}: quotation marks that do not pair up",
                expected='a field with quotation marks inside to be written "like ""this"""',
                do="Correct the line, or export the file with CSV quoting.",
            ) from error
        if row is not None and not _is_blank(row):
            numbers.append(start)
            rows.append(row)
        start = done + reader.line_num + 1
        if rows and (row is None or len(rows) == _BATCH_ROWS):
            yield Batch(numbers, rows)
            numbers, rows = [], []
        if row is None:
            return


def _is_blank(row: list[str]) -> bool:
    return not row or (len(row) == 1 and row[0].isspace())


def require_width(batch: Batch, width: int, path: Path) -> None:
    """Raise DataError, naming the line, unless every row has ``width`` fields."""
    if set(map(len, batch.rows)) <= {width}:
        return
    at = next(i for i, row in enumerate(batch.rows) if len(row) != width)
    found = len(batch.rows[at])
    raise DataError(
        f"{path}, line {batch.lines[at]}: {amount(found, 'field')}, "
        f"beginning with {shorten(batch.rows[at][0])}",
        expected=f"{width} as in the other lines",
        do="Correct the line; if a field holds the delimiter, put it in quotation marks.",
    )
