"""What stochastic matching is asked for in fig:convergence, and how far a point is from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from technical.plain_search import exact_moments, nearest_on_border

CLOSE: Final = 0.01
"""Relative error that counts as there."""
NEAR: Final = 0.05
"""The same in the authors' code, for the step whose sampled discrepancy is least so far."""
OURS: Final = ("formulas", "drawn")
CODE: Final = "authors' code"
TEXT: Final = "draws of the text"
PLAIN: Final = (CODE, TEXT)
"""The authors' search, with the draws of their jobs and those that the text has."""
RESTS: Final = "plain, at a solution"
CLOCK: Final = 120.0
"""Seconds after which a search of ours is stopped, and says so."""

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
