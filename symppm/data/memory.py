"""How much memory there is, so that what does not fit is refused before it takes any."""

from __future__ import annotations

import math
import os
import re
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


@dataclass(frozen=True)
class Memory:
    """What Linux says of memory, of the machine and its container; elsewhere, no end of it."""

    proc: Path = Path("/proc")
    groups: Path = Path("/sys/fs/cgroup")

    def available(self) -> float:
        """Return the bytes that this process may still take."""
        return max(0.0, min(self._of_machine(), self._of_group(), self._of_addresses()))

    def held(self) -> int:
        """Return the bytes that this process holds."""
        return self._pages(1)

    def require(self, needed: float, what: str) -> None:
        """Raise DataError, which begins with ``what``, unless so many bytes are available."""
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
        told = re.search(r"^MemAvailable:\s*(\d+) kB", _text(self.proc / "meminfo"), re.M)
        return 1024 * int(told[1]) if told else math.inf

    def _of_addresses(self) -> float:
        with suppress(ImportError, OSError):
            import resource  # noqa: PLC0415 - Windows has none

            limit = resource.getrlimit(resource.RLIMIT_AS)[0]
            if limit != resource.RLIM_INFINITY:
                return limit - self._pages(0)
        return math.inf

    def _of_group(self) -> float:
        limit, used = (_text(self.groups / f"memory.{name}").strip() for name in ("max", "current"))
        if not (limit.isdecimal() and used.isdecimal()):
            return math.inf
        freed = re.search(r"^inactive_file (\d+)", _text(self.groups / "memory.stat"), re.M)
        return int(limit) - int(used) + (int(freed[1]) if freed else 0)

    def _pages(self, place: int) -> int:
        words = _text(self.proc / "self" / "statm").split()
        return int(words[place]) * os.sysconf("SC_PAGE_SIZE") if len(words) > place else 0


class Meter:
    """Watches memory while a stream is read, of which nobody knows how much it will unpack to."""

    def __init__(self, path: Path) -> None:
        self.path, self.memory = path, Memory()
        self.before = self.memory.held()

    def check(self, coming: float = 0) -> None:
        """Raise DataError if what was read so far, and what comes next, leaves too little."""
        grown = max(self.memory.held() - self.before, 0)
        self.memory.require(_COPIES * grown + coming, f"{self.path}, of which more follows,")


def written(size: float) -> str:
    """Return a number of bytes for readers."""
    unit = min(int(math.log(max(size, 1), 1000)), len(_UNITS) - 1)
    return f"{size / 1000**unit:.3g} {_UNITS[unit]}"


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text("ascii", "replace")
    return ""
