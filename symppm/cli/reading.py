"""How data are read: the options, the data, and the known arrays beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import symppm as ppm
from symppm.cli.grouping import argument, option
from symppm.cli.options import MARGINS, Known, Question, files_of, pairs
from symppm.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEFT_OUT: Final = "count as zeros; if they are unknown, use --zeros missing"


@dataclass(frozen=True)
class Data:
    """What was read: a matrix, an array or a relation, and what was guessed."""

    file: Path
    values: Any
    notes: tuple[str, ...] = ()
    table: ppm.Table | None = None

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say with an error how the data were read: a wrong guess is a common cause."""
        try:
            yield
        except DataError as error:
            for note in self.notes:
                error.add_note(f"{self.file} was {note}" if note.startswith("read as ") else note)
            raise

    @property
    def document(self) -> dict[str, Any]:
        """What JSON says of them."""
        return {"source": {"file": str(self.file)}, "notes": list(self.notes)}


@dataclass(frozen=True)
class Reading:
    """Options that say how data are read."""

    PANEL: ClassVar = "Reading"

    zeros: Literal["observed", "missing"] = option(
        "What zeros and absent entries are.", default="observed"
    )
    layout: Literal["matrix", "triples", "ldac"] | None = option(
        "What a line of text is; guessed, and said, if left out."
    )
    label_columns: int | None = option("How many leading columns of a matrix are labels.", "N")
    layer: str | None = option("Of .h5ad or .loom: a layer to read, or raw.", "NAME")
    header: bool | None = option(
        "Whether the first line names the columns.", "--header/--no-header"
    )
    columns: str | None = option(
        "The columns of triples, by name (user,item,count) or position (1,2,3).", "ROW,COLUMN,VALUE"
    )
    duplicates: Literal["error", "sum", "unchecked"] = option(
        "What to do with a pair that triples hold twice; unchecked is for an --engine.",
        default="error",
    )
    engine: str | None = option(
        "What sums triples where they are: duckdb, spark://HOST:PORT, local[2] (Spark), or the URL "
        "of a database, of which FILE is then a table; memory reads the file. Left out, Parquet "
        "and text of more than 256 MB are left to DuckDB, if installed.",
        "NAME|URL",
    )

    @property
    def keywords(self) -> dict[str, Any]:
        """What :func:`symppm.read` takes of them."""
        parts = None if self.columns is None else [part.strip() for part in self.columns.split(",")]
        return {
            "layout": self.layout,
            "label_columns": self.label_columns,
            "header": self.header,
            "columns": parts and [int(part) if part.isdecimal() else part for part in parts],
            "duplicates": self.duplicates,
            "layer": self.layer,
            "engine": self.engine,
        }

    def data(self, file: Path, *, many_axes: bool = False) -> Data:
        """Read a file; with ``many_axes``, arrays of more than two are taken too."""
        deep = _deep(file) if many_axes else None
        if deep is not None:
            return Data(file, deep)
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
        "Counts: text (.csv, .tsv, .dat, .txt, also .gz), Parquet (a file, a folder or a quoted "
        "pattern), Arrow (.arrow, .feather), .h5ad, .loom, .h5 or a folder of Cell Ranger, .ldac, "
        ".npz (SciPy sparse), .npy or .mtx; or a table of the --engine. It is never modified.",
        "FILE",
    )


@dataclass(frozen=True)
class DataQuestion(Known, Question):
    """The same of data."""

    estimator: Literal["auto", "cross-validation", "moments", "cross-moments"] = option(
        "K that predicts held-out entries (cross-validation), that of mean, variance and "
        "correlations (moments), or that of moments of different entries, free of their noise "
        "(cross-moments); auto takes the first where it is resolved, and shows all.",
        "WHICH",
        "auto",
    )

    def keywords(self) -> dict[str, Any]:
        """Return what :func:`symppm.match` takes of them; files of known arrays are read."""
        found = super().keywords()
        return found | {"known": known_arrays(self.known), "estimator": self.estimator}

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are read, so that none is written over."""
        return files_of(self.model, self.known)


def known_arrays(texts: Sequence[str] | None) -> dict[str, Any]:
    """Read ``NAME=FILE`` pairs: numbers in a ``.npy`` file, or text with one or more a line.

    ``row=margins`` and ``col=margins`` stay as they are.
    """
    expected = "a name and a file, each name once, as in gamma=exposures.csv"
    named = pairs(texts, "--known", str, expected=expected, form="NAME=FILE")
    return {name: at if at == MARGINS else _numbers(Path(at)) for name, at in named.items()}


def _numbers(path: Path) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - --help should not wait for it

    if path.suffix == ".npy":
        return _array(path)
    try:
        separator = "," if "," in path.read_text("utf-8") else None
        return np.atleast_1d(np.loadtxt(path, delimiter=separator))
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (OSError, ValueError) as error:
        raise DataError(
            f"{path} cannot be read as numbers ({error})",
            expected="a .npy file, or text with nothing but numbers",
            do="Remove headers and labels; one number a line is enough.",
        ) from error


def _array(path: Path) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415 - as above

    from symppm.data.files import require_memory  # noqa: PLC0415 - as above

    try:
        with path.open("rb") as stream:
            if stream.read(6) == b"\x93NUMPY":  # else NumPy says what it is
                declared = np.load(path, mmap_mode="r", allow_pickle=False)
                require_memory(2.0 * declared.nbytes, str(path))
        found = np.load(path, allow_pickle=False)
        if isinstance(found, np.ndarray):
            return found
        raise ValueError("it holds several arrays")
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (OSError, ValueError, EOFError) as error:
        raise DataError(
            f"{path} is no array that NumPy can load ({error})",
            expected="a .npy file of numbers",
            do="Save it again with numpy.save.",
        ) from error


def _deep(path: Path) -> NDArray[Any] | None:
    """Return the array of a ``.npy`` file that is no matrix but has more axes; None for others."""
    if path.suffix != ".npy" or not path.is_file():
        return None
    import numpy as np  # noqa: PLC0415 - as above

    try:
        dimensions = np.load(path, mmap_mode="r", allow_pickle=False).ndim
    except (OSError, ValueError, EOFError, AttributeError):
        return None  # the reader of matrices says what is wrong with it
    return _array(path) if dimensions > 2 else None


def _missing(path: Path) -> DataError:
    return DataError(f"{path} does not exist", expected="a file", do="Check the path.")
