"""How a derivation reads: the name of each law, its side conditions, and three formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import sympy

from symppm.laws.breaking import equation
from symppm.laws.derivation import LEMMA, Derivation, Step
from symppm.laws.document import (
    Block,
    Code,
    Display,
    Heading,
    Inline,
    Numbered,
    Paragraph,
    Phrase,
    latex_document,
    markdown_document,
    plain_phrase,
    text_document,
)
from symppm.laws.latex import LatexFormula, readable
from symppm.laws.notation import Notation, is_negative
from symppm.laws.operators import (
    Correlation,
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
)
from symppm.laws.patterns import words_of
from symppm.laws.plain import PlainFormula
from symppm.laws.rules import Condition, rule
from symppm.laws.rules.moments import FAMILY_MOMENT, JOINT_MOMENT, title
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry

_MOMENTS: Mapping[type[Operator], str] = MappingProxyType(
    {
        Expectation: "mean",
        Variance: "variance",
        Covariance: "covariance",
        Correlation: "correlation",
        Cumulant: "joint cumulant",
    }
)


def inline(expression: sympy.Basic, notation: Notation) -> Inline:
    """Return an expression as it stands inside a sentence."""
    latex, plain = LatexFormula(notation), PlainFormula(notation)
    return Inline(latex.write(expression), plain.write(expression))


def display(left: sympy.Expr, right: sympy.Expr, notation: Notation) -> Display:
    """Return ``left = right`` on a line of its own."""
    plain = PlainFormula(notation)
    return Display(equation(left, right, notation), f"{plain.write(left)} = {plain.write(right)}")


def listed(parts: Sequence[Inline | Code]) -> Phrase:
    """Join parts as in "x, y and z"."""
    joined: list[str | Inline | Code] = []
    for place, part in enumerate(parts):
        if place:
            joined.append(" and " if place == len(parts) - 1 else ", ")
        joined.append(part)
    return tuple(joined)


def above_zero(expression: sympy.Expr, notation: Notation, *, or_zero: bool = False) -> Inline:
    """Write ``expression > 0`` with what is subtracted on the other side."""
    terms = notation.terms(expression)
    left = sympy.Add(*(term for term in terms if not is_negative(term)))
    right = sympy.Add(*(-term for term in terms if is_negative(term)))
    relation = ">"
    if left.is_Number and not right.is_Number:
        left, right, relation = right, left, "<"
    sides = [
        [writer.write(side) for side in (left, right)]
        for writer in (LatexFormula(notation), PlainFormula(notation))
    ]
    signs = (relation, relation)
    if or_zero:
        signs = (r"\ge", "≥") if relation == ">" else (r"\le", "≤")
    return Inline(*(f" {sign} ".join(pair) for sign, pair in zip(signs, sides, strict=True)))


def moment_title(moment: Operator, declaration: Declaration) -> str:
    """Return what a moment of observed entries is, such as "variance"."""
    word = _MOMENTS[type(moment)]
    if len(moment.operands) == 1:
        return word
    if isinstance(moment, Cumulant):
        words = listed([Code(each) for each in words_of(declaration, moment.operands)])
        return f"{word} of the entries {plain_phrase(words)}"
    first, second = (operand.indices for operand in moment.operands)
    axes = ["column" if axis == "col" else axis for axis in declaration.observed.dims]
    shared = [axis for axis, one, two in zip(axes, first, second, strict=True) if one == two]
    return f"{word} of entries that share {'the ' + ' and '.join(shared) if shared else 'no axis'}"


def _linearity(step: Step) -> str:
    constant = not step.before.operands[0].has(Entry)
    return "expectation of a constant" if constant else rule(step.rule).law


def _definition(step: Step) -> str:
    return f"definition of the {_MOMENTS[type(step.before)]}"


def _bilinearity(step: Step) -> str:
    if step.after.is_zero or not isinstance(step.after, Variance):
        return rule(step.rule).law
    return "covariance of a quantity with itself"


def _variance_of_sum(step: Step) -> str:
    single = not step.after.has(Covariance) and not step.after.is_Add
    return "variance of a multiple" if single else rule(step.rule).law


def _conditional(step: Step) -> str:
    law = rule(step.rule).law
    return (
        law.replace("independents", "conditionally independent variables")
        if (step.before.given)
        else law
    )


_USES: Mapping[str, Callable[[Step], str]] = MappingProxyType(
    {
        "linearity": _linearity,
        "definition": _definition,
        "bilinearity": _bilinearity,
        "variance_of_sum": _variance_of_sum,
        "independent_product": _conditional,
        "independent_covariance": _conditional,
    }
)


def step_law(step: Step, declaration: Declaration) -> str:
    """Return the usual name of the law that a step uses."""
    if step.rule == LEMMA:
        return f"by the derivation of the {moment_title(step.before, declaration)}"
    if step.rule in (FAMILY_MOMENT.name, JOINT_MOMENT.name):
        return title(step.before, declaration)
    return _USES[step.rule](step) if step.rule in _USES else rule(step.rule).law


def _independent(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    """Name each set of expressions once if all of its pairs are listed, else the pairs."""
    every = notation.sorted({part for each in found for part in each.arguments})
    complete = len(found) == len(every) * (len(every) - 1) // 2
    groups = [every] if complete else [notation.sorted(each.arguments) for each in found]
    return [
        (*listed([inline(part, notation) for part in group]), " are independent")
        for group in groups
    ]


def _own_noise(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    phrases: list[Phrase] = []
    for given in dict.fromkeys(each.arguments[1:] for each in found):
        own = [each.arguments[0] for each in found if each.arguments[1:] == given]
        entries = [inline(entry, notation) for entry in notation.sorted(own)]
        known = listed([inline(entry, notation) for entry in notation.sorted(given)])
        noise = "their own noises, which are independent" if len(own) > 1 else "its own noise"
        phrases.append(
            ("given ", *known, ", all that is random in ", *listed(entries), f" is {noise}")
        )
    return phrases


def _exchangeable(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    return [
        ("of the ", inline(size, notation), " values of ", inline(letter, notation),
         ", those that no other index takes contribute alike")
        for letter, size in (each.arguments for each in found)
    ]  # fmt: skip


def _same_law(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    return [
        (*listed([inline(part, notation) for part in each.arguments]), " have the same law")
        for each in found
    ]


def _relabelled(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    phrases: list[Phrase] = []
    for each in found:
        pairs = zip(each.arguments[::2], each.arguments[1::2], strict=True)
        changes: Phrase = ()
        for old, new in pairs:
            changes += (*(("; ",) if changes else ()), inline(new, notation), " in place of ",
                        inline(old, notation))  # fmt: skip
        phrases.append((*changes, ", which have the same part in the model"))
    return phrases


def _positive(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    return [("the moment exists for ", above_zero(each.arguments[0], notation)) for each in found]


_KINDS: Mapping[str, Callable[[Sequence[Condition], Notation], list[Phrase]]] = MappingProxyType(
    {
        "independent": _independent,
        "own_noise": _own_noise,
        "exchangeable": _exchangeable,
        "same_law": _same_law,
        "positive": _positive,
        "relabelled": _relabelled,
    }
)


def conditions(found: Sequence[Condition], notation: Notation) -> list[Phrase]:
    """Return side conditions in words, those of a kind together."""
    phrases: list[Phrase] = []
    for kind, words in _KINDS.items():
        alike = [each for each in found if each.kind == kind]
        phrases += words(alike, notation) if alike else []
    return phrases


def derivation_blocks(derivation: Derivation, level: int = 2) -> list[Block]:
    """Return one derivation: heading, numbered steps, result."""
    declaration = derivation.declaration
    notation = Notation.of(declaration)
    name = moment_title(derivation.target, declaration)
    blocks: list[Block] = [Heading(level, name[0].upper() + name[1:])]
    results = (derivation.result, *(lemma.result for lemma in derivation.lemmas))
    shown = {result: readable(result) for result in results}
    for number, step in enumerate(derivation.steps, start=1):
        law = step_law(step, declaration)
        phrase: Phrase = (law[0].upper() + law[1:],)
        for place, words in enumerate(conditions(step.conditions, notation)):
            phrase += ("; " if place else ": ", *words)
        after = shown.get(step.after, step.after)
        blocks.append(Numbered(number, (*phrase, "."), display(step.before, after, notation)))
    blocks.append(Paragraph(("Result:",)))
    blocks.append(display(derivation.target, shown[derivation.result], notation))
    return blocks


def _blocks(derivation: Derivation) -> list[Block]:
    name = moment_title(derivation.target, derivation.declaration)
    blocks: list[Block] = [Heading(1, f"The {name} in the model {derivation.declaration.name}")]
    for each in derivation.lemmas:
        blocks += derivation_blocks(each)
    own = derivation_blocks(derivation)
    return blocks + (own if derivation.lemmas else own[1:])


def to_text(derivation: Derivation) -> str:
    """Write a derivation and its lemmas for a terminal."""
    return text_document(_blocks(derivation))


def to_markdown(derivation: Derivation) -> str:
    """Write a derivation and its lemmas as Markdown that GitHub shows with formulas."""
    return markdown_document(_blocks(derivation))


def to_latex(derivation: Derivation) -> str:
    """Write a derivation and its lemmas as a LaTeX document."""
    return latex_document(_blocks(derivation))
