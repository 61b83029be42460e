"""Data frames of any library, wide or of triples: as Arrow holds them, through narwhals."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.layout import Layout, taken_for
from symppm.data.options import Options
from symppm.errors import DataError

_MOST_OF_TRIPLES: Final = 8
"""Columns of a frame that may hold triples, others being left out."""


def is_instance(data: object, module: str, name: str) -> bool:
    """Return whether data are of a class of a library, which is loaded if they are."""
    kind = getattr(sys.modules.get(module), name, None)
    return isinstance(kind, type) and isinstance(data, kind)


def is_frame(data: object) -> bool:
    """Return whether data have named columns, as tables and data frames of all libraries do."""
    return hasattr(type(data), "columns")


def wide_frame(data: Any) -> object:
    """Return a frame of numbers as an array, masked where it lacks entries.

    Where all columns are NumPy's and of one type, NaN stays NaN. A frame of sparse columns of
    pandas gives a sparse array.
    """
    if is_instance(data, "pandas", "DataFrame"):
        types = list(data.dtypes)
        if types and all(hasattr(kind, "fill_value") and not kind.fill_value for kind in types):
            return data.sparse.to_coo()
        if len(set(types)) == 1 and isinstance(types[0], np.dtype) and types[0].kind in "biuf":
            return data.to_numpy()
    from symppm.data.columnar import as_array, kind_of  # noqa: PLC0415 - loads pyarrow
    from symppm.data.table import fit, side_by_side  # noqa: PLC0415 - as above

    frame, labels = _frame(data)
    table = _as_arrow(frame)
    for label, field in zip(labels, table.schema, strict=True):
        kind = kind_of(field.type)
        if kind != "number":
            what = field.type if kind == "other" else kind
            raise DataError(
                f"the column {label!r} of the {type(data).__name__} holds {what}",
                expected="numbers in every column: each row is a row of the matrix",
                do="Leave out columns of labels. Of triples (row id, column id, value), name the "
                "three: columns=('user', 'item', 'count').",
            )
    lacking = [column.null_count > 0 for column in table.columns]
    if not any(lacking) and len(set(table.schema.types)) == 1:
        return frame.to_numpy()
    columns = [column.fill_null(0) if column.null_count else column for column in table.columns]
    if not columns:
        return np.empty(frame.shape)
    values, rounded = side_by_side([fit(as_array(column))[0] for column in columns])
    if rounded:
        raise DataError(
            f"a {type(data).__name__} with whole numbers beyond 2^53 beside floats",
            expected="numbers that float64 holds",
            do="Convert or rescale these columns.",
        )
    if not any(lacking):
        return values
    absent = [as_array(column.is_null()).astype(bool) for column in table.columns]
    return np.ma.MaskedArray(values, np.column_stack(absent))


def triples_of(data: Any, options: Options) -> Any | None:
    """Return a frame of row ids, column ids and values as CSR; None if it is taken for a matrix.

    Pairs that it lacks are not stored; ids are numbered in the order of their first appearance.
    """
    if options.columns is None and not 3 <= getattr(data, "shape", (0, 0))[1] <= _MOST_OF_TRIPLES:
        return None
    from symppm.data.columnar import assembled, kind_of  # noqa: PLC0415 - loads pyarrow
    from symppm.data.table import Source  # noqa: PLC0415 - as above

    frame, labels = _frame(data)
    names, path = tuple(map(str, labels)), Path(f"the {type(data).__name__}")
    kinds = [kind_of(field.type) for field in _as_arrow(frame.head(0)).schema]
    triple = taken_for(names, kinds, options, path)
    if triple is None:
        return None
    columns = _as_arrow(frame[:, list(triple)]).columns
    source = Source(path, Layout(len(names), names, triple), options)
    return assembled(dict(zip(triple, columns, strict=True)), source).values


def _as_arrow(frame: Any) -> Any:
    """Return a frame as Arrow holds it."""
    import pyarrow as pa  # noqa: PLC0415 - slow to load

    from symppm.data.columnar import plain  # noqa: PLC0415 - as above

    try:
        # Without an index of pandas.
        return plain(frame.to_arrow().select(list(range(frame.shape[1]))))
    except pa.ArrowException as error:
        raise DataError(
            f"a data frame with a column of several types ({error})",
            expected="numbers, or ids, in each column",
            do="Convert ids to text, as with .astype({'user': str}), and numbers to numbers.",
        ) from error


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
