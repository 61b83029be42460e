"""Every model of the catalogue: scales change no moment, and each unknown is accounted for."""

from __future__ import annotations

import random
from functools import cache

import pytest
import sympy
from cases import core
from solving import declared, needed

from symppm.laws import derive
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.model.nodes import known_entries
from symppm.solve.system import System, prepare, rank
from symppm.solve.targets import default_targets

CHOSEN = (
    "pmf_gamma",
    "pmf_prior",
    "cpmf_gamma_gamma",
    "pmf_gamma_exposure",
)


@cache
def system_of(name: str) -> System:
    model = declared(name)
    symbols = {s.name: s for s in model.hyperparameters}
    return prepare(model, default_targets(model), {n: symbols[n] for n in needed(name)})


def questions(name: str) -> list[str]:
    model = system_of(name).declaration
    axes = model.observed.dims
    return ["mean", "variance", "covariance", *(f"covariance {axis}" for axis in axes)]


# Factors with a fixed sum have no scale.
SCALED = [n for n in CATALOGUE if not any(v.over for v in catalogue_model(n).variables)]


@pytest.mark.parametrize("name", core(SCALED, CHOSEN))
def test_moving_along_a_scale_changes_no_moment(name: str) -> None:
    system = system_of(name)
    generator = random.Random(name)
    assert system.scales
    for symmetry in system.scales:
        step = sympy.Rational(7, 3)
        for question in questions(name):
            result = derive(system.declaration, question).result
            moment = result.xreplace({e: sympy.Dummy("known") for e in known_entries(result)})
            at = {
                s: sympy.Rational(generator.randint(30, 90), generator.randint(7, 13))
                * (-1 if s.is_negative else 1)
                for s in sorted(moment.free_symbols, key=str)
            }
            moved = {s: v * step ** symmetry.weights.get(s.name, 0) for s, v in at.items()}
            assert sympy.simplify(moment.subs(at) - moment.subs(moved)) == 0
            used = {s.name for s in moment.free_symbols} & set(symmetry.weights)
            if question == "mean" and used:
                wrong = {s: v * step if s.name == min(used) else v for s, v in at.items()}
                assert sympy.simplify(moment.subs(at) - moment.subs(wrong)) != 0
        assert symmetry.proof().count("times weights = 0") == len(symmetry.exponents) > 0


@pytest.mark.parametrize("name", core(CATALOGUE, CHOSEN))
def test_scales_rank_and_what_is_given_account_for_every_unknown(name: str) -> None:
    system = system_of(name)
    model = declared(name)
    count = len(model.sizes) + len(model.hyperparameters)
    assert len(system.unknowns) + len(needed(name)) == count
    assert len(system.scales) + rank(system) + len(needed(name)) == count
    assert {*system.anchors, *system.unanchored} == set(system.unknowns)
    assert len(system.anchors) == len(system.scales)


@pytest.mark.parametrize(
    "name", core(["pmf_gamma", "hpf_gamma", "ptf_gamma", "pmf_gamma_weights"], ["pmf_gamma"])
)
def test_the_scales_are_all_there_are(name: str) -> None:
    # Scales that change no moment are a vector space. Its dimension, found independently: tangent
    # directions of log scales along which the logarithms of all moments do not move, at a point.
    system = system_of(name)
    unknowns = list(system.unknowns)
    moments = [derive(system.declaration, question).result for question in questions(name)]
    generator = random.Random(name)
    rows = []
    for _ in range(3):
        at = {
            s: sympy.Rational(generator.randint(30, 90), generator.randint(7, 13))
            for s in {*unknowns, *sympy.Tuple(*moments).free_symbols}
        }
        rows += [[(m.diff(u) * u).subs(at) for u in unknowns] for m in moments if m != 0]
    kernel = sympy.Matrix(rows).nullspace()
    assert len(kernel) == len(system.scales)
    weights = sympy.Matrix(
        [[scale.weights.get(u.name, 0) for u in unknowns] for scale in system.scales]
    )
    assert sympy.Matrix.hstack(*kernel, weights.T).rank() == len(kernel)
