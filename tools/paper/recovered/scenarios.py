"""Scenarios that several experiments on the number of factors share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from lab.estimating import coverage, on_the_diagonal
from lab.running import Cell, Run, Setting
from lab.settings import PRIORS, Prior
from lab.verdicts import Verdict

KS: Final = (25, 50, 75, 100, 125, 150)
"""K of fig:model-based and fig:diffpriors; the text does not give them, so they are our choice."""

SIZE: Final = (1000, 1000)
"""Rows and columns of every matrix in Section 7.1."""


def ks(setting: Setting) -> tuple[int, ...]:
    """Return the K of a version: all, or both ends.

    Parameters
    ----------
    setting : Setting
        What holds for all runs.
    """
    return (KS[0], KS[-1]) if setting.quick else KS


def gamma_cells(setting: Setting) -> list[Cell]:
    """Return the 30 scenarios with Gamma priors: settings A, B, D, E and F, six K each.

    Parameters
    ----------
    setting : Setting
        What holds for all runs.
    """
    return [{"setting": name, "K": k} for name in "ABDEF" for k in ks(setting)]


def gamma_verdicts(runs: Sequence[Run], what: str) -> list[Verdict]:
    """Return whether the median is on the diagonal, and how often our intervals hold K.

    Parameters
    ----------
    runs : sequence of Run
        Of all scenarios with Gamma priors.
    what : str
        Name of the figure.
    """
    return [on_the_diagonal(runs, what, "setting", "K"), coverage(runs, what)]


def _written(prior: Prior) -> str:
    return f"({prior.first:g}, {prior.second:g})"


CONFIGURATIONS: Final[Mapping[tuple[str, str], tuple[Prior, Prior]]] = MappingProxyType(
    {
        (family, f"{_written(theta)}, {_written(beta)}"): (theta, beta)
        for family, pairs in PRIORS.items()
        for theta, beta in pairs
    }
)
"""tab:priors_initialization by family and by the two pairs of numbers, those of theta first."""


def configuration(cell: Cell) -> tuple[Prior, Prior]:
    """Return the priors of a cell that names them by ``prior`` and ``parameters``.

    Parameters
    ----------
    cell : mapping
        Of an experiment.
    """
    return CONFIGURATIONS[str(cell["prior"]), str(cell["parameters"])]
