"""How results look: in short, in full, in notebooks, as tables of pandas, and drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import singledispatch
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from symppm.comparing.comparison import Comparison
from symppm.exports.registry import examples_of
from symppm.extras import load
from symppm.matching.grounds import STOCHASTIC
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.result import Match
from symppm.matching.targets import meaning_of
from symppm.results.markup import block, listed, paragraph, table
from symppm.results.numerals import in_words, number
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.moments import Statistics
from symppm.validation.result import Validation
from symppm.view.answers import LEVEL
from symppm.view.brief import comparison_brief, match_brief
from symppm.view.layout import Paragraph, Part, Sheet, plain
from symppm.view.text import comparison_parts, page, parts_of, validation_parts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    Ends = tuple[float, float]

Row: TypeAlias = tuple[Any, Mapping[str, Any]]
"""Of a table of pandas: its name, and its cells by head."""
_NAN: Final = float("nan")
_KINDS: Final = ("size", "identified", "hyperparameter")
_FACTORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "k": "another factor stops paying",
        "k_low": "least that other blocks would give",
        "k_high": "most that other blocks would give",
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
    then = ".summary() for what fails, and what would do"
    if match.feasible and not match.branches:
        library = examples_of(match.model)[0]
        then = f'.export("{library}") for a program, .summary() for the reasons'
    return plain(match_brief(match, then=then))


@short_text.register
def _(comparison: Comparison) -> str:
    return plain(comparison_brief(comparison))


@short_text.register
def _(validation: Validation) -> str:
    return plain(page(validation)).rstrip()


@short_text.register
def _(factors: NumberOfFactors) -> str:
    return f"K = {factors.k} by cross-validation. {factors.reason}"


def long_text(result: Any) -> str:
    """Return all that a result says."""
    if isinstance(result, Match):
        return plain(page(result, result.given.ties))
    return plain(page(result)) if isinstance(result, Comparison) else str(result)


def html_of(result: Any) -> str:
    """Return what the text says as HTML for a notebook: escaped, without colours of its own."""
    return block(*map(_part_html, parts_of(result)))


def _part_html(part: Part) -> str:
    if isinstance(part, Sheet):
        return table(part.heads, part.rows, texts=[len(part.heads) - 1])
    if isinstance(part, Paragraph):
        return paragraph(part.text, part.label)
    return listed((paragraph.label, paragraph.text) for paragraph in part)


parts_of.register(Comparison, comparison_parts)
parts_of.register(Validation, validation_parts)


@parts_of.register(Statistics)
@parts_of.register(CrossMoments)
def _(measured: Statistics | CrossMoments, _given: object = ()) -> list[Part]:
    about = measured.statistics if isinstance(measured, CrossMoments) else measured
    values, spans = _measured(measured)
    rows, columns = about.shape
    size = f"{rows:,} rows x {columns:,} columns, {about.observed:,} entries observed"
    lines = tuple(
        (name, number(value), *([in_words(spans[name])] if spans else []), meaning_of(name))
        for name, value in values.items()
    )
    heads = ("", "value", *(["95 % interval"] if spans else []), "")
    return [Paragraph(size, "Data: "), Sheet(heads, lines)]


def _measured(data: Statistics | CrossMoments) -> tuple[Mapping[str, float], Mapping[str, Ends]]:
    """Return statistics, and their intervals if they were measured with these."""
    if isinstance(data, CrossMoments):
        return data.values, {} if data.spread is None else data.interval(LEVEL)
    return data.estimates, data.interval(LEVEL) if data.has_intervals else {}


@parts_of.register
def _(factors: NumberOfFactors, _given: object = ()) -> list[Part]:
    rows = tuple((name, str(getattr(factors, name)), meaning) for name, meaning in _FACTORS.items())
    return [Paragraph(str(factors)), Sheet(("", "K", ""), rows)]


def framed(rows: Sequence[Row], otherwise: str = "", without: Collection[str] = ()) -> Any:
    """Return rows as a table of pandas; without pandas, say what else would do."""
    pandas = load("pandas", "pandas", "a summary as a table", otherwise)
    heads = dict.fromkeys(head for _, cells in rows for head in cells if head not in without)
    columns = {
        head: [_NAN if cells[head] is None else cells[head] for _, cells in rows] for head in heads
    }
    return pandas.DataFrame(columns, index=[name for name, _ in rows])


@singledispatch
def frame_of(result: Any) -> Any:
    """Return a result as a table of pandas."""
    raise TypeError(f"a {type(result).__name__} is no table")


@frame_of.register(Statistics)
@frame_of.register(CrossMoments)
def _(measured: Statistics | CrossMoments) -> Any:
    values, spans = _measured(measured)
    rows = []
    for name, value in values.items():
        ends = dict(zip(("low_95", "high_95"), spans[name], strict=True)) if spans else {}
        rows.append((name, {"value": value, **ends, "meaning": meaning_of(name)}))
    return framed(rows)


@frame_of.register
def _(factors: NumberOfFactors) -> Any:
    rows = [(k, {"value": getattr(factors, k), "meaning": text}) for k, text in _FACTORS.items()]
    return framed(rows, ", or print() the answer")


def curve_of(factors: NumberOfFactors) -> Any:
    """Return the gain and its standard error by K."""
    pairs = enumerate(zip(factors.gain, factors.error, strict=True), 1)
    rows = [(k, {"gain": gain, "error": error}) for k, (gain, error) in pairs]
    return framed(rows, ", or use .gain and .error").rename_axis("K")


@frame_of.register
def _(match: Match) -> Any:
    """Give each statistic, K, what data determine and the hyperparameters a row."""
    # What each solution achieves is among its own rows.
    rows = [
        (name, {"kind": cells["kind"], "solution": n, **cells})
        for n, solution in enumerate((match, *match.branches))
        for name, cells in (*_statistic_rows(solution), *_answer_rows(solution))
    ]
    absent = [] if match.branches else ["solution"]
    certain = all(cells["low_95"] is None for _, cells in rows)
    absent += ["low_95", "high_95"] if certain else []
    absent += [] if match.method == STOCHASTIC else ["error"]
    return framed(rows, ", or print() the match", without=absent)


def _statistic_rows(match: Match) -> Iterator[Row]:
    spans = match.target_intervals(LEVEL)
    for name, value in match.targets.items():
        low, high = spans.get(name, (None, None))
        yield name, {
            "kind": "statistic", "value": float(value), "low_95": low, "high_95": high,
            "achieved": match.achieved.get(name), "error": match.achieved_errors.get(name),
            "meaning": meaning_of(name, match.spec),
        }  # fmt: skip


def _answer_rows(match: Match) -> Iterator[Row]:
    spans = {} if match.uncertainty is None else match.interval(LEVEL)
    values, parameters = {**match.identified, **match.parameters}, match.spec.parameters
    identified = {combination.name: combination.meaning for combination in match.spec.identified}
    meanings = identified | {parameter.name: parameter.meaning for parameter in parameters}
    kinds = {name: "identified" if name in identified else "hyperparameter" for name in meanings}
    kinds |= {p.name: "size" for p in parameters if p.is_size}
    names = [name for name in {**dict.fromkeys(p.name for p in parameters), **identified}
             if name in values]  # fmt: skip
    for name in sorted(names, key=lambda name: _KINDS.index(kinds[name])):
        low, high = spans.get(name, (None, None))
        yield name, {
            "kind": kinds[name], "value": float(values[name]), "low_95": low, "high_95": high,
            "achieved": None, "error": match.parameter_errors.get(name),
            "meaning": meanings[name],
        }  # fmt: skip


@frame_of.register
def _(comparison: Comparison) -> Any:
    rows = [
        (row.model, {
            "status": row.status, "j": row.j, "degrees": row.degrees, "p_value": row.p_value,
            "held_out_p_value": row.held_out and row.held_out.p_value, "free": row.free,
            "cost": comparison.cost_of(row.model), "criterion": row.criterion,
            "k": row.k, "k_exact": row.k_exact, "p_value_free_k": row.p_value_free_k,
            "low_95": row.k_interval and row.k_interval[0],
            "high_95": row.k_interval and row.k_interval[1],
            "reason": row.reason, "meaning": row.title,
        })
        for row in comparison.rows
    ]  # fmt: skip
    return framed(rows, ", or print() the comparison")


@frame_of.register
def _(validation: Validation) -> Any:
    rows = []
    for trial in validation.trials:
        mean, error = validation.difference(trial)
        shapes = dict(zip(validation.heads[1:3], trial.shapes or (None, None), strict=True))
        cells = {"kind": trial.kind, "k": trial.k, **shapes, "gain": trial.gain, "difference": mean,
                 "error": error, "verdict": validation.verdict(trial)}  # fmt: skip
        rows.append((trial.name, cells))
    return framed(rows, ", or print() the validation")


def plot_of(result: Any, path: str | Path | None) -> Figure:
    """Draw a result."""
    from symppm.view.pictures import pictured, saved  # noqa: PLC0415 - longer to load than answers

    return saved(pictured(result), path)
