"""The door for data of every kind: paths, tables, data frames, relations and arrays."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from symppm.data.bags import is_bags, matrix_of_bags
from symppm.data.frames import is_frame, is_instance, triples_of
from symppm.data.matrix import layer_of, without_blanks
from symppm.data.options import READING, check_options, refuse_options
from symppm.data.table import Table
from symppm.errors import ParameterError, did_you_mean

_USUAL: Final = (
    "model", "targets", "fixed", "scale", "known", "zeros", "mask", "estimator", "method",
    "intervals", "random_seed", "columns", "layout", "layer", "engine", "duplicates",
)  # fmt: skip
_RELATIONS: Final = (
    ("ibis", "Table"), ("duckdb", "DuckDBPyRelation"), ("pyspark.sql", "DataFrame")
)  # fmt: skip
"""Tables that an engine holds, and that can only be summed there."""


def data_of(data: Any, *, engine: Any = None, **reading: Any) -> Any:
    """Return data as statistics take them: a matrix of whatever library, or a relation.

    A path is read as :func:`symppm.read` does, with the same options; those that mean nothing for
    such data are refused. A data frame whose columns have names of triples is taken for triples.
    """
    for name, value in reading.items():
        if name not in READING:
            raise ParameterError(
                f"the argument {name}={value!r}",
                expected="an argument of this function, or how data are read: columns=, layer= "
                "and so on",
                do=f"{did_you_mean(name, _USUAL)} Of a hyperparameter, write "
                f"fixed={{{name!r}: ...}}.",
            )
    if isinstance(data, str | os.PathLike):
        from symppm.data.reading import read  # noqa: PLC0415 - arrays need not wait for it
        from symppm.data.scientific import array_of_more_axes  # noqa: PLC0415 - as above

        if (deep := array_of_more_axes(Path(data))) is not None:
            options = check_options(**reading)
            refuse_options(options, data, ("blanks",))
            return deep if options.blanks == "error" else without_blanks(deep, data)
        return read(data, engine=engine, **reading).values
    options = check_options(**reading)
    held = data.values if isinstance(data, Table) else data
    engine = None if isinstance(engine, str) and engine == "memory" else engine
    relation = engine is not None or any(is_instance(held, *kind) for kind in _RELATIONS)
    frame = is_frame(held)
    meant: tuple[str, ...] = ("layer",) if is_instance(held, "anndata", "AnnData") else ()
    if relation or (frame and options.columns is not None):
        checked = relation or options.duplicates != "unchecked"
        meant = ("columns", "duplicates") if checked else ("columns",)
    what = f"data of type {type(data).__name__}"
    refuse_options(options, what, meant if relation else (*meant, "blanks"))
    if relation:
        from symppm.data.triples import triples  # noqa: PLC0415 - as above

        columns, duplicates = options.columns, options.duplicates
        return triples(held, columns=columns, engine=engine, duplicates=duplicates)
    if frame and (entries := triples_of(held, options)) is not None:
        held = entries
    elif is_bags(held):
        held = matrix_of_bags(held)
    elif options.layer is not None:
        held = layer_of(held, options.layer)
    return held if options.blanks == "error" else without_blanks(held, what)
