"""Locks that forked processes find free, and what else a fork has to wait for.

A fork copies locks as they are, but not the threads that would release them. So it waits, for a
while, until no other thread holds one of ours, compiles, or is in the middle of an import; a lock
that is held even then is free in the child.
"""

from __future__ import annotations

# The first two have hooks for forks, which are to be there before ours wait for other threads.
import concurrent.futures.thread  # noqa: F401
import importlib
import logging  # noqa: F401
import os
import sys
import threading
import time
from typing import Any, Final

_WITHIN: Final = 30.0
"""Seconds that a fork waits for other threads."""
_LOADED_LATE: Final = frozenset({
    "symppm", "numpy", "scipy", "numba", "llvmlite", "sympy", "mpmath", "jinja2", "threadpoolctl",
    "latex2mathml", "markdown_it", "rich", "typer", "click", "torch", "matplotlib", "pandas",
    "pyarrow", "h5py",
})  # fmt: skip


class Lock:
    """A lock that its thread may take again; for the life of the process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        _FORKS.locks.append(self)

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it, as a lock of :mod:`threading`."""
        return self._lock.acquire(blocking, timeout)

    def release(self) -> None:
        """Leave it."""
        self._lock.release()

    def renew(self) -> None:
        """Forget who holds it."""
        self._lock = threading.RLock()


class _Forks:
    """What is done before and after forks."""

    def __init__(self) -> None:
        self.locks: list[Lock] = []
        self.forked = False
        self._mine = threading.local()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=self._before, after_in_parent=self._after, after_in_child=self._in_child
            )

    def _before(self) -> None:
        end = time.monotonic() + _WITHIN
        while _imported_elsewhere() and time.monotonic() < end:
            time.sleep(0.002)
        self._mine.held = [
            lock
            for lock in (*self.locks, *_locks_of_numba())
            if lock.acquire(timeout=max(0.0, end - time.monotonic()))
        ]

    def _after(self) -> None:
        for lock in reversed(self._mine.held):
            lock.release()

    def _in_child(self) -> None:
        self.forked = True
        self._after()
        for lock in self.locks:
            if lock not in self._mine.held:
                lock.renew()


_FORKS: Final = _Forks()


def forked() -> bool:
    """Tell whether this process is a fork of one that had loaded symppm.

    Threads do not come along, so that pools of them, those of OpenMP above all, wait for ever.
    """
    return _FORKS.forked


def _imported_elsewhere() -> bool:
    """Tell whether another thread is in the middle of an import that a child would wait for."""
    me = threading.get_ident()
    # Python has no public name for them.
    module_locks = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})
    alive = ((name, reference()) for name, reference in list(module_locks.items()))
    return any(
        name.partition(".")[0] in _LOADED_LATE and getattr(lock, "owner", None) not in {None, me}
        for name, lock in alive
    )


def _locks_of_numba() -> list[Any]:
    module = sys.modules.get("numba.core.compiler_lock")
    lock = getattr(getattr(module, "global_compiler_lock", None), "_lock", None)
    return [] if lock is None else [lock]
