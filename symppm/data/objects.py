"""Matrices held by other libraries: recognised without importing any, never changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    SparseMatrix,
    as_numbers,
    check_kind,
    compressed,
    is_sparse,
    sliced,
)
from symppm.data.frames import is_frame, is_instance, wide_frame
from symppm.errors import DataError, did_you_mean

_BLOCK_BYTES: Final = 1 << 26


def unpacked(data: object) -> object:
    """Return what another library holds as an array, a sparse array, or blocks if it is on disk.

    These are data frames of any library that narwhals knows (arrays masked where they lack
    entries), Arrow tables, AnnData objects, arrays of xarray, Dask, torch, HDF5 and SciPy's sparse
    package; anything else comes back as it is. A sparse array holds every place once.
    """
    while (convert := _converter(data)) is not None:
        data = convert(data)
    matrix: Any = data
    if not (is_sparse(matrix) and matrix.ndim == 2):
        return data
    check_kind(matrix.dtype)
    try:
        return compressed(matrix)
    except ValueError as error:
        raise DataError(
            f"a sparse matrix with a damaged index ({error})",
            expected="places inside the matrix, line after line",
            do="Build it again from rows, columns and values.",
        ) from error


def as_array(data: object) -> NDArray[Any]:
    """Read what the user gave as an array of any type and number of axes."""
    try:
        return np.asarray(data)
    except (ValueError, TypeError, RuntimeError) as error:
        raise DataError(
            f"data of type {type(data).__name__} that NumPy cannot read ({error})",
            expected="a matrix of numbers, all rows of the same length",
            do="Pass a NumPy array, a DataFrame of numbers, a SciPy sparse matrix or nested lists.",
        ) from error


def as_form(data: Any) -> Any:
    """Return an array, masked where entries are missing, a sparse array or blocks as a matrix."""
    if isinstance(data, BlockMatrix):
        return data
    if is_sparse(data):
        return SparseMatrix(data)
    hidden: Any = data.mask if isinstance(data, np.ma.MaskedArray) else None
    return DenseMatrix(as_numbers(as_array(data)), ~hidden if np.ndim(hidden) else None)


def layer_of(data: Any, layer: str) -> Any:
    """Return a layer of an AnnData object, or its ``"raw"`` matrix."""
    if layer == "raw" and data.raw is not None:
        return _held(data.raw.X)
    if layer not in data.layers:
        raise DataError(
            f"layer {layer!r} of an AnnData object",
            expected="one of its layers, or 'raw' where it has one",
            do=did_you_mean(layer, data.layers) if data.layers else "Leave it out for X.",
        )
    return _held(data.layers[layer])


def _converter(data: object) -> Callable[[Any], object] | None:
    for module, name, convert in _LIBRARIES:
        if is_instance(data, module, name):
            return convert
    return wide_frame if is_frame(data) else None


def _from_anndata(data: Any) -> object:
    if data.X is None:
        raise DataError(
            "an AnnData object without X",
            expected="a matrix of numbers",
            do="Name one of its layers, as in layer='counts': "
            f"{', '.join(data.layers) or 'it has none'}.",
        )
    return _held(data.X)


def _held(matrix: Any) -> object:
    """Return a matrix of AnnData, which may lie in a file."""
    known = isinstance(matrix, np.ndarray) or is_sparse(matrix) or _converter(matrix) is not None
    return matrix if known else _from_stored(matrix)


def _from_stored(data: Any) -> object:
    """Return a matrix that lies in a file and is sliced, dense or compressed, in blocks."""
    if len(data.shape) != 2 or 0 in data.shape:
        return data[()]
    by_columns = getattr(data, "format", "csr") == "csc"
    return _in_blocks(data, by_columns=by_columns)


def _from_dask(array: Any) -> object:
    if any(np.isnan(length) for length in array.shape):
        raise DataError(
            f"a Dask array of unknown shape {array.shape}",
            expected="known numbers of rows and columns",
            do="Call its compute_chunk_sizes() first.",
        )
    if array.ndim != 2 or 0 in array.shape:
        return array.compute()
    # Along the axis on which it is cut: the whole is never computed at once.
    cut = array.numblocks[0] == 1 and array.numblocks[1] > 1
    ends = (0, *np.cumsum(array.chunks[cut]).tolist())
    return _in_blocks(array, by_columns=cut, ends=ends)


def _in_blocks(data: Any, *, by_columns: bool, ends: Sequence[int] = ()) -> BlockMatrix:
    """Return blocks of rows or columns, none across the ends of parts."""

    def load(start: int, stop: int) -> Any:
        part = data[:, start:stop] if by_columns else data[start:stop]
        return as_form(unpacked(part.compute() if hasattr(part, "compute") else part))

    rows, columns = map(int, data.shape)
    most = _BLOCK_BYTES // ((rows if by_columns else columns) * data.dtype.itemsize)
    return sliced((rows, columns), data.dtype, load, most, by_columns=by_columns, ends=ends)


def _from_torch(tensor: Any) -> object:
    torch = sys.modules["torch"]
    try:
        plain = tensor.detach()
        if plain.layout != torch.strided:
            plain = plain if plain.layout == torch.sparse_coo else plain.to_sparse_coo()
            if plain.sparse_dim() == 2 and not plain.dense_dim():
                from scipy import sparse  # noqa: PLC0415 - dense data need not wait for it

                # Unlike the public names, these do not ask that repeated entries be added up.
                places, values = plain._indices().cpu().numpy(), _from_torch(plain._values())
                return sparse.coo_array((values, tuple(places)), shape=tuple(plain.shape))
            plain = plain.to_dense()
        # NumPy has no bfloat16.
        return (plain.float() if plain.dtype == torch.bfloat16 else plain).numpy(force=True)
    except (RuntimeError, TypeError) as error:
        raise DataError(
            f"a tensor of {tensor.dtype} on {tensor.device} that cannot be fetched "
            f"({str(error).splitlines()[0]})",
            expected="a tensor with values",
            do="Pass a dense or sparse tensor of floats or integers.",
        ) from error


def _from_dataset(_: Any) -> object:
    raise DataError(
        "a Dataset of xarray", expected="one matrix of numbers", do="Pass one of its arrays."
    )


_LIBRARIES: Final[tuple[tuple[str, str, Callable[[Any], object]], ...]] = (
    ("xarray", "DataArray", lambda array: array.data),
    ("xarray", "Dataset", _from_dataset),
    ("anndata", "AnnData", _from_anndata),
    ("dask.array", "Array", _from_dask),
    ("h5py", "Dataset", _from_stored),
    ("torch", "Tensor", _from_torch),
)
"""What turns an object of a library into something simpler, by module and class."""
