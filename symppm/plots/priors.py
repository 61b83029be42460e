"""Densities of priors, with how sparse they are."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.plots.style import COLOURS, SMALL, USUAL, bare, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BINS: Final = 45
_DECADES: Final = (-5.0, 2.5)


@dataclass(frozen=True)
class Prior:
    """Draws of one latent variable, and its density where that is known.

    ``direct`` says that data depend on it, and not only through what depends on it.
    """

    name: str
    law: str
    drawn: NDArray[np.float64]
    direct: bool
    has_mean: bool
    density: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None


def draw_priors(
    panels: Sequence[Axes], solutions: Sequence[tuple[str, Sequence[Prior]]], note: str
) -> None:
    """Draw the priors of every solution."""
    if not solutions:
        axes = panels[0]
        axes.set_axis_off()
        axes.text(0.0, 0.97, textwrap.fill(note, 62), fontsize=SMALL, va="top",
                  transform=axes.transAxes)  # fmt: skip
        return
    for axes, (name, priors) in zip(panels, solutions, strict=True):
        positive = all((each.drawn >= 0).all() for each in priors)
        for each, colour in zip(priors, cycle(COLOURS), strict=False):
            _density(axes, each, "-" if each.direct else "--", colour, positive=positive)
        axes.set_yticks([])
        if not priors:
            axes.set_axis_off()
            axes.text(0, 1, f"{name}: these cannot be drawn from", fontsize=SMALL, va="top",
                      transform=axes.transAxes)  # fmt: skip
            continue
        axes.set_ylim(bottom=0)
        axes.legend(
            frameon=False, fontsize=SMALL, loc="lower left", bbox_to_anchor=(0, 1), borderpad=0.1,
            title=name, title_fontsize=USUAL, alignment="left",
        )  # fmt: skip
        bare(axes, "left")
        axes.set_ylabel("density / its maximum", fontsize=SMALL)
        axes.set_xlabel(
            "entry / mean of all, log scale" if positive else "entry / root mean square",
            fontsize=SMALL,
        )


def effective_share(drawn: NDArray[np.float64]) -> float:
    """Return how dense a prior is: the share of its entries that, if equal, would make up the rest.

    (sum of |x|)^2 / (n * sum of x^2), which is 1 / (1 + squared coefficient of variation) of what
    is positive. It is 1 if all entries are equal, and s if a share s of them are equal and the rest
    zero; for Gamma with shape a its limit is a / (a + 1). Without a variance its limit is zero.

    Notes
    -----
    The effective sample size of Kish (Survey Sampling, 1965, section 11.7) for entries as weights,
    over their number.
    """
    sizes = np.abs(drawn)
    if not sizes.any():
        return 1.0
    scaled = sizes / sizes.max()
    return float(scaled.sum() ** 2 / (scaled.size * (scaled**2).sum()))


def _curve(
    each: Prior, edges: NDArray[np.float64], scale: float, *, positive: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return a density over its maximum where it is known, or None."""
    if each.density is None:
        return None
    places = np.linspace(edges[0], edges[-1], 400)
    values = scale * (10.0**places if positive else places)
    # The density of a logarithm is that of the value times the value.
    heights = each.density(values) * (values if positive else 1.0)
    inside = (values >= each.drawn.min()) & (values <= each.drawn.max())
    heights = np.where(np.isfinite(heights) & (inside | (heights > 0)), heights, 0.0)
    most = float(heights.max())
    return (places, heights / most) if most > 0 else None


def _density(axes: Axes, each: Prior, style: str, colour: str, *, positive: bool) -> None:
    """Draw a density: of logarithms for what is positive, so that many orders can be seen."""
    square = float(np.mean(each.drawn**2))
    scale = float(each.drawn.mean() if each.has_mean else np.median(each.drawn))
    text = f"{each.law}: no mean"
    if each.has_mean:
        text = f"{each.law}: effective share {percent(effective_share(each.drawn))}"
    if positive:
        with np.errstate(divide="ignore"):
            shown = np.log10(each.drawn / (scale or 1.0))
        below = float((shown < _DECADES[0]).mean())
        if below > 0.0005:
            text += f",\n{percent(below)} of it below what is shown"
        edges = np.linspace(*_DECADES, _BINS + 1)
    else:
        scale = math.sqrt(square) or 1.0
        shown = each.drawn / scale
        edges = np.linspace(-4, 4, _BINS + 1)
    curve = _curve(each, edges, scale, positive=positive)
    if curve is not None:
        axes.plot(*curve, color=colour, linestyle=style, linewidth=1.8, label=text)
        axes.fill_between(*curve, color=colour, alpha=0.12, linewidth=0)
    else:
        heights, _ = np.histogram(shown, edges)
        density = heights / max(1, heights.max())
        axes.stairs(density, edges, color=colour, linestyle=style, linewidth=1.6, label=text)
        axes.stairs(density, edges, color=colour, alpha=0.12, fill=True)
    if positive:
        axes.set_xlim(*_DECADES)
        axes.xaxis.set_major_formatter(lambda value, _: f"{10**value:g}")
