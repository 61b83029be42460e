"""The two routes agree identically, on every moment that the catalogue's derivation files hold."""

from __future__ import annotations

import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.codegen.generate import record_contents
from symppm.counting import correlation, identical, joint_cumulant, joint_moment
from symppm.laws import derive
from symppm.laws.engine import entry_sharing
from symppm.laws.patterns import pattern_of
from symppm.model import CATALOGUE, catalogue_model

CHOSEN = (
    "pmf_prior",
    "pmf_gamma_exposure",
    "gmf_gamma_gumbel",
    "cpmf_gamma_poisson",
)


@pytest.mark.parametrize("name", core(CATALOGUE, CHOSEN))
def test_both_routes_give_the_same_functions(name: str) -> None:
    declaration = catalogue_model(name)
    for what in record_contents(declaration):
        kind, *shared = what.split()
        three = kind == "cumulant"
        first, second = entry_sharing(declaration, () if three else tuple(shared))
        if three:
            counted = joint_cumulant(
                declaration, pattern_of(declaration, shared).entries(declaration)
            )
        elif kind == "mean":
            counted = joint_moment(declaration, [first])
        elif kind == "variance":
            counted = joint_cumulant(declaration, [first, first])
        elif kind == "covariance":
            counted = joint_cumulant(declaration, [first, second])
        else:
            counted = correlation(declaration, first, second)
        derived = derive(declaration, what).result
        assert identical(counted.value, derived), what
        # Neither a factor nor a term that is off may pass.
        size = declaration.sizes[0]
        # Of factors that add up to one, entries do not covary: no factor changes zero.
        vectors = any(each.over for each in declaration.variables)
        assert (vectors and derived == 0) or not identical(
            counted.value * (1 + 1 / size), derived
        ), what
        assert not identical(counted.value + declaration.hyperparameters[0] / 10**9, derived), what


@pytest.mark.parametrize("name", core(["hpf_gamma", "hpf_rows_gamma", "pmf_gamma"], ["pmf_gamma"]))
def test_both_routes_need_the_same_moments_to_exist(name: str) -> None:
    declaration = catalogue_model(name)
    first, _ = entry_sharing(declaration, ())
    counted = joint_cumulant(declaration, [first, first]).conditions
    assert len(set(counted)) == len(counted)
    assert set(counted) == set(derive(declaration, "variance").conditions)


def test_a_variance_that_a_family_supplies_whole_needs_its_second_moment() -> None:
    declaration = catalogue_model("pmf_inversegamma")
    first, _ = entry_sharing(declaration, ())
    counted = joint_cumulant(declaration, [first, first]).conditions
    assert [str(each) for each in counted] == [
        "shape_beta - 2",
        "shape_beta - 1",
        "shape_theta - 2",
        "shape_theta - 1",
    ]
    assert set(derive(declaration, "variance").conditions) <= set(counted)


def test_an_unspecified_log_partition_is_carried_along() -> None:
    """Given N the cumulants are kappa N psi^(n)(w); those of Y follow from a Poisson N."""
    with ppm.Model("mine") as model:
        rate, kappa, w = ppm.hyperparameters("rate kappa w")
        count = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=2 * w, kappa=kappa * count, dims="row col", observed=True
        )
    declaration = model.declaration
    x = sympy.Symbol("x", real=True)
    psi = [sympy.Function("psi")(x).diff(x, n).subs(x, 2 * w) for n in range(4)]
    # Cumulants of a sum of Poisson(rate) parts are rate times the moments of a part.
    moments = [
        kappa * psi[1],
        kappa * psi[2] + (kappa * psi[1]) ** 2,
        kappa * psi[3] + 3 * kappa**2 * psi[1] * psi[2] + (kappa * psi[1]) ** 3,
    ]
    for order, moment in enumerate(moments, 1):
        counted = joint_cumulant(declaration, [declaration.observed.generic] * order).value
        assert identical(counted, rate * moment)
        assert not identical(counted, rate * moment * psi[1])
