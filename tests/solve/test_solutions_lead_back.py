"""Targets that hyperparameters imply lead back to them, in the catalogue and in random models.

The targets are the derived moments, which the rooms of the laws and of counting hold to be right.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod
from typing import Any

import pytest
import sympy
from cases import core
from solving import declared, leads_back, letters, needed, point_of, solution_of

import symppm as ppm
from symppm.model.catalogue import CATALOGUE
from symppm.solve.needs import to_be_given

CLOSED = [name for name in CATALOGUE if not name.startswith(("lda", "admixture", "pmf_dirichlet"))]
FOUR = ("mean", "variance", "rho_row", "rho_col")
CYCLE = ("mean", "cov_row", "cov_col", "cycle")
STARS = (*CYCLE, "cumulant_ij_il_in", "cumulant_ij_tj_sj")
SIX = (*FOUR, "cumulant_ij_ij_ij", "cumulant_ij_ij_il")


@pytest.mark.parametrize("name", core(CLOSED, ["pmf_gamma", "pmf_exponential"]))
def test_models_of_the_catalogue_lead_back(name: str) -> None:
    solution = solution_of(name, fixed=needed(name))
    assert solution.dimension == 0
    for seed in range(2):
        leads_back(solution, declared(name), point_of(declared(name), seed))


# name, targets, what is fixed; then the rank, the dimension left, and the constraints.
CASES = [
    ("pmf_gamma", FOUR, (), 4, 0, 0),
    ("pmf_gamma", ("mean", "variance", "cov_row", "cov_col"), (), 4, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row", "rho_row/rho_col"), (), 4, 0, 0),
    ("pmf_gamma", ("mean", "rho_row", "rho_col", "cov_col"), (), 4, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row"), ("K",), 3, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row"), ("a",), 3, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row/rho_col"), ("a",), 3, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row/rho_col"), ("K",), 3, 0, 0),
    ("pmf_gamma", ("mean", "variance", "cov_row/cov_col"), ("K",), 3, 0, 0),
    ("pmf_gamma", ("mean", "cov_row", "cov_col"), ("K",), 3, 0, 0),
    ("pmf_gamma", FOUR, ("d",), 4, 0, 0),
    ("pmf_gamma", ("mean", "variance"), ("K", "a"), 2, 0, 0),
    ("pmf_gamma", ("mean", "rho_row", "rho_col"), ("K",), 3, 0, 0),
    ("pmf_gamma", ("mean", "rho_row", "rho_row/rho_col"), ("K",), 3, 0, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row/mean"), ("K",), 3, 0, 0),
    # Too few targets.
    ("pmf_gamma", ("mean", "variance"), (), 2, 2, 0),
    ("pmf_gamma", ("mean", "variance", "rho_row"), (), 3, 1, 0),
    ("pmf_gamma", ("mean",), (), 1, 3, 0),
    ("pmf_gamma", ("rho_row", "rho_col"), (), 2, 2, 0),
    ("pmf_gamma", ("mean", "rho_row/rho_col"), (), 2, 2, 0),
    ("pmf_gamma", ("variance", "cov_row"), ("a",), 2, 1, 0),
    ("pmf_prior", ("mean", "variance"), (), 2, 2, 0),
    ("pmf_prior", ("mean", "variance", "rho_row"), (), 3, 1, 0),
    ("cpmf_gamma_gamma", FOUR, (), 4, 2, 0),
    # Too many.
    ("pmf_gamma", (*FOUR, "cov_row"), (), 4, 0, 1),
    ("pmf_gamma", ("mean", "variance", "rho_row", "cov_row"), (), 3, 1, 1),
    ("pmf_gamma", FOUR, ("a",), 3, 0, 1),
    ("pmf_gamma", ("mean", "variance"), ("K", "a", "c"), 1, 0, 1),
    ("pmf_exponential", ("mean", "variance"), (), 2, 0, 0),
    ("pmf_exponential", FOUR, (), 2, 0, 2),
    # A level above.
    ("hpf_gamma", FOUR, ("a", "c"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("a_prime", "c_prime"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("K", "a"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("K", "c_prime"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("a", "c_prime"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("a_prime", "c"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("a", "c", "b_prime"), 4, 0, 0),
    ("hpf_gamma", FOUR, ("K", "a", "c"), 3, 0, 1),
    ("hpf_gamma", FOUR, (), 4, 2, 0),
    ("hpf_gamma", ("mean", "variance"), (), 2, 4, 0),
    # Cumulants.
    ("pmf_gamma_exposure", CYCLE, (), 4, 0, 0),
    ("gmf_gamma_negativebinomial", (*CYCLE, "variance"), (), 5, 0, 0),
    ("gmf_gamma_zeroinflatedpoisson", (*CYCLE, "variance"), (), 5, 0, 0),
    ("gmf_gamma_gamma", (*CYCLE, "variance"), (), 5, 0, 0),
    ("gmf_gamma_normal", (*CYCLE, "variance"), (), 5, 0, 0),
    ("cpmf_gamma_gamma", (*CYCLE, "variance"), ("w",), 5, 0, 0),
    ("hpf_rows_gamma", CYCLE, ("a",), 4, 0, 0),
    ("hpf_rows_gamma", STARS[:5], (), 5, 0, 0),
    ("hpf_gamma", STARS, (), 6, 0, 0),
    ("hpf_gamma", SIX, (), 6, 0, 0),
]
QUICK = [CASES[9], CASES[16]]


@pytest.mark.parametrize("case", core(CASES, QUICK), ids=lambda case: f"{case[0]}-{case[1:3]}")
def test_whatever_is_given_some_branch_is_right(
    case: tuple[str, tuple[str, ...], tuple[str, ...], int, int, int],
) -> None:
    name, given, fixed, *expected = case
    solution = solution_of(name, given, fixed)
    found = [solution.rank, solution.dimension, len(solution.constraints)]
    assert found == expected
    assert len(solution.free) == solution.dimension
    # What is left open is told on the scale where the anchors are one.
    anchored = dict.fromkeys(solution.anchors if solution.free else (), sympy.S.One)
    for seed in range(2):
        point = {**point_of(declared(name), seed), **anchored}
        leads_back(solution, declared(name), point)


# Models that are in no catalogue


def two(name: str, *kinds: str, domain: str = "positive") -> list[sympy.Symbol]:
    first, second = kinds
    return [
        ppm.hyperparameters(f"{first}_{name}", domain=domain),
        ppm.hyperparameters(f"{second}_{name}"),
    ]


PRIORS: dict[str, Callable[[str, str], Any]] = {
    "Gamma": lambda n, dims: ppm.Gamma(
        n, **dict(zip(("shape", "rate"), two(n, "shape", "rate"), strict=True)), dims=dims
    ),
    "Weibull": lambda n, dims: ppm.Weibull(
        n, **dict(zip(("shape", "scale"), two(n, "shape", "scale"), strict=True)), dims=dims
    ),
    "InverseGamma": lambda n, dims: ppm.InverseGamma(
        n, **dict(zip(("shape", "scale"), two(n, "shape", "scale"), strict=True)), dims=dims
    ),
    "LogNormal": lambda n, dims: ppm.LogNormal(
        n, **dict(zip(("mu", "sigma"), two(n, "mu", "sigma", domain="real"), strict=True)),
        dims=dims,
    ),
    "Beta": lambda n, dims: ppm.Beta(
        n, **dict(zip(("alpha", "beta"), two(n, "alpha", "beta"), strict=True)), dims=dims
    ),
}  # fmt: skip


def observe(choose: random.Random, mean: sympy.Expr) -> None:
    kind = choose.choice(("Poisson", "Poisson", "Normal", "NegativeBinomial"))
    more = {"dims": "row col", "observed": True}
    if kind == "Poisson":
        ppm.Poisson("Y", rate=mean, **more)
    elif kind == "Normal":
        ppm.Normal("Y", mean=mean, variance=ppm.hyperparameters("v"), **more)
    else:
        ppm.NegativeBinomial("Y", mean=mean, size=ppm.hyperparameters("r"), **more)


def random_model(seed: int) -> ppm.Model:
    """Declare a factorization with any priors, at times a level, an effect or an exposure."""
    choose = random.Random(seed)
    with ppm.Model("random") as model:
        beta = PRIORS[choose.choice(sorted(PRIORS))]("beta", "col factor")
        extra = choose.choice(("", "level", "effect", "exposure"))
        if extra == "level":
            shape, rate = two("xi", "shape", "rate")
            xi = ppm.Gamma("xi", shape=shape, rate=rate, dims="row")
            theta = ppm.Gamma("theta", shape=ppm.hyperparameters("a"), rate=xi, dims="row factor")
        else:
            theta = PRIORS[choose.choice(sorted(PRIORS))]("theta", "row factor")
        mean = ppm.sum(theta * beta, over="factor")
        if extra == "effect":
            mean = mean + ppm.Exponential("effect", rate=ppm.hyperparameters("e"), dims="col")
        if extra == "exposure":
            mean = mean * ppm.Known("g", dims="row")
            ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
        else:
            observe(choose, mean)
    return model


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(12))
def test_random_models_lead_back(seed: int) -> None:
    model = random_model(seed)
    declaration = model.declaration
    symbols = letters(declaration)
    given = to_be_given(declaration, FOUR)
    solution = model.solve(FOUR, fixed={name: symbols[name] for name in given})
    assert (solution.rank, solution.dimension) == (4, 0)
    for place in range(3):
        leads_back(solution, declaration, point_of(declaration, place))


AXES = ("row", "col", "slice", "hour")


def four_axes() -> ppm.Model:
    with ppm.Model("four_axes") as model:
        factors = []
        for axis in AXES:
            shape, rate = ppm.hyperparameters(f"shape_{axis} rate_{axis}")
            factors.append(ppm.Gamma(f"x_{axis}", shape=shape, rate=rate, dims=f"{axis} factor"))
        total = ppm.sum(prod(factors[1:], start=factors[0]), over="factor")
        ppm.Poisson("Y", rate=total, dims=" ".join(AXES), observed=True)
    return model


@pytest.mark.thorough
def test_four_axes() -> None:
    # 1 + K (V - E)/E^2 is the product of 1 + K R_axis/E^2: a cubic equation for K once K is free.
    model = four_axes()
    open_ended = model.solve(("mean", "variance", *(f"rho_{axis}" for axis in AXES)))
    assert (open_ended.route, open_ended.rank, open_ended.dimension) == ("numeric", 6, 0)
    assert len(open_ended.scales) == 3
    covariances = (f"cov_{axis}" for axis in AXES)
    solution = model.solve(("mean", *covariances), fixed={"K": model.declaration.sizes[0]})
    assert (solution.rank, solution.dimension) == (5, 0)
    leads_back(solution, model.declaration, point_of(model.declaration, 0))


def test_one_hyperparameter_shared_by_both_priors() -> None:
    with ppm.Model("shared") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=b, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    solution = model.solve(("mean", "variance", "rho_row"))
    assert (solution.rank, solution.dimension, solution.scales) == (3, 0, ())
    # By hand: rho V = E^2/(K a), and V = E + 2 rho V + rho V/a.
    mean, variance, rho = 6.0, 20.0, 0.2
    shape = rho * variance / (variance * (1 - 2 * rho) - mean)
    k = mean**2 / (shape * rho * variance)
    (found,) = solution.evaluate({"mean": mean, "variance": variance, "rho_row": rho})
    assert found == pytest.approx({"K": k, "a": shape, "b": (k / mean) ** 0.5 * shape})


def test_conditions_are_those_of_the_domains() -> None:
    with ppm.Model("bounded") as model:
        mu = ppm.hyperparameters("mu", domain="negative")
        v = ppm.hyperparameters("v", domain="nonnegative")
        s = ppm.hyperparameters("s")
        u = ppm.Normal("u", mean=mu, variance=s, dims="row")
        ppm.Normal("Y", mean=u, variance=v, dims="row col", observed=True)
    solution = model.solve(given=("mean", "variance", "rho_row"))
    at_one = {"mean": -1.0, "variance": 2.0, "rho_row": 0.5}
    assert solution.evaluate(at_one) == [{"mu": -1, "v": 1, "s": 1}]
    assert solution.evaluate({**at_one, "rho_row": 1.0}) == [{"mu": -1, "v": 0, "s": 2}]
    assert solution.evaluate({**at_one, "rho_row": 1.1}) == []
    assert solution.evaluate({**at_one, "rho_row": 0.0}) == []
    assert solution.evaluate({**at_one, "mean": 0.0}) == []
    assert "rho_row <= 1" in {condition.text for condition in solution.conditions}


def test_a_probability_is_at_most_one() -> None:
    with ppm.Model("kept") as model:
        p, m = ppm.hyperparameters("p m")
        ppm.ZeroInflatedPoisson("Y", rate=m, keep=p, dims="row col", observed=True)
    solution = model.solve(given=("mean", "variance"))
    # mean p m and variance p m (1 + m) - (p m)^2; with p = 1 they are equal.
    (found,) = solution.evaluate({"mean": 2, "variance": 2})
    assert found == {"p": 1, "m": 2}
    assert solution.evaluate({"mean": 2, "variance": 1.9}) == []


def test_both_signs_are_listed_where_the_moments_do_not_tell() -> None:
    with ppm.Model("signed") as signed:
        shift = ppm.hyperparameters("shift", domain="real")
        ppm.Poisson("Y", rate=shift**2, dims="row col", observed=True)
    solution = signed.solve(("mean",))
    assert solution.rank == 1
    assert sorted(each["shift"] for each in solution.evaluate({"mean": 9})) == [-3.0, 3.0]
    assert solution.evaluate({"mean": -9}) == []


def test_a_negative_unknown_is_found_negative() -> None:
    with ppm.Model("negative") as negative:
        shift = ppm.hyperparameters("shift", domain="negative")
        ppm.Poisson("Y", rate=shift**2, dims="row col", observed=True)
    (found,) = negative.solve(("mean",)).evaluate({"mean": 9})
    assert found == {"shift": -3.0}


# What has to be given

NEEDS = {
    "hpf_gamma": ("a", "c"),
    "hpf_rows_gamma": ("a",),
    "pmf_gamma_weights": ("e",),
    "ptf_gamma": (),
    "pmf_gamma_exposure": (),
    "pmf_exponential": (),
    "cpmf_prior_any": ("kappa", "psi_first", "psi_second"),
}


@pytest.mark.parametrize("name", core(NEEDS, ["hpf_rows_gamma", "pmf_gamma_exposure"]))
def test_the_catalogue_and_the_chooser_agree(name: str) -> None:
    chosen = to_be_given(declared(name))
    assert chosen == NEEDS[name]
    listed = CATALOGUE[name].needs
    assert listed in (None, chosen)


@pytest.mark.thorough
def test_what_is_given_anyway_counts() -> None:
    assert to_be_given(declared("hpf_gamma"), fixed=("a_prime",)) == ("a", "a_prime")
    assert to_be_given(declared("hpf_gamma"), fixed=("a", "c_prime")) == ("a", "c_prime")
    assert len(to_be_given(declared("pmf_gamma"), ("mean", "variance"))) == 2
