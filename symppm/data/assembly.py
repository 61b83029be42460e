"""A matrix from the columns of a table: ids or labels, numbers, and what to note about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from symppm.data.layout import Layout, layout_note
from symppm.data.options import Options
from symppm.data.table import Array, Labels, Notes, Table, amount, shorten, to_csr
from symppm.errors import DataError

Ids: TypeAlias = tuple[Array, tuple[str, ...]]
"""A number from 0 for every entry, and the id that each number stands for."""
NO_ID = "Give the entry an id or leave it out; see --columns (columns=) for other columns."


@dataclass(frozen=True)
class Source:
    """Where a table comes from, how it is laid out, and what its rows are called in messages."""

    path: Path
    layout: Layout
    options: Options
    rows: Callable[[Sequence[int]], list[str]]
    """Returns what rows are called: their numbers in the file, of places from 0."""
    separated: str | None = None
    """How fields of text are separated, in words."""
    notes: Notes = ()

    @property
    def text(self) -> bool:
        """Whether it has lines rather than rows."""
        return self.separated is not None

    def place(self, row: int, column: int) -> str:
        """Name a field."""
        word, (number,) = "line" if self.text else "row", self.rows([row])
        return f"{self.path}, {word} {number}, {self.layout.place(column)}"

    def triples(self, ids: tuple[Ids, Ids], values: Array, notes: Notes) -> Table:
        """Return entries as a sparse matrix."""
        (rows, row_ids), (columns, column_ids) = ids
        for (codes, names), column in zip(ids, self.layout.triple or (), strict=False):
            if "" in names:
                row = int(np.argmax(codes == names.index("")))
                raise no_id(self.place(row, column))

        def describe(row: int, column: int, entries: list[int]) -> str:
            *first, last = self.rows(entries)
            where = f"{'on lines' if self.text else 'in rows'} {', '.join(first)} and {last}"
            return f"{shorten(row_ids[row])}, {shorten(column_ids[column])} {where}"

        shape, duplicates = (len(row_ids), len(column_ids)), self.options.duplicates
        matrix, sums = to_csr(rows, columns, values, shape, duplicates, self.path, describe)
        size = f"{amount(len(values), 'entry', 'entries')}, {shape[0]:,} x {shape[1]:,}"
        return Table(matrix, row_ids, column_ids, self._noted(size) + notes + sums, self.path)

    def matrix(self, labels: Sequence[Sequence[str]], values: Array, notes: Notes) -> Table:
        """Return rows of numbers with one label each, from any number of columns of labels."""
        names, label_notes = _one_label(labels)
        header, places = self.layout.header, range(self.layout.width)
        if header is not None:
            header = tuple(header[place] for place in places if place not in self.layout.labels)
        notes = self._noted(f"{values.shape[0]:,} x {values.shape[1]:,}") + label_notes + notes
        return Table(values, names, header, notes, self.path)

    def _noted(self, size: str) -> Notes:
        separated = self.separated or ""
        return self.notes + layout_note(self.layout, self.options, size, separated, text=self.text)


def no_id(place: str) -> DataError:
    """Return the error for a field without an id."""
    return DataError(f"{place} is empty", expected="an id", do=NO_ID)


def _one_label(columns: Sequence[Sequence[str]]) -> tuple[Labels, Notes]:
    if not columns:
        return None, ()
    if len(columns) == 1:
        return tuple(columns[0]), ()
    for place in range(len(columns), 0, -1):
        if len(set(columns[place - 1])) == len(columns[0]):
            return tuple(columns[place - 1]), (f"row labels are from column {place}",)
    joint = tuple(map(" ".join, zip(*columns, strict=True)))
    return joint, ("row labels are the label columns, joined by spaces",)
