"""Which files are left where they are and summed by an engine, and which are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from symppm.data.engines import installed
from symppm.data.relation import triples
from symppm.data.triples import Triples
from symppm.errors import DataError, SymPPMError
from symppm.measure.reading.columnar import PARQUET, columnar_files, parts_of
from symppm.measure.reading.frames import layout_of
from symppm.measure.reading.numbers import amount
from symppm.measure.reading.options import Options
from symppm.measure.reading.table import Table
from symppm.measure.tables.text import text_file

_MB: Final = 1_000_000


def in_engine(path: str, options: Options, engine: Any, duplicates: str) -> Table:
    """Return triples in the engine that the caller names.

    Parameters
    ----------
    path : str
        Files, or a table of the engine.
    options : Options
        What the caller says about the layout.
    engine : str or connection
        See :func:`symppm.data.relation.triples`.
    duplicates : {"error", "sum", "unchecked"}
        What to do with repeated pairs.

    Raises
    ------
    DataError
        If the options are for other layouts, or as for ``triples``.
    """
    if options.layout not in (None, "triples") or options.label_columns is not None:
        raise DataError(
            "an engine for a matrix with one row a line",
            expected="an engine for triples only: row id, column id, value",
            do="Leave out --engine (engine=), or --layout and --label-columns.",
        )
    if options.layer is not None:
        raise DataError(
            f"layer {options.layer!r} with an engine",
            expected="a layer of an .h5ad file, read into memory",
            do="Leave out --engine (engine=).",
        )
    if options.layout is None and options.columns is None:
        _require_triples(path, options)
    return _table(path, options, engine, duplicates)


def _require_triples(path: str, options: Options) -> None:
    """Refuse a file that is guessed to be a matrix where no engine is named."""
    if not Path(path).is_file():
        return
    columnar = columnar_files(Path(path))
    if _layout(path, columnar or (Path(path),), options, parquet=bool(columnar)) != "triples":
        raise DataError(
            f"{path}, which looks like a matrix, with an engine",
            expected="triples: row id, column id, value",
            do="Leave out --engine (engine=); or, if they are triples, say so: --layout triples "
            "(layout='triples').",
        )


def left_on_disk(path: str, files: Sequence[Path], options: Options, size: int) -> Table | None:
    """Return a large table of triples without reading it; None where it is better read.

    Parameters
    ----------
    path : str
        The file, folder or pattern.
    files : sequence of pathlib.Path
        What it names.
    options : Options
        What the caller says about the layout.
    size : int
        Of the files, in bytes.

    Notes
    -----
    None where DuckDB or Ibis is not installed, the table is no triples, or something is wrong with
    it: who reads it into memory says what.
    """
    if options.label_columns is not None or options.layout not in (None, "triples"):
        return None
    if not installed():
        return None
    parquet = all(file.name.lower().endswith(PARQUET) for file in files)
    if not parquet and len(files) > 1:
        return None
    try:
        if _layout(path, files, options, parquet=parquet) != "triples":
            return None
        found = _table(path, options, None, options.duplicates)
    except SymPPMError:
        return None
    note = (
        f"{amount(size // _MB, 'megabyte')} are left on disk and summed there by DuckDB; to read "
        "them into memory use --engine memory"
    )
    return replace(found, notes=(*found.notes, note))


def _layout(path: str, files: Sequence[Path], options: Options, *, parquet: bool) -> str:
    if not parquet:
        return text_file(files[0], options).plan.layout
    return layout_of(parts_of(files, Path(path)), options, Path(path)).layout


def _table(path: str, options: Options, engine: Any, duplicates: str) -> Table:
    found: Triples = triples(
        path, columns=options.columns, header=options.header, engine=engine, duplicates=duplicates
    )
    return Table(found, None, None, found.notes, Path(path))
