"""How each statistic is estimated: with as little left to chance as asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch

from symppm.errors import ParameterError
from symppm.stochastic.asked import Integrate
from symppm.stochastic.names import (
    Custom,
    Extreme,
    Moment,
    Monomial,
    Statistic,
)
from symppm.stochastic.probabilities import has_cumulative
from symppm.stochastic.transforms import PATHWISE as REPARAMETERISED
from symppm.stochastic.views import Plan

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
class Wanted:
    """One statistic, and how it is estimated.

    Attributes
    ----------
    name : str
        Of the target.
    statistic : Statistic
        What it means.
    value : float
        What it should be.
    function : callable, optional
        Of a batch of matrices, for a statistic of the user's own.
    how : str
        One of the sentences of this module.
    plan : Plan or None
        How draws are made for it; None for a closed form.
    """

    name: str
    statistic: Statistic
    value: float
    function: Callable[[Any], Any] | None
    how: str
    plan: Plan | None


def planned(
    module: ModuleType,
    name: str,
    statistic: Statistic,
    value: float,
    function: Callable[[Any], Any] | None,
    integrate: Integrate,
    shape: tuple[int, ...] | None,
) -> Wanted:
    """Choose how a statistic is estimated: with as little left to chance as asked."""
    axes = module.OBSERVED_AXES
    closed = name in module.CLOSED and not isinstance(statistic, Custom)
    if integrate == "all" and closed:
        return Wanted(name, statistic, value, function, CLOSED, None)
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
        if isinstance(statistic, Extreme) and integrate != "none" and has_cumulative(module):
            return Wanted(name, statistic, value, function, EXPLICIT, Plan("explicit", sizes))
        return Wanted(name, statistic, value, function, _drawn(module), Plan("drawn", sizes))
    sizes = dict.fromkeys(axes, 1)
    if isinstance(statistic, Moment):
        most = max(power for monomial in statistic.monomials for _, power in monomial)
        for place, axis in enumerate(axes):
            counts = (1 + max(at[place] for at, _ in each) for each in statistic.monomials)
            sizes[axis] = max(1, *counts)
        if integrate != "none" and most <= module.MOMENTS:
            if module.SUMS:
                ((latent, _),) = module.SIZES
                terms = max(_slots(module, each) for each in statistic.monomials)
                slots = {axis: max(_BLOCK, size) for axis, size in sizes.items()}
                slots[latent] = max(_TERMS, terms)
                if integrate == "all" and module.LEAVES and terms * _power(module) <= _HIGHEST:
                    return Wanted(name, statistic, value, None, LAYERED, Plan("layered", slots))
                return Wanted(name, statistic, value, None, COLLAPSED, Plan("collapsed", slots))
            wide = {axis: max(_WIDE_BLOCK, size) for axis, size in sizes.items()}
            return Wanted(name, statistic, value, None, EXPLICIT, Plan("explicit", wide))
    elif integrate != "none" and has_cumulative(module):
        sizes = dict.fromkeys(axes, _BLOCK)
        return Wanted(name, statistic, value, None, EXPLICIT, Plan("explicit", sizes))
    return Wanted(name, statistic, value, None, _drawn(module), Plan("drawn", sizes))


def _drawn(module: ModuleType) -> str:
    """Say how entries that are drawn get their derivatives."""
    return PATHWISE if module.OBSERVED_FAMILY in REPARAMETERISED and module.CONTINUOUS else SCORE


class _Ones(Mapping[str, torch.Tensor]):
    """One, by any name: enough to ask a module for the exponents of its terms."""

    def __getitem__(self, name: str) -> torch.Tensor:
        return torch.ones((), dtype=torch.float64)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _power(module: ModuleType) -> int:
    """Return the largest power of a variable of the lowest layer in a term of a sum."""
    rows = module.terms(_Ones(), _Ones())
    return max(int(power) for row in rows for _, powers in row for _, power in powers)


def _slots(module: ModuleType, monomial: Monomial) -> int:
    """Return how many sums are multiplied at most in the conditional moment of a monomial."""
    return sum(
        max(sum(exponents) for row in module.EXPONENTS[:power] for exponents in row)
        for _, power in monomial
    )
