"""Draws of a model's variables in batches, with gradients whatever the variables are.

Tensors have shape ``(lead..., draws, *axes)``: one dimension for each axis of the model, of size
one where a variable does not have it, one for independent draws, and leading ones for alternatives
that are all computed and weighted: the states of a discrete variable, or two numbers of factors.
Each new leading dimension is further left, so that tensors made earlier broadcast.

A variable gets its gradient in one of three ways: by its draws, where these are differentiable
functions of parameters and noise; by the weights of all its states, where these are few; else by
its score function.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
import torch

from symppm.errors import ParameterError
from symppm.families import Family
from symppm.stochastic.samplers import (
    finite_support,
    has_moving_support,
    is_pathwise,
    sample,
)

LogDensity = Callable[[torch.Tensor, Mapping[str, torch.Tensor]], torch.Tensor]
MOST_STATES: Final = 64
"""Joint states of discrete variables that are enumerated; the rest is drawn."""


class Draw:
    """One batch of draws from a model, as the generated modules make it."""

    def __init__(
        self,
        axes: tuple[str, ...],
        sizes: Mapping[str, int],
        draws: int,
        families: Mapping[str, Family],
        generator: torch.Generator,
        *,
        fractions: Mapping[str, torch.Tensor] = MappingProxyType({}),
        pathwise: bool = True,
        most_states: int = MOST_STATES,
    ) -> None:
        self.axes = axes
        self.sizes = sizes
        self.draws = draws
        self.families = families
        self.generator = generator
        self.fractions = fractions
        self.pathwise = pathwise
        self.most_states = most_states
        # Of the density of what the score function is used for, shape (lead..., draws).
        self.log_probability = self.constant(0.0).expand(draws)
        # Variables whose dependence on hyperparameters is lost, as their family has no density.
        self.no_gradient: tuple[str, ...] = ()
        # Of the alternatives along each leading dimension, shape (states, lead..., draws).
        self._weights: list[torch.Tensor] = []
        self._lead_of: dict[str, int] = {}
        self._states = 1

    @property
    def device(self) -> torch.device:
        """Where all tensors are."""
        return self.generator.device

    @property
    def leads(self) -> int:
        """How many leading dimensions there are so far."""
        return len(self._weights)

    def constant(self, value: float) -> torch.Tensor:
        """Return a number as a 0-d tensor."""
        return torch.tensor(value, dtype=torch.float64, device=self.device)

    def size(self, axis: str) -> torch.Tensor:
        """Return the size of an axis: 0-d, or n and n + 1 along a leading dimension."""
        if axis not in self.fractions:
            return self.constant(float(self.sizes[axis]))
        return self.sizes[axis] - 1.0 + self._upper_state(axis)

    def total(self, x: torch.Tensor, axis: str) -> torch.Tensor:
        """Return the sum along an axis, which keeps its dimension, of size one."""
        place = self.axes.index(axis) - len(self.axes)
        if x.ndim < -place or x.shape[place] == 1:
            return x * self.size(axis)
        if axis not in self.fractions:
            return x.sum(place, keepdim=True)
        below = x.narrow(place, 0, self.sizes[axis] - 1).sum(place, keepdim=True)
        last = x.narrow(place, self.sizes[axis] - 1, 1)
        return below + self._upper_state(axis) * last

    def _upper_state(self, axis: str) -> torch.Tensor:
        """Return 0 and 1 along the leading dimension of an axis of fractional size."""
        if axis not in self._lead_of:
            fraction = self.fractions[axis].to(self.device)
            weights = torch.stack([1.0 - fraction, fraction])
            self._lead_of[axis] = self.leads
            self._weights.append(weights.reshape(2, *(1,) * (self.leads + 1)))
        states = torch.arange(2, dtype=torch.float64, device=self.device)
        return states.reshape(2, *(1,) * (self._lead_of[axis] + 1 + len(self.axes)))

    def variable(
        self,
        name: str,
        parameters: Mapping[str, torch.Tensor],
        dims: tuple[str, ...],
        log_density: LogDensity | None,
    ) -> torch.Tensor:
        """Draw a variable, or list its states."""
        family = self.families[name]
        extents = tuple(self.sizes[axis] if axis in dims else 1 for axis in self.axes)
        shapes = (value.shape for value in parameters.values())
        shape = np.broadcast_shapes((self.draws, *extents), *shapes)
        if is_pathwise(family) and (self.pathwise or has_moving_support(family)):
            return sample(name, family, parameters, shape, self.generator)
        if log_density is not None:
            states = self._enumerated(family, parameters, extents, log_density)
            if states is not None:
                return states
        fixed = {key: value.detach() for key, value in parameters.items()}
        value = sample(name, family, fixed, shape, self.generator)
        if not any(p.requires_grad for p in parameters.values()):
            return value
        if log_density is None:
            self.no_gradient = (*self.no_gradient, name)
            return value
        log_probability = self._summed(log_density(value, parameters), value)
        if not bool(torch.isfinite(log_probability.detach()).all()):
            raise ParameterError(
                f"the density of {name}, drawn from {family.name}, under- or overflows",
                expected="densities within double precision",
                do="Use less extreme hyperparameters.",
            )
        self.log_probability = self.log_probability + log_probability
        return value

    def _enumerated(
        self,
        family: Family,
        parameters: Mapping[str, torch.Tensor],
        shape: tuple[int, ...],
        log_density: LogDensity,
    ) -> torch.Tensor | None:
        """List all joint states of a variable, if it has few and there is room for them."""
        support = finite_support(family, parameters)
        if support is None:
            return None
        values, inside = support
        entries = math.prod(shape)
        if entries * math.log(len(values)) > math.log(self.most_states + 1):
            return None
        states = len(values) ** entries
        if self._states * states > self.most_states:
            return None
        joint = list(itertools.product(values, repeat=entries))
        value = torch.tensor(joint, dtype=torch.float64, device=self.device)
        value = value.reshape(states, *(1,) * (self.leads + 1), *shape)
        weights = torch.exp(self._summed(log_density(value, inside), value))
        self._states *= states
        self._weights.append(weights)
        return value

    def _summed(self, density: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        """Add up over all axes a density that need not mention every entry."""
        full = density.expand(np.broadcast_shapes(density.shape, value.shape))
        return full.sum(tuple(range(-len(self.axes), 0))) if self.axes else full

    def expectation(self, f: torch.Tensor) -> torch.Tensor:
        """Return what each draw says about an expectation, unbiased like its gradient.

        Notes
        -----
        With weights w_s of the alternatives s, log probability L_s of what the score function is
        used for, and a baseline b, the result is

            sum_s w_s (f_s + (stop(f_s) - b) (exp(L_s - stop(L_s)) - 1)),

        where stop takes a number as a constant. Its value is sum_s w_s f_s, as the exponential is
        one. Its derivative is sum_s (w_s' f_s + w_s f_s' + w_s (f_s - b) L_s'), which is the DiCE
        form (Foerster et al., 2018) of the score function, less b sum_s w_s L_s'. The latter has
        expectation zero: L_s is a sum over variables, the weights of alternatives that come after
        a variable add up to one, those before it do not depend on its value, and the score of
        a variable, given what comes before it, has expectation zero. For that, b must not depend on
        the draw itself, so that it is the average over all other draws.
        """
        # The product of all weights has the shape (lead..., draws or 1).
        weights = torch.ones((1,), dtype=torch.float64, device=self.device)
        for lead_weights in self._weights:
            weights = weights * lead_weights
        missing = max(weights.ndim, self.log_probability.ndim) - f.ndim
        if missing > 0:
            f = f.reshape(*(1,) * missing, *f.shape)
        alternatives = tuple(range(f.ndim - 1))

        def weighted(w: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
            total = w * values
            return (total.sum(alternatives) if alternatives else total).expand(self.draws)

        if self.log_probability.requires_grad:
            baseline = self.constant(0.0)
            if self.draws > 1:
                plain = weighted(weights.detach(), f.detach())
                baseline = (plain.sum(0, keepdim=True) - plain) / (self.draws - 1)
            factor = torch.exp(self.log_probability - self.log_probability.detach()) - 1.0
            f = f + (f.detach() - baseline) * factor
        return weighted(weights, f)
