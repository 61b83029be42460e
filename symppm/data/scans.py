"""How engines read files of triples: three columns, row, column and value, and nothing guessed."""

from __future__ import annotations

import glob
import re
import uuid
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import ibis
import pyarrow as pa

from symppm.data.columnar import Part, common_type, parts_of, typed_layout
from symppm.data.engines import Engine
from symppm.data.files import (
    PARQUET,
    WILD,
    Stamp,
    columnar_files,
    named_files,
    opened,
    require_file,
    unchanged,
)
from symppm.data.layout import Kind, Layout, layout_note, taken_for
from symppm.data.options import Options
from symppm.data.spark import literal
from symppm.data.table import shorten
from symppm.data.text import BLOCK, DOUBLE_COLON, SPACES, TextFile, check, looked_at
from symppm.data.triples import Triples, engine_failed
from symppm.errors import DataError

_TEXT: Final = (".csv", ".tsv", ".txt", ".dat", ".tab", ".data")
_NO_NULL: Final = "\x01"
_IN_MEMORY: Final = "Use --engine memory (engine='memory'), or write the table as Parquet."
_CASELESS: Final = ("duckdb", "pyspark")


def is_path(text: str, *, named: bool) -> bool:
    """Return whether a text means files; ``named`` texts may be tables of the engine as well."""
    path = Path(text)
    ending = _is_text(text) or path.name.lower().endswith(PARQUET)
    return not named or ending or path.exists() or any(mark in text for mark in WILD)


def of_files(path: str, options: Options, engine: Engine) -> Triples:
    """Return files of triples (a file, a folder, a pattern, a URL of Parquet) as a lazy table."""
    if "://" in path:
        if engine.kind == "pyspark":
            table = as_view(engine, engine.backend._session.read.parquet(path))
        else:
            table = engine.backend.read_parquet(path)
        return of_table(table, engine, options, path)
    columnar = () if _is_text(path) else columnar_files(Path(path))
    if columnar:
        return _of_parquet(path, columnar, options, engine)
    return _of_text(path, _text_files(path), options, engine)


def of_table(table: Any, engine: Engine, options: Options, origin: str) -> Triples:
    """Return the three columns that matter of a table of Ibis, which messages call ``origin``."""
    if options.header is not None:
        raise DataError(
            f"a header for {origin}",
            expected="header= (--header) for text files only",
            do="Leave it out: the table has names for its columns.",
        )
    _require_distinct(table.columns, engine, origin)
    schema = table.schema()
    names = tuple(schema)
    options = replace(options, layout="triples")
    kinds = [_kind_of(kind) for kind in schema.values()]
    triple = taken_for(names, kinds, options, Path(origin))
    layout = Layout(len(names), names, triple)
    assert triple is not None  # noqa: S101 - its layout says so
    used = [names[place] for place in triple]
    _check_types(schema, used, origin)
    kind = schema[used[2]]

    def laid_out(given: Any) -> Any:
        row, column, value = (given[name] for name in used)
        number = value.cast("int8") if kind.is_boolean() else value
        return given.select(i=row, j=column, x=number.cast("float64"))

    return Triples(
        base=table,
        laid_out=laid_out,
        backend=engine.backend,
        origin=origin,
        engine=engine.name,
        whole=kind.is_integer() or kind.is_boolean(),
        rounds=not (kind.is_floating() or kind.is_boolean()),
        notes=layout_note(layout, options, text=False),
    )


def as_view(engine: Engine, frame: Any) -> Any:
    """Return a DataFrame of Spark as a table of Ibis: a view with a name of its own."""
    name = f"symppm_{uuid.uuid4().hex}"
    frame.createOrReplaceTempView(name)
    table = engine.backend.table(name)
    weakref.finalize(table.op(), frame.sparkSession.catalog.dropTempView, name)
    return table


def _is_text(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(_TEXT)


def _text_files(path: str) -> list[Path]:
    files = named_files(Path(path), lambda file: _is_text(file.name))
    if files is None:
        require_file(Path(path))
        return [Path(path)]
    if not files:
        raise DataError(
            f"{path} names no Parquet or text files",
            expected="files of triples",
            do="Check the path; text files end in .csv, .tsv, .txt, .dat, .data or .tab, or these "
            "and .gz.",
        )
    return files


def _of_text(path: str, files: Sequence[Path], options: Options, engine: Engine) -> Triples:
    if engine.kind not in _CASELESS:
        raise DataError(
            f"{path}, which is text, for {engine.name}",
            expected="DuckDB or Spark for text files",
            do="Leave out --engine (engine=), or load the file into a table of the engine first.",
        )
    stamps = tuple(map(Stamp.of, files))
    texts = [looked_at(file, options) for file in files]
    names = [[text.layout.called(place) for place in text.layout.triple or ()] for text in texts]
    for text, own in zip(texts, names, strict=True):
        if own != names[0]:
            raise DataError(
                f"{text.path} has columns {', '.join(own)}",
                expected=f"{', '.join(names[0])}, as {texts[0].path} has",
                do="Name the files that belong together with a pattern such as 'folder/*.csv'.",
            )
    scan = _text_in_spark if engine.kind == "pyspark" else _text_in_duckdb
    tables = _asked(path, engine, lambda: [scan(engine, text) for text in texts])

    def laid_out(table: Any) -> Any:
        # Null where Python would not read it.
        refused = table.text.contains("_") | table.text.contains("+-")
        number = ibis.ifelse(refused, None, table.text.try_cast("float64"))
        return table.select("i", "j", x=number)

    def explain() -> None:
        for text in texts:
            check(text)

    return Triples(
        base=tables[0] if len(tables) == 1 else ibis.union(*tables),
        laid_out=laid_out,
        backend=engine.backend,
        origin=path,
        engine=engine.name,
        whole=False,
        rounds=True,
        notes=layout_note(texts[0].layout, options, "", texts[0].separated, text=True),
        stamps=stamps,
        explain=explain,
    )


def _asked(path: str, engine: Engine, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except DataError:
        raise
    except Exception as error:
        # Whatever an engine raises, such as DuckDB for a backslash in the name of a file.
        raise engine_failed(path, engine.name, error) from error


def _text_in_duckdb(engine: Engine, file: TextFile) -> Any:
    mark = '"' if _has_quotes(file) else ""
    table = engine.backend.read_csv(
        glob.escape(str(file.path)),
        columns={f"c{place}": "VARCHAR" for place in range(file.layout.width)},
        delim=file.delimiter,
        quote=mark,
        escape=mark,
        header=False,
        skip=file.first_line - 1,
        nullstr=_NO_NULL,
        strict_mode=True,
        null_padding=False,
        auto_detect=False,
    )
    return _three(table, file.layout)


def _text_in_spark(engine: Engine, file: TextFile) -> Any:
    if _has_quotes(file):
        raise _unsure(file.path, "quotation marks")
    header = file.layout.header is not None
    if file.first_line != 1 + header:
        raise _unsure(file.path, "lines before the table")
    schema = ", ".join(f"c{place} string" for place in range(file.layout.width))
    reader = engine.backend._session.read.schema(schema).options(
        sep=file.delimiter,
        quote="",
        header=header,
        mode="FAILFAST",
        columnPruning=False,
        nullValue=_NO_NULL,
        emptyValue="",
        ignoreLeadingWhiteSpace=False,
        ignoreTrailingWhiteSpace=False,
    )
    table = as_view(engine, reader.csv(literal(str(file.path.absolute()))))
    return _three(table, file.layout)


def _three(table: Any, layout: Layout) -> Any:
    row, column, value = (table[f"c{place}"] for place in layout.triple or ())
    return table.select(i=row, j=column, text=value)


def _has_quotes(file: TextFile) -> bool:
    """Return whether there are quotation marks; refuse what engines take in other ways than we."""
    if file.delimiter == SPACES:
        raise _unsure(file.path, "fields separated by white space")
    if any("\n" in name for name in file.layout.header or ()):
        raise _unsure(file.path, "a header of several lines")
    if file.delimiter == DOUBLE_COLON:
        return False
    # After blanks, a quotation mark begins a quoted field for some readers only.
    doubtful = re.compile(rb"(?:^|[\r\n]|" + re.escape(file.delimiter.encode()) + rb") +\"")
    quotes = False
    with opened(file.path) as (stream, _):
        while block := stream.read(BLOCK) + stream.readline():
            if b'"' in block:
                quotes = True
                if doubtful.search(block):
                    raise _unsure(file.path, "quotation marks after blanks")
    return quotes


def _unsure(path: Path, what: str) -> DataError:
    return DataError(
        f"{path} has {what}", expected="text that every engine reads in the same way", do=_IN_MEMORY
    )


def _of_parquet(path: str, files: Sequence[Path], options: Options, engine: Engine) -> Triples:
    for file in files:
        require_file(file)
        if not file.name.lower().endswith(PARQUET):
            raise DataError(
                f"{file} is an Arrow file",
                expected="Parquet or text for an engine",
                do=_IN_MEMORY,
            )
    stamps = tuple(map(Stamp.of, files))
    with unchanged(files):
        parts = parts_of(files, Path(path))
        names = tuple(parts[0].schema.names)
        _require_distinct(names, engine, path)
        layout = typed_layout(parts, replace(options, layout="triples"), Path(path))
        assert layout.triple is not None  # noqa: S101 - its layout says so
        for place in layout.triple:
            common_type(parts, place)
        table = _asked(path, engine, lambda: _parquet_in(engine, path, parts))
        row, column, value = (names[place] for place in layout.triple)
        triples = of_table(table, engine, replace(options, columns=(row, column, value)), path)
    floats = pa.types.is_floating
    rounds = not all(floats(part.schema.field(value).type) for part in parts)
    notes = layout_note(layout, replace(options, layout="triples"), text=False)
    return replace(triples, notes=notes, stamps=stamps, rounds=rounds)


def _parquet_in(engine: Engine, path: str, parts: Sequence[Part]) -> Any:
    if engine.kind == "pyspark":
        named = literal(path) if Path(path).exists() else path
        return as_view(engine, engine.backend._session.read.parquet(named))
    if engine.kind != "duckdb":
        names = [str(part.path) for part in parts]
        return engine.backend.read_parquet(names if len(names) > 1 else names[0])
    # A folder's key=value is a column if it lies below the path, which only we know.
    keyed: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for part in parts:
        keyed.setdefault(part.keys, []).append(_quoted(glob.escape(str(part.path))))
    scans = []
    for keys, names in keyed.items():
        columns = "".join(f", {_quoted(value)} AS {_name(key)}" for key, value in keys)
        how = "union_by_name=true, hive_partitioning=false"
        # Names are those of files and folders, quoted.
        scans.append(f"SELECT *{columns} FROM read_parquet([{', '.join(names)}], {how})")  # noqa: S608
    view = f"symppm_{uuid.uuid4().hex}"
    engine.backend.raw_sql(f"CREATE TEMP VIEW {view} AS " + " UNION ALL BY NAME ".join(scans))
    return engine.backend.table(view)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _require_distinct(names: Sequence[str], engine: Engine, origin: str) -> None:
    """Refuse names that an engine takes for the same."""
    seen: dict[str, str] = {}
    for name in names if engine.kind in _CASELESS else ():
        if name.lower() in seen:
            raise DataError(
                f"{origin} has the columns {shorten(seen[name.lower()])} and {shorten(name)}",
                expected=f"names that differ in more than case, which {engine.name} ignores",
                do="Rename one, or read the table into memory: --engine memory (engine='memory').",
            )
        seen[name.lower()] = name


def _kind_of(kind: Any) -> Kind:
    if kind.is_string():
        return "text"
    if kind.is_integer():
        return "integer"
    return "number" if kind.is_numeric() or kind.is_boolean() else "other"


def _check_types(schema: Any, names: Sequence[str], origin: str) -> None:
    """Refuse ids that are floats, of which equal ones may differ, and values that are none."""
    for name, what in zip(names[:2], ("row", "column"), strict=True):
        kind = schema[name]
        single = kind.is_boolean() or kind.is_date() or kind.is_timestamp() or kind.is_uuid()
        whole = kind.is_integer() or (kind.is_decimal() and kind.scale == 0)
        if not (single or whole or kind.is_string()):
            others = "name another with --columns (columns=)."
            raise DataError(
                f"{origin}: the {what} ids in column {shorten(name)} are of type {kind}",
                expected="ids that are whole numbers or text",
                do=f"Convert the column to integers, or {others}"
                if kind.is_floating()
                else others.capitalize(),
            )
    kind = schema[names[2]]
    if not (kind.is_numeric() or kind.is_boolean()):
        raise DataError(
            f"{origin}: the values in column {shorten(names[2])} are of type {kind}",
            expected="numbers",
            do="Convert the column, or name another with --columns (columns=).",
        )
