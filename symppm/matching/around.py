"""The plane around a match: where all its targets hold, or come nearest to that."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from symppm.codegen.load import has_distinct, load_distinct, load_model
from symppm.errors import ParameterError
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import average_inverse_exposure
from symppm.matching.models import generated_module
from symppm.matching.numeric import solutions
from symppm.matching.plane import HELD, Grid, Plane, largest
from symppm.matching.problem import Problem

if TYPE_CHECKING:
    from symppm.matching.result import Match


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
    origin = dict(match.parameters) if match.parameters else _nearest(match, kernels)
    if kernels.spec.exposures:
        origin[kernels.spec.needs[-1]] = average_inverse_exposure(match.statistics)
    _check_positive(kernels, origin)
    plane = Plane(kernels, match.targets, origin)
    count = len(plane.unknowns)
    if match.k_exact is None and match.feasible:
        return plane, True
    everything = list(range(min(count, len(match.targets))))
    at, misses = plane.held(np.zeros((count, 1)), list(range(count)), everything)
    exact = bool(misses[0] < HELD and largest(plane.away(at))[0] < HELD)
    if not exact:
        return plane, False
    return Plane(kernels, match.targets, _moved(plane, at[:, 0])), True


def _moved(plane: Plane, moves: Grid) -> dict[str, float]:
    """Return hyperparameters and size after a move."""
    kernels, spec = plane.kernels, plane.kernels.spec
    logs = dict(zip(plane.unknowns, moves, strict=True))
    inner = dict(kernels.inward(plane.origin))
    for name, powers in spec.anchored.items():
        if name in inner and name not in spec.needs:
            inner[name] *= float(np.exp(sum(n * logs[key] for key, n in powers.items())))
    outer, _ = kernels.outward(inner)
    if kernels.size is not None:
        outer[kernels.size] = plane.origin[kernels.size] * float(np.exp(logs[kernels.size]))
    return outer


def _check_positive(kernels: Kernels, origin: Mapping[str, float]) -> None:
    inner = kernels.inward(origin)
    wrong = [name for name in kernels.spec.coordinates if inner.get(name, 1.0) == 0.0]
    if wrong:
        raise ParameterError(
            f"a surface around {wrong[0]} = 0",
            expected="unknowns that are not zero, for axes of their logarithms",
            do="Ask for other targets.",
        )


def _nearest(match: Match, kernels: Kernels) -> dict[str, float]:
    """Return where least squares comes nearest to targets that cannot all be met."""
    why = "; ".join(each.message for each in match.findings if each.severity == "failure")
    if not kernels.spec.needs:
        found = solutions(Problem(kernels, match.targets, {})).fits[0]
        if found.reached:
            return dict(found.parameters)
    raise ParameterError(
        f"a surface around no solution ({why})",
        expected="a feasible match, or one that has a nearest point",
        do="See .plot() for what was measured.",
    )


def _module(match: Match) -> ModuleType:
    """Return the generated module whose solution the match is."""
    wanted = match.spec.targets
    if match.declared is not None:
        from symppm.codegen.compile import compile_model  # noqa: PLC0415 - needs SymPy

        module = generated_module(match.declared, match.targets)
        if module.SPEC.targets == wanted:
            return module
        return compile_model(match.declared.declaration, wanted, match.spec.title)
    modules = [load_model(match.model)]
    if has_distinct(match.model):
        modules.append(load_distinct(match.model))
    if has_distinct(match.model, stars=True):
        modules.append(load_distinct(match.model, stars=True))
    for module in modules:
        if module.SPEC.targets == wanted:
            return module
    return generated_module(match.model, match.targets)
