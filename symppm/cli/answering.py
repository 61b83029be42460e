"""How a match is answered: a page or JSON, and an exit code."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

import symppm as ppm
from symppm.cli.output import deliver
from symppm.cli.program import INFEASIBLE, INTERRUPTED
from symppm.cli.search_options import TraceFiles
from symppm.cli.wording import in_options, worded

if TYPE_CHECKING:
    from symppm.view.layout import Page

_NO_FILES = TraceFiles(None, None)
EXPORT: Final = "add --export hpfrec (or pymc, stan, ...), or --verbose for the reasons"
_REASONS: Final = "add --verbose for what fails, and what would do"


def alone(found: ppm.Match, given: Collection[str], *, verbose: bool, export: str = EXPORT) -> Page:
    """Return the page of a match to beliefs."""
    from symppm.view.brief import match_brief  # noqa: PLC0415 - not needed for JSON
    from symppm.view.text import page  # noqa: PLC0415 - as above

    if verbose:
        return page(worded(found), given)
    then = export if found.feasible else _REASONS
    if found.branches:
        then = "add --fix NAME=VALUE for what tells them apart, or --verbose for all of each"
    return match_brief(found, words=in_options, then=then)


def with_data(
    found: ppm.Match,
    title: str,
    about: tuple[str, ...],
    given: Collection[str],
    *,
    verbose: bool,
    export: str = EXPORT,
) -> Page:
    """Return the page of a match to data, which it begins with."""
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    from symppm.view.brief import data_line  # noqa: PLC0415 - as above
    from symppm.view.layout import pages  # noqa: PLC0415 - as above
    from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

    if found.statistics is None:
        return alone(found, given, verbose=verbose)
    if not verbose:
        line = data_line(title, found.statistics, about)
        return Group(line, alone(found, given, verbose=False, export=export))
    return pages(data_page(title, found.statistics, about), page(worded(found), given))


def answer(
    found: ppm.Match,
    about: dict[str, Any],
    page: Callable[[], Page],
    *,
    as_json: bool,
    output: Path | None,
    inputs: tuple[Path, ...] = (),
    traces: TraceFiles = _NO_FILES,
) -> None:
    """Answer, and leave with the exit code that says how it went."""
    traces.write(found, inputs)
    document = {**found.to_dict(), "notes": [], **about}
    deliver(page, document, as_json=as_json, output=output, inputs=inputs)
    if any(each.code == "interrupted" for each in found.findings):
        raise typer.Exit(INTERRUPTED)
    if not found.feasible:
        raise typer.Exit(INFEASIBLE)
