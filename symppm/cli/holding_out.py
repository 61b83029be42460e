"""Setting rows and columns aside: ``symppm match --holdout``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import symppm as ppm
from symppm.cli.grouping import option
from symppm.cli.matrix_files import TEXT, check_name, write_matrix
from symppm.cli.reading import Data
from symppm.errors import ParameterError


@dataclass(frozen=True)
class Holding:
    """What is set aside of the data, and where it goes."""

    PANEL: ClassVar = "Checks, exports and held-out data"

    holdout: float | None = option("Match this share of rows and columns.", "SHARE")
    rest: Path | None = option("For what shares neither: .csv, .tsv, .npy, .npz, .mtx.", "FILE")

    def check(self, known: Mapping[str, Any]) -> None:
        """Refuse options that do not go together, before anything is read."""
        if (self.holdout is None) != (self.rest is None):
            both = ("--holdout", "--rest")
            given, lacks = both if self.rest is None else both[::-1]
            raise ParameterError(
                f"{given} without {lacks}",
                expected="both: which share is set aside, and where the rest goes",
                do="Write --holdout 0.1 --rest rest.csv.",
            )
        if self.holdout is not None and known:
            raise ParameterError(
                "--holdout beside --known",
                expected="data without known arrays, which would have to be split too",
                do="Split both in Python with ppm.holdout, whose result says which rows and "
                "columns.",
            )
        if self.rest is not None:
            check_name(self.rest, 1, "--rest")

    def split(self, data: Data, random_seed: int) -> Data:
        """Return what is measured of data, having written what is left for inference."""
        rest, table = self.rest, data.table
        if self.holdout is None or rest is None or table is None:
            return data
        parts = ppm.holdout(data.values, self.holdout, random_seed=random_seed)
        labels = (
            _labels(table.row_labels, parts.rest_rows, "row_"),
            _labels(table.column_labels, parts.rest_columns, "column_"),
        )
        write_matrix(parts.rest, rest, labels, "--rest")
        (n, m), (all_rows, all_columns) = parts.held.shape, table.shape
        left = " x ".join(f"{size:,}" for size in parts.rest.shape)
        note = (
            f"measured on {n:,} of {all_rows:,} rows and {m:,} of {all_columns:,} columns, chosen "
            f"at random (seed {random_seed}); the {left} entries that share neither with these are "
            f"in {rest}, for inference{_lost(parts.rest, rest)}"
        )
        document = {
            "share": self.holdout,
            "random_seed": random_seed,
            "rows": _labels(table.row_labels, parts.rows),
            "columns": _labels(table.column_labels, parts.columns),
            "rest": str(rest),
            "rest_shape": list(parts.rest.shape),
        }
        notes = (*data.notes, note)
        return replace(data, values=parts.held, notes=notes, rest=rest, holdout=document)


def _lost(values: Any, path: Path) -> str:
    """Say which rows and columns a file of triples cannot hold: those without entries."""
    if not hasattr(values, "tocoo") or path.suffix.lower() not in TEXT:
        return ""
    stored = (len(set(places.tolist())) for places in values.tocoo().coords)
    rows, columns = (size - count for size, count in zip(values.shape, stored, strict=True))
    if not rows and not columns:
        return ""
    return (
        f"; {rows:,} rows and {columns:,} columns have no entries there, so triples do not show "
        "them: name an .npz file to keep them"
    )


def _labels(labels: tuple[str, ...] | None, places: Any, before: str = "") -> list[str]:
    """Return the labels of rows or columns; else numbers from 1, after a word."""
    return [
        f"{before}{place + 1}" if labels is None else labels[place] for place in places.tolist()
    ]
