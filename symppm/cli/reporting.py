"""A page about a match: ``symppm report``."""

from __future__ import annotations

import datetime
import math
import shlex
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

import typer

import symppm as ppm
from symppm.cli.options import (
    DataModelOption,
    Estimator,
    EstimatorOption,
    FixOption,
    KnownOption,
    ScaleOption,
    chosen_model,
    files_of,
    fixed_values,
)
from symppm.cli.output import check_files, say, write_text
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading import Data, Reading, Zeros, known_arrays
from symppm.errors import DataError, ParameterError

DRAWS: Final = 1000
_ENDINGS: Final = (".gz", ".csv", ".tsv", ".dat", ".txt", ".npz", ".npy", ".mtx", ".ldac", ".h5ad",
                   ".loom", ".h5", ".parquet", ".arrow", ".feather", ".json")  # fmt: skip
_OF_MATCHING: Final = ("model", "scale", "fix", "estimator")


def report(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="Counts, in any form that `symppm match` reads. It is never modified. May be left "
            "out with --from.",
            show_default=False,
        ),
    ] = None,
    *,
    model: DataModelOption = None,
    scale: ScaleOption = None,
    fix: FixOption = None,
    reading: Reading,
    known: KnownOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    from_match: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="MATCH.json",
            help="A match that `symppm match --json` or `symppm elicit --json` wrote, in place of "
            "matching anew.",
        ),
    ] = None,
    draws: Annotated[
        int,
        typer.Option(
            "--draws",
            metavar="N",
            min=0,
            help="Matrices to draw from the match, to check the data against; 0 for no checks.",
        ),
    ] = DRAWS,
    random_seed: Annotated[
        int, typer.Option("--random-seed", metavar="N", min=0, help="Seed of the draws.")
    ] = 0,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help="Of the page; else the name of the file."),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="DATE",
            help="To be shown in place of the time, such as 2026-01-31 or 2026-01-31T12:00+01:00; "
            "the environment variable SOURCE_DATE_EPOCH sets it too. The same seed and date give "
            "the same page.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write, replacing what is there; else to NAME.report.html in this "
            "folder, for data in NAME.csv.",
        ),
    ] = None,
) -> None:
    """Write one page about a match: K, priors, diagnostics, statistics, checks, derivation.

    The page is HTML that needs no network and no other file, and prints. A model that cannot have
    the statistics of the data has a page too, about what fails.
    """
    when = _date(date)
    main = file if file is not None else from_match
    if main is None:
        raise ParameterError(
            "no file of data and no match",
            expected="a file of counts, or a match with --from",
            do="Write symppm report counts.csv, or symppm report --from match.json.",
        )
    target = output if output is not None else Path(f"{_stem(main)}.report.html")
    given = tuple(each for each in (file, from_match) if each is not None)
    inputs = (*given, *files_of(model, known))
    check_files({"--output": target}, inputs)
    fixed, arrays = fixed_values(fix), known_arrays(known) if file is not None else {}
    data = Data(main, None) if file is None else reading.data(file, many_axes=True)
    if from_match is not None:
        _check_alone(context)
        found = _loaded(from_match)
        if file is not None:
            _check_same(found, data, reading.zeros, from_match)
    else:
        with data.explained():
            found = ppm.match(
                data.values, chosen_model(model), scale=scale, fixed=fixed,
                zeros=reading.zeros.value, known=arrays, estimator=estimator.value,
            )  # fmt: skip
    page = ppm.html_report(
        found,
        data.values,
        title=title if title is not None else main.name,
        source=file,
        notes=data.notes,
        fixed=fixed,
        known=arrays,
        zeros=reading.zeros.value,
        draws=draws if file is not None else 0,
        random_seed=random_seed,
        command=_command(context),
        date=when,
    )
    write_text(page.html, target, inputs)
    say(f"wrote {target}: {_said(found)}")
    if not found.feasible:
        raise typer.Exit(INFEASIBLE)


def _stem(path: Path) -> str:
    name = path.name
    while (ending := Path(name).suffix.lower()) in _ENDINGS and Path(name).stem:
        name = name[: -len(ending)]
    return name


def _check_alone(context: typer.Context) -> None:
    given = [name for name, _ in _typed(context) if name in _OF_MATCHING]
    if given:
        raise ParameterError(
            f"--{given[0]} together with --from",
            expected="options of matching only where something is matched",
            do="Leave --from out, or give these options to symppm match.",
        )


def _loaded(path: Path) -> ppm.Match:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path} cannot be read ({getattr(error, 'strerror', None) or 'it is no text'})",
            expected="JSON that `symppm match --json` wrote",
            do="Check the path.",
        ) from error
    return ppm.Match.from_json(text)


def _check_same(found: ppm.Match, data: Data, zeros: Zeros, earlier: Path) -> None:
    """Refuse data that are not those of the match: the page would say of them what is not so."""
    matched = found.statistics
    if matched is None or isinstance(data.values, ppm.Triples):
        return
    shape = tuple(map(int, data.values.shape))
    same = shape == tuple(matched.shape)
    if same and len(shape) == 2 and not found.spec.exposures:
        now = ppm.statistics(data.values, zeros=zeros.value)
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
    if text is None:
        return None
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError as error:
        raise ParameterError(
            f"--date {text!r}",
            expected="a date, with a time of day or without",
            do="Write it as in 2026-01-31 or 2026-01-31T12:00.",
        ) from error


def _typed(context: typer.Context) -> Iterator[tuple[str, list[str]]]:
    """Yield what was given on the command line: the name of each parameter, and its words."""
    for each in context.command.params:
        name = each.name or ""
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        value = context.params[name]
        values = value if isinstance(value, (list, tuple)) else [value]
        if each.param_type_name == "argument":
            yield name, [_text(one) for one in values]
        elif isinstance(value, bool):
            yield name, [(each.opts if value else each.secondary_opts)[0]]
        else:
            yield name, [word for one in values for word in (each.opts[0], _text(one))]


def _text(value: object) -> str:
    return str(value.value if isinstance(value, Enum) else value)


def _command(context: typer.Context) -> str:
    """Return the command that makes the page, in words that a shell understands."""
    words = [word for _, several in _typed(context) for word in several]
    return shlex.join(["symppm", "report", *words])


def _said(found: ppm.Match) -> str:
    if not found.feasible:
        return f"{found.model} cannot have these statistics"
    if found.branches:
        return f"{len(found.branches)} solutions"
    return f"K = {found.k}" if found.k is not None else "feasible"
