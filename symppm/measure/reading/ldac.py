"""LDA-C: one document a line, "count-of-pairs id:count id:count ...", ids from 0."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

from symppm.errors import DataError
from symppm.measure.reading.numbers import amount, bad_value, join, parse, shorten
from symppm.measure.reading.options import Duplicates
from symppm.measure.reading.source import text_blocks
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.table import Array, Table

ENDINGS: Final = (".ldac", ".lda-c", ".ldac.gz", ".lda-c.gz")
_SPACIOUS: Final = 10_000_000
"""Ids from which a nearly empty matrix is taken for a damaged file."""

_DIGITS: Final = 19
"""Fewer digits than these fit 64 bits."""

_EXPECTED: Final = "LDA-C: on each line a number of pairs, then so many pairs id:count"


def read_ldac(path: Path, duplicates: Duplicates, *, progress: bool) -> Table:
    """Read documents as rows and words as columns, from 0 to the largest id.

    Parameters
    ----------
    path : pathlib.Path
        The file, gzip-compressed if its name ends in ``.gz``.
    duplicates : {"error", "sum"}
        What to do with an id that a document holds twice.
    progress : bool
        Whether a progress bar may be shown.

    Raises
    ------
    DataError
        If a line is no document, or a pair is repeated.
    """
    lengths: list[int] = []
    numbers: list[int] = []
    ids: list[Array] = []
    values: list[Array] = []
    blocks = text_blocks(path, progress=progress, expected=_EXPECTED)
    try:
        for lines, documents in _documents(blocks):
            lengths += _checked_lengths(lines, documents, path)
            numbers += lines
            pairs = list(chain.from_iterable(words[1:] for words in documents))
            found = _split(pairs)
            if found is None:
                raise _first_wrong(lines, documents, path)
            ids.append(found[0])
            values.append(found[1])
    finally:
        blocks.close()
    columns = np.concatenate([np.empty(0, np.int64), *ids])
    if not len(columns):
        raise DataError(
            f"{path} holds no pair" if lengths else f"{path} has blank lines only",
            expected=_EXPECTED,
            do="Write the file again.",
        )
    width = int(columns.max()) + 1
    if width > max(_SPACIOUS, 100 * len(columns)):
        at = int(columns.argmax())
        document = int(np.searchsorted(np.cumsum(lengths), at, side="right"))
        raise DataError(
            f"{path}, line {numbers[document]}: the id {width - 1}",
            expected=f"ids that can be true in a file of {amount(len(columns), 'pair')}",
            do="Correct the line, or fetch the file again: it may be damaged.",
        )
    counts, number_notes = join(values)

    def describe(row: int, column: int, entries: list[int]) -> str:
        return f"line {numbers[row]}, id {column} ({len(entries)} times)"

    matrix, sum_notes = to_csr(
        np.repeat(np.arange(len(lengths)), lengths),
        columns,
        counts,
        shape=(len(lengths), width),
        duplicates=duplicates,
        path=path,
        describe=describe,
    )
    note = (
        f"read as LDA-C ({amount(len(columns), 'entry', 'entries')}, {len(lengths):,} x "
        f"{width:,}): rows are lines, columns are ids from 0 to the largest; words that never "
        "occur after it are unknown"
    )
    if columns.min() > 0:
        note += f", and those below {columns.min()}, which never occur, count as columns of zeros"
    return Table(matrix, None, None, (note, *number_notes, *sum_notes), path)


def _documents(blocks: Iterator[str]) -> Iterator[tuple[list[int], list[list[str]]]]:
    """Yield numbers of lines, from 1, and their words, blank lines left out."""
    done = 0
    for text in blocks:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        words = [line.split() for line in lines]
        kept = [at for at, each in enumerate(words) if each]
        yield [done + at + 1 for at in kept], [words[at] for at in kept]
        done += len(lines) - (not lines[-1])


def _checked_lengths(lines: list[int], documents: list[list[str]], path: Path) -> list[int]:
    """Return how many pairs each document has, which is what its line says."""
    lengths = []
    for line, words in zip(lines, documents, strict=True):
        if words[0] != str(len(words) - 1):
            digits = words[0].isdecimal()
            raise DataError(
                f"{path}, line {line}: {amount(len(words) - 1, 'pair')} after {shorten(words[0])}",
                expected=f"{words[0]} of them, as the line says" if digits else _EXPECTED,
                do="Correct the line, or fetch the file again: it may be damaged or cut short.",
            )
        lengths.append(len(words) - 1)
    return lengths


def _split(pairs: list[str]) -> tuple[Array, Array] | None:
    """Return ids and counts, or None if a pair is none."""
    if not pairs:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    halves = ":".join(pairs).split(":")
    if len(halves) != 2 * len(pairs) or not all(":" in pair for pair in pairs):
        return None
    ids, counts = halves[0::2], parse(halves[1::2])
    if isinstance(counts, int) or not all(_is_id(text) for text in ids):
        return None
    return np.array(list(map(int, ids)), np.int64), counts


def _is_id(text: str) -> bool:
    return text.isdecimal() and len(text) < _DIGITS


def _first_wrong(lines: list[int], documents: list[list[str]], path: Path) -> DataError:
    line, place, pair = next(
        (line, place, pair)
        for line, words in zip(lines, documents, strict=True)
        for place, pair in enumerate(words[1:], start=2)
        if _split([pair]) is None
    )
    key, colon, value = pair.partition(":")
    if colon and _is_id(key):
        return bad_value(path, line, place, None, value)
    return DataError(
        f"{path}, line {line}, field {place} is {shorten(pair)}",
        expected="a pair id:count, with an id from 0",
        do="Correct the line, or fetch the file again: it may be damaged.",
    )
