"""Pages of HTML, from their templates."""

from __future__ import annotations

import functools
from typing import Any

import jinja2


@functools.lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("symppm.view"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(template: str, /, **values: Any) -> str:
    """Return a page of a template."""
    return _environment().get_template(f"{template}.html.j2").render(values)
