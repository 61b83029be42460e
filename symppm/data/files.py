"""Files as they lie on disk: whether they are there, what they hold, whether they stay the same."""

from __future__ import annotations

import gzip
import os
import re
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeVar, cast

from symppm.errors import DataError, did_you_mean

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
WILD: Final = "*?["
T = TypeVar("T")


def require_file(path: Path) -> None:
    """Raise DataError, with the nearest file name, unless ``path`` is a file."""
    try:
        if not path.is_file():
            raise _no_file(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _no_file(path: Path) -> DataError:
    given, expected = f"{path} does not exist", "a file"
    folder = path if path.is_dir() else path.parent
    names = sorted(one.name for one in folder.iterdir() if one.is_file()) if folder.is_dir() else []
    if path.is_dir():
        given = f"{path} is a folder"
        do = (
            f"Name a file in it, such as {', '.join(names[:5])}." if names else "It holds no files."
        )
    elif path.exists():
        given, expected = f"{path} is no regular file", "a file that can be read twice"
        do = "Save the data to a file first."
    elif not folder.is_dir():
        do = f"There is no folder {folder} either: check the path."
    else:
        do = did_you_mean(path.name, names) if names else "Its folder holds no files."
        if len(names) > 10 and not do.startswith("Did"):  # so long a listing does not help
            do = "Check the name."
    return DataError(given, expected=expected, do=do)


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(
        f"{path} cannot be opened ({error.strerror})",
        expected="a file that may be read",
        do="Check its name and permissions.",
    )


def columnar_files(path: Path) -> tuple[Path, ...]:
    """Return the Parquet or Arrow files that a file, folder or pattern names; none if others."""
    files = named_files(path, columnar_format)
    if files is None:
        return (path,) if columnar_format(path) else ()
    if not files and not os.path.isdir(path):  # noqa: PTH112 - as below
        raise DataError(
            f"{path}, a pattern that no Parquet or Arrow file matches",
            expected=f"files with endings among {', '.join(PARQUET + ARROW)}",
            do="Check the pattern; other formats are read one file at a time.",
        )
    if len({columnar_format(file) for file in files}) > 1:
        raise DataError(
            f"{path} holds both Parquet and Arrow files",
            expected="files of one format",
            do="Name those that belong together with a pattern such as 'folder/*.parquet'.",
        )
    return tuple(files)


def named_files(path: Path, fits: Callable[[Path], Any]) -> list[Path] | None:
    """Return the files that fit, in and below a folder or matching a pattern; None of one name.

    What engines leave beside the data, whose names begin with a dot or an underscore, is left out.
    """
    if os.path.isdir(path):  # noqa: PTH112 - False, not an error, for names that cannot be
        files = []
        for parent, folders, names in os.walk(path):
            folders[:] = [name for name in folders if name[0] not in "._"]
            files += [Path(parent, name) for name in names if name[0] not in "._"]
        return sorted(filter(fits, files))
    if not any(mark in str(path) for mark in WILD) or os.path.lexists(path):
        return None
    anchor = Path(path.anchor)
    matching = sorted(anchor.glob(str(path.relative_to(anchor))))
    below = (named_files(one, fits) if one.is_dir() else [one] for one in matching)
    return list(dict.fromkeys(file for files in below for file in files or () if fits(file)))


def columnar_format(file: Path) -> tuple[str, ...] | None:
    """Return the endings of Parquet, or of Arrow, if a file has one of them."""
    name = file.name.lower()
    return next((endings for endings in (PARQUET, ARROW) if name.endswith(endings)), None)


def contents(head: bytes, name: str = "") -> str:
    """Say what a file holds by its first bytes (and name); "text" if nothing speaks against it."""
    return _about(head, name)[0]


def _about(head: bytes, name: str) -> tuple[str, str]:
    """Return what a file holds, and what to do about it."""
    return next(
        (what, do)
        for beginning, ending, what, do in _KINDS
        if re.match(beginning, head, re.DOTALL) and name.lower().endswith(ending)
    )


def wrong_content(path: Path, head: bytes, expected: str) -> DataError:
    """Return the error for a file whose content is not what its name says."""
    what, do = _about(head, path.name)
    return DataError(
        f"{path} is empty" if what == "empty" else f"{path} seems to be {what}",
        expected=expected,
        do=do,
    )


def damaged(path: Path, reason: str, expected: str) -> DataError:
    """Return the error for a file that begins well and cannot be read to its end."""
    return DataError(
        f"{path} cannot be read to its end ({reason})",
        expected=expected,
        do="Fetch or write the file again: it may be damaged or cut short.",
    )


def too_large(path: Path) -> DataError:
    """Return the error for a file that takes more memory than there is."""
    return DataError(
        f"{path}, for which there is not memory enough",
        expected="data that fit in memory",
        do="Check that this is the file you mean: it may be damaged. Take a part of it, or a "
        "machine with more memory.",
    )


def guarded(path: Path, expected: str, work: Callable[[], T]) -> T:
    """Run a foreign parser; whatever it makes of a damaged file becomes a DataError."""
    try:
        with warnings.catch_warnings():
            # Damaged headers make NumPy warn about dtypes and syntax before it fails.
            warnings.simplefilter("ignore")
            return work()
    except DataError:
        raise
    except MemoryError as error:
        raise too_large(path) from error
    except Exception as error:  # damaged bytes can raise nearly anything in there
        lines = str(error).splitlines()
        reason = f"{type(error).__name__}: {lines[0][:100]}" if lines else type(error).__name__
        raise damaged(path, reason, expected) from error


@contextmanager
def opened(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """Open a file, unpacking ``.gz``; yield its bytes, and what tells how many of them are read."""
    try:
        raw = path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error
    with raw:
        packed = path.name.lower().endswith(".gz")
        head = raw.read(_HEAD) if packed else b""
        if packed and not head.startswith(b"\x1f\x8b"):
            raise wrong_content(path, head, "gzip, as the name says")
        raw.seek(0)
        stream = cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if packed else raw
        try:
            yield stream, raw.tell
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise damaged(path, str(error), "a whole gzip file") from error
        except MemoryError as error:
            raise too_large(path) from error


def require_beginning(path: Path, signatures: tuple[bytes, ...], expected: str) -> bytes:
    """Return the first bytes; raise DataError, saying what the file seems to be, if they differ."""
    with opened(path) as (stream, _):
        head = stream.read(_HEAD)
    if not head.startswith(signatures):
        raise wrong_content(path, head, expected)
    return head
