"""The main job: ``symppm match``, ``symppm elicit`` and ``symppm demo``."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import symppm as ppm
from symppm.cli.model_choice import chosen_model
from symppm.cli.options import (
    DEFAULT_MODEL,
    Duplicates,
    FixOption,
    GaugeOption,
    JsonOption,
    Layout,
    ModelOption,
    OutputOption,
    Zeros,
    assignments,
    column_choice,
    fixed_values,
)
from symppm.cli.output import deliver
from symppm.cli.program import INFEASIBLE, INTERRUPTED
from symppm.cli.search_options import (
    BoundOption,
    Device,
    DeviceOption,
    Method,
    MethodOption,
    PlotOption,
    SecondsOption,
    SeedOption,
    ShapeOption,
    StartOption,
    ToleranceOption,
    TraceFiles,
    TraceOption,
    WeightOption,
    search_options,
    weighted,
)
from symppm.errors import DataError

if TYPE_CHECKING:
    from symppm.data import Dataset
    from symppm.report.page import Page

_NO_FILES = TraceFiles(None, None)


def match(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Counts: text (.csv, .tsv, .dat, .txt, also .gz), .npz (SciPy sparse), .npy or "
            ".mtx. It is never modified.",
        ),
    ],
    model: ModelOption = DEFAULT_MODEL,
    gauge: GaugeOption = None,
    fix: FixOption = None,
    zeros: Annotated[
        Zeros, typer.Option("--zeros", help="What zeros and absent entries are.")
    ] = Zeros.OBSERVED,
    layout: Annotated[
        Layout | None,
        typer.Option("--layout", help="What a line of text is; guessed, and said, if left out."),
    ] = None,
    label_columns: Annotated[
        int | None,
        typer.Option(
            "--label-columns", metavar="N", help="How many leading columns of a matrix are labels."
        ),
    ] = None,
    header: Annotated[
        bool | None,
        typer.Option("--header/--no-header", help="Whether the first line names the columns."),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="ROW,COLUMN,VALUE",
            help="The columns of triples, by name (user,item,count) or position (1,2,3).",
        ),
    ] = None,
    duplicates: Annotated[
        Duplicates,
        typer.Option("--duplicates", help="What to do with a pair that triples hold twice."),
    ] = Duplicates.ERROR,
    known: Annotated[
        list[str] | None,
        typer.Option(
            "--known",
            metavar="NAME=FILE",
            help="A known array of the model, such as gamma=exposures.csv: text or .npy. May be "
            "repeated.",
        ),
    ] = None,
    method: MethodOption = Method.AUTO,
    random_seed: SeedOption = 0,
    device: DeviceOption = Device.CPU,
    start: StartOption = None,
    bound: BoundOption = None,
    shape: ShapeOption = None,
    tolerance: ToleranceOption = None,
    seconds: SecondsOption = 120.0,
    trace: TraceOption = None,
    plot_trace: PlotOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Read counts from a file and choose the number of factors and the priors for them."""
    from symppm.cli.array_files import known_arrays, many_axes  # noqa: PLC0415 - loads NumPy

    chosen = chosen_model(model)
    fixed = fixed_values(fix)
    searching = search_options(method, random_seed, device, start, bound, shape, tolerance, seconds)
    traces = TraceFiles(trace, plot_trace)
    traces.check()
    arrays = known_arrays(known)
    deep = many_axes(file)
    if deep is not None:
        made = ppm.match(deep, chosen, gauge=gauge, fixed=fixed, known=arrays, **searching)
        _answer(
            made,
            {"source": {"file": str(file)}},
            lambda: _with_data(made, str(file), (), fixed),
            as_json=as_json,
            output=output,
            inputs=(file,),
            traces=traces,
        )
        return
    table = ppm.read(
        file,
        layout=layout.value if layout else None,
        label_columns=label_columns,
        header=header,
        columns=column_choice(columns),
        duplicates=duplicates.value,
        progress=True,
    )
    notes = (*table.notes, *_absent(table, zeros))
    try:
        found = ppm.match(
            table.values, chosen, gauge=gauge, fixed=fixed, zeros=zeros.value, known=arrays,
            **searching,
        )  # fmt: skip
    except DataError as error:
        # A wrong guess about the layout is a common cause of values that cannot be.
        for note in notes:
            error.add_note(f"{file} was {note}" if note.startswith("read as ") else note)
        raise
    _answer(
        found,
        {"source": {"file": str(file)}, "notes": list(notes)},
        lambda: _with_data(found, str(file), notes, fixed),
        as_json=as_json,
        output=output,
        inputs=(file,),
        traces=traces,
    )


def _absent(table: ppm.Table, zeros: Zeros) -> tuple[str, ...]:
    stored = getattr(table.values, "nnz", None)
    rows, columns = table.shape
    if stored is None or stored == rows * columns or zeros is Zeros.MISSING:
        return ()
    return (
        f"the {rows * columns - stored:,} entries that the file leaves out count as zeros; if "
        "they are unknown, use --zeros missing",
    )


def elicit(
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
    gauge: GaugeOption = None,
    fix: FixOption = None,
    method: MethodOption = Method.AUTO,
    random_seed: SeedOption = 0,
    device: DeviceOption = Device.CPU,
    start: StartOption = None,
    bound: BoundOption = None,
    shape: ShapeOption = None,
    tolerance: ToleranceOption = None,
    seconds: SecondsOption = 120.0,
    weight: WeightOption = None,
    trace: TraceOption = None,
    plot_trace: PlotOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Choose the number of factors and the priors from beliefs about the counts, without data.

    Mean, variance and the correlation along every axis of the data are what is usually given; with
    --fix fewer do.
    """
    named = {"mean": mean, "variance": variance, "rho_row": rho_row, "rho_col": rho_col}
    given = {name: value for name, value in named.items() if value is not None}
    targets = {**given, **assignments(target, "--target", taken=given, last=True)}
    fixed = fixed_values(fix)
    searching = search_options(method, random_seed, device, start, bound, shape, tolerance, seconds)
    traces = TraceFiles(trace, plot_trace)
    traces.check()
    found = ppm.match(
        targets=weighted(targets, weight), model=chosen_model(model), gauge=gauge, fixed=fixed,
        **searching,
    )  # fmt: skip
    _answer(found, {}, lambda: _alone(found, fixed), as_json=as_json, output=output, traces=traces)


def demo(
    dataset: Annotated[
        str,
        typer.Argument(
            metavar="[DATASET]",
            help="mutational_signatures, or single_cell, which this model does not fit.",
        ),
    ] = "mutational_signatures",
    model: ModelOption = DEFAULT_MODEL,
    gauge: GaugeOption = None,
    fix: FixOption = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Match real counts that ship with symppm."""
    data = ppm.data.load(dataset)
    fixed = fixed_values(fix)
    found = ppm.match(data.values, chosen_model(model), gauge=gauge, fixed=fixed)
    about = {
        "source": {
            "dataset": data.name,
            "title": data.title,
            "origin": data.origin,
            "licence": data.licence,
        }
    }
    _answer(
        found,
        about,
        lambda: _with_data(found, data.title, _provenance(data), fixed),
        as_json=as_json,
        output=output,
    )


def _provenance(data: Dataset) -> tuple[str, ...]:
    return f"origin: {data.origin}", f"licence: {data.licence}"


def _alone(found: ppm.Match, given: Collection[str]) -> Page:
    from symppm.report.tables import match_page  # noqa: PLC0415 - not needed for JSON

    return match_page(found, given)


def _with_data(
    found: ppm.Match, title: str, about: tuple[str, ...], given: Collection[str]
) -> Page:
    from symppm.report.page import pages  # noqa: PLC0415 - as above
    from symppm.report.tables import data_page, match_page  # noqa: PLC0415 - as above

    if found.statistics is None:
        return match_page(found, given)
    return pages(data_page(title, found.statistics, about), match_page(found, given))


def _answer(
    found: ppm.Match,
    about: dict[str, Any],
    page: Callable[[], Page],
    *,
    as_json: bool,
    output: Path | None,
    inputs: tuple[Path, ...] = (),
    traces: TraceFiles = _NO_FILES,
) -> None:
    traces.write(found, inputs)
    document = {**found.to_dict(), "notes": [], **about}
    deliver(page, document, as_json=as_json, output=output, inputs=inputs)
    if any(each.code == "interrupted" for each in found.findings):
        raise typer.Exit(INTERRUPTED)
    if not found.feasible:
        raise typer.Exit(INFEASIBLE)
