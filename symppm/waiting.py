"""One line on a terminal that says what is waited for; nothing in a pipe."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from symppm.locks import Lock

AFTER: Final = 0.5
"""Seconds after which a wait is worth a line."""


class _Wait:
    """What is waited for."""

    def __init__(self, text: str, *, due: bool = False) -> None:
        self.text = text
        self.due = due


class _Line:
    """The line, which says the innermost of the waits that are due."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waits: list[_Wait] = []
        self._shown = ""

    def begin(self, wait: _Wait) -> None:
        with self._lock:
            self._waits.append(wait)
            self._draw()

    def show(self, wait: _Wait) -> None:
        with self._lock:
            wait.due = True
            self._draw()

    def end(self, wait: _Wait) -> None:
        with self._lock:
            # All may have been ended by an answer.
            if wait in self._waits:
                self._waits.remove(wait)
            self._draw()

    def end_all(self) -> None:
        with self._lock:
            self._waits.clear()
            self._draw()

    def _draw(self) -> None:
        text = next((wait.text for wait in reversed(self._waits) if wait.due), "")
        if text == self._shown:
            return
        # Whoever closes the terminal need not read it.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stderr.write("\r" + " " * len(self._shown) + "\r" + text)
            sys.stderr.flush()
        self._shown = text


_LINE: Final = _Line()


def on_terminal() -> bool:
    """Tell whether standard error is a terminal; it may be closed, or not be there at all."""
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


@contextmanager
def waiting(text: str, after: float = AFTER) -> Iterator[None]:
    """Say what the wait is for, if there is one."""
    if not on_terminal():
        yield
        return
    wait = _Wait(text)
    _LINE.begin(wait)
    timer = threading.Timer(after, _LINE.show, (wait,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _LINE.end(wait)


@contextmanager
def line_left_to_others() -> Iterator[None]:
    """Keep the line empty while something else, such as a progress bar, is shown."""
    wait = _Wait("", due=True)
    _LINE.begin(wait)
    try:
        yield
    finally:
        _LINE.end(wait)


def waited() -> None:
    """Take the line away: the answer comes."""
    _LINE.end_all()
