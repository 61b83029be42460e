"""Exports on the command line: code for another library in place of the page."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import symppm as ppm
from symppm.cli.grouping import option
from symppm.cli.options import MARGINS, Answer, known_files
from symppm.cli.output import say, write_text
from symppm.cli.reading import Counts, Data, DataQuestion, Holding
from symppm.cli.wording import in_options
from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.exports.scripts import Sources


@dataclass(frozen=True)
class Exporting:
    """What is printed for another library."""

    PANEL: ClassVar = Holding.PANEL

    export: str | None = option(
        "Print code for another library: hpfrec, schpf, poismf, sklearn, cmfrec, implicit, pymc, "
        "numpyro, pyro, stan, jags or json; of topics also gensim, tomotopy.",
        "TARGET",
    )
    shapes: str | None = option("Of Gamma factors: auto, mean-field, moments (as matched).", "WAY")

    def check(self, output: Path | None) -> None:
        """Refuse what cannot be, before anything is matched."""
        if self.export is None:
            if self.shapes is not None:
                raise ParameterError(
                    "--shapes without --export",
                    expected="an export whose shapes it sets",
                    do="Add --export hpfrec, for example.",
                )
            return
        from symppm.exports.registry import check_shapes, target_named

        target = target_named(self.export)
        check_shapes(target, self.shapes or "auto")
        if output is not None and output.name == f"{target}.py":
            raise _imports_itself(output, target, f"Write --output fit_{target}.py.")

    def hand_over(self, match: ppm.Match, answer: Answer, sources: Sources | None = None) -> None:
        """Print or write an export.

        What is wrong with the match goes to standard error, so that the code stays clean.
        """
        from symppm.exports.registry import SAMPLED, target_named
        from symppm.matching.exporting import export_of

        for diagnostic in match.diagnostics:
            if diagnostic.severity != "note":
                say(f"{diagnostic.severity}: {in_options(diagnostic.message)}", err=True)
        if not (match.feasible or match.parameters):
            say("Nothing is exported: the match is infeasible.", err=True)
            return
        target = target_named(str(self.export))
        listed = sources is not None and sources.data is not None and target in SAMPLED
        export = export_of(match, target, self.shapes or "auto", listed=listed)
        if answer.as_json:
            export = export if sources is None else sources.noted(export)
            write_text(export.to_json() + "\n", answer.output)
            return
        # Other notes are about keywords of other libraries.
        notes = (in_options(note) if "shapes=" in note else note for note in export.notes)
        export = replace(export, notes=tuple(notes))
        if sources is not None:
            if sources.data is None:
                say(f"note: {sources.note}", err=True)
            counts = match.spec.observed_is_count and len(match.spec.axes) == 2
            missing = match.given.missing
            export = sources.script(export, answer.output, missing=missing, counts=counts)
        _check_name(export.code, answer.output)
        write_text(str(export), answer.output)
        if answer.output is not None:
            # Without data it is for others to call.
            runs = export.is_python and sources is not None and sources.data is not None
            runs = runs and answer.output.is_file()
            run = f"; run it: {shlex.join(['python', str(answer.output)])}" if runs else ""
            size = "" if match.k is None else f"K = {match.k}; "
            say(f"{size}wrote {answer.output}{run}")


def sources(data: Data, counts: Counts, question: DataQuestion) -> Sources:
    """Return how a script reads what was matched, or what was set aside of it."""
    from symppm.exports.scripts import sources_of, sources_of_rest

    if data.rest is not None:
        return sources_of_rest(data.file, data.rest, data.values)
    named = known_files(question.known).items()
    known = {name: Path(file) for name, file in named if file != MARGINS}
    options = counts.keywords if isinstance(data.given, ppm.Table) else None
    return sources_of(data.file, data.values, options, known)


def _check_name(code: str, output: Path | None) -> None:
    imported = re.findall(r"^\s*(?:from|import) (\w+)", code, flags=re.MULTILINE)
    # Libraries import those of Python and one another: a script in their place breaks them too.
    reserved = {*imported, *sys.stdlib_module_names, "symppm", "numpy", "scipy"}
    if output is not None and output.suffix == ".py" and output.stem in reserved:
        raise _imports_itself(output, output.stem, "Choose another name.")


def _imports_itself(output: Path, library: str, do: str) -> ParameterError:
    return ParameterError(
        f"--output {output}, which would import itself in place of {library}",
        expected="a script that is not named like a library",
        do=do,
    )
