"""How data are read: the options, the data, and the known arrays beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import symppm as ppm
from symppm.cli.grouping import argument, option
from symppm.cli.options import Known, Question, files_of, known_files
from symppm.cli.output import TEXT, check_name, write_matrix
from symppm.cli.wording import reworded
from symppm.errors import DataError, ParameterError

if TYPE_CHECKING:
    from symppm.view.layout import Page

_LEFT_OUT: Final = "count as zeros; if they are unknown, use --zeros missing"


@dataclass(frozen=True)
class Data:
    """What was read: a table, or an array; what was guessed, and what was set aside."""

    file: Path
    given: Any
    notes: tuple[str, ...] = ()
    rest: Path | None = None
    holdout: Mapping[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> Any:
        """The matrix, the array or the relation."""
        return self.given.values if isinstance(self.given, ppm.Table) else self.given

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say with an error how the data were read: a wrong guess is a common cause."""
        from symppm.data.matrix import AxisLabels

        try:
            with AxisLabels.of(self.given).in_errors():
                yield
        except DataError as error:
            for note in self.notes:
                error.add_note(f"{self.file} was {note}" if note.startswith("read as ") else note)
            raise

    def above(self, page: Page, measured: Any, *, verbose: bool) -> Page:
        """Return a page about them below what they are."""
        from symppm.view.brief import with_data

        return with_data(reworded(page), str(self.file), measured, self.notes, verbose=verbose)

    @property
    def document(self) -> dict[str, Any]:
        """What JSON says of them."""
        about = {"source": {"file": str(self.file)}, "notes": list(self.notes)}
        return about | ({"holdout": self.holdout} if self.holdout else {})


@dataclass(frozen=True)
class Reading:
    """Options that say how data are read."""

    PANEL: ClassVar = "Reading"

    zeros: Literal["observed", "missing"] = option(
        "What zeros and absent entries are.", "observed|missing", default="observed"
    )
    blanks: Literal["error", "missing"] = option(
        "What blank cells (also NA, NaN) of a matrix are.", "error|missing", default="error"
    )
    layout: Literal["matrix", "triples", "ldac"] | None = option(
        "Of text: matrix, triples or ldac; else guessed.", "FORM"
    )
    label_columns: int | None = option("Leading columns of a matrix that are labels.", "N")
    layer: str | None = option("Of .h5ad or .loom: a layer, or raw.", "NAME")
    header: bool | None = option("The first line names columns.", "--header/--no-header")
    columns: str | None = option("Of triples: names, or places such as 1,2,3.", "ROW,COL,VALUE")
    duplicates: Literal["error", "sum", "unchecked"] = option(
        "Of pairs in triples: error, sum, or unchecked.", "WAY", default="error"
    )
    engine: str | None = option(
        "Sums triples where they are: duckdb, local[2] or spark://HOST:PORT, the URL of a "
        "database; memory.",
        "NAME|URL",
    )

    @property
    def keywords(self) -> dict[str, Any]:
        """What :func:`symppm.read` takes of them."""
        words = [word.strip() for word in (self.columns or "").split(",")]
        placed: list[int | str] = [int(word) if word.isdecimal() else word for word in words]
        columns = None if self.columns is None else placed
        names = ("layout", "label_columns", "header", "duplicates", "layer", "engine", "blanks")
        return {"columns": columns, **{name: getattr(self, name) for name in names}}

    def data(self, file: Path, *, many_axes: bool = False) -> Data:
        """Read a file; with ``many_axes``, arrays of more than two are taken too."""
        from symppm.data.matrix import without_blanks
        from symppm.data.scientific import array_of_more_axes

        deep = array_of_more_axes(file) if many_axes else None
        if deep is not None:
            return Data(file, deep if self.blanks == "error" else without_blanks(deep, file))
        table = ppm.read(file, progress=True, **self.keywords)
        return Data(file, table, (*table.notes, *self._absent(table)))

    def _absent(self, table: ppm.Table) -> tuple[str, ...]:
        """Say what entries that are not in a file count as, where there are any."""
        if self.zeros == "missing":
            return ()
        if isinstance(table.values, ppm.Triples):
            return (f"pairs that the table leaves out {_LEFT_OUT}",)
        rows, columns = table.shape
        absent = rows * columns - getattr(table.values, "nnz", rows * columns)
        return (f"the {absent:,} entries that the file leaves out {_LEFT_OUT}",) if absent else ()


@dataclass(frozen=True)
class Counts(Reading):
    """A file of data, and how it is read."""

    file: Path = argument(
        "Counts, never modified: text (also .gz), .npz, .npy, .mtx, Parquet, Arrow, .h5ad, .loom, "
        ".h5 or a folder of Cell Ranger, .ldac, or a table of the --engine.",
        "FILE",
    )


@dataclass(frozen=True)
class DataQuestion(Known, Question):
    """The same of data."""

    estimator: Literal["auto", "cross-validation", "moments", "cross-moments"] = option(
        "How to find K: cross-validation, moments, cross-moments, or auto, the first that is "
        "resolved.",
        "WHICH",
        "auto",
    )

    def keywords(self) -> dict[str, Any]:
        """Return what :func:`symppm.match` takes of them."""
        known = known_files(self.known)
        return {**super().keywords(), "known": known, "estimator": self.estimator}

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read, so that none is written over."""
        return files_of(self.model, self.known)


# What is set aside of them: ``symppm match --holdout``


@dataclass(frozen=True)
class Holding:
    """What is set aside of the data, and where it goes."""

    PANEL: ClassVar = "Checks, exports and held-out data"

    holdout: float | None = option("Match this share of rows and columns.", "SHARE")
    rest: Path | None = option("For what shares neither: .csv, .tsv, .npy, .npz, .mtx.", "FILE")

    def check(self, known: Mapping[str, Any]) -> None:
        """Refuse options that do not go together, before anything is read."""
        if (self.holdout is None) != (self.rest is None):
            names = ("--holdout", "--rest")
            present, absent = names if self.rest is None else names[::-1]
            raise ParameterError(
                f"{present} without {absent}",
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
        path, table = self.rest, data.given
        if self.holdout is None or path is None or not isinstance(table, ppm.Table):
            return data
        split = ppm.holdout(table.values, self.holdout, random_seed=random_seed)
        labels = (
            _labels(table.row_labels, split.rest_rows, "row_"),
            _labels(table.column_labels, split.rest_columns, "column_"),
        )
        write_matrix(split.rest, path, labels, "--rest")
        (n, m), (all_rows, all_columns) = split.held_out.shape, table.shape
        size = " x ".join(f"{size:,}" for size in split.rest.shape)
        note = (
            f"measured on {n:,} of {all_rows:,} rows and {m:,} of {all_columns:,} columns, chosen "
            f"at random (seed {random_seed}); the {size} entries that share neither with these are "
            f"in {path}, for inference{_lost(split.rest, path)}"
        )
        rows = tuple(_labels(table.row_labels, split.rows))
        columns = tuple(_labels(table.column_labels, split.columns))
        document = {
            "share": self.holdout,
            "random_seed": random_seed,
            "rows": list(rows),
            "columns": list(columns),
            "rest": str(path),
            "rest_shape": list(split.rest.shape),
        }
        measured = replace(table, values=split.held_out, row_labels=rows, column_labels=columns)
        notes = (*data.notes, note)
        return replace(data, given=measured, notes=notes, rest=path, holdout=document)


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
