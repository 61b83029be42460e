"""Which columns of a table hold the row id, the column id and the value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from symppm.data.engines import Engine
from symppm.errors import DataError
from symppm.measure.reading.numbers import amount, shorten
from symppm.measure.reading.options import Column, Kind
from symppm.measure.reading.plan import likely_triple, place_of

_SHOWN = 8
_CASELESS: Final = ("duckdb", "pyspark")


def chosen_columns(
    schema: Any, columns: tuple[Column, Column, Column] | None, origin: str
) -> tuple[tuple[str, str, str], tuple[str, ...]]:
    """Return the names of row id, column id and value, and a note if they were guessed.

    Parameters
    ----------
    schema : mapping of str to ibis data types
        Of all columns, in order.
    columns : tuple of three str or int, optional
        What the caller says.
    origin : str
        What the table is called in messages.

    Raises
    ------
    DataError
        If a column is missing, or the three cannot be guessed.
    """
    listed = list(schema)
    if columns is not None:
        row, column, value = (place_of(each, listed, Path(origin)) for each in columns)
        return (listed[row], listed[column], listed[value]), ()
    kinds = [_kind_of(each) for each in schema.values()]
    places = likely_triple(listed, kinds, lambda: len(listed) == 3)
    if places is None:
        shown = ", ".join(listed[:_SHOWN]) + (", ..." if len(listed) > _SHOWN else "")
        raise DataError(
            f"{origin} has {amount(len(listed), 'column')} ({shown})",
            expected="triples: row id, column id, value",
            do="Name the three with --columns (columns=), by name or by position such as 1,2,3.",
        )
    row_name, column_name, value_name = (listed[place] for place in places)
    names_found = row_name, column_name, value_name
    return names_found, guessed(names_found, len(listed) - 3)


def _kind_of(kind: Any) -> Kind:
    if kind.is_string():
        return "text"
    if kind.is_integer():
        return "integer"
    return "number" if kind.is_numeric() or kind.is_boolean() else "other"


def guessed(names: Sequence[str], unused: int) -> tuple[str]:
    """Return the note that columns were guessed.

    Parameters
    ----------
    names : sequence of three str
        Row id, column id and value.
    unused : int
        How many columns there are beside these.
    """
    row, column, value = names
    note = f"read as triples: rows are {row}, columns are {column}, values are {value}"
    if unused:
        note += f", {amount(unused, 'further column')} unused"
    return (note + "; if that is wrong, use --columns",)


def require_distinct(names: Sequence[str], engine: Engine, origin: str) -> None:
    """Refuse names that an engine takes for the same.

    Parameters
    ----------
    names : sequence of str
        Of all columns.
    engine : Engine
        The engine; DuckDB and Spark ignore the case of letters.
    origin : str
        What the table is called in messages.

    Raises
    ------
    DataError
        If there are any.
    """
    if engine.kind not in _CASELESS:
        return
    seen: dict[str, str] = {}
    for name in names:
        if name.lower() in seen:
            raise DataError(
                f"{origin} has the columns {shorten(seen[name.lower()])} and {shorten(name)}",
                expected=f"names that differ in more than case, which {engine.name} ignores",
                do="Rename one, or read the table into memory: --engine memory (engine='memory').",
            )
        seen[name.lower()] = name


def check_types(schema: Any, names: tuple[str, str, str], origin: str) -> None:
    """Refuse columns that cannot be ids or values.

    Parameters
    ----------
    schema : mapping of str to ibis data types
        Of the table.
    names : tuple of str
        Row id, column id and value.
    origin : str
        What the table is called in messages.

    Raises
    ------
    DataError
        If an id is a float (equal ids need not be equal numbers) or is no single thing, or the
        value is no real number.
    """
    for name, what in zip(names[:2], ("row", "column"), strict=True):
        kind = schema[name]
        if kind.is_floating():
            raise DataError(
                f"{origin}: the {what} ids in column {shorten(name)} are of type {kind}",
                expected="ids that are whole numbers or text",
                do="Convert the column to integers, or name another with --columns (columns=).",
            )
        if not (kind.is_integer() or kind.is_string() or _single(kind)):
            raise DataError(
                f"{origin}: the {what} ids in column {shorten(name)} are of type {kind}",
                expected="ids that are whole numbers or text",
                do="Name another column with --columns (columns=).",
            )
    kind = schema[names[2]]
    if not (kind.is_numeric() or kind.is_boolean()):
        raise DataError(
            f"{origin}: the values in column {shorten(names[2])} are of type {kind}",
            expected="numbers",
            do="Convert the column, or name another with --columns (columns=).",
        )


def _single(kind: Any) -> bool:
    return bool(
        kind.is_boolean()
        or kind.is_date()
        or kind.is_timestamp()
        or kind.is_uuid()
        or (kind.is_decimal() and kind.scale == 0)
    )
