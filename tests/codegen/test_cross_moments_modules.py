"""Modules for cumulants of cross-moments: moments, solutions, and what their SPEC says."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest
import sympy
from cases import core
from generated_points import KINDS, Generated

from symppm.codegen.compile import compile_model
from symppm.codegen.load import (
    generated_folder,
    has_cross_moments,
    load_cross_moments,
    load_model,
    model_names,
)
from symppm.model import Context, Declaration
from symppm.model.catalogue import catalogue_model
from symppm.model.distributions import Gamma, NegativeBinomial
from symppm.model.language import hyperparameters, sum_over
from symppm.solve.needs import cross_moment_targets
from symppm.solve.targets import moment

FOUR = ("mean", "cov_row", "cov_col", "cycle")
MODULES = sorted(path.stem for path in (generated_folder() / "cross_moments").glob("*.py"))
PLAIN = [name for name in MODULES if not name.endswith("_stars")]
BOUNDED = {"p": 0.6, "w": -0.8, "location_theta": 0.3, "location_beta": 0.2, "low_theta": 0.2,
           "low_beta": 0.3, "high_theta": 1.7, "high_beta": 2.1}  # fmt: skip


def model_of(stem: str) -> Generated:
    name = stem.removesuffix("_stars")
    return Generated(load_cross_moments(name, stars=stem != name))


AT_K = [stem for stem in MODULES if model_of(stem).spec.identified_at_k]


def point_of(stem: str) -> dict[str, float]:
    """Return hyperparameters where moments of order four exist."""
    draw = random.Random(stem)
    spec = model_of(stem).spec
    found = {}
    for parameter in spec.parameters:
        value = draw.uniform(0.6, 2.2)
        if parameter.is_size or parameter.integer:
            value = float(draw.randint(3, 9))
        if parameter.name in {"a_prime", "c_prime", "shape_theta", "shape_beta"}:
            value += 5.0
        if parameter.domain == "negative":
            value = -value
        found[parameter.name] = BOUNDED.get(parameter.name, value)
    # Levels are left out of what is identified.
    return found | {each.anchor: 0.0 for each in spec.symmetries if each.shifts}


def exact(stem: str, point: Mapping[str, float]) -> list[float]:
    """Return the moments at a point, from the engine with thirty digits."""
    declaration = catalogue_model(stem.removesuffix("_stars"))
    values = []
    for name in model_of(stem).spec.targets:
        value = moment(declaration, name)
        at = {s: sympy.Float(point[s.name], 40) for s in value.free_symbols}
        values.append(float(value.xreplace(at).evalf(30)))
    return values


def test_every_matrix_of_the_catalogue_has_a_module() -> None:
    matrices = {name for name in model_names() if load_model(name).SPEC.axes == ("row", "col")}
    assert set(PLAIN) == matrices - {"pmf_gamma_weights", "lda", "lda_asymmetric"}
    assert all(has_cross_moments(name) for name in PLAIN)
    assert not has_cross_moments("ptf_gamma")
    assert not has_cross_moments("pmf_gamma", stars=True)
    assert has_cross_moments("hpf_gamma", stars=True)
    assert not [name for name in model_names() if "stars" in name or "/" in name]


@pytest.mark.parametrize("stem", core(MODULES, KINDS))
def test_targets_lead_back_to_the_hyperparameters(stem: str) -> None:
    model = model_of(stem)
    spec = model.spec
    at = point_of(stem)
    targets = exact(stem, at)
    np.testing.assert_allclose(model.call("moments", *at.values()), targets, rtol=1e-9)
    if not spec.branches or spec.constraints:
        return
    inner = dict(at)
    if spec.requirements:
        outer = [at[p.name] for p in spec.parameters if not p.is_size]
        inner |= dict(zip(spec.priors_depend_on, model.call("coordinates", *outer), strict=True))
    wanted = [
        np.prod([inner[name] ** power for name, power in each.exponents.items()])
        for each in spec.identified
    ]
    given = [at[name] for name in spec.needs]
    found = [model.call(branch, *targets, *given) for branch in model.branches]
    assert any(status == 0 and np.allclose(values, wanted, rtol=1e-5) for *values, status in found)


@pytest.mark.parametrize("stem", core(AT_K, ("pmf_gamma",)))
def test_another_k_keeps_everything_but_the_cycle(stem: str) -> None:
    model = model_of(stem)
    spec = model.spec
    at = point_of(stem)
    targets = model.call("moments", *at.values())
    given = {name: at[name] for name in spec.needs}
    # With mean and covariances as they are the interaction grows with K: fewer factors leave room
    # for the noise.
    other = at["K"] - 1
    *values, status = model.call("solve_at_k", other, *targets, *given.values())
    assert status == 0
    solved = dict(zip(spec.identified_at_k, values, strict=True)) | {"K": other}
    inner = dict(given) | {
        name: float(np.prod([solved[key] ** power for key, power in powers.items()]))
        for name, powers in spec.anchored.items()
    }
    inner |= {each.anchor: 0.0 for each in spec.symmetries if each.shifts}
    if spec.requirements:
        *outer, status = model.call("hyperparameters", *(inner[n] for n in spec.priors_depend_on))
        if status:
            return  # the family has no such prior: matching says so
        sizes = [parameter.name for parameter in spec.parameters if parameter.is_size]
        hyper = [p.name for p in spec.parameters if p.name not in sizes]
        inner |= dict(zip(hyper, outer, strict=False))
    again = model.call("moments", *(inner.get(p.name, at[p.name]) for p in spec.parameters))
    for name, value, wanted in zip(spec.targets, again, targets, strict=True):
        if name != "cycle":
            assert value == pytest.approx(wanted, rel=1e-6), name


def own() -> Declaration:
    with Context("scaled_rows") as model:
        a, c, s, r = hyperparameters("a c s r")
        scale = Gamma("scale", shape=s, rate=s, dims="row")
        theta = Gamma("theta", shape=a, rate=1, dims="row factor")
        beta = Gamma("beta", shape=c, rate=1, dims="col factor")
        mean = scale * sum_over(theta * beta, over="factor")
        NegativeBinomial("Y", mean=mean, size=r, dims="row col", observed=True)
    return model.declaration


@pytest.mark.thorough
def test_a_declared_model_compiles_with_these_targets() -> None:
    declaration = own()
    targets = cross_moment_targets(declaration)
    assert targets == (*FOUR, "variance")
    model = Generated(compile_model(declaration, targets, "row scales"))
    assert model.spec.needs == ()
    names = [parameter.name for parameter in model.spec.parameters]
    at = {"K": 6.0, "a": 0.7, "c": 1.3, "s": 2.5, "r": 1.4}
    moments = model.call("moments", *(at[name] for name in names))
    found = [model.call(branch, *moments) for branch in model.branches]
    wanted = [at[each.name] for each in model.spec.identified]
    assert any(not each[-1] and np.allclose(each[:-1], wanted, rtol=1e-6) for each in found)
