"""The figure of the searches: best so far, by trials and by time, ours and the authors'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.figures import panels
from lab.running import Row

from posterior.authors import TRIPLES, own_score, searches
from posterior.comparing import Comparison, Search, number
from posterior.contestants import DEFAULTS, MATCH, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEVELS: Final = {
    MATCH: ("tab:red", "--"),
    "distinct: K, a, c": ("tab:blue", "--"),
    PAPER: ("black", "--"),
    "shapes .3, rates 1, K = 30 (after hpfrec)": ("tab:green", "-."),
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
        _by_trials(line[0], some)
        _scores(line[1], some)
        line[2].set_visible(False)
    axes[0, 2].set_visible(True)
    _authors(axes[0, 2])
    return figure


def _by_trials(axes: Axes, some: Comparison) -> None:
    """Draw PSIS-LOO a triple of the best trial so far."""
    for search in some.searches:
        colour = "tab:gray" if search.kind == "random" else "tab:orange"
        first = search is some.of(search.kind)[0]
        axes.plot(
            range(1, len(search.trials) + 1),
            _so_far(search),
            color=colour,
            label=search.kind if first else None,
        )
    for name, (colour, style) in LEVELS.items():
        if name in some.named:
            row = some.named[name][0]
            level = -number(row, "loo") / number(row, "train")
            axes.axhline(level, color=colour, linestyle=style, linewidth=1, label=name)
    axes.set_yscale("log")
    axes.set_xscale("log")
    axes.set_xlabel("trials")
    axes.set_ylabel("- PSIS-LOO a triple, as in the paper")
    axes.set_title(f"{some.data}: the best trial so far")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=6)


def _so_far(search: Search) -> list[float]:
    scores = [-number(row, "loo") / number(row, "train") for row in search.trials]
    return [float(each) for each in np.fmin.accumulate(scores)]


def _scores(axes: Axes, some: Comparison) -> None:
    """Draw PSIS-LOO against the score of all cells."""
    kinds = {"matches": "tab:red", "the paper's": "black", "defaults": "tab:green"}
    points: dict[str, list[Row]] = {kind: [] for kind in (*kinds, "best of searches")}
    for name, fits in some.named.items():
        kind = "defaults" if name in DEFAULTS else "matches"
        points["the paper's" if name.startswith(PAPER) else kind].append(fits[0])
    points["best of searches"] += [each.best for each in some.searches if each.best is not None]
    for kind, rows in points.items():
        x = [-number(row, "loo") / number(row, "train") for row in rows]
        y = [-number(row, "all_cells") / number(row, "test") for row in rows]
        axes.plot(x, y, "o", color=kinds.get(kind, "tab:orange"), markersize=4, label=kind)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("- PSIS-LOO a triple, as in the paper")
    axes.set_ylabel("- a tenth of all cells, a triple")
    axes.set_title(f"{some.data}: left and down is better")
    axes.legend(fontsize=6)


def _authors(axes: Axes) -> None:
    for run in searches():
        scores = np.array([-each.second / TRIPLES for each in run])
        minutes = [each.ended / 60 for each in run]
        axes.plot(minutes, np.fmin.accumulate(scores), linewidth=0.7, alpha=0.7)
    axes.axhline(-own_score() / TRIPLES, color="black", linestyle="--", label="their choice")
    axes.set_yscale("log")
    axes.set_xlabel("minutes")
    axes.set_ylabel("- PSIS-LOO a triple, second split")
    axes.set_title("lastfm: the authors' 40 searches, their files")
    axes.legend()
