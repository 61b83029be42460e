"""From checked targets to a match, on the generated kernels of one model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.errors import TargetError
from symppm.matching.findings import about_solution, infeasible
from symppm.matching.gauges import GaugeChoice, apply_gauge
from symppm.matching.nearest import nearest
from symppm.matching.result import Finding, Match
from symppm.measure import Statistics

_K_TO_START_FROM = 10


@dataclass(frozen=True)
class _Kernels:
    """A generated module with names in place of positions."""

    module: ModuleType

    @property
    def spec(self) -> ModelSpec:
        return self.module.SPEC  # type: ignore[no-any-return]

    @property
    def size(self) -> str:
        return next(each.name for each in self.spec.parameters if each.is_size)

    @property
    def hyperparameters(self) -> list[str]:
        return [each.name for each in self.spec.parameters if not each.is_size]

    def margins(
        self, targets: Mapping[str, float], *, at_k: bool
    ) -> tuple[tuple[ConditionSpec, ...], tuple[float, ...]]:
        """Return the conditions on the targets, and by how much each holds."""
        values = self._ordered(targets)
        if at_k:
            return self.spec.conditions_at_k, self.module.conditions_at_k(*values)
        return self.spec.conditions, self.module.conditions(*values)

    def exact_k(self, targets: Mapping[str, float]) -> float:
        """Return K where all targets hold."""
        return _finite(self.module.solve(*self._ordered(targets)))[0]

    def identified_at(self, k: int, targets: Mapping[str, float]) -> dict[str, float]:
        """Return the identified combinations that hold mean, variance and ratio at K."""
        values = _finite(self.module.solve_at_k(float(k), *self._ordered(targets)))
        return {self.size: float(k), **dict(zip(self.spec.identified_at_k, values, strict=True))}

    def identified_of(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return the identified combinations of given parameters."""
        return {
            each.name: math.prod(point[name] ** n for name, n in each.exponents.items())
            for each in self.spec.identified
        }

    def anchored(self, identified: Mapping[str, float]) -> dict[str, float]:
        """Return every hyperparameter, the anchors of free scales being one."""
        return {
            name: math.prod(identified[key] ** n for key, n in self.spec.anchored[name].items())
            for name in self.hyperparameters
        }

    def prior_means(self, point: Mapping[str, float]) -> dict[str, float]:
        """Return the mean of each prior."""
        values = self.module.prior_means(*(point[name] for name in self.spec.priors_depend_on))
        return dict(zip(self.spec.priors, values, strict=True))

    def moments(self, k: float, point: Mapping[str, float]) -> dict[str, float]:
        """Return the moments at given parameters."""
        reached = self.module.moments(k, *(point[name] for name in self.hyperparameters))
        return dict(zip(self.spec.targets, _finite((*reached, OK)), strict=True))

    def _ordered(self, targets: Mapping[str, float]) -> tuple[float, ...]:
        return tuple(targets[name] for name in self.spec.targets)


def solved(
    module: ModuleType,
    targets: Mapping[str, float],
    k: int | None,
    given: Mapping[str, float],
    choice: GaugeChoice | None,
    measured: Statistics | None,
    findings: tuple[Finding, ...],
) -> Match:
    """Solve for what is free, round K, and collect what there is to say.

    Parameters
    ----------
    module : module
        Generated module of the model.
    targets : mapping of str to float
        Every target of the model, finite.
    k : int or None
        The number of factors, if it is given.
    given : mapping of str to float
        Hyperparameters that are given.
    choice : GaugeChoice or None
        How the free scale is fixed.
    measured : Statistics or None
        The data's, if there are data.
    findings : tuple of Finding
        What is known already.

    Raises
    ------
    TargetError
        If the targets are so extreme that the solution overflows.
    ParameterError
        If the given hyperparameters leave nothing to fit.
    """
    kernels = _Kernels(module)
    spec = kernels.spec
    text = choice.text if choice else "none needed"
    scales = _scales(spec, given)
    tied = tuple(name for name in given if name not in scales)
    failures = infeasible(
        spec, *kernels.margins(targets, at_k=k is not None or bool(tied)), targets
    )
    if failures:
        found = (*failures, *findings)
        return Match(spec.name, False, None, None, {}, {}, targets, {}, text, found, measured, spec)
    if tied:
        k_exact, point = _fitted(kernels, targets, k, given)
    else:
        k_exact = kernels.exact_k(targets) if k is None else float(k)
        point = kernels.anchored(kernels.identified_at(_whole(k_exact), targets))
    k_whole = _whole(k_exact)
    identified = kernels.identified_of({kernels.size: k_whole, **point})
    if not (tied and scales):  # a fit holds a given scale already
        point = apply_gauge(spec, choice, point, kernels.prior_means)
    achieved = kernels.moments(float(k_whole), point)
    shape = None if measured is None else measured.shape
    said = about_solution(spec, k_whole, k_exact, targets, achieved, shape, tied)
    return Match(
        model=spec.name,
        feasible=True,
        k=k_whole,
        k_exact=k_exact,
        parameters={kernels.size: k_whole, **point},
        identified=identified,
        targets=dict(targets),
        achieved=achieved,
        gauge=text,
        findings=(*findings, *said),
        statistics=measured,
        spec=spec,
    )


def _whole(k: float) -> int:
    return max(1, round(k))


def _scales(spec: ModelSpec, given: Mapping[str, float]) -> tuple[str, ...]:
    """Return the given hyperparameters that fix free scales: the first for each of them."""
    free = {name for symmetry in spec.symmetries for name in symmetry.weights}
    return tuple(name for name in given if name in free)[: len(spec.symmetries)]


def _fitted(
    kernels: _Kernels, targets: Mapping[str, float], k: int | None, given: Mapping[str, float]
) -> tuple[float, dict[str, float]]:
    """Fit what is free beside the given hyperparameters, first with K free, then with K whole."""
    spec = kernels.spec
    feasible = all(margin > 0 for margin in kernels.margins(targets, at_k=False)[1])
    first = k or (_whole(kernels.exact_k(targets)) if feasible else _K_TO_START_FROM)
    start = {kernels.size: float(first)}
    start |= kernels.anchored(kernels.identified_at(first, targets))
    held = dict(given)
    if not _scales(spec, given):
        held |= {symmetry.anchor: start[symmetry.anchor] for symmetry in spec.symmetries}
    k_exact = float(first)
    if k is None:
        start = nearest(kernels.module, targets, start, held)
        k_exact = start[kernels.size]
    whole = {kernels.size: float(_whole(k_exact))}
    found = nearest(kernels.module, targets, start, {**held, **whole})
    return k_exact, {name: found[name] for name in kernels.hyperparameters}


def _finite(result: tuple[Any, ...]) -> tuple[float, ...]:
    """Return the values of a kernel, its status left off."""
    *values, status = result
    if status != OK or not all(math.isfinite(value) for value in values):
        raise TargetError(
            "targets so extreme that the solution overflows",
            expected="targets whose products stay within double precision",
            do="Rescale the data, or check the targets.",
        )
    return tuple(float(value) for value in values)
