"""The door for data of every kind: paths, tables, data frames, relations and arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from symppm.data.frames import is_frame, is_instance, long_frame, triple_of
from symppm.data.matrix import layer_of
from symppm.data.options import READING, Options, check_options
from symppm.data.table import Table
from symppm.errors import DataError, ParameterError, did_you_mean


def data_of(data: Any, *, engine: Any = None, **reading: Any) -> Any:
    """Return data as statistics take them: a matrix of whatever library, or a relation.

    A path is read as :func:`symppm.read` does, with the same options; those that mean nothing for
    such data are refused. A data frame whose columns have names of triples is taken for triples.
    """
    usual = asdict(Options())
    unknown = {name: value for name, value in reading.items() if name not in READING}
    if unknown:
        raise _no_such_options(unknown)
    if isinstance(data, str | os.PathLike):
        from symppm.data.reading import read  # noqa: PLC0415 - arrays need not wait for it

        return read(data, engine=engine, **reading).values
    options = check_options(**reading)
    held = data.values if isinstance(data, Table) else data
    engine = None if isinstance(engine, str) and engine == "memory" else engine
    of_triples = engine is not None or _stays(held)
    named = {name for name in READING if getattr(options, name) != usual[name]}
    if of_triples or (is_frame(held) and options.columns is not None):
        whole = of_triples or options.duplicates != "unchecked"
        named -= {"columns", "duplicates"} if whole else {"columns"}
    elif is_instance(held, "anndata", "AnnData"):
        named -= {"layer"}
    if named:
        listed = ", ".join(f"{name}=" for name in READING if name in named)
        raise DataError(
            f"{listed} for data of type {type(data).__name__}",
            expected="these for files; columns= for data frames too, layer= for AnnData objects",
            do=f"Leave out {listed}.",
        )
    if of_triples:
        from symppm.data.triples import triples  # noqa: PLC0415 - as above

        columns, duplicates = options.columns, options.duplicates
        return triples(held, columns=columns, engine=engine, duplicates=duplicates)
    columns = options.columns or (triple_of(held) if is_frame(held) else None)
    if columns is not None:
        return long_frame(held, columns, options.duplicates)
    return held if options.layer is None else layer_of(held, options.layer)


def _no_such_options(unknown: Mapping[str, Any]) -> ParameterError:
    name = next(iter(unknown))
    usual = (
        "model", "targets", "fixed", "scale", "known", "zeros", "mask", "estimator", "method",
        "intervals", "random_seed", "columns", "layout", "layer", "engine", "duplicates",
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
        or is_instance(held, "pyspark.sql", "DataFrame")
    )
