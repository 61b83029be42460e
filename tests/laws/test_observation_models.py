"""Other likelihoods, priors and shapes of model: enumeration, printed formulas, and SciPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import scipy.stats
import sympy
from cases import core
from enumeration import (
    COIN,
    LIKELIHOODS,
    SKEWED,
    THREE,
    GammaLaw,
    Graph,
    InverseGammaLaw,
    Latent,
    Term,
    at_numbers,
    declaration,
    enumerated,
    expanded,
)

from symppm.families import (
    BETA,
    BINOMIAL,
    EXPONENTIAL,
    GAMMA,
    GENERAL_DISPERSION,
    HALF_NORMAL,
    LOG_NORMAL,
    POISSON,
    TWO_MOMENTS,
    UNIFORM,
    WEIBULL,
    Family,
)
from symppm.laws import derive
from symppm.model import Context, Declaration, hyperparameters, sum_over
from symppm.model.context import current
from symppm.view.declaration import declaration_code

F = Fraction

THETA = Latent("theta", ("row", "factor"), COIN, F(3, 2))
BETA_ = Latent("beta", ("col", "factor"), SKEWED, F(2, 5))
BILINEAR = Term((("theta", 1), ("beta", 1)), ("factor",))
SHARED = ((), ("row",), ("col",))
CHOSEN = ("Gamma", "compound Poisson, Gamma parts")


def agrees(graph: Graph, moments: Any, shared: tuple[str, ...], sizes: Mapping[str, int]) -> None:
    """Compare mean, variance and one covariance with those of the rate, by the likelihood."""
    declared = declaration(graph)
    mean, variance, covariance = LIKELIHOODS[graph.likelihood].moments(*moments)
    assert at_numbers(derive(declared, "mean").result, graph, sizes) == mean
    result = derive(declared, "variance").result
    if isinstance(variance, sympy.Expr):
        constant = LIKELIHOODS[graph.likelihood].constant
        result, variance = sympy.expand(result - constant), variance - constant
    assert at_numbers(result, graph, sizes) == variance
    what = " ".join(["covariance", *shared])
    assert at_numbers(derive(declared, what).result, graph, sizes) == covariance


@pytest.mark.parametrize("likelihood", core(LIKELIHOODS, CHOSEN))
def test_moments_under_each_likelihood_are_sums_over_configurations(likelihood: str) -> None:
    graph = Graph((THETA, BETA_), (BILINEAR,), likelihood=likelihood)
    for factors in (1, 2):
        for shared in SHARED:
            agrees(
                graph, enumerated(graph, {"factor": factors}, shared), shared, {"factor": factors}
            )
    for what in ("variance", "covariance row", "correlation col"):
        assert derive(declaration(graph), what).verify().failures == ()


@pytest.mark.parametrize("likelihood", LIKELIHOODS)
def test_the_python_of_a_declaration_declares_it_again(likelihood: str) -> None:
    latents = (
        Latent("theta", ("row", "factor"), GammaLaw(F(2))),
        Latent("beta", ("col", "factor"), InverseGammaLaw(F(5)), parents=(("level", -1),)),
    )
    graph = Graph(
        (Latent("level", ("col",), GammaLaw(F(3))), *latents), (BILINEAR,), likelihood=likelihood
    )
    declared = declaration(graph)
    scope: dict[str, Any] = {}
    exec(declaration_code(declared), scope)  # noqa: S102 - code that symppm wrote
    assert scope["model"].declaration == replace(declared, axes=scope["model"].declaration.axes)
    assert set(scope["model"].declaration.axes) == set(declared.axes)


WIDER = {
    "a third axis": Graph(
        (THETA, BETA_, Latent("lam", ("slice", "factor"), COIN, F(1, 3))),
        (Term((("theta", 1), ("beta", 1), ("lam", 1)), ("factor",)),),
        observed=("row", "col", "slice"),
        likelihood="negative binomial",
    ),
    "a weight for each factor": Graph(
        (THETA, BETA_, Latent("lam", ("factor",), GammaLaw(F(5, 2)), F(1, 3))),
        (Term((("theta", 1), ("beta", 1), ("lam", 1)), ("factor",)),),
        likelihood="compound Poisson, Gamma parts",
    ),
    "a hierarchy on one side": Graph(
        (
            Latent("xi", ("row",), InverseGammaLaw(F(7, 2)), F(2, 3)),
            Latent("theta", ("row", "factor"), GammaLaw(F(4, 3)), F(3, 2), (("xi", 1),)),
            BETA_,
        ),
        (BILINEAR,),
        likelihood="zero-inflated Poisson",
    ),
    "row and column effects": Graph(
        (
            THETA,
            BETA_,
            Latent("r", ("row",), THREE, F(2, 3)),
            Latent("c", ("col",), InverseGammaLaw(F(11, 2)), F(1, 2)),
        ),
        (BILINEAR, Term((("r", 1),)), Term((("c", 1),), (), F(5, 2))),
        likelihood="normal with a variance that grows",
    ),
    "an effect of every entry": Graph(
        (THETA, BETA_, Latent("noise", ("row", "col"), THREE, F(1, 6))),
        (Term((("theta", 1), ("beta", 1), ("noise", 1)), ("factor",)),),
        likelihood="Gamma",
    ),
}


@pytest.mark.parametrize("factors", core([1, 2, 3], [2]))
@pytest.mark.parametrize("name", WIDER)
def test_wider_models_agree_with_expansion_in_entries(name: str, factors: int) -> None:
    graph, sizes = WIDER[name], {"factor": factors}
    for shared in [(), *((axis,) for axis in graph.observed)]:
        agrees(graph, expanded(graph, sizes, shared), shared, sizes)


@pytest.mark.parametrize("name", core(WIDER, ["a third axis", "an effect of every entry"]))
def test_derivations_of_wider_models_verify(name: str) -> None:
    declared = declaration(WIDER[name])
    for what in ("mean", "variance", "covariance", "covariance row", "correlation col"):
        assert derive(declared, what).verify().failures == ()


def bilinear(
    observe: Callable[[Any], tuple[Family, Mapping[str, Any]]], prior: Callable[[str], Any]
) -> Declaration:
    """Declare a sum over factors of products, with both priors made by a function of the name."""
    with Context("mine") as context:
        made = []
        for name, axis in (("theta", "row"), ("beta", "col")):
            family, given = prior(name)
            made.append(context.add_variable(name, family, given, f"{axis} factor", observed=False))
        family, given = observe(sum_over(made[0] * made[1], over="factor"))
        context.add_variable("Y", family, dict(given), "row col", observed=True)
    return context.declaration


def two_moments(name: str) -> tuple[Family, dict[str, sympy.Expr]]:
    mu, sigma = hyperparameters(f"mu_{name} sigma_{name}")
    return TWO_MOMENTS, {"mean": mu, "variance": sigma**2}


def test_a_weight_for_each_factor_is_shared_by_the_whole_matrix() -> None:
    with Context("mine") as context:
        made = [
            context.add_variable(name, *two_moments(name), dims, observed=False)
            for name, dims in (("theta", "row factor"), ("beta", "col factor"), ("lam", "factor"))
        ]
        rate = sum_over(made[0] * made[1] * made[2], over="factor")
        context.add_variable("Y", POISSON, {"rate": rate}, "row col", observed=True)
    declared = context.declaration
    mu_theta, _, mu_beta, _, _, sigma_lam = declared.hyperparameters
    disjoint = declared.sizes[0] * sigma_lam**2 * (mu_theta * mu_beta) ** 2
    assert sympy.expand(derive(declared, "covariance").result - disjoint) == 0


def compound() -> Declaration:
    """Declare the paper's compound Poisson factorization with an undefined log-partition."""

    def observe(rate: sympy.Expr) -> tuple[Family, Mapping[str, Any]]:
        kappa, w = hyperparameters("kappa"), hyperparameters("w", domain="real")
        context = current()
        count = context.add_variable("N", POISSON, {"rate": rate}, "row col", observed=False)
        return GENERAL_DISPERSION, {"w": w, "kappa": kappa * count}

    return bilinear(observe, two_moments)


def test_the_papers_propositions_on_compound_poisson_factorization() -> None:
    declared = compound()
    mu_t, sigma_t, mu_b, sigma_b, kappa, w = declared.hyperparameters
    k = declared.sizes[0]
    psi = sympy.Function("psi")(w)
    first, second = psi.diff(w), psi.diff(w, 2)
    spread = mu_t * mu_b + (mu_b * sigma_t) ** 2 + (mu_t * sigma_b) ** 2 + (sigma_t * sigma_b) ** 2
    variance = kappa * second * k * mu_t * mu_b + (kappa * first) ** 2 * k * spread
    printed = {
        "mean": kappa * first * k * mu_t * mu_b,
        "variance": variance,
        "covariance": sympy.S.Zero,
        "correlation row": k * (kappa * first) ** 2 / variance * (mu_b * sigma_t) ** 2,
        "correlation col": k * (kappa * first) ** 2 / variance * (mu_t * sigma_b) ** 2,
    }
    for what, formula in printed.items():
        derivation = derive(declared, what)
        assert sympy.cancel(derivation.result - formula) == 0, what
        assert derivation.verify().failures == ()


@pytest.mark.thorough
def test_a_binomial_with_the_average_over_the_factors() -> None:
    trials = 7

    def observe(rate: sympy.Expr) -> tuple[Family, Mapping[str, Any]]:
        size = current().axis("factor").size
        return BINOMIAL, {"mean": trials * rate / size, "trials": sympy.Integer(trials)}

    def prior(name: str) -> tuple[Family, Mapping[str, Any]]:
        one, two = hyperparameters(f"one_{name} two_{name}")
        return BETA, {"alpha": one, "beta": two}

    declared = bilinear(observe, prior)
    shapes = dict(zip(declared.hyperparameters, (F(2), F(3), F(1), F(4)), strict=True))
    moments = {}
    for name, (one, two) in {"theta": (2, 3), "beta": (1, 4)}.items():
        first = F(one, one + two)
        moments[name] = (first, first * F(one + 1, one + two + 1))
    (m, s), (n, t) = moments["theta"], moments["beta"]
    for factors in (1, 2, 3, 10):
        p_mean = m * n
        p_square = (s * t + (factors - 1) * (m * n) ** 2) / factors
        row = (s * n**2 - (m * n) ** 2) / factors
        # Var[Y] = E[n p (1 - p)] + Var[n p].
        variance = trials * (p_mean - p_square) + trials**2 * (p_square - p_mean**2)
        values = {declared.sizes[0]: factors, **shapes}
        wanted = {
            "mean": trials * p_mean,
            "variance": variance,
            "covariance row": trials**2 * row,
        }
        for what, number in wanted.items():
            assert F(str(derive(declared, what).result.subs(values))) == number
    assert derive(declared, "variance").verify().failures == ()
    assert derive(declared, "correlation row").verify().failures == ()


PRIORS: dict[str, tuple[Family, dict[str, float], Any]] = {
    "log-normal": (
        LOG_NORMAL,
        {"mu": 0.5, "sigma": 0.75},
        lambda mu, sigma: scipy.stats.lognorm(sigma, scale=math.exp(mu)),
    ),
    "Weibull": (
        WEIBULL,
        {"shape": 1.75, "scale": 2.5},
        lambda shape, scale: scipy.stats.weibull_min(shape, scale=scale),
    ),
    "half-normal": (
        HALF_NORMAL,
        {"location": 0.25, "scale": 1.5},
        scipy.stats.halfnorm,
    ),
    "Beta": (BETA, {"alpha": 1.5, "beta": 2.25}, scipy.stats.beta),
    "uniform": (
        UNIFORM,
        {"low": 0.5, "high": 3.25},
        lambda low, high: scipy.stats.uniform(low, high - low),
    ),
    "exponential": (EXPONENTIAL, {"rate": 1.25}, lambda rate: scipy.stats.expon(scale=1 / rate)),
    "Gamma": (
        GAMMA,
        {"shape": 1.5, "rate": 2.5},
        lambda shape, rate: scipy.stats.gamma(shape, scale=1 / rate),
    ),
}


@pytest.mark.parametrize("name", core(PRIORS, ["Weibull", "exponential"]))
def test_the_papers_first_proposition_holds_for_each_prior(name: str) -> None:
    family, numbers, law = PRIORS[name]

    def prior(variable: str) -> tuple[Family, Mapping[str, Any]]:
        symbols = {key: hyperparameters(f"{key}_{variable}") for key in numbers}
        high = {"high": symbols["low"] + symbols["high"]} if "high" in symbols else {}
        return family, {**symbols, **high}

    declared = bilinear(lambda rate: (POISSON, {"rate": rate}), prior)
    mean, variance = (float(moment) for moment in law(*numbers.values()).stats("mv"))
    values: dict[sympy.Symbol, Any] = {declared.sizes[0]: 25}
    for symbol in declared.hyperparameters:
        key = symbol.name.split("_")[0]
        values[symbol] = numbers["high"] - numbers["low"] if key == "high" else numbers[key]
    product = mean**2
    spread = 25 * (2 * product * variance + variance**2)
    wanted = {
        "mean": 25 * product,
        "variance": 25 * product + spread,
        "covariance row": 25 * product * variance,
        "correlation col": 25 * product * variance / (25 * product + spread),
    }
    for what, number in wanted.items():
        derivation = derive(declared, what)
        assert float(derivation.result.subs(values)) == pytest.approx(number, rel=1e-10), what
        assert derivation.verify().failures == ()
