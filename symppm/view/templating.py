"""Templates of pages and documents: what is put into HTML is escaped, into Markdown it is not."""

from __future__ import annotations

import functools

import jinja2


@functools.lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("symppm.view"),
        autoescape=jinja2.select_autoescape(["html.j2"]),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def rendered(template: str, /, **values: object) -> str:
    """Return a template of this room, filled in."""
    return _environment().get_template(template).render(values)
