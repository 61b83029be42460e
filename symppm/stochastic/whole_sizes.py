"""Sizes are whole: what is found with a free size is met again with whole ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from symppm.stochastic.outcome import Remark
from symppm.stochastic.search import Found, Search
from symppm.stochastic.space import Space
from symppm.stochastic.verdict import Verdict

_ROUNDING = 1e-9


def found_whole(
    search: Search, space: Space, start: dict[str, float]
) -> tuple[Found, dict[str, float]]:
    """Search, then make sizes whole; return also what those that were free were before that."""
    found = search.run(space, start, only=bool(search.options.start))
    search.before_rounding = found
    exact = free_sizes(found)
    for name in exact:
        found = _whole(search, found, name, found.space.values(found.average.x)[name])
    return found, exact


def free_sizes(found: Found) -> dict[str, float]:
    """Return the sizes that are free at a point."""
    values = found.space.values(found.average.x)
    return {each.name: values[each.name] for each in found.space.coordinates if each.is_size}


def rounded(search: Search, verdict: Verdict, exact: Mapping[str, float]) -> Remark:
    """Say what whole sizes leave over."""
    off = search.discrepancy.relative(verdict.values)
    left = ", ".join(
        f"{each.name} {100 * value:+.2g}%"
        for each, value in zip(search.estimator.wanted, off, strict=True)
        if abs(value) > search.tolerance
    )
    sizes = " and ".join(f"{name} = {size:.4g}" for name, size in exact.items())
    return Remark(
        "rounding",
        "note",
        f"The targets are met with {sizes}; with whole numbers, this is left over: {left}.",
    )


def cut_short(found: Found) -> tuple[Found, dict[str, float]]:
    """Round sizes without meeting the targets again."""
    exact = free_sizes(found)
    for name, size in exact.items():
        kept = [other.name != name for other in found.space.coordinates]
        average = replace(
            found.average, x=found.average.x[kept], jacobian=found.average.jacobian[:, kept]
        )
        space = found.space.with_size(name, _next_to(found.space, name, size)[0])
        found = replace(found, space=space, average=average)
    return found, exact


def _whole(search: Search, found: Found, name: str, size: float) -> Found:
    """Hold a size at the whole number next to it, or at the other one if that is nearer."""
    near, far = _next_to(found.space, name, size)
    best = search.at_size(found, name, near)
    if near == far or search.clock.is_up:
        return best
    loss = finite_loss(search, best.average.values)
    if loss <= search.tolerance**2:
        return best
    other = search.at_size(found, name, far)
    return other if finite_loss(search, other.average.values) < loss else best


def _next_to(space: Space, name: str, size: float) -> tuple[int, int]:
    """Return the whole numbers on both sides of a size, within its bounds, the nearer one first."""
    (own,) = (each for each in space.coordinates if each.name == name)
    least, most = int(np.ceil(own.low)), int(np.floor(own.high))
    low, high = int(np.floor(size * (1 + _ROUNDING))), int(np.ceil(size * (1 - _ROUNDING)))
    low, high = (min(max(each, least), most) for each in (low, high))
    return (low, high) if size - low <= high - size else (high, low)


def finite_loss(search: Search, values: np.ndarray) -> float:
    """Return the discrepancy of statistics, infinite where one of them is no number."""
    if not np.all(np.isfinite(values)):
        return float("inf")
    loss = search.discrepancy.at(values).value
    return loss if np.isfinite(loss) else float("inf")
