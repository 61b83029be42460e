"""Tables of typed columns (Parquet, Arrow) into a matrix, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.memory import Memory
from symppm.measure.reading.columnar import Part, parts_of
from symppm.measure.reading.fields import Choice, choose, kind_of
from symppm.measure.reading.matrix import row_labels
from symppm.measure.reading.numbers import amount, fit, shorten
from symppm.measure.reading.options import Options
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.table import Array, Table
from symppm.measure.reading.triples import alike


def read_columnar(files: Sequence[Path], path: Path, options: Options) -> Table:
    """Read triples or a matrix from files with typed columns.

    Parameters
    ----------
    files : sequence of pathlib.Path
        Parquet, or Arrow, in order.
    path : pathlib.Path
        The file, folder or pattern that named them.
    options : Options
        What the caller says about the layout.

    Raises
    ------
    DataError
        If a file is damaged, an id is missing or no text or integer, a value is missing or no
        number, or a pair is repeated.
    MissingExtraError
        If pyarrow is not installed.
    """
    pa = load("pyarrow", "files", f"reading {path}")
    parts = parts_of(files, path)
    schema = parts[0].schema
    choice = layout_of(parts, options, path)
    used = choice.triple if choice.layout == "triples" else range(len(schema))
    columns = _Columns(pa, parts, [int(place) for place in used])
    if not columns.rows:
        raise DataError(
            f"{path} has columns and no rows",
            expected="at least one row of data",
            do="Check how the file was written.",
        )
    if choice.layout == "triples":
        return _triples(columns, choice, options, path)
    return _matrix(columns, choice, options, path)


def layout_of(parts: Sequence[Part], options: Options, path: Path) -> Choice:
    """Return how the table is laid out of which some files are parts.

    Parameters
    ----------
    parts : sequence of Part
        The files, of which the first is looked at.
    options, path
        As for :func:`read_columnar`.

    Raises
    ------
    DataError
        If the options do not fit the table, or no choice of columns stands out.
    """
    pa = load("pyarrow", "files", f"reading {path}")
    schema = parts[0].schema
    kinds = [kind_of(pa, field.type) for field in schema]
    return choose(schema, kinds, options, path, lambda rows: _as_text(parts[0].head(rows)))


def plain_type(pa: Any, kind: Any) -> Any:
    """Return the type of the values of a column that may be coded by a dictionary."""
    return kind.value_type if _is_coded(pa, kind) else kind


class _Columns:
    """Some columns of all parts, with names for places in them."""

    def __init__(self, pa: Any, parts: Sequence[Part], places: Sequence[int]) -> None:
        names = parts[0].schema.names
        self.pa = pa
        self.names = {place: str(names[place]) for place in places}
        self.unused = len(names) - len(places)
        self._parts = parts
        # By name where it can be: the parts may have their columns in different orders.
        by_name = len(set(names)) == len(names)
        tables = [part.read([names[n] for n in places] if by_name else None) for part in parts]
        self._starts = [0, *accumulate(table.num_rows for table in tables)]
        self.rows = self._starts[-1]
        self._chunks = {
            place: [table.column(names[place] if by_name else place) for table in tables]
            for place in places
        }

    def place(self, row: int, column: int) -> str:
        """Name the file, the row and the column, from 1."""
        path, number = self._found(row)
        return f"{path}, row {number:,}, {self.named(column)}"

    def row(self, row: int) -> str:
        """Name a row by its number, from 1, and its file where there are several."""
        path, number = self._found(row)
        return f"{number:,}" if len(self._parts) == 1 else f"{number:,} of {path}"

    def _found(self, row: int) -> tuple[Path, int]:
        part = int(np.searchsorted(self._starts, row, side="right")) - 1
        return self._parts[part].path, row - self._starts[part] + 1

    def named(self, column: int) -> str:
        """Name a column by its position, from 1, and its name."""
        return f"column {column + 1} ({shorten(self.names[column])})"

    def whole(self, column: int, expected: str, do: str) -> Any:
        """Return a column of all parts as one array of Arrow, without dictionaries or gaps."""
        plain = []
        for chunks in self._chunks.pop(column):
            Memory().require(16.0 * len(chunks), self.named(column))
            kind = plain_type(self.pa, chunks.type)
            plain.append(chunks if kind == chunks.type else chunks.cast(kind))
        kinds = list(dict.fromkeys(each.type for each in plain))
        if len(kinds) > 1:
            plain = self._alike(column, plain, kinds)
        array = self.pa.chunked_array([c for each in plain for c in each.chunks], plain[0].type)
        if array.null_count:
            row = array.is_null().index(True).as_py()
            raise DataError(f"{self.place(row, column)} is null", expected=expected, do=do)
        return array

    def _alike(self, column: int, plain: list[Any], kinds: list[Any]) -> list[Any]:
        """Return the parts of a column in one type; numbers and text do not become each other."""
        schemas = [self.pa.schema([("column", kind)]) for kind in kinds]
        try:
            kind = self.pa.unify_schemas(schemas, promote_options="permissive").field(0).type
            return [each.cast(kind) for each in plain]
        except self.pa.ArrowException as error:
            first, other = self._parts[0], self._parts[_first_other(plain)]
            raise DataError(
                f"{self.named(column)} holds {kinds[1]} in {other.path}",
                expected=f"{kinds[0]}, as in {first.path}",
                do="Write the files again with the same types.",
            ) from error


def _first_other(plain: list[Any]) -> int:
    return next(n for n, each in enumerate(plain) if each.type != plain[0].type)


def _is_coded(pa: Any, kind: Any) -> bool:
    return bool(pa.types.is_dictionary(kind) or pa.types.is_run_end_encoded(kind))


def _as_text(table: Any) -> list[list[str]]:
    columns = [
        ["" if value is None else str(value) for value in column.to_pylist()]
        for column in table.columns
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _triples(columns: _Columns, choice: Choice, options: Options, path: Path) -> Table:
    at_row, at_column, at_value = choice.triple
    rows, row_ids = _ids(columns, at_row)
    places, column_ids = _ids(columns, at_column)
    numbers, number_notes = _numbers(columns, at_value)

    def describe(row: int, column: int, entries: list[int]) -> str:
        listed = [columns.row(entry) for entry in entries]
        return (
            f"{shorten(row_ids[row])}, {shorten(column_ids[column])} "
            f"in rows {', '.join(listed[:-1])} and {listed[-1]}"
        )

    matrix, sum_notes = to_csr(
        rows,
        places,
        numbers,
        shape=(len(row_ids), len(column_ids)),
        duplicates=options.duplicates,
        path=path,
        describe=describe,
    )
    notes: tuple[str, ...] = ()
    if options.columns is None:
        used = [columns.names[place] for place in choice.triple]
        notes = (
            f"read as triples ({amount(len(numbers), 'entry', 'entries')}, {matrix.shape[0]:,} x "
            f"{matrix.shape[1]:,}): rows are {used[0]}, columns are {used[1]}, values are {used[2]}"
            + (f", {amount(columns.unused, 'further column')} unused" if columns.unused else "")
            + "; if that is wrong, use "
            + ("" if options.layout else "--layout matrix (each line is a row of the matrix) or ")
            + "--columns",
        )
    notes += alike("row", row_ids) + alike("column", column_ids)
    return Table(matrix, row_ids, column_ids, notes + number_notes + sum_notes, path)


def _ids(columns: _Columns, column: int) -> tuple[Array, tuple[str, ...]]:
    """Return numbers from 0 for the ids of a column, in order of first appearance, and the ids."""
    pa = columns.pa
    remedy = "Give the entry an id or leave it out; see --columns (columns=) for other columns."
    array = columns.whole(column, "an id", remedy)
    kind = kind_of(pa, array.type)
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
                f"{columns.named(column)} holds bytes that are not UTF-8",
                expected="ids that are text or integers",
                do="Write the ids as text.",
            ) from error
    coded = array.dictionary_encode().combine_chunks()
    labels = tuple(map(str, coded.dictionary.to_pylist()))
    codes = arrow_values(pa, coded.indices)
    if "" in labels:
        row = int(np.argmax(codes == labels.index("")))
        raise DataError(f"{columns.place(row, column)} is empty", expected="an id", do=remedy)
    return codes, labels


def _numbers(columns: _Columns, column: int) -> tuple[Array, tuple[str, ...]]:
    """Return a column of numbers as int64 or float64, and notes."""
    pa = columns.pa
    array = columns.whole(
        column,
        "a number",
        "Write 0 if nothing was counted; leave out an unknown entry by listing the others as "
        "triples, with --zeros missing (zeros='missing').",
    )
    if kind_of(pa, array.type) not in ("integer", "number"):
        raise DataError(
            f"{columns.place(0, column)} is {shorten(str(array[0]))}, and the column holds "
            f"{array.type}",
            expected="numbers",
            do="Say what the columns are: --columns for triples, --label-columns for a matrix "
            "(columns=, label_columns=), or write the numbers as numbers.",
        )
    if pa.types.is_decimal(array.type):
        array = _plain_decimals(pa, array)
    return fit(arrow_values(pa, array))


def _plain_decimals(pa: Any, array: Any) -> Any:
    try:
        return array.cast(pa.int64())
    except pa.ArrowInvalid:  # it has digits behind the point, or more than fit
        return array.cast(pa.float64())


def _matrix(columns: _Columns, choice: Choice, options: Options, path: Path) -> Table:
    held = [place for place in columns.names if place not in choice.labels]
    labels = [_labels(columns, place) for place in choice.labels]
    found = [_numbers(columns, place) for place in held]
    kind = np.result_type(*(numbers.dtype for numbers, _ in found))
    values = np.empty((columns.rows, len(held)), kind)
    for place, (numbers, _) in enumerate(found):
        values[:, place] = numbers
    notes: tuple[str, ...] = ()
    if options.label_columns is None:
        named = [shorten(columns.names[place]) for place in choice.labels]
        count = (
            amount(len(named), "column of labels", "columns of labels") if named else "no labels"
        )
        hint = "" if options.layout else "--layout triples (each row is one entry) or "
        notes = (
            f"read as a {'labelled ' if named else ''}matrix ({values.shape[0]:,} x "
            f"{values.shape[1]:,}): {count}{' (' + ', '.join(named) + ')' if named else ''}; if "
            f"that is wrong, use {hint}--label-columns",
        )
    notes += tuple(dict.fromkeys(note for _, each in found for note in each))
    names, label_notes = row_labels(list(zip(*labels, strict=True)))
    return Table(values, names, tuple(columns.names[n] for n in held), notes + label_notes, path)


def _labels(columns: _Columns, column: int) -> list[str]:
    array = columns.whole(column, "a label", "Write a label for every row.")
    return [str(value) for value in array.to_pylist()]


def arrow_values(pa: Any, column: Any) -> Array:
    """Return numbers of Arrow as an array; bools as zeros and ones.

    Parameters
    ----------
    pa : module
        pyarrow.
    column : pyarrow.Array or ChunkedArray
        Without nulls.
    """
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    if not chunks:
        return np.empty(0, column.type.to_pandas_dtype())
    # Arrow's own to_numpy loads pandas, where it is installed, for half a second.
    parts = [np.from_dlpack(chunk) for chunk in chunks]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
