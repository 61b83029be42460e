"""How data are read: the options, the data, and the known arrays beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import symppm as ppm
from symppm.cli.grouping import argument, option
from symppm.cli.options import Known, Question, files_of, known_files
from symppm.cli.wording import reworded
from symppm.errors import DataError

if TYPE_CHECKING:
    from symppm.view.layout import Page

_LEFT_OUT: Final = "count as zeros; if they are unknown, use --zeros missing"


@dataclass(frozen=True)
class Data:
    """What was read: a matrix, an array or a relation, what was guessed, and what was set aside."""

    file: Path
    values: Any
    notes: tuple[str, ...] = ()
    table: ppm.Table | None = None
    rest: Path | None = None
    holdout: Mapping[str, Any] = field(default_factory=dict)

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say with an error how the data were read: a wrong guess is a common cause."""
        try:
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
        parts = [part.strip() for part in (self.columns or "").split(",")]
        placed: list[int | str] = [int(part) if part.isdecimal() else part for part in parts]
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
        return Data(file, table.values, (*table.notes, *self._absent(table)), table)

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
