"""A comparison in words and cells: what tables of it are made of, wherever they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from symppm.comparing.comparison import ComparedModel, Comparison

_LARGEST: Final = 1e6

_COLUMNS: Final[Mapping[str, Callable[[Comparison, ComparedModel], str]]] = MappingProxyType(
    {
        "J": lambda _, row: f"{row.j:.1f}",
        "of": lambda _, row: f"{row.degrees}",
        "p": lambda _, row: f"{row.p_value:.2g}",
        "free": lambda _, row: f"{row.free}",
        "cost": lambda made, row: f"{made.cost_of(row.model):.1f}",
        "held out p": lambda _, row: "" if row.held_out is None else f"{row.held_out.p_value:.2g}",
        "criterion": lambda _, row: f"{row.criterion:.1f}",
        "K of its moments (95 %)": lambda _, row: _sized(row),
    }
)


def heads_of() -> tuple[str, ...]:
    """Return what stands above the cells of a model."""
    return tuple(_COLUMNS)


def cells_of(made: Comparison, row: ComparedModel) -> tuple[str, ...]:
    """Return the cells of a model that was compared; of one that was excluded they are empty.

    Parameters
    ----------
    made : Comparison
        To be shown.
    row : ComparedModel
        One of it.
    """
    if row.misfit is None:
        return ("",) * len(_COLUMNS)
    return tuple(cell(made, row) for cell in _COLUMNS.values())


def explained(made: Comparison) -> str:
    """Say what the columns are.

    Parameters
    ----------
    made : Comparison
        In which some model was compared.
    """
    return (
        "J is the squared distance of the moments of the data from those of the model, in standard "
        "errors; if the model is right, it is about as large as the number after it (of), and p is "
        "how often it is as large as here. A model is rejected if p is below "
        f"{made.level:.2g}. Free is how many combinations of K and "
        f"hyperparameters the moments determine. Cost is {made.cost:.1f} for each moment fewer "
        "that a model leaves to test than the one that leaves most: what its further "
        "hyperparameters have to lower J by. Held out p is that of rows and columns to which the "
        "model was not fitted. The least criterion is the best: J and cost, less the "
        "same for all models. K of its moments brings those of a model nearest those of the data."
    )


def about_factors(made: Comparison) -> str:
    """Say which K to fit with, and what that of a model is.

    Parameters
    ----------
    made : Comparison
        To be shown.
    """
    advice = " Fit with that K, whichever the model." if made.factors.resolved else ""
    return f"{made.factors}{advice}"


def excluded_of(made: Comparison) -> dict[str, tuple[str, ...]]:
    """Return the models that could not be compared, by why.

    Parameters
    ----------
    made : Comparison
        To be shown.
    """
    found: dict[str, tuple[str, ...]] = {}
    for row in made.rows:
        if row.misfit is None:
            found[row.reason] = (*found.get(row.reason, ()), row.model)
    return found


def _sized(row: ComparedModel) -> str:
    if row.k_exact is None or row.k_interval is None:
        return ""
    low, high = row.k_interval
    return f"{_size(row.k_exact)} ({_size(low)} to {_size(high) if high < _LARGEST else 'any'})"


def _size(k: float) -> str:
    return f"{k:.3g}" if k < _LARGEST else "over 1e6"
