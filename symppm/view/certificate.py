"""The certificate of a solution as a proposition with its proof."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.expressions import computed
from symppm.laws.collecting import as_product
from symppm.laws.forms import readable
from symppm.model.declaration import Declaration
from symppm.view.document import Block, Code, Display, Heading, Inline, Simple, Theorem, aligned
from symppm.view.prose import Prose

Certificate = Mapping[str, Any]

_RATIO: Final = "_over_"
_COUNTS: Final = ("none", "one", "two")
_FUNCTIONS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        each.__name__.lower(): each
        for each in (sympy.sqrt, sympy.exp, sympy.log, sympy.gamma, sympy.cosh, sympy.sinh)
    }
    | {"Abs": sympy.Abs}
)
_SAID: Final = ("soundness", "completeness", "conditions", "freedoms")


class _Reader:
    """Reads the formulas of a certificate into expressions, products by their monomials."""

    def __init__(self, certificate: Certificate, declaration: Declaration, prose: Prose) -> None:
        known = [*declaration.sizes, *declaration.hyperparameters]
        self.symbols = {symbol.name: symbol for symbol in known}
        names = (*certificate["targets"], *certificate["unknowns"], *certificate["given"])
        names = tuple(part for name in names for part in name.split(_RATIO))
        for name in names:
            self.symbols.setdefault(name, sympy.Symbol(name, real=True))
        self.products: dict[str, sympy.Expr] = {}
        products = certificate.get("products", {})
        self.products = {name: self(text) for name, text in products.items()}
        self.prose = prose.naming(*prose.notation.names, *self.symbols)

    def __call__(self, text: str) -> sympy.Expr:
        """Return an expression; nothing in the text is run."""
        return computed(ast.parse(text, mode="eval").body, self._leaf)

    def _leaf(self, leaf: ast.Name | ast.Constant) -> sympy.Expr:
        if isinstance(leaf, ast.Constant):
            return sympy.Integer(leaf.value)
        if leaf.id in self.products:
            return self.products[leaf.id]
        top, _, bottom = leaf.id.partition(_RATIO)
        if bottom in self.symbols:
            return self(top) / self(bottom)
        # What a step calls after a product, such as a coefficient of its equation.
        product, _, role = leaf.id.rpartition("_")
        name = f"q_{role}" if product in self.products else leaf.id
        return self.symbols.setdefault(leaf.id, sympy.Symbol(name, real=True))

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

    def row(self, left: sympy.Expr, right: sympy.Expr) -> tuple[Inline, list[sympy.Expr]]:
        """Return an equality for :meth:`Prose.equalities`."""
        return self.prose.formula(left), [right]

    def point(self, at: Mapping[str, str]) -> list[Inline]:
        """Return which number each name is."""
        values = ((self(name), sympy.Rational(value)) for name, value in at.items())
        return [self.prose.beside(" = ", " = ", *each) for each in values]


class _Functions(ast.NodeTransformer):
    """Computes functions of a formula, each leaving a name of its own in its place."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        self.values: dict[str, sympy.Expr] = {"pi": sympy.pi}

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        function = _FUNCTIONS[node.func.id if isinstance(node.func, ast.Name) else ""]
        name = f"{len(self.values)}"
        self.values[name] = function(*(computed(each, self.leaf) for each in node.args))
        return ast.Name(name, ast.Load())

    def leaf(self, leaf: ast.Name | ast.Constant) -> sympy.Expr:
        """Return the value of a name or a number."""
        if isinstance(leaf, ast.Name) and leaf.id in self.values:
            return self.values[leaf.id]
        return self.reader._leaf(leaf)


def certificate_blocks(
    certificate: Certificate,
    declaration: Declaration,
    prose: Prose,
    number: int,
    labels: Mapping[str, str],
) -> Iterator[Block]:
    """Yield a heading and a proposition; labels say where each derivation is stated, by name."""
    reader = _Reader(certificate, declaration, prose)
    given = certificate["given"]
    fixed = [name for name in given if name in {s.name for s in declaration.hyperparameters}]
    fixed += [size.name for size in declaration.sizes if size.name in given]
    yield Heading(3, f"With {' and '.join(fixed)} given" if fixed else "All unknowns")
    said = tuple(_statement(certificate, reader))
    yield Theorem(
        "Proposition", number, "solution", said, tuple(_proof(certificate, reader, labels))
    )


def _statement(certificate: Certificate, reader: _Reader) -> Iterator[Simple]:
    prose = reader.prose
    unknowns, targets = (reader.formulas(certificate[key]) for key in ("unknowns", "targets"))
    if certificate["given"]:
        yield prose.paragraph("Let {} be given.", reader.formulas(certificate["given"]))
    stand_for = certificate.get("names", {}) | certificate.get("coordinates", {})
    for name, text in stand_for.items():
        stands = reader.symbols.get(name, name), reader.definition(text)
        yield prose.paragraph("Here {} stands for {}.", *stands)
    if "steps" not in certificate:
        yield prose.paragraph(
            f"No closed form is proved: {certificate['reason']}. Values of {{}} with given {{}} "
            "are the solutions of these equations:",
            unknowns,
            targets,
        )
        rests = [reader(text) for text in certificate["residuals"].values()]
        yield prose.equalities([reader.row(rest, sympy.S.Zero) for rest in rests])
        return
    root = certificate["root"]
    conditions = [prose.positive(reader(text)) for text in certificate["conditions"]]
    where = "those below, one for each admissible root," if root else "those below,"
    yield prose.paragraph(
        f"Values of {{}} in the domain of the model with given {{}} are {where} and there are such "
        "values if and only if {}.",
        unknowns,
        targets,
        conditions,
    )
    rows = []
    if root:
        low = next(each for each in certificate["steps"] if each["name"] == root["step"])
        rows.append(reader.row(*reader.sides(low["claim"])))
        named = [*root.get("coefficients", {}).items()]
        named += [(f"{name}**2", of) for name, of in root.get("squares", {}).items()]
        rows += [reader.row(reader(name), readable(reader(of))) for name, of in named]
        unknown = reader(root["unknown"])
        rows += [reader.row(unknown, reader(text)) for text in root.get("roots", ())]
    solve = ((reader(each["is"]), reader(each["value"])) for each in certificate["solve"])
    rows += [reader.row(left, readable(right)) for left, right in solve]
    yield prose.equalities(rows)
    if root and (linear := next((n for n in root["coefficients"] if n.endswith("linear")), "")):
        text = "Here side is 1 where {} is positive or zero, and -1 elsewhere."
        yield prose.paragraph(text, reader(linear))
    for each in certificate.get("constraints", ()):
        text = "The targets are more than the unknowns: all can be met only where {}."
        pair = reader(each["target"]), reader(each["value"])
        yield prose.paragraph(text, prose.beside(" = ", " = ", *pair))
    scale = sympy.Symbol("scale" if "s" in reader.symbols else "s", positive=True)
    for weights in certificate["free"]:
        symbols = [(reader(name), weight) for name, weight in weights.items()]
        moved = prose.moves((x, x * scale**weight) for x, weight in symbols)
        yield prose.paragraph("No target sees the scale {}, {}.", moved, prose.positive(scale))
    for weights in certificate.get("shifts", ()):
        symbols = [(reader(name), weight) for name, weight in weights.items()]
        moved = prose.moves((x, x + weight * scale) for x, weight in symbols)
        yield prose.paragraph("No target sees the level {} in {}.", scale, moved)
    for names in certificate.get("flips", ()):
        moved = prose.moves((x, -x) for x in map(reader, names))
        yield prose.paragraph("No target sees the change of signs {}.", moved)


def _proof(
    certificate: Certificate, reader: _Reader, labels: Mapping[str, str]
) -> Iterator[Simple]:
    prose = reader.prose
    if "steps" in certificate:
        yield prose.paragraph("In the domain, the moments say and imply, line by line:")
        yield _steps(certificate, reader, labels)
        if certificate["root"]:
            yield from _roots(certificate["root"], reader)
    for name in _SAID:
        shown = certificate["properties"].get(name)
        if shown:
            yield prose.paragraph(f"{name.capitalize()}: {shown['says']}")
    rank = certificate["rank"]
    text = f"The Jacobian of the moments has rank {rank['value']} at {{}}."
    yield prose.paragraph(text, reader.point(rank["at"]))


def _steps(certificate: Certificate, reader: _Reader, labels: Mapping[str, str]) -> Display:
    """Return the lines of the elimination, numbered, with what each follows from."""
    numbers = {step["name"]: f"({n})" for n, step in enumerate(certificate["steps"], 1)}
    ledger = certificate["ledger"] or {}

    def numbered(label: str) -> tuple[str, int]:
        kind, number = label.split()
        return kind, int(number)

    latex: list[str] = []
    plain: list[str] = []
    for step, tag in zip(certificate["steps"], numbers.values(), strict=True):
        sides = left, right = reader.sides(step["claim"])
        if step["by"] == "moments":
            used = {symbol.name for side in sides for symbol in side.free_symbols}
            named = [d for t in certificate["targets"] if t in used for d in ledger.get(t) or ()]
            cited = sorted({labels[each] for each in named if each in labels}, key=numbered)
        else:
            cited = [numbers[name] for name in step["from"]]
        why = ", ".join(cited) or step["because"]
        shown = reader.prose.chain(reader.prose.formula(left), [(right, f"{tag} from {why}")])
        latex += shown.latex.splitlines()[1:-1]
        plain.append(f"{tag} {reader.prose.line(left, right).plain}, from {why}")
    return Display(aligned([line.removesuffix(r" \\") for line in latex]), "\n".join(plain))


def _roots(root: Mapping[str, Any], reader: _Reader) -> Iterator[Simple]:
    prose = reader.prose
    if not root.get("witnesses"):
        return
    text = "{} solves an equation of degree {}. How many of its roots are admissible differs:"
    yield prose.paragraph(text, reader(root["unknown"]), sympy.Integer(root["degree"]))
    for each in root["witnesses"]:
        count = each["admissible"]
        word = _COUNTS[count] if count < len(_COUNTS) else str(count)
        double = ", which is double" if each["double"] else ""
        yield prose.bullet(f"{word}{double}: {{}}.", reader.point(each["at"]))
