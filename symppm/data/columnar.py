"""Tables with typed columns, as Arrow holds them: Parquet, Arrow and Feather files, data frames."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from pyarrow import ipc
from pyarrow import parquet as pq

from symppm.data.files import PARQUET, below, columnar_files, require_beginning, require_memory
from symppm.data.forms import is_instance, of_series
from symppm.data.layout import Layout, kind_of, no_matrix, no_numbers, taken_for
from symppm.data.numbers import NO_NUMBER, is_number, is_written_number, shorten
from symppm.data.options import Options
from symppm.data.table import Array, Ids, Notes, Source, Table, fit, no_id, side_by_side
from symppm.errors import DataError

_LOG: Final = logging.getLogger(__name__)
_EXPECTED: Final = "a whole Parquet, Arrow or Feather file (version 2)"
_STREAM: Final = b"\xff\xff\xff\xff"
_UNNAMED: Final = "__index_level_"
"""How pandas begins the name of an index that has none."""
_HEAD: Final = 1000
_MOST_OF_TRIPLES: Final = 8
"""Columns of a data frame that may hold triples, others being left out."""


def looked_into(files: Sequence[Path], path: Path) -> Any:
    """Return the first rows of files that hold one table, having seen that they can."""
    heads = [_read(file, path, head=True) for file in files]
    names = heads[0].column_names
    for file, head in zip(files, heads, strict=True):
        if odd := sorted(set(names) ^ set(head.column_names)):
            given = f"{'no' if odd[0] in names else 'a further'} column {odd[0]!r}"
        elif len(set(names)) < len(names):
            twice = [name for name in names if names.count(name) > 1]
            given = f"two columns {twice[0]!r}"
        else:
            continue
        raise DataError(
            f"{file} has {given}",
            expected="columns of different names, the same in all files of a table",
            do="Rename columns, or name the files that belong together with a pattern such as "
            "'folder/*.parquet'.",
        )
    try:
        return pa.concat_tables(heads, promote_options="permissive")
    except pa.ArrowException as error:  # numbers and text do not mix
        raise DataError(
            f"{path} holds files of different types ({error})",
            expected="types that fit together in all files of a table",
            do="Write the files again with the same types.",
        ) from error


def typed_layout(head: Any, options: Options, path: Path) -> Layout:
    """Return how a table is laid out, by its first rows; an index of pandas comes first."""
    names, kinds = head.column_names, [kind_of(field.type) for field in head.schema]
    index_names = (head.schema.pandas_metadata or {}).get("index_columns", ())
    index = [names.index(name) for name in index_names if isinstance(name, str) and name in names]
    levels = [place for place in index if not names[place].startswith(_UNNAMED)]
    others = [place for place in range(len(names)) if place not in index]
    order = levels + others if options.columns is None else list(range(len(names)))
    rows = partial(_texts, head.select(order))
    if len(levels) == 2 and not options.columns and [kinds[n] for n in order[2:]] == ["number"]:
        triple = None if options.matrix else (0, 1, 2)
    else:
        ordered, types = [names[place] for place in order], [kinds[place] for place in order]
        triple = taken_for(ordered, types, options, path, rows)
    if triple is not None:
        row, column, value = (order[place] for place in triple)
        return Layout(len(names), tuple(names), (row, column, value))
    labels = tuple(range(options.label_columns or 0))
    if options.label_columns is None:
        texts = [*(kinds[place] == "text" for place in others), False]
        labels = (*index, *others[: texts.index(False)])
    if len(labels) >= len(names):
        raise no_numbers(path, len(names))
    return Layout(len(names), tuple(names), None, labels)


def _texts(table: Any) -> list[list[str]]:
    records = table.to_pylist()
    return [["" if cell is None else str(cell) for cell in row.values()] for row in records]


def read_columnar(path: Path, options: Options) -> Table:
    """Read triples or a matrix from files with typed columns, which a path names."""
    files = columnar_files(path)
    head = looked_into(files, path)
    layout = typed_layout(head, options, path)
    used = layout.triple or tuple(range(layout.width))
    names = [head.column_names[place] for place in used]
    tables = [_read(file, path, names) for file in files]
    table = pa.concat_tables(tables, promote_options="permissive")
    return assembled(dict(zip(used, table.columns, strict=True)), Source(path, layout, options))


def assembled(columns: dict[int, Any], source: Source) -> Table:
    """Return triples or a matrix from the columns, by place, that a layout uses."""
    if not any(map(len, columns.values())):
        raise DataError(
            f"{source.path} has columns and no rows",
            expected="at least one row of data",
            do="Check how the table was made.",
        )
    if source.layout.triple is not None:
        row, column, value = source.layout.triple
        ids = [_ids(columns[place], place, source) for place in (row, column)]
        return source.triples(ids, *_numbers(columns[value], value, source))
    labels = []
    for place in source.layout.labels:
        _refuse_null(columns[place], place, source, "a label", "Write a label for every row.")
        labels.append(list(map(str, columns.pop(place).to_pylist())))
    numbers = [_numbers(column, place, source) for place, column in columns.items()]
    values, rounded = _masked(columns.values(), [values for values, _ in numbers])
    notes = dict.fromkeys(note for _, column_notes in numbers for note in column_notes)
    return source.matrix(labels, values, (*notes, *rounded))


def _masked(columns: Collection[Any], numbers: Sequence[Array]) -> tuple[Array, Notes]:
    """Return a matrix of the numbers in columns, masked where these are null, and notes."""
    values, notes = side_by_side(numbers)
    if not any(column.null_count for column in columns):
        return values, notes
    absent = [as_array(column.is_null()).astype(bool) for column in columns]
    return np.ma.MaskedArray(values, np.column_stack(absent)), notes


def plain(table: Any) -> Any:
    """Return a table without codes of dictionaries."""
    coded = (pa.types.is_dictionary, pa.types.is_run_end_encoded)
    fields = [
        field.with_type(field.type.value_type) if any(x(field.type) for x in coded) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields, table.schema.metadata))


def as_array(column: Any) -> Array:
    """Return numbers of Arrow as an array, zero where one is null; bools as zeros and ones."""
    if pa.types.is_decimal(column.type):
        try:
            column = column.cast(pa.int64())
        except pa.ArrowInvalid:  # it has digits behind the point, or more than fit
            column = column.cast(pa.float64())
    if pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    # Arrow's own fill_null and to_numpy load pandas, where it is installed, for half a second.
    if column.null_count:
        column = column.fill_null(0)
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return np.concatenate([np.from_dlpack(chunk) for chunk in chunks] or [np.empty(0)])


def _read(file: Path, path: Path, names: Sequence[str] | None = None, *, head: bool = False) -> Any:
    """Return named columns (None: all) of a file, and of ``key=value`` in the names of folders."""
    pairs = (name.partition("=") for name in below(file, path)[:-1])
    keys = {unquote(key): unquote(value) for key, equals, value in pairs if equals}
    parquet = file.name.lower().endswith(PARQUET)
    # Not version 1 of Feather (FEA1): pyarrow ends the process on damaged files of this kind.
    beginning = require_beginning(file, (b"PAR1",) if parquet else (b"ARROW1", _STREAM), _EXPECTED)
    stored = None if names is None else [name for name in names if name not in keys]
    with file.open("rb") as stream:
        if parquet:
            table = _parquet(stream, stored, head)
        else:
            table = _arrow(stream, beginning.startswith(_STREAM))
        table = table.slice(0, _HEAD) if head else table
        # Lengths and offsets that damaged bytes make wrong would be followed out of the memory.
        table.validate(full=True)
    for key, value in keys.items():
        table = table.append_column(key, pa.repeat(value, table.num_rows))
    return plain(table if names is None else table.select(list(names)))


def _parquet(stream: Any, names: list[str] | None, head: bool) -> Any:
    with pq.ParquetFile(stream, page_checksum_verification=True) as source:
        if head:
            batches = islice(source.iter_batches(batch_size=_HEAD), 1)
            return pa.Table.from_batches(batches, source.schema_arrow)
        metadata = source.metadata
        # A column of one value takes no room in the file, and a number a row here.
        declared = 16.0 * metadata.num_rows * len(source.schema_arrow if names is None else names)
        require_memory(declared, f"{stream.name}, unpacked,")
        return source.read(columns=names)


def _arrow(stream: Any, streamed: bool) -> Any:
    with ipc.open_stream(stream) if streamed else ipc.open_file(stream) as reader:
        table = reader.read_all()
    if streamed:  # what is cut off between two batches would not be missed
        stream.seek(-8, os.SEEK_END)
        if stream.read() != _STREAM + bytes(4):
            raise EOFError("it does not end as it should")
    return table


def _refuse_null(column: Any, place: int, source: Source, expected: str, do: str) -> None:
    if column.null_count:
        row = column.is_null().index(True).as_py()
        raise DataError(f"{source.place(row, place)} is null", expected=expected, do=do)


def _ids(column: Any, place: int, source: Source) -> Ids:
    """Return ids as text, in order of first appearance."""
    if column.null_count:
        raise no_id(f"{source.place(column.is_null().index(True).as_py(), place)} is null")
    floats = pa.types.is_floating(column.type) or pa.types.is_decimal(column.type)
    with suppress(pa.ArrowException):  # raised of lists and the like, and by bytes of no text
        coded = column.dictionary_encode().combine_chunks()
        names = [] if floats else coded.dictionary.cast(pa.large_string()).to_pylist()
        if "" in names:
            row = int(np.argmax(as_array(coded.indices) == names.index("")))
            raise no_id(f"{source.place(row, place)} is empty")
        if not floats:
            return as_array(coded.indices), names
    raise DataError(
        f"{source.place(0, place)} is {column[0]}, and the column holds {column.type}",
        expected="ids that are text or integers",
        do="Name other columns with --columns (columns=), or write the ids as integers: a column "
        "of integers becomes floats where entries are missing.",
    )


def _numbers(column: Any, place: int, source: Source) -> tuple[Array, Notes]:
    """Return numbers as int64 or float64, zero where one is missing, and notes."""
    if source.options.blanks == "error":
        _refuse_null(column, place, source, "a number", NO_NUMBER)
    if kind_of(column.type) != "number":
        given = f"{source.place(0, place)} is {shorten(str(column[0]))}, and the column holds "
        raise no_matrix(f"{given}{column.type}", [source.layout.place(place)])
    return fit(as_array(column))


def triples_of(data: Any, options: Options) -> Table | None:
    """Return a data frame of triples as a sparse matrix; None if it is taken for a matrix."""
    if options.columns is None and not 3 <= getattr(data, "shape", (0, 0))[1] <= _MOST_OF_TRIPLES:
        return None
    frame, labels = _frame(data)
    names, path = tuple(map(str, labels)), Path(f"the {type(data).__name__}")
    head = _as_arrow(frame.head(_HEAD))
    kinds = [kind_of(kind) for kind in head.schema.types]
    triple = taken_for(names, kinds, options, path)
    if triple is None:
        alike = taken_for(names, kinds, options, path, partial(_texts, head))
        if alike is not None:
            row, column, value = (names[place] for place in alike)
            _LOG.warning(
                "%s is taken for a matrix (%s x %s), and looks like triples; if rows are %s, "
                "columns are %s and values are %s, pass columns=%r",
                path, *data.shape, row, column, value, (row, column, value),
            )  # fmt: skip
        return None
    columns = _as_arrow(frame[:, list(triple)]).columns
    source = Source(path, Layout(len(names), names, triple), options)
    return assembled(dict(zip(triple, columns, strict=True)), source)


def wide_frame(data: Any) -> object:
    """Return a data frame of numbers as an array, masked where it lacks entries, or sparse."""
    if is_instance(data, "pandas", "DataFrame"):
        types = list(data.dtypes)
        if types and all(hasattr(kind, "fill_value") and not kind.fill_value for kind in types):
            return data.sparse.to_coo()
        if len(types) == 1:
            of_series(data.iloc[:, 0])
        if len(set(types)) == 1 and isinstance(types[0], np.dtype) and types[0].kind in "biuf":
            values = data.to_numpy()
            # What pandas lacks is NaN.
            blank = np.isnan(values) if types[0].kind == "f" else np.zeros(0, bool)
            return np.ma.MaskedArray(values, blank) if blank.any() else values
    frame, labels = _frame(data)
    table = _as_arrow(frame)
    for place, (label, kind) in enumerate(zip(labels, table.schema.types, strict=True)):
        if (holds := kind_of(kind)) != "number":
            text = "" if holds == "other" else table.column(place).drop_null()[:1].to_pylist()
            do = "Leave out columns of labels."
            if is_instance(data, "pandas", "DataFrame"):
                do = _in_pandas(label, str(*text))
            raise DataError(
                f"the column {label!r} of the {type(data).__name__} holds "
                f"{kind if holds == 'other' else holds}",
                expected="numbers in every column: each row is a row of the matrix",
                do=f"{do} Of triples, name row id, column id and value, as in columns=('user', "
                "'item', 'count').",
            )
    if not any(column.null_count for column in table.columns) and len(set(table.schema.types)) <= 1:
        return frame.to_numpy() if labels else np.empty(frame.shape)
    values, rounded = _masked(table.columns, [fit(as_array(column))[0] for column in table.columns])
    if rounded:
        raise DataError(
            f"a {type(data).__name__} with whole numbers beyond 2^53 beside floats",
            expected="numbers that float64 holds",
            do="Convert or rescale these columns.",
        )
    return values


def _in_pandas(label: object, first: str) -> str:
    """Say what to do about a column of text that begins so, in pandas' words."""
    if is_number(first):
        return "Convert numbers that are text with .astype(float)."
    if is_written_number(first):
        return (
            "Numbers have decimal commas or separators: say so where the text is read, as in "
            "pandas.read_csv(path, decimal=',', thousands='.')."
        )
    return (
        f"If it labels rows, make it the index with .set_index({label!r}); else leave it out with "
        f".drop(columns={label!r}), or all such with .select_dtypes('number')."
    )


def _frame(data: Any) -> tuple[Any, list[Any]]:
    """Return a frame as narwhals holds it, without copying, and the names of its columns."""
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - slow to load

    labels = None
    if is_instance(data, "pyarrow", "RecordBatch"):
        data = sys.modules["pyarrow"].Table.from_batches([data])
    elif is_instance(data, "pandas", "DataFrame"):
        # Names of columns may be anything, and the same twice.
        labels = list(data.columns)
        dense = {str(n): t.subtype for n, t in enumerate(data.dtypes) if hasattr(t, "fill_value")}
        data = data.copy(deep=False)
        data.columns = list(map(str, range(len(labels))))
        data = data.astype(dense) if dense else data
    frame = nw.from_native(data, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        raise DataError(
            f"a {type(data).__name__}, which holds no values yet",
            expected="a matrix of numbers in memory",
            do="Collect it; or, of triples, pass ppm.triples(data).",
        )
    return frame, frame.columns if labels is None else labels


def _as_arrow(frame: Any) -> Any:
    """Return a frame of narwhals as Arrow holds it, without an index of pandas."""
    try:
        return plain(frame.to_arrow().select(list(range(frame.shape[1]))))
    except pa.ArrowException as error:
        raise DataError(
            f"a data frame with a column of several types ({error.args[0]})",
            expected="numbers, or ids, in each column",
            do="Convert ids to text, as with .astype({'user': str}), and numbers to numbers.",
        ) from error
