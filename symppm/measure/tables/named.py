"""A table with names and types for its columns, of whatever engine, as triples."""

from __future__ import annotations

import uuid
import weakref
from typing import Any

from symppm.data.engines import Engine
from symppm.data.triples import Triples
from symppm.errors import DataError
from symppm.measure.reading.options import Column, Options
from symppm.measure.tables.columns import check_types, chosen_columns, require_distinct


def of_table(table: Any, engine: Engine, options: Options, origin: str) -> Triples:
    """Return the three columns of a table that matter.

    Parameters
    ----------
    table : ibis.Table
        The table.
    engine : Engine
        Where it is.
    options : Options
        What the caller says.
    origin : str
        What it is called in messages.

    Raises
    ------
    DataError
        If there are no such columns, or their types are wrong.
    """
    if options.header is not None:
        raise DataError(
            f"a header for {origin}",
            expected="header= (--header) for text files only",
            do="Leave it out: the table has names for its columns.",
        )
    columns: tuple[Column, Column, Column] | None = options.columns
    require_distinct(table.columns, engine, origin)
    schema = table.schema()
    names, notes = chosen_columns(schema, columns, origin)
    check_types(schema, names, origin)
    kind = schema[names[2]]

    def laid_out(given: Any) -> Any:
        row, column, value = (given[name] for name in names)
        number = value.cast("int8") if kind.is_boolean() else value
        return given.select(i=row, j=column, x=number.cast("float64"))

    return Triples(
        base=table,
        laid_out=laid_out,
        backend=engine.backend,
        origin=origin,
        engine=engine.name,
        whole=kind.is_integer() or kind.is_boolean(),
        rounds=not (kind.is_floating() or kind.is_boolean()),
        notes=notes,
    )


def as_view(engine: Engine, frame: Any) -> Any:
    """Return a DataFrame of Spark as a table of Ibis: a view with a name of its own.

    Parameters
    ----------
    engine : Engine
        Spark.
    frame : pyspark.sql.DataFrame
        The table.
    """
    name = f"symppm_{uuid.uuid4().hex}"
    frame.createOrReplaceTempView(name)
    table = engine.backend.table(name)
    weakref.finalize(table.op(), frame.sparkSession.catalog.dropTempView, name)
    return table
