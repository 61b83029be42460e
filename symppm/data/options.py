"""How the caller says to read a file; whatever is None is guessed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast

from symppm.errors import DataError

LayoutName: TypeAlias = Literal["triples", "matrix", "ldac"]
Column: TypeAlias = str | int
_LAYOUTS: Final = (None, "triples", "matrix", "ldac")
_DUPLICATES: Final = ("error", "sum", "unchecked")
_OF_TEXT: Final = ("layout", "label_columns", "header", "columns")
READING: Final = (*_OF_TEXT, "duplicates", "layer")
"""The options of ``read`` that say how."""


@dataclass(frozen=True)
class Options:
    """Checked options of ``read``; see there. ``whole`` stands for ``engine="memory"``."""

    layout: LayoutName | None = None
    label_columns: int | None = None
    header: bool | None = None
    columns: tuple[Column, Column, Column] | None = None
    duplicates: str = "error"
    layer: str | None = None
    progress: bool = False
    whole: bool = False


def check_options(
    layout: str | None = None,
    label_columns: int | None = None,
    header: bool | None = None,
    columns: Sequence[Column] | None = None,
    duplicates: str = "error",
    layer: str | None = None,
) -> Options:
    """Return the options; raise DataError if one cannot be, or two contradict each other."""
    count = "the number of leading columns that hold labels, 0 or more"
    pairs = "'error', 'sum' or, for triples in an engine, 'unchecked'"
    for name, value, fine, expected, do in (
        ("layout", layout, isinstance(layout, str | None) and layout in _LAYOUTS,
         "'triples', 'matrix' or 'ldac'", None),
        ("duplicates", duplicates, isinstance(duplicates, str) and duplicates in _DUPLICATES, pairs,
         "Use --duplicates sum (duplicates='sum') to add up repeated pairs."),
        ("label_columns", label_columns, label_columns is None or _is_count(label_columns), count,
         None),
        ("header", header, header is None or isinstance(header, bool), "true or false", None),
        ("layer", layer, layer is None or isinstance(layer, str), "its name",
         "Leave out --layer (layer=) for X."),
    ):  # fmt: skip
        if not fine:
            guess = f"Leave out --{name.replace('_', '-')} ({name}=) to have it guessed."
            raise DataError(f"{name} {value!r}", expected=expected, do=do or guess)
    three = None if columns is None else _three(columns)
    named = three is not None and any(isinstance(column, str) for column in three)
    of_matrix = layout in ("matrix", "ldac") or label_columns is not None
    for wrong, given, expected, do in (
        (three is not None and of_matrix,
         "columns together with " + (f"layout {layout!r}" if layout else "label_columns"),
         "columns for triples, or label_columns for a matrix",
         "Drop one of --columns (columns=) and --label-columns or "
         f"--layout {layout if layout == 'ldac' else 'matrix'}."),
        (named and header is False, "columns by name for a file without a header",
         "positions from 1, such as 1,2,3",
         "Give --columns (columns=) as positions, or drop --no-header (header=False)."),
        (layout in ("triples", "ldac") and label_columns is not None,
         f"label_columns together with layout {layout!r}", "label_columns for a matrix only",
         "Use --columns (columns=) to say which fields are row, column and value."),
    ):  # fmt: skip
        if wrong:
            raise DataError(given, expected=expected, do=do)
    return Options(
        cast("LayoutName | None", layout), label_columns, header, three, duplicates, layer
    )


def refuse_options(options: Options, path: Path, allowed: Collection[str]) -> None:
    """Raise DataError if an option is given that has no meaning for the format of a file."""
    names = [
        "--" + name.replace("_", "-")
        for name in _OF_TEXT
        if name not in allowed and getattr(options, name) is not None
    ]
    if names:
        raise DataError(
            f"{', '.join(names)} for {path}",
            expected="these options for text files only; this format says how it is laid out",
            do=f"Leave out {' and '.join(names)}.",
        )
    if options.layer is not None and "layer" not in allowed:
        raise DataError(
            f"layer {options.layer!r} for {path}",
            expected="a layer of an .h5ad or .loom file; other formats hold one matrix",
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
