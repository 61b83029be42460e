"""Matrices held by other libraries: recognised without importing any, never changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    SparseMatrix,
    WholeMatrix,
    as_numbers,
    check_kind,
    numbers_type,
)
from symppm.data.frames import is_frame, is_instance, wide_frame
from symppm.data.sparse import compressed, is_sparse
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
    if is_sparse(matrix) and matrix.ndim == 2:
        check_kind(matrix.dtype)
        return compressed(matrix)
    return matrix


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


def hidden_places(data: object) -> NDArray[np.bool_] | None:
    """Return where a masked array hides its entries; None if the data hide none."""
    hidden: Any = getattr(data, "mask", None) if isinstance(data, np.ma.MaskedArray) else None
    return hidden if np.ndim(hidden) else None


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
    for (module, name), convert in _LIBRARIES.items():
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
    return _sliced(data, lambda part: part, [data.shape[by_columns]], by_columns=by_columns)


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
    return _sliced(array, lambda part: part.compute(), array.chunks[cut], by_columns=cut)


def _sliced(
    data: Any, load: Callable[[Any], object], sizes: Sequence[int], *, by_columns: bool
) -> BlockMatrix:
    """Return blocks of rows or columns, none across the ends of parts of some sizes."""
    rows, columns = map(int, data.shape)
    length = rows if by_columns else columns
    most = max(1, _BLOCK_BYTES // (length * data.dtype.itemsize))

    def blocks() -> Iterator[WholeMatrix]:
        end = 0
        for size in sizes:
            start, end = end, end + size
            for first in range(start, end, most):
                part = slice(first, min(first + most, end))
                yield _block(load(data[:, part] if by_columns else data[part]))

    return BlockMatrix((rows, columns), numbers_type(data.dtype), blocks, by_columns)


def _block(part: object) -> WholeMatrix:
    part = unpacked(part)
    if is_sparse(part):
        return SparseMatrix(part)
    hidden = hidden_places(part)
    return DenseMatrix(as_numbers(as_array(part)), None if hidden is None else ~hidden)


def _from_torch(tensor: Any) -> object:
    torch = sys.modules["torch"]
    try:
        plain = tensor.detach()
        if plain.layout == torch.strided:
            return _torch_values(torch, plain)
        return _sparse_torch(torch, plain)
    except (RuntimeError, TypeError) as error:
        raise DataError(
            f"a tensor of {tensor.dtype} on {tensor.device} that cannot be fetched "
            f"({str(error).splitlines()[0]})",
            expected="a tensor with values",
            do="Pass a dense or sparse tensor of floats or integers.",
        ) from error


def _torch_values(torch: Any, tensor: Any) -> Any:
    if tensor.dtype == torch.bfloat16:  # NumPy has no such type
        tensor = tensor.float()
    return tensor.cpu().resolve_conj().resolve_neg().numpy()


def _sparse_torch(torch: Any, tensor: Any) -> Any:
    from scipy import sparse  # noqa: PLC0415 - dense data need not wait for it

    entries = tensor if tensor.layout == torch.sparse_coo else tensor.to_sparse_coo()
    if entries.sparse_dim() != 2 or entries.dense_dim():
        return _torch_values(torch, entries.to_dense())
    # Unlike the public names, these do not ask that repeated entries be added up first.
    rows, columns = entries._indices().cpu().numpy()
    values = _torch_values(torch, entries._values())
    return sparse.coo_array((values, (rows, columns)), shape=tuple(tensor.shape))


def _from_dataset(_: Any) -> object:
    raise DataError(
        "a Dataset of xarray", expected="one matrix of numbers", do="Pass one of its arrays."
    )


_LIBRARIES: Final[Mapping[tuple[str, str], Callable[[Any], object]]] = MappingProxyType(
    {
        ("xarray", "DataArray"): lambda array: array.data,
        ("xarray", "Dataset"): _from_dataset,
        ("anndata", "AnnData"): _from_anndata,
        ("dask.array", "Array"): _from_dask,
        ("h5py", "Dataset"): _from_stored,
        ("torch", "Tensor"): _from_torch,
    }
)
"""What turns an object of a library into something simpler, by module and class."""
