"""Docstrings for Sphinx as they are meant.

A bar is a bar and no substitution; the type of a field, such as "array of shape (N,)", is words and
holds no link to whatever is called shape.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.domains.python import PyObject

import symppm

_TYPE = re.compile(r"^(:vartype \w+:) (.+)$")
_LITERAL = re.compile(r"(``.*?``)")
_PUBLIC = re.compile(r"`symppm\.\w+\.(" + "|".join(symppm.__all__) + r")`")


def escaped(line: str) -> str:
    """Return a line in which a bar outside literals is a bar."""
    parts = _LITERAL.split(line)
    return "".join(
        part if index % 2 else part.replace("|", r"\|") for index, part in enumerate(parts)
    )


def _process(
    _app: Any, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]
) -> None:
    # What is public is described under its public name.
    named = [_PUBLIC.sub(r"`symppm.\1`", line) for line in lines]
    lines[:] = [_TYPE.sub(r"\1 ``\2``", escaped(line)) for line in named]


def setup(app: Any) -> dict[str, bool]:
    """Have every docstring processed, and attributes called so, which Sphinx calls variables."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Attributes"
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True}
