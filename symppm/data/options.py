"""How the caller says to read data; whatever is None is guessed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from symppm.errors import DataError

LayoutName: TypeAlias = Literal["triples", "matrix", "ldac"]
Column: TypeAlias = str | int


@dataclass(frozen=True)
class Options:
    """Options of ``read``; see there. ``whole`` stands for ``engine="memory"``."""

    layout: LayoutName | None = None
    label_columns: int | None = None
    header: bool | None = None
    columns: tuple[Column, Column, Column] | None = None
    duplicates: str = "error"
    layer: str | None = None
    blanks: str = "error"
    progress: bool = False
    whole: bool = False

    @property
    def by_name(self) -> bool:
        """Whether columns are named."""
        return any(isinstance(column, str) for column in self.columns or ())


READING: Final = (
    "layout", "label_columns", "header", "columns", "duplicates", "layer", "blanks",
)  # fmt: skip
"""The options of ``read`` that say how."""


def check_options(
    layout: Any = None,
    label_columns: Any = None,
    header: Any = None,
    columns: Any = None,
    duplicates: Any = "error",
    layer: Any = None,
    blanks: Any = "error",
) -> Options:
    """Return the options; raise DataError if one cannot be, or two contradict each other."""
    three = None if columns is None else _three(columns)
    options = Options(layout, label_columns, header, three, duplicates, layer, blanks)
    guess = "Leave out --{} ({}=) to have it guessed."
    for name, fine, expected, do in (
        ("layout", layout in (None, "triples", "matrix", "ldac"), "'triples', 'matrix' or 'ldac'",
         guess),
        ("duplicates", duplicates in ("error", "sum", "unchecked"),
         "'error', 'sum' or, for triples in an engine, 'unchecked'",
         "Use --duplicates sum (duplicates='sum') to add up repeated pairs."),
        ("label_columns", label_columns is None or _is_count(label_columns, 0),
         "the number of leading columns that hold labels, 0 or more", guess),
        ("header", header is None or isinstance(header, bool), "true or false", guess),
        ("layer", layer is None or isinstance(layer, str), "its name",
         "Leave out --layer (layer=) for X."),
        ("blanks", blanks in ("error", "missing"), "'error' or 'missing'",
         "Use --blanks missing (blanks='missing') if blank cells and NaN are missing entries."),
    ):  # fmt: skip
        if not fine:
            hint = do.format(name.replace("_", "-"), name)
            raise DataError(f"{name} {getattr(options, name)!r}", expected=expected, do=hint)
    for wrong, given, expected, do in (
        (three and (layout in ("matrix", "ldac") or label_columns is not None),
         "columns together with " + (f"layout {layout!r}" if layout else "label_columns"),
         "columns for triples, or label_columns for a matrix",
         "Drop one of --columns (columns=) and --label-columns or "
         f"--layout {layout if layout == 'ldac' else 'matrix'}."),
        (options.by_name and header is False, "columns by name for a file without a header",
         "positions from 1, such as 1,2,3",
         "Give --columns (columns=) as positions, or drop --no-header (header=False)."),
        (layout in ("triples", "ldac") and label_columns is not None,
         f"label_columns together with layout {layout!r}", "label_columns for a matrix only",
         "Use --columns (columns=) to say which fields are row, column and value."),
    ):  # fmt: skip
        if wrong:
            raise DataError(given, expected=expected, do=do)
    return options


def refuse_options(options: Options, what: object, allowed: Collection[str]) -> None:
    """Raise DataError if an option is given that has no meaning for some data."""
    usual = Options()
    odd = [name for name in READING if getattr(options, name) != getattr(usual, name)]
    if names := [name for name in odd if name not in allowed]:
        flags = [f"--{name.replace('_', '-')}" for name in names]
        both = (f"{flag} ({name}=)" for flag, name in zip(flags, names, strict=True))
        raise DataError(
            f"{', '.join(flags)} for {what}",
            expected="options that such data have: these are for files, --columns for tables and "
            "data frames, --layer for .h5ad, .loom and AnnData objects, --blanks for dense data",
            do=f"Leave out {' and '.join(both)}.",
        )


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _three(columns: str | Sequence[Column]) -> tuple[Column, Column, Column]:
    several = isinstance(columns, Iterable) and not isinstance(columns, str)
    listed: list[Any] = list(columns) if several else [columns]
    kinds = all(isinstance(column, str) or _is_count(column, 1) for column in listed)
    if not kinds or len(listed) != 3 or len(set(listed)) != 3:
        raise DataError(
            f"columns {', '.join(map(repr, listed))}",
            expected="three different columns (row id, column id, value), by name or from 1",
            do="Write --columns user,item,count (columns=('user', 'item', 'count')).",
        )
    return listed[0], listed[1], listed[2]
