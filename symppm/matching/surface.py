"""The moments over the plane of two unknowns, around a solution: what holds where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from symppm.codegen.load import has_distinct, load_distinct, load_model
from symppm.errors import ParameterError, did_you_mean
from symppm.matching.extremes import check_moderate
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import average_inverse_exposure
from symppm.matching.models import generated_module
from symppm.matching.numeric import solutions
from symppm.matching.plane import DIFFERENCE, HELD, Grid, Plane, largest
from symppm.matching.problem import Problem
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
    """Draw the plane of two unknowns around a match.

    Parameters
    ----------
    match : Match
        By formulas, with one solution or none.
    path : str or Path or None
        A file to write too.
    x, y : str or None
        Two identified combinations, the number of factors among them.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    ParameterError
        If there is nothing to draw, no such unknown, or the file cannot be written.
    """
    require_matplotlib()
    return plot_surface(surface(match, x, y), path)


def surface(match: Match, x: str | None, y: str | None) -> Surface:
    """Return what :func:`surface_of` draws.

    Parameters
    ----------
    match, x, y
        As there.

    Raises
    ------
    ParameterError
        As there.
    """
    check_moderate(match, "a plot")
    plane, exact = _plane_of(match)
    unknowns = plane.unknowns
    first, second = _axes(unknowns, x, y, plane.kernels.size)
    start = plane.start
    box = _box(match, (first, second))
    spans = [
        _span(start[name], None if box is None else box[n])
        for n, name in enumerate((first, second))
    ]
    columns, rows = (np.geomspace(*span, _POINTS) for span in spans)
    moves = np.zeros((len(unknowns), _POINTS * _POINTS))
    across, along = np.meshgrid(columns, rows)
    moves[unknowns.index(first)] = np.log(across.ravel() / start[first])
    moves[unknowns.index(second)] = np.log(along.ravel() / start[second])
    others = [n for n, name in enumerate(unknowns) if name not in (first, second)]
    where = "as at the solution" if match.feasible else "as at the nearest"
    panels = [_slice(plane, moves, [unknowns[n] for n in others], where)]
    held = min(len(others), len(match.targets) - 1)
    if held > 0:
        panels.append(_profile(plane, moves, others, held))
    reached = match.identified if match.feasible else start
    return Surface(
        title=f"{match.model}: what matches the targets, in the plane of {first} and {second}",
        names=(first, second),
        x=columns,
        y=rows,
        panels=tuple(panels),
        exact=(start[first], start[second]) if exact else None,
        answer=(reached[first], reached[second]),
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


def _gauge_matters(plane: Plane) -> str:
    """Return words for what a change of scale could allow."""
    spec = plane.kernels.spec
    return " in this gauge" if spec.requirements and spec.symmetries else ""


def _slice(plane: Plane, moves: Grid, others: Sequence[str], where: str) -> Panel:
    away = plane.away(moves)
    shape = (_POINTS, _POINTS)
    kept = " and ".join(others)
    return Panel(
        title=f"one target a curve; {kept} {where}" if kept else "one target a curve",
        away={name: row.reshape(shape) for name, row in zip(plane.targets, away, strict=True)},
        none=np.logical_not(np.isfinite(away).all(axis=0)).reshape(shape),
        shaded=f"no such priors{_gauge_matters(plane)}",
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
        shaded=f"{kept} cannot {'both ' if held == 2 else ''}hold" + _gauge_matters(plane),
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


def _box(
    match: Match, names: tuple[str, str]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    if match.uncertainty is None or not match.feasible:
        return None
    found = match.interval(_LEVEL)
    return (found[names[0]], found[names[1]]) if all(name in found for name in names) else None


def _plane_of(match: Match) -> tuple[Plane, bool]:
    """Return the moments around the point where all targets hold, and whether there is one."""
    if len(match.branches) > 1:
        raise ParameterError(
            f"a match with {len(match.branches)} solutions",
            expected="one of them to look around",
            do="Plot each of .branches.",
        )
    if not match.spec.identified or match.method == "stochastic":
        raise ParameterError(
            f"the surface of a match by method {match.method!r}",
            expected="a model with formulas, matched by them",
            do="See .plot(), or .plot_trace() for the search.",
        )
    kernels = Kernels(_module(match))
    origin = dict(match.parameters) if match.parameters else _nearest(match, kernels)
    if kernels.spec.exposures:
        origin[kernels.spec.needs[-1]] = average_inverse_exposure(match.statistics)
    _check_positive(kernels, origin)
    plane = Plane(kernels, match.targets, origin)
    count = len(plane.unknowns)
    if match.k_exact is None and match.feasible:
        return plane, True
    everything = list(range(min(count, len(match.targets))))
    at, misses = plane.held(np.zeros((count, 1)), list(range(count)), everything)
    exact = bool(misses[0] < HELD and largest(plane.away(at))[0] < HELD)
    if not exact:
        return plane, False
    return Plane(kernels, match.targets, _moved(plane, at[:, 0])), True


def _moved(plane: Plane, moves: Grid) -> dict[str, float]:
    """Return hyperparameters and size after a move."""
    kernels, spec = plane.kernels, plane.kernels.spec
    logs = dict(zip(plane.unknowns, moves, strict=True))
    inner = dict(kernels.inward(plane.origin))
    for name, powers in spec.anchored.items():
        if name in inner and name not in spec.needs:
            inner[name] *= float(np.exp(sum(n * logs[key] for key, n in powers.items())))
    outer, _ = kernels.outward(inner)
    if kernels.size is not None:
        outer[kernels.size] = plane.origin[kernels.size] * float(np.exp(logs[kernels.size]))
    return outer


def _check_positive(kernels: Kernels, origin: Mapping[str, float]) -> None:
    inner = kernels.inward(origin)
    wrong = [name for name in kernels.spec.coordinates if inner.get(name, 1.0) == 0.0]
    if wrong:
        raise ParameterError(
            f"a surface around {wrong[0]} = 0",
            expected="unknowns that are not zero, for axes of their logarithms",
            do="Ask for other targets.",
        )


def _nearest(match: Match, kernels: Kernels) -> dict[str, float]:
    """Return where least squares comes nearest to targets that cannot all be met."""
    why = "; ".join(each.message for each in match.findings if each.severity == "failure")
    if not kernels.spec.needs:
        found = solutions(Problem(kernels, match.targets, {}))[0]
        if found.reached:
            return dict(found.parameters)
    raise ParameterError(
        f"a surface around no solution ({why})",
        expected="a feasible match, or one that has a nearest point",
        do="See .plot() for what was measured.",
    )


def _module(match: Match) -> ModuleType:
    """Return the generated module whose solution the match is."""
    wanted = match.spec.targets
    if match.declared is not None:
        from symppm.codegen.compile import compile_model  # noqa: PLC0415 - needs SymPy

        module = generated_module(match.declared, match.targets)
        if module.SPEC.targets == wanted:
            return module
        return compile_model(match.declared.declaration, wanted, match.spec.title)
    modules = [load_model(match.model)]
    if has_distinct(match.model):
        modules.append(load_distinct(match.model))
    if has_distinct(match.model, stars=True):
        modules.append(load_distinct(match.model, stars=True))
    for module in modules:
        if module.SPEC.targets == wanted:
            return module
    return generated_module(match.model, match.targets)
