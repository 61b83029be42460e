"""Setting rows and columns aside: ``symppm match --holdout``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

import typer

import symppm as ppm
from symppm.cli.matrix_files import TEXT, check_name, write_labelled
from symppm.errors import ParameterError

HoldoutOption: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--holdout",
        metavar="SHARE",
        help="Measure on this share of the rows and of the columns, chosen at random by "
        "--random-seed, and write the entries that share neither with these to --rest, for "
        "inference on data that the priors have not seen.",
    ),
]
RestOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--rest",
        metavar="FILE",
        help="Where --holdout writes: .csv and .tsv with labels, .npy, .npz (SciPy sparse), .mtx.",
    ),
]


@dataclass(frozen=True)
class Aside:
    """What is measured, and what there is to say about the rest.

    Attributes
    ----------
    values : array or SciPy sparse
        To be matched.
    notes : tuple of str
        For readers.
    document : mapping
        For programs.
    """

    values: Any
    notes: tuple[str, ...] = ()
    document: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


def check_holdout(share: float | None, rest: Path | None, known: Mapping[str, Any]) -> None:
    """Refuse options that do not go together, before anything is read."""
    if (share is None) != (rest is None):
        given, lacks = ("--rest", "--holdout") if share is None else ("--holdout", "--rest")
        raise ParameterError(
            f"{given} without {lacks}",
            expected="both: which share is set aside, and where the rest goes",
            do="Write --holdout 0.1 --rest rest.csv.",
        )
    if share is not None and known:
        raise ParameterError(
            "--holdout beside --known",
            expected="data without known arrays, which would have to be split too",
            do="Split both in Python with ppm.holdout, whose result says which rows and columns.",
        )
    if rest is not None:
        check_name(rest, 1, "--rest")


def set_aside(
    table: ppm.Table, share: float | None, rest: Path | None, random_seed: int, source: Path
) -> Aside:
    """Split a table, and write what is left for inference."""
    if share is None or rest is None:
        return Aside(table.values)
    found = ppm.holdout(table.values, share, random_seed=random_seed)
    rows = _labels(table.row_labels, found.rest_rows)
    columns = _labels(table.column_labels, found.rest_columns)
    write_labelled(found.rest, rows, columns, rest, (source,))
    (n, m), (all_rows, all_columns) = found.held.shape, table.shape
    left = " x ".join(f"{size:,}" for size in found.rest.shape)
    note = (
        f"measured on {n:,} of {all_rows:,} rows and {m:,} of {all_columns:,} columns, chosen at "
        f"random (seed {random_seed}); the {left} entries that share neither with these are in "
        f"{rest}, for inference{_lost(found.rest, rest)}"
    )
    document = {
        "share": share,
        "random_seed": random_seed,
        "rows": _labels(table.row_labels, found.rows),
        "columns": _labels(table.column_labels, found.columns),
        "rest": str(rest),
        "rest_shape": list(found.rest.shape),
    }
    return Aside(found.held, (note,), {"holdout": document})


def _lost(values: Any, path: Path) -> str:
    """Say which rows and columns a file of triples cannot hold: those without entries."""
    if not hasattr(values, "tocoo") or path.suffix.lower() not in TEXT:
        return ""
    kept = (len(set(places.tolist())) for places in values.tocoo().coords)
    rows, columns = (size - count for size, count in zip(values.shape, kept, strict=True))
    if not rows and not columns:
        return ""
    return (
        f"; {rows:,} rows and {columns:,} columns have no entries there, so triples do not show "
        "them: name an .npz file to keep them"
    )


def _labels(labels: tuple[str, ...] | None, places: Any) -> list[str]:
    """Return the labels of rows or columns; their numbers from 1 where there are none."""
    return [str(place + 1) if labels is None else labels[place] for place in places.tolist()]
