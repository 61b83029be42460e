"""The printed formulas (``formulas.toml``), and whether they hold for what is derived."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import sympy

from errata.readings import Reading, readings
from errata.symbols import SYMBOLS
from symppm.laws.derivation import Derivation

_DIGITS: Final = 60
_CLOSE: Final = sympy.Float("1e-40")
_POINTS: Final = 3


@dataclass(frozen=True)
class Formula:
    """A printed equation; ``off`` is how much its right side is above the left, if an erratum."""

    name: str
    place: str
    about: str
    left: sympy.Expr
    right: sympy.Expr
    latex: str
    erratum: str = ""
    off: sympy.Expr = sympy.S.Zero

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line in the LaTeX source."""
        found = re.search(r", lines? (\d+)(?:-(\d+))?$", self.place)
        assert found is not None, self.place  # noqa: S101 - our own table
        return int(found[1]), int(found[2] or found[1])

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"{self.place}: the formula for {self.name}"


@dataclass(frozen=True)
class Verdict:
    """How many formulas are about a model, how many of them are errata, and what is wrong."""

    formulas: int
    errata: int
    failures: tuple[str, ...]


def _read() -> tuple[Formula, ...]:
    rows = tomllib.loads(Path(__file__).with_name("formulas.toml").read_text("utf-8"))["formula"]
    return tuple(_formula(**row) for row in rows)


def _formula(equation: str, off: str = "0", **words: str) -> Formula:
    left, _, right = equation.partition(" = ")
    sides = (sympy.sympify(text, locals=dict(SYMBOLS)) for text in (left, right, off))
    return Formula(**words, **dict(zip(("left", "right", "off"), sides, strict=True)))


FORMULAS: Final = _read()
"""In the order of the paper."""


def check_formulas(
    derivations: Sequence[Derivation], formulas: Sequence[Formula] = FORMULAS
) -> Verdict:
    """Insert what was derived for a model into every formula that is about such a model.

    A formula must hold as printed. A known erratum must be off by exactly what is on record.
    """
    moments = {each.name: each.result for each in derivations}
    failures: list[str] = []
    used: dict[Formula, None] = {}
    for reading in readings(derivations[0].declaration, moments):
        comparison = Comparison(reading.values)
        for formula in formulas:
            if not _is_about(formula, reading):
                continue
            used[formula] = None
            if formula.erratum and comparison.same(formula.left, formula.right):
                failures.append(f"{formula.title} is on record as an erratum, but it is right")
            elif not comparison.same(formula.left, formula.right - formula.off):
                failures.append(_failure(formula, reading))
    wrong = sum(bool(formula.erratum) for formula in used)
    return Verdict(len(used) - wrong, wrong, tuple(failures))


def _is_about(formula: Formula, reading: Reading) -> bool:
    symbols = formula.left.free_symbols | formula.right.free_symbols
    return formula.about in reading.about and symbols <= set(reading.values)


def _failure(formula: Formula, reading: Reading) -> str:
    printed, derived = (
        side.xreplace(dict(reading.values)) for side in (formula.right, formula.left)
    )
    how = "is a known erratum, but not this far off" if formula.erratum else "differs from"
    return f"{formula.title} {how} what is derived: printed {printed}, derived {derived}"


class Comparison:
    """Sides of formulas compared at random rational points, with sixty digits.

    Points are drawn from millions of numbers for each symbol, so that functions of the degrees that
    occur here agree at one by chance less than once in ten thousand, and at all three never.
    """

    def __init__(self, values: Mapping[sympy.Symbol, sympy.Expr]) -> None:
        generator = random.Random("points for printed formulas")  # noqa: S311 - no secrets
        free = set().union(*(value.free_symbols for value in values.values()))
        symbols = sorted(free, key=lambda symbol: symbol.name)
        self._points = []
        for _ in range(_POINTS):
            point = {
                symbol: sympy.Rational(generator.randint(3 * 10**6, 9 * 10**6), 10**6)
                * (-1 if symbol.is_negative else 1)
                for symbol in symbols
            }
            numbers = {
                name: value.xreplace(point).evalf(_DIGITS + 15) for name, value in values.items()
            }
            self._points.append(MappingProxyType(numbers))

    def same(self, left: sympy.Expr, right: sympy.Expr) -> bool:
        """Tell whether both sides agree."""
        if left == right:
            return True
        for numbers in self._points:
            one, two = (side.xreplace(dict(numbers)).evalf(_DIGITS) for side in (left, right))
            if abs(one - two) > _CLOSE * (abs(one) + abs(two)):
                return False
        return True
