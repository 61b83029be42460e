"""Functions that generated modules need and that torch lacks, or lacks a derivative of."""

from __future__ import annotations

from typing import Any

import scipy.special
import torch

from symppm.families.weibull import weibull_shape as weibull_shape_of

_ROUNDING = 1e-9

_STEP = 1e-4
"""Relative step of the central difference: both its error and what torch's ten digits leave of it
are of the order 1e-6."""

_BETA_STEP = 1e-5
"""Likewise of SciPy's functions, with fifteen digits."""


class _IncompleteGamma(torch.autograd.Function):
    """P or Q = 1 - P of (shape, value) with both derivatives; torch has only the one by value."""

    @staticmethod
    def forward(
        context: Any, function: Any, sign: float, shape: torch.Tensor, value: torch.Tensor
    ) -> torch.Tensor:
        context.save_for_backward(shape, value)
        context.function, context.sign = function, sign
        found: torch.Tensor = function(shape, value)
        return found

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        shape, value = context.saved_tensors
        by_shape = by_value = None
        if context.needs_input_grad[2]:
            step = _STEP * shape
            rise = context.function(shape + step, value) - context.function(shape - step, value)
            by_shape = (grad * rise / (2 * step)).sum_to_size(shape.shape)
        if context.needs_input_grad[3]:
            density = torch.exp(torch.xlogy(shape - 1, value) - value - torch.lgamma(shape))
            by_value = (context.sign * grad * density).sum_to_size(value.shape)
        return None, None, by_shape, by_value


def lower_gamma(shape: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return P(X <= value) of a Gamma variable of rate one, differentiable by both arguments."""
    found: torch.Tensor = _IncompleteGamma.apply(torch.special.gammainc, 1.0, shape, value)
    return found


def upper_gamma(shape: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return P(X > value) of a Gamma variable of rate one, differentiable by both arguments.

    To full precision where it is small.
    """
    found: torch.Tensor = _IncompleteGamma.apply(torch.special.gammaincc, -1.0, shape, value)
    return found


class _IncompleteBeta(torch.autograd.Function):
    """I_x(a, b) with all derivatives; torch does not have it, so that SciPy computes it."""

    @staticmethod
    def forward(
        context: Any, first: torch.Tensor, second: torch.Tensor, value: torch.Tensor
    ) -> torch.Tensor:
        context.save_for_backward(first, second, value)
        return _of_scipy(first, second, value)

    @staticmethod
    def backward(context: Any, grad: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        first, second, value = context.saved_tensors
        found: list[torch.Tensor | None] = [None, None, None]
        for place, shape in enumerate((first, second)):
            if context.needs_input_grad[place]:
                step = _BETA_STEP * shape
                ends = [
                    _of_scipy(
                        first + side * step * (place == 0), second + side * step * place, value
                    )
                    for side in (1, -1)
                ]
                found[place] = (grad * (ends[0] - ends[1]) / (2 * step)).sum_to_size(shape.shape)
        if context.needs_input_grad[2]:
            normal = torch.lgamma(first + second) - torch.lgamma(first) - torch.lgamma(second)
            power = torch.xlogy(first - 1, value) + torch.xlogy(second - 1, 1 - value)
            found[2] = (grad * torch.exp(power + normal)).sum_to_size(value.shape)
        return tuple(found)


def _of_scipy(first: torch.Tensor, second: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    arrays = (each.detach().cpu().numpy() for each in (first, second, value))
    return torch.as_tensor(scipy.special.betainc(*arrays), dtype=value.dtype, device=value.device)


def incomplete_beta(first: torch.Tensor, second: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return P(X <= value) of a Beta variable, differentiable by all arguments."""
    rounding = value.detach().clamp(0.0, 1.0) - value.detach()
    within = torch.where(rounding.abs() < _ROUNDING, value + rounding, value)
    found: torch.Tensor = _IncompleteBeta.apply(first, second, within)
    return found


class _WeibullShape(torch.autograd.Function):
    """The shape as a function of E[X^2]/E[X]^2 - 1."""

    @staticmethod
    def forward(context: Any, excess: torch.Tensor) -> torch.Tensor:
        found = weibull_shape_of(1.0 + excess.detach().cpu().numpy())
        shape = torch.as_tensor(found, dtype=excess.dtype, device=excess.device)
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
    found: torch.Tensor = _WeibullShape.apply(excess)
    return found
