"""Draws and their gradients: enumerated, by the score function, and between whole sizes."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch_models import (
    Point,
    average,
    conditional_moment,
    draw_of,
    families_of,
    gradients,
    module_of,
    number,
    point,
)

import symppm as ppm
from symppm.codegen.compile import compile_torch
from symppm.errors import ParameterError
from symppm.families import BERNOULLI, POISSON, Family
from symppm.stochastic.drawing import Draw

DRAWS = 20_000
BATCHES = 25
Expected = Callable[[Point], torch.Tensor]


def with_gate() -> ppm.Model:
    """A Bernoulli variable in the middle that turns rows on, with a random probability."""
    with ppm.Model("gated") as gated:
        s, t, a, b = ppm.hyperparameters("s t a b")
        share = ppm.Beta("share", alpha=s, beta=t)
        gate = ppm.Bernoulli("gate", mean=share, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row col")
        ppm.Poisson("Y", rate=gate * theta, dims="row col", observed=True)
    return gated


def gated_square(p: Point) -> torch.Tensor:
    """E[Y^2] = E[gate] (E[theta] + E[theta^2])."""
    share = p["s"] / (p["s"] + p["t"])
    mean = p["a"] / p["b"]
    return share * (mean + mean**2 + mean / p["b"])


def with_weights() -> ppm.Model:
    """A categorical variable in the middle, with weights that are hyperparameters."""
    with ppm.Model("weighted") as weighted:
        a, b, c = ppm.hyperparameters("a b c")
        kind = ppm.Categorical("kind", weights=(1, a, b), dims="row")
        theta = ppm.Exponential("theta", rate=c, dims="row col")
        ppm.Poisson("Y", rate=kind * theta, dims="row col", observed=True)
    return weighted


def weighted_square(p: Point) -> torch.Tensor:
    """E[Y^2] = E[kind]/c + 2 E[kind^2]/c^2."""
    total = 1 + p["a"] + p["b"]
    return (p["a"] + 2 * p["b"]) / total / p["c"] + 2 * (p["a"] + 4 * p["b"]) / total / p["c"] ** 2


CASES: dict[str, tuple[Callable[[], ppm.Model], dict[str, float], Expected]] = {
    "gated": (with_gate, {"s": 2.0, "t": 1.5, "a": 2.0, "b": 1.5}, gated_square),
    "weighted": (with_weights, {"a": 2.0, "b": 0.5, "c": 1.5}, weighted_square),
}
"""With few states in the middle; of levels and of counts there estimates tell."""
ROUTES: dict[str, dict[str, object]] = {
    "usual": {},
    "drawn": {"most_states": 0},
    "score function": {"most_states": 0, "pathwise": False},
}


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("case", CASES)
def test_values_and_gradients_are_the_exact_ones_by_every_route(case: str, route: str) -> None:
    declare, values, exact = CASES[case]
    module = compile_torch(declare().declaration)
    at = point(gradient=True, **values)
    expected = exact(at)
    slopes = gradients(expected, at)
    means, found = [], []
    for batch in range(BATCHES):
        draw = draw_of(module, {}, DRAWS // BATCHES, 100 + batch, **ROUTES[route])
        assert draw.no_gradient == ()
        f = conditional_moment(module, draw, at, 2)
        mean = draw.expectation(f).mean()
        means.append(mean.detach())
        found.append(gradients(mean, at))
    compare("value", torch.stack(means), float(expected.detach()))
    for name, slope in slopes.items():
        compare(name, torch.tensor([each[name] for each in found], dtype=torch.float64), slope)


def compare(what: str, batches: torch.Tensor, expected: float) -> None:
    error = float(batches.std()) / math.sqrt(len(batches))
    assert abs(float(batches.mean()) - expected) < 5 * error + 1e-12, what
    assert error > 0, what


def test_what_is_enumerated_has_no_noise_of_its_own() -> None:
    generator = torch.Generator().manual_seed(1)
    draw = Draw(("row",), {"row": 3}, 4, {"gate": BERNOULLI}, generator)
    p = number(0.3, gradient=True)
    gate = draw.variable("gate", {"mean": p}, ("row",), log_bernoulli)
    assert gate.shape == (8, 1, 3)
    total = draw.total(gate, "row")
    found = draw.expectation(average(total**2, 1))
    assert found.shape == (4,)
    # A binomial with three trials: variance 0.63 and mean 0.9.
    assert found.tolist() == pytest.approx([0.63 + 0.81] * 4, rel=1e-14)
    # The derivative of 3 p (1 - p) + 9 p^2.
    assert gradients(found.mean(), {"p": p})["p"] == pytest.approx(3 - 6 * 0.3 + 18 * 0.3)


def log_bernoulli(value: torch.Tensor, q: object) -> torch.Tensor:
    mean = q["mean"]  # type: ignore[index]
    return torch.log(torch.where(value > 0, mean, 1 - mean))


def test_a_probability_that_rounds_to_one_has_finite_gradients() -> None:
    generator = torch.Generator().manual_seed(1)
    draw = Draw(("row",), {"row": 2}, 3, {"gate": BERNOULLI}, generator)
    x = number(50.0, gradient=True)
    gate = draw.variable("gate", {"mean": torch.sigmoid(x)}, ("row",), log_bernoulli)
    value = draw.expectation(average(gate, 1)).mean()
    assert float(value.detach()) == pytest.approx(1.0, abs=1e-15)
    assert gradients(value, {"x": x})["x"] == pytest.approx(0.0, abs=1e-15)


def test_more_states_than_the_limit_are_drawn() -> None:
    generator = torch.Generator().manual_seed(1)
    draw = Draw(("row", "col"), {"row": 3, "col": 3}, 50, {"gate": BERNOULLI}, generator)
    p = number(0.3, gradient=True)
    rows = draw.variable("gate", {"mean": p}, ("row",), log_bernoulli)
    assert rows.shape == (8, 1, 3, 1)
    assert draw.log_probability.shape == (50,)
    # Eight states are taken, and eight times eight are the limit.
    assert draw.variable("gate", {"mean": p}, ("col",), log_bernoulli).shape == (8, 1, 1, 1, 3)
    drawn = draw.variable("gate", {"mean": p}, ("col",), log_bernoulli)
    assert drawn.shape == (50, 1, 3)
    assert draw.log_probability.requires_grad


def test_the_baseline_takes_variance_off_and_leaves_the_gradient() -> None:
    rate = number(3.0, gradient=True)
    slopes = []
    for seed in range(300):
        generator = torch.Generator().manual_seed(seed)
        draw = Draw(("row",), {"row": 1}, 10, {"N": POISSON}, generator)
        n = draw.variable("N", {"rate": rate}, ("row",), log_poisson)
        # A large constant adds nothing to the derivative, and much to its noise without baseline.
        value = draw.expectation(average(n, 1) + 1000.0).mean()
        slopes.append(gradients(value, {"rate": rate})["rate"])
    found = torch.tensor(slopes, dtype=torch.float64)
    compare("rate", found, 1.0)
    # The score n/3 - 1 has variance 1/3; times 1000 and over ten draws, its deviation is 183.
    assert float(found.std()) < 3.0


def log_poisson(value: torch.Tensor, q: object) -> torch.Tensor:
    rate = q["rate"]  # type: ignore[index]
    return value * torch.log(rate) - rate - torch.lgamma(value + 1)


def test_a_constant_counts_once_for_each_place() -> None:
    generator = torch.Generator().manual_seed(1)
    fraction = number(0.25, gradient=True)
    families: dict[str, Family] = {}
    draw = Draw(("row", "factor"), {"row": 2, "factor": 5}, 3, families, generator,
                fractions={"factor": fraction})  # fmt: skip
    assert draw.total(number(2.0), "row").item() == 4.0
    found = draw.expectation(average(draw.total(number(2.0), "factor"), 2))
    assert found.tolist() == pytest.approx([8.5] * 3, rel=1e-15)
    assert gradients(found.mean(), {"K": fraction})["K"] == pytest.approx(2.0)
    assert draw.size("factor").flatten().tolist() == [4.0, 5.0]
    # One leading dimension an axis, however often it is summed over.
    assert draw.leads == 1


def test_a_family_without_density_is_named() -> None:
    module = module_of("cpmf_gamma_inversegaussian")
    at = point(gradient=True, a=1.5, b=1.2, c=2.0, d=1.5, w=-1, kappa=1)
    draw = draw_of(module, {}, 16, 1)
    v = module.latents(at, draw)
    q = module.parameters(at, v, draw)
    draw.variable("Y", q, module.OBSERVED_AXES, None)
    assert draw.no_gradient == ("Y",)


def test_a_prior_that_is_only_two_moments_cannot_be_drawn() -> None:
    module = module_of("pmf_prior")
    at = point(mu_theta=1, sigma_theta=1, mu_beta=1, sigma_beta=1)
    with pytest.raises(ParameterError, match="pmf_gamma in place of pmf_prior"):
        module.latents(at, draw_of(module, {}, 4, 1))


def test_parameters_outside_their_domain_are_named() -> None:
    module = module_of("pmf_gamma")
    draw = draw_of(module, {}, 4, 1)
    for wrong in (math.nan, 0.0, math.inf):
        with pytest.raises(ParameterError, match="theta cannot be drawn from Gamma: its shape"):
            module.latents(point(a=wrong, b=1, c=1, d=1), draw)
    draw = draw_of(module_of("gmf_beta_binomial"), {}, 4, 1)
    with pytest.raises(ParameterError, match="mean exceeds trials"):
        draw.variable("Y", point(mean=3, trials=2), ("row", "col"), None)
    assert set(families_of(module)) == {"theta", "beta", "Y"}
