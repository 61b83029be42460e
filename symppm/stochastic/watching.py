"""What is shown on a terminal while a search goes on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from symppm.waiting import line_left_to_others, on_terminal

Watch = Callable[[str, int, float], None]


@contextlib.contextmanager
def watching(*, show: bool) -> Iterator[Watch | None]:
    """Show the step and the discrepancy on a terminal, and nothing in a pipe."""
    if not (show and on_terminal()):
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - loaded where something is shown
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with line_left_to_others(), bars as bar:
        task = bar.add_task("Searching")

        def tell(phase: str, step: int, loss: float) -> None:
            bar.update(task, description=f"Step {step:,} ({phase}): discrepancy {loss:.3g}")

        yield tell
