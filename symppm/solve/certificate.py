"""Certificates: a solution of the moment equations with everything that proves it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symppm.solve.branches import Branch
from symppm.solve.equations import Equations
from symppm.solve.proof import FORMAT, PROPERTIES, VERSION, check
from symppm.solve.proving import Writer, freedom_words, said
from symppm.solve.quotients import NotShownError
from symppm.solve.system import System


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
        return "\n".join(_markdown(self.document)) + "\n"


def certify(system: System, branches: Sequence[Branch], free: Sequence[str]) -> Certificate:
    """Prove a solution, of which some names may be free, or say what is missing."""
    try:
        equations = Equations(system)
    except NotShownError as error:
        return Certificate(_unread(system, error.reason))
    try:
        return Certificate(Writer(equations, branches, free).document())
    except NotShownError as error:
        why = error.reason if branches else f"{error}, and formulas there are none"
        return Certificate(_unsolved(equations, why))


def _unread(system: System, reason: str) -> dict[str, Any]:
    """Say that nothing is shown, and why."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "model": system.declaration.name,
        "reason": reason,
        "residuals": {
            name: str(residual.xreplace(dict(system.names)))
            for name, residual in zip(system.given, system.residuals, strict=True)
        },
        "properties": {name: said(reason, shown=False) for name in PROPERTIES},
    }


def _unsolved(equations: Equations, reason: str) -> dict[str, Any]:
    """Say what is known without a closed form."""
    properties = {name: said(reason, shown=False) for name in PROPERTIES}
    document = equations.header() | {"reason": reason}
    document["residuals"] = {t: f"{v} - {t}" for t, v in document["moments"].items()}
    try:
        document |= equations.freedoms(list(equations.products)[len(equations.targets) :])
        shown = properties | {"freedoms": said(freedom_words(document))}
        check(document | {"properties": shown})
    except NotShownError:
        shown = properties | {"freedoms": said("which changes no moment sees", shown=False)}
    return document | {"properties": shown}


def _markdown(document: Mapping[str, Any]) -> Iterator[str]:
    """Write the parts one after another; formulas as code."""
    yield f"## Solution of {document['model']}"
    yield ""
    if "steps" not in document:
        yield f"No closed form: {document['reason']}. The equations are"
        yield ""
        yield from (f"* `{text} = 0`" for text in document["residuals"].values())
    else:
        yield "The equations, and what follows from them:"
        yield ""
        for step in document["steps"]:
            cited = " + ".join(f"`({text})` {name}" for name, text in step.get("from", {}).items())
            why = f"`{step['times']}` times this is {cited}" if cited else step["because"]
            yield f"* **{step['name']}** `{_equation(step['claim'])}`: {why}"
        yield ""
        root = document["root"]
        if root:
            coefficients = "; ".join(f"`{n} = {t}`" for n, t in root["coefficients"].items())
            yield f"`{root['unknown']}` is a root of {root['step']}, with {coefficients}. So"
        else:
            yield "So"
        yield ""
        yield from (f"* `{each['is']} = {each['value']}`" for each in document["solve"])
        yield from (f"* `{each['target']} = {each['value']}`" for each in document["constraints"])
        yield ""
        yield "if and only if " + ", ".join(f"`{text} > 0`" for text in document["conditions"])
        for witness in root["witnesses"] if root else ():
            point = ", ".join(f"{name} = {value}" for name, value in witness["at"].items())
            kind = "admissible, one of them double" if witness["double"] else "admissible"
            yield f"* at `{point}`: {witness['admissible']} {kind}"
    yield ""
    for name, each in document["properties"].items():
        yield f"* **{name}**: {each['says']}"


def _equation(claim: str) -> str:
    """Write left - right as left = right."""
    node = ast.parse(claim, mode="eval").body
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return f"{ast.unparse(node.left)} = {ast.unparse(node.right)}"
    return f"{claim} = 0"
