"""Functions that generated modules need and that torch lacks, or lacks a derivative of."""

from __future__ import annotations

from typing import Any

import scipy.special
import torch

from symppm.codegen import special

_ROUNDING = 1e-9

_STEP = 1e-4
"""Relative step of the central difference: both its error and what torch's ten digits leave of it
are of the order 1e-6."""

_BETA_STEP = 1e-5
"""Likewise of SciPy's functions, with fifteen digits."""


class _Incomplete(torch.autograd.Function):
    """A distribution function of shapes and a value, with all derivatives.

    Those by the shapes are differences, since nobody has them; that by the value is the density.
    """

    @staticmethod
    def forward(
        context: Any, function: Any, density: Any, step: float, *arguments: torch.Tensor
    ) -> torch.Tensor:
        context.save_for_backward(*arguments)
        context.how = function, density, step
        result: torch.Tensor = function(*arguments)
        return result

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        function, density, relative = context.how
        arguments = context.saved_tensors
        gradients: list[torch.Tensor | None] = [None] * (3 + len(arguments))
        for place, shape in enumerate(arguments[:-1]):
            if context.needs_input_grad[3 + place]:
                step = relative * shape
                up, down = list(arguments), list(arguments)
                up[place], down[place] = shape + step, shape - step
                rise = function(*up) - function(*down)
                gradients[3 + place] = (grad * rise / (2 * step)).sum_to_size(shape.shape)
        if context.needs_input_grad[-1]:
            gradients[-1] = (grad * density(*arguments)).sum_to_size(arguments[-1].shape)
        return tuple(gradients)


def _tensors(*arguments: torch.Tensor | float) -> list[torch.Tensor]:
    return [torch.as_tensor(x, dtype=torch.float64) for x in arguments]


def _gamma_density(shape: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    return torch.exp(torch.xlogy(shape - 1, value) - value - torch.lgamma(shape))


def lower_gamma(shape: torch.Tensor | float, value: torch.Tensor | float) -> torch.Tensor:
    """Return P(X <= value) of a Gamma variable of rate one, differentiable by both arguments."""
    function = torch.special.gammainc
    cdf: torch.Tensor = _Incomplete.apply(function, _gamma_density, _STEP, *_tensors(shape, value))
    return cdf


def upper_gamma(shape: torch.Tensor | float, value: torch.Tensor | float) -> torch.Tensor:
    """Return P(X > value) of a Gamma variable of rate one, to full precision where it is small."""
    tail: torch.Tensor = _Incomplete.apply(
        torch.special.gammaincc, lambda *at: -_gamma_density(*at), _STEP, *_tensors(shape, value)
    )
    return tail


def _beta(first: torch.Tensor, second: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return I_x(a, b), which torch does not have."""
    arrays = (tensor.detach().cpu().numpy() for tensor in (first, second, value))
    return torch.as_tensor(scipy.special.betainc(*arrays), dtype=value.dtype, device=value.device)


def _beta_density(first: torch.Tensor, second: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    normal = torch.lgamma(first + second) - torch.lgamma(first) - torch.lgamma(second)
    power = torch.xlogy(first - 1, value) + torch.xlogy(second - 1, 1 - value)
    return torch.exp(power + normal)


def incomplete_beta(
    first: torch.Tensor | float, second: torch.Tensor | float, value: torch.Tensor | float
) -> torch.Tensor:
    """Return P(X <= value) of a Beta variable, differentiable by all arguments."""
    first, second, value = _tensors(first, second, value)
    rounding = value.detach().clamp(0.0, 1.0) - value.detach()
    within = torch.where(rounding.abs() < _ROUNDING, value + rounding, value)
    cdf: torch.Tensor = _Incomplete.apply(_beta, _beta_density, _BETA_STEP, first, second, within)
    return cdf


class _WeibullShape(torch.autograd.Function):
    """The shape as a function of E[X^2]/E[X]^2 - 1."""

    @staticmethod
    def forward(context: Any, excess: torch.Tensor) -> torch.Tensor:
        values = special.weibull_shape.arrays(excess.detach().cpu().numpy())
        shape = torch.as_tensor(values, dtype=excess.dtype, device=excess.device)
        context.save_for_backward(excess, shape)
        return shape

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> torch.Tensor:
        excess, shape = context.saved_tensors
        fall = torch.digamma(1 + 1 / shape) - torch.digamma(1 + 2 / shape)
        slope: torch.Tensor = grad * shape**2 / (2 * (1 + excess) * fall)
        return slope


def weibull_shape(excess: torch.Tensor) -> torch.Tensor:
    """Return the k with Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 = 1 + excess."""
    result: torch.Tensor = _WeibullShape.apply(excess)
    return result
