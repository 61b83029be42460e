"""Sentences with formulas in one notation: blocks of documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import sympy

from symppm.laws.document import Bullet, Code, Display, Inline, Paragraph, Phrase
from symppm.laws.notation import Notation
from symppm.laws.render import above_zero, display, inline, listed

Said: TypeAlias = "str | sympy.Basic | Inline | Code | Phrase | Sequence[sympy.Basic | Inline]"
"""What a place in a sentence is filled with: a list stands as in "x, y and z"."""


class Prose:
    """Writes sentences, in which {} is filled by formulas, in one notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def naming(self, *names: str) -> Prose:
        """Return prose in whose formulas names stand in this order."""
        return Prose(replace(self.notation, names=names))

    def formula(self, part: sympy.Basic | Inline) -> Inline:
        """Return a formula inside a sentence."""
        return part if isinstance(part, Inline) else inline(part, self.notation)

    def phrase(self, text: str, *parts: Said) -> Phrase:
        """Return a sentence with each {} filled."""
        whole: list[str | Inline | Code] = []
        filled = iter(parts)
        for piece in re.split(r"(\{\})", text):
            whole += self._filled(next(filled)) if piece == "{}" else [piece] if piece else []
        return tuple(whole)

    def _filled(self, part: Said) -> Phrase:
        if isinstance(part, list):
            return listed([self.formula(each) for each in part])
        if isinstance(part, tuple):
            return part
        return (part if isinstance(part, str | Code) else self.formula(part),)

    def paragraph(self, text: str, *parts: Said) -> Paragraph:
        """Return a paragraph of :meth:`phrase`."""
        return Paragraph(self.phrase(text, *parts))

    def bullet(self, text: str, *parts: Said) -> Bullet:
        """Return an entry of a list of :meth:`phrase`."""
        return Bullet(self.phrase(text, *parts))

    def line(self, left: sympy.Expr, right: sympy.Expr) -> Display:
        """Return ``left = right`` on a line of its own."""
        return display(left, right, self.notation)

    def positive(self, expression: sympy.Expr, *, or_zero: bool = False) -> Inline:
        """Return that an expression is above zero, with what is subtracted on the other side."""
        return above_zero(expression, self.notation, or_zero=or_zero)

    def beside(self, latex: str, plain: str, *parts: sympy.Basic | Inline) -> Inline:
        """Join formulas into one by what stands between them."""
        shown = [self.formula(each) for each in parts]
        return Inline(
            latex.join(each.latex for each in shown), plain.join(each.plain for each in shown)
        )
