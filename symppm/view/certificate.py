"""The certificate of a solution as a proposition with its proof."""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.errors import conjunction
from symppm.expressions import computed
from symppm.laws.breaking import width
from symppm.laws.collecting import as_product
from symppm.laws.forms import facing, readable
from symppm.laws.notation import is_negative
from symppm.model.declaration import Declaration
from symppm.view.document import (
    Code,
    Display,
    Inline,
    Paragraph,
    Phrase,
    Simple,
    Theorem,
)
from symppm.view.prose import Prose, cited, free_letter

Certificate = Mapping[str, Any]

_RATIO: Final = "_over_"
_COEFFICIENT: Final = "coefficient"
"""In names of functions of what is given."""
_COUNTS: Final = ("none", "one", "two")
_FUNCTIONS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        function.__name__.lower(): function
        for function in (
            sympy.sqrt,
            sympy.exp,
            sympy.log,
            sympy.gamma,
            sympy.cosh,
            sympy.sinh,
            sympy.zeta,
        )
    }
    | {"Abs": sympy.Abs}
)
_FEW_OPERATIONS: Final = 4
"""Of what a certificate has a name for, up to which it is printed in place of the name."""
_SHORT: Final = 20.0
_HUGE: Final = 250
_LONG: Final = 50.0
"""Widths of a small letter; what is longer stands at the right, where it breaks."""


class _Reader:
    """Reads the formulas of a certificate into expressions, products by their monomials."""

    def __init__(self, certificate: Certificate, declaration: Declaration, prose: Prose) -> None:
        self.divided = bool(declaration.known)
        known = [*declaration.sizes, *declaration.hyperparameters]
        self.symbols = {symbol.name: symbol for symbol in known}
        self.products: dict[str, sympy.Expr] = {}
        self.meanings: dict[str, sympy.Expr] = {}
        self.definitions: dict[str, sympy.Expr] = {}
        for name, text in certificate.get("names", {}).items():
            meaning = self.definition(text)
            if isinstance(meaning, sympy.Expr):
                self.definitions[name] = meaning
                if meaning.count_ops() <= _FEW_OPERATIONS:
                    self.meanings[name] = meaning
        names = (*certificate["targets"], *certificate["unknowns"], *certificate["given"])
        names = tuple(part for name in names for part in name.split(_RATIO))
        for name in names:
            if name not in self.meanings:
                self.symbols.setdefault(name, sympy.Symbol(name, real=True))
        products = certificate.get("products", {})
        self.products = {name: self(text) for name, text in products.items()}
        self.domain = [self(text) for text in certificate.get("domain", ())]
        self.prose = self._with_letters(prose.naming(*prose.notation.names, *self.symbols))

    def _with_letters(self, prose: Prose) -> Prose:
        """Give coefficients that keep their names a letter that is free."""
        long = [n for n in self.definitions if n not in self.meanings and _COEFFICIENT in n]
        letter = next((x for x in "CGHDQ" if x not in prose.notation.names), "")
        if not long or not letter:
            return prose
        numbers = [""] if len(long) == 1 else [str(n) for n in range(1, len(long) + 1)]
        latex = {
            n: f"{letter}_{{{k}}}" if k else letter for n, k in zip(long, numbers, strict=True)
        }
        plain = {n: text.replace("{", "").replace("}", "") for n, text in latex.items()}
        notation = prose.notation
        latex, plain = {**notation.latex, **latex}, {**notation.plain, **plain}
        return Prose(replace(notation, latex=latex, plain=plain))

    def __call__(self, text: str) -> sympy.Expr:
        """Return an expression; nothing in the text is run."""
        return computed(ast.parse(text, mode="eval").body, self._leaf)

    def _leaf(self, leaf: ast.Name | ast.Constant) -> sympy.Expr:
        if isinstance(leaf, ast.Constant):
            return sympy.Integer(leaf.value)
        for known in (self.products, self.meanings):
            if leaf.id in known:
                return known[leaf.id]
        top, _, bottom = leaf.id.partition(_RATIO)
        if bottom in self.symbols:
            return self(top) / self(bottom)
        return self.symbols.setdefault(leaf.id, sympy.Symbol(leaf.id, real=True))

    def definition(self, text: str) -> sympy.Expr | Code:
        """Return what a name stands for, written as a product; as it is, with functions unknown."""
        reader = _Functions(self)
        try:
            return as_product(
                computed(reader.visit(ast.parse(text, mode="eval").body), reader.leaf)
            )
        except KeyError:
            return Code(text)

    def sides(self, text: str) -> tuple[sympy.Expr, sympy.Expr]:
        """Return ``left - right`` as its two sides."""
        match ast.parse(text, mode="eval").body:
            case ast.BinOp(left, ast.Sub(), right):
                return computed(left, self._leaf), computed(right, self._leaf)
        terms = sympy.Add.make_args(self(text))
        minus = [-term for term in terms if term.could_extract_minus_sign()]
        return sympy.Add(*(t for t in terms if -t not in minus)), sympy.Add(*minus)

    def formulas(self, texts: Sequence[str]) -> list[sympy.Basic | Inline]:
        """Return expressions of texts, for a sentence."""
        return [self(text) for text in texts]

    def weights(self, weights: Mapping[str, int]) -> list[tuple[sympy.Expr, int]]:
        """Return by which power a scale goes into each name, or how often a shift is added."""
        return [(self(name), weight) for name, weight in weights.items()]

    def conditions(self, texts: Sequence[str], root: sympy.Expr | None = None) -> list[Inline]:
        """Return that expressions are positive, each in its shortest form.

        What is positive in the whole domain of the model is left out, but for bounds of a root.
        """
        said, of_root = [], root.free_symbols if root is not None else {None}
        for value in map(self, texts):
            if value == root:
                said.append(self.prose.beside(" > ", " > ", value, sympy.S.Zero))
            elif value.free_symbols == of_root or not self._is_known(value):
                said.append(self.prose.shortest(value))
        return said

    def ledger(self, targets: Sequence[str], labels: Mapping[str, str]) -> dict[str, list[str]]:
        """Return of which derivations targets are, where some of them are of none."""
        # With known arrays they are of data that were divided; with a covariance of all entries,
        # all but the mean are less that covariance.
        own = () if self.divided else ("mean",) if "covariance" in labels else targets
        words = (("rho_", "correlation "), ("cov_", "covariance "), ("_", " "))
        return {
            target: [
                functools.reduce(lambda name, pair: name.replace(*pair), words, part)
                for part in target.split(_RATIO)
            ]
            for target in own
        }

    def is_product(self, text: str, certificate: Certificate) -> bool:
        """Tell whether an expression is a product of what is said to be positive."""
        said = set(self.formulas(certificate["conditions"]))
        factors = (part.as_base_exp()[0] for part in sympy.Mul.make_args(sympy.factor(self(text))))
        return all(part in said or self._is_known(part) for part in factors)

    def reason(self, text: str) -> Phrase:
        """Return why something is not shown, what stands between backticks being a formula."""
        between, *pieces = text.split("`")
        return between, *(
            self.prose.formula(self(piece)) if place % 2 == 0 else piece
            for place, piece in enumerate(pieces)
        )

    def not_shown(self, what: str, said: Mapping[str, str]) -> Paragraph:
        """Return a sentence that says what is not shown, and why."""
        return self.prose.paragraph(f"It is not shown {what}: {{}}.", self.reason(said["reason"]))

    def is_long(self, side: sympy.Expr) -> bool:
        """Tell whether a side of an equation takes more than a line."""
        return width(self.prose.latex.write(side)) > _LONG

    def grouped(self, side: sympy.Expr) -> sympy.Expr:
        """Return a long side with its sums grouped; of a huge one that takes seconds."""
        return readable(side) if self.is_long(side) and side.count_ops() < _HUGE else side

    def row(self, left: sympy.Expr, right: sympy.Expr) -> tuple[Inline, list[sympy.Expr]]:
        """Return an equality for :meth:`Prose.equalities`."""
        return self.prose.formula(left), [right]

    def _is_known(self, value: sympy.Expr) -> bool:
        margins = (value - bound for bound in self.domain)
        return bool(value.is_positive) or any(margin.is_nonnegative for margin in margins)

    def point(self, at: Mapping[str, str]) -> Phrase:
        """Return which number each name is, and which stands in for a function or a constant."""
        plain, others = [], []
        for name, value in at.items():
            number, formula = sympy.Rational(value), self(name)
            if name in self.meanings:
                between = r" \text{ in place of } ", " in place of "
                others.append(self.prose.beside(*between, number, formula))
            else:
                plain.append(self.prose.beside(" = ", " = ", formula, number))
        if not others:
            return self.prose.phrase("{}", plain)
        return self.prose.phrase("{}, with {}", plain, others)


class _Functions(ast.NodeTransformer):
    """Computes functions of a formula, each leaving a name of its own in its place."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        constants = (sympy.pi, sympy.E, sympy.EulerGamma)
        self.values: dict[str, sympy.Expr] = {
            str(x): x for x in constants if str(x) not in reader.symbols
        }

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        function = _FUNCTIONS[node.func.id if isinstance(node.func, ast.Name) else ""]
        name = f"{len(self.values)}"
        self.values[name] = function(*(computed(argument, self.leaf) for argument in node.args))
        return ast.Name(name, ast.Load())

    def leaf(self, leaf: ast.Name | ast.Constant) -> sympy.Expr:
        """Return the value of a name or a number."""
        if isinstance(leaf, ast.Name) and leaf.id in self.values:
            return self.values[leaf.id]
        return self.reader._leaf(leaf)


def proposition(
    certificate: Certificate,
    declaration: Declaration,
    prose: Prose,
    number: int,
    labels: Mapping[str, str],
    *,
    required: bool = False,
) -> Theorem:
    """Return what is proved; labels say where each derivation is stated, by its name.

    Whether something is required of coordinates, and said before, is no part of a certificate.
    """
    reader = _Reader(certificate, declaration, prose)
    proof = _proof if "steps" in certificate else _freedoms
    return Theorem(
        "Proposition",
        number,
        "solution",
        tuple(_statement(certificate, reader, required=required)),
        tuple(proof(certificate, reader, labels)),
    )


def _statement(certificate: Certificate, reader: _Reader, *, required: bool) -> Iterator[Simple]:
    prose = reader.prose
    unknowns, targets = (reader.formulas(certificate[key]) for key in ("unknowns", "targets"))
    behind = (reader.definitions.get(name, reader(name)) for name in certificate["given"])
    given = (sorted(value.free_symbols, key=str) for value in behind)
    if letters := list(dict.fromkeys(itertools.chain(*given))):
        yield prose.paragraph("Let {} be given.", letters)
    stand_for = certificate.get("names", {}) | certificate.get("coordinates", {})
    stand_for = {name: text for name, text in stand_for.items() if name not in reader.meanings}
    names = [reader.symbols.get(name, name) for name in stand_for]
    pairs = zip(names, map(reader.definition, stand_for.values()), strict=True)
    if stand_for:
        more = conjunction(["{} stands for {}", *["{} for {}"] * (len(stand_for) - 1)])
        yield prose.paragraph(f"Here {more}.", *itertools.chain.from_iterable(pairs))
    if "steps" not in certificate:
        yield prose.paragraph(
            "No closed form is proved: {}. Values of {} with given {} are the solutions of these "
            "equations:",
            reader.reason(certificate["reason"]),
            unknowns,
            targets,
        )
        yield prose.equalities([*_moments(certificate["moments"], reader)])
        return
    if certificate["nonzero"]:
        signed = reader.formulas(certificate["nonzero"])
        many = "are not zero" if len(signed) > 1 else "is not zero"
        yield prose.paragraph(f"Here {{}} may have either sign, and {many}.", signed)
    yield from _which_values(certificate, reader, required=required)
    root = certificate["root"]
    rows = []
    if root:
        unknown = reader(root["unknown"])
        parts = [readable(reader(text)) for text in root["coefficients"].values()]
        terms = [part * unknown**power for power, part in enumerate(parts) if part != 0]
        below = [-term for term in terms if is_negative(term)]
        sides = sympy.Add(*(t for t in terms if not is_negative(t))), sympy.Add(*below)
        rows.append(reader.row(*sorted(sides, key=reader.is_long)))
    order = {name: place for place, name in enumerate(certificate["unknowns"])}
    signs = [*map(reader, certificate["conditions"]), *reader.domain]
    lines = ((reader(line["is"]), reader(line["value"])) for line in certificate["solve"])
    solve = [(left, facing(right, signs)) for left, right in lines]
    solve.sort(key=lambda pair: min(order.get(s.name, len(order)) for s in pair[0].free_symbols))
    rows += [reader.row(left, readable(right)) for left, right in solve]
    yield prose.equalities(rows)
    if root or not certificate["properties"]["conditions"]["shown"]:
        yield from _constraints(certificate, reader)


def _moments(
    moments: Mapping[str, str], reader: _Reader
) -> Iterator[tuple[Inline, list[sympy.Expr]]]:
    """Yield what each target is; correlations times the variance where that is shorter."""
    variance = moments.get("variance", "0")
    for name, text in moments.items():
        left, right = reader(name), readable(reader(text))
        if name.startswith("rho_") and variance != "0":
            product = readable(as_product(reader(text) * reader(variance)))
            if product.count_ops() < right.count_ops():
                left, right = left * reader("variance"), product
        yield reader.row(left, right)


def _which_values(certificate: Certificate, reader: _Reader, *, required: bool) -> Iterator[Simple]:
    """Say for which targets the formulas that follow are values in the domain."""
    prose, root = reader.prose, certificate["root"]
    unknowns, targets = (reader.formulas(certificate[key]) for key in ("unknowns", "targets"))
    # What a certificate has a name for, such as a root of pi, is positive by itself.
    named = {symbol.name for symbol in map(reader, certificate["names"]) if symbol.is_Symbol}
    bounds = (x for x in reader.domain if {symbol.name for symbol in x.free_symbols} - named)
    domain = [prose.positive(bound) for bound in bounds]
    besides = ", whether or not what is required above is met" if required else ""
    if domain:
        yield prose.paragraph(f"The domain is all real numbers with {{}}{besides}.", domain)
    text = "Values of {} in the domain with given {} are those below"
    solved = reader(root["unknown"]) if root else None
    of_root = (
        prose.phrase(", one for each solution {} of the first equation", solved) if root else ()
    )
    if certificate["properties"]["conditions"]["shown"]:
        conditions = reader.conditions(certificate["conditions"], solved)
        if root:
            text += "{}" + (" for which {}." if conditions else ".")
            yield from prose.ending(text, conditions, unknowns, targets, of_root)
        else:
            conditions += _met(certificate, reader)
            text += ", and there are such values "
            text += "if and only if {}." if conditions else "always."
            yield from prose.ending(text, conditions, unknowns, targets)
        implied = reader.conditions(
            [text for text in certificate["implied"] if not reader.is_product(text, certificate)]
        )
        implied = [condition for condition in implied if width(condition.latex) < _SHORT]
        if implied:
            text = "Where there are any, {}." if root else "These conditions imply {}."
            yield prose.paragraph(text, implied)
        elif any(condition.rows for condition in conditions):
            yield prose.paragraph("The values:")
    else:
        text += "{}, as far as they are in the domain."
        yield prose.paragraph(text, unknowns, targets, of_root)


def _constraints(certificate: Certificate, reader: _Reader) -> Iterator[Simple]:
    """Say what targets must meet where they are more than the unknowns."""
    if met := _met(certificate, reader):
        text = "The targets are more than the unknowns: all can be met only where {}."
        yield from reader.prose.ending(text, met)


def _met(certificate: Certificate, reader: _Reader) -> list[Inline]:
    lines = certificate.get("constraints", ())
    pairs = ((reader(line["target"]), reader(line["value"])) for line in lines)
    return [reader.prose.relation(left, ("=", "="), right) for left, right in pairs]


def _proof(
    certificate: Certificate, reader: _Reader, labels: Mapping[str, str]
) -> Iterator[Simple]:
    prose, root, shown = reader.prose, certificate["root"], certificate["properties"]
    numbers = {step["name"]: f"({n})" for n, step in enumerate(certificate["steps"], 1)}
    yield prose.paragraph("In the domain, the moments say and imply, line by line:")
    yield _steps(certificate, reader, labels, numbers)
    solved = reader.formulas([line["is"] for line in certificate["solve"]])
    by = conjunction([numbers[line["step"]] for line in certificate["solve"]])
    linear = f"{by}, which are linear in {{}} with factors that are never zero"
    if len(solved) == 1:
        linear = f"{by}, which is linear in {{}} with a factor that is never zero"
    where: Phrase = ()
    if root:
        unknown = reader(root["unknown"])
        where = prose.phrase(" for a solution {} of " + numbers[root["step"]], unknown)
    if not shown["completeness"]["shown"]:
        yield reader.not_shown("that there are no other values", shown["completeness"])
    elif root:
        count = _word(root["degree"])
        text = f"So {{}} is one of at most {count} roots of {numbers[root['step']]}, "
        text += "double roots included."
        follow = f" The rest follows by {linear}."
        yield prose.paragraph(text + (follow if solved else ""), unknown, solved)
    else:
        yield prose.paragraph(f"There are no other values, by {linear}.", solved)
    if shown["soundness"]["shown"]:
        yield prose.paragraph("Put into the moments, these values give every target{}.", where)
    else:
        yield reader.not_shown("that these values give every target", shown["soundness"])
    if shown["conditions"]["shown"]:
        text = "Each condition holds at every point of the domain, and where all of them hold{}, "
        yield prose.paragraph(f"{text}the values are in it.", where)
    else:
        text = "when these values are in the domain"
        yield reader.not_shown(text, shown["conditions"])
    if root:
        yield from _roots(root, reader)
    yield from _freedoms(certificate, reader, labels)


def _freedoms(certificate: Certificate, reader: _Reader, _: Mapping[str, str]) -> Iterator[Simple]:
    """Say what no target sees, and why there is no more of it."""
    prose, shown = reader.prose, certificate["properties"]["freedoms"]
    if not shown["shown"]:
        yield reader.not_shown("which changes no target sees", shown)
        return
    scale = free_letter(reader.symbols)
    prose = prose.naming(scale.name, *prose.notation.names)
    kinds: list[Phrase] = []
    for weights in certificate["free"]:
        moved = prose.moves((x, x * scale**n) for x, n in reader.weights(weights))
        kinds.append(prose.phrase("the scale {} of {}", scale, moved))
    for weights in certificate["shifts"]:
        moved = prose.moves((x, x + n * scale) for x, n in reader.weights(weights))
        kinds.append(prose.phrase("the level {} of {}", scale, moved))
    for names in certificate["flips"]:
        moved = prose.moves((x, -x) for x in map(reader, names))
        kinds.append(prose.phrase("the change of signs {}", moved))
    for kind in kinds:
        yield prose.paragraph("No target sees {}: put in, it drops out of every moment.", kind)
    besides = prose.phrase(" besides {}", reader.formulas(certificate["open"]))
    rank = certificate["rank"]
    yield prose.paragraph(
        f"Nothing{' else' if kinds else ''} is free{{}}, since the Jacobian of the moments has "
        f"rank {rank['value']}, as at {{}}.",
        besides if certificate["open"] else (),
        reader.point(rank["at"]),
    )


def _word(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def _steps(
    certificate: Certificate,
    reader: _Reader,
    labels: Mapping[str, str],
    numbers: Mapping[str, str],
) -> Display:
    """Return the lines of the elimination, numbered, with what each follows from."""
    ledger = reader.ledger(certificate["targets"], labels)
    ledger |= {target: names for target, names in (certificate["ledger"] or {}).items() if names}
    lines = []
    for step, tag in zip(certificate["steps"], numbers.values(), strict=True):
        left, right = sorted(
            map(reader.grouped, reader.sides(step["claim"])),
            key=lambda side: (reader.is_long(side), not side.is_Symbol),
        )
        if step["by"] == "moments":
            used = {symbol.name for side in (left, right) for symbol in side.free_symbols}
            named = [
                derivation
                for target in certificate["targets"] if used.issuperset(target.split(_RATIO))
                for derivation in ledger.get(target, ())
            ]  # fmt: skip
            sources = cited({labels[name] for name in named if name in labels})
        else:
            sources = [conjunction(numbers[name] for name in step["from"])]
        lines.append((left, right, f"{tag} from {', '.join(sources) or step['because']}"))
    return reader.prose.steps(lines)


def _roots(root: Mapping[str, Any], reader: _Reader) -> Iterator[Simple]:
    prose = reader.prose
    if not root.get("witnesses"):
        return
    text = "{} solves an equation of degree {}. How many of its roots meet the conditions differs:"
    yield prose.paragraph(text, reader(root["unknown"]), sympy.Integer(root["degree"]))
    for witness in root["witnesses"]:
        word = _word(witness["admissible"])
        double = ", which is double" if witness["double"] else ""
        yield prose.bullet(f"{word}{double}: {{}}.", reader.point(witness["at"]))
