"""The templates that generated modules are written from."""

from __future__ import annotations

from importlib import resources

import jinja2


def template(name: str, *, trim: bool = False) -> jinja2.Template:
    """Return a template; nothing that it names may be missing."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_text),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=trim,
        lstrip_blocks=trim,
        autoescape=False,  # noqa: S701 - Python source, not HTML
    )
    return environment.get_template(name)


def _text(name: str) -> str:
    return resources.files("symppm.codegen").joinpath("templates", name).read_text("utf-8")
