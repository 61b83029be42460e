"""Files must not change while they are read: a stamp taken before is compared after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from symppm.errors import DataError


@dataclass(frozen=True)
class Stamp:
    """What the system says of a file; a change within the clock's tick (ms) can go unseen.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    size, written, number : int
        Bytes, time of the last change in ns, and the file's number on its disk.
    """

    path: Path
    size: int
    written: int
    number: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """Take the stamp of a file, which must exist."""
        found = path.stat()
        return cls(path, found.st_size, found.st_mtime_ns, found.st_ino)

    def change(self) -> str | None:
        """Say how the file differs from what it was; None if it does not."""
        try:
            now = Stamp.of(self.path)
        except OSError:
            return "it is gone"
        if now.number != self.number:
            return "another file has taken its place"
        if now.size != self.size:
            return f"it had {self.size:,} bytes and has {now.size:,}"
        return None if now.written == self.written else "it was written to"

    def require_same(self) -> None:
        """Raise DataError if the file has changed."""
        change = self.change()
        if change is not None:
            raise DataError(
                f"{self.path} changed while it was read: {change}",
                expected="a file that stays as it is until it has been read",
                do="Wait until it has been written, or read a copy of it.",
            )


@contextmanager
def unchanged(paths: Sequence[Path]) -> Iterator[None]:
    """Refuse what was read in the body if one of these files changed meanwhile.

    Parameters
    ----------
    paths : sequence of pathlib.Path
        Files that exist.

    Raises
    ------
    DataError
        If one changed, also in place of an error that the change may have caused.
    """
    stamps = [Stamp.of(path) for path in paths]
    try:
        yield
    except DataError:
        for stamp in stamps:
            stamp.require_same()
        raise
    for stamp in stamps:
        stamp.require_same()
