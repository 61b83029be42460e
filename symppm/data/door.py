"""The door for data of every kind: paths, tables, data frames, relations and arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from symppm.data.frames import is_frame, is_instance, long_frame, triple_of
from symppm.data.matrix import layer_of
from symppm.data.options import check_options
from symppm.data.spark import is_of_spark
from symppm.data.table import Table
from symppm.errors import DataError, ParameterError, did_you_mean


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
    **unknown: Any,
) -> Any:
    """Return data as statistics take them: a matrix of whatever library, or a relation.

    A path is read as :func:`symppm.read` does, with the same options; those that mean nothing for
    such data are refused. A data frame whose columns have names of triples is taken for triples.
    """
    if unknown:
        raise _no_such_options(unknown)
    options = check_options(layout, label_columns, header, columns, duplicates, layer)
    if isinstance(data, str | os.PathLike):
        from symppm.data.reading import read  # noqa: PLC0415 - arrays need not wait for it

        return read(
            data, layout=layout, label_columns=label_columns, header=header, columns=columns,
            duplicates=duplicates, layer=layer, engine=engine,
        ).values  # fmt: skip
    held = data.values if isinstance(data, Table) else data
    if isinstance(engine, str) and engine == "memory":
        engine = None
    unused = {
        "layout": layout is not None, "label_columns": label_columns is not None,
        "header": header is not None, "columns": columns is not None,
        "duplicates": duplicates != "error", "layer": layer is not None,
    }  # fmt: skip
    of_triples = engine is not None or _stays(held)
    if of_triples or (is_frame(held) and options.columns is not None):
        unused |= {"columns": False, "duplicates": duplicates == "unchecked" and not of_triples}
    elif is_instance(held, "anndata", "AnnData"):
        unused["layer"] = False
    named = ", ".join(f"{name}=" for name, given in unused.items() if given)
    if named:
        raise DataError(
            f"{named} for data of type {type(data).__name__}",
            expected="these for files; columns= for data frames too, layer= for AnnData objects",
            do=f"Leave out {named}.",
        )
    if of_triples:
        from symppm.data.relation import triples  # noqa: PLC0415 - as above

        return triples(held, columns=columns, engine=engine, duplicates=duplicates)
    if options.columns is not None:
        return long_frame(held, options.columns, duplicates)
    if is_frame(held) and (triple := triple_of(held)) is not None:
        return long_frame(held, triple, duplicates)
    return held if layer is None else layer_of(held, layer)


def _no_such_options(unknown: Mapping[str, Any]) -> ParameterError:
    name = next(iter(unknown))
    usual = (
        "model", "targets", "fixed", "known", "zeros", "mask", "estimator", "method", "intervals",
        "random_seed", "columns", "layout", "layer", "engine", "duplicates",
    )  # fmt: skip
    return ParameterError(
        f"the argument {name}={unknown[name]!r}",
        expected="an argument of this function, or how data are read: columns=, layer= and so on",
        do=f"{did_you_mean(name, usual)} Of a hyperparameter, write fixed={{{name!r}: ...}}.",
    )


def _stays(held: Any) -> bool:
    """Return whether data are a table that an engine holds, and can only be summed there."""
    return (
        is_instance(held, "ibis", "Table")
        or is_instance(held, "duckdb", "DuckDBPyRelation")
        or is_of_spark(held, "DataFrame")
    )
