"""How each family is drawn in torch: as a function of noise where torch can, else plainly.

Parameters are those of the families in ``symppm.families``, as tensors that broadcast against the
shape that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import torch

Parameters = Mapping[str, torch.Tensor]
Shape = tuple[int, ...]
Sampler = Callable[[Parameters, Shape, torch.Generator], torch.Tensor]

_SMALL_SHAPE: Final = 0.1
"""Gamma variables of a smaller shape under- or overflow when divided; then logarithms are used."""

ROUNDING: Final = 2.0**-53
"""Half a unit of the last place of one."""


def _uniform(shape: Shape, generator: torch.Generator) -> torch.Tensor:
    """Draw from the open interval: neither end, so that logarithms are finite."""
    drawn = torch.rand(shape, generator=generator, dtype=torch.float64, device=generator.device)
    return drawn.clamp_min(ROUNDING / 2)


def _standard_normal(shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return torch.randn(shape, generator=generator, dtype=torch.float64, device=generator.device)


def _standard_exponential(shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return -torch.log(_uniform(shape, generator))


class _StandardGamma(torch.autograd.Function):
    """Draws with implicit gradients (Figurnov, Mohamed and Mnih, 2018), which torch computes.

    They are slow, and every statistic asks for them: torch alone would compute them each time.
    """

    @staticmethod
    def forward(context: Any, shape: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        drawn = torch._standard_gamma(shape, generator=generator)
        context.save_for_backward(shape, drawn)
        context.slopes = None
        return drawn

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> tuple[torch.Tensor, None]:
        if context.slopes is None:
            context.slopes = torch._standard_gamma_grad(*context.saved_tensors)
        return grad * context.slopes, None


def _standard_gamma(
    shape_parameter: torch.Tensor, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    concentration = shape_parameter.to(generator.device).expand(shape)
    drawn: torch.Tensor = _StandardGamma.apply(concentration, generator)
    return drawn


def _log_gamma_variable(
    shape_parameter: torch.Tensor, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    """Draw the logarithm of a standard Gamma variable, which does not underflow.

    With G of shape a + 1 and a uniform U, the variable is G U^(1/a).
    """
    above = _standard_gamma(shape_parameter + 1.0, shape, generator)
    return torch.log(above) + torch.log(_uniform(shape, generator)) / shape_parameter


def _root(square: torch.Tensor) -> torch.Tensor:
    """Return the square root, with a derivative of zero at zero in place of infinity."""
    positive = square > 0
    return torch.where(positive, torch.sqrt(torch.where(positive, square, 1.0)), 0.0)


def _normal(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["mean"] + _root(q["variance"]) * _standard_normal(shape, generator)


def _log_normal(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return torch.exp(q["mu"] + q["sigma"] * _standard_normal(shape, generator))


def _half_normal(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["location"] + q["scale"] * torch.abs(_standard_normal(shape, generator))


def _half_cauchy(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["location"] + q["scale"] * torch.tan(math.pi / 2 * _uniform(shape, generator))


def _student_t(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    half = q["degrees"] / 2
    square = _standard_gamma(half, shape, generator) / half
    return q["location"] + q["scale"] * _standard_normal(shape, generator) / torch.sqrt(square)


def _exponential(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _standard_exponential(shape, generator) / q["rate"]


def _uniform_between(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["low"] + (q["high"] - q["low"]) * _uniform(shape, generator)


def _weibull(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["scale"] * _standard_exponential(shape, generator) ** (1.0 / q["shape"])


def _gumbel(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    standard = -torch.log(_standard_exponential(shape, generator)) - float(np.euler_gamma)
    return q["mean"] + q["scale"] * standard


def _laplace(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    two_sided = 2.0 * _uniform(shape, generator) - 1.0
    return q["mean"] - q["scale"] * torch.sign(two_sided) * torch.log1p(-torch.abs(two_sided))


def _gamma(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _standard_gamma(q["shape"], shape, generator) / q["rate"]


def _inverse_gamma(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["scale"] * torch.exp(-_log_gamma_variable(q["shape"], shape, generator))


def _beta(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    """Draw G/(G + H); by their logarithms where both of G and H can underflow."""
    alpha, beta = q["alpha"], q["beta"]
    if min(float(alpha.detach().min()), float(beta.detach().min())) < _SMALL_SHAPE:
        first = _log_gamma_variable(alpha, shape, generator)
        return torch.sigmoid(first - _log_gamma_variable(beta, shape, generator))
    one = _standard_gamma(alpha, shape, generator)
    return one / (one + _standard_gamma(beta, shape, generator))


def _normal_dispersion(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return q["kappa"] * q["w"] + _root(q["kappa"]) * _standard_normal(shape, generator)


def _gamma_dispersion(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    """Draw a Gamma variable of shape kappa, which is zero where kappa is."""
    kappa = q["kappa"]
    drawn = _standard_gamma(torch.where(kappa > 0, kappa, 1.0), shape, generator)
    return torch.where(kappa > 0, drawn, 0.0) / -q["w"]


def _poisson(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return torch.poisson(q["rate"].to(generator.device).expand(shape), generator=generator)


def _gamma_poisson(
    size: torch.Tensor, ratio: torch.Tensor, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    """Draw Poisson counts whose rates are Gamma variables; a size of zero gives zero."""
    mixed = _standard_gamma(torch.where(size > 0, size, 1.0), shape, generator)
    return torch.poisson(torch.where(size > 0, mixed, 0.0) * ratio, generator=generator)


def _negative_binomial(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _gamma_poisson(q["size"], q["mean"] / q["size"], shape, generator)


def _negative_binomial_dispersion(
    q: Parameters, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    return _gamma_poisson(q["kappa"], 1.0 / torch.expm1(-q["w"]), shape, generator)


def _poisson_dispersion(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _poisson({"rate": q["kappa"] * torch.exp(q["w"])}, shape, generator)


def _trials(
    trials: torch.Tensor, success: torch.Tensor, shape: Shape, generator: torch.Generator
) -> torch.Tensor:
    count = trials.to(generator.device).expand(shape).contiguous()
    # A long sum of what are shares of one can round to a little more than one.
    probability = success.to(generator.device).expand(shape).clamp(0.0, 1.0)
    return torch.binomial(count, probability, generator=generator)


def _binomial(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _trials(q["trials"], q["mean"] / q["trials"], shape, generator)


def _binomial_dispersion(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return _trials(q["kappa"], torch.sigmoid(q["w"]), shape, generator)


def _bernoulli(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    return (_uniform(shape, generator) < q["mean"]).to(torch.float64)


def _zero_inflated(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    counts = _poisson(q, shape, generator)
    return torch.where(_uniform(shape, generator) < q["keep"], counts, 0.0)


def categorical(q: Parameters, shape: Shape, generator: torch.Generator) -> torch.Tensor:
    """Draw numbers from zero on, each with probability proportional to its weight."""
    cumulated = torch.cumsum(torch.stack(_weights(q)), 0)
    place = _uniform(shape, generator) * cumulated[-1]
    zero = torch.zeros(shape, dtype=torch.float64, device=generator.device)
    return sum(((place >= each).to(torch.float64) for each in cumulated[:-1]), start=zero)


def _weights(q: Parameters) -> list[torch.Tensor]:
    listed = [q[f"weight_{n}"] for n in range(len(q))]
    shape = np.broadcast_shapes(*(each.shape for each in listed))
    return [each.expand(shape) for each in listed]


PATHWISE: Final[Mapping[str, Sampler]] = MappingProxyType(
    {
        "Beta": _beta,
        "Exponential": _exponential,
        "ExponentialDispersion[gamma]": _gamma_dispersion,
        "ExponentialDispersion[normal]": _normal_dispersion,
        "Gamma": _gamma,
        "Gumbel": _gumbel,
        "HalfCauchy": _half_cauchy,
        "HalfNormal": _half_normal,
        "InverseGamma": _inverse_gamma,
        "Laplace": _laplace,
        "LogNormal": _log_normal,
        "Normal": _normal,
        "StudentT": _student_t,
        "Uniform": _uniform_between,
        "Weibull": _weibull,
    }
)
"""Samplers whose draws are differentiable functions of the parameters, by the family's name."""

PLAIN: Final[Mapping[str, Sampler]] = MappingProxyType(
    {
        "Bernoulli": _bernoulli,
        "Binomial": _binomial,
        "ExponentialDispersion[binomial]": _binomial_dispersion,
        "ExponentialDispersion[negative_binomial]": _negative_binomial_dispersion,
        "ExponentialDispersion[poisson]": _poisson_dispersion,
        "NegativeBinomial": _negative_binomial,
        "Poisson": _poisson,
        "ZeroInflatedPoisson": _zero_inflated,
    }
)
"""Samplers whose draws are not differentiable, by the family's name."""
