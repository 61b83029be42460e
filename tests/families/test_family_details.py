"""Domains, refusals, and the form in which moments come."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
import sympy

from symppm import families
from symppm.errors import DeclarationError, NoMomentError, NotDerivableError, ParameterError
from symppm.families import (
    BUILT_IN,
    POISSON,
    TWO_MOMENTS,
    Family,
    Moment,
    Parameter,
    Support,
    family_named,
)

DOMAINS = {
    "Bernoulli": "mean nonnegative up to 1",
    "Beta": "alpha positive, beta positive",
    "Binomial": "mean nonnegative, trials positive integer",
    "Dirichlet": "concentration positive, size positive integer",
    "Dirichlet[base]": "concentration positive, base positive, size positive integer",
    "Exponential": "rate positive",
    "Gamma": "shape positive, rate positive",
    "Gumbel": "mean real, scale positive",
    "HalfCauchy": "location real, scale positive",
    "HalfNormal": "location real, scale positive",
    "InverseGamma": "shape positive, scale positive",
    "Laplace": "mean real, scale positive",
    "LogNormal": "mu real, sigma positive",
    "Multinomial": "trials nonnegative integer, probabilities nonnegative",
    "NegativeBinomial": "mean nonnegative, size positive",
    "Normal": "mean real, variance nonnegative",
    "Observation": "mean real, variance nonnegative",
    "Poisson": "rate nonnegative",
    "Prior": "mean positive, variance nonnegative",
    "StudentT": "location real, scale positive, degrees positive",
    "Uniform": "low real, high real",
    "Weibull": "shape positive, scale positive",
    "ZeroInflatedPoisson": "rate nonnegative, keep nonnegative up to 1",
    "ExponentialDispersion[binomial]": "w real, kappa nonnegative integer",
    "ExponentialDispersion[gamma]": "w negative, kappa nonnegative",
    "ExponentialDispersion[general]": "w real, kappa nonnegative",
    "ExponentialDispersion[inverse_gaussian]": "w negative, kappa nonnegative",
    "ExponentialDispersion[negative_binomial]": "w negative, kappa nonnegative",
    "ExponentialDispersion[normal]": "w real, kappa nonnegative",
    "ExponentialDispersion[poisson]": "w real, kappa nonnegative",
    **{
        f"Categorical{count}": ", ".join(f"weight_{n} positive" for n in range(count))
        for count in range(2, 21)
    },
}


def described(family: Family) -> str:
    return ", ".join(
        f"{p.name} {p.domain}"
        + (" integer" if p.integer else "")
        + (f" up to {p.upper}" if p.upper is not None else "")
        for p in family.parameters
    )


def test_parameters_and_their_domains() -> None:
    assert {name: described(family) for name, family in BUILT_IN.items()} == DOMAINS


NONE_BELOW_ZERO = [
    families.EXPONENTIAL,
    families.NORMAL,
    families.GUMBEL,
    families.LAPLACE,
    families.NEGATIVE_BINOMIAL,
    families.BINOMIAL,
    families.ZERO_INFLATED_POISSON,
    families.HALF_NORMAL,
    families.HALF_CAUCHY,
    families.BERNOULLI,
    *families.CATEGORICAL,
    families.STUDENT_T,
    families.GAMMA_DISPERSION,
    families.OBSERVATION,
]


@pytest.mark.parametrize("family", NONE_BELOW_ZERO, ids=lambda f: f.name)
def test_negative_orders_are_refused_with_a_reason(family: Family) -> None:
    at = {p.name: sympy.Symbol(p.name, positive=True) for p in family.parameters}
    with pytest.raises(NotDerivableError, match=r"the moment of order -1 of \w+"):
        family.raw_moment(-1, at)


@pytest.mark.parametrize("order", range(-4, 5))
def test_moments_exist_exactly_where_the_density_is_integrable(order: int) -> None:
    """Near its end a density behaves like a power x^(e - 1), and x^n needs e + n > 0 there."""
    first, second = sympy.symbols("first second", positive=True)
    below = () if order >= 0 else (first + order,)
    above = () if order <= 0 else (first - order,)
    end = () if order >= 0 else (first,)
    wanted = {
        families.BETA: ("alpha", "beta", below),
        families.WEIBULL: ("shape", "scale", below),
        families.INVERSE_GAMMA: ("shape", "scale", above),
        families.UNIFORM: ("low", "high", end),
        families.LOG_NORMAL: ("mu", "sigma", ()),
    }
    if order >= 0:
        t = families.STUDENT_T.raw_moment(order, {"location": 0, "scale": 1, "degrees": first})
        assert t.conditions == above
    for family, (one, two, conditions) in wanted.items():
        moment = family.raw_moment(order, {one: first, two: second})
        assert moment.conditions == conditions, family.name


@pytest.mark.parametrize("order", range(1, 7))
def test_moments_are_polynomials_in_what_derivations_substitute(order: int) -> None:
    x, s, m = sympy.symbols("x s m", positive=True)
    polynomials = [
        families.NORMAL.raw_moment(order, {"mean": x, "variance": s}),
        families.GUMBEL.raw_moment(order, {"mean": x, "scale": s}),
        families.LAPLACE.raw_moment(order, {"mean": x, "scale": s}),
        families.NEGATIVE_BINOMIAL.raw_moment(order, {"mean": x, "size": s}),
        families.BINOMIAL.raw_moment(order, {"mean": x, "trials": s}),
        families.ZERO_INFLATED_POISSON.raw_moment(order, {"rate": x, "keep": s}),
        families.GAMMA.raw_moment(order, {"shape": m, "rate": m / x}),
        families.LOG_NORMAL.raw_moment(order, {"mu": sympy.log(x) - s**2 / 2, "sigma": s}),
        families.WEIBULL.raw_moment(order, {"shape": m, "scale": x}),
        families.GAMMA_DISPERSION.raw_moment(order, {"w": -s, "kappa": m * x}),
        families.GENERAL_DISPERSION.raw_moment(order, {"w": s, "kappa": m * x}),
    ]
    for moment in polynomials:
        assert sympy.Poly(moment.value, x).degree() == order


def test_cumulants_of_an_unspecified_dispersion_family_are_derivatives_of_psi() -> None:
    w = sympy.Symbol("w", real=True)
    kappa = sympy.Symbol("kappa", positive=True)
    psi = sympy.Function("psi")(w)
    at = {"w": w, "kappa": kappa}
    first, second, third = (families.GENERAL_DISPERSION.raw_moment(n, at).value for n in (1, 2, 3))
    central = sympy.expand(third - 3 * second * first + 2 * first**3)
    assert first == kappa * psi.diff(w)
    assert families.GENERAL_DISPERSION.variance(at) == kappa * psi.diff(w, 2)
    assert central == kappa * psi.diff(w, 3)
    # The undefined function may be replaced by the gamma family's afterwards.
    special = central.subs(psi, -sympy.log(-w)).doit()
    assert sympy.simplify(special + 2 * kappa / w**3) == 0


@pytest.mark.parametrize("family", [families.OBSERVATION, families.GENERAL_DISPERSION])
def test_what_is_known_by_moments_only_cannot_be_drawn(family: Family) -> None:
    with pytest.raises(ParameterError, match="a draw from an"):
        family.check_sampled()
    with pytest.raises(ParameterError, match="expected a"):
        family.sample(np.random.default_rng(1), {}, (2,))


def test_mean_and_variance_that_no_member_has_are_refused() -> None:
    m, v = sympy.symbols("m v", positive=True)
    with pytest.raises(NotDerivableError, match="the square of the mean"):
        families.EXPONENTIAL.from_mean_variance(m, v)
    with pytest.raises(NotDerivableError, match=r"a variance equal to mean \(1 - mean\)"):
        families.BERNOULLI.from_mean_variance(m, v)
    with pytest.raises(NotDerivableError, match="determines w"):
        families.GENERAL_DISPERSION.from_mean_variance(m, v)
    assert families.EXPONENTIAL.from_mean_variance(m, m**2) == {"rate": 1 / m}
    assert families.OBSERVATION.from_mean_variance(m, v) == {"mean": m, "variance": v}


def test_a_weight_of_zero_gives_zero_in_every_dispersion_family() -> None:
    weights = np.array([0.0, 4.0, 0.0])
    for name, family in BUILT_IN.items():
        if name.startswith("ExponentialDispersion") and "general" not in name:
            drawn = family.sample(
                np.random.default_rng(1), {"w": np.array(-0.5), "kappa": weights}, (200, 3)
            )
            assert (drawn[:, [0, 2]] == 0).all(), name
            assert drawn[:, 1].any(), name


def test_supports_follow_the_signs_of_the_parameters() -> None:
    real, positive = sympy.Symbol("r", real=True), sympy.Symbol("p", positive=True)
    half = families.HALF_NORMAL
    at = {"scale": positive}
    assert half.support_of({"location": real, **at}) == Support("real")
    assert half.support_of({"location": sympy.S.Zero, **at}) == Support("nonnegative", zero=False)
    assert half.support_of({"location": positive, **at}) == Support("positive")
    assert families.UNIFORM.support_of({"low": real, "high": real}) == Support("real")
    assert families.UNIFORM.support_of({"low": positive, "high": real}) == Support("positive")
    above_zero = families.UNIFORM.support_of({"low": sympy.S.Zero, "high": positive})
    assert above_zero == Support("nonnegative", zero=False)
    assert families.UNIFORM.upper_bound({"low": real, "high": positive}) == positive
    dispersion = families.GAMMA_DISPERSION
    count = sympy.Symbol("n", nonnegative=True)
    assert dispersion.support_of({"w": real, "kappa": count}) == Support("nonnegative")
    assert dispersion.support_of({"w": real, "kappa": positive}) == Support("positive")


def test_negative_binomial_draws_with_a_huge_size_are_poisson() -> None:
    parameters = {"mean": np.array(4.0), "size": np.array(1e20)}
    drawn = families.NEGATIVE_BINOMIAL.sample(np.random.default_rng(2), parameters, (50_000,))
    assert abs(drawn.mean() - 4) < 5 * (4 / 50_000) ** 0.5
    assert abs(drawn.var() - 4) < 5 * ((4 + 2 * 16) / 50_000) ** 0.5


def test_a_copy_of_a_family_is_that_family() -> None:
    for family in BUILT_IN.values():
        assert pickle.loads(pickle.dumps(family)) is family  # noqa: S301 - our own
        assert copy.deepcopy(family) is family


def test_families_are_found_by_name() -> None:
    assert all(family_named(name) is family for name, family in BUILT_IN.items())
    with pytest.raises(DeclarationError) as caught:
        family_named("Weibul")
    assert str(caught.value) == (
        "no family is named 'Weibul'; expected a built-in family, or an entry point in the group "
        "'symppm.families' of an installed package. Did you mean 'Weibull'?"
    )


@pytest.mark.parametrize("order", [-1, -2, -3])
def test_poisson_has_no_negative_moments(order: int) -> None:
    with pytest.raises(NoMomentError) as caught:
        POISSON.raw_moment(order, {"rate": sympy.Symbol("r", positive=True)})
    assert str(caught.value) == (
        f"the moment of order {order} of Poisson: P(X = 0) is positive, so E[1/X] does not exist; "
        "expected a moment that exists. Use a family that has this moment, or change where the "
        "variable enters; quantiles and probabilities always exist."
    )


def test_poisson_knows_equal_mean_and_variance_in_different_dress() -> None:
    a = sympy.Symbol("a", positive=True)
    assert POISSON.from_mean_variance((a + 1) ** 2, a**2 + 2 * a + 1) == {"rate": (a + 1) ** 2}


@pytest.mark.parametrize("order", [-2, -1, 3, 4])
def test_two_moments_give_no_third(order: int) -> None:
    mean, variance = sympy.symbols("m v", positive=True)
    with pytest.raises(NotDerivableError) as caught:
        TWO_MOMENTS.raw_moment(order, {"mean": mean, "variance": variance})
    assert str(caught.value) == (
        f"the moment of order {order} of Prior: only its mean and variance were declared; "
        "expected a moment that exists in closed form. "
        "Use a family that has this moment, or change where the variable enters."
    )


def test_two_moments_cannot_be_drawn_and_say_what_to_declare_instead() -> None:
    parameters = {"mean": np.array(1.0), "variance": np.array(1.0)}
    with pytest.raises(ParameterError) as caught:
        TWO_MOMENTS.sample(np.random.default_rng(1), parameters, (2,))
    assert str(caught.value) == (
        "a draw from a Prior, of which only the mean and the variance are declared; expected a "
        "family that can be sampled. Declare a family with these moments, such as "
        "Gamma(shape=mean**2/variance, rate=mean/variance); in the catalogue use pmf_gamma in "
        "place of pmf_prior."
    )


class TwoPoints(Family):
    """One or three with equal probability, times a scale; variance() is left to the base class."""

    name = "TwoPoints"
    parameters = (Parameter("scale", "positive", "scale"),)
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        return Moment(parameters["scale"] ** order * (1 + sympy.Integer(3) ** order) / 2)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        raise self.no_moment(2, "not needed here")

    def sample(self, generator: np.random.Generator, parameters: Any, size: tuple[int, ...]) -> Any:
        return parameters["scale"] * generator.choice([1.0, 3.0], size)


def test_a_family_without_a_variance_of_its_own_gets_it_from_its_moments() -> None:
    scale = sympy.Symbol("s", positive=True)
    assert TwoPoints().mean({"scale": scale}) == 2 * scale
    assert TwoPoints().variance({"scale": scale}) == scale**2
