"""Every model of the catalogue gives back the hyperparameters that its moments, or data, came from.

Exact moments must give them back to rounding. Data are drawn from the model itself (models that
know their priors by two moments only: from their Gamma namesakes). The moments of independent draws
are unbiased, so their average converges to the exact moments; the jackknife over draws gives the
error of what is solved from the average, and removes the bias of order one over the draws.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from cases import core
from catalogue_truths import TRUTHS
from numpy.typing import NDArray
from scipy import stats

import symppm as ppm
from symppm.codegen.load import load_model, model_names
from symppm.matching.kernels import Kernels
from symppm.matching.least_squares import Problem, solutions

DRAWS = 24
SHAPE = (120, 100)
# The jackknife's t statistic has about DRAWS - 1 degrees of freedom; 167 numbers are compared.
BOUND = float(stats.t.ppf(1 - 1e-6, DRAWS - 1))
WORTH_SOMETHING = 0.25
SHAPES = {"ptf_gamma": (30, 28, 25), "hpf_gamma": (240, 200), "hpf_rows_gamma": (200, 160)}
EXPOSURE = np.linspace(0.5, 2, SHAPE[1])
KNOWN = {
    "pmf_gamma_exposure": {"gamma": EXPOSURE},
    "pmf_dirichlet": {"u": np.linspace(0.7, 1.4, SHAPE[0]), "v": EXPOSURE},
}
KINDS = ("pmf_gamma", "pmf_lognormal")
# One for each prior, each likelihood, and each kind of axis and known array: exact moments, above,
# tell all that is left of the others.
DRAWN = (
    "pmf_gamma", "pmf_prior", "pmf_beta", "pmf_halfnormal", "pmf_lognormal", "pmf_exponential",
    "pmf_inversegamma", "pmf_weibull", "pmf_uniform", "gmf_gamma_normal", "gmf_gamma_gumbel",
    "gmf_beta_laplace", "gmf_normal_normal", "gmf_gamma_gamma", "gmf_gamma_negativebinomial",
    "gmf_gamma_zeroinflatedpoisson", "gmf_beta_binomial", "cpmf_gamma_normal",
    "cpmf_gamma_inversegaussian", "cpmf_prior_any", "hpf_gamma", "hpf_rows_gamma",
    "pmf_gamma_exposure", "pmf_dirichlet", "admixture", "pmf_gamma_weights", "pmf_gamma_effects",
    "ptf_gamma",
)  # fmt: skip


def exact(name: str) -> tuple[Kernels, dict[str, float], dict[str, float], dict[str, float]]:
    """Return kernels, exact moments, what is given, and the true identified combinations."""
    kernels = Kernels(load_model(name))
    truth = dict(TRUTHS[name])
    truth = dict.fromkeys(kernels.averages, 1.0) | truth
    given = {each: truth[each] for each in kernels.spec.needs}
    coordinates = {**kernels.inward(truth), "K": truth["K"]}
    return (kernels, kernels.at(truth), given, kernels.identified_of(coordinates))


def public(given: Mapping[str, float]) -> dict[str, float]:
    """Leave out the average of one over exposures of one, which beliefs are about."""
    return {name: value for name, value in given.items() if name[:4] != "mean" or value != 1.0}


def test_every_model_has_a_truth() -> None:
    assert set(TRUTHS) == set(model_names())


@pytest.mark.parametrize("name", TRUTHS)
def test_exact_moments_give_the_truth_back(name: str) -> None:
    kernels, moments, given, truth = exact(name)
    found = ppm.match(targets=moments, model=name, fixed=public(given))
    assert found.feasible, found.diagnostics
    alike = [
        each for each in found.branches or (found,) if each.identified == pytest.approx(truth, 1e-6)
    ]
    assert len(alike) == 1
    assert alike[0].k == TRUTHS[name]["K"]
    assert alike[0].k_exact == pytest.approx(truth["K"], rel=1e-6)
    for each in found.branches or (found,):
        reached = kernels.at({**given, **each.parameters})
        assert each.achieved == pytest.approx(reached, rel=1e-12)
        if each.k_exact == pytest.approx(each.k, rel=1e-9):
            assert each.achieved == pytest.approx(moments, rel=1e-9)


@pytest.mark.parametrize("name", core(DRAWN, KINDS))
def test_the_numeric_route_finds_the_truth_without_closed_forms(name: str) -> None:
    kernels, moments, given, truth = exact(name)
    found = solutions(Problem(kernels, moments, given))[1]
    combinations = []
    for each in found:
        assert each.exact
        again = kernels.at(each.parameters)
        assert again == pytest.approx(moments, rel=1e-7)
        inner = {**kernels.inward(each.parameters), "K": each.parameters["K"]}
        combinations.append(kernels.identified_of(inner))
    assert [each == pytest.approx(truth, rel=1e-5) for each in combinations].count(True) == 1


def drawn(name: str) -> NDArray[Any]:
    """Draw data of a model's own kind."""
    truth = dict(TRUTHS[name])
    source = name
    if "prior" in name:
        source = {
            "pmf_prior": "pmf_gamma",
            "gmf_prior_observation": "gmf_gamma_normal",
            "cpmf_prior_any": "cpmf_gamma_poisson",
        }[name]
        for key, shape, rate in (("theta", "a", "b"), ("beta", "c", "d")):
            mean, deviation = truth.pop(f"mu_{key}"), truth.pop(f"sigma_{key}")
            truth |= {shape: (mean / deviation) ** 2, rate: mean / deviation**2}
        if name == "gmf_prior_observation":
            truth["sigma_Y"] = math.sqrt(truth.pop("variance_Y"))
        if name == "cpmf_prior_any":
            # Of a Poisson dispersion model psi is exp, and so are its derivatives.
            assert truth.pop("psi_first") == truth["psi_second"]
            truth["w"] = math.log(truth.pop("psi_second"))
    known = KNOWN.get(name, {})
    shape = SHAPES.get(name, SHAPE)
    return ppm.sample(source, truth, shape=shape, draws=DRAWS, random_seed=11, known=known)


@functools.cache
def measured(name: str) -> tuple[NDArray[np.float64], int]:
    """Return mean, variance and covariances of every draw, and how many draws were feasible."""
    given = public(exact(name)[2])
    known = KNOWN.get(name)
    rows, feasible = [], 0
    for data in drawn(name):
        found = ppm.match(data, name, fixed=given, known=known, estimator="moments")
        mean, variance, *shared = found.targets.values()
        covariances = [rho * variance for rho in shared]
        if known is not None:
            variance += mean * (1 - math.prod(float(np.mean(1 / each)) for each in known.values()))
        rows.append([mean, variance, *covariances])
        feasible += found.feasible
    return np.array(rows), feasible


def solved(name: str, average: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return log of K and of the identified combinations over the truth."""
    kernels, _, given, truth = exact(name)
    mean, variance, *shared = average
    values = [mean, variance, *(each / variance for each in shared)]
    targets = dict(zip(kernels.spec.targets, values, strict=True))
    found = ppm.match(targets=targets, model=name, fixed=public(given))
    assert found.feasible, found.diagnostics
    best = min(
        found.branches or (found,), key=lambda each: abs(math.log((each.k_exact or 0) / truth["K"]))
    )
    at_k = {**best.identified, "K": best.k_exact or 0}
    if kernels.spec.branches == 1:
        values, status = kernels.branch(1, targets, given)
        assert status == 0
        assert values["K"] == best.k_exact
        at_k = values
    return np.array([math.log(at_k[each] / truth[each]) for each in truth])


# Averages of draws do not meet targets that are more than the unknowns, of which there is a search.
@pytest.mark.parametrize("name", core([n for n in DRAWN if n != "pmf_exponential"], KINDS[:1]))
def test_data_of_its_own_kind_give_the_truth_back(name: str) -> None:
    table, feasible = measured(name)
    assert feasible > DRAWS / 2
    everything = solved(name, table.mean(axis=0))
    without = np.array(
        [solved(name, np.delete(table, place, axis=0).mean(axis=0)) for place in range(DRAWS)]
    )
    estimate = DRAWS * everything - (DRAWS - 1) * without.mean(axis=0)
    error = np.sqrt((DRAWS - 1) * without.var(axis=0))
    assert (np.abs(estimate) < BOUND * error).all(), (estimate, error)
    # A bound that allows anything proves nothing.
    assert (error < WORTH_SOMETHING).all(), error
