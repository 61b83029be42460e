"""Whether a model can have generated such data at all, and whether one matrix can tell."""

from __future__ import annotations

from typing import Final

import sympy

from symppm.comparing.moments import Measured
from symppm.model.declaration import Declaration
from symppm.statistics.moments import Statistics

_MATRIX: Final = 2
_ANY: Final = "Observation"
"""The family of observations of which only two moments are said: it may be any numbers."""

_ATOMS: Final = "ExponentialDispersion"
"""Start of the names of families that, with a random weight that may be zero, may be zero."""


def unsuitable(declaration: Declaration, measured: Measured) -> str | None:
    """Say why a model cannot be compared with data; None if it can."""
    if len(declaration.observed.dims) != _MATRIX:
        return f"its data have {len(declaration.observed.dims)} axes, these two"
    if declaration.known:
        names = " and ".join(each.name for each in declaration.known)
        return f"it needs values of {names}, which are known only to a match of this model alone"
    if len(declaration.sizes) > 1:
        return "it has several unknown sizes"
    return _impossible(declaration, measured.statistics, measured.zeros)


def _impossible(declaration: Declaration, measured: Statistics, zeros: int) -> str | None:
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    if support.sign != "real" and measured.minimum < 0:
        return f"it generates no negative numbers, and the smallest entry is {measured.minimum:g}"
    if support.sign == "positive" and measured.minimum <= 0:
        return "it generates no zeros"
    if observed.family.name == _ANY:
        return None
    if support.integral and not measured.integral:
        return "it generates whole numbers, and these are not"
    if measured.integral and not support.integral:
        return "it generates any numbers, and these are all whole"
    if zeros and not support.integral and not observed.family.name.startswith(_ATOMS):
        return f"it generates no entry that is exactly zero, and {zeros:,} are"
    return None


def exceeded(declaration: Declaration, measured: Statistics, point: dict[str, float]) -> str | None:
    """Say why an entry is larger than a matched model can generate; None if none is."""
    observed = declaration.observed
    upper = observed.family.upper_bound(observed.parameters)
    if isinstance(upper, sympy.Symbol) and upper.name in point:
        most = point[upper.name]
        if measured.maximum > most:
            return (
                f"with {upper.name} = {most:g}, as the moments ask for, it generates nothing above "
                f"{most:g}, and the largest entry is {measured.maximum:g}"
            )
    return None
