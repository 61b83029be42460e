"""The named models. Each is a declaration and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from symppm.errors import ModelNameError, did_you_mean
from symppm.model.context import Context, hyperparameters
from symppm.model.declaration import Declaration
from symppm.model.language import Gamma, Poisson, Prior, sum_over


@dataclass(frozen=True)
class CatalogueEntry:
    """A named model.

    Attributes
    ----------
    declare : callable
        Writes the declaration into the open block.
    title : str
        One line for lists.
    """

    declare: Callable[[], None]
    title: str


def _pmf_gamma() -> None:
    a, b, c, d = hyperparameters("a b c d")
    theta = Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = Gamma("beta", shape=c, rate=d, dims="col factor")
    Poisson("Y", rate=sum_over(theta * beta, over="factor"), dims="row col", observed=True)


def _pmf_prior() -> None:
    mu_theta, sigma_theta, mu_beta, sigma_beta = hyperparameters(
        "mu_theta sigma_theta mu_beta sigma_beta"
    )
    theta = Prior("theta", mean=mu_theta, variance=sigma_theta**2, dims="row factor")
    beta = Prior("beta", mean=mu_beta, variance=sigma_beta**2, dims="col factor")
    Poisson("Y", rate=sum_over(theta * beta, over="factor"), dims="row col", observed=True)


CATALOGUE: Mapping[str, CatalogueEntry] = MappingProxyType(
    {
        "pmf_gamma": CatalogueEntry(
            _pmf_gamma, "Poisson factorization, Gamma priors (shape and rate)"
        ),
        "pmf_prior": CatalogueEntry(
            _pmf_prior, "Poisson factorization, any positive priors F(mean, variance)"
        ),
    }
)
"""Every named model, by name."""


def catalogue_model(name: str) -> Declaration:
    """Declare a model of the catalogue.

    Parameters
    ----------
    name : str
        Such as ``"pmf_gamma"``.

    Raises
    ------
    ModelNameError
        If there is no such model.
    """
    if name not in CATALOGUE:
        raise ModelNameError(
            f"no model is named {name!r}",
            expected="a model of the catalogue",
            do=did_you_mean(name, CATALOGUE) + " `symppm models` lists them.",
        )
    with Context(name) as context:
        CATALOGUE[name].declare()
    return context.declaration
