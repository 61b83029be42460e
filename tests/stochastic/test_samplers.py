"""Samplers in torch against the families' moments, and gradients of draws against derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
import sympy
import torch
from numpy.typing import NDArray
from torch_models import gradients, number, point

from symppm.errors import ParameterError
from symppm.families import BUILT_IN, Family, Moment, Parameter, Support, family_named
from symppm.stochastic.samplers import finite_support, is_pathwise, sample

DRAWS = 200_000
Array = NDArray[np.float64]

POINTS: dict[str, list[dict[str, float]]] = {
    "Beta": [{"alpha": 2.0, "beta": 3.0}, {"alpha": 0.05, "beta": 0.3}, {"alpha": 40.0,
     "beta": 2.0}], "Exponential": [{"rate": 2.5}],
    "ExponentialDispersion[gamma]": [{"w": -1.5, "kappa": 2.0}],
    "ExponentialDispersion[normal]": [{"w": 0.7, "kappa": 2.0}],
    "Gamma": [{"shape": 2.0, "rate": 3.0}, {"shape": 0.3, "rate": 1.0}, {"shape": 0.01,
     "rate": 0.5}, {"shape": 500.0, "rate": 2.0}], "Gumbel": [{"mean": -1.0, "scale": 2.0}],
    "HalfNormal": [{"location": 0.5, "scale": 2.0}],
    "InverseGamma": [{"shape": 9.0, "scale": 2.0}], "Laplace": [{"mean": 1.0, "scale": 0.5}],
    "LogNormal": [{"mu": -0.3, "sigma": 0.4}], "Normal": [{"mean": -1.0, "variance": 4.0}],
    "StudentT": [{"location": 0.5, "scale": 2.0, "degrees": 12.0}],
    "Uniform": [{"low": -1.0, "high": 3.0}],
    "Weibull": [{"shape": 1.5, "scale": 2.0}, {"shape": 0.8, "scale": 1.0}],
}  # fmt: skip
PATHWISE = [(name, values) for name, listed in POINTS.items() for values in listed]
PLAIN: list[tuple[str, dict[str, float]]] = [
    ("Bernoulli", {"mean": 0.3}),
    ("Binomial", {"mean": 2.0, "trials": 7.0}),
    ("Categorical4", {"weight_0": 1.0, "weight_1": 0.5, "weight_2": 2.0, "weight_3": 0.25}),
    ("ExponentialDispersion[binomial]", {"w": -0.5, "kappa": 6.0}),
    ("ExponentialDispersion[inverse_gaussian]", {"w": -0.5, "kappa": 2.0}),
    ("ExponentialDispersion[negative_binomial]", {"w": -0.7, "kappa": 2.5}),
    ("ExponentialDispersion[poisson]", {"w": 0.3, "kappa": 2.0}),
    ("NegativeBinomial", {"mean": 3.0, "size": 2.0}),
    ("Poisson", {"rate": 2.5}),
    ("ZeroInflatedPoisson", {"rate": 3.0, "keep": 0.6}),
]
UNSAMPLED = {"Prior", "Observation", "ExponentialDispersion[general]"}


def identified(case: tuple[str, dict[str, float]]) -> str:
    return case[0] + "-" + "-".join(f"{value:g}" for value in case[1].values())


def exact(family: Family, values: dict[str, float], order: int) -> tuple[float, dict[str, float]]:
    """Return the raw moment and its derivatives by the parameters."""
    symbols = {
        each.name: sympy.Symbol(each.name, **{each.domain: True}) for each in family.parameters
    }
    at = {symbols[name]: sympy.Rational(str(value)) for name, value in values.items()}
    moment = family.raw_moment(order, symbols).value
    slopes = {name: float(moment.diff(s).subs(at).evalf(20)) for name, s in symbols.items()}
    return float(moment.subs(at).evalf(20)), slopes


def drawn(name: str, q: dict[str, torch.Tensor], seed: int, draws: int = DRAWS) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return sample("X", family_named(name), q, (draws,), generator)


def close(values: torch.Tensor, expected: float) -> None:
    error = float(values.std()) / math.sqrt(len(values))
    assert abs(float(values.mean()) - expected) < 5 * error
    assert error > 0


def test_every_built_in_family_is_tested_here() -> None:
    tested = {name for name, _ in PATHWISE} | {name for name, _ in PLAIN} | {"HalfCauchy"}
    # There are no torch modules of models with vectors.
    vectors = {
        name for name in BUILT_IN if name.startswith(("Categorical", "Dirichlet", "Multinomial"))
    }
    assert set(BUILT_IN) - vectors - UNSAMPLED == tested - vectors
    for name in POINTS:
        assert is_pathwise(family_named(name))
    assert not any(is_pathwise(family_named(name)) for name, _ in PLAIN)


@pytest.mark.parametrize("case", PATHWISE + PLAIN, ids=identified)
def test_draws_have_the_families_moments(case: tuple[str, dict[str, float]]) -> None:
    name, values = case
    x = drawn(name, point(**values), 12)
    assert x.dtype == torch.float64
    for order in (1, 2):
        close(x**order, exact(family_named(name), values, order)[0])


@pytest.mark.parametrize("case", PATHWISE, ids=identified)
@pytest.mark.parametrize("order", [1, 2])
def test_draws_have_the_derivatives_of_the_moments(
    case: tuple[str, dict[str, float]], order: int
) -> None:
    name, values = case
    _, slopes = exact(family_named(name), values, order)
    batches = 50
    found: dict[str, list[float]] = {key: [] for key in values}
    for batch in range(batches):
        q = point(gradient=True, **values)
        x = drawn(name, q, 1000 + batch, DRAWS // batches)
        for key, slope in gradients((x**order).mean(), q).items():
            assert math.isfinite(slope)
            found[key].append(slope)
    for key, each in found.items():
        reached = torch.tensor(each, dtype=torch.float64)
        error = float(reached.std()) / math.sqrt(batches)
        assert abs(float(reached.mean()) - slopes[key]) < 5 * error + 1e-12, key


Law = Callable[..., scipy.stats.rv_continuous]
LAWS: dict[str, tuple[dict[str, float], Law]] = {
    "Gamma": ({"shape": 0.3, "rate": 2.0}, lambda a, b: scipy.stats.gamma(a, scale=1 / b)),
    "Beta": ({"alpha": 0.05, "beta": 0.3}, scipy.stats.beta),
    "Gumbel": ({"mean": 1.0, "scale": 2.0},
               lambda mean, b: scipy.stats.gumbel_r(mean - b * np.euler_gamma, b)),
    "HalfCauchy": ({"location": 1.0, "scale": 2.0}, scipy.stats.halfcauchy),
    "InverseGamma": ({"shape": 0.5, "scale": 2.0}, lambda a, b: scipy.stats.invgamma(a, scale=b)),
    "Laplace": ({"mean": 1.0, "scale": 2.0}, scipy.stats.laplace),
    "StudentT": ({"degrees": 1.5, "location": 1.0, "scale": 2.0}, scipy.stats.t),
    "Weibull": ({"shape": 0.7, "scale": 2.0}, lambda a, b: scipy.stats.weibull_min(a, scale=b)),
}  # fmt: skip
"""Parameters in the order in which a distribution of SciPy takes them."""


@pytest.mark.parametrize("name", LAWS)
def test_draws_have_the_distribution_that_scipy_has(name: str) -> None:
    values, law = LAWS[name]
    x = drawn(name, point(**values), 5, 20_000).numpy()
    assert scipy.stats.kstest(x, law(*values.values()).cdf).pvalue > 1e-4


@pytest.mark.parametrize(
    ("name", "key"), [("HalfCauchy", "scale"), ("StudentT", "degrees"), ("InverseGamma", "scale")]
)
def test_quantiles_of_heavy_tails_move_as_their_parameters_do(name: str, key: str) -> None:
    # Where moments do not exist: a bounded function, E[exp(-|X|)], by quadrature.
    values, law = LAWS[name]
    levels = (np.arange(200_000) + 0.5) / 200_000

    def averaged(value: float) -> float:
        return float(np.exp(-np.abs(law(*{**values, key: value}.values()).ppf(levels))).mean())

    step = 1e-3
    slope = (averaged(values[key] + step) - averaged(values[key] - step)) / (2 * step)
    found = []
    for batch in range(50):
        q = point(gradient=True, **values)
        x = drawn(name, q, 10 + batch, 4000)
        found.append(gradients(torch.exp(-x.abs()).mean(), q)[key])
    reached = torch.tensor(found, dtype=torch.float64)
    assert abs(float(reached.mean()) - slope) < 5 * float(reached.std()) / math.sqrt(50) + 1e-6


def test_a_tiny_shape_gives_finite_draws_and_gradients() -> None:
    q = point(gradient=True, shape=1e-3, rate=1.0)
    x = drawn("Gamma", q, 3)
    assert (x.detach() < 1e-300).sum() > DRAWS / 3
    slope = torch._standard_gamma_grad(torch.full((DRAWS,), 1e-3, dtype=torch.float64), x.detach())
    assert torch.isfinite(slope).all()
    # The derivative of the mean is one.
    assert abs(float(slope.mean()) - 1) < 5 * float(slope.std()) / math.sqrt(DRAWS)
    close(x.detach(), 1e-3)


def test_weights_of_zero_give_zero_with_finite_gradients() -> None:
    kappa = torch.tensor([0.0, 2.0], dtype=torch.float64, requires_grad=True)
    for name, w in (("ExponentialDispersion[normal]", 0.5), ("ExponentialDispersion[gamma]", -2.0)):
        generator = torch.Generator().manual_seed(1)
        family = family_named(name)
        x = sample("Y", family, {"w": number(w), "kappa": kappa}, (3, 2), generator)
        assert (x[:, 0] == 0).all()
        assert (x[:, 1] != 0).all()
        (slope,) = torch.autograd.grad(x.sum(), kappa)
        assert torch.isfinite(slope).all()
        assert slope[1] != 0
    generator = torch.Generator().manual_seed(1)
    family = family_named("ExponentialDispersion[negative_binomial]")
    counts = sample("Y", family, {"w": number(-0.3), "kappa": kappa.detach()}, (50, 2), generator)
    assert (counts[:, 0] == 0).all()
    assert (counts[:, 1] > 0).any()


class TwoPoints(Family):
    """A family of a user's own: plus or minus its parameter."""

    name = "TwoPoints"
    parameters = (Parameter("size", "positive", "size"),)
    support = Support("real")

    def raw_moment(self, order: int, parameters: dict[str, sympy.Expr]) -> Moment:  # type: ignore[override]
        return Moment(sympy.S.Zero if order % 2 else parameters["size"] ** order)

    def sample(
        self,
        generator: np.random.Generator,
        parameters: dict[str, Array],
        size: tuple[int, ...],  # type: ignore[override]
    ) -> Array:
        return generator.choice([-1.0, 1.0], size=size) * parameters["size"]


def test_a_family_of_the_users_own_is_drawn_by_its_own_sampler() -> None:
    family = TwoPoints()
    assert not is_pathwise(family)
    one, two = (
        sample("X", family, point(size=3), (50,), torch.Generator().manual_seed(7))
        for _ in range(2)
    )
    assert torch.equal(one, two)
    assert set(one.tolist()) == {-3.0, 3.0}
    assert finite_support(family, point(size=3)) is None


def test_what_overflows_is_an_error() -> None:
    generator = torch.Generator().manual_seed(1)
    with pytest.raises(ParameterError, match="phi, drawn from LogNormal, overflows"):
        sample("phi", family_named("LogNormal"), point(mu=700, sigma=20), (99,), generator)
    with pytest.raises(ParameterError, match="phi cannot be drawn from Poisson: its rate"):
        sample("phi", family_named("Poisson"), point(rate=-1), (99,), generator)


def test_few_trials_are_listed_and_many_or_random_ones_are_not() -> None:
    family = family_named("Binomial")
    few = finite_support(family, point(mean=1, trials=3))
    assert few is not None
    assert few[0] == (0.0, 1.0, 2.0, 3.0)
    assert finite_support(family, point(mean=1, trials=300)) is None
    random_trials = {"mean": number(1), "trials": torch.tensor([2.0, 3.0], dtype=torch.float64)}
    assert finite_support(family, random_trials) is None
