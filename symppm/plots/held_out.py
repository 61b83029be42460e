"""How well held-out entries are predicted: with every further factor, and by other fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
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
