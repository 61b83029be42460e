"""The sections of a page, as plain values: templates turn these into HTML, no more."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from symppm.report.html.elements import Cells, Fact, Outline, Strips, Words


@dataclass(frozen=True)
class Noted:
    """A finding."""

    severity: str
    code: str
    message: str
    about: str = ""


@dataclass(frozen=True)
class Priors:
    """Prior distributions of one solution."""

    title: str
    outlines: tuple[Outline, ...]
    refused: str = ""


@dataclass(frozen=True)
class Sized:
    """The number of factors and the priors.

    Attributes
    ----------
    parts : tuple of Words or Cells
        As on a terminal.
    ways : Cells or None
        What each way to find K says.
    drawing : Strips or None
        The same.
    priors : tuple of Priors
        One for every solution.
    """

    parts: tuple[Words | Cells, ...]
    ways: Cells | None
    drawing: Strips | None
    priors: tuple[Priors, ...]


@dataclass(frozen=True)
class Refusal:
    """Why a model cannot have these statistics, and what could.

    Attributes
    ----------
    words : tuple of Words
        What failed.
    conditions : Cells or None
        Every condition with its margin.
    nearest : Cells or None
        How far each statistic alone would have to move.
    others : Cells or None
        Models that can have these statistics.
    remark : str
        What was tried.
    """

    words: tuple[Words, ...]
    conditions: Cells | None
    nearest: Cells | None
    others: Cells | None
    remark: str


@dataclass(frozen=True)
class Checked:
    """Data beside draws from the match."""

    words: tuple[Words, ...]
    rows: Cells | None
    drawings: tuple[Outline, ...]


@dataclass(frozen=True)
class Pasted:
    """Code for another library."""

    key: str
    library: str
    target: str
    about: str
    notes: tuple[str, ...]
    code: str


@dataclass(frozen=True)
class Exported:
    """Code for other libraries, and why there is none for some."""

    parts: tuple[Pasted, ...]
    refused: tuple[Fact, ...]


@dataclass(frozen=True)
class Chapter:
    """A part of a derivation.

    Attributes
    ----------
    title : Markup
        Its heading.
    level : int
        Of the heading, 1 being the whole.
    body : tuple of Markup
        What stands before the first part within.
    parts : tuple of Chapter
        Parts within.
    """

    title: Markup
    level: int
    body: tuple[Markup, ...]
    parts: tuple[Chapter, ...]


@dataclass(frozen=True)
class Derived:
    """The derivation, or why there is none."""

    chapters: tuple[Chapter, ...]
    words: tuple[Words, ...]


@dataclass(frozen=True)
class Page:
    """Everything on a page, in the order in which it stands there."""

    title: str
    model: str
    model_title: str
    verdict: Words
    data: tuple[Fact, ...]
    notes: tuple[str, ...]
    statistics: Cells
    drawing: Strips | None
    refusal: Refusal | None
    sized: Sized | None
    findings: tuple[Noted, ...]
    checked: Checked
    exported: Exported
    derived: Derived
    provenance: tuple[Fact, ...]
