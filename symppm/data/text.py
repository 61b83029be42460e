"""Tables of text, parsed by NumPy in blocks of lines; by hand where a line has to be named."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.files import contents, opened, wrong_content
from symppm.data.layout import (
    COMMENTS,
    Layout,
    layout_note,
    text_layout,
)
from symppm.data.memory import Meter
from symppm.data.numbers import bad_value, is_number, numbers_in, parse
from symppm.data.options import Options
from symppm.data.table import (
    Array,
    Notes,
    Table,
    alike,
    amount,
    joined,
    one_label,
    shorten,
    to_csr,
)
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
DELIMITERS: Final = {
    "\t": "tabs",
    DOUBLE_COLON: "'::'",
    ",": "commas",
    ";": "semicolons",
    SPACES: "white space",
}
# Labels hold spaces and commas more often than they hold tabs.
_PREFERENCE: Final = {"\t": 3, DOUBLE_COLON: 2, ",": 1, ";": 1, SPACES: 0}
_BYTES_OF_A_CHARACTER: Final = 64
"""What a character of a line may take when it is cut into fields: at most a number of its own."""
_ENOUGH_ROWS: Final = 10
_SAMPLE_ROWS: Final = 1000
_SAMPLE_FIELDS: Final = 100_000
_BATCH_ROWS: Final = 10_000
_WORD: Final = re.compile(r'"((?:[^"]|"")*)"(?=\s|$)|(\S+)')
_KNOWN: Final = (".csv", ".tsv", ".dat", ".txt", ".data", ".tab")

Row = tuple[int, list[str]]
"""The line on which a row begins, from 1, and its fields."""
Block = tuple[int, str]
"""The line on which a block of text begins, from 1, and the text, to the end of a line."""


@dataclass(frozen=True)
class TextFile:
    """A table of text: where it begins, and how it is laid out."""

    path: Path
    delimiter: str
    layout: Layout
    skipped: int
    first_line: int
    """Of the data, from 1; 0 if there are none."""

    @property
    def separated(self) -> str:
        """How fields are separated, in words."""
        return f" separated by {DELIMITERS[self.delimiter]}" if self.layout.width > 1 else ""


def read_text(path: Path, options: Options) -> Table:
    """Read a table of text; see ``symppm.read``."""
    file = looked_at(path, options)
    notes = _name_notes(path)
    if file.skipped:
        lines = "line, a comment" if file.skipped == 1 else f"{file.skipped} lines, comments"
        notes += (f"skipped the first {lines}",)
    return (_matrix if file.layout.triple is None else _triples)(file, options, notes)


def looked_at(path: Path, options: Options) -> TextFile:
    """Find out from the first rows of a text how it is laid out."""
    blocks = text_blocks(path, _expected(path))
    try:
        beginning = next(blocks, None)
        delimiter = _guess_delimiter(beginning[1] if beginning else "")
        rows = _sample(_rows(chain([beginning] if beginning else [], blocks), delimiter, path))
    finally:
        blocks.close()  # the file, now rather than when garbage is collected
    if not rows:
        raise DataError(
            f"{path} has blank lines only" if beginning else f"{path} is empty",
            expected="a table of text",
            do="Write the file again.",
        )

    def ragged(place: int, width: int) -> DataError:
        return _ragged(path, *rows[place], width)

    layout, skipped = text_layout([fields for _, fields in rows], options, path, ragged)
    data = rows[skipped + (layout.header is not None) :]
    if not data:
        raise DataError(
            f"{path} has a header and no data",
            expected="at least one line of data",
            do="Use --no-header (header=False) if its only line is data.",
        )
    return TextFile(path, delimiter, layout, skipped, data[0][0])


def check(file: TextFile) -> None:
    """Raise the error of the first line that cannot be read; nothing if all can."""
    for _ in _parsed(file, Options()):
        pass


def text_blocks(
    path: Path,
    expected: str,
    *,
    progress: bool = False,
    kind: str = "text",
    encoding: str = "utf-8",
    first_line: int = 1,
) -> Generator[Block, None, None]:
    """Yield a text in blocks of whole lines, from some line on; a byte mark is dropped."""
    size = path.stat().st_size
    bar = progress_bar(f"Reading {path.name}", size, show=progress and size > PROGRESS_FROM)
    with opened(path) as (stream, position), bar as advance:
        head = stream.read(512)
        if contents(head) != kind:
            raise wrong_content(path, head, expected)
        meter = Meter(path)
        block, line, done = head.removeprefix(b"\xef\xbb\xbf"), 1, 0
        quoted = False
        while block := block + _lines(stream, meter):
            if b"\0" in block:
                raise wrong_content(path, b"\0", expected)
            try:
                text = block.decode(encoding)
            except UnicodeDecodeError as error:
                line += block.count(b"\n", 0, error.start)
                raise DataError(
                    f"{path}, line {line}: byte 0x{block[error.start]:02x} is not UTF-8",
                    expected="text in UTF-8",
                    do="Convert the file, for instance with `iconv -f latin1 -t utf-8`.",
                ) from error
            quoted = quoted or '"' in text
            if "\r" in text and not quoted:  # within quotation marks it may be in a label
                text = text.replace("\r\n", "\n").replace("\r", "\n")
            count = text.count("\n") + text.count("\r") - text.count("\r\n")
            if line < first_line:
                lines = io.StringIO(text, newline="")
                for _ in range(line, min(first_line, line + count)):
                    lines.readline()
                text = lines.read()
            yield max(line, first_line), text
            line, block = line + count, b""
            advance(position() - done)
            done = position()


def _lines(stream: Any, meter: Meter) -> bytes:
    """Return a block that ends where a line ends, unless there is no memory for it."""
    meter.check()
    parts = [stream.read(BLOCK)]
    while parts[-1] and (len(parts) == 1 or not parts[-1].endswith(b"\n")):
        meter.check(_BYTES_OF_A_CHARACTER * BLOCK * (len(parts) - 1))
        parts.append(stream.readline(BLOCK))
    return b"".join(parts)


def _expected(path: Path) -> str:
    return "a table of text, as the name says" if path.suffix else "a table of text"


def _name_notes(path: Path) -> Notes:
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(_KNOWN):
        return ()
    ending = Path(name).suffix
    return (f"read as text, although {f'the ending {ending}' if ending else 'no ending'} says so",)


def _guess_delimiter(text: str) -> str:
    """Return the delimiter that cuts the first lines most evenly."""
    lines = [line for line in text.split("\n", 1000) if line.strip()][:100]
    short = [line for n, line in enumerate(lines) if n < 4 or sum(map(len, lines[:n])) < 1 << 16]
    sample = [line for line in short if not line.startswith(COMMENTS)] or short

    def merit(delimiter: str) -> tuple[int, int, int]:
        try:
            widths = Counter(map(len, _cut(sample, delimiter, strict=False)))
        except csv.Error:
            return 0, 0, 0
        width, agreeing = widths.most_common(1)[0] if widths else (1, 0)
        rows = widths.total()
        if width == 1 or 2 * agreeing < rows:
            return 0, 0, 0
        # Words may agree by chance in their spaces, so for these it counts less.
        return 1 + (agreeing == rows and delimiter != SPACES), _PREFERENCE[delimiter], width

    best = max(DELIMITERS, key=merit)
    return best if merit(best)[0] else SPACES


def _cut(lines: Iterable[str], delimiter: str, *, strict: bool) -> Iterator[list[str]]:
    if delimiter == SPACES:
        return map(_words, lines)
    if delimiter == DOUBLE_COLON:
        return (line.split(DOUBLE_COLON) for line in lines)
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def _words(line: str) -> list[str]:
    if '"' not in line:
        return line.split()
    # Two groups: the inside of a quoted word, or a bare one.
    return [
        match[2] if match[2] is not None else match[1].replace('""', '"')
        for match in _WORD.finditer(line)
    ]


def _rows(blocks: Iterable[Block], delimiter: str, path: Path) -> Iterator[Row]:
    """Yield rows, blank lines left out; a quoted field may go on in the next block."""
    lines = (
        (at, line)
        for start, text in blocks
        for at, line in enumerate(io.StringIO(text, newline=""), start)
    )
    if delimiter in (SPACES, DOUBLE_COLON):
        for at, line in lines:
            if line.strip():
                yield at, next(_cut([line.rstrip("\r\n")], delimiter, strict=True))
        return
    last, start = 0, None

    def fed() -> Iterator[str]:
        nonlocal last, start
        for at, line in lines:
            last, start = at, start or at
            yield line

    try:
        for fields in _cut(fed(), delimiter, strict=True):
            if fields and not (len(fields) == 1 and fields[0].isspace()):
                yield start or last, fields
            start = None
    except csv.Error as error:
        raise DataError(
            f"{path}, line {start or last}: quotation marks that do not pair up",
            expected='a field with quotation marks inside to be written "like ""this"""',
            do="Correct the line, or export the file with CSV quoting.",
        ) from error


def _sample(rows: Iterator[Row]) -> list[Row]:
    sample: list[Row] = []
    fields = 0
    for row in islice(rows, _SAMPLE_ROWS):
        sample.append(row)
        fields += len(row[1])
        if fields > _SAMPLE_FIELDS and len(sample) >= _ENOUGH_ROWS:
            break
    return sample


def _ragged(path: Path, line: int, fields: list[str], width: int) -> DataError:
    return DataError(
        f"{path}, line {line}: {amount(len(fields), 'field')}, beginning with {shorten(fields[0])}",
        expected=f"{width} as in the other lines",
        do="Correct the line; if a field holds the delimiter, put it in quotation marks.",
    )


def _kinds(layout: Layout) -> list[tuple[Any, ...]]:
    """Return names and kinds of the fields of a line, None for numbers."""
    if layout.triple is None:
        labels = [(f"label{n}", object) for n in layout.labels]
        return [*labels, ("x", None, (layout.width - len(labels),))]
    names = dict(zip(layout.triple, "ijx", strict=True))
    return [(names.get(n, f"other{n}"), None if names.get(n) == "x" else object)
            for n in range(layout.width)]  # fmt: skip


def _parsed(file: TextFile, options: Options) -> Iterator[tuple[list[list[str]], Array]]:
    """Yield columns of text (ids or labels) and numbers, of some rows at a time."""
    layout, delimiter = file.layout, file.delimiter
    texts = list(layout.labels if layout.triple is None else layout.triple[:2])
    kinds = _kinds(layout)
    names = [kinds[place][0] for place in texts]
    double = delimiter == DOUBLE_COLON
    single = None if delimiter == SPACES else _ONE_CHARACTER if double else delimiter
    blocks = text_blocks(
        file.path, _expected(file.path), progress=options.progress, first_line=file.first_line
    )
    try:
        for line, text in blocks:
            quoted = '"' in text and not double
            table = None
            if not quoted and not (double and _ONE_CHARACTER in text):
                plain = text.replace(DOUBLE_COLON, _ONE_CHARACTER) if double else text
                table = numbers_in(plain, kinds, single) if text.strip() else None
            if table is not None:
                columns = [table[name].tolist() for name in names]
                if layout.triple is None or not any("" in column for column in columns):
                    yield columns, table["x"]
                    continue
            rows = _rows(chain([(line, text)], blocks if quoted else ()), delimiter, file.path)
            while batch := list(islice(rows, _BATCH_ROWS)):
                yield _by_hand(batch, file, texts)
    finally:
        blocks.close()


def _by_hand(batch: list[Row], file: TextFile, texts: list[int]) -> tuple[list[list[str]], Array]:
    path, layout = file.path, file.layout
    start, stop = len(texts), layout.width
    for line, fields in batch:
        if len(fields) != layout.width:
            raise _ragged(path, line, fields, layout.width)
        if layout.triple is not None:
            _require_ids(path, line, fields, layout)
    if layout.triple is None:
        cells = [fields[start:stop] for _, fields in batch]
    else:
        start = layout.triple[2]
        cells = [[fields[start] for _, fields in batch]]
    values = []
    for row, strings in enumerate(cells):
        parsed = parse(strings)
        if isinstance(parsed, int):
            line = batch[row if layout.triple is None else parsed][0]
            column = start + (parsed if layout.triple is None else 0)
            raise bad_value(f"{path}, line {line}, {layout.place(column)}", strings[parsed])
        values.append(parsed)
    columns = [[fields[place] for _, fields in batch] for place in texts]
    block = np.array(values, dtype=np.result_type(*values))
    return columns, block if layout.triple is None else block[0]


def _require_ids(path: Path, line: int, fields: list[str], layout: Layout) -> None:
    assert layout.triple is not None  # noqa: S101 - what calls this has seen to it
    for place, what in zip(layout.triple, ("row", "column"), strict=False):
        if not fields[place]:
            raise DataError(
                f"{path}, line {line}, {layout.place(place)} is empty",
                expected=f"the id of a {what}",
                do="Give the entry an id or remove the line; see --columns (columns=) if the ids "
                "are in other columns.",
            )


def _matrix(file: TextFile, options: Options, notes: Notes) -> Table:
    layout = file.layout
    labels: list[list[str]] = [[] for _ in layout.labels]
    parts = []
    for columns, block in _parsed(file, options):
        for column, more in zip(labels, columns, strict=True):
            column.extend(more)
        parts.append(block)
    values, number_notes = joined(parts)
    names, label_notes = one_label(labels)
    size = f"{values.shape[0]:,} x {values.shape[1]:,}"
    notes += layout_note(layout, options, size, file.separated, text=True)
    header = None if layout.header is None else layout.header[len(labels) :]
    return Table(values, names, header, notes + label_notes + number_notes, file.path)


class Codes(dict[str, int]):
    """Numbers ids from 0 in the order of their first appearance."""

    def __missing__(self, name: str) -> int:
        code = self[name] = len(self)
        return code

    def of(self, names: Sequence[str]) -> Array:
        """Return the numbers of ids."""
        # Through map and a bound method the loop stays in C.
        return np.fromiter(map(self.__getitem__, names), dtype=np.int64, count=len(names))


def _triples(file: TextFile, options: Options, notes: Notes) -> Table:
    ids = Codes(), Codes()
    parts = [
        (*(codes.of(names) for codes, names in zip(ids, columns, strict=True)), values)
        for columns, values in _parsed(file, options)
    ]
    rows, columns = (np.concatenate([part[axis] for part in parts]) for axis in (0, 1))
    values, number_notes = joined([part[2] for part in parts])

    def lines_of(entries: list[int]) -> list[str]:
        blocks = text_blocks(file.path, _expected(file.path), first_line=file.first_line)
        among = set(entries)
        rows = enumerate(_rows(blocks, file.delimiter, file.path))
        return [str(line) for entry, (line, _) in rows if entry in among]

    if options.columns is None:
        for codes, numbered, axis in zip(ids, (rows, columns), (0, 1), strict=True):
            fraction = _fraction_among(codes)
            if fraction is not None:
                assert file.layout.triple is not None  # noqa: S101 - these are triples
                (line,) = lines_of([int(np.argmax(numbered == codes[fraction]))])
                column = file.layout.triple[axis] + 1
                raise DataError(
                    f"{file.path}, line {line}, column {column} is {shorten(fraction)} where an id "
                    "was expected",
                    expected="ids that are text or whole numbers",
                    do="Say which columns hold the ids with --columns (columns=): what it names is "
                    "taken as text.",
                )
    row_labels, column_labels = tuple(ids[0]), tuple(ids[1])

    def describe(row: int, column: int, entries: list[int]) -> str:
        lines = lines_of(entries)
        pair = f"{shorten(row_labels[row])}, {shorten(column_labels[column])}"
        return f"{pair} on lines {', '.join(lines[:-1])} and {lines[-1]}"

    shape = len(row_labels), len(column_labels)
    matrix, sums = to_csr(rows, columns, values, shape, options.duplicates, file.path, describe)
    size = f"{amount(len(values), 'entry', 'entries')}, {shape[0]:,} x {shape[1]:,}"
    notes += layout_note(file.layout, options, size, file.separated, text=True)
    notes += alike("row", row_labels) + alike("column", column_labels)
    return Table(matrix, row_labels, column_labels, notes + number_notes + sums, file.path)


def _fraction_among(ids: Iterable[str]) -> str | None:
    """Return the first id with a fraction where all are numbers: a guess took numbers for ids."""
    fraction = None
    for label in ids:
        if not is_number(label):
            return None
        if fraction is None and not float(label).is_integer():
            fraction = label
    return fraction
