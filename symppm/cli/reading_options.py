"""Options that say how data are read."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer


class Zeros(StrEnum):
    """What zeros of a dense file, and absent entries of a sparse one, are."""

    OBSERVED = "observed"
    MISSING = "missing"


class Layout(StrEnum):
    """What a line of a text file is."""

    MATRIX = "matrix"
    TRIPLES = "triples"
    LDAC = "ldac"


class Duplicates(StrEnum):
    """What to do with entries that are given more than once."""

    ERROR = "error"
    SUM = "sum"
    UNCHECKED = "unchecked"


FileArgument: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="Counts: text (.csv, .tsv, .dat, .txt, also .gz), Parquet (a file, a folder or a "
        "quoted pattern), Arrow (.arrow, .feather), .h5ad, .loom, .h5 or a folder of Cell "
        "Ranger, .ldac, .npz (SciPy sparse), .npy or .mtx; or a table of the --engine. It is never "
        "modified.",
    ),
]
ZerosOption: TypeAlias = Annotated[
    Zeros, typer.Option("--zeros", help="What zeros and absent entries are.")
]
LayoutOption: TypeAlias = Annotated[
    Layout | None,
    typer.Option("--layout", help="What a line of text is; guessed, and said, if left out."),
]
LayerOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--layer", metavar="NAME", help="Of .h5ad or .loom: a layer to read, or raw."),
]
LabelColumnsOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--label-columns", metavar="N", help="How many leading columns of a matrix are labels."
    ),
]
HeaderOption: TypeAlias = Annotated[
    bool | None,
    typer.Option("--header/--no-header", help="Whether the first line names the columns."),
]
ColumnsOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="ROW,COLUMN,VALUE",
        help="The columns of triples, by name (user,item,count) or position (1,2,3).",
    ),
]
DuplicatesOption: TypeAlias = Annotated[
    Duplicates,
    typer.Option(
        "--duplicates",
        help="What to do with a pair that triples hold twice; unchecked is for an --engine.",
    ),
]
EngineOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME|URL",
        help="What sums triples where they are: duckdb, spark://HOST:PORT, local[2] (Spark), "
        "or the URL of a database, of which FILE is then a table; memory reads the file. "
        "Left out, Parquet and text of more than 256 MB are left to DuckDB, if installed.",
    ),
]
KnownOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--known",
        metavar="NAME=FILE",
        help="A known array of the model, such as gamma=exposures.csv: text or .npy; or exposures "
        "of any model's rows or columns, as in row=sizes.txt, or row=margins to estimate them. May "
        "be repeated.",
    ),
]


def column_choice(text: str | None) -> list[str | int] | None:
    """Read ``user,item,count`` or ``1,2,3``."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    return [int(part) if part.isdecimal() else part for part in parts]
