"""Code from templates, and values as its text."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jinja2


class Expression(str):
    """Text that is code, not a string of the code."""

    __slots__ = ()


def literal(value: Any) -> str:
    """Return a value as Python text, strings in double quotes."""
    if isinstance(value, Expression):
        return str(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def rounded(value: float) -> float:
    """Return a number as it is written: ten significant digits."""
    return float(f"{value:.10g}")


def call(name: str, arguments: Mapping[str, Any], **more: Any) -> str:
    """Return a call within a function, with one keyword argument a line."""
    lines = [f"        {key}={literal(value)}," for key, value in {**arguments, **more}.items()]
    return "\n".join([f"{name}(", *lines, "    )"])


@functools.cache
def _templates() -> jinja2.Environment:
    import jinja2  # noqa: PLC0415 - names of targets are asked for without it

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("symppm.exports"),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - programs, not HTML
    )
    environment.globals["call"] = call
    environment.filters["literal"] = literal
    return environment


def rendered(template: str, /, **values: Any) -> str:
    """Return the code of a template; nothing that it names may be missing."""
    return _templates().get_template(f"{template}.j2").render(values)


def template_notes(template: str, /, **values: Any) -> tuple[str, ...]:
    """Return what a template says in its block of notes, a line for each of its paragraphs."""
    loaded = _templates().get_template(f"{template}.j2")
    text = "".join(loaded.blocks["notes"](loaded.new_context(values)))
    return tuple(" ".join(p.split()) for p in text.split("\n\n") if p.strip())
