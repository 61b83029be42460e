"""Drawings of intervals and distributions: where everything stands, in user units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.matching.uncertainty import Interval
from symppm.report.html.elements import Fact, Mark, Outline, Strip, Strips
from symppm.results.numerals import number

if TYPE_CHECKING:
    from symppm.matching.result import Opinion

_WIDTH: Final = 460.0
_LEFT, _RIGHT = 96.0, 440.0
_ROW: Final = 46.0
_ROW_CLOSE: Final = 30.0
_MOST_DECADES: Final = 10.0
_NARROW, _HEIGHT, _BASE, _TOP = 300.0, 136.0, 108.0, 20.0
_MOST_BINS: Final = 64
_FEW_VALUES: Final = 40
_NOTICED: Final = 0.01


def _short(value: float) -> str:
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if 1e3 <= abs(rounded) < 1e6 else f"{rounded:g}"


class _Scale:
    """Places of numbers between two ends, by logarithms where both are positive and far apart."""

    def __init__(
        self, low: float, high: float, left: float, right: float, log: bool | None = None
    ) -> None:
        self.log = low > 0 and high / low > 3 if log is None else log
        if self.log:
            low = max(low, high * 10**-_MOST_DECADES)
        if not high > low:
            low, high = low - abs(low or 1.0) / 2, high + abs(high or 1.0) / 2
        self.low, self.high, self.left, self.right = low, high, left, right

    def __call__(self, value: float) -> float:
        if self.log:
            span = math.log(self.high / self.low)
            share = math.log(max(value, self.low) / self.low) / span
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(self.left + min(max(share, 0.0), 1.0) * (self.right - self.left), 2)

    def ticks(self, most: int = 6) -> list[float]:
        """Return round numbers between the ends, at most a few."""
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            if last - first >= 2:
                decades = math.ceil((last - first + 1) / most)
                return [10.0**n for n in range(first, last + 1, decades)]
            wide = [m * 10.0**n for n in range(first - 1, last + 1) for m in (1, 2, 5)]
            return [each for each in wide if self.low <= each <= self.high]
        step = 10.0 ** math.floor(math.log10((self.high - self.low) / 2))
        while (self.high - self.low) / step > most:
            step *= 2 if f"{step:e}"[0] != "2" else 2.5
        start = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(start, math.floor(self.high / step + 1e-9) + 1)]


def statistics_drawing(
    targets: Mapping[str, float],
    achieved: Sequence[Mapping[str, float]],
    intervals: Mapping[str, Interval],
) -> Strips | None:
    """Draw what was measured, with its interval, beside what the model has there.

    Parameters
    ----------
    targets : mapping of str to float
        What was measured.
    achieved : sequence of mapping
        Of each solution.
    intervals : mapping of str to (float, float)
        Of what was measured.

    Returns
    -------
    Strips or None
        None if there are no intervals that end.
    """
    strips: list[Strip] = []
    for name, target in targets.items():
        low, high = intervals.get(name, (math.nan, math.nan))
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            continue
        reached = [each[name] for each in achieved if name in each]
        y = 24.0 + _ROW * len(strips)
        scale = _Scale(min(low, target, *reached), max(high, target, *reached), _LEFT, _RIGHT)
        ends = (
            Mark(scale(low), _short(low), "start"),
            Mark(scale(high), _short(high), "end"),
        )
        said = f"{name}: measured {number(target)}, 95 % interval {_short(low)} to {_short(high)}"
        said += "".join(f", achieved {number(value)}" for value in reached)
        strips.append(
            Strip(
                name, y, scale(low), scale(high), False, False, scale(target),
                tuple(map(scale, reached)), ends, said,
            )
        )  # fmt: skip
    if not strips:
        return None
    legend = [("line", "95 % interval"), ("dot", "measured")]
    legend += [("cross", "achieved by the model")] if any(each.cross for each in strips) else []
    return Strips(
        key="statistics",
        title="Statistics: measured and achieved",
        text="Each line has a scale of its own, with logarithms where both ends are positive. "
        + "; ".join(each.text for each in strips)
        + ".",
        width=_WIDTH,
        height=14.0 + _ROW * len(strips),
        strips=tuple(strips),
        ticks=(),
        base=0.0,
        answer=None,
        legend=tuple(legend),
    )


def ways_drawing(opinions: Sequence[Opinion], size: str, answers: Sequence[float]) -> Strips | None:
    """Draw the number of factors by each way to find it, with intervals.

    Parameters
    ----------
    opinions : sequence of Opinion
        Those without an answer are left out.
    size : str
        Name of the number of factors.
    answers : sequence of float
        The answer, if there is one.
    """
    said = [each for each in opinions if each.k is not None and each.k > 0]
    if not said:
        return None
    finite = [
        value
        for each in said
        for value in (each.low, each.k, each.high)
        if value is not None and math.isfinite(value) and value > 0
    ]
    finite += [each for each in answers if each > 0]
    low, high = max(min(finite), 0.05), max(*finite, 1.0)
    scale = _Scale(min(low / 1.4, 0.9), max(high * 1.4, 11.0), _LEFT, _RIGHT, log=True)
    strips: list[Strip] = []
    for each in said:
        k = float(each.k or 0.0)
        ranged = each.low != each.high
        open_low, open_high = ranged and each.low < low, ranged and not math.isfinite(each.high)
        words = f"{each.way}: {size} = {_short(k)}"
        if ranged:
            ends = [_short(v) if math.isfinite(v) else "no end" for v in (each.low, each.high)]
            words += f", 95 % interval {ends[0]} to {ends[1]}"
        strips.append(
            Strip(
                each.way, 20.0 + _ROW_CLOSE * len(strips),
                scale(max(each.low, scale.low)) if ranged else None,
                scale(min(each.high, scale.high)) if ranged else None,
                open_low, open_high, scale(k), (), (), words,
            )
        )  # fmt: skip
    base = 8.0 + _ROW_CLOSE * len(strips)
    answer = Mark(scale(answers[0]), f"{size} = {_short(answers[0])}") if answers else None
    legend = [("line", "95 % interval")] if any(each.low is not None for each in strips) else []
    legend += [("dot", f"{size} by this way")]
    legend += [("answer", f"the answer, {answer.text}")] if answer else []
    return Strips(
        key="ways",
        title=f"{size} by each way to find it",
        text="; ".join(each.text for each in strips) + ".",
        width=_WIDTH,
        height=base + 26.0,
        strips=tuple(strips),
        ticks=tuple(Mark(scale(each), _short(each)) for each in scale.ticks()),
        base=base,
        answer=answer,
        legend=tuple(legend),
    )


def _bins(scale: _Scale, draws: int) -> NDArray[np.float64]:
    edges = min(_MOST_BINS, round(2 * math.sqrt(draws))) + 1
    if scale.log:
        return np.geomspace(scale.low, scale.high, edges)
    return np.linspace(scale.low, scale.high, edges)


def _area(heights: NDArray[np.float64], edges: Sequence[float], base: float, top: float) -> str:
    most = float(heights.max()) or 1.0
    steps = [f"M{edges[0]:g} {base:g}"]
    for n, height in enumerate(heights.tolist()):
        y = round(base - height / most * (base - top), 1)
        steps.append(f"V{y:g}H{edges[n + 1]:g}")
    return "".join(steps) + f"V{base:g}Z"


def distribution_drawing(
    key: str,
    title: str,
    values: NDArray[np.float64],
    lines: Mapping[str, tuple[float, str]],
    caption: Sequence[Fact],
    *,
    cut: tuple[float, float] = (0.002, 0.998),
) -> Outline:
    """Draw a histogram of draws: on a scale of logarithms if they are positive and wide.

    Parameters
    ----------
    key : str
        Unique on the page.
    title : str
        What it shows.
    values : ndarray of float64
        The draws, finite.
    lines : mapping of str to (float, str)
        Class of a line across, where it is and what it is.
    caption : sequence of Fact
        Numbers below.
    cut : (float, float)
        Which quantiles the drawing goes between; lines are always inside.
    """
    low, high = (float(each) for each in np.quantile(values, cut))
    places = [place for place, _ in lines.values() if math.isfinite(place)]
    low, high = min(low, *places, low), max(high, *places, high)
    positive = values[values > 0]
    whole = bool((values == np.round(values)).all())
    if low >= 0 and 2 * positive.size > values.size and high > 0 and not whole:
        # Small shapes underflow to zero, which has no logarithm.
        low = max(low, float(np.quantile(positive, cut[0])))
    if whole and high - low < _FEW_VALUES:
        cuts = np.arange(math.floor(low), math.ceil(high) + 2) - 0.5
        scale = _Scale(float(cuts[0]), float(cuts[-1]), 12.0, _NARROW - 12.0, log=False)
    else:
        scale = _Scale(low, high, 12.0, _NARROW - 12.0)
        cuts = _bins(scale, values.size)
    counted = np.histogram(values, bins=cuts)[0].astype(float)
    beyond = float((values < cuts[0]).mean())
    if beyond > _NOTICED:
        caption = (*caption, Fact(f"below {_short(scale.low)}, not drawn", f"{beyond:.0%}"))
    words = f"{title}. Draws lie between {_short(scale.low)} and {_short(scale.high)}, "
    words += "by logarithms. " if scale.log else "by size. "
    words += " ".join(f"{fact.name}: {fact.value}." for fact in caption)
    return Outline(
        key=key,
        title=title,
        text=words,
        width=_NARROW,
        height=_HEIGHT,
        base=_BASE,
        path=_area(counted, [scale(float(each)) for each in cuts], _BASE, _TOP),
        ticks=_spread_out(scale),
        lines=tuple(
            (name, Mark(scale(place), text))
            for name, (place, text) in lines.items()
            if math.isfinite(place)
        ),
        caption=tuple(caption),
    )


def _spread_out(scale: _Scale) -> tuple[Mark, ...]:
    """Return ticks whose texts do not touch."""
    found: list[Mark] = []
    end = -math.inf
    for value in scale.ticks(5):
        text = _short(value)
        x, half = scale(value), 3.6 * len(text)
        if x - half < max(end, 0.0) or x + half > _NARROW:
            continue
        found.append(Mark(x, text))
        end = x + half + 6.0
    return tuple(found)
