"""Generated modules with one token of a function changed."""

from __future__ import annotations

import functools
import io
import random
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

import sympy

from symppm.codegen.files import module_text, stated_hashes
from symppm.codegen.load import generated_folder

_SWAPPED = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "**": "*",
    "<": "<=",
    "<=": "<",
    ">=": ">",
    "sqrt": "log",
    "exp": "sinh",
    "log": "sqrt",
    "cosh": "exp",
    "sinh": "exp",
    "gamma": "exp",
    "pi": "inf",
    "abs": "sign",
    "digamma": "weibull_shape",
    "weibull_shape": "digamma",
    "positive": "nonnegative",
    "nonnegative": "positive",
    "negative": "real",
    "real": "positive",
    "pow": "log",
}
_KEPT = {"math", "inf", "OK", "side"}


@dataclass(frozen=True)
class Mutant:
    """One changed module: the function and the statement before, the change, and the text."""

    where: str
    what: str
    changed: str

    @property
    def source(self) -> str:
        """The whole module, its hashes fitting."""
        return rehashed(self.changed)


@functools.cache
def text_of(name: str) -> str:
    """Return a generated module under today's generator hash."""
    return rehashed((generated_folder() / f"{name}.py").read_text("utf-8"))


def rehashed(source: str) -> str:
    """Return a module with hashes that fit its body and the generator."""
    title = source[3 : source.index(".\n")] + "."
    stated = stated_hashes(source)
    hashes = {name: stated[name] for name in ("model", "record")}
    return module_text(title, source.partition('"""\n\n')[2], hashes)


def mutants(source: str, generator: random.Random) -> Iterator[Mutant]:
    """Change each token of each scalar function."""
    starts = [match.start() for match in re.finditer(r"^@kernel\n", source, re.M)]
    pieces = [source[a:b] for a, b in zip(starts, [*starts[1:], len(source)], strict=True)]
    head = source[: starts[0]]
    names = [re.search(r"^def (\w+)\(", piece, re.M)[1] for piece in pieces]  # type: ignore[index]
    for n, name in enumerate(names):
        for before, after, what in _changes(pieces[n], generator):
            changed = list(pieces)
            changed[n] = _replaced(pieces[n], before, after)
            yield Mutant(f"{name}: {before}", what, head + "".join(changed))


def _replaced(piece: str, before: str, after: str) -> str:
    """Replace a formula: a whole right side of an assignment."""
    assert f" = {before}\n" in piece, before
    return piece.replace(f" = {before}\n", f" = {after}\n")


def _changes(piece: str, generator: random.Random) -> Iterator[tuple[str, str, str]]:
    arguments = re.search(r"^def \w+\((.*)\):$", piece, re.M)[1].split(", ")  # type: ignore[index]
    known = list(arguments)
    zero: set[str] = set()
    for line in piece.split('"""\n', 1)[1].splitlines():
        assigned = re.fullmatch(r"    (\w+) = (.*)", line)
        if assigned is None:
            continue
        found = assigned[2]
        for after, what in _token_changes(found, known, generator):
            if not _is_same(found, after, zero):
                yield found, after, what
        known.append(assigned[1])
        zero |= {assigned[1]} if found == "0.0" else set()


def _is_same(before: str, after: str, zero: set[str]) -> bool:
    """Tell by algebra whether a change is only in what zero multiplies, or divides by a sign."""
    names = set(re.findall(r"\b[A-Za-z_]\w*\b(?!\()", f"{before} {after}")) - {"math"}
    signs = {name for name in names if re.search(r"_side_*$", name)}
    is_guard = before.endswith((", OK)", ", status)"))
    if is_guard or not (names & zero or signs):
        return False
    for sign in (-1, 1):
        local = {name: sympy.Symbol(name, positive=True) for name in names}
        local |= dict.fromkeys(zero & names, sympy.S.Zero) | dict.fromkeys(signs, sympy.S(sign))
        one, two = (sympy.sympify(text.replace("math.", ""), local) for text in (before, after))
        if sympy.expand(one - two) != 0:
            return False
    return True


def _token_changes(
    text: str, known: list[str], generator: random.Random
) -> Iterator[tuple[str, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        old = token.string
        if token.type == tokenize.NUMBER:
            new = repr(float(old) + 1) if "." in old else str(int(old) + 1)
        elif old in _SWAPPED:
            new = _SWAPPED[old]
        elif token.type == tokenize.NAME and old not in _KEPT:
            others = [name for name in known if name != old]
            if not others:
                continue
            new = generator.choice(others)
        else:
            continue
        start, end = token.start[1], token.end[1]
        yield text[:start] + new + text[end:], f"{old} -> {new} at {start}"
