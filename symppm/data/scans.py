"""How engines read files of triples, which are laid out as our own reader lays them out."""

from __future__ import annotations

import glob
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import ibis

from symppm.data.columnar import common_type, parts_of, typed_layout
from symppm.data.files import PARQUET, WILD, columnar_files, named_files, opened, require_file
from symppm.data.layout import layout_note
from symppm.data.options import Options
from symppm.data.table import shorten
from symppm.data.text import DOUBLE_COLON, SPACES, TextFile, looked_at
from symppm.errors import DataError

_TEXT: Final = re.compile(r"\.(csv|tsv|txt|dat|tab|data)(\.gz)?$", re.IGNORECASE)
_IN_MEMORY: Final = "Use --engine memory (engine='memory'), or write the table as Parquet."


class Scan(NamedTuple):
    """Files as a table of Ibis: its three columns, if they are known, and what was guessed."""

    table: Any
    columns: tuple[str, str, str] | None = None
    notes: tuple[str, ...] = ()
    texts: tuple[TextFile, ...] = ()


def is_path(text: str) -> bool:
    """Return whether a text means files, and not a table of the engine."""
    ending = _TEXT.search(text) or text.lower().endswith(PARQUET)
    return bool(ending) or Path(text).exists() or any(mark in text for mark in WILD)


def scan_of(path: str, options: Options, engine: Any) -> Scan:
    """Return files of triples (a file, a folder, a pattern, a URL of Parquet) as a lazy table."""
    if "://" in path:
        return Scan(engine.read_parquet(path))
    parquet = () if _TEXT.search(path) else columnar_files(Path(path))
    texts = () if parquet else named_files(Path(path), lambda file: _TEXT.search(file.name))
    files = parquet or ([Path(path)] if texts is None else texts)
    for file in files:
        require_file(file)
    arrow = any(not file.name.lower().endswith(PARQUET) for file in parquet)
    if arrow or not files or engine.name not in ("duckdb", "pyspark")[: 1 + bool(parquet)]:
        raise DataError(
            f"{path} for {engine.name}",
            expected="Parquet for DuckDB or Spark, or text for DuckDB: .csv, .tsv, .txt, .dat, "
            ".data or .tab, or these and .gz",
            do=_IN_MEMORY,
        )
    return (_of_parquet if parquet else _of_text)(path, files, options, engine)


def require_distinct(names: Sequence[str], origin: str) -> None:
    """Refuse names that most engines take for the same."""
    lower = [name.lower() for name in names]
    twins = [shorten(name) for name in names if lower.count(name.lower()) > 1]
    if twins:
        raise DataError(
            f"{origin} has the columns {twins[0]} and {twins[1]}",
            expected="names that differ in more than case, which engines ignore",
            do="Rename one, or read the table into memory: --engine memory (engine='memory').",
        )


def _of_parquet(path: str, files: Sequence[Path], options: Options, engine: Any) -> Scan:
    parts, options = parts_of(files, Path(path)), replace(options, layout="triples")
    names = parts[0].schema.names
    require_distinct(names, path)
    layout = typed_layout(parts, options, Path(path))
    triple = layout.triple or (0, 1, 2)
    for place in triple:
        common_type(parts, place)
    if engine.name == "pyspark":
        # Spark takes all paths as patterns.
        literal = re.sub(r"[*?\[\]{}\\]", r"\\\g<0>", path)
        table = engine.read_parquet(literal if Path(path).exists() else path)
    else:
        # A folder's key=value is a column if it lies below the path; above it may hide one.
        above = [part for part in Path(path).parts if not any(mark in part for mark in WILD)]
        hidden = any(part.startswith(f"{name}=") for part in above for name in names)
        table = engine.read_parquet(
            [glob.escape(str(file)) for file in files], union_by_name=True,
            hive_partitioning=not hidden, hive_types_autocast=False,
        )  # fmt: skip
    row, column, value = (names[place] for place in triple)
    return Scan(table, (row, column, value), layout_note(layout, options, text=False))


def _of_text(_: str, files: Sequence[Path], options: Options, engine: Any) -> Scan:
    texts = tuple(looked_at(file, options) for file in files)
    names = [[text.layout.called(place) for place in text.layout.triple or ()] for text in texts]
    for text, own in zip(texts, names, strict=True):
        if own != names[0]:
            raise DataError(
                f"{text.path} has columns {', '.join(own)}",
                expected=f"{', '.join(names[0])}, as {texts[0].path} has",
                do="Name the files that belong together with a pattern such as 'folder/*.csv'.",
            )
    table, *others = (_scanned(engine, text) for text in texts)
    note = layout_note(texts[0].layout, options, "", texts[0].separated, text=True)
    return Scan(table.union(*others) if others else table, ("i", "j", "x"), note, texts)


def _scanned(engine: Any, file: TextFile) -> Any:
    """Return the ids and the values of a text; null where Python would read no number."""
    with opened(file.path) as (stream, _):
        before = [stream.readline() for _ in range(file.first_line - 1)]
    mark = "" if file.delimiter == DOUBLE_COLON else '"'
    odd = mark and any(line.count(b'"') % 2 for line in before)
    if odd or file.delimiter == SPACES:
        what = "quotation marks that do not pair up, before the data"
        raise DataError(
            f"{file.path} has {what if odd else 'fields separated by white space'}",
            expected="text that every engine reads in the same way",
            do=_IN_MEMORY,
        )
    table = engine.read_csv(
        glob.escape(str(file.path)),
        columns={f"c{place}": "VARCHAR" for place in range(file.layout.width)},
        delim=file.delimiter, quote=mark, escape=mark, header=False, skip=file.first_line - 1,
        nullstr="\x01", strict_mode=True, null_padding=False, auto_detect=False,
    )  # fmt: skip
    row, column, value = (table[f"c{place}"] for place in file.layout.triple or ())
    refused = value.contains("_") | value.contains("+-")
    number = ibis.ifelse(refused, None, value.try_cast("float64"))
    return table.select(i=row, j=column, x=number)
