"""Matrices held by other libraries: recognised without importing any, never changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from symppm.errors import DataError
from symppm.measure.blocks import Block, BlockMatrix
from symppm.measure.compressed import compressed
from symppm.measure.data_frames import from_arrow, from_pandas, from_polars
from symppm.measure.forms import DenseMatrix, SparseMatrix
from symppm.measure.tensors import from_torch
from symppm.measure.values import (
    as_array,
    as_numbers,
    check_kind,
    check_zeros,
    hidden_places,
    sparse_package,
)

_BLOCK_BYTES: Final = 1 << 26
_MATRIX: Final = 2


def unpacked(data: object) -> object:
    """Return what another library holds as an array, a sparse array or blocks.

    Parameters
    ----------
    data : object
        A data frame of pandas or polars, an Arrow table, an AnnData object, arrays of xarray, Dask,
        torch, HDF5 or SciPy's sparse package; anything else comes back as it is. Entries that
        a data frame lacks are masked.

    Returns
    -------
    object
        A NumPy array, possibly masked; a `csr_array` or `csc_array` of SciPy that holds every
        place once; or a BlockMatrix, where the data are not in memory.

    Raises
    ------
    DataError
        If it holds what is no matrix of numbers.
    """
    while True:
        convert = _converter(data)
        if convert is None:
            break
        data = convert(data)
    sparse = sparse_package(data)
    if sparse is not None and len(data.shape) == _MATRIX:  # type: ignore[attr-defined]
        check_kind(data.dtype)  # type: ignore[attr-defined]
        return compressed(sparse, data)
    return data


def accepted(data: object, zeros: str, mask: object) -> tuple[Any, Any]:
    """Return data and mask, unpacked, with what a data frame lacks masked where that is meant.

    Parameters
    ----------
    data : object
        As given.
    zeros : {"observed", "missing"}
        With ``"missing"``, what a data frame lacks is not observed.
    mask : object
        As given: True where an entry is observed; or None.

    Raises
    ------
    DataError
        If the data are no matrix of numbers, or lack an entry that is said to be observed, or if
        ``zeros`` is no such word.
    """
    check_zeros(zeros)
    found = unpacked(data)
    seen: Any = unpacked(mask)
    if isinstance(seen, BlockMatrix):
        seen = np.asarray(mask)
    if found is not data and isinstance(found, np.ma.MaskedArray) and zeros == "observed":
        lacking = np.ma.getmaskarray(found)
        if seen is not None and np.shape(seen) == lacking.shape:  # other masks are refused later
            lacking = lacking & np.asarray(seen, dtype=bool)
        if lacking.any():
            row, column = divmod(int(lacking.argmax()), lacking.shape[1])
            raise DataError(
                f"no value at row {row + 1}, column {column + 1} of a {type(data).__name__}",
                expected="a number wherever the matrix is observed",
                do="Pass mask= (True where there is a value), or zeros='missing' if what is "
                "absent and what is zero are gaps alike.",
            )
    return found, seen


def _converter(data: object) -> Callable[[Any], object] | None:
    for (package, name), convert in _LIBRARIES.items():
        # Whoever holds such an object has imported its library already.
        module = sys.modules.get(package)
        kind = getattr(module, name, None)
        if isinstance(kind, type) and isinstance(data, kind):
            return convert
    return None


def _refuse(given: str, do: str) -> Callable[[Any], object]:
    def refuse(_: Any) -> object:
        raise DataError(given, expected="one matrix of numbers", do=do)

    return refuse


def _from_xarray(array: Any) -> object:
    return array.data


def _from_anndata(data: Any) -> object:
    matrix = data.X
    if matrix is None:
        raise DataError(
            "an AnnData object without X",
            expected="a matrix of numbers",
            do=f"Pass one of its layers: {', '.join(data.layers) or 'it has none'}.",
        )
    known = isinstance(matrix, np.ndarray) or sparse_package(matrix) is not None
    return matrix if known or _converter(matrix) is not None else _from_stored(matrix)


def _from_stored(data: Any) -> object:
    """Return a matrix that lies in a file and is sliced, dense or compressed, in blocks."""
    if len(data.shape) != _MATRIX or 0 in data.shape:
        return data[()]
    by_columns = getattr(data, "format", "csr") == "csc"
    rows, columns = map(int, data.shape)
    lines, length = (columns, rows) if by_columns else (rows, columns)
    step = max(1, _BLOCK_BYTES // (length * data.dtype.itemsize))

    def blocks() -> Iterator[Block]:
        for start in range(0, lines, step):
            part = slice(start, min(start + step, lines))
            yield _block(data[:, part] if by_columns else data[part])

    return _sliced((rows, columns), data.dtype, blocks, by_columns=by_columns)


def _from_dask(array: Any) -> object:
    shape = array.shape
    if any(np.isnan(length) for length in shape):
        raise DataError(
            f"a Dask array of unknown shape {shape}",
            expected="known numbers of rows and columns",
            do="Call its compute_chunk_sizes() first.",
        )
    if len(shape) != _MATRIX or 0 in shape:
        return array.compute()
    # Along the axis on which it is cut: the whole is never computed at once.
    by_columns = array.numblocks[0] == 1 and array.numblocks[1] > 1
    axis = int(by_columns)
    most = max(1, _BLOCK_BYTES // (max(1, shape[1 - axis]) * array.dtype.itemsize))

    def blocks() -> Iterator[Block]:
        start = 0
        for size in array.chunks[axis]:
            for at in range(start, start + size, most):
                part = slice(at, min(at + most, start + size))
                yield _block((array[:, part] if by_columns else array[part]).compute())
            start += size

    return _sliced(tuple(map(int, shape)), array.dtype, blocks, by_columns=by_columns)


def _sliced(
    shape: Any, dtype: Any, blocks: Callable[[], Iterator[Block]], *, by_columns: bool
) -> BlockMatrix:
    check_kind(dtype)
    kind = as_numbers(np.empty((0, 0), dtype)).dtype
    return BlockMatrix(shape, kind, blocks, by_columns)


def _block(part: object) -> Block:
    part = unpacked(part)
    if sparse_package(part) is not None:
        return SparseMatrix(part)
    hidden = hidden_places(part)
    return DenseMatrix(as_numbers(as_array(part)), None if hidden is None else ~hidden)


_LIBRARIES: Final[Mapping[tuple[str, str], Callable[[Any], object]]] = MappingProxyType(
    {
        ("pandas", "DataFrame"): from_pandas,
        ("polars", "DataFrame"): from_polars,
        ("polars", "LazyFrame"): _refuse("a LazyFrame, which holds no values yet", "Collect it."),
        ("pyarrow", "Table"): from_arrow,
        ("pyarrow", "RecordBatch"): from_arrow,
        ("xarray", "DataArray"): _from_xarray,
        ("xarray", "Dataset"): _refuse("a Dataset of xarray", "Pass one of its arrays."),
        ("anndata", "AnnData"): _from_anndata,
        ("dask.array", "Array"): _from_dask,
        ("h5py", "Dataset"): _from_stored,
        ("torch", "Tensor"): from_torch,
    }
)
"""What turns an object of a library into something simpler, by module and class."""
