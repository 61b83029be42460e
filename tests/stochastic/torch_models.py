"""Catalogue modules, points and draws for the tests of matching by sampling."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import torch

from symppm.codegen.compile import compile_torch
from symppm.codegen.load import load_model
from symppm.families import Family, family_named
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.stochastic.drawing import Draw

WITH_VECTORS = {
    name for name in CATALOGUE if any(each.over for each in catalogue_model(name).variables)
}
NAMES = sorted(name for name in {*CATALOGUE} - WITH_VECTORS if not catalogue_model(name).known)
Point = dict[str, torch.Tensor]


@functools.cache
def module_of(name: str) -> ModuleType:
    return compile_torch(catalogue_model(name))


def number(value: float, gradient: bool = False) -> torch.Tensor:
    return torch.tensor(float(value), dtype=torch.float64, requires_grad=gradient)


def point(gradient: bool = False, **values: float) -> Point:
    return {name: number(value, gradient) for name, value in values.items()}


def random_point(name: str, seed: int) -> Point:
    """Return moderate values of all hyperparameters and sizes."""
    generator = random.Random(f"{name} {seed}")
    found: dict[str, float] = {}
    for each in load_model(name).SPEC.parameters:
        value = generator.uniform(0.4, 3.0)
        if each.is_size or each.integer:
            value = float(generator.randint(2, 40))
        elif each.upper is not None:
            value = generator.uniform(0.1, 0.9) * each.upper
        elif each.domain == "negative":
            value = -value
        elif each.domain == "real":
            value = generator.choice([-1, 1]) * value
        elif each.name in {"a_prime", "c_prime"} or name == "pmf_inversegamma":
            value += 4.5
        elif each.name.startswith("high_"):
            value += found[each.name.replace("high", "low")]
        found[each.name] = value
    return point(**found)


def families_of(module: ModuleType) -> dict[str, Family]:
    named = [(name, family) for name, family, _ in module.LATENTS]
    named.append((module.OBSERVED, module.OBSERVED_FAMILY))
    return {name: family_named(family) for name, family in named}


def draw_of(
    module: ModuleType,
    sizes: Mapping[str, int],
    draws: int,
    seed: int,
    families: Mapping[str, Family] | None = None,
    **options: Any,
) -> Draw:
    """Return a batch with two places along every axis that is not given a size."""
    every = {axis: sizes.get(axis, 2) for axis in module.AXES}
    generator = torch.Generator().manual_seed(seed)
    return Draw(module.AXES, every, draws, families or families_of(module), generator, **options)


def average(x: torch.Tensor, axes: int) -> torch.Tensor:
    """Average over the axes of a model."""
    return x.mean(tuple(range(-axes, 0)))


def conditional_moment(module: ModuleType, draw: Draw, p: Point, order: int) -> torch.Tensor:
    """Return E[Y^order | latent variables] of each draw, shape (lead..., draws)."""
    v = module.latents(p, draw)
    q = module.parameters(p, v, draw)
    return average(module.moment(order, q), len(module.AXES))


def gradients(value: torch.Tensor, p: Point) -> dict[str, float]:
    """Return derivatives by everything in a point that has a gradient."""
    names = [name for name, each in p.items() if each.requires_grad]
    found = torch.autograd.grad(
        value, [p[name] for name in names], retain_graph=True, allow_unused=True
    )
    return {
        name: 0.0 if each is None else float(each) for name, each in zip(names, found, strict=True)
    }
