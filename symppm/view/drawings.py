"""Drawings of intervals and distributions: where everything stands; a template makes them SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symppm.matching.grounds import CROSS_VALIDATION
from symppm.results.numerals import number

if TYPE_CHECKING:
    from symppm.matching.grounds import EstimateOfK
    from symppm.matching.uncertainty import Interval

Mark: TypeAlias = tuple[float, str]
"""A place, and what stands there."""
Fact: TypeAlias = tuple[str, str]
"""A name, and what it is."""

_INTERVAL: Final = "95 % interval"
_ACROSS: Final = (96.0, 440.0)
"""Ends of the axis of intervals, in units of the drawing; what follows is of distributions."""
_WIDTH, _BASE, _TOP, _MARGIN = 300.0, 108.0, 20.0, 12.0
_ROW, _CLOSE_ROW = 46.0, 30.0
_LETTER: Final = 7.0
_CUT: Final = (0.002, 0.998)


@dataclass(frozen=True)
class Strip:
    """One line of a drawing: an interval, which may have no end, a dot, crosses, and its ends."""

    name: str
    y: float
    span: tuple[float, float] | None
    open: tuple[bool, bool]
    dot: float
    crosses: tuple[float, ...]
    ends: tuple[Mark, ...]
    text: str


@dataclass(frozen=True)
class Strips:
    """Intervals under one another, with a common axis or none, and the answer as a line."""

    key: str
    title: str
    text: str
    strips: tuple[Strip, ...]
    legend: tuple[tuple[str, str], ...]
    height: float
    base: float = 0.0
    ticks: tuple[Mark, ...] = ()
    answer: float | None = None


@dataclass(frozen=True)
class Outline:
    """A histogram as an area, with lines across, each of a class of the style sheet."""

    key: str
    title: str
    text: str
    path: str
    ticks: tuple[Mark, ...]
    lines: tuple[tuple[str, Mark], ...]
    caption: tuple[Fact, ...]


class _Scale:
    """Places of numbers between two ends, by logarithms where both are positive and far apart."""

    def __init__(
        self, ends: tuple[float, float], places: tuple[float, float], log: bool | None = None
    ) -> None:
        low, high = ends
        self.log = low > 0 and high / low > 3 if log is None else log
        if self.log:
            low = max(low, high * 1e-10)
        if not high > low:
            low, high = low - abs(low or 1.0) / 2, high + abs(high or 1.0) / 2
        self.low, self.high, self.places = low, high, places

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        if self.log:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        left, right = self.places
        return round(left + min(max(share, 0.0), 1.0) * (right - left), 2)

    def ticks(self, most: int = 6) -> list[float]:
        """Return round numbers between the ends, at most a few."""
        if self.log:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            if last - first >= 2:
                decades = math.ceil((last - first + 1) / most)
                return [10.0**n for n in range(first, last + 1, decades)]
            wide = [m * 10.0**n for n in range(first - 1, last + 1) for m in (1, 2, 5)]
            return [tick for tick in wide if self.low <= tick <= self.high]
        step = 10.0 ** math.floor(math.log10((self.high - self.low) / 2))
        while (self.high - self.low) / step > most:
            step *= 2 if f"{step:e}"[0] != "2" else 2.5
        start = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(start, math.floor(self.high / step + 1e-9) + 1)]


def _short(value: float) -> str:
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if 1e3 <= abs(rounded) < 1e6 else f"{rounded:g}"


def statistics_drawing(
    targets: Mapping[str, float],
    achieved: Sequence[Mapping[str, float]],
    intervals: Mapping[str, Interval],
) -> Strips | None:
    """Draw what was measured, with the intervals that end, and what each solution has there."""
    strips: list[Strip] = []
    for name, target in targets.items():
        low, high = ends = intervals.get(name, (math.nan, math.nan))
        if not (low < high and all(map(math.isfinite, ends))):
            continue
        reached = [solution[name] for solution in achieved if name in solution]
        scale = _Scale((min(low, target, *reached), max(high, target, *reached)), _ACROSS)
        words = f"{name}: measured {number(target)}, {_in_words(ends)}"
        words += "".join(f", achieved {number(value)}" for value in reached)
        span, texts = (scale(low), scale(high)), tuple(map(_short, ends))
        marks = tuple(zip(span, texts, strict=True))
        if span[1] - span[0] < _LETTER * sum(map(len, texts)):
            both = " to ".join(texts)  # side by side they would overlap
            marks = ((min(span[0], _ACROSS[1] - _LETTER * len(both)), both),)
        crosses, y = tuple(map(scale, reached)), 24.0 + _ROW * len(strips)
        strips.append(Strip(name, y, span, (False, False), scale(target), crosses, marks, words))
    if not strips:
        return None
    legend = [("line", _INTERVAL), ("dot", "measured")]
    legend += [("cross", "achieved by the model")] if any(strip.crosses for strip in strips) else []
    summary = "Each line has a scale of its own, with logarithms where both ends are positive. "
    summary += "; ".join(strip.text for strip in strips)
    height = 14.0 + _ROW * len(strips)
    title = "Statistics: measured and achieved"
    return Strips("statistics", title, f"{summary}.", tuple(strips), tuple(legend), height)


def estimates_drawing(
    estimates: Sequence[EstimateOfK], size: str, answer: float | None
) -> Strips | None:
    """Draw the number of factors by each estimator that has one, and the answer if there is one."""
    resolved = [e for e in estimates if e.k is not None and e.k > 0]
    if not resolved:
        return None
    bounds = [value for e in resolved for value in (e.low, e.k or 0.0, e.high)]
    finite = [value for value in (*bounds, answer or 0.0) if math.isfinite(value) and value > 0]
    low, high = max(min(finite), 0.05), max(*finite, 1.0)
    scale = _Scale((min(low / 1.4, 0.9), max(high * 1.4, 11.0)), _ACROSS, log=True)
    strips: list[Strip] = []
    for estimate in resolved:
        k = float(estimate.k or 0.0)
        words, span, opened = f"{estimate.estimator}: {size} = {_short(k)}", None, (False, False)
        if estimate.low != estimate.high:
            ends = _in_words((estimate.low, estimate.high))
            words += f", {estimate.remark if estimate.estimator == CROSS_VALIDATION else ends}"
            span = (scale(max(estimate.low, scale.low)), scale(min(estimate.high, scale.high)))
            opened = (estimate.low < low, not math.isfinite(estimate.high))
        y = 20.0 + _CLOSE_ROW * len(strips)
        strips.append(Strip(estimate.estimator, y, span, opened, scale(k), (), (), words))
    base = 8.0 + _CLOSE_ROW * len(strips)
    legend = [("line", bars_in_words(estimates))] if any(strip.span for strip in strips) else []
    legend.append(("dot", f"{size} by this way"))
    legend += [] if answer is None else [("answer", f"the answer, {size} = {_short(answer)}")]
    summary = "; ".join(strip.text for strip in strips)
    ticks = tuple((scale(tick), _short(tick)) for tick in scale.ticks())
    return Strips(
        "ways", f"{size} by each estimator to find it", f"{summary}.", tuple(strips), tuple(legend),
        base + 26.0, base, ticks, None if answer is None else scale(answer),
    )  # fmt: skip


def bars_in_words(estimates: Sequence[EstimateOfK]) -> str:
    """Say what bars about numbers of factors are."""
    cross_validated = any(estimate.estimator == CROSS_VALIDATION for estimate in estimates)
    return _INTERVAL + "; of cross-validation, what predicts as well or better" * cross_validated


def _in_words(ends: tuple[float, float]) -> str:
    low, high = (_short(end) if math.isfinite(end) else "no end" for end in ends)
    return f"{_INTERVAL} {low} to {high}"


def distribution_drawing(
    key: str,
    title: str,
    values: NDArray[np.float64],
    lines: Mapping[str, tuple[float, str]],
    caption: Sequence[Fact],
) -> Outline:
    """Draw a histogram of draws between two quantiles, with lines across it, by their class."""
    across = {name: line for name, line in lines.items() if math.isfinite(line[0])}
    low, high = (float(quantile) for quantile in np.quantile(values, _CUT))
    low, high = (outer(end, *(place for place, _ in across.values()), end)
                 for outer, end in ((min, low), (max, high)))  # fmt: skip
    positive = values[values > 0]
    integral = bool((values == np.round(values)).all())
    if low >= 0 and 2 * positive.size > values.size and high > 0 and not integral:
        # Small shapes underflow to zero, which has no logarithm.
        low = max(low, float(np.quantile(positive, _CUT[0])))
    places = (_MARGIN, _WIDTH - _MARGIN)
    if integral and high - low < 40:
        edges = np.arange(math.floor(low), math.ceil(high) + 2) - 0.5
        scale = _Scale((float(edges[0]), float(edges[-1])), places, log=False)
    else:
        scale = _Scale((low, high), places)
        spaced = np.geomspace if scale.log else np.linspace
        bins = min(64, round(2 * math.sqrt(values.size)))
        edges = spaced(scale.low, scale.high, bins + 1)
    beyond = float((values < edges[0]).mean())
    if beyond > 0.01:
        caption = (*caption, (f"below {_short(scale.low)}, not drawn", f"{beyond:.0%}"))
    words = f"{title}. Draws lie between {_short(values.min())} and {_short(values.max())}, "
    words += "by logarithms. " if scale.log else "by size. "
    return Outline(
        key=key,
        title=title,
        text=words + " ".join(f"{name}: {value}." for name, value in caption),
        path=_area(np.histogram(values, bins=edges)[0], [scale(float(edge)) for edge in edges]),
        ticks=_apart(scale),
        lines=tuple((name, (scale(place), text)) for name, (place, text) in across.items()),
        caption=tuple(caption),
    )


def _area(counts: NDArray[np.int64], edges: Sequence[float]) -> str:
    """Return the commands of an SVG path about the bars."""
    most = float(counts.max()) or 1.0
    steps = [f"M{edges[0]:g} {_BASE:g}"]
    for count, right in zip(counts.tolist(), edges[1:], strict=True):
        steps.append(f"V{round(_BASE - count / most * (_BASE - _TOP), 1):g}H{right:g}")
    return "".join(steps) + f"V{_BASE:g}Z"


def _apart(scale: _Scale) -> tuple[Mark, ...]:
    """Return ticks whose texts do not touch."""
    marks: list[Mark] = []
    end = 0.0
    for value in scale.ticks(5):
        text = _short(value)
        x, half = scale(value), 3.6 * len(text)
        if x - half >= end and x + half <= _WIDTH:
            marks.append((x, text))
            end = x + half + 6.0
    return tuple(marks)
