"""Certificates in words: what each property says, and the whole as Markdown."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any


def properties(said: Mapping[str, tuple[bool, str]]) -> dict[str, dict[str, Any]]:
    """Return the four properties, each with whether it is shown and a sentence."""
    return {name: {"shown": is_shown, "says": words} for name, (is_shown, words) in said.items()}


def sound_words(document: Mapping[str, Any]) -> str:
    """Say what soundness is here."""
    root = document["root"]
    modulo = f", up to multiples of the equation of {root['unknown']}" if root else ""
    return f"with the values put in, every moment is its target, identically{modulo}"


def complete_words(document: Mapping[str, Any]) -> str:
    """Say why there is no other solution."""
    names = ", ".join(entry["is"] for entry in document["solve"])
    root = document["root"]
    if not root:
        return (
            f"each of {names} is the only solution of a step that holds wherever the targets are "
            "the moments; what multiplies it there is never zero"
        )
    tail = f"; {names} follow from it" if names else ""
    return (
        f"{root['unknown']} is one of at most {root['degree']} roots of {root['step']}, double "
        f"roots included{tail}, what is divided by being never zero"
    )


def needed_words(document: Mapping[str, Any]) -> str:
    """Say what the conditions are."""
    count = len(document["conditions"])
    root = document["root"]
    tail = f", for a root {root['unknown']}" if root else ""
    return (
        f"each of the {count} conditions holds at every point of the domain, and where all hold "
        f"the values are in the domain{tail}"
    )


def freedom_words(document: Mapping[str, Any]) -> str:
    """Say what is free, and how that is known."""
    moves = [*document["free"], *document["shifts"]]
    said = [
        "; ".join(", ".join(f"{u} by {w}" for u, w in each.items()) for each in moves),
        "signs of " + "; ".join(" and ".join(each) for each in document["flips"]),
    ]
    listed = [text for text, there in zip(said, (moves, document["flips"]), strict=True) if there]
    free = f"free are only {' and '.join(listed)}" if listed else "nothing is free"
    left = f", besides {', '.join(document['open'])}" if document["open"] else ""
    return f"{free}{left}: the Jacobian has rank {document['rank']['value']} at a rational point"


def _equation(claim: str) -> str:
    """Write left - right as left = right."""
    node = ast.parse(claim, mode="eval").body
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return f"{ast.unparse(node.left)} = {ast.unparse(node.right)}"
    return f"{claim} = 0"


def markdown(document: Mapping[str, Any]) -> Iterator[str]:
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
