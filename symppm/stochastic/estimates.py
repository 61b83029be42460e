"""Statistics of the prior predictive distribution at one point, with derivatives and errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import NotBuiltError, TargetError
from symppm.families import Family
from symppm.stochastic.names import Custom, Extreme, Probability
from symppm.stochastic.plans import PATHWISE, SCORE, Plan, PlannedTarget
from symppm.stochastic.samplers import has_moving_support
from symppm.stochastic.statistics import called, estimated
from symppm.stochastic.views import View

Vector = NDArray[np.float64]


_FEW = 8
_IMMODERATE = 1e100


@dataclass(frozen=True)
class Estimate:
    """Statistics at one point."""

    values: Vector  # shape (m,)
    jacobian: NDArray[np.float64]  # their derivatives by the coordinates, shape (m, n)
    covariance: NDArray[np.float64]  # of the values; zero for closed forms
    # Largest square of what one draw adds to the error of a statistic, and the sum of these
    # squares, shape (m,): the share of one draw, also over several estimates.
    largest: Vector
    total: Vector
    draws: int
    # Moments that do not exist there, each with a condition that does not hold.
    missing: tuple[tuple[str, str], ...] = ()
    # What each draw adds to the error of each statistic, none for closed forms; given only where
    # derivatives are not wanted.
    parts: tuple[Vector, ...] = ()

    @property
    def errors(self) -> Vector:
        """Standard errors of the values."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def usable(self) -> bool:
        """Whether all numbers are finite and all moments exist."""
        arrays = (self.values, self.jacobian, self.covariance)
        moderate = all(np.all(np.abs(array) < _IMMODERATE) for array in arrays)
        return moderate and not self.missing


@dataclass(frozen=True)
class Estimator:
    """Estimates all targets of a question; ``required`` are moments that have to exist besides."""

    module: ModuleType
    families: Mapping[str, Family]
    targets: tuple[PlannedTarget, ...]
    device: str
    required: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether nothing is drawn."""
        return all(target.plan is None for target in self.targets)

    def estimate(
        self,
        point: Callable[[torch.Tensor], Mapping[str, torch.Tensor]],
        x: Vector,
        draws: int | Callable[[Plan], int],
        seed: int,
        *,
        derivatives: bool = True,
    ) -> Estimate:
        """Estimate every statistic at a point."""
        leaf = torch.tensor(x, dtype=torch.float64, device=self.device, requires_grad=derivatives)
        p = point(leaf)
        generator = torch.Generator(device=self.device).manual_seed(seed)
        m = len(self.targets)
        values, jacobian, covariance = np.zeros(m), np.zeros((m, len(x))), np.zeros((m, m))
        influences = [np.empty(0)] * m
        graphs: list[torch.Tensor] = [leaf.sum()] * m
        largest, total, draw_count = np.zeros(m), np.zeros(m), 0
        with torch.set_grad_enabled(derivatives):
            if any(target.plan is None for target in self.targets):
                closed = self.module.closed(p)
                graphs = [closed.get(target.name, leaf.sum()) for target in self.targets]
            for plan, members in self._groups():
                count = draws if isinstance(draws, int) else draws(plan)
                view = View(self.module, self.families, plan, p, count, generator)
                if derivatives:
                    _check_densities(view)
                draw_count += count
                for place in members:
                    graphs[place], influence = estimated(view, self.targets[place])
                    influences[place], squares = influence.cpu().numpy(), influence**2
                    largest[place], total[place] = float(squares.max()), float(squares.sum())
                table = np.stack([influences[place] for place in members])
                # What overflows is seen by being not finite.
                with np.errstate(all="ignore"):
                    spread = table @ table.T / max(count - 1, 1) / count
                covariance[np.ix_(members, members)] = spread
        for place, graph in enumerate(graphs):
            values[place] = float(graph.detach())
            if derivatives and graph.requires_grad:
                (slope,) = torch.autograd.grad(graph, leaf, retain_graph=True, allow_unused=True)
                if slope is not None:
                    jacobian[place] = slope.cpu().numpy()
        names = {
            target.name
            for target in self.targets
            if target.name in self.module.CLOSED and not isinstance(target.statistic, Custom)
        }
        missing = tuple(pair for pair in self.missing(p) if pair[0] in names | set(self.required))
        shown = () if derivatives else tuple(influences)
        return Estimate(values, jacobian, covariance, largest, total, draw_count, missing, shown)

    def conditions(self, p: Mapping[str, torch.Tensor]) -> list[tuple[str, str, torch.Tensor]]:
        """Return moments with what has to be positive for each to exist, in words and here."""
        conditions = self.module.conditions(p) if self.module.CLOSED else {}
        return [(*text.split(": ", 1), value) for text, value in conditions.items()]

    def missing(self, p: Mapping[str, torch.Tensor]) -> list[tuple[str, str]]:
        """Return moments that do not exist, each with a condition that does not hold."""
        with torch.no_grad():
            return [(name, text) for name, text, value in self.conditions(p) if not value > 0]

    def with_scores(
        self, point: Callable[[torch.Tensor], Mapping[str, torch.Tensor]], x: Vector
    ) -> Estimator:
        """Return the estimator, with score functions for statistics that pass no derivative on."""
        targets = []
        for target in self.targets:
            new_target = target
            if isinstance(target.statistic, Custom) and target.plan is not None:
                leaf = torch.tensor(x, dtype=torch.float64, device=self.device, requires_grad=True)
                generator = torch.Generator(device=self.device).manual_seed(0)
                view = View(self.module, self.families, target.plan, point(leaf), _FEW, generator)
                lost = not called(view, target).requires_grad
                if view.entries is not None and view.entries.requires_grad and lost:
                    new_target = self._scored(target, target.plan)
            if isinstance(target.statistic, Probability) and target.how == PATHWISE and target.plan:
                new_target = self._scored(target, target.plan)
            targets.append(new_target)
        return replace(self, targets=tuple(targets))

    def _scored(self, target: PlannedTarget, plan: Plan) -> PlannedTarget:
        family = self.families[self.module.OBSERVED]
        refused = not self.module.HAS_DENSITY or has_moving_support(family)
        if refused and isinstance(target.statistic, Probability):
            raise TargetError(
                f"the target {target.name!r} of drawn entries from {family.name}",
                expected="probabilities that change smoothly with the hyperparameters; those of "
                "drawn entries do only where their density is known and its support is fixed",
                do='Leave integrate="none" out, or ask for moments or quantiles.',
            )
        if refused:
            raise TargetError(
                f"the statistic {target.name!r}, through which no derivative passes, of entries "
                f"from {family.name}",
                expected="torch operations that can be differentiated; the score function cannot "
                "take their place where the density or its support does not allow it",
                do="Replace comparisons and rounding by smooth steps such as torch.sigmoid.",
            )
        return replace(target, how=SCORE, plan=replace(plan, pathwise=False))

    def _groups(self) -> list[tuple[Plan, list[int]]]:
        """Return the places of targets that share their draws, by plan."""
        groups: dict[tuple[object, ...], tuple[Plan, list[int]]] = {}
        for place, target in enumerate(self.targets):
            if target.plan is not None:
                of_matrix = isinstance(target.statistic, (Extreme, Custom))
                key = (target.plan.way, target.plan.pathwise, of_matrix)
                plan, places = groups.get(key, (target.plan, []))
                sizes = {axis: max(n, plan.sizes[axis]) for axis, n in target.plan.sizes.items()}
                groups[key] = replace(plan, sizes=sizes), [*places, place]
        return list(groups.values())


def _check_densities(view: View) -> None:
    """Refuse a view in which some dependence on hyperparameters is lost."""
    lost = view.draw.no_gradient
    if lost:
        families = ", ".join(sorted({view.draw.families[name].name for name in lost}))
        raise NotBuiltError(
            f"the derivative of what is drawn from {families} ({', '.join(lost)})",
            expected="families with a density, where draws themselves cannot be differentiated",
            do="Ask for moments, which are integrated, or give the family its log_density.",
        )
