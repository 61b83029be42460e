"""Matching beliefs: ``symppm elicit``."""

from __future__ import annotations

from typing import Annotated

import typer

import symppm as ppm
from symppm.cli.answering import alone, answer
from symppm.cli.exporting import Exporting, ExportOption, ShapesOption, hand_over
from symppm.cli.model_choice import chosen_model, files_of
from symppm.cli.options import (
    DEFAULT_MODEL,
    FixOption,
    GaugeOption,
    JsonOption,
    ModelOption,
    OutputOption,
    VerboseOption,
    assignments,
    fixed_values,
)
from symppm.cli.output_files import check_files
from symppm.cli.search_options import (
    BoundOption,
    Device,
    DeviceOption,
    Method,
    MethodOption,
    OverviewOption,
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
    plot: OverviewOption = None,
    export: ExportOption = None,
    shapes: ShapesOption = None,
    verbose: VerboseOption = False,
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
    traces = TraceFiles(trace, plot_trace, plot)
    traces.check()
    check_files({"--output": output, **traces.files}, files_of(model))
    exporting = Exporting(export, shapes)
    exporting.check(output)
    found = ppm.match(
        targets=weighted(targets, weight), model=chosen_model(model), gauge=gauge, fixed=fixed,
        **searching,
    )  # fmt: skip
    if exporting.target is not None:
        hand_over(
            found, exporting, as_json=as_json, output=output, traces=traces, inputs=files_of(model)
        )
        return
    answer(
        found,
        {},
        lambda: alone(found, fixed, verbose=verbose),
        as_json=as_json,
        output=output,
        traces=traces,
        inputs=files_of(model),
    )
