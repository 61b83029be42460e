"""How a table of typed columns is laid out: what the caller says, and a guess for the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from symppm.errors import DataError
from symppm.measure.reading.numbers import amount, shorten
from symppm.measure.reading.options import Kind, Layout, Options
from symppm.measure.reading.plan import (
    SAMPLE_ROWS,
    has_times,
    likely_triple,
    look_like_triples,
    place_of,
)

_PANDAS: Final = b"pandas"
_UNNAMED: Final = "__index_level_"
"""How the name of an index begins that has none."""


@dataclass(frozen=True)
class Choice:
    """The layout of a table.

    Attributes
    ----------
    layout : {"triples", "matrix"}
        What a row is.
    triple : tuple of int
        Places, from 0, of row id, column id and value; of triples only.
    labels : tuple of int
        Places of the columns of a matrix that hold labels.
    """

    layout: Layout
    triple: tuple[int, int, int] = (0, 1, 2)
    labels: tuple[int, ...] = ()


def kind_of(pa: Any, kind: Any) -> Kind:
    """Say what a type of Arrow holds: ids may be text or integers, values any numbers.

    Parameters
    ----------
    pa : module
        pyarrow.
    kind : pyarrow.DataType
        The type.
    """
    types = pa.types
    if types.is_dictionary(kind):
        return kind_of(pa, kind.value_type)
    text = (types.is_string, types.is_large_string, types.is_string_view)
    raw = (types.is_binary, types.is_large_binary, types.is_binary_view)
    if any(is_kind(kind) for is_kind in text + raw):
        return "text"
    if types.is_integer(kind):
        return "integer"
    if types.is_floating(kind) or types.is_decimal(kind) or types.is_boolean(kind):
        return "number"
    return "other"


def choose(
    schema: Any,
    kinds: Sequence[Kind],
    options: Options,
    path: Path,
    head: Callable[[int], list[list[str]]],
) -> Choice:
    """Return the layout of a table.

    Parameters
    ----------
    schema : pyarrow.Schema
        Names of the columns, and what pandas says of its index.
    kinds : sequence of str
        What each column holds; see :func:`kind_of`.
    options : Options
        What the caller says; None is guessed.
    path : pathlib.Path
        The file, for messages.
    head : callable
        Returns some first rows as text.

    Raises
    ------
    DataError
        If the options do not fit the table, or no choice of columns stands out.
    """
    names = list(schema.names)
    if options.columns is not None:
        row, column, value = (place_of(each, names, path) for each in options.columns)
        return Choice("triples", (row, column, value))
    index = _index_places(schema)
    triple = None
    if options.layout != "matrix" and options.label_columns is None:
        triple = _likely_triple(names, kinds, index, head)
    if triple is None and options.layout == "triples":
        if len(names) != 3 and not (len(names) == 4 and has_times(head(SAMPLE_ROWS))):
            raise _which_three(names, path)
        triple = (0, 1, 2)
    if triple is not None:
        return Choice("triples", triple)
    if options.label_columns is not None:
        labels = tuple(range(options.label_columns))
    else:
        leading = [place for place in range(len(names)) if place not in index]
        labels = index + _leading_text(leading, kinds)
    if len(labels) >= len(names):
        raise DataError(
            f"{path}: labels in the last of its {amount(len(names), 'column')}",
            expected="a column of numbers beside the labels",
            do="Use a smaller --label-columns (label_columns=), or --columns (columns=) to name "
            "row id, column id and value of triples.",
        )
    return Choice("matrix", labels=labels)


def _likely_triple(
    names: list[str],
    kinds: Sequence[Kind],
    index: tuple[int, ...],
    head: Callable[[int], list[list[str]]],
) -> tuple[int, int, int] | None:
    """Return the places of triples, if names, types, an index of two levels or content say so."""
    named = [place for place in index if not names[place].startswith(_UNNAMED)]
    places = named + [place for place in range(len(names)) if place not in index]
    held = [kinds[place] for place in places]

    def content() -> bool:
        if len(named) == 2 and len(places) == 3 and held[2] in ("integer", "number"):
            return True
        rows = [[row[place] for place in places] for row in head(SAMPLE_ROWS)]
        return look_like_triples([names[place] for place in places], rows, True)

    found = likely_triple([names[place] for place in places], held, content)
    return None if found is None else (places[found[0]], places[found[1]], places[found[2]])


def _which_three(names: list[str], path: Path) -> DataError:
    listed = ", ".join(map(shorten, names[:8])) + (", ..." if len(names) > 8 else "")
    return DataError(
        f"{path} has {amount(len(names), 'column')} ({listed})",
        expected="triples: row id, column id, value",
        do="Name the three with --columns (columns=), by name or by position such as 1,2,3.",
    )


def _index_places(schema: Any) -> tuple[int, ...]:
    """Return where pandas has written the index, which it writes last."""
    try:
        told = json.loads((schema.metadata or {}).get(_PANDAS, b"{}"))
        wanted = [each for each in told.get("index_columns", ()) if isinstance(each, str)]
    except (ValueError, AttributeError, TypeError):  # a note of a library that need not be true
        return ()
    return tuple(schema.names.index(name) for name in wanted if schema.names.count(name) == 1)


def _leading_text(places: list[int], kinds: Sequence[Kind]) -> tuple[int, ...]:
    count = next((n for n, place in enumerate(places) if kinds[place] != "text"), len(places))
    return tuple(places[:count])
