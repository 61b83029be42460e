"""The door for data of every kind: paths, tables, data frames, relations and arrays."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from symppm.data.frames import is_frame, is_instance, long_frame
from symppm.data.objects import layer_of
from symppm.data.spark import is_of_spark
from symppm.errors import DataError
from symppm.measure.reading.table import Table


def data_of(
    data: Any,
    *,
    layout: str | None = None,
    label_columns: int | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    duplicates: str = "error",
    layer: str | None = None,
    engine: Any = None,
) -> Any:
    """Return data as statistics take them: a matrix of whatever library, or a relation.

    Parameters
    ----------
    data : path-like, str, Table, data frame, table of an engine, or matrix
        A file is read as :func:`symppm.read` does, with the same options; a matrix comes back as it
        is.
    columns : sequence of three str or int, optional
        Row id, column id and value of triples, in a file, a data frame or a table of an engine.
    duplicates : {"error", "sum", "unchecked"}
        What to do with pairs that triples hold twice.
    layer : str, optional
        Of an AnnData object or ``.h5ad`` file: a layer in place of its ``X``, or ``"raw"``.
    engine : str or connection, optional
        What sums triples, of a file or a data frame; see :func:`symppm.triples`.
    layout, label_columns, header
        Of files only.

    Raises
    ------
    DataError
        If the data cannot be read, or an option is not for such data.
    """
    options: dict[str, Any] = {
        "layout": layout, "label_columns": label_columns, "header": header, "columns": columns,
        "layer": layer, "engine": engine,
    }  # fmt: skip
    if isinstance(data, str | os.PathLike):
        from symppm.measure.reading import read  # noqa: PLC0415 - arrays need not wait for it

        return read(Path(data) if engine is None else data, duplicates=duplicates, **options).values
    given = {name for name, value in options.items() if value is not None}
    if duplicates != "error":
        given.add("duplicates")
    held = data.values if isinstance(data, Table) else data
    engine = None if isinstance(engine, str) and engine == "memory" else engine
    if engine is not None or _stays(held):
        from symppm.data.relation import triples  # noqa: PLC0415 - as above

        _refuse(given - {"columns", "duplicates", "engine"}, data)
        return triples(held, columns=columns, engine=engine, duplicates=duplicates)
    if columns is not None and is_frame(held):
        _refuse(given - {"columns", "duplicates", "engine"}, data)
        return long_frame(held, columns, duplicates)
    if layer is not None and is_instance(held, "anndata", "AnnData"):
        _refuse(given - {"layer", "engine"}, data)
        return layer_of(held, layer)
    _refuse(given - {"engine"}, data)
    return held


def _stays(held: Any) -> bool:
    """Return whether data are a table that an engine holds, and can only be summed there."""
    return (
        is_instance(held, "ibis", "Table")
        or is_instance(held, "duckdb", "DuckDBPyRelation")
        or is_of_spark(held, "DataFrame")
    )


def _refuse(options: set[str], data: Any) -> None:
    if options:
        named = ", ".join(f"{name}=" for name in sorted(options))
        raise DataError(
            f"{named} for data of type {type(data).__name__}",
            expected="these for files; columns= for data frames too, layer= for AnnData objects",
            do=f"Leave out {named}.",
        )
