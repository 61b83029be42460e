"""What statistics are, in one line each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from symppm.codegen.spec import ModelSpec

_STATISTICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "mean": "average entry",
        "variance": "of an entry",
        "maximum": "average of the largest entry",
        "minimum": "average of the smallest entry",
        "cycle": "mean product of four entries, of two rows in two columns, effects taken off",
    }
)
_POISSON: Final = "variance > mean"
_PAIRS: Final[Mapping[str, str]] = MappingProxyType(
    {"rho": "correlation of two entries in one", "cov": "covariance of two entries in one"}
)


def meaning_of(statistic: str, spec: ModelSpec) -> str:
    """Say in one line what a statistic is; nothing if its name says it."""
    if statistic == "variance" and any(each.text == _POISSON for each in spec.conditions):
        return "of an entry; the mean if rates were equal"
    kind, _, shared = statistic.partition("_")
    if shared and kind in _PAIRS:
        words = ("column" if axis == "col" else axis for axis in shared.split("_"))
        return f"{_PAIRS[kind]} {' and '.join(words)}"
    if kind == "cumulant":
        return f"joint cumulant of the entries {shared.replace('_', ', ')}"
    return _STATISTICS.get(statistic, "")
