"""A match as the plain values that its overview is drawn from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symppm.errors import ParameterError
from symppm.matching.extremes import check_moderate
from symppm.matching.priors import drawn_priors
from symppm.plots.overview import Overview, Row, Size, plot_overview
from symppm.plots.priors import Prior
from symppm.plots.style import require_matplotlib

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from symppm.matching.result import Match

_LEVEL = 0.95
_SEED = 1


def pictured(match: Match, path: str | Path | None) -> Figure:
    """Draw the overview of a match."""
    require_matplotlib()
    for each in (match, *solutions(match)):
        check_moderate(each, "a plot")
    return plot_overview(_overview(match), path)


def solutions(match: Match) -> tuple[Match, ...]:
    """Return the solutions of a match: several, one, or none."""
    if len(match.branches) > 1:
        return match.branches
    return (match,) if match.parameters else ()


def _overview(match: Match) -> Overview:
    found = solutions(match)
    intervals = match.target_intervals(_LEVEL)
    rows = tuple(
        Row(name, target, intervals.get(name), tuple(each.achieved.get(name) for each in found))
        for name, target in match.targets.items()
    )
    drawn = []
    for n, each in enumerate(found, 1):
        text = "priors" if len(found) == 1 else f"priors of solution {n}, {_size_in_words(each)}"
        drawn.append((text, _priors(each, match)))
    sizes = [each.name for each in match.spec.parameters if each.is_size]
    failures = [each.message for each in match.diagnostics if each.severity == "failure"]
    return Overview(
        title=_title(match),
        origin="believed" if match.statistics is None else "measured",
        rows=rows,
        solutions=tuple(drawn),
        size=sizes[0] if sizes else "",
        sizes=_sizes(match, found) if sizes else (),
        note=" ".join(failures) or "There are no parameters to draw priors with.",
    )


def _size_in_words(match: Match) -> str:
    size = next((each.name for each in match.spec.parameters if each.is_size), None)
    return "" if match.k is None or size is None else f"{size} = {match.k}"


def _title(match: Match) -> str:
    if len(match.branches) > 1:
        return f"{match.model}: {len(match.branches)} solutions"
    if not match.feasible:
        nearest = "; the nearest that was found" if match.parameters else ""
        return f"{match.model}: no hyperparameters have these statistics{nearest}"
    words = _size_in_words(match)
    return f"{match.model}: {words}" if words else match.model


def _sizes(match: Match, found: tuple[Match, ...]) -> tuple[Size, ...]:
    if match.estimates:
        chosen = "cross-validation" if match.cross_validated else match.estimator
        return tuple(
            Size(
                each.estimator,
                each.k,
                each.low,
                each.high,
                each.estimator == chosen and match.feasible,
            )
            for each in match.estimates
        )
    sizes = []
    for n, each in enumerate(found, 1):
        if each.k_exact is None:
            continue
        low, high = _interval(each)
        name = "this match" if len(found) == 1 else f"solution {n}"
        sizes.append(Size(name, each.k_exact, low, high, chosen=True))
    return tuple(sizes)


def _interval(match: Match) -> tuple[float, float]:
    """Return the interval of K, or K twice where there is none."""
    k = match.k_exact or 0.0
    size = next(each.name for each in match.spec.parameters if each.is_size)
    if match.uncertainty is not None:
        return match.interval(_LEVEL).get(size, (k, k))
    error = match.parameter_errors.get(size, 0.0)
    return max(k - 1.96 * error, 0.0), k + 1.96 * error


def _priors(match: Match, whole: Match) -> tuple[Prior, ...]:
    """Return the priors; nothing where they cannot be drawn from at these parameters."""
    try:
        return drawn_priors(match, whole, random_seed=_SEED)
    except ParameterError:
        return ()


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
