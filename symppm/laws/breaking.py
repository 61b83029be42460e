"""Breaking formulas that are too wide for a page into aligned rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import sympy

from symppm.laws.latex import LatexFormula
from symppm.laws.notation import Notation, fraction, is_negative
from symppm.laws.operators import Operator

_WIDEST = 60.0
_WIDE_FACTOR = 20.0
_INDENTED = 10.0
_GLYPHS: Mapping[str, float] = MappingProxyType(
    {
        r"\left": 0.0, r"\right": 0.0, r"\mathrm": 0.0, r"\mathbb": 0.0, r"\mid": 1.6,
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
    if width(whole) <= widest:
        return [whole]
    if expression.is_Add:
        return _broken_sum(expression, formula, widest)
    if expression.is_Mul:
        return _broken_product(expression, formula, widest)
    if isinstance(expression, Operator):
        return _broken_operator(expression, formula, widest)
    return [whole]


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
        given = [formula.write(entry) for entry in formula.notation.sorted(node.given)]
        pieces.append((rf"\mid {', '.join(given)}", False))
    lines = [rf"{node.latex_symbol}\bigl[{pieces[0][0]}"]
    for piece, alone in pieces[1:]:
        if alone or width(f"{lines[-1]} {piece}") > room:
            lines.append(rf"\quad {piece}")
        else:
            lines[-1] += f" {piece}"
    lines[-1] += r"\bigr]"
    return lines


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
    parts = fraction(product, formula.notation)
    numerator = list(parts.above)
    if parts.root_above:
        numerator.append(sympy.sqrt(sympy.Mul(*parts.root_above) / sympy.Mul(*parts.root_below)))
    wide = [(factor, "") for factor in numerator if _is_wide(factor, formula)]
    wide += [(factor, "^{-1}") for factor in parts.below if _is_wide(factor, formula)]
    moments = [factor for factor in parts.above if isinstance(factor, Operator)]
    if not wide and len(moments) == 1 and not parts.below and not parts.root_above:
        others = [factor for factor in parts.above if factor not in moments]
        first, *more = rows(moments[0], formula, widest)
        head = formula.product(others, closed=True) if others else ""
        return [("-" if parts.minus else "") + f"{head} {first}".strip(), *more]
    if not wide:
        return [formula.write(product)]
    above, below = (
        [factor for factor in side if not _is_wide(factor, formula)]
        for side in (numerator, parts.below)
    )
    head = formula.product(above, closed=True) if above else ""
    head = formula.quotient(above, below) if below else head
    lines = [("-" if parts.minus else "") + head]
    for place, (factor, power) in enumerate(wide):
        first, *more = rows(factor, formula, widest - 4)
        opened = rf"\biggl({first}"
        if place == 0 and width(f"{lines[-1]} {opened}") <= widest:
            lines[-1] = f"{lines[-1]} {opened}".strip()
        else:
            lines.append(rf"{{}} \times {opened}")
        lines += [rf"\quad {line}" for line in more]
        lines[-1] += rf"\biggr){power}"
    return lines


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
