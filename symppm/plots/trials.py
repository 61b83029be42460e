"""By how much other fits predict held-out entries better than an answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from symppm.plots.style import COLOURS, GREY, USUAL, bare, new_figure, saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_trials(
    names: Sequence[str],
    differences: Sequence[tuple[float, float]],
    reach: float,
    answer: str,
    path: str | Path | None,
) -> Figure:
    """Draw differences to an answer with the intervals in which they may be chance.

    Parameters
    ----------
    names : sequence of str
        Of the other fits.
    differences : sequence of (float, float)
        Of each, with its standard error.
    reach : float
        How many standard errors an interval has on either side.
    answer : str
        What they are compared with.
    path : str or Path or None
        A file to write too.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    ParameterError
        If the file cannot be written.
    """
    figure = new_figure(6.4, 1.2 + 0.45 * len(names))
    axes = figure.add_subplot()
    axes.axvline(0, color=GREY, lw=0.8)
    for place, (mean, error) in enumerate(differences):
        better = mean - reach * error > 0
        axes.errorbar(
            [mean], [place], xerr=[reach * error], fmt="o", capsize=3,
            color=COLOURS[1] if better else COLOURS[0],
        )  # fmt: skip
    axes.set_yticks(range(len(names)), names, fontsize=USUAL)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(f"log-likelihood per held-out entry, less that of {answer}", fontsize=USUAL)
    bare(axes)
    return saved(figure, path)
