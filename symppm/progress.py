"""Progress bars: on a terminal where one is asked for, and nothing in a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from symppm.waiting import line_left_to_others, on_terminal


class Advance(Protocol):
    """What is told how much more is done."""

    def __call__(self, done: float = 1, /, what: str | None = None) -> None:
        """Count so much as done, and say what."""


@contextmanager
def progress_bar(what: str, total: int, *, show: bool) -> Iterator[Advance]:
    """Show how much is done."""
    if not (show and on_terminal()):
        yield lambda done=1, /, what=None: None  # noqa: ARG005 - as the other
        return
    # Loaded where something is shown: most calls show nothing and should not wait for it.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    bars = Progress(console=Console(stderr=True), transient=True)
    with line_left_to_others(), bars as bar:
        task = bar.add_task(what, total=total)
        yield lambda done=1, /, what=None: bar.update(task, advance=done, description=what)
