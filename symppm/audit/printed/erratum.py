"""What an erratum is: a place, what is printed, what is right, and evidence that can be run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from symppm.audit.printed.formula import lines_text

Kind = Literal["error", "typo", "right under a reading"]


@dataclass(frozen=True)
class Evidence:
    """Both forms of a statement, evaluated, and the same thing found without either.

    Attributes
    ----------
    method : str
        Where both were evaluated, and how the third was found; the start of a sentence.
    printed : tuple
        What the printed form gives: one value for each way of reading it.
    right : object
        What the right form gives, or the reading under which the printed one is right.
    computed : object
        What enumeration, quadrature or the engine gives.
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

    Attributes
    ----------
    name : str
        What is wrong, in a few words.
    lines : tuple of int
        First and last line in the LaTeX source.
    place : str
        Section, proposition, equation or table; after a semicolon, where else the same is printed.
    kind : {"error", "typo", "right under a reading"}
        An error states something false; a typo is one that every reader corrects.
    printed, right : str
        LaTeX of a formula, or a quotation in double quotes, which may hold formulas between
        dollar signs and backticks.
    why : str
        A sentence or two: what is wrong, or the reading under which the text is right.
    touches : str
        Which result depends on it; empty if none does.
    evidence : callable
        Runs the evidence.
    """

    name: str
    lines: tuple[int, int]
    place: str
    kind: Kind
    printed: str
    right: str
    why: str
    evidence: Callable[[], Evidence]
    touches: str = ""

    @property
    def where(self) -> str:
        """Place and lines, and where else the same is printed."""
        place, semicolon, elsewhere = self.place.partition(";")
        return f"{place}, {lines_text(self.lines)}{semicolon}{elsewhere}"
