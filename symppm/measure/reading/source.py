"""Files as they lie on disk: whether they are there, what they seem to be, their text in blocks."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Final, cast

from symppm.errors import DataError, did_you_mean
from symppm.measure.memory import Meter
from symppm.progress import Advance, progress_bar

BLOCK: Final = 1 << 20
"""Bytes of text that are split at a time: large enough to be fast, small enough to forget."""

_BYTES_OF_A_CHARACTER: Final = 64
"""What a character of a line may take when it is cut into fields: at most a number of its own."""

PROGRESS_FROM: Final = 50_000_000
"""Bytes from which a progress bar is worth its line."""

_SIGNATURES: Final = (
    (b"\x93NUMPY", "a NumPy .npy array"),
    (b"PK\x03\x04", "a zip archive (as .npz and .xlsx are)"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "gzip-compressed"),
    (b"BZh91AY&SY", "bzip2-compressed"),
    (b"\xfd7zXZ", "xz-compressed"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed"),
    (b"%%MatrixMarket", "a Matrix Market file"),
    (b"\x89HDF", "an HDF5 file (as .h5ad and .loom are)"),
    (b"SQLite format 3", "an SQLite database"),
    (b"RDX2\n", "R data"),
    (b"RDX3\n", "R data"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"%PDF", "a PDF document"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
    (b"version https://git-lfs", "a Git LFS pointer, not the file itself"),
)
# Plain letters: a table may begin with them (PAR1 is a gene), so a zero byte must follow.
_LETTERS: Final = (
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"GIF8", "a GIF image"),
)
_REMEDIES: Final = {
    "gzip-compressed": "Rename it to end in .gz.",
    "a NumPy .npy array": "Rename it to end in .npy.",
    "a zip archive (as .npz and .xlsx are)": "Rename it to .npz if NumPy or SciPy wrote it; "
    "unpack it or export it as CSV otherwise.",
    "a Matrix Market file": "Rename it to end in .mtx.",
    "text in UTF-16": "Save it as UTF-8.",
    "a Git LFS pointer, not the file itself": "Fetch the file with `git lfs pull`.",
    "a web page or XML": "Download the file itself: the server may have sent a page instead.",
    "binary data": "Export it as CSV, .npz, .npy or .mtx.",
    "text": "Rename it to end in .csv, .tsv or .txt if it is a text table.",
    "empty": "Write the file again.",
}
_DAMAGED: Final = (EOFError, zlib.error, gzip.BadGzipFile)


def require_file(path: Path) -> None:
    """Raise DataError, with the nearest file name, unless ``path`` is a file."""
    try:
        _require_file(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(
        f"{path} cannot be opened ({error.strerror})",
        expected="a file that may be read",
        do="Check its name and permissions.",
    )


def _require_file(path: Path) -> None:
    if path.is_file():
        return
    if path.is_dir():
        raise DataError(
            f"{path} is a folder", expected="a file", do=_offer(path, "It holds no files.")
        )
    if path.exists():
        raise DataError(
            f"{path} is no regular file",
            expected="a file that can be read twice",
            do="Save the data to a file first.",
        )
    if path.parent.is_dir():
        names = [entry.name for entry in path.parent.iterdir() if entry.is_file()]
        hint = did_you_mean(path.name, names) if names else "Its folder holds no files."
        # A listing helps while it can be read; without a near name, a long one does not.
        do = hint if hint.startswith("Did") or len(names) <= 10 else "Check the name."
    else:
        do = f"There is no folder {path.parent} either: check the path."
    raise DataError(f"{path} does not exist", expected="a file", do=do)


def _offer(folder: Path, otherwise: str) -> str:
    names = sorted(entry.name for entry in folder.iterdir() if entry.is_file())[:5]
    return f"Name a file in it, such as {', '.join(names)}." if names else otherwise


def seems_to_be(head: bytes) -> str:
    """Say what the first bytes of a file look like; ``"text"`` if nothing speaks against it.

    Parameters
    ----------
    head : bytes
        The beginning of the file, a few hundred bytes.
    """
    if not head:
        return "empty"
    binary = b"\0" in head
    for signature, what in _SIGNATURES + (_LETTERS if binary else ()):
        if head.startswith(signature):
            return what
    if head.lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml")):
        return "a web page or XML"
    return "binary data" if binary else "text"


def wrong_content(path: Path, head: bytes, expected: str) -> DataError:
    """Return the error for a file whose content is not what its name says."""
    what = seems_to_be(head)
    return DataError(
        f"{path} is empty" if what == "empty" else f"{path} seems to be {what}",
        expected=expected,
        do=_REMEDIES.get(what, "Check that this is the file you mean."),
    )


def damaged(path: Path, reason: str, expected: str) -> DataError:
    """Return the error for a file that begins well and cannot be read to its end."""
    return DataError(
        f"{path} cannot be read to its end ({reason})",
        expected=expected,
        do="Fetch or write the file again: it may be damaged or cut short.",
    )


@contextmanager
def opened(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """Open a file for reading, unpacking gzip when the name ends in ``.gz``.

    Yields
    ------
    tuple
        The stream of (unpacked) bytes, and a function that tells how many bytes of the file
        itself have been read.

    Raises
    ------
    DataError
        If the file may not be opened, or is not gzip as its name says, or is cut short.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error
    with raw:
        if not path.name.lower().endswith(".gz"):
            yield raw, raw.tell
            return
        head = raw.read(512)
        if not head.startswith(b"\x1f\x8b"):
            raise wrong_content(path, head, "gzip, as the name says")
        raw.seek(0)
        with gzip.GzipFile(fileobj=raw) as stream:
            try:
                yield cast("IO[bytes]", stream), raw.tell
            except _DAMAGED as error:
                raise damaged(path, str(error), "a whole gzip file") from error


def text_blocks(
    path: Path,
    *,
    progress: bool,
    kind: str = "text",
    expected: str,
    encoding: str = "utf-8",
) -> Generator[str, None, None]:
    """Yield the text of a file in blocks that end where a line ends; the byte mark is dropped.

    Parameters
    ----------
    path : pathlib.Path
        A text file, gzip-compressed if its name ends in ``.gz``.
    progress : bool
        Whether a bar may be shown; it is for large files on a terminal only.
    kind : str
        What ``seems_to_be`` must say of the file.
    expected : str
        The same, for the message of a refusal.
    encoding : str
        Of the text; it must keep ASCII as it is.

    Raises
    ------
    DataError
        If the content is not of this kind and encoding.
    """
    with opened(path) as (stream, position), _bar(path, show=progress) as advance:
        head = stream.read(512)
        if seems_to_be(head) != kind:
            raise wrong_content(path, head, expected)
        meter = Meter.of(path)
        block = head.removeprefix(b"\xef\xbb\xbf") + _lines(stream, meter)
        lines, done = 0, 0
        while block:
            if b"\0" in block:
                raise wrong_content(path, b"\0", expected)
            try:
                yield block.decode(encoding)
            except UnicodeDecodeError as error:
                line = lines + block.count(b"\n", 0, error.start) + 1
                raise DataError(
                    f"{path}, line {line}: byte 0x{block[error.start]:02x} is not UTF-8",
                    expected="text in UTF-8",
                    do="Convert the file, for instance with `iconv -f latin1 -t utf-8`.",
                ) from error
            lines += block.count(b"\n")
            advance(position() - done)
            done = position()
            block = _lines(stream, meter)


def _lines(stream: IO[bytes], meter: Meter) -> bytes:
    """Return a block that ends where a line ends, unless there is no memory for it."""
    meter.check()
    parts = [stream.read(BLOCK)]
    while parts[-1] and (len(parts) == 1 or not parts[-1].endswith(b"\n")):
        meter.check(_BYTES_OF_A_CHARACTER * BLOCK * (len(parts) - 1))
        parts.append(stream.readline(BLOCK))
    return b"".join(parts)


def _bar(path: Path, *, show: bool) -> AbstractContextManager[Advance]:
    size = path.stat().st_size
    return progress_bar(f"Reading {path.name}", size, show=show and size > PROGRESS_FROM)
