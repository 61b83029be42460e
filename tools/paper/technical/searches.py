"""Searches of fig:convergence, ours and the paper's, and the rows that are kept of them."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from lab.running import Cell, Row, Setting
from lab.settings import FACTORS, HPF, PMF

from technical.plain_search import HPF_NAMES, PMF_NAMES, exact_moments, gradient_at, plain_search
from technical.tasks import BOTH, CLOCK, CLOSE, OURS, RESTS, TASKS, off

PLAIN_STEPS: Final = (1000, 5000)
GRADIENTS: Final = (2000, 10_000)
"""At an exact solution."""
POINTS: Final = 40
"""Of one curve, at most."""


def searched(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Search once; the curve, and how it ended.

    Parameters
    ----------
    cell : mapping
        Task, start and way.
    rng : numpy.random.Generator
        Source of randomness.
    setting : Setting
        What holds for all runs.
    """
    task, name, way = (str(cell[each]) for each in ("task", "start", "way"))
    seed = int(rng.integers(2**31))
    part = 0 if setting.quick else 1
    if way == RESTS:
        return [_at_solution(task, GRADIENTS[part], seed)]
    if way in OURS:
        return _ours(task, _start(name), way, seed)
    return _plain(task, _start(name), way, seed, PLAIN_STEPS[part])


def _at_solution(task: str, count: int, seed: int) -> Row:
    """Average the plain search's gradient where the mean is met exactly: a = c = 1, b d = 2.5."""
    solution = {"a": 1.0, "b": 1.0, "c": 1.0, "d": FACTORS / TASKS[task]["mean"]}
    found = gradient_at(solution, TASKS[task], "logarithms", count, seed)
    return {
        "kind": "gradient",
        "off": off(task, solution),
        "steps": count,
        "signal": found.signal if found else None,
        "errors from zero": found.errors if found else None,
    }


def _start(name: str) -> dict[str, float]:
    if name in PMF:
        return dict(zip(PMF_NAMES, PMF[name], strict=True))
    return dict(zip(HPF_NAMES, HPF[name], strict=True))


def _ours(task: str, start: dict[str, float], way: str, seed: int) -> list[Row]:
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    _warm()
    asked: dict[str, Any] = {"seconds": CLOCK}
    if task == "infeasible":
        asked["discrepancy"] = _squares
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What does not fit is what is studied.
        began = time.perf_counter()
        found = ppm.match(
            targets=TASKS[task], model="hpf_gamma" if len(start) == 6 else "pmf_gamma",
            fixed={"K": FACTORS}, method="stochastic", start=start, random_seed=seed,
            integrate="all" if way == "formulas" else "likelihood", **asked,
        )  # fmt: skip
        taken = time.perf_counter() - began
    trace = found.trace
    assert trace is not None  # noqa: S101 - a stochastic match has one
    costs = np.cumsum([max(each, 1) for each in trace.draws])
    points = [
        (
            n,
            taken * float(costs[n] / costs[-1]),
            {k: v[n] for k, v in trace.hyperparameters.items()},
        )
        for n in range(len(trace))
    ]
    last = {name: value for name, value in found.parameters.items() if name != "K"}
    codes = {each.code for each in found.findings}
    return _rows(task, points, last, {
        "seconds in all": taken, "feasible": found.feasible,
        "said infeasible": "infeasible" in codes,
    })  # fmt: skip


def _squares(has: Mapping[str, Any], wanted: Mapping[str, float]) -> Any:
    """Return the paper's discrepancy."""
    return sum((has[name] - value) ** 2 for name, value in wanted.items())


@cache
def _warm() -> None:
    """Load and compile what the first match in a process has to."""
    import symppm as ppm  # noqa: PLC0415 - as above

    for model in ("pmf_gamma", "hpf_gamma"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ppm.match(targets=BOTH, model=model, fixed={"K": FACTORS}, method="stochastic")


def _plain(task: str, start: dict[str, float], way: str, seed: int, steps: int) -> list[Row]:
    link = way.removeprefix("plain, ")
    points = [
        (each.number, each.seconds, each.hyperparameters)
        for each in plain_search(start, TASKS[task], link, steps, seed)
    ]
    last = gradient_at(points[-1][2], TASKS[task], link, 200, seed + 1)
    return _rows(task, points, points[-1][2], {
        "seconds in all": points[-1][1], "finished": points[-1][0] == steps,
        "signal": last.signal if last else None,
    })  # fmt: skip


def _rows(
    task: str,
    points: Sequence[tuple[int, float, Mapping[str, float]]],
    last: Mapping[str, float],
    more: Mapping[str, float | bool | None],
) -> list[Row]:
    """Return the end of a search and its curve, at steps that are evenly spaced in logarithms."""
    distances = [off(task, each) for _, _, each in points]
    first = next((n for n, each in enumerate(distances) if each < CLOSE), None)
    at_end = exact_moments(last)
    shown = sorted({round(each) for each in np.geomspace(1, len(points), POINTS)})
    late = distances[-max(len(points) // 4, 1) :]
    end: Row = {
        "kind": "end",
        "steps": points[-1][0],
        "first step": None if first is None else points[first][0],
        "first seconds": None if first is None else points[first][1],
        "off": _finite(off(task, last)),
        "off, late median": _finite(float(np.median(late))),
        "mean": _finite(at_end["mean"]),
        "variance": _finite(at_end["variance"]),
        **more,
    }
    curve: list[Row] = [
        {
            "kind": "curve",
            "step": points[n - 1][0],
            "seconds": points[n - 1][1],
            "off": _finite(distances[n - 1]),
        }
        for n in shown
    ]
    return [end, *curve]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
