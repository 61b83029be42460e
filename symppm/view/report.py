"""Results as one page of HTML that needs nothing else: no network, no other files."""

from __future__ import annotations

import datetime
import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

import symppm
from symppm.checking import Checks, check
from symppm.comparing.comparison import Comparison
from symppm.data.door import data_of
from symppm.data.matrix import unpacked
from symppm.data.table import Table
from symppm.errors import ParameterError, SymPPMError, check_integer
from symppm.exports.registry import targets_of
from symppm.matching.result import Match
from symppm.results.diagnostic import SEVERITIES
from symppm.saving import save
from symppm.validation.result import Validation
from symppm.view.answers import (
    LEVEL,
    drawn_in_words,
    estimates_sheet,
    search_in_words,
    size_name,
    size_of,
    solutions_of,
    solved,
    statistics_sheet,
)
from symppm.view.checks import check_drawings, verdict
from symppm.view.derivations import chapters, derivation_of, rendered
from symppm.view.drawings import (
    Outline,
    distribution_drawing,
    estimates_drawing,
    statistics_drawing,
)
from symppm.view.layout import Paragraph, Sheet
from symppm.view.priors import drawn_priors, effective_share
from symppm.view.provenance import date_of, hashes, versions
from symppm.view.refusal import refusal
from symppm.view.text import diagnostics, parts_of

if TYPE_CHECKING:
    from symppm.view.layout import Part

_NO_TEXT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True)
class Report:
    """A page about a result.

    Attributes
    ----------
    html : str
        All of it, styles, drawings and formulas included.
    title : str
        Its title.
    """

    html: str = field(repr=False)
    title: str

    def save(self, path: str | Path) -> Path:
        """Write the page to a file, replacing what it holds."""
        return save(path, self.html.encode("utf-8"))

    def _repr_html_(self) -> str:
        """Show the page inside a notebook, in a frame of its own."""
        return rendered("frame", title=self.title, html=self.html)


@dataclass(frozen=True)
class _About:
    """What a page is made of besides its result: as the arguments of :func:`html_report`."""

    data: Any
    source: Path | None
    notes: tuple[str, ...]
    fixed: Mapping[str, float | str]
    draws: int
    random_seed: int
    drawing: Mapping[str, Any]


def html_report(
    result: Any,
    data: Any = None,
    *,
    title: str | None = None,
    source: str | Path | None = None,
    notes: Sequence[str] = (),
    fixed: Mapping[str, float | str] = _NOTHING,
    known: Mapping[str, Any] | None = None,
    zeros: str = "observed",
    mask: Any = None,
    blanks: str = "error",
    draws: int = 0,
    random_seed: int = 0,
    command: str | None = None,
    date: datetime.datetime | None = None,
    progress: bool = False,
) -> Report:
    """Make one self-contained page of a match, or of another result.

    The page of a match begins with K, the priors and the diagnostics. Below are the statistics with
    their intervals, each estimate of K, checks against draws, code for other libraries to copy, the
    derivation with its formulas, and where all this comes from. An infeasible match has a page too:
    which condition fails, by how much, and which models could have these statistics. Checks, a
    comparison and a validation have a page with what they show as text, and drawings of the draws.

    Parameters
    ----------
    result : Match, Checks, Comparison or Validation
        From :func:`symppm.match`, to data or to beliefs; :func:`symppm.check`,
        :func:`symppm.compare`, or ``Match.validate``.
    data : array_like, SciPy sparse or Table, optional
        What was matched: for the share of zeros and for checks. A :class:`symppm.Table` brings its
        file, and the guesses of reading it, along.
    title : str, optional
        Of the page; if left out, the name of the file, else of the model.
    source : str or Path, optional
        The file of the data, for its name and its SHA-256.
    notes : sequence of str
        What else is to be said of the data, a sentence each.
    fixed : mapping of str to float or str
        What was given to the match as ``fixed``, to be marked as given.
    known : mapping of str to array, optional
        What was given to the match as ``known``, for checks.
    zeros, mask, blanks
        As for the match, for checks.
    draws : int
        How many matrices to draw from the model for checks; none for zero.
    random_seed : int
        Of checks and of drawings of priors. The same seed gives the same page, but for its date.
    command : str, optional
        The command or the code that made the result, to be shown.
    date : datetime.datetime, optional
        When the page was made; if left out, what the environment variable SOURCE_DATE_EPOCH says,
        else now.
    progress : bool
        Show a progress bar of the draws on the terminal.

    Returns
    -------
    Report
        ``.html`` is the page, ``.save(path)`` writes it.

    Raises
    ------
    ParameterError
        If ``result`` is none, ``draws`` or ``random_seed`` is no such number, or a file cannot be
        read.

    Examples
    --------
    >>> import symppm as ppm
    >>> beliefs = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
    >>> page = ppm.html_report(ppm.match(targets=beliefs), title="Before any data")
    >>> page.html[:15]
    '<!doctype html>'
    """
    _check_kind("title", title, str | None, "text")
    _check_kind("command", command, str | None, "text")
    _check_kind("date", date, datetime.datetime | None, "a datetime.datetime")
    _check_kind("source", source, str | Path | None, "the name of a file")
    _check_kind("notes", notes, Sequence, "a sequence of sentences")
    _check_kind("fixed", fixed, Mapping, "a mapping from names to values")
    _check_kind("known", known, Mapping | None, "a mapping from names to arrays")
    check_integer("draws", draws, 0, 1_000_000)
    check_integer("random_seed", random_seed, 0, 2**63 - 1)
    values, file, lines = data, None if source is None else Path(source), tuple(notes)
    if isinstance(data, Table):
        values, file, lines = data.values, file or data.path, (*data.notes, *lines)
    if blanks != "error":
        values = data_of(values, blanks=blanks)
    drawing = {"known": known or {}, "zeros": zeros, "mask": mask, "random_seed": random_seed,
               "progress": progress}  # fmt: skip
    content = _content(result, _About(values, file, lines, fixed, draws, random_seed, drawing))
    default = file.name if file else content["model"] or content["model_title"]
    heading = default if title is None else title
    html = rendered(
        content["kind"], title=heading, version=symppm.__version__, command=command,
        versions=versions(date_of(date), random_seed), hashes=hashes(result, file), **content,
    )  # fmt: skip
    # Names of files and ids of rows may hold what no page can.
    return Report(_NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", html), heading)


def _check_kind(name: str, value: object, kind: Any, what: str) -> None:
    texts = kind is not Sequence or not isinstance(value, Sequence) or (
        not isinstance(value, str) and all(isinstance(item, str) for item in value)
    )  # fmt: skip
    if not isinstance(value, kind) or not texts:
        raise ParameterError(f"{name}={value!r}", expected=what, do="Pass that, or leave it out.")


@functools.singledispatch
def _content(result: Any, _about: _About) -> dict[str, Any]:
    """Return what the template of a kind of result is filled with."""
    raise ParameterError(
        f"a page of a {type(result).__name__}",
        expected="a Match, Checks, a Comparison or a Validation",
        do="Write ppm.html_report(ppm.match(data), data).",
    )


@_content.register
def _of_checks(checks: Checks, _about: _About) -> dict[str, Any]:
    count, text = len(checks.surprising), verdict(checks)
    label, tone = f"{count} surprising" if count else "Nothing is surprising", "good"
    if not text or not checks.can_surprise:
        label, tone = "Too few draws" if text else "Draws", ""
    judgement = Paragraph(text or drawn_in_words(checks), label, "warning" if count else tone)
    panels = check_drawings(checks)
    return _as_text(checks, checks.model, "Prior predictive check", judgement, panels)


@_content.register
def _of_comparison(comparison: Comparison, _about: _About) -> dict[str, Any]:
    label, tone = comparison.best or "No model fits", "good" if comparison.best else "failure"
    judgement = Paragraph(comparison.verdict, label, tone)
    return _as_text(comparison, "", "Models compared by their moments", judgement)


@_content.register
def _of_validation(held: Validation, _about: _About) -> dict[str, Any]:
    label, tone = ("Stands", "good") if held.stands else ("Does not stand", "failure")
    return _as_text(held, held.model, "Held-out entries", Paragraph(held.sentence, label, tone))


def _as_text(
    result: Any, model: str, title: str, lead: Paragraph, panels: Sequence[Outline] = ()
) -> dict[str, Any]:
    """Show the same as text does, the verdict in front."""
    parts = [p for p in _flat(parts_of(result)) if getattr(p, "text", "") != lead.text]
    return {"kind": "result", "model": model, "model_title": title, "verdict": lead, "parts": parts,
            "panels": panels}  # fmt: skip


def _flat(parts: Iterable[Part]) -> Iterator[Paragraph | Sheet]:
    for part in parts:
        yield from part if isinstance(part, list) else [part]


@_content.register
def _of_match(match: Match, about: _About) -> dict[str, Any]:
    solutions, size = solutions_of(match), size_name(match)
    reached = solutions or ((match,) if match.achieved else ())
    drawn = solutions or ((match,) if match.parameters else ())
    answer = float(match.k) if match.k is not None and match.feasible else None
    measured = match.statistics
    return {
        "kind": "match",
        "model": match.model,
        "model_title": match.spec.title,
        "match": match,
        "solutions": solutions,
        "size": size,
        "parts": solved(match, about.fixed),
        "diagnostics": sorted(
            diagnostics(match), key=lambda entry: SEVERITIES.index(entry[1].severity)
        ),
        "refusal": refusal(match, about.fixed),
        "about": about,
        "measured": None if measured is None else size_of(measured),
        "zeros": None if measured is None else zeros_in(about.data, measured.shape),
        "places": 0 if measured is None else math.prod(measured.shape),
        "statistics": statistics_sheet(match),
        "statistics_drawing": statistics_drawing(
            match.targets, [s.achieved for s in reached], match.target_intervals(LEVEL)
        ),
        "estimates": estimates_sheet(match) if match.estimates else None,
        "estimates_drawing": estimates_drawing(match.estimates, size or "K", answer),
        "search": None if match.trace is None else search_in_words(match, timed=False),
        "priors": [_priors(s, match, about.random_seed, n) for n, s in enumerate(drawn, 1)],
        "checks": list(_checks(match, about, drawn)),
        "exports": list(_exports(solutions or (match,))),
        "derivation": _or_why(lambda: chapters(derivation_of(match))),
    }


_Made = TypeVar("_Made")


def _or_why(make: Callable[[], _Made]) -> tuple[_Made | None, str]:
    """Return what is made, or why it cannot be."""
    try:
        return make(), ""
    except SymPPMError as error:
        return None, str(error)


def zeros_in(data: Any, shape: tuple[int, ...]) -> int | None:
    """Count the entries that are zero; None where that would take another pass over a file."""
    held: Any = unpacked(data)
    if hasattr(held, "count_nonzero"):  # sparse
        return math.prod(shape) - int(held.count_nonzero())
    if isinstance(held, (list, tuple)):
        held = np.asarray(held)
    if not isinstance(held, np.ndarray) or held.shape != tuple(shape):
        return None
    return held.size - int(np.count_nonzero(held))


def _priors(match: Match, whole: Match, random_seed: int, n: int) -> tuple[list[Outline], str]:
    """Draw what the factors of a solution are drawn from, or say why that cannot be."""
    priors, why = _or_why(lambda: drawn_priors(match, whole, random_seed))
    outlines = []
    for prior in priors or ():
        values, mean = prior.drawn, float(prior.drawn.mean())
        facts, lines = [("mean", "none")], {}
        if prior.has_mean:
            lines = {"mean": (mean, "mean")}
            facts = [
                ("mean", f"{mean:.3g}"),
                ("standard deviation", f"{float(values.std()):.3g}"),
                ("effective share", f"{effective_share(values):.1%}"),
            ]
            if values.min() >= 0 and mean > 0:
                small = float((values < 0.01 * mean).mean())
                facts.append(("below 1 % of the mean", f"{small:.1%}"))
        key = f"prior-{n}-{prior.name}"
        outlines.append(distribution_drawing(key, prior.law, values, lines, facts))
    return outlines, why


def _checks(match: Match, about: _About, drawn: Sequence[Match]) -> Iterator[dict[str, Any]]:
    """Check each solution against the data, if that is asked for."""
    if not about.draws or about.data is None:
        return
    for n, solution in enumerate(drawn, 1):
        name = "" if solution is match else f"Solution {n}: "
        options = {"draws": about.draws, **about.drawing}
        checks, why = _or_why(functools.partial(check, solution, about.data, **options))
        if checks is None:
            yield {"parts": [Paragraph(f"Not checked: {why}", name, "warning")], "panels": []}
            continue
        _, *shown = _flat(parts_of(checks))
        heading = Paragraph(f"{drawn_in_words(checks)}.", name)
        yield {"parts": [heading, *shown], "panels": check_drawings(checks, name, n)}


def _exports(matches: Sequence[Match]) -> Iterator[dict[str, Any]]:
    """Export each solution to every library, or say why that cannot be."""
    for target, (n, solution) in product(targets_of(matches[0].model), enumerate(matches, 1)):
        program, why = _or_why(functools.partial(solution.export, target))
        about = f", solution {n}" if len(matches) > 1 else ""
        yield {"key": f"export-{target}-{n}", "target": target, "about": about, "made": program,
               "why": why}  # fmt: skip
