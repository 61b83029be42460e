"""How much memory there is, so that what does not fit is refused before it takes any."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symppm.errors import DataError

WORKING: Final = 32
"""Bytes for each stored entry, row or column of a sparse matrix, while it is put together."""

_COPIES: Final = 1.5
"""What is needed in the end for every byte that is held while a stream is read: to join parts."""

_UNITS: Final = ("B", "kB", "MB", "GB", "TB", "PB", "EB")
_KIB: Final = 1024


@dataclass(frozen=True)
class Memory:
    """What the system says of memory; where it says nothing, there is no end of it.

    Attributes
    ----------
    proc, groups : pathlib.Path
        Where Linux says it: of the machine and of this process, and of control groups.
    """

    proc: Path = Path("/proc")
    groups: Path = Path("/sys/fs/cgroup")

    def available(self) -> float:
        """Return the bytes that this process may still take."""
        return max(0.0, min(self._of_machine(), self._of_groups(), self._of_addresses()))

    def held(self) -> int:
        """Return the bytes that this process holds."""
        return self._pages(1)

    def require(self, needed: float, what: str) -> None:
        """Raise DataError unless so many bytes are available.

        Parameters
        ----------
        needed : float
            Bytes.
        what : str
            What needs them, as the beginning of a sentence.
        """
        # Most need next to nothing, for which nobody has to be asked.
        if needed < 1 << 20 or needed <= (available := self.available()):
            return
        raise DataError(
            f"{what} would take {written(needed)} of memory, of which {written(available)} are "
            "available",
            expected="data that fit in memory",
            do="Check that this is the file you mean: it may be damaged. Take a part of it, a "
            "sparse format or a machine with more memory.",
        )

    def _of_machine(self) -> float:
        found = re.search(r"^MemAvailable:\s*(\d+) kB", self._text(self.proc / "meminfo"), re.M)
        return _KIB * int(found[1]) if found else math.inf

    def _of_addresses(self) -> float:
        with suppress(ImportError, OSError):
            import resource  # noqa: PLC0415 - Windows has none

            limit = resource.getrlimit(resource.RLIMIT_AS)[0]
            if limit != resource.RLIM_INFINITY:
                return limit - self._pages(0)
        return math.inf

    def _of_groups(self) -> float:
        return min((self._of_group(each) for each in self._folders()), default=math.inf)

    def _folders(self) -> Iterator[Path]:
        """Yield the control groups that this process is in, each within the next."""
        for line in self._text(self.proc / "self" / "cgroup").splitlines():
            _, kinds, name = (*line.split(":", 2), "", "")[:3]
            if kinds in ("", "memory"):
                root = self.groups / kinds
                own = root / name.strip("/")
                # Within a container the name is that outside, and the root the container's own.
                yield from (own, *(each for each in own.parents if each.is_relative_to(root)))

    def _of_group(self, folder: Path) -> float:
        for most, now, cached in (
            ("memory.max", "memory.current", "inactive_file"),
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        ):
            limit, used = (self._text(folder / name).strip() for name in (most, now))
            if limit.isdecimal() and used.isdecimal():
                stat = self._text(folder / "memory.stat")
                freed = re.search(rf"^{cached} (\d+)", stat, re.M)
                return int(limit) - int(used) + (int(freed[1]) if freed else 0)
        return math.inf

    def _pages(self, place: int) -> int:
        words = self._text(self.proc / "self" / "statm").split()
        return int(words[place]) * os.sysconf("SC_PAGE_SIZE") if len(words) > place else 0

    @staticmethod
    def _text(path: Path) -> str:
        with suppress(OSError):
            return path.read_text("ascii", "replace")
        return ""


@dataclass(frozen=True)
class Meter:
    """Watches memory while a stream is read, of which nobody knows how much it will unpack to.

    Attributes
    ----------
    path : pathlib.Path
        What is read.
    memory : Memory
        Where it goes.
    before : int
        Bytes that were held before.
    """

    path: Path
    memory: Memory
    before: int

    @classmethod
    def of(cls, path: Path) -> Meter:
        """Begin to read a file."""
        memory = Memory()
        return cls(path, memory, memory.held())

    def check(self, coming: float = 0) -> None:
        """Raise DataError if what was read so far, and what comes next, leaves too little.

        Parameters
        ----------
        coming : float
            Bytes that are needed next.
        """
        grown = self.memory.held() - self.before
        self.memory.require(
            _COPIES * max(grown, 0) + coming, f"{self.path}, of which more follows,"
        )


def written(size: float) -> str:
    """Return a number of bytes for readers.

    Parameters
    ----------
    size : float
        At least 0.
    """
    unit = min(int(math.log(max(size, 1), 1000)), len(_UNITS) - 1)
    return f"{size / 1000**unit:.3g} {_UNITS[unit]}"
