"""One batch of draws of a model's latent variables, and conditional expectations of entries."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

import numpy as np
import sympy
import torch

from symppm.families import Family
from symppm.stochastic.drawing import Draw
from symppm.stochastic.falling import product_of_conditional_sums, products_of_sums
from symppm.stochastic.names import Monomial, Place

Way = Literal["layered", "collapsed", "explicit", "drawn"]
"""Sums over the latent axis by falling factorials, of expectations given all but the lowest layer,
or of what is drawn; sums term by term; or entries drawn, too."""

_MOST_STRIDES = 3

Slot = tuple[int, Place]
"""One sum in a product: its number, and the entry that it belongs to."""
Term = tuple[torch.Tensor, tuple[tuple[str, int], ...]]
Terms = tuple[tuple[Term, ...], ...]


@dataclass(frozen=True)
class Plan:
    """How a batch is drawn.

    Attributes
    ----------
    way : {"layered", "collapsed", "explicit", "drawn"}
        How entries are integrated.
    sizes : mapping of str to int
        Values along each observed axis, and along the latent one for the first two.
    pathwise : bool
        Whether drawn entries are reparameterised where they can be; else the score function carries
        their derivative.
    """

    way: Way
    sizes: Mapping[str, int]
    pathwise: bool = True


class View:
    """Draws of a model under a plan, at one point."""

    def __init__(
        self,
        module: ModuleType,
        families: Mapping[str, Family],
        plan: Plan,
        p: Mapping[str, torch.Tensor],
        draws: int,
        generator: torch.Generator,
    ) -> None:
        self.module = module
        self._family = families[module.OBSERVED]
        self.plan = plan
        self.p = p
        sizes, fractions = _sizes(module, plan, p)
        self.draw = Draw(
            module.AXES, sizes, draws, families, generator,
            fractions=fractions, pathwise=module.CONTINUOUS,
        )  # fmt: skip
        self.latents = module.latents(p, self.draw, plan.way == "layered")
        self._axes = {name: place - len(module.AXES) for place, name in enumerate(module.AXES)}
        # Moments of one batch have parts in common.
        self._moments: dict[tuple[Monomial, float], torch.Tensor] = {}
        self._products: dict[tuple[Slot, ...], torch.Tensor] = {}
        self._summands: tuple[torch.Tensor, ...] = ()
        self.given: Mapping[str, torch.Tensor] = {}
        self._terms: Terms = ()
        self._leaves: Mapping[str, Mapping[str, torch.Tensor]] = {}
        if plan.way in {"collapsed", "layered"}:
            ((axis, size),) = module.SIZES
            self._k = p[size]
            self._factor = self._axes[axis]
            self._terms_of_sums(sizes[axis])
        else:
            self.given = module.parameters(p, self.latents, self.draw)
        self.entries: torch.Tensor | None = None
        if plan.way == "drawn":
            density = module.log_density if module.HAS_DENSITY else None
            self.draw.pathwise = plan.pathwise and module.CONTINUOUS
            self.entries = self.draw.variable(
                module.OBSERVED, self.given, module.OBSERVED_AXES, density
            )

    def _terms_of_sums(self, terms: int) -> None:
        """Compute what is summed, its places along the latent axis last."""
        if self.plan.way == "collapsed":
            self._summands = tuple(
                self._last(_along(each, self._factor, terms))
                for each in self.module.summands(self.p, self.latents)
            )
            return
        self._terms = tuple(
            tuple(
                (self._last(_tensor(coefficient, self._k)), powers) for coefficient, powers in row
            )
            for row in self.module.terms(self.p, self.latents)
        )
        self._leaves = self.module.leaf_parameters(self.p, self.latents, self.draw)

    def _last(self, values: torch.Tensor) -> torch.Tensor:
        """Move the latent axis behind all others, leaving one of size one in its place."""
        if not values.dim():
            return values
        return values.movedim(self._factor, -1).unsqueeze(self._factor - 1)

    def average(self, values: torch.Tensor) -> torch.Tensor:
        """Average over all axes, then over what was enumerated; one number a draw."""
        count = len(self.module.AXES)
        if values.dim() <= count:
            values = values.expand(np.broadcast_shapes(values.shape, (1,) * (count + 1)))
        return self.draw.expectation(values.mean(dim=tuple(range(-count, 0))))

    def most(self) -> torch.Tensor | None:
        """Return the largest value that entries can take, or None where there is none."""
        symbols = {name: sympy.Symbol(name) for name in self.given}
        bound = self._family.upper_bound(symbols)
        if bound is None:
            return None
        like = next(iter(self.given.values()))
        if bound.is_number:
            return like.new_tensor(float(bound))
        return self.given[str(bound)] if isinstance(bound, sympy.Symbol) else None

    def joint_moment(self, monomial: Monomial, center: float) -> torch.Tensor:
        """Return, for each draw, an unbiased estimate of a joint moment about a given center."""
        if (monomial, center) not in self._moments:
            self._moments[monomial, center] = self._joint_moment(monomial, center)
        return self._moments[monomial, center]

    def _joint_moment(self, monomial: Monomial, center: float) -> torch.Tensor:
        if self.plan.way in {"collapsed", "layered"}:
            return self._collapsed(monomial, center)
        values = [(place, self._entry_moment(power, center)) for place, power in monomial]
        total: torch.Tensor | None = None
        strides = self._strides(monomial)
        for stride in strides:
            product = torch.ones_like(self.draw.constant(1.0))
            for place, value in values:
                product = product * self._rolled(value, tuple(stride * n for n in place))
            total = product if total is None else total + product
        assert total is not None  # noqa: S101 - one is a stride
        return self.average(total / len(strides))

    def _strides(self, monomial: Monomial) -> tuple[int, ...]:
        """Return by what indices may be multiplied and still be different along every axis."""
        good = []
        for stride in range(1, _MOST_STRIDES + 1):
            alike = False
            for n, axis in enumerate(self.module.OBSERVED_AXES):
                indices = {place[n] for place, _ in monomial}
                moved = {stride * each % self.plan.sizes[axis] for each in indices}
                alike = alike or len(moved) < len(indices)
            if not alike:
                good.append(stride)
        return tuple(good[:1] if len(monomial) == 1 else good)

    def _entry_moment(self, power: int, center: float) -> torch.Tensor:
        if self.entries is not None:
            return (self.entries - center) ** power
        return _about(center, power, lambda order: self.module.moment(order, self.given))

    def _rolled(self, values: torch.Tensor, place: Place, last: int = 0) -> torch.Tensor:
        """Move the entry at a place to the origin, for all origins at once."""
        for axis, shift in zip(self.module.OBSERVED_AXES, place, strict=True):
            if shift and values.dim() >= -self._axes[axis] + last:
                values = values.roll(-shift, self._axes[axis] - last)
        return values

    def _collapsed(self, monomial: Monomial, center: float) -> torch.Tensor:
        terms: list[tuple[torch.Tensor | float, list[Slot]]] = [(1.0, [])]
        for place, power in monomial:
            mine = []
            for known, exponents in self._polynomial(power, center):
                coefficient = known
                if isinstance(known, torch.Tensor) and known.dim():
                    coefficient = self._rolled(known, place)
                slots = [(q, place) for q, times in enumerate(exponents) for _ in range(times)]
                mine.append((coefficient, slots))
            terms = [(one * two, [*a, *b]) for one, a in terms for two, b in mine]
        total: torch.Tensor | None = None
        for coefficient, slots in terms:
            value = self._product(tuple(sorted(slots))) * coefficient
            total = value if total is None else total + value
        assert total is not None  # noqa: S101 - there is a term
        axes = len(self.module.AXES)
        full = total.expand(np.broadcast_shapes(total.shape, (self.draw.draws, *(1,) * axes)))
        return self.average(full)

    def _product(self, slots: tuple[Slot, ...]) -> torch.Tensor:
        """Return the expectation of a product of sums over the latent axis, K terms each."""
        if slots not in self._products:
            self._products[slots] = self._expected(slots) if slots else torch.ones_like(self._k)
        return self._products[slots]

    def _expected(self, slots: tuple[Slot, ...]) -> torch.Tensor:
        if self.plan.way == "collapsed":
            return products_of_sums(
                [self._rolled(self._summands[q], place, last=1) for q, place in slots], self._k
            )
        total: torch.Tensor | None = None
        for chosen in itertools.product(*(self._terms[q] for q, _ in slots)):
            value = product_of_conditional_sums(
                len(slots), functools.partial(self._given, slots, chosen), self._k
            )
            total = value if total is None else total + value
        assert total is not None  # noqa: S101 - a sum has a term
        return total

    def _given(
        self, slots: tuple[Slot, ...], chosen: tuple[Term, ...], block: tuple[int, ...]
    ) -> torch.Tensor:
        """Return the expectation of a product of terms that share their latent index."""
        product = torch.ones_like(self._k)
        exponents: dict[tuple[str, Place], int] = {}
        dims = dict(self.module.LEAVES)
        for each in block:
            coefficient, powers = chosen[each]
            _, place = slots[each]
            product = product * self._rolled(coefficient, place, last=1)
            for name, power in powers:
                own = tuple(
                    n if axis in dims[name] else 0
                    for axis, n in zip(self.module.OBSERVED_AXES, place, strict=True)
                )
                exponents[name, own] = exponents.get((name, own), 0) + power
        for (name, place), power in exponents.items():
            moment = self.module.leaf_moment(name, power, self._leaves[name])
            product = product * self._rolled(self._last(moment), place, last=1)
        return product

    def _polynomial(
        self, power: int, center: float
    ) -> list[tuple[torch.Tensor | float, tuple[int, ...]]]:
        """Return E[(Y - center)^power | latents] as a polynomial in the sums."""
        found: dict[tuple[int, ...], torch.Tensor | float] = {}
        for order in range(power + 1):
            weight = math.comb(power, order) * (-center) ** (power - order)
            none = ((1.0, (0,) * self.module.SUMS),)
            if weight == 0.0:
                continue
            for coefficient, exponents in (
                self.module.polynomial(order, self.p, self.latents) if order else none
            ):
                found[exponents] = found.get(exponents, 0.0) + weight * coefficient
        return [(coefficient, exponents) for exponents, coefficient in found.items()]


def _about(center: float, power: int, raw: Callable[[int], torch.Tensor]) -> torch.Tensor:
    """Return a moment about a center from raw ones."""
    total: torch.Tensor = raw(power)
    if center == 0.0:
        return total
    for order in range(power):
        weight = math.comb(power, order) * (-center) ** (power - order)
        total = total + weight * (raw(order) if order else 1.0)
    return total


def _tensor(value: torch.Tensor | float, like: torch.Tensor) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.full_like(like, value)


def _along(values: torch.Tensor, axis: int, size: int) -> torch.Tensor:
    shape = list(values.shape)
    shape[axis] = size
    return values.expand(shape)


def _sizes(
    module: ModuleType, plan: Plan, p: Mapping[str, torch.Tensor]
) -> tuple[dict[str, int], dict[str, torch.Tensor]]:
    """Return how many values every axis gets, and the part of the size that is not whole."""
    sizes = dict(plan.sizes)
    fractions = {}
    if plan.way in {"explicit", "drawn"}:
        for axis, name in module.SIZES:
            whole = math.floor(float(p[name].detach()))
            fraction = p[name] - whole
            if p[name].requires_grad or float(fraction) > 0:
                sizes[axis], fractions[axis] = whole + 1, fraction
            else:
                sizes[axis] = whole
    return sizes, fractions
