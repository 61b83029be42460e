"""Formulas as MathML, written when the site is built: pages load no script to show them.

Docutils has a converter from LaTeX to MathML that stops at what it does not know, so that a
formula which would not show is an error of the build.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml


def _converted(writer: Any, node: Any, *, block: bool) -> str:
    text = node.astext()
    if block and r"\\" in text and r"\begin" not in text:
        text = rf"\begin{{aligned}}{text}\end{{aligned}}"
    try:
        return str(tex2mathml(text, as_block=block))
    except MathError as error:
        writer.builder.warn(f"a formula that cannot be shown: {text!r}: {error}")
        raise nodes.SkipNode from error


def visit_inline(writer: Any, node: Any) -> None:
    """Write a formula within a line."""
    writer.body.append(_converted(writer, node, block=False))
    raise nodes.SkipNode


def visit_block(writer: Any, node: Any) -> None:
    """Write a formula of its own; a wide one scrolls within its box."""
    formula = _converted(writer, node, block=True)
    writer.body.append(f'<div class="formula">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Offer this renderer to Sphinx under the name ``mathml``."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
