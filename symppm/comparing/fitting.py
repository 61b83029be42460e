"""The hyperparameters whose moments are nearest those of the data, by generalised moments."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.formulas import Formulas, Unknown
from symppm.comparing.goal import LAST_STEPS, Fit, Goal
from symppm.comparing.moments import THINNED, ZEROS, Measured

Vector = NDArray[np.float64]

_STARTS: Final = 6
_MOST_STARTS: Final = 16
_AGREE: Final = 1e-2
_KEPT: Final = 2
_MOST_STEPS: Final = 60
_TRIES: Final = 2000
_POWERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)


def fitted(formulas: Formulas, measured: Measured, random_seed: int) -> Fit | None:
    """Find the hyperparameters whose moments are nearest.

    Notes
    -----
    The weights are those of the jackknife covariance of the moments, which is of no model: the same
    for all (L. P. Hansen, Econometrica 50, 1982). Levenberg and Marquardt's steps on logarithmic
    lines; from several starts by cumulants alone, and from the best of these by all moments.
    """
    cumulants = tuple(name for name in formulas.names if name in measured.names)
    every = cumulants
    if formulas.zeros is not None:
        every = (*cumulants, *(name for name in (ZEROS, THINNED) if name in measured.names))
    coarse, fine = (Goal(formulas, measured, names) for names in (cumulants, every))
    starts = _starts(coarse, random_seed)
    found = _reached(coarse, starts)
    if not found:
        return None
    best = found[0]
    if every != cumulants:
        again = [fine.descend(place, LAST_STEPS) for place, _ in _different(found)]
        able = [each for each in again if each is not None]
        if not able:
            fine = coarse
        else:
            best = min(able, key=lambda each: each[1])
    best = fine.in_whole_numbers(best)
    return fine.summed_up(best[0], [best[0], *starts[:_STARTS]])


def _reached(goal: Goal, starts: list[Vector]) -> list[tuple[Vector, float]]:
    """Return where the starts lead, the best first; more of them until two lead to the best."""
    found: list[tuple[Vector, float]] = []
    for n, start in enumerate(starts):
        reached = goal.descend(goal.nearer(start), _MOST_STEPS)
        if reached is not None:
            found = sorted([*found, reached], key=lambda each: each[1])
        agree = len(found) > 1 and found[1][1] - found[0][1] < _AGREE
        if n + 1 >= _STARTS and agree:
            break
    return found


def _different(found: list[tuple[Vector, float]]) -> list[tuple[Vector, float]]:
    kept = [found[0]]
    for place, loss in found[1:]:
        if len(kept) < _KEPT and loss - kept[-1][1] > 1e-3:
            kept.append((place, loss))
    return kept


def _starts(goal: Goal, random_seed: int) -> list[Vector]:
    """Return the nearest of many random places, each as near as its own line allows."""
    rng = np.random.default_rng(random_seed)
    unknowns = goal.formulas.unknowns
    wide = np.linspace(0.3, 2.5, _TRIES)
    x = np.array([_drawn(each, rng, wide) for each in unknowns])
    unit = goal.measured.log_unit
    if unit:
        # In other units hyperparameters are other powers of these, which only the model knows.
        powers = rng.choice(_POWERS, x.shape)
        x = np.array([
            _in_units(each, line, power * unit)
            for each, line, power in zip(unknowns, x, powers, strict=True)
        ])  # fmt: skip
    x = np.maximum(x, goal.lowest[:, None])
    away = (goal.moments(x) - goal.wanted[:, None]) / goal.errors[:, None]
    # Far off is far off: what counts is how many moments are.
    losses = np.log1p(away**2).sum(axis=0)
    order = [n for n in np.argsort(losses) if np.isfinite(losses[n])]
    return [x[:, n] for n in order[:_MOST_STARTS]]


def _drawn(unknown: Unknown, rng: np.random.Generator, wide: Vector) -> Vector:
    about = float(np.log(12.0)) if unknown.is_size else 0.0
    if unknown.domain == "nonnegative":
        about = -1.0
    return np.asarray(about + wide * rng.standard_normal(len(wide)))


def _in_units(unknown: Unknown, x: Vector, log: Vector) -> Vector:
    if unknown.is_size or unknown.domain == "share":
        return x
    return np.arcsinh(np.sinh(x) * np.exp(log)) if unknown.domain == "real" else x + log
