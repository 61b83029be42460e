"""Text files: find out how the file is laid out, then read it that way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from symppm.errors import DataError
from symppm.measure.reading.matrix import read_matrix
from symppm.measure.reading.options import Options
from symppm.measure.reading.plan import Plan, make_plan
from symppm.measure.reading.rows import Batch, batches, guess_delimiter
from symppm.measure.reading.source import text_blocks
from symppm.measure.reading.table import Table
from symppm.measure.reading.triples import read_triples

_KNOWN: Final = (".csv", ".tsv", ".dat", ".txt", ".data", ".tab")
_ENOUGH_ROWS: Final = 10
"""Rows to judge the layout by; a block may hold a single one when rows are long."""


def read_text(path: Path, options: Options, *, progress: bool) -> Table:
    """Read a text file; see ``symppm.measure.reading.read``.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    options : Options
        What the caller says about the layout.
    progress : bool
        Whether a progress bar may be shown.

    Raises
    ------
    DataError
        If the file is not a table of numbers.
    """
    expected = "a table of text, as the name says" if path.suffix else "a table of text"
    blocks = text_blocks(path, progress=progress, expected=expected)
    try:
        plan, first, stream = begin(blocks, options, path)
        notes = _name_notes(path) + _comment_notes(plan.skipped)
        data = Batch(first.lines[plan.first_row :], first.rows[plan.first_row :])
        if not data.rows:
            raise DataError(
                f"{path} has a header and no data",
                expected="at least one line of data",
                do="Use --no-header (header=False) if its only line is data.",
            )
        rest = chain([data], stream)
        if plan.layout == "triples":
            return read_triples(rest, plan, options, path, notes)
        return read_matrix(rest, plan, options, path, notes)
    finally:
        blocks.close()  # the file, now rather than when garbage is collected


def begin(
    blocks: Iterator[str], options: Options, path: Path
) -> tuple[Plan, Batch, Iterator[Batch]]:
    """Find out from its first rows how a text is laid out.

    Parameters
    ----------
    blocks : iterator of str
        The text, in blocks that end where a line ends.
    options : Options
        What the caller says about the layout.
    path : pathlib.Path
        The file, for messages.

    Returns
    -------
    tuple
        The layout, the rows that it was judged by, and the rows after these.

    Raises
    ------
    DataError
        If there are none, or they fit no layout.
    """
    beginning = next(blocks, "")
    delimiter = guess_delimiter(beginning)
    stream = batches(chain([beginning], blocks), delimiter, path)
    first = next(stream, None)
    if first is None:
        raise DataError(
            f"{path} has blank lines only" if beginning else f"{path} is empty",
            expected="a table of text",
            do="Write the file again.",
        )
    while len(first.rows) < _ENOUGH_ROWS and (more := next(stream, None)) is not None:
        first = Batch([*first.lines, *more.lines], first.rows + more.rows)
    return make_plan(first, options, delimiter, path), first, stream


def _name_notes(path: Path) -> tuple[str, ...]:
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(_KNOWN):
        return ()
    ending = Path(name).suffix
    return (f"read as text, although {'the ending ' + ending if ending else 'no ending'} says so",)


def _comment_notes(skipped: int) -> tuple[str, ...]:
    if not skipped:
        return ()
    lines = "the first line, a comment" if skipped == 1 else f"the first {skipped} lines, comments"
    return (f"skipped {lines}",)
