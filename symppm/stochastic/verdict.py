"""The verdict: statistics by exact formulas, or on draws that the search has not seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.stochastic.names import Custom, Probability, Quantile
from symppm.stochastic.search import Found, Search
from symppm.stochastic.tails import settles, tail_shape

Vector = NDArray[np.float64]

_MOST_BATCHES = 400
_SIGNIFICANT = 3.0
_NEGLIGIBLE = 1e-6
_DETERMINED = 1e-6


@dataclass(frozen=True)
class Verdict:
    """Statistics at the answer, judged without the search's own draws.

    Attributes
    ----------
    values, errors : numpy.ndarray, shape (m,)
        Statistics, and their standard errors; zero where a formula is exact.
    exact : tuple of bool
        Where it is.
    draws : int
        How many were made for it.
    unsettled : mapping of str to float
        Statistics whose averages cannot be believed, with the shape of their tail. Averages of
        probabilities and quantiles always settle.
    """

    values: Vector
    errors: Vector
    exact: tuple[bool, ...]
    draws: int
    unsettled: Mapping[str, float]


def judged(search: Search, found: Found, *, quickly: bool = False) -> Verdict:
    """Evaluate the statistics anew: exactly where there is a formula."""
    estimator = search.estimator
    module, wanted = estimator.module, estimator.wanted
    x = found.average.x
    if found.space.outside(x):
        # A tie left its domain: formulas have values there, and mean nothing.
        nothing = np.full(len(wanted), np.nan)
        return Verdict(nothing, nothing, (False,) * len(wanted), 0, {})
    with torch.no_grad():
        at = torch.tensor(x, dtype=torch.float64, device=estimator.device)
        point = found.space.point(at)
        closed = module.closed(point) if module.CLOSED else {}
        conditions = module.conditions(point) if module.CLOSED else {}
    missing = {text.partition(":")[0] for text, value in conditions.items() if not value > 0}
    exact = tuple(each.name in closed and not isinstance(each.statistic, Custom) for each in wanted)
    values = np.zeros(len(wanted))
    for n in np.flatnonzero(exact):
        values[n] = float(closed[wanted[n].name])
    # A formula is no moment where its conditions fail.
    lacking = [known and each.name in missing for each, known in zip(wanted, exact, strict=True)]
    values[lacking] = np.nan
    errors = np.zeros(len(wanted))
    if all(exact):
        return Verdict(values, errors, exact, 0, {})
    left = [each for each, known in zip(wanted, exact, strict=True) if not known]
    others = replace(estimator, wanted=tuple(left))
    places = np.flatnonzero(~np.array(exact))
    scales = search.discrepancy.scales[places]
    rows: list[Vector] = []
    parts: list[tuple[Vector, ...]] = []
    covariance, draws = np.zeros((len(left), len(left))), 0
    while len(rows) < _MOST_BATCHES:
        estimate = search.unseen(others, found.space, x)
        rows.append(estimate.values)
        parts.append(estimate.parts)
        covariance += estimate.covariance
        draws += estimate.draws
        spread = np.sqrt(np.diag(covariance)) / len(rows) / scales
        enough = quickly or search.clock.is_up or np.all(spread <= search.tolerance / 2)
        if len(rows) > 3 and enough:
            break
    values[places] = np.mean(rows, axis=0)
    errors[places] = np.sqrt(np.diag(covariance)) / len(rows)
    unsettled = {}
    for number, each in enumerate(left):
        pieces = [part[number] for part in parts if part]
        if errors[places[number]] <= _NEGLIGIBLE * scales[number]:
            continue  # all the same but for rounding
        if pieces and not isinstance(each.statistic, (Probability, Quantile)):
            added = np.concatenate(pieces)
            if not settles(added):
                unsettled[each.name] = tail_shape(np.abs(added))
    return Verdict(values, errors, exact, draws, unsettled)


def is_met(search: Search, verdict: Verdict) -> bool:
    """Tell whether statistics are the targets, within the tolerance and their errors."""
    off, noise = _off(search, verdict)
    known = np.all(np.isfinite(noise)) and not verdict.unsettled
    return bool(known and np.all(off <= search.tolerance + noise))


def _off(search: Search, verdict: Verdict) -> tuple[Vector, Vector]:
    """Return how far statistics are from targets, relatively, and how far they may be by chance."""
    off = np.abs(search.discrepancy.relative(verdict.values))
    return off, _SIGNIFICANT * verdict.errors / search.discrepancy.scales


def missed(search: Search, verdict: Verdict) -> bool:
    """Tell whether some statistic whose average can be believed is off its target."""
    off, noise = _off(search, verdict)
    clear = off > search.tolerance + noise
    names = [each.name for each in search.estimator.wanted]
    return any(far and name not in verdict.unsettled
               for name, far in zip(names, clear, strict=True))  # fmt: skip


def responses(found: Found, search: Search) -> dict[str, Vector]:
    """Return by how much what was free, or tied to that, would change with each target.

    Hyperparameters along which the targets can be met in many ways are left out: what they came to
    be depends on the start and the way.
    """
    average, space = found.average, found.space
    if not len(average.x) or not np.all(np.isfinite(average.jacobian)):
        return {}
    curvature = search.discrepancy.at(average.values).curvature
    jacobian = average.jacobian
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(jacobian.T @ curvature @ jacobian, rcond=1e-10, hermitian=True)
        proposal = inverse @ jacobian.T @ curvature
        open_ = np.eye(len(average.x)) - inverse @ (jacobian.T @ curvature @ jacobian)
    return {
        name: each @ proposal
        for name, each in space.gradients(average.x).items()
        if np.linalg.norm(each @ open_) ** 2 < _DETERMINED * np.linalg.norm(each) ** 2
    }


def parameter_errors(found: Found, moved: Mapping[str, Vector]) -> dict[str, float]:
    """Return Monte-Carlo standard errors of what the targets determine."""
    spread = found.average.covariance
    return {name: math.sqrt(max(float(each @ spread @ each), 0.0)) for name, each in moved.items()}
