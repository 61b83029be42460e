"""The ledger of a model for readers: declaration, results, assumptions, steps, solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from symppm.families import JointFamily
from symppm.laws.derivation import Derivation
from symppm.laws.document import (
    Block,
    Bullet,
    Code,
    Display,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Phrase,
    latex_document,
    markdown_document,
    text_document,
)
from symppm.laws.latex import LatexFormula, readable
from symppm.laws.notation import Notation
from symppm.laws.plain import PlainFormula
from symppm.laws.render import above_zero, derivation_blocks, display, inline, listed, moment_title
from symppm.laws.rules import Condition
from symppm.model.declaration import Declaration
from symppm.solve.solution import Solution
from symppm.solve.targets import CYCLE, is_cumulant, target_names, target_symbol
from symppm.view.declaration import declaration_code
from symppm.view.solution import beside, gauge_blocks, location_blocks, solution_blocks


def ledger_markdown(
    derivations: tuple[Derivation, ...], title: str, solutions: tuple[Solution, ...]
) -> str:
    """Write the ledger of a model as Markdown that GitHub shows with formulas."""
    head, *rest = _ledger(derivations, title, solutions)
    banner = Paragraph(
        (
            "Generated from the declaration; do not edit. To write it anew: ",
            Code("python tools/regenerate.py"),
            ".",
        )
    )
    return markdown_document([head, banner, *rest])


def ledger_latex(
    derivations: tuple[Derivation, ...], title: str, solutions: tuple[Solution, ...]
) -> str:
    """Write the ledger of a model as a LaTeX document; parameters as for Markdown."""
    return latex_document(_ledger(derivations, title, solutions))


def ledger_text(
    derivations: tuple[Derivation, ...], title: str, solutions: tuple[Solution, ...]
) -> str:
    """Write the ledger of a model for a terminal; parameters as for Markdown."""
    return text_document(_ledger(derivations, title, solutions))


def _ledger(
    derivations: tuple[Derivation, ...], title: str, solutions: tuple[Solution, ...]
) -> list[Block]:
    declaration = derivations[0].declaration
    blocks: list[Block] = [
        Heading(1, f"{declaration.name}: {title}"),
        *_model(declaration),
        *_results(derivations),
        *_assumptions(derivations),
        Heading(2, "Derivations"),
        Paragraph(("Each step rewrites what stands on the left, wherever it occurs.",)),
    ]
    for derivation in derivations:
        blocks += derivation_blocks(derivation, level=3)
    if solutions:
        blocks += _solving(declaration, derivations, solutions)
    return blocks


def _model(declaration: Declaration) -> Iterator[Block]:
    notation = Notation.of(declaration)
    latex, plain = LatexFormula(notation), PlainFormula(notation)
    yield Heading(2, "The model")
    yield Listing(declaration_code(declaration))
    rows: list[tuple[str, str]] = []
    for variable in declaration.variables:
        family, entry = variable.family.name, variable.vector(variable.generic)
        values = variable.parameters.items()
        typeset = r",\ ".join(rf"\mathrm{{{key}}} = {latex.write(value)}" for key, value in values)
        typed = ", ".join(f"{key} = {plain.write(value)}" for key, value in values)
        rows.append(
            (
                rf"{latex.write(entry)} &\sim \mathrm{{{family}}}\left({typeset}\right)",
                f"{plain.write(entry)} ~ {family}({typed})",
            )
        )
    aligned = " \\\\\n".join(row for row, _ in rows)
    yield Display(
        f"\\begin{{aligned}}\n{aligned}\n\\end{{aligned}}", "\n".join(row for _, row in rows)
    )
    for array in declaration.known:
        yield Bullet((Code(array.name), ": known positive constants ",
                      inline(array.generic, notation), "."))  # fmt: skip
    for axis in declaration.axes:
        letters = listed([inline(letter, notation) for letter in axis.pool(2)])
        size = inline(axis.size, notation)
        yield Bullet((Code(axis.name), ": ", size, " values; its indices are ", *letters, "."))


def _results(derivations: Sequence[Derivation]) -> Iterator[Block]:
    yield Heading(2, "Results")
    for derivation in derivations:
        name = moment_title(derivation.target, derivation.declaration)
        yield Paragraph((f"{name[0].upper()}{name[1:]}:",))
        notation = Notation.of(derivation.declaration)
        yield display(derivation.target, readable(derivation.result), notation)


def _assumptions(derivations: Sequence[Derivation]) -> Iterator[Block]:
    declaration = derivations[0].declaration
    notation = Notation.of(declaration)
    used = [
        condition
        for derivation in derivations
        for each in (*derivation.lemmas, derivation)
        for step in each.steps
        for condition in step.conditions
    ]
    yield Heading(2, "Assumptions")
    yield Paragraph(("What the steps rely on, collected:",))
    unequal = [
        Inline(*(side.join(letters) for side in (r" \neq ", " ≠ ")))
        for letters in ([letter.name for letter in axis.pool(2)] for axis in declaration.axes)
    ]
    yield Bullet(("Different letters are different indices: ", *listed(unequal), "."))
    if declaration.known:
        arrays = listed([inline(array.generic, notation) for array in declaration.known])
        yield Bullet(("All moments are conditional on ", *arrays, ", which are known."))
    variables = declaration.variables
    for family in dict.fromkeys(each.family for each in variables):
        if isinstance(family, JointFamily):
            alike = [each.vector(each.generic) for each in variables if each.family == family]
            shown = listed([inline(each, notation) for each in alike])
            yield Bullet((f"A {family.name} vector, such as ", *shown, f", has {family.remark}."))
    pairs = _distinct(used, "independent", notation)
    if pairs:
        yield Bullet(
            ("Variables without a common ancestor are independent: ", *_joined(pairs), ".")
        )
    own = _distinct_own(used, notation)
    if own:
        yield Bullet(
            ("Given its parents, a variable is random only by its own noise, which is independent "
             "of all other noise: ", *listed(own), ".")
        )  # fmt: skip
    sums = dict.fromkeys(each.arguments for each in used if each.kind == "exchangeable")
    sizes = dict.fromkeys(size for _, size in sums)
    if sizes:
        yield Bullet(
            ("In a sum over ", *listed([inline(s, notation) for s in sizes]),
             " values, the terms whose index no other index takes have the same law.")
        )  # fmt: skip
    if any(each.kind == "relabelled" for each in used):
        known = " that no known array tells apart" if declaration.known else ""
        yield Bullet(
            (f"Indices along an axis{known} are interchangeable: a moment depends only on which of "
             "them are equal.",)
        )  # fmt: skip
    same = _distinct(used, "same_law", notation)
    if same:
        yield Bullet(("The same law, and so the same variance, have: ", *_joined(same), "."))
    needed = dict.fromkeys(each.arguments[0] for each in used if each.kind == "positive")
    exist = [above_zero(expression, notation) for expression in needed]
    if exist:
        yield Bullet(("The moments exist only for ", *listed(exist), "."))
    else:
        yield Bullet(("Every moment that is used exists for all values of the hyperparameters.",))


def _distinct(used: Iterable[Condition], kind: str, notation: Notation) -> list[Phrase]:
    """Return the pairs that conditions of a kind are about, each once."""
    pairs = [tuple(notation.sorted(each.arguments)) for each in used if each.kind == kind]
    return [listed([inline(part, notation) for part in pair]) for pair in dict.fromkeys(pairs)]


def _distinct_own(used: Iterable[Condition], notation: Notation) -> list[Inline]:
    entries = [each.arguments[0] for each in used if each.kind == "own_noise"]
    return [inline(entry, notation) for entry in notation.sorted(dict.fromkeys(entries))]


def _joined(phrases: Sequence[Phrase]) -> Phrase:
    parts: list[str | Inline | Code] = []
    for place, phrase in enumerate(phrases):
        parts += ["; ", *phrase] if place else phrase
    return tuple(parts)


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
    declaration: Declaration, derivations: Sequence[Derivation], solutions: Sequence[Solution]
) -> Iterator[Block]:
    notation = target_notation(declaration)
    yield Heading(2, "Solving for the hyperparameters")
    meanings: Mapping[str, Derivation] = {_target_of(each): each for each in derivations}
    mentioned = dict.fromkeys(n for each in solutions for g in each.given for n in g.split("/"))
    named = [(name, meanings[name]) for name in mentioned if name in meanings]
    yield Paragraph(("The targets:",))
    for name, derivation in named:
        sides = [inline(side, notation) for side in (target_symbol(name), derivation.target)]
        yield Bullet((beside(" = ", " = ", sides),))
    for name in mentioned:
        if name not in meanings and (name == CYCLE or is_cumulant(name)):
            yield Bullet((inline(target_symbol(name), notation), _in_words(name)))
    correlated = not solutions or {"rho_row", "rho_col"} <= set(mentioned)
    if declaration.observed.dims == ("row", "col") and correlated:
        rhos = [inline(target_symbol(name), notation) for name in ("rho_row", "rho_col")]
        paper = [Inline(rf"\rho_{number}", f"ρ_{number}") for number in (1, 2)]
        yield Paragraph(
            (*listed(rhos), " are ", *listed(paper), " of da Silva et al. (JMLR 24:67, 2023).")
        )
    seen: list[Mapping[str, int]] = []
    if not solutions:
        yield Paragraph(
            ("There is no closed form: matching solves these equations numerically, and certifies "
             "what it finds by evaluating the moments again.",)
        )  # fmt: skip
    symbols = {s.name: s for s in (*declaration.sizes, *declaration.hyperparameters)}
    for solution in solutions:
        yield from solution_blocks(declaration, solution, notation)
        fresh = [gauge for gauge in solution.gauge if gauge.weights not in seen]
        for gauge in fresh:
            yield from gauge_blocks(gauge, symbols, notation)
        if solution.gauge and not fresh:
            many = len(solution.gauge) > 1
            text = (
                "The scales found above stay free." if many else "The scale found above stays free."
            )
            yield Paragraph((text,))
        seen += [gauge.weights for gauge in fresh]
        for location in solution.locations:
            yield from location_blocks(location, symbols, notation)


def _in_words(name: str) -> str:
    """Say what a target above order two is."""
    if name == CYCLE:
        return (
            ", the mean product of four entries in two rows and two columns, less what rows and "
            "columns add to them"
        )
    *entries, last = name.split("_")[1:]
    return f", the joint cumulant of the entries {', '.join(entries)} and {last}"


def _target_of(derivation: Derivation) -> str:
    kind, *axes = derivation.name.split()
    return "_".join([{"correlation": "rho", "covariance": "cov"}.get(kind, kind), *axes])
