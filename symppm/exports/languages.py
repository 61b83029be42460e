"""Matches as programs in probabilistic programming languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from symppm.errors import ParameterError, did_you_mean
from symppm.exports.jags_code import to_jags
from symppm.exports.probabilistic import to_numpyro, to_pyro
from symppm.exports.pymc_code import to_pymc
from symppm.exports.stan_code import to_stan
from symppm.exports.types import Chosen, Export

LANGUAGES: Final[Mapping[str, Callable[[Chosen], Export]]] = MappingProxyType(
    {
        "jags": to_jags,
        "numpyro": to_numpyro,
        "pymc": to_pymc,
        "pyro": to_pyro,
        "stan": to_stan,
    }
)
"""By target: from a match to its program."""


def to_language(chosen: Chosen, target: str) -> Export:
    """Write a match as a program, from its declaration."""
    if target not in LANGUAGES:
        raise ParameterError(
            f"target={target!r}",
            expected="a language: " + ", ".join(LANGUAGES),
            do=did_you_mean(str(target), LANGUAGES),
        )
    return LANGUAGES[target](chosen)
