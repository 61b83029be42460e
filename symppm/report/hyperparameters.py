"""The part of a match's page that shows the number of factors and the hyperparameters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import RenderableType

from symppm.report.page import Paragraph, Sheet
from symppm.results.numerals import in_words, number

if TYPE_CHECKING:
    from symppm.matching import Match


_FACTORS = "number of factors"
LEVEL = 0.95
"""Of the intervals that are shown."""


def plus_minus(errors: Mapping[str, float]) -> dict[str, str]:
    """Return standard errors as they are shown, zeros left out.

    Parameters
    ----------
    errors : mapping of str to float
        By name.
    """
    return {name: f"+- {error:.2g}" for name, error in errors.items() if error}


def spans(intervals: Mapping[str, tuple[float, float]]) -> dict[str, str]:
    """Return intervals as they are shown; what does not vary has none.

    Parameters
    ----------
    intervals : mapping of str to (float, float)
        By name.
    """
    return {name: in_words(ends) for name, ends in intervals.items() if ends[0] != ends[1]}


def _spans(match: Match) -> dict[str, dict[str, str]]:
    """Return columns of intervals, by head; none where there are none."""
    if match.uncertainty is None:
        return {}
    return {"95 % interval": spans(match.interval(LEVEL))}


def _size(match: Match) -> str | None:
    return next((each.name for each in match.spec.parameters if each.is_size), None)


@dataclass(frozen=True)
class _Meanings:
    """What each number of a match is, the number of factors left out, by how it came about."""

    needed: dict[str, str]
    determined: dict[str, str]
    free: dict[str, str]


def _meanings(match: Match, given: Collection[str]) -> _Meanings:
    spec, size = match.spec, _size(match)
    known = {
        each.name: each.meaning
        for each in spec.parameters
        if each.name != size and each.name in match.parameters
    }
    needed = {name: known.pop(name) for name in spec.needs if name in known and name in given}
    moved = {name for each in spec.symmetries for name in (*each.weights, *each.shifts)}
    # What has to be given for the moments alone may be from something else.
    determined = {name: known[name] for name in spec.needs if name in known and name not in moved}
    determined |= {
        each.name: (_origin(each.name, given) if each.name in given else "") + each.meaning
        for each in spec.identified
        if each.name != size and each.name in match.identified and each.name not in needed
    }
    free = {
        name: (_origin(name, given) if name in given else "") + meaning
        for name, meaning in known.items()
        if name not in determined
    }
    return _Meanings(needed, determined, free)


def shown_solutions(several: Sequence[Match], given: Collection[str]) -> list[RenderableType]:
    """Show solutions that data cannot choose between, one beside the other.

    Parameters
    ----------
    several : sequence of Match
        The solutions.
    given : collection of str
        Parameters that the user had fixed; as a mapping, with what they were fixed to.
    """
    size, meanings = _size(several[0]), _meanings(several[0], given)
    heads = ("", *(f"solution {n}" for n in range(1, len(several) + 1)), "")
    counts: list[tuple[str, ...]] = []
    if size is not None:
        counts.append((size, *(str(each.k) for each in several), _FACTORS))
        if size not in given:
            exact = (number(each.k_exact or 0.0) for each in several)
            counts.append(("", *exact, "before rounding"))
            columns = [_spans(each) for each in several]
            counts += [
                ("", *(each[head].get(size, "") for each in columns), head)
                for head in (columns[0] if all(columns) else ())
            ]
    known = _values(meanings.determined, [_known(each) for each in several])
    parts: list[RenderableType] = [
        Paragraph(
            f"{len(several)} sets of hyperparameters have these statistics.",
            label="Ambiguous: ",
            style="bold yellow",
            hang="  ",
        ),
        "",
        *_given(meanings, several[0]),
        Sheet(heads, (*counts, *known)),
        "",
    ]
    if meanings.free:
        values = _values(meanings.free, [each.parameters for each in several])
        parts += [_gauge(several), Sheet(heads, values), ""]
    return parts


def shown_solution(match: Match, given: Collection[str]) -> list[RenderableType]:
    """Show the one solution of a match, or the nearest that was found.

    Parameters
    ----------
    match : Match
        With parameters.
    given : collection of str
        Parameters that the user had fixed; as a mapping, with what they were fixed to.
    """
    size, meanings, widths = _size(match), _meanings(match, given), _spans(match)
    parts: list[RenderableType] = []
    if size is not None:
        k, exact = match.k, match.k_exact or 0.0
        error = plus_minus(match.parameter_errors).get(size, "")
        rounded = f"{number(exact)}{error and ' ' + error} before rounding"
        origin = "by cross-validation" if match.cross_validated else rounded
        said_of_k = [f"{head} {column[size]}" for head, column in widths.items() if size in column]
        origin = "; ".join([origin, *said_of_k])
        origin = "given" if size in given else origin
        meaning = next(each.meaning for each in match.spec.parameters if each.name == size)
        what = f"factor{'' if k == 1 else 's'}" if meaning == _FACTORS else f"({meaning})"
        said = f"{k} {what} ({origin})"
        parts += [Paragraph(said, label=f"{size} = ", style="bold"), ""]
    parts += _given(meanings, match)
    if meanings.determined:
        at = "" if size is None else f", at {size} = {match.k}"
        parts += [
            Paragraph(f"Whatever the gauge{at}:"),
            _sheet(_values(meanings.determined, [_known(match)], widths.values()), widths),
            "",
        ]
    if meanings.free:
        errors = plus_minus(match.parameter_errors)
        beside = widths or ({"": errors} if errors else {})
        values = _values(meanings.free, [match.parameters], beside.values())
        parts += [_gauge([match]), _sheet(values, beside), ""]
    return parts


def _known(match: Match) -> Mapping[str, float]:
    return {**match.parameters, **match.identified}


def _sheet(values: tuple[tuple[str, ...], ...], beside: Iterable[str]) -> Sheet:
    return Sheet(("", "", *beside, ""), values)


def _given(meanings: _Meanings, match: Match) -> list[RenderableType]:
    if not meanings.needed:
        return []
    return [
        Paragraph("Given:"),
        Sheet(("", "", ""), _values(meanings.needed, [match.parameters])),
        "",
    ]


def _values(
    meanings: Mapping[str, str],
    several: Sequence[Mapping[str, float]],
    beside: Collection[Mapping[str, str]] = (),
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            name,
            *(number(values[name]) for values in several),
            *(column.get(name, "") for column in beside),
            text,
        )
        for name, text in meanings.items()
    )


def _origin(name: str, given: Collection[str]) -> str:
    """Say that a hyperparameter was given, or what it was tied to."""
    value = given.get(name) if isinstance(given, Mapping) else None
    return f"tied: {value}; " if isinstance(value, str) else "given; "


def _gauge(several: Sequence[Match]) -> Paragraph:
    if not several[0].spec.symmetries:
        return Paragraph("The hyperparameters:")
    texts = [each.gauge for each in several]
    if len(set(texts)) > 1:
        said = "; ".join(f"solution {n}: {text}" for n, text in enumerate(texts, 1))
    else:
        said = texts[0]
    return Paragraph(f"{said}. Under it:", label="Gauge: ", style="bold", hang="  ")
