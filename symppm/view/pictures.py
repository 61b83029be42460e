"""Figures by matplotlib: of a match, of checks, of the number of factors, and of a validation."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from functools import singledispatch
from itertools import cycle
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symppm.checking.result import Checks
from symppm.errors import ParameterError
from symppm.extras import load
from symppm.matching.exporting import check_moderate
from symppm.matching.grounds import EstimateOfK
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.result import Match
from symppm.results.numerals import short
from symppm.saving import save_figure
from symppm.validation.result import Validation
from symppm.view.answers import LEVEL, drawn_in_words, size_name, solutions_of
from symppm.view.drawings import bars_in_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from symppm.view.priors import Prior

Vector: TypeAlias = NDArray[np.float64]
Ends: TypeAlias = tuple[float, float]

# Okabe and Ito's, which readers with any kind of colour vision can tell apart.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY: Final = "#666666"
PALE: Final = "#d9d9d9"
SMALL: Final = 8
USUAL: Final = 9

_VIEW: Final = (-0.6, 2.6)
_MANY: Final = 100.0
_LEAST_SPAN: Final = 10.0
_MARKS: Final = ("o", "s", "^", "D")
_EDGE: Final = {"markeredgecolor": "white", "markeredgewidth": 0.6}
_DECADES: Final = (-5.0, 2.5)
_BINS: Final = 45
_COLUMNS: Final = 4
_SMALL_BINS: Final = 30
_SHARE: Final = (
    "Effective share: (mean size)² / mean of squares of the entries: 100 % if all are equal, 50 % "
    "if exponential, s if a share s are equal and the rest zero."
)
_BARS: Final = (
    "bars: draws from the matched model; line: the data, orange and starred where surprising by "
    "Holm's method at 0.05"
)


def require_matplotlib() -> None:
    """See that matplotlib can be imported."""
    load("matplotlib.figure", "plots", "a plot")


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure."""
    figures = load("matplotlib.figure", "plots", "a plot")
    # Without pyplot there is no window and nothing global to close.
    figure: Figure = figures.Figure(figsize=(width, height), dpi=130, layout="constrained")
    return figure


def saved(figure: Figure, path: str | Path | None) -> Figure:
    """Write a figure to a file, if one is named, and return it."""
    if path is not None:
        save_figure(figure, path)
    return figure


def bare(axes: Axes, *sides: str) -> None:
    """Leave out the frame above and to the right, and further sides."""
    for side in ("top", "right", *sides):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=SMALL)


def trace_of(match: Match, path: str | Path | None) -> Figure:
    """Draw the search of a match, step by step."""
    if match.trace is None:
        raise ParameterError(
            f"the trace of a match by method {match.method!r}",
            expected="a match by sampling, whose search there is to see",
            do='Match with method="stochastic".',
        )
    from symppm.stochastic.plotting import plot_trace  # noqa: PLC0415 - rarely needed

    return plot_trace(match.trace, match.targets, path)


@singledispatch
def pictured(result: Any) -> Figure:
    """Draw a result."""
    raise TypeError(f"a {type(result).__name__} is not drawn")


@pictured.register(Match)
def _(match: Match) -> Figure:
    """Draw a match on one page: targets against achieved, the priors, K by each estimator."""
    require_matplotlib()
    solutions = solutions_of(match) or ((match,) if match.parameters else ())
    for solution in (match, *solutions):
        check_moderate(solution, "a plot")
    sizes = _sizes(match, solutions)
    lines = [max(2, len(match.targets)), *([max(1, len(sizes))] if sizes else [])]
    height = max(3.4, 0.42 * sum(lines) + 1.9, 2.9 * len(solutions) + 0.6)
    figure = new_figure(10.5, height)
    sides = figure.subfigures(1, 2, width_ratios=(1.15, 1.0), wspace=0.03)
    panels = sides[0].subplots(len(lines), 1, height_ratios=[n + 0.8 for n in lines], squeeze=False)
    _draw_targets(panels[0, 0], match, solutions)
    if sizes:
        _draw_sizes(panels[1, 0], match, sizes, len(solutions))
    right = sides[1].subplots(max(1, len(solutions)), 1, squeeze=False)[:, 0]
    for n, (axes, solution) in enumerate(zip(right, solutions, strict=False), 1):
        several = len(solutions) > 1
        name = f"priors of solution {n}, {_k_in_words(solution)}" if several else "priors"
        _draw_priors(axes, solution, match, name)
    if not solutions:
        failures = " ".join(x.message for x in match.diagnostics if x.severity == "failure")
        failures = failures or "There are no parameters to draw priors with."
        _say(right[0], textwrap.fill(failures, 62), 0.97)
    figure.suptitle(_title(match), fontsize=10)
    if solutions:
        caption = f"{_SHARE} Beliefs have no intervals." if match.statistics is None else _SHARE
        figure.supxlabel(textwrap.fill(caption, 170), fontsize=7.5, color=GREY)
    return figure


def _title(match: Match) -> str:
    if len(match.branches) > 1:
        return f"{match.model}: {len(match.branches)} solutions"
    if not match.feasible:
        nearest = "; the nearest that was found" if match.parameters else ""
        return f"{match.model}: no hyperparameters have these statistics{nearest}"
    return ": ".join(filter(None, (match.model, _k_in_words(match))))


def _k_in_words(match: Match) -> str:
    size = size_name(match)
    return "" if size is None or match.k is None else f"{size} = {match.k}"


def _say(axes: Axes, text: str, y: float) -> None:
    """Show text in place of a panel."""
    axes.set_axis_off()
    axes.text(0.0, y, text, fontsize=SMALL, va="top", transform=axes.transAxes)


def _draw_targets(axes: Axes, match: Match, solutions: Sequence[Match]) -> None:
    """Draw every target at one, with what was achieved and its interval divided by it."""
    origin = "believed" if match.statistics is None else "measured"
    intervals, many = match.target_intervals(LEVEL), len(solutions)

    def relative(name: str, value: float) -> float:
        # Where the target is zero, one more than the difference.
        return value / match.targets[name] if match.targets[name] else 1 + value

    spans = {name: [relative(name, end) for end in ends] for name, ends in intervals.items()}
    reached = {
        name: [relative(name, x.achieved[name]) if name in x.achieved else None for x in solutions]
        for name in match.targets
    }
    known = [x for name in match.targets for x in (*spans.get(name, ()), *reached[name])]
    away = max([0.1, *(1.15 * abs(value - 1) for value in known if value is not None)])
    low, high = view = max(_VIEW[0], 1 - away), min(_VIEW[1], 1 + away)
    axes.axvline(1, color=GREY, linewidth=1, zorder=1)
    labels = []
    for place, (name, target) in enumerate(match.targets.items()):
        words = f"{name} = {short(target)}"
        if name in spans:
            words += "\n({} to {})".format(*map(short, intervals[name]))
            _span(axes, place, (min(spans[name]), max(spans[name])), view, GREY)
        labels.append(words)
        axes.plot([1], [place], "|", color="black", markersize=13, markeredgewidth=2, zorder=3)
        for n, value in enumerate(reached[name]):
            if value is None:
                continue
            inside = min(max(value, low), high)
            mark = _MARKS[n % len(_MARKS)] if value == inside else ">" if value > inside else "<"
            axes.plot([inside], [place + 0.16 * (n - (many - 1) / 2)], mark, color=COLOURS[n],
                      markersize=6, zorder=4, clip_on=False, **_EDGE)  # fmt: skip
    for n in range(many):
        name = "achieved" if many == 1 else f"achieved {n + 1}"
        axes.plot([], [], _MARKS[n % len(_MARKS)], color=COLOURS[n], label=name, markersize=5)
    axes.plot([], [], "|", color="black", markersize=10, markeredgewidth=2, label=origin)
    if spans:
        axes.plot([], [], "-", color=GREY, linewidth=3, alpha=0.6, label="95 % interval")
    axes.legend(
        loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, frameon=False, fontsize=SMALL,
        handletextpad=0.4, columnspacing=1.0, borderpad=0.1,
    )  # fmt: skip
    _rows(axes, labels, view, f"relative to what was {origin}")


def _rows(axes: Axes, labels: Sequence[str], view: Ends, text: str) -> None:
    """Name the rows of a panel, and what its axis is."""
    axes.set_yticks(range(len(labels)), labels, fontsize=SMALL)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(*view)
    axes.set_xlabel(text, fontsize=SMALL)
    bare(axes, "left")
    axes.tick_params(axis="y", length=0)


def _span(axes: Axes, place: float, ends: Ends, view: Ends, colour: str) -> None:
    """Draw an interval, with an arrow where it goes on beyond what is shown."""
    shown = max(ends[0], view[0]), min(ends[1], view[1])
    axes.plot(shown, [place, place], color=colour, linewidth=3, alpha=0.6, zorder=2,
              solid_capstyle="butt")  # fmt: skip
    for mark, end, beyond in (("<", 0, ends[0] < view[0]), (">", 1, ends[1] > view[1])):
        if beyond:
            axes.plot([view[end]], [place], mark, color=colour, markersize=6, clip_on=False,
                      zorder=2)  # fmt: skip


def _sizes(match: Match, solutions: Sequence[Match]) -> dict[str, EstimateOfK]:
    """Return K by each estimator, or of each solution, by what it is called."""
    size = size_name(match)
    if size is None:
        return {}
    if match.estimates:
        return {estimate.estimator: estimate for estimate in match.estimates}
    name = "this match" if len(solutions) == 1 else "solution {}"
    estimates = {}
    for n, solution in enumerate(solutions, 1):
        k = solution.k_exact
        if k is None:
            continue
        reach = 1.96 * solution.parameter_errors.get(size, 0.0)
        low, high = max(k - reach, 0.0), k + reach
        if solution.uncertainty is not None:
            low, high = solution.interval(LEVEL).get(size, (k, k))
        estimates[name.format(n)] = EstimateOfK(solution.estimator, k, low, high)
    return estimates


def _draw_sizes(axes: Axes, match: Match, sizes: dict[str, EstimateOfK], solutions: int) -> None:
    """Draw the number of factors by each estimator, on a log axis."""
    answering = "cross-validation" if match.cross_validated else match.estimator
    known = [(e.k, e.low, e.high) for e in sizes.values() if e.k is not None]
    ends = [value for ends_of_k in known for value in ends_of_k if 0 < value < math.inf]
    low, high = (min(ends) / 1.5, max(ends) * 1.5) if ends else (0.5, 50.0)
    if high < _LEAST_SPAN * low:
        middle = math.sqrt(low * high)
        low, high = middle / _LEAST_SPAN**0.5, middle * _LEAST_SPAN**0.5
    # What goes far beyond every value is an arrow.
    values = [k for k, *_ in known if k > 0]
    if values:
        low, high = max(low, min(values) / 300), min(high, max(values) * 300)
    labels = []
    for place, (name, estimate) in enumerate(sizes.items()):
        taken = not match.estimates or (estimate.estimator == answering and match.feasible)
        colour = COLOURS[0] if taken else GREY
        labels.append(f"{name}: {'none' if estimate.k is None else short(estimate.k)}")
        if estimate.k is None:
            continue
        if estimate.low < estimate.high:
            _span(axes, place, (max(estimate.low, low / 2), estimate.high), (low, high), colour)
        axes.plot([min(max(estimate.k, low), high)], [place], "o", color=colour, markersize=6,
                  zorder=4, **_EDGE)  # fmt: skip
    axes.set_xscale("log")
    text = size_name(match) or ""
    if len(sizes) > 1:
        text += " of each solution" if solutions > 1 else " by each estimator"
    if any(start < end for _, start, end in known):
        text += f"\n({bars_in_words(tuple(sizes.values()))})"
    _rows(axes, labels, (low, high), text)
    round_ticks(axes, axes.set_xticks, (low, high), _MANY)


def round_ticks(axes: Axes, put: Callable[[list[float]], Any], ends: Ends, few: float) -> None:
    """Put ticks of a log axis at 1, 2 and 5 where there would be few at powers of ten."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.minorticks_off()
    if ends[1] < few * ends[0]:
        ticks = [n * 10.0**power for power in range(-30, 31) for n in (1, 2, 5)]
        put([tick for tick in ticks if ends[0] <= tick <= ends[1]])


def _draw_priors(axes: Axes, solution: Match, whole: Match, name: str) -> None:
    from symppm.view.priors import drawn_priors  # noqa: PLC0415 - needs SymPy

    axes.set_yticks([])
    try:
        priors = drawn_priors(solution, whole, random_seed=1)
    except ParameterError:
        _say(axes, f"{name}: these cannot be drawn from", 1.0)
        return
    positive = all((prior.drawn >= 0).all() for prior in priors)
    for prior, colour in zip(priors, cycle(COLOURS), strict=False):
        _draw_density(axes, prior, "-" if prior.direct else "--", colour, positive=positive)
    axes.set_ylim(bottom=0)
    axes.legend(
        frameon=False, fontsize=SMALL, loc="lower left", bbox_to_anchor=(0, 1), borderpad=0.1,
        title=name, title_fontsize=USUAL, alignment="left",
    )  # fmt: skip
    bare(axes, "left")
    axes.set_ylabel("density / its maximum", fontsize=SMALL)
    text = "entry / mean of all, log scale" if positive else "entry / root mean square"
    axes.set_xlabel(text, fontsize=SMALL)


def _draw_density(axes: Axes, prior: Prior, style: str, colour: str, *, positive: bool) -> None:
    """Draw a density: of logarithms for what is positive, so that many orders can be seen."""
    from symppm.view.priors import effective_share  # noqa: PLC0415 - as above

    text = f"{prior.law}: no mean"
    if prior.has_mean:
        text = f"{prior.law}: effective share {_percent(effective_share(prior.drawn))}"
    if positive:
        scale = float(prior.drawn.mean() if prior.has_mean else np.median(prior.drawn))
        with np.errstate(divide="ignore"):
            shown = np.log10(prior.drawn / (scale or 1.0))
        below = float((shown < _DECADES[0]).mean())
        if below > 0.0005:
            text += f",\n{_percent(below)} of it below what is shown"
        edges = np.linspace(*_DECADES, _BINS + 1)
        axes.set_xlim(*_DECADES)
        axes.xaxis.set_major_formatter(lambda value, _: f"{10**value:g}")
    else:
        scale = math.sqrt(float(np.mean(prior.drawn**2))) or 1.0
        shown, edges = prior.drawn / scale, np.linspace(-4, 4, _BINS + 1)
    curve = _curve(prior, edges, scale, positive=positive)
    if curve is not None:
        axes.plot(*curve, color=colour, linestyle=style, linewidth=1.8, label=text)
        axes.fill_between(*curve, color=colour, alpha=0.12, linewidth=0)
    else:
        heights, _ = np.histogram(shown, edges)
        density = heights / max(1, heights.max())
        axes.stairs(density, edges, color=colour, linestyle=style, linewidth=1.6, label=text)
        axes.stairs(density, edges, color=colour, alpha=0.12, fill=True)


def _curve(
    prior: Prior, edges: Vector, scale: float, *, positive: bool
) -> tuple[Vector, Vector] | None:
    """Return a density over its maximum where it is known, or None."""
    if prior.density is None:
        return None
    places = np.linspace(edges[0], edges[-1], 400)
    values = scale * (10.0**places if positive else places)
    # The density of a logarithm is that of the value times the value.
    heights = prior.density(values) * (values if positive else 1.0)
    inside = (values >= prior.drawn.min()) & (values <= prior.drawn.max())
    heights = np.where(np.isfinite(heights) & (inside | (heights > 0)), heights, 0.0)
    most = float(heights.max())
    return (places, heights / most) if most > 0 else None


def _percent(share: float) -> str:
    if 0 < share < 0.0005:
        return "< 0.05 %"
    return f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"


@pictured.register(NumberOfFactors)
def _(answer: NumberOfFactors) -> Figure:
    """Draw the gain over independence by the number of factors."""
    figure = new_figure(6.4, 3.6)
    axes = figure.add_subplot()
    gain, error = 100 * np.array(answer.gain), np.array(answer.error)
    factors = range(1, 1 + len(gain))
    axes.axvspan(answer.low - 0.5, answer.high + 0.5, color=PALE, alpha=0.5, lw=0)
    axes.axhline(0, color=GREY, lw=0.6)
    axes.fill_between(
        factors, gain - 100 * error, gain + 100 * error, color=COLOURS[0], alpha=0.25, lw=0
    )
    axes.plot(factors, gain, color=COLOURS[0], marker="." if len(gain) <= 40 else None)
    if answer.resolved:
        marks = ((answer.k_95, "95 % of the gain", COLOURS[2]), (answer.k, "answer", COLOURS[1]))
        for at, meaning, colour in marks:
            axes.plot(
                [at], [gain[at - 1]], "o", color=colour, ms=7, label=f"K = {at}: {meaning}",
                mfc="none" if at == answer.k_95 else colour,
            )  # fmt: skip
        axes.legend(fontsize=SMALL, frameon=False, loc="lower right")
    axes.set_xlabel("factors (grey: cannot be told from the best)", fontsize=USUAL)
    axes.set_ylabel("held-out error saved (%)", fontsize=USUAL)
    axes.xaxis.get_major_locator().set_params(integer=True)
    bare(axes)
    return figure


@pictured.register(Validation)
def _(validation: Validation) -> Figure:
    """Draw differences to the answer with the intervals in which their means may be chance."""
    answer, *others = validation.trials
    figure = new_figure(6.4, 1.2 + 0.45 * len(others))
    axes = figure.add_subplot()
    axes.axvline(0, color=GREY, lw=0.8)
    for place, trial in enumerate(others):
        values = [one - own for one, own in zip(trial.scores, answer.scores, strict=True)]
        mean, error = fmean(values), stdev(values) / len(values) ** 0.5
        beyond = abs(mean) > validation.reach * error
        colour = COLOURS[1 if mean > 0 else 2] if beyond else COLOURS[0]
        axes.plot(values, [place + 0.2] * len(values), ".", color=GREY, ms=4)
        axes.errorbar(
            [mean], [place], xerr=[validation.reach * error], fmt="o", capsize=3, color=colour,
        )  # fmt: skip
    axes.set_yticks(range(len(others)), [trial.name for trial in others], fontsize=USUAL)
    axes.set_ylim(len(others) - 0.5, -0.5)
    axes.set_xlabel(
        f"log-likelihood per held-out {validation.unit}, less that of {validation.answer.name}\n"
        "(95 % intervals; red: predicts better, green: worse; grey: splits)",
        fontsize=USUAL,
    )
    bare(axes)
    return figure


@pictured.register(Checks)
def _(checks: Checks) -> Figure:
    """Draw the draws of every statistic as a histogram, the data as a line."""
    if any(row.name not in checks.drawn for row in checks.table):
        raise ParameterError(
            "a plot of checks that were read from a document",
            expected="checks with their draws, which documents leave out",
            do="Check again, with the same random_seed for the same draws.",
        )
    rows = math.ceil(len(checks.table) / _COLUMNS)
    figure = new_figure(2.5 * _COLUMNS, 1.75 * rows + 0.7)
    grid = figure.subplots(rows, _COLUMNS, squeeze=False).ravel()
    surprising = {row.name for row in checks.surprising}
    for axes, row in zip(grid, checks.table, strict=False):
        _draw_statistic(axes, checks.drawn[row.name], row, surprising=row.name in surprising)
    for axes in grid[len(checks.table) :]:
        axes.set_visible(False)
    figure.suptitle(f"{checks.model}: {drawn_in_words(checks)}", fontsize=10)
    if any(row.observed is not None for row in checks.table):
        figure.supxlabel(_BARS, fontsize=SMALL)
    return figure


def _draw_statistic(axes: Axes, drawn: Vector, row: Any, *, surprising: bool) -> None:
    known = [] if row.observed is None else [row.observed]
    everything = np.concatenate([drawn, known])
    low, high = float(everything.min()), float(everything.max())
    logarithmic = low > 0 and high > _MANY * low
    axes.hist(drawn, bins=_edges(low, high, logarithmic), color=PALE, edgecolor=GREY,
              linewidth=0.4)  # fmt: skip
    text = row.name
    if row.observed is not None and row.p is not None:
        axes.axvline(row.observed, color=COLOURS[int(surprising)], linewidth=2)
        text += f"\n{short(row.observed)}, p = {row.p:.2g}{' *' if surprising else ''}"
    axes.set_title(text, fontsize=USUAL, color=COLOURS[1] if surprising else "black")
    axes.set_yticks([])
    bare(axes, "left")
    axes.tick_params(labelsize=7)
    if logarithmic:
        axes.set_xscale("log")
        axes.minorticks_off()
    else:
        axes.locator_params(axis="x", nbins=4)


def _edges(low: float, high: float, logarithmic: bool) -> Vector:
    if logarithmic:
        return np.geomspace(low * 0.97, high * 1.03, _SMALL_BINS + 1)
    if high == low:
        reach = abs(low) or 1.0
        return np.linspace(low - reach / 2, high + reach / 2, _SMALL_BINS + 2)
    if high - low <= _SMALL_BINS and low == int(low) and high == int(high):
        return np.arange(low - 0.5, high + 1.0)
    return np.linspace(low, high, _SMALL_BINS + 1)
