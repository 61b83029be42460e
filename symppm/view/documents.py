"""The derivation of a model for readers: declaration, results, assumptions, steps, solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy

from symppm.errors import NotBuiltError
from symppm.families import JointFamily
from symppm.laws.derivation import Derivation
from symppm.laws.document import (
    Block,
    Code,
    Display,
    Heading,
    Inline,
    Listing,
    Phrase,
    latex_document,
    markdown_document,
    text_document,
)
from symppm.laws.latex import LatexFormula, readable
from symppm.laws.notation import Notation
from symppm.laws.plain import PlainFormula
from symppm.laws.render import derivation_blocks, moment_title
from symppm.model.declaration import Declaration
from symppm.solve.solution import Solution
from symppm.solve.targets import CYCLE, is_cumulant, target_names, target_symbol
from symppm.view.declaration import declaration_code
from symppm.view.solution import Prose, location_blocks, scale_blocks, solution_blocks

Derivations = tuple[Derivation, ...]
Solutions = tuple[Solution, ...]


def derived(declaration: Declaration, title: str) -> tuple[Derivations, Solutions, str]:
    """Derive and solve a model; what cannot be solved is derived, and why it is not is said."""
    from symppm.codegen.generate import generate, record_contents  # noqa: PLC0415 - takes seconds
    from symppm.laws import derive  # noqa: PLC0415 - as above

    try:
        made = generate(declaration, title)
    except NotBuiltError as error:
        # What cannot be derived complains again.
        steps = tuple(derive(declaration, what) for what in record_contents(declaration))
        return steps, (), str(error)
    return made.derivations, made.solutions, ""


def document_markdown(derivations: Derivations, title: str, solutions: Solutions) -> str:
    """Write the derivation of a model, of one or more moments, as Markdown that GitHub shows."""
    head, *rest = _record(derivations, title, solutions)
    banner = Prose(Notation.of(derivations[0].declaration)).paragraph(
        "Generated from the declaration; do not edit. To write it anew: {}.",
        Code("python tools/regenerate.py"),
    )
    return markdown_document([head, banner, *rest])


def document_latex(derivations: Derivations, title: str, solutions: Solutions) -> str:
    """Write the derivation of a model as a LaTeX document."""
    return latex_document(_record(derivations, title, solutions))


def document_text(derivations: Derivations, title: str, solutions: Solutions) -> str:
    """Write the derivation of a model for a terminal."""
    return text_document(_record(derivations, title, solutions))


def _record(derivations: Derivations, title: str, solutions: Solutions) -> list[Block]:
    declaration = derivations[0].declaration
    prose = Prose(Notation.of(declaration))
    blocks: list[Block] = [
        Heading(1, f"{declaration.name}: {title}"),
        *_model(declaration, prose),
        Heading(2, "Results"),
    ]
    for derivation in derivations:
        name = moment_title(derivation.target, declaration)
        blocks += [prose.paragraph(f"{name[0].upper()}{name[1:]}:"),
                   prose.line(derivation.target, readable(derivation.result))]  # fmt: skip
    blocks += [
        *_assumptions(derivations, prose),
        Heading(2, "Derivations"),
        prose.paragraph("Each step rewrites what stands on the left, wherever it occurs."),
    ]
    for derivation in derivations:
        blocks += derivation_blocks(derivation, level=3)
    if solutions:
        blocks += _solving(declaration, derivations, solutions)
    return blocks


def _model(declaration: Declaration, prose: Prose) -> Iterator[Block]:
    yield Heading(2, "The model")
    yield Listing(declaration_code(declaration))
    latex, plain = LatexFormula(prose.notation), PlainFormula(prose.notation)
    rows: list[tuple[str, str]] = []
    for variable in declaration.variables:
        family, entry = variable.family.name, variable.vector(variable.generic)
        values = variable.parameters.items()
        typeset = r",\ ".join(rf"\mathrm{{{key}}} = {latex.write(value)}" for key, value in values)
        typed = ", ".join(f"{key} = {plain.write(value)}" for key, value in values)
        set_law = rf"{latex.write(entry)} &\sim \mathrm{{{family}}}\left({typeset}\right)"
        rows.append((set_law, f"{plain.write(entry)} ~ {family}({typed})"))
    aligned = " \\\\\n".join(row for row, _ in rows)
    plainly = "\n".join(row for _, row in rows)
    yield Display(f"\\begin{{aligned}}\n{aligned}\n\\end{{aligned}}", plainly)
    for array in declaration.known:
        whole = f", whose sum along {array.over.name} is one" if array.over else ""
        text = f"{{}}: known positive constants {{}}{whole}."
        yield prose.bullet(text, Code(array.name), array.generic)
    for axis in declaration.axes:
        text = "{}: {} values; its indices are {}."
        yield prose.bullet(text, Code(axis.name), axis.size, [*axis.pool(2)])


def _assumptions(derivations: Derivations, prose: Prose) -> Iterator[Block]:
    declaration = derivations[0].declaration
    used = [
        condition
        for derivation in derivations
        for each in (*derivation.lemmas, derivation)
        for step in each.steps
        for condition in step.conditions
    ]

    def sorted_of(arguments: Sequence[sympy.Basic]) -> tuple[sympy.Basic, ...]:
        return tuple(prose.notation.sorted(arguments))

    def pairs(kind: str) -> Phrase:
        """Return the pairs that conditions of a kind are about, each once."""
        several = dict.fromkeys(sorted_of(each.arguments) for each in used if each.kind == kind)
        return prose.phrase("; ".join("{}" for _ in several), *(list(each) for each in several))

    yield Heading(2, "Assumptions")
    yield prose.paragraph("What the steps rely on, collected:")
    letters = ([letter.name for letter in axis.pool(2)] for axis in declaration.axes)
    unequal = [Inline(*(side.join(two) for side in (r" \neq ", " ≠ "))) for two in letters]
    yield prose.bullet("Different letters are different indices: {}.", unequal)
    if declaration.known:
        arrays = [array.generic for array in declaration.known]
        yield prose.bullet("All moments are conditional on {}, which are known.", arrays)
    variables = declaration.variables
    for family in dict.fromkeys(each.family for each in variables):
        if isinstance(family, JointFamily):
            alike = [each.vector(each.generic) for each in variables if each.family == family]
            text = f"A {family.name} vector, such as {{}}, has {family.remark}."
            yield prose.bullet(text, alike)
    if shown := pairs("independent"):
        yield prose.bullet("Variables without a common ancestor are independent: {}.", shown)
    own = dict.fromkeys(each.arguments[0] for each in used if each.kind == "own_noise")
    if own:
        yield prose.bullet(
            "Given its parents, a variable is random only by its own noise, which is independent "
            "of all other noise: {}.",
            list(sorted_of(list(own))),
        )
    sums = dict.fromkeys(each.arguments for each in used if each.kind == "exchangeable")
    if sums:
        yield prose.bullet(
            "In a sum over {} values, the terms whose index no other index takes have the same "
            "law.",
            list(dict.fromkeys(size for _, size in sums)),
        )
    if any(each.kind == "relabelled" for each in used):
        known = " that no known array tells apart" if declaration.known else ""
        yield prose.bullet(
            f"Indices along an axis{known} are interchangeable: a moment depends only on which of "
            "them are equal."
        )
    if shown := pairs("same_law"):
        yield prose.bullet("The same law, and so the same variance, have: {}.", shown)
    needed = dict.fromkeys(each.arguments[0] for each in used if each.kind == "positive")
    if needed:
        exist = [prose.positive(expression) for expression in needed]
        yield prose.bullet("The moments exist only for {}.", exist)
    else:
        yield prose.bullet(
            "Every moment that is used exists for all values of the hyperparameters."
        )


def target_notation(declaration: Declaration) -> Notation:
    """Return the notation in which targets are E, V, and rho with the axis as a subscript."""
    own = Notation.of(declaration)
    latex, plain = {"mean": "E", "variance": "V"}, {"mean": "E", "variance": "V"}
    names = target_names(declaration)
    for name in names[2:]:
        kind, _, axis = name.partition("_")
        symbol = (r"\rho", "ρ") if kind == "rho" else (r"\mathrm{Cov}", "Cov")
        latex[name], plain[name] = rf"{symbol[0]}_{{\mathrm{{{axis}}}}}", f"{symbol[1]}_{axis}"
    return Notation((*own.names, *names), latex, plain)


def _solving(
    declaration: Declaration, derivations: Derivations, solutions: Solutions
) -> Iterator[Block]:
    prose = Prose(target_notation(declaration))
    yield Heading(2, "Solving for the hyperparameters")
    meanings = {_target_of(each): each.target for each in derivations}
    mentioned = dict.fromkeys(n for each in solutions for g in each.given for n in g.split("/"))
    yield prose.paragraph("The targets:")
    for name in mentioned:
        if name in meanings:
            sides = target_symbol(name), meanings[name]
            yield prose.bullet("{}", prose.beside(" = ", " = ", *sides))
    for name in mentioned:
        if name not in meanings and (name == CYCLE or is_cumulant(name)):
            yield prose.bullet("{}, " + _in_words(name), target_symbol(name))
    if declaration.observed.dims == ("row", "col") and {"rho_row", "rho_col"} <= set(mentioned):
        rhos = [target_symbol(name) for name in ("rho_row", "rho_col")]
        paper = [Inline(rf"\rho_{number}", f"ρ_{number}") for number in (1, 2)]
        yield prose.paragraph("{} are {} of da Silva et al. (JMLR 24:67, 2023).", rhos, paper)
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    seen: list[Mapping[str, int]] = []
    for solution in solutions:
        yield from solution_blocks(declaration, solution, prose)
        fresh = [symmetry for symmetry in solution.scales if symmetry.weights not in seen]
        for symmetry in fresh:
            yield from scale_blocks(symmetry, symbols, prose)
        if solution.scales and not fresh:
            many = len(solution.scales) > 1
            scale = "The scales found above stay" if many else "The scale found above stays"
            yield prose.paragraph(f"{scale} free.")
        seen += [symmetry.weights for symmetry in fresh]
        for location in solution.locations:
            yield from location_blocks(location, symbols, prose)


def _in_words(name: str) -> str:
    """Say what a target above order two is."""
    if name == CYCLE:
        return (
            "the mean product of four entries in two rows and two columns, less what rows and "
            "columns add to them"
        )
    *entries, last = name.split("_")[1:]
    return f"the joint cumulant of the entries {', '.join(entries)} and {last}"


def _target_of(derivation: Derivation) -> str:
    kind, *axes = derivation.name.split()
    return "_".join([{"correlation": "rho", "covariance": "cov"}.get(kind, kind), *axes])
