"""Matches whose answers are known, and their exported code run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.exports.types import ExportTask
from symppm.matching.exporting import chosen_of

HPF = {"K": 6, "a": 0.5, "a_prime": 14.0, "b_prime": 1.0, "c": 0.7, "c_prime": 16.0, "d_prime": 0.2}
PMF = {"K": 6, "a": 0.4, "b": 0.4, "c": 1.7, "d": 0.9}
NAMES = ("mean", "variance", "rho_row", "rho_col")


def moments(model: str, values: Mapping[str, float]) -> dict[str, float]:
    """Return moments by the generated kernels."""
    return dict(zip(NAMES, load_model(model).moments(*map(float, values.values())), strict=True))


@cache
def pmf() -> ppm.Match:
    """Return a match whose answer is known: PMF."""
    found = ppm.match(targets=moments("pmf_gamma", PMF))
    assert found.k == PMF["K"]
    return found


@cache
def hpf() -> ppm.Match:
    """Return a match whose answer is known: HPF, with the branch of the right K."""
    fixed = {"a": HPF["a"], "c": HPF["c"]}
    found = ppm.match(targets=moments("hpf_gamma", HPF), model="hpf_gamma", fixed=fixed)
    wanted = [each for each in (found.branches or (found,)) if each.k == HPF["K"]]
    assert len(wanted) == 1
    return wanted[0]


def of_model(model: str | ppm.Model) -> ExportTask:
    """Return what an export takes, as if the match to PMF were of another model."""
    name, declared = (model, None) if isinstance(model, str) else (model.declaration.name, model)
    return replace(chosen_of(pmf()), match=replace(pmf(), model=name, declared=declared))


def pasted(export: Any) -> Any:
    """Run exported code as it is pasted, and return its function that fits."""
    names: dict[str, Any] = {}
    exec(str(export), names)  # noqa: S102 - running it is the point
    return names["fit"]


def small_counts(random_seed: int = 3) -> np.ndarray:
    """Return a small matrix in which every row and column has counts."""
    generator = np.random.default_rng(random_seed)
    rates = generator.gamma(1.0, 1.0, (20, 3)) @ generator.gamma(1.0, 1.0, (3, 15))
    return generator.poisson(rates + 0.5)
