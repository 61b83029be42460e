"""The main job: ``symppm match``, and ``symppm demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

import symppm as ppm
from symppm.cli.answering import answer, with_data
from symppm.cli.checking import Checking, CheckOption, DrawsOption
from symppm.cli.exporting import Exporting, ExportOption, ShapesOption, hand_over
from symppm.cli.holding_out import HoldoutOption, RestOption, check_holdout, set_aside
from symppm.cli.model_choice import chosen_model, files_of
from symppm.cli.options import (
    DataModelOption,
    FixOption,
    GaugeOption,
    JsonOption,
    OutputOption,
    VerboseOption,
    fixed_values,
)
from symppm.cli.output_files import check_files
from symppm.cli.reading_options import (
    ColumnsOption,
    Duplicates,
    DuplicatesOption,
    EngineOption,
    FileArgument,
    HeaderOption,
    KnownOption,
    LabelColumnsOption,
    LayerOption,
    LayoutOption,
    Zeros,
    ZerosOption,
    column_choice,
)
from symppm.cli.script_data import (
    Sources,
    array_source,
    data_source,
    known_sources,
    sources_of,
)
from symppm.cli.search_options import (
    BoundOption,
    Device,
    DeviceOption,
    Estimator,
    EstimatorOption,
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
    search_options,
)
from symppm.errors import DataError

if TYPE_CHECKING:
    from symppm.data import Dataset


_OWN: Final = "symppm match FILE for your own counts, or add --verbose for the reasons"


def match(
    file: FileArgument,
    model: DataModelOption = None,
    gauge: GaugeOption = None,
    fix: FixOption = None,
    zeros: ZerosOption = Zeros.OBSERVED,
    layout: LayoutOption = None,
    label_columns: LabelColumnsOption = None,
    layer: LayerOption = None,
    header: HeaderOption = None,
    columns: ColumnsOption = None,
    duplicates: DuplicatesOption = Duplicates.ERROR,
    engine: EngineOption = None,
    known: KnownOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    holdout: HoldoutOption = None,
    rest: RestOption = None,
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
    plot: OverviewOption = None,
    check: CheckOption = False,
    draws: DrawsOption = None,
    export: ExportOption = None,
    shapes: ShapesOption = None,
    verbose: VerboseOption = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Read counts from a file and choose the number of factors and the priors for them."""
    from symppm.cli.array_files import known_arrays, many_axes  # noqa: PLC0415 - loads NumPy

    chosen, named = chosen_model(model), files_of(model, known)
    fixed = fixed_values(fix)
    searching = search_options(method, random_seed, device, start, bound, shape, tolerance, seconds)
    traces = TraceFiles(trace, plot_trace, plot)
    traces.check()
    check_files({"--output": output, "--rest": rest, **traces.files}, (file, *named))
    checking = Checking(check, draws, random_seed)
    checking.check(export)
    exporting = Exporting(export, shapes)
    exporting.check(output)
    arrays = known_arrays(known)
    check_holdout(holdout, rest, arrays)
    deep = many_axes(file) if holdout is None else None
    if deep is not None:
        made = ppm.match(
            deep, chosen, gauge=gauge, fixed=fixed, known=arrays, estimator=estimator.value,
            **searching,
        )  # fmt: skip
        if exporting.target is not None:
            hand_over(
                made,
                exporting,
                as_json=as_json,
                output=output,
                inputs=(file, *named),
                traces=traces,
                sources=Sources(array_source(file), known_sources(known)),
            )
            return
        checks = checking.of(made, deep, Zeros.OBSERVED.value, arrays)
        answer(
            made,
            {"source": {"file": str(file)}, **checking.document(checks)},
            checking.page(
                lambda: with_data(made, str(file), (), fixed, verbose=verbose),
                checks,
                verbose=verbose,
            ),
            as_json=as_json,
            output=output,
            inputs=(file, *named),
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
        layer=layer,
        engine=engine,
        progress=True,
    )
    checking.check_data(table.values)
    aside = set_aside(table, holdout, rest, random_seed, file)
    notes = (*table.notes, *absent(table, zeros), *aside.notes)
    try:
        found = ppm.match(
            aside.values, chosen, gauge=gauge, fixed=fixed, zeros=zeros.value, known=arrays,
            estimator=estimator.value, **searching,
        )  # fmt: skip
    except DataError as error:
        # A wrong guess about the layout is a common cause of values that cannot be.
        for note in notes:
            error.add_note(f"{file} was {note}" if note.startswith("read as ") else note)
        raise
    inputs = (file, *named) if rest is None else (file, rest, *named)
    if exporting.target is not None:
        how = {
            "layout": layout.value if layout else None,
            "label_columns": label_columns,
            "header": header,
            "columns": column_choice(columns),
            "duplicates": duplicates.value if duplicates is not Duplicates.ERROR else None,
            "layer": layer,
        }
        hand_over(
            found,
            exporting,
            as_json=as_json,
            output=output,
            inputs=inputs,
            traces=traces,
            sources=sources_of(file, table.values, how, known)
            if rest is None
            else Sources(
                data_source(rest, {}),
                note=f"HELD OUT: the match is to {aside.values.shape[0]:,} rows and "
                f"{aside.values.shape[1]:,} columns of {file}; this code is for the rest, {rest}, "
                "which shares neither with them.",
            ),
        )
        return
    checks = checking.of(found, aside.values, zeros.value, arrays)
    about = {"source": {"file": str(file)}, "notes": list(notes), **aside.document}
    answer(
        found,
        {**about, **checking.document(checks)},
        checking.page(
            lambda: with_data(found, str(file), notes, fixed, verbose=verbose),
            checks,
            verbose=verbose,
        ),
        as_json=as_json,
        output=output,
        inputs=inputs,
        traces=traces,
    )


def absent(table: ppm.Table, zeros: Zeros) -> tuple[str, ...]:
    """Say what entries that are not in a file count as, where there are any."""
    if isinstance(table.values, ppm.Triples):
        if zeros is Zeros.MISSING:
            return ()
        return (
            "pairs that the table leaves out count as zeros; if they are unknown, use "
            "--zeros missing",
        )
    stored = getattr(table.values, "nnz", None)
    rows, columns = table.shape
    if stored is None or stored == rows * columns or zeros is Zeros.MISSING:
        return ()
    return (
        f"the {rows * columns - stored:,} entries that the file leaves out count as zeros; if "
        "they are unknown, use --zeros missing",
    )


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
    model: DataModelOption = None,
    gauge: GaugeOption = None,
    fix: FixOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    verbose: VerboseOption = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Match real counts that ship with symppm."""
    check_files({"--output": output})
    data = ppm.data.load(dataset)
    fixed = fixed_values(fix)
    found = ppm.match(
        data.values, chosen_model(model), gauge=gauge, fixed=fixed, estimator=estimator.value
    )
    told = _provenance(data) if verbose else ()
    about = {
        "source": {
            "dataset": data.name,
            "title": data.title,
            "origin": data.origin,
            "licence": data.licence,
        }
    }
    answer(
        found,
        about,
        lambda: with_data(found, data.title, told, fixed, verbose=verbose, export=_OWN),
        as_json=as_json,
        output=output,
    )


def _provenance(data: Dataset) -> tuple[str, ...]:
    return f"origin: {data.origin}", f"licence: {data.licence}"
