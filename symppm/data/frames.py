"""Data frames of any library, wide or of triples, through narwhals."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.data.sparse import compressed
from symppm.errors import DataError, did_you_mean


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
    if not is_instance(data, "pandas", "DataFrame"):
        frame = _frame(data)
        return _numbers(frame, frame.columns, data)
    types = list(data.dtypes)
    filled = {n: each for n, each in enumerate(types) if hasattr(each, "fill_value")}
    if len(filled) == len(types) > 0 and not any(each.fill_value for each in types):
        return data.sparse.to_coo()
    if len(set(types)) == 1 and isinstance(types[0], np.dtype) and types[0].kind in "biuf":
        return data.to_numpy()
    # Shares the values; names of columns may be anything, and the same twice.
    plain = data.copy(deep=False)
    plain.columns = range(len(types))
    if filled:
        plain = plain.astype({n: each.subtype for n, each in filled.items()})
    return _numbers(_frame(plain), list(data.columns), data)


def long_frame(data: Any, columns: Sequence[str | int], duplicates: str) -> Any:
    """Return a frame of row ids, column ids and values as CSR; pairs that it lacks are not stored.

    Ids are numbered in the order of their first appearance.
    """
    from scipy import sparse  # noqa: PLC0415 - slow to load

    if duplicates not in ("error", "sum"):
        raise DataError(
            f"duplicates={duplicates!r} for a data frame",
            expected="'error' or 'sum'; 'unchecked' is for triples that an engine sums",
            do="Leave it out, or write engine='duckdb'.",
        )
    frame = _frame(data)
    row, column, value = _names(frame.columns, columns, data)
    values: Any = _numbers(frame.select(value), [value], data)
    if np.ma.is_masked(values):
        entry = int(np.ma.getmaskarray(values).argmax())
        raise DataError(
            f"no value in row {entry + 1}, column {value!r} of the {type(data).__name__}",
            expected="a number for every entry",
            do="Write 0 if nothing was counted; leave out an unknown entry, with zeros='missing'.",
        )
    (rows, row_ids), (places, column_ids) = (_codes(frame[name], name) for name in (row, column))
    shape = len(row_ids), len(column_ids)
    if duplicates == "error":
        pairs = rows * shape[1] + places
        order = np.argsort(pairs, kind="stable")
        again = np.flatnonzero(np.diff(pairs[order]) == 0)
        if again.size:
            first = int(order[again].min())
            raise DataError(
                f"{row} {row_ids[rows[first]]!r} and {column} {column_ids[places[first]]!r} more "
                "than once",
                expected="each pair of row and column once",
                do="Write duplicates='sum' to add them up, or remove the repetitions.",
            )
    return compressed(sparse.coo_array((np.asarray(values).ravel(), (rows, places)), shape=shape))


def _frame(data: Any) -> Any:
    """Return a data frame as narwhals holds it, without copying; refuse one to be computed yet."""
    import narwhals.stable.v2 as nw  # noqa: PLC0415 - slow to load

    if is_instance(data, "pyarrow", "RecordBatch"):
        data = sys.modules["pyarrow"].Table.from_batches([data])
    frame = nw.from_native(data, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        raise DataError(
            f"a {type(data).__name__}, which holds no values yet",
            expected="a matrix of numbers in memory",
            do="Collect it; or, of triples, pass ppm.triples(data).",
        )
    return frame


def _numbers(frame: Any, labels: Sequence[Any], data: object) -> object:
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
    booleans = [name for name, dtype in frame.schema.items() if dtype == nw.Boolean]
    if booleans:
        frame = frame.with_columns(nw.col(*booleans).cast(nw.UInt8))
    series = list(frame.iter_columns())
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


def _names(listed: Sequence[Any], columns: Sequence[str | int], data: object) -> list[Any]:
    """Return the names of three columns, that are given by name or by position from 1."""
    if isinstance(columns, str) or len(set(columns)) != 3 or len(columns) != 3:
        raise DataError(
            f"columns={columns!r}",
            expected="three different columns: row id, column id, value",
            do="Write columns=('user', 'item', 'count').",
        )
    names = []
    for each in columns:
        if each in listed:
            names.append(each)
        elif isinstance(each, int) and 1 <= each <= len(listed):
            names.append(listed[each - 1])
        else:
            raise DataError(
                f"column {each!r} of a {type(data).__name__}",
                expected="a column of it, by name or by position from 1",
                do=did_you_mean(str(each), map(str, listed)),
            )
    return names


def _codes(ids: Any, name: Any) -> tuple[NDArray[np.int64], list[Any]]:
    """Return numbers from 0 for ids, and each id once."""
    if ids.null_count() or ids.dtype.is_float():
        what = f"{ids.null_count()} without one" if ids.null_count() else "floats"
        raise DataError(
            f"the ids in column {name!r} are {ids.dtype}: {what}",
            expected="an id for every entry that is text or a whole number",
            do="Remove entries without ids, which make integers floats in pandas; or convert the "
            "column.",
        )
    codes: dict[Any, int] = {}
    numbers = [codes.setdefault(each, len(codes)) for each in ids.to_list()]
    return np.asarray(numbers, np.int64), list(codes)
