"""What a table is taken for, triples or a matrix, by the rules that the guide to data has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, TypeAlias

from symppm.data.numbers import amount, is_missing, is_number, is_written_number, shorten
from symppm.data.options import Column, Options
from symppm.errors import DataError, did_you_mean

Kind: TypeAlias = Literal["text", "number", "other"]
"""What a column holds."""
Triple: TypeAlias = tuple[int, int, int]
"""Places, from 0, of row id, column id and value."""

Row: TypeAlias = tuple[int, list[str]]
"""The line on which a row of text begins, from 1, and its fields."""

COMMENTS: Final = ("#", "%")
_LABEL_COLUMNS: Final = 4
_TIMES: Final = ((3e8, 5e9), (3e11, 5e12))
"""Unix times of the last decades, in seconds and in milliseconds."""
_SHOWN: Final = 8
_THINGS: Final = {
    "row": "i|row|user|customer|person|member|account|listener|reader",
    "column": "j|col|column|item|product",
    "thing": "gene|feature|cell|barcode|doc|document|word|term|token|artist|movie|film|song|track|"
    "book|business|game|sample|tumou?r|patient|channel|species|site|source|target",
}
_AMOUNTS: Final = (
    "counts?|weights?|ratings?|values?|val|n|x|y|umis?|scores?|freq|frequency|plays?|playcounts?|"
    "listens|clicks|quantity|qty|amount|tally"
)
_LABELS: Final = "(ids?|names?|labels?|index|rownames|unnamed0)?"
_TEXT: Final = re.compile(r"(large_)?(string|binary)(_view)?(\(\d+\))?")
_NUMBER: Final = re.compile(r"u?int\d+|(half)?float\d*|double|decimal.*|bool(ean)?")
_ENDING: Final = re.compile("(ids?|idx|index|name|no)$")


@dataclass(frozen=True)
class Layout:
    """How a table is laid out: where triples are, or else which columns hold labels."""

    width: int
    header: tuple[str, ...] | None
    triple: Triple | None
    labels: tuple[int, ...] = ()

    def called(self, place: int) -> str:
        """Return the name of a column, or else its number."""
        return (self.header[place] if self.header else "") or f"column {place + 1}"

    def place(self, place: int) -> str:
        """Return the number of a column, and its name."""
        name = self.header[place] if self.header else ""
        return f"column {place + 1}" + (f" ({shorten(name)})" if name else "")


def kind_of(kind: object) -> Kind:
    """Say what a column of a type of Arrow or Ibis holds; "!" begins types of Ibis without null."""
    name = str(kind).removeprefix("!")
    if _TEXT.fullmatch(name):
        return "text"
    return "number" if _NUMBER.fullmatch(name) else "other"


def taken_for(
    names: Sequence[str],
    kinds: Sequence[Kind],
    options: Options,
    path: Path,
    rows: Callable[[], list[list[str]]] = list,
) -> Triple | None:
    """Decide what any table is taken for: triples, and where these are; or a matrix (None)."""
    if options.columns is not None:
        row, column, value = (place_of(column, names, path) for column in options.columns)
        return row, column, value
    if options.matrix:
        return None
    if (triple := _named(names)) is not None:
        return triple
    texts = [place for place, kind in enumerate(kinds) if kind == "text"]
    numbers = [place for place, kind in enumerate(kinds) if kind == "number"]
    if (len(texts), len(numbers), len(names)) == (2, 1, 3):
        return texts[0], texts[1], numbers[0]
    if options.layout == "triples":
        if len(names) == 3 or (len(names) == 4 and _has_times(rows())):
            return 0, 1, 2
        quoted = [name if name == name.strip() else repr(name) for name in names[:_SHOWN]]
        shown = f" ({', '.join(quoted)}{', ...' if len(names) > _SHOWN else ''})"
        raise DataError(
            f"{path} has {amount(len(names), 'column')}" + shown * (len(names) > 2),
            expected="triples: row id, column id, value",
            do="Name the three with --columns (columns=), by name or by position such as 1,2,3."
            if len(names) > 2
            else "Use --layout matrix (layout='matrix') if each line is a row of the matrix.",
        )
    return (0, 1, 2) if len(names) in (3, 4) and _look_like_triples(rows()) else None


def place_of(column: Column, names: Sequence[str], path: Path) -> int:
    """Return the place, from 0, of a column that the caller names, or numbers from 1."""
    if isinstance(column, int):
        if column <= len(names):
            return column - 1
        raise DataError(
            f"column {column} of {path}, which has {len(names)}",
            expected=f"a position from 1 to {len(names)}",
            do="Correct --columns (columns=).",
        )
    plain = [name.strip().lower() for name in names]
    for candidates, name in ((list(names), column), (plain, column.strip().lower())):
        if candidates.count(name) == 1:
            return candidates.index(name)
    several = column in names
    raise DataError(
        f"column {column!r} of {path}",
        expected="a name that occurs once" if several else "the name of one of its columns",
        do="Give --columns (columns=) as positions." if several else did_you_mean(column, names),
    )


def text_layout(rows: Sequence[Row], options: Options, path: Path) -> tuple[Layout, int]:
    """Return the layout of text by its first rows, and how many of them are comments."""
    texts = [fields for _, fields in rows]
    width = _usual_width(texts)
    skipped = _comments(texts, width)
    first, body = texts[skipped], [row for row in texts[skipped + 1 :] if len(row) == width]
    # R leaves out the name of the column of row names.
    r_style = len(first) == width - 1 and options.header is not False
    r_style = r_style and bool(options.header or _are_names(first))
    first = ["", *first] if r_style else first
    if len(first) != width:
        raise ragged(path, *rows[skipped], width)
    headless = options.header is False
    names = [""] * width if headless and options.columns is None else first
    kinds: list[Kind] = [
        "text" if are_labels(column) else "number"
        for column in zip(*([first, *body] if headless or not body else body), strict=True)
    ]

    def entries() -> list[list[str]]:
        header = not _is_value(first[2]) if options.header is None else options.header
        return body if header else [first, *body]

    triple = taken_for(names, kinds, options, path, entries)
    if triple is None:
        labels, header = _matrix(first, body, options, r_style)
        if labels >= width and (body or not header):
            raise no_numbers(path, width)
        return Layout(width, tuple(first) if header else None, None, tuple(range(labels))), skipped
    if r_style and width == 3:  # nothing would be left for the value
        raise ragged(path, *rows[skipped], width)
    header = r_style or _heads_triples(first, body, triple)
    header = options.by_name or (header if options.header is None else options.header)
    return Layout(width, tuple(first) if header else None, triple), skipped


def ragged(path: Path, line: int, fields: list[str], width: int) -> DataError:
    """Return the error for a row that has not the number of fields of the others."""
    return DataError(
        f"{path}, line {line}: {amount(len(fields), 'field')}, beginning with {shorten(fields[0])}",
        expected=f"{width} as in the other lines",
        do="Correct the line; if a field holds the delimiter, put it in quotation marks.",
    )


def no_matrix(given: str, columns: Sequence[str]) -> DataError:
    """Return the error for a matrix with columns of something else than numbers."""
    holds, them = ("holds", "it") if len(columns) == 1 else ("hold", "them")
    return DataError(
        given,
        expected="numbers in every column behind the labels",
        do=f"Take out {' and '.join(columns)}, which {holds} no numbers, or move {them} to the "
        "front, where labels are. If each line is one entry, name row id, column id and value with "
        "--columns (columns=).",
    )


def no_numbers(path: Path, width: int) -> DataError:
    """Return the error for a table with nothing but labels."""
    return DataError(
        f"{path}: labels in the last of its {amount(width, 'column')}",
        expected="a column of numbers after the labels",
        do="Use a smaller --label-columns (label_columns=), or --columns (columns=) to name row "
        "id, column id and value of triples.",
    )


def _matrix(
    first: list[str], body: list[list[str]], options: Options, r_style: bool
) -> tuple[int, bool]:
    """Return the number of label columns and whether there is a header."""
    labels, guess = options.label_columns or 0, options.label_columns is None
    if guess:
        rows = [first, *body] if options.header is False or not body else body
        labels = max(_text_columns(rows), int(r_style))
    cells = first[labels:]
    named, counts_up = _are_names(cells), bool(body) and _counts_up(cells)
    heads_labels = _role(first[0]) not in ("", "amount")
    # A blank corner belongs to a header and a column of row names or numbers, as pandas writes.
    corner = bool(body) and not first[0].strip()
    corner = corner and (labels > 0 or named or counts_up or _counts_up([row[0] for row in body]))
    header = options.header
    if header is None:
        counts_up = counts_up and (len(cells) > 3 or heads_labels)
        header = r_style or corner or named or counts_up or not (body or cells)
    if guess and header and not labels:
        several = len(body) > 1 and len({row[0] for row in body}) == len(body)
        labels = int(corner or (several and heads_labels))
    elif guess and labels and body and not header:
        labels = _text_columns([first, *body])  # a word in the only row after it is no label
    return labels, header


def _has_times(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the fourth of four columns says when."""
    texts = [row[3] for row in rows]
    if not texts or not all(map(is_number, texts)):
        return False
    return any(all(low <= float(text) <= high for text in texts) for low, high in _TIMES)


def _look_like_triples(rows: list[list[str]]) -> bool:
    """Judge by content: ids repeat in the first column, but pairs of ids do not."""
    if not rows or not (len(rows[0]) == 3 or _has_times(rows)):
        return False
    row_ids, column_ids, values, *_ = zip(*rows, strict=True)
    if not all(map(_is_value, values)):
        return False
    if are_labels(column_ids):
        return True
    distinct = len(set(row_ids))
    if distinct == len(rows) or not _are_whole(column_ids):
        return False
    if are_labels(row_ids):
        return True
    # Numbers all three: a list of entries has neither zeros nor repeated pairs, unless it is
    # sorted by row and badly made, which is then reported.
    blocks = 1 + sum(a != b for a, b in pairwise(row_ids))
    unique = len(set(zip(row_ids, column_ids, strict=True))) == len(rows)
    zeros = any(text.strip() == "0" for text in values)
    return _are_whole(row_ids) and not zeros and (unique or blocks == distinct)


def _are_whole(texts: Sequence[str]) -> bool:
    return all(text.strip().isdecimal() for text in texts)


def _named(names: Sequence[str]) -> Triple | None:
    """Return row id, column id and value if the names tell all three."""
    roles = [_role(name) for name in names]
    things = [place for place, role in enumerate(roles) if role in _THINGS]
    if len(things) != 2 or roles.count("amount") != 1:
        return None
    row, column = things
    if (roles[row], roles[column]) == ("column", "row"):
        row, column = column, row
    return row, column, roles.index("amount")


def _role(name: str) -> str:
    """Return what a column holds by its name: a kind of things, an amount, labels, or nothing."""
    word = re.sub(r"[^a-z0-9]", "", name.lower())
    stem = _ENDING.sub("", word)
    for role, words in _THINGS.items():
        if re.fullmatch(words, stem):
            return role
    if re.fullmatch(_AMOUNTS, word):
        return "amount"
    return "thing" if word.endswith("id") else "labels" * bool(re.fullmatch(_LABELS, word))


def _usual_width(sample: list[list[str]]) -> int:
    rows = [row for row in sample if not row[0].startswith(COMMENTS)] or sample
    if len(rows) == 2:  # no majority: a line more likely lacks a field than has one too many
        return max(map(len, rows))
    usual = Counter(map(len, rows[1:] or rows))
    # The first row, a header perhaps, has a casting vote.
    return max(usual, key=lambda width: (usual[width], width == len(rows[0])))


def _comments(sample: list[list[str]], width: int) -> int:
    """Return how many leading rows are comments: up to the last that cannot be a header."""
    skipped = 0
    for at, row in enumerate(sample[:-1]):
        if not row[0].startswith(COMMENTS):
            break
        if row[0] in COMMENTS or len(row) not in (width, width - 1):
            skipped = at + 1
    return skipped


def _is_value(text: str) -> bool:
    return is_number(text) or is_missing(text)


def _are_names(cells: Sequence[str]) -> bool:
    """Whether cells where numbers could be are names of columns, not a number written wrongly."""
    words = [cell.strip() for cell in cells if not is_missing(cell)]
    alone = len(words) == 1 and words[0][0] in "0123456789+-.,"
    return bool(words) and not any(map(is_number, words)) and not alone


def are_labels(texts: Sequence[str]) -> bool:
    """Whether most of the texts that are not missing are no numbers."""
    words = [text for text in texts if not is_missing(text)]
    return 2 * sum(not is_written_number(text) for text in words) > len(words)


def _heads_triples(first: list[str], body: list[list[str]], triple: Triple) -> bool:
    """Whether the first row names the columns of triples: no entry has such ids."""
    if not _are_names([first[triple[2]]]):
        return False
    columns = [({row[place] for row in body}, first[place]) for place in triple[:2]]
    return not any(
        text in ids or (is_number(text) and all(map(is_number, ids))) for ids, text in columns
    )


def _text_columns(rows: list[list[str]]) -> int:
    """Return how many leading columns are labels, to judge by their text."""
    columns = list(zip(*(row[:_LABEL_COLUMNS] for row in rows), strict=True))
    count = int(are_labels(columns[0]))
    for place, texts in enumerate(columns[1:], start=1):
        # Numbers may come first (an accession number), but a word among numbers is an error.
        if not any(is_number(text) for text in texts) and are_labels(texts):
            count = place + 1
    # Without any column of numbers, what is there is a wrong value rather than a label.
    return min(count, len(rows[0]) - 1) if len(rows) > 1 else count


def _counts_up(texts: Sequence[str]) -> bool:
    """Whether the fields are 0, 1, 2, ... or 1, 2, 3, ...: column numbers, not counts."""
    words = [text.strip() for text in texts]
    counts = ([str(start + n) for n in range(len(words))] for start in (0, 1))
    return len(words) > 1 and words in counts
