"""Prior predictive checks on the command line: an option of ``symppm match``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import symppm as ppm
from symppm.cli.wording import in_options
from symppm.errors import DataError, ParameterError
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    from symppm.view.layout import Page

PANEL = "Checks"

CheckOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--check",
        rich_help_panel=PANEL,
        help="Draw matrices like the data from the matched model, and compare what was not "
        "matched: zeros, quantiles, margins, third cumulants, extremes, each with a p-value.",
    ),
]
DrawsOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--draws",
        metavar="N",
        min=2,
        rich_help_panel=PANEL,
        help="How many matrices to draw for --check; 1000 if left out.",
    ),
]


@dataclass(frozen=True)
class Checking:
    """What the options on checks ask for.

    Attributes
    ----------
    wanted : bool
        Of ``--check``.
    draws : int or None
        Of ``--draws``.
    random_seed : int
        Of ``--random-seed``.
    """

    wanted: bool
    draws: int | None
    random_seed: int

    def check(self, export: str | None) -> None:
        """Refuse what cannot be, before anything is read."""
        if self.draws is not None and not self.wanted:
            raise ParameterError("--draws without --check", expected="both", do="Add --check.")
        if self.wanted and export is not None:
            raise ParameterError(
                "--check beside --export, which prints code alone",
                expected="one of the two",
                do="Run symppm twice.",
            )

    def check_data(self, data: Any) -> None:
        """Refuse data that cannot be compared with draws, before they are matched."""
        if self.wanted and isinstance(data, ppm.Triples):
            raise DataError(
                "--check of a table that is summed where it is",
                expected="a matrix in memory, to compare with draws",
                do="Add --engine memory, or leave --check out.",
            )

    def of(
        self, found: ppm.Match, data: Any, zeros: str, known: Mapping[str, Any] | None
    ) -> tuple[ppm.Checks, ...]:
        """Return checks of a match, or of each of its solutions; none if it has no parameters."""
        several = found.branches if len(found.branches) > 1 else (found,)
        if not self.wanted or not all(each.parameters for each in several):
            return ()
        from symppm.checking.run import DRAWS  # noqa: PLC0415 - loads SymPy

        return tuple(
            ppm.check(
                each, data, draws=self.draws or DRAWS, random_seed=self.random_seed, zeros=zeros,
                known=known or {}, progress=on_terminal(),
            )
            for each in several
        )  # fmt: skip

    def document(self, made: Sequence[ppm.Checks]) -> dict[str, Any]:
        """Return what JSON says of checks: a list with one for each solution."""
        return {"checks": [each.to_dict() for each in made]} if self.wanted else {}

    def page(
        self, page: Callable[[], Page], made: Sequence[ppm.Checks], *, verbose: bool
    ) -> Callable[[], Page]:
        """Return what makes a page with checks below it."""
        if not self.wanted:
            return page

        def both() -> Page:
            from rich.console import Group  # noqa: PLC0415 - as above

            from symppm.view.checks import checks_page  # noqa: PLC0415 - as above
            from symppm.view.layout import pages  # noqa: PLC0415 - not needed for JSON

            said = [replace(each, notes=tuple(map(in_options, each.notes))) for each in made]
            parts = page(), checks_page(said, verbose=verbose)
            return pages(*parts) if verbose else Group(*parts)

        return both
