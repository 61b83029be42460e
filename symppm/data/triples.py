"""A matrix as a table of triples that stays where it is: nothing is read before a question.

Ibis is the one interface to engines; they answer with Arrow tables.
"""

from __future__ import annotations

import os
import uuid
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Never

from symppm.data.engines import asked, engine_of
from symppm.data.frames import is_frame, is_instance
from symppm.data.layout import Kind, Layout, layout_note, taken_for
from symppm.data.options import Options, check_options, refuse_options
from symppm.data.table import shorten
from symppm.errors import DataError
from symppm.extras import load

if TYPE_CHECKING:
    from symppm.data.scans import Scan
    from symppm.data.text import TextFile

_NUMBERS: Final = ("integer", "number")


@dataclass(frozen=True, eq=False)
class Triples:
    """A matrix as a table of row id, column id and value that an engine holds.

    Nothing is read until statistics are asked for; then the engine sums, and only sums of rows and
    columns come back.

    Attributes
    ----------
    table : ibis.Table
        Columns ``i`` (row id) and ``j`` (column id), integers or text, and ``x`` (the value,
        float64).
    engine : ibis.BaseBackend
        What holds it.
    origin : str
        What the data are called in messages.
    rounds : bool
        Whether the engine has values that float64 rounds where they are large.
    duplicates : {"error", "sum", "unchecked"}
        What to do with pairs that occur more than once.
    unsummed : Triples or None
        The entries, where those of a pair have been summed.
    notes : tuple of str
        One sentence for every guess that was made.
    texts : tuple of TextFile
        The files of text that hold the data, if they do.
    """

    table: Any
    engine: Any
    origin: str
    rounds: bool
    duplicates: str = "error"
    unsummed: Triples | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()
    texts: tuple[TextFile, ...] = field(default=(), repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of distinct row and column ids; the engine counts them anew each time."""
        table = self.table
        counts = self.ask(table.aggregate(rows=table.i.nunique(), columns=table.j.nunique()))
        return int(counts["rows"][0].as_py()), int(counts["columns"][0].as_py())

    def __array__(self, dtype: object = None, copy: object = None) -> Never:
        """Refuse to be read: what needs an array needs the data in memory."""
        raise DataError(
            f"{self.origin}, which stays in {self.engine.name}",
            expected="a matrix in memory",
            do="Read the data into memory: --engine memory (engine='memory').",
        )

    def ask(self, query: Any) -> Any:
        """Return the engine's answer to a query of Ibis, as a table of Arrow."""
        try:
            with asked(self.origin, self.engine.name):
                return self.engine.to_pyarrow(query)
        except DataError:
            self.explain()
            raise

    def explain(self) -> None:
        """Raise the error of the first line of text that cannot be read, if there is one."""
        from symppm.data.text import check  # noqa: PLC0415 - loaded already if there is text

        for text in self.texts:
            check(text)


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
    these come back, never the data. Rows and columns of the matrix are the distinct ids. Files have
    to stay as they are until then.

    Parameters
    ----------
    source : path-like, str, ibis.Table, or data frame
        Parquet files (a file, a folder, or a pattern with ``*``), or text files for DuckDB; the
        name of a table of the engine; an Ibis expression; a relation of DuckDB; or a table of
        pandas, polars, Arrow or Spark.
    columns : sequence of three str or int, optional
        Row id, column id and value, by name or by position from 1; guessed, and noted, if not
        given.
    header : bool, optional
        Of text files: whether the first line names the columns; guessed if not given.
    engine : str or connection, optional
        ``"duckdb"`` (in this process, the default), ``"duckdb://FILE"``, ``"spark://HOST:PORT"``,
        ``"local[2]"`` (Spark in this process), any URL that Ibis connects to; or a connection of
        Ibis, a SparkSession, a DuckDB connection. A Spark session that is active is used as it is.
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
    with asked(str(source) if isinstance(source, str | os.PathLike) else "triples", "the engine"):
        relation = _laid_out(*_found(source, options, engine), options)
    if duplicates == "sum":
        table = relation.table
        summed = table.group_by("i", "j").agg(x=table.x.sum())
        return replace(relation, table=summed, duplicates=duplicates, unsummed=relation)
    if duplicates == "unchecked":
        note = "pairs were not checked for repetitions, which would spoil the statistics"
        return replace(relation, duplicates=duplicates, notes=(*relation.notes, note))
    return relation


def _found(source: Any, options: Options, engine: Any) -> tuple[Any, str, Scan]:
    """Return the engine of a table, what the table is called, and the table."""
    ibis = load("ibis", "tables", "a table in an engine")
    from symppm.data.scans import Scan, is_path, scan_of  # noqa: PLC0415 - loads pyarrow

    if isinstance(source, str | os.PathLike):
        name, held = os.fspath(source), engine_of(engine)
        if engine is None or isinstance(source, os.PathLike) or is_path(name):
            return held, name, scan_of(name, options, held)
        schema, _, last = name.rpartition(".")
        try:
            return held, f"table {name}", Scan(held.table(last, database=schema or None))
        except Exception as error:
            raise DataError(
                f"no table {name!r} in {held.name}",
                expected="the name of a table there, or a path of Parquet or text files",
                do="Check the name, and the schema before it.",
            ) from error
    if is_instance(source, "pyspark.sql", "DataFrame"):
        spark, name = engine_of(source.sparkSession), f"symppm_{uuid.uuid4().hex}"
        source.createOrReplaceTempView(name)
        table = spark.table(name)
        weakref.finalize(table.op(), source.sparkSession.catalog.dropTempView, name)
        return spark, "a Spark table", Scan(table)
    if isinstance(source, ibis.Table):
        own = source.get_backend() if engine is None else engine
        return engine_of(own), "an Ibis table", Scan(source)
    if not is_frame(source):
        raise DataError(
            f"triples of type {type(source).__name__}",
            expected="files, the name of a table, an Ibis table, or a table of pandas, polars, "
            "Arrow or Spark",
            do="Pass a matrix to ppm.statistics or ppm.match itself.",
        )
    word = type(source).__module__.partition(".")[0].lstrip("_")
    in_duckdb = is_instance(source, "duckdb", "DuckDBPyRelation")
    table = ibis.memtable(source.to_arrow_table() if in_duckdb else source)
    return engine_of(engine), f"a table of {word}", Scan(table)


def _laid_out(engine: Any, origin: str, scan: Scan, options: Options) -> Triples:
    """Return the three columns that matter of a table of Ibis, which messages call ``origin``."""
    from symppm.data.scans import require_distinct  # noqa: PLC0415 - loaded already

    table, columns, notes, texts = scan
    options = replace(options, columns=columns or options.columns)
    if not texts:
        refuse_options(options, Path(origin), ("layout", "columns"))
    names, kinds = table.schema().names, table.schema().types
    require_distinct(names, origin)
    words = [_kind_of(kind) for kind in kinds]
    triple = taken_for(names, words, options, Path(origin)) or (0, 1, 2)
    for place, what in zip(triple, ("row ids", "column ids", "values"), strict=True):
        kind, values = kinds[place], what == "values"
        # Of floats, equal ids may differ.
        if words[place] not in _NUMBERS if values else kind.is_floating() or kind.is_nested():
            raise DataError(
                f"{origin}: the {what} in column {shorten(names[place])} are of type {kind}",
                expected="numbers" if values else "ids that are whole numbers or text",
                do="Convert the column, or name another with --columns (columns=).",
            )
    i, j, x = (table[names[place]] for place in triple)
    i, j = (ids if ids.type().is_integer() else ids.cast("string") for ids in (i, j))
    truth = x.type().is_boolean()
    return Triples(
        table.select(i=i, j=j, x=(x.cast("int8") if truth else x).cast("float64")),
        engine,
        origin,
        rounds=bool(texts) or not (truth or x.type().is_floating()),
        notes=notes + layout_note(Layout(len(names), tuple(names), triple), options, text=False),
        texts=texts,
    )


def _kind_of(kind: Any) -> Kind:
    if kind.is_string():
        return "text"
    if kind.is_integer():
        return "integer"
    return "number" if kind.is_numeric() or kind.is_boolean() else "other"
