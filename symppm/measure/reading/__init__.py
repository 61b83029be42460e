"""Count matrices from files: text, NumPy, SciPy sparse, Matrix Market, Parquet, Arrow, AnnData."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from symppm.errors import DataError
from symppm.measure.reading.binary import read_npy, read_npz
from symppm.measure.reading.columnar import columnar_files
from symppm.measure.reading.frames import read_columnar
from symppm.measure.reading.h5ad import read_h5ad
from symppm.measure.reading.ldac import ENDINGS as LDAC
from symppm.measure.reading.ldac import read_ldac
from symppm.measure.reading.market import read_market
from symppm.measure.reading.options import Options, check_options, refuse_options
from symppm.measure.reading.source import require_file
from symppm.measure.reading.stamps import unchanged
from symppm.measure.reading.table import Array, Table
from symppm.measure.reading.text import read_text

__all__ = ["Array", "Table", "read"]

_LOG: Final = logging.getLogger(__name__)
LARGE: Final = 256_000_000
"""Bytes from which triples are better summed where they are."""
_ALWAYS_READ: Final = (".npy", ".npz", ".mtx", ".mtx.gz", ".h5ad", *LDAC)


def read(
    path: str | os.PathLike[str],
    *,
    layout: str | None = None,
    label_columns: int | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    duplicates: str = "error",
    layer: str | None = None,
    engine: Any = None,
    progress: bool = False,
) -> Table:
    """Read a matrix of counts (or other numbers) from a file, which is never modified.

    The format follows the name and is checked against the content: ``.npz`` (SciPy sparse, or one
    2-d array), ``.npy`` (memory-mapped), ``.mtx`` (Matrix Market, also ``.mtx.gz``), ``.parquet``,
    ``.arrow``, ``.feather`` and ``.ipc``, ``.h5ad`` (AnnData), ``.ldac`` (LDA-C, also
    ``.ldac.gz``); anything else is text in UTF-8, plain or gzip-compressed, whose delimiter is
    guessed among tab, comma, semicolon, ``::`` and white space. Quoted fields follow CSV. Leading
    lines that begin with ``#`` or ``%`` and do not fit the table are comments; blank lines are
    skipped.

    Text has two layouts. In ``"triples"`` each line is one entry: row id, column id, value. Ids
    are text ("1" and "1.0" differ), rows and columns are in the order of first appearance, the
    shape is the number of distinct ids, and pairs that are absent are zeros. A zero that is
    written out stays a stored entry. In ``"matrix"`` each line is one row, after its labels.
    Parquet and Arrow have the same two, by their columns; ids are text or integers there.

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
        Of an ``.h5ad`` file: the layer to read in place of its ``X``, or ``"raw"``.
    engine : str or connection, optional
        What holds triples, or reads them where they are: see :func:`symppm.triples`. Without it,
        Parquet and text of more than 256 MB that hold triples are left to DuckDB where that is
        installed (the extra ``tables``); ``"memory"`` reads them all the same, and loads an
        ``.h5ad`` of any size.
    progress : bool
        Show a progress bar on the terminal while a text file of more than 50 MB is read.

    Returns
    -------
    Table
        With a ``scipy.sparse.csr_array`` for triples, ``.ldac``, ``.mtx`` coordinates and sparse
        ``.npz`` and ``.h5ad``, else a dense 2-d array. Text gives int64 where every value is a
        whole number that fits (``3.0`` too), else float64. A matrix in ``.h5ad`` of more than
        128 MiB is loaded with ``engine="memory"`` only: else it comes as a
        :class:`~symppm.data.matrix.BlockMatrix`, to be read whenever it is measured; what an
        engine holds comes as :class:`~symppm.data.triples.Triples`.

    Raises
    ------
    DataError
        If the file cannot be read as a matrix, or changes meanwhile; the message says where and
        what to do. Negative, NaN and infinite values are read: whether they make sense is the
        model's question.
    MissingExtraError
        If the format needs pyarrow or h5py, which the extra ``files`` installs.
    """
    if not isinstance(path, str | os.PathLike):
        raise DataError(
            f"a path of type {type(path).__name__}",
            expected="the name of a file",
            do='Write, for example, symppm.read("counts.csv").',
        )
    if engine is not None and not (isinstance(engine, str) and engine == "memory"):
        from symppm.measure.tables.routing import in_engine  # noqa: PLC0415 - seldom needed

        options = check_options(layout, label_columns, header, columns, duplicates, layer)
        return in_engine(os.fspath(path), options, engine, duplicates)
    options = check_options(layout, label_columns, header, columns, duplicates, layer)
    file = Path(path)
    parts = columnar_files(file)
    if not parts or parts == (file,):
        require_file(file)
    size = sum(each.stat().st_size for each in parts or (file,))
    if engine is None and size > LARGE and not file.name.lower().endswith(_ALWAYS_READ):
        from symppm.measure.tables.routing import left_on_disk  # noqa: PLC0415 - as above

        left = left_on_disk(os.fspath(path), parts or (file,), options, size)
        if left is not None:
            return left
    if options.duplicates == "unchecked":
        raise DataError(
            f"duplicates 'unchecked' for {file}, which is read into memory",
            expected="'error' or 'sum'; 'unchecked' is for triples that an engine sums",
            do="Leave out --duplicates (duplicates=), or name an engine such as --engine duckdb.",
        )
    with unchanged(parts or (file,)):
        if parts:
            known = ("label_columns", "columns") + ("layout",) * (options.layout != "ldac")
            refuse_options(options, file, allowed=known)
            table = read_columnar(parts, file, options)
        else:
            table = _read_file(file, options, progress=progress, whole=engine == "memory")
    for note in table.notes:
        _LOG.info("%s: %s", file, note)
    return table


def _read_file(file: Path, options: Options, *, progress: bool, whole: bool) -> Table:
    name = file.name.lower()
    if name.endswith((".npy", ".npz", ".mtx", ".mtx.gz")):
        refuse_options(options, file)
    if name.endswith(".npy"):
        return read_npy(file)
    if name.endswith(".npz"):
        return read_npz(file, options.duplicates)
    if name.endswith((".mtx", ".mtx.gz")):
        return read_market(file, options.duplicates, progress=progress)
    if name.endswith(".h5ad"):
        refuse_options(options, file, allowed=("layer",))
        return read_h5ad(file, options, whole=whole)
    if options.layout == "ldac" or (options.layout is None and name.endswith(LDAC)):
        refuse_options(options, file, allowed=("layout",))
        return read_ldac(file, options.duplicates, progress=progress)
    refuse_options(options, file, allowed=("layout", "label_columns", "header", "columns"))
    return read_text(file, options, progress=progress)
