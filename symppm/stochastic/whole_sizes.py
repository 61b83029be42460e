"""Sizes are whole: what is found with a free size is met again with whole ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symppm.stochastic.outcome import Remark
from symppm.stochastic.search import Found, Search
from symppm.stochastic.space import Space
from symppm.stochastic.verdict import Verdict

_ROUNDING = 1e-9


def found_whole(
    search: Search, space: Space, start: dict[str, float]
) -> tuple[Found, float | None]:
    """Search, then make sizes whole; return also the size before that.

    Parameters
    ----------
    search : Search
        To run.
    space : Space
        What is free.
    start : mapping of str to float
        Where to begin.
    """
    found = search.run(space, start, only=bool(search.options.start))
    search.before_rounding = found
    k_exact: float | None = None
    for each in space.coordinates:
        if each.is_size:
            k_exact = found.space.values(found.average.x)[each.name]
            found = _whole(search, found, each.name, k_exact)
    return found, k_exact


def rounded(search: Search, verdict: Verdict, k_exact: float) -> Remark:
    """Say what a whole number of factors leaves over.

    Parameters
    ----------
    search : Search
        With the targets.
    verdict : Verdict
        With a whole number.
    k_exact : float
        The number before.
    """
    off = search.discrepancy.relative(verdict.values)
    left = ", ".join(
        f"{each.name} {100 * value:+.2g}%"
        for each, value in zip(search.estimator.wanted, off, strict=True)
        if abs(value) > search.tolerance
    )
    return Remark(
        "rounding",
        "note",
        f"The targets are met with {k_exact:.4g} factors; with a whole number of them, this is "
        f"left over: {left}.",
    )


def cut_short(found: Found) -> tuple[Found, float | None]:
    """Round sizes without meeting the targets again.

    Parameters
    ----------
    found : Found
        With free sizes.
    """
    k_exact: float | None = None
    for each in found.space.coordinates:
        if each.is_size:
            values = found.space.values(found.average.x)
            k_exact = values[each.name]
            space = found.space.with_size(each.name, max(1, round(k_exact)))
            kept = [other.name != each.name for other in found.space.coordinates]
            average = replace(
                found.average,
                x=found.average.x[kept],
                jacobian=found.average.jacobian[:, kept],
            )
            found = replace(found, space=space, average=average)
    return found, k_exact


def _whole(search: Search, found: Found, name: str, size: float) -> Found:
    """Hold a size at the whole number next to it, or at the other one if that is nearer."""
    low, high = max(1, int(np.floor(size))), max(1, int(np.ceil(size * (1 - _ROUNDING))))
    near, far = (low, high) if size - low <= high - size else (high, low)
    best = search.at_size(found, name, near)
    if near == far or search.clock.is_up:
        return best
    loss = search.discrepancy.at(best.average.values).value
    if loss <= search.tolerance**2:
        return best
    other = search.at_size(found, name, far)
    return min((best, other), key=lambda f: search.discrepancy.at(f.average.values).value)
