"""The words for families: what they declare, what they refuse, and what cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import sympy
from cases import declared, refused

import symppm as ppm
from symppm.errors import ParameterError


def factors() -> sympy.Expr:
    """The rate of a factorization with Gamma factors, a = 2, b = 4, c = 3, d = 2."""
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    return ppm.sum(theta * beta, over="factor")


def positive(names: str) -> sympy.Symbol:
    return ppm.hyperparameters(names)


def observe(word: Callable[..., object], **parameters: object) -> None:
    word("Y", **parameters, dims="row col", observed=True)


def test_an_observation_has_the_moments_that_it_declares_and_cannot_be_drawn() -> None:
    def body() -> None:
        rate = factors()
        observe(ppm.Observation, mean=rate, variance=positive("s") * rate)

    normal = declared(lambda: observe(ppm.Normal, mean=factors(), variance=positive("s")))
    model = declared(body)
    s = sympy.Symbol("s", positive=True)
    assert model.mean() == normal.mean()
    assert sympy.simplify(model.variance() - normal.variance() - s * model.mean() + s) == 0
    with pytest.raises(ParameterError, match="a draw from an Observation"):
        ppm.sample(model, dict.fromkeys("abcdK", 2), shape=(2, 2), random_seed=1)


@pytest.mark.thorough
def test_an_unspecified_dispersion_family_is_written_in_psi() -> None:
    def body(family: object) -> None:
        rate = factors()
        w, kappa = ppm.hyperparameters("w kappa")
        count = ppm.Poisson("count", rate=rate, dims="row col")
        observe(ppm.ExponentialDispersion, family=family, w=w, kappa=kappa * count)

    psi = sympy.Function("psi")
    model = declared(lambda: body(psi))
    rate = declared(lambda: observe(ppm.Poisson, rate=factors()))
    w, kappa = sympy.symbols("w kappa", positive=True)
    slope, bend = psi(w).diff(w), psi(w).diff(w, 2)
    # The paper's compound Poisson: E = kappa psi' E[N], V = kappa psi'' E[N] + (kappa psi')^2 V[N].
    assert sympy.simplify(model.mean() - kappa * slope * rate.mean()) == 0
    wanted = kappa * bend * rate.mean() + (kappa * slope) ** 2 * rate.variance()
    assert sympy.simplify(model.variance() - wanted) == 0
    assert declared(lambda: body("general")).mean() == model.mean()


def test_the_label_of_a_variable_carries_the_sign_of_its_support() -> None:
    signs = {}

    def body() -> None:
        a = ppm.hyperparameters("a")
        r = ppm.hyperparameters("r", domain="real")
        for name, location in (("x", a), ("y", 0), ("z", r)):
            half = ppm.HalfNormal(name, scale=a, location=location, dims="row")
            signs[name] = (half.generic.is_positive, half.generic.is_nonnegative)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), ppm.Model("mine"):
        body()
    assert signs == {"x": (True, True), "y": (None, True), "z": (None, None)}


def gamma_theta() -> tuple[sympy.Symbol, object]:
    a, n = ppm.hyperparameters("a n")
    return n, ppm.Gamma("theta", shape=a, rate=a, dims="row factor")


def binomial_of_gammas() -> None:
    n, theta = gamma_theta()
    average = ppm.sum(theta, over="factor") / ppm.size("factor")
    ppm.Binomial("Y", mean=n * average, trials=n, dims="row", observed=True)


REFUSED: list[tuple[Callable[[], object], str]] = [
    (
        binomial_of_gammas,
        "mean of Y is n*Sum_k(theta[i, k])/K, which can exceed trials = n; expected a mean that "
        "never exceeds trials. Build it from variables that have a largest value, such as Beta "
        'variables, and average over an axis: ppm.sum(..., over="factor") / ppm.size("factor").',
    ),
    (
        lambda: ppm.Uniform("x", low=2, high=1),
        "low of x is 2, which can exceed high = 1; expected a low that never exceeds high. "
        "Exchange the two, or correct the numbers.",
    ),
    (
        lambda: ppm.ZeroInflatedPoisson("Y", rate=1, keep=1.5, dims="row", observed=True),
        "keep of Y is 3/2, which can exceed 1; expected a keep that never exceeds 1. "
        "Exchange the two, or correct the numbers.",
    ),
    (
        lambda: ppm.ZeroInflatedPoisson("Y", rate=1, keep=gamma_theta()[1], dims="row factor"),
        "keep of Y is theta[i, k], which can exceed 1; expected a keep that never exceeds 1. Build "
        "it from variables that have a largest value, such as Beta variables, and average over an "
        'axis: ppm.sum(..., over="factor") / ppm.size("factor").',
    ),
    (
        lambda: ppm.Binomial("Y", mean=1, trials=2.5, dims="row", observed=True),
        "trials of Y is 5/2; expected an integer. Write a whole number.",
    ),
    (
        lambda: ppm.ExponentialDispersion("Y", family="gamma", w=1, kappa=1),
        "w of Y is 1, which is positive; expected a w that is negative for every value "
        'of what it is made of. Declare it with ppm.hyperparameters(..., domain="negative"), or '
        "put a minus sign before a positive expression.",
    ),
    (
        lambda: ppm.ExponentialDispersion("Y", family="gama", w=-1, kappa=1),
        "family='gama' of an ExponentialDispersion; expected the name of a log-partition, or "
        "sympy.Function(\"psi\") for an undefined one. Did you mean 'gamma'?",
    ),
    (
        lambda: ppm.Normal("Y", mean=0, variance=ppm.hyperparameters("v", domain="real")),
        "variance of Y is v, which can be negative; expected a variance that is nonnegative for "
        "every value of what it is made of. Build it from sums, products and quotients of positive "
        "hyperparameters and variables with positive support; a difference has no fixed sign.",
    ),
    (
        lambda: ppm.size("factor"),
        "the size of the axis 'factor'; expected an axis of a variable declared above. Declare a "
        "variable with that axis first.",
    ),
    (
        lambda: (gamma_theta(), ppm.size("facto")),
        "the size of the axis 'facto'; expected an axis of a variable declared above. Did you mean "
        "'factor'?",
    ),
]


@pytest.mark.parametrize(("body", "expected"), REFUSED, ids=[text[:40] for _, text in REFUSED])
def test_refusals_say_what_to_write_instead(body: Callable[[], object], expected: str) -> None:
    assert refused(body) == expected


@pytest.mark.parametrize(
    "keep", ["a Beta variable", "a hyperparameter", "one less a Beta variable"]
)
def test_a_probability_may_be_what_stays_below_one(keep: str) -> None:
    def body() -> None:
        a = ppm.hyperparameters("a")
        beta = ppm.Beta("beta", alpha=a, beta=a, dims="row")
        values = {"a Beta variable": beta, "a hyperparameter": ppm.hyperparameters("p")}
        chosen = values.get(keep, (1 + beta) / 2)
        rate = beta if keep == "a hyperparameter" else values["a hyperparameter"]
        ppm.ZeroInflatedPoisson("Y", rate=rate, keep=chosen, dims="row", observed=True)

    assert declared(body).declaration.observed.name == "Y"


ONE = ppm.hyperparameters


@pytest.mark.parametrize(
    ("body", "values", "expected"),
    [
        (
            lambda: ppm.ZeroInflatedPoisson("Y", rate=1, keep=ONE("p"), dims="row", observed=True),
            {"p": 1.25},
            "Y cannot be drawn from ZeroInflatedPoisson: its keep is 1.25; expected at most 1. "
            "Change the hyperparameters that it is made of.",
        ),
        (
            lambda: ppm.Binomial("Y", mean=1, trials=ONE("n"), dims="row", observed=True),
            {"n": 2.5},
            "Y cannot be drawn from Binomial: its trials is 2.5; expected an integer. "
            "Change the hyperparameters that it is made of.",
        ),
        (
            lambda: ppm.Uniform("Y", low=ONE("l"), high=ONE("h"), dims="row", observed=True),
            {"l": 3, "h": 1},
            "Y cannot be drawn from Uniform: its low is 3; expected at most high = 1. "
            "Change the hyperparameters that it is made of.",
        ),
        (
            lambda: ppm.Normal(
                "Y", mean=0, variance=ONE("v", domain="nonnegative"), dims="row", observed=True
            ),
            {"v": -1},
            "v=-1; expected a nonnegative number. Check the parameter.",
        ),
        (
            lambda: ppm.Normal(
                "Y", mean=ONE("w", domain="negative"), variance=1, dims="row", observed=True
            ),
            {"w": 0},
            "w=0; expected a negative number. Check the parameter.",
        ),
        (
            lambda: ppm.Normal(
                "Y", mean=ONE("w", domain="real"), variance=1, dims="row", observed=True
            ),
            {"w": float("nan")},
            "w=nan; expected a finite number. Check the parameter.",
        ),
        (
            lambda: ppm.InverseGamma("Y", shape=ONE("a"), scale=1, dims="row", observed=True),
            {"a": 1e-5},
            "Y, drawn from InverseGamma, overflows; expected draws within double precision. "
            "Use less extreme hyperparameters.",
        ),
    ],
    ids=["keep", "trials", "ends", "nonnegative", "negative", "real", "overflow"],
)
def test_drawing_refuses_values_outside_their_domain(
    body: Callable[[], object], values: dict[str, float], expected: str
) -> None:
    model = declared(body)
    with pytest.raises(ParameterError) as caught:
        ppm.sample(model, values, shape=(50,), random_seed=1)
    assert str(caught.value) == expected


def test_drawing_takes_the_border_of_a_domain() -> None:
    def body() -> None:
        v = ppm.hyperparameters("v", domain="nonnegative")
        m = ppm.hyperparameters("m", domain="negative")
        ppm.Normal("Y", mean=m, variance=v, dims="row", observed=True)

    drawn = ppm.sample(declared(body), {"v": 0, "m": -2}, shape=(3,), random_seed=1)
    assert (drawn == -2).all()


def test_the_size_of_an_observed_axis_may_be_used() -> None:
    def body() -> None:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row")
        ppm.Normal("Y", mean=theta / ppm.size("row"), variance=0, dims="row", observed=True)

    model = declared(body)
    a, n = sympy.Symbol("a", positive=True), sympy.Symbol("N", positive=True, integer=True)
    assert model.mean() == a / n
    drawn = ppm.sample(model, {"a": 2.0}, shape=(20_000,), random_seed=1)
    assert abs(drawn.mean() * 20_000 - 2) < 5 * (2 / 20_000) ** 0.5
    assert np.isfinite(drawn).all()
