"""Whatever holds triples, as a relation: files, objects, expressions, tables of a database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from symppm.data.engines import Engine, engine_of, over_session
from symppm.data.frames import is_instance
from symppm.data.options import Options, check_options
from symppm.data.scans import as_view, is_path, of_files, of_table
from symppm.data.spark import is_of_spark
from symppm.data.triples import Triples, calm
from symppm.errors import DataError, did_you_mean
from symppm.extras import load

__all__ = ["Triples", "triples"]


def triples(
    source: Any,
    *,
    columns: Sequence[str | int] | None = None,
    header: bool | None = None,
    engine: Any = None,
    duplicates: str = "error",
) -> Triples:
    """Name a table of row id, column id and value, to be summed where it is.

    Nothing is read but names, types and the beginning of text files. ``ppm.statistics`` and
    ``ppm.match`` take the result like a matrix: the engine computes sums by row and by column, and
    these come back, never the data. Rows and columns of the matrix are the distinct ids.

    Parameters
    ----------
    source : path-like, str, ibis.Table, or data frame
        Parquet or text files (a file, a folder, or a pattern with ``*``); the name of a table of
        the engine; an Ibis expression; a relation of DuckDB; or a table of pandas, polars, Arrow or
        Spark.
    columns : sequence of three str or int, optional
        Row id, column id and value, by name or by position from 1; guessed, and noted, if not
        given.
    header : bool, optional
        Of text files: whether the first line names the columns; guessed if not given.
    engine : str or connection, optional
        ``"duckdb"`` (in this process, the default), ``"duckdb://FILE"``, ``"spark://HOST:PORT"``,
        ``"local[2]"`` (Spark in this process), any URL that Ibis connects to; or a connection of
        Ibis, a SparkSession, a DuckDB connection.
    duplicates : {"error", "sum", "unchecked"}
        What to do with pairs that occur more than once. ``"unchecked"`` skips the search for them,
        which takes longer than the sums do; if there are any, the statistics are wrong.

    Returns
    -------
    Triples
        The table.

    Raises
    ------
    DataError
        If the source is not there, has no such columns, ids that are floats or values that are no
        numbers, or names of columns that differ in case only; files of it differ in their columns
        or types; or the engine cannot be reached.
    MissingExtraError
        If Ibis or the engine's library is not installed.
    """
    options = check_options("triples", None, header, columns, duplicates, None)
    with calm():
        relation = _opened(source, options, engine)
    relation = replace(relation, duplicates=duplicates)
    if duplicates == "sum":
        table = relation.table
        summed = table.group_by("i", "j").agg(x=table.x.sum())
        return replace(relation, base=summed, laid_out=lambda table: table, unsummed=relation)
    if duplicates == "unchecked":
        note = "pairs were not checked for repetitions, which would spoil the statistics"
        return replace(relation, notes=(*relation.notes, note))
    return relation


def _opened(source: Any, options: Options, engine: Any) -> Triples:
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if engine is None or is_path(path, named=isinstance(source, str)):
            return of_files(str(path), options, engine_of(engine))
        return _of_name(str(path), options, engine_of(engine))
    if is_of_spark(source, "DataFrame"):
        spark = over_session(source.sparkSession)
        return of_table(as_view(spark, source), spark, options, "a Spark table")
    ibis = load("ibis", "tables", "a table in an engine")
    if isinstance(source, ibis.Table):
        backend = source.get_backend()
        own = Engine(backend, str(backend.name)) if engine is None else engine_of(engine)
        return of_table(source, own, options, "an Ibis table")
    word = f"a table of {type(source).__module__.partition('.')[0].lstrip('_')}"
    if is_instance(source, "duckdb", "DuckDBPyRelation"):
        source = source.to_arrow_table()
    try:
        table = ibis.memtable(source)
    except Exception as error:
        # Whatever Ibis makes of a thing that is no table.
        raise DataError(
            f"triples of type {type(source).__name__}",
            expected="files, the name of a table, an Ibis table, or a table of pandas, polars, "
            "Arrow or Spark",
            do="Pass a matrix to ppm.statistics or ppm.match itself.",
        ) from error
    return of_table(table, engine_of(engine), options, word)


def _of_name(name: str, options: Options, engine: Engine) -> Triples:
    schema, _, table = name.rpartition(".")
    try:
        held = engine.backend.table(table, database=schema or None)
    except Exception as error:
        raise DataError(
            f"no table {name!r} in {engine.name}",
            expected="the name of a table there, or a path of Parquet or text files",
            do=_near(name, engine, schema or None),
        ) from error
    return of_table(held, engine, options, f"table {name}")


def _near(name: str, engine: Engine, schema: str | None) -> str:
    try:
        known = engine.backend.list_tables(database=schema)
    except Exception:  # not every engine tells
        known = []
    return did_you_mean(name, known) if known else "Check the name, and the schema before it."
