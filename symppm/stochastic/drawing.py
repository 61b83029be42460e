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
    Support,
    finite_support,
    has_moving_support,
    is_pathwise,
    sample,
)

LogDensity = Callable[[torch.Tensor, Mapping[str, torch.Tensor]], torch.Tensor]
MOST_STATES: Final = 64
"""Joint states of discrete variables that are enumerated; the rest is drawn."""


class Draw:
    """One batch of draws from a model, as the generated modules make it.

    Attributes
    ----------
    log_probability : torch.Tensor
        Logarithm of the density of what the score function is used for, shape
        ``(lead..., draws)``.
    no_gradient : tuple of str
        Variables whose dependence on hyperparameters is lost, as their family has no density.
    """

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
        self.log_probability = self.constant(0.0).expand(draws)
        self.no_gradient: tuple[str, ...] = ()
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
            self._lead_of[axis] = self._new_lead(weights.reshape(2, *(1,) * (self.leads + 1)))
        states = torch.arange(2, dtype=torch.float64, device=self.device)
        return states.reshape(2, *(1,) * (self._lead_of[axis] + 1 + len(self.axes)))

    def _new_lead(self, weights: torch.Tensor) -> int:
        """Allot a leading dimension, given weights of shape ``(states, lead..., draws)``."""
        self._weights.append(weights)
        return len(self._weights) - 1

    def variable(
        self,
        name: str,
        parameters: Mapping[str, torch.Tensor],
        dims: tuple[str, ...],
        log_density: LogDensity | None,
    ) -> torch.Tensor:
        """Draw a variable, or list its states."""
        family = self.families[name]
        moves = any(value.requires_grad for value in parameters.values())
        if is_pathwise(family) and (self.pathwise or has_moving_support(family)):
            return sample(name, family, parameters, self._shape(parameters, dims), self.generator)
        if log_density is not None:
            listed = self._listed(family, parameters, dims)
            if listed is not None:
                return self._enumerated(listed, dims, log_density)
        fixed = {key: value.detach() for key, value in parameters.items()}
        value = sample(name, family, fixed, self._shape(parameters, dims), self.generator)
        if moves and log_density is None:
            self.no_gradient = (*self.no_gradient, name)
        elif moves and log_density is not None:
            found = self._summed(log_density(value, parameters), value)
            if not bool(torch.isfinite(found.detach()).all()):
                raise ParameterError(
                    f"the density of {name}, drawn from {family.name}, under- or overflows",
                    expected="densities within double precision",
                    do="Use less extreme hyperparameters.",
                )
            self.log_probability = self.log_probability + found
        return value

    def _shape(
        self, parameters: Mapping[str, torch.Tensor], dims: tuple[str, ...]
    ) -> tuple[int, ...]:
        own = (self.draws, *self._full(dims))
        return np.broadcast_shapes(own, *(value.shape for value in parameters.values()))

    def _full(self, dims: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(self.sizes[axis] if axis in dims else 1 for axis in self.axes)

    def _listed(
        self, family: Family, parameters: Mapping[str, torch.Tensor], dims: tuple[str, ...]
    ) -> Support | None:
        """Return the support of a variable if there is room for all its joint states."""
        support = finite_support(family, parameters)
        entries = math.prod(self._full(dims))
        if support is None or entries * math.log(len(support.values)) > math.log(
            self.most_states + 1
        ):
            return None
        states = len(support.values) ** entries
        return support if self._states * states <= self.most_states else None

    def _enumerated(
        self, support: Support, dims: tuple[str, ...], log_density: LogDensity
    ) -> torch.Tensor:
        shape = self._full(dims)
        joint = list(itertools.product(support.values, repeat=math.prod(shape)))
        value = torch.tensor(joint, dtype=torch.float64, device=self.device)
        value = value.reshape(len(joint), *(1,) * (self.leads + 1), *shape)
        weights = torch.exp(self._summed(log_density(value, support.parameters), value))
        self._states *= len(joint)
        self._new_lead(weights)
        return value

    def _summed(self, found: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        """Add up over all axes a density that need not mention every entry."""
        whole = found.expand(np.broadcast_shapes(found.shape, value.shape))
        return whole.sum(tuple(range(-len(self.axes), 0))) if self.axes else whole

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
        weights = self._joint_weights()
        rank = f.ndim
        missing = max(weights.ndim, self.log_probability.ndim) - rank
        if missing > 0:
            f = f.reshape(*(1,) * missing, *f.shape)
            rank += missing
        if self.log_probability.requires_grad and self.draws > 1:
            plain = self._over_alternatives(weights.detach() * f.detach(), rank)
            plain = plain.expand(self.draws)
            baseline = (plain.sum(0, keepdim=True) - plain) / (self.draws - 1)
            factor = torch.exp(self.log_probability - self.log_probability.detach()) - 1.0
            f = f + (f.detach() - baseline) * factor
        elif self.log_probability.requires_grad:
            factor = torch.exp(self.log_probability - self.log_probability.detach()) - 1.0
            f = f + f.detach() * factor
        found = self._over_alternatives(weights * f, rank)
        return found.expand(self.draws)

    def _joint_weights(self) -> torch.Tensor:
        """Return the product of all weights, shape ``(lead..., draws or 1)``."""
        joint = torch.ones((1,), dtype=torch.float64, device=self.device)
        for weights in self._weights:
            joint = joint * weights
        return joint

    @staticmethod
    def _over_alternatives(x: torch.Tensor, rank: int) -> torch.Tensor:
        return x.sum(tuple(range(rank - 1))) if rank > 1 else x
