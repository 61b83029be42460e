"""Text files for an engine, laid out as our own reader finds them: nothing is left to guess."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

from symppm.data.spark import literal
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.reading.numbers import bad_value, parse, shorten
from symppm.measure.reading.options import Options
from symppm.measure.reading.plan import Plan
from symppm.measure.reading.rows import DELIMITER_NAMES, DOUBLE_COLON, SPACES, require_width
from symppm.measure.reading.source import BLOCK, opened, text_blocks
from symppm.measure.reading.text import begin

_EXPECTED: Final = "a table of text"
_NO_NULL: Final = "\x01"
_IN_MEMORY: Final = "Use --engine memory (engine='memory'), or write the table as Parquet."


@dataclass(frozen=True)
class TextFile:
    """A text file of triples.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    plan : Plan
        Its layout.
    before : int
        Lines before the first row of data.
    quoted : bool
        Whether there are quotation marks in it.
    """

    path: Path
    plan: Plan
    before: int
    quoted: bool

    def name(self, place: int) -> str:
        """Return what a column is called."""
        header = self.plan.header
        return (header[place] if header is not None else "") or f"column {place + 1}"


def text_file(path: Path, options: Options) -> TextFile:
    """Find out how a text file is laid out, and see that engines read it as we do.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    options : Options
        What the caller says about the layout.

    Raises
    ------
    DataError
        If it is no table of text, or is written in a way that engines and our own reader
        understand differently.
    """
    blocks = text_blocks(path, progress=False, expected=_EXPECTED)
    try:
        plan, first, _ = begin(blocks, options, path)
    finally:
        blocks.close()
    if plan.layout != "triples":
        return TextFile(path, plan, 0, quoted=False)
    if len(first.rows) <= plan.first_row:
        raise DataError(
            f"{path} has a header and no data",
            expected="at least one line of data",
            do="Use --no-header (header=False) if its only line is data.",
        )
    if plan.delimiter == SPACES:
        raise _unsure(path, "fields separated by white space")
    before = first.lines[plan.first_row] - 1
    above = chain.from_iterable(first.rows[: plan.first_row])
    if any("\n" in field or "\r" in field for field in above):
        raise _unsure(path, "a header of several lines")
    quoted = plan.delimiter != DOUBLE_COLON and _has_quotes(path, plan.delimiter)
    return TextFile(path, plan, before, quoted)


def _unsure(path: Path, what: str) -> DataError:
    return DataError(
        f"{path} has {what}",
        expected="text that every engine reads in the same way",
        do=_IN_MEMORY,
    )


def _has_quotes(path: Path, delimiter: str) -> bool:
    """Return whether there are quotation marks; refuse those that engines take in other ways."""
    # After blanks, a quotation mark begins a quoted field for some readers only.
    doubtful = re.compile(rb"(?:^|[\r\n]|" + re.escape(delimiter.encode()) + rb") +\"")
    found = False
    with opened(path) as (stream, _):
        while block := stream.read(BLOCK) + stream.readline():
            if b'"' in block:
                found = True
                if doubtful.search(block):
                    raise _unsure(path, "quotation marks after blanks")
    return found


def in_duckdb(backend: Any, file: TextFile) -> Any:
    """Return the fields of a text file as a table of text in DuckDB, named c0, c1, ...

    Parameters
    ----------
    backend : ibis backend
        DuckDB.
    file : TextFile
        The file.
    """
    mark = '"' if file.quoted else ""
    return backend.read_csv(
        glob.escape(str(file.path)),
        columns={f"c{place}": "VARCHAR" for place in range(file.plan.width)},
        delim=file.plan.delimiter,
        quote=mark,
        escape=mark,
        header=False,
        skip=file.before,
        nullstr=_NO_NULL,
        strict_mode=True,
        null_padding=False,
        auto_detect=False,
    )


def in_spark(session: Any, file: TextFile) -> Any:
    """Return the same as a DataFrame of Spark.

    Parameters
    ----------
    session : pyspark.sql.SparkSession
        The session.
    file : TextFile
        The file.

    Raises
    ------
    DataError
        If there are quotation marks or comments, which Spark understands in its own way.
    """
    if file.quoted:
        raise _unsure(file.path, "quotation marks")
    header = file.plan.header is not None
    if file.before != header:
        raise _unsure(file.path, "lines before the table")
    schema = ", ".join(f"c{place} string" for place in range(file.plan.width))
    reader = session.read.schema(schema).options(
        sep=file.plan.delimiter,
        quote="",
        header=header,
        mode="FAILFAST",
        columnPruning=False,
        nullValue=_NO_NULL,
        emptyValue="",
        ignoreLeadingWhiteSpace=False,
        ignoreTrailingWhiteSpace=False,
    )
    return reader.csv(literal(str(file.path.absolute())))


def number(field: Any) -> Any:
    """Return the number that a field of text holds, null where Python would not read it.

    Parameters
    ----------
    field : ibis.Column
        Of text.
    """
    ibis = load("ibis", "tables", "a table in an engine")
    refused = field.contains("_") | field.contains("+-")
    return ibis.ifelse(refused, None, field.try_cast("float64"))


def explanation(file: TextFile) -> Callable[[], None]:
    """Return what raises the error that our own reader has for a file, naming the line.

    Parameters
    ----------
    file : TextFile
        A file that an engine could not read.
    """

    def explain() -> None:
        _reread(file)

    return explain


def _reread(file: TextFile) -> None:
    """Read a file by ourselves, keep nothing, and raise what is wrong with it."""
    options = Options(layout="triples", columns=_from_one(file.plan), header=bool(file.plan.header))
    blocks = text_blocks(file.path, progress=False, expected=_EXPECTED)
    row, column, value = file.plan.columns
    try:
        plan, first, rest = begin(blocks, options, file.path)
        skip = plan.first_row
        for batch in chain([first], rest):
            rows, lines = batch.rows[skip:], batch.lines[skip:]
            skip = 0
            if not rows:
                continue
            require_width(type(batch)(lines, rows), plan.width, file.path)
            for place in (row, column):
                at = next((n for n, fields in enumerate(rows) if not fields[place]), None)
                if at is not None:
                    raise DataError(
                        f"{file.path}, line {lines[at]}, column {place + 1} "
                        f"({shorten(file.name(place))}) is empty",
                        expected="an id",
                        do="Give the entry an id or remove the line.",
                    )
            texts = [fields[value] for fields in rows]
            parsed = parse(texts)
            if isinstance(parsed, int):
                name = plan.header[value] if plan.header else None
                raise bad_value(file.path, lines[parsed], value + 1, name, texts[parsed])
    finally:
        blocks.close()


def _from_one(plan: Plan) -> tuple[int, int, int]:
    row, column, value = plan.columns
    return row + 1, column + 1, value + 1


def separated(file: TextFile) -> str:
    """Return how the fields of a file are separated, in words."""
    return DELIMITER_NAMES[file.plan.delimiter]
