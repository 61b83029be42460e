"""Targets of a model, whose axes have names of their own, and what is measured for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from symppm.codegen.spec import ModelSpec

CYCLE: Final = "cycle"
"""The target that stands for the variance where entries of their own noise are not to be trusted:
the cumulant of four entries in two rows and two columns that is left of row and column effects."""

INVERSE: Final = "mean_inverse_exposure"
"""What is given with data over known exposures: the average of one over them."""


def sharing(axis: str) -> str:
    """Return who has what one value along an axis brings, in words."""
    return {"row": "rows", "col": "columns"}.get(axis, f"entries of one {axis}")


def effects(spec: ModelSpec) -> str:
    """Return the axes of a model in words, such as "row and column"."""
    return " and ".join({"col": "column"}.get(axis, axis) for axis in spec.axes)


def noun(spec: ModelSpec) -> str:
    """Return what the model generates."""
    return "counts" if spec.observed_is_count else "observations"


def listing(names: Collection[str]) -> str:
    """Return names in order, with "and" before the last."""
    *others, last = sorted(names)
    return f"{', '.join(others)} and {last}" if others else last


def size_name(spec: ModelSpec) -> str:
    """Return the name of the number of factors."""
    return next((each.name for each in spec.parameters if each.is_size), "K")


def measured_name(spec: ModelSpec, target: str) -> str:
    """Return under which name a target is measured on a matrix."""
    kind, _, axis = target.partition("_")
    of_matrix = dict(zip(spec.axes, ("row", "col"), strict=False))
    if kind not in ("rho", "cov") or axis not in of_matrix:
        return target
    return f"{kind}_{of_matrix[axis]}"


_MEANINGS: Final[Mapping[str, str]] = MappingProxyType({
    "mean": "average entry",
    "variance": "of an entry",
    "maximum": "average of the largest entry",
    "minimum": "average of the smallest entry",
    CYCLE: "mean product of four entries, of two rows in two columns, effects taken off",
    "rho": "correlation of two entries in one",
    "cov": "covariance of two entries in one",
})  # fmt: skip


def meaning_of(statistic: str, spec: ModelSpec | None = None) -> str:
    """Say in one line what a statistic is; nothing if its name says it."""
    # Under plain Poisson noise, a variance above the mean tells of varying rates.
    conditions = () if spec is None else spec.conditions
    if statistic == "variance" and any(each.text == "variance > mean" for each in conditions):
        return "of an entry; the mean if rates were equal"
    kind, _, shared = statistic.partition("_")
    if shared and kind in ("rho", "cov"):
        words = ("column" if axis == "col" else axis for axis in shared.split("_"))
        return f"{_MEANINGS[kind]} {' and '.join(words)}"
    if kind == "cumulant":
        return f"joint cumulant of the entries {shared.replace('_', ', ')}"
    return _MEANINGS.get(statistic, "")
