"""How the caller says to read data; whatever is None is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from symppm.errors import DataError

Column: TypeAlias = str | int
READING: Final = (
    "layout", "label_columns", "header", "columns", "duplicates", "layer", "blanks",
)  # fmt: skip
"""The options of every function that takes data."""


@dataclass(frozen=True)
class Options:
    """Options of ``read``; see there. Raises DataError if they cannot be, or not together."""

    layout: str | None = None
    label_columns: int | None = None
    header: bool | None = None
    columns: Sequence[Column] | None = None
    duplicates: str = "error"
    layer: str | None = None
    blanks: str = "error"
    memory: bool = False
    """Whether data of any size are to be in memory: ``engine="memory"``."""
    progress: bool = False

    def __post_init__(self) -> None:
        """Check them."""
        if self.columns is not None:
            object.__setattr__(self, "columns", _three(self.columns))
        layout, labels = self.layout, self.label_columns
        for wrong, given, expected, do in (
            (layout not in (None, "triples", "matrix", "ldac"), f"layout {layout!r}",
             "'triples', 'matrix' or 'ldac'", "Leave out --layout (layout=) to have it guessed."),
            (self.duplicates not in ("error", "sum", "unchecked"),
             f"duplicates {self.duplicates!r}",
             "'error', 'sum' or, for triples in an engine, 'unchecked'",
             "Use --duplicates sum (duplicates='sum') to add up repeated pairs."),
            (labels is not None and not _is_count(labels, 0), f"label_columns {labels!r}",
             "the number of leading columns that hold labels, 0 or more",
             "Leave out --label-columns (label_columns=) to have it guessed."),
            (not isinstance(self.header, bool | None), f"header {self.header!r}", "true or false",
             "Leave out --header (header=) to have it guessed."),
            (not isinstance(self.layer, str | None), f"layer {self.layer!r}", "its name",
             "Leave out --layer (layer=) for X."),
            (self.blanks not in ("error", "missing"), f"blanks {self.blanks!r}",
             "'error' or 'missing'",
             "Use --blanks missing (blanks='missing') if blank cells and NaN are missing entries."),
            (self.columns and (layout in ("matrix", "ldac") or labels is not None),
             "columns together with " + (f"layout {layout!r}" if layout else "label_columns"),
             "columns for triples, or label_columns for a matrix",
             "Drop one of --columns (columns=) and --label-columns or "
             f"--layout {layout if layout == 'ldac' else 'matrix'}."),
            (self.by_name and self.header is False, "columns by name for a file without a header",
             "positions from 1, such as 1,2,3",
             "Give --columns (columns=) as positions, or drop --no-header (header=False)."),
            (layout in ("triples", "ldac") and labels is not None,
             f"label_columns together with layout {layout!r}", "label_columns for a matrix only",
             "Use --columns (columns=) to say which fields are row, column and value."),
        ):  # fmt: skip
            if wrong:
                raise DataError(given, expected=expected, do=do)

    @property
    def by_name(self) -> bool:
        """Whether columns are named."""
        return any(isinstance(column, str) for column in self.columns or ())

    @property
    def matrix(self) -> bool:
        """Whether the caller says that each row of a table is a row of the matrix."""
        return self.layout == "matrix" or self.label_columns is not None

    def refuse_but(self, allowed: Iterable[str], what: object) -> None:
        """Raise DataError if an option is given that has no meaning for some data."""
        usual = Options()
        odd = [name for name in READING if getattr(self, name) != getattr(usual, name)]
        if names := [name for name in odd if name not in allowed]:
            flags = {f"--{name.replace('_', '-')}": f"({name}=)" for name in names}
            raise DataError(
                f"{', '.join(flags)} for {what}",
                expected="options that such data have: these are for files, --columns for tables "
                "and data frames, --layer for .h5ad, .loom and AnnData objects, --blanks for dense "
                "data",
                do=f"Leave out {' and '.join(map(' '.join, flags.items()))}.",
            )


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _three(columns: Any) -> tuple[Column, ...]:
    several = isinstance(columns, Iterable) and not isinstance(columns, str)
    listed = tuple(columns) if several else (columns,)
    fine = all(isinstance(column, str) or _is_count(column, 1) for column in listed)
    if not fine or len(listed) != 3 or len(set(listed)) != 3:
        raise DataError(
            f"columns {', '.join(map(repr, listed))}",
            expected="three different columns (row id, column id, value), by name or from 1",
            do="Write --columns user,item,count (columns=('user', 'item', 'count')).",
        )
    return listed
