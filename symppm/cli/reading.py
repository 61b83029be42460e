"""How data are read: the options, the data, and the known arrays beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import symppm as ppm
from symppm.cli.options import MARGINS, pairs
from symppm.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray


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

    zeros: Annotated[Zeros, typer.Option("--zeros", help="What zeros and absent entries are.")] = (
        Zeros.OBSERVED
    )
    layout: Annotated[
        Layout | None,
        typer.Option("--layout", help="What a line of text is; guessed, and said, if left out."),
    ] = None
    label_columns: Annotated[
        int | None,
        typer.Option(
            "--label-columns", metavar="N", help="How many leading columns of a matrix are labels."
        ),
    ] = None
    layer: Annotated[
        str | None,
        typer.Option("--layer", metavar="NAME", help="Of .h5ad or .loom: a layer to read, or raw."),
    ] = None
    header: Annotated[
        bool | None,
        typer.Option("--header/--no-header", help="Whether the first line names the columns."),
    ] = None
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="ROW,COLUMN,VALUE",
            help="The columns of triples, by name (user,item,count) or position (1,2,3).",
        ),
    ] = None
    duplicates: Annotated[
        Duplicates,
        typer.Option(
            "--duplicates",
            help="What to do with a pair that triples hold twice; unchecked is for an --engine.",
        ),
    ] = Duplicates.ERROR
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="NAME|URL",
            help="What sums triples where they are: duckdb, spark://HOST:PORT, local[2] (Spark), "
            "or the URL of a database, of which FILE is then a table; memory reads the file. "
            "Left out, Parquet and text of more than 256 MB are left to DuckDB, if installed.",
        ),
    ] = None

    @property
    def keywords(self) -> dict[str, Any]:
        """What :func:`symppm.read` takes of them."""
        parts = None if self.columns is None else [part.strip() for part in self.columns.split(",")]
        return {
            "layout": self.layout and self.layout.value,
            "label_columns": self.label_columns,
            "header": self.header,
            "columns": parts and [int(part) if part.isdecimal() else part for part in parts],
            "duplicates": self.duplicates.value,
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
        if self.zeros is Zeros.MISSING:
            return ()
        if isinstance(table.values, ppm.Triples):
            return (
                "pairs that the table leaves out count as zeros; if they are unknown, use "
                "--zeros missing",
            )
        rows, columns = table.shape
        left_out = rows * columns - getattr(table.values, "nnz", rows * columns)
        if not left_out:
            return ()
        return (
            f"the {left_out:,} entries that the file leaves out count as zeros; if "
            "they are unknown, use --zeros missing",
        )


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
        loaded = np.load(path, allow_pickle=False)
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (OSError, ValueError, EOFError) as error:
        raise DataError(
            f"{path} is no array that NumPy can load ({error})",
            expected="a .npy file of numbers",
            do="Save it again with numpy.save.",
        ) from error
    if not isinstance(loaded, np.ndarray):
        raise DataError(
            f"{path} holds several arrays", expected="one array", do="Save one with numpy.save."
        )
    return loaded


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
