"""How a text file is laid out: what the caller says, and a guess for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from symppm.errors import DataError, did_you_mean
from symppm.measure.reading.numbers import amount, is_missing, is_number
from symppm.measure.reading.options import Column, Kind, Layout, Options
from symppm.measure.reading.rows import COMMENT_MARKS, Batch, require_width
from symppm.measure.reading.words import names_labels, roles

SAMPLE_ROWS: Final = 1000
_LABEL_COLUMNS: Final = 4
_BEGINS_NUMBERS: Final = "0123456789+-.,"
_TIMES: Final = ((3e8, 5e9), (3e11, 5e12))
"""Unix times of the last decades, in seconds and in milliseconds."""


@dataclass(frozen=True)
class Plan:
    """The layout of a text file.

    Attributes
    ----------
    layout : {"triples", "matrix"}
        What a line is.
    delimiter : str
        One of ``rows.DELIMITER_NAMES``.
    width : int
        Fields on a line.
    skipped : int
        Rows before the table, which are comments.
    header : tuple of str or None
        Names of the columns, ``width`` of them; "" for the one that R leaves out.
    label_columns : int
        Leading columns of a matrix that hold labels.
    columns : tuple of int
        Places, from 0, of row id, column id and value in triples.
    """

    layout: Layout
    delimiter: str
    width: int
    skipped: int
    header: tuple[str, ...] | None
    label_columns: int
    columns: tuple[int, int, int]

    @property
    def first_row(self) -> int:
        """Index of the first row of data."""
        return self.skipped + (self.header is not None)


def make_plan(batch: Batch, options: Options, delimiter: str, path: Path) -> Plan:
    """Return the layout of a file from its first rows.

    Parameters
    ----------
    batch : Batch
        The first rows, at least one.
    options : Options
        What the caller says; None is guessed.
    delimiter : str
        What separates the fields.
    path : pathlib.Path
        The file, for messages.

    Raises
    ------
    DataError
        If the first line does not fit the others, or the options do not fit the file.
    """
    sample = batch.rows[:SAMPLE_ROWS]
    width = _usual_width(sample)
    skipped = _count_comments(sample, width)
    first, body = sample[skipped], sample[skipped + 1 :]
    # R leaves out the name of the column of row names.
    short = len(first) == width - 1 and options.header is not False
    if short and (options.header or _are_names(first)):
        first = ["", *first]
    require_width(Batch(batch.lines[skipped : skipped + 1], [first]), width, path)
    body = [row for row in body if len(row) == width]  # the others are reported when read
    named = first[0] == "" and short

    layout = options.layout or _implied(options)
    kinds = _kinds([first, *body] if options.header is False or not body else body)
    names = [""] * width if options.header is False else first
    found = None
    if layout != "matrix":
        found = likely_triple(names, kinds, lambda: look_like_triples(first, body, options.header))
    if layout is None:
        layout = "matrix" if found is None else "triples"
    if layout == "triples":
        if named and width == 3:  # nothing would be left for the value
            require_width(Batch(batch.lines[skipped:], [first[1:]]), width, path)
        columns = _triple_columns(first, body, options, found, path)
        header = _decide(options.header, named or _heads_triples(first, body, columns))
        labels = 0
        if any(isinstance(column, str) for column in options.columns or ()):
            header = True
    else:
        columns = (0, 1, 2)
        labels, header = _matrix(first, body, options, named)
        if labels >= width and (body or not header):
            raise DataError(
                f"{path}: labels in the last of its {width} columns",
                expected="a column of numbers after the labels",
                do="Use a smaller --label-columns (label_columns=), or --layout triples "
                "(layout='triples') if each line is one entry.",
            )
    return Plan(
        layout, delimiter, width, skipped, tuple(first) if header else None, labels, columns
    )


def _usual_width(sample: list[list[str]]) -> int:
    rows = [row for row in sample if not row[0].startswith(COMMENT_MARKS)] or sample
    if len(rows) == 2:  # no majority: a line more likely lacks a field than has one too many
        return max(map(len, rows))
    return Counter(map(len, rows[1:] or rows)).most_common(1)[0][0]


def _count_comments(sample: list[list[str]], width: int) -> int:
    """Return how many leading rows are comments: up to the last that cannot be a header."""
    skipped = 0
    for at, row in enumerate(sample[:-1]):
        if not row[0].startswith(COMMENT_MARKS):
            break
        if row[0] in COMMENT_MARKS or len(row) not in (width, width - 1):
            skipped = at + 1
    return skipped


def _implied(options: Options) -> Layout | None:
    if options.columns is not None:
        return "triples"
    return None if options.label_columns is None else "matrix"


def _decide(told: bool | None, guessed: bool) -> bool:
    return guessed if told is None else told


def _are_names(cells: Sequence[str]) -> bool:
    """Whether cells where numbers could be are names of columns: words, and no number among them.

    A word among numbers is rather a number that was written wrongly, and so is 5x by itself.
    """
    words = [cell.strip() for cell in cells if not is_missing(cell)]
    return (
        bool(words)
        and not any(map(is_number, words))
        and not (len(words) == 1 and words[0][0] in _BEGINS_NUMBERS)
    )


def _heads_triples(first: list[str], body: list[list[str]], columns: tuple[int, int, int]) -> bool:
    """Whether the first row names the columns of triples: no entry has such ids."""
    if not _are_names([first[columns[2]]]):
        return False
    ids = [({row[place] for row in body}, first[place]) for place in columns[:2]]
    return not any(
        text in known or (is_number(text) and all(map(is_number, known))) for known, text in ids
    )


def _is_value(text: str) -> bool:
    return is_number(text) or is_missing(text)


def _triple_columns(
    first: list[str],
    body: list[list[str]],
    options: Options,
    found: tuple[int, int, int] | None,
    path: Path,
) -> tuple[int, int, int]:
    width = len(first)
    if options.columns is not None:
        row, column, value = (place_of(c, first, path) for c in options.columns)
        return row, column, value
    if found is not None:
        return found
    if width == 3 or has_times(body):
        return 0, 1, 2
    raise DataError(
        f"{path} has {amount(width, 'column')}"
        + (" (" + ", ".join(first[:8]) + ")" if width > 3 else ""),
        expected="triples: row id, column id, value",
        do="Name the three with --columns (columns=), by header name or by position such as 1,2,3."
        if width > 3
        else "Use --layout matrix (layout='matrix') if each line is a row of the matrix.",
    )


def place_of(column: Column, first: list[str], path: Path) -> int:
    """Return the place, from 0, of a column that the caller names.

    Parameters
    ----------
    column : str or int
        Its name, or its position from 1.
    first : list of str
        Names of all columns.
    path : pathlib.Path
        The file, for messages.

    Raises
    ------
    DataError
        If there is no such column, or more than one.
    """
    if isinstance(column, int):
        if column <= len(first):
            return column - 1
        raise DataError(
            f"column {column} of {path}, which has {len(first)}",
            expected=f"a position from 1 to {len(first)}",
            do="Correct --columns (columns=).",
        )
    for known in (first, [name.strip().lower() for name in first]):
        wanted = column if known is first else column.strip().lower()
        if known.count(wanted) == 1:
            return known.index(wanted)
    several = column in first
    raise DataError(
        f"column {column!r} of {path}",
        expected="a name that occurs once" if several else "the name of one of its columns",
        do="Give --columns (columns=) as positions." if several else did_you_mean(column, first),
    )


def likely_triple(
    names: list[str], kinds: Sequence[Kind], content: Callable[[], bool]
) -> tuple[int, int, int] | None:
    """Return the places of row id, column id and value, if names, types or content say so.

    Whatever guesses does it here: text, typed columns, and tables of an engine.

    Parameters
    ----------
    names : list of str
        Of all columns.
    kinds : sequence of str
        What each column holds.
    content : callable
        Whether the values look like triples in this order; asked if nothing else tells.
    """
    found = roles(names)
    if found is not None or len(names) not in (3, 4):
        return found
    texts = [n for n, kind in enumerate(kinds) if kind == "text"]
    numbers = [n for n, kind in enumerate(kinds) if kind in ("integer", "number")]
    if len(names) == 3 and (len(texts), len(numbers)) == (2, 1):
        return texts[0], texts[1], numbers[0]
    return (0, 1, 2) if content() else None


def _kinds(rows: list[list[str]]) -> list[Kind]:
    columns = zip(*rows, strict=True)
    return ["text" if _are_labels(texts) else "number" for texts in columns]


def look_like_triples(first: list[str], body: list[list[str]], header: bool | None) -> bool:
    """Judge by content: ids repeat in the first column, but pairs of ids do not.

    Parameters
    ----------
    first : list of str
        The first row, or the names of the columns.
    body : list of list of str
        Some rows after it.
    header : bool or None
        Whether the first row holds names; None to guess.
    """
    width = len(first)
    if width != 3 and not has_times(body):
        return False
    has_header = _decide(header, not _is_value(first[2]))
    rows = body if has_header else [first, *body]
    row_ids, column_ids, values = (
        [row[0] for row in rows],
        [row[1] for row in rows],
        [row[2] for row in rows],
    )
    if not rows or not all(map(_is_value, values)):
        return False
    if _are_labels(column_ids):
        return True
    if not all(text.strip().isdecimal() for text in column_ids):
        return False
    repeats = len(set(row_ids)) < len(row_ids)
    if _are_labels(row_ids) or not repeats:
        return repeats
    if not all(text.strip().isdecimal() for text in row_ids):
        return False
    # Numbers all three: a list of entries has neither zeros nor repeated pairs, unless it is
    # sorted by row and badly made, which is then reported.
    blocks = 1 + sum(a != b for a, b in pairwise(row_ids))
    unique = len(set(zip(row_ids, column_ids, strict=True))) == len(rows)
    return all(v.strip() != "0" for v in values) and (unique or blocks == len(set(row_ids)))


def _are_labels(texts: Sequence[str]) -> bool:
    words = [text for text in texts if not is_missing(text)]
    return 2 * sum(not is_number(text) for text in words) > len(words)


def has_times(rows: list[list[str]]) -> bool:
    """Whether rows have four columns, the last of which says when.

    Parameters
    ----------
    rows : list of list of str
        Some rows of data.
    """
    texts = [row[3] for row in rows if len(row) == 4]
    if len(texts) < len(rows) or not texts or not all(map(is_number, texts)):
        return False
    return any(all(low <= float(text) <= high for text in texts) for low, high in _TIMES)


def _matrix(
    first: list[str], body: list[list[str]], options: Options, named: bool
) -> tuple[int, bool]:
    """Return the number of label columns and whether there is a header."""
    labels = options.label_columns
    unnamed = bool(body) and not first[0].strip()
    if labels is None:
        rows = [first, *body] if options.header is False or not body else body
        labels = max(_text_columns(rows), int(named))
        if unnamed and not labels and _indexed(first, body):
            labels = 1
    rest = first[labels:]
    header = _decide(
        options.header,
        named
        or (unnamed and labels > 0)
        or _are_names(rest)
        or (bool(body) and _counts_up(rest) and (len(rest) > 3 or names_labels(first[0])))
        or (not body and not rest),
    )
    if not header and labels and options.label_columns is None and body:
        labels = _text_columns([first, *body])  # a word in the only row after it is no label
    if header and not labels and options.label_columns is None and len(body) > 1:
        distinct = len({row[0] for row in body}) == len(body)
        labels = int(distinct and names_labels(first[0]))
    return labels, header


def _text_columns(rows: list[list[str]]) -> int:
    """Return how many leading columns are labels, to judge by their text."""
    columns = list(zip(*(row[:_LABEL_COLUMNS] for row in rows), strict=True))
    count = int(_are_labels(columns[0]))
    for place, texts in enumerate(columns[1:], start=1):
        # Numbers may come first (an accession number), but a word among numbers is an error.
        if not any(is_number(text) for text in texts) and _are_labels(texts):
            count = place + 1
    # Without any column of numbers, what is there is a wrong value rather than a label.
    return min(count, len(rows[0]) - 1) if len(rows) > 1 else count


def _indexed(first: list[str], body: list[list[str]]) -> bool:
    """Whether a blank corner belongs to a header and a column of row numbers, as pandas writes."""
    words = not all(map(_is_value, first[1:]))
    return words or _counts_up(first[1:]) or _counts_up([row[0] for row in body])


def _counts_up(texts: list[str]) -> bool:
    """Whether the fields are 0, 1, 2, ... or 1, 2, 3, ...: column numbers, not counts."""
    if len(texts) < 2 or texts[0].strip() not in ("0", "1"):
        return False
    start = int(texts[0])
    return [text.strip() for text in texts] == [str(start + i) for i in range(len(texts))]
