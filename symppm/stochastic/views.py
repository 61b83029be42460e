"""One batch of draws of a model's latent variables, and conditional expectations of entries."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import sympy
import torch

from symppm.families import Family
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.stochastic.drawing import Draw
from symppm.stochastic.names import Monomial, Place
from symppm.stochastic.plans import Plan

_MOST_STRIDES = 3

Slot = tuple[int, Place]
"""One sum in a product: its number, and the entry that it belongs to."""
Term = tuple[torch.Tensor, tuple[tuple[str, int], ...]]
Blocks = tuple[tuple[int, ...], ...]


def _sum(values: Iterable[torch.Tensor]) -> torch.Tensor:
    return functools.reduce(operator.add, values)


def _product(values: Iterable[torch.Tensor | float]) -> Any:
    return functools.reduce(operator.mul, values)


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
        self._terms: tuple[tuple[Term, ...], ...] = ()
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
            for summand in self.module.summands(self.p, self.latents):
                shape = list(summand.shape)
                shape[self._factor] = terms
                self._summands = (*self._summands, self._last(summand.expand(shape)))
            return
        self._terms = tuple(
            tuple((self._last(self._tensor(coefficient)), powers) for coefficient, powers in row)
            for row in self.module.terms(self.p, self.latents)
        )
        self._leaves = self.module.leaf_parameters(self.p, self.latents, self.draw)

    def _tensor(self, value: torch.Tensor | float) -> torch.Tensor:
        return value if isinstance(value, torch.Tensor) else torch.full_like(self._k, value)

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
        strides = self._strides(monomial)
        products = (
            _product(self._rolled(value, tuple(stride * n for n in at)) for at, value in values)
            for stride in strides
        )
        return self.average(_sum(products) / len(strides))

    def _strides(self, monomial: Monomial) -> tuple[int, ...]:
        """Return by what indices may be multiplied and still be different along every axis."""
        good = []
        for stride in range(1, _MOST_STRIDES + 1):
            alike = False
            for n, axis in enumerate(self.module.OBSERVED_AXES):
                indices = {place[n] for place, _ in monomial}
                shifted = {stride * index % self.plan.sizes[axis] for index in indices}
                alike = alike or len(shifted) < len(indices)
            if not alike:
                good.append(stride)
        return tuple(good[:1] if len(monomial) == 1 else good)

    def _entry_moment(self, power: int, center: float) -> torch.Tensor:
        if self.entries is not None:
            return (self.entries - center) ** power
        total: torch.Tensor = self.module.moment(power, self.given)
        for order in range(power if center else 0):
            weight = math.comb(power, order) * (-center) ** (power - order)
            total = total + weight * (self.module.moment(order, self.given) if order else 1.0)
        return total

    def _rolled(self, values: torch.Tensor, place: Place, last: int = 0) -> torch.Tensor:
        """Move the entry at a place to the origin, for all origins at once."""
        for axis, shift in zip(self.module.OBSERVED_AXES, place, strict=True):
            if shift and values.dim() >= -self._axes[axis] + last:
                values = values.roll(-shift, self._axes[axis] - last)
        return values

    def _collapsed(self, monomial: Monomial, center: float) -> torch.Tensor:
        terms: list[tuple[torch.Tensor | float, list[Slot]]] = [(1.0, [])]
        for place, power in monomial:
            choices = []
            for factor, exponents in self._polynomial(power, center):
                coefficient = factor
                if isinstance(factor, torch.Tensor) and factor.dim():
                    coefficient = self._rolled(factor, place)
                slots = [(q, place) for q, times in enumerate(exponents) for _ in range(times)]
                choices.append((coefficient, slots))
            terms = [(x * y, [*a, *b]) for x, a in terms for y, b in choices]
        total = _sum(self._expected(tuple(sorted(slots))) * weight for weight, slots in terms)
        axes = len(self.module.AXES)
        full = total.expand(np.broadcast_shapes(total.shape, (self.draw.draws, *(1,) * axes)))
        return self.average(full)

    def _expected(self, slots: tuple[Slot, ...]) -> torch.Tensor:
        """Return the expectation of a product of sums over the latent axis, K terms each."""
        if slots in self._products:
            return self._products[slots]
        if not slots:
            result = torch.ones_like(self._k)
        elif self.plan.way == "collapsed":
            summands = [self._rolled(self._summands[q], place, last=1) for q, place in slots]
            result = products_of_sums(summands, self._k)
        else:
            result = _sum(
                product_of_conditional_sums(
                    len(slots), functools.partial(self._block_expectation, slots, terms), self._k
                )
                for terms in itertools.product(*(self._terms[q] for q, _ in slots))
            )
        self._products[slots] = result
        return result

    def _block_expectation(
        self, slots: tuple[Slot, ...], terms: tuple[Term, ...], block: tuple[int, ...]
    ) -> torch.Tensor:
        """Return the expectation of a product of terms that share their latent index."""
        product = torch.ones_like(self._k)
        exponents: dict[tuple[str, Place], int] = {}
        dims = dict(self.module.LEAVES)
        for n in block:
            coefficient, powers = terms[n]
            _, place = slots[n]
            product = product * self._rolled(coefficient, place, last=1)
            for name, power in powers:
                indices = tuple(
                    index if axis in dims[name] else 0
                    for axis, index in zip(self.module.OBSERVED_AXES, place, strict=True)
                )
                exponents[name, indices] = exponents.get((name, indices), 0) + power
        for (name, place), power in exponents.items():
            moment = self.module.leaf_moment(name, power, self._leaves[name])
            product = product * self._rolled(self._last(moment), place, last=1)
        return product

    def _polynomial(
        self, power: int, center: float
    ) -> list[tuple[torch.Tensor | float, tuple[int, ...]]]:
        """Return E[(Y - center)^power | latents] as a polynomial in the sums."""
        polynomial: dict[tuple[int, ...], torch.Tensor | float] = {}
        for order in range(power + 1):
            weight = math.comb(power, order) * (-center) ** (power - order)
            none = ((1.0, (0,) * self.module.SUMS),)
            if weight == 0.0:
                continue
            for coefficient, exponents in (
                self.module.polynomial(order, self.p, self.latents) if order else none
            ):
                polynomial[exponents] = polynomial.get(exponents, 0.0) + weight * coefficient
        return [(coefficient, exponents) for exponents, coefficient in polynomial.items()]


def _sizes(
    module: ModuleType, plan: Plan, p: Mapping[str, torch.Tensor]
) -> tuple[dict[str, int], dict[str, torch.Tensor]]:
    """Return how many values every axis gets, and the part of the size that is not whole."""
    sizes = dict(plan.sizes)
    fractions = {}
    if plan.way in {"explicit", "drawn"}:
        for axis, name in module.SIZES:
            floor = math.floor(float(p[name].detach()))
            fraction = p[name] - floor
            if p[name].requires_grad or float(fraction) > 0:
                sizes[axis], fractions[axis] = floor + 1, fraction
            else:
                sizes[axis] = floor
    return sizes, fractions


# Sums of K exchangeable terms, in expectation, from fewer terms: K stays a number to solve for.


def products_of_sums(slots: Sequence[torch.Tensor], k: torch.Tensor) -> torch.Tensor:
    """Return unbiased estimates of the expectation of a product of sums of K exchangeable terms.

    Expanding the product, summed indices coincide in some pattern, a set partition of the slots
    with b blocks, and K (K - 1) ... (K - b + 1) choices of indices share it. Each pattern's
    expectation is averaged over all choices among the F terms, which power sums give by Moebius
    inversion. So K enters as a polynomial, and its derivative is exact.
    """
    falling = _falling(k, len(slots))
    powers: dict[tuple[int, ...], torch.Tensor] = {}
    products = []
    for blocks, coefficients in _weights(len(slots), slots[0].shape[-1]):
        factor = sum((c * falling[count] for count, c in coefficients), start=torch.zeros_like(k))
        for block in blocks:
            if block not in powers:
                powers[block] = _product(slots[place] for place in block).sum(-1)
        products.append(_product([factor, *(powers[block] for block in blocks)]))
    return _sum(products)


def _falling(k: torch.Tensor, most: int) -> list[torch.Tensor]:
    """Return 1, K, K (K - 1), and so on."""
    steps = [torch.ones_like(k), *(k - step for step in range(most))]
    return list(itertools.accumulate(steps, operator.mul))


@functools.lru_cache(maxsize=64)
def _weights(slots: int, terms: int) -> tuple[tuple[Blocks, tuple[tuple[int, float], ...]], ...]:
    """Return, for each product of power sums, its coefficients in falling factorials of K."""
    weights: dict[Blocks, dict[int, float]] = {}
    for pattern in set_partitions(tuple(range(slots))):
        count = len(pattern)
        # Distinct indices for the blocks of the pattern: Moebius inversion over its coarsenings.
        for merged in set_partitions(pattern):
            sign = math.prod(cumulant_weight(len(group)) for group in merged)
            blocks = tuple(sorted(tuple(sorted(sum(group, ()))) for group in merged))
            row = weights.setdefault(blocks, {})
            row[count] = row.get(count, 0.0) + sign / math.perm(terms, count)
    return tuple((blocks, tuple(sorted(row.items()))) for blocks, row in sorted(weights.items()))


def product_of_conditional_sums(
    count: int, expectation: Callable[[tuple[int, ...]], torch.Tensor], k: torch.Tensor
) -> torch.Tensor:
    """Return the same where terms are integrated given what is drawn."""
    falling = _falling(k, count)
    cached = functools.cache(expectation)
    return _sum(
        falling[len(pattern)] * _distinct([cached(block) for block in pattern])
        for pattern in set_partitions(tuple(range(count)))
    )


def _distinct(blocks: Sequence[torch.Tensor]) -> torch.Tensor:
    """Average the product of blocks over all choices of different places along the last axis."""
    terms = max(block.shape[-1] if block.dim() else 1 for block in blocks)
    if terms == 1:
        return _product(block.squeeze(-1) if block.dim() else block for block in blocks)
    wide = [
        block.expand(*block.shape[:-1], terms) if block.dim() else block.expand(terms)
        for block in blocks
    ]
    total = _sum(
        _product(
            [
                math.prod(cumulant_weight(len(places)) for places in merged),
                *(_product(wide[place] for place in places).sum(-1) for places in merged),
            ]
        )
        for merged in set_partitions(tuple(range(len(blocks))))
    )
    return total / math.perm(terms, len(blocks))
