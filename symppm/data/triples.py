"""A relation: a table of triples that stays in an engine, which is only asked for sums.

Ibis is the one interface to engines: DuckDB in this process, Spark, or whatever it connects to.
"""

from __future__ import annotations

import glob
import os
import re
import tempfile
import uuid
import warnings
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Never
from urllib.parse import unquote

from symppm.data.files import ARROW, PARQUET, below, columnar_files, require_file
from symppm.data.forms import is_frame, is_instance
from symppm.data.layout import Layout, kind_of, taken_for
from symppm.data.numbers import shorten
from symppm.data.options import Options
from symppm.data.table import Source
from symppm.data.text import looked_at, parsed
from symppm.errors import DataError, MissingExtraError, SymPPMError, did_you_mean
from symppm.extras import load

_TEXT: Final = re.compile(r"\.(csv|tsv|txt|dat|tab|data)(\.gz)?$", re.IGNORECASE)
_MEMORY: Final = "1GB"
"""For DuckDB in this process; what needs more is spilled to a temporary folder."""
_SET_BY_IBIS: Final = ("spark.sql.session.timeZone", "spark.sql.mapKeyDedupPolicy")
_SETTINGS: Final = {
    "spark.app.name": "symppm",
    "spark.log.level": "ERROR",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}
_MASTER: Final = re.compile(r"spark://.+|local(\[.+\])?")
_KNOWN: Final = ("memory", "duckdb", "duckdb://FILE", "spark://HOST:PORT", "postgres://HOST/NAME")
_SHOWN: Final = 300


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
    """

    table: Any
    engine: Any
    origin: str
    rounds: bool
    duplicates: str = "error"
    unsummed: Triples | None = field(default=None, repr=False)
    notes: tuple[str, ...] = ()

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
        with engine_errors(self.origin, self.engine.name):
            return self.engine.to_pyarrow(query)


def triples(
    source: Any,
    *,
    columns: Sequence[str | int] | None = None,
    header: bool | None = None,
    engine: Any = None,
    duplicates: str = "error",
) -> Triples:
    """Name a table of row id, column id and value, to be summed where it is.

    Nothing is read but names and types; only text is read, once, into a table of DuckDB, which
    leaves the memory where that grows. ``ppm.statistics`` and ``ppm.match`` take the result like a
    matrix: the engine computes sums by row and by column, and these come back, never the data. Rows
    and columns of the matrix are the distinct ids. Files have to stay as they are until then.

    Parameters
    ----------
    source : path-like, str, ibis.Table, or data frame
        Parquet files (a file, a folder, or a pattern with ``*``), or a text file for DuckDB; the
        name of a table of the engine; an Ibis expression; a relation of DuckDB; or a table of
        pandas, polars, Arrow or Spark.
    columns : sequence of three str or int, optional
        Row id, column id and value, by name or by position from 1; guessed, and noted, if not
        given.
    header : bool, optional
        Of a text file: whether the first line names the columns; guessed if not given.
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
        If the engine's library is not installed.
    """
    options = Options("triples", header=header, columns=columns, duplicates=duplicates)
    return relation_of(source, options, engine)


def relation_of(source: Any, options: Options, engine: Any) -> Triples:
    """Do as :func:`triples`, but refuse files that look like a matrix unless told otherwise."""
    with engine_errors(
        str(source) if isinstance(source, str | os.PathLike) else "triples", "the engine"
    ):
        relation = _relation(source, options, engine)
    if options.duplicates == "sum":
        table = relation.table
        summed = table.group_by("i", "j").agg(x=table.x.sum())
        return replace(relation, table=summed, duplicates=options.duplicates, unsummed=relation)
    if options.duplicates == "unchecked":
        note = "pairs were not checked for repetitions, which would spoil the statistics"
        return replace(relation, duplicates=options.duplicates, notes=(*relation.notes, note))
    return relation


def _relation(source: Any, options: Options, engine: Any) -> Triples:
    """Return the table that a source means."""
    import ibis  # noqa: PLC0415 - slow to load

    if isinstance(source, str | os.PathLike):
        name, backend = os.fspath(source), engine_of(engine)
        path = _TEXT.search(name) or name.lower().endswith(PARQUET) or Path(name).exists()
        if engine is None or isinstance(source, os.PathLike) or path or "*" in name:
            return _scan(name, options, backend)
        schema, _, last = name.rpartition(".")
        try:
            table = backend.table(last, database=schema or None)
        except Exception as error:
            raise DataError(
                f"no table {name!r} in {backend.name}",
                expected="the name of a table there, or a path of Parquet or text files",
                do="Check the name, and the schema before it.",
            ) from error
        return _of_table(backend, table, f"table {name}", options)
    if is_instance(source, "pyspark.sql", "DataFrame"):
        spark, name = engine_of(source.sparkSession), f"symppm_{uuid.uuid4().hex}"
        source.createOrReplaceTempView(name)
        table = spark.table(name)
        weakref.finalize(table.op(), source.sparkSession.catalog.dropTempView, name)
        return _of_table(spark, table, "a Spark table", options)
    if isinstance(source, ibis.Table):
        source_engine = source.get_backend() if engine is None else engine
        return _of_table(engine_of(source_engine), source, "an Ibis table", options)
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
    return _of_table(engine_of(engine), table, f"a table of {word}", options)


def _scan(path: str, options: Options, engine: Any) -> Triples:
    """Return files of triples (a file, a folder, a pattern, a URL of Parquet) as a lazy table."""
    if "://" in path:
        return _of_table(engine, engine.read_parquet(path), path, options)
    parquet = () if _TEXT.search(path) else columnar_files(Path(path))
    if not parquet:
        require_file(Path(path))
    arrow = any(file.name.lower().endswith(ARROW) for file in parquet)
    if arrow or engine.name not in ("duckdb", "pyspark")[: 1 + bool(parquet)]:
        raise DataError(
            f"{path} for {engine.name}",
            expected="Parquet for DuckDB or Spark, or text for DuckDB: .csv, .tsv, .txt, .dat, "
            ".data or .tab, or these and .gz",
            do="Use --engine memory (engine='memory'), or write the table as Parquet.",
        )
    if parquet:
        return _of_parquet(path, parquet, options, engine)
    return _of_text(path, options, engine)


def _of_parquet(path: str, files: Sequence[Path], options: Options, engine: Any) -> Triples:
    from symppm.data.columnar import looked_into, typed_layout  # noqa: PLC0415 - loads pyarrow

    head = looked_into(files, Path(path))
    _require_distinct(head.column_names, path)
    source = Source(Path(path), typed_layout(head, options, Path(path)), options)
    _require_triples(source.layout, path)
    if engine.name == "pyspark":
        # Spark takes all paths as patterns.
        literal = re.sub(r"[*?\[\]{}\\]", r"\\\g<0>", path)
        table = engine.read_parquet(literal if Path(path).exists() else path)
    else:
        # A folder's key=value is a column if it lies below the path; above it may hide one.
        count = len(files[0].parts) - len(below(files[0], Path(path)))
        above = [part.partition("=")[0] for part in files[0].parts[:count] if "=" in part]
        table = engine.read_parquet(
            [glob.escape(str(file)) for file in files], union_by_name=True,
            hive_partitioning=not set(above) & set(head.column_names), hive_types_autocast=False,
        )  # fmt: skip
    return _three(engine, table, source, path)


def _of_text(path: str, options: Options, engine: Any) -> Triples:
    """Read a text once, as any other, into a table of the engine, which may spill it to disk."""
    import pyarrow as pa  # noqa: PLC0415 - slow to load

    file = looked_at(Path(path), options)
    _require_triples(file.layout, path)
    name, schema = f"symppm_{uuid.uuid4().hex}", {"i": "string", "j": "string", "x": "float64"}
    engine.create_table(name, schema=schema, temp=True)
    for ids, values in parsed(file):
        engine.insert(name, pa.table([*ids, values.ravel().astype(float)], names=[*schema]))
    return Triples(engine.table(name), engine, path, rounds=True, notes=file.noted())


def _require_triples(layout: Layout, path: str) -> None:
    if layout.triple is None:
        raise DataError(
            f"{path}, which looks like a matrix, with an engine",
            expected="triples: row id, column id, value",
            do="Leave out --engine (engine=); or, if they are triples, say so: --layout triples "
            "(layout='triples').",
        )


def _require_distinct(names: Sequence[str], origin: str) -> None:
    """Refuse names that most engines take for the same."""
    lower = [name.lower() for name in names]
    twins = [shorten(name) for name in names if lower.count(name.lower()) > 1]
    if twins:
        raise DataError(
            f"{origin} has the columns {twins[0]} and {twins[1]}",
            expected="names that differ in more than case, which engines ignore",
            do="Rename one, or read the table into memory: --engine memory (engine='memory').",
        )


def _of_table(engine: Any, table: Any, origin: str, options: Options) -> Triples:
    """Return the triples of a table of Ibis."""
    options.refuse_but(("layout", "columns", "duplicates"), origin)
    names, kinds = table.schema().names, list(map(kind_of, table.schema().types))
    _require_distinct(names, origin)
    options = replace(options, layout="triples")
    triple = taken_for(names, kinds, options, Path(origin))
    layout = Layout(len(names), tuple(names), triple)
    return _three(engine, table, Source(Path(origin), layout, options), origin)


def _three(engine: Any, table: Any, source: Source, origin: str) -> Triples:
    """Return the three columns that matter of a table of Ibis."""
    header, triple = source.layout.header or (), source.layout.triple or ()
    columns = [table[header[place]] for place in triple]
    for column, what in zip(columns, ("row ids", "column ids", "values"), strict=True):
        kind, is_value = column.type(), what == "values"
        # Of floats, equal ids may differ.
        if kind_of(kind) != "number" if is_value else kind.is_floating() or kind.is_nested():
            raise DataError(
                f"{origin}: the {what} in column {shorten(column.get_name())} are of type {kind}",
                expected="numbers" if is_value else "ids that are whole numbers or text",
                do="Convert the column, or name another with --columns (columns=).",
            )
    i, j = (ids if ids.type().is_integer() else ids.cast("string") for ids in columns[:2])
    x, truth = columns[2], columns[2].type().is_boolean()
    return Triples(
        table.select(i=i, j=j, x=(x.cast("int8") if truth else x).cast("float64")),
        engine,
        origin,
        rounds=not (truth or x.type().is_floating()),
        notes=source.noted(),
    )


def engine_of(engine: Any) -> Any:
    """Return the connection of Ibis that a user's ``engine=`` means; see :func:`triples`."""
    import ibis  # noqa: PLC0415 - slow to load

    if engine is None or isinstance(engine, str):
        return _in_process(":memory:") if engine in (None, "duckdb") else _at(engine)
    if isinstance(engine, ibis.backends.BaseBackend):
        return engine
    if is_instance(engine, "pyspark.sql", "SparkSession"):
        # These settings are not ours to change, and no number here depends on them.
        before = {name: engine.conf.get(name) for name in _SET_BY_IBIS}
        backend = ibis.pyspark.connect(engine)
        for name, value in before.items():
            engine.conf.set(name, value)
        return backend
    if is_instance(engine, "duckdb", "DuckDBPyConnection"):
        return ibis.duckdb.from_connection(engine)
    raise DataError(
        f"an engine of type {type(engine).__name__}",
        expected="a name or URL, an Ibis connection, a SparkSession or a DuckDB connection",
        do="Pass engine='duckdb', or a connection made by ibis.connect(URL).",
    )


@contextmanager
def engine_errors(origin: str, engine: str) -> Iterator[None]:
    """Make a DataError of what an engine raises: classes of Java, of DuckDB, any."""
    with warnings.catch_warnings():  # which Ibis and PySpark have about each other
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        try:
            yield
        except SymPPMError:
            raise
        except Exception as error:
            raise DataError(
                f"{origin}: {engine} stopped ({_reason_of(error)})",
                expected="a table that the engine can read to its end",
                do="Check that the data are whole and are the table you mean; write them again "
                "if not.",
            ) from error


def _in_process(path: str) -> Any:
    """Connect to DuckDB in this process: a database opened for reading, or one in memory."""
    import ibis  # noqa: PLC0415 - slow to load

    if path not in ("", ":memory:"):
        return ibis.duckdb.connect(path, read_only=True)
    spill = Path(tempfile.gettempdir(), f"symppm-{uuid.uuid4()}")
    return ibis.duckdb.connect(
        memory_limit=_MEMORY, temp_directory=str(spill), preserve_insertion_order=False
    )


def _at(url: str) -> Any:
    """Connect to a URL or a Spark master; what may be a password in it is never shown."""
    import ibis  # noqa: PLC0415 - slow to load

    if not (_MASTER.fullmatch(url) or "://" in url):
        raise DataError(
            f"engine {url!r}",
            expected="'duckdb', 'memory', or the URL of a connection",
            do=did_you_mean(url, _KNOWN),
        )
    scheme, _, address = url.partition("://")
    head, _, settings = address.partition("?")
    user, at, place = (address, "@", "") if "@" in settings else head.rpartition("@")
    shown = f"{scheme}://{'***@' * bool(at)}{place}" if address else url
    try:
        if _MASTER.fullmatch(url):
            sql = load("pyspark.sql", "spark", f"engine {url!r}").SparkSession
            active = sql.getActiveSession()
            return engine_of(active or sql.builder.config(map=_SETTINGS).master(url).getOrCreate())
        return _in_process(address) if scheme == "duckdb" else ibis.connect(url)
    except SymPPMError:
        raise
    except ImportError as error:
        raise MissingExtraError(
            f"engine {shown!r} without its driver ({error.name})",
            expected="the driver that Ibis uses for this engine",
            do=f"Run: pip install 'ibis-framework[{scheme}]'.",
        ) from error
    except Exception as error:
        raise DataError(
            f"engine {shown!r} cannot be reached ({_reason_of(error, f'{user} {settings}')})",
            expected="an engine that answers",
            do="Check the URL, that the engine runs and accepts connections from here, and of "
            "Spark that Java is installed.",
        ) from error


def _reason_of(error: Exception, secret: str = "") -> str:
    """Return the beginning of what an error says, without any word of a secret."""
    reason = str(error)
    for word in sorted(re.findall(r"\w+", f"{secret} {unquote(secret)}"), key=len, reverse=True):
        reason = reason.replace(word, "***")
    return " ".join(reason.split())[:_SHOWN] or type(error).__name__
