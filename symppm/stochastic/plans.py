"""How each statistic is estimated: with as little left to chance as asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

import torch

from symppm.errors import ParameterError
from symppm.stochastic.names import Custom, Extreme, Moment, Monomial, Statistic
from symppm.stochastic.samplers import PATHWISE as REPARAMETERISED
from symppm.stochastic.sampling_options import Integrate

Way = Literal["layered", "collapsed", "explicit", "drawn"]
"""Sums over the latent axis by falling factorials, of expectations given all but the lowest layer,
or of what is drawn; sums term by term; or entries drawn, too."""

CLOSED = "closed form"
LAYERED = "lowest layer integrated, sums by falling factorials of their size"
COLLAPSED = "likelihood integrated, sums by falling factorials of their size"
EXPLICIT = "likelihood integrated"
PATHWISE = "drawn, pathwise derivative"
SCORE = "drawn, score function"

_BLOCK, _WIDE_BLOCK = 4, 8
_HIGHEST = 6
_TERMS = 4


@dataclass(frozen=True)
class Plan:
    """How a batch is drawn."""

    way: Way
    sizes: Mapping[str, int]
    """Values along each observed axis, and along the latent one for the first two ways."""
    pathwise: bool = True
    """Drawn entries are reparameterised where they can be; else the score function carries their
    derivative."""


@dataclass(frozen=True)
class PlannedTarget:
    """A target, what it means, and how it is estimated."""

    name: str
    statistic: Statistic
    value: float
    function: Callable[[Any], Any] | None
    """Of a batch of matrices, for a statistic of the user's own."""
    how: str
    """One of the sentences of this module."""
    plan: Plan | None
    """How draws are made for it; None for a closed form."""


def planned(
    module: ModuleType,
    name: str,
    statistic: Statistic,
    value: float,
    function: Callable[[Any], Any] | None,
    integrate: Integrate,
    shape: tuple[int, ...] | None,
) -> PlannedTarget:
    """Choose how a statistic is estimated: with as little left to chance as asked."""
    how, plan = _way(module, name, statistic, integrate, shape)
    return PlannedTarget(name, statistic, value, function, how, plan)


def _way(
    module: ModuleType,
    name: str,
    statistic: Statistic,
    integrate: Integrate,
    shape: tuple[int, ...] | None,
) -> tuple[str, Plan | None]:
    axes, integrated = module.OBSERVED_AXES, integrate != "none"
    if integrate == "all" and name in module.CLOSED and not isinstance(statistic, Custom):
        return CLOSED, None
    sizes = dict.fromkeys(axes, 1)
    if isinstance(statistic, (Extreme, Custom)):
        if shape is None or len(shape) != len(axes):
            raise ParameterError(
                f"the target {name!r} " + ("without a shape" if shape is None else f"and {shape}"),
                expected=f"the size of the matrices that it is of: {len(axes)} integers, for "
                + ", ".join(axes),
                do="Write, for example, shape="
                + str((100, 50, *(20,) * len(axes))[: len(axes)])
                + ".",
            )
        sizes = dict(zip(axes, shape, strict=True))
        if isinstance(statistic, Extreme) and integrated and module.HAS_CUMULATIVE:
            return EXPLICIT, Plan("explicit", sizes)
    elif isinstance(statistic, Moment):
        for place, axis in enumerate(axes):
            indices = (entry[place] for monomial in statistic.monomials for entry, _ in monomial)
            sizes[axis] = 1 + max(indices, default=0)
        most = max(power for monomial in statistic.monomials for _, power in monomial)
        if integrated and most <= module.MOMENTS:
            if not module.SUMS:
                wide = {axis: max(_WIDE_BLOCK, size) for axis, size in sizes.items()}
                return EXPLICIT, Plan("explicit", wide)
            ((latent, _),) = module.SIZES
            terms = max(_slots(module, monomial) for monomial in statistic.monomials)
            slots = {axis: max(_BLOCK, size) for axis, size in sizes.items()}
            slots[latent] = max(_TERMS, terms)
            if integrate == "all" and module.LEAVES and terms * _power(module) <= _HIGHEST:
                return LAYERED, Plan("layered", slots)
            return COLLAPSED, Plan("collapsed", slots)
    elif integrated and module.HAS_CUMULATIVE:
        return EXPLICIT, Plan("explicit", dict.fromkeys(axes, _BLOCK))
    smooth = module.OBSERVED_FAMILY in REPARAMETERISED and module.CONTINUOUS
    return PATHWISE if smooth else SCORE, Plan("drawn", sizes)


def _power(module: ModuleType) -> int:
    """Return the largest power of a variable of the lowest layer in a term of a sum."""
    ones: Mapping[str, torch.Tensor] = defaultdict(lambda: torch.ones((), dtype=torch.float64))
    rows = module.terms(ones, ones)
    return max(int(power) for row in rows for _, powers in row for _, power in powers)


def _slots(module: ModuleType, monomial: Monomial) -> int:
    """Return how many sums are multiplied at most in the conditional moment of a monomial."""
    return sum(
        max(sum(exponents) for row in module.EXPONENTS[:power] for exponents in row)
        for _, power in monomial
    )
