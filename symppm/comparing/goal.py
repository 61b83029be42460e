"""The distance of a model's moments from those of the data, and the way down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.formulas import Formulas
from symppm.comparing.moments import THINNED, ZEROS, Measured

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_STEP: Final = 1e-5
_FIRST_STEPS: Final = 15
LAST_STEPS: Final = 25
_HELD_STEPS: Final = 40
_CLOSE: Final = 1e-6
FARTHEST: Final = 25.0
_RANK: Final = 1e-6
_LEAST_EIGENVALUE: Final = 1e-10


@dataclass(frozen=True)
class Fit:
    """What a model comes to, with the moments of the data given.

    Attributes
    ----------
    names : tuple of str
        Moments that were compared.
    known : int
        How many of them are not sums of others, as far as their errors show.
    place : ndarray, shape (unknowns,)
        On the lines of the unknowns.
    point : dict of str to float
        The number of factors and hyperparameters; scales that no moment shows are as they fell.
    predicted : ndarray, shape (p,)
        Moments under the model, on the scales of the data.
    contrast : ndarray, shape (p,)
        Moments of the data less those, on the same scales.
    weighted : ndarray, shape (p,)
        The contrast in independent standard errors; its sum of squares is ``j``.
    j : float
        Hansen's statistic.
    free : int
        How many combinations of hyperparameters the moments determine.
    log_size_error : float
        Standard error of log K; infinite where the moments do not determine it, NaN without K.
    """

    names: tuple[str, ...]
    known: int
    place: Vector
    point: dict[str, float]
    predicted: Vector
    contrast: Vector
    weighted: Vector
    j: float
    free: int
    log_size_error: float


class Goal:
    """The distance of a model's moments from those of the data."""

    def __init__(self, formulas: Formulas, measured: Measured, names: tuple[str, ...]) -> None:
        self.formulas, self.measured, self.names = formulas, measured, names
        at = measured.places(names)
        self.scales = measured.scales[at]
        self.wanted = measured.estimates[at]
        covariance = measured.covariance[np.ix_(at, at)]
        errors = np.sqrt(np.diag(covariance))
        values, vectors = np.linalg.eigh(covariance / np.outer(errors, errors))
        kept = values > _LEAST_EIGENVALUE * values[-1]
        # Rows take a contrast to independent standard errors.
        self.whiten = (vectors[:, kept] / np.sqrt(values[kept])).T / errors
        self.errors = errors
        self.farthest = FARTHEST + 2.0 * abs(measured.log_unit)
        # There is at least one factor.
        self.lowest = np.array([0.0 if u.is_size else -self.farthest for u in formulas.unknowns])
        self.rows = [formulas.names.index(name) for name in names if name in formulas.names]
        self.shares = [name for name in names if name not in formulas.names]

    def moments(self, x: Table) -> Table:
        """Return moments on their scales, shape (p, n), NaN where they do not exist."""
        unknowns = self.formulas.unknowns
        with np.errstate(all="ignore"):
            points = np.array([each.outward(x[n]) for n, each in enumerate(unknowns)])
            found = [self.formulas.cumulants(points)[self.rows]]
            zeros = self.formulas.zeros
            if zeros is not None and self.shares:
                rates = {ZEROS: 1.0, THINNED: self.measured.thinning}
                asked = np.array([rates[name] for name in self.shares])
                names = [u.name for u in unknowns]
                found.append(np.array([
                    zeros(dict(zip(names, column, strict=True)), asked) for column in points.T
                ]).T)  # fmt: skip
            return np.asarray(np.arcsinh(np.concatenate(found) / self.scales[:, None]))

    def contrast(self, x: Vector) -> Vector:
        """Return the moments of the data less those at a place, on their scales."""
        return self.wanted - self.moments(x[:, None])[:, 0]

    def slopes(self, x: Vector) -> Table:
        """Return derivatives of the moments by places, by central differences."""
        steps = _STEP * np.maximum(1.0, np.abs(x))
        both = np.concatenate([x[:, None] + np.diag(steps), x[:, None] - np.diag(steps)], axis=1)
        up, down = np.split(self.moments(both), 2, axis=1)
        return np.asarray((up - down) / (2 * steps))

    def descend(self, x: Vector, most: int, enough: float = -np.inf) -> tuple[Vector, float] | None:
        """Follow Levenberg and Marquardt's steps down; None from where nothing exists."""
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            return self._descended(x, most, enough)

    def _descended(self, x: Vector, most: int, enough: float) -> tuple[Vector, float] | None:
        rest = self.whiten @ self.contrast(x)
        loss = float(rest @ rest)
        if not np.isfinite(loss):
            return None
        damping = 1e-2
        for _ in range(most):
            if loss < enough:
                break
            slopes = self.whiten @ self.slopes(x)
            if not np.isfinite(slopes).all():
                break
            normal, down = slopes.T @ slopes, slopes.T @ rest
            ridge = np.maximum(np.diag(normal), 1e-12 * np.trace(normal) + 1e-300)
            gained = 0.0
            for _ in range(12):
                step = np.linalg.lstsq(normal + damping * np.diag(ridge), down, rcond=None)[0]
                step *= min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-300))
                there = np.clip(x + step, self.lowest, self.farthest)
                after = self.whiten @ self.contrast(there)
                new = float(after @ after)
                if np.isfinite(new) and new < loss:
                    gained = loss - new
                    x, rest, loss = there, after, new
                    damping = max(damping / 5.0, 1e-9)
                    break
                damping = min(damping * 6.0, 1e12)
            if gained <= _CLOSE * (1.0 + 1e-3 * loss):
                break
        return x, loss

    def nearer(self, x: Vector) -> Vector:
        """Go some steps down by the moments one by one, which a far start takes better."""
        whole, self.whiten = self.whiten, np.diag(1.0 / self.errors)
        found = self.descend(x, _FIRST_STEPS)
        self.whiten = whole
        return x if found is None else found[0]

    def in_whole_numbers(self, found: tuple[Vector, float]) -> tuple[Vector, float]:
        """Move what is counted, such as trials, to a whole number, the rest following."""
        unknowns = self.formulas.unknowns
        for n, each in enumerate(unknowns):
            if not each.integer:
                continue
            value = float(each.outward(found[0][n : n + 1])[0])
            made = []
            for whole in sorted({max(1.0, np.floor(value)), max(1.0, np.ceil(value))}):
                place = found[0].copy()
                place[n] = each.inward(float(whole))
                held = Held(self, n)
                at = held.descend_at(np.delete(place, n), float(place[n]))
                if at is not None:
                    made.append(at)
            if made:
                found = min(made, key=lambda one: one[1])
        return found

    def summed_up(self, x: Vector, near: list[Vector]) -> Fit:
        """Return what is reported of the place that was found."""
        predicted = self.moments(x[:, None])[:, 0]
        contrast = self.wanted - predicted
        weighted = self.whiten @ contrast
        unknowns = self.formulas.unknowns
        point = {u.name: float(u.outward(x[n : n + 1])[0]) for n, u in enumerate(unknowns)}
        return Fit(
            self.names, len(self.whiten), x, point, predicted, contrast, weighted,
            float(weighted @ weighted), self.rank(near), self._log_size_error(x),
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
                ranks.append(int((values > _RANK * values[0]).sum()))
        return max(ranks, default=0)

    def _log_size_error(self, x: Vector) -> float:
        if self.formulas.size is None:
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


class Held(Goal):
    """The same with one of the unknowns held."""

    def __init__(self, goal: Goal, place: int) -> None:
        self.__dict__.update(goal.__dict__)
        self.place = place
        self.lowest = np.delete(goal.lowest, place)
        self.at = 0.0

    def moments(self, x: Table) -> Table:
        """Return moments from places of the others."""
        return super().moments(np.insert(x, self.place, self.at, axis=0))

    def descend_at(
        self, others: Vector, value: float, enough: float = -np.inf
    ) -> tuple[Vector, float] | None:
        """Follow steps down with the place of the one that is held; return places of all."""
        self.at = value
        found = self.descend(others, _HELD_STEPS, enough)
        return None if found is None else (np.insert(found[0], self.place, value), found[1])
