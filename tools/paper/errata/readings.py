"""What the paper's symbols stand for in a declared model, read off its structure and families."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import sympy

from errata.symbols import SYMBOLS
from symppm import families
from symppm.families import Family
from symppm.families.dispersion import ExponentialDispersionFamily
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.nodes import AxisSum, entries, known_entries

Values = Mapping[str, sympy.Expr]

_MOMENTS: Final = MappingProxyType(
    {
        "mean": "E",
        "variance": "V",
        "other variance row": "V_l",
        "covariance row": "C_1",
        "covariance col": "C_2",
        "correlation row": "rho_1",
        "correlation col": "rho_2",
    }
)
_OWN_PARAMETER: Final[Mapping[Family, tuple[str, str, Callable[[Values], sympy.Expr]]]] = (
    MappingProxyType(
        {
            families.NORMAL: ("normal", "sigma_Y", lambda given: sympy.sqrt(given["variance"])),
            families.GUMBEL: ("gumbel", "scale_Y", lambda given: given["scale"]),
            families.NEGATIVE_BINOMIAL: ("negative binomial", "r", lambda given: given["size"]),
        }
    )
)
"""Observation models that the paper names, and what it calls their parameter."""

_ROWS: Final[Mapping[str, Callable[[Values], dict[str, sympy.Expr]]]] = MappingProxyType(
    {
        # NumPy's Gamma has a scale, and ours a rate.
        "Gamma": lambda given: {"p": given["shape"], "q": 1 / given["rate"]},
        "Beta": lambda given: {"p": given["alpha"], "q": given["beta"]},
        "HalfNormal": lambda given: {"mu": given["location"], "sigma": given["scale"]},
        "LogNormal": lambda given: {"mu": given["mu"], "sigma": given["sigma"]},
        "Gumbel": lambda given: {
            "mu": given["mean"] - sympy.EulerGamma * given["scale"],
            "sigma": given["scale"],
        },
        "Laplace": lambda given: {"mu": given["mean"], "sigma": given["scale"]},
        "Normal": lambda given: {"mu": given["mean"], "sigma": sympy.sqrt(given["variance"])},
        "Poisson": lambda given: {"eta": given["rate"]},
    }
)
"""Parameters of the table of families, by ours."""


@dataclass(frozen=True)
class Reading:
    """Structures of the paper that a model is an instance of, and what symbols stand for in it."""

    about: frozenset[str]
    values: Mapping[sympy.Symbol, sympy.Expr]


def readings(
    declaration: Declaration, moments: Mapping[str, sympy.Expr]
) -> tuple[Reading, ...]:  # fmt: skip
    """Return every way in which printed formulas apply to a model."""
    found = [*_of_matrix(declaration, moments), *_of_families(declaration)]
    return tuple(
        Reading(frozenset(about), {SYMBOLS[name]: value for name, value in values.items()})
        for about, values in found
    )


def _of_matrix(
    declaration: Declaration, moments: Mapping[str, sympy.Expr]
) -> Iterator[tuple[set[str], Values]]:
    factors = _factors(declaration)
    if factors is None:
        return
    theta, beta, factor = factors
    inner = AxisSum(theta.generic * beta.generic, factor.generic, factor.size)
    values = _of_priors(theta, beta, factor.size) | {
        _MOMENTS[name]: value for name, value in moments.items() if name in _MOMENTS
    }
    observed = declaration.observed
    between = [each for each in declaration.variables if each not in (theta, beta, observed)]
    if len(between) == 1:
        compound = _compound(between[0], observed, inner)
        if compound is not None:
            yield {"compound"}, values | compound
    elif not between and declaration.known:
        exposed = _exposed(declaration, inner)
        if exposed is not None:
            letters = {name: SYMBOLS[name] for name in ("gamma_j", "gamma_l")}
            yield (
                {"exposure"},
                {name: value.xreplace(exposed) for name, value in values.items()} | letters,
            )
    elif not between:
        yield from _generic(observed, inner, values)


def _factors(declaration: Declaration) -> tuple[Variable, Variable, Axis] | None:
    """Return the two priors and their axis, where there is one of rows, one of columns, no more."""
    observed = declaration.observed
    if len(observed.axes) != 2 or len(declaration.latent_axes) != 1:
        return None
    (factor,) = declaration.latent_axes
    roots = [v for v in declaration.variables if not v.observed and not declaration.parents(v)]
    priors = [v for axis in observed.axes for v in roots if set(v.axes) == {axis, factor}]
    if len(roots) != 2 or len(priors) != 2:
        return None
    return priors[0], priors[1], factor


def _of_priors(theta: Variable, beta: Variable, size: sympy.Expr) -> dict[str, sympy.Expr]:
    (mean_t, square_t), (mean_b, square_b) = (
        [each.family.raw_moment(order, each.parameters).value for order in (1, 2)]
        for each in (theta, beta)
    )
    sigma_t, sigma_b = (sympy.sqrt(each.family.variance(each.parameters)) for each in (theta, beta))
    mean, product = size * mean_t * mean_b, square_t * square_b - (mean_t * mean_b) ** 2
    values = {
        "K": size,
        "mu_theta": mean_t,
        "mu_beta": mean_b,
        "sigma_theta": sigma_t,
        "sigma_beta": sigma_b,
        "V_product": product,
        "E_eta": mean,
        "V_eta": size * product,
        "E_N": mean,
        "V_N": mean + size * product,
    }
    if theta.family == beta.family == families.GAMMA:
        names = ("a", "b", "c", "d")
        given = [each.parameters[name] for each in (theta, beta) for name in ("shape", "rate")]
        values |= dict(zip(names, given, strict=True))
    return values


def _compound(
    count: Variable, observed: Variable, inner: sympy.Expr
) -> dict[str, sympy.Expr] | None:
    """Return kappa, psi' and psi'' where Y given a Poisson count N is ED(w, kappa N)."""
    if count.family != families.POISSON or count.parameters["rate"] != inner:
        return None
    family, number, given = observed.family, count.generic, observed.parameters
    if isinstance(family, ExponentialDispersionFamily):
        kappa = sympy.cancel(given["kappa"] / number)
        first, second = (family.derivative(order, given["w"]) for order in (1, 2))
    else:
        mean, variance = (
            sympy.cancel(moment(given) / number) for moment in (family.mean, family.variance)
        )
        kappa = sympy.gcd(mean, variance)
        first, second = mean / kappa, variance / kappa
    found = {"kappa": kappa, "psi_1": first, "psi_2": second}
    return None if any(entries(value) for value in found.values()) else found


def _exposed(
    declaration: Declaration, inner: sympy.Expr
) -> dict[sympy.Expr, sympy.Expr] | None:  # fmt: skip
    """Return the letters of the exposures where Y is Poisson with rate gamma_j times the sum."""
    observed = declaration.observed
    column = observed.axes[1]
    if observed.family != families.POISSON or len(declaration.known) != 1:
        return None
    (array,) = declaration.known
    if array.axes != (column,) or observed.parameters["rate"] != array.generic * inner:
        return None
    (entry,) = known_entries(array.generic)
    names = ("gamma_j", "gamma_l")
    return {
        entry.func(entry.label, letter): SYMBOLS[name]
        for letter, name in zip(column.pool(2), names, strict=True)
    }


def _generic(
    observed: Variable, inner: sympy.Expr, values: dict[str, sympy.Expr]
) -> Iterator[tuple[set[str], Values]]:
    """Read a model whose observations have the inner product as their conditional mean."""
    eta = SYMBOLS["eta"]
    given = {name: value.xreplace({inner: eta}) for name, value in observed.parameters.items()}
    if any(entries(value) for value in given.values()):
        return
    mean, variance = observed.family.mean(given), observed.family.variance(given)
    polynomial = sympy.Poly(variance, eta)
    if sympy.cancel(mean - eta) != 0 or polynomial.degree() > 2:
        return
    first = values["E_eta"]
    raw = (sympy.S.One, first, values["V_eta"] + first**2)
    expected = sum((c * raw[power] for (power,), c in polynomial.terms()), sympy.S.Zero)
    own = {"W": expected, "eta": eta, "mean_given_eta": mean, "variance_given_eta": variance}
    about = {"generic"}
    if observed.family == families.POISSON:
        about |= {"poisson", "gamma poisson"} if "a" in values else {"poisson"}
    elif observed.family in _OWN_PARAMETER:
        family, name, parameter = _OWN_PARAMETER[observed.family]
        about.add(f"{family} observations")
        own[name] = parameter(given)
    yield about, values | own


def _of_families(declaration: Declaration) -> Iterator[tuple[set[str], Values]]:
    """Read each variable as a row of the table of families, its parents' values being letters."""
    for variable in declaration.variables:
        family = variable.family
        if family.name in _ROWS:
            given = {
                name: SYMBOLS["eta"] if entries(value) else value
                for name, value in variable.parameters.items()
            }
            moments = {"E_X": family.mean(given), "V_X": family.variance(given)}
            yield {f"table {family.name}"}, _ROWS[family.name](given) | moments
