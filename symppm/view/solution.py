"""Solutions as blocks of a document: formulas, conditions, and the scales that stay free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy

from symppm.errors import conjunction
from symppm.laws.forms import facing, readable
from symppm.laws.operators import Expectation, Variance
from symppm.model.declaration import Declaration
from symppm.solve.branches import Branch
from symppm.solve.forms import collected
from symppm.solve.freedoms import Location, shown
from symppm.solve.solution import Solution
from symppm.solve.targets import target_names, target_symbol
from symppm.view.certificate import proposition
from symppm.view.document import Block, Display, Heading, Inline
from symppm.view.prose import Prose, free_letter

Symbols = Mapping[str, sympy.Symbol]


def solution_blocks(
    declaration: Declaration,
    solution: Solution,
    prose: Prose,
    number: int,
    labels: Mapping[str, str],
) -> Iterator[Block]:
    """Yield what a solution identifies, with its proof, and under which conditions.

    The number is that of a proposition; labels say where derivations are stated.
    """
    symbols = _symbols(declaration, solution)
    certificate = solution.derivation.document
    stated = {line["is"] for line in certificate.get("solve", ())}
    proved = {name for name, judged in certificate["properties"].items() if judged["shown"]}
    here = prose.naming(*prose.notation.names, *symbols)
    rounded = any(size.name in solution.fixed for size in declaration.sizes)
    if solution.fixed:
        yield Heading(3, f"With {conjunction(solution.fixed)} given")
        yield _what_holds(solution, symbols, here, rounded=rounded)
    else:
        yield Heading(3, "What is identified")
    if not rounded:
        yield from _coordinates(solution, symbols, here)
    if "targets" in certificate:
        required = bool(solution.requirements) and not rounded
        yield proposition(certificate, declaration, prose, number, labels, required=required)
    elif not solution.branches:
        yield prose.paragraph(
            "There is no closed form: a match solves for the hyperparameters numerically."
        )
    if solution.branches and "reason" in certificate:
        yield here.paragraph("No proof is given of the formulas that follow.")
    yield from _branches(solution, symbols, here, stated)
    known = solution.expressions.values()
    variation = {
        name: readable(value)
        for name, value in solution.coefficients_of_variation.items()
        if value not in known and here.fits(readable(value))
    }
    if variation:
        yield here.paragraph("Coefficients of variation of the priors:")
    for name, value in variation.items():
        entry = declaration.by_name[name].generic
        yield here.line(sympy.sqrt(Variance(entry)) / Expectation(entry), value)
    # With a root the proposition has conditions on it, of which the formulas have others.
    written_out = solution.is_explicit and bool(certificate.get("root"))
    if solution.branches and ("conditions" not in proved or written_out):
        yield from _conditions(solution, symbols, here, suffice="conditions" in proved)
    for constraint in solution.constraints if not stated else ():
        yield here.paragraph("All targets can be met only where this vanishes:")
        yield here.line(constraint, sympy.S.Zero)
    if "freedoms" not in proved:
        yield from free_blocks(solution, symbols, here)


def _branches(
    solution: Solution, symbols: Symbols, prose: Prose, stated: set[str]
) -> Iterator[Block]:
    """Yield the formulas of all branches but what is stated already."""
    first: list[Block] = []
    for place, branch in enumerate(solution.branches, 1):
        lines = list(_branch(branch, solution, symbols, prose, stated))
        if place == 1:
            if lines and stated and isinstance(lines[0], Display):
                yield prose.paragraph("In closed form:")
            yield from lines
            first = lines
        else:
            yield prose.paragraph("Another solution differs in")
            yield from (line for line in lines if line not in first)
    if len(solution.branches) > 1:
        yield prose.paragraph(
            "Each of them is a solution where the conditions hold for it; where several are, they "
            "share every target."
        )


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
        signs = [need.positive for need in solution.requirements]
        yield prose.line(symbols[name], facing(_without_bars(value, solution), signs))
    for shape in sorted(_inverses(changed.values()), key=str):
        ratio, root = (sympy.Symbol(name, positive=True) for name in ("x", "y"))
        text = "Here {} is the {} for which {}; there is one for each {}."
        holds = prose.beside(" = ", " = ", shape.inverse_of(root), ratio)
        above = prose.positive(ratio - 1)
        yield prose.paragraph(text, shape(ratio), prose.positive(root), holds, above)
    for text in dict.fromkeys(need.text for need in solution.requirements):
        yield prose.bullet(f"Requirement: {text}.")
    required = [prose.positive(x.positive, or_zero=x.or_zero) for x in solution.required]
    short, wide = prose.listed(required)
    yield from (prose.bullet("In what is solved for: {}.", relation) for relation in short)
    if wide:
        yield prose.paragraph("In what is solved for:")
        yield from wide


def _inverses(values: Iterable[sympy.Expr]) -> set[Any]:
    """Return the functions that are inverses of others, and have no common name."""
    functions = {node.func for value in values for node in value.atoms(sympy.Function)}
    return {function for function in functions if hasattr(function, "inverse_of")}


def _without_bars(value: sympy.Expr, solution: Solution) -> sympy.Expr:
    """Write absolute values of what has one sign, by what must hold, without their bars."""
    needed = {need.positive for need in solution.requirements}
    needed |= {need.positive for branch in solution.branches for need in branch.conditions}
    signs = {part: sign * part for one in needed for sign, part in ((1, one), (-1, -one))}
    return value.replace(sympy.Abs, lambda part: signs.get(part, sympy.Abs(part)))


def _branch(
    branch: Branch, solution: Solution, symbols: Symbols, prose: Prose, stated: set[str]
) -> Iterator[Block]:
    """Yield the lines of a branch but those that are stated already."""
    square = next((n for n in branch.assignments if n.endswith("_square")), "")
    unknown = square.removesuffix("_square")
    names = [unknown, *(f"{unknown}_{part}" for part in ("square", "linear", "constant"))]
    if all(name in symbols for name in names):
        yield prose.paragraph(
            "{} solves a quadratic equation: {} times its square, plus {} times it, plus {} is "
            "zero. Line by line:",
            *(symbols[name] for name in names),
        )
    products = _products(branch, solution, symbols)
    written = {symbols[name]: product for name, product in products.items() if name in symbols}
    anchored = _anchored(branch, solution)
    signs = [need.positive for need in branch.conditions]
    for name, value in branch.assignments.items():
        if not stated.isdisjoint(_with_square(branch.aliases.get(name, name))):
            continue
        if name in anchored:
            written[symbols[name]] = value
            continue
        value = facing(_without_bars(value, solution), signs).subs(written)  # noqa: PLW2901
        yield prose.line(products.get(name, symbols[name]), readable(value))
    for name, value in branch.identified.items():
        left = _product(name, solution, symbols)
        assigned = name in branch.aliases.values()
        if left != value and not assigned and stated.isdisjoint(_with_square(name)):
            yield prose.line(left, readable(value.subs(written)))


def _with_square(name: str) -> tuple[str, str]:
    return name, f"{name}**2"


def _anchored(branch: Branch, solution: Solution) -> set[str]:
    """Return what is assigned as it is where a free scale is one, and is not identified."""
    moved = {name for s in solution.symmetries for name in s.moved("s")}
    return moved & set(branch.assignments) - set(branch.aliases)


def _product(name: str, solution: Solution, symbols: Symbols) -> sympy.Expr:
    powers = solution.exponents[name].items()
    return sympy.Mul(*(shown(symbols[u], solution.locations) ** power for u, power in powers))


def _products(branch: Branch, solution: Solution, symbols: Symbols) -> dict[str, sympy.Expr]:
    """Return the combination that each assigned name stands for, where it stands for one."""
    return {name: _product(of, solution, symbols) for name, of in branch.aliases.items()}


def _conditions(
    solution: Solution, symbols: Symbols, prose: Prose, *, suffice: bool
) -> Iterator[Block]:
    yield prose.paragraph(f"Each of these must hold{', and together they suffice' * suffice}:")
    first = solution.branches[0]
    products = _products(first, solution, symbols)
    anchored = _anchored(first, solution)
    relations: list[Inline] = []
    for condition in first.conditions:
        positive = condition.positive
        if anchored & {symbol.name for symbol in positive.free_symbols}:
            positive = first.in_targets(positive)
        named = (s for s in positive.free_symbols if s.name in products)
        positive = collected(positive.subs({s: products[s.name] for s in named}))
        relations.append(prose.shortest(positive, or_zero=condition.or_zero))
    yield from prose.entries(relations)
    for condition in first.conditions:
        if condition.beside != 0:
            text = "Where {} is zero, both solutions are the same one."
            yield prose.paragraph(text, condition.positive)


def free_blocks(solution: Solution, symbols: Symbols, prose: Prose) -> Iterator[Block]:
    """Yield the scales and levels that no moment sees."""
    letter = free_letter(symbols)
    prose = prose.naming(letter.name, *prose.notation.names)
    for symmetry in solution.symmetries:
        kind = "level" if isinstance(symmetry, Location) else "scale"
        moved = symmetry.moved(letter.name).items()
        yield prose.paragraph(
            f"No first or second moment sees the {kind} {{}} of {{}}: put in, it drops out.",
            letter,
            prose.moves((symbols.get(name, sympy.Symbol(name)), value) for name, value in moved),
        )
