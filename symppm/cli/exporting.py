"""Exports on the command line: code for another library in place of the page."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

import symppm as ppm
from symppm.cli.output import say, write_text
from symppm.cli.program import INFEASIBLE, INTERRUPTED
from symppm.cli.search_options import TraceFiles
from symppm.cli.wording import in_options
from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.cli.script_data import Sources

PANEL = "Exports"

ExportOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--export",
        metavar="TARGET",
        rich_help_panel=PANEL,
        help="Print K and the priors as another library takes them, in place of the page: hpfrec, "
        "schpf, poismf, sklearn, cmfrec, implicit, pymc, numpyro, pyro, stan, jags or json. As in "
        "--export hpfrec --output fit.py; with --json, arguments, code and notes as JSON.",
    ),
]
ShapesOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--shapes",
        metavar="WAY",
        rich_help_panel=PANEL,
        help="Shapes of Gamma factors in an export: auto (of counts, what the target takes), "
        "mean-field (for mean-field inference, means kept), or moments (as matched).",
    ),
]


@dataclass(frozen=True)
class Exporting:
    """What the options on exports ask for.

    Attributes
    ----------
    target : str or None
        Of ``--export``.
    shapes : str or None
        Of ``--shapes``.
    """

    target: str | None
    shapes: str | None

    def check(self, output: Path | None) -> None:
        """Refuse what cannot be, before anything is matched."""
        if self.target is None:
            if self.shapes is not None:
                raise ParameterError(
                    "--shapes without --export",
                    expected="an export whose shapes it sets",
                    do="Add --export hpfrec, for example.",
                )
            return
        from symppm.exports.registry import (  # noqa: PLC0415 - only where asked for
            check_shapes,
            target_named,
        )

        target = target_named(self.target)
        check_shapes(target, self.shapes or "auto")
        if output is not None and output.name == f"{target}.py":
            raise ParameterError(
                f"--output {output}, which would import itself in place of {target}",
                expected="a script that is not named like a library",
                do=f"Write --output fit_{target}.py.",
            )


def hand_over(
    found: ppm.Match,
    exporting: Exporting,
    *,
    as_json: bool,
    output: Path | None,
    traces: TraceFiles,
    inputs: tuple[Path, ...] = (),
    sources: Sources | None = None,
) -> None:
    """Print or write an export, and leave with the exit code that says how the match went.

    What is wrong with the match goes to standard error, so that the code stays clean.
    """
    from symppm.exports.registry import SAMPLED, target_named  # noqa: PLC0415 - only where asked for
    from symppm.matching.exporting import export_of  # noqa: PLC0415 - as above

    traces.write(found, inputs)
    for each in found.findings:
        if each.severity != "note":
            say(f"{each.severity}: {in_options(each.message)}", err=True)
    if found.feasible or found.parameters:
        target = target_named(str(exporting.target))
        listed = sources is not None and sources.data is not None and target in SAMPLED
        export = export_of(found, target, exporting.shapes or "auto", listed=listed)
        if not as_json:
            export = replace(export, notes=tuple(map(_worded, export.notes)))
        if sources is not None:
            export = sources.noted(export) if as_json else sources.script(export, output, found)
        text = export.to_json() + "\n" if as_json else str(export)
        _check_name(export.code, output)
        write_text(text, output, inputs)
    if any(each.code == "interrupted" for each in found.findings):
        raise typer.Exit(INTERRUPTED)
    if not found.feasible:
        if not found.parameters:
            say("Nothing is exported: the match is infeasible.", err=True)
        raise typer.Exit(INFEASIBLE)


def _worded(note: str) -> str:
    # Other notes are about keywords of other libraries.
    return in_options(note) if "shapes=" in note else note


def _check_name(code: str, output: Path | None) -> None:
    imported = re.findall(r"^\s*(?:from|import) (\w+)", code, flags=re.MULTILINE)
    # Libraries import those of Python and one another: a script in their place breaks them too.
    taken = {*imported, *sys.stdlib_module_names, "symppm", "numpy", "scipy"}
    if output is not None and output.suffix == ".py" and output.stem in taken:
        raise ParameterError(
            f"--output {output}, which would import itself in place of {output.stem}",
            expected="a script that is not named like a library",
            do="Choose another name.",
        )
