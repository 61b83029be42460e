"""A bar for benchmarks that take minutes, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how much is done on a terminal, and nothing in a pipe; yields what to call after each.

    Parameters
    ----------
    what : str
        Name of the work.
    total : int
        How many pieces there are.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - loaded where something is shown
    from rich.progress import Progress  # noqa: PLC0415 - as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield partial(bar.advance, task)
