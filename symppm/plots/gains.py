"""How much more of held-out entries is predicted with every further factor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symppm.plots.style import COLOURS, GREY, PALE, SMALL, USUAL, bare, new_figure, saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKED: Final = 40
"""Up to so many factors, every one is marked."""


def draw_gains(
    gain: Sequence[float],
    error: Sequence[float],
    k: int,
    k_95: int,
    near: tuple[int, int],
    path: str | Path | None,
    *,
    resolved: bool,
) -> Figure:
    """Draw the gain over independence by the number of factors."""
    figure = new_figure(6.4, 3.6)
    axes = figure.add_subplot()
    factors = range(1, 1 + len(gain))
    shown = [100 * each for each in gain]
    ends = [
        [100 * (one + sign * two) for one, two in zip(gain, error, strict=True)] for sign in (-1, 1)
    ]
    axes.axvspan(near[0] - 0.5, near[1] + 0.5, color=PALE, alpha=0.5, lw=0)
    axes.axhline(0, color=GREY, lw=0.6)
    axes.fill_between(factors, *ends, color=COLOURS[0], alpha=0.25, lw=0)
    axes.plot(factors, shown, color=COLOURS[0], marker="." if len(gain) <= _MARKED else None)
    if resolved:
        for at, said, colour in ((k_95, "95 % of the gain", COLOURS[2]), (k, "answer", COLOURS[1])):
            axes.plot(
                [at], [shown[at - 1]], "o", color=colour, ms=7, label=f"K = {at}: {said}",
                mfc="none" if at == k_95 else colour,
            )  # fmt: skip
        axes.legend(fontsize=SMALL, frameon=False, loc="lower right")
    axes.set_xlabel("factors (grey: cannot be told from the best)", fontsize=USUAL)
    axes.set_ylabel("held-out error saved (%)", fontsize=USUAL)
    axes.xaxis.get_major_locator().set_params(integer=True)
    bare(axes)
    return saved(figure, path)
