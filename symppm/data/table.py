"""What a file gives, and how it is put together: a matrix, its labels, the guesses made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symppm.data.files import require_memory
from symppm.data.layout import Layout
from symppm.data.numbers import amount, shorten
from symppm.data.options import Options
from symppm.errors import DataError

Array: TypeAlias = NDArray[Any]
"""A NumPy array of float64 or integers."""
Labels: TypeAlias = tuple[str, ...] | None
Notes: TypeAlias = tuple[str, ...]
Ids: TypeAlias = tuple[Array, Sequence[str]]
"""A number from 0 for every entry, and the id that each number stands for."""
WORKING: Final = 32
"""Bytes for each stored entry, row or column of a sparse matrix, while it is put together."""
_CORNER: Final = 4
_NAMED: Final = 4
"""Columns of labels that a note names."""
EXACT: Final = 1 << 53
"""Below this magnitude float64 holds every whole number, and rounds none to it."""
ROUNDED: Final = (
    "some values reach 2^53 and not all fit 64-bit integers: they are held as float64, to about 16 "
    "digits",
)


@dataclass(frozen=True, repr=False)
class Table:
    """A matrix read from a file.

    Attributes
    ----------
    values : numpy.ndarray, scipy.sparse.csr_array, BlockMatrix or Triples
        The numbers, rows x columns, float64 or integer; a masked array if cells that are blank are
        missing entries. An array from ``.npy`` is a read-only
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

    def __repr__(self) -> str:
        """Show shape, kind and corner, not all that is there."""
        kind = type(self.values).__name__.replace("ndarray", "array")
        nnz = getattr(self.values, "nnz", None)
        stored = "" if nnz is None else f", {amount(nnz, 'entry', 'entries')} stored"
        about = f"{kind} of {getattr(self.values, 'dtype', 'an engine')}{stored}"
        if kind in {"Triples", "BlockMatrix"}:  # nothing is read to be shown
            return f"{type(self).__name__}({self.path.name!r}: {about})"
        rows, columns = self.shape
        head = f"{type(self).__name__}({self.path.name!r}: {rows:,} x {columns:,}, {about})"
        corner = self.values[:_CORNER, :_CORNER]
        values = corner.toarray() if nnz is not None else np.ma.filled(corner.astype(float), np.nan)
        names = (self.row_labels or ())[:_CORNER] or [""] * len(values)
        lines = [
            "  ".join([f"{shorten(name)[1:-1]:<12}" * any(names), *(f"{x:>10.5g}" for x in row)])
            for name, row in zip(names, values.tolist(), strict=True)
        ]
        more = "  ..." if columns > _CORNER else ""
        return "\n".join([head, *(line + more for line in lines), *["..."] * (rows > _CORNER)])


@dataclass(frozen=True)
class Source:
    """Where a table comes from, how it is laid out, and what its rows are called in messages."""

    path: Path
    layout: Layout
    options: Options
    notes: Notes = ()

    line: ClassVar = "row"
    """What a row is called."""

    @property
    def separated(self) -> str:
        """How fields are separated, in words."""
        return ""

    def row(self, row: int) -> str:
        """Return the number of a row, from 0, as messages have it."""
        return f"{row + 1:,}"

    def place(self, row: int, column: int) -> str:
        """Name a field."""
        return f"{self.path}, {self.line} {self.row(row)}, {self.layout.place(column)}"

    def triples(self, ids: Sequence[Ids], values: Array, notes: Notes) -> Table:
        """Return entries as a sparse matrix."""
        (rows, row_ids), (columns, column_ids) = ids

        def describe(first: int, second: int) -> str:
            pair = f"{shorten(row_ids[rows[first]])}, {shorten(column_ids[columns[first]])}"
            word = "on lines" if self.line == "line" else "in rows"
            return f"{pair} {word} {self.row(first)} and {self.row(second)}"

        shape, duplicates = (len(row_ids), len(column_ids)), self.options.duplicates
        matrix, sums = to_csr(rows, columns, values, shape, duplicates, self.path, describe)
        size = f"{amount(len(values), 'entry', 'entries')}, {shape[0]:,} x {shape[1]:,}"
        notes = (*self.noted(size), *notes, *sums)
        return Table(matrix, tuple(row_ids), tuple(column_ids), notes, self.path)

    def matrix(self, labels: Sequence[Sequence[str]], values: Array, notes: Notes) -> Table:
        """Return rows of numbers with one label each, from any number of columns of labels."""
        names, about = _one_label(labels)
        header = self.layout.header
        if header is not None:
            header = tuple(header[n] for n in range(len(header)) if n not in self.layout.labels)
        guesses = self.noted(f"{values.shape[0]:,} x {values.shape[1]:,}")
        return Table(values, names, header, (*guesses, *about, *notes), self.path)

    def noted(self, size: str = "") -> Notes:
        """Say what was guessed, and which options overrule it; no more if nothing was."""
        layout, options, text = self.layout, self.options, self.line == "line"
        triple, labels = layout.triple, layout.labels
        explicit = (options.label_columns if triple is None else options.columns) is not None
        if explicit and (not text or options.header is not None or options.by_name):
            return self.notes
        guesses = ["first line is a header" if layout.header else "no header"] * text
        unused: list[str] = []
        several = ""
        if triple is not None:
            kind, option = "triples", "--columns"
            otherwise = f"matrix (each {self.line} is a row of the matrix)"
            row, column, value = map(layout.called, triple)
            guesses.append(f"rows are {row}, columns are {column}, values are {value}")
            unused = [layout.called(n) for n in range(layout.width) if n not in triple]
        else:
            kind, option = "a labelled matrix" if labels else "a matrix", "--label-columns"
            otherwise = f"triples (each {self.line} is one entry)"
            named = ", ".join(map(layout.called, labels[:_NAMED])) + ", ..." * bool(labels[_NAMED:])
            if text and labels[1:]:
                several = f" with {len(labels)} label columns, {named},"
            else:
                guess = "first column a label" if text else f"labels are {named}"
                guesses.append(guess if labels else "no column of labels")
        hints = [] if explicit else [f"--layout {otherwise}"] * (options.layout is None) + [option]
        if text and options.header is None:
            hints.append("--no-header" if layout.header else "--header")
        size = f" ({size})" if size else ""
        note = f"read as {kind}{size}{several}{self.separated}: {', '.join(guesses)}"
        note += f"; if that is wrong, use {' or '.join(hints)}"
        omission = ", ".join(unused[:3]) + ", ..." * (len(unused) > 3) + " left out"
        return (*self.notes, note, *[omission] * bool(unused and not explicit))


def no_id(given: str) -> DataError:
    """Return the error for a field without an id."""
    do = "Give the entry an id or leave it out; see --columns (columns=) for other columns."
    return DataError(given, expected="an id", do=do)


def _one_label(columns: Sequence[Sequence[str]]) -> tuple[Labels, Notes]:
    """Return the last column of distinct labels, or else all of them joined by spaces."""
    if len(columns) < 2:
        return (tuple(columns[0]) if columns else None), ()
    for place in range(len(columns), 0, -1):
        labels = tuple(columns[place - 1])
        if len(set(labels)) == len(labels):
            return labels, (f"row labels are from column {place}",)
    joint = tuple(map(" ".join, zip(*columns, strict=True)))
    return joint, ("row labels are the label columns, joined by spaces",)


def check_numbers(dtype: np.dtype[Any], shape: tuple[int, ...], what: object) -> None:
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


def table_of(
    values: Any, path: Path, duplicates: str, labels: tuple[Labels, Labels] = (None, None)
) -> Table:
    """Return a matrix of a file, dense or compressed, as int64 or float64."""
    check_numbers(values.dtype, values.shape, path)
    if not hasattr(values, "tocoo"):
        values, notes = fit(values)
        return Table(values, *labels, notes, path)
    if hasattr(values, "indptr"):
        values.check_format(full_check=True)  # a bad index would crash the arithmetic
    entries = values.tocoo()
    numbers, notes = fit(entries.data)
    matrix, sums = to_csr(entries.row, entries.col, numbers, entries.shape, duplicates, path)
    return Table(matrix, *labels, notes + sums, path)


def joined(arrays: Sequence[Array]) -> tuple[Array, Notes]:
    """Join arrays of int64 or float64, as int64 if that loses nothing, and note what it rounds."""
    if all(array.dtype == np.int64 for array in arrays):
        return np.concatenate(arrays), ()
    values = np.concatenate([array.astype(np.float64, copy=False) for array in arrays])
    size = np.abs(values)
    if (size < EXACT).all() and (values == np.floor(values)).all():  # NaN is not below it
        return values.astype(np.int64), ()
    return values, ROUNDED * bool(((size >= EXACT) & np.isfinite(size)).any())


def side_by_side(columns: Sequence[Array]) -> tuple[Array, Notes]:
    """Return columns of numbers as a matrix, and note what it rounds."""
    values = np.empty((len(columns[0]), len(columns)), np.result_type(*columns))
    for place, column in enumerate(columns):
        values[:, place] = column
    integers = [x for x in columns if x.size and x.dtype.kind == "i" and values.dtype.kind == "f"]
    return values, ROUNDED * any(max(int(x.max()), -int(x.min())) > EXACT for x in integers)


def fit(values: Any) -> tuple[Array, Notes]:
    """Return numbers of any real or Boolean dtype as int64 or float64, and notes."""
    unsigned = values.dtype.kind == "u"
    if values.dtype.kind in "bi" or (unsigned and (not values.size or values.max() < 1 << 63)):
        return np.asarray(values, dtype=np.int64), ()
    with np.errstate(all="ignore"):
        return np.asarray(values, dtype=np.float64), ROUNDED * unsigned


def to_csr(
    rows: Array,
    columns: Array,
    values: Array,
    shape: tuple[int, int],
    duplicates: str,
    path: Path,
    describe: Callable[[int, int], str] | None = None,
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
        pairs = rows.astype(np.int64) * shape[1] + columns
        _, firsts, times = np.unique(pairs, return_index=True, return_counts=True)
        second = int(np.setdiff1d(np.arange(len(pairs)), firsts)[0])
        first, count = int(np.argmax(pairs == pairs[second])), int((times > 1).sum())
        place = f"row {rows[first] + 1}, column {columns[first] + 1}"
        raise DataError(
            f"{path}: {amount(count, 'repeated pair')} of row and column: "
            + (describe(first, second) if describe else place) + "; ..." * (count > 1),
            expected="every pair once",
            do="Use --duplicates sum (duplicates='sum') to add them up, or correct the file.",
        )  # fmt: skip
    notes = [f"added up {amount(len(values) - matrix.nnz, 'repeated entry', 'repeated entries')}"]
    if values.dtype.kind == "i" and np.abs(values.astype(np.float64)).sum() >= 2.0**63:
        matrix = coo_array((values.astype(np.float64), (rows, columns)), shape=shape).tocsr()
        notes.append("the sums may not fit 64-bit integers: they are held as float64")
    return matrix, tuple(notes)
