"""A match as one page of HTML that needs nothing else: no network, no other files."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import jinja2

import symppm
from symppm.data.table import Table
from symppm.errors import ParameterError
from symppm.matching.result import Match
from symppm.measure.values import check_integer
from symppm.report.html.assembling import Wanted, assemble
from symppm.report.html.provenance import date_of
from symppm.report.html.views import Page
from symppm.saving import save

_NO_TEXT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_MOST_DRAWS: Final = 1_000_000
_MOST_SEEDS: Final = 2**63 - 1


@dataclass(frozen=True)
class Report:
    """A page about a match.

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
        """Write the page to a file, replacing what it holds.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        Path
            The same.

        Raises
        ------
        ParameterError
            If it cannot be written.
        """
        return save(path, self.html.encode("utf-8"))

    def _repr_html_(self) -> str:
        """Show the page inside a notebook, in a frame of its own."""
        frame = jinja2.Environment(autoescape=True).from_string(
            '<iframe title="{{ title }}" srcdoc="{{ html }}" style="width:100%;height:42em;'
            'border:1px solid #8888"></iframe>'
        )
        return frame.render(title=self.title, html=self.html)


def html_report(
    match: Match,
    data: Any = None,
    *,
    title: str | None = None,
    source: str | Path | None = None,
    notes: Sequence[str] = (),
    fixed: Mapping[str, float | str] = _NOTHING,
    known: Mapping[str, Any] | None = None,
    zeros: str = "observed",
    mask: Any = None,
    draws: int = 0,
    random_seed: int = 0,
    command: str | None = None,
    date: datetime.datetime | None = None,
) -> Report:
    """Make one self-contained page of a match.

    It holds the data, the statistics with their intervals, K and the priors, what was found, checks
    against draws, code for other libraries to copy, the derivation with its formulas, and where all
    this comes from. An infeasible match has a page too: which condition fails, by how much, and
    which models could have these statistics.

    Parameters
    ----------
    match : Match
        From :func:`symppm.match`; to data or to beliefs.
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
    zeros, mask
        As for the match, for checks.
    draws : int
        How many matrices to draw from the model for checks; none for zero.
    random_seed : int
        Of checks and of drawings of priors. The same seed gives the same page, but for its date.
    command : str, optional
        The command or the code that made the match, to be shown.
    date : datetime.datetime, optional
        When the page was made; if left out, what the environment variable SOURCE_DATE_EPOCH says,
        else now.

    Returns
    -------
    Report
        ``.html`` is the page, ``.save(path)`` writes it.

    Raises
    ------
    ParameterError
        If ``draws`` or ``random_seed`` is no such number, or a file cannot be read.

    Examples
    --------
    >>> import symppm as ppm
    >>> beliefs = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
    >>> page = ppm.html_report(ppm.match(targets=beliefs), title="Before any data")
    >>> page.html[:15]
    '<!doctype html>'
    """
    if not isinstance(match, Match):
        raise ParameterError(
            f"a page of a {type(match).__name__}",
            expected="a Match",
            do="Write ppm.html_report(ppm.match(data), data).",
        )
    _check_kind("title", title, str | None, "text")
    _check_kind("command", command, str | None, "text")
    _check_kind("date", date, datetime.datetime | None, "a datetime.datetime")
    _check_kind("source", source, str | Path | None, "the name of a file")
    _check_kind("notes", notes, Sequence, "a sequence of sentences")
    _check_kind("fixed", fixed, Mapping, "a mapping from names to values")
    _check_kind("known", known, Mapping | None, "a mapping from names to arrays")
    check_integer("draws", draws, 0, _MOST_DRAWS)
    check_integer("random_seed", random_seed, 0, _MOST_SEEDS)
    values, file, said = data, None if source is None else Path(source), tuple(notes)
    if isinstance(data, Table):
        values, file, said = data.values, file or data.path, (*data.notes, *said)
    heading = title if title is not None else (file.name if file is not None else match.model)
    wanted = Wanted(
        data=values,
        title=heading,
        source=file,
        notes=said,
        fixed=fixed,
        draws=draws,
        random_seed=random_seed,
        command=command,
        date=date_of(date),
        known=known or {},
        zeros=zeros,
        mask=mask,
    )
    return Report(written(assemble(match, wanted)), heading)


def _check_kind(name: str, value: object, kind: Any, what: str) -> None:
    texts = kind is not Sequence or not isinstance(value, Sequence) or (
        not isinstance(value, str) and all(isinstance(each, str) for each in value)
    )  # fmt: skip
    if not isinstance(value, kind) or not texts:
        raise ParameterError(f"{name}={value!r}", expected=what, do="Pass that, or leave it out.")


def written(page: Page) -> str:
    """Write a page.

    Parameters
    ----------
    page : Page
        What it shows.
    """
    text = _template().render(page=page, version=symppm.__version__)
    # Names of files and ids of rows may hold what no page can.
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text)


@functools.lru_cache(maxsize=1)
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("symppm.report.html"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html.jinja")
