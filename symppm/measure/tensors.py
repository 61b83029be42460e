"""Tensors of torch, on any device, as arrays."""

from __future__ import annotations

import sys
from typing import Any, Final

from symppm.errors import DataError

_MATRIX: Final = 2


def is_tensor(data: object) -> bool:
    """Return whether data are a tensor of torch, without importing torch.

    Parameters
    ----------
    data : object
        What the user gave.
    """
    kind = getattr(sys.modules.get("torch"), "Tensor", None)
    return isinstance(kind, type) and isinstance(data, kind)


def from_torch(tensor: Any) -> Any:
    """Return a tensor as a NumPy array, or as a sparse array of SciPy.

    Parameters
    ----------
    tensor : torch.Tensor
        Dense or sparse, on any device, with or without gradients. A dense one on the CPU shares
        its memory.

    Raises
    ------
    DataError
        If it holds no values that can be fetched.
    """
    torch = sys.modules["torch"]
    try:
        found = tensor.detach()
        if found.layout != torch.strided and found.ndim == _MATRIX:
            return _from_sparse(torch, found)
        return _values(torch, found if found.layout == torch.strided else found.to_dense())
    except (RuntimeError, TypeError) as error:
        raise DataError(
            f"a tensor of {tensor.dtype} on {tensor.device} that cannot be fetched "
            f"({str(error).splitlines()[0]})",
            expected="a tensor with values",
            do="Pass a dense or sparse tensor of floats or integers.",
        ) from error


def _values(torch: Any, tensor: Any) -> Any:
    if tensor.dtype == torch.bfloat16:  # NumPy has no such type
        tensor = tensor.float()
    return tensor.cpu().resolve_conj().resolve_neg().numpy()


def _from_sparse(torch: Any, tensor: Any) -> Any:
    from scipy import sparse  # noqa: PLC0415 - dense data need not wait for it

    shape = tuple(tensor.shape)
    for layout, form, ends, places in (
        (torch.sparse_csr, sparse.csr_array, "crow_indices", "col_indices"),
        (torch.sparse_csc, sparse.csc_array, "ccol_indices", "row_indices"),
    ):
        if tensor.layout == layout:
            index = (getattr(tensor, name)().cpu().numpy() for name in (places, ends))
            return form((_values(torch, tensor.values()), *index), shape=shape)
    entries = tensor if tensor.layout == torch.sparse_coo else tensor.to_sparse_coo()
    if entries.dense_dim():
        return _values(torch, entries.to_dense())
    # Unlike the public names, these do not ask that repeated entries be added up first.
    rows, columns = entries._indices().cpu().numpy()
    return sparse.coo_array((_values(torch, entries._values()), (rows, columns)), shape=shape)
