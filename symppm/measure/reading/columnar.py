"""Parquet, Arrow and Feather files, one or many, as tables of pyarrow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.memory import Memory, Meter
from symppm.measure.reading.binary import guarded
from symppm.measure.reading.source import damaged, opened, wrong_content

PARQUET: Final = (".parquet", ".pq")
ARROW: Final = (".arrow", ".feather", ".ipc")
_WILD: Final = "*?["
_PARQUET_EXPECTED: Final = "a whole Parquet file"
_ARROW_EXPECTED: Final = "a whole Arrow or Feather file"
_OLD_MARK: Final = b"FEA1"
_STREAM_MARK: Final = b"\xff\xff\xff\xff"
_STREAM_END: Final = b"\xff\xff\xff\xff\0\0\0\0"

Names = Sequence[str] | None
"""Of columns; None for all."""


@dataclass(frozen=True)
class Part:
    """One file of a table.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    schema : pyarrow.Schema
        Names and types of its columns, keys of the folders it is in among them.
    head : callable
        Takes a number of rows, returns at most so many of the first as a pyarrow.Table.
    read : callable
        Takes names of columns (None for all), returns a pyarrow.Table, in the file's order.
    """

    path: Path
    schema: Any
    head: Callable[[int], Any]
    read: Callable[[Names], Any]


def columnar_files(path: Path) -> tuple[Path, ...]:
    """Return the Parquet or Arrow files that a path names; none if it names something else.

    Parameters
    ----------
    path : pathlib.Path
        A file; a folder, of which all such files are taken, also in folders within, but for
        names that begin with a dot or an underscore; or a pattern with ``*``, ``?`` or ``[]``.

    Raises
    ------
    DataError
        If both formats are there, or nothing matches a pattern.
    """
    if os.path.isdir(path):  # noqa: PTH112 - False, not an error, for names that cannot be
        found = _below(path)
    elif any(mark in str(path) for mark in _WILD) and not os.path.lexists(path):
        anchor = Path(path.anchor)
        matching = sorted(anchor.glob(str(path.relative_to(anchor))))
        found = [file for each in matching for file in (_below(each) if each.is_dir() else [each])]
        found = [file for file in found if _format(file)]
        if not found:
            raise DataError(
                f"{path}, a pattern that no Parquet or Arrow file matches",
                expected=f"files with endings among {', '.join(PARQUET + ARROW)}",
                do="Check the pattern; other formats are read one file at a time.",
            )
    else:
        found = [path] if _format(path) else []
    formats = {_format(file) for file in found}
    if len(formats) > 1:
        raise DataError(
            f"{path} holds both Parquet and Arrow files",
            expected="files of one format",
            do="Name those that belong together with a pattern such as 'folder/*.parquet'.",
        )
    return tuple(dict.fromkeys(found))


def parts_of(files: Sequence[Path], path: Path) -> list[Part]:
    """Open files that hold parts of one table.

    Parameters
    ----------
    files : sequence of pathlib.Path
        Of one format.
    path : pathlib.Path
        The folder or pattern that named them. Folders below it that are called ``key=value`` give
        a column of text.

    Raises
    ------
    DataError
        If a file is none of its kind, or its columns have other names than those of the first.
    MissingExtraError
        If pyarrow is not installed.
    """
    load("pyarrow", "files", f"reading {path}")
    parts: list[Part] = []
    for file in files:
        part = _parquet(file) if _format(file) == PARQUET else _arrow(file)
        for key, value in keys_of(file, path):
            part = _with_column(part, key, value)
        if parts and set(part.schema.names) != set(parts[0].schema.names):
            raise _other_columns(part, parts[0])
        parts.append(part)
    return parts


def _format(file: Path) -> tuple[str, ...] | None:
    name = file.name.lower()
    return next((ending for ending in (PARQUET, ARROW) if name.endswith(ending)), None)


def _below(folder: Path) -> list[Path]:
    """Return the files in a folder, in order, without what engines leave beside the data."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        kept = [Path(parent, name) for name in names if not name.startswith((".", "_"))]
        found += [file for file in kept if _format(file)]
    return sorted(found)


def keys_of(file: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Yield what the names of folders say, ``key=value``, those below the given one only.

    Parameters
    ----------
    file : pathlib.Path
        A file of Parquet or Arrow.
    path : pathlib.Path
        The file, folder or pattern that named it.
    """
    if file == path:
        return
    fixed = [part for part in path.parts if not any(mark in part for mark in _WILD)]
    for name in file.parts[len(fixed) : -1]:
        key, equals, value = name.partition("=")
        if equals:
            yield unquote(key), unquote(value)


def _with_column(part: Part, key: str, value: str) -> Part:
    pa = load("pyarrow", "files", f"reading {part.path}")
    schema = part.schema.append(pa.field(key, pa.string()))

    def added(table: Any) -> Any:
        return table.append_column(key, pa.repeat(value, table.num_rows))

    def read(names: Names) -> Any:
        if names is None:
            return added(part.read(None))
        table = part.read([name for name in names if name != key])
        return added(table) if key in names else table

    return Part(part.path, schema, lambda rows: added(part.head(rows)), read)


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
    pa = load("pyarrow", "files", f"reading {file}")
    pq = load("pyarrow.parquet", "files", f"reading {file}")
    _require_beginning(file, (b"PAR1",), _PARQUET_EXPECTED)

    def estimator(work: Callable[[Any], Any]) -> Any:
        # Not mapped: a map of a file that is cut short meanwhile ends the process.
        with pq.ParquetFile(file, memory_map=False, page_checksum_verification=True) as source:
            return work(source)

    def first(rows: int, source: Any) -> Any:
        batches = list(islice(source.iter_batches(batch_size=rows), 1))
        return pa.Table.from_batches(batches, source.schema_arrow)

    def whole(names: Names, source: Any) -> Any:
        _require_room(file, source, names)
        return source.read(columns=None if names is None else list(names))

    def table(work: Callable[[Any], Any]) -> Any:
        return _checked(file, _PARQUET_EXPECTED, partial(estimator, work))

    schema = guarded(file, _PARQUET_EXPECTED, lambda: estimator(lambda source: source.schema_arrow))
    return Part(
        file,
        schema,
        lambda rows: table(partial(first, rows)),
        lambda names: table(partial(whole, names)),
    )


def _require_room(file: Path, source: Any, names: Names) -> None:
    """Refuse what unpacks to more than the memory there is, by what the file says of itself."""
    about = source.metadata
    used = range(len(source.schema_arrow)) if names is None else names
    groups = [about.row_group(place) for place in range(about.num_row_groups)]
    packed = sum(group.total_byte_size for group in groups)
    if names is not None and packed > Memory().available():
        # Only then: pyarrow ends the process where what is said of a column is damaged.
        columns = (group.column(n) for group in groups for n in range(group.num_columns))
        packed = sum(c.total_uncompressed_size for c in columns if c.path_in_schema in names)
    # A column of one value takes no room in the file, and a number a row here.
    Memory().require(max(packed, 16.0 * about.num_rows * len(used)), f"{file}, unpacked,")


def _arrow(file: Path) -> Part:
    ipc = load("pyarrow.ipc", "files", f"reading {file}")
    start = _require_beginning(file, (b"ARROW1", _OLD_MARK, _STREAM_MARK), _ARROW_EXPECTED)
    if start.startswith(_OLD_MARK):  # pyarrow ends the process on damaged files of this kind
        raise DataError(
            f"{file} is of version 1 of Feather, which has been given up",
            expected=_ARROW_EXPECTED + " (version 2)",
            do="Convert it once: write_feather(read_table(old), new), both from pyarrow.feather.",
        )

    def whole() -> Any:
        with file.open("rb") as stream:
            if not start.startswith(_STREAM_MARK):
                with ipc.open_file(stream) as reader:
                    places = range(reader.num_record_batches)
                    return _gathered(file, map(reader.get_batch, places), reader.schema)
            with ipc.open_stream(stream) as reader:
                table = _gathered(file, reader, reader.schema)
            # What is cut off between two batches would not be missed.
            stream.seek(-len(_STREAM_END), os.SEEK_END)
            if stream.read() != _STREAM_END:
                raise damaged(file, "it does not end as it should", _ARROW_EXPECTED)
            return table

    table = _checked(file, _ARROW_EXPECTED, whole)

    def read(names: Names) -> Any:
        return table if names is None else table.select(list(names))

    return Part(file, table.schema, lambda rows: table.slice(0, rows), read)


def _gathered(file: Path, batches: Iterable[Any], schema: Any) -> Any:
    """Return batches as a table, unless memory runs short between two."""
    meter, parts = Meter.of(file), []
    for batch in batches:
        parts.append(batch)
        meter.check()
    return load("pyarrow", "files", f"reading {file}").Table.from_batches(parts, schema)


def _checked(file: Path, expected: str, work: Callable[[], Any]) -> Any:
    """Return the table that some work gives; what damaged bytes do to it is a DataError."""

    def whole() -> Any:
        table = work()
        # Lengths and offsets that damaged bytes make wrong would be followed out of the memory.
        table.validate(full=True)
        return table

    return guarded(file, expected, whole)


def _require_beginning(file: Path, marks: tuple[bytes, ...], expected: str) -> bytes:
    with opened(file) as (stream, _):
        start = stream.read(512)
    if not start.startswith(marks):
        raise wrong_content(file, start, expected)
    return start
