"""Every place where the printed text is wrong (``errata.toml``), with evidence that is run."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import sympy

from errata import evidence
from errata.formulas import FORMULAS
from errata.symbols import SYMBOLS

_LETTERS: Final = {
    SYMBOLS["E"]: r"\mathbb{E}[Y_{ij}]",
    SYMBOLS["V"]: r"\mathbb{V}[Y_{ij}]",
    SYMBOLS["psi_1"]: r"\psi'(w)",
}


@dataclass(frozen=True)
class Evidence:
    """What both forms of a statement give, and the same thing found without either.

    ``printed`` has one value for each way of reading the printed form; ``method`` says where all
    were evaluated, and how the third was found.
    """

    method: str
    printed: tuple[object, ...]
    right: object
    computed: object

    @property
    def holds(self) -> bool:
        """Whether the right form is what was computed, and the printed one is not."""
        return self.computed == self.right and self.computed not in self.printed

    @property
    def text(self) -> str:
        """One sentence."""
        printed = " or ".join(str(each) for each in self.printed)
        return f"{self.method}. Printed: {printed}. Right: {self.right}. Found: {self.computed}."


@dataclass(frozen=True)
class Erratum:
    """One disagreement of the printed text with what is right.

    An error states something false; a typo is one that every reader corrects. Printed and right are
    LaTeX, or a quotation that may hold formulas; ``touches`` says which result depends on it.
    """

    name: str
    lines: tuple[int, int]
    place: str
    kind: Literal["error", "typo", "right under a reading"]
    printed: str
    right: str
    why: str
    method: str
    run: Callable[[], tuple[tuple[object, ...], object, object]]
    touches: str = ""

    @property
    def where(self) -> str:
        """Place and lines, and where else the same is printed."""
        place, semicolon, elsewhere = self.place.partition(";")
        first, last = self.lines
        lines = f"line {first}" if first == last else f"lines {first}-{last}"
        return f"{place}, {lines}{semicolon}{elsewhere}"

    def evidence(self) -> Evidence:
        """Run the evidence."""
        return Evidence(self.method, *self.run())


def _read() -> tuple[Erratum, ...]:
    rows = tomllib.loads(Path(__file__).with_name("errata.toml").read_text("utf-8"))["erratum"]
    return tuple(_erratum(row) for row in rows)


def _erratum(row: dict[str, Any]) -> Erratum:
    words = {"why": "", **row, "lines": tuple(row["lines"])}
    words["run"] = getattr(evidence, words.pop("evidence"))
    if "printed" not in words:
        formulas = [each for each in FORMULAS if each.erratum == row["name"]]
        words["printed"] = r",\quad ".join(each.latex for each in formulas)
        words["right"] = r",\quad ".join(
            f"{_latex(each.left)} = {_latex(sympy.expand(each.right - each.off))}"
            for each in formulas
        )
    return Erratum(**words)


def _latex(side: sympy.Expr) -> str:
    return str(sympy.latex(side, symbol_names=_LETTERS))


ERRATA: Final = _read()
"""In the order of the paper."""
