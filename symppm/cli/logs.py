"""What symppm does meanwhile, on standard error: ``symppm --log COMMAND``."""

from __future__ import annotations

import logging
from typing import Annotated, TypeAlias

import typer

LogOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--log",
        count=True,
        show_default=False,
        help="Say on standard error which choices are made meanwhile; twice says more.",
    ),
]


def show_log(verbosity: int) -> None:
    """Let the log of symppm be seen."""
    if not verbosity:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    log = logging.getLogger("symppm")
    log.handlers = [each for each in log.handlers if type(each) is not logging.StreamHandler]
    log.addHandler(handler)
    log.setLevel(logging.INFO if verbosity == 1 else logging.DEBUG)
