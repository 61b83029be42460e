"""A comparison of models in words and cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from symppm.comparing.comparison import ComparedModel, Comparison
from symppm.view.layout import Paragraph, Part, Ranking

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


def comparison_parts(made: Comparison) -> list[Part]:
    """Show the verdict, a line for each model, and why others do not fit."""
    tone = "strong" if made.best is not None else "failure"
    parts: list[Part] = [
        [Paragraph(made.verdict, "Verdict: ", tone), Paragraph(about_factors(made))]
    ]
    for status, title in (("fits", "Fits"), ("rejected", "Rejected")):
        rows = [row for row in made.compared if row.status == status]
        cells = tuple(
            (row.model, *(cell(made, row) for cell in _COLUMNS.values()), row.reason)
            for row in rows
        )
        if rows:
            parts.append(Ranking((title, *_COLUMNS, ""), cells))
    left: dict[str, list[str]] = {}
    for row in made.rows:
        if row.misfit is None:
            left.setdefault(row.reason, []).append(row.model)
    parts.append(
        [Paragraph(f"{', '.join(names)}: {why}.", "Left out: ") for why, names in left.items()]
    )
    if made.compared:
        parts.append(Paragraph(_explained(made), "note: ", "note"))
    return parts


def about_factors(made: Comparison) -> str:
    """Say which K to fit with, and what that of a model is."""
    advice = " Fit with that K, whichever the model." if made.factors.resolved else ""
    return f"{made.factors}{advice}"


def _explained(made: Comparison) -> str:
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


def _sized(row: ComparedModel) -> str:
    if row.k_exact is None or row.k_interval is None:
        return ""
    low, high = row.k_interval
    return f"{_size(row.k_exact)} ({_size(low)} to {_size(high) if high < _LARGEST else 'any'})"


def _size(k: float) -> str:
    return f"{k:.3g}" if k < _LARGEST else "over 1e6"
