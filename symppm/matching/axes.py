"""Targets of a model, whose axes have names of their own, and the statistics of a matrix."""

from __future__ import annotations

from typing import Final

from symppm.codegen.spec import ModelSpec

CYCLE: Final = "cycle"
"""The target that stands for the variance where entries of their own noise are not to be trusted:
the cumulant of four entries in two rows and two columns that is left of row and column effects."""


def measured_name(spec: ModelSpec, target: str) -> str:
    """Return under which name a target is measured on a matrix.

    Parameters
    ----------
    spec : ModelSpec
        A model of a matrix; the first of its axes is the rows.
    target : str
        Such as ``"mean"``, or ``"rho_user"`` of a model with the axes user and item.
    """
    kind, _, axis = target.partition("_")
    if kind not in ("rho", "cov") or axis not in spec.axes:
        return target
    return f"{kind}_{('row', 'col')[spec.axes.index(axis)]}"
