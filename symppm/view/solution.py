"""Solutions as blocks of a document: formulas, conditions, and the scales that stay free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import sympy

from symppm.laws.forms import readable
from symppm.laws.operators import Expectation, Variance
from symppm.model.declaration import Declaration
from symppm.solve.branches import Branch
from symppm.solve.forms import collected
from symppm.solve.freedoms import Location, ScaleSymmetry, shown
from symppm.solve.solution import Solution
from symppm.solve.targets import target_names, target_symbol
from symppm.view.document import Block, Display, Heading
from symppm.view.prose import Prose

Symbols = Mapping[str, sympy.Symbol]


def solution_blocks(declaration: Declaration, solution: Solution, prose: Prose) -> Iterator[Block]:
    """Yield what a solution identifies, branch by branch, and under which conditions."""
    symbols = _symbols(declaration, solution)
    prose = prose.naming(*prose.notation.names, *symbols)
    rounded = any(size.name in solution.fixed for size in declaration.sizes)
    if solution.fixed:
        yield Heading(3, f"With {' and '.join(solution.fixed)} given")
        yield _what_holds(solution, symbols, prose, rounded=rounded)
    else:
        yield Heading(3, "What is identified")
    if not rounded:
        yield from _coordinates(solution, symbols, prose)
    several = len(solution.branches) > 1
    if several:
        yield prose.paragraph(
            f"The equations have {len(solution.branches)} solutions. Each is one where all of its "
            "conditions hold; where several are, they share every target."
        )
    for number, branch in enumerate(solution.branches, 1):
        if several:
            yield Heading(4, f"Solution {number}")
        yield from _branch(branch, solution, symbols, prose)
    known = solution.expressions.values()
    variation = {n: v for n, v in solution.coefficients_of_variation.items() if v not in known}
    if variation:
        yield prose.paragraph("Coefficients of variation of the priors:")
    for name, value in variation.items():
        entry = declaration.by_name[name].generic
        yield prose.line(sympy.sqrt(Variance(entry)) / Expectation(entry), readable(value))
    if solution.branches:
        yield from _conditions(solution, symbols, prose)
    if solution.constraints:
        yield prose.paragraph(
            "The targets are more than the unknowns. All of them can be met only where these "
            "vanish:"
        )
    for constraint in solution.constraints:
        yield prose.line(constraint, sympy.S.Zero)


def _symbols(declaration: Declaration, solution: Solution) -> dict[str, sympy.Symbol]:
    """Return every symbol that a solution mentions besides the targets, by name."""
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    expressions = [*solution.hyperparameters.values()]
    for branch in solution.branches:
        expressions += [*branch.assignments.values(), *branch.identified.values()]
    for expression in expressions:
        for symbol in sorted(expression.free_symbols, key=str):
            if symbol.name not in target_names(declaration):
                symbols.setdefault(symbol.name, symbol)
    for name in (*solution.unknowns, *(n for b in solution.branches for n in b.assignments)):
        symbols.setdefault(name, sympy.Symbol(name, positive=True))
    return symbols


def _what_holds(solution: Solution, symbols: Symbols, prose: Prose, *, rounded: bool) -> Block:
    """Say which targets still hold when something is fixed, such as a rounded K."""
    held = [
        prose.beside(" / ", "/", *(target_symbol(part) for part in name.split("/")))
        for name in solution.given
    ]
    text = "For given {}, such as after rounding, these hold: {}"
    if not rounded:
        text = "For given {} these are met: {}"
    if any("/" in name for name in solution.given):
        text += ". The two parts of a ratio are met up to one common factor"
    return prose.paragraph(f"{text}.", [symbols[name] for name in solution.fixed], held)


def _coordinates(solution: Solution, symbols: Symbols, prose: Prose) -> Iterator[Block]:
    changed = {n: v for n, v in solution.hyperparameters.items() if v != symbols[n]}
    if not changed:
        return
    inner = dict.fromkeys(s for v in changed.values() for s in sorted(v.free_symbols, key=str))
    yield prose.paragraph(
        "Second moments are rational in the means of these priors and their coefficients of "
        "variation (standard deviation over mean), so those are solved for: {}. The "
        "hyperparameters follow from them:",
        list(inner),
    )
    for name, value in changed.items():
        yield prose.line(symbols[name], value)
    for text in dict.fromkeys(each.text for each in solution.requirements):
        yield prose.bullet(f"Requirement: {text}.")


def _branch(branch: Branch, solution: Solution, symbols: Symbols, prose: Prose) -> Iterator[Block]:
    square = next((n for n in branch.assignments if n.endswith("_square")), "")
    unknown = square.removesuffix("_square")
    names = [unknown, *(f"{unknown}_{part}" for part in ("square", "linear", "constant"))]
    if all(name in symbols for name in names):
        yield prose.paragraph(
            "{} solves a quadratic equation: {} times its square, plus {} times it, plus {} is "
            "zero. The rest follows, line by line:",
            *(symbols[name] for name in names),
        )
    products = _products(branch, solution, symbols)
    written = {symbols[name]: product for name, product in products.items() if name in symbols}
    for name, value in branch.assignments.items():
        right = readable(value.subs(written))
        yield prose.line(products.get(name, symbols[name]), right)
    for name, value in branch.identified.items():
        left = _product(name, solution, symbols)
        if left != value and name not in branch.aliases.values():
            yield prose.line(left, readable(value))


def _product(name: str, solution: Solution, symbols: Symbols) -> sympy.Expr:
    powers = solution.exponents[name].items()
    return sympy.Mul(*(shown(symbols[u], solution.locations) ** power for u, power in powers))


def _products(branch: Branch, solution: Solution, symbols: Symbols) -> dict[str, sympy.Expr]:
    """Return the combination that each assigned name stands for, where it stands for one."""
    return {name: _product(of, solution, symbols) for name, of in branch.aliases.items()}


def _conditions(solution: Solution, symbols: Symbols, prose: Prose) -> Iterator[Block]:
    yield prose.paragraph("Each of these must hold, and together they suffice:")
    first = solution.branches[0]
    products = _products(first, solution, symbols)
    for condition in first.conditions:
        named = (s for s in condition.positive.free_symbols if s.name in products)
        positive = collected(condition.positive.subs({s: products[s.name] for s in named}))
        yield prose.bullet("{}", prose.positive(positive, or_zero=condition.or_zero))
    if any(condition.beside != 0 for condition in first.conditions):
        yield prose.paragraph("Where it is zero, both solutions are the same one.")


def scale_blocks(symmetry: ScaleSymmetry, unknown: Symbols, prose: Prose) -> Iterator[Block]:
    """Yield a free scale and the proof that no moment sees it."""
    symbols = {name: unknown.get(name, sympy.Symbol(name)) for name in symmetry.unknowns}
    scale = sympy.Symbol("scale" if "s" in {**unknown, **symbols} else "s", positive=True)
    prose = prose.naming(scale.name, *prose.notation.names, *symbols)
    yield prose.paragraph(
        "No first or second moment can see the scale {} in {}, for any {}. Proof: this multiplies "
        "a term of a moment by {} to the power of exponents times weights. The rows below are how "
        "the exponents of {} differ between the terms of a moment, numerator and denominator. Each "
        "row times the weights is zero, so all terms get the same power, and it cancels:",
        scale,
        prose.moves((symbols[n], symbols[n] * scale**w) for n, w in symmetry.weights.items()),
        prose.positive(scale),
        scale,
        [symbols[name] for name in symmetry.unknowns],
    )
    weights = [symmetry.weights.get(name, 0) for name in symmetry.unknowns]
    yield Display(
        f"{_matrix(symmetry.exponents)}\n{_matrix([[weight] for weight in weights])} = 0",
        "\n".join(f"({_numbers(row)}) · ({_numbers(weights)}) = 0" for row in symmetry.exponents),
    )


def location_blocks(location: Location, unknown: Symbols, prose: Prose) -> Iterator[Block]:
    """Yield a free level and the proof that no moment sees it."""
    letter = "shift" if "s" in unknown else "s"
    prose = prose.naming(letter, *prose.notation.names, *unknown)
    yield prose.paragraph(
        "No first or second moment can see the level {} in {}. Proof: its terms in the derivative "
        "of every moment add up to zero:",
        sympy.Symbol(letter),
        prose.moves(
            (unknown.get(name, sympy.Symbol(name)), moved)
            for name, moved in location.moved(letter).items()
        ),
    )
    for terms in location.terms.values():
        if any(terms):
            parts = [prose.formula(term) for term in terms]
            latex = " + ".join(rf"\left({part.latex}\right)" for part in parts)
            yield Display(f"{latex} = 0", " + ".join(f"({part.plain})" for part in parts) + " = 0")


def _matrix(rows: Iterable[Iterable[int]]) -> str:
    body = r" \\ ".join(" & ".join(map(str, row)) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def _numbers(row: Iterable[int]) -> str:
    return " ".join(f"{value:2d}" for value in row)
