"""A run of the command line as a process: its streams, and Ctrl-C or SIGTERM at any moment."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import Any, Final, NoReturn

_BY_SIGNAL: Final = 128
"""Added to the number of a signal, it is the exit code: 130 for Ctrl-C, 143 for SIGTERM."""
_AGAIN: Final = 0.2
"""Seconds."""
_ALARM: Final = hasattr(signal, "setitimer")
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)
_HEARD: Final = (*_ENDING, signal.SIGALRM) if _ALARM else _ENDING


class _Interrupts:
    """Whether Ctrl-C was pressed: libraries swallow the exception, or raise another instead."""

    def __init__(self) -> None:
        self.came = False
        self.code = _BY_SIGNAL + signal.SIGINT
        self._shown = sys.unraisablehook
        # In another thread, whoever runs us there hears signals.
        self.hears = threading.current_thread() is threading.main_thread()
        if self.hears:
            for name in _HEARD:
                signal.signal(name, self._note)
            sys.unraisablehook = self._unraisable

    def _note(self, number: int, frame: FrameType | None) -> NoReturn:
        self.came = True
        if number in _ENDING:
            self.code = _BY_SIGNAL + number
        if _importing(frame) and _ALARM:
            # Libraries that try to import others take any exception for an answer: say it again.
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        raise KeyboardInterrupt

    def end(self) -> None:
        """Hear nothing more: Python would show what comes while it ends."""
        for name in _HEARD if self.hears else ():
            signal.signal(name, signal.SIG_IGN)

    def _unraisable(self, error: Any) -> None:
        """End at once where Python would go on, with a traceback: in a callback of a library."""
        if issubclass(error.exc_type, KeyboardInterrupt):
            os._exit(self.code)
        self._shown(error)


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def run() -> NoReturn:
    """Run the command that the shell gave, and exit."""
    interrupts = _Interrupts()
    code: Any = interrupts.code
    try:
        code = _ended(interrupts)
    except KeyboardInterrupt:
        # While another exception was on its way out.
        interrupts.came = True
    interrupts.end()
    # An interrupt within such a call, as dataclasses make them, has Python end by the signal itself
    # when all is done; the next call makes it forget.
    exec("")  # noqa: S102
    sys.exit(interrupts.code if interrupts.came else code)


def _ended(interrupts: _Interrupts) -> Any:
    """Run the command, and return with which exit code."""
    try:
        _prepare()
        from symppm.cli.commands import application

        application()()
    except SystemExit as end:
        return end.code
    except BaseException:
        if not interrupts.came:
            raise
    return 0


def _prepare() -> None:
    import gc
    import io
    import warnings

    # A sixth of the time of a short command went into looking for garbage, of which it makes none.
    gc.set_threshold(100_000, 20, 100)
    # Closed by the shell (>&-): nobody reads, nothing is to fail for it, and no file of ours may
    # come to be standard output.
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a letter should get its number, not stop the program.
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_, **__: _show_warning(message)


def _show_warning(message: Warning | str) -> None:
    from symppm.cli.output import say

    say(f"warning: {message}", err=True)
