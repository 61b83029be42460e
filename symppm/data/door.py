"""The door: data of every kind, and files of every format, to a matrix or a relation."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data import hdf5, scientific
from symppm.data.files import (
    PARQUET,
    as_data_errors,
    columnar_files,
    require_beginning,
    require_file,
)
from symppm.data.forms import is_frame, is_instance
from symppm.data.matrix import (
    AxisLabels,
    is_bags,
    matrix_of_anndata,
    matrix_of_bags,
    without_blanks,
)
from symppm.data.numbers import amount
from symppm.data.options import READING, Options
from symppm.data.table import Table
from symppm.data.text import EXPECTED, read_text
from symppm.errors import TYPED, DataError, ParameterError, SymPPMError, did_you_mean

_LOG: Final = logging.getLogger(__name__)
LARGE: Final = 256_000_000
"""Bytes from which triples are better summed where they are."""
_ARGUMENTS: Final = (
    *READING, "model", "targets", "fixed", "scale", "known", "zeros", "mask", "estimator",
    "method", "intervals", "random_seed", "engine",
)  # fmt: skip
_TARGETS: Final = ("mean", "variance", "rho_row", "rho_col", "rho_slice")
_RELATIONS: Final = (
    ("ibis", "Table"), ("duckdb", "DuckDBPyRelation"), ("pyspark.sql", "DataFrame")
)  # fmt: skip
"""Tables that an engine holds, and that can only be summed there."""


def _columnar(path: Path, options: Options) -> Table:
    from symppm.data.columnar import read_columnar  # noqa: PLC0415 - loads pyarrow

    return read_columnar(path, options)


@dataclass(frozen=True)
class _Format:
    """A format: its reader, options that it knows, and what tells it (endings, first bytes)."""

    read: Callable[[Path, Options], Table]
    expected: str
    options: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    beginnings: tuple[bytes, ...] = ()


_HDF: Final = (b"\x89HDF",)
_TEXT: Final = _Format(read_text, EXPECTED, ("layout", "label_columns", "header", "columns"))
_LDAC: Final = _Format(
    scientific.read_ldac, scientific.DOCUMENTS, ("layout",),
    (".ldac", ".lda-c", ".ldac.gz", ".lda-c.gz"),
)  # fmt: skip
_COLUMNAR: Final = _Format(
    _columnar, "whole Parquet or Arrow files", ("layout", "label_columns", "columns")
)
_TENX_FOLDER: Final = _Format(scientific.read_tenx_folder, "a folder of Cell Ranger")
_NAMED: Final = (
    _Format(scientific.read_npy, scientific.NPY, (), (".npy",), (b"\x93NUMPY",)),
    _Format(scientific.read_npz, scientific.NPZ, (), (".npz",), (b"PK",)),
    _Format(scientific.read_market, scientific.MARKET, (), (".mtx", ".mtx.gz"), scientific.BANNERS),
    _Format(hdf5.read_anndata, hdf5.ANNDATA, ("layer",), (".h5ad",), _HDF),
    _Format(hdf5.read_loom, hdf5.LOOM, ("layer",), (".loom",), _HDF),
    _Format(hdf5.read_tenx, hdf5.TENX, (), (".h5",), _HDF),
)
"""Formats that only the end of the name tells."""


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
    memory = _is_memory(engine)
    options = Options(
        layout, label_columns, header, columns, duplicates, layer, blanks, memory, progress
    )
    if engine is not None and not memory:
        return _in_engine(os.fspath(path), options, engine)
    file = Path(path)
    form = _format(file, options)
    if not memory and (table := _left_on_disk(file, options, form)) is not None:
        return table
    with as_data_errors(file, form.expected):
        table = _in_memory(file, options, form)
    for note in table.notes:
        _LOG.info("%s: %s", file, note)
    return table


def data_of(data: Any, **reading: Any) -> Any:
    """Return data as statistics take them: a matrix of whatever library, or a relation.

    A path is read as :func:`symppm.read` does, with the same options; those that mean nothing for
    such data are refused. A data frame whose columns have names of triples is taken for triples.
    """
    return labelled_data(data, **reading)[0]


@contextmanager
def opened(data: Any, **reading: Any) -> Iterator[Any]:
    """Do as :func:`data_of`; errors about the data name rows and columns as these do."""
    values, labels = labelled_data(data, **reading)
    with labels.in_errors():
        yield values


def labelled_data(data: Any, *, engine: Any = None, **reading: Any) -> tuple[Any, AxisLabels]:
    """Do as :func:`data_of`, and return what the data call their rows and columns too."""
    for name, value in reading.items():
        if name not in READING:
            raise ParameterError(
                f"the argument {name}={value!r}",
                expected="an argument of this function, or how data are read: columns=, layer= "
                "and so on",
                do=f"Without data, write targets={{{name!r}: ..., ...}}."
                if name in _TARGETS
                else f"Write fixed={{'K': {value!r}}}."
                if TYPED.get(name.lower(), "").startswith("fix K")
                else f"{did_you_mean(name, _ARGUMENTS)} Of a hyperparameter, write "
                f"fixed={{{name!r}: ...}}.",
            )
    options = Options(**reading)
    if isinstance(data, str | os.PathLike):
        array = scientific.array_of_more_axes(Path(data))
        if array is None:
            table = read(data, engine=engine, **reading)
            return table.values, AxisLabels.of(table)
        options.refuse_but(("blanks",), data)
        return array if options.blanks == "error" else without_blanks(array, data), AxisLabels()
    labels = AxisLabels.of(data)
    values = data.values if isinstance(data, Table) else data
    what = f"data of type {type(data).__name__}"
    engine = None if _is_memory(engine) else engine
    if engine is not None or any(is_instance(values, *kind) for kind in _RELATIONS):
        from symppm.data.triples import relation_of  # noqa: PLC0415 - loads Ibis

        options.refuse_but(("columns", "duplicates"), what)
        return relation_of(values, replace(options, layout="triples"), engine), AxisLabels()
    allowed = ["blanks"] + ["layer"] * is_instance(values, "anndata", "AnnData")
    if is_frame(values) and options.columns is not None:
        allowed += ["columns"] + ["duplicates"] * (options.duplicates != "unchecked")
    options.refuse_but(allowed, what)
    if is_frame(values):
        from symppm.data.columnar import triples_of  # noqa: PLC0415 - loads pyarrow

        entries = triples_of(values, options)
        if entries is not None:
            values, labels = entries.values, AxisLabels.of(entries)
    elif is_bags(values):
        values = matrix_of_bags(values)
    elif options.layer is not None:
        values = matrix_of_anndata(values, options.layer)
    return values if options.blanks == "error" else without_blanks(values, what), labels


def _is_memory(engine: Any) -> bool:
    return isinstance(engine, str) and engine == "memory"


def _format(file: Path, options: Options) -> _Format:
    if columnar_files(file):
        return _COLUMNAR
    if scientific.tenx_folder(file):
        return _TENX_FOLDER
    require_file(file)
    name = file.name.lower()
    ldac = options.layout == "ldac" or (options.layout is None and name.endswith(_LDAC.endings))
    matches = (form for form in _NAMED if name.endswith(form.endings))
    return next(matches, _LDAC if ldac else _TEXT)


def _in_memory(file: Path, options: Options, form: _Format) -> Table:
    if options.duplicates == "unchecked":
        raise DataError(
            f"duplicates 'unchecked' for {file}, which is read into memory",
            expected="'error' or 'sum'; 'unchecked' is for triples that an engine sums",
            do="Leave out --duplicates (duplicates=), or name an engine such as --engine duckdb.",
        )
    no_layout = options.layout == "ldac" and form is not _LDAC
    options.refuse_but(("duplicates", "blanks", *form.options[no_layout:]), file)
    if form.beginnings:
        require_beginning(file, form.beginnings, form.expected)
    table = form.read(file, options)
    if options.blanks == "error":
        return table
    values = without_blanks(table.values, file)
    count = int(np.ma.getmaskarray(values).sum())
    cells = amount(count, "blank cell is a missing entry", "blank cells are missing entries")
    return replace(table, values=values, notes=(*table.notes, *[cells] * (count > 0)))


def _in_engine(path: str, options: Options, engine: Any) -> Table:
    """Return triples in the engine that the caller names, or that suits large files."""
    if options.matrix or options.layout == "ldac":
        raise DataError(
            "an engine for a matrix with one row a line",
            expected="an engine for triples only: row id, column id, value",
            do="Leave out --engine (engine=), or --layout and --label-columns.",
        )
    options.refuse_but(("layout", "header", "columns", "duplicates"), path)
    from symppm.data.triples import relation_of  # noqa: PLC0415 - loads Ibis

    relation = relation_of(path, options, engine)
    return Table(relation, None, None, relation.notes, Path(path))


def _left_on_disk(file: Path, options: Options, form: _Format) -> Table | None:
    """Return large triples without reading them; None where they are better read."""
    files = columnar_files(file) or (file,)
    size = sum(path.stat().st_size for path in files)
    suits = form is _TEXT or all(path.name.lower().endswith(PARQUET) for path in files)
    if size <= LARGE or options.label_columns is not None or not suits:
        return None
    try:
        table = _in_engine(os.fspath(file), options, None)
    except SymPPMError:
        return None  # who reads them into memory says what is wrong
    note = (
        f"{amount(size // 1_000_000, 'megabyte')} are summed by DuckDB, on disk; to read them into "
        "memory use --engine memory"
    )
    return replace(table, notes=(*table.notes, note))
