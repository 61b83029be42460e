"""Tables with typed columns: Parquet, Arrow and Feather, one file or many, by pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from pyarrow import ipc
from pyarrow import parquet as pq

from symppm.data.assembly import NO_ID, Ids, Source
from symppm.data.files import PARQUET, WILD, columnar_format, damaged, guarded, require_beginning
from symppm.data.layout import Kind, Layout, taken_for
from symppm.data.memory import require_memory
from symppm.data.numbers import NO_NUMBER
from symppm.data.options import Options
from symppm.data.table import Array, Notes, Table, amount, fit, shorten, side_by_side
from symppm.errors import DataError

_PARQUET: Final = "a whole Parquet file"
_ARROW: Final = "a whole Arrow or Feather file (version 2)"
_STREAM: Final = b"\xff\xff\xff\xff"
_STREAM_END: Final = b"\xff\xff\xff\xff\0\0\0\0"
_UNNAMED: Final = "__index_level_"
"""How pandas begins the name of an index that has none."""
_HEAD: Final = 1000
_TEXT: Final = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


@dataclass(frozen=True)
class Part:
    """One file of a table, its first rows, and what its folders say, ``key=value``."""

    path: Path
    head: Any
    keys: tuple[tuple[str, str], ...]

    @property
    def schema(self) -> Any:
        """Names and types of its columns, keys among them."""
        return self.head.schema


def parts_of(files: Sequence[Path], path: Path) -> list[Part]:
    """Look into files of one format that hold parts of one table."""
    parts: list[Part] = []
    for file in files:
        keys = tuple(_keys_of(file, path))
        parts.append(Part(file, _read(file, keys, None, head=True), keys))
        first, names = parts[0].schema.names, parts[-1].schema.names
        lacking = [f"no column {name!r}" for name in first if name not in names]
        further = [f"a further column {name!r}" for name in names if name not in first]
        if lacking or further:
            raise DataError(
                f"{file} has {(lacking + further)[0]}",
                expected=f"the columns of {parts[0].path}, as both are parts of one table",
                do="Name the files that belong together with a pattern such as 'folder/*.parquet'.",
            )
    return parts


def typed_layout(parts: Sequence[Part], options: Options, path: Path) -> Layout:
    """Return how the table is laid out of which some files are parts, looking at the first."""
    schema = parts[0].schema
    names, kinds, index = list(schema.names), [kind_of(f.type) for f in schema], _index(schema)
    # An index that has a name comes first: pandas writes it last.
    levels = [place for place in index if not names[place].startswith(_UNNAMED)]
    others = [place for place in range(len(names)) if place not in index]
    order = levels + others if options.columns is None else list(range(len(names)))

    def rows() -> list[list[str]]:
        columns = (parts[0].head.column(place).to_pylist() for place in order)
        texts = (["" if value is None else str(value) for value in column] for column in columns)
        return [list(row) for row in zip(*texts, strict=True)]

    if len(levels) == 2 and len(order) == 3 and kinds[order[2]] in ("integer", "number"):
        options = replace(options, layout=options.layout or "triples")
    listed, typed = [names[place] for place in order], [kinds[place] for place in order]
    triple = taken_for(listed, typed, options, path, rows)
    if triple is not None:
        row, column, value = (order[place] for place in triple)
        return Layout(len(names), tuple(names), (row, column, value))
    labels = tuple(range(options.label_columns or 0))
    if options.label_columns is None:
        texts = [*(kinds[place] == "text" for place in others), False]
        labels = index + tuple(others[: texts.index(False)])
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
    types, kind = pa.types, _plain(kind)
    if any(getattr(types, f"is_{name}")(kind) for name in _TEXT):
        return "text"
    if types.is_integer(kind):
        return "integer"
    number = types.is_floating(kind) or types.is_decimal(kind) or types.is_boolean(kind)
    return "number" if number else "other"


def common_type(parts: Sequence[Part], place: int) -> Any:
    """Return the type that a column of all files fits; numbers and text do not mix."""
    name = parts[0].schema.field(place).name
    at = place if parts[0].schema.get_field_index(name) < 0 else name  # -1: two have it
    kinds = [_plain(part.schema.field(at).type) for part in parts]
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
    layout, names = typed_layout(parts, options, path), parts[0].schema.names
    used = layout.triple or tuple(range(len(names)))
    # By name where it can be: the parts may have their columns in different orders.
    by_name = [names[n] for n in used] if len(set(names)) == len(names) else None
    tables = [_read(part.path, part.keys, by_name) for part in parts]
    ends = np.cumsum([table.num_rows for table in tables])
    if not ends[-1]:
        raise DataError(
            f"{path} has columns and no rows",
            expected="at least one row of data",
            do="Check how the file was written.",
        )

    def rows(entries: Sequence[int]) -> list[str]:
        owners = np.searchsorted(ends, entries, side="right").tolist()
        starts = [0, *ends.tolist()]
        files = [f" of {parts[n].path}" * (len(parts) > 1) for n in owners]
        places = zip(entries, owners, files, strict=True)
        return [f"{row - starts[n] + 1:,}{file}" for row, n, file in places]

    columns = {}
    for n in used:
        kind, at = common_type(parts, n), names[n] if by_name else n
        chunks = [chunk for table in tables for chunk in table[at].chunks]
        same = [chunk.cast(_plain(chunk.type)).cast(kind) for chunk in chunks]
        columns[n] = pa.chunked_array(same, kind)
    return assembled(columns, Source(path, layout, options, rows))


def assembled(columns: dict[int, Any], source: Source) -> Table:
    """Return triples or a matrix from the columns, by place, that a layout uses."""
    if source.layout.triple is not None:
        row, column, value = source.layout.triple
        ids = _ids(columns[row], row, source), _ids(columns[column], column, source)
        return source.triples(ids, *_numbers(columns[value], value, source))
    labels = [
        list(map(str, _whole(columns.pop(n), n, source, "a label", "Write a label for every row.")))
        for n in source.layout.labels
    ]
    numbers = [_numbers(column, n, source) for n, column in columns.items()]
    values, rounded = side_by_side([column for column, _ in numbers])
    notes = dict.fromkeys(note for _, more in numbers for note in more)
    return source.matrix(labels, values, (*notes, *rounded))


def _keys_of(file: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Yield what the names of folders say, ``key=value``, those below the given one only."""
    fixed = [part for part in path.parts if not any(mark in part for mark in WILD)]
    for name in file.parts[len(fixed) : -1]:
        key, equals, value = name.partition("=")
        if equals:
            yield unquote(key), unquote(value)


def _read(
    file: Path,
    keys: Sequence[tuple[str, str]],
    names: Sequence[str] | None,
    *,
    head: bool = False,
) -> Any:
    """Return the columns of a file that are named (None: all), all rows or the first; and keys."""
    parquet = columnar_format(file) == PARQUET
    # Not version 1 of Feather (FEA1): pyarrow ends the process on damaged files of this kind.
    start, expected = ((b"PAR1",), _PARQUET) if parquet else ((b"ARROW1", _STREAM), _ARROW)
    own = None if names is None else [name for name in names if name not in dict(keys)]
    read = _parquet if parquet else _arrow
    beginning = require_beginning(file, start, expected)

    def work() -> Any:
        with file.open("rb") as stream:
            table = read(stream, own, beginning, head)
        # Lengths and offsets that damaged bytes make wrong would be followed out of the memory.
        table.validate(full=True)
        return table

    table = guarded(file, expected, work)
    for key, value in keys:
        table = table.append_column(key, pa.repeat(value, table.num_rows))
    return table if names is None else table.select(list(names))


def _parquet(stream: Any, names: list[str] | None, _: bytes, head: bool) -> Any:
    with pq.ParquetFile(stream, page_checksum_verification=True) as source:
        if head:
            batches = islice(source.iter_batches(batch_size=_HEAD), 1)
            return pa.Table.from_batches(batches, source.schema_arrow)
        about = source.metadata
        # A column of one value takes no room in the file, and a number a row here.
        declared = 16.0 * about.num_rows * len(source.schema_arrow if names is None else names)
        require_memory(declared, f"{stream.name}, unpacked,")
        return source.read(columns=names)


def _arrow(stream: Any, names: list[str] | None, beginning: bytes, head: bool) -> Any:
    whole = not beginning.startswith(_STREAM)
    with ipc.open_file(stream) if whole else ipc.open_stream(stream) as reader:
        batches = map(reader.get_batch, range(reader.num_record_batches)) if whole else reader
        table = pa.Table.from_batches(islice(batches, 1 if head else None), reader.schema)
    if head:
        return table.slice(0, _HEAD)
    if not whole:  # what is cut off between two batches would not be missed
        stream.seek(-len(_STREAM_END), os.SEEK_END)
        if stream.read() != _STREAM_END:
            raise damaged(Path(stream.name), "it does not end as it should", _ARROW)
    return table if names is None else table.select(names)


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
    coded = pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind)
    return kind.value_type if coded else kind


def _whole(column: Any, place: int, source: Source, expected: str, do: str) -> Any:
    """Return a column without codes of a dictionary; nothing in it may be missing."""
    column = column.cast(_plain(column.type))
    if column.null_count:
        row = column.is_null().index(True).as_py()
        raise DataError(f"{source.place(row, place)} is null", expected=expected, do=do)
    return column


def _ids(column: Any, place: int, source: Source) -> Ids:
    """Return ids as text, in order of first appearance."""
    array = _whole(column, place, source, "an id", NO_ID)
    what = f"values of type {array.type}"
    try:
        if not (pa.types.is_floating(array.type) or pa.types.is_decimal(array.type)):
            coded = array.dictionary_encode().combine_chunks()
            labels = coded.dictionary.cast(pa.large_string()).to_pylist()
            return _as_array(coded.indices), tuple(labels)
        what = "floats"
    except pa.ArrowInvalid:
        what = "bytes that are not UTF-8"
    except pa.lib.ArrowException:
        pass  # values that are lists and the like
    raise DataError(
        f"{source.place(0, place)} is {array[0]}, and the column holds {what}",
        expected="ids that are text or integers",
        do="Name other columns with --columns (columns=), or write the ids as integers: a column "
        "of integers becomes floats where entries are missing.",
    )


def _numbers(column: Any, place: int, source: Source) -> tuple[Array, Notes]:
    """Return numbers as int64 or float64, and notes."""
    array = _whole(column, place, source, "a number", NO_NUMBER)
    if kind_of(array.type) not in ("integer", "number"):
        raise DataError(
            f"{source.place(0, place)} is {shorten(str(array[0]))}, and the column holds "
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
    return fit(_as_array(array))


def _as_array(column: Any) -> Array:
    """Return numbers of Arrow, none of them null, as an array; bools as zeros and ones."""
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    # Arrow's own to_numpy loads pandas, where it is installed, for half a second.
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return np.concatenate([np.from_dlpack(chunk) for chunk in chunks])
