"""The certificate of a solution as a proposition with its proof."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import sympy

from symppm.laws.forms import readable
from symppm.model.declaration import Declaration
from symppm.view.document import Block, Display, Heading, Inline, Simple, Theorem, aligned
from symppm.view.prose import Prose

Certificate = Mapping[str, Any]

_RATIO: Final = "_over_"
_COUNTS: Final = ("none", "one", "two")
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
        products = certificate.get("products", {})
        self.products = {name: self(text) for name, text in products.items()}
        self.prose = prose.naming(*prose.notation.names, *self.symbols)

    def __call__(self, text: str) -> sympy.Expr:
        """Return an expression; nothing in the text is run."""
        return self._read(ast.parse(text, mode="eval").body)

    def _read(self, node: ast.expr) -> sympy.Expr:
        match node:
            case ast.Constant(int(number)):
                return sympy.Integer(number)
            case ast.Name(name) if _RATIO in name:
                top, bottom = name.split(_RATIO)
                return self._read(ast.Name(top)) / self._read(ast.Name(bottom))
            case ast.Name(name):
                made = getattr(self, "products", {}).get(name)
                return made if made is not None else self.symbols.setdefault(
                    name, sympy.Symbol(name, real=True)
                )  # fmt: skip
            case ast.UnaryOp(ast.USub(), inside):
                return -self._read(inside)
            case ast.BinOp(left, operator, right):
                one, two = self._read(left), self._read(right)
                match operator:
                    case ast.Add():
                        return one + two
                    case ast.Sub():
                        return one - two
                    case ast.Mult():
                        return one * two
                    case ast.Div():
                        return one / two
                    case ast.Pow():
                        return one**two
        raise ValueError(ast.unparse(node))

    def sides(self, text: str) -> tuple[sympy.Expr, sympy.Expr]:
        """Return ``left - right`` as its two sides."""
        match ast.parse(text, mode="eval").body:
            case ast.BinOp(left, ast.Sub(), right):
                return self._read(left), self._read(right)
        terms = sympy.Add.make_args(self(text))
        minus = [-term for term in terms if term.could_extract_minus_sign()]
        return sympy.Add(*(t for t in terms if -t not in minus)), sympy.Add(*minus)

    def formulas(self, texts: Sequence[str]) -> list[sympy.Basic | Inline]:
        """Return expressions of texts, for a sentence."""
        return [self(text) for text in texts]

    def row(self, left: sympy.Expr, right: sympy.Expr) -> tuple[Inline, list[sympy.Expr]]:
        """Return an equality for :meth:`Prose.equalities`."""
        return self.prose.formula(left), [right]


def certificate_blocks(
    certificate: Certificate,
    declaration: Declaration,
    prose: Prose,
    number: int,
    labels: Mapping[str, str],
) -> Iterator[Block]:
    """Yield a heading and a proposition.

    Parameters
    ----------
    certificate : mapping
        As in the derivation file, under "solution" or "solution_at_k".
    declaration : Declaration
        The model.
    prose : Prose
        In the notation of targets.
    number : int
        Of the proposition.
    labels : mapping of str to str
        What states each derivation, by the derivation's name, such as "Proposition 1".
    """
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
    for name, text in {
        **certificate.get("names", {}),
        **certificate.get("coordinates", {}),
    }.items():
        yield prose.paragraph("Here {} stands for {}.", reader.symbols.get(name, name), text)
    if "steps" not in certificate:
        yield prose.paragraph(
            f"There is no closed form: {certificate['reason']}. Values of {{}} with given {{}} are "
            "the solutions of these equations:",
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
        coefficients = root.get("coefficients", {})
        rows += [reader.row(reader(n), readable(reader(t))) for n, t in coefficients.items()]
        for name, radicand in root.get("squares", {}).items():
            rows.append(reader.row(reader(name) ** 2, readable(reader(radicand))))
        rows += [
            reader.row(reader(root["unknown"]), reader(text)) for text in root.get("roots", ())
        ]
    rows += [
        reader.row(reader(e["is"]), readable(reader(e["value"]))) for e in certificate["solve"]
    ]
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
        moved = [
            prose.beside(r" \to ", " → ", reader(name), reader(name) * scale**weight)
            for name, weight in weights.items()
        ]
        yield prose.paragraph("No target sees the scale {}, {}.", moved, prose.positive(scale))
    for weights in certificate.get("shifts", ()):
        moved = [
            prose.beside(r" \to ", " → ", reader(name), reader(name) + weight * scale)
            for name, weight in weights.items()
        ]
        yield prose.paragraph("No target sees the level {} in {}.", scale, moved)
    for names in certificate.get("flips", ()):
        signs = [prose.beside(r" \to ", " → ", reader(n), -reader(n)) for n in names]
        yield prose.paragraph("No target sees the change of signs {}.", signs)


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
            word = name.capitalize()
            yield prose.paragraph(
                f"{word}{'' if shown['shown'] else ' (not shown)'}: {shown['says']}"
            )
    at = certificate["rank"]["at"]
    point = [prose.beside(" = ", " = ", reader(n), sympy.Rational(v)) for n, v in at.items()]
    yield prose.paragraph(
        f"The Jacobian of the moments has rank {certificate['rank']['value']} at {{}}.", point
    )


def _steps(certificate: Certificate, reader: _Reader, labels: Mapping[str, str]) -> Display:
    """Return the lines of the elimination, numbered, with what each follows from."""
    numbers = {step["name"]: f"({n})" for n, step in enumerate(certificate["steps"], 1)}
    ledger = certificate["ledger"] or {}
    rows: list[tuple[Inline, list[sympy.Expr], str]] = []
    for step in certificate["steps"]:
        sides = reader.sides(step["claim"])
        if step["by"] == "moments":
            used = {symbol.name for side in sides for symbol in side.free_symbols}
            named = [d for t in certificate["targets"] if t in used for d in ledger.get(t) or ()]
            cited = sorted({labels[each] for each in named if each in labels}, key=_numbered)
        else:
            cited = [numbers[name] for name in step["from"]]
        rows.append((*reader.row(*sides), ", ".join(cited) or step["because"]))
    latex: list[str] = []
    plain: list[str] = []
    for (left, rights, why), tag in zip(rows, numbers.values(), strict=True):
        shown = reader.prose.chain(left, [(rights[0], f"{tag} from {why}")])
        latex += shown.latex.splitlines()[1:-1]
        plain.append(f"{tag} {left.plain} = {reader.prose.plain.write(rights[0])}, from {why}")
    return Display(aligned([line.removesuffix(r" \\") for line in latex]), "\n".join(plain))


def _numbered(label: str) -> tuple[str, int]:
    kind, number = label.split()
    return kind, int(number)


def _roots(root: Mapping[str, Any], reader: _Reader) -> Iterator[Simple]:
    prose = reader.prose
    if not root.get("witnesses"):
        return
    text = "{} solves an equation of degree {}. How many of its roots are admissible differs:"
    yield prose.paragraph(text, reader(root["unknown"]), sympy.Integer(root["degree"]))
    for each in root["witnesses"]:
        at = [
            prose.beside(" = ", " = ", reader(n), sympy.Rational(v)) for n, v in each["at"].items()
        ]
        count = each["admissible"]
        word = _COUNTS[count] if count < len(_COUNTS) else str(count)
        double = ", which is double" if each["double"] else ""
        yield prose.bullet(f"{word}{double}: {{}}.", at)
