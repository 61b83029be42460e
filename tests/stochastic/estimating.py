"""Estimates of one way or another, repeated over seeds, beside exact values and derivatives."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
import torch

import symppm as ppm
from symppm.codegen.compile import compile_torch
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.names import statistic_named
from symppm.stochastic.plans import Plan, planned

THIRD, FOURTH = "cumulant_ij_ij_ij", "cumulant_ij_ij_il_il"


def gated() -> ppm.Declaration:
    """A Bernoulli variable in the middle, which turns rows on: few states, all listed."""
    with ppm.Model("gated_factors") as model:
        s, a, b, c, d = ppm.hyperparameters("s a b c d")
        gate = ppm.Bernoulli("gate", mean=s, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = gate * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model.declaration


def counted() -> ppm.Declaration:
    """A Poisson variable in the middle, of which the score function has to be used."""
    with ppm.Model("counted_factors") as model:
        m, a, b, c, d = ppm.hyperparameters("m a b c d")
        count = ppm.Poisson("N", rate=m, dims="row factor")
        theta = ppm.Gamma("theta", shape=a + count, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model.declaration


OWN = {"gated": gated, "counted": counted}
GAMMA = {"K": 4.0, "a": 1.5, "b": 1.2, "c": 2.0, "d": 1.5}
POINTS: Mapping[str, Mapping[str, float]] = {
    "pmf_gamma": GAMMA,
    "hpf_gamma": {
        "K": 3.0, "a": 2.0, "a_prime": 12.0, "b_prime": 1.5, "c": 1.5, "c_prime": 14.0,
        "d_prime": 1.2,
    },
    "gmf_beta_binomial": {
        "K": 3.0, "alpha_theta": 2.0, "beta_theta": 1.5, "alpha_beta": 0.8, "beta_beta": 1.2,
        "trials": 6.0,
    },
    "gmf_gamma_negativebinomial": {**GAMMA, "r": 2.5},
    "cpmf_gamma_gamma": {**GAMMA, "K": 3.0, "w": -1.5, "kappa": 1.2},
    "pmf_gamma_weights": {**GAMMA, "K": 3.0, "e": 3.0, "f": 2.0},
    "pmf_gamma_effects": {**GAMMA, "a_row": 1.5, "b_row": 2.0, "a_col": 2.5, "b_col": 1.7},
    "ptf_gamma": {**GAMMA, "K": 3.0, "e": 3.0, "f": 2.0},
    "gmf_gamma_gamma": {**GAMMA, "K": 3.0, "shape_Y": 2.5},
    "gated": {**GAMMA, "s": 0.4, "K": 3.0},
    "counted": {**GAMMA, "m": 0.8, "K": 3.0},
}  # fmt: skip
HELD = {"trials"}
"""Whole numbers, which have no derivatives."""


def declaration_of(name: str) -> ppm.Declaration:
    return catalogue_model(name) if name in CATALOGUE else OWN[name]()


@functools.cache
def statistics_of(name: str) -> tuple[str, ...]:
    """Moments of order two, and a third and a fourth cumulant where one array shows them."""
    if name == "pmf_gamma_weights":
        return ("mean", "variance", "rho_row", "rho_col")
    fourth = FOURTH if name != "ptf_gamma" else "cumulant_ijk_ijk_ijl_ijl"
    third = THIRD if name != "ptf_gamma" else "cumulant_ijk_ijk_ijk"
    return ("mean", "variance", "rho_row", "rho_col", third, fourth)


@functools.cache
def module_for(name: str) -> ModuleType:
    cumulants = tuple(each for each in statistics_of(name) if each.startswith("cumulant"))
    return compile_torch(declaration_of(name), cumulants)


def estimator_for(
    declaration: ppm.Declaration,
    module: ModuleType,
    targets: Mapping[str, float],
    integrate: Any = "likelihood",
    **options: Any,
) -> Estimator:
    """Return an estimator as planned for a question."""
    functions = options.get("functions", {})
    wanted = []
    for name, value in targets.items():
        statistic = statistic_named(
            declaration,
            name,
            custom=name in functions,
            integral=module.INTEGRAL,
            shared=module.SHARED,
        )
        function, shape = functions.get(name), options.get("shape")
        wanted.append(planned(module, name, statistic, value, function, integrate, shape))
    families = {each.name: each.family for each in declaration.variables}
    return Estimator(module, families, tuple(wanted), "cpu")


def in_one_way(estimator: Estimator, way: Any, *, pathwise: bool = True) -> Estimator:
    """Return the estimator made to estimate everything in a way that it might not have chosen."""
    module, changed = estimator.module, []
    for each in estimator.targets:
        assert each.plan is not None
        sizes = dict(each.plan.sizes)
        if way in {"explicit", "drawn"}:
            sizes = {axis: min(n, 2) for axis, n in sizes.items() if axis in module.OBSERVED_AXES}
        changed.append(replace(each, plan=Plan(way, sizes, pathwise)))
    return replace(estimator, targets=tuple(changed))


def ways_of(name: str) -> tuple[str, ...]:
    module = module_for(name)
    collapsed = ("collapsed",) if module.SUMS else ()
    layered = ("layered",) if module.LEAVES else ()
    return (*layered, *collapsed, "explicit", "drawn")


def free_in(values: Mapping[str, float], way: str) -> tuple[str, ...]:
    """Return what has a derivative: for explicit sums, K only between whole numbers."""
    held = HELD if way in {"layered", "collapsed"} else {*HELD, "K"}
    return tuple(name for name in values if name not in held)


def estimates(
    estimator: Estimator,
    values: Mapping[str, float],
    free: tuple[str, ...],
    seeds: range,
    draws: int,
) -> list[Estimate]:
    """Return one estimate a seed, with derivatives by the free values."""

    def point(x: torch.Tensor) -> dict[str, torch.Tensor]:
        found = {name: x.new_tensor(value) for name, value in values.items()}
        return found | {name: x[n] for n, name in enumerate(free)}

    at = np.array([values[name] for name in free])
    with_slopes = bool(free)
    return [estimator.estimate(point, at, draws, seed, derivatives=with_slopes) for seed in seeds]


@dataclass(frozen=True)
class Exact:
    """Statistics in closed form, and their derivatives by what is free."""

    values: np.ndarray
    jacobian: np.ndarray


def exactly(
    module: ModuleType, names: tuple[str, ...], values: Mapping[str, float], free: tuple[str, ...]
) -> Exact:
    p = {
        name: torch.tensor(value, dtype=torch.float64, requires_grad=name in free)
        for name, value in values.items()
    }
    closed = module.closed(p)
    rows = []
    for name in names if free else ():
        slopes = torch.autograd.grad(
            closed[name], [p[each] for each in free], retain_graph=True, allow_unused=True
        )
        rows.append([0.0 if slope is None else float(slope) for slope in slopes])
    return Exact(np.array([float(closed[name].detach()) for name in names]), np.array(rows))
