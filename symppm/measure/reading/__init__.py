"""Count matrices from files: text (triples or a matrix), NumPy, SciPy sparse, Matrix Market."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from symppm.measure.reading.binary import read_npy, read_npz
from symppm.measure.reading.market import read_market
from symppm.measure.reading.options import check_options, refuse_text_options
from symppm.measure.reading.source import require_file
from symppm.measure.reading.table import Array, Table
from symppm.measure.reading.text import read_text

__all__ = ["Array", "Table", "read"]


def read(
    path: str | os.PathLike[str],
    *,
    layout: str | None = None,
    label_columns: int | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    duplicates: str = "error",
    progress: bool = False,
) -> Table:
    """Read a matrix of counts (or other numbers) from a file, which is never modified.

    The format follows the name and is checked against the content: ``.npz`` (SciPy sparse, or one
    2-d array), ``.npy`` (memory-mapped), ``.mtx`` (Matrix Market, also ``.mtx.gz``); anything else
    is text in UTF-8, plain or gzip-compressed, whose delimiter is guessed among tab, comma,
    semicolon, ``::`` and white space. Quoted fields follow CSV. Leading lines that begin with
    ``#`` or ``%`` and do not fit the table are comments; blank lines are skipped.

    Text has two layouts. In ``"triples"`` each line is one entry: row id, column id, value. Ids
    are text ("1" and "1.0" differ), rows and columns are in the order of first appearance, the
    shape is the number of distinct ids, and pairs that are absent are zeros. A zero that is
    written out stays a stored entry. In ``"matrix"`` each line is one row, after its labels.

    Parameters
    ----------
    path : path-like
        The file.
    layout : {"triples", "matrix"}, optional
        Layout of a text file; guessed if not given, as are the next three.
    label_columns : int, optional
        Number of leading columns of a matrix that hold labels. Of several, the row labels are the
        last column whose labels are all distinct, or else all of them joined by spaces.
    header : bool, optional
        Whether the first line names the columns. It may have one field fewer than the other lines
        (as R writes it): the name of the first column is then missing.
    columns : sequence of three str or int, optional
        The row id, column id and value of triples, by header name or by position from 1.
    duplicates : {"error", "sum"}
        What to do when triples (or a sparse matrix) hold the same row and column more than once.
    progress : bool
        Show a progress bar on the terminal while a text file of more than 50 MB is read.

    Returns
    -------
    Table
        With a `scipy.sparse.csr_array` for triples, ``.mtx`` coordinates and sparse ``.npz``, else
        a dense 2-d array. Text gives int64 where every value is a whole number that fits
        (``3.0`` too), else float64.

    Raises
    ------
    DataError
        If the file cannot be read as a matrix; the message says where and what to do. Negative,
        NaN and infinite values are read: whether they make sense is the model's question.
    """
    options = check_options(layout, label_columns, header, columns, duplicates)
    file = Path(path)
    require_file(file)
    name = file.name.lower()
    if name.endswith((".npy", ".npz", ".mtx", ".mtx.gz")):
        refuse_text_options(options, file)
    if name.endswith(".npy"):
        return read_npy(file)
    if name.endswith(".npz"):
        return read_npz(file, options.duplicates)
    if name.endswith((".mtx", ".mtx.gz")):
        return read_market(file, options.duplicates, progress=progress)
    return read_text(file, options, progress=progress)
