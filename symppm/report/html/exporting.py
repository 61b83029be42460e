"""Code for other libraries, to be copied from a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symppm.errors import SymPPMError
from symppm.exports.registry import TARGETS
from symppm.report.html.elements import Fact
from symppm.report.html.views import Exported, Pasted
from symppm.report.tables import branches

if TYPE_CHECKING:
    from symppm.matching import Match


def exported(match: Match) -> Exported:
    """Export a match, each of its solutions if there are several, to every library.

    Parameters
    ----------
    match : Match
        Any; where a library cannot take it, why is said.
    """
    parts: list[Pasted] = []
    refused: dict[str, str] = {}
    solutions = branches(match)
    for target in TARGETS:
        for n, each in enumerate(solutions or (match,), 1):
            try:
                made = each.export(target)
            except SymPPMError as error:
                refused[target] = str(error)
                continue
            about = f"solution {n}" if solutions else ""
            parts.append(
                Pasted(f"{target}-{n}", made.library, target, about, made.notes, made.code)
            )
    return Exported(tuple(parts), tuple(Fact(name, why) for name, why in refused.items()))
