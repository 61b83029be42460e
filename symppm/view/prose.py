"""Sentences with formulas in them, and equations one below the other, in one notation."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import sympy

from symppm.errors import conjunction
from symppm.laws.breaking import equation, rows, width
from symppm.laws.forms import readable
from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation, is_negative
from symppm.laws.operators import Operator
from symppm.laws.plain import PlainFormula
from symppm.view.document import (
    Block,
    Bullet,
    Code,
    Display,
    Inline,
    Paragraph,
    Phrase,
    aligned,
    wrapped,
)

Said: TypeAlias = "str | sympy.Basic | Inline | Code | Phrase | Sequence[sympy.Basic | Inline]"
"""What a place in a sentence is filled with: a list stands as in "x, y and z"."""
Row: TypeAlias = "tuple[sympy.Expr, str]"
"""What stands at the right of a sign of equality, and why it does."""

_WIDEST: Final = 74.0
"""How many small letters a row holds, the law beside it included."""
_BESIDE: Final = 16.0
_MOST_ASIDE: Final = 30.0
_LEAST: Final = 34.0
_LEFT: Final = 50.0
_SENTENCE: Final = 45.0
_LAW: Final = 30
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
        latex = self.latex.write(part)
        # A moment may stand at the left of what it equals.
        broken = tuple(rows(part, self.latex, _LEFT)) if isinstance(part, Operator) else ()
        return Inline(latex, self.plain.write(part), broken if broken[1:] else ())

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
        bases = (root.base for root in roots if root.exp in _HALVES)
        upright = (1 / base if base.is_Pow and base.exp == -1 else base for base in bases)
        under = dict.fromkeys(base for base in upright if width(self.latex.write(base)) > _BESIDE)
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
            return self.relation(expression.base, (r"\ne", "≠"), sympy.S.Zero)
        factors = sympy.Mul.make_args(expression)
        if len(others := [x for x in factors if not (x.is_number and x.is_positive)]) == 1:
            (expression,) = others
        terms = self.notation.terms(expression)
        left = sympy.Add(*(term for term in terms if not is_negative(term)))
        right = sympy.Add(*(-term for term in terms if is_negative(term)))
        signs = (r"\ge", "≥") if or_zero else (">", ">")
        if left.is_Number and not right.is_Number:
            left, right = right, left
            signs = (r"\le", "≤") if or_zero else ("<", "<")
        return self.relation(left, signs, right)

    def shortest(self, value: sympy.Expr, *, or_zero: bool = False) -> Inline:
        """Return that an expression is above zero in the shortest of three forms."""
        forms = [self.positive(form, or_zero=or_zero) for form in (value, readable(value))]
        forms += [self._apart(value, or_zero=or_zero)] if value.is_Add else []
        return min(
            forms, key=lambda x: (x.plain.startswith("0 ") or "< 0" in x.plain, len(x.plain))
        )

    def _apart(self, total: sympy.Expr, *, or_zero: bool) -> Inline:
        """Return that a sum is above zero, multiplied out, all that is subtracted at the right."""
        terms = sympy.Add.make_args(sympy.expand(total))
        sides = (
            [sign * term for term in terms if is_negative(term) == bool(sign < 0)]
            for sign in (1, -1)
        )
        left, right = (readable(sympy.Add(*side)) for side in sides)
        return self.relation(left, (r"\ge", "≥") if or_zero else (">", ">"), right)

    def relation(self, left: sympy.Expr, sign: tuple[str, str], right: sympy.Expr) -> Inline:
        """Join two sides by a sign, which is given in LaTeX and as text."""
        one_line = self.beside(f" {sign[0]} ", f" {sign[1]} ", left, right)
        if width(one_line.latex) <= _SENTENCE:
            return one_line
        first, *more = rows(left, self.latex, _WIDEST - _EQUALS)
        last, *others = rows(right, self.latex, _WIDEST - _EQUALS)
        parts = [first, *(rf"\quad {row}" for row in more), rf"\quad {sign[0]} {last}"]
        parts += [rf"\qquad {row}" for row in others]
        if not more and not others and width(first) + width(last) + _EQUALS <= _WIDEST:
            parts = [one_line.latex]
        return replace(one_line, rows=tuple(f"& {row}" for row in parts))

    def listed(self, relations: Sequence[Inline]) -> tuple[list[Inline], list[Display]]:
        """Return the relations that fit into a sentence, and the others on lines of their own."""
        wide = [relation for relation in relations if relation.rows]
        latex = [row for relation in wide for row in relation.rows]
        plain = [line for relation in wide for line in wrapped(relation.plain, _PLAIN_WIDTH)]
        shown = [Display(aligned(latex), "\n".join(plain))] if wide else []
        return [relation for relation in relations if not relation.rows], shown

    def ending(
        self, text: str, conditions: Sequence[Inline], *parts: Said
    ) -> Iterator[Paragraph | Display]:
        """Yield a sentence that ends in conditions, those that are wide below it."""
        short, wide = self.listed(conditions)
        if wide:
            both = "these hold" if len(conditions) - len(short) > 1 else "this holds"
            text = f"{text.removesuffix('{}.')}{'{}, and ' if short else ''}{both}:"
            row = itertools.zip_longest(short, [", "] * (len(short) - 1))
            parts = (*parts, tuple(part for pair in row for part in pair if part))
        elif conditions:
            parts = (*parts, short)
        yield self.paragraph(text, *parts)
        yield from wide

    def entries(self, relations: Sequence[Inline]) -> list[Block]:
        """Return relations as the entries of a list, those that are wide below it."""
        short, wide = self.listed(relations)
        return [*(self.bullet("{}", relation) for relation in short), *wide]

    def beside(self, latex: str, plain: str, *parts: sympy.Basic | Inline) -> Inline:
        """Join formulas into one by what stands between them."""
        shown = [self.formula(part) for part in parts]
        return Inline(
            latex.join(part.latex for part in shown), plain.join(part.plain for part in shown)
        )

    def law(self, entry: sympy.Expr, name: str, given: Mapping[str, sympy.Expr]) -> Inline:
        """Return that an entry has a law, in rows whose signs are aligned."""
        left, law = self.formula(entry), rf"\mathrm{{{name}}}".replace("_", r"\_")
        values = [(key, self.formula(value)) for key, value in given.items()]
        plain = ", ".join(f"{key} = {value.plain}" for key, value in values)
        parts = [rf"\mathrm{{{key}}} = {value.latex}" for key, value in values]
        more: list[str] = []
        first = law + r"\left(" + r",\ ".join(parts) + r"\right)"
        room = _WIDEST - _BESIDE
        if width(first) > room:
            lines = []
            for key, value in given.items():
                head, *below = rows(value, self.latex, room - width(key) - 2 * _EQUALS)
                lines += [rf"\mathrm{{{key}}} = {head}", *(rf"\quad {line}" for line in below)]
                lines[-1] += ","
            lines[-1] = lines[-1].removesuffix(",") + r"\bigr)"
            first, *more = rf"{law}\bigl({lines[0]}", *lines[1:]
        latex = (rf"{left.latex} &\sim {first}", *(rf"&\quad\quad {line}" for line in more))
        return Inline(" ".join(latex), f"{left.plain} ~ {name}({plain})", latex)

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
        margin = self._margin(pairs)
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

    def _margin(self, pairs: Sequence[tuple[Inline, Sequence[sympy.Expr]]]) -> float:
        """Return how wide the left sides are that stand beside the signs of equality.

        Wider ones are on lines of their own, which begin where the right sides do.
        """
        asides = [width(left.latex) for left, _ in pairs]
        rights = (width(self.latex.write(right)) for _, given in pairs for right in given)
        if max(asides) + max(rights) <= _WIDEST:
            return max(asides)
        margin = max((aside for aside in asides if aside <= _MOST_ASIDE), default=0.0)
        if max(asides) > margin and max(asides) > _WIDEST - margin:
            margin = max((aside for aside in asides if aside <= _BESIDE), default=0.0)
        return margin

    def _step(self, left: sympy.Expr, right: sympy.Expr, why: str) -> Iterator[str]:
        laws = textwrap.wrap(why, _LAW)
        room = _WIDEST - max(map(len, laws)) * _LAW_WIDTH
        head, *below = rows(left, self.latex, room)
        whole = rows(right, self.latex, room - width(head) - _EQUALS)
        beside = room - width(head) - _EQUALS
        if not below and max(map(width, whole)) <= beside and (beside >= _LEAST or not whole[1:]):
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
        margin: float | None = None,
        beside_all: Sequence[str] = (),
    ) -> Iterator[str]:
        laws = [textwrap.wrap(law, _LAW) for _, law in lines]
        others = (textwrap.wrap(law, _LAW) for law in beside_all)
        longest = max(map(len, itertools.chain(*laws, *others)), default=0)
        room = _WIDEST - longest * _LAW_WIDTH
        written = [self.latex.write(right) for right, _ in lines]
        aside, limit = width(left.latex), margin
        if limit is None:  # nothing else is aligned with it
            short = aside + max(map(width, written)) <= room
            limit = aside if short or aside <= _BESIDE else 0.0
        beside = aside <= limit
        room = max(room - limit, _LEAST)
        if not beside:
            broken = left.rows if aside > room and left.rows else (left.latex,)
            yield from (f"& {row}" for row in broken)
            room -= _EQUALS
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
