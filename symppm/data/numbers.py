"""Numbers from text, without silent rounding, and how messages quote and count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError

NO_NUMBER: Final = (
    "Write 0 if nothing was counted. If it is unknown, use --blanks missing (blanks='missing') for "
    "a matrix; of triples, leave the entry out, with --zeros missing (zeros='missing')."
)
_MISSING: Final = frozenset({"", "na", "n/a", "<na>", "null", "none", "-", "?", "."})
_INFINITE: Final = re.compile(r"\s*[+-]?inf(inity)?\s*", re.IGNORECASE)
_SEPARATED: Final = re.compile(
    r"""\s*[+-]?( \d[\d.]*,\d+                                       # 1,5 and 1.234,5
        | \d{1,3} (,\d{3})+ (\.\d*)?                                 # 1,234.5
        | \d{1,3} (['\u2019\ \u00a0\u202f]\d{3})+ ([.,]\d*)?        # 1 234,5 and 1'234.5
        | \d{1,3} (\.\d{3}){2,}                                      # 1.234.567
        | [\d.,]*\d (?P<percent>\s?%)                               # 5 %
    )\s*""",
    re.VERBOSE,
)
"""Numbers with a decimal comma, thousands separators or a percent sign, and nothing else."""
_PLAIN: Final = re.compile(r"\s*[+-]?\d+(\.\d*)?(e[+-]?\d+)?\s*", re.IGNORECASE)


def parse(texts: Sequence[str]) -> NDArray[Any] | int:
    """Return numbers as int64 or float64, or the index of the first text that is none."""
    # Of counts, few are distinct.
    if wrong := {text for text in set(texts) if not is_number(text)}:
        return next(place for place, text in enumerate(texts) if text in wrong)
    with suppress(ValueError, OverflowError):
        return np.array(list(map(int, texts)), np.int64)
    return np.array(list(map(float, texts)))


def bad_value(place: str, text: str) -> DataError:
    """Return the error for a field that should hold a number."""
    expected, given = "a number", f"{place} is {shorten(text)}"
    if is_missing(text):
        given = f"{place} is " + (f"{text.strip()!r}, a missing value" if text.strip() else "empty")
        do = NO_NUMBER
    elif separated := _SEPARATED.fullmatch(text):
        expected = "a number with a decimal point and no other separators"
        signs = "percent signs" if separated["percent"] else "thousands separators"
        do = f"Export the file with decimal points and without {signs}."
    elif _PLAIN.fullmatch(text):
        given += ", beyond the range of float64"
        do = "Correct or rescale the value."
    else:
        do = (
            "Correct it, or say how the file is laid out: --layout, --columns, --label-columns, "
            "--header (layout=, columns=, label_columns=, header=)."
        )
    return DataError(given, expected=expected, do=do)


def is_number(text: str) -> bool:
    """Whether the text is a number, in Python's notation without underscores."""
    with suppress(ValueError):
        infinite = abs(float(text)) == float("inf")
        return "_" not in text and (not infinite or _INFINITE.fullmatch(text) is not None)
    return False


def is_written_number(text: str) -> bool:
    """Whether the text is a number to its reader, if only with separators or a percent sign."""
    return is_number(text) or _SEPARATED.fullmatch(text) is not None


def is_missing(text: str) -> bool:
    """Whether the text stands for a missing value."""
    return text.strip().lower() in _MISSING


def amount(count: int, singular: str, plural: str | None = None) -> str:
    """Return "1 row", "2 rows", "1,000 entries"."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def shorten(text: str) -> str:
    """Quote a text from a file, cut to what a message can carry."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
