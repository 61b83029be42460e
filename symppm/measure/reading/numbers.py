"""Numbers from text, without silent rounding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.errors import DataError
from symppm.measure.reading.table import Array

EXACT: Final = 1 << 53
"""Below this magnitude float64 holds every whole number, and rounds none to it."""

MISSING_WORDS: Final = frozenset({"", "na", "n/a", "<na>", "null", "none", "-", "?", "."})
_INFINITE: Final = frozenset({"inf", "infinity"})


def is_number(text: str) -> bool:
    """Whether the text is a number, in Python's notation without underscores."""
    try:
        value = float(text)
    except ValueError:
        return False
    return "_" not in text and (abs(value) != float("inf") or _says_infinite(text))


def is_missing(text: str) -> bool:
    """Whether the text stands for a missing value."""
    return text.strip().lower() in MISSING_WORDS


def _says_infinite(text: str) -> bool:
    return text.strip().lstrip("+-").lower() in _INFINITE


def parse(texts: Sequence[str]) -> Array | int:
    """Return the numbers, or the index of the first text that is none.

    Parameters
    ----------
    texts : sequence of str
        The fields.

    Returns
    -------
    array or int
        int64 if all are whole numbers that fit, else float64.
    """
    if "_" in "".join(texts):  # Python would accept 1_000.
        return _first_bad(texts)
    try:
        return np.array(list(map(int, texts)), dtype=np.int64)
    except (ValueError, OverflowError):
        pass
    try:
        values = np.array(list(map(float, texts)), dtype=np.float64)
    except ValueError:
        return _first_bad(texts)
    if np.isinf(values).any():
        bad = _first_bad(texts)
        return values if bad == len(texts) else bad
    return values


def _first_bad(texts: Sequence[str]) -> int:
    return next((i for i, text in enumerate(texts) if not is_number(text)), len(texts))


def join(parts: Sequence[Array]) -> tuple[Array, tuple[str, ...]]:
    """Join parsed arrays along the first axis, as int64 if that loses nothing.

    Returns
    -------
    tuple
        The array, and a note if it holds magnitudes beyond which float64 rounds whole numbers.
    """
    if all(part.dtype == np.int64 for part in parts):
        return np.concatenate(parts), ()
    values = np.concatenate([part.astype(np.float64) for part in parts])
    if holds_whole_numbers(values):
        return values.astype(np.int64), ()
    if (np.abs(values[np.isfinite(values)]) >= EXACT).any():
        return values, (
            "some values reach 2^53 and not all fit 64-bit integers: "
            "they are held as float64, to about 16 digits",
        )
    return values, ()


def holds_whole_numbers(values: Array) -> bool:
    """Whether float64 values are all whole numbers small enough to be exact."""
    # NaN and infinity fail the first comparison.
    return bool((np.abs(values) < EXACT).all() and (values == np.floor(values)).all())


def fit(values: Any) -> tuple[Array, tuple[str, ...]]:
    """Return numbers of any real or Boolean dtype as int64 or float64, and notes."""
    if values.dtype.kind in "bi" or (
        values.dtype.kind == "u" and (values.size == 0 or int(values.max()) < 1 << 63)
    ):
        return np.asarray(values, dtype=np.int64), ()
    with np.errstate(all="ignore"):
        converted = np.asarray(values, dtype=np.float64)
    if values.dtype.kind == "u":
        return converted, ("values beyond 64-bit signed integers are held as float64",)
    return converted, ()


def bad_value(path: Path, line: int, column: int, name: str | None, text: str) -> DataError:
    """Return the error for a field that should hold a number.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    line, column : int
        Place of the field, from 1.
    name : str or None
        What the header calls the column.
    text : str
        What the field holds.
    """
    called = f" ({shorten(name)})" if name else ""
    place = f"{path}, line {line}, column {column}{called}"
    expected = "a number"
    if is_missing(text):
        given = f"{place} is " + (f"{text.strip()!r}, a missing value" if text.strip() else "empty")
        do = (
            "Write 0 if nothing was counted; leave out an unknown entry by listing the others as "
            "triples, with --zeros missing (zeros='missing')."
        )
    elif re.fullmatch(r"\s*[+-]?[\d.]*\d,\d+\s*", text):
        given = f"{place} is {shorten(text)}"
        expected = "a number with a decimal point and no other separators"
        do = "Export the file with decimal points and without thousands separators."
    elif re.fullmatch(r"\s*[+-]?\d+(\.\d*)?(e[+-]?\d+)?\s*", text, re.IGNORECASE):
        given = f"{place} is {shorten(text)}, beyond the range of float64"
        do = "Correct or rescale the value."
    else:
        given = f"{place} is {shorten(text)}"
        do = (
            "Correct it, or say how the file is laid out: --layout, --columns, --label-columns, "
            "--header (layout=, columns=, label_columns=, header=)."
        )
    return DataError(given, expected=expected, do=do)


def amount(count: int, one: str, many: str | None = None) -> str:
    """Return "1 row", "2 rows", "1,000 entries"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def shorten(text: str) -> str:
    """Quote a text from a file, cut to what a message can carry."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
