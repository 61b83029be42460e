"""The search: starts, approach, averaging, and sizes that have to be whole."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.stats import qmc

from symppm.errors import NotBuiltError, ParameterError, TargetError
from symppm.model.declaration import Declaration
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.outcome import Trace
from symppm.stochastic.plans import Plan
from symppm.stochastic.sampling_options import Options
from symppm.stochastic.space import Space, metric_of
from symppm.stochastic.starts import unusable, where_moments_exist
from symppm.stochastic.steps import Arrival, Box, approach, averaged
from symppm.waiting import line_left_to_others, on_terminal

Vector = NDArray[np.float64]
Watch = Callable[[str, int, float], None]
"""Told of every step: its phase, its number, the discrepancy there."""

_LOG: Final = logging.getLogger(__name__)
_SELDOM: Final = 25
"""Steps from one that is logged to the next."""
_CELLS = 400_000
_MOST_DRAWS, _LEAST_DRAWS = 4096, 32
_OTHER_STARTS = 7
_SPREAD = 3.0
_POINTS = 16.0
_BLOCK = 8
_ALIKE = 1.05
_TOLERANCE, _SAMPLED_TOLERANCE = 0.002, 0.01
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Answer:
    """A point of a space, and which start led there; 0 is the one that was asked for."""

    space: Space
    at: Arrival
    start: int

    @property
    def values(self) -> dict[str, float]:
        """Sizes and hyperparameters."""
        return self.space.values(self.at.x)

    @property
    def sizes(self) -> dict[str, float]:
        """Sizes that are free."""
        values = self.values
        return {c.name: values[c.name] for c in self.space.coordinates if c.is_size}


@dataclass(frozen=True)
class Step:
    """What is written down of one step, for the trace."""

    phase: str
    draws: int
    loss: float
    statistics: Vector
    point: Mapping[str, float]


class Search:
    """One search for hyperparameters, which began at a time of the clock of performance."""

    def __init__(
        self,
        declaration: Declaration,
        estimator: Estimator,
        discrepancy: Discrepancy,
        options: Options,
        began: float,
        watch: Watch | None = None,
    ) -> None:
        self.declaration = declaration
        self.estimator = estimator
        self.discrepancy = discrepancy
        self.options = options
        self.steps: list[Step] = []
        self.best: Answer | None = None
        self.before_rounding: Answer | None = None
        self._refused: ParameterError | NotBuiltError | None = None
        self._number = 0
        self._seeds = np.random.default_rng(options.random_seed)
        self._began = began
        self._watch = watch

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self._began

    def time_is_up(self) -> bool:
        """Tell whether to come to an end."""
        return self.seconds > self.options.seconds

    @property
    def tolerance(self) -> float:
        """Relative error that counts as met."""
        tolerance = self.options.tolerance
        return tolerance or (_TOLERANCE if self.estimator.exact else _SAMPLED_TOLERANCE)

    def loss(self, values: Vector) -> float:
        """Return the discrepancy of statistics, infinite where one of them is no number."""
        loss = self.discrepancy.at(values).value if np.all(np.isfinite(values)) else np.inf
        return loss if np.isfinite(loss) else np.inf

    def trace(self, free: Sequence[str]) -> Trace:
        """Return all steps, by what was free at the beginning."""
        names = [target.name for target in self.estimator.targets]
        return Trace(
            tuple(step.phase for step in self.steps),
            tuple(step.draws for step in self.steps),
            tuple(step.loss for step in self.steps),
            {
                name: tuple(float(step.statistics[n]) for step in self.steps)
                for n, name in enumerate(names)
            },
            {name: tuple(step.point[name] for step in self.steps) for name in free},
        )

    # Statistics from draws that nothing has seen

    def fresh(self, space: Space, x: Vector, batches: int) -> Estimate:
        """Return statistics at a point, with derivatives."""
        count = 1 if self.estimator.exact else batches
        estimates = [self.estimated(self.estimator, space, x) for _ in range(count)]
        if count == 1:
            return estimates[0]
        return Estimate(
            np.mean([e.values for e in estimates], axis=0),
            np.mean([e.jacobian for e in estimates], axis=0),
            sum((e.covariance for e in estimates), start=np.zeros_like(estimates[0].covariance))
            / count**2,
            np.max([e.largest for e in estimates], axis=0),
            np.sum([e.total for e in estimates], axis=0),
            sum(e.draws for e in estimates),
            estimates[0].missing,
        )

    def estimated(
        self, estimator: Estimator, space: Space, x: Vector, *, derivatives: bool = True
    ) -> Estimate:
        """Estimate once; where the model cannot be drawn, that is no place to go."""
        seed = int(self._seeds.integers(2**62))
        values = space.values(x)
        outside = space.outside(x)
        if outside:
            self._refused = ParameterError(
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
                self._refused = error
        m, n = len(estimator.targets), len(x)
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

    # From a start to where the targets are met

    def run(self, space: Space, start: dict[str, float], *, only: bool) -> Answer:
        """Search from a start, and from others if it leads nowhere."""
        first = space.vector(start)
        if not only:
            first = where_moments_exist(self.estimator, space, first)
        self._check_start(space, first, start, only=only)
        self.estimator = replace(self.estimator, required=self._existing(space, first))
        loss, number, arrival = self._reached(space, first)
        if self.estimator.required and not self._is_met(arrival) and not self.time_is_up():
            # The targets may need what was to be avoided: a mean or a variance that does not exist.
            self.estimator = replace(self.estimator, required=())
            freer = self._reached(space, arrival.x)
            if freer[0] < loss:
                loss, number, arrival = freer
        if arrival.stalled:
            batches = arrival.batches
            arrival = self._approached(space, arrival.x, direct=True, batches=batches) or arrival
        return Answer(space, self._settled(space, arrival), number)

    def _existing(self, space: Space, x: Vector) -> tuple[str, ...]:
        """Return which of mean and variance exist at a start, under conditions."""
        point = space.point(torch.tensor(x, dtype=torch.float64, device=self.estimator.device))
        named = {name for name, _, _ in self.estimator.conditions(point)}
        lost = {name for name, _ in self.estimator.missing(point)}
        return tuple(name for name in ("mean", "variance") if name in named - lost)

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
            if loss <= min(value for value, _, _ in reached):
                self.best = Answer(space, arrival, number)
            agree = sorted(value for value, _, _ in reached)[:2]
            settled = len(agree) == 2 and agree[1] <= _ALIKE * agree[0]
            if self._is_met(arrival) or settled or self.seconds > self.options.seconds / 3:
                break
        if not reached:
            raise self._refused or TargetError(
                "statistics that are not finite at any start",
                expected="a model whose statistics exist somewhere",
                do="Give a start where they do: start={...}.",
            )
        return min(reached, key=lambda result: result[:2])

    def at_size(self, answer: Answer, name: str, size: int) -> Answer:
        """Hold a size at a whole number and meet the targets again."""
        space = answer.space.with_size(name, size)
        x = space.vector(answer.values)
        arrival = self._approached(space, x, phase="whole K") if len(x) else None
        if arrival is None or self.time_is_up():
            return Answer(space, arrival or Arrival(x, self.fresh(space, x, 1)), answer.start)
        if arrival.stalled:
            arrival = self._approached(space, arrival.x, phase="whole K", direct=True) or arrival
        return Answer(space, self._settled(space, arrival, phase="whole K"), answer.start)

    def _check_start(self, space: Space, x: Vector, start: dict[str, float], *, only: bool) -> None:
        self._refused = None
        estimate = self.fresh(space, x, 1)
        if not estimate.usable and only:
            raise self._refused or unusable(self.estimator, estimate, start)
        dead = np.all(estimate.jacobian == 0, axis=1) & np.isfinite(estimate.values)
        for place in np.flatnonzero(dead):
            others = [self.fresh(space, point, 1) for point in list(self._starts(space, x))[1:4]]
            if all(not np.any(estimate.jacobian[place]) for estimate in others):
                free = ", ".join(coordinate.name for coordinate in space.coordinates)
                raise TargetError(
                    f"the target {self.estimator.targets[place].name!r}, which does not depend on "
                    f"what is free: {free}",
                    expected="targets that some free hyperparameter can move",
                    do="Leave it out, or fix less.",
                )

    def _starts(self, space: Space, first: Vector) -> Sequence[Vector]:
        """Return the start, and others spread about it."""
        cloud = qmc.Sobol(len(first), seed=self.options.random_seed).random(_OTHER_STARTS + 1)
        others = (first + _SPREAD * (2 * u - 1) for u in cloud[:_OTHER_STARTS])
        return [first, *(np.clip(x, space.low, space.high) for x in others)]

    def _box(self, space: Space, x: Vector, estimate: Estimate) -> Box:
        scales = np.maximum(np.abs(estimate.values), 1e-12)
        parametrisation = self.options.parametrisation
        metric = metric_of(self.declaration, parametrisation, space, x, estimate.jacobian, scales)
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
        return approach(
            lambda point, n: self.fresh(space, point, max(n, batches)),
            self.discrepancy,
            x,
            self._box(space, x, first),
            self.tolerance,
            self._noting(space, phase),
            direct=direct,
            out_of_time=self.time_is_up,
        )

    def _settled(self, space: Space, arrival: Arrival, phase: str | None = None) -> Arrival:
        if self.estimator.exact:
            return arrival
        return averaged(
            lambda point, n: self.fresh(space, point, n),
            self.discrepancy,
            arrival,
            self._box(space, arrival.x, arrival.estimate),
            self.tolerance,
            self._noting(space, phase),
            self.time_is_up,
        )

    def _noting(
        self, space: Space, phase: str | None
    ) -> Callable[[str, Vector, Estimate, float], None]:
        def note(name: str, x: Vector, estimate: Estimate, loss: float) -> None:
            step = Step(phase or name, estimate.draws, loss, estimate.values, space.values(x))
            self.steps.append(step)
            number = len(self.steps)
            if number % _SELDOM == 1:
                _LOG.debug("step %d (%s): discrepancy %.3g", number, step.phase, loss)
            if self._watch is not None:
                self._watch(step.phase, number, loss)
            # The latest of a search, and not the one that its own few draws make look best.
            if self.best is None or self.best.start == self._number:
                self.best = Answer(space, Arrival(x, estimate), self._number)

        return note

    def _is_met(self, arrival: Arrival) -> bool:
        if self.discrepancy.own is not None:
            return True
        off = np.abs(self.discrepancy.relative(arrival.estimate.values))
        noise = arrival.estimate.errors / self.discrepancy.scales
        return bool(np.all(off <= np.maximum(self.tolerance, 3 * noise)))

    # Sizes are whole: what is found with a free size is met again with whole ones

    def run_whole(self, space: Space, start: dict[str, float]) -> tuple[Answer, dict[str, float]]:
        """Search, then make sizes whole; return also what those that were free were before that."""
        answer = self.run(space, start, only=bool(self.options.start))
        self.before_rounding, exact = answer, answer.sizes
        for name in exact:
            answer = self._rounded(answer, name)
        return answer, exact

    def _rounded(self, answer: Answer, name: str) -> Answer:
        """Hold a size at the whole number next to it, or at the other one if that is nearer."""
        near, far = _next_to(answer, name)
        best = self.at_size(answer, name, near)
        if near == far or self.time_is_up():
            return best
        loss = self.loss(best.at.estimate.values)
        if loss <= self.tolerance**2:
            return best
        second = self.at_size(answer, name, far)
        return second if self.loss(second.at.estimate.values) < loss else best


def cut_short(answer: Answer) -> Answer:
    """Round sizes without meeting the targets again."""
    for name in answer.sizes:
        mask = [coordinate.name != name for coordinate in answer.space.coordinates]
        estimate = replace(answer.at.estimate, jacobian=answer.at.estimate.jacobian[:, mask])
        arrival = replace(answer.at, x=answer.at.x[mask], estimate=estimate)
        space = answer.space.with_size(name, _next_to(answer, name)[0])
        answer = replace(answer, space=space, at=arrival)
    return answer


def _next_to(answer: Answer, name: str) -> tuple[int, int]:
    """Return the whole numbers on both sides of a size, within its bounds, the nearer one first."""
    (number,) = (c for c in answer.space.coordinates if c.name == name)
    size, least, most = answer.values[name], int(np.ceil(number.low)), int(np.floor(number.high))
    low, high = int(np.floor(size * (1 + _ROUNDING))), int(np.ceil(size * (1 - _ROUNDING)))
    low, high = (min(max(n, least), most) for n in (low, high))
    return (low, high) if size - low <= high - size else (high, low)


@contextlib.contextmanager
def watching(*, show: bool) -> Iterator[Watch | None]:
    """Show the step and the discrepancy on a terminal, and nothing in a pipe."""
    if not (show and on_terminal()):
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - loaded where something is shown
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with line_left_to_others(), bars as bar:
        task = bar.add_task("Searching")

        def tell(phase: str, step: int, loss: float) -> None:
            bar.update(task, description=f"Step {step:,} ({phase}): discrepancy {loss:.3g}")

        yield tell
