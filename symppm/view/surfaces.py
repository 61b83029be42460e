"""The plane of two unknowns around a solution: where one target holds, two, three and all."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.matching.exporting import check_moderate
from symppm.matching.plane import DIFFERENCE, HELD, Plane, plane_around
from symppm.statistics import Table
from symppm.view.answers import LEVEL
from symppm.view.pictures import (
    COLOURS,
    GREY,
    PALE,
    SMALL,
    USUAL,
    bare,
    new_figure,
    require_matplotlib,
    round_ticks,
    saved,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from symppm.matching.result import Match

_POINTS: Final = 81
_LEAST, _MOST = 4.0, 30.0
_WELL_HELD: Final = 0.2
_WRAP: Final = 140
_STYLES: Final = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Panel:
    """One plane: how far each target is from holding, and where what is held cannot be."""

    title: str
    away: dict[str, Table]
    none: NDArray[np.bool_]
    shaded: str


@dataclass(frozen=True)
class Surface:
    """What is shown: where all targets hold, the answer with a whole size, and its intervals."""

    title: str
    names: tuple[str, str]
    x: Table
    y: Table
    panels: tuple[Panel, ...]
    exact: tuple[float, float] | None
    answer: tuple[float, float]
    box: tuple[tuple[float, float], tuple[float, float]] | None
    targets: tuple[str, ...]
    met: bool
    caption: str


def surface_of(match: Match, path: str | Path | None, x: str | None, y: str | None) -> Figure:
    """Draw the plane of two unknowns around a match."""
    require_matplotlib()
    shown = surface(match, x, y)
    figure = new_figure(5.2 * len(shown.panels) + 0.3, 5.4)
    grid = figure.subplots(1, len(shown.panels), squeeze=False, sharey=True)[0]
    for axes, panel in zip(grid, shown.panels, strict=True):
        _draw(axes, shown, panel)
    grid[0].set_ylabel(f"{shown.names[1]} (log scale)", fontsize=USUAL)
    handles, labels = _keys(grid[0], shown)
    figure.legend(
        handles, labels, loc="outside upper center", ncols=min(len(labels), 7), frameon=False,
        fontsize=SMALL, handlelength=3.0, title=shown.title, title_fontsize=10,
    )  # fmt: skip
    width = _WRAP if len(shown.panels) > 1 else _WRAP // 2
    figure.supxlabel(textwrap.fill(shown.caption, width), fontsize=7.5, color=GREY)
    return saved(figure, path)


def surface(match: Match, x: str | None, y: str | None) -> Surface:
    """Return what :func:`surface_of` draws."""
    check_moderate(match, "a plot")
    plane, exact = plane_around(match)
    unknowns, start = plane.unknowns, plane.start
    names = _axes(unknowns, x, y, plane.kernels.size)
    intervals = match.interval(LEVEL) if match.uncertainty and match.feasible else {}
    first, second = (intervals.get(name) for name in names)
    box = (first, second) if first is not None and second is not None else None
    columns, rows = (
        np.geomspace(*_span(start[name], None if box is None else box[n]), _POINTS)
        for n, name in enumerate(names)
    )
    moves = np.zeros((len(unknowns), _POINTS * _POINTS))
    for name, values in zip(names, np.meshgrid(columns, rows), strict=True):
        moves[unknowns.index(name)] = np.log(values.ravel() / start[name])
    others = [n for n, name in enumerate(unknowns) if name not in names]
    where = "as at the solution" if match.feasible else "as at the nearest"
    panels = [_slice(plane, moves, [unknowns[n] for n in others], where)]
    held = min(len(others), len(match.targets) - 1)
    if held > 0:
        panels.append(_profile(plane, moves, others, held))
    reached = match.identified if match.feasible else start
    return Surface(
        title=f"{match.model}: what matches the targets, in the plane of {' and '.join(names)}",
        names=names,
        x=columns,
        y=rows,
        panels=tuple(panels),
        exact=(start[names[0]], start[names[1]]) if exact else None,
        answer=(reached[names[0]], reached[names[1]]),
        box=box,
        targets=tuple(match.targets),
        met=match.feasible,
        caption=_caption(match, plane, exact),
    )


def _caption(match: Match, plane: Plane, exact: bool) -> str:
    if not match.feasible:
        return (
            "No hyperparameters have all of these statistics: the middle is the nearest that least "
            "squares finds."
        )
    size = plane.kernels.size
    unknowns = [name for name in plane.unknowns if name != size]
    text = f"All of {', '.join(unknowns)} are unknown here, whatever was fixed."
    if exist := plane.kernels.spec.moments_exist:
        text += f" Moments exist only where {' and '.join(exist)}; elsewhere no curve is drawn."
    if not exact:
        return f"{text} The targets cannot all hold at once."
    k, k_exact = match.k, match.k_exact
    if k is None or k_exact is None or abs(k - k_exact) < 1e-6 * k:
        return text
    return f"{text} The answer differs from where all hold in that {size} is whole."


def _scale_matters(plane: Plane) -> str:
    """Return words for what a change of scale could allow."""
    spec = plane.kernels.spec
    return " in this scale" if spec.requirements and spec.symmetries else ""


def _slice(plane: Plane, moves: Table, others: Sequence[str], where: str) -> Panel:
    away = plane.away(moves)
    shape = (_POINTS, _POINTS)
    held = " and ".join(others)
    no_moments = plane.kernels.spec.moments_exist and not plane.kernels.spec.requirements
    return Panel(
        title=f"one target a curve; {held} {where}" if held else "one target a curve",
        away={name: row.reshape(shape) for name, row in zip(plane.targets, away, strict=True)},
        none=np.logical_not(np.isfinite(away).all(axis=0)).reshape(shape),
        shaded="no moments exist" if no_moments else f"no such priors{_scale_matters(plane)}",
    )


def _profile(plane: Plane, moves: Table, others: Sequence[int], held: int) -> Panel:
    names = list(plane.targets)
    rows = _best_held(plane, others, held)
    at, misses = plane.held(moves, others, rows)
    away = np.where(misses < HELD, plane.away(at), np.nan)
    solved = " and ".join(plane.unknowns[n] for n in others)
    held_names = " and ".join(names[n] for n in rows)
    more = {1: "two", 2: "three"}.get(held, str(held + 1))
    return Panel(
        title=f"{held_names} hold{'s' if held == 1 else ''} everywhere, {solved} solved again; "
        f"{more} targets a curve",
        away={
            name: away[n].reshape(_POINTS, _POINTS) for n, name in enumerate(names) if n not in rows
        },
        none=~(misses < HELD).reshape(_POINTS, _POINTS),
        shaded=f"{held_names} cannot {'both ' if held == 2 else ''}hold" + _scale_matters(plane),
    )


def _best_held(plane: Plane, others: Sequence[int], held: int) -> list[int]:
    """Return the first targets that what is solved again can hold: it must move each of them."""
    here = np.zeros((len(plane.unknowns), len(others) + 1))
    for place, unknown in enumerate(others):
        here[unknown, place + 1] = DIFFERENCE
    away = plane.away(here)
    slopes = np.nan_to_num((away[:, 1:] - away[:, :1]) / DIFFERENCE)
    choices = [list(rows) for rows in combinations(range(len(slopes)), held)]
    least = [float(np.linalg.svd(slopes[rows], compute_uv=False)[-1]) for rows in choices]
    well = [gain >= _WELL_HELD * max(least) for gain in least]
    return choices[well.index(True)]


def _axes(
    unknowns: Sequence[str], x: str | None, y: str | None, size: str | None
) -> tuple[str, str]:
    for name in (x, y):
        if name is not None and not (isinstance(name, str) and name in unknowns):
            raise ParameterError(
                f"{name!r} as an axis",
                expected="two of what data determine: " + ", ".join(unknowns),
                do=did_you_mean(name, unknowns, listed=True),
            )
    if (x is not None and x == y) or len(unknowns) < 2:
        raise ParameterError(
            f"a plane of {x or unknowns[0]} alone",
            expected="two unknowns",
            do="Name another as y." if len(unknowns) > 1 else "See .plot() for one unknown.",
        )
    order = sorted(unknowns, key=lambda name: name != size)
    first = x or next(name for name in order if name != y)
    second = y or next(name for name in order if name != first)
    return first, second


def _span(value: float, interval: tuple[float, float] | None) -> tuple[float, float]:
    """Return between which values to draw: the interval, but neither too little nor too much."""
    low, high = (value, value) if interval is None else interval
    low, high = (end if np.isfinite(end) and end > 0 else value for end in (low, high))
    return (
        max(min(low / 1.5, value / _LEAST), value / _MOST),
        min(max(high * 1.5, value * _LEAST), value * _MOST),
    )


def _look(shown: Surface, name: str) -> dict[str, Any]:
    place = shown.targets.index(name)
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": _STYLES[place % len(_STYLES)],
        "linewidth": 2.0,
    }


def _draw(axes: Axes, shown: Surface, panel: Panel) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    if panel.none.any():
        axes.contourf(shown.x, shown.y, panel.none.astype(float), [0.5, 1.5], colors=[PALE])
        row, column = _middle(shown, panel.none)
        if panel.none.mean() > 0.06:
            axes.text(
                shown.x[column], shown.y[row], textwrap.fill(panel.shaded, 18),
                fontsize=7, color=GREY, ha="center", va="center", clip_on=True,
            )  # fmt: skip
    if shown.box is not None:
        _box(axes, shown, shown.box)
    for name, away in panel.away.items():
        known = np.ma.masked_invalid(away)
        if known.count() and known.min() < 0 < known.max():
            look = _look(shown, name)
            axes.contour(
                shown.x, shown.y, known, [0.0], colors=[look["color"]],
                linestyles=[look["linestyle"]], linewidths=[look["linewidth"]],
            )  # fmt: skip
    if shown.exact is not None:
        axes.plot(*shown.exact, "o", markersize=9, markerfacecolor="none", color="black", zorder=5)
    axes.plot(*shown.answer, "*", markersize=11, color="black", zorder=6,
              markeredgecolor="white", markeredgewidth=0.6)  # fmt: skip
    axes.set_xlim(shown.x[0], shown.x[-1])
    axes.set_ylim(shown.y[0], shown.y[-1])
    axes.set_xlabel(f"{shown.names[0]} (log scale)", fontsize=USUAL)
    axes.set_title(textwrap.fill(panel.title, 62), fontsize=USUAL)
    # Ticks at 1, 2 and 5 where there would be few at powers of ten.
    for values, put in ((shown.x, axes.set_xticks), (shown.y, axes.set_yticks)):
        round_ticks(axes, put, (values[0], values[-1]), 60.0)
    bare(axes)


def _middle(shown: Surface, region: NDArray[np.bool_]) -> tuple[int, int]:
    """Return a place as far from the edges of a region and the solution as there is."""
    # SciPy's images are slow to import.
    from scipy.ndimage import distance_transform_edt  # noqa: PLC0415

    inside = region.copy()
    for x, y in (shown.answer, shown.exact or shown.answer):
        row = int(np.abs(np.log(shown.y / y)).argmin())
        inside[row, int(np.abs(np.log(shown.x / x)).argmin())] = False
    depth = distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1]
    row, column = divmod(int(np.argmax(depth)), inside.shape[1])
    return row, column


def _box(axes: Axes, shown: Surface, box: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Draw the intervals of both unknowns as a box, cut off where the picture ends."""
    # A side beyond the picture is drawn outside of it.
    (left, right), (bottom, top) = (
        (max(low, values[0] / 10), min(high, values[-1] * 10))
        for (low, high), values in zip(box, (shown.x, shown.y), strict=True)
    )
    axes.fill([left, right, right, left], [bottom, bottom, top, top], facecolor="#56B4E9",
              alpha=0.14, edgecolor="none", zorder=0)  # fmt: skip
    axes.plot([left, right, right, left, left], [bottom, bottom, top, top, bottom], ":",
              color=GREY, linewidth=1, zorder=1)  # fmt: skip


def _keys(axes: Axes, shown: Surface) -> tuple[Sequence[Any], list[str]]:
    """Return what the legend shows: contours have no entries of their own."""
    drawn = [name for name in shown.targets if any(name in panel.away for panel in shown.panels)]
    keys = {f"{name} holds": axes.plot([], [], **_look(shown, name)) for name in drawn}
    if shown.exact is not None:
        look = {"markersize": 8, "markerfacecolor": "none", "color": "black"}
        keys["all hold"] = axes.plot([], [], "o", **look)
    text = "the answer" if shown.met else "the nearest"
    keys[text] = axes.plot([], [], "*", markersize=10, color="black")
    if shown.box is not None:
        keys["95 % intervals"] = axes.fill([], [], facecolor="#56B4E9", alpha=0.25)
    return [key for (key,) in keys.values()], [*keys]
