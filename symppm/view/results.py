"""How results look: in short, in full, in notebooks, as tables of pandas, and drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from symppm.comparing.comparison import Comparison
from symppm.extras import load
from symppm.matching.axes import meaning_of
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.result import STOCHASTIC, Match
from symppm.results.markup import block, listed, paragraph, table
from symppm.results.numerals import in_words, number
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.jackknife import STATISTICS
from symppm.statistics.moments import Statistics
from symppm.validation.result import Validation
from symppm.view.answers import LEVEL
from symppm.view.brief import comparison_brief, match_brief
from symppm.view.layout import Page, Paragraph, Part, Sheet, plain
from symppm.view.text import page, parts_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_EXPORT: Final = '.export("hpfrec") for a program, .summary() for the reasons'
_REASONS: Final = ".summary() for what fails, and what would do"
_NAN: Final = float("nan")


@singledispatch
def short_text(result: Any) -> str:
    """Return what ``print`` shows: the fields, or what matters most of a match or comparison."""
    return repr(result)


@short_text.register
def _(match: Match) -> str:
    then = _EXPORT if match.feasible and not match.branches else _REASONS
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
def _measured_parts(made: Statistics | CrossMoments, _given: object = ()) -> list[Part]:
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


def _measured(
    made: Statistics | CrossMoments,
) -> tuple[Mapping[str, float], Mapping[str, tuple[float, float]]]:
    """Return statistics, and their intervals if they were measured with these."""
    if isinstance(made, CrossMoments):
        return made.values, {} if made.spread is None else made.interval(LEVEL)
    values = {name: float(getattr(made, name)) for name in STATISTICS}
    return values, made.interval(LEVEL) if made.has_intervals else {}


@parts_of.register
def _factors_parts(found: NumberOfFactors, _given: object = ()) -> list[Part]:
    rows = tuple((name, str(value), said) for name, value, said in _factors(found))
    return [Paragraph(str(found)), Sheet(("", "K", ""), rows)]


def _factors(found: NumberOfFactors) -> tuple[tuple[str, int, str], ...]:
    return (
        ("k", found.k, "another factor stops paying"),
        ("k_95", found.k_95, "95 % of what can be predicted"),
        ("low", found.low, "least that cannot be told from the best"),
        ("high", found.high, "most that cannot be told from the best"),
    )


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
    names, values, meanings = map(list, zip(*_factors(found), strict=True))
    return framed({"value": values, "meaning": meanings}, names, ", or print() the answer")


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
    names = [row.pop("name") for row in rows]
    empty = {"low_95": _NAN, "high_95": _NAN, "achieved": _NAN, "error": _NAN}
    heads = ["kind", "solution", "value", "low_95", "high_95", "achieved", "error", "meaning"]
    if not match.branches:
        heads.remove("solution")
    if not any("low_95" in row for row in rows):
        heads = [head for head in heads if head not in ("low_95", "high_95")]
    if match.method != STOCHASTIC:
        heads.remove("error")
    columns = {head: [{**empty, **row}[head] for row in rows] for head in heads}
    return framed(columns, names, ", or print() the match")


def _row(name: str, kind: str, value: float, meaning: str, **more: Any) -> dict[str, Any]:
    low, high = more.pop("ends") or (None, None)
    known = {"low_95": low, "high_95": high, **more}
    return {
        "name": name, "kind": kind, "value": float(value), "meaning": meaning,
        **{key: each for key, each in known.items() if each is not None},
    }  # fmt: skip


def _statistic_rows(match: Match) -> list[dict[str, Any]]:
    spans = match.target_intervals(LEVEL)
    return [
        _row(name, "statistic", value, meaning_of(name, match.spec), ends=spans.get(name),
             achieved=match.achieved.get(name), error=match.achieved_errors.get(name))
        for name, value in match.targets.items()
    ]  # fmt: skip


def _answer_rows(match: Match) -> list[dict[str, Any]]:
    spans = {} if match.uncertainty is None else match.interval(LEVEL)
    identified = {each.name: each.meaning for each in match.spec.identified}
    meanings = {
        **{each.name: each.meaning for each in match.spec.parameters},
        **{name: said for name, said in identified.items() if name not in match.parameters},
    }
    sizes = {each.name for each in match.spec.parameters if each.is_size}
    values = {**match.identified, **match.parameters}
    rows = [
        _row(
            name,
            "size" if name in sizes
            else "identified" if name in identified else "hyperparameter",
            values[name], meanings[name], ends=spans.get(name),
            error=match.parameter_errors.get(name),
        )
        for name in meanings if name in values
    ]  # fmt: skip
    order = ("size", "identified", "hyperparameter")
    return sorted(rows, key=lambda row: order.index(row["kind"]))


@frame_of.register
def _(made: Comparison) -> Any:
    rows = made.rows
    cells: dict[str, list[Any]] = {
        "status": [row.status for row in rows],
        "j": [row.j for row in rows],
        "degrees": [row.degrees for row in rows],
        "p_value": [row.p_value for row in rows],
        "held_out_p_value": [row.held_out and row.held_out.p_value for row in rows],
        "free": [row.free for row in rows],
        "cost": [made.cost_of(row.model) for row in rows],
        "criterion": [row.criterion for row in rows],
        "k": [row.k for row in rows],
        "k_exact": [row.k_exact for row in rows],
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
    differences = [made.difference(each) for each in made.trials]
    columns: dict[str, list[Any]] = {
        "kind": [each.kind for each in made.trials],
        "k": [each.k for each in made.trials],
        **{
            name: [_NAN if each.shapes is None else each.shapes[n] for each in made.trials]
            for n, name in enumerate("ac")
        },
        "gain": [each.gain for each in made.trials],
        "difference": [mean for mean, _ in differences],
        "error": [error for _, error in differences],
        "verdict": [made.verdict(each) for each in made.trials],
    }
    return framed(columns, [each.name for each in made.trials], ", or print() the validation")


@singledispatch
def plot_of(result: Any, _path: str | Path | None) -> Figure:
    """Draw a result."""
    raise TypeError(f"a {type(result).__name__} is not drawn")


# Plotting takes longer to load than an answer.
@plot_of.register(Match)
def _(match: Match, path: str | Path | None) -> Figure:
    from symppm.view.pictures import pictured  # noqa: PLC0415

    return pictured(match, path)


@plot_of.register(NumberOfFactors)
def _(found: NumberOfFactors, path: str | Path | None) -> Figure:
    from symppm.plots.held_out import draw_gains  # noqa: PLC0415

    ends = found.low, found.high
    return draw_gains(
        found.gain, found.error, found.k, found.k_95, ends, path, resolved=found.resolved
    )


@plot_of.register(Validation)
def _(made: Validation, path: str | Path | None) -> Figure:
    from symppm.plots.held_out import draw_trials  # noqa: PLC0415

    answer = made.answer
    others = {
        each.name: [one - own for one, own in zip(each.scores, answer.scores, strict=True)]
        for each in made.trials[1:]
    }
    return draw_trials(others, made.reach, answer.name, path)
