"""Sentences with formulas in them, and equations one below the other, in one notation."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import sympy

from symppm.errors import conjunction
from symppm.laws.breaking import equation, rows, width
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation, is_negative
from symppm.laws.plain import PlainFormula
from symppm.view.document import Bullet, Code, Display, Inline, Paragraph, Phrase, aligned, wrapped

Said: TypeAlias = "str | sympy.Basic | Inline | Code | Phrase | Sequence[sympy.Basic | Inline]"
"""What a place in a sentence is filled with: a list stands as in "x, y and z"."""
Row: TypeAlias = "tuple[sympy.Expr, str]"
"""What stands at the right of a sign of equality, and why it does."""

_WIDEST: Final = 74.0
"""How many small letters a row holds, the law beside it included."""
_BESIDE: Final = 16.0
_MOST_ASIDE: Final = 30.0
_LEAST: Final = 34.0
_LAW: Final = 28
_LAW_WIDTH: Final = 0.78
_PLAIN_WIDTH: Final = 92
_GAP: Final = 4
_EQUALS: Final = 4.0
_HALVES: Final = (sympy.S.Half, -sympy.S.Half)
_UNDER_ROOTS: Final = ("D", *(f"D_{n}" for n in range(2, 9)))
_LETTERS: Final = ("s", "lambda", "tau", "scale", "any_number")


def free_letter(taken: Container[str]) -> sympy.Symbol:
    """Return a letter for a number that is in no formula."""
    return sympy.Symbol(next(letter for letter in _LETTERS if letter not in taken), positive=True)


def cited(labels: Iterable[str]) -> list[str]:
    """Return labels of a kind as one, such as "Propositions 2 and 5"."""
    parts: list[str] = []
    for kind in ("Lemma", "Proposition"):
        numbers = sorted(int(label.split()[1]) for label in labels if kind in label)
        if numbers:
            parts.append(f"{kind}{'s' * (len(numbers) > 1)} {conjunction(map(str, numbers))}")
    return parts


class Prose:
    """Writes sentences, in which {} is filled by formulas, in one notation."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.latex, self.plain = LatexFormula(notation), PlainFormula(notation)

    def naming(self, *names: str) -> Prose:
        """Return prose in whose formulas names stand in this order."""
        return Prose(replace(self.notation, names=names))

    def formula(self, part: sympy.Basic | Inline) -> Inline:
        """Return a formula inside a sentence."""
        if isinstance(part, Inline):
            return part
        return Inline(self.latex.write(part), self.plain.write(part))

    def phrase(self, text: str, *parts: Said) -> Phrase:
        """Return a sentence with each {} filled."""
        whole: list[str | Inline | Code] = []
        filled = iter(parts)
        for piece in re.split(r"(\{\})", text):
            whole += self._filled(next(filled)) if piece == "{}" else [piece] if piece else []
        return tuple(whole)

    def _filled(self, part: Said) -> Phrase:
        if isinstance(part, list):
            between = ["", *[", "] * (len(part) - 2), " and "]
            pairs = zip(between, map(self.formula, part), strict=False)
            return tuple(itertools.chain.from_iterable(pairs))
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
        if not self.fits(right):
            return self.equalities([(self.formula(left), [right])])
        plain = f"{self.plain.write(left)} = {self.plain.write(right)}"
        return Display(equation(left, right, self.notation), plain)

    def fits(self, right: sympy.Expr, aside: float = _BESIDE) -> bool:
        """Tell whether an expression can be broken into rows that fit a page."""
        parts = rows(right, self.latex, _WIDEST - aside)
        return max(map(width, parts)) <= _WIDEST - aside

    def _fitting(
        self, rights: Sequence[sympy.Expr], known: dict[sympy.Expr, sympy.Symbol]
    ) -> tuple[list[sympy.Expr], dict[sympy.Symbol, sympy.Expr]]:
        """Give names to what is under roots in expressions that do not fit, and return it, too.

        What has a name in ``known`` keeps it, and what gets one is added to that.
        """
        wide = [right for right in rights if not self.fits(right)]
        roots = sorted(
            (part for right in wide for part in right.atoms(sympy.Pow)), key=sympy.default_sort_key
        )
        under = dict.fromkeys(
            root.base for root in roots
            if root.exp in _HALVES and width(self.latex.write(root.base)) > _BESIDE
        )  # fmt: skip
        taken = {*self.notation.names, *(symbol.name for symbol in known.values())}
        names = (n for n in _UNDER_ROOTS if n not in taken)
        parts = (part for part in under if part not in known)
        new = {part: sympy.Symbol(n, positive=True) for part, n in zip(parts, names, strict=False)}
        known |= new
        shorter = [
            right.xreplace({part: n for part, n in known.items() if part != right})
            for right in rights
        ]
        return shorter, {n: part for part, n in new.items()}

    def positive(self, expression: sympy.Expr, *, or_zero: bool = False) -> Inline:
        """Return that an expression is above zero, with what is subtracted on the other side."""
        if expression.is_Pow and expression.exp.is_Integer and expression.exp.is_even:
            return self.beside(r" \ne ", " ≠ ", expression.base, sympy.S.Zero)
        terms = self.notation.terms(expression)
        left = sympy.Add(*(term for term in terms if not is_negative(term)))
        right = sympy.Add(*(-term for term in terms if is_negative(term)))
        signs = (r"\ge", "≥") if or_zero else (">", ">")
        if left.is_Number and not right.is_Number:
            left, right = right, left
            signs = (r"\le", "≤") if or_zero else ("<", "<")
        return self.beside(f" {signs[0]} ", f" {signs[1]} ", left, right)

    def beside(self, latex: str, plain: str, *parts: sympy.Basic | Inline) -> Inline:
        """Join formulas into one by what stands between them."""
        shown = [self.formula(part) for part in parts]
        return Inline(
            latex.join(part.latex for part in shown), plain.join(part.plain for part in shown)
        )

    def moves(self, moved: Iterable[tuple[sympy.Basic, sympy.Basic]]) -> list[Inline]:
        """Return what becomes what."""
        return [self.beside(r" \to ", " → ", *pair) for pair in moved]

    def steps(self, lines: Sequence[tuple[sympy.Expr, sympy.Expr, str]]) -> Display:
        """Return equations one below the other, each with what it follows from at the right."""
        latex = [row for line in lines for row in self._step(*line)]
        plain = [
            row
            for left, right, why in lines
            for row in self._plain_chain(self.plain.write(left), [(right, why)])
        ]
        return Display(aligned(latex), "\n".join(plain))

    def chain(self, left: Inline, lines: Sequence[Row]) -> Display:
        """Return ``left = this = that``, a line each, the reasons at the right."""
        rights, below = self._fitting([right for right, _ in lines], {})
        lines = [(right, why) for right, (_, why) in zip(rights, lines, strict=True)]
        latex, plain = [*self._latex_chain(left, lines)], [*self._plain_chain(left.plain, lines)]
        laws = [why for _, why in lines]
        for name, part in below.items():
            row = self.formula(name), [(part, "")]
            latex += self._latex_chain(*row, width(left.latex), laws)
            plain += self._plain_chain(row[0].plain, row[1])
        return Display(aligned(latex), "\n".join(plain))

    def equalities(self, pairs: Sequence[tuple[Inline, Sequence[sympy.Expr]]]) -> Display:
        """Return equalities one below the other, aligned, each with one right side or more."""
        latex: list[str] = []
        plain: list[str] = []
        asides = (width(left.latex) for left, _ in pairs)
        margin = max((width for width in asides if width <= _MOST_ASIDE), default=0.0)
        waiting, known = list(pairs), dict[sympy.Expr, sympy.Symbol]()
        while waiting:
            left, given = waiting.pop(0)
            rights, below = self._fitting(given, known)
            waiting[:0] = [(self.formula(n), [part]) for n, part in below.items()]
            latex += self._latex_chain(left, [(right, "") for right in rights], margin)
            line = " = ".join([left.plain, *map(self.plain.write, rights)])
            chained = self._plain_chain(left.plain, [(right, "") for right in rights])
            plain += [line] if len(line) <= _PLAIN_WIDTH else chained
        return Display(aligned(latex), "\n".join(plain))

    def _step(self, left: sympy.Expr, right: sympy.Expr, why: str) -> Iterator[str]:
        laws = textwrap.wrap(why, _LAW)
        room = _WIDEST - max(map(len, laws)) * _LAW_WIDTH
        head, *below = rows(left, self.latex, room)
        whole = rows(right, self.latex, room - width(head) - _EQUALS)
        if not below and width(head) + _EQUALS + max(map(width, whole)) <= room:
            lines = [f"{head} = {whole[0]}", *(rf"\qquad {row}" for row in whole[1:])]
        else:
            first, *more = rows(right, self.latex, room - _EQUALS)
            lines = [head, *below, rf"\quad = {first}", *(rf"\qquad {row}" for row in more)]
        for row, law in itertools.zip_longest(lines, laws, fillvalue=""):
            yield f"& {row}" + (rf" && \text{{{law}}}" if law else "")

    def _latex_chain(
        self,
        left: Inline,
        lines: Sequence[Row],
        margin: float = 0.0,
        beside_all: Sequence[str] = (),
    ) -> Iterator[str]:
        laws = [textwrap.wrap(law, _LAW) for _, law in lines]
        others = (textwrap.wrap(law, _LAW) for law in beside_all)
        longest = max(map(len, itertools.chain(*laws, *others)), default=0)
        room = _WIDEST - longest * _LAW_WIDTH
        written = [self.latex.write(right) for right, _ in lines]
        aside = max(width(left.latex), margin)
        short = aside + max(map(width, written)) <= room
        beside = aside <= max(_BESIDE, margin) or short
        if not beside:
            yield f"& {left.latex}"
        room = max(room - (aside if beside else 4), _LEAST)
        for place, (right, _) in enumerate(lines):
            parts = rows(right, self.latex, room)
            start = f"{left.latex} &" if beside and not place else "&" if beside else r"&\quad "
            marked = [f"{start}= {parts[0]}", *(rf"&\quad {part}" for part in parts[1:])]
            if not beside:
                marked[1:] = [rf"&\quad{part[1:]}" for part in marked[1:]]
            for row, why in itertools.zip_longest(marked, laws[place], fillvalue=""):
                yield (row or "&") + (rf" && \text{{{why}}}" if why else "")

    def _plain_chain(self, left: str, lines: Sequence[Row]) -> Iterator[str]:
        written = [self.plain.write(right) for right, _ in lines]
        fits_one = len(written) == 1 and len(left) + len(written[0]) < _PLAIN_WIDTH * 2 // 3
        beside = len(left) <= _PLAIN_WIDTH // 4 or fits_one
        margin = " " * (len(left) if beside else 2)
        if not beside:
            yield from wrapped(left, _PLAIN_WIDTH)
        fits = [len(line) for line in written if len(line) + len(margin) < _PLAIN_WIDTH * 2 // 3]
        column = max(fits, default=0)
        for place, (text, (_, law)) in enumerate(zip(written, lines, strict=True)):
            start = left if beside and not place else margin
            first, *others = wrapped(text, _PLAIN_WIDTH - len(margin))
            if law and not others and len(text) <= column:
                yield f"{start} = {text.ljust(column)}{' ' * _GAP}{law}"
                continue
            yield from (f"{start} = {first}", *(f"{margin}     {line}" for line in others))
            if law:
                yield f"{margin}   {' ' * (column + _GAP)}{law}"
