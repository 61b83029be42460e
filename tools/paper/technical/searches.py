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

from technical.plain_search import (
    CODE,
    HPF_NAMES,
    PMF_NAMES,
    TEXT,
    Draws,
    Step,
    exact_moments,
    gradient_at,
    plain_search,
)
from technical.tasks import BOTH, CLOCK, CLOSE, NEAR, OURS, RESTS, TASKS, off
from technical.tasks import CODE as BY_CODE

STEPS: Final = (300, 10_000)
"""Of the authors' search with a target mean alone; their cap is 20,000."""
STEPS_BOTH: Final = (80, 600)
"""With mean and variance, where a step has three sets of draws and the authors' cap is higher."""
MORE: Final = (50, 200)
"""Steps after the authors' criterion is met; theirs are 1,000."""
GRADIENTS: Final = (1000, 3000)
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
    steps = (STEPS_BOTH if len(TASKS[task]) > 1 else STEPS)[part]
    draws = CODE if way == BY_CODE else TEXT
    return _plain(task, _start(name), draws, seed, (steps, MORE[part]))


def _at_solution(task: str, count: int, seed: int) -> Row:
    """Average the plain search's gradient where the mean is met exactly: a = c = 1, b d = 2.5."""
    solution = {"a": 1.0, "b": 1.0, "c": 1.0, "d": FACTORS / TASKS[task]["mean"]}
    found = gradient_at(solution, TASKS[task], CODE, count, seed)
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
        began = time.process_time()
        found = ppm.match(
            targets=TASKS[task], model="hpf_gamma" if len(start) == 6 else "pmf_gamma",
            fixed={"K": FACTORS}, method="stochastic", random_seed=seed,
            sampling=ppm.Sampling(
                start=start, integrate="all" if way == "formulas" else "likelihood", **asked
            ),
        )  # fmt: skip
        taken = time.process_time() - began
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
    codes = {each.code for each in found.diagnostics}
    near = next((each for each in points if off(task, each[2]) < NEAR), None)
    return _rows(task, points, last, {
        "near step": near[0] if near else None, "near seconds": near[1] if near else None,
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


def _plain(
    task: str, start: dict[str, float], draws: Draws, seed: int, limits: tuple[int, int]
) -> list[Row]:
    """Search as the authors' code does: the best is that of the least sampled discrepancy."""
    steps, more = limits
    points, near, best, least = [], None, math.inf, math.inf
    for each in plain_search(start, TASKS[task], draws, steps, seed):
        points.append((each.number, each.seconds, each.hyperparameters))
        if each.loss < least:
            least, best = each.loss, off(task, each.hyperparameters)
        if near is None and best < NEAR and not task.startswith("infeasible"):
            near = each
        if near is not None and each.number >= near.number + more:
            break
    last = points[-1]
    found = {
        "seconds in all": last[1],
        "finished": last[0] == (steps if near is None else min(steps, near.number + more)),
        "off, best kept": _finite(best),
    }
    return _rows(task, points, last[2], {**_near(near), **found})


def _near(step: Step | None) -> dict[str, float | None]:
    return {
        "near step": None if step is None else step.number,
        "near seconds": None if step is None else step.seconds,
    }


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
