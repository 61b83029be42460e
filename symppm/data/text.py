"""Tables of text, parsed by NumPy in blocks of lines; by hand where a line has to be named."""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from symppm.data.files import contents, opened, wrong_content
from symppm.data.layout import COMMENTS, Row, are_labels, no_matrix, ragged, text_layout
from symppm.data.numbers import bad_value, is_missing, parse, shorten
from symppm.data.options import Options
from symppm.data.table import Array, Source, Table, joined, no_id
from symppm.errors import DataError
from symppm.progress import progress_bar

BLOCK: Final = 1 << 20
"""Bytes of text that are parsed at a time: large enough to be fast, small enough to forget."""
PROGRESS_FROM: Final = 50_000_000
"""Bytes from which a progress bar is worth its line."""
SPACES: Final = " "
"""Stands for any run of white space."""
DOUBLE_COLON: Final = "::"
_ONE_CHARACTER: Final = "\x1f"
"""What stands for two colons where a delimiter has to be one character."""
# Labels hold spaces and commas more often than they hold tabs: the greater number is preferred.
DELIMITERS: Final = {
    SPACES: ("white space", 0),
    ",": ("commas", 1),
    ";": ("semicolons", 1),
    DOUBLE_COLON: ("'::'", 2),
    "\t": ("tabs", 3),
}
EXPECTED: Final = "a table of text"
_SAMPLE_ROWS: Final = 990
_SAMPLE_FIELDS: Final = 100_000
_BATCH_FIELDS: Final = 1 << 20
_ENDS: Final = re.compile(rb"\r\n?|\n")
_WORD: Final = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')

Block = tuple[int, str]
"""The line on which a block of text begins, from 1, and the text, to the end of a line."""


@dataclass(frozen=True)
class TextFile(Source):
    """A table of text: how fields are separated, and the line on which its data begin, from 1."""

    delimiter: str = SPACES
    first_line: int = 1

    line: ClassVar = "line"

    @property
    def separated(self) -> str:
        """How fields are separated, in words."""
        return f" separated by {DELIMITERS[self.delimiter][0]}" if self.layout.width > 1 else ""

    def row(self, row: int) -> str:
        """Return the number of the line that a row, from 0, is on."""
        blocks = text_blocks(self.path, first_line=self.first_line)
        return str(next(islice(_rows(blocks, self.delimiter, self.path), row, None))[0])

    @property
    def texts(self) -> tuple[int, ...]:
        """The columns of ids, or of labels."""
        return self.layout.labels if self.layout.triple is None else self.layout.triple[:2]


def read_text(path: Path, options: Options) -> Table:
    """Read a table of text; see ``symppm.read``."""
    file = looked_at(path, options)
    entries = file.layout.triple is not None
    # Ids are numbered in the order of their first appearance.
    codes = [defaultdict[str, int](count().__next__) for _ in range(2)]
    texts: list[list[Any]] = [[] for _ in file.texts]
    blocks = []
    for columns, numbers in parsed(file):
        blocks.append(numbers)
        for place, column in enumerate(columns):
            if entries:
                texts[place].append(np.fromiter(map(codes[place].__getitem__, column), np.int64))
            else:
                texts[place] += column
    values, notes = joined(blocks)
    if not entries:
        return file.matrix(texts, values, notes)
    ids = [(np.concatenate(texts[axis]), tuple(codes[axis])) for axis in (0, 1)]
    return file.triples(ids, values.ravel(), notes)


def looked_at(path: Path, options: Options) -> TextFile:
    """Find out from the first rows of a text how it is laid out."""
    with closing(text_blocks(path)) as blocks:  # now, not when it is collected
        beginning = list(islice(blocks, 1))
        delimiter = _guess_delimiter("".join(text for _, text in beginning))
        following = _rows(chain(beginning, blocks), delimiter, path)
        rows = list(islice(following, 10))
        width = max((len(fields) for _, fields in rows), default=1)
        rows += islice(following, min(_SAMPLE_ROWS, _SAMPLE_FIELDS // width))
    if not rows:
        raise DataError(
            f"{path} has blank lines only" if beginning else f"{path} is empty",
            expected=EXPECTED,
            do="Write the file again.",
        )
    layout, skipped = text_layout(rows, options, path)
    data = rows[skipped + (layout.header is not None) :]
    if not data:
        raise DataError(
            f"{path} has a header and no data",
            expected="at least one line of data",
            do="Use --no-header (header=False) if its only line is data.",
        )
    lines = "line, a comment" if skipped == 1 else f"{skipped} lines, comments"
    notes = (f"skipped the first {lines}",) * bool(skipped)
    return TextFile(path, layout, options, notes, delimiter, data[0][0])


def text_blocks(
    path: Path, expected: str = EXPECTED, *, progress: bool = False, first_line: int = 1
) -> Generator[Block, None, None]:
    """Yield a text in blocks of whole lines, from some line on; a byte mark is dropped."""
    size = path.stat().st_size
    expected += ", as the name says" * bool(path.suffix and expected == EXPECTED)
    bar = progress_bar(f"Reading {path.name}", size, show=progress and size > PROGRESS_FROM)
    with opened(path) as stream, bar as advance:
        head = stream.read(512)
        usual = "a Matrix Market file" if ".mtx" in path.suffixes else "text"
        if contents(head, path.name)[0] != usual:
            raise wrong_content(path, head, expected)
        block, line, reported = head.removeprefix(b"\xef\xbb\xbf"), 1, 0
        while block := block + stream.read(BLOCK) + stream.readline():
            if b"\0" in block:
                raise wrong_content(path, b"\0", expected)
            start, line = line, line + len(_ENDS.findall(block))
            if start < first_line:
                block = b"".join(block.splitlines(keepends=True)[first_line - start :])
                start = min(first_line, line)
            try:
                yield start, block.decode()
            except UnicodeDecodeError as error:
                start += len(_ENDS.findall(block, 0, error.start))
                raise DataError(
                    f"{path}, line {start}: byte 0x{block[error.start]:02x} is not UTF-8",
                    expected="text in UTF-8",
                    do="Convert the file, for instance with `iconv -f latin1 -t utf-8`.",
                ) from error
            block = b""
            position = getattr(stream, "fileobj", stream).tell()  # of the packed bytes, if they are
            advance(position - reported)
            reported = position


def _guess_delimiter(text: str) -> str:
    """Return the delimiter that cuts the first lines most evenly."""
    beginning = io.StringIO(text[: 1 << 18], newline=None)
    lines = [line.rstrip("\n") for line in islice(beginning, 1000) if line.strip()][:100]
    lines = lines[: max(4, len(lines) - 1)]  # the last may be cut off
    sample = [line for line in lines if not line.startswith(COMMENTS)] or lines

    def merit(delimiter: str) -> tuple[int, int, int]:
        with suppress(csv.Error):
            widths = Counter(map(len, _cut(sample, delimiter, strict=False)))
            width, agreeing = widths.most_common(1)[0] if widths else (1, 0)
            if width > 1 and 2 * agreeing >= widths.total():
                # Words may agree by chance in their spaces, so for these it counts less.
                even = agreeing == widths.total() and delimiter != SPACES
                return 1 + even, DELIMITERS[delimiter][1], width
        return 0, 0, 0

    return max(DELIMITERS, key=merit)


def _cut(lines: Iterable[str], delimiter: str, *, strict: bool) -> Iterator[list[str]]:
    if delimiter == SPACES:
        return map(_words, lines)
    if delimiter == DOUBLE_COLON:
        return (line.rstrip("\r\n").split(DOUBLE_COLON) if line.strip() else [] for line in lines)
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def _words(line: str) -> list[str]:
    if '"' not in line:
        return line.split()
    # Two groups: the inside of a quoted word, or a bare one.
    return [word[1].replace('""', '"') if word[2] is None else word[2]
            for word in _WORD.finditer(line)]  # fmt: skip


def _rows(blocks: Iterable[Block], delimiter: str, path: Path) -> Iterator[Row]:
    """Yield rows, blank lines left out; a quoted field may go on in the next block."""
    last, start = 0, 0

    def lines() -> Iterator[str]:
        nonlocal last, start
        for first, text in blocks:
            for last, line in enumerate(io.StringIO(text, newline=""), first):
                start = start or last
                yield line

    try:
        for fields in _cut(lines(), delimiter, strict=True):
            if fields and not (len(fields) == 1 and fields[0].isspace()):
                yield start, fields
            start = 0
    except csv.Error as error:
        raise DataError(
            f"{path}, line {start or last}: quotation marks that do not pair up",
            expected='a field with quotation marks inside to be written "like ""this"""',
            do="Correct the line, or export the file with CSV quoting.",
        ) from error


def parsed(file: TextFile) -> Iterator[tuple[list[list[str]], Array]]:
    """Yield columns of text (ids or labels) and a matrix of numbers, of some rows at a time."""
    path, layout, double = file.path, file.layout, file.delimiter == DOUBLE_COLON
    first, last = len(layout.labels), layout.width
    if layout.triple is not None:
        first, last = layout.triple[2], layout.triple[2] + 1
    dtypes = []
    for number in (np.int64, np.float64):
        fields: list[tuple[Any, ...]] = [(str(n), object) for n in range(layout.width)]
        fields[first:last] = [("x", number, (last - first,))]
        dtypes.append(np.dtype(fields))
    delimiter = {DOUBLE_COLON: _ONE_CHARACTER, SPACES: None}.get(file.delimiter, file.delimiter)
    progress = file.options.progress
    with closing(text_blocks(path, progress=progress, first_line=file.first_line)) as blocks:
        for line, text in blocks:
            quoted, table = '"' in text and not double, None
            if text.strip() and not quoted:
                plain = text.replace(DOUBLE_COLON, _ONE_CHARACTER) if double else text
                table = in_bulk(plain, dtypes, delimiter)
            if table is not None:
                columns = [table[str(place)].tolist() for place in file.texts]
                if layout.triple is None or not any("" in column for column in columns):
                    yield columns, table["x"]
                    continue
            rows = _rows(chain([(line, text)], blocks if quoted else ()), file.delimiter, path)
            while batch := list(islice(rows, 1 + _BATCH_FIELDS // layout.width)):
                yield _by_hand(batch, file, slice(first, last))


def in_bulk(text: str, dtypes: Iterable[np.dtype[Any]], delimiter: str | None) -> Array | None:
    """Return what NumPy makes of lines, of the first type that holds them; None if it cannot."""
    for dtype in dtypes:
        with warnings.catch_warnings(), suppress(ValueError, Warning):
            warnings.simplefilter("error")  # some NumPy would warn, and cut 1.5 to an integer
            stream = io.StringIO(text, newline=None)
            table = np.loadtxt(stream, dtype, comments=None, delimiter=delimiter, ndmin=1)
            # Text such as 1e999 becomes infinite, and has to be told from what says so.
            return None if np.isinf(table["x"]).any() else table
    return None


def _by_hand(batch: list[Row], file: TextFile, numbers: slice) -> tuple[list[list[str]], Array]:
    for line, fields in batch:
        if len(fields) != file.layout.width:
            raise ragged(file.path, line, fields, file.layout.width)
    cells = [cell for _, fields in batch for cell in fields[numbers]]
    if file.options.blanks == "missing":
        blank = {cell for cell in set(cells) if is_missing(cell)}
        cells = ["nan" if cell in blank else cell for cell in cells]
    values = parse(cells)
    if isinstance(values, int):
        row, column = divmod(values, width := len(cells) // len(batch))
        places = [file.layout.place(numbers.start + n) for n in range(width)]
        given = f"{file.path}, line {batch[row][0]}, {places[column]}"
        texts = [n for n in range(width) if are_labels(cells[n::width])]
        if column in texts and file.layout.triple is None and 2 * len(texts) < width:
            raise no_matrix(f"{given} is {shorten(cells[values])}", [places[n] for n in texts])
        raise bad_value(given, cells[values])
    columns = [[fields[place] for _, fields in batch] for place in file.texts]
    for place, ids in zip(file.texts, columns, strict=True):
        if file.layout.triple is not None and "" in ids:
            line = batch[ids.index("")][0]
            raise no_id(f"{file.path}, line {line}, {file.layout.place(place)} is empty")
    return columns, values.reshape(len(batch), -1)
