"""The verdict: statistics by exact formulas, or on draws that the search has not seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.stochastic.names import Custom, Probability, Quantile
from symppm.stochastic.search import Answer, Search

Vector = NDArray[np.float64]

_MOST_BATCHES = 400
_SIGNIFICANT = 3.0
_NEGLIGIBLE = 1e-6
_DETERMINED = 1e-6

UNRELIABLE = 0.7
"""Shape above which averages of any affordable number of draws settle too slowly to be believed."""

_CONCENTRATED = 0.01
"""Share of the largest square among all: with tails as heavy as ``UNRELIABLE`` it is far larger,
however many draws there are. Values on a coarse grid may look heavy without being so."""

_SHARE, _ROOTS = 0.2, 3.0
_FEWEST = 25
_PRIOR_WEIGHT, _PRIOR_SHAPE = 10.0, 0.5


@dataclass(frozen=True)
class Verdict:
    """Statistics at the answer, judged without the search's own draws."""

    values: Vector
    errors: Vector
    """Standard errors; zero where a formula is exact."""
    exact: tuple[bool, ...]
    draws: int
    unsettled: Mapping[str, float]
    """Statistics whose averages cannot be believed, with the shape of their tail. Averages of
    probabilities and quantiles always settle."""
    met: bool
    """Whether statistics are the targets, within the tolerance and their errors."""
    missed: bool
    """Whether some statistic whose average can be believed is off its target."""


def judged(search: Search, answer: Answer, *, quickly: bool = False) -> Verdict:
    """Evaluate the statistics anew: exactly where there is a formula."""
    estimator = search.estimator
    module, targets = estimator.module, estimator.targets
    x = answer.at.x
    if answer.space.outside(x):
        # A tie left its domain: formulas have values there, and mean nothing.
        nothing = np.full(len(targets), np.nan)
        return _judged(search, nothing, nothing, (False,) * len(targets))
    with torch.no_grad():
        coordinates = torch.tensor(x, dtype=torch.float64, device=estimator.device)
        point = answer.space.point(coordinates)
        closed = module.closed(point) if module.CLOSED else {}
        missing = {name for name, _ in estimator.missing(point)}
    exact = tuple(t.name in closed and not isinstance(t.statistic, Custom) for t in targets)
    values = np.zeros(len(targets))
    for n in np.flatnonzero(exact):
        values[n] = float(closed[targets[n].name])
    # A formula is no moment where its conditions fail.
    lacking = [known and t.name in missing for t, known in zip(targets, exact, strict=True)]
    values[lacking] = np.nan
    errors = np.zeros(len(targets))
    if all(exact):
        return _judged(search, values, errors, exact)
    sampled = [t for t, known in zip(targets, exact, strict=True) if not known]
    sampled_estimator = replace(estimator, targets=tuple(sampled))
    places = np.flatnonzero(~np.array(exact))
    scales = search.discrepancy.scales[places]
    rows: list[Vector] = []
    influences: list[tuple[Vector, ...]] = []
    covariance, draws = np.zeros((len(sampled), len(sampled))), 0
    while len(rows) < _MOST_BATCHES:
        estimate = search.estimated(sampled_estimator, answer.space, x, derivatives=False)
        rows.append(estimate.values)
        influences.append(estimate.parts)
        covariance += estimate.covariance
        draws += estimate.draws
        spread = np.sqrt(np.diag(covariance)) / len(rows) / scales
        enough = quickly or search.time_is_up() or np.all(spread <= search.tolerance / 2)
        if len(rows) > 3 and enough:
            break
    values[places] = np.mean(rows, axis=0)
    errors[places] = np.sqrt(np.diag(covariance)) / len(rows)
    unsettled = {}
    for number, target in enumerate(sampled):
        influence_parts = [batch[number] for batch in influences if batch]
        if errors[places[number]] <= _NEGLIGIBLE * scales[number]:
            continue  # all the same but for rounding
        if influence_parts and not isinstance(target.statistic, (Probability, Quantile)):
            influence = np.concatenate(influence_parts)
            if not settles(influence):
                unsettled[target.name] = tail_shape(np.abs(influence))
    return _judged(search, values, errors, exact, draws, unsettled)


def _judged(
    search: Search,
    values: Vector,
    errors: Vector,
    exact: tuple[bool, ...],
    draws: int = 0,
    unsettled: Mapping[str, float] = MappingProxyType({}),
) -> Verdict:
    """Compare statistics with the targets: how far off they are, and may be by chance."""
    off = np.abs(search.discrepancy.relative(values))
    noise = _SIGNIFICANT * errors / search.discrepancy.scales
    near = bool(np.all(np.isfinite(noise)) and np.all(off <= search.tolerance + noise))
    far = off > search.tolerance + noise
    settled = [target.name not in unsettled for target in search.estimator.targets]
    missed = bool(np.any(far & settled))
    return Verdict(values, errors, exact, draws, unsettled, near and not unsettled, missed)


def responses(answer: Answer, search: Search) -> dict[str, Vector]:
    """Return by how much what was free, or tied to that, would change with each target.

    Hyperparameters along which the targets can be met in many ways are left out: what they came to
    be depends on the start and the way.
    """
    x, space, estimate = answer.at.x, answer.space, answer.at.estimate
    if not len(x) or not np.all(np.isfinite(estimate.jacobian)):
        return {}
    curvature = search.discrepancy.at(estimate.values).curvature
    jacobian = estimate.jacobian
    with np.errstate(all="ignore"):
        inverse = np.linalg.pinv(jacobian.T @ curvature @ jacobian, rcond=1e-10, hermitian=True)
        proposal = inverse @ jacobian.T @ curvature
        open_ = np.eye(len(x)) - inverse @ (jacobian.T @ curvature @ jacobian)
    return {
        name: gradient @ proposal
        for name, gradient in space.gradients(x).items()
        if np.linalg.norm(gradient @ open_) ** 2 < _DETERMINED * np.linalg.norm(gradient) ** 2
    }


# How heavy the tail of a sample is: whether its average means anything


def settles(values: Vector) -> bool:
    """Tell whether the average of draws like these can be believed, and its standard error."""
    sizes = np.abs(values)
    if not np.all(np.isfinite(sizes)):
        return False
    largest = np.max(sizes, initial=0.0)
    if largest == 0:
        return True
    shares = sizes / largest
    if _CONCENTRATED * float(shares @ shares) >= 1:
        return True
    return tail_shape(shares) <= UNRELIABLE


def tail_shape(values: Vector) -> float:
    """Return the shape of the generalised Pareto distribution that the largest values follow.

    From 1/2 on the values have no variance, from 1 on no mean; bounded values have a negative one.

    References
    ----------
    Zhang and Stephens, Technometrics 51 (2009), for the estimate; Vehtari, Simpson, Gelman, Yao and
    Gabry, JMLR 25 (2024), for the size of the tail, the prior that holds the estimate from small
    samples near 1/2, and the limit 0.7.
    """
    if not np.all(np.isfinite(values)):
        return math.inf
    n = len(values)
    count = int(min(_SHARE * n, _ROOTS * np.sqrt(n)))
    if count < _FEWEST:
        return -math.inf
    largest = np.sort(np.partition(values, n - count - 1)[n - count - 1 :])
    above = largest - largest[0]
    # Where a statistic is mostly zero, many are alike: what lies above them is the tail.
    above = above[above > 0]
    count = len(above)
    if count < _FEWEST:
        return -math.inf
    quarter = above[int(count / 4 + 0.5) - 1]
    # Grid of b = -shape/scale, weighted by the profile likelihood.
    size = 30 + int(np.sqrt(count))
    steps = 1 - np.sqrt(size / (np.arange(1, size + 1) - 0.5))
    grid = 1 / above[-1] + steps / (3 * quarter)
    shapes = np.log1p(-np.outer(grid, above)).mean(1)
    nonzero = shapes != 0
    grid, shapes = grid[nonzero], shapes[nonzero]
    profile = count * (np.log(-grid / shapes) - shapes - 1)
    weights = np.exp(profile - np.max(profile))
    middle = float(weights @ grid / weights.sum())
    shape = float(np.log1p(-middle * above).mean())
    return (count * shape + _PRIOR_WEIGHT * _PRIOR_SHAPE) / (count + _PRIOR_WEIGHT)
