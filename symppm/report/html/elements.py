"""What every section of a page is made of, as plain values: sentences, tables, facts, drawings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """A sentence or more.

    Attributes
    ----------
    text : str
        What it says.
    label : str
        Set in front, in bold.
    tone : {"", "good", "note", "warning", "failure"}
        How it looks.
    """

    text: str
    label: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Cells:
    """A table.

    Attributes
    ----------
    heads : tuple of str
        Above the columns; all may be empty.
    rows : tuple of tuple of str
        A name, its values, and what it is.
    caption : str
        Read out before the table.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Fact:
    """A name and what it is, such as a version."""

    name: str
    value: str
    copied: bool = False


@dataclass(frozen=True)
class Mark:
    """A place on an axis, in user units of the drawing.

    Attributes
    ----------
    x : float
        Where.
    text : str
        What stands there.
    anchor : {"start", "middle", "end"}
        Which part of the text stands at the place.
    """

    x: float
    text: str = ""
    anchor: str = "middle"


@dataclass(frozen=True)
class Strip:
    """One line of a drawing: an interval with points on it.

    Attributes
    ----------
    name : str
        In front of it.
    y : float
        Where it lies.
    low, high : float or None
        Ends of the interval, in user units; None if there is none.
    open_low, open_high : bool
        Whether the interval goes on beyond the drawing.
    dot : float or None
        What was measured, or found.
    cross : tuple of float
        What the model has there.
    ends : tuple of Mark
        What the ends are.
    text : str
        All of it in words.
    """

    name: str
    y: float
    low: float | None
    high: float | None
    open_low: bool
    open_high: bool
    dot: float | None
    cross: tuple[float, ...]
    ends: tuple[Mark, ...]
    text: str


@dataclass(frozen=True)
class Strips:
    """A drawing of intervals under one another.

    Attributes
    ----------
    key : str
        Unique on the page.
    title, text : str
        What it shows, in few words and in more.
    width, height : float
        In user units.
    strips : tuple of Strip
        From above.
    ticks : tuple of Mark
        Of a common axis; none where every line has its own.
    base : float
        Where the axis lies.
    answer : Mark or None
        A line across all.
    legend : tuple of (str, str)
        Class of a mark, and what it means.
    """

    key: str
    title: str
    text: str
    width: float
    height: float
    strips: tuple[Strip, ...]
    ticks: tuple[Mark, ...]
    base: float
    answer: Mark | None
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Outline:
    """A drawing of a distribution.

    Attributes
    ----------
    key : str
        Unique on the page.
    title, text : str
        What it shows, in few words and in more.
    width, height, base : float
        In user units; the axis lies at the base.
    path : str
        The area, as commands of an SVG path.
    ticks : tuple of Mark
        Of the axis.
    lines : tuple of (str, Mark)
        Class of a line across, and where it is.
    caption : tuple of Fact
        Numbers below.
    """

    key: str
    title: str
    text: str
    width: float
    height: float
    base: float
    path: str
    ticks: tuple[Mark, ...]
    lines: tuple[tuple[str, Mark], ...]
    caption: tuple[Fact, ...]
