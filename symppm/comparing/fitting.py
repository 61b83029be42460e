"""The hyperparameters whose moments are nearest those of the data, and how far K may be off."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.formulas import Formulas, Unknown
from symppm.comparing.moments import THINNED, ZEROS, Measured, whitening

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Places = NDArray[np.bool_]
Reached = tuple[Vector, float]
"""A place, and the squared distance of its moments from those of the data."""

_STEP: Final = 1e-5
_FIRST_STEPS: Final = 15
_LAST_STEPS: Final = 25
_HELD_STEPS: Final = 40
_CLOSE: Final = 1e-6
_FARTHEST: Final = 25.0
_RANK: Final = 1e-6
_STARTS: Final = 6
_MOST_STARTS: Final = 16
_AGREE: Final = 1e-2
_DIFFERENT: Final = 1e-3
_SEARCH_STEPS: Final = 60
_TRIES: Final = 2000
_POWERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
_UNKNOWN: Final = 3.0
"""A standard error of log K with which K may as well be anything."""
_FIRST_STEP: Final = 0.5
_GROWTH: Final = 1.6
_NEAR_END: Final = 0.05
_END_STEPS: Final = 20
_STRIDE: Final = 0.5
"""Of log K: from farther off the other hyperparameters do not find their way."""
_ASLEEP: Final = -5.0
_AWAKE: Final = -1.0
_FARTHEST_OFF: Final = 7.0
"""On the scale of logarithms: a thousand times as many factors are any number of them."""


def fitted(
    formulas: Formulas, measured: Measured, random_seed: int, *,
    k: int | None = None, begin: Fit | None = None,
) -> Fit | None:  # fmt: skip
    """Find the hyperparameters whose moments are nearest, with K as it is or one that is held.

    They are as near as those of a fit to begin with, or nearer.

    The weights are those of the jackknife covariance of the moments, which is of no model: the same
    for all (L. P. Hansen, Econometrica 50, 1982). Levenberg and Marquardt's steps on logarithmic
    lines; from several starts by cumulants alone, and from the best of these by all moments.
    """
    cumulants = tuple(name for name in formulas.names if name in measured.names)
    all_names = cumulants
    if formulas.zeros is not None:
        all_names = (*cumulants, *(name for name in (ZEROS, THINNED) if name in measured.names))
    coarse, fine = (Goal(formulas, measured, names, k) for names in (cumulants, all_names))
    starts = _starts(coarse, random_seed)
    reached = _reached(coarse, starts)
    if not reached:
        return None
    best = reached[0]
    if all_names != cumulants:
        distinct = [other for other in reached if other[1] - best[1] > _DIFFERENT]
        descents = (fine.descend(place, _LAST_STEPS) for place, _ in (best, *distinct[:1]))
        nearest = _nearest(descents)
        fine, best = (coarse, best) if nearest is None else (fine, nearest)
    if begin is not None:
        best = _nearest([best, fine.descend(begin.place, _SEARCH_STEPS)]) or best
    best = fine.in_whole_numbers(best)
    return fine.summed_up(best[0], [best[0], *starts[:_STARTS]])


def _reached(goal: Goal, starts: list[Vector]) -> list[Reached]:
    """Return where the starts lead, the best first; more of them until two lead to the best."""
    results: list[Reached] = []
    for n, start in enumerate(starts):
        # A far start takes steps by the moments one by one better.
        first = goal.descend(start, _FIRST_STEPS, whiten=np.diag(1.0 / goal.errors))
        reached = goal.descend(start if first is None else first[0], _SEARCH_STEPS)
        if reached is not None:
            results = sorted([*results, reached], key=lambda result: result[1])
        agree = len(results) > 1 and results[1][1] - results[0][1] < _AGREE
        if n + 1 >= _STARTS and agree:
            break
    return results


def _nearest(results: Iterable[Reached | None]) -> Reached | None:
    """Return the one with the least loss of those that were reached."""
    valid = (result for result in results if result is not None)
    return min(valid, key=lambda result: result[1], default=None)


def _starts(goal: Goal, random_seed: int) -> list[Vector]:
    """Return the nearest of many random places, each as near as its own line allows."""
    rng = np.random.default_rng(random_seed)
    unknowns = goal.formulas.unknowns
    widths = np.linspace(0.3, 2.5, _TRIES)
    x = np.array([_random_places(unknown, rng, widths) for unknown in unknowns])
    x = x.reshape(len(unknowns), _TRIES)  # also without any
    unit = goal.measured.log_unit
    if unit:
        # In other units hyperparameters are other powers of these, which only the model knows.
        powers = rng.choice(_POWERS, x.shape)
        x = np.array([
            _in_units(unknown, line, power * unit)
            for unknown, line, power in zip(unknowns, x, powers, strict=True)
        ])  # fmt: skip
    x = goal.admissible(x)
    deviations = (goal.moments(x) - goal.wanted[:, None]) / goal.errors[:, None]
    # Far off is far off: what counts is how many moments are.
    losses = np.log1p(deviations**2).sum(axis=0)
    order = [n for n in np.argsort(losses) if np.isfinite(losses[n])]
    return [x[:, n] for n in order[:_MOST_STARTS]]


def _random_places(unknown: Unknown, rng: np.random.Generator, widths: Vector) -> Vector:
    centre = float(np.log(12.0)) if unknown.is_size else 0.0
    if unknown.domain == "nonnegative":
        centre = -1.0
    return np.asarray(centre + widths * rng.standard_normal(len(widths)))


def _in_units(unknown: Unknown, x: Vector, log: Vector) -> Vector:
    if unknown.is_size or unknown.domain == "share":
        return x
    return np.arcsinh(np.sinh(x) * np.exp(log)) if unknown.domain == "real" else x + log


@dataclass(frozen=True)
class Fit:
    """What a model comes to, with the moments of the data given."""

    names: tuple[str, ...]
    known: int  # how many of them are not sums of others, as far as their errors show
    place: Vector  # on the lines of the unknowns
    point: dict[str, float]  # K and hyperparameters; scales that no moment shows are as they fell
    predicted: Vector  # moments under the model, on the scales of the data, in standard errors
    contrast: Vector  # moments of the data less those, in standard errors
    j: float  # Hansen's statistic
    free: int  # combinations of hyperparameters that the moments determine
    log_size_error: float  # of log K; infinite where they do not determine it, NaN without K


class Goal:
    """The distance of a model's moments from those of the data."""

    def __init__(
        self, formulas: Formulas, measured: Measured, names: tuple[str, ...], k: int | None = None
    ) -> None:
        self.formulas, self.measured, self.names, self.k = formulas, measured, names, k
        self.free = np.array([k is None or not u.is_size for u in formulas.unknowns])
        indices = [measured.names.index(name) for name in names]
        self.scales = measured.scales[indices]
        self.wanted = measured.estimates[indices]
        self.covariance = measured.covariance[np.ix_(indices, indices)]
        self.whiten, self.errors = whitening(self.covariance), np.sqrt(np.diag(self.covariance))
        self.farthest = _FARTHEST + 2.0 * abs(measured.log_unit)
        # There is at least one factor.
        self.lowest = np.array([0.0 if u.is_size else -self.farthest for u in formulas.unknowns])
        self.rows = [formulas.names.index(name) for name in names if name in formulas.names]
        self.shares = [name for name in names if name not in formulas.names]

    def admissible(self, x: Table) -> Table:
        """Return places, shape (n_unknowns, n), with one factor or more, or K as it is held."""
        x = np.maximum(x, self.lowest[:, None])
        return x if self.k is None else np.where(self.free[:, None], x, math.log(self.k))

    def moments(self, x: Table) -> Table:
        """Return moments on their scales, shape (p, n), NaN where they do not exist."""
        unknowns = self.formulas.unknowns
        with np.errstate(all="ignore"):
            points = np.array([unknown.outward(x[n]) for n, unknown in enumerate(unknowns)])
            points = points.reshape(x.shape)
            tables = [self.formulas.cumulants(points)[self.rows]]
            zeros = self.formulas.zeros
            if zeros is not None and self.shares:
                rates = {ZEROS: 1.0, THINNED: self.measured.thinning}
                degrees = np.array([rates[name] for name in self.shares])
                names = [u.name for u in unknowns]
                tables.append(np.array([
                    zeros(dict(zip(names, column, strict=True)), degrees) for column in points.T
                ]).T)  # fmt: skip
            return np.asarray(np.arcsinh(np.concatenate(tables) / self.scales[:, None]))

    def contrast(self, x: Vector) -> Vector:
        """Return the moments of the data less those at a place, on their scales."""
        return self.wanted - self.moments(x[:, None])[:, 0]

    def slopes(self, x: Vector, free: Places | None = None) -> Table:
        """Return derivatives of the moments by places that are free, by central differences."""
        free = self.free if free is None else free
        if not free.any():
            return np.empty((len(self.wanted), 0))
        steps = _STEP * np.maximum(1.0, np.abs(x))
        offsets = np.diag(steps)[:, free]
        neighbours = np.concatenate([x[:, None] + offsets, x[:, None] - offsets], axis=1)
        up, down = np.split(self.moments(neighbours), 2, axis=1)
        return np.asarray((up - down) / (2 * steps[free]))

    @np.errstate(over="ignore", invalid="ignore", divide="ignore")
    def descend(
        self,
        x: Vector,
        max_steps: int,
        *,
        free: Places | None = None,
        enough: float = -np.inf,
        whiten: Table | None = None,
    ) -> Reached | None:
        """Follow Levenberg and Marquardt's steps down; None from where nothing exists."""
        free = self.free if free is None else free
        whiten = self.whiten if whiten is None else whiten
        residuals = whiten @ self.contrast(x)
        loss = float(residuals @ residuals)
        if not np.isfinite(loss):
            return None
        damping = 1e-2
        for _ in range(max_steps if free.any() else 0):
            if loss < enough:
                break
            slopes = whiten @ self.slopes(x, free)
            if not np.isfinite(slopes).all():
                break
            normal, down = slopes.T @ slopes, slopes.T @ residuals
            ridge = np.maximum(np.diag(normal), 1e-12 * np.trace(normal) + 1e-300)
            decrease = 0.0
            for _ in range(12):
                step = np.linalg.lstsq(normal + damping * np.diag(ridge), down, rcond=None)[0]
                step *= min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-300))
                candidate = x.copy()
                candidate[free] = np.clip(x[free] + step, self.lowest[free], self.farthest)
                candidate_residuals = whiten @ self.contrast(candidate)
                candidate_loss = float(candidate_residuals @ candidate_residuals)
                if np.isfinite(candidate_loss) and candidate_loss < loss:
                    decrease = loss - candidate_loss
                    x, residuals, loss = candidate, candidate_residuals, candidate_loss
                    damping = max(damping / 5.0, 1e-9)
                    break
                damping = min(damping * 6.0, 1e12)
            if decrease <= _CLOSE * (1.0 + 1e-3 * loss):
                break
        return x, loss

    def in_whole_numbers(self, best: Reached) -> Reached:
        """Move what is counted, such as trials, to a whole number, the rest following."""
        unknowns = self.formulas.unknowns
        for n, unknown in enumerate(unknowns):
            if not unknown.integer:
                continue
            value = float(unknown.outward(best[0][n : n + 1])[0])
            others = np.arange(len(unknowns)) != n
            nearest = _nearest(
                self.descend(
                    np.where(others, best[0], np.log(number)), _HELD_STEPS, free=self.free & others
                )
                for number in sorted({max(1.0, np.floor(value)), max(1.0, np.ceil(value))})
            )
            best = best if nearest is None else nearest
        return best

    def summed_up(self, x: Vector, near: list[Vector]) -> Fit:
        """Return what is reported of the place that was found."""
        predicted = self.moments(x[:, None])[:, 0]
        contrast = self.wanted - predicted
        weighted = self.whiten @ contrast
        unknowns = self.formulas.unknowns
        point = {u.name: float(u.outward(x[n : n + 1])[0]) for n, u in enumerate(unknowns)}
        return Fit(
            self.names, len(self.whiten), x, point, predicted / self.errors,
            contrast / self.errors, float(weighted @ weighted), self.rank(near),
            self._log_size_error(x),
        )  # fmt: skip

    def rank(self, places: list[Vector]) -> int:
        """Return how many combinations of the unknowns the moments determine.

        At a limit, such as no overdispersion, fewer show than elsewhere: it is the most that show
        at some place.
        """
        ranks = []
        for x in places:
            # Of logarithms: places need not be where moments are as large as those of the data.
            sizes = np.abs(np.tanh(self.moments(x[:, None])))
            slopes = self.slopes(x) / np.where(sizes > 0, sizes, 1.0)
            if np.isfinite(slopes).all():
                values = np.linalg.svd(slopes, compute_uv=False)
                ranks.append(int((values > _RANK * values.max(initial=0.0)).sum()))
        return max(ranks, default=0)

    def _log_size_error(self, x: Vector) -> float:
        if self.formulas.size is None or self.k is not None:
            return float("nan")
        slopes = self.whiten @ self.slopes(x)
        if not np.isfinite(slopes).all():
            return float("inf")
        _, values, vectors = np.linalg.svd(slopes, full_matrices=True)
        full = np.zeros(len(x))
        full[: len(values)] = values
        known = full > _RANK * full[0]
        if (vectors[~known, 0] ** 2).sum() > 1e-4:
            return float("inf")
        return float(np.sqrt(((vectors[known, 0] / full[known]) ** 2).sum()))


def size_ends(
    formulas: Formulas, measured: Measured, fit: Fit, reach: float, *, search: bool
) -> tuple[float, float]:
    """Return the ends between which the number of factors lies.

    The standard error of log K says where the ends are if J is a parabola. It is not where the
    moments hardly determine K: an end is moved outwards until the least J there, with all other
    hyperparameters free, is above the least of all by the square of the reach.
    """
    goal = Goal(formulas, measured, fit.names)
    error = fit.log_size_error
    step = reach * error if error < _UNKNOWN else _FIRST_STEP
    if search:
        ends = [_end(goal, fit, sign * step, reach**2) for sign in (-1.0, 1.0)]
    else:
        half_width = step if error < _UNKNOWN else math.inf
        ends = [fit.place[0] - half_width, fit.place[0] + half_width]
    with np.errstate(over="ignore"):
        low, high = np.exp(ends).tolist()
    return max(1.0, low), high


def _end(goal: Goal, fit: Fit, step: float, increase: float) -> float:
    """Return the place of an end on the logarithmic line; infinite if there is none."""
    unknowns = goal.formulas.unknowns
    free = np.arange(len(unknowns)) != 0
    moving = np.array([unknown.domain not in {"real", "share"} for unknown in unknowns])

    def least(start: Vector, log_k: float) -> Reached | None:
        start = np.where(free, start, log_k)
        reached = goal.descend(start, _HELD_STEPS, free=free, enough=enough)
        # What has gone to zero has no slope there, and would not come back by itself.
        awakened = np.where(free & moving & (start < _ASLEEP), _AWAKE, start)
        if (reached is None or reached[1] >= enough) and not np.array_equal(awakened, start):
            second = goal.descend(awakened, _HELD_STEPS, free=free, enough=enough)
            return _nearest((reached, second))
        return reached

    def followed(start: Vector, last: float, end: float) -> Reached | None:
        reached = None
        for offset in np.linspace(last, end, 1 + max(1, math.ceil(abs(end - last) / _STRIDE)))[1:]:
            reached = least(start, middle + float(offset))
            if reached is None:
                return None
            start = reached[0]
        return reached

    enough = fit.j + increase
    place, middle = fit.place, float(fit.place[0])
    inside, away, outside = 0.0, step, math.copysign(math.inf, step)
    for _ in range(_END_STEPS):
        if abs(away) > _FARTHEST_OFF:
            return math.copysign(math.inf, step)
        if middle + away <= goal.lowest[0]:
            return float(goal.lowest[0])
        reached = followed(place, inside, away)
        if reached is None:
            return math.copysign(math.inf, step)
        if reached[1] < enough:
            place, inside = reached[0], away
        else:
            outside = away
            # The first step is that of the standard error, which stands if it is enough.
            if inside == 0.0:
                break
        if math.isfinite(outside) and abs(outside - inside) < _NEAR_END:
            break
        away = (inside + outside) / 2.0 if math.isfinite(outside) else away * _GROWTH
    return middle + outside
