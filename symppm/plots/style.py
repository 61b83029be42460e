"""What all figures share: colours, a new figure, and how one is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from symppm.extras import load
from symppm.saving import save_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's, which readers with any kind of colour vision can tell apart.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
STYLES: Final = ("-", "--", ":", "-.")
GREY: Final = "#666666"
PALE: Final = "#d9d9d9"
SMALL: Final = 8
USUAL: Final = 9
ENDINGS: Final = (".png", ".svg", ".pdf")


def require_matplotlib() -> None:
    """See that matplotlib can be imported."""
    load("matplotlib.figure", "plots", "a plot")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure."""
    figures = load("matplotlib.figure", "plots", "a plot")
    # Without pyplot there is no window and nothing global to close.
    figure: Figure = figures.Figure(figsize=(width, height), dpi=130, layout="constrained")
    return figure


def bare(axes: Axes, *sides: str) -> None:
    """Leave out the frame above and to the right, and further sides."""
    for side in ("top", "right", *sides):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=SMALL)


def saved(figure: Figure, path: str | Path | None) -> Figure:
    """Write a figure to a file, if one is named, and return it."""
    if path is None:
        return figure
    save_figure(figure, path)
    return figure


def percent(share: float) -> str:
    """Return a share as a percentage in few characters."""
    if 0 < share < 0.0005:
        return "< 0.05 %"
    return f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"
