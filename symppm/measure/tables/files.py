"""Files of triples, Parquet or text, as a table of an engine."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from symppm.data.engines import Engine
from symppm.data.triples import Triples, engine_failed
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.reading.columnar import PARQUET, columnar_files
from symppm.measure.reading.options import Options
from symppm.measure.reading.source import require_file
from symppm.measure.reading.stamps import Stamp
from symppm.measure.tables.named import as_view
from symppm.measure.tables.parquet import at_url, of_parquet
from symppm.measure.tables.text import (
    TextFile,
    explanation,
    in_duckdb,
    in_spark,
    number,
    separated,
    text_file,
)

TEXT: Final = (".csv", ".tsv", ".txt", ".dat", ".tab")
_WILD: Final = "*?["


def is_path(text: str, *, named: bool) -> bool:
    """Return whether a text means files rather than a table of the engine.

    Parameters
    ----------
    text : str
        What the caller gave.
    named : bool
        Whether it may be the name of a table: a path object is none.
    """
    path = Path(text)
    ending = _is_text(text) or path.name.lower().endswith(PARQUET)
    return not named or ending or path.exists() or any(mark in text for mark in _WILD)


def _is_text(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(TEXT)


def of_files(path: str, options: Options, engine: Engine) -> Triples:
    """Return files of triples as a lazy table.

    Parameters
    ----------
    path : str
        A file, a folder, a pattern, or the URL of a Parquet file.
    options : Options
        What the caller says.
    engine : Engine
        Where the files are read.

    Raises
    ------
    DataError
        If there are no such files, or the engine cannot read them.
    """
    if "://" in path:
        return at_url(path, options, engine)
    columnar = () if _is_text(path) else columnar_files(Path(path))
    if columnar:
        return of_parquet(path, columnar, options, engine)
    return _of_text(path, _text_files(path), options, engine)


def _text_files(path: str) -> list[Path]:
    if Path(path).is_dir():
        named = [
            file for file in sorted(Path(path).iterdir()) if not file.name.startswith((".", "_"))
        ]
    elif any(mark in path for mark in _WILD) and not os.path.lexists(path):
        named = sorted(map(Path, glob.glob(path)))  # noqa: PTH207 - a whole path, not below one
    else:
        named = [Path(path)]
        require_file(named[0])
        return named
    found = [each for each in named if _is_text(each.name)]
    if not found:
        raise DataError(
            f"{path} names no Parquet or text files",
            expected="files of triples",
            do="Check the path; text files end in .csv, .tsv, .txt, .dat or .tab, or these and "
            ".gz.",
        )
    return found


def _of_text(path: str, files: Sequence[Path], options: Options, engine: Engine) -> Triples:
    if engine.kind not in ("duckdb", "pyspark"):
        raise DataError(
            f"{path}, which is text, for {engine.name}",
            expected="DuckDB or Spark for text files",
            do="Leave out --engine (engine=), or load the file into a table of the engine first.",
        )
    stamps = tuple(map(Stamp.of, files))
    texts = [text_file(file, options) for file in files]
    first = texts[0]
    for other in texts:
        if _names(other) != _names(first):
            raise DataError(
                f"{other.path} has columns {', '.join(_names(other))}",
                expected=f"{', '.join(_names(first))}, as {first.path} has",
                do="Name the files that belong together with a pattern such as 'folder/*.csv'.",
            )
    ibis = load("ibis", "tables", "a table in an engine")

    try:
        with_ids = [_text_table(engine, text) for text in texts]
    except DataError:
        raise
    except Exception as error:
        # Whatever an engine raises, such as DuckDB for a backslash in the name of a file.
        raise engine_failed(path, engine.name, error) from error
    table = with_ids[0] if len(with_ids) == 1 else ibis.union(*with_ids)

    def explain() -> None:
        for text in texts:
            explanation(text)()

    return Triples(
        base=table,
        laid_out=_numbers,
        backend=engine.backend,
        origin=path,
        engine=engine.name,
        whole=False,
        rounds=True,
        notes=_text_notes(first, options),
        stamps=stamps,
        explain=explain,
    )


def _text_table(engine: Engine, file: TextFile) -> Any:
    if engine.kind == "pyspark":
        fields = as_view(engine, in_spark(engine.backend._session, file))
    else:
        fields = in_duckdb(engine.backend, file)
    row, column, value = (fields[f"c{place}"] for place in file.plan.columns)
    return fields.select(i=row, j=column, text=value)


def _numbers(table: Any) -> Any:
    return table.select("i", "j", x=number(table.text))


def _names(file: TextFile) -> tuple[str, ...]:
    return tuple(file.name(place) for place in file.plan.columns)


def _text_notes(file: TextFile, options: Options) -> tuple[str, ...]:
    if options.columns is not None and options.header is not None:
        return ()
    head = "first line is a header" if file.plan.header is not None else "no header"
    row, column, value = _names(file)
    return (
        f"read as triples separated by {separated(file)}: {head}, rows are {row}, columns are "
        f"{column}, values are {value}; if that is wrong, use --columns or --header or --no-header",
    )
