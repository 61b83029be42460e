"""The named models. Each is a declaration and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from symppm.errors import ModelNameError, did_you_mean
from symppm.model.catalogue import structures
from symppm.model.catalogue.parts import (
    DISPERSIONS,
    LIKELIHOODS,
    PRIORS,
    compound,
    pair,
    product_sum,
)
from symppm.model.context import Context
from symppm.model.declaration import Declaration
from symppm.model.distributions import Poisson

_PAPERS_PRIORS = ("gamma", "beta", "halfnormal", "lognormal")
"""Priors of the paper's experiments, each with the three likelihoods of those experiments."""


@dataclass(frozen=True)
class CatalogueEntry:
    """A named model.

    Attributes
    ----------
    declare : callable
        Writes the declaration into the open block.
    title : str
        One line for lists.
    needs : tuple of str, optional
        Hyperparameters that users have to give; None to let the solver choose them.
    """

    declare: Callable[[], None]
    title: str
    needs: tuple[str, ...] | None = None


def _titled(name: str) -> str:
    own = {
        "gamma": "Gamma priors (shape and rate)",
        "prior": "any positive priors F(mean, variance)",
    }
    return own[name] if name in own else PRIORS[name].title


def _poisson(prior: str) -> CatalogueEntry:
    def declare() -> None:
        rate = product_sum(*pair(prior))
        Poisson("Y", rate=rate, dims="row col", observed=True)

    return CatalogueEntry(declare, f"Poisson factorization, {_titled(prior)}")


def _generic(prior: str, likelihood: str) -> CatalogueEntry:
    title, around = LIKELIHOODS[likelihood]

    def declare() -> None:
        around(product_sum(*pair(prior)))

    return CatalogueEntry(declare, f"{title} observations, {_titled(prior)}")


def _compound(family: str) -> CatalogueEntry:
    def declare() -> None:
        compound(family, product_sum(*pair("gamma")))

    title = DISPERSIONS[family][0]
    return CatalogueEntry(declare, f"Sums of a Poisson number of {title} draws, Gamma priors")


def _entries() -> Iterator[tuple[str, CatalogueEntry]]:
    for prior in ("gamma", "prior", *PRIORS):
        if prior != "normal":  # a rate cannot be negative
            yield f"pmf_{prior}", _poisson(prior)
    for prior in _PAPERS_PRIORS:
        for likelihood in ("normal", "gumbel", "laplace"):
            yield f"gmf_{prior}_{likelihood}", _generic(prior, likelihood)
    yield "gmf_normal_normal", _generic("normal", "normal")
    for likelihood in ("gamma", "negativebinomial", "zeroinflatedpoisson"):
        yield f"gmf_gamma_{likelihood}", _generic("gamma", likelihood)
    yield "gmf_beta_binomial", _generic("beta", "binomial")
    yield "gmf_prior_observation", _generic("prior", "observation")
    for family in DISPERSIONS:
        yield f"cpmf_gamma_{family}", _compound(family)
    yield (
        "cpmf_prior_any",
        CatalogueEntry(
            structures.any_dispersion,
            "Compound Poisson with any exponential dispersion model, any positive priors",
        ),
    )
    yield (
        "hpf_gamma",
        CatalogueEntry(
            structures.hierarchical,
            "Hierarchical Poisson factorization, Gamma priors on rates",
            ("a", "c"),
        ),
    )
    yield (
        "hpf_rows_gamma",
        CatalogueEntry(
            structures.hierarchical_rows,
            "Poisson factorization with a level above the rows only, Gamma priors",
            ("a",),
        ),
    )
    yield (
        "pmf_gamma_exposure",
        CatalogueEntry(
            structures.exposed,
            "Poisson factorization with known column exposures gamma, Gamma priors",
        ),
    )
    yield (
        "pmf_dirichlet",
        CatalogueEntry(
            structures.degree_corrected,
            "Poisson factorization given totals u, v of rows and columns, Dirichlet factors",
            ("a", "c"),
        ),
    )
    yield (
        "lda",
        CatalogueEntry(
            structures.topics,
            "Latent Dirichlet allocation: words of documents of known lengths n",
        ),
    )
    yield (
        "lda_asymmetric",
        CatalogueEntry(
            structures.asymmetric_topics,
            "Latent Dirichlet allocation with known shares of words, topics of unlike sizes",
            ("alpha", "gamma"),
        ),
    )
    yield (
        "admixture",
        CatalogueEntry(
            structures.admixture,
            "Genotypes of two copies each, from mixed populations with Beta frequencies",
        ),
    )
    yield (
        "pmf_gamma_weights",
        CatalogueEntry(
            structures.weighted, "Poisson factorization with random factor weights", ("e",)
        ),
    )
    yield (
        "pmf_gamma_effects",
        CatalogueEntry(
            structures.with_effects,
            "Poisson factorization with additive row and column effects, Gamma priors",
            ("a_row", "b_row", "a_col", "b_col"),
        ),
    )
    yield (
        "ptf_gamma",
        CatalogueEntry(
            structures.three_axes, "Poisson factorization of a three-way array, Gamma priors"
        ),
    )


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
