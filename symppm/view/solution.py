"""Solutions as blocks of a document: formulas, conditions, and the scales that stay free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import sympy

from symppm.laws.document import Block, Bullet, Display, Heading, Inline, Paragraph, Phrase
from symppm.laws.latex import readable
from symppm.laws.notation import Notation
from symppm.laws.operators import Expectation, Variance
from symppm.laws.render import above_zero, display, inline, listed
from symppm.model.declaration import Declaration
from symppm.solve.forms import collected
from symppm.solve.solution import Branch, Gauge, Location, Solution, shown
from symppm.solve.targets import target_names, target_symbol


def beside(latex: str, plain: str, parts: Sequence[Inline]) -> Inline:
    """Join formulas into one."""
    return Inline(latex.join(p.latex for p in parts), plain.join(p.plain for p in parts))


def solution_blocks(
    declaration: Declaration, solution: Solution, notation: Notation
) -> Iterator[Block]:
    """Yield what a solution identifies, branch by branch, and under which conditions."""
    symbols = _symbols(declaration, solution)
    notation = replace(notation, names=(*notation.names, *(n for n in symbols)))
    if solution.fixed:
        yield Heading(3, f"With {' and '.join(solution.fixed)} given")
        rounded = any(size.name in solution.fixed for size in declaration.sizes)
        yield Paragraph(_fixed_phrase(solution, symbols, notation, rounded=rounded))
    else:
        yield Heading(3, "What is identified")
    if not any(size.name in solution.fixed for size in declaration.sizes):
        yield from _coordinates(solution, symbols, notation)
    if len(solution.branches) > 1:
        yield Paragraph(
            (f"The equations have {len(solution.branches)} solutions. Each is one where all of its "
             "conditions hold; where several are, they share every target.",)
        )  # fmt: skip
    for number, branch in enumerate(solution.branches, 1):
        if len(solution.branches) > 1:
            yield Heading(4, f"Solution {number}")
        yield from _branch(branch, solution, symbols, notation)
    known = solution.expressions.values()
    variation = {n: v for n, v in solution.coefficients_of_variation.items() if v not in known}
    if variation:
        yield Paragraph(("Coefficients of variation of the priors:",))
    for name, value in variation.items():
        entry = declaration.by_name[name].generic
        yield display(sympy.sqrt(Variance(entry)) / Expectation(entry), readable(value), notation)
    if solution.branches:
        yield Paragraph(("Each of these must hold, and together they suffice:",))
        first = solution.branches[0]
        products = _products(first, solution, symbols)
        for condition in first.conditions:
            positive = condition.positive.subs(
                {s: products[s.name] for s in condition.positive.free_symbols if s.name in products}
            )
            yield Bullet((above_zero(collected(positive), notation, or_zero=condition.or_zero),))
        if any(condition.beside != 0 for condition in first.conditions):
            yield Paragraph(("Where it is zero, both solutions are the same one.",))
    yield from _constraints(solution, notation)


def _symbols(declaration: Declaration, solution: Solution) -> dict[str, sympy.Symbol]:
    """Return every symbol that a solution mentions besides the targets, by name."""
    found = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    expressions = [*solution.hyperparameters.values()]
    for branch in solution.branches:
        expressions += [*branch.assignments.values(), *branch.identified.values()]
    for expression in expressions:
        for symbol in sorted(expression.free_symbols, key=str):
            if symbol.name not in target_names(declaration):
                found.setdefault(symbol.name, symbol)
    for name in (*solution.unknowns, *(n for b in solution.branches for n in b.assignments)):
        found.setdefault(name, sympy.Symbol(name, positive=True))
    return found


def _coordinates(
    solution: Solution,
    symbols: Mapping[str, sympy.Symbol],
    notation: Notation,
) -> Iterator[Block]:
    changed = {n: v for n, v in solution.hyperparameters.items() if v != symbols[n]}
    if not changed:
        return
    inner = dict.fromkeys(s for v in changed.values() for s in sorted(v.free_symbols, key=str))
    yield Paragraph(
        ("Second moments are rational in the means of these priors and their coefficients of "
         "variation (standard deviation over mean), so those are solved for: ",
         *listed([inline(symbol, notation) for symbol in inner]),
         ". The hyperparameters follow from them:")
    )  # fmt: skip
    for name, value in changed.items():
        yield display(symbols[name], value, notation)
    for text in dict.fromkeys(each.text for each in solution.requirements):
        yield Bullet((f"Requirement: {text}.",))


def _branch(
    branch: Branch,
    solution: Solution,
    symbols: Mapping[str, sympy.Symbol],
    notation: Notation,
) -> Iterator[Block]:
    square = next((n for n in branch.assignments if n.endswith("_square")), "")
    unknown = square.removesuffix("_square")
    parts = [f"{unknown}_{part}" for part in ("square", "linear", "constant")]
    if unknown in symbols and all(part in symbols for part in parts):
        a, b, c = (inline(symbols[part], notation) for part in parts)
        x = inline(symbols[unknown], notation)
        yield Paragraph(
            (x, " solves a quadratic equation: ", a, " times its square, plus ", b,
             " times it, plus ", c, " is zero. The rest follows, line by line:")
        )  # fmt: skip
    products = _products(branch, solution, symbols)
    for name, value in branch.assignments.items():
        yield display(products.get(name, symbols[name]), readable(value), notation)
    for name, value in branch.identified.items():
        left = _product(name, solution, symbols)
        if left != value and name not in branch.aliases.values():
            yield display(left, readable(value), notation)


def _product(name: str, solution: Solution, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    powers = solution.exponents[name].items()
    return sympy.Mul(*(shown(symbols[u], solution.locations) ** power for u, power in powers))


def _products(
    branch: Branch, solution: Solution, symbols: Mapping[str, sympy.Symbol]
) -> dict[str, sympy.Expr]:
    """Return the combination that each assigned name stands for, where it stands for one."""
    return {
        name: _product(combined, solution, symbols) for name, combined in branch.aliases.items()
    }


def _constraints(solution: Solution, notation: Notation) -> Iterator[Block]:
    if not solution.constraints:
        return
    yield Paragraph(
        ("The targets are more than the unknowns. All of them can be met only where these vanish:",)
    )
    for constraint in solution.constraints:
        yield display(constraint, sympy.S.Zero, notation)


def _fixed_phrase(
    solution: Solution,
    symbols: Mapping[str, sympy.Symbol],
    notation: Notation,
    *,
    rounded: bool,
) -> Phrase:
    """Say which targets still hold when something is fixed, such as a rounded K."""
    held = []
    for name in solution.given:
        parts = [inline(target_symbol(part), notation) for part in name.split("/")]
        held.append(beside(" / ", "/", parts))
    fixed = listed([inline(symbols[name], notation) for name in solution.fixed])
    after = ", such as after rounding, these hold: " if rounded else " these are met: "
    phrase: Phrase = ("For given ", *fixed, after, *listed(held))
    if any("/" in name for name in solution.given):
        phrase += (". The two parts of a ratio are met up to one common factor",)
    return (*phrase, ".")


def gauge_blocks(
    gauge: Gauge, unknown: Mapping[str, sympy.Symbol], notation: Notation
) -> Iterator[Block]:
    """Yield a free scale and the proof that no moment sees it."""
    symbols = {name: unknown.get(name, sympy.Symbol(name)) for name in gauge.unknowns}
    scale = sympy.Symbol("scale" if "s" in {**unknown, **symbols} else "s", positive=True)
    leading = replace(notation, names=(scale.name, *notation.names, *symbols))
    unknowns = [symbols[name] for name in gauge.unknowns]
    moved = [
        beside(
            r" \to ", " → ",
            [inline(e, leading) for e in (symbols[name], symbols[name] * scale**weight)],
        )
        for name, weight in gauge.weights.items()
    ]  # fmt: skip
    yield Paragraph(
        ("No first or second moment can see the scale ", inline(scale, leading), " in ",
         *listed(moved), ", for any ", above_zero(scale, leading), ". Proof: this multiplies a "
         "term of a moment by ", inline(scale, leading), " to the power of exponents times "
         "weights. The rows below are how the exponents of ",
         *listed([inline(unknown, leading) for unknown in unknowns]),
         " differ between the terms of a moment, numerator and denominator. Each row times the "
         "weights is zero, so all terms get the same power, and it cancels:")
    )  # fmt: skip
    weights = [gauge.weights.get(name, 0) for name in gauge.unknowns]
    yield Display(
        f"{_matrix(gauge.exponents)}\n{_matrix([[weight] for weight in weights])} = 0",
        "\n".join(f"({_numbers(row)}) · ({_numbers(weights)}) = 0" for row in gauge.exponents),
    )


def location_blocks(
    location: Location, unknown: Mapping[str, sympy.Symbol], notation: Notation
) -> Iterator[Block]:
    """Yield a free level and the proof that no moment sees it."""
    letter = "shift" if "s" in unknown else "s"
    shift = sympy.Symbol(letter)
    leading = replace(notation, names=(letter, *notation.names, *unknown))
    moved = [
        beside(
            r" \to ", " → ", [inline(unknown.get(n, sympy.Symbol(n)), leading), inline(e, leading)]
        )
        for n, e in location.moved(letter).items()
    ]
    yield Paragraph(
        ("No first or second moment can see the level ", inline(shift, leading), " in ",
         *listed(moved), ". Proof: its terms in the derivative of every moment add up to zero:")
    )  # fmt: skip
    for terms in location.terms.values():
        if any(terms):
            parts = [inline(term, leading) for term in terms]
            sums = (
                " + ".join(f"{opening}{text}{closing}" for text in texts)
                for opening, texts, closing in (
                    (r"\left(", [part.latex for part in parts], r"\right)"),
                    ("(", [part.plain for part in parts], ")"),
                )
            )
            yield Display(*(f"{each} = 0" for each in sums))


def _matrix(rows: Iterable[Iterable[int]]) -> str:
    body = r" \\ ".join(" & ".join(map(str, row)) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def _numbers(row: Iterable[int]) -> str:
    return " ".join(f"{value:2d}" for value in row)
