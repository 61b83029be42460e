"""Between distinct entries the observation model has no part, if its mean is the rate.

By total cumulance, the cumulant of entries that are independent given the rates is a sum over
partitions of cumulants of conditional cumulants. A block of two different entries contributes zero,
so only the partition into single entries is left: the cumulant of the rates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.laws import derive
from symppm.laws.operators import Covariance, Cumulant, Expectation, Operator
from symppm.model import Declaration
from symppm.model.nodes import Entry

Observe = Callable[[Any], Any]
OBSERVED = {"dims": "row col", "observed": True}


def through_counts(eta: Any) -> Any:
    count = ppm.Poisson("N", rate=eta, dims="row col")
    spread = ppm.hyperparameters("spread")
    return ppm.Observation("Y", mean=count, variance=spread * count, **OBSERVED)


OBSERVATIONS: Mapping[str, Observe] = {
    "Poisson": lambda eta: ppm.Poisson("Y", rate=eta, **OBSERVED),
    "Normal": lambda eta: ppm.Normal(
        "Y", mean=eta, variance=ppm.hyperparameters("s") ** 2, **OBSERVED
    ),
    "Normal with a variance that grows": lambda eta: ppm.Normal(
        "Y", mean=eta, variance=ppm.hyperparameters("s") * eta**2, **OBSERVED
    ),
    "Gumbel": lambda eta: ppm.Gumbel("Y", mean=eta, scale=ppm.hyperparameters("s"), **OBSERVED),
    "Laplace": lambda eta: ppm.Laplace("Y", mean=eta, scale=ppm.hyperparameters("s"), **OBSERVED),
    "NegativeBinomial": lambda eta: ppm.NegativeBinomial(
        "Y", mean=eta, size=ppm.hyperparameters("r"), **OBSERVED
    ),
    "Gamma": lambda eta: ppm.Gamma("Y", shape=2, rate=2 / eta, **OBSERVED),
    "Observation": lambda eta: ppm.Observation(
        "Y", mean=eta, variance=ppm.hyperparameters("s") * eta, **OBSERVED
    ),
    "counts in between": through_counts,
}


def declared(observe: Observe) -> Declaration:
    with ppm.Model("mine") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        observe(ppm.sum(theta * beta, over="factor"))
    return model.declaration


def observed_in(node: sympy.Basic, names: tuple[str, ...]) -> list[Entry]:
    return [entry for entry in node.atoms(Entry) if entry.name in names]


@pytest.mark.parametrize("observation", core(OBSERVATIONS, ["Gumbel"]))
@pytest.mark.parametrize("pattern", ["ij il", "ij il tj", "ij il tj tl"])
def test_the_record_exhibits_it(pattern: str, observation: str) -> None:
    derivation = derive(declared(OBSERVATIONS[observation]), f"cumulant {pattern}")
    if pattern != "ij il tj tl":
        assert derivation.verify().failures == ()
    own = ("Y", "N")
    (first, *_) = derivation.steps
    assert first.rule in ("total_cumulance", "total_covariance")
    joint = {
        node
        for node in first.after.atoms(Operator)
        if node.given and isinstance(node, (Covariance, Cumulant))
    }
    assert len(joint) == {2: 1, 3: 4, 4: 11}[len(pattern.split())]
    vanished = set()
    for step in derivation.steps:
        if not observed_in(step.before, own):
            continue
        if isinstance(step.before, (Covariance, Cumulant)) and step.before.given:
            assert step.after == 0
            assert {condition.kind for condition in step.conditions} == {"own_noise"}
            assert set(step.before.operands) == {each.arguments[0] for each in step.conditions}
            vanished.add(step.before)
        elif step.rule == "family_moment":
            # No more than the mean is asked of what is observed.
            assert isinstance(step.before, Expectation)
            assert isinstance(step.before.operands[0], Entry)
    assert joint <= vanished
    asked = {
        step.before
        for step in derivation.steps
        if step.rule == "family_moment" and observed_in(step.before, ("Y",))
    }
    assert len(asked) == len(pattern.split())
