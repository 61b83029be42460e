"""Rivals of the package's estimators of a variance, beside the package's own.

As the paper's supplement has them: counts are drawn and get their derivatives by DiCE; latents are
drawn as differentiable functions of noise, or get theirs by DiCE as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from sampling_tasks import PMF_NAMES
from torch import Tensor

from symppm.codegen.compile import compile_torch
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.estimates import Estimator
from symppm.stochastic.names import statistic_named
from symppm.stochastic.plans import Plan, PlannedTarget, planned

SIZE = 25
_TINY = 1e-300


def plain_variance(
    x: Tensor, latents: int, counts: int, generator: torch.Generator, *, scores: bool = False
) -> Tensor:
    """Estimate Var[Y] of Poisson factorization by the plain score function estimator.

    Parameters
    ----------
    x : torch.Tensor, shape (4,)
        Logarithms of a, b, c, d; differentiable.
    latents, counts : int
        How many draws of theta and beta, and of counts for each.
    generator : torch.Generator
        Source of randomness.
    scores : bool
        Whether theta and beta get their derivatives by the score function too.

    Notes
    -----
    E[Y^2] - E[Y]^2 of averages of y exp(log p(y) - stop(log p(y))), the supplement's form after
    Foerster et al. (2018), without a baseline. Its p(z) within the average over draws is left out,
    as it would not estimate the expectation at all.
    """
    a, b, c, d = x.exp()
    theta = torch._standard_gamma(a.expand(latents, SIZE), generator=generator) / b
    beta = torch._standard_gamma(c.expand(latents, SIZE), generator=generator) / d
    prior: Tensor | float = 0.0
    if scores:
        theta, beta = (each.detach().clamp_min(_TINY) for each in (theta, beta))
        prior = (_log_gamma(theta, a, b) + _log_gamma(beta, c, d)).sum(1)
    rate = (theta * beta).sum(1)
    with torch.no_grad():
        y = torch.poisson(rate.expand(counts, latents).contiguous(), generator=generator)
    log = torch.xlogy(y, rate) - rate - torch.lgamma(y + 1) + prior
    one = torch.exp(log - log.detach())
    return (y**2 * one).mean() - (y * one).mean() ** 2


def _log_gamma(value: Tensor, shape: Tensor, rate: Tensor) -> Tensor:
    """Return the logarithm of the density of Gamma(shape, rate)."""
    power = shape * rate.log() + (shape - 1) * value.log()
    return power - rate * value - torch.lgamma(shape)


def variance_estimator(way: str) -> Estimator:
    """Return the package's estimator of the same, drawn in one of its ways.

    Parameters
    ----------
    way : str
        ``"explicit"``, ``"collapsed"``, or ``"drawn"`` as :class:`symppm.stochastic.plans.Plan`.
    """
    return estimator_of(("variance",), way)


def estimator_of(names: tuple[str, ...], way: str) -> Estimator:
    """Return the package's estimator of moments of Poisson factorization.

    Parameters
    ----------
    names : tuple of str
        Targets.
    way : str
        As in :func:`variance_estimator`.
    """
    declaration = catalogue_model("pmf_gamma")
    module = compile_torch(declaration)
    wanted = []
    for name in names:
        meant = statistic_named(declaration, name, custom=False, integral=True, shared=False)
        best = planned(module, name, meant, 1.0, None, "likelihood", None)
        one = {"explicit": Plan("explicit", {"row": 1, "col": 1}),
               "drawn": Plan("drawn", {"row": 1, "col": 1})}  # fmt: skip
        wanted.append(PlannedTarget(name, meant, 1.0, None, way, one.get(way, best.plan)))
    families = {each.name: each.family for each in declaration.variables}
    return Estimator(module, families, tuple(wanted), "cpu")


def point(x: Tensor) -> Mapping[str, Tensor]:
    """Return size and hyperparameters at their logarithms, shape (4,)."""
    values = dict(zip(PMF_NAMES, x.exp(), strict=True))
    return {"K": x.new_tensor(float(SIZE)), **values}


def exact_variance(x: Tensor) -> Tensor:
    """Return Var[Y] by the printed formula, differentiable.

    Parameters
    ----------
    x : torch.Tensor, shape (4,)
        Logarithms of a, b, c, d.
    """
    a, b, c, d = x.exp()
    mean = SIZE * a * c / (b * d)
    variance: Tensor = mean + mean * (a + c + 1) / (b * d)
    return variance


def with_gradient(of: Callable[[Tensor], Tensor], x: Tensor) -> tuple[float, list[float]]:
    """Return a value and its gradient.

    Parameters
    ----------
    of : callable
        From coordinates to a number.
    x : torch.Tensor, shape (n,)
        Where.
    """
    at = x.detach().clone().requires_grad_()
    value = of(at)
    (slope,) = torch.autograd.grad(value, at)
    return float(value.detach()), slope.tolist()
