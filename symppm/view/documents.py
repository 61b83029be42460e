"""The derivation of a model for readers: declaration, lemmas, results, solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import sympy

from symppm.errors import NotBuiltError
from symppm.families import JointFamily
from symppm.laws import derive
from symppm.laws.derivation import Derivation
from symppm.laws.forms import readable
from symppm.laws.latex import LatexFormula
from symppm.laws.names import law_name, moment_title
from symppm.laws.notation import Notation
from symppm.laws.operators import Covariance, Expectation
from symppm.laws.patterns import pattern_of
from symppm.laws.plain import PlainFormula
from symppm.laws.proofs import CONDITIONAL, PRIORS, Line, Proofs, Statement, Unit
from symppm.laws.records import record_json
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import DOT, Entry, KnownEntry, reindex
from symppm.solve.certificate import Certificate
from symppm.solve.exposure import averages, exposure
from symppm.solve.solution import Solution
from symppm.solve.targets import CYCLE, is_cumulant, target_names, target_symbol
from symppm.view.certificate import proposition
from symppm.view.declaration import declaration_code
from symppm.view.document import (
    Block,
    Code,
    Display,
    Heading,
    Inline,
    Listing,
    Simple,
    Theorem,
    aligned,
    markdown_document,
)
from symppm.view.prose import Prose, cited
from symppm.view.solution import solution_blocks

Derivations = tuple[Derivation, ...]
Solutions = tuple[Solution, ...]

_SHORT_VALUE: Final = 25
"""Operations up to which a result is also written without names."""


@dataclass(frozen=True)
class Derived:
    """All that is derived of a model, and why it is not solved, if so."""

    derivations: Derivations
    record: str
    solutions: Solutions = ()
    unsolved: str = ""


def derived(declaration: Declaration, title: str, needs: Sequence[str] | None = None) -> Derived:
    """Derive and solve a model; what cannot be solved is derived, and why it is not is said."""
    from symppm.codegen.generate import generate, record_contents  # noqa: PLC0415 - takes seconds

    try:
        generated = generate(declaration, title, needs)
    except NotBuiltError as error:
        # What cannot be derived complains again.
        steps = tuple(derive(declaration, name) for name in record_contents(declaration))
        return Derived(steps, record_json(steps), unsolved=str(error))
    return Derived(generated.derivations, generated.record, generated.solutions)


def document_blocks(
    derivations: Derivations,
    title: str,
    solutions: Solutions = (),
    *,
    banner: bool = False,
    proved: bool = True,
) -> list[Block]:
    """Return the derivation of a model as blocks, or its solution alone."""
    declaration = derivations[0].declaration
    proofs = Proofs(derivations)
    prose = Prose(replace(Notation.of(declaration), letters=proofs.letters))
    text = "Generated from the declaration; do not edit. To write it anew: {}."
    return [
        Heading(1, f"{declaration.name}: {title}"),
        *([prose.paragraph(text, Code("python tools/regenerate.py"))] if banner else []),
        *_model(proofs, prose),
        *(_theorems(proofs, prose) if proved else ()),
        *(_solving(proofs, solutions) if solutions else ()),
    ]


def document_markdown(derivations: Derivations, title: str, solutions: Solutions) -> str:
    """Write the derivation of a model, of one or more moments, as Markdown that GitHub shows."""
    return markdown_document(document_blocks(derivations, title, solutions, banner=True))


def certificate_markdown(certificate: Certificate) -> str:
    """Write a certificate by itself as Markdown."""
    declaration, document = certificate.declaration, certificate.document
    if "targets" not in document:
        return f"No closed form is proved: {document['reason']}.\n"
    prose = Prose(target_notation(declaration, document["targets"]))
    return markdown_document([proposition(document, declaration, prose, 1, {})])


@lru_cache(maxsize=32)
def proof_blocks(derivation: Derivation) -> tuple[Block, ...]:
    """Return one derivation with the lemmas that it needs, and the mean, by which it is written."""
    declaration = derivation.declaration
    mean = () if isinstance(derivation.target, Expectation) else (derive(declaration, "mean"),)
    proofs = Proofs((*mean, derivation))
    prose = Prose(replace(Notation.of(declaration), letters=proofs.letters))
    name = moment_title(derivation.target, declaration)
    head = Heading(1, f"The {name} in the model {declaration.name}")
    return (head, *_assumptions(proofs, prose), *_theorems(proofs, prose))


# Parts


def _model(proofs: Proofs, prose: Prose) -> Iterator[Block]:
    declaration = proofs.declaration
    yield Heading(2, "Model and assumptions")
    yield Listing(declaration_code(declaration))
    laws = [
        prose.law(variable.vector(variable.generic), law_name(variable.family), _given(variable))
        for variable in declaration.variables
    ]
    latex = [row for law in laws for row in law.rows]
    yield Display(aligned(latex), "\n".join(law.plain for law in laws))
    for array in declaration.known:
        constraint = f", whose sum along {array.over.name} is one" if array.over else ""
        text = f"{{}}: known positive constants {{}}{constraint}."
        yield prose.bullet(text, Code(array.name), array.generic)
    for axis in declaration.axes:
        text = "{}: {} values; its indices are {}."
        yield prose.bullet(text, Code(axis.name), axis.size, [*axis.pool(2)])
    yield from _assumptions(proofs, prose)


def _given(variable: Variable) -> dict[str, sympy.Expr]:
    """Return the parameters of a variable; of a vector's entries, those of all of them."""
    if variable.over is None:
        return dict(variable.parameters)
    every = {variable.over.generic: DOT}
    return {name: reindex(value, every) for name, value in variable.parameters.items()}


def _assumptions(proofs: Proofs, prose: Prose) -> Iterator[Block]:
    declaration = proofs.declaration
    known = [array.generic for array in declaration.known]
    apart = " that no known array tells apart" if known else ""
    yield prose.paragraph(
        "Different letters are different indices. Given its parents, a variable is random only by "
        f"its own noise, which is independent of all other noise. Indices along an axis{apart} are "
        "exchangeable."
    )
    if known:
        yield prose.paragraph("All moments are conditional on {}, which are known.", known)
    variables = declaration.variables
    for family in dict.fromkeys(v.family for v in variables):
        if isinstance(family, JointFamily):
            alike = [v.vector(v.generic) for v in variables if v.family == family]
            kind = " with a base" if law_name(family) != family.name else ""
            text = f"A {law_name(family)} vector{kind}, such as {{}}, has {family.remark}."
            yield prose.paragraph(text, alike)
    if proofs.positive:
        exist = [prose.positive(expression) for expression in proofs.positive]
        yield prose.paragraph("Throughout, {}, without which not all of the moments exist.", exist)
    else:
        yield prose.paragraph("Every moment that is used exists for all hyperparameters.")
    for symmetry in proofs.symmetries:
        pairs = [prose.beside(r" \leftrightarrow ", " ↔ ", *pair) for pair in symmetry.pairs()]
        name = sympy.Symbol(symmetry.name)
        yield prose.paragraph("The model stays the same under the exchange {} of {}.", name, pairs)


def _theorems(proofs: Proofs, prose: Prose) -> Iterator[Block]:
    headings = {"Lemma": "Lemmas", "Proposition": "Results"}
    for unit in proofs.units:
        if unit.kind in headings:
            yield Heading(2, headings.pop(unit.kind))
        claims: list[Simple] = []
        if unit.positive:
            exist = [prose.positive(expression) for expression in unit.positive]
            claims.append(prose.paragraph("For {},", exist))
        if equalities := [*_claims(unit, proofs, prose)]:
            claims.append(prose.equalities(equalities))
        if _are_apart(unit, proofs):
            text = "Given their parents, different entries are uncorrelated."
            claims.append(prose.paragraph(text))
        proof = tuple(_proof(unit, proofs, prose))
        yield Theorem(unit.kind, unit.number, unit.title, tuple(claims), proof)


def _claims(
    unit: Unit, proofs: Proofs, prose: Prose
) -> Iterator[tuple[Inline, Sequence[sympy.Expr]]]:
    bare = Prose(replace(prose.notation, letters={}))
    for statement in _representative(unit, proofs):
        target = statement.target
        left = bare.formula(target)
        if proofs.letters.get(target):
            left = prose.beside(" = ", " = ", target, left)
        rights = [statement.form]
        value = readable(statement.value)
        short = value.count_ops() <= _SHORT_VALUE
        if unit.kind == "Proposition" and value != statement.form and short:
            rights.append(value)
        yield left, rights


def _are_apart(unit: Unit, proofs: Proofs) -> bool:
    """Tell whether a lemma says of all different entries that they have no covariance."""
    pairs = [s for s in unit.statements if isinstance(s.target, Covariance)]
    alone = unit.title == CONDITIONAL and proofs.declaration.observed.over is None
    return alone and bool(pairs) and all(s.value == 0 for s in pairs)


def _representative(unit: Unit, proofs: Proofs) -> Iterable[Statement]:
    """Leave out what is said of other entries in the same words."""
    if unit.title != CONDITIONAL:
        return unit.statements
    representatives: dict[object, Statement] = {}
    apart = _are_apart(unit, proofs)
    for statement in unit.statements:
        if apart and isinstance(statement.target, Covariance):
            continue
        operands = statement.target.operands
        if len(operands) == 1:
            operands = (operands[0].replace(lambda n: isinstance(n, Entry), lambda n: n.label),)
        representatives.setdefault((type(statement.target), operands), statement)
    return representatives.values()


def _proof(unit: Unit, proofs: Proofs, prose: Prose) -> Iterator[Simple]:
    by_name = proofs.declaration.by_name
    if unit.title == CONDITIONAL:
        observed = proofs.declaration.observed
        yield prose.paragraph(
            f"Given its parents, an entry {{}} has the {observed.family.name} law of the model, "
            "and is random only by its own noise.",
            observed.generic,
        )
        return
    if unit.title == PRIORS:
        names = {e.name for s in unit.statements for e in s.target.atoms(Entry)}
        families = dict.fromkeys(law_name(v.family) for name, v in by_name.items() if name in names)
        yield prose.paragraph(f"Moments of the laws: {', '.join(families)}.")
        return
    bare = Prose(replace(prose.notation, letters={}))
    mirrored: dict[str, None] = {}
    for statement in unit.statements:
        if statement.mirror is None:
            lines = [(line.right, _why(line, unit, proofs)) for line in statement.chain]
            yield prose.chain(bare.formula(statement.target), lines)
        elif unit.kind == "Proposition":
            name, origin = statement.mirror
            text = f"From {proofs.labels[origin]} by the symmetry {{}}."
            yield prose.paragraph(text, sympy.Symbol(name))
        else:
            mirrored[statement.mirror[0]] = None
    if mirrored:
        many = "symmetries" if len(mirrored) > 1 else "symmetry"
        yield prose.paragraph(
            f"The rest follows by the {many} {{}}.", [*map(sympy.Symbol, mirrored)]
        )


def _why(line: Line, unit: Unit, proofs: Proofs) -> str:
    """Name the laws behind a line, and what it cites."""
    labels = {proofs.labels[target] for target in line.cited}
    above = ["above"] if unit.label in labels else []
    return ", ".join([*line.laws, *above, *cited(labels - {unit.label})])


def target_notation(declaration: Declaration, targets: Iterable[str] = ()) -> Notation:
    """Return the notation in which targets are E, V, and rho with the axis as a subscript.

    A joint cumulant is kappa with its order, if it is the only one of that order.
    """
    notation = Notation.of(declaration)
    variance = "Var" if "V" in notation.names else "V"
    latex = {"mean": "E", "variance": variance.replace("Var", r"\mathrm{Var}")}
    plain = {"mean": "E", "variance": variance}
    names = target_names(declaration)
    for name in names[2:]:
        kind, _, axis = name.partition("_")
        typeset, typed = (r"\rho", "ρ") if kind == "rho" else (r"\mathrm{Cov}", "Cov")
        latex[name], plain[name] = rf"{typeset}_{{\mathrm{{{axis}}}}}", f"{typed}_{axis}"
    cumulants = [name for name in targets if is_cumulant(name)]
    orders = [name.count("_") for name in cumulants]
    for name, order in zip(cumulants, orders, strict=True):
        if orders.count(order) == 1 and "kappa" not in notation.names:
            latex[name], plain[name] = rf"\kappa_{{{order}}}", f"κ_{order}"
    for inverse, symbol in averages(declaration).items():
        bare = inverse.replace(lambda n: isinstance(n, KnownEntry), lambda n: sympy.Symbol(n.name))
        below = 1 / bare
        for spelled, formula, text in (
            (latex, LatexFormula(notation), r"\overline{{1/{}}}"),
            (plain, PlainFormula(notation), "mean(1/{})"),
        ):
            written = formula.write(below)
            spelled[symbol.name] = text.format(written if below.is_Symbol else f"({written})")
    names = (*notation.names, *names, *cumulants)
    return replace(notation, names=names, latex=latex, plain=plain)


def _solving(proofs: Proofs, solutions: Solutions) -> Iterator[Block]:
    declaration = proofs.declaration
    mentioned = dict.fromkeys(n for s in solutions for g in s.given for n in g.split("/"))
    prose = Prose(target_notation(declaration, mentioned))
    yield Heading(2, "Solution")
    meanings = {_target_of(d): d.target for d in proofs.derivations}
    labels = {d.name: proofs.labels[d.target] for d in proofs.derivations}
    number = 1 + sum(unit.kind == "Proposition" for unit in proofs.units)
    inverses = averages(declaration)
    if inverses:
        entry = declaration.observed.generic
        text = "The targets, of entries divided by what is known, {} in place of {}:"
        yield prose.paragraph(text, entry / exposure(declaration), entry)
    else:
        yield prose.paragraph("The targets:")
    for name in sorted(mentioned, key=lambda name: name not in meanings):
        if name in meanings:
            sides = target_symbol(name), meanings[name]
            yield prose.bullet("{}", prose.beside(" = ", " = ", *sides))
        elif name == CYCLE:
            text = "{}, the mean product of four entries in two rows and two columns, less what "
            yield prose.bullet(f"{text}rows and columns add to them", target_symbol(name))
        elif is_cumulant(name):
            entries = pattern_of(declaration, name.split("_")[1:]).entries(declaration)
            yield prose.bullet("{}, the joint cumulant of {}", target_symbol(name), [*entries])
    if "covariance" in labels and len(mentioned) > 1:
        (common,) = (d.target for d in proofs.derivations if d.name == "covariance")
        text = "Of {}, which all entries share, one array shows nothing: variance and covariances "
        text += "are taken less that here, within correlations too"
        third = (
            ", and joint cumulants less what comes of it"
            if any(map(is_cumulant, mentioned))
            else ""
        )
        yield prose.paragraph(f"{text}{third}.", common)
    for inverse, symbol in inverses.items():
        text = "The data tell {}, the average of {} over entries ({})."
        yield prose.paragraph(text, symbol, inverse, Code(symbol.name))
    if inverses and "variance" in mentioned:
        text = "Variances of entries differ by {}; {} is their average."
        yield prose.paragraph(text, [*inverses], target_symbol("variance"))
    if declaration.observed.dims == ("row", "col") and {"rho_row", "rho_col"} <= set(mentioned):
        rhos = [target_symbol(name) for name in ("rho_row", "rho_col")]
        paper = [Inline(rf"\rho_{number}", f"ρ_{number}") for number in (1, 2)]
        yield prose.paragraph("{} are {} of da Silva et al. (JMLR 24:67, 2023).", rhos, paper)
    for solution in solutions:
        blocks = tuple(solution_blocks(declaration, solution, prose, number, labels))
        number += sum(isinstance(block, Theorem) for block in blocks)
        yield from blocks


def _target_of(derivation: Derivation) -> str:
    kind, *axes = derivation.name.split()
    return "_".join([{"correlation": "rho", "covariance": "cov"}.get(kind, kind), *axes])
