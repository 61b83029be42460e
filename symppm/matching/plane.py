"""A model's moments around a match, in the logarithms of what data determine."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from symppm.codegen.load import has_cross_moments, load_cross_moments, load_model
from symppm.codegen.runtime import OK
from symppm.errors import ParameterError
from symppm.expressions import computed
from symppm.matching.kernels import Kernels, moment_named
from symppm.matching.least_squares import Problem, distances, solutions
from symppm.matching.measuring import averages_of_data
from symppm.matching.models import generated_module
from symppm.statistics import Table

if TYPE_CHECKING:
    from symppm.matching.result import Match

HELD = 1e-6
"""Largest distance, in logarithms, of a moment that holds."""
DIFFERENCE = 1e-6
"""Over which derivatives are taken."""
_STEPS = 60
_LONGEST = 1.0
_SMALLEST = 1e-9
_FARTHEST = 60.0


@dataclass(frozen=True)
class Plane:
    """A model's moments in the logarithms of what data determine, relative to one point."""

    kernels: Kernels
    targets: Mapping[str, float]
    origin: Mapping[str, float]

    @property
    def unknowns(self) -> list[str]:
        """Names of what data determine."""
        return [x.name for x in self.kernels.spec.identified]

    @property
    def start(self) -> dict[str, float]:
        """Their values at the point."""
        return self.kernels.identified_at(self.origin)

    def away(self, moves: Table) -> Table:
        """Return how far every moment is from its target."""
        kernels, spec = self.kernels, self.kernels.spec
        with np.errstate(all="ignore"):
            outer, exist = self.outer(moves)
            exist = np.logical_and(exist, self._moments_exist(outer))
            parameters = np.array([outer[x.name] for x in spec.parameters])
            values = np.empty((len(spec.targets), parameters.shape[1]))
            kernels.module.moments.batch(parameters, values)
            moments = dict(zip(spec.targets, np.where(exist, values, np.nan), strict=True))
            rows = np.array([moment_named(name, moments) for name in self.targets])
            return distances(rows, np.array([list(self.targets.values())]).T)[0]

    def outer(self, moves: Table) -> tuple[dict[str, Table], Table]:
        """Return size and hyperparameters after moves, and whether they exist."""
        kernels, spec = self.kernels, self.kernels.spec
        logs = dict(zip(self.unknowns, np.clip(moves, -_FARTHEST, _FARTHEST), strict=True))
        count = moves.shape[1]
        inner = {name: np.full(count, value) for name, value in kernels.inward(self.origin).items()}
        for name, powers in spec.anchored.items():
            if name in inner and name not in spec.needs:
                inner[name] = inner[name] * np.exp(sum(n * logs[key] for key, n in powers.items()))
        exist, outer = np.ones(count, dtype=bool), inner
        if kernels.in_coordinates:
            points = np.array([inner[name] for name in spec.priors_depend_on])
            values, status = np.empty((len(kernels.declared), count)), np.empty(count, np.int64)
            kernels.module.hyperparameters.batch(points, values, status)
            outer = {**inner, **dict(zip(kernels.declared, values, strict=True))}
            exist = status == OK
        return outer, exist

    def _moments_exist(self, outer: Mapping[str, Table]) -> Table:
        """Return where the moments exist, which formulas give elsewhere too."""

        def leaf(node: ast.Name | ast.Constant) -> Any:
            return outer[node.id] if isinstance(node, ast.Name) else node.value

        exist = np.array(True)
        for condition in self.kernels.spec.moments_exist:
            less, more = re.split(" [<>]=? ", condition)[:: -1 if ">" in condition else 1]
            exist = exist & (computed(ast.parse(f"{more} - ({less})", mode="eval").body, leaf) > 0)
        return exist

    def held(self, moves: Table, free: Sequence[int], rows: Sequence[int]) -> tuple[Table, Table]:
        """Move what is free until some targets hold, at all points at once.

        Newton's method in logarithms with derivatives by differences: the shortest step that undoes
        what is missed, to first order. One that does not bring a point nearer is halved.
        """
        current = moves.copy()
        misfits = self.away(current)[rows]
        stride = np.ones(moves.shape[1])
        for _ in range(_STEPS):
            if not np.any(largest(misfits) > HELD * HELD):
                break
            slopes = np.empty((current.shape[1], len(rows), len(free)))
            for position, unknown in enumerate(free):
                shifted = current.copy()
                shifted[unknown] += DIFFERENCE
                slopes[:, :, position] = ((self.away(shifted)[rows] - misfits) / DIFFERENCE).T
            usable = np.isfinite(slopes).all((1, 2), keepdims=True)
            inverse = np.linalg.pinv(np.where(usable, slopes, 0.0), _SMALLEST)
            step = -np.einsum("pur,rp->up", inverse, np.nan_to_num(misfits))
            proposed = current.copy()
            proposed[free] += stride * np.clip(step, -_LONGEST, _LONGEST)
            new_misfits = self.away(proposed)[rows]
            better = largest(new_misfits) < largest(misfits)
            current[:, better], misfits[:, better] = proposed[:, better], new_misfits[:, better]
            stride = np.where(better, np.minimum(1.0, 2 * stride), stride / 2)
        return current, largest(misfits)


def largest(rows: Table) -> Table:
    """Return the largest size of each column, infinite where one is not a number."""
    sizes: Table = np.max(np.abs(rows), axis=0)
    return np.where(np.isfinite(sizes), sizes, np.inf)


def plane_around(match: Match) -> tuple[Plane, bool]:
    """Return the moments around the point where all targets hold, and whether there is one."""
    if len(match.branches) > 1:
        raise ParameterError(
            f"a match with {len(match.branches)} solutions",
            expected="one of them to look around",
            do="Plot each of .branches.",
        )
    if not match.spec.identified:
        raise ParameterError(
            f"the surface of a match by method {match.method!r}",
            expected="a model with formulas, matched by them",
            do="See .plot(), or .plot_trace() for the search.",
        )
    kernels = Kernels(_module(match))
    unknown = [name for name in match.targets if not {*name.split("/")} <= {*kernels.spec.targets}]
    if unknown:
        raise ParameterError(
            f"the surface of a match to {', '.join(unknown)}",
            expected="targets that the model's formulas give: moments of single entries",
            do="See .plot() for what was measured.",
        )
    origin = dict(match.parameters) if match.parameters else _nearest(match, kernels)
    origin |= averages_of_data(kernels.spec, match.statistics)
    inner = kernels.inward(origin)
    wrong = [name for name in kernels.spec.coordinates if inner.get(name, 1.0) == 0.0]
    if wrong:
        raise ParameterError(
            f"a surface around {wrong[0]} = 0",
            expected="unknowns that are not zero, for axes of their logarithms",
            do="Ask for other targets.",
        )
    plane = Plane(kernels, match.targets, origin)
    count = len(plane.unknowns)
    if match.k_exact is None and match.feasible:
        return plane, True
    rows = range(min(count, len(match.targets)))
    moves, _ = plane.held(np.zeros((count, 1)), range(count), rows)
    if not largest(plane.away(moves))[0] < HELD:
        return plane, False
    names = [x.name for x in kernels.spec.parameters]
    outer, _ = plane.outer(moves)
    return replace(plane, origin={name: float(outer[name][0]) for name in names}), True


def _nearest(match: Match, kernels: Kernels) -> dict[str, float]:
    """Return where least squares comes nearest to targets that cannot all be met."""
    why = "; ".join(x.message for x in match.diagnostics if x.severity == "failure")
    if not kernels.spec.needs:
        nearest = solutions(Problem(kernels, match.targets, {}))[1][0]
        if nearest.reached:
            return dict(nearest.parameters)
    raise ParameterError(
        f"a surface around no solution ({why})",
        expected="a feasible match, or one that has a nearest point",
        do="See .plot() for what was measured.",
    )


def _module(match: Match) -> ModuleType:
    """Return the generated module whose solution the match is."""
    targets = match.spec.targets
    if match.declared is not None:
        from symppm.codegen.compile import compile_model  # noqa: PLC0415 - needs SymPy

        module = generated_module(match.declared, match.targets)
        if module.SPEC.targets == targets:
            return module
        return compile_model(match.declared.declaration, targets, match.spec.title)
    modules = [load_model(match.model)]
    modules += [load_cross_moments(match.model, stars=stars) for stars in (False, True)
                if has_cross_moments(match.model, stars=stars)]  # fmt: skip
    candidates = (module for module in modules if module.SPEC.targets == targets)
    return next(candidates, None) or generated_module(match.model, match.targets)
