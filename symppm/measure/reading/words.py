"""What header words say about columns."""

from __future__ import annotations

import re
from typing import Final

_ROWS: Final = re.compile("i|row|user|customer|person|member|account|listener|reader")
_COLUMNS: Final = re.compile("j|col|column|item|product")
_OTHERS: Final = re.compile(
    "gene|feature|cell|barcode|doc|document|word|term|token|artist|movie|film|song|track|book|"
    "business|game|sample|tumou?r|patient|channel|species|site|source|target"
)
_AMOUNTS: Final = re.compile(
    "counts?|weights?|ratings?|values?|val|n|x|y|umis?|scores?|freq|frequency|plays?|playcounts?|"
    "listens|clicks|quantity|qty|amount|tally"
)
_LABELS: Final = re.compile("ids?|names?|labels?|index|rownames|unnamed0")
_ENDING: Final = re.compile("(ids?|idx|index|name|no)$")


def roles(header: list[str]) -> tuple[int, int, int] | None:
    """Return the places, from 0, of row id, column id and value, if the header names all three.

    Parameters
    ----------
    header : list of str
        The fields of the first line. Two must name things or end in "id", one must name an
        amount; the first thing is the row unless the header says otherwise.
    """
    words = [_plain(name) for name in header]
    things = [i for i, word in enumerate(words) if _is_thing(word)]
    amounts = [i for i, word in enumerate(words) if _AMOUNTS.fullmatch(word)]
    if len(things) != 2 or len(amounts) != 1:
        return None
    row, column = things
    if _COLUMNS.fullmatch(_stem(words[row])) and _ROWS.fullmatch(_stem(words[column])):
        row, column = column, row
    return row, column, amounts[0]


def names_labels(name: str) -> bool:
    """Whether a column with this name holds labels of rows rather than numbers."""
    word = _plain(name)
    return not word or _LABELS.fullmatch(word) is not None or _is_thing(word)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


def _is_thing(word: str) -> bool:
    stem = _stem(word)
    return word.endswith("id") or any(
        known.fullmatch(stem) is not None for known in (_ROWS, _COLUMNS, _OTHERS)
    )
