"""A match as the plain values of a page."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.console import RenderableType

from symppm.data.table import Table
from symppm.measure.objects import unpacked
from symppm.measure.values import sparse_package
from symppm.report.html.checks import checked
from symppm.report.html.derivations import derived
from symppm.report.html.elements import Cells, Fact, Words
from symppm.report.html.exporting import exported
from symppm.report.html.figures import statistics_drawing, ways_drawing
from symppm.report.html.priors import priors_of
from symppm.report.html.provenance import provenance
from symppm.report.html.refusal import refusal
from symppm.report.html.views import Noted, Page, Sized
from symppm.report.hyperparameters import LEVEL, shown_solution, shown_solutions
from symppm.report.page import Paragraph, Sheet
from symppm.report.tables import branches, opinions_sheet, size_of, statistics_sheet
from symppm.report.trace import search_in_words
from symppm.results.numerals import in_words, number

if TYPE_CHECKING:
    from symppm.matching import Match

_TONES: Final = (("red", "failure"), ("yellow", "warning"), ("cyan", "note"))


@dataclass(frozen=True)
class Wanted:
    """What a page is made of besides its match.

    Attributes
    ----------
    data : object or None
        What was matched, for checks and for the share of zeros.
    title : str
        Of the page, and of the data.
    source : pathlib.Path or None
        The file of the data.
    notes : tuple of str
        Guesses that reading made, and what else is to be said of the data.
    fixed : mapping of str to float or str
        What was given to the match.
    draws : int
        How many matrices to check against; none for zero.
    random_seed : int
        Of all that is drawn.
    command : str or None
        What was typed.
    date : datetime.datetime
        When.
    known : mapping of str to array
        Known arrays of the model.
    zeros : {"observed", "missing"}
        What zeros are, and absent entries of a sparse matrix.
    mask : array_like of bool or None
        True where an entry is observed.
    """

    data: Any
    title: str
    source: Path | None
    notes: tuple[str, ...]
    fixed: Mapping[str, float | str]
    draws: int
    random_seed: int
    command: str | None
    date: datetime.datetime
    known: Mapping[str, Any] = field(default_factory=dict)
    zeros: str = "observed"
    mask: Any = None


def assemble(match: Match, wanted: Wanted) -> Page:
    """Collect what a page shows.

    Parameters
    ----------
    match : Match
        To data or beliefs, feasible or not.
    wanted : Wanted
        Everything else.
    """
    solutions = branches(match)
    reached = solutions or ((match,) if match.achieved else ())
    return Page(
        title=wanted.title,
        model=match.model,
        model_title=match.spec.title,
        verdict=_verdict(match, wanted.fixed),
        data=tuple(_data(match, wanted)),
        notes=wanted.notes,
        statistics=_cells(statistics_sheet(match), "Statistics"),
        drawing=statistics_drawing(
            match.targets, [each.achieved for each in reached], match.target_intervals(LEVEL)
        ),
        refusal=refusal(match, wanted.fixed),
        sized=_sized(match, wanted),
        findings=tuple(_findings(match)),
        checked=checked(
            match,
            wanted.data,
            wanted.draws,
            random_seed=wanted.random_seed,
            known=wanted.known,
            zeros=wanted.zeros,
            mask=wanted.mask,
        ),
        exported=exported(match),
        derived=derived(match),
        provenance=provenance(
            match,
            source=wanted.source,
            command=wanted.command,
            random_seed=wanted.random_seed,
            date=wanted.date,
        ),
    )


def _size(match: Match) -> str | None:
    return next((each.name for each in match.spec.parameters if each.is_size), None)


def _verdict(match: Match, fixed: Mapping[str, float | str]) -> Words:
    """Say the answer in one line."""
    solutions, size = branches(match), _size(match)
    if solutions:
        several = " or ".join(f"{each.k}" for each in solutions)
        label = f"{size} = {several}" if size else "Several solutions"
        return Words("Several sets of hyperparameters have these statistics.", label, "warning")
    if match.unfinished or match.unreliable:
        label = "Not met" if match.unfinished else "Not known"
        text = "The search ended before it was done."
        if match.unreliable:
            text = "Draws cannot tell whether these hyperparameters have the statistics."
        return Words(text, label, "warning")
    if not match.feasible:
        said = "No hyperparameters of this model give these statistics."
        return Words(said, "Infeasible", "failure")
    warned = any(each.severity == "warning" for each in match.findings)
    tone = "warning" if warned else "good"
    said = "The findings say what to be wary of." if warned else ""
    if size is None:
        return Words(said or "The model has these statistics.", "Feasible", tone)
    parts = []
    if size in fixed:
        parts.append("given")
    elif match.cross_validated:
        parts.append("by cross-validation")
    else:
        parts.append(f"{number(match.k_exact or 0.0)} before rounding")
    if match.uncertainty is not None:
        ends = match.interval(LEVEL)[size]
        parts += [f"95 % interval {in_words(ends)}"] if ends[0] != ends[1] else []
    text = ", ".join(parts)
    return Words(f"{text[0].upper()}{text[1:]}. {said}".rstrip(), f"{size} = {match.k}", tone)


def _data(match: Match, wanted: Wanted) -> Iterator[Fact]:
    measured = match.statistics
    if measured is None:
        yield Fact("Data", "none: the statistics below are what is believed")
        return
    if wanted.source is not None:
        yield Fact("File", wanted.source.name)
    yield Fact("Size", size_of(measured))
    zeros = zeros_in(wanted.data, measured.shape)
    if zeros is not None and measured.observed == math.prod(measured.shape):
        yield Fact("Zeros", f"{zeros:,} entries, {zeros / measured.observed:.1%}")
    largest = measured.maximum
    whole = largest == int(largest)
    yield Fact("Largest entry", f"{largest:,.0f}" if whole else number(largest))


def zeros_in(data: object, shape: tuple[int, ...]) -> int | None:
    """Count the entries that are zero; None where that would take another pass over a file.

    Parameters
    ----------
    data : object
        As it was matched, or a table that was read.
    shape : tuple of int
        Of the data.
    """
    held = unpacked(data.values if isinstance(data, Table) else data)
    sparse = sparse_package(held)
    if sparse is not None:
        stored: Any = held
        return math.prod(shape) - int(stored.count_nonzero())
    if isinstance(held, (list, tuple)):
        held = np.asarray(held)
    if not isinstance(held, np.ndarray) or held.shape != tuple(shape):
        return None
    return held.size - int(np.count_nonzero(held))


def _sized(match: Match, wanted: Wanted) -> Sized | None:
    solutions, size = branches(match), _size(match)
    drawn = solutions or ((match,) if match.parameters else ())
    if not drawn and not match.opinions:
        return None
    parts: tuple[Words | Cells, ...] = ()
    if solutions:
        parts = tuple(_parts(shown_solutions(solutions, wanted.fixed)))
    elif match.parameters:
        parts = tuple(_parts(shown_solution(match, wanted.fixed)))
    if match.trace is not None:
        # How long it took is another number each time.
        parts += (Words(search_in_words(replace(match, seconds=None)), "Search: "),)
    answers = [float(match.k)] if match.k is not None and match.feasible else []
    return Sized(
        parts=parts,
        ways=_cells(opinions_sheet(match), f"{size} by each way") if match.opinions else None,
        drawing=ways_drawing(match.opinions, size, answers) if size is not None else None,
        priors=tuple(
            priors_of(each, match, f"Solution {n}" if solutions else "", wanted.random_seed, str(n))
            for n, each in enumerate(drawn, 1)
        ),
    )


def _findings(match: Match) -> Iterator[Noted]:
    for each in match.findings:
        yield Noted(each.severity, each.code, each.message)
    for n, branch in enumerate(branches(match), 1):
        for each in branch.findings:
            if each not in match.findings:
                yield Noted(each.severity, each.code, each.message, f"solution {n}")


def _parts(shown: Iterable[RenderableType]) -> Iterator[Words | Cells]:
    """Take what a terminal shows apart; blank lines are left out."""
    for each in shown:
        if isinstance(each, Paragraph):
            tone = next((tone for colour, tone in _TONES if colour in each.style), "")
            yield Words(each.text, each.label, tone)
        elif isinstance(each, Sheet):
            yield _cells(each, "")


def _cells(sheet: Sheet, caption: str) -> Cells:
    return Cells(sheet.heads, sheet.rows, caption)
