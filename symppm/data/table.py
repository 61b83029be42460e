"""What a file gives: a matrix, its labels, and the guesses that were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symppm.data.memory import WORKING, require_memory
from symppm.errors import DataError

Array: TypeAlias = NDArray[Any]
"""A NumPy array of float64 or integers."""
Labels: TypeAlias = tuple[str, ...] | None
Notes: TypeAlias = tuple[str, ...]
EXACT: Final = 1 << 53
"""Below this magnitude float64 holds every whole number, and rounds none to it."""
ROUNDED: Final = (
    "some values reach 2^53 and not all fit 64-bit integers: they are held as float64, to about 16 "
    "digits",
)


@dataclass(frozen=True)
class Table:
    """A matrix read from a file.

    Attributes
    ----------
    values : numpy.ndarray, scipy.sparse.csr_array, BlockMatrix or Triples
        The numbers, rows x columns, float64 or integer. An array from ``.npy`` is a read-only
        memory map; a large matrix in HDF5 stays on disk, to be read in blocks, and so do large
        triples, to be summed there.
    row_labels, column_labels : tuple of str, or None
        One label a row or column, where the file has them.
    notes : tuple of str
        One sentence for every guess that was made, with the option that overrules it.
    path : pathlib.Path
        The file.
    """

    values: Any
    row_labels: Labels
    column_labels: Labels
    notes: Notes
    path: Path = field(compare=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        rows, columns = self.values.shape
        return int(rows), int(columns)


def check_numbers(dtype: np.dtype[Any], shape: tuple[int, ...], what: str) -> None:
    """Raise DataError unless an array is 2-d, not empty, and real."""
    if dtype.kind not in "biuf":
        raise DataError(
            f"{what} holds {dtype}",
            expected="a 2-d array of numbers",
            do="Convert it to integers or floats before saving.",
        )
    if len(shape) != 2 or 0 in shape:
        raise DataError(
            f"{what} has shape {tuple(map(int, shape))}",
            expected="a 2-d array of numbers, rows x columns, neither of them 0",
            do="Reshape it before saving.",
        )


def joined(parts: Sequence[Array]) -> tuple[Array, Notes]:
    """Join arrays of int64 or float64, as int64 if that loses nothing, and note what it rounds."""
    if all(part.dtype == np.int64 for part in parts):
        return np.concatenate(parts), ()
    values = np.concatenate([part.astype(np.float64) for part in parts])
    # NaN and infinity fail the first comparison.
    if (np.abs(values) < EXACT).all() and (values == np.floor(values)).all():
        return values.astype(np.int64), ()
    return values, ROUNDED if (np.abs(values[np.isfinite(values)]) >= EXACT).any() else ()


def side_by_side(columns: Sequence[Array]) -> tuple[Array, Notes]:
    """Return columns of numbers as a matrix, and note what it rounds."""
    values = np.empty((len(columns[0]), len(columns)), np.result_type(*columns))
    for place, column in enumerate(columns):
        values[:, place] = column
    whole = [x for x in columns if x.dtype.kind == "i" and values.dtype.kind == "f"]
    return values, ROUNDED * any(max(int(x.max()), -int(x.min())) > EXACT for x in whole)


def fit(values: Any) -> tuple[Array, Notes]:
    """Return numbers of any real or Boolean dtype as int64 or float64, and notes."""
    unsigned = values.dtype.kind == "u"
    if values.dtype.kind in "bi" or (unsigned and (not values.size or values.max() < 1 << 63)):
        return np.asarray(values, dtype=np.int64), ()
    with np.errstate(all="ignore"):
        converted = np.asarray(values, dtype=np.float64)
    note = "values beyond 64-bit signed integers are held as float64"
    return converted, (note,) * unsigned


def to_csr(
    rows: Array,
    columns: Array,
    values: Array,
    shape: tuple[int, int],
    duplicates: str,
    path: Path,
    describe: Callable[[int, int, list[int]], str] | None = None,
) -> tuple[Any, Notes]:
    """Return entries as CSR, zeros among them, and notes; ``describe`` names a repeated pair."""
    what = f"a sparse matrix of {shape[0]:,} x {shape[1]:,} in {path}"
    require_memory(WORKING * (len(values) + float(sum(shape))), what)
    # SciPy's sparse arrays take a tenth of a second to load; dense files need none.
    from scipy.sparse import coo_array  # noqa: PLC0415

    matrix = coo_array((values, (rows, columns)), shape=shape).tocsr()
    if matrix.nnz == len(values):
        return matrix, ()
    if duplicates == "error":
        raise _repeated(rows, columns, path, describe or _by_places)
    more = amount(len(values) - matrix.nnz, "repeated entry", "repeated entries")
    if values.dtype.kind != "i" or np.abs(values.astype(np.float64)).sum() < 2.0**63:
        return matrix, (f"added up {more}",)
    exact = coo_array((values.astype(np.float64), (rows, columns)), shape=shape).tocsr()
    note = "the sums may not fit 64-bit integers: they are held as float64"
    return exact, (f"added up {more}", note)


def _by_places(row: int, column: int, entries: list[int]) -> str:
    return f"row {row + 1}, column {column + 1} ({len(entries)} times)"


def _repeated(
    rows: Array, columns: Array, path: Path, describe: Callable[[int, int, list[int]], str]
) -> DataError:
    order = np.lexsort((columns, rows))
    ends = np.flatnonzero(np.diff(rows[order]) | np.diff(columns[order])) + 1
    groups = sorted((g.tolist() for g in np.split(order, ends) if len(g) > 1), key=lambda g: g[1])
    pairs = [describe(int(rows[g[0]]), int(columns[g[0]]), g) for g in groups[:3]]
    return DataError(
        f"{path}: {amount(len(groups), 'repeated pair')} of row and column: "
        + "; ".join(pairs + ["..."] * (len(groups) > 3)),
        expected="every pair once",
        do="Use --duplicates sum (duplicates='sum') to add them up, or correct the file.",
    )


def amount(count: int, one: str, many: str | None = None) -> str:
    """Return "1 row", "2 rows", "1,000 entries"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def shorten(text: str) -> str:
    """Quote a text from a file, cut to what a message can carry."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
