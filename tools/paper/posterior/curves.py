"""The figure of the searches: best so far, by trials and by time, ours and the authors'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.figures import panels
from lab.running import Row

from posterior.authors import SECOND, own_score, searches
from posterior.comparing import Comparison, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEVELS: Final = {
    "variance: K, a, c": ("tab:red", "--"),
    "variance: K, default shapes": ("tab:red", ":"),
    "distinct: K, a, c": ("tab:blue", "--"),
    "distinct: K, default shapes": ("tab:blue", ":"),
    "paper": ("black", "--"),
    "hpfrec": ("tab:green", "-."),
}
"""Contestants that are drawn as levels."""


def drawn(found: Sequence[Comparison]) -> Figure:
    """Draw one row of panels a data set, and the authors' searches.

    Parameters
    ----------
    found : sequence of Comparison
        By data set.
    """
    figure, axes = panels(len(found), 3, width=4.1, height=3.2)
    for line, some in zip(axes, found, strict=True):
        _by_trials(line[0], some, "loo", "train", "PSIS-LOO")
        _by_trials(line[1], some, "held_out", "test", "held-out")
        line[2].set_visible(False)
    axes[0, 2].set_visible(True)
    _authors(axes[0, 2])
    named = {
        name: handle
        for line in axes
        for handle, name in zip(*line[0].get_legend_handles_labels(), strict=True)
    }
    figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=len(named))
    return figure


def _by_trials(axes: Axes, some: Comparison, score: str, of: str, shown: str) -> None:
    """Draw a score a triple of the trial that is best so far by PSIS-LOO."""
    lines = [("random", "tab:gray", some.random)]
    lines += [("TPE", "tab:orange", rows) for rows in some.tpe]
    for place, (name, colour, rows) in enumerate(lines):
        label = name if place < 2 else None
        if rows:
            axes.plot(range(1, len(rows) + 1), _so_far(rows, score, of), color=colour, label=label)
    for name, (colour, style) in LEVELS.items():
        if name in some.named:
            row = some.named[name][0]
            level = -number(row, score) / number(row, of)
            axes.axhline(level, color=colour, linestyle=style, linewidth=1, label=name)
    axes.set_yscale("log")
    axes.set_xscale("log")
    axes.set_xlabel("trials")
    axes.set_ylabel(f"- {shown} a triple")
    axes.set_title(f"{some.data}: {shown} of the trial best by PSIS-LOO")


def _so_far(rows: Sequence[Row], score: str, of: str) -> list[float]:
    found = []
    top, shown = -np.inf, np.nan
    for row in rows:
        if number(row, "loo") > top:
            top, shown = number(row, "loo"), -number(row, score) / number(row, of)
        found.append(shown)
    return found


def _authors(axes: Axes) -> None:
    for run in searches():
        scores = np.array([-each.second / SECOND for each in run])
        minutes = [each.ended / 60 for each in run]
        axes.plot(minutes, np.fmin.accumulate(scores), linewidth=0.7, alpha=0.7)
    axes.axhline(-own_score() / SECOND, color="black", linestyle="--", label="their choice")
    axes.set_yscale("log")
    axes.set_xlabel("minutes")
    axes.set_ylabel("- PSIS-LOO a triple, second split")
    axes.set_title("lastfm: the authors' 40 searches, their files")
    axes.legend()
