"""Data frames and Arrow tables whose columns are all numbers, as arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError

_REAL: Final = "biuf"

Column = tuple[NDArray[Any], NDArray[np.bool_] | None]
"""Values, and where there are none (None: nowhere)."""


def from_pandas(frame: Any) -> Any:
    """Return a data frame of pandas as an array, masked where it lacks entries.

    Parameters
    ----------
    frame : pandas.DataFrame
        Of integers, floats or bools, NumPy's own or nullable ones. NaN among NumPy's floats stays
        NaN. A frame of sparse columns gives a sparse array.

    Raises
    ------
    DataError
        If a column holds anything else.
    """
    pandas = sys.modules["pandas"]
    kinds = [_pandas_kind(pandas, dtype) for dtype in frame.dtypes]
    _check_columns("DataFrame", list(frame.columns), kinds, list(frame.dtypes))
    compressed = [isinstance(dtype, pandas.SparseDtype) for dtype in frame.dtypes]
    if compressed and all(compressed) and not any(dtype.fill_value for dtype in frame.dtypes):
        return frame.sparse.to_coo()
    common = _common(kinds)
    if all(isinstance(dtype, np.dtype) for dtype in frame.dtypes):
        return frame.to_numpy(dtype=common)
    return _joined(
        (_pandas_column(frame.iloc[:, n]) for n in range(len(kinds))), frame.shape, common
    )


def from_polars(frame: Any) -> Any:
    """Return a data frame of polars as an array, masked where it has nulls.

    Parameters
    ----------
    frame : polars.DataFrame
        Of numbers or bools.

    Raises
    ------
    DataError
        If a column holds anything else.
    """
    polars = sys.modules["polars"]
    frame = frame.with_columns(polars.selectors.decimal().cast(polars.Float64))
    numbers = [dtype.is_numeric() or dtype == polars.Boolean for dtype in frame.dtypes]
    kinds = [
        frame.to_series(n)[:0].to_numpy().dtype if number else None
        for n, number in enumerate(numbers)
    ]
    _check_columns("DataFrame", frame.columns, kinds, frame.dtypes)
    lacking = any(series.null_count() for series in frame.iter_columns())
    if not lacking and len(set(kinds)) == 1:
        return frame.to_numpy()
    return _joined(map(_polars_column, frame.iter_columns()), frame.shape, _common(kinds))


def from_arrow(table: Any) -> Any:
    """Return an Arrow table as an array, masked where it has nulls.

    Parameters
    ----------
    table : pyarrow.Table or pyarrow.RecordBatch
        Of numbers or bools.

    Raises
    ------
    DataError
        If a column holds anything else.
    """
    pa = sys.modules["pyarrow"]
    kinds = [_arrow_kind(pa, field.type) for field in table.schema]
    _check_columns("Arrow table", table.schema.names, kinds, table.schema.types)
    return _joined((_arrow_column(pa, each) for each in table.columns), table.shape, _common(kinds))


def _check_columns(
    what: str, names: Sequence[Any], kinds: Sequence[Any], types: Sequence[Any]
) -> None:
    wrong = next((n for n, kind in enumerate(kinds) if kind is None), None)
    if wrong is not None:
        raise DataError(
            f"the column {names[wrong]!r} of the {what} holds {types[wrong]}",
            expected="numbers in every column: each row is a row of the matrix",
            do="Leave out columns of labels. Of triples (row id, column id, value), make a matrix "
            "first, or save them as Parquet and read them with ppm.read.",
        )


def _common(kinds: Sequence[Any]) -> np.dtype[Any]:
    return np.result_type(*kinds) if kinds else np.dtype(np.float64)


def _joined(columns: Iterable[Column], shape: tuple[int, int], kind: np.dtype[Any]) -> Any:
    """Return columns side by side, in memory along the columns, as they came."""
    values = np.empty(shape, kind, order="F")
    lacking: NDArray[np.bool_] | None = None
    for place, (numbers, absent) in enumerate(columns):
        values[:, place] = numbers
        if absent is not None:
            lacking = np.zeros(shape, bool, order="F") if lacking is None else lacking
            lacking[:, place] = absent
    return values if lacking is None else np.ma.MaskedArray(values, lacking)


def _pandas_kind(pandas: Any, dtype: Any) -> np.dtype[Any] | None:
    if isinstance(dtype, pandas.SparseDtype):
        dtype = dtype.subtype
    kind = getattr(dtype, "numpy_dtype", dtype)
    return kind if isinstance(kind, np.dtype) and kind.kind in _REAL else None


def _pandas_column(series: Any) -> Column:
    if isinstance(series.dtype, np.dtype):
        return series.to_numpy(), None
    absent = series.isna().to_numpy()
    if not absent.any():
        return series.to_numpy(), None
    return series.fillna(0).to_numpy(), absent


def _polars_column(series: Any) -> Column:
    if not series.null_count():
        return series.to_numpy(), None
    return series.fill_null(strategy="zero").to_numpy(), series.is_null().to_numpy()


def _arrow_kind(pa: Any, kind: Any) -> np.dtype[Any] | None:
    if pa.types.is_decimal(kind):
        return np.dtype(np.float64)
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean)
    return np.dtype(kind.to_pandas_dtype()) if any(is_kind(kind) for is_kind in known) else None


def _arrow_column(pa: Any, column: Any) -> Column:
    if pa.types.is_decimal(column.type):
        column = column.cast(pa.float64())
    if not column.null_count:
        return arrow_values(pa, column), None
    zero = pa.scalar(0).cast(column.type)
    return arrow_values(pa, column.fill_null(zero)), arrow_values(pa, column.is_null()) != 0


def arrow_values(pa: Any, column: Any) -> NDArray[Any]:
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
