"""Generated torch modules: their conditional moments, against their forms, and what they name.

That draws have these moments, estimates tell.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.special
import scipy.stats
import sympy
import torch
from torch_models import (
    NAMES,
    WITH_VECTORS,
    conditional_moment,
    draw_of,
    gradients,
    module_of,
    point,
    random_point,
)

import symppm as ppm
from symppm.codegen.compile import compile_torch
from symppm.codegen.torch_module import torch_source
from symppm.errors import NotBuiltError
from symppm.model.catalogue import CATALOGUE, catalogue_model


def test_exactly_the_models_with_known_arrays_or_vectors_have_no_torch_module() -> None:
    assert set(CATALOGUE) - set(NAMES) == {"pmf_gamma_exposure", *WITH_VECTORS}
    with pytest.raises(NotBuiltError, match="entries are drawn together"):
        torch_source(catalogue_model("admixture"), "admixture")
    with pytest.raises(NotBuiltError, match="known array 'gamma'"):
        torch_source(catalogue_model("pmf_gamma_exposure"), "exposed")


@pytest.mark.parametrize("name", [name for name in NAMES if module_of(name).SUMS])
def test_polynomials_in_explicit_sums_are_the_conditional_moments(name: str) -> None:
    module, at = module_of(name), random_point(name, 1)
    at["K"] = torch.tensor(3.0, dtype=torch.float64)
    if "prior" in name:
        generator = torch.Generator().manual_seed(1)
        shapes = {"row": (5, 2, 3, 1), "col": (5, 1, 3, 2)}
        v = {
            latent: torch.rand(shapes[dims[0]], generator=generator, dtype=torch.float64)
            for latent, _, dims in module.LATENTS
        }
        draw = draw_of(module, {"factor": 3}, 5, 1)
    else:
        draw = draw_of(module, {"factor": 3}, 5, 1)
        v = module.latents(at, draw)
    place = module.AXES.index("factor") - len(module.AXES)
    sums = [each.sum(place, keepdim=True) for each in module.summands(at, v)]
    assert len(sums) == module.SUMS
    q = module.parameters(at, v, draw)
    for order in range(1, module.MOMENTS + 1):
        total = torch.zeros(())
        for coefficient, exponents in module.polynomial(order, at, v):
            product = coefficient
            for value, power in zip(sums, exponents, strict=True):
                product = product * value**power
            total = total + product
        expected = module.moment(order, q)
        scale = expected.abs().max()
        assert torch.allclose(total, expected, rtol=1e-9, atol=1e-11 * float(scale))


def test_which_models_collapse() -> None:
    without = {name for name in NAMES if not module_of(name).SUMS}
    assert without == {name for name in NAMES if name.startswith("cpmf_")}
    assert module_of("ptf_gamma").SUMS == 1


def test_which_models_share_a_variable_across_the_whole_array() -> None:
    assert [name for name in NAMES if module_of(name).SHARED] == ["pmf_gamma_weights"]


def test_conditions_name_what_a_moment_needs() -> None:
    module = module_of("pmf_inversegamma")
    at = point(K=3, shape_theta=1.5, scale_theta=1, shape_beta=4, scale_beta=1)
    failed = {key for key, value in module.conditions(at).items() if not value > 0}
    assert {key.split(":")[0] for key in failed} == {"variance", "rho_row", "rho_col", "cov_row"}
    assert all("shape_theta - 2" in key for key in failed)


def outside(kind: str) -> ppm.Declaration:
    """Return a model that has no closed form for its variance."""
    with ppm.Model(kind) as model:
        a, b = ppm.hyperparameters("a b")
        if kind == "steps":
            theta = ppm.Gamma("theta", shape=a, rate=b, dims="row col")
            ppm.Poisson("Y", rate=sympy.floor(theta * 1) + 1, dims="row col", observed=True)
        else:
            level = ppm.HalfCauchy("level", location=a, scale=b, dims="row")
            weight = ppm.Normal("weight", mean=0, variance=b, dims="col factor")
            share = ppm.logistic(ppm.sum(weight, over="factor") - level)
            ppm.Bernoulli("Y", mean=share, dims="row col", observed=True)
    return model.declaration


def test_models_outside_the_derivable_class_have_modules_too() -> None:
    steps = compile_torch(outside("steps"))
    assert not steps.CONTINUOUS
    assert set(steps.CLOSED) == {"cov_row", "cov_col"}
    assert [float(value) for value in steps.closed(point(a=1, b=1)).values()] == [0, 0]

    linked = compile_torch(outside("linked"))
    assert (linked.CLOSED, linked.CONTINUOUS, linked.SUMS) == ((), True, 0)
    assert linked.HAS_DENSITY
    assert linked.HAS_CUMULATIVE
    at = point(gradient=True, a=0.5, b=2.0)
    draw = draw_of(linked, {"factor": 3}, 2000, 1)
    shown = draw.expectation(conditional_moment(linked, draw, at, 1))
    # By quadrature over the standard normal and the half-Cauchy quantiles.
    levels = (np.arange(1000) + 0.5) / 1000
    normal = scipy.stats.norm.ppf(levels) * math.sqrt(3 * 2.0)
    cauchy = 0.5 + 2.0 * np.tan(np.pi / 2 * levels)
    expected = scipy.special.expit(normal[:, None] - cauchy).mean()
    error = float(shown.std().detach()) / math.sqrt(2000)
    assert abs(float(shown.mean().detach()) - expected) < 5 * error
    assert all(math.isfinite(slope) for slope in gradients(shown.mean(), at).values())


def test_a_sum_over_rows_is_shared_by_the_whole_array() -> None:
    with ppm.Model("shares") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row")
        rate = theta / ppm.sum(theta, over="row") * ppm.size("row")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    module = compile_torch(model.declaration)
    assert module.SHARED
    draw = draw_of(module, {"row": 3}, 10, 1)
    v = module.latents(point(a=2), draw)
    rates = module.parameters(point(a=2), v, draw)["rate"]
    assert torch.allclose(rates.sum(1), torch.full((10, 1), 3.0, dtype=torch.float64))
