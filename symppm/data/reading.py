"""Count matrices from files: which reader a file gets, and where its numbers stay."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data import hdf5, scientific
from symppm.data.files import (
    ARROW,
    PARQUET,
    columnar_files,
    guarded,
    require_beginning,
    require_file,
)
from symppm.data.matrix import without_blanks
from symppm.data.numbers import amount
from symppm.data.options import Options, check_options, refuse_options
from symppm.data.table import Table
from symppm.data.text import EXPECTED, read_text
from symppm.errors import DataError, SymPPMError

__all__ = ["Table", "read"]

_LOG: Final = logging.getLogger(__name__)
LARGE: Final = 256_000_000
"""Bytes from which triples are better summed where they are."""


def _columnar(path: Path, options: Options) -> Table:
    from symppm.data.columnar import read_columnar  # noqa: PLC0415 - loads pyarrow

    return read_columnar(path, options)


@dataclass(frozen=True)
class Format:
    """A format: its reader, options that it knows, and what tells it (endings, first bytes)."""

    read: Callable[[Path, Options], Table]
    options: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    beginning: bytes = b""
    expected: str = EXPECTED


_HDF: Final = b"\x89HDF"
TEXT: Final = Format(read_text, ("layout", "label_columns", "header", "columns"))
LDAC: Final = Format(
    scientific.read_ldac,
    ("layout",),
    (".ldac", ".lda-c", ".ldac.gz", ".lda-c.gz"),
    expected=scientific.DOCUMENTS,
)
COLUMNAR: Final = Format(
    _columnar, ("layout", "label_columns", "columns"), PARQUET + ARROW,
    expected="whole Parquet or Arrow files",
)  # fmt: skip
TENX_FOLDER: Final = Format(scientific.read_tenx_folder, expected="a folder of Cell Ranger")
FORMATS: Final = (
    Format(scientific.read_npy, (), (".npy",), b"\x93NUMPY", scientific.NPY),
    Format(scientific.read_npz, (), (".npz",), b"PK", scientific.NPZ),
    Format(scientific.read_market, (), (".mtx", ".mtx.gz"), expected=scientific.MARKET),
    Format(partial(hdf5.read_hdf5, about=hdf5.anndata), ("layer",), (".h5ad",), _HDF, hdf5.ANNDATA),
    Format(partial(hdf5.read_hdf5, about=hdf5.loom), ("layer",), (".loom",), _HDF, hdf5.LOOM),
    Format(partial(hdf5.read_hdf5, about=hdf5.tenx), (), (".h5",), _HDF, hdf5.TENX),
)


def read(
    path: str | os.PathLike[str],
    *,
    layout: str | None = None,
    label_columns: int | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    duplicates: str = "error",
    layer: str | None = None,
    blanks: str = "error",
    engine: Any = None,
    progress: bool = False,
) -> Table:
    """Read a matrix of counts (or other numbers) from a file, which is never modified.

    The format follows the name and is checked against the content: ``.npz`` (SciPy sparse, or one
    2-d array), ``.npy`` (memory-mapped), ``.mtx`` (Matrix Market, also ``.mtx.gz``), ``.parquet``,
    ``.arrow``, ``.feather`` and ``.ipc``, ``.h5ad`` (AnnData), ``.loom``, ``.h5`` and folders of
    Cell Ranger (10x Genomics), ``.ldac`` (LDA-C, also ``.ldac.gz``); anything else is text in
    UTF-8, plain or gzip-compressed, whose delimiter is guessed among tab, comma, semicolon, ``::``
    and white space. Quoted fields follow CSV. Leading lines that begin with ``#`` or ``%`` and do
    not fit the table are comments; blank lines are skipped. Loom and Cell Ranger have genes first:
    these are turned, so that cells are rows.

    Text has two layouts. In ``"triples"`` each line is one entry: row id, column id, value. Ids
    are text ("1" and "1.0" differ), rows and columns are in the order of first appearance, the
    shape is the number of distinct ids, and pairs that are absent are zeros. A zero that is
    written out stays a stored entry. In ``"matrix"`` each line is one row, after its labels.
    Parquet and Arrow have the same two, by their columns; ids there may be of any type but floats,
    and are read as text. What a file is taken for is decided in the same way for all of these, and
    said in the first note; the rules are a table in the guide ("Your own data").

    Parameters
    ----------
    path : path-like
        The file. For Parquet and Arrow also a folder, of which all such files are read, or a
        pattern such as ``"plays/*.parquet"``; folders in it that are called ``key=value`` give a
        column.
    layout : {"triples", "matrix", "ldac"}, optional
        Layout of a text, Parquet or Arrow file (``"ldac"``: of text only, one document a line);
        guessed if not given, as are the next three.
    label_columns : int, optional
        Number of leading columns of a matrix that hold labels. Of several, the row labels are the
        last column whose labels are all distinct, or else all of them joined by spaces.
    header : bool, optional
        Whether the first line names the columns. It may have one field fewer than the other lines
        (as R writes it): the name of the first column is then missing.
    columns : sequence of three str or int, optional
        The row id, column id and value of triples, by header name or by position from 1.
    duplicates : {"error", "sum", "unchecked"}
        What to do when triples (or a sparse matrix) hold the same row and column more than once.
        ``"unchecked"`` is for an engine, which needs long to find out.
    layer : str, optional
        Of an ``.h5ad`` or ``.loom`` file: the layer to read in place of its main matrix, or
        ``"raw"``.
    blanks : {"error", "missing"}
        With ``"missing"``, cells of a dense matrix that are blank, ``NA``, ``null`` or NaN are
        missing entries; zeros are what ``zeros=`` says. Without it a blank cell is an error.
    engine : str or connection, optional
        What holds triples, or reads them where they are: see :func:`symppm.triples`. Without it,
        Parquet and text of more than 256 MB that hold triples are left to DuckDB; ``"memory"``
        reads them all the same, and loads HDF5 of any size.
    progress : bool
        Show a progress bar on the terminal while a text file of more than 50 MB is read.

    Returns
    -------
    Table
        With a ``scipy.sparse.csr_array`` for triples, ``.ldac``, ``.mtx`` coordinates and what is
        stored sparse, else a dense 2-d array, masked if blank cells are missing entries. Text
        gives int64 where every value is a whole number that fits (``3.0`` too), else float64. A
        matrix in HDF5 of more than 128 MiB is loaded with
        ``engine="memory"`` only: else it comes in blocks, to be read whenever it is measured; what
        an engine holds comes as :class:`~symppm.Triples`.

    Raises
    ------
    DataError
        If the file cannot be read as a matrix; the message says where and what to do. Negative,
        NaN and infinite values are read: whether they make sense is the model's question.
    MissingExtraError
        If the format needs h5py, which the extra ``files`` installs.

    Examples
    --------
    >>> import symppm as ppm
    >>> table = ppm.read(ppm.data.load("mutational_signatures").path)
    >>> table.shape
    (96, 21)
    >>> print(table.notes[0])
    read as a labelled matrix (96 x 21) separated by tabs: first line is a header, first column a \
label; if that is wrong, use --layout triples (each line is one entry) or --label-columns or \
--no-header
    """
    if not isinstance(path, str | os.PathLike):
        raise DataError(
            f"a path of type {type(path).__name__}",
            expected="the name of a file",
            do='Write, for example, symppm.read("counts.csv").',
        )
    options = check_options(layout, label_columns, header, columns, duplicates, layer, blanks)
    memory = isinstance(engine, str) and engine == "memory"
    if engine is not None and not memory:
        return _in_engine(os.fspath(path), options, engine)
    file = Path(path)
    form = _format(file, options)
    table = None if memory else _left_on_disk(file, options, form)
    if table is not None:
        return table
    if duplicates == "unchecked":
        raise DataError(
            f"duplicates 'unchecked' for {file}, which is read into memory",
            expected="'error' or 'sum'; 'unchecked' is for triples that an engine sums",
            do="Leave out --duplicates (duplicates=), or name an engine such as --engine duckdb.",
        )
    known = form.options if layout != "ldac" or form is LDAC else form.options[1:]
    refuse_options(options, file, ("duplicates", "blanks", *known))

    def read_it() -> Table:
        if form.beginning:
            require_beginning(file, (form.beginning,), form.expected)
        found = form.read(file, replace(options, progress=progress, whole=memory))
        return found if blanks == "error" else _without_blanks(found)

    table = guarded(file, form.expected, read_it)
    for note in table.notes:
        _LOG.info("%s: %s", file, note)
    return table


def _without_blanks(table: Table) -> Table:
    values = without_blanks(table.values, table.path)
    count = int(np.ma.getmaskarray(values).sum())
    cells = amount(count, "blank cell is a missing entry", "blank cells are missing entries")
    return replace(table, values=values, notes=(*table.notes, *[cells] * (count > 0)))


def _format(file: Path, options: Options) -> Format:
    if columnar_files(file):
        return COLUMNAR
    if scientific.tenx_folder(file):
        return TENX_FOLDER
    require_file(file)
    name = file.name.lower()
    named = next((form for form in FORMATS if name.endswith(form.endings)), None)
    ldac = options.layout == "ldac" or (options.layout is None and name.endswith(LDAC.endings))
    return named or (LDAC if ldac else TEXT)


def _in_engine(path: str, options: Options, engine: Any) -> Table:
    """Return triples in the engine that the caller names, or that suits large files."""
    if options.layout not in (None, "triples") or options.label_columns is not None:
        raise DataError(
            "an engine for a matrix with one row a line",
            expected="an engine for triples only: row id, column id, value",
            do="Leave out --engine (engine=), or --layout and --label-columns.",
        )
    refuse_options(options, path, ("layout", "header", "columns", "duplicates"))
    from symppm.data.triples import relation_of  # noqa: PLC0415 - loads Ibis

    held = relation_of(path, options, engine)
    return Table(held, None, None, held.notes, Path(path))


def _left_on_disk(file: Path, options: Options, form: Format) -> Table | None:
    """Return large triples without reading them; None where they are better read.

    That is so, too, where something is wrong with them: who reads them into memory says what.
    """
    files = columnar_files(file) or (file,)
    size = sum(one.stat().st_size for one in files)
    parquet = all(one.name.lower().endswith(PARQUET) for one in files)
    if size <= LARGE or options.label_columns is not None or not (parquet or form is TEXT):
        return None
    try:
        table = _in_engine(os.fspath(file), options, None)
    except SymPPMError:
        return None
    note = (
        f"{amount(size // 1_000_000, 'megabyte')} are summed by DuckDB, on disk; to read them into "
        "memory use --engine memory"
    )
    return replace(table, notes=(*table.notes, note))
