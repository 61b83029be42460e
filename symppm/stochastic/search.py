"""The search: starts, approach, averaging, and the whole number of factors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.stats import qmc

from symppm.errors import NotBuiltError, ParameterError, TargetError
from symppm.stochastic.asked import Options
from symppm.stochastic.averaging import Average, averaged
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.notes import Clock, Notes
from symppm.stochastic.space import Space
from symppm.stochastic.starts import unusable, where_moments_exist
from symppm.stochastic.steps import Arrival, Box, approach
from symppm.stochastic.views import Plan

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_CELLS = 400_000
_MOST_DRAWS, _LEAST_DRAWS = 4096, 32
_OTHER_STARTS = 7
_SPREAD = 3.0
_POINTS = 16.0
_BLOCK = 8
_ALIKE = 1.05
_TOLERANCE, _SAMPLED_TOLERANCE = 0.002, 0.01


@dataclass(frozen=True)
class Found:
    """A point, and what the search knows of it.

    Attributes
    ----------
    space : Space
        In which it lies.
    average : Average
        Coordinates, statistics, errors, derivatives.
    stalled : bool
        Whether the approach got no nearer before the targets were met.
    start : int
        Which start led there; 0 is the one that was asked for.
    """

    space: Space
    average: Average
    stalled: bool
    start: int


@dataclass
class Search:
    """One search for hyperparameters.

    Attributes
    ----------
    estimator : Estimator
        Of the statistics.
    discrepancy : Discrepancy
        From the targets.
    options : Options
        As asked.
    metric : callable
        From a space and coordinates to the metric of steps there.
    notes : Notes
        To write into.
    clock : Clock
        To stop by.
    """

    estimator: Estimator
    discrepancy: Discrepancy
    options: Options
    metric: Callable[[Space, Vector, Estimate], Matrix]
    notes: Notes
    clock: Clock

    def __post_init__(self) -> None:
        self.best: Found | None = None
        self.refused: ParameterError | NotBuiltError | None = None
        self._number = 0
        self.before_rounding: Found | None = None
        self._seeds = np.random.default_rng(self.options.random_seed)

    @property
    def tolerance(self) -> float:
        """Relative error that counts as met."""
        asked = self.options.tolerance
        return asked or (_TOLERANCE if self.estimator.exact else _SAMPLED_TOLERANCE)

    def fresh(self, space: Space, x: Vector, batches: int, *, derivatives: bool = True) -> Estimate:
        """Return statistics at a point from draws that nothing has seen."""
        found = [
            self._tried(self.estimator, space, x, derivatives=derivatives)
            for _ in range(1 if self.estimator.exact else batches)
        ]
        count = len(found)
        if count == 1:
            return found[0]
        return Estimate(
            np.mean([each.values for each in found], axis=0),
            np.mean([each.jacobian for each in found], axis=0),
            sum((each.covariance for each in found), start=np.zeros_like(found[0].covariance))
            / count**2,
            np.max([each.largest for each in found], axis=0),
            np.sum([each.total for each in found], axis=0),
            sum(each.draws for each in found),
            found[0].missing,
        )

    def unseen(self, estimator: Estimator, space: Space, x: Vector) -> Estimate:
        """Return statistics of another estimator, without derivatives, from fresh draws."""
        return self._tried(estimator, space, x, derivatives=False)

    def _tried(
        self, estimator: Estimator, space: Space, x: Vector, *, derivatives: bool
    ) -> Estimate:
        """Estimate once; where the model cannot be drawn, that is no place to go."""
        seed = int(self._seeds.integers(2**62))
        values = space.values(x)
        outside = space.outside(x)
        if outside:
            self.refused = ParameterError(
                f"hyperparameters with {' and '.join(outside)} where the search starts",
                expected="ties within the domain of what is tied, and ends of a range in order",
                do="Correct what is fixed or bounded, or start where it holds: start={...}.",
            )
        else:
            try:
                return estimator.estimate(
                    space.point, x, lambda plan: self._draws(plan, values), seed,
                    derivatives=derivatives,
                )  # fmt: skip
            except (ParameterError, NotBuiltError) as error:
                self.refused = error
        m, n = len(estimator.wanted), len(x)
        nothing = np.zeros(m)
        return Estimate(
            np.full(m, np.nan), np.full((m, n), np.nan), np.zeros((m, m)), nothing, nothing, 0
        )

    def _draws(self, plan: Plan, values: Mapping[str, float]) -> int:
        """Return how many draws fit into a batch."""
        module = self.estimator.module
        latent = 1.0
        for axis, name in module.SIZES:
            latent *= plan.sizes.get(axis, values[name] + 1)
        sides = [plan.sizes[axis] for axis in module.OBSERVED_AXES]
        # An extreme takes a distribution function at many points.
        times = _POINTS if plan.way == "explicit" and max(sides) > _BLOCK else 1.0
        cells = max(1.0, latent * sum(sides), times * float(np.prod(sides)))
        return int(min(max(_CELLS / cells, _LEAST_DRAWS), _MOST_DRAWS))

    def run(self, space: Space, start: dict[str, float], *, only: bool) -> Found:
        """Search from a start, and from others if it leads nowhere."""
        first = space.vector(start)
        if not only:
            first = where_moments_exist(self.estimator, space, first)
        self._check_start(space, first, start, only=only)
        self.estimator = replace(self.estimator, kept=self._existing(space, first))
        loss, number, arrival = self._reached(space, first)
        if self.estimator.kept and not self._is_met(arrival) and not self.clock.is_up:
            # The targets may need what was to be avoided: a mean or a variance that does not exist.
            self.estimator = replace(self.estimator, kept=())
            freer = self._reached(space, arrival.x)
            if freer[0] < loss:
                loss, number, arrival = freer
        if arrival.stalled:
            arrival = (
                self._approached(space, arrival.x, direct=True, batches=arrival.batches) or arrival
            )
        return Found(space, self._settled(space, arrival), arrival.stalled, number)

    def _existing(self, space: Space, x: Vector) -> tuple[str, ...]:
        """Return which of mean and variance exist at a start, under conditions."""
        module = self.estimator.module
        if not module.CLOSED:
            return ()
        with torch.no_grad():
            at = torch.tensor(x, dtype=torch.float64, device=self.estimator.device)
            found = module.conditions(space.point(at))
        names = {text.partition(":")[0] for text in found}
        lost = {text.partition(":")[0] for text, value in found.items() if not float(value) > 0}
        return tuple(name for name in ("mean", "variance") if name in names - lost)

    def _reached(self, space: Space, first: Vector) -> tuple[float, int, Arrival]:
        """Approach from a start, then from others until the targets are met or two ends agree."""
        reached: list[tuple[float, int, Arrival]] = []
        for number, x in enumerate(self._starts(space, first)):
            self._number = number
            arrival = self._approached(space, x)
            if arrival is None:
                continue
            loss = self.discrepancy.at(arrival.estimate.values).value
            reached.append((loss, number, arrival))
            if loss <= min(each for each, _, _ in reached):
                average = _as_average(arrival.x, arrival.estimate)
                self.best = Found(space, average, arrival.stalled, number)
            agree = sorted(each for each, _, _ in reached)[:2]
            settled = len(agree) == 2 and agree[1] <= _ALIKE * agree[0]
            if self._is_met(arrival) or settled or self.clock.seconds > self.options.seconds / 3:
                break
        if not reached:
            raise self.refused or TargetError(
                "statistics that are not finite at any start",
                expected="a model whose statistics exist somewhere",
                do="Give a start where they do: start={...}.",
            )
        return min(reached, key=lambda each: each[:2])

    def at_size(self, found: Found, name: str, size: int) -> Found:
        """Hold a size at a whole number and meet the targets again."""
        space = found.space.with_size(name, size)
        values = found.space.values(found.average.x)
        x = space.vector(values)
        if not len(x):
            estimate = self.fresh(space, x, 1)
            return Found(space, _as_average(x, estimate), True, found.start)
        arrival = self._approached(space, x, phase="whole K")
        if arrival is None or self.clock.is_up:
            estimate = self.fresh(space, x, 1) if arrival is None else arrival.estimate
            return Found(space, _as_average(x, estimate), True, found.start)
        if arrival.stalled:
            arrival = self._approached(space, arrival.x, phase="whole K", direct=True) or arrival
        settled = self._settled(space, arrival, phase="whole K")
        return Found(space, settled, arrival.stalled, found.start)

    def _check_start(self, space: Space, x: Vector, start: dict[str, float], *, only: bool) -> None:
        self.refused = None
        estimate = self.fresh(space, x, 1)
        if not estimate.usable and only:
            raise self.refused or unusable(self.estimator, estimate, start)
        dead = np.all(estimate.jacobian == 0, axis=1) & np.isfinite(estimate.values)
        for place in np.flatnonzero(dead):
            others = [self.fresh(space, each, 1) for each in list(self._starts(space, x))[1:4]]
            if all(not np.any(each.jacobian[place]) for each in others):
                free = ", ".join(each.name for each in space.coordinates)
                raise TargetError(
                    f"the target {self.estimator.wanted[place].name!r}, which does not depend on "
                    f"what is free: {free}",
                    expected="targets that some free hyperparameter can move",
                    do="Leave it out, or fix less.",
                )

    def _starts(self, space: Space, first: Vector) -> Sequence[Vector]:
        """Return the start, and others spread about it."""
        n = len(first)
        box = self._box(space, np.eye(n))
        cloud = qmc.Sobol(n, seed=self.options.random_seed).random(_OTHER_STARTS + 1)
        return [first, *(box.inside(first + _SPREAD * (2 * u - 1)) for u in cloud[:_OTHER_STARTS])]

    def _box(self, space: Space, metric: Matrix) -> Box:
        return Box(space.low, space.high, metric)

    def _approached(
        self,
        space: Space,
        x: Vector,
        *,
        phase: str | None = None,
        direct: bool = False,
        batches: int = 1,
    ) -> Arrival | None:
        first = self.fresh(space, x, 1)
        if not first.usable:
            return None
        box = self._box(space, self.metric(space, x, first))
        return approach(
            lambda at, n: self.fresh(space, at, max(n, batches)),
            self.discrepancy,
            x,
            box,
            self.tolerance,
            self._noting(space, phase),
            direct=direct,
            out_of_time=lambda: self.clock.is_up,
        )

    def _noting(
        self, space: Space, phase: str | None
    ) -> Callable[[str, Vector, Estimate, float], None]:
        def note(name: str, x: Vector, estimate: Estimate, loss: float) -> None:
            self.notes.note(phase or name, space.values(x), estimate, loss)
            # The latest of a search, and not the one that its own few draws make look best.
            if self.best is None or self.best.start == self._number:
                self.best = Found(space, _as_average(x, estimate), True, self._number)

        return note

    def _settled(self, space: Space, arrival: Arrival, phase: str | None = None) -> Average:
        if self.estimator.exact:
            return _as_average(arrival.x, arrival.estimate)
        box = self._box(space, self.metric(space, arrival.x, arrival.estimate))
        return averaged(
            lambda at, n: self.fresh(space, at, n),
            self.discrepancy,
            arrival,
            box,
            self.tolerance,
            self._noting(space, phase),
            lambda: self.clock.is_up,
        )

    def _is_met(self, arrival: Arrival) -> bool:
        if self.discrepancy.own is not None:
            return True
        off = np.abs(self.discrepancy.relative(arrival.estimate.values))
        noise = arrival.estimate.errors / self.discrepancy.scales
        return bool(np.all(off <= np.maximum(self.tolerance, 3 * noise)))


def _as_average(x: Vector, estimate: Estimate) -> Average:
    return Average(x, estimate.values, estimate.covariance, estimate.jacobian, 0.0, 1)
