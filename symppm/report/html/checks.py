"""Data beside draws from the match: a table and small drawings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from symppm.checking import Check, Checks, check
from symppm.checking.text import columns_of, drawn_in_words, verdict
from symppm.errors import SymPPMError
from symppm.report.html.elements import Cells, Fact, Outline, Words
from symppm.report.html.figures import distribution_drawing
from symppm.report.html.views import Checked
from symppm.report.tables import branches
from symppm.results.numerals import short

if TYPE_CHECKING:
    from symppm.matching import Match


def checked(match: Match, data: object, draws: int, **options: Any) -> Checked:
    """Check a match, or each of its solutions, against its data.

    Parameters
    ----------
    match : Match
        Any; where nothing can be checked, why is said.
    data : object or None
        What was matched.
    draws : int
        How many matrices to draw; none for zero.
    **options
        For :func:`symppm.checking.check`.
    """
    if draws == 0:
        return _without("Not asked for: checks draw from the model, which --draws N asks for.")
    if data is None:
        return _without("There are no data to check.")
    if not match.parameters and not branches(match):
        return _without("There are no hyperparameters to draw from.")
    solutions = branches(match)
    words: list[Words] = []
    rows: list[tuple[str, ...]] = []
    heads: tuple[str, ...] = ()
    drawings: list[Outline] = []
    for n, each in enumerate(solutions or (match,), 1):
        about = f"Solution {n}: " if solutions else ""
        try:
            made = check(each, data, draws=draws, **options)
        except SymPPMError as error:
            words.append(Words(f"Not checked: {error}", about, "warning"))
            continue
        words += _words(made, about)
        head, lines = columns_of(made)
        heads = ("Solution", *head, "") if solutions else (*head, "")
        lead = (str(n),) if solutions else ()
        meanings = [row.meaning for row in made.table]
        rows += [(*lead, *line, said) for line, said in zip(lines, meanings, strict=True)]
        drawings += _drawings(made, about, str(n))
    table = Cells(heads, tuple(rows), "Prior predictive checks") if rows else None
    return Checked(tuple(words), table, tuple(drawings))


def _without(why: str) -> Checked:
    return Checked((Words(why, tone="note"),), None, ())


def _words(made: Checks, about: str) -> Iterator[Words]:
    yield Words(f"{drawn_in_words(made)}. {verdict(made)}", about)
    for note in made.notes:
        yield Words(note, "", "note")


def _drawings(made: Checks, about: str, key: str) -> Iterator[Outline]:
    surprising = {each.name for each in made.surprising}
    for place, each in enumerate(made.table):
        drawn = made.drawn[each.name]
        if each.observed is None or drawn.size == 0:
            continue
        style = "surprising" if each.name in surprising else "observed"
        yield distribution_drawing(
            f"check-{key}-{place}",
            f"{about}{each.name}",
            drawn,
            {style: (each.observed, "data")},
            _caption(each),
        )


def _caption(each: Check) -> tuple[Fact, ...]:
    facts = [
        Fact("data", short(each.observed or 0.0)),
        Fact("draws", short(each.predicted)),
    ]
    if each.p is not None:
        facts.append(Fact("p", f"{each.p:.3g}"))
    return tuple(facts)
