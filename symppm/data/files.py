"""Files as they lie on disk: which there are, what they hold, and whether memory has room."""

from __future__ import annotations

import gzip
import math
import os
import re
import shlex
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, cast

from symppm.errors import DataError, SymPPMError, did_you_mean

_SHEET: Final = (
    "Save the sheet as CSV; or in Python: pandas.read_excel(path, index_col=0).to_csv('counts.csv')"
    ", and read that."
)
_OF_R: Final = (
    "In R, write.csv(as.matrix(x), 'counts.csv') writes it as text, and "
    "Matrix::writeMM(x, 'counts.mtx') if it is sparse."
)
_CHECK: Final = "Check that this is the file you mean."
_PACKED: Final = rb"PK|\x1f\x8b|BZh|\xfd"
_KINDS: Final = (  # first bytes and end of the name, what they say, what to do about it
    (rb"\Z", "", "empty", "Write the file again."),
    (_PACKED, (".xlsx", ".xlsm"), "an Excel workbook", _SHEET),
    (_PACKED, (".rds", ".rda", ".rdata"), "R data", _OF_R),
    (rb"\s*[\[{]", (".json", ".jsonl", ".ndjson"), "JSON", "With pandas installed, "
     "pandas.read_json(FILE).to_csv('counts.csv') writes a table as text."),
    (rb"\x93NUMPY", "", "a NumPy .npy array", "Rename it to end in .npy."),
    (rb"PK\x03\x04", "", "a zip archive (as .npz and .xlsx are)", "Rename it to .npz if NumPy or "
     "SciPy wrote it; unpack it or export it as CSV otherwise."),
    (rb"\x1f\x8b", "", "gzip-compressed", "Rename it to end in .gz."),
    (rb"%%MatrixMarket", "", "a Matrix Market file", "Rename it to end in .mtx."),
    (rb"\x89HDF", "", "an HDF5 file (as .h5ad and .loom are)", "Rename it to end in .h5ad if "
     "anndata wrote it, .loom if loompy did, .h5 if Cell Ranger did."),
    (rb"RDX[23]\n", "", "R data", _OF_R),
    (rb"\xd0\xcf\x11\xe0", "", "an old Excel workbook", _SHEET),
    (rb"\xff\xfe|\xfe\xff", "", "text in UTF-16", "Save it as UTF-8."),
    (rb"version https://git-lfs", "", "a Git LFS pointer, not the file itself",
     "Fetch the file with `git lfs pull`."),
    # A table may begin with these letters (PAR1 is a gene), so a zero byte must follow.
    (rb"PAR1.*\0", "", "a Parquet file", _CHECK),
    (rb"ARROW1.*\0", "", "an Arrow file", _CHECK),
    (rb"\s*<(?i:!doctype|html|\?xml)", "", "a web page or XML", "Download the file itself: the "
     "server may have sent a page instead."),
    (rb".*\0", "", "binary data", "Export it as CSV, .npz, .npy or .mtx."),
    (rb"", "", "text", "Rename it to end in .csv, .tsv or .txt if it is a text table."),
)  # fmt: skip
_HEAD: Final = 512
PARQUET: Final = (".parquet", ".pq")
ARROW: Final = (".arrow", ".feather", ".ipc")
_WILD: Final = "*?["
_MACHINE: Final = Path("/proc/meminfo")
_GROUP: Final = Path("/sys/fs/cgroup")


_CAN_BE_DATA: Final = re.compile(
    r".*\.(csv|tsv|txt|dat|data|gz|np[yz]|mtx|parquet|arrow|feather|ipc|h5(ad)?|loom|lda-?c)", re.I
)


def require_file(path: Path) -> None:
    """Raise DataError, with the nearest file name, unless ``path`` is a file that can hold data."""
    if path.suffix == ".py":
        raise DataError(
            f"{path}, which is Python code by its name",
            expected="a file of data",
            do=f"Write: symppm {of_model(path)}",
        )
    if os.path.isfile(path):  # noqa: PTH113 - False, not an error, for names that cannot be
        return
    folder = path if os.path.isdir(path) else path.parent  # noqa: PTH112 - as above
    names = sorted(x.name for x in folder.iterdir() if x.is_file()) if folder.is_dir() else []
    given, expected = f"{path} does not exist", "a file"
    if folder is path:
        given = f"{path} is a folder"
        names = [name for name in names if _CAN_BE_DATA.fullmatch(name)]
        listed = f"Name a file in it, such as {', '.join(names[:5])}."
        do = listed if names else "It holds no files."
    elif os.path.lexists(path):
        given, expected = f"{path} is no regular file", "a file that can be read twice"
        do = "Save the data to a file first."
    elif not folder.is_dir():
        do = f"There is no folder {folder} either: check the path."
    else:
        do = did_you_mean(path.name, names[:1000]) if names else "Its folder holds no files."
        if len(names) > 10 and not do.startswith("Did"):  # so long a listing does not help
            do = "Check the name."
    raise DataError(given, expected=expected, do=do)


def of_model(path: object) -> str:
    """Return the commands about a file that declares a model."""
    file = shlex.quote(str(path))
    return f"audit {file}, symppm derive {file}, or symppm match DATA --model {file}"


def columnar_files(path: Path) -> tuple[Path, ...]:
    """Return the Parquet or Arrow files that a file, folder or pattern names; none if others."""
    if os.path.isdir(path):  # noqa: PTH112 - False, not an error, for names that cannot be
        paths = [path]
    elif any(mark in str(path) for mark in _WILD) and not os.path.lexists(path):
        anchor = Path(path.anchor)
        paths = list(anchor.glob(str(path.relative_to(anchor))))
    else:
        return (path,) if path.name.lower().endswith(PARQUET + ARROW) else ()
    files = {file for base in paths for file in ([base] if base.is_file() else base.rglob("*"))}
    files = {file for file in files if file.name.lower().endswith(PARQUET + ARROW)}
    # What engines leave beside the data begins with a dot or an underscore.
    files = {file for file in files if not any(name[0] in "._" for name in below(file, path))}
    if not files and paths != [path]:
        raise DataError(
            f"{path}, a pattern that no Parquet or Arrow file matches",
            expected=f"files with endings among {', '.join(PARQUET + ARROW)}",
            do="Check the pattern; other formats are read one file at a time.",
        )
    return tuple(sorted(files))


def below(file: Path, path: Path) -> tuple[str, ...]:
    """Return the names in a file's path that follow those that a path or a pattern fixes."""
    literal = os.path.lexists(path)
    fixed = [part for part in path.parts if literal or not any(mark in part for mark in _WILD)]
    return file.parts[len(fixed) :]


def contents(head: bytes, name: str = "") -> tuple[str, str]:
    """Say what a file holds by its first bytes and name, and what to do about it."""
    return next(
        (what, do)
        for beginning, ending, what, do in _KINDS
        if re.match(beginning, head, re.DOTALL) and name.lower().endswith(ending)
    )


def wrong_content(path: Path, head: bytes, expected: str) -> DataError:
    """Return the error for a file whose content is not what its name says."""
    what, do = contents(head, path.name)
    seems = "is empty" if what == "empty" else f"seems to be {what}"
    return DataError(f"{path} {seems}", expected=expected, do=do)


@contextmanager
def as_data_errors(path: Path, expected: str) -> Iterator[None]:
    """Make a DataError of whatever reading a damaged file raises: a ValueError of ours is brief."""
    try:
        with warnings.catch_warnings():
            # Damaged headers make NumPy warn about dtypes and syntax before it fails.
            warnings.simplefilter("ignore")
            yield
    except SymPPMError:
        raise
    except MemoryError as error:
        raise DataError(
            f"{path}, for which there is not memory enough",
            expected="data that fit in memory",
            do="Check that this is the file you mean: it may be damaged. Take a part of it, or a "
            "machine with more memory.",
        ) from error
    except PermissionError as error:
        raise DataError(
            f"{path} cannot be opened ({error.strerror})",
            expected="a file that may be read",
            do="Check its name and permissions.",
        ) from error
    except Exception as error:  # damaged bytes can raise nearly anything
        lines = str(error).splitlines()
        kind = type(error).__name__
        message = lines[0][:100] if lines else kind
        reason = message if isinstance(error, ValueError) or not lines else f"{kind}: {message}"
        raise DataError(
            f"{path} cannot be read ({reason})",
            expected=expected,
            do="Fetch or write the file again: it may be damaged or cut short.",
        ) from error


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, unpacking ``.gz``."""
    with path.open("rb") as raw:
        packed = path.name.lower().endswith(".gz")
        head = raw.read(_HEAD) if packed else b""
        if packed and not head.startswith(b"\x1f\x8b"):
            raise wrong_content(path, head, "gzip, as the name says")
        raw.seek(0)
        yield cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if packed else raw


def require_beginning(path: Path, signatures: tuple[bytes, ...], expected: str) -> bytes:
    """Return the first bytes; raise DataError, saying what the file seems to be, if they differ."""
    with opened(path) as stream:
        head = stream.read(_HEAD)
    if not head.startswith(signatures):
        raise wrong_content(path, head, expected)
    return head


def require_memory(size: float, what: str) -> None:
    """Raise DataError, which begins with ``what``, unless so many bytes are available."""
    # Most need next to nothing, for which nobody has to be asked.
    if size >= 1 << 20 and size > (room := _available()):
        raise DataError(
            f"{what} would take {size / 1e6:,.0f} MB of memory, of which {room / 1e6:,.0f} MB are "
            "available",
            expected="data that fit in memory",
            do="Check that this is the file you mean: it may be damaged. Take a part of it, a "
            "sparse format or a machine with more memory.",
        )


def _available() -> float:
    """Return the bytes that Linux, or this container, still has; infinitely many elsewhere."""
    machine = 1024 * _number_in(_MACHINE, r"^MemAvailable:\s*(\d+) kB")
    group = _number_in(_GROUP / "memory.max", r"^(\d+)$")  # "max" where it has no limit
    used = _number_in(_GROUP / "memory.stat", r"^anon (\d+)") if group < math.inf else 0
    return max(0.0, min(machine, group - used))


def _number_in(file: Path, pattern: str) -> float:
    with suppress(OSError):
        if match := re.search(pattern, file.read_text(), re.MULTILINE):
            return float(match[1])
    return math.inf
