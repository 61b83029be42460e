"""Declared models of many kinds: their own moments are met again, or refused in a sentence."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
import sympy
from cases import at_most_seconds, core

import symppm as ppm
from symppm.errors import NotDerivableError, SymPPMError, TargetError
from symppm.model.nodes import known_entries
from symppm.solve.coordinates import undo
from symppm.solve.needs import to_be_given

pytestmark = pytest.mark.usefixtures("own_cache")

SECONDS: Final = 100
K: Final = 3

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
FAMILIES: Final[dict[str, dict[str, float]]] = {
    "Gamma": {"shape": 1.7, "rate": 0.8}, "InverseGamma": {"shape": 4.5, "scale": 3.0},
    "LogNormal": {"mu": 0.3, "sigma": 0.6}, "Weibull": {"shape": 1.3, "scale": 1.5},
    "Uniform": {"low": 0.4, "high": 2.2}, "Beta": {"alpha": 1.5, "beta": 2.5},
    "HalfNormal": {"location": 0.5, "scale": 1.2}, "Exponential": {"rate": 0.9},
    "Prior": {"mean": 1.2, "variance": 0.7}, "Normal": {"mean": 1.1, "variance": 0.6},
    "Laplace": {"mean": 1.1, "scale": 0.6}, "Gumbel": {"mean": 1.1, "scale": 0.6},
    "StudentT": {"location": 1.1, "scale": 0.6, "degrees": 6.0},
}  # fmt: skip
SIGNED: Final = ("Normal", "Laplace", "Gumbel", "StudentT")
LIKELIHOODS: Final = (
    "Poisson", "NegativeBinomial", "ZeroInflatedPoisson", "Gamma", "Exponential", "Normal",
    "Bernoulli",
)  # fmt: skip


class Drawn:
    """A random model, and hyperparameters that it has moments at."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.truth: dict[str, float] = {"K": K}
        self.likelihood = self.random.choice(LIKELIHOODS)
        with ppm.Model(f"drawn_{seed}") as self.model:
            self._observe(self._mean())

    def _parameter(self, value: float, links: tuple[Link, ...], domain: str) -> Any:
        value *= self.random.uniform(0.8, 1.25)
        identity: Link = (lambda h: h, lambda v: v, domain)
        link, back, domain = self.random.choice([identity, self.random.choice(links)])
        name = f"h{len(self.truth)}"
        self.truth[name] = back(value)
        symbol = ppm.hyperparameters(name, domain=domain)
        return link(symbol)

    def _prior(self, name: str, dims: str) -> Any:
        signed = self.likelihood == "Normal"
        names = [each for each in FAMILIES if signed or each not in SIGNED]
        family = "Beta" if self.likelihood == "Bernoulli" else self.random.choice(names)
        given = {
            key: self._parameter(value, REAL, "real")
            if key == "mu" or (family in SIGNED and key in ("mean", "location"))
            else self._parameter(value, POSITIVE, "positive")
            for key, value in FAMILIES[family].items()
        }
        if family in ("Gamma", "LogNormal", "Weibull") and self.random.random() < 0.2:
            known = ppm.Known(f"known_{name}", dims=dims.split(maxsplit=1)[0])
            match family:
                case "Gamma":
                    given["rate"] /= known
                case "LogNormal":
                    given["mu"] += sympy.log(known)
                case _:
                    given["scale"] *= known
        return getattr(ppm, family)(name, dims=dims, **given)

    def _mean(self) -> Any:
        product = self._prior("theta", "row factor") * self._prior("beta", "col factor")
        mean = ppm.sum(product, over="factor")
        if self.likelihood == "Bernoulli":
            return mean / ppm.size("factor")
        if self.random.random() < 0.3:
            mean *= self._prior("u", "row")
        if self.random.random() < 0.3:
            mean *= ppm.Known("e", dims=self.random.choice(["row", "col", "row col"]))
        return mean

    def _observe(self, mean: Any) -> None:
        given: dict[str, Any] = {"mean": mean}
        match self.likelihood:
            case "Poisson":
                given = {"rate": mean}
            case "NegativeBinomial":
                given["size"] = self._parameter(2.0, POSITIVE, "positive")
            case "ZeroInflatedPoisson":
                self.truth["keep"] = 0.7
                given = {"rate": mean, "keep": ppm.hyperparameters("keep")}
            case "Gamma":
                shape = self._parameter(2.0, POSITIVE, "positive")
                given = {"shape": shape, "rate": shape / mean}
            case "Exponential":
                given = {"rate": 1 / mean}
            case "Normal":
                given["variance"] = self._parameter(1.5, POSITIVE, "positive")
        getattr(ppm, self.likelihood)("Y", dims="row col", observed=True, **given)

    def targets(self) -> dict[str, float]:
        """Return the moments at the truth where every known array is one."""

        model, found = self.model, {}
        for name, moment in (
            ("mean", model.mean()), ("variance", model.variance()),
            ("rho_row", model.correlation("row")), ("rho_col", model.correlation("col")),
        ):  # fmt: skip
            whole = moment.xreplace(dict.fromkeys(known_entries(moment), sympy.S.One))
            at = {s: self.truth[s.name] for s in whole.free_symbols}
            found[name] = float(whole.subs(at).evalf())
        return found


def check(seed: int) -> bool:
    """See that a model meets its own moments; tell whether it was not refused."""
    drawn = Drawn(seed)
    with at_most_seconds(SECONDS):
        try:
            targets = drawn.targets()
            needs = to_be_given(drawn.model.declaration)
            fixed = {name: drawn.truth[name] for name in needs}
            if drawn.likelihood == "Bernoulli":
                fixed["K"] = K  # entries averaged over the factors need not tell it
            found = ppm.match(targets=targets, model=drawn.model, fixed=fixed, method="exact")
        except SymPPMError:
            return False
    assert found.feasible, found.diagnostics
    branches = found.branches or (found,)
    for each in branches:
        assert all(math.isfinite(value) for value in each.parameters.values())
    # Rounding moves what no closed form holds; the truth is whole.
    true = [each for each in branches if each.k_exact == pytest.approx(K, rel=1e-5)]
    assert any(each.achieved == pytest.approx(targets, rel=1e-6) for each in true), branches
    return True


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, 3, 12, 15, 25, 40])  # of three likelihoods, eight priors
def test_random_models_meet_their_own_moments(seed: int) -> None:
    check(seed)


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


@pytest.mark.parametrize("place", range(len(POSITIVE)))
def test_functions_of_one_hyperparameter_are_undone(place: int) -> None:
    link, back, domain = POSITIVE[place]
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
