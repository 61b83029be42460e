"""Text with one row of the matrix a line, after its labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from symppm.measure.reading.numbers import bad_value, join, parse
from symppm.measure.reading.options import Options
from symppm.measure.reading.plan import Plan
from symppm.measure.reading.rows import DELIMITER_NAMES, Batch, require_width
from symppm.measure.reading.table import Array, Table


def read_matrix(
    batches: Iterable[Batch], plan: Plan, options: Options, path: Path, notes: tuple[str, ...]
) -> Table:
    """Read rows of numbers into a dense matrix.

    Parameters
    ----------
    batches : iterable of Batch
        The rows of data.
    plan : Plan
        The header and the number of label columns.
    options : Options
        What the caller said; the rest was guessed and is noted.
    path : pathlib.Path
        The file.
    notes : tuple of str
        Notes made before.

    Raises
    ------
    DataError
        If a line is ragged or a field is no number.
    """
    count = plan.label_columns
    labels: list[list[str]] = []
    values: list[Array] = []
    for batch in batches:
        require_width(batch, plan.width, path)
        for line, row in zip(batch.lines, batch.rows, strict=True):
            texts = row[count:] if count else row
            parsed = parse(texts)
            if isinstance(parsed, int):
                place = count + parsed
                name = plan.header[place] if plan.header is not None else None
                raise bad_value(path, line, place + 1, name, texts[parsed])
            values.append(parsed[np.newaxis])
            if count:
                labels.append(row[:count])
    numbers, number_notes = join(values)
    names, label_notes = row_labels(labels)
    column_labels = None if plan.header is None else plan.header[count:]
    notes += _layout_note(plan, options, numbers.shape) + label_notes + number_notes
    return Table(numbers, names, column_labels, notes, path)


def row_labels(
    labels: Sequence[Sequence[str]],
) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Return one label a row and notes, from one or more columns of labels.

    Parameters
    ----------
    labels : sequence of sequence of str
        Those of every row; none if there are no labels.
    """
    if not labels:
        return None, ()
    columns = list(zip(*labels, strict=True))
    if len(columns) == 1:
        return columns[0], ()
    for place in range(len(columns), 0, -1):
        if len(set(columns[place - 1])) == len(labels):
            return columns[place - 1], (f"row labels are from column {place}",)
    return tuple(map(" ".join, labels)), ("row labels are the label columns, joined by spaces",)


def _layout_note(plan: Plan, options: Options, shape: tuple[int, ...]) -> tuple[str, ...]:
    if options.label_columns is not None and options.header is not None:
        return ()
    first = "first line is a header" if plan.header is not None else "no header"
    count = plan.label_columns
    if count == 0:
        leading = "no column of labels"
    else:
        leading = "first column a label" if count == 1 else f"first {count} columns labels"
    kind = "a labelled matrix" if count else "a matrix"
    separated = f" separated by {DELIMITER_NAMES[plan.delimiter]}" if plan.width > 1 else ""
    hints = []
    if options.layout is None and options.label_columns is None:
        hints.append("--layout triples (each line is one entry)")
    if options.label_columns is None:
        hints.append("--label-columns")
    if options.header is None:
        hints.append("--no-header" if plan.header is not None else "--header")
    return (
        f"read as {kind} ({shape[0]:,} x {shape[1]:,}){separated}: "
        f"{first}, {leading}; if that is wrong, use " + " or ".join(hints),
    )
