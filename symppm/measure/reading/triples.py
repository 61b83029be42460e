"""Text with one entry a line: row id, column id, value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from symppm.errors import DataError
from symppm.measure.reading.numbers import amount, bad_value, is_number, join, parse, shorten
from symppm.measure.reading.options import Options
from symppm.measure.reading.plan import Plan
from symppm.measure.reading.rows import DELIMITER_NAMES, Batch, require_width
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.table import Array, Table


class _Codes(dict[str, int]):
    """Numbers ids from 0 in the order of their first appearance."""

    def __missing__(self, name: str) -> int:
        code = self[name] = len(self)
        return code

    def of(self, names: Sequence[str]) -> Array:
        # Through map and a bound method the loop stays in C.
        return np.fromiter(map(self.__getitem__, names), dtype=np.int64, count=len(names))


def read_triples(
    batches: Iterable[Batch], plan: Plan, options: Options, path: Path, notes: tuple[str, ...]
) -> Table:
    """Read entries into a sparse matrix; absent pairs are zeros.

    Parameters
    ----------
    batches : iterable of Batch
        The rows of data.
    plan : Plan
        Where the ids and the value are.
    options : Options
        ``duplicates`` decides about repeated pairs; the others tell what was guessed.
    path : pathlib.Path
        The file.
    notes : tuple of str
        Notes made before.

    Raises
    ------
    DataError
        If a line is ragged, a field empty, a value no number or a pair repeated.
    """
    row_codes, column_codes = _Codes(), _Codes()
    rows: list[Array] = []
    columns: list[Array] = []
    values: list[Array] = []
    lines: list[Sequence[int]] = []
    at_row, at_column, at_value = plan.columns
    for batch in batches:
        require_width(batch, plan.width, path)
        rows.append(row_codes.of([row[at_row] for row in batch.rows]))
        columns.append(column_codes.of([row[at_column] for row in batch.rows]))
        texts = [row[at_value] for row in batch.rows]
        parsed = parse(texts)
        if "" in row_codes or "" in column_codes:
            raise _empty_id(batch, plan, path)
        if isinstance(parsed, int):
            raise bad_value(
                path, batch.lines[parsed], at_value + 1, _name(plan, at_value), texts[parsed]
            )
        values.append(parsed)
        lines.append(batch.lines)

    row_labels, column_labels = tuple(row_codes), tuple(column_codes)
    if options.columns is None:
        found = (at_row, row_codes, rows), (at_column, column_codes, columns)
        for place, codes, numbered in found:
            _require_no_fractions(codes, numbered, lines, f"column {place + 1}", path)

    def describe(row: int, column: int, entries: list[int]) -> str:
        numbers = [str(_line_of(entry, lines)) for entry in entries]
        return (
            f"{shorten(row_labels[row])}, {shorten(column_labels[column])} "
            f"on lines {', '.join(numbers[:-1])} and {numbers[-1]}"
        )

    numbers, number_notes = join(values)
    matrix, sum_notes = to_csr(
        np.concatenate(rows),
        np.concatenate(columns),
        numbers,
        shape=(len(row_labels), len(column_labels)),
        duplicates=options.duplicates,
        path=path,
        describe=describe,
    )
    notes += _layout_note(plan, options, len(numbers), matrix.shape)
    notes += alike("row", row_labels) + alike("column", column_labels)
    return Table(matrix, row_labels, column_labels, notes + number_notes + sum_notes, path)


def _name(plan: Plan, place: int) -> str | None:
    return plan.header[place] if plan.header is not None else None


def _empty_id(batch: Batch, plan: Plan, path: Path) -> DataError:
    at, place = next(
        (i, place)
        for i, row in enumerate(batch.rows)
        for place in plan.columns[:2]
        if not row[place]
    )
    name = _name(plan, place)
    called = f" ({shorten(name)})" if name else ""
    what = "row" if place == plan.columns[0] else "column"
    return DataError(
        f"{path}, line {batch.lines[at]}, column {place + 1}{called} is empty",
        expected=f"the id of a {what}",
        do="Give the entry an id or remove the line; see --columns (columns=) if the ids are in "
        "other columns.",
    )


def _require_no_fractions(
    codes: _Codes, numbered: list[Array], lines: list[Sequence[int]], column: str, path: Path
) -> None:
    """Refuse a guess that took measurements for ids: numbers all, and not all of them whole."""
    fraction = None
    for label in codes:
        if not is_number(label):
            return
        if fraction is None and not float(label).is_integer():
            fraction = label
    if fraction is None:
        return
    entry = int(np.argmax(np.concatenate(numbered) == codes[fraction]))
    raise DataError(
        f"{path}, line {_line_of(entry, lines)}, {column} is {shorten(fraction)} where an id was "
        "expected",
        expected="ids that are text or whole numbers",
        do="Say which columns hold the ids with --columns (columns=): what it names is taken as "
        "text.",
    )


def _line_of(entry: int, lines: list[Sequence[int]]) -> int:
    for part in lines:
        if entry < len(part):
            return part[entry]
        entry -= len(part)
    raise IndexError(entry)


def _layout_note(
    plan: Plan, options: Options, entries: int, shape: tuple[int, int]
) -> tuple[str, ...]:
    if options.columns and (
        options.header is not None or any(isinstance(c, str) for c in options.columns)
    ):
        return ()
    first = "first line is a header" if plan.header is not None else "no header"
    used = [_name(plan, place) or f"column {place + 1}" for place in plan.columns]
    note = (
        f"read as triples ({amount(entries, 'entry', 'entries')}, {shape[0]:,} x {shape[1]:,}) "
        f"separated by {DELIMITER_NAMES[plan.delimiter]}: {first}, rows are {used[0]}, "
        f"columns are {used[1]}, values are {used[2]}"
    )
    unused = plan.width - 3
    if unused and options.columns is None:
        note += f", {amount(unused, 'further column')} unused"
    hints = []
    if options.layout is None and options.columns is None:
        hints.append("--layout matrix (each line is a row of the matrix)")
    if options.columns is None:
        hints.append("--columns")
    if options.header is None:
        hints.append("--no-header" if plan.header is not None else "--header")
    return (note + "; if that is wrong, use " + " or ".join(hints),)


def alike(what: str, labels: tuple[str, ...]) -> tuple[str, ...]:
    """Note a pair of ids that are different texts but the same number: often one thing."""
    seen: dict[int | float, str] = {}
    for label in labels:
        try:
            number: int | float = int(label)
        except ValueError:
            try:
                number = float(label)
            except ValueError:
                continue
        if number in seen:
            return (
                f"{what} ids are text: {shorten(seen[number])} and {shorten(label)} "
                "are different ids",
            )
        seen[number] = label
    return ()
