"""Parts of the answer of a match: its data, statistics, K, hyperparameters and search."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from symppm.matching.diagnostics.estimates import TOO_FEW
from symppm.matching.diagnostics.table import NOT_FOUND
from symppm.matching.targets import MET, listed, meaning_of, misses
from symppm.results.numerals import in_words, number
from symppm.view.layout import Paragraph, Sheet

if TYPE_CHECKING:
    from symppm.checking.result import Checks
    from symppm.matching import Match
    from symppm.results.array_statistics import ArrayStatistics
    from symppm.statistics.moments import Statistics
    from symppm.stochastic.outcome import Trace

LEVEL: Final = 0.95
"""Of the intervals that are shown."""

Parts: TypeAlias = list["Paragraph | Sheet"]

_FACTORS: Final = "number of factors"
_INTERVAL: Final = "95 % interval"
_ESTIMATORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "moments": "from mean, variance and correlations",
        "cross-moments": "from moments of different entries, whatever their noise",
        "cross-validation": "predicts held-out entries",
    }
)


def size_of(measured: Statistics | ArrayStatistics) -> str:
    """Say how large the data are and in which range their entries lie."""
    places = math.prod(measured.shape)
    entries = f"{measured.observed:,} entries"
    if measured.observed < places:
        entries += f" observed of {places:,}"
    low, high = (
        f"{value:,.0f}" if value == int(value) else number(value)
        for value in (measured.minimum, measured.maximum)
    )
    axes: tuple[str, ...] = getattr(measured, "axes", ())
    if axes:
        size = f"{' x '.join(f'{n:,}' for n in measured.shape)} ({' x '.join(axes)})"
    else:
        size = "{:,} rows x {:,} columns".format(*measured.shape)
    return f"{size}, {entries}, from {low} to {high}"


def drawn_in_words(checks: Checks) -> str:
    """Say how many matrices were drawn, and how large."""
    size = " x ".join(f"{n:,}" for n in checks.shape)
    return f"{checks.draws:,} prior predictive draws of {size}"


def size_name(match: Match) -> str | None:
    """Return the name of the number of factors; None in a model without any."""
    return next((parameter.name for parameter in match.spec.parameters if parameter.is_size), None)


def solutions_of(match: Match) -> tuple[Match, ...]:
    """Return the solutions of a match that has several; nothing if it has one or none."""
    return match.branches if len(match.branches) > 1 else ()


def statistics_sheet(match: Match) -> Sheet:
    """Tabulate what was measured or believed, and what the model has there."""
    several = solutions_of(match)
    reached = several or ((match,) if match.achieved else ())
    columns = {
        _INTERVAL: spans(match.target_intervals(LEVEL)),
        "std. error": _plus_minus(match.achieved_errors),
        "search said": {name: number(value) for name, value in match.sampled.items()},
    }
    further = {head: values for head, values in columns.items() if values}
    why = {"variance": "; not matched, nor is rho: noise is part of it"} if match.shapes else {}
    rows = (
        (
            name,
            number(target),
            *(number(s.achieved[name]) if name in s.achieved else "none" for s in reached),
            *(column.get(name, "") for column in further.values()),
            meaning_of(name, match.spec) + why.get(name, ""),
        )
        for name, target in match.targets.items()
    )
    origin = "believed" if match.statistics is None else "measured"
    achieved = [f"achieved {n}" if several else "achieved" for n in range(1, len(reached) + 1)]
    return Sheet(("Statistic", origin, *achieved, *further, ""), tuple(rows))


def estimates_sheet(match: Match) -> Sheet:
    """Tabulate what each estimator says of the number of factors."""
    size = size_name(match) or "K"
    rows = []
    for estimate in match.estimates:
        bare = estimate.low == estimate.high or estimate.estimator == "cross-validation"
        ends = "" if bare else in_words((estimate.low, estimate.high))
        meaning = _ESTIMATORS[estimate.estimator]
        if estimate.remark and estimate.remark != ends:
            meaning = f"{meaning}; {estimate.remark}"
        k, shown = ("none", "") if estimate.k is None else (number(estimate.k), ends)
        rows.append((estimate.estimator, k, shown, meaning))
    return Sheet((f"{size} by each estimator", size, _INTERVAL, ""), tuple(rows))


def solved(match: Match, given: Collection[str]) -> Parts:
    """Show K and the hyperparameters of each solution, or the nearest that there are, if any.

    What the user had fixed is ``given``; as a mapping, with what it was fixed to.
    """
    if solutions_of(match):
        return _several(match.branches, given)
    return _single(match, given) if match.parameters else []


def _plus_minus(errors: Mapping[str, float]) -> dict[str, str]:
    return {name: f"+- {error:.2g}" for name, error in errors.items() if error}


def spans(intervals: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """Write intervals; what does not vary has none."""
    return {name: in_words(ends) for name, ends in intervals.items() if ends[0] != ends[1]}


class _Meanings(NamedTuple):
    """What each number but K is: those that were needed, those data determine, and the rest."""

    needed: dict[str, str]
    determined: dict[str, str]
    free: dict[str, str]


def _meanings(match: Match, given: Collection[str]) -> _Meanings:
    def origin(name: str) -> str:
        value = given.get(name) if isinstance(given, Mapping) else None
        tied = f"tied: {value}; " if isinstance(value, str) else "given; "
        return tied if name in given else ""

    spec, size = match.spec, size_name(match)
    shown = match.parameters.keys() - {size}
    known = {p.name: p.meaning for p in spec.parameters if p.name in shown}
    needed = {name: known.pop(name) for name in spec.needs if name in known and name in given}
    moved = {name for symmetry in spec.symmetries for name in (*symmetry.weights, *symmetry.shifts)}
    # What has to be given for the moments alone may be from something else.
    determined = {name: known[name] for name in spec.needs if name in known and name not in moved}
    determined |= {
        e.name: origin(e.name) + e.meaning
        for e in spec.identified
        if e.name != size and e.name in match.identified and e.name not in needed
    }
    free = {name: origin(name) + known[name] for name in known if name not in determined}
    return _Meanings(needed, determined, free)


def _several(several: Sequence[Match], given: Collection[str]) -> Parts:
    """Show solutions that data cannot choose between, one beside the other."""
    size, meanings = size_name(several[0]), _meanings(several[0], given)
    heads = ("", *(f"solution {n}" for n in range(1, len(several) + 1)), "")
    counts: list[tuple[str, ...]] = []
    if size is not None:
        counts.append((size, *(str(solution.k) for solution in several), _FACTORS))
        if size not in given:
            exact = (number(solution.k_exact or 0.0) for solution in several)
            counts.append(("", *exact, "before rounding"))
            if all(solution.uncertainty is not None for solution in several):
                ends = (spans(solution.interval(LEVEL)).get(size, "") for solution in several)
                counts.append(("", *ends, _INTERVAL))
    values = [{**solution.parameters, **solution.identified} for solution in several]
    sentence = f"{len(several)} sets of hyperparameters have these statistics."
    parts: Parts = [Paragraph(sentence, "Ambiguous: ", "warning"), *_given(meanings, several[0])]
    parts.append(Sheet(heads, (*counts, *_rows(meanings.determined, values))))
    if meanings.free:
        free = _rows(meanings.free, [solution.parameters for solution in several])
        parts += [_scale(several), Sheet(heads, free)]
    return parts


def _single(match: Match, given: Collection[str]) -> Parts:
    size, meanings = size_name(match), _meanings(match, given)
    uncertain, errors = match.uncertainty is not None, _plus_minus(match.parameter_errors)
    intervals = {_INTERVAL: spans(match.interval(LEVEL))} if uncertain else {}
    parts: Parts = []
    if size is not None:
        rounded = f"{number(match.k_exact or 0.0)} {errors.get(size, '')}".rstrip()
        origin = "by cross-validation" if match.cross_validated else f"{rounded} before rounding"
        ends = [f"{head} {column[size]}" for head, column in intervals.items() if size in column]
        if match.cross_validated:
            own = (e for e in match.estimates if e.estimator == "cross-validation")
            ends = [e.remark.partition(";")[0] for e in own if e.high > e.low]
            origin = "assumed" if ends == [TOO_FEW] else origin
        origin = "given" if size in given else "; ".join([origin, *ends])
        meaning = next(p.meaning for p in match.spec.parameters if p.name == size)
        what = f"factor{'' if match.k == 1 else 's'}" if meaning == _FACTORS else f"({meaning})"
        parts.append(Paragraph(f"{match.k} {what} ({origin})", f"{size} = ", "strong"))
    parts += _given(meanings, match)
    if meanings.determined:
        at = "" if size is None else f", at {size} = {match.k}"
        known = [{**match.parameters, **match.identified}]
        rows = _rows(meanings.determined, known, intervals.values())
        parts += [Paragraph(f"Whatever the scale{at}:"), Sheet(("", "", *intervals, ""), rows)]
    if meanings.free:
        beside = intervals or ({"": errors} if errors else {})
        rows = _rows(meanings.free, [match.parameters], beside.values())
        parts += [_scale([match]), Sheet(("", "", *beside, ""), rows)]
    return parts


def _given(meanings: _Meanings, match: Match) -> Parts:
    rows = _rows(meanings.needed, [match.parameters])
    return [Paragraph("Given:"), Sheet(("", "", ""), rows)] if rows else []


def _rows(
    meanings: Mapping[str, str],
    several: Sequence[Mapping[str, float]],
    beside: Collection[Mapping[str, str]] = (),
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (name, *(number(of[name]) for of in several), *(of.get(name, "") for of in beside), text)
        for name, text in meanings.items()
    )


def _scale(several: Sequence[Match]) -> Paragraph:
    """Say how the scale that data cannot see was fixed."""
    if not several[0].spec.symmetries:
        return Paragraph("The hyperparameters:")
    scale = several[0].scale
    if any(s.scale != scale for s in several):
        scale = "; ".join(f"solution {n}: {s.scale}" for n, s in enumerate(several, 1))
    return Paragraph(f"{scale}. Under it:", "Scale: ", "strong")


def search_in_words(match: Match, *, timed: bool = True) -> str:
    """Say how a match by sampling was found; how long it took is another number each time."""
    trace = match.trace
    steps, draws = (0, 0) if trace is None else (len(trace), sum(trace.draws))
    text = f"{steps:,} step{'' if steps == 1 else 's'}"
    text += f", {draws:,} draws" if draws else ", no draws"
    text += f", {match.seconds:.1f} s" if timed and match.seconds is not None else ""
    text += "" if match.discrepancy is None else f"; discrepancy {match.discrepancy:.2g}"
    by_route: dict[str, list[str]] = {}
    for name, route in match.estimators.items():
        by_route.setdefault(route, []).append(name)
    routes = "; ".join(f"{', '.join(names)}: {route}" for route, names in by_route.items())
    return f"{text}. {routes}." if routes else f"{text}."


def trace_csv(trace: Trace) -> str:
    """Return a trace as comma-separated text, one step a line, below a line of names.

    The columns are step, phase, draws and loss, then the statistics and the hyperparameters, each
    with what it is before its name, since the two may share names. What is no number is left empty.
    """
    columns = {
        **{f"statistic {name}": values for name, values in trace.statistics.items()},
        **{f"hyperparameter {name}": values for name, values in trace.hyperparameters.items()},
    }
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["step", "phase", "draws", "loss", *columns])
    for n in range(len(trace)):
        values = (trace.loss[n], *(column[n] for column in columns.values()))
        shown = (repr(float(value)) if math.isfinite(value) else "" for value in values)
        writer.writerow([n + 1, trace.phase[n], trace.draws[n], *shown])
    return stream.getvalue()


def headline(match: Match) -> str:
    """Say by how much the nearest parameters miss which targets; nothing where these are met."""
    off = {} if match.feasible else misses(match.targets, match.achieved, MET)
    if not off:
        return ""
    word = why_not(match).partition(":")[0]
    return f"{word}: the nearest parameters miss the targets, {listed(off)}"


def why_not(match: Match) -> str:
    """Say in a few words why there is no solution."""
    if match.unfinished:
        return "not met: the search ended before it was done"
    if match.unreliable:
        return "not known: draws cannot tell whether these have the statistics"
    if any(diagnostic.code == NOT_FOUND for diagnostic in match.diagnostics):
        return "no solution found: from no start did least squares meet the targets"
    return "infeasible: no hyperparameters of this model give these statistics"
