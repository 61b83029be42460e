"""Data frames of any library, wide or of triples, through narwhals."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import compressed
from symppm.data.layout import Kind, place_of, taken_for
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
    if is_instance(data, "pandas", "DataFrame"):
        types = list(data.dtypes)
        if types and all(hasattr(each, "fill_value") and not each.fill_value for each in types):
            return data.sparse.to_coo()
        if len(set(types)) == 1 and isinstance(types[0], np.dtype) and types[0].kind in "biuf":
            return data.to_numpy()
    return _numbers(*_frame(data), data)


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
    found = taken_for(list(map(str, labels)), kinds, Options(), word, lambda: False)
    return None if found is None else (found[0] + 1, found[1] + 1, found[2] + 1)


def long_frame(data: Any, columns: tuple[Column, Column, Column], duplicates: str) -> Any:
    """Return a frame of row ids, column ids and values as CSR; pairs that it lacks are not stored.

    Ids are numbered in the order of their first appearance.
    """
    from scipy import sparse  # noqa: PLC0415 - slow to load

    word = f"the {type(data).__name__}"
    frame, labels = _frame(data)
    listed = list(map(str, labels))
    at_row, at_column, at_value = (place_of(each, listed, Path(word)) for each in columns)
    values: Any = _numbers(frame[:, [at_value]], [listed[at_value]], data)
    if np.ma.is_masked(values):
        raise DataError(
            f"no value in row {int(values.mask.argmax()) + 1}, {listed[at_value]!r} of {word}",
            expected="a number for every entry",
            do="Write 0 if nothing was counted; leave out an unknown entry, with zeros='missing'.",
        )
    (rows, row_ids), (places, column_ids) = (
        _codes(frame[:, place], f"the ids in column {listed[place]!r} of {word}")
        for place in (at_row, at_column)
    )
    pairs = rows * len(column_ids) + places
    if duplicates == "error" and len(np.unique(pairs)) < len(pairs):
        order = np.argsort(pairs, kind="stable")
        again = int(order[1:][np.diff(pairs[order]) == 0].min())
        raise DataError(
            f"{word} holds {row_ids[rows[again]]!r}, {column_ids[places[again]]!r} more than once",
            expected="each pair of row and column once",
            do="Write duplicates='sum' to add them up, or remove the repetitions.",
        )
    entries = (np.asarray(values).ravel(), (rows, places))
    return compressed(sparse.coo_array(entries, shape=(len(row_ids), len(column_ids))))


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
        data.columns = range(len(labels))
        data = data.astype(plain) if plain else data
    frame = nw.from_native(data, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        raise DataError(
            f"a {type(data).__name__}, which holds no values yet",
            expected="a matrix of numbers in memory",
            do="Collect it; or, of triples, pass ppm.triples(data).",
        )
    return frame, frame.columns if labels is None else labels


def _numbers(frame: Any, labels: list[Any], data: object) -> object:
    """Return the columns of a frame as an array, masked where they lack entries."""
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - loaded already

    types = list(frame.schema.values())
    for label, dtype in zip(labels, types, strict=True):
        if not (dtype.is_numeric() or dtype == nw.Boolean):
            raise DataError(
                f"the column {label!r} of the {type(data).__name__} holds {dtype}",
                expected="numbers in every column: each row is a row of the matrix",
                do="Leave out columns of labels. Of triples (row id, column id, value), name the "
                "three: columns=('user', 'item', 'count').",
            )
    decimals = [name for name, dtype in frame.schema.items() if dtype == nw.Decimal]
    if decimals:
        frame = frame.with_columns(nw.col(*decimals).cast(nw.Float64))
    lacks = [_lacks(each) for each in frame.iter_columns()]
    if not any(lacks) and len(set(types)) == 1:
        return frame.to_numpy()
    series = [
        each.cast(nw.UInt8) if each.dtype == nw.Boolean else each for each in frame.iter_columns()
    ]
    kinds = [each.head(0).to_numpy().dtype for each in series]
    # In memory along the columns, as they came.
    values = np.empty(frame.shape, np.result_type(*kinds) if kinds else np.float64, order="F")
    absent = np.zeros(frame.shape if any(lacks) else (0, 0), bool, order="F")
    for place, (each, some_lack) in enumerate(zip(series, lacks, strict=True)):
        if some_lack:
            absent[:, place] = each.is_null().to_numpy()
        values[:, place] = (each.fill_null(0) if some_lack else each).to_numpy()
    return np.ma.MaskedArray(values, absent) if any(lacks) else values


def _lacks(series: Any) -> bool:
    """Return whether a column lacks values; NaN of NumPy, which narwhals counts too, is a value."""
    native = getattr(series.to_native(), "dtype", None)
    return not isinstance(native, np.dtype) and series.null_count() > 0


def _codes(ids: Any, word: str) -> tuple[NDArray[np.int64], list[Any]]:
    """Return numbers from 0 for ids, and each id once."""
    if ids.dtype.is_float() or ids.null_count():
        lacking = f", {ids.null_count()} of them missing" if ids.null_count() else ""
        raise DataError(
            f"{word} are {ids.dtype}{lacking}",
            expected="an id for every entry that is text or a whole number",
            do="Convert the column, or remove entries without ids: pandas makes integers floats "
            "where some are missing.",
        )
    codes: dict[Any, int] = {}
    numbers = [codes.setdefault(each, len(codes)) for each in ids.to_list()]
    return np.asarray(numbers, np.int64), list(codes)
