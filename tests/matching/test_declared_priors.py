"""Declared models: functions of hyperparameters, implied shapes, and what is said of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.errors import NotDerivableError, SymPPMError, TargetError
from symppm.solve.coordinates import undo
from symppm.solve.needs import to_be_given

pytestmark = pytest.mark.usefixtures("own_cache")

Link = tuple[Callable[[Any], Any], Callable[[float], float], str]

# What a parameter is of its hyperparameter, the way back, and where the hyperparameter lies.
POSITIVE: Final[tuple[Link, ...]] = (
    (sympy.exp, math.log, "real"),
    (lambda h: h**2, math.sqrt, "positive"),
    (sympy.sqrt, lambda v: v**2, "positive"),
    (lambda h: 1 / h, lambda v: 1 / v, "positive"),
    (ppm.softplus, lambda v: math.log(math.expm1(v)), "real"),
    (lambda h: h + sympy.Rational(1, 10), lambda v: v - 0.1, "positive"),
    (lambda h: h * (1 + h), lambda v: (math.sqrt(1 + 4 * v) - 1) / 2, "positive"),
    (lambda h: sympy.log(1 + h), math.expm1, "positive"),
)
REAL: Final[tuple[Link, ...]] = (
    (sympy.log, math.exp, "positive"),
    (lambda h: 2 * h - 1, lambda v: (v + 1) / 2, "real"),
)


def moments_of(
    theta: tuple[float, float], beta: tuple[float, float], k: int = 3
) -> dict[str, float]:
    """By hand, of Poisson counts about k products of priors with these means and variances."""
    (a, v), (b, w) = theta, beta
    mean, row, col = k * a * b, k * b**2 * v, k * a**2 * w
    variance = mean + row + col + k * v * w
    return {"mean": mean, "variance": variance, "rho_row": row / variance,
            "rho_col": col / variance}  # fmt: skip


# One that is undone, one that is printed as another function, one that is not undone, a real one;
# the rest are undone in the same way, as a test below says.
@pytest.mark.thorough
@pytest.mark.parametrize("place", [0, 4, 6, len(POSITIVE)])
def test_a_function_of_a_hyperparameter_leads_back_to_it(place: int) -> None:
    link, back, domain = (*POSITIVE, *REAL)[place]
    real, value, sigma = place >= len(POSITIVE), 0.6, 0.5
    with ppm.Model("linked") as model:
        h, s, c = ppm.hyperparameters("h", domain=domain), *ppm.hyperparameters("s c")
        if real:
            theta = ppm.LogNormal("theta", mu=link(h), sigma=s, dims="row factor")
        else:
            theta = ppm.Gamma("theta", shape=link(h), rate=s, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=1, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    mean = math.exp(value + sigma**2 / 2) if real else value / sigma
    variance = mean**2 * math.expm1(sigma**2) if real else value / sigma**2
    targets = moments_of((mean, variance), (1.5, 1.5))
    found = ppm.match(targets=targets, model=model, method="exact")
    assert found.k_exact == pytest.approx(3, rel=1e-6)
    truth = {"K": 3, "h": back(value), "s": sigma, "c": 1.5}
    assert found.parameters == pytest.approx(truth, rel=1e-5)


def weibull_by_log_normal(size: bool) -> ppm.Model:
    """The shape of a Weibull prior is implied; mu = log(m); with a row exposure and noise."""
    with ppm.Model("weibull_by_log_normal") as model:
        k, q, m, s = ppm.hyperparameters("k q m s")
        theta = ppm.Weibull("theta", shape=k, scale=q, dims="row factor")
        beta = ppm.LogNormal("beta", mu=sympy.log(m), sigma=s, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        if size:
            e, r = ppm.Known("e", dims="row"), ppm.hyperparameters("r")
            ppm.NegativeBinomial("Y", mean=e * mean, size=r, dims="row col", observed=True)
        else:
            ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
    return model


@pytest.mark.thorough
@pytest.mark.parametrize("size", core([False, True], [True]))
def test_a_shape_without_a_closed_form_is_a_number(size: bool) -> None:
    # By hand, K = 3: a Weibull of shape 1/2 and scale 1 has E = 2 and E of the square 24.
    one, two = 2.0, 24.0
    low, high = math.exp(0.5 * 0.6**2), math.exp(2 * 0.6**2)
    mean = 3 * one * low
    square = 3 * two * high + 6 * one**2 * low**2
    row, col = 3 * low**2 * (two - one**2), 3 * one**2 * (high - low**2)
    variance = mean + square - mean**2 + (square / 2 if size else 0)
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance,
               "rho_col": col / variance}  # fmt: skip
    model = weibull_by_log_normal(size)
    found = ppm.match(targets=targets, model=model, fixed={"r": 2} if size else {})
    assert found.k_exact == pytest.approx(3)
    assert [found.parameters[name] for name in "ks"] == pytest.approx([0.5, 0.6])
    assert found.parameters["q"] * found.parameters["m"] == pytest.approx(1)


def with_ratio() -> ppm.Model:
    """Row factors divided by a level of the row."""
    with ppm.Model("ratio") as model:
        a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        xi = ppm.Gamma("xi", shape=e, rate=f, dims="row")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta / xi, over="factor"), dims="row col",
                    observed=True)  # fmt: skip
    return model


@pytest.mark.thorough
def test_products_with_brackets_in_their_names_compile() -> None:
    model = with_ratio()
    (needed,) = to_be_given(model.declaration)
    # By hand: E[1/xi] = f/(e - 1), E[1/xi^2] = f^2/((e - 1)(e - 2)); K = 3, a = c = 2, e = 6.
    first, second = 1 / 5, 1 / 20
    mean = 3 * 2 * 2 * first
    # Of entries that share the row: sums over one factor twice, and over two factors.
    row = second * (3 * 6 * 4 + 6 * 16) - mean**2
    col = first**2 * 3 * 4 * 2
    square = second * (3 * 6 * 6 + 6 * 16)
    variance = mean + square - mean**2
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance,
               "rho_col": col / variance}  # fmt: skip
    true = {"a": 2.0, "e": 6.0, "c": 2.0}
    found = ppm.match(targets=targets, model=model, fixed={needed: true[needed]})
    several = found.branches or (found,)
    assert any(each.k_exact == pytest.approx(3) for each in several)


def averaged() -> ppm.Model:
    """Shares that are averages over factors."""
    with ppm.Model("averaged") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Beta("theta", alpha=a, beta=b, dims="row factor")
        beta = ppm.Beta("beta", alpha=c, beta=d, dims="col factor")
        share = ppm.sum(theta * beta, over="factor") / ppm.size("factor")
        ppm.Bernoulli("Y", mean=share, dims="row col", observed=True)
    return model


def averages(variance: float) -> dict[str, float]:
    """By hand, K = 4: means 1/2 and 1/4, variances 1/20 (a = b = 2) and 3/80 (c = 1, d = 3)."""
    row, col = (1 / 20) * (1 / 4) ** 2 / 4, (3 / 80) * (1 / 2) ** 2 / 4
    return {"mean": 1 / 8, "variance": variance, "rho_row": row / variance,
            "rho_col": col / variance}  # fmt: skip


@pytest.mark.thorough
def test_a_size_that_a_scale_moves_has_to_be_given() -> None:
    model, targets = averaged(), averages(7 / 64)
    with pytest.raises(TargetError, match="leave K open"):
        ppm.match(targets=targets, model=model)
    found = ppm.match(targets=targets, model=model, fixed={"K": 4})
    assert found.feasible
    assert found.achieved == pytest.approx(targets)


@pytest.mark.thorough
def test_messages_name_what_the_model_has() -> None:
    with ppm.Model("ratings") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        taste = ppm.Gamma("taste", shape=a, rate=b, dims="user topic")
        genre = ppm.Gamma("genre", shape=c, rate=d, dims="item topic")
        mean = ppm.sum(taste * genre, over="topic")
        ppm.Poisson("Y", rate=mean, dims="user item", observed=True)
    said = []
    for variance, share in ((30.0, 0.6), (30.0, 0.45), (30.0, 0.43), (3.0, 0.1), (300.0, 0.001)):
        targets = {"mean": 4.0, "variance": variance, "rho_user": share, "rho_item": share}
        found = ppm.match(targets=targets, model=model)
        said += [each.message for each in found.diagnostics]
    with pytest.raises(SymPPMError) as refused:
        model.solve(given=())
    said.append(str(refused.value))
    text = " ".join(said)
    assert "entries of one user" in text
    assert '"rho_user"' in text
    assert "user and item effects" in text
    words = set(re.findall(r"\w+", text))
    assert not words & {"K", "theta", "beta", "rows", "columns", "row", "column", "exposure"}


@pytest.mark.parametrize("place", range(len(POSITIVE) + len(REAL)))
def test_functions_of_one_hyperparameter_are_undone(place: int) -> None:
    link, back, domain = (*POSITIVE, *REAL)[place]
    symbol = sympy.Symbol("h", **{domain: True})
    if link(symbol).count(symbol) > 1:
        with pytest.raises(NotDerivableError):
            undo(link(symbol), symbol, sympy.Integer(2))
        return
    result = sympy.Symbol("result", positive=True)
    value, needed = undo(link(symbol), symbol, result)
    assert needed == ()
    assert float(value.subs(result, 1.7)) == pytest.approx(back(1.7))


def test_what_a_function_never_reaches_is_a_requirement() -> None:
    x = sympy.Symbol("x", real=True)
    result = sympy.Symbol("result", real=True)
    value, needed = undo(ppm.logistic(x), x, result)
    assert float(value.subs(result, 0.2)) == pytest.approx(math.log(0.2 / 0.8))
    assert [each.positive for each in needed] == [result, 1 - result]


@pytest.mark.thorough
def test_two_positive_levels_that_no_data_tell_apart_get_a_scale_in_which_both_are() -> None:
    # Where the mean of u is one, mu = -s^2/2 is negative: another scale is taken.
    with ppm.Model("levels") as model:
        mu, nu, s, t, a, c = ppm.hyperparameters("mu nu s t a c")
        u = ppm.LogNormal("u", mu=mu, sigma=s, dims="row")
        v = ppm.LogNormal("v", mu=nu, sigma=t, dims="col")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=c, dims="col factor")
        rate = u * v * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    truth = {"K": 4, "mu": 0.4, "nu": 0.3, "s": 0.5, "t": 0.4, "a": 1.0, "c": 2.0}
    data = ppm.sample(model, truth, shape=(150, 120), random_seed=1)
    fixed = {name: truth[name] for name in ("K", "a", "c")}
    found = ppm.match(data, model, fixed=fixed)
    assert found.feasible
    assert found.scale == "means of u and v are equal"
    at = found.parameters
    assert at["mu"] + at["s"] ** 2 / 2 == pytest.approx(at["nu"] + at["t"] ** 2 / 2)
    assert min(at["mu"], at["nu"]) > 0


def of_real_factors(beta: str) -> ppm.Model:
    """Normal factors of any mean, beside others that are positive, or whose mean is zero."""
    with ppm.Model("real") as model:
        v, c = ppm.hyperparameters("v c")
        m = ppm.hyperparameters("m", domain="real")
        theta = ppm.Normal("theta", mean=m, variance=v, dims="row factor")
        if beta == "Gamma":
            d = ppm.hyperparameters("d")
            other = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        else:
            other = ppm.Uniform("beta", low=-c, high=c, dims="col factor")
        mean = ppm.sum(theta * other, over="factor")
        ppm.Normal("Y", mean=mean, variance=1, dims="row col", observed=True)
    return model


def test_a_negative_mean_has_its_sign_in_every_scale() -> None:
    # By hand, K = 3: theta has mean -1/2 and variance 1, beta mean and variance 2, the noise is 1.
    targets = moments_of((-0.5, 1.0), (2.0, 2.0))
    variance = 1 + 3 * (0.25 * 2 + 4 * 1 + 2 * 1)
    targets |= {"variance": variance, "rho_row": 12 / variance, "rho_col": 1.5 / variance}
    model = of_real_factors("Gamma")
    answers = {scale: ppm.match(targets=targets, model=model, scale=scale)
               for scale in (None, "beta", "mean(theta)=3", "equal-means")}  # fmt: skip
    for found in answers.values():
        assert found.k_exact == pytest.approx(3)
        assert found.parameters["m"] < 0
        assert found.achieved == pytest.approx(targets)
    said = [found.scale for found in answers.values()]
    assert said[:3] == ["mean of theta is -1", "mean of beta is 1", "mean of theta is -3"]
    assert said[3] == "means of theta and beta are equal but for their signs"


@pytest.mark.parametrize("scale", ["mu=-1", "mean(a)=-3", "nu=-2"])
def test_a_level_that_is_set_below_zero_stays_there(scale: str) -> None:
    with ppm.Model("effects") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t, v = ppm.hyperparameters("s t v")
        a = ppm.Normal("a", mean=mu, variance=s, dims="row")
        b = ppm.Normal("b", mean=nu, variance=t, dims="col")
        ppm.Normal("Y", mean=a + b, variance=v, dims="row col", observed=True)
    targets = {"mean": -6.0, "variance": 60.0, "rho_row": 0.1, "rho_col": 0.15}
    at = ppm.match(targets=targets, model=model, scale=scale).parameters
    name, value = scale.replace("mean(a)", "mu").split("=")
    assert at[name] == float(value)
    assert at["mu"] + at["nu"] == pytest.approx(-6.0)


def test_a_sign_that_nothing_shows_is_positive() -> None:
    # By hand, K = 2: variance 1 + 2 (1 + 1) c^2/3, and a column shares 2 c^2/3, with c = 3.
    targets = {"mean": 0.0, "variance": 13.0, "rho_row": 0.0, "rho_col": 6 / 13}
    found = ppm.match(targets=targets, model=of_real_factors("Uniform"), fixed={"K": 2})
    assert found.parameters == pytest.approx({"K": 2, "m": 1.0, "v": 1.0, "c": 3.0})
    assert found.scale == "mean of theta is 1"


@pytest.mark.thorough
def test_what_moments_leave_open_they_determine_at_the_factors_that_predict() -> None:
    with ppm.Model("mixed") as model:
        al, c, d = ppm.hyperparameters("al c d")
        theta = ppm.Dirichlet("theta", concentration=al, dims="row factor", over="factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    truth = {"K": 3, "al": 0.4, "c": 0.8, "d": 0.05}
    data = ppm.sample(model, truth, shape=(120, 100), random_seed=1)
    found = ppm.match(data, model)
    assert (found.k, found.cross_validated) == (3, True)
    for name, (low, high) in found.interval(0.99).items():
        assert low <= truth.get(name, low) <= high
    # Targets alone leave one of four open, and any one of them closes it.
    with pytest.raises(TargetError, match=r"a family of dimension 1 .* Fix al"):
        ppm.match(targets=found.targets, model=model)
    for name in truth:
        given = {name: float(found.parameters[name])}
        assert ppm.match(targets=found.targets, model=model, fixed=given).k_exact == pytest.approx(
            3
        )


@pytest.mark.thorough
def test_all_that_has_to_be_fixed_is_named_at_once() -> None:
    with ppm.Model("pixels") as model:
        h, v, m, e, f = ppm.hyperparameters("h v m e f")
        tau = ppm.InverseGamma("tau", shape=e, scale=f, dims="col")
        theta = ppm.Uniform("theta", low=-h, high=h, dims="row factor")
        beta = ppm.Normal("beta", mean=m, variance=v, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Laplace("Y", mean=mean, scale=tau, dims="row col", observed=True)
    # By hand, K = 4, h = 3/2, v = 1, m = 1/2, E[tau^2] = 4/(3 * 2): a row has 4 (h^2/3) m^2.
    variance = 4 * 0.75 * 1.25 + 2 * 4 / 6
    targets = {"mean": 0.0, "variance": variance, "rho_row": 0.75 / variance, "rho_col": 0.0}
    with pytest.raises(TargetError, match=r"leave K open; .* Fix K, e and f\."):
        ppm.match(targets=targets, model=model)
    found = ppm.match(targets=targets, model=model, fixed={"K": 4, "e": 4, "f": 2})
    assert found.feasible
    products = found.parameters["h"] * found.parameters["m"], found.parameters["v"]
    assert products[0] == pytest.approx(0.75)
    assert products[1] / found.parameters["m"] ** 2 == pytest.approx(4)
