"""A picture of a search: how loss, statistics and hyperparameters moved, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from symppm.errors import ParameterError
from symppm.extras import load
from symppm.saving import save_figure
from symppm.stochastic.outcome import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's, which readers with any kind of colour vision can tell apart.
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_STYLES: Final = ("-", "--", ":")
_SHADES: Final = ("#ffffff", "#ececec")
_WIDE: Final = 10.0


def plot_trace(
    trace: Trace, targets: Mapping[str, float], path: str | Path | None = None
) -> Figure:
    """Plot a search: loss over statistics over hyperparameters, on one axis of steps."""
    if not len(trace):
        raise ParameterError(
            "a trace without steps",
            expected="a search of one step or more",
            do="Nothing was searched: the diagnostics say why.",
        )
    # Without pyplot there is no window and nothing global to close.
    figure: Figure = load("matplotlib.figure", "torch", "a plot").Figure(
        figsize=(8.0, 8.5), dpi=120, layout="constrained"
    )
    top, middle, bottom = figure.subplots(3, 1, sharex=True)
    steps = range(1, len(trace) + 1)
    _draw(top, steps, {"": trace.loss})
    top.set_ylabel("loss")
    _draw(middle, steps, _against(trace.statistics, targets))
    middle.axhline(1.0, color="#666666", linewidth=1, zorder=1)
    middle.set_ylabel("statistic / target")
    _draw(bottom, steps, trace.hyperparameters)
    bottom.set_ylabel("hyperparameter")
    bottom.set_xlabel("step")
    bottom.set_xlim(0.5, len(trace) + 0.5)
    _shade((top, middle, bottom), trace.phase)
    if path is not None:
        save_figure(figure, path)
    return figure


def _against(
    statistics: Mapping[str, Sequence[float]], targets: Mapping[str, float]
) -> dict[str, list[float]]:
    """Divide each statistic by its target, and say in its name what that is."""
    ratios = {}
    for name, values in statistics.items():
        target = targets.get(name, 0.0)
        label = f"{name}, target {target:.4g}" + ("" if target else " (not divided)")
        ratios[label] = [value / (target or 1.0) for value in values]
    return ratios


def _draw(axes: Axes, steps: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    """Draw lines, on a log axis if all are positive and they span much; leave out what is none."""
    finite = [value for values in lines.values() for value in values if math.isfinite(value)]
    positive = [value for value in finite if value > 0]
    loss = tuple(lines) == ("",)
    wide = len(positive) == len(finite) and max(positive, default=1) > _WIDE * min(
        positive, default=1
    )
    logarithmic = bool(positive) and (loss or wide)
    least = 0.0 if logarithmic else -math.inf
    looks = zip(lines.items(), cycle(product(_STYLES, _COLOURS)), strict=False)
    for place, ((name, values), (style, colour)) in enumerate(looks):
        visible = [v if math.isfinite(v) and v > least else math.nan for v in values]
        axes.plot(
            steps, visible, style, color=colour, label=name,
            # Later lines are thinner, so that equal ones can all be seen.
            linewidth=1.3 + 2.2 * (1 - (place + 1) / len(lines)),
            marker="." if len(steps) == 1 else None,
        )  # fmt: skip
    if logarithmic:
        axes.set_yscale("log")
    if lines and not loss:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _runs(phases: Sequence[str]) -> Iterator[tuple[str, float, float]]:
    """Return each phase with where it begins and ends."""
    begin = 0
    for name, group in groupby(phases):
        end = begin + len(list(group))
        yield name, begin + 0.5, end + 0.5
        begin = end


def _shade(panels: Sequence[Axes], phases: Sequence[str]) -> None:
    """Shade phases in turn, and write their names above the first panel."""
    for (name, begin, end), shade in zip(_runs(phases), cycle(_SHADES), strict=False):
        for axes in panels:
            axes.axvspan(begin, end, color=shade, linewidth=0, zorder=0)
        narrow = end - begin < len(phases) / 8
        text: dict[str, Any] = {"rotation": 30 if narrow else 0, "fontsize": 9}
        panels[0].text(
            (begin + end) / 2, 1.02, name, transform=panels[0].get_xaxis_transform(),
            ha="left" if narrow else "center", va="bottom", **text,
        )  # fmt: skip
