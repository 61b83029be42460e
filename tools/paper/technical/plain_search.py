"""The authors' stochastic search: pathwise latent variables, the plain score for counts, Adam.

The sources are the paper's text and the authors' published code, github.com/zehsilva/
prior-predictive-specification @ 6bb0258, gradient_optimization_experiments: what the statistics
are estimated from, the coordinates, the optimiser and its learning rate are those of the scripts
pmf_sgd_optimization.py and hpf_sgd_optimization.py there. This code is not theirs.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.settings import FACTORS

if TYPE_CHECKING:
    from torch import Generator, Tensor

RATE: Final = 0.1
PMF_NAMES: Final = ("a", "b", "c", "d")
HPF_NAMES: Final = ("a", "a_prime", "b_prime", "c", "c_prime", "d_prime")

_LEAST: Final = 1e-300
_EPSILON: Final = 1e-7
"""What Keras adds to the root of Adam's second moment; the authors use its default."""


@dataclass(frozen=True)
class Draws:
    """How many draws a step makes.

    Attributes
    ----------
    latents : int
        Of the latent variables.
    counts : int
        Of the count, for each of them.
    """

    latents: int
    counts: int


CODE: Final = Draws(1000, 10)
"""Of the authors' jobs (GENERATE_SLURM_JOBS.py)."""
TEXT: Final = Draws(100, 3)
"""Of the paper's text."""


@dataclass(frozen=True)
class Step:
    """Where the search is.

    Attributes
    ----------
    number : int
        Of the step; 0 is the start.
    seconds : float
        Of computing time since then.
    hyperparameters : mapping of str to float
        In the names of the catalogue.
    loss : float
        What the step's draws say of the discrepancy here.
    """

    number: int
    seconds: float
    hyperparameters: Mapping[str, float]
    loss: float


def plain_search(
    start: Mapping[str, float], targets: Mapping[str, float], draws: Draws, steps: int, seed: int
) -> Iterator[Step]:
    """Yield the steps of Adam on the squared distance of sampled statistics from their targets.

    Parameters
    ----------
    start : mapping of str to float
        Hyperparameters of Poisson factorization, or of its hierarchical form.
    targets : mapping of str to float
        ``"mean"``, ``"variance"`` or both.
    draws : Draws
        Of a step.
    steps : int
        How many.
    seed : int
        Of the draws.

    Notes
    -----
    It ends early where the loss or a gradient is not finite.
    """
    import torch  # noqa: PLC0415 - an extra, and slow to load

    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    u = torch.tensor(to_coordinates(start), dtype=torch.float64, requires_grad=True)
    adam = torch.optim.Adam([u], lr=RATE, eps=_EPSILON)
    spent = 0.0
    for number in range(steps + 1):
        began = time.process_time()
        here = _from_positive(torch.nn.functional.softplus(u).tolist())
        adam.zero_grad()
        found = _loss(u, targets, draws, generator)
        found.backward()
        spent += time.process_time() - began
        yield Step(number, spent, here, float(found.detach()))
        if u.grad is None or not bool(torch.isfinite(u.grad).all() and torch.isfinite(found)):
            return
        began = time.process_time()
        adam.step()
        spent += time.process_time() - began


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
    values: Mapping[str, float], targets: Mapping[str, float], draws: Draws, count: int, seed: int
) -> Gradient | None:
    """Average gradients of the sampled discrepancy at a point; None where they are not finite.

    Parameters
    ----------
    values, targets, draws, seed
        As in :func:`plain_search`.
    count : int
        How many gradients.
    """
    import torch  # noqa: PLC0415 - as above

    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    u = torch.tensor(to_coordinates(values), dtype=torch.float64, requires_grad=True)
    found = np.array([
        torch.autograd.grad(_loss(u, targets, draws, generator), u)[0].tolist()
        for _ in range(count)
    ])  # fmt: skip
    if not np.isfinite(found).all() or not np.ptp(found, axis=0).all():
        return None
    mean, deviation = found.mean(0), found.std(0, ddof=1)
    return Gradient(
        float(np.linalg.norm(mean) / np.linalg.norm(deviation)),
        float(np.max(np.abs(mean) / deviation) * math.sqrt(count)),
    )


def _loss(u: Tensor, targets: Mapping[str, float], draws: Draws, generator: Generator) -> Tensor:
    import torch  # noqa: PLC0415 - as above

    found = sampled(torch.nn.functional.softplus(u), targets, draws, generator)
    return torch.stack([(found[name] - value) ** 2 for name, value in targets.items()]).sum()


def to_coordinates(values: Mapping[str, float]) -> list[float]:
    """Return the coordinates of hyperparameters: softplus of a coordinate is what it stands for.

    They stand for mean and deviation of each Gamma prior in Poisson factorization, and for its own
    hyperparameters in the hierarchical model.

    Parameters
    ----------
    values : mapping of str to float
        Of either model.
    """
    if len(values) == 4:
        a, b, c, d = (values[name] for name in PMF_NAMES)
        found = [a / b, math.sqrt(a) / b, c / d, math.sqrt(c) / d]
    else:
        found = [values[name] for name in HPF_NAMES]
    return [each + math.log(-math.expm1(-each)) for each in found]


def _from_positive(x: list[float]) -> dict[str, float]:
    """Return hyperparameters from what coordinates stand for."""
    if len(x) == 4:
        found = [part for n in (0, 2) for part in ((x[n] / x[n + 1]) ** 2, x[n] / x[n + 1] ** 2)]
        return dict(zip(PMF_NAMES, found, strict=True))
    return dict(zip(HPF_NAMES, x, strict=True))


def sampled(
    x: Tensor, names: Iterable[str], draws: Draws, generator: Generator
) -> dict[str, Tensor]:
    """Return sampled statistics, with the derivatives of the plain estimator.

    With a variance, E[Y] and both parts of E[Y^2] - E[Y]^2 are from three sets of draws that are
    independent, as in the authors' jobs.

    Parameters
    ----------
    x : torch.Tensor, shape (4,) or (6,)
        What coordinates stand for, in the order of :func:`to_coordinates`; differentiable.
    names : iterable of str
        ``"mean"``, ``"variance"`` or both.
    draws : Draws
        Of a set.
    generator : torch.Generator
        Source of randomness.
    """
    found = {}
    if "mean" in names:
        found["mean"] = moment(x, 1, draws, generator)
    if "variance" in names:
        mean = moment(x, 1, draws, generator)
        found["variance"] = moment(x, 2, draws, generator) - mean**2
    return found


def moment(x: Tensor, order: int, draws: Draws, generator: Generator) -> Tensor:
    """Return a sampled moment of a count.

    Latent variables are differentiable functions of noise. Counts carry their derivative by the
    score function, without a baseline; the probability that eq:approx_discrete and eq:pmf_ey have
    inside the averages is left out (errata 38, 39, 42), as it is in the authors' code.

    Parameters
    ----------
    x, draws, generator
        As in :func:`sampled`.
    order : int
        Power of the count.
    """
    import torch  # noqa: PLC0415 - as above

    def gamma(shape: Tensor, size: int) -> Tensor:
        drawn: Tensor = torch._standard_gamma(
            shape.expand(draws.latents, size), generator=generator
        )
        return drawn.clamp_min(_LEAST)

    if len(x) == 4:
        shapes = [(x[n] / x[n + 1]) ** 2 for n in (0, 2)]
        rates = [x[n] / x[n + 1] ** 2 for n in (0, 2)]
    else:
        shapes = [x[0], x[3]]
        rates = [gamma(x[n], 1) * x[n + 1] / x[n] for n in (1, 4)]
    theta, beta = (gamma(shape, FACTORS) / rate for shape, rate in zip(shapes, rates, strict=True))
    rate = (theta * beta).sum(1)
    with torch.no_grad():
        y = torch.poisson(rate.expand(draws.counts, -1).contiguous(), generator=generator)
        power = y**order
        slope = (power * (y / rate.clamp_min(_LEAST) - 1)).mean(0)
    return power.mean() + (slope * (rate - rate.detach())).mean()


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
