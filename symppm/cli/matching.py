"""The main job: ``symppm match``, ``symppm elicit`` and ``symppm demo``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

import symppm as ppm
from symppm.cli.checking import Checking, with_checks
from symppm.cli.exporting import Exporting
from symppm.cli.holding_out import Holding
from symppm.cli.options import (
    DEFAULT_MODEL,
    Answer,
    DataModelOption,
    Estimator,
    EstimatorOption,
    FixOption,
    KnownOption,
    ModelOption,
    ScaleOption,
    chosen_model,
    files_of,
    fixed_values,
    pairs,
)
from symppm.cli.output import check_files, deliver
from symppm.cli.program import INFEASIBLE, INTERRUPTED
from symppm.cli.reading import FileArgument, Reading, known_arrays
from symppm.cli.script_data import sources_of
from symppm.cli.searching import Search, weighted
from symppm.cli.wording import in_options, worded

if TYPE_CHECKING:
    from symppm.view.layout import Page

_EXPORT: Final = "add --export hpfrec (or pymc, stan, ...), or --verbose for the reasons"
_OWN: Final = "symppm match FILE for your own counts, or add --verbose for the reasons"
_REASONS: Final = "add --verbose for what fails, and what would do"
_TELL_APART: Final = "add --fix NAME=VALUE for what tells them apart, or --verbose for all of each"


def match(
    file: FileArgument,
    *,
    model: DataModelOption = None,
    scale: ScaleOption = None,
    fix: FixOption = None,
    reading: Reading,
    known: KnownOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    holding: Holding,
    search: Search,
    checking: Checking,
    exporting: Exporting,
    answer: Answer,
) -> None:
    """Read counts from a file and choose the number of factors and the priors for them."""
    chosen, fixed, searching = chosen_model(model), fixed_values(fix), search.keywords
    inputs = (file, *files_of(model, known))
    search.check()
    check_files({"--output": answer.output, "--rest": holding.rest, **search.files}, inputs)
    checking.check_options(exporting.export)
    exporting.check(answer.output)
    arrays = known_arrays(known)
    holding.check(arrays)
    data = reading.data(file, many_axes=holding.holdout is None)
    checking.check_data(data.values)
    matched = holding.split(data, search.random_seed)
    with matched.data.explained():
        found = ppm.match(
            matched.data.values, chosen, scale=scale, fixed=fixed, zeros=reading.zeros.value,
            known=arrays, estimator=estimator.value, **searching,
        )  # fmt: skip
    search.write(found, inputs)
    if exporting.export is not None:
        sources = sources_of(data, reading, known, matched)
        exporting.hand_over(found, answer, inputs, sources)
        _leave(found)
        return
    checks = checking.made(
        found, matched.data.values, reading.zeros.value, arrays, search.random_seed
    )
    about = {**matched.data.document, **matched.document}
    if checking.check:
        about["checks"] = [each.to_dict() for each in checks]

    def page() -> Page:
        made = _page(found, str(file), matched.data.notes, fixed, verbose=answer.verbose)
        return with_checks(made, checks, verbose=answer.verbose) if checking.check else made

    _deliver(found, about, page, answer, inputs)


def elicit(
    *,
    mean: Annotated[
        float | None, typer.Option("--mean", metavar="X", help="Average entry.")
    ] = None,
    variance: Annotated[
        float | None, typer.Option("--variance", metavar="X", help="Variance of an entry.")
    ] = None,
    rho_row: Annotated[
        float | None,
        typer.Option("--rho-row", metavar="X", help="Correlation of two entries in one row."),
    ] = None,
    rho_col: Annotated[
        float | None,
        typer.Option("--rho-col", metavar="X", help="Correlation of two entries in one column."),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="NAME=VALUE",
            help="Any other statistic of the model, such as rho_slice=0.1, a joint cumulant of "
            "entries, 'cumulant ij ij il=35', or by sampling 'P(Y = 0)=0.9'. May be repeated.",
        ),
    ] = None,
    model: ModelOption = DEFAULT_MODEL,
    scale: ScaleOption = None,
    fix: FixOption = None,
    search: Search,
    weight: Annotated[
        list[str] | None,
        typer.Option(
            "--weight",
            metavar="NAME=W",
            help="Weight of a target; 1 if left out. May be repeated.",
            rich_help_panel="Matching by sampling",
        ),
    ] = None,
    exporting: Exporting,
    answer: Answer,
) -> None:
    """Choose the number of factors and the priors from beliefs about the counts, without data.

    Mean, variance and the correlation along every axis of the data are what is usually given; with
    --fix fewer do.
    """
    named = {"mean": mean, "variance": variance, "rho_row": rho_row, "rho_col": rho_col}
    given = {name: value for name, value in named.items() if value is not None}
    targets = {**given, **pairs(target, "--target", float, taken=given, last=True)}
    fixed, searching, inputs = fixed_values(fix), search.keywords, files_of(model)
    search.check()
    check_files({"--output": answer.output, **search.files}, inputs)
    exporting.check(answer.output)
    found = ppm.match(
        targets=weighted(targets, weight), model=chosen_model(model), scale=scale, fixed=fixed,
        **searching,
    )  # fmt: skip
    search.write(found, inputs)
    if exporting.export is not None:
        exporting.hand_over(found, answer, inputs, None)
        _leave(found)
        return
    _deliver(found, {}, lambda: _page(found, "", (), fixed, verbose=answer.verbose), answer, inputs)


def _datasets(incomplete: str) -> list[str]:
    from symppm.data import names  # noqa: PLC0415 - rarely needed

    return [name for name in names() if name.startswith(incomplete)]


def demo(
    dataset: Annotated[
        str,
        typer.Argument(
            metavar="[DATASET]",
            help="mutational_signatures, or single_cell, which this model does not fit.",
            autocompletion=_datasets,
        ),
    ] = "mutational_signatures",
    *,
    model: DataModelOption = None,
    scale: ScaleOption = None,
    fix: FixOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    answer: Answer,
) -> None:
    """Match real counts that ship with symppm."""
    check_files({"--output": answer.output})
    data, fixed = ppm.data.load(dataset), fixed_values(fix)
    found = ppm.match(
        data.values, chosen_model(model), scale=scale, fixed=fixed, estimator=estimator.value
    )
    told = (f"origin: {data.origin}", f"licence: {data.licence}") if answer.verbose else ()
    about = {
        "dataset": data.name, "title": data.title, "origin": data.origin, "licence": data.licence,
    }  # fmt: skip

    def page() -> Page:
        return _page(found, data.title, told, fixed, verbose=answer.verbose, then=_OWN)

    _deliver(found, {"source": about}, page, answer)


def _page(
    found: ppm.Match,
    title: str,
    notes: tuple[str, ...],
    fixed: Collection[str],
    *,
    verbose: bool,
    then: str = _EXPORT,
) -> Page:
    """Return the page of a match, which begins with its data if there are any."""
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    from symppm.view.brief import data_line, match_brief  # noqa: PLC0415 - as above
    from symppm.view.layout import pages  # noqa: PLC0415 - as above
    from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

    statistics = found.statistics
    if verbose:
        made = page(worded(found), fixed)
        return made if statistics is None else pages(data_page(title, statistics, notes), made)
    then = _TELL_APART if found.branches else then if found.feasible else _REASONS
    brief = match_brief(found, words=in_options, then=then)
    return brief if statistics is None else Group(data_line(title, statistics, notes), brief)


def _deliver(
    found: ppm.Match,
    about: dict[str, Any],
    page: Callable[[], Page],
    answer: Answer,
    inputs: Sequence[Path] = (),
) -> None:
    deliver(page, {**found.to_dict(), "notes": [], **about}, answer, inputs)
    _leave(found)


def _leave(found: ppm.Match) -> None:
    """Leave with the exit code that says how a match went, if it is not 0."""
    if any(each.code == "interrupted" for each in found.diagnostics):
        raise typer.Exit(INTERRUPTED)
    if not found.feasible:
        raise typer.Exit(INFEASIBLE)
