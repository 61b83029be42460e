"""Files that are replaced whole or not at all: the one place that writes any.

What is new is written beside the old file, brought to the disk, and put in its place in one move.
Whatever goes wrong before, a full disk or an interrupt, leaves the old file, and nothing else.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from symppm.errors import ParameterError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open what takes the place of a file, once all of it is written.

    Links are followed, and permissions stay. What is no file, such as a pipe or ``/dev/stdout``, is
    written to once, at the end.
    """
    try:
        before = os.stat(path)  # noqa: PTH116 - of paths of any kind
    except FileNotFoundError:
        before = None
    descriptor = _descriptor(path)
    if descriptor is not None or (before and not stat.S_ISREG(before.st_mode)):
        buffer = io.BytesIO()
        yield buffer
        _hand_over(buffer.getbuffer(), path if descriptor is None else os.dup(descriptor))
        return
    real = Path(os.path.realpath(path))
    if before and not os.access(real, os.W_OK):
        # Its folder may let us replace it all the same.
        raise PermissionError(13, os.strerror(13), str(path))
    beside = real.with_name(f".symppm-{os.urandom(8).hex()}")
    try:
        with beside.open("xb") as stream:
            if before:
                _like(beside, before)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(real)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def save(path: str | os.PathLike[str], content: bytes) -> Path:
    """Write a file, whole or not at all, for a caller in Python."""
    _check_path(path)
    try:
        with replacing(path) as stream:
            stream.write(content)
    except (OSError, ValueError) as error:
        raise ParameterError(
            f"{path} cannot be written ({getattr(error, 'strerror', None) or error})",
            expected="a file in a folder that exists and may be written to, and room for it",
            do="Check the path.",
        ) from error
    return Path(path)


def save_figure(figure: Figure, path: str | os.PathLike[str]) -> Path:
    """Write a figure in the format that the ending of a path names, by default as ``.png``."""
    _check_path(path)
    file = Path(path) if Path(path).suffix else Path(f"{os.fspath(path)}.png")
    try:
        content = drawn(figure, file.suffix)
    except ValueError as error:
        raise ParameterError(
            f"{path} cannot be written ({error})",
            expected="a file that ends in .png, .svg or .pdf",
            do="Check the ending.",
        ) from error
    return save(file, content)


def drawn(figure: Figure, ending: str) -> bytes:
    """Return what a file with a figure holds; the same figure is the same bytes."""
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    stream = io.BytesIO()
    # No date in it, and no names at random.
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    form = ending.lower().removeprefix(".")
    with rc_context({"svg.hashsalt": "symppm"}):
        figure.savefig(stream, format=form, metadata=dates.get(form))
    return stream.getvalue()


def not_kept(folder: str | os.PathLike[str], error: Exception) -> None:
    """Say, once, that what was made cannot be kept for the next time; it is made again then."""
    _say_once(f"{os.fspath(folder)} ({getattr(error, 'strerror', None) or error})")


class _Once:
    """A warning that is said once."""

    def __init__(self) -> None:
        self._said = False

    def __call__(self, where: str) -> None:
        if not self._said:
            self._said = True
            warnings.warn(
                f"compiled models and kernels cannot be kept in {where}: each process makes them "
                "again. Set NUMBA_CACHE_DIR and XDG_CACHE_HOME to folders that can be written to",
                RuntimeWarning,
                stacklevel=3,
            )


_say_once: Final = _Once()


def _check_path(path: object) -> None:
    if not isinstance(path, str | os.PathLike):
        raise ParameterError(
            f"path={path!r}", expected="the name of a file", do='Write, for example, "match.png".'
        )


def _descriptor(path: str | os.PathLike[str]) -> int | None:
    """Return the descriptor that a path such as /dev/stdout stands for: it is open already."""
    here = os.path.abspath(path)  # noqa: PTH100 - links stay
    for _ in range(40):
        folder, name = os.path.split(here)
        if name.isdecimal() and os.path.realpath(folder) in {"/dev/fd", f"/proc/{os.getpid()}/fd"}:
            return int(name)
        if not os.path.islink(here):  # noqa: PTH114 - a text, as all here
            return None
        here = os.path.join(folder, os.readlink(here))  # noqa: PTH115, PTH118
    return None


def _hand_over(content: memoryview, target: str | os.PathLike[str] | int) -> None:
    # What was printed before comes before.
    with suppress(AttributeError, ValueError):
        sys.stdout.flush()
    with open(target, "wb") as stream:  # noqa: PTH123 - a path or a descriptor
        stream.write(content)


def _like(path: Path, before: os.stat_result) -> None:
    """Give a file the owner and the permissions of another, as far as we may."""
    if hasattr(os, "chown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):
            os.chown(path, before.st_uid, before.st_gid)
    path.chmod(stat.S_IMODE(before.st_mode))
