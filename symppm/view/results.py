"""How results look: in short, in full, in notebooks, as tables of pandas, and drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from symppm.comparing.comparison import Comparison
from symppm.exports.registry import examples_of
from symppm.extras import load
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.result import STOCHASTIC, Match
from symppm.matching.targets import meaning_of
from symppm.results.markup import block, listed, paragraph, table
from symppm.results.numerals import in_words, number
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.moments import Statistics
from symppm.validation.result import Validation
from symppm.view.answers import LEVEL
from symppm.view.brief import comparison_brief, match_brief
from symppm.view.layout import Page, Paragraph, Part, Sheet, plain
from symppm.view.text import page, parts_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    Ends = tuple[float, float]

_EXPORT: Final = '.export("{}") for a program, .summary() for the reasons'
_REASONS: Final = ".summary() for what fails, and what would do"
_NAN: Final = float("nan")
_TESTED: Final = ("status", "j", "degrees", "p_value")
_FACTORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "k": "another factor stops paying",
        "k_95": "95 % of what can be predicted",
        "low": "least that cannot be told from the best",
        "high": "most that cannot be told from the best",
    }
)


@singledispatch
def short_text(result: Any) -> str:
    """Return what ``print`` shows: the fields, or what matters most of a match or comparison."""
    return repr(result)


@short_text.register
def _(match: Match) -> str:
    then = _REASONS
    if match.feasible and not match.branches:
        then = _EXPORT.format(examples_of(match.model)[0])
    return plain(match_brief(match, then=then))


@short_text.register
def _(made: Comparison) -> str:
    return plain(comparison_brief(made))


@short_text.register
def _(made: Validation) -> str:
    return plain(page(made)).rstrip()


@short_text.register
def _(found: NumberOfFactors) -> str:
    return f"K = {found.k} by cross-validation. {found.reason}"


def long_text(result: Any) -> str:
    """Return all that a result says."""
    if isinstance(result, Match):
        return plain(page(result, result.given.ties))
    shown: Page | None = page(result) if isinstance(result, Comparison) else None
    return str(result) if shown is None else plain(shown)


def html_of(result: Any) -> str:
    """Return what the text says as HTML for a notebook: escaped, without colours of its own."""
    return block(*map(_part_html, parts_of(result)))


def _part_html(part: Part) -> str:
    if isinstance(part, Sheet):
        return table(part.heads, part.rows, texts=[len(part.heads) - 1])
    if isinstance(part, Paragraph):
        return paragraph(part.text, part.label)
    return listed((each.label, each.text) for each in part)


@parts_of.register(Statistics)
@parts_of.register(CrossMoments)
def _(made: Statistics | CrossMoments, _given: object = ()) -> list[Part]:
    about = made.statistics if isinstance(made, CrossMoments) else made
    values, spans = _measured(made)
    rows, columns = about.shape
    said = f"{rows:,} rows x {columns:,} columns, {about.observed:,} entries observed"
    lines = tuple(
        (name, number(value), *([in_words(spans[name])] if spans else []), meaning_of(name))
        for name, value in values.items()
    )
    heads = ("", "value", *(["95 % interval"] if spans else []), "")
    return [Paragraph(said, "Data: "), Sheet(heads, lines)]


def _measured(made: Statistics | CrossMoments) -> tuple[Mapping[str, float], Mapping[str, Ends]]:
    """Return statistics, and their intervals if they were measured with these."""
    if isinstance(made, CrossMoments):
        return made.values, {} if made.spread is None else made.interval(LEVEL)
    return made.estimates, made.interval(LEVEL) if made.has_intervals else {}


@parts_of.register
def _(found: NumberOfFactors, _given: object = ()) -> list[Part]:
    rows = tuple((name, str(getattr(found, name)), said) for name, said in _FACTORS.items())
    return [Paragraph(str(found)), Sheet(("", "K", ""), rows)]


def framed(columns: Mapping[str, Sequence[Any]], names: Sequence[Any], otherwise: str = "") -> Any:
    """Return a table of pandas by columns; without pandas, say what else would do."""
    pandas = load("pandas", "pandas", "a summary as a table", otherwise)
    return pandas.DataFrame(dict(columns), index=names)


@singledispatch
def frame_of(result: Any) -> Any:
    """Return a result as a table of pandas."""
    raise TypeError(f"a {type(result).__name__} is no table")


@frame_of.register(Statistics)
@frame_of.register(CrossMoments)
def _(made: Statistics | CrossMoments) -> Any:
    values, spans = _measured(made)
    columns: dict[str, list[Any]] = {"value": list(values.values())}
    if spans:
        columns["low_95"] = [spans[name][0] for name in values]
        columns["high_95"] = [spans[name][1] for name in values]
    return framed({**columns, "meaning": [meaning_of(name) for name in values]}, list(values))


@frame_of.register
def _(found: NumberOfFactors) -> Any:
    values = [getattr(found, name) for name in _FACTORS]
    columns = {"value": values, "meaning": list(_FACTORS.values())}
    return framed(columns, list(_FACTORS), ", or print() the answer")


def curve_of(found: NumberOfFactors) -> Any:
    """Return the gain and its standard error by K."""
    sizes = range(1, 1 + len(found.gain))
    columns = {"gain": list(found.gain), "error": list(found.error)}
    return framed(columns, sizes, ", or use .gain and .error").rename_axis("K")


@frame_of.register
def _(match: Match) -> Any:
    """Give each statistic, K, what data determine and the hyperparameters a row."""
    # What each solution achieves is among its own rows.
    rows = [
        {"solution": n, **row}
        for n, each in enumerate((match, *match.branches))
        for row in (*_statistic_rows(each), *_answer_rows(each))
    ]
    heads = ["kind", "solution", "value", "low_95", "high_95", "achieved", "error", "meaning"]
    absent = [] if match.branches else ["solution"]
    absent += [] if any("low_95" in row for row in rows) else ["low_95", "high_95"]
    absent += [] if match.method == STOCHASTIC else ["error"]
    columns = {head: [row.get(head, _NAN) for row in rows] for head in heads if head not in absent}
    return framed(columns, [row["name"] for row in rows], ", or print() the match")


def _row(
    name: str, kind: str, value: float, meaning: str, ends: Ends | None, **more: float | None
) -> dict[str, Any]:
    low, high = ends or (None, None)
    known = {"low_95": low, "high_95": high, **more}
    row = {"name": name, "kind": kind, "value": float(value), "meaning": meaning}
    return row | {key: each for key, each in known.items() if each is not None}


def _statistic_rows(match: Match) -> list[dict[str, Any]]:
    spans = match.target_intervals(LEVEL)
    return [
        _row(name, "statistic", value, meaning_of(name, match.spec), spans.get(name),
             achieved=match.achieved.get(name), error=match.achieved_errors.get(name))
        for name, value in match.targets.items()
    ]  # fmt: skip


def _answer_rows(match: Match) -> list[dict[str, Any]]:
    spans = {} if match.uncertainty is None else match.interval(LEVEL)
    values = {**match.identified, **match.parameters}
    identified = {each.name: each.meaning for each in match.spec.identified}
    kinds: dict[str, list[dict[str, Any]]] = {"size": [], "identified": [], "hyperparameter": []}
    meanings = {each.name: each.meaning for each in match.spec.parameters}
    sizes = {each.name for each in match.spec.parameters if each.is_size}
    for name, meaning in (
        meanings | {k: v for k, v in identified.items() if k not in meanings}
    ).items():
        if name in values:
            kind = (
                "size"
                if name in sizes
                else "identified"
                if name in identified
                else "hyperparameter"
            )
            error = match.parameter_errors.get(name)
            kinds[kind].append(
                _row(name, kind, values[name], meaning, spans.get(name), error=error)
            )
    return [row for rows in kinds.values() for row in rows]


@frame_of.register
def _(made: Comparison) -> Any:
    rows = made.rows
    cells: dict[str, list[Any]] = {
        **{name: [getattr(row, name) for row in rows] for name in _TESTED},
        "held_out_p_value": [row.held_out and row.held_out.p_value for row in rows],
        "free": [row.free for row in rows],
        "cost": [made.cost_of(row.model) for row in rows],
        **{name: [getattr(row, name) for row in rows] for name in ("criterion", "k", "k_exact")},
        "low_95": [row.k_interval and row.k_interval[0] for row in rows],
        "high_95": [row.k_interval and row.k_interval[1] for row in rows],
        "reason": [row.reason for row in rows],
        "meaning": [row.title for row in rows],
    }
    columns = {
        name: [_NAN if each is None else each for each in column] for name, column in cells.items()
    }
    return framed(columns, [row.model for row in rows], ", or print() the comparison")


@frame_of.register
def _(made: Validation) -> Any:
    trials = made.trials
    differences = [made.difference(each) for each in trials]
    shapes = [each.shapes or (_NAN, _NAN) for each in trials]
    first, second = made.heads[1:3]
    columns: dict[str, list[Any]] = {
        "kind": [each.kind for each in trials],
        "k": [each.k for each in trials],
        first: [each for each, _ in shapes],
        second: [each for _, each in shapes],
        "gain": [each.gain for each in trials],
        "difference": [mean for mean, _ in differences],
        "error": [error for _, error in differences],
        "verdict": [made.verdict(each) for each in trials],
    }
    return framed(columns, [each.name for each in trials], ", or print() the validation")


@singledispatch
def plot_of(result: Any, path: str | Path | None) -> Figure:
    """Draw a result."""
    # Plotting takes longer to load than an answer.
    from symppm.view.pictures import pictured  # noqa: PLC0415

    return pictured(result, path)
