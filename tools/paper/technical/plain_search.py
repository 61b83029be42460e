"""The paper's stochastic search: few draws a step, the plain score function for counts, Adam."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.settings import FACTORS

if TYPE_CHECKING:
    from torch import Generator, Tensor

LATENTS: Final = 100
COUNTS: Final = 3
RATE: Final = 0.1
PMF_NAMES: Final = ("a", "b", "c", "d")
HPF_NAMES: Final = ("a", "a_prime", "b_prime", "c", "c_prime", "d_prime")

_LEAST: Final = 1e-300


@dataclass(frozen=True)
class Step:
    """Where the search is.

    Attributes
    ----------
    number : int
        Of the step; 0 is the start.
    seconds : float
        Since then.
    hyperparameters : mapping of str to float
        In the names of the catalogue.
    """

    number: int
    seconds: float
    hyperparameters: Mapping[str, float]


def plain_search(
    start: Mapping[str, float], targets: Mapping[str, float], link: str, steps: int, seed: int
) -> Iterator[Step]:
    """Yield the steps of Adam on the squared distance of sampled statistics from their targets.

    Parameters
    ----------
    start : mapping of str to float
        Hyperparameters of Poisson factorization, or of its hierarchical form.
    targets : mapping of str to float
        ``"mean"``, ``"variance"`` or both.
    link : str
        As in :func:`to_coordinates`.
    steps : int
        How many.
    seed : int
        Of the draws.

    Notes
    -----
    It ends early where a gradient is not finite. Coordinates are mean and standard deviation of
    each Gamma prior made of hyperparameters alone, and the shapes a and c of the hierarchical
    model, whose rates are random. The paper says "location-scale", not how it keeps these positive:
    by exp or by softplus here.
    """
    import torch  # noqa: PLC0415 - an extra, and slow to load

    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    u = torch.tensor(to_coordinates(start, link), dtype=torch.float64, requires_grad=True)
    adam = torch.optim.Adam([u], lr=RATE)
    began = time.perf_counter()
    for number in range(steps + 1):
        here = _from_positive(_positive(u, link).tolist())
        yield Step(number, time.perf_counter() - began, here)
        adam.zero_grad()
        _loss(u, targets, link, generator).backward()
        if u.grad is None or not bool(torch.isfinite(u.grad).all()):
            return
        adam.step()


@dataclass(frozen=True)
class Gradient:
    """What the search's gradient is on average at one point.

    Attributes
    ----------
    signal : float
        Length of the mean gradient over the deviation of a single one.
    errors : float
        Largest mean of a coordinate, in its standard errors.
    """

    signal: float
    errors: float


def gradient_at(
    values: Mapping[str, float], targets: Mapping[str, float], link: str, count: int, seed: int
) -> Gradient | None:
    """Average gradients of the sampled discrepancy at a point; None where they are not finite.

    Parameters
    ----------
    values, targets, link, seed
        As in :func:`plain_search`.
    count : int
        How many gradients.
    """
    import torch  # noqa: PLC0415 - as above

    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    u = torch.tensor(to_coordinates(values, link), dtype=torch.float64, requires_grad=True)
    found = np.array([
        torch.autograd.grad(_loss(u, targets, link, generator), u)[0].tolist()
        for _ in range(count)
    ])  # fmt: skip
    if not np.isfinite(found).all() or not np.ptp(found, axis=0).all():
        return None
    mean, deviation = found.mean(0), found.std(0, ddof=1)
    return Gradient(
        float(np.linalg.norm(mean) / np.linalg.norm(deviation)),
        float(np.max(np.abs(mean) / deviation) * math.sqrt(count)),
    )


def _loss(u: Tensor, targets: Mapping[str, float], link: str, generator: Generator) -> Tensor:
    import torch  # noqa: PLC0415 - as above

    found = sampled(_positive(u, link), generator)
    return torch.stack([(found[name] - value) ** 2 for name, value in targets.items()]).sum()


def _positive(u: Tensor, link: str) -> Tensor:
    import torch  # noqa: PLC0415 - as above

    return u.exp() if link == "logarithms" else torch.nn.functional.softplus(u)


def to_coordinates(values: Mapping[str, float], link: str) -> list[float]:
    """Return the coordinates of hyperparameters.

    Parameters
    ----------
    values : mapping of str to float
        Of either model.
    link : str
        ``"logarithms"`` or ``"softplus"``.
    """
    if len(values) == 4:
        a, b, c, d = (values[name] for name in PMF_NAMES)
        found = [a / b, math.sqrt(a) / b, c / d, math.sqrt(c) / d]
    else:
        a, a_prime, b_prime, c, c_prime, d_prime = (values[name] for name in HPF_NAMES)
        found = [a, b_prime, b_prime / math.sqrt(a_prime)]
        found += [c, d_prime, d_prime / math.sqrt(c_prime)]
    if link == "logarithms":
        return [math.log(each) for each in found]
    return [each + math.log(-math.expm1(-each)) for each in found]


def _from_positive(x: list[float]) -> dict[str, float]:
    """Return hyperparameters from means, deviations, and the shapes of the hierarchical model."""
    if len(x) == 4:
        found = [part for n in (0, 2) for part in ((x[n] / x[n + 1]) ** 2, x[n] / x[n + 1] ** 2)]
        return dict(zip(PMF_NAMES, found, strict=True))
    found = []
    for n in (0, 3):
        found += [x[n], (x[n + 1] / x[n + 2]) ** 2, x[n + 1]]
    return dict(zip(HPF_NAMES, found, strict=True))


def sampled(x: Tensor, generator: Generator, latents: int = LATENTS) -> dict[str, Tensor]:
    """Return sampled E[Y] and E[Y^2] - E[Y]^2, with the derivatives of the plain estimator.

    Latent variables are differentiable functions of noise. Counts carry their derivative by the
    score function, as y exp(log p(y) - stop(log p(y))), without a baseline; the probability that
    eq:approx_discrete and eq:pmf_ey have inside the averages is left out (errata 38, 39, 42).

    Parameters
    ----------
    x : torch.Tensor, shape (4,) or (6,)
        Means, deviations and shapes, in the order of :func:`to_coordinates`; differentiable.
    generator : torch.Generator
        Source of randomness.
    latents : int
        S_1, or S_theta S_beta; there are :data:`COUNTS` counts for each.
    """
    import torch  # noqa: PLC0415 - as above

    def gamma(shape: Tensor, size: int) -> Tensor:
        drawn: Tensor = torch._standard_gamma(shape.expand(latents, size), generator=generator)
        return drawn.clamp_min(_LEAST)

    if len(x) == 4:
        shapes = [(x[n] / x[n + 1]) ** 2 for n in (0, 2)]
        rates = [x[n] / x[n + 1] ** 2 for n in (0, 2)]
    else:
        shapes, rates = [x[0], x[3]], []
        for n in (1, 4):
            above = (x[n] / x[n + 1]) ** 2
            rates.append(gamma(above, 1) * x[n] / above)
    theta, beta = (gamma(shape, FACTORS) / rate for shape, rate in zip(shapes, rates, strict=True))
    rate = (theta * beta).sum(1)
    with torch.no_grad():
        y = torch.poisson(rate.expand(COUNTS, latents).contiguous(), generator=generator)
    log = torch.xlogy(y, rate) - rate - torch.lgamma(y + 1)
    one = torch.exp(log - log.detach())
    mean = (y * one).mean()
    return {"mean": mean, "variance": (y**2 * one).mean() - mean**2}


def exact_moments(values: Mapping[str, float]) -> dict[str, float]:
    """Return E[Y] and Var[Y] by the package's kernels; infinite where they do not exist.

    Parameters
    ----------
    values : mapping of str to float
        Hyperparameters of either model.
    """
    from symppm.codegen.load import load_model  # noqa: PLC0415 - loads numba

    names = PMF_NAMES if len(values) == 4 else HPF_NAMES
    if len(values) != 4 and min(values["a_prime"], values["c_prime"]) <= 2:
        return {"mean": math.inf, "variance": math.inf}
    module = load_model("pmf_gamma" if len(values) == 4 else "hpf_gamma")
    with np.errstate(all="ignore"):
        mean, variance, *_ = module.moments(float(FACTORS), *(values[name] for name in names))
    return {"mean": float(mean), "variance": float(variance)}


def nearest_on_border(targets: Mapping[str, float], weights: Callable[[str], float]) -> float:
    """Return what mean and variance both are at the feasible point that is nearest to targets.

    Poisson factorization has Var[Y] > E[Y]. With a target variance below the target mean, the
    weighted sum of squares is least on the border, where it is a parabola in one number.

    Parameters
    ----------
    targets : mapping of str to float
        ``"mean"`` and ``"variance"``.
    weights : callable
        From a name to the weight of its squared error.
    """
    if targets["variance"] >= targets["mean"]:
        raise ValueError("these targets can be met")
    total = sum(weights(name) * value for name, value in targets.items())
    return total / sum(weights(name) for name in targets)
