"""The moments over the plane of two unknowns, around a solution: what holds where."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from symppm.errors import ParameterError, did_you_mean
from symppm.matching.exporting import check_moderate
from symppm.matching.plane import DIFFERENCE, HELD, Grid, Plane, plane_around
from symppm.plots.style import require_matplotlib
from symppm.plots.surface import Panel, Surface, plot_surface

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symppm.matching.result import Match

_LEVEL = 0.95
_POINTS = 81
_LEAST, _MOST = 4.0, 30.0
_WELL_HELD = 0.2
_WHOLE = 1e-6


def surface_of(match: Match, path: str | Path | None, x: str | None, y: str | None) -> Figure:
    """Draw the plane of two unknowns around a match."""
    require_matplotlib()
    return plot_surface(surface(match, x, y), path)


def surface(match: Match, x: str | None, y: str | None) -> Surface:
    """Return what :func:`surface_of` draws."""
    check_moderate(match, "a plot")
    plane, exact = plane_around(match)
    unknowns, start = plane.unknowns, plane.start
    names = _axes(unknowns, x, y, plane.kernels.size)
    intervals = match.interval(_LEVEL) if match.uncertainty and match.feasible else {}
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
    rest = [name for name in plane.unknowns if name != size]
    text = f"All of {', '.join(rest)} are unknown here, whatever was fixed."
    if not exact:
        return f"{text} The targets cannot all hold at once."
    k, k_exact = match.k, match.k_exact
    if k is None or k_exact is None or abs(k - k_exact) < _WHOLE * k:
        return text
    return f"{text} The answer differs from where all hold in that {size} is whole."


def _scale_matters(plane: Plane) -> str:
    """Return words for what a change of scale could allow."""
    spec = plane.kernels.spec
    return " in this scale" if spec.requirements and spec.symmetries else ""


def _slice(plane: Plane, moves: Grid, others: Sequence[str], where: str) -> Panel:
    away = plane.away(moves)
    shape = (_POINTS, _POINTS)
    kept = " and ".join(others)
    return Panel(
        title=f"one target a curve; {kept} {where}" if kept else "one target a curve",
        away={name: row.reshape(shape) for name, row in zip(plane.targets, away, strict=True)},
        none=np.logical_not(np.isfinite(away).all(axis=0)).reshape(shape),
        shaded=f"no such priors{_scale_matters(plane)}",
    )


def _profile(plane: Plane, moves: Grid, others: Sequence[int], held: int) -> Panel:
    names = list(plane.targets)
    rows = _best_held(plane, others, held)
    at, misses = plane.held(moves, others, rows)
    away = np.where(misses < HELD, plane.away(at), np.nan)
    solved = " and ".join(plane.unknowns[n] for n in others)
    kept = " and ".join(names[n] for n in rows)
    more = {1: "two", 2: "three"}.get(held, str(held + 1))
    return Panel(
        title=f"{kept} hold{'s' if held == 1 else ''} everywhere, {solved} solved again; "
        f"{more} targets a curve",
        away={
            name: away[n].reshape(_POINTS, _POINTS) for n, name in enumerate(names) if n not in rows
        },
        none=~(misses < HELD).reshape(_POINTS, _POINTS),
        shaded=f"{kept} cannot {'both ' if held == 2 else ''}hold" + _scale_matters(plane),
    )


def _best_held(plane: Plane, others: Sequence[int], held: int) -> list[int]:
    """Return the first targets that what is solved again can hold: it must move each of them."""
    here = np.zeros((len(plane.unknowns), len(others) + 1))
    for place, unknown in enumerate(others):
        here[unknown, place + 1] = DIFFERENCE
    away = plane.away(here)
    slopes = np.nan_to_num((away[:, 1:] - away[:, :1]) / DIFFERENCE)
    choices = [list(each) for each in combinations(range(len(slopes)), held)]
    least = [float(np.linalg.svd(slopes[rows], compute_uv=False)[-1]) for rows in choices]
    return next(rows for rows, each in zip(choices, least, strict=True)
                if each >= _WELL_HELD * max(least))  # fmt: skip


def _axes(
    unknowns: Sequence[str], x: str | None, y: str | None, size: str | None
) -> tuple[str, str]:
    for name in (x, y):
        if name is not None and not (isinstance(name, str) and name in unknowns):
            raise ParameterError(
                f"{name!r} as an axis",
                expected="two of what data determine: " + ", ".join(unknowns),
                do=did_you_mean(name, unknowns),
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
