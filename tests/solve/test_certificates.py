"""Solutions are proved: certificates hold, say what they show, and no change of one is missed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sympy
from cases import core
from solving import declared, letters, solution_of
from sympy import QQ
from sympy.polys.rings import PolyRing

import symppm as ppm
from symppm.laws import derive
from symppm.model.catalogue import CATALOGUE
from symppm.solve import solve
from symppm.solve.needs import to_be_given
from symppm.solve.proof import PROPERTIES, check
from symppm.solve.quotients import NotShownError, read

FOLDER = Path(__file__).resolve().parents[2] / "derivations"
Certificate = dict[str, Any]
AT_ONCE = ("pmf_gamma", "pmf_exponential", "pmf_prior", "hpf_gamma", "ptf_gamma", "lda")
"""Proved by the core suite; derivations/check.py proves all of them too."""


def recorded(name: str, key: str = "solution") -> Certificate | None:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8")).get(key)


@pytest.mark.parametrize("name", core(CATALOGUE, AT_ONCE))
def test_every_solution_of_the_catalogue_is_proved(name: str) -> None:
    for key in ("solution", "solution_at_k"):
        document = recorded(name, key)
        if key == "solution" or document is not None:
            # What cannot be proved says so.
            assert check(document) == (("freedoms",) if name == "lda" else PROPERTIES)


@pytest.mark.parametrize("name", ["pmf_gamma", "hpf_gamma", "pmf_exponential", "ptf_gamma"])
def test_moments_of_a_certificate_are_those_derived(name: str) -> None:
    document, model = recorded(name), declared(name)
    for target, derived in document["ledger"].items():
        stated = sympy.sympify(document["moments"][target], locals=letters(model))
        value = derive(model, derived[0]).result
        assert sympy.cancel(stated - value) == 0


def test_k_of_poisson_factorization_is_the_papers() -> None:
    mean, variance, row, col = sympy.symbols("mean variance rho_row rho_col")
    (proved,) = (e["value"] for e in recorded("pmf_gamma")["solve"] if e["name"] == "K")
    excess = (1 - row - col) * variance - mean
    assert sympy.cancel(sympy.sympify(proved) - excess / (row * col) * (mean / variance) ** 2) == 0


def derivation(model: ppm.Model, *given: str, **fixed: object) -> Any:
    known = letters(model.declaration)
    held = {name: known[name] if value is None else value for name, value in fixed.items()}
    return model.solve(given or None, fixed=held).derivation


def of_factors(*given: str, fixed: tuple[str, ...] = (), **ties: str) -> Any:
    """Prove a solution of Poisson factorization with Gamma factors."""
    found = solution_of("pmf_gamma", given or None, fixed, tuple(ties.items())).derivation
    assert found.verify() == PROPERTIES
    return found


@pytest.mark.thorough
def test_a_ratio_with_k_given_has_a_quadratic_whose_roots_are_counted() -> None:
    document = of_factors("mean", "variance", "rho_row/rho_col", fixed=("K",)).document
    assert document["given"] == ["K"]
    assert document["root"]["degree"] == 2
    assert {each["admissible"] for each in document["root"]["witnesses"]} >= {0, 1}


@pytest.mark.thorough
def test_numbers_and_ties_that_are_given() -> None:
    tied = of_factors("mean", "variance", "rho_row", c="a")
    assert tied.document["pinned"] == {"c": "a"}
    numbers = solve(declared("pmf_gamma"), ("mean", "variance"), {"a": "3/10", "c": 2}).derivation
    assert numbers.verify() == PROPERTIES
    assert numbers.document["pinned"] == {"a": "3/10", "c": "2"}


@pytest.mark.thorough
def test_too_few_targets_leave_something_open() -> None:
    assert of_factors("mean", "variance", "rho_row").document["open"] == ["K"]


def test_too_many_targets_bind_each_other() -> None:
    # That it is proved, the first test tells.
    assert len(recorded("pmf_exponential")["constraints"]) == 2


@pytest.mark.thorough
def test_a_joint_cumulant_is_named_by_its_order_where_it_is_the_only_one() -> None:
    with ppm.Model("centred") as model:
        s, t, v = ppm.hyperparameters("s t v")
        theta = ppm.Normal("theta", mean=0, variance=s**2, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=t**2, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=v, dims="row col", observed=True)
    reasons = [step["because"] for step in derivation(model).document["steps"]]
    assert reasons[:3] == ["the variance", "the cycle", "the joint cumulant of order 6"]


@pytest.mark.thorough
def test_a_hierarchy_under_a_normal_likelihood() -> None:
    with ppm.Model("rows") as model:
        a, a_prime, rate, c, d = ppm.hyperparameters("a a_prime rate c d")
        xi = ppm.Gamma("xi", shape=a_prime, rate=rate, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=1, dims="row col", observed=True)
    found = derivation(model, **dict.fromkeys(to_be_given(model.declaration)))
    assert found.verify() == PROPERTIES
    assert "a_prime - 2" in found.document["domain"]


@pytest.mark.thorough
def test_a_prior_that_is_solved_by_its_mean_and_spread() -> None:
    with ppm.Model("lognormal") as model:
        m, rate, mu, sigma, size = ppm.hyperparameters("m rate mu sigma size")
        theta = ppm.Gamma("theta", shape=m, rate=rate, dims="row factor")
        beta = ppm.LogNormal("beta", mu=mu, sigma=sigma, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=size, dims="row col", observed=True)
    found = derivation(model, size=None)
    assert found.verify() == PROPERTIES
    assert set(found.document["coordinates"]) == {"mean_beta", "cv_beta"}


def test_levels_that_only_add_up() -> None:
    with ppm.Model("levels") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t, noise = ppm.hyperparameters("s t noise")
        row = ppm.Normal("row_effect", mean=mu, variance=s, dims="row")
        col = ppm.Normal("col_effect", mean=nu, variance=t, dims="col")
        ppm.Normal("Y", mean=row + col, variance=noise, dims="row col", observed=True)
    found = derivation(model)
    assert found.verify() == PROPERTIES
    assert found.document["shifts"] == [{"mu": 1, "nu": -1}]


def test_without_a_closed_form_it_says_so() -> None:
    with ppm.Model("waiting") as model:
        shape, scale, rate = ppm.hyperparameters("shape scale rate")
        theta = ppm.Weibull("theta", shape=shape, scale=scale, dims="row")
        beta = ppm.Gamma("beta", shape=shape, rate=rate, dims="col")
        ppm.Poisson("Y", rate=theta * beta, dims="row col", observed=True)
    found = derivation(model, "mean", "variance", "rho_row")
    assert found.shown == ()
    assert set(found.document["residuals"]) == {"mean", "variance", "rho_row"}
    assert found.document["reason"] in found.to_markdown()


@pytest.mark.thorough
def test_a_certificate_survives_json_and_can_be_read() -> None:
    found = of_factors()
    assert check(json.loads(found.to_json())) == found.shown == PROPERTIES
    text = found.to_markdown()
    assert r"K a V \rho_{\mathrm{row}} = E^{2} && \text{(6) from (3) and (1)}" in text
    assert "There are no other values, by (9), (10), (11) and (14), which are linear in" in text
    assert "not shown" not in text


def test_a_moment_that_is_zero_is_a_condition_on_its_target() -> None:
    with ppm.Model("centred") as model:
        m, s, r = ppm.hyperparameters("m s r")
        theta = ppm.Normal("theta", mean=m, variance=s, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=1, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=r, dims="row col", observed=True)
    found = derivation(model, "mean", "variance", "rho_col", m=None, r=None)
    assert found.verify() == PROPERTIES
    text = found.to_markdown()
    sentence = text.partition("if and only if")[2].partition("```math")[0]
    assert "$`E = 0`$" in sentence
    assert "Nothing is free, since the Jacobian" in text


@pytest.mark.thorough
def test_a_proof_that_would_take_minutes_is_not_shown() -> None:
    # Squares of two unknowns are solved for; without that, a root has degree four.
    given = to_be_given(declared("pmf_gamma_effects"))
    found = solution_of("pmf_gamma_effects", fixed=given).derivation
    assert found.shown == ("freedoms",)
    assert found.properties["soundness"] == "the square of an unknown is solved for"


# Other changes, and what is said of each, are with the tests of derivations/check.py.
ANY: dict[str, Callable[[Certificate], object]] = {
    "a multiplier": lambda d: next(s for s in d["steps"] if s["by"] == "combination").update(
        times="2"
    ),
    "a rule that is none": lambda d: d["steps"][0].update(by="faith"),
    "a step left out": lambda d: d["steps"].pop(),
    "a leading coefficient": lambda d: d["solve"][0].update(leading="1"),
    "a bound too wide": lambda d: d["domain"].append("K - 1"),
    "an implied one that is none": lambda d: d["implied"].append("variance - 2*mean"),
    "a margin": lambda d: d["margins"].update(K="1"),
    "a sign that is not free": lambda d: d.update(flips=[["K"]]),
    "a point outside of the domain": lambda d: d["rank"]["at"].update(K="-1"),
    "a product left out": lambda d: d["products"].popitem(),
    "two properties": lambda d: d["properties"].pop("freedoms"),
    "another version": lambda d: d.update(version=1),
    "another format": lambda d: d.update(format="symppm-derivations"),
}
HIERARCHY: dict[str, Callable[[Certificate], object]] = {
    "moments that may not exist": lambda d: d.update(
        domain=[t.replace("a_prime - 2", "a_prime - 1") for t in d["domain"]]
    ),
    "the discriminant is said to be positive": lambda d: d["conditions"].append("mean - variance"),
    "the other sign under the root": lambda d: d["root"].update(
        squares={n: t.replace("-", "+") for n, t in d["root"]["squares"].items()}
    ),
    "a double root unsaid": lambda d: [
        each.update(double=False) for each in d["root"]["witnesses"]
    ],
    "no witnesses": lambda d: d["root"].update(witnesses=[]),
    "the degree": lambda d: d["root"].update(degree=3),
    "a coefficient": lambda d: d["root"]["coefficients"].update(K_square="1"),
    "the step of the root": lambda d: d["root"].update(step="S1"),
    "a sum of other parts": lambda d: d["derived"][0]["sum"].pop(),
    "a root that is solved for": lambda d: d.update(root=None),
}


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
@pytest.mark.parametrize("change", ANY.values(), ids=ANY)
def test_a_changed_certificate_is_refused(
    name: str, change: Callable[[Certificate], object]
) -> None:
    refused(name, change)


@pytest.mark.parametrize("change", core(HIERARCHY, [*HIERARCHY][:2]))
def test_a_changed_root_is_refused(change: str) -> None:
    refused("hpf_gamma", HIERARCHY[change])


def refused(name: str, change: Callable[[Certificate], object]) -> None:
    document = copy.deepcopy(recorded(name))
    change(document)
    with pytest.raises(NotShownError):
        check(document)


@pytest.mark.parametrize("name", core(["pmf_gamma", "hpf_gamma"], ["pmf_gamma"]))
def test_no_condition_can_be_left_out(name: str) -> None:
    whole = recorded(name)
    for place in range(len(whole["conditions"])):
        document = copy.deepcopy(whole)
        del document["conditions"][place]
        with pytest.raises(NotShownError):
            check(document)


def test_quotients_are_read_as_they_are_written() -> None:
    ring = PolyRing(["x", "y"], QQ)
    value = read("(x**2 - y**2)/(x - y)**2 - 2/3*y**-1", ring)
    assert value.at({"x": QQ(5), "y": QQ(3)}) == QQ(16, 4) - QQ(2, 9)
