"""Data frames of any library, wide or of triples, through narwhals."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.layout import Kind, Layout, place_of, taken_for
from symppm.data.options import Column, Options
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
    """Return a frame of numbers as an array, masked where it lacks entries; NumPy's NaN stays NaN.

    A frame of sparse columns of pandas gives a sparse array.
    """
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - slow to load

    if is_instance(data, "pandas", "DataFrame"):
        types = list(data.dtypes)
        if types and all(hasattr(kind, "fill_value") and not kind.fill_value for kind in types):
            return data.sparse.to_coo()
        if len(set(types)) == 1 and isinstance(types[0], np.dtype) and types[0].kind in "biuf":
            return data.to_numpy()
    frame, labels = _frame(data)
    for label, kind in zip(labels, frame.schema.values(), strict=True):
        if not (kind.is_numeric() or kind == nw.Boolean):
            raise DataError(
                f"the column {label!r} of the {type(data).__name__} holds {kind}",
                expected="numbers in every column: each row is a row of the matrix",
                do="Leave out columns of labels. Of triples (row id, column id, value), name the "
                "three: columns=('user', 'item', 'count').",
            )
    decimals = [name for name, kind in frame.schema.items() if kind == nw.Decimal]
    frame = frame.with_columns(nw.col(*decimals).cast(nw.Float64)) if decimals else frame
    columns = list(frame.iter_columns())
    absent = [column.is_null().to_numpy() if _lacks(column) else False for column in columns]
    if not any(map(np.any, absent)) and len(set(frame.schema.values())) == 1:
        return frame.to_numpy()
    columns = [c.cast(nw.UInt8) if c.dtype == nw.Boolean else c for c in columns]
    types = [column.head(0).to_numpy().dtype for column in columns]
    # In memory along the columns, as they came.
    values = np.empty(frame.shape, np.result_type(*types) if types else np.float64, order="F")
    mask = np.zeros(frame.shape, bool, order="F")
    for place, (column, lacking) in enumerate(zip(columns, absent, strict=True)):
        mask[:, place] = lacking
        values[:, place] = (column.fill_null(0) if np.any(lacking) else column).to_numpy()
    return np.ma.MaskedArray(values, mask) if mask.any() else values


def _lacks(column: Any) -> bool:
    """Return whether a column lacks values; NaN of NumPy, which narwhals counts too, is a value."""
    native = getattr(column.to_native(), "dtype", None)
    return not isinstance(native, np.dtype) and column.null_count() > 0


def triple_of(data: Any) -> tuple[Column, Column, Column] | None:
    """Return where a frame has row ids, column ids and values, by the rule for files."""
    if not 3 <= getattr(data, "shape", (0, 0))[1] <= _MOST_OF_TRIPLES:
        return None
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - slow to load

    frame, labels = _frame(data)
    kinds: list[Kind] = [
        "text" if kind in (nw.String, nw.Categorical, nw.Enum) else
        "integer" if kind.is_integer() else
        "number" if kind.is_numeric() else "other"
        for kind in frame.schema.values()
    ]  # fmt: skip
    word = Path(f"the {type(data).__name__}")
    triple = taken_for(list(map(str, labels)), kinds, Options(), word)
    return None if triple is None else (triple[0] + 1, triple[1] + 1, triple[2] + 1)


def long_frame(data: Any, columns: tuple[Column, Column, Column], duplicates: str) -> Any:
    """Return a frame of row ids, column ids and values as CSR; pairs that it lacks are not stored.

    Ids are numbered in the order of their first appearance.
    """
    from symppm.data.assembly import Source  # noqa: PLC0415
    from symppm.data.columnar import assembled  # noqa: PLC0415 - loads pyarrow

    path = Path(f"the {type(data).__name__}")
    frame, labels = _frame(data)
    names = tuple(map(str, labels))
    row, column, value = (place_of(told, names, path) for told in columns)
    layout = Layout(len(names), names, (row, column, value))
    source = Source(
        path, layout, Options(columns=columns, duplicates=duplicates),
        lambda rows: [f"{row + 1:,}" for row in rows],
    )  # fmt: skip
    used = {place: _as_arrow(frame[:, [place]]) for place in (row, column, value)}
    return assembled(used, source).values


def _as_arrow(column: Any) -> Any:
    """Return a frame of one column as Arrow holds it; objects of different kinds are texts."""
    import pyarrow as pa  # noqa: PLC0415 - slow to load

    try:
        return column.to_arrow().column(0)
    except pa.ArrowException:
        column = column[:, 0]
        pairs = zip(column.to_list(), column.is_null().to_list(), strict=True)
        return pa.chunked_array([[None if absent else str(value) for value, absent in pairs]])


def _frame(data: Any) -> tuple[Any, list[Any]]:
    """Return a frame as narwhals holds it, without copying, and the names of its columns."""
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - slow to load

    labels = None
    if is_instance(data, "pyarrow", "RecordBatch"):
        data = sys.modules["pyarrow"].Table.from_batches([data])
    elif is_instance(data, "pandas", "DataFrame"):
        # Names of columns may be anything, and the same twice.
        labels = list(data.columns)
        plain = {n: t.subtype for n, t in enumerate(data.dtypes) if hasattr(t, "fill_value")}
        data = data.copy(deep=False)
        data.columns = list(map(str, range(len(labels))))
        data = data.astype({str(n): kind for n, kind in plain.items()}) if plain else data
    frame = nw.from_native(data, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        raise DataError(
            f"a {type(data).__name__}, which holds no values yet",
            expected="a matrix of numbers in memory",
            do="Collect it; or, of triples, pass ppm.triples(data).",
        )
    return frame, frame.columns if labels is None else labels
