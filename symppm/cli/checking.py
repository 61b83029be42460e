"""Prior predictive checks on the command line: an option of ``symppm match``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

import symppm as ppm
from symppm.cli.wording import in_options
from symppm.errors import DataError, ParameterError
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    from symppm.view.layout import Page

_PANEL: Final = "Checks"


@dataclass(frozen=True)
class Checking:
    """What is compared that was not matched."""

    check: Annotated[
        bool,
        typer.Option(
            "--check",
            rich_help_panel=_PANEL,
            help="Draw matrices like the data from the matched model, and compare what was not "
            "matched: zeros, quantiles, margins, third cumulants, extremes, each with a p-value.",
        ),
    ] = False
    draws: Annotated[
        int | None,
        typer.Option(
            "--draws",
            metavar="N",
            min=2,
            rich_help_panel=_PANEL,
            help="How many matrices to draw for --check; 1000 if left out.",
        ),
    ] = None

    def check_options(self, export: str | None) -> None:
        """Refuse draws without checks, and checks beside an export, before anything is read."""
        if self.draws is not None and not self.check:
            raise ParameterError("--draws without --check", expected="both", do="Add --check.")
        if self.check and export is not None:
            raise ParameterError(
                "--check beside --export, which prints code alone",
                expected="one of the two",
                do="Run symppm twice.",
            )

    def check_data(self, data: Any) -> None:
        """Refuse data that cannot be compared with draws, before they are matched."""
        if self.check and isinstance(data, ppm.Triples):
            raise DataError(
                "--check of a table that is summed where it is",
                expected="a matrix in memory, to compare with draws",
                do="Add --engine memory, or leave --check out.",
            )

    def made(
        self, found: ppm.Match, data: Any, zeros: str, known: Mapping[str, Any], random_seed: int
    ) -> tuple[ppm.Checks, ...]:
        """Return checks of a match, or of each of its solutions; none if it has no parameters."""
        several = found.branches if len(found.branches) > 1 else (found,)
        if not self.check or not all(each.parameters for each in several):
            return ()
        from symppm.checking.run import DRAWS  # noqa: PLC0415 - loads SymPy

        return tuple(
            ppm.check(
                each, data, draws=self.draws or DRAWS, random_seed=random_seed, zeros=zeros,
                known=known, progress=on_terminal(),
            )
            for each in several
        )  # fmt: skip


def with_checks(page: Page, made: Sequence[ppm.Checks], *, verbose: bool) -> Page:
    """Return a page with checks below it: all of them, or what is surprising."""
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    from symppm.view.checks import checks_page  # noqa: PLC0415 - as above
    from symppm.view.layout import pages  # noqa: PLC0415 - as above

    said = [replace(each, notes=tuple(map(in_options, each.notes))) for each in made]
    parts = page, checks_page(said, verbose=verbose)
    return pages(*parts) if verbose else Group(*parts)
