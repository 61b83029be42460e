"""Stochastic matching from good and bad starts, to what can and cannot be met (fig:convergence).

python tools/paper/convergence.py [--quick] [--jobs 2] [--results DIR]

Poisson factorization with K = 25 from A to G, and its hierarchical form from K to P. The paper does
not print the two target means of its left panel, nor the feasible pair of the middle one; here they
are 10 and 100, and (10, 100). Three ways: ours with all formulas, ours with theta and beta drawn
(only the Poisson is integrated out), and the paper's: Adam with 0.1, 100 draws of the latent
variables with 3 counts each, the plain score function for counts. It says "location-scale" and not
how these stay positive, so exp and softplus are both tried. All are judged by the closed forms at
the hyperparameters of each step. Seconds of ours are shared out over the steps by their draws.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab.experiment import Experiment, command, groups
from lab.figures import panels
from lab.plain_search import (
    HPF_NAMES,
    PMF_NAMES,
    exact_moments,
    gradient_at,
    nearest_on_border,
    plain_search,
)
from lab.running import Cell, Row, Run, Setting
from lab.settings import FACTORS, HPF, PMF
from lab.verdicts import Verdict, chance_bound

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME: Final = "convergence"
CLOSE: Final = 0.01
"""Relative error that counts as there."""
PLAIN_STEPS: Final = (1000, 5000)
GRADIENTS: Final = (2000, 10_000)
"""At an exact solution."""
POINTS: Final = 40
"""Of one curve, at most."""

OURS: Final = ("formulas", "drawn")
PLAIN: Final = ("plain, logarithms", "plain, softplus")
RESTS: Final = "plain, at a solution"

BOTH: Final = {"mean": 10.0, "variance": 100.0}
"""The paper's for the hierarchical model."""
TASKS: Final[Mapping[str, Mapping[str, float]]] = {
    "mean 10": {"mean": 10.0},
    "mean 100": {"mean": 100.0},
    "feasible": BOTH,
    "infeasible": {"mean": 100.0, "variance": 10.0},
    "infeasible, relative": {"mean": 100.0, "variance": 10.0},
    "hierarchical": BOTH,
}
"""The infeasible ones differ in the discrepancy: the paper's squared errors, or relative ones."""


def cells(setting: Setting) -> list[Cell]:
    """Return tasks, starts and ways; the quick version leaves out most starts and one mean."""
    found: list[Cell] = []
    for task in TASKS:
        starts = tuple(HPF if task == "hierarchical" else PMF)
        if setting.quick:
            if task == "mean 100":
                continue
            starts = ("K", "O") if task == "hierarchical" else ("A", "C", "G")
        ways = OURS if task == "infeasible, relative" else (*OURS, *PLAIN)
        found += [
            {"task": task, "start": start, "way": way}
            for start in starts
            for way in ways
            if way != "drawn" or not setting.quick or start == "A"
        ]
    return [*found, {"task": "mean 10", "start": "solution", "way": RESTS}]


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Search once; the curve, and how it ended."""
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


def goal(task: str) -> dict[str, float]:
    """Return what statistics a task leads to: its targets, or the nearest on the border.

    Parameters
    ----------
    task : str
        Of :data:`TASKS`.
    """
    targets = dict(TASKS[task])
    if not task.startswith("infeasible"):
        return targets
    relative = task.endswith("relative")
    border = nearest_on_border(targets, lambda name: targets[name] ** -2 if relative else 1.0)
    return dict.fromkeys(targets, border)


def off(task: str, hyperparameters: Mapping[str, float]) -> float:
    """Return the largest relative distance of the exact statistics from where a task leads.

    Parameters
    ----------
    task : str
        Of :data:`TASKS`.
    hyperparameters : mapping of str to float
        Where.
    """
    found = exact_moments(hyperparameters)
    return max(abs(found[name] / value - 1) for name, value in goal(task).items())


def _ours(task: str, start: dict[str, float], way: str, seed: int) -> list[Row]:
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    _warm()
    asked: dict[str, Any] = {}
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


def _ends(runs: Sequence[Run]) -> Iterator[tuple[Cell, Row]]:
    for run in runs:
        yield run.cell, next(row for row in run.rows if row["kind"] != "curve")


def table(runs: Sequence[Run]) -> list[Row]:
    """Return how each search ended."""
    return [
        {**cell, **{name: value for name, value in row.items() if name != "kind"}}
        for cell, row in _ends(runs)
    ]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say who reaches what, how soon, and what is said of what cannot be met."""
    every = table(runs)
    rows = [row for row in every if row["way"] != RESTS]
    feasible = [row for row in rows if not str(row["task"]).startswith("infeasible")]
    return [
        *(_arrives(feasible, way) for way in OURS),
        *(_plain_arrives(feasible, way) for way in PLAIN),
        *(_rests(row) for row in every if row["way"] == RESTS),
        _soon(feasible),
        *(_ratio(feasible, way) for way in OURS),
        _slower(feasible),
        *_border(rows),
        _told(rows),
    ]


def _number(row: Row, name: str) -> float:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else math.inf


def _where(row: Row) -> str:
    return f"{row['task']} from {row['start']}"


def _of(rows: Sequence[Row], *ways: str) -> list[Row]:
    return [row for row in rows if row["way"] in ways]


def _arrives(rows: Sequence[Row], way: str) -> Verdict:
    """Compare the answer of our searches with the targets, by the closed form."""
    those = _of(rows, way)
    tolerance = 0.002 if way == "formulas" else CLOSE
    far = [row for row in those if _number(row, "off") > tolerance]
    # Where time ended, the engine says what it reached and does not call it met.
    wrong = [row for row in far if row["feasible"]]
    return Verdict(
        f"fig:convergence: every start leads to the targets; ours, {way}",
        "the optimal solution from all starts",
        f"{len(those) - len(far)} of {len(those)} searches, {_largest(those):.2g} off at most"
        + (f"; not {', '.join(map(_where, far))}" if far else ""),
        f"{tolerance:.1%} of each target, what is asked of the search, by the closed form",
        not far,
        "stopped by the clock, and said so" if far and not wrong else "",
    )


def _largest(rows: Sequence[Row]) -> float:
    return max(_number(row, "off") for row in rows)


def _plain_arrives(rows: Sequence[Row], way: str) -> Verdict:
    those = _of(rows, way)
    touched = [row for row in those if row["first step"] is not None]
    stayed = [row for row in those if _number(row, "off, late median") < CLOSE]
    lost = [row for row in those if row["first step"] is None]
    weak = [_number(row, "signal") for row in lost]
    steps = max(int(_number(row, "steps")) for row in those)
    broken = [row for row in those if not row["finished"]]
    return Verdict(
        f"fig:convergence: every start leads to the targets; the paper's estimator, {way}",
        "the optimal solution from all starts",
        f"within {CLOSE:.0%} at some step of {steps:,}: {len(touched)} of {len(those)} searches; "
        f"in the median of the last quarter: {len(stayed)}"
        + (f"; a gradient was not finite in {len(broken)}" if broken else "")
        + (f"; never {', '.join(map(_where, lost))}" if lost else ""),
        f"some step within {CLOSE:.0%}, by the closed form",
        not lost,
        f"the mean gradient is {_range(weak)} of its deviation where those searches stopped: the "
        "score function without a baseline has a deviation that grows with y, and that of y^2 with "
        "its square; it is biased, see below; and Adam's steps stay short long after a rare huge "
        "gradient. What share each has is open. The paper ran up to minutes, and how it kept "
        "parameters positive is not said"
        if lost
        else "",
    )


def _range(values: Sequence[float]) -> str:
    known = [each for each in values if math.isfinite(each)]
    return f"{min(known):.2g} to {max(known):.2g}" if known else "an unknown share"


def _rests(row: Row) -> Verdict:
    """Test whether the plain search stays where its target is met."""
    errors, bound = _number(row, "errors from zero"), chance_bound(1 - 0.01 / 4, 0)
    return Verdict(
        "the paper's discrepancy is least where the target is met: its gradient there, E[Y] = 10",
        "0 on average",
        f"{errors:.1f} standard errors from 0 in {_number(row, 'steps'):.0f} gradients",
        f"{bound:.2f} errors, 99 % for all four coordinates",
        errors < bound,
        "the same draws estimate a statistic and its derivative, so that the square of an estimate "
        "is made small, which is the squared distance plus the estimate's variance: the search "
        "rests where priors vary less than they should. Without a target for the variance, little "
        "is lost",
    )


def _soon(rows: Sequence[Row]) -> Verdict:
    first = [_number(row, "first seconds") for row in _of(rows, *PLAIN)]
    means = [
        _number(row, "first seconds")
        for row in _of(rows, *PLAIN)
        if str(row["task"]).startswith("mean")
    ]
    ours = [_number(row, "first seconds") for row in _of(rows, *OURS)]
    middle = float(np.median(means))
    return Verdict(
        "fig:convergence, left: how long it takes",
        "typically seconds",
        f"the paper's estimator with a target mean: median {_seconds(middle)} until within "
        f"{CLOSE:.0%}, all tasks {_seconds(float(np.median(first)))}; ours: median "
        f"{_seconds(float(np.median(ours)))}, slowest {_seconds(max(ours))}",
        "seconds: below a minute, on one core",
        middle < 60,
        "" if middle < 60 else "half of these searches do not arrive at all within the steps given",
    )


def _seconds(value: float) -> str:
    return f"{value:.2g} s" if math.isfinite(value) else "not within the steps given"


def _ratio(rows: Sequence[Row], way: str) -> Verdict:
    """Compare the steps and seconds of ours with the better of the plain searches."""
    steps, seconds, alone = [], [], 0
    for mine in _of(rows, way):
        rivals = [
            row for row in _of(rows, *PLAIN)
            if (row["task"], row["start"]) == (mine["task"], mine["start"])
        ]  # fmt: skip
        best = min(rivals, key=lambda row: _number(row, "first seconds"))
        if best["first step"] is None or mine["first step"] is None:
            alone += best["first step"] is None and mine["first step"] is not None
            continue
        steps.append((_number(best, "first step") + 1) / (_number(mine, "first step") + 1))
        seconds.append(_number(best, "first seconds") / max(_number(mine, "first seconds"), 1e-6))
    said = (
        f"median {np.median(steps):.3g} times the steps and {np.median(seconds):.3g} times the "
        f"seconds of ours ({min(seconds):.2g} to {max(seconds):.3g}) in {len(steps)} tasks"
        if steps
        else "no task in which both arrive"
    )
    return Verdict(
        f"the paper's estimator (the better link) over ours, {way}, until within {CLOSE:.0%} "
        "(not in the paper)",
        "",
        f"{said}; ours alone arrives in {alone}",
        "ours is not slower in the median, or arrives alone more often",
        not seconds or float(np.median(seconds)) >= 1 or alone > len(seconds),
        ""
        if not seconds or float(np.median(seconds)) >= 1 or alone > len(seconds)
        else "a step of ours makes thousands of draws, to know how far it is to be believed",
    )


def _slower(rows: Sequence[Row]) -> Verdict:
    """Compare hierarchical with plain factorization, both with mean and variance."""
    ways = [
        way for way in (*OURS, *PLAIN)
        if {row["task"] for row in _of(rows, way)} >= {"feasible", "hierarchical"}
    ]  # fmt: skip
    medians = {
        (task, way): float(
            np.median([_number(r, "first step") for r in _of(rows, way) if r["task"] == task])
        )
        for task in ("feasible", "hierarchical")
        for way in ways
    }
    shown = ", ".join(
        f"{way} {_steps(medians['hierarchical', way])} against {_steps(medians['feasible', way])}"
        for way in ways
    )
    slower = medians["hierarchical", "formulas"] >= medians["feasible", "formulas"]
    return Verdict(
        "fig:convergence, right: the hierarchical model takes longer",
        "naturally slower",
        f"median steps until within {CLOSE:.0%}, hierarchical against not: {shown}",
        "ours with formulas takes no fewer; the starts differ, as the paper's do",
        slower,
        ""
        if slower
        else "steps use derivatives of second order, which do not mind two more hyperparameters; "
        "what counts is how far the start is, and K to P are nearer than A and C",
    )


def _steps(value: float) -> str:
    return f"{value:.0f}" if math.isfinite(value) else "never"


def _border(rows: Sequence[Row]) -> list[Verdict]:
    found = []
    for task in ("infeasible", "infeasible, relative"):
        for way in (*OURS, *PLAIN):
            those = [row for row in _of(rows, way) if row["task"] == task]
            if not those:
                continue
            border = goal(task)["mean"]
            # Noise keeps the plain search moving; its middle position is what it converges to.
            ends = [_number(row, "off" if way in OURS else "off, late median") for row in those]
            limit = CLOSE if way in OURS else 0.1
            near = sum(each < limit for each in ends)
            found.append(
                Verdict(
                    f"fig:convergence, middle: (100, 10) leads to the border; {way}, "
                    + ("relative errors" if task.endswith("relative") else "squared errors"),
                    "the border",
                    f"{near} of {len(ends)} within {limit:.0%} of the optimum E = Var = "
                    f"{border:.5g}, median {np.median(ends):.2g} off",
                    f"{limit:.0%}; the optimum is that of a parabola"
                    + ("" if way in OURS else "; median of the last quarter of the steps"),
                    near == len(ends),
                    ""
                    if near == len(ends)
                    else "the time, or the steps, did not suffice"
                    if way in OURS
                    else "as above: noise and bias of the gradient; 300 counts say little of a "
                    "variance",
                )
            )
    return found


def _told(rows: Sequence[Row]) -> Verdict:
    """Ask whether our engine knows what can be met."""
    ours = _of(rows, *OURS)
    cannot = [row for row in ours if str(row["task"]).startswith("infeasible")]
    can = [row for row in ours if not str(row["task"]).startswith("infeasible")]
    right = sum(bool(row["said infeasible"]) and not row["feasible"] for row in cannot)
    met = sum(bool(row["feasible"]) for row in can)
    falsely = [row for row in can if row["said infeasible"]]
    return Verdict(
        "what the user learns: ours says so where targets cannot be met",
        "a discrepancy that is not zero",
        f"'infeasible' in {right} of {len(cannot)} searches for what cannot be met, in "
        f"{len(falsely)} of {len(can)} for what can; 'met' in {met} of these",
        "all of the first and none of the second",
        right == len(cannot) and not falsely,
    )


def figure(runs: Sequence[Run]) -> Figure:
    """Draw the distance from the goal against seconds: a panel for each task, a line a search."""
    shown = [(task, some) for (task,), some in groups(runs, "task").items()]
    columns = 3
    drawn, axes = panels(math.ceil(len(shown) / columns), columns, width=3.9, height=3.1)
    colours = {"formulas": "#0072B2", "drawn": "#009E73",
               PLAIN[0]: "#D55E00", PLAIN[1]: "#E69F00"}  # fmt: skip
    for place, (task, every) in enumerate(shown):
        some = [run for run in every if run.cell["way"] in colours]
        axis = axes[divmod(place, columns)]
        for run in some:
            curve = [row for row in run.rows if row["kind"] == "curve" and row["off"] is not None]
            axis.plot(
                [max(_number(row, "seconds"), 1e-3) for row in curve],
                [max(_number(row, "off"), 1e-5) for row in curve],
                color=colours[str(run.cell["way"])], linewidth=0.8, alpha=0.8,
            )  # fmt: skip
        axis.axhline(CLOSE, color="black", linewidth=0.7, linestyle="--")
        ends = ", ".join(f"{name} {value:.4g}" for name, value in goal(str(task)).items())
        axis.set(xscale="log", yscale="log", ylim=(5e-6, 1e4), xlabel="seconds")
        axis.set_title(f"{task}: off {ends}")
    for place in range(len(shown), axes.size):
        axes.flat[place].set_visible(False)
    for way, colour in colours.items():
        axes[0][0].plot([], [], color=colour, label=way)
    drawn.legend(*axes[0][0].get_legend_handles_labels(), ncols=4, loc="outside upper center")
    return drawn


EXPERIMENT = Experiment(
    name=NAME,
    shows="fig:convergence: distance from the targets while stochastic matching runs",
    cells=cells,
    one=one,
    runs=(1, 1),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
