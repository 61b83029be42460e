"""What numbers may be, and the unbounded coordinate on which each varies freely.

Logarithms of what is positive, log odds of what has an upper bound too, and what is real as it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ParameterSpec

_LARGEST_LOG = 300.0
_SIGMOID = 700.0
_CLOSEST = 1e-12


def _is_share(each: ParameterSpec) -> bool:
    return each.upper is not None and each.domain == "positive"


def holds(each: ParameterSpec, value: float) -> bool:
    """Tell whether a parameter may have a value."""
    signs = {"positive": value > 0, "nonnegative": value >= 0, "negative": value < 0}
    fits = signs.get(each.domain, True) and (each.upper is None or value <= each.upper)
    return math.isfinite(value) and fits


def whole_range(each: ParameterSpec) -> tuple[float, float]:
    """Return the ends of what a parameter may be."""
    if each.domain == "real":
        return -math.inf, math.inf
    if each.domain == "negative":
        return -math.inf, 0.0
    return 0.0, math.inf if each.upper is None else float(each.upper)


def bounded(each: ParameterSpec, x: float) -> float:
    """Return the value of a parameter at a coordinate."""
    if each.upper is not None and _is_share(each):
        return each.upper / (1.0 + math.exp(-min(max(x, -_SIGMOID), _SIGMOID)))
    if each.domain == "real":
        return float(x)
    size = math.exp(min(max(x, -_LARGEST_LOG), _LARGEST_LOG))
    return -size if each.domain == "negative" else size


def unbounded(each: ParameterSpec, value: float) -> float:
    """Return the coordinate of a value."""
    if each.upper is not None and _is_share(each):
        share = min(max(value / each.upper, _CLOSEST), 1 - _CLOSEST)
        return math.log(share / (1 - share))
    if each.domain == "real":
        return value
    return math.log(max(-value if each.domain == "negative" else value, 1e-300))


def unbounded_all(each: ParameterSpec, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coordinates of many values, not finite where one is none of the domain."""
    if each.domain == "real":
        return values
    if each.domain == "negative":
        return np.asarray(np.log(-values))
    if each.upper is not None:
        return np.asarray(np.log(values) - np.log(each.upper - values))
    return np.asarray(np.log(values))


def slope(each: ParameterSpec, value: float) -> float:
    """Return by how much a parameter changes with its coordinate."""
    if each.upper is not None and _is_share(each):
        return value * (1 - value / each.upper)
    return 1.0 if each.domain == "real" else value


def scale_of(name: str, value: float, known: Mapping[str, ParameterSpec]) -> ParameterSpec:
    """Return what a number may be: as declared, else what its sign says."""
    declared = known.get(name)
    if declared is not None and (declared.domain != "nonnegative" or value > 0):
        return declared
    return ParameterSpec(name, "", domain="positive" if value > 0 else "real")


def on_scales(
    scales: Mapping[str, ParameterSpec], values: Mapping[str, float]
) -> NDArray[np.float64]:
    """Return the coordinates of values by name."""
    return np.array([unbounded(each, values[name]) for name, each in scales.items()])
