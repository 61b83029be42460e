"""Exports as plain JSON, for what has no export of its own."""

from __future__ import annotations

import json

from symppm.exports.types import Chosen, Export

_CONVENTION = "Gamma is (shape, rate), with mean shape / rate."


def to_json(chosen: Chosen, notes: tuple[str, ...] = ()) -> Export:
    """Return the values of a match as JSON text, with their convention."""
    document = {
        "model": chosen.model,
        "title": chosen.title,
        "convention": _CONVENTION,
        "scale": chosen.scale,
        "k": chosen.k,
        "parameters": dict(chosen.parameters),
        "meanings": dict(chosen.meanings),
        "targets": dict(chosen.targets),
        "achieved": dict(chosen.achieved),
        **({"notes": list(notes)} if notes else {}),
    }
    text = json.dumps(document, indent=2, allow_nan=False) + "\n"
    return Export("json", "JSON", document, text)
