"""The command line: ``symppm COMMAND``.

Exit codes are 0 for an answer, 1 for an audit in which something failed, 2 for anything wrong with
the options or the data, 3 for an answer that says the model cannot have these statistics, 130
after Ctrl-C, and 143 after SIGTERM.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from symppm import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typer


def main() -> None:
    """Run the command that the shell gave."""
    if sys.argv[1:] == ["--version"]:
        # A sixth of the time, since no command is loaded; these say what cannot be written.
        with suppress(OSError):
            print(f"symppm {__version__}", flush=True)
            return
    try:
        from symppm.cli.interrupts import run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


def application() -> typer.Typer:
    """Return the command line as a Typer application."""
    from symppm.cli.commands import application as build

    return build()
