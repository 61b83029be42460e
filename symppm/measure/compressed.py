"""Sparse matrices of SciPy without repeated entries; these are added up without overflow."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError
from symppm.measure.values import as_numbers

_LIMIT: Final = 2.0**63


def compressed(sparse: Any, data: Any) -> Any:
    """Return a sparse matrix by rows or by columns, every place at most once.

    Parameters
    ----------
    sparse : module
        scipy.sparse.
    data : SciPy sparse array or matrix with two axes
        Of any format and real dtype. Never changed; its buffers are shared where possible.

    Returns
    -------
    scipy.sparse.csc_array or csr_array
        By columns if the data are.

    Raises
    ------
    DataError
        If the index of a compressed matrix points out of it.

    Notes
    -----
    SciPy adds repeated entries in their own dtype, in which 100 + 100 may be -56.
    """
    if data.format in ("coo", "bsr"):
        entries = data.tocoo()
        width = wide(entries.data).dtype
        # Integers that float64 does not hold stay as they are where nothing has to be added up.
        kept = width.kind != entries.dtype.kind and not _repeats(entries)
        data = (entries if kept else entries.astype(width)).tocsr()
    elif data.format != "csc":
        data = data.tocsr()
    form = sparse.csc_array if data.format == "csc" else sparse.csr_array
    # A wrapper of our own: what is found out about it must not reach the user's object.
    stored = form((data.data, data.indices, data.indptr), shape=data.shape)
    _check_index(stored)
    tidy = canonical(stored)
    return form((as_numbers(tidy.data), tidy.indices, tidy.indptr), shape=data.shape)


def canonical(stored: Any) -> Any:
    """Return a compressed matrix with sorted indices, every place at most once.

    Parameters
    ----------
    stored : scipy.sparse.csr_array or csc_array
        Never changed; returned as it is if nothing is to be done.
    """
    if stored.has_canonical_format:
        return stored
    tidy = stored.copy()
    tidy.sort_indices()
    # A copy keeps what was found out about the matrix before it was sorted.
    tidy = type(tidy)((tidy.data, tidy.indices, tidy.indptr), shape=tidy.shape)
    if not tidy.has_canonical_format:
        tidy.data = wide(tidy.data)
        tidy.sum_duplicates()
    return tidy


def _repeats(entries: Any) -> bool:
    places = np.sort(np.ravel_multi_index(entries.coords, entries.shape))
    return bool((places[1:] == places[:-1]).any())


def wide(values: NDArray[Any]) -> NDArray[Any]:
    """Return values in a type that holds their sum: integers in 64 bits, or else in float64.

    Parameters
    ----------
    values : ndarray
        Floats and bools stay as they are.
    """
    if values.dtype.kind not in "iu" or not values.size:
        return values
    bound = max(abs(int(values.min())), abs(int(values.max()))) * values.size
    if bound >= _LIMIT and np.abs(values.astype(np.float64)).sum() >= _LIMIT:
        return values.astype(np.float64)
    return values.astype(np.int64, copy=False)


def _check_index(stored: Any) -> None:
    lines, length = stored.shape if stored.format == "csr" else stored.shape[::-1]
    unsigned = stored.indices.view(f"u{stored.indices.dtype.itemsize}")
    # As unsigned numbers, negative ones are too large as well.
    inside = not unsigned.size or int(unsigned.max()) < length
    if inside and (np.diff(stored.indptr) >= 0).all():
        return
    what = "column" if stored.format == "csr" else "row"
    line = "row" if stored.format == "csr" else "column"
    if inside:
        at = int(np.argmax(np.diff(stored.indptr) < 0))
        given = f"a sparse matrix whose {line} {at + 1} ends before it begins"
    else:
        at = int(np.argmax(unsigned >= length))
        place = int(np.searchsorted(stored.indptr, at, side="right"))
        given = f"a sparse matrix with {what} index {stored.indices[at]} in {line} {place}"
    raise DataError(
        given,
        expected=f"{what} indices from 0 to {length - 1} in each of {lines} {line}s",
        do="Call its check_format() to see what is wrong, and build it again.",
    )
