"""Statistics of the prior predictive distribution at one point, with derivatives and errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import NotBuiltError, TargetError
from symppm.families import Family
from symppm.stochastic.names import Custom, Extreme, Probability
from symppm.stochastic.plans import PATHWISE, SCORE, Plan, Wanted
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
    # Conditions, without which a closed form is no moment, that do not hold there.
    missing: tuple[str, ...] = ()
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
        parts = (self.values, self.jacobian, self.covariance)
        moderate = all(np.all(np.abs(each) < _IMMODERATE) for each in parts)
        return moderate and not self.missing


@dataclass(frozen=True)
class Estimator:
    """Estimates all targets of a question; ``kept`` are moments that have to exist besides."""

    module: ModuleType
    families: Mapping[str, Family]
    wanted: tuple[Wanted, ...]
    device: str
    kept: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether nothing is drawn."""
        return all(each.plan is None for each in self.wanted)

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
        at = torch.tensor(x, dtype=torch.float64, device=self.device, requires_grad=derivatives)
        p = point(at)
        generator = torch.Generator(device=self.device).manual_seed(seed)
        m = len(self.wanted)
        values, jacobian = np.zeros(m), np.zeros((m, len(x)))
        parts: list[torch.Tensor | None] = [None] * m
        graphs: list[torch.Tensor] = [at.sum()] * m
        largest, total, made = np.zeros(m), np.zeros(m), 0
        with torch.set_grad_enabled(derivatives):
            closed = self._closed(p)
            for plan, members in self._groups():
                count = draws if isinstance(draws, int) else draws(plan)
                view = View(self.module, self.families, plan, p, count, generator)
                if derivatives:
                    _check_densities(view)
                made += count
                for place in members:
                    graphs[place], part = estimated(view, self.wanted[place])
                    parts[place], squares = part, part**2
                    largest[place], total[place] = float(squares.max()), float(squares.sum())
        for place, each in enumerate(self.wanted):
            if each.plan is None:
                graphs[place] = closed[each.name]
            values[place] = float(graphs[place].detach())
            if derivatives and graphs[place].requires_grad:
                (slope,) = torch.autograd.grad(
                    graphs[place], at, retain_graph=True, allow_unused=True
                )
                if slope is not None:
                    jacobian[place] = slope.cpu().numpy()
        covariance = self._covariance(parts)
        shown: tuple[Vector, ...] = ()
        if not derivatives:
            shown = tuple(np.empty(0) if part is None else part.cpu().numpy() for part in parts)
        return Estimate(values, jacobian, covariance, largest, total, made, self._missing(p), shown)

    def _missing(self, p: Mapping[str, torch.Tensor]) -> tuple[str, ...]:
        """Return the conditions of existence that do not hold, of targets that are moments."""
        if not self.module.CLOSED:
            return ()
        names = {
            each.name
            for each in self.wanted
            if each.name in self.module.CLOSED and not isinstance(each.statistic, Custom)
        } | set(self.kept)
        with torch.no_grad():
            found = self.module.conditions(p)
        return tuple(
            text
            for text, value in found.items()
            if text.partition(":")[0] in names and not float(value) > 0
        )

    def with_scores(
        self, point: Callable[[torch.Tensor], Mapping[str, torch.Tensor]], x: Vector
    ) -> Estimator:
        """Return the estimator, with score functions for statistics that pass no derivative on."""
        found = []
        for each in self.wanted:
            kept = each
            if isinstance(each.statistic, Custom) and each.plan is not None:
                at = torch.tensor(x, dtype=torch.float64, device=self.device, requires_grad=True)
                generator = torch.Generator(device=self.device).manual_seed(0)
                view = View(self.module, self.families, each.plan, point(at), _FEW, generator)
                lost = not called(view, each).requires_grad
                if view.entries is not None and view.entries.requires_grad and lost:
                    kept = self._scored(each, each.plan)
            if isinstance(each.statistic, Probability) and each.how == PATHWISE and each.plan:
                kept = self._scored(each, each.plan)
            found.append(kept)
        return replace(self, wanted=tuple(found))

    def _scored(self, wanted: Wanted, plan: Plan) -> Wanted:
        family = self.families[self.module.OBSERVED]
        refused = not self.module.HAS_DENSITY or has_moving_support(family)
        if refused and isinstance(wanted.statistic, Probability):
            raise TargetError(
                f"the target {wanted.name!r} of drawn entries from {family.name}",
                expected="probabilities that change smoothly with the hyperparameters; those of "
                "drawn entries do only where their density is known and its support is fixed",
                do='Leave integrate="none" out, or ask for moments or quantiles.',
            )
        if refused:
            raise TargetError(
                f"the statistic {wanted.name!r}, through which no derivative passes, of entries "
                f"from {family.name}",
                expected="torch operations that can be differentiated; the score function cannot "
                "take their place where the density or its support does not allow it",
                do="Replace comparisons and rounding by smooth steps such as torch.sigmoid.",
            )
        return replace(wanted, how=SCORE, plan=replace(plan, pathwise=False))

    def _closed(self, p: Mapping[str, torch.Tensor]) -> Mapping[str, torch.Tensor]:
        if all(each.plan is not None for each in self.wanted):
            return {}
        found: Mapping[str, torch.Tensor] = self.module.closed(p)
        return found

    def _groups(self) -> list[tuple[Plan, tuple[int, ...]]]:
        """Return the places of targets that share their draws, by plan."""
        groups: dict[tuple[object, ...], list[int]] = {}
        plans: dict[tuple[object, ...], Plan] = {}
        for place, each in enumerate(self.wanted):
            if each.plan is None:
                continue
            whole = isinstance(each.statistic, (Extreme, Custom))
            key = (each.plan.way, each.plan.pathwise, whole)
            groups.setdefault(key, []).append(place)
            sizes = dict(plans[key].sizes) if key in plans else {}
            for axis, size in each.plan.sizes.items():
                sizes[axis] = max(size, sizes.get(axis, 0))
            plans[key] = replace(each.plan, sizes=sizes)
        return [(plans[key], tuple(places)) for key, places in groups.items()]

    def _covariance(self, parts: Sequence[torch.Tensor | None]) -> NDArray[np.float64]:
        m = len(parts)
        covariance = np.zeros((m, m))
        for _, places in self._groups():
            rows = [part for place in places if (part := parts[place]) is not None]
            table = torch.stack(rows).cpu().numpy()
            draws = table.shape[1]
            # What overflows is seen by being not finite.
            with np.errstate(all="ignore"):
                spread = table @ table.T / max(draws - 1, 1) / draws
            covariance[np.ix_(places, places)] = spread
        return covariance


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
