"""Sparse matrices of SciPy in compressed form, every place at most once."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import as_numbers
from symppm.errors import DataError

_LIMIT: Final = 2.0**63


def is_sparse(data: object) -> bool:
    """Return whether data are a sparse array or matrix of SciPy, without loading it."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(data))


def compressed(data: Any) -> Any:
    """Return a sparse matrix as CSR, or CSC if it is one, in buffers that are shared if possible.

    Repeated entries are added up in 64 bits: SciPy adds them in their own type, in which
    100 + 100 may be -56.
    """
    from scipy import sparse  # noqa: PLC0415 - whoever holds such a matrix has loaded it

    if data.format in ("coo", "bsr"):
        entries = data.tocoo()
        width = _wide(entries.data).dtype
        # Integers that float64 does not hold stay as they are where nothing has to be added up.
        keeps = width.kind != entries.dtype.kind and not _repeats(entries)
        data = (entries if keeps else entries.astype(width)).tocsr()
    elif data.format != "csc":
        data = data.tocsr()
    form = sparse.csc_array if data.format == "csc" else sparse.csr_array
    # A wrapper of our own: what is found out about it must not reach the user's object.
    stored = form((data.data, data.indices, data.indptr), shape=data.shape)
    _check_index(stored)
    tidy = canonical(stored)
    return form((as_numbers(tidy.data), tidy.indices, tidy.indptr), shape=data.shape)


def canonical(stored: Any) -> Any:
    """Return a compressed matrix with sorted indices, every place at most once; itself if it is."""
    if stored.has_canonical_format:
        return stored
    tidy = stored.copy()
    tidy.sort_indices()
    # A copy keeps what was found out about the matrix before it was sorted.
    tidy = type(tidy)((tidy.data, tidy.indices, tidy.indptr), shape=tidy.shape)
    if not tidy.has_canonical_format:
        tidy.data = _wide(tidy.data)
        tidy.sum_duplicates()
    return tidy


def _repeats(entries: Any) -> bool:
    places = np.sort(np.ravel_multi_index(entries.coords, entries.shape))
    return bool((places[1:] == places[:-1]).any())


def _wide(values: NDArray[Any]) -> NDArray[Any]:
    """Return values in a type that holds their sum: integers in 64 bits, or else in float64."""
    if values.dtype.kind == "b":
        return values.astype(np.int64)
    if values.dtype.kind not in "iu" or not values.size:
        return values
    bound = max(abs(int(values.min())), abs(int(values.max()))) * values.size
    if bound >= _LIMIT and np.abs(values.astype(np.float64)).sum() >= _LIMIT:
        return values.astype(np.float64)
    return values.astype(np.int64, copy=False)


def _check_index(stored: Any) -> None:
    by_row = stored.format == "csr"
    lines, length = stored.shape if by_row else stored.shape[::-1]
    line, place = ("row", "column") if by_row else ("column", "row")
    unsigned = stored.indices.view(f"u{stored.indices.dtype.itemsize}")
    # As unsigned numbers, negative ones are too large as well.
    if unsigned.size and int(unsigned.max()) >= length:
        entry = int(np.argmax(unsigned >= length))
        at = int(np.searchsorted(stored.indptr, entry, side="right"))
        given = f"a sparse matrix with {place} index {stored.indices[entry]} in {line} {at}"
    elif (np.diff(stored.indptr) < 0).any():
        at = int(np.argmax(np.diff(stored.indptr) < 0)) + 1
        given = f"a sparse matrix whose {line} {at} ends before it begins"
    else:
        return
    raise DataError(
        given,
        expected=f"{place} indices from 0 to {length - 1} in each of {lines} {line}s",
        do="Call its check_format() to see what is wrong, and build it again.",
    )
