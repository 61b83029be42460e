"""A page about a match: ``symppm report``."""

from __future__ import annotations

import datetime
import math
import shlex
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import typer

import symppm as ppm
from symppm.cli.grouping import argument, option
from symppm.cli.options import earlier_match, known_files
from symppm.cli.output import check_files, say, write_text
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading import Data, DataQuestion, Reading
from symppm.errors import ParameterError

_ENDINGS: Final = (".gz", ".csv", ".tsv", ".dat", ".txt", ".npz", ".npy", ".mtx", ".ldac", ".h5ad",
                   ".loom", ".h5", ".parquet", ".arrow", ".feather", ".json")  # fmt: skip


@dataclass(frozen=True)
class Reporting:
    """What the page is about, and what is on it."""

    file: Path | None = argument(
        "Counts, in any form that `symppm match` reads. It is never modified. May be left out with "
        "--from.",
        "[FILE]",
        None,
        show_default=False,
    )
    from_match: Path | None = option(
        "A match by `symppm match --json` or `elicit --json`, in place of a new one.",
        "--from MATCH.json",
    )
    draws: int = option(
        "Matrices to draw and check the data against; or 0. [1000]", "N", 1000, least=0
    )
    random_seed: int = option("Seed of the draws. [0]", "N", 0, least=0)
    title: str | None = option("Of the page; else the name of the file.", "TEXT")
    date: str | None = option(
        "Shown in place of the time, such as 2026-01-31 or 2026-01-31T12:00+01:00, as by the "
        "environment variable SOURCE_DATE_EPOCH. The same seed and date give the same page.",
        "DATE",
    )
    output: Path | None = option(
        "Where to write; else NAME.report.html, for data in NAME.csv.", "--output -o FILE"
    )


def report(
    context: typer.Context, reporting: Reporting, question: DataQuestion, reading: Reading
) -> None:
    """Write one page about a match: K, priors, diagnostics, statistics, checks, derivation.

    The page is HTML that needs no network and no other file, and prints. A model that cannot have
    the statistics of the data has a page too, about what fails.
    """
    when, file, earlier = _date(reporting.date), reporting.file, reporting.from_match
    main = file if file is not None else earlier
    if main is None:
        raise ParameterError(
            "no file of data and no match",
            expected="a file of counts, or a match with --from",
            do="Write symppm report counts.csv, or symppm report --from match.json.",
        )
    target = reporting.output or Path(f"{_stem(main)}.report.html")
    inputs = (*(path for path in (file, earlier) if path is not None), *question.files)
    check_files({"--output": target}, inputs)
    known = known_files(question.known) if file is not None else {}
    data = Data(main, None) if file is None else reading.data(file, many_axes=True)
    zeros = reading.zeros
    if earlier is not None:
        _check_alone(question)
        match = earlier_match(earlier)
        if file is not None:
            _check_same(match, data, reading.zeros, earlier)
    else:
        with data.explained():
            match = ppm.match(data.given, zeros=zeros, progress=True, **question.keywords())
    page = ppm.html_report(
        match,
        data.values,
        title=main.name if reporting.title is None else reporting.title,
        source=file,
        notes=data.notes,
        fixed=question.fixed,
        known=known,
        zeros=zeros,
        draws=reporting.draws if file is not None else 0,
        random_seed=reporting.random_seed,
        command=shlex.join(["symppm", *context.obj]),
        date=when,
        progress=True,
    )
    write_text(page.html, target)
    say(f"wrote {target}: {_outcome(match)}")
    if not match.feasible:
        raise typer.Exit(INFEASIBLE)


def _stem(path: Path) -> str:
    name = path.name
    while (ending := Path(name).suffix.lower()) in _ENDINGS and Path(name).stem:
        name = name[: -len(ending)]
    return name


def _check_alone(question: DataQuestion) -> None:
    """Refuse options of matching where nothing is matched."""
    for field in fields(question):
        if field.name != "known" and getattr(question, field.name) != field.default:
            raise ParameterError(
                f"--{field.name} together with --from",
                expected="options of matching only where something is matched",
                do="Leave --from out, or give these options to symppm match.",
            )


def _check_same(match: ppm.Match, data: Data, zeros: str, earlier: Path) -> None:
    """Refuse data that are not those of the match: the page would say of them what is not so."""
    matched = match.statistics
    if matched is None or isinstance(data.values, ppm.Triples):
        return
    shape = tuple(map(int, data.values.shape))
    same = shape == tuple(matched.shape)
    if same and len(shape) == 2 and not match.spec.exposures:
        now = ppm.statistics(data.values, zeros=zeros)
        same = now.observed == matched.observed and math.isclose(now.mean, matched.mean)
    if not same:
        raise ParameterError(
            f"{data.file}, which is not what {earlier} is a match of",
            expected=f"the same data, {' x '.join(map(str, matched.shape))} with mean "
            f"{matched.mean:.6g} of {matched.observed:,} entries, read in the same way",
            do="Give the file, --zeros and the options of reading as they were; or leave the file "
            "out.",
        )


def _date(text: str | None) -> datetime.datetime | None:
    try:
        return None if text is None else datetime.datetime.fromisoformat(text)
    except ValueError as error:
        raise ParameterError(
            f"--date {text!r}",
            expected="a date, with a time of day or without",
            do="Write it as in 2026-01-31 or 2026-01-31T12:00.",
        ) from error


def _outcome(match: ppm.Match) -> str:
    if not match.feasible:
        return f"{match.model} cannot have these statistics"
    if match.branches:
        return f"{len(match.branches)} solutions"
    return f"K = {match.k}" if match.k is not None else "feasible"
