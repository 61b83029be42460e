"""What the languages draw from: families in the parameters that languages ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import sympy

from symppm.errors import NotBuiltError, NotDerivableError
from symppm.model.declaration import Variable
from symppm.model.links import Logistic

Parameters = Mapping[str, sympy.Expr]


@dataclass(frozen=True)
class Plain:
    """A distribution by a name that languages have, in every parametrisation that one asks for."""

    name: str
    parameters: Parameters


def _normal(p: Parameters) -> Parameters:
    return {"sd": sympy.sqrt(p["variance"]), "precision": 1 / p["variance"]}


def _gumbel(p: Parameters) -> Parameters:
    return {"mode": p["mean"] - sympy.EulerGamma * p["scale"]}


def _binomial(p: Parameters) -> Parameters:
    return {"probability": p["mean"] / p["trials"]}


def _negative_binomial(p: Parameters) -> Parameters:
    return {
        "probability": p["size"] / (p["size"] + p["mean"]),
        "rate": p["size"] / p["mean"],
    }


def _inverse_square(name: str) -> Callable[[Parameters], Parameters]:
    return lambda p: {"precision": p[name] ** -2}


def _zero_inflated(p: Parameters) -> Parameters:
    return {"drop": 1 - p["keep"]}


def _weibull(p: Parameters) -> Parameters:
    return {"rate": p["scale"] ** -p["shape"]}


def _laplace(p: Parameters) -> Parameters:
    return {"rate": 1 / p["scale"]}


_FOLLOWS: Final[Mapping[str, Callable[[Parameters], Parameters]]] = MappingProxyType(
    {
        "Binomial": _binomial,
        "Gumbel": _gumbel,
        "HalfCauchy": _inverse_square("scale"),
        "HalfNormal": _inverse_square("scale"),
        "Laplace": _laplace,
        "LogNormal": _inverse_square("sigma"),
        "NegativeBinomial": _negative_binomial,
        "Normal": _normal,
        "StudentT": _inverse_square("scale"),
        "Weibull": _weibull,
        "ZeroInflatedPoisson": _zero_inflated,
    }
)

_DISPERSIONS: Final[Mapping[str, Callable[[sympy.Expr, sympy.Expr], Plain]]] = MappingProxyType(
    {
        "normal": lambda w, kappa: Plain("Normal", {"mean": kappa * w, "variance": kappa}),
        "gamma": lambda w, kappa: Plain("Gamma", {"shape": kappa, "rate": -w}),
        "inverse_gaussian": lambda w, kappa: Plain(
            "InverseGaussian", {"mean": kappa / sympy.sqrt(-2 * w), "shape": kappa**2}
        ),
        "poisson": lambda w, kappa: Plain("Poisson", {"rate": kappa * sympy.exp(w)}),
        "binomial": lambda w, kappa: Plain(
            "Binomial", {"mean": kappa * Logistic(w), "trials": kappa}
        ),
        "negative_binomial": lambda w, kappa: Plain(
            "NegativeBinomial",
            {"mean": kappa * sympy.exp(w) / (1 - sympy.exp(w)), "size": kappa},
        ),
    }
)


def plain(variable: Variable, parameters: Parameters | None = None) -> Plain:
    """Return the distribution of a variable as languages know it."""
    given = dict(variable.parameters if parameters is None else parameters)
    name = variable.family.name
    kind, _, inner = name.partition("[")
    if name in ("Prior", "Observation") or inner == "general]":
        raise NotDerivableError(
            f"{variable.name} ~ {name}, of which only moments are declared",
            expected="a distribution that can be drawn from; no language can hold two moments",
            do="Declare a family with these moments, such as Gamma(shape=mean**2/variance, "
            "rate=mean/variance), and match that; in the catalogue pmf_gamma is such a model.",
        )
    found = Plain(name, given)
    if kind == "ExponentialDispersion":
        found = _DISPERSIONS[inner.rstrip("]")](given["w"], given["kappa"])
    elif name.startswith("Categorical"):
        total = sympy.Add(*given.values())
        shares = {f"share_{n}": weight / total for n, weight in enumerate(given.values())}
        found = Plain("Categorical", shares)
    follows = _FOLLOWS.get(found.name)
    more = follows(found.parameters) if follows else {}
    return Plain(found.name, {**found.parameters, **more})


def missing(name: str, language: str, has: str) -> NotBuiltError:
    """Return the error for a distribution that a language does not have."""
    return NotBuiltError(
        f"{name} in an export to {language}",
        expected="a distribution that it has",
        do=f"Export to {has}, which can express it."
        if has
        else "Write the model by hand: symppm writes this family for no language.",
    )
