"""Breaking formulas that are too wide for a page into aligned rows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import sympy

from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation, fraction, is_negative
from symppm.laws.operators import Operator
from symppm.model.nodes import AxisSum

_WIDEST = 60.0
_WIDE_FACTOR = 20.0
_INDENTED = 10.0
_UPRIGHT = 0.8
_ENCLOSED = 4.0
_TIMES = 3.0
_GLYPHS: Mapping[str, float] = MappingProxyType(
    {
        r"\left": 0.0, r"\right": 0.0, r"\mathbb": 0.0, r"\mid": 1.6,
        r"\sum": 2.4, r"\sqrt": 1.5, r"\cdot": 0.6, r"\quad": 2.0, r"\biggl": 0.5,
        r"\biggr": 0.5, r"\bigl": 0.2, r"\bigr": 0.2, r"\!": -0.2, r"\,": 0.3,
        "{": 0.0, "}": 0.0, " ": 0.0,
        "'": 0.4, ",": 0.8, "+": 1.9, "-": 1.9, "=": 2.0, "E": 1.3, "K": 1.6, "V": 1.3,
    }
)  # fmt: skip
_TOKEN = re.compile(r"\\frac|\\[A-Za-z]+|\\.|[_^]|.", re.DOTALL)


def width(latex: str) -> float:
    """Estimate how wide a formula is set, in widths of a small letter."""
    tokens = _TOKEN.findall(latex)
    total, _ = _measured(tokens, 0, stop=False)
    return total


def _measured(tokens: Sequence[str], place: int, stop: bool) -> tuple[float, int]:
    """Return the width from a place on, up to the brace that closes if asked to stop there."""
    total = 0.0
    while place < len(tokens):
        piece = tokens[place]
        place += 1
        if piece == r"\frac":
            above, place = _measured(tokens, place + 1, stop=True)
            below, place = _measured(tokens, place + 1, stop=True)
            total += max(above, below) + 0.5
        elif piece in "_^":
            small, place = _measured(tokens, place + 1, stop=True)
            total += 0.7 * small
        elif piece == r"\mathrm":
            word, place = _measured(tokens, place + 1, stop=True)
            total += _UPRIGHT * word
        elif piece == "{":
            group, place = _measured(tokens, place, stop=True)
            total += group
        elif piece == "}" and stop:
            return total, place
        else:
            total += _GLYPHS.get(piece, 1.0)
    return total, place


def rows(expression: sympy.Expr, formula: LatexFormula, widest: float = _WIDEST) -> list[str]:
    """Write an expression on as many lines as it takes."""
    whole = formula.write(expression)
    if width(whole) <= widest or formula.notation.letters.get(expression):
        return [whole]
    if expression.is_Add:
        return _broken_sum(expression, formula, widest)
    if expression.is_Mul:
        return _broken_product(expression, formula, widest)
    if isinstance(expression, Operator):
        return _broken_operator(expression, formula, widest)
    if isinstance(expression, AxisSum):
        return _broken_axis_sum(expression, formula, widest)
    if expression.is_Pow and expression.exp.is_Integer and expression.exp.is_positive:
        inside = rows(expression.base, formula, widest - _ENCLOSED)
        return _enclosed(inside, f"^{{{expression.exp}}}") if inside[1:] else [whole]
    return [whole]


def _enclosed(lines: Sequence[str], power: str = "") -> list[str]:
    """Put lines between parentheses that need not match on a line."""
    first, *more = lines
    opened = [rf"\biggl({first}", *(rf"\quad {line}" for line in more)]
    return [*opened[:-1], rf"{opened[-1]}\biggr){power}"]


def _broken_operator(node: Operator, formula: LatexFormula, widest: float) -> list[str]:
    """Put the operands on several lines, between brackets that need not match on a line."""
    # The lines stand behind a sign, and to the right of what they equal.
    room = widest - _INDENTED
    pieces: list[tuple[str, bool]] = []
    for operand in node.operands:
        first, *more = rows(operand, formula, room)
        pieces += [(first, False), *((rf"\quad {line}", True) for line in more)]
        pieces[-1] = (f"{pieces[-1][0]},", pieces[-1][1])
    pieces[-1] = (pieces[-1][0].removesuffix(","), pieces[-1][1])
    if node.given:
        first, *others = [formula.write(entry) for entry in formula.notation.sorted(node.given)]
        given = [f"{entry}," for entry in (rf"\mid {first}", *others)]
        given = [*given[:-1], given[-1].removesuffix(",")]
        whole = " ".join(given)
        pieces += [(piece, False) for piece in ([whole] if width(whole) <= room else given)]
    tall = any(word in piece for piece, _ in pieces for word in (r"\frac", r"\sum"))
    size = "bigg" if tall else "big"
    lines = [rf"{node.latex_symbol}\{size}l[{pieces[0][0]}"]
    for piece, alone in pieces[1:]:
        if alone or width(f"{lines[-1]} {piece}") > room:
            lines.append(rf"\quad {piece}")
        else:
            lines[-1] += f" {piece}"
    lines[-1] += rf"\{size}r]"
    return lines


def _broken_axis_sum(node: AxisSum, formula: LatexFormula, widest: float) -> list[str]:
    """Put what is added up on several lines, behind the signs of all sums over it."""
    head, summand = "", node
    while isinstance(summand, AxisSum):
        head += rf"\sum_{{{formula.write(summand.bound)}}} "
        summand = summand.summand
    inside = rows(summand, formula, widest - width(head))
    first, *more = _enclosed(inside) if summand.is_Add else inside
    return [head + first, *more]


def _broken_sum(total: sympy.Add, formula: LatexFormula, widest: float) -> list[str]:
    lines: list[str] = []
    for place, term in enumerate(formula.notation.terms(total)):
        bare = -term if is_negative(term) else term
        first, *more = rows(bare, formula, widest)
        sign = "-" if is_negative(term) else "+" if place else ""
        if sign:
            first = f"{sign} {first}"
        # Short terms fill a line; one that ends in a parenthesis is clearer by itself.
        if lines and not more and width(lines[-1] + first) <= widest and lines[-1][-1] != ")":
            lines[-1] += f" {first}"
        else:
            lines.append(f"{{}} {first}" if place else first)
        lines += [rf"\quad {line}" for line in more]
    return lines


def _broken_product(product: sympy.Mul, formula: LatexFormula, widest: float) -> list[str]:
    """Put wide sums, and moments for which there is no room, on lines of their own."""
    parts = fraction(product, formula.notation)
    numerator = list(parts.above)
    if parts.root_above:
        numerator.append(sympy.sqrt(sympy.Mul(*parts.root_above) / sympy.Mul(*parts.root_below)))
    wide = [(factor, "") for factor in numerator if _is_wide(factor, formula)]
    wide += [(factor, "^{-1}") for factor in parts.below if _is_wide(factor, formula)]
    above, below = (
        [factor for factor in side if not _is_wide(factor, formula)]
        for side in (numerator, parts.below)
    )
    moments: list[sympy.Expr] = []
    first, *more = _quotients(above, below, formula, widest)
    if more or width(first) > widest:
        moments = [factor for factor in above if _is_moment(factor)]
        light = [factor for factor in above if factor not in moments]
        first, *more = _quotients(light, below, formula, widest - _TIMES)
    lines = [("-" if parts.minus else "") + first, *(rf"{{}} \times {head}" for head in more)]
    for moment in moments:
        closed = bool(wide) or moment != moments[-1]
        before = lines[-1] + (r" \, " if lines[-1] not in ("", "-") else "")
        whole = formula.product([moment], closed=closed)
        room = widest - width(before)
        if width(before) > _INDENTED and width(whole) > room:
            before, room = r"{} \times ", widest - _TIMES
            lines.append("")
        broken = rows(moment, formula, room) if width(whole) > room else [whole]
        if broken[1:] and closed and isinstance(moment, AxisSum):
            broken = _enclosed(broken)
        lines[-1] = before + broken[0]
        lines += [rf"\quad {line}" for line in broken[1:]]
    for place, (factor, power) in enumerate(wide):
        # A short head is followed by its sum on the same line.
        head = width(lines[-1]) if place == 0 and not moments else widest
        room = widest - _ENCLOSED - (head if head <= _INDENTED else 0.0)
        opened, *rest = _enclosed(rows(factor, formula, room), power)
        if head <= _INDENTED or head + width(opened) + 1 <= widest:
            lines[-1] = f"{lines[-1]} {opened}".strip()
        else:
            lines.append(rf"{{}} \times {opened}")
        lines += rest
    return lines


def _quotients(
    above: Sequence[sympy.Expr], below: Sequence[sympy.Expr], formula: LatexFormula, widest: float
) -> list[str]:
    """Write a product of factors over others as one quotient, or as several that fit."""

    def one(above: Sequence[sympy.Expr], below: Sequence[sympy.Expr]) -> str:
        return formula.quotient(above, below) if below else formula.product(above, closed=True)

    if not above and not below:
        return [""]
    whole = one(above, below)
    if width(whole) <= widest or any(map(_is_moment, above)):
        return [whole]
    sides = (_parts(side, formula, widest) for side in (above, below))
    return list(itertools.starmap(one, itertools.zip_longest(*sides, fillvalue=[])))


def _parts(
    factors: Sequence[sympy.Expr], formula: LatexFormula, widest: float
) -> list[list[sympy.Expr]]:
    """Split factors into groups that each fit on a line."""
    groups: list[list[sympy.Expr]] = []
    for factor in factors:
        if groups and width(formula.product([*groups[-1], factor])) <= widest:
            groups[-1].append(factor)
        else:
            groups.append([factor])
    return groups


def _is_moment(factor: sympy.Expr) -> bool:
    """Tell whether a factor is a moment or a sum over an axis, or a power of one."""
    return isinstance(factor.as_base_exp()[0], (Operator, AxisSum))


def _is_wide(factor: sympy.Expr, formula: LatexFormula) -> bool:
    return bool(factor.is_Add) and width(formula.write(factor)) > _WIDE_FACTOR


def equation(left: sympy.Expr, right: sympy.Expr, notation: Notation) -> str:
    """Write ``left = right`` in LaTeX, on several aligned lines if it is wide."""
    formula = LatexFormula(notation)
    name, *rest = rows(left, formula)
    first, *more = rows(right, formula)
    if not rest and width(f"{name} = {first}") <= _WIDEST:
        if not more:
            return f"{name} = {first}"
        body = [f"{name} &= {first}", *(rf"&\quad {line}" for line in more)]
    else:
        body = [f"& {line}" for line in (name, *rest)]
        body += [rf"&\quad = {first}", *(rf"&\qquad {line}" for line in more)]
    return "\\begin{aligned}\n" + " \\\\\n".join(body) + "\n\\end{aligned}"
