"""Parquet, Arrow and Feather, one file or many, by pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from pyarrow import ipc
from pyarrow import parquet as pq

from symppm.data.files import PARQUET, WILD, columnar_format, damaged, guarded, require_beginning
from symppm.data.layout import (
    Kind,
    Layout,
    has_times,
    layout_note,
    look_like_triples,
    taken_for,
)
from symppm.data.memory import Memory, Meter
from symppm.data.options import Options
from symppm.data.table import (
    Array,
    Notes,
    Table,
    alike,
    amount,
    fit,
    one_label,
    shorten,
    to_csr,
)
from symppm.errors import DataError

_PARQUET_EXPECTED: Final = "a whole Parquet file"
_ARROW_EXPECTED: Final = "a whole Arrow or Feather file (version 2)"
_STREAM_MARK: Final = b"\xff\xff\xff\xff"
_STREAM_END: Final = b"\xff\xff\xff\xff\0\0\0\0"
_UNNAMED: Final = "__index_level_"
"""How pandas begins the name of an index that has none."""
_HEAD_ROWS: Final = 1000
_GAP: Final = (
    "Write 0 if nothing was counted; leave out an unknown entry by listing the others as "
    "triples, with --zeros missing (zeros='missing')."
)
_ID: Final = "Give the entry an id or leave it out; see --columns (columns=) for other columns."
Names: TypeAlias = Sequence[str] | None
"""Of columns; None for all."""


@dataclass(frozen=True)
class Part:
    """One file of a table: its columns, some first rows, and all rows of the columns named."""

    path: Path
    schema: Any
    head: Callable[[int], Any]
    read: Callable[[Names], Any]
    keys: tuple[tuple[str, str], ...] = ()
    """What the names of its folders say, ``key=value``; they are columns of the schema too."""


def parts_of(files: Sequence[Path], path: Path) -> list[Part]:
    """Open files of one format that hold parts of one table."""
    parts: list[Part] = []
    for file in files:
        part = _parquet(file) if columnar_format(file) == PARQUET else _arrow(file)
        for key, value in _keys_of(file, path):
            part = _with_key(part, key, value)
        if parts and set(part.schema.names) != set(parts[0].schema.names):
            raise _other_columns(part, parts[0])
        parts.append(part)
    return parts


def typed_layout(parts: Sequence[Part], options: Options, path: Path) -> Layout:
    """Return how the table is laid out of which some files are parts, looking at the first."""
    schema = parts[0].schema
    names, kinds, index = list(schema.names), [kind_of(f.type) for f in schema], _index(schema)
    # An index that has a name comes first: pandas writes it last.
    levels = [place for place in index if not names[place].startswith(_UNNAMED)]
    order = levels + [place for place in range(len(names)) if place not in index]
    told = options.columns is not None
    order = list(range(len(names))) if told else order

    def rows() -> list[list[str]]:
        columns = (parts[0].head(_HEAD_ROWS).column(place).to_pylist() for place in order)
        texts = (["" if value is None else str(value) for value in column] for column in columns)
        return [list(row) for row in zip(*texts, strict=True)]

    def content() -> bool:
        if len(levels) == 2 and len(order) == 3 and kinds[order[2]] in ("integer", "number"):
            return True
        return look_like_triples([names[place] for place in order], rows(), header=True)

    triple = taken_for(
        [names[place] for place in order],
        [kinds[place] for place in order],
        options,
        path,
        content,
        lambda: has_times(rows()),
    )
    if triple is not None:
        row, column, value = (order[place] for place in triple)
        return Layout(len(names), tuple(names), (row, column, value))
    labels = tuple(range(options.label_columns or 0))
    if options.label_columns is None:
        leading = [place for place in range(len(names)) if place not in index]
        texts = [kinds[place] == "text" for place in leading]
        count = texts.index(False) if False in texts else len(texts)
        labels = index + tuple(leading[:count])
    if len(labels) >= len(names):
        raise DataError(
            f"{path}: labels in the last of its {amount(len(names), 'column')}",
            expected="a column of numbers beside the labels",
            do="Use a smaller --label-columns (label_columns=), or --columns (columns=) to name "
            "row id, column id and value of triples.",
        )
    return Layout(len(names), tuple(names), None, labels)


def kind_of(kind: Any) -> Kind:
    """Say what a type of Arrow holds."""
    types = pa.types
    if types.is_dictionary(kind):
        return kind_of(kind.value_type)
    text = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if any(getattr(types, f"is_{name}")(kind) for name in text):
        return "text"
    if types.is_integer(kind):
        return "integer"
    number = types.is_floating(kind) or types.is_decimal(kind) or types.is_boolean(kind)
    return "number" if number else "other"


def common_type(parts: Sequence[Part], place: int) -> Any:
    """Return the type that a column of all files fits; numbers and text do not mix."""
    name = parts[0].schema.names[place]
    by_name = parts[0].schema.names.count(name) == 1
    kinds = [_plain(part.schema.field(name if by_name else place).type) for part in parts]
    try:
        schemas = [pa.schema([("column", kind)]) for kind in dict.fromkeys(kinds)]
        return pa.unify_schemas(schemas, promote_options="permissive").field(0).type
    except pa.ArrowException as error:
        other = next(n for n, kind in enumerate(kinds) if kind != kinds[0])
        raise DataError(
            f"column {place + 1} ({shorten(name)}) holds {kinds[other]} in {parts[other].path}",
            expected=f"{kinds[0]}, as in {parts[0].path}",
            do="Write the files again with the same types.",
        ) from error


def read_columnar(files: Sequence[Path], path: Path, options: Options) -> Table:
    """Read triples or a matrix from files with typed columns, which a path names."""
    parts = parts_of(files, path)
    layout = typed_layout(parts, options, path)
    columns = _Columns(parts, layout)
    if not columns.rows:
        raise DataError(
            f"{path} has columns and no rows",
            expected="at least one row of data",
            do="Check how the file was written.",
        )
    if layout.triple is None:
        return _matrix(columns, options, path)
    return _triples(columns, options, path)


def _keys_of(file: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Yield what the names of folders say, ``key=value``, those below the given one only."""
    if file == path:
        return
    fixed = [part for part in path.parts if not any(mark in part for mark in WILD)]
    for name in file.parts[len(fixed) : -1]:
        key, equals, value = name.partition("=")
        if equals:
            yield unquote(key), unquote(value)


def _with_key(part: Part, key: str, value: str) -> Part:

    def added(table: Any) -> Any:
        return table.append_column(key, pa.repeat(value, table.num_rows))

    def read(names: Names) -> Any:
        table = part.read(None if names is None else [name for name in names if name != key])
        return added(table) if names is None or key in names else table

    schema = part.schema.append(pa.field(key, pa.string()))
    keys = (*part.keys, (key, value))
    return Part(part.path, schema, lambda rows: added(part.head(rows)), read, keys)


def _other_columns(part: Part, first: Part) -> DataError:
    lacking = [name for name in first.schema.names if name not in part.schema.names]
    further = [name for name in part.schema.names if name not in first.schema.names]
    which = f"no column {lacking[0]!r}" if lacking else f"a further column {further[0]!r}"
    return DataError(
        f"{part.path} has {which}",
        expected=f"the columns of {first.path}, as both are parts of one table",
        do="Name the files that belong together with a pattern such as 'folder/*.parquet'.",
    )


def _parquet(file: Path) -> Part:
    require_beginning(file, (b"PAR1",), _PARQUET_EXPECTED)

    def opened(work: Callable[[Any], Any]) -> Any:
        # Not mapped: a map of a file that is cut short meanwhile ends the process.
        with pq.ParquetFile(file, memory_map=False, page_checksum_verification=True) as source:
            return work(source)

    def head(source: Any, rows: int) -> Any:
        batches = list(islice(source.iter_batches(batch_size=rows), 1))
        return pa.Table.from_batches(batches, source.schema_arrow)

    def whole(source: Any, names: Names) -> Any:
        _require_room(file, source, names)
        return source.read(columns=None if names is None else list(names))

    def table(work: Callable[[Any], Any]) -> Any:
        return _checked(file, _PARQUET_EXPECTED, lambda: opened(work))

    schema = guarded(file, _PARQUET_EXPECTED, lambda: opened(lambda source: source.schema_arrow))
    return Part(
        file,
        schema,
        lambda rows: table(lambda source: head(source, rows)),
        lambda names: table(lambda source: whole(source, names)),
    )


def _require_room(file: Path, source: Any, names: Names) -> None:
    """Refuse what unpacks to more than the memory there is, by what the file says of itself."""
    about = source.metadata
    used = len(source.schema_arrow if names is None else names)
    packed = sum(about.row_group(n).total_byte_size for n in range(about.num_row_groups))
    share = packed * used / max(1, about.num_columns)
    # A column of one value takes no room in the file, and a number a row here.
    Memory().require(max(share, 16.0 * about.num_rows * used), f"{file}, unpacked,")


def _arrow(file: Path) -> Part:
    # Not version 1 of Feather (FEA1): pyarrow ends the process on damaged files of this kind.
    start = require_beginning(file, (b"ARROW1", _STREAM_MARK), _ARROW_EXPECTED)

    def whole() -> Any:
        with file.open("rb") as stream:
            if not start.startswith(_STREAM_MARK):
                with ipc.open_file(stream) as reader:
                    batches = map(reader.get_batch, range(reader.num_record_batches))
                    return _gathered(file, batches, reader.schema)
            with ipc.open_stream(stream) as reader:
                table = _gathered(file, reader, reader.schema)
            # What is cut off between two batches would not be missed.
            stream.seek(-len(_STREAM_END), os.SEEK_END)
            if stream.read() != _STREAM_END:
                raise damaged(file, "it does not end as it should", _ARROW_EXPECTED)
            return table

    table = _checked(file, _ARROW_EXPECTED, whole)
    return Part(
        file,
        table.schema,
        lambda rows: table.slice(0, rows),
        lambda names: table if names is None else table.select(list(names)),
    )


def _gathered(file: Path, batches: Iterable[Any], schema: Any) -> Any:
    """Return batches as a table, unless memory runs short between two."""
    meter, parts = Meter(file), []
    for batch in batches:
        parts.append(batch)
        meter.check()
    return pa.Table.from_batches(parts, schema)


def _checked(file: Path, expected: str, work: Callable[[], Any]) -> Any:
    """Return the table that some work gives; what damaged bytes do to it is a DataError."""

    def whole() -> Any:
        table = work()
        # Lengths and offsets that damaged bytes make wrong would be followed out of the memory.
        table.validate(full=True)
        return table

    return guarded(file, expected, whole)


def _index(schema: Any) -> tuple[int, ...]:
    """Return where pandas has written the index, which it writes last."""
    try:
        told = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))
        names = [name for name in told.get("index_columns", ()) if isinstance(name, str)]
    except (ValueError, AttributeError, TypeError):  # a note of a library that need not be true
        return ()
    return tuple(schema.names.index(name) for name in names if schema.names.count(name) == 1)


def _plain(kind: Any) -> Any:
    """Return the type of the values of a column that may be coded by a dictionary."""
    types = pa.types
    coded = types.is_dictionary(kind) or types.is_run_end_encoded(kind)
    return kind.value_type if coded else kind


class _Columns:
    """The columns of all parts that a layout uses, and names for places in them."""

    def __init__(self, parts: Sequence[Part], layout: Layout) -> None:
        self.parts, self.layout, names = parts, layout, parts[0].schema.names
        self.used = tuple(range(len(names))) if layout.triple is None else layout.triple
        # By name where it can be: the parts may have their columns in different orders.
        by_name = len(set(names)) == len(names)
        tables = [part.read([names[n] for n in self.used] if by_name else None) for part in parts]
        self.ends = np.cumsum([table.num_rows for table in tables])
        self.rows = int(self.ends[-1])
        self._chunks = {
            n: [table.column(names[n] if by_name else n) for table in tables] for n in self.used
        }

    def row(self, row: int) -> str:
        """Name a row by its number, from 1, and its file where there are several."""
        part = int(np.searchsorted(self.ends, row, side="right"))
        number = row - (int(self.ends[part - 1]) if part else 0) + 1
        return f"{number:,}" + f" of {self.parts[part].path}" * (len(self.parts) > 1)

    def place(self, row: int, column: int) -> str:
        """Name the file, the row and the column."""
        part = self.parts[int(np.searchsorted(self.ends, row, side="right"))]
        number = self.row(row).partition(" of ")[0]
        return f"{part.path}, row {number}, {self.layout.place(column)}"

    def whole(self, column: int, expected: str, do: str) -> Any:
        """Return a column of all parts as one array of Arrow, without dictionaries or gaps."""
        kind, plain = common_type(self.parts, column), []
        for chunks in self._chunks.pop(column):
            Memory().require(16.0 * len(chunks), self.layout.place(column))
            own = chunks.cast(_plain(chunks.type)) if _plain(chunks.type) != chunks.type else chunks
            plain += (own if own.type == kind else own.cast(kind)).chunks
        array = pa.chunked_array(plain, kind)
        if array.null_count:
            row = array.is_null().index(True).as_py()
            raise DataError(f"{self.place(row, column)} is null", expected=expected, do=do)
        return array


def _triples(columns: _Columns, options: Options, path: Path) -> Table:
    assert columns.layout.triple is not None  # noqa: S101 - these are triples
    at_row, at_column, at_value = columns.layout.triple
    rows, row_ids = _ids(columns, at_row)
    places, column_ids = _ids(columns, at_column)
    values, number_notes = _numbers(columns, at_value)

    def describe(row: int, column: int, entries: list[int]) -> str:
        listed = [columns.row(entry) for entry in entries]
        pair = f"{shorten(row_ids[row])}, {shorten(column_ids[column])}"
        return f"{pair} in rows {', '.join(listed[:-1])} and {listed[-1]}"

    shape = len(row_ids), len(column_ids)
    matrix, sums = to_csr(rows, places, values, shape, options.duplicates, path, describe)
    size = f"{amount(len(values), 'entry', 'entries')}, {shape[0]:,} x {shape[1]:,}"
    notes = layout_note(columns.layout, options, size, text=False)
    notes += alike("row", row_ids) + alike("column", column_ids)
    return Table(matrix, row_ids, column_ids, notes + number_notes + sums, path)


def _ids(columns: _Columns, column: int) -> tuple[Array, tuple[str, ...]]:
    """Return numbers from 0 for the ids of a column, in order of first appearance, and the ids."""
    array = columns.whole(column, "an id", _ID)
    kind = kind_of(array.type)
    if kind not in ("text", "integer"):
        what = "floats" if kind == "number" else f"values of type {array.type}"
        raise DataError(
            f"{columns.place(0, column)} is {array[0]}, and the column holds {what}",
            expected="ids that are text or integers",
            do="Name other columns with --columns (columns=), or write the ids as integers: a "
            "column of integers becomes floats where it has gaps.",
        )
    if kind == "text":
        try:
            array = array.cast(pa.large_string())
        except pa.ArrowInvalid as error:
            raise DataError(
                f"{columns.layout.place(column)} holds bytes that are not UTF-8",
                expected="ids that are text or integers",
                do="Write the ids as text.",
            ) from error
    coded = array.dictionary_encode().combine_chunks()
    labels = tuple(map(str, coded.dictionary.to_pylist()))
    codes = _arrow_values(pa, coded.indices)
    if "" in labels:
        row = int(np.argmax(codes == labels.index("")))
        raise DataError(f"{columns.place(row, column)} is empty", expected="an id", do=_ID)
    return codes, labels


def _numbers(columns: _Columns, column: int) -> tuple[Array, Notes]:
    """Return a column of numbers as int64 or float64, and notes."""
    array = columns.whole(column, "a number", _GAP)
    if kind_of(array.type) not in ("integer", "number"):
        raise DataError(
            f"{columns.place(0, column)} is {shorten(str(array[0]))}, and the column holds "
            f"{array.type}",
            expected="numbers",
            do="Say what the columns are: --columns for triples, --label-columns for a matrix "
            "(columns=, label_columns=), or write the numbers as numbers.",
        )
    if pa.types.is_decimal(array.type):
        try:
            array = array.cast(pa.int64())
        except pa.ArrowInvalid:  # it has digits behind the point, or more than fit
            array = array.cast(pa.float64())
    return fit(_arrow_values(pa, array))


def _matrix(columns: _Columns, options: Options, path: Path) -> Table:
    layout = columns.layout
    held = [place for place in columns.used if place not in layout.labels]
    labels = [
        [str(label) for label in columns.whole(n, "a label", "Write a label for every row.")
         .to_pylist()] for n in layout.labels
    ]  # fmt: skip
    numbers = [_numbers(columns, place) for place in held]
    values = np.empty((columns.rows, len(held)), np.result_type(*(x.dtype for x, _ in numbers)))
    for place, (column, _) in enumerate(numbers):
        values[:, place] = column
    size = f"{values.shape[0]:,} x {values.shape[1]:,}"
    notes = layout_note(layout, options, size, text=False)
    notes += tuple(dict.fromkeys(note for _, more in numbers for note in more))
    names, label_notes = one_label(labels)
    header = tuple(layout.called(place) for place in held)
    return Table(values, names, header, notes + label_notes, path)


def _arrow_values(pa: Any, column: Any) -> Array:
    """Return numbers of Arrow, none of them null, as an array; bools as zeros and ones."""
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    if not chunks:
        return np.empty(0, column.type.to_pandas_dtype())
    # Arrow's own to_numpy loads pandas, where it is installed, for half a second.
    parts = [np.from_dlpack(chunk) for chunk in chunks]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
