"""One page of a match: targets against achieved, the priors, and K by each estimator."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symppm.plots.priors import Prior, draw_priors
from symppm.plots.style import (
    COLOURS,
    GREY,
    SMALL,
    bare,
    new_figure,
    saved,
)
from symppm.results.numerals import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_VIEW: Final = (-0.6, 2.6)
_LEAST: Final = 0.1
_MANY: Final = 100.0
_LEAST_SPAN: Final = 10.0
_MARKS: Final = ("o", "s", "^", "D")
_WRAP: Final = 170


@dataclass(frozen=True)
class Row:
    """One target: what it was to be, its interval, and what each solution achieves."""

    name: str
    target: float
    interval: tuple[float, float] | None
    achieved: tuple[float | None, ...]


@dataclass(frozen=True)
class Size:
    """The number of factors by one estimator; both ends are the value where it has no interval."""

    way: str
    value: float | None
    low: float
    high: float
    chosen: bool


@dataclass(frozen=True)
class Overview:
    """All that is shown of a match; a solution is what it is called, and its priors."""

    title: str
    origin: str
    rows: tuple[Row, ...]
    solutions: tuple[tuple[str, tuple[Prior, ...]], ...]
    size: str
    sizes: tuple[Size, ...]
    note: str


def plot_overview(shown: Overview, path: str | Path | None = None) -> Figure:
    """Plot a match on one page."""
    left = [max(2, len(shown.rows)), *([max(1, len(shown.sizes))] if shown.sizes else [])]
    height = max(3.4, 0.42 * sum(left) + 1.9, 2.9 * len(shown.solutions) + 0.6)
    figure = new_figure(10.5, height)
    sides = figure.subfigures(1, 2, width_ratios=(1.15, 1.0), wspace=0.03)
    panels = sides[0].subplots(len(left), 1, height_ratios=[n + 0.8 for n in left], squeeze=False)
    _targets(panels[0, 0], shown)
    if shown.sizes:
        _sizes(panels[1, 0], shown)
    axes = sides[1].subplots(max(1, len(shown.solutions)), 1, squeeze=False)[:, 0]
    draw_priors(axes, shown.solutions, shown.note)
    figure.suptitle(shown.title, fontsize=10)
    if shown.solutions:
        figure.supxlabel(textwrap.fill(_caption(shown), _WRAP), fontsize=7.5, color=GREY)
    return saved(figure, path)


def _caption(shown: Overview) -> str:
    return (
        "Effective share: (mean size)² / mean of squares of the entries: 100 % if all are equal, "
        "50 % if exponential, s if a share s are equal and the rest zero."
        + (" Beliefs have no intervals." if shown.origin == "believed" else "")
    )


def _targets(axes: Axes, shown: Overview) -> None:
    """Draw every target at one, with what was achieved and its interval divided by it."""
    ends = [_relative(value, row) for row in shown.rows for value in _numbers(row)]
    away = max([_LEAST, *(1.15 * abs(value - 1) for value in ends)])
    low, high = max(_VIEW[0], 1 - away), min(_VIEW[1], 1 + away)
    axes.axvline(1, color=GREY, linewidth=1, zorder=1)
    many = max((len(row.achieved) for row in shown.rows), default=0)
    labels = []
    for place, row in enumerate(shown.rows):
        if row.interval is not None:
            _span(axes, place, [_relative(each, row) for each in row.interval], (low, high), GREY)
        axes.plot([1], [place], "|", color="black", markersize=13, markeredgewidth=2, zorder=3)
        for n, value in enumerate(row.achieved):
            if value is not None:
                _point(axes, _relative(value, row), place, (low, high), n, many)
        labels.append(_words(row))
    for n in range(many):
        name = "achieved" if many == 1 else f"achieved {n + 1}"
        axes.plot([], [], _MARKS[n % len(_MARKS)], color=COLOURS[n], label=name, markersize=5)
    axes.plot([], [], "|", color="black", markersize=10, markeredgewidth=2, label=shown.origin)
    if any(row.interval for row in shown.rows):
        axes.plot([], [], "-", color=GREY, linewidth=3, alpha=0.6, label="95 % interval")
    axes.legend(
        loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, frameon=False, fontsize=SMALL,
        handletextpad=0.4, columnspacing=1.0, borderpad=0.1,
    )  # fmt: skip
    axes.set_yticks(range(len(labels)), labels, fontsize=SMALL)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(low, high)
    axes.set_xlabel(f"relative to what was {shown.origin}", fontsize=SMALL)
    bare(axes, "left")
    axes.tick_params(axis="y", length=0)


def _numbers(row: Row) -> list[float]:
    return [*(each for each in row.achieved if each is not None), *(row.interval or ())]


def _relative(value: float, row: Row) -> float:
    """Return a value over its target; where that is zero, one more than the difference."""
    return value / row.target if row.target else 1 + value


def _words(row: Row) -> str:
    text = f"{row.name} = {short(row.target)}"
    if row.interval is not None:
        text += "\n({} to {})".format(*map(short, row.interval))
    return text


def _span(
    axes: Axes, place: float, ends: Sequence[float], view: tuple[float, float], colour: str
) -> None:
    """Draw an interval, with an arrow where it goes on beyond what is shown."""
    low, high = min(ends), max(ends)
    shown = max(low, view[0]), min(high, view[1])
    axes.plot(shown, [place, place], color=colour, linewidth=3, alpha=0.6, zorder=2,
              solid_capstyle="butt")  # fmt: skip
    if low < view[0]:
        axes.plot([view[0]], [place], "<", color=colour, markersize=6, clip_on=False, zorder=2)
    if high > view[1]:
        axes.plot([view[1]], [place], ">", color=colour, markersize=6, clip_on=False, zorder=2)


def _point(
    axes: Axes, value: float, place: float, view: tuple[float, float], n: int, many: int
) -> None:
    inside = min(max(value, view[0]), view[1])
    mark = _MARKS[n % len(_MARKS)]
    if value != inside:
        mark = ">" if value > inside else "<"
    shift = 0.16 * (n - (many - 1) / 2)
    axes.plot([inside], [place + shift], mark, color=COLOURS[n], markersize=6, zorder=4,
              markeredgecolor="white", markeredgewidth=0.6, clip_on=False)  # fmt: skip


def _sizes(axes: Axes, shown: Overview) -> None:
    """Draw the number of factors by each estimator, on a log axis."""
    known = [each for each in shown.sizes if each.value is not None]
    ends = [
        value
        for each in known
        for value in (each.value, each.low, each.high)
        if value is not None and 0 < value < math.inf
    ]
    low, high = (min(ends) / 1.5, max(ends) * 1.5) if ends else (0.5, 50.0)
    if high < _LEAST_SPAN * low:
        middle = math.sqrt(low * high)
        low, high = middle / _LEAST_SPAN**0.5, middle * _LEAST_SPAN**0.5
    # What goes far beyond every value is an arrow.
    values = [each.value for each in known if each.value and each.value > 0]
    if values:
        low, high = max(low, min(values) / 300), min(high, max(values) * 300)
    labels = []
    for place, each in enumerate(shown.sizes):
        colour = COLOURS[0] if each.chosen else GREY
        if each.value is None:
            labels.append(f"{each.way}: none")
            continue
        if each.low < each.high:
            _span(axes, place, (max(each.low, low / 2), each.high), (low, high), colour)
        inside = min(max(each.value, low), high)
        axes.plot([inside], [place], "o", color=colour, markersize=6, zorder=4,
                  markeredgecolor="white", markeredgewidth=0.6)  # fmt: skip
        labels.append(f"{each.way}: {short(each.value)}")
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_yticks(range(len(labels)), labels, fontsize=SMALL)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    text = shown.size
    if len(shown.sizes) > 1:
        text += " of each solution" if len(shown.solutions) > 1 else " by each estimator"
    if any(each.low < each.high for each in known):
        text += ", with its 95 % interval"
    axes.set_xlabel(text, fontsize=SMALL)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.minorticks_off()
    if high < _MANY * low:
        ticks = [n * 10.0**power for power in range(-6, 12) for n in (1, 2, 5)]
        axes.set_xticks([tick for tick in ticks if low <= tick <= high])
    bare(axes, "left")
    axes.tick_params(axis="y", length=0)
