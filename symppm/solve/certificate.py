"""Certificates: a solution of the moment equations with everything that proves it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symppm.solve.branches import Branch
from symppm.solve.proof import FORMAT, PROPERTIES, VERSION, check
from symppm.solve.proving import Writer
from symppm.solve.quotients import NotShownError
from symppm.solve.reduced import Equations
from symppm.solve.system import System
from symppm.solve.wording import markdown


@dataclass(frozen=True)
class Certificate:
    """A proof of a solution, as JSON holds it.

    Attributes
    ----------
    document : mapping
        The equations, the steps with their cofactors, values, conditions, freedoms, and which of
        soundness, completeness, conditions and freedoms they show. Without a closed form it has
        no steps, and says why.
    """

    document: Mapping[str, Any]

    @property
    def properties(self) -> dict[str, str]:
        """What is shown, by property; a property that is not shown says why not."""
        return {name: each["says"] for name, each in self.document["properties"].items()}

    @property
    def shown(self) -> tuple[str, ...]:
        """The properties that the certificate shows."""
        said = self.document["properties"]
        return tuple(name for name in PROPERTIES if said[name]["shown"])

    def verify(self) -> tuple[str, ...]:
        """Check every step with code that shares nothing with what made it.

        Returns
        -------
        tuple of str
            The properties that hold: of ``"soundness"``, ``"completeness"``, ``"conditions"`` and
            ``"freedoms"``.

        Raises
        ------
        NotShownError
            If anything does not follow. The message says what.
        """
        return check(self.document)

    def to_json(self) -> str:
        """Write the certificate as JSON, from which a program can check it."""
        return json.dumps(self.document, indent=1) + "\n"

    def to_markdown(self) -> str:
        """Write the certificate for readers: equations, steps, values, conditions, freedoms."""
        return "\n".join(markdown(self.document)) + "\n"


def certify(system: System, branches: Sequence[Branch], free: Sequence[str]) -> Certificate:
    """Prove a solution, of which some names may be free, or say what is missing."""
    try:
        equations = Equations(system)
    except NotShownError as error:
        return Certificate(_bare(system, error.reason))
    try:
        return Certificate(Writer(equations, branches, free).document())
    except NotShownError as error:
        why = error.reason if branches else f"{error}, and formulas there are none"
        return Certificate(equations.unsolved(why))


def _bare(system: System, reason: str) -> dict[str, Any]:
    """Say that nothing is shown, and why."""
    why = f"not shown: {reason}"
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": system.declaration.name,
        "reason": reason,
        "residuals": {
            name: str(residual.xreplace(dict(system.names)))
            for name, residual in zip(system.given, system.residuals, strict=True)
        },
        "properties": {name: {"shown": False, "says": why} for name in PROPERTIES},
    }
