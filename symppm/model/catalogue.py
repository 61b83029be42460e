"""The named models. Each is a declaration and nothing else."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.errors import ModelNameError, did_you_mean
from symppm.families import BUILT_IN
from symppm.model.context import Context
from symppm.model.declaration import Declaration, Variable
from symppm.model.distributions import (
    Beta,
    Binomial,
    Dirichlet,
    Exponential,
    ExponentialDispersion,
    Gamma,
    Gumbel,
    HalfNormal,
    InverseGamma,
    Laplace,
    LogNormal,
    Multinomial,
    NegativeBinomial,
    Normal,
    Observation,
    Poisson,
    Prior,
    Uniform,
    Weibull,
    ZeroInflatedPoisson,
)
from symppm.model.language import Known, hyperparameters, size, sum_over

ROW: Final = "row factor"
COL: Final = "col factor"
TOPICS: Final = "factor col"
MATRIX: Final = "row col"
DATA: Final[Mapping[str, Any]] = MappingProxyType({"dims": MATRIX, "observed": True})


@dataclass(frozen=True)
class CatalogueEntry:
    """A named model; what it needs are hyperparameters that users have to give."""

    declare: Callable[[], None]
    title: str
    needs: tuple[str, ...] | None = None


def by_deviation(
    word: Callable[..., Variable], name: str, *, mu: sympy.Symbol, sigma: sympy.Symbol, dims: str
) -> Variable:
    """Declare a variable by its mean and its standard deviation."""
    return word(name, mean=mu, variance=sigma**2, dims=dims)


PRIORS: Final[Mapping[str, tuple[str, Callable[..., Variable], Mapping[str, str]]]] = (
    MappingProxyType(
        {
            "prior": (
                "any positive priors F(mean, variance)",
                functools.partial(by_deviation, Prior),
                {"mu": "positive", "sigma": "positive"},
            ),
            "beta": ("Beta priors", Beta, {"alpha": "positive", "beta": "positive"}),
            "halfnormal": (
                "Half-Normal priors with a location",
                HalfNormal,
                {"location": "nonnegative", "scale": "positive"},
            ),
            "lognormal": ("Log-Normal priors", LogNormal, {"mu": "real", "sigma": "positive"}),
            "normal": (
                "Normal priors",
                functools.partial(by_deviation, Normal),
                {"mu": "real", "sigma": "positive"},
            ),
            "exponential": ("Exponential priors", Exponential, {"rate": "positive"}),
            "inversegamma": (
                "Inverse-Gamma priors",
                InverseGamma,
                {"shape": "positive", "scale": "positive"},
            ),
            "weibull": ("Weibull priors", Weibull, {"shape": "positive", "scale": "positive"}),
            "uniform": ("Uniform priors", Uniform, {"low": "nonnegative", "high": "positive"}),
        }
    )
)
"""Priors by their part of a model's name: title, word, and its parameters with their domains.

Hyperparameters are called like the parameters, with the variable's name; Gamma's have names of
their own.
"""


def pair(prior: str) -> tuple[Variable, Variable]:
    """Declare theta and beta of a family in the open model."""
    if prior == "gamma":
        a, b, c, d = hyperparameters("a b c d")  # as the paper names them
        theta = Gamma("theta", shape=a, rate=b, dims=ROW)
        return theta, Gamma("beta", shape=c, rate=d, dims=COL)
    _, word, domains = PRIORS[prior]

    def one(name: str, dims: str) -> Variable:
        values = {key: hyperparameters(f"{key}_{name}", domain=domains[key]) for key in domains}
        return word(name, **values, dims=dims)

    return one("theta", ROW), one("beta", COL)


def product_sum(*variables: Variable) -> sympy.Expr:
    """Return the sum over factors of a product of variables."""
    return sum_over(math.prod(variables), over="factor")


def _gamma(mean: sympy.Expr) -> None:
    shape = hyperparameters("shape_Y")
    Gamma("Y", shape=shape, rate=shape / mean, **DATA)


def _binomial(total: sympy.Expr) -> None:
    trials = hyperparameters("trials")
    Binomial("Y", mean=trials * total / size("factor"), trials=trials, **DATA)


LIKELIHOODS: Final[Mapping[str, tuple[str, Callable[[sympy.Expr], object]]]] = MappingProxyType(
    {
        "normal": (
            "Normal",
            lambda x: Normal("Y", mean=x, variance=hyperparameters("sigma_Y") ** 2, **DATA),
        ),
        "gumbel": (
            "Gumbel",
            lambda x: Gumbel("Y", mean=x, scale=hyperparameters("scale_Y"), **DATA),
        ),
        "laplace": (
            "Laplace",
            lambda x: Laplace("Y", mean=x, scale=hyperparameters("scale_Y"), **DATA),
        ),
        "gamma": ("Gamma", _gamma),
        "negativebinomial": (
            "Negative Binomial",
            lambda x: NegativeBinomial("Y", mean=x, size=hyperparameters("r"), **DATA),
        ),
        "zeroinflatedpoisson": (
            "zero-inflated Poisson",
            lambda x: ZeroInflatedPoisson("Y", rate=x, keep=hyperparameters("p"), **DATA),
        ),
        "binomial": ("Binomial", _binomial),
        "observation": (
            "any",
            lambda x: Observation("Y", mean=x, variance=hyperparameters("variance_Y"), **DATA),
        ),
    }
)
"""Observation models with a mean, by their part of a model's name: title and declaration."""

DISPERSIONS: Final = (
    "normal", "gamma", "inverse_gaussian", "poisson", "binomial", "negative_binomial",
)  # fmt: skip


def poisson(prior: str) -> None:
    """Declare Y_ij as Poisson with a rate that is a sum over factors."""
    Poisson("Y", rate=product_sum(*pair(prior)), **DATA)


def factorized(prior: str, likelihood: str) -> None:
    """Declare Y_ij with a mean that is a sum over factors."""
    LIKELIHOODS[likelihood][1](product_sum(*pair(prior)))


def compound(family: str) -> None:
    """Declare Y_ij as the sum of N_ij draws of an exponential dispersion model, N_ij Poisson."""
    rate = product_sum(*pair("gamma"))
    natural, _ = BUILT_IN[f"ExponentialDispersion[{family}]"].parameters
    w = hyperparameters("w", domain=natural.domain)
    kappa = hyperparameters("kappa")
    count = Poisson("N", rate=rate, dims=MATRIX)
    ExponentialDispersion("Y", family=family, w=w, kappa=kappa * count, **DATA)


def hierarchical() -> None:
    """Declare hierarchical Poisson factorization (Gopalan, Hofman and Blei, 2015)."""
    a, a_prime, b_prime, c, c_prime, d_prime = hyperparameters(
        "a a_prime b_prime c c_prime d_prime"
    )
    xi = Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
    theta = Gamma("theta", shape=a, rate=xi, dims=ROW)
    eta = Gamma("eta", shape=c_prime, rate=c_prime / d_prime, dims="col")
    beta = Gamma("beta", shape=c, rate=eta, dims=COL)
    Poisson("Y", rate=product_sum(theta, beta), **DATA)


def hierarchical_rows() -> None:
    """Declare Poisson factorization in which only rows have a level above their factors."""
    a, a_prime, b_prime, c, d = hyperparameters("a a_prime b_prime c d")
    xi = Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
    theta = Gamma("theta", shape=a, rate=xi, dims=ROW)
    beta = Gamma("beta", shape=c, rate=d, dims=COL)
    Poisson("Y", rate=product_sum(theta, beta), **DATA)


def exposed() -> None:
    """Declare Poisson factorization with a known exposure of every column."""
    theta, beta = pair("gamma")
    exposure = Known("gamma", dims="col")
    Poisson("Y", rate=exposure * product_sum(theta, beta), **DATA)


def degree_corrected() -> None:
    """Declare Poisson factorization given how large rows and columns are.

    Given their totals over the factors, Gamma factors of rows and of columns are Dirichlet vectors,
    whatever the levels above them are; the totals are the known u and v, of mean one.
    """
    a, c, mu = hyperparameters("a c mu")
    u, v = Known("u", dims="row"), Known("v", dims="col")
    theta = Dirichlet("theta", concentration=a, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=c, dims=COL, over="factor")
    rate = u * v * mu * size("factor") * product_sum(theta, beta)
    Poisson("Y", rate=rate, **DATA)


def topics() -> None:
    """Declare latent Dirichlet allocation (Blei, Ng and Jordan, 2003), given lengths n.

    Two tokens of one document are one word more often than tokens of two documents are, by
    (K - 1)/((K alpha + 1)(K eta M/(M - 1) + 1 + K/(M - 1))) of that: the interaction, as M grows.
    """
    alpha, eta = hyperparameters("alpha eta")
    length = Known("n", dims="row")
    theta = Dirichlet("theta", concentration=alpha, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=eta, dims=TOPICS, over="col")
    share = product_sum(theta, beta)
    Multinomial("Y", trials=length, probabilities=share, over="col", **DATA)


def asymmetric_topics() -> None:
    """Declare latent Dirichlet allocation with base measures (Wallach, Mimno and McCallum, 2009).

    Shares of words are known, from their totals; how large the topics are is random.
    """
    alpha, eta, gamma = hyperparameters("alpha eta gamma")
    length, share = Known("n", dims="row"), Known("share", dims="col", over="col")
    weight = Dirichlet("weight", concentration=gamma, dims="factor", over="factor")
    theta = Dirichlet("theta", concentration=alpha, base=weight, dims=ROW, over="factor")
    beta = Dirichlet("beta", concentration=eta, base=share, dims=TOPICS, over="col")
    mixture = product_sum(theta, beta)
    Multinomial("Y", trials=length, probabilities=mixture, over="col", **DATA)


def admixture() -> None:
    """Declare genotypes of admixed individuals (Pritchard, Stephens and Donnelly, 2000).

    Y_ij is how many of two copies of gene j are of one kind; populations differ in frequencies.
    """
    alpha, a, b = hyperparameters("alpha a b")
    theta = Dirichlet("theta", concentration=alpha, dims=ROW, over="factor")
    frequency = Beta("frequency", alpha=a, beta=b, dims=TOPICS)
    mean = 2 * product_sum(theta, frequency)
    Binomial("Y", mean=mean, trials=2, **DATA)


def weighted() -> None:
    """Declare Poisson factorization whose factors have random weights of their own."""
    theta, beta = pair("gamma")
    e, f = hyperparameters("e f")
    weight = Gamma("weight", shape=e, rate=f, dims="factor")
    Poisson("Y", rate=product_sum(weight, theta, beta), **DATA)


def with_effects() -> None:
    """Declare Poisson factorization with additive effects of rows and columns."""
    theta, beta = pair("gamma")
    a_row, b_row, a_col, b_col = hyperparameters("a_row b_row a_col b_col")
    row_effect = Gamma("row_effect", shape=a_row, rate=b_row, dims="row")
    col_effect = Gamma("col_effect", shape=a_col, rate=b_col, dims="col")
    rate = row_effect + col_effect + product_sum(theta, beta)
    Poisson("Y", rate=rate, **DATA)


def three_axes() -> None:
    """Declare Poisson factorization of a three-way array."""
    theta, beta = pair("gamma")
    e, f = hyperparameters("e f")
    weight = Gamma("weight", shape=e, rate=f, dims="slice factor")
    Poisson("Y", rate=product_sum(theta, beta, weight), dims="row col slice", observed=True)


def any_dispersion() -> None:
    """Declare compound Poisson factorization by psi'(w) and psi''(w), whatever psi is."""
    theta, beta = pair("prior")
    kappa, psi_first, psi_second = hyperparameters("kappa psi_first psi_second")
    count = Poisson("N", rate=product_sum(theta, beta), dims=MATRIX)
    mean, variance = kappa * psi_first * count, kappa * psi_second * count
    Observation("Y", mean=mean, variance=variance, **DATA)


_PAPERS_PRIORS = ("gamma", "beta", "halfnormal", "lognormal")
"""Priors of the paper's experiments, each with the three likelihoods of those experiments."""

_STRUCTURES: Final = MappingProxyType(
    {
        "cpmf_prior_any": CatalogueEntry(
            any_dispersion,
            "Compound Poisson with any exponential dispersion model, any positive priors",
        ),
        "hpf_gamma": CatalogueEntry(
            hierarchical, "Hierarchical Poisson factorization, Gamma priors on rates", ("a", "c")
        ),
        "hpf_rows_gamma": CatalogueEntry(
            hierarchical_rows,
            "Poisson factorization with a level above the rows only, Gamma priors",
            ("a",),
        ),
        "pmf_gamma_exposure": CatalogueEntry(
            exposed, "Poisson factorization with known column exposures gamma, Gamma priors"
        ),
        "pmf_dirichlet": CatalogueEntry(
            degree_corrected,
            "Poisson factorization given totals u, v of rows and columns, Dirichlet factors",
            ("a", "c"),
        ),
        "lda": CatalogueEntry(
            topics, "Latent Dirichlet allocation: words of documents of known lengths n"
        ),
        "lda_asymmetric": CatalogueEntry(
            asymmetric_topics,
            "Latent Dirichlet allocation with known shares of words, topics of unlike sizes",
            ("alpha", "gamma"),
        ),
        "admixture": CatalogueEntry(
            admixture, "Genotypes of two copies each, from mixed populations with Beta frequencies"
        ),
        "pmf_gamma_weights": CatalogueEntry(
            weighted, "Poisson factorization with random factor weights", ("e",)
        ),
        "pmf_gamma_effects": CatalogueEntry(
            with_effects,
            "Poisson factorization with additive row and column effects, Gamma priors",
            ("a_row", "b_row", "a_col", "b_col"),
        ),
        "ptf_gamma": CatalogueEntry(
            three_axes, "Poisson factorization of a three-way array, Gamma priors"
        ),
    }
)


def _entries() -> Iterator[tuple[str, CatalogueEntry]]:
    titles = {"gamma": "Gamma priors (shape and rate)"} | {name: PRIORS[name][0] for name in PRIORS}
    for prior, title in titles.items():
        if prior != "normal":  # a rate cannot be negative
            declare = functools.partial(poisson, prior)
            yield f"pmf_{prior}", CatalogueEntry(declare, f"Poisson factorization, {title}")
    generic = [
        (prior, name) for prior in _PAPERS_PRIORS for name in ("normal", "gumbel", "laplace")
    ]
    generic += [("normal", "normal")]
    generic += [("gamma", name) for name in ("gamma", "negativebinomial", "zeroinflatedpoisson")]
    generic += [("beta", "binomial"), ("prior", "observation")]
    for prior, likelihood in generic:
        title = f"{LIKELIHOODS[likelihood][0]} observations, {titles[prior]}"
        declare = functools.partial(factorized, prior, likelihood)
        yield f"gmf_{prior}_{likelihood}", CatalogueEntry(declare, title)
    for family in DISPERSIONS:
        named = family.replace("_", " ").title()
        title = f"Sums of a Poisson number of {named} draws, Gamma priors"
        declare = functools.partial(compound, family)
        yield f"cpmf_gamma_{family.replace('_', '')}", CatalogueEntry(declare, title)
    yield from _STRUCTURES.items()


CATALOGUE: Final[Mapping[str, CatalogueEntry]] = MappingProxyType(dict(_entries()))
"""Every named model, by name."""


def catalogue_model(name: str) -> Declaration:
    """Declare a model of the catalogue."""
    if name not in CATALOGUE:
        raise ModelNameError(
            f"no model is named {name!r}",
            expected="a model of the catalogue",
            do=did_you_mean(name, CATALOGUE) + " `symppm models` lists them.",
        )
    with Context(name) as context:
        CATALOGUE[name].declare()
    return context.declaration
