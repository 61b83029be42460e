"""By how much other fits predict held-out entries better than an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from symppm.plots.style import COLOURS, GREY, USUAL, bare, new_figure, saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_trials(
    differences: Mapping[str, Sequence[float]], reach: float, answer: str, path: str | Path | None
) -> Figure:
    """Draw differences to an answer with the intervals in which their means may be chance."""
    figure = new_figure(6.4, 1.2 + 0.45 * len(differences))
    axes = figure.add_subplot()
    axes.axvline(0, color=GREY, lw=0.8)
    for place, values in enumerate(differences.values()):
        number = len(values)
        mean, error = fmean(values), stdev(values) / number**0.5
        beyond = abs(mean) > reach * error
        colour = COLOURS[1 if mean > 0 else 2] if beyond else COLOURS[0]
        axes.plot(values, [place + 0.2] * number, ".", color=GREY, ms=4)
        axes.errorbar(
            [mean], [place], xerr=[reach * error], fmt="o", capsize=3, color=colour,
        )  # fmt: skip
    axes.set_yticks(range(len(differences)), list(differences), fontsize=USUAL)
    axes.set_ylim(len(differences) - 0.5, -0.5)
    axes.set_xlabel(
        f"log-likelihood per held-out entry, less that of {answer}\n"
        "(95 % intervals; red: predicts better, green: worse; grey: splits)",
        fontsize=USUAL,
    )
    bare(axes)
    return saved(figure, path)
