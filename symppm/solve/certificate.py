"""Certificates: a solution of the moment equations with everything that proves it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from symppm.model.declaration import Declaration
from symppm.solve.branches import Branch
from symppm.solve.equations import Equations
from symppm.solve.proof import FORMAT, PROPERTIES, VERSION, check
from symppm.solve.proving import Writer
from symppm.solve.quotients import NotShownError
from symppm.solve.system import System
from symppm.solve.triangular import eliminate


@dataclass(frozen=True)
class Certificate:
    """A proof of a solution, as JSON holds it.

    Attributes
    ----------
    document : mapping
        The equations, the steps with their cofactors, values, conditions, freedoms, and which of
        soundness, completeness, conditions and freedoms they show. Without a closed form it has
        no steps, and says why.
    declaration : Declaration
        The model.
    """

    document: Mapping[str, Any]
    declaration: Declaration

    @property
    def properties(self) -> dict[str, str]:
        """Each property, and that it is shown, or why it is not."""
        properties = self.document["properties"].items()
        return {name: claim.get("reason", "shown") for name, claim in properties}

    @property
    def shown(self) -> tuple[str, ...]:
        """The properties that the certificate shows."""
        properties = self.document["properties"]
        return tuple(name for name in PROPERTIES if properties[name]["shown"])

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
        text: str = import_module("symppm.view.documents").certificate_markdown(self)
        return text


def certify(system: System, branches: Sequence[Branch]) -> Certificate:
    """Prove a solution, or say what is missing."""
    try:
        document = Writer(eliminate(system), branches).document()
    except NotShownError as error:
        why = error.reason if branches else f"{error.reason}, and no formulas are known"
        document = _unsolved(system, why)
    return Certificate(document, system.declaration)


def _unsolved(system: System, reason: str) -> dict[str, Any]:
    """Say what is known without a closed form."""
    try:
        equations = Equations(system)
        document = equations.header() | {"reason": reason}
    except NotShownError as error:
        return {
            "format": FORMAT,
            "version": VERSION,
            "model": system.declaration.name,
            "reason": error.reason,
            "residuals": {
                name: str(residual.xreplace(dict(system.names)))
                for name, residual in zip(system.given, system.residuals, strict=True)
            },
            "properties": _not_shown(error.reason),
        }
    document["residuals"] = {t: f"{v} - {t}" for t, v in document["moments"].items()}
    try:
        document |= equations.freedoms(list(equations.products)[len(equations.targets) :])
        shown = _not_shown(reason) | {"freedoms": {"shown": True}}
        check(document | {"properties": shown})
    except NotShownError as error:
        shown = _not_shown(reason) | {"freedoms": {"shown": False, "reason": error.reason}}
    return document | {"properties": shown}


def _not_shown(reason: str) -> dict[str, dict[str, Any]]:
    return {name: {"shown": False, "reason": reason} for name in PROPERTIES}
