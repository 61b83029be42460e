"""Parquet files for an engine, laid out as our own reader finds them: nothing is left to guess."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from symppm.data.engines import Engine
from symppm.data.spark import literal
from symppm.data.triples import Triples, engine_failed
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.reading.columnar import PARQUET, Part, keys_of, parts_of
from symppm.measure.reading.frames import layout_of, plain_type
from symppm.measure.reading.numbers import shorten
from symppm.measure.reading.options import Options
from symppm.measure.reading.source import require_file
from symppm.measure.reading.stamps import Stamp, unchanged
from symppm.measure.tables.columns import guessed, require_distinct
from symppm.measure.tables.named import as_view, of_table


def of_parquet(path: str, files: Sequence[Path], options: Options, engine: Engine) -> Triples:
    """Return Parquet files of triples as a lazy table.

    Parameters
    ----------
    path : str
        What the caller named: a file, a folder or a pattern.
    files : sequence of pathlib.Path
        The files that it names.
    options : Options
        What the caller says; its layout is ``"triples"``.
    engine : Engine
        Where the files are read.

    Raises
    ------
    DataError
        If a file is damaged or no Parquet, the files differ in their columns or in the types of
        these, or the engine cannot read them.
    """
    for file in files:
        require_file(file)
        if not file.name.lower().endswith(PARQUET):
            raise DataError(
                f"{file} is an Arrow file",
                expected="Parquet or text for an engine",
                do="Use --engine memory (engine='memory'), or write the table as Parquet.",
            )
    stamps = tuple(map(Stamp.of, files))
    with unchanged(files):
        parts = parts_of(files, Path(path))
        columns = parts[0].schema.names
        require_distinct(columns, engine, path)
        names = tuple(columns[place] for place in layout_of(parts, options, Path(path)).triple)
        for name in names:
            _require_alike(parts, name, engine)
        try:
            table = _table(path, files, columns, engine)
        except DataError:
            raise
        except Exception as error:
            # Whatever an engine raises.
            raise engine_failed(path, engine.name, error) from error
        row, column, value = names
        found = of_table(table, engine, replace(options, columns=(row, column, value)), path)
    notes = () if options.columns is not None else guessed(names, len(columns) - 3)
    floats = load("pyarrow", "tables", path).types.is_floating
    rounds = not all(floats(part.schema.field(value).type) for part in parts)
    return replace(found, notes=notes, stamps=stamps, rounds=rounds)


def at_url(url: str, options: Options, engine: Engine) -> Triples:
    """Return what lies at the URL of a Parquet file as a lazy table.

    Parameters
    ----------
    url : str
        For the engine to open.
    options, engine
        As for :func:`of_parquet`.
    """
    if engine.kind == "pyspark":
        table = as_view(engine, engine.backend._session.read.parquet(url))
    else:
        table = engine.backend.read_parquet(url)
    return of_table(table, engine, options, url)


def _table(path: str, files: Sequence[Path], columns: Sequence[str], engine: Engine) -> Any:
    if engine.kind == "pyspark":
        named = literal(path) if Path(path).exists() else path
        return as_view(engine, engine.backend._session.read.parquet(named))
    if engine.kind != "duckdb":
        names = [str(file) for file in files]
        return engine.backend.read_parquet(names if len(names) > 1 else names[0])
    keys = {key for file in files for key, _ in keys_of(file, Path(path))}
    if keys:
        _refuse_keys_above(files, columns, path)
    return engine.backend.read_parquet(
        [glob.escape(str(file)) for file in files],
        union_by_name=True,
        hive_partitioning=bool(keys),
        hive_types_autocast=False,
    )


def _refuse_keys_above(files: Sequence[Path], columns: Sequence[str], path: str) -> None:
    """Refuse a column that DuckDB would also take from a folder above the path."""
    for file in files:
        below = len(list(keys_of(file, Path(path))))
        every = [part.partition("=")[0] for part in file.absolute().parts[:-1] if "=" in part]
        above = set(every[: len(every) - below]) & set(columns)
        if above:
            raise DataError(
                f"{path} lies in a folder {shorten(min(above))}=..., and has such a column itself",
                expected="folders called key=value below the path only",
                do="Use --engine memory (engine='memory'), or move the files.",
            )


def _require_alike(parts: Sequence[Part], name: str, engine: Engine) -> None:
    """Refuse a column whose types in the files have none in common, as our own reader does."""
    pa = load("pyarrow", "tables", f"column {name}")
    kinds = [plain_type(pa, part.schema.field(name).type) for part in parts]
    other = next((n for n, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is None:
        return
    if engine.kind == "duckdb":
        try:
            different = [pa.schema([(name, kind)]) for kind in dict.fromkeys(kinds)]
            pa.unify_schemas(different, promote_options="permissive")
            return
        except pa.ArrowException:
            pass
    raise DataError(
        f"column {shorten(name)} holds {kinds[other]} in {parts[other].path}",
        expected=f"{kinds[0]}, as in {parts[0].path}",
        do="Write the files again with the same types.",
    )
