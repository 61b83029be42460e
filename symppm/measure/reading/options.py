"""How the caller says to read a file; whatever is None is guessed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from symppm.errors import DataError

Layout = Literal["triples", "matrix", "ldac"]
Duplicates = Literal["error", "sum", "unchecked"]
DUPLICATES: Final = get_args(Duplicates)
Column = str | int
Kind = Literal["text", "integer", "number", "other"]
"""What a column holds: ids may be text or integers, values any numbers."""


@dataclass(frozen=True)
class Options:
    """Checked options of ``read``; see there."""

    layout: Layout | None = None
    label_columns: int | None = None
    header: bool | None = None
    columns: tuple[Column, Column, Column] | None = None
    duplicates: Duplicates = "error"
    layer: str | None = None


def check_options(
    layout: str | None,
    label_columns: int | None,
    header: bool | None,
    columns: Sequence[Column] | None,
    duplicates: str,
    layer: str | None,
) -> Options:
    """Return the options, or say which of them cannot be.

    Raises
    ------
    DataError
        If an option has an unknown value, or two of them contradict each other.
    """
    if not (layout is None or isinstance(layout, str)) or layout not in (
        None,
        "triples",
        "matrix",
        "ldac",
    ):
        raise DataError(
            f"layout {layout!r}",
            expected="'triples', 'matrix' or 'ldac'",
            do="Leave out --layout (layout=) to have it guessed.",
        )
    if not isinstance(duplicates, str) or duplicates not in DUPLICATES:
        raise DataError(
            f"duplicates {duplicates!r}",
            expected="'error', 'sum' or, for triples in an engine, 'unchecked'",
            do="Use --duplicates sum (duplicates='sum') to add up repeated pairs.",
        )
    if label_columns is not None and not _is_count(label_columns):
        raise DataError(
            f"label_columns {label_columns!r}",
            expected="the number of leading columns that hold labels, 0 or more",
            do="Leave out --label-columns (label_columns=) to have it guessed.",
        )
    if not (header is None or isinstance(header, bool)):
        raise DataError(
            f"header {header!r}",
            expected="true or false",
            do="Leave out --header (header=) to have it guessed.",
        )
    if not (layer is None or isinstance(layer, str)):
        raise DataError(
            f"layer {layer!r}", expected="its name", do="Leave out --layer (layer=) for X."
        )
    chosen = None if columns is None else _three(columns)
    if chosen is not None and (layout in ("matrix", "ldac") or label_columns is not None):
        raise DataError(
            "columns together with " + (f"layout {layout!r}" if layout else "label_columns"),
            expected="columns for triples, or label_columns for a matrix",
            do="Drop one of --columns (columns=) and --label-columns or "
            f"--layout {layout if layout == 'ldac' else 'matrix'}.",
        )
    if chosen is not None and header is False and any(isinstance(c, str) for c in chosen):
        raise DataError(
            "columns by name for a file without a header",
            expected="positions from 1, such as 1,2,3",
            do="Give --columns (columns=) as positions, or drop --no-header (header=False).",
        )
    if layout in ("triples", "ldac") and label_columns is not None:
        raise DataError(
            f"label_columns together with layout {layout!r}",
            expected="label_columns for a matrix only",
            do="Use --columns (columns=) to say which fields are row, column and value.",
        )
    return Options(
        cast("Layout | None", layout),
        label_columns,
        header,
        chosen,
        cast("Duplicates", duplicates),
        layer,
    )


def refuse_options(
    options: Options, path: Path, *, allowed: Collection[str] = (), kinds: str = "text files"
) -> None:
    """Raise DataError if an option is given that has no meaning for the format of a file.

    Parameters
    ----------
    options : Options
        What the caller says.
    path : pathlib.Path
        The file.
    allowed : collection of str
        Fields of ``options`` that have a meaning.
    kinds : str
        What the options are for.
    """
    fields = ("layout", "label_columns", "header", "columns")
    names = [
        "--" + name.replace("_", "-")
        for name in fields
        if name not in allowed and getattr(options, name) is not None
    ]
    if names:
        raise DataError(
            f"{', '.join(names)} for {path}",
            expected=f"these options for {kinds} only; this format says how it is laid out",
            do=f"Leave out {' and '.join(names)}.",
        )
    if options.layer is not None and "layer" not in allowed:
        raise DataError(
            f"layer {options.layer!r} for {path}",
            expected="a layer of an .h5ad file; other formats hold one matrix",
            do="Leave out --layer (layer=).",
        )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _three(columns: Sequence[Column]) -> tuple[Column, Column, Column]:
    several = isinstance(columns, Iterable) and not isinstance(columns, str)
    listed: list[Any] = list(columns) if several else [columns]
    kinds = all(isinstance(c, str) or (_is_count(c) and c > 0) for c in listed)
    if not kinds or len(listed) != 3 or len(set(listed)) != 3:
        raise DataError(
            f"columns {', '.join(map(repr, listed))}",
            expected="three different columns (row id, column id, value), by name or from 1",
            do="Write --columns user,item,count (columns=('user', 'item', 'count')).",
        )
    return listed[0], listed[1], listed[2]
