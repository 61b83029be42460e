"""How much memory there is, so that a file that declares more is refused before it takes any."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from symppm.errors import DataError

WORKING: Final = 32
"""Bytes for each stored entry, row or column of a sparse matrix, while it is put together."""
_MACHINE: Final = Path("/proc/meminfo")
_GROUP: Final = Path("/sys/fs/cgroup")


def require_memory(size: float, what: str) -> None:
    """Raise DataError, which begins with ``what``, unless so many bytes are available."""
    # Most need next to nothing, for which nobody has to be asked.
    if size >= 1 << 20 and size > (room := available()):
        raise DataError(
            f"{what} would take {size / 1e6:,.0f} MB of memory, of which {room / 1e6:,.0f} MB are "
            "available",
            expected="data that fit in memory",
            do="Check that this is the file you mean: it may be damaged. Take a part of it, a "
            "sparse format or a machine with more memory.",
        )


def available() -> float:
    """Return the bytes that Linux, or this container, still has; infinitely many elsewhere."""
    room = math.inf
    with suppress(OSError):
        told = re.search(r"^MemAvailable:\s*(\d+) kB", _MACHINE.read_text(), re.M)
        room = 1024.0 * int(told[1]) if told else room
    with suppress(OSError, ValueError):  # a group without a limit says "max"
        limit, used = (int((_GROUP / f"memory.{name}").read_text()) for name in ("max", "current"))
        freed = re.search(r"^inactive_file (\d+)", (_GROUP / "memory.stat").read_text(), re.M)
        room = min(room, limit - used + (int(freed[1]) if freed else 0))
    return max(0.0, room)
