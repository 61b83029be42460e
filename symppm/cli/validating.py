"""Proof on the user's own data: ``symppm validate``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import symppm as ppm
from symppm.cli.matching import absent
from symppm.cli.model_choice import chosen_model, files_of
from symppm.cli.options import (
    DataModelOption,
    FixOption,
    JsonOption,
    OutputOption,
    fixed_values,
)
from symppm.cli.output import deliver, write_files
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
from symppm.cli.search_options import Estimator, EstimatorOption, TraceFiles
from symppm.errors import DataError
from symppm.saving import drawn

if TYPE_CHECKING:
    from symppm.validation import Validation
    from symppm.view.layout import Page


class Library(StrEnum):
    """Whose model is fitted."""

    HPFREC = "hpfrec"
    SKLEARN = "sklearn"


def validate(
    file: FileArgument,
    library: Annotated[
        Library,
        typer.Option(
            "--with",
            help="Whose model is fitted: hpfrec's, with the matched priors and with its defaults, "
            "which needs no hpfrec; or scikit-learn's, which has no priors, and has to be "
            "installed.",
        ),
    ] = Library.HPFREC,
    model: DataModelOption = None,
    fix: FixOption = None,
    estimator: EstimatorOption = Estimator.AUTO,
    splits: Annotated[
        int, typer.Option("--splits", metavar="N", min=2, max=100, help="How often to hold out.")
    ] = 3,
    zeros: ZerosOption = Zeros.OBSERVED,
    layout: LayoutOption = None,
    label_columns: LabelColumnsOption = None,
    layer: LayerOption = None,
    header: HeaderOption = None,
    columns: ColumnsOption = None,
    duplicates: DuplicatesOption = Duplicates.ERROR,
    engine: EngineOption = None,
    known: KnownOption = None,
    random_seed: Annotated[
        int, typer.Option("--random-seed", metavar="N", min=0, help="Seed of all that is drawn.")
    ] = 0,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the differences: .png, .svg or .pdf."),
    ] = None,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Match counts, then try other numbers of factors and priors on held-out entries of them.

    A tenth of the entries is missing from short fits with the K of the match, half and double of
    it, and with the library's default priors. The last sentence says whether the answer stands, or
    what does better here; the exit code is 0 either way.
    """
    from symppm.cli.array_files import known_arrays  # noqa: PLC0415 - loads NumPy

    inputs = (file, *files_of(model, known))
    TraceFiles(None, None, plot).check()
    check_files({"--output": output, "--plot": plot}, inputs)
    chosen, fixed = chosen_model(model), fixed_values(fix)
    table = ppm.read(
        file, layout=layout.value if layout else None, label_columns=label_columns, header=header,
        columns=column_choice(columns), duplicates=duplicates.value, layer=layer, engine=engine,
        progress=True,
    )  # fmt: skip
    notes = (*table.notes, *absent(table, zeros))
    try:
        found = ppm.match(
            table.values, chosen, fixed=fixed, zeros=zeros.value, known=known_arrays(known),
            estimator=estimator.value, random_seed=random_seed, progress=True,
        )  # fmt: skip
        made = found.validate(
            table.values, library=library.value, splits=splits, zeros=zeros.value,
            random_seed=random_seed, progress=True,
        )  # fmt: skip
    except DataError as error:
        for note in notes:
            error.add_note(f"{file} was {note}" if note.startswith("read as ") else note)
        raise
    if plot is not None:
        write_files({plot: drawn(made.plot(), plot.suffix)}, inputs, {plot: "--plot"})
    document = {**made.to_dict(), "source": {"file": str(file)}, "notes": list(notes)}
    deliver(
        lambda: _page(made, found, str(file), notes),
        document,
        as_json=as_json,
        output=output,
        inputs=inputs,
    )


def _page(made: Validation, found: ppm.Match, title: str, notes: tuple[str, ...]) -> Page:
    from symppm.view.layout import pages  # noqa: PLC0415 - not needed for JSON
    from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

    if found.statistics is None:
        return page(made)
    return pages(data_page(title, found.statistics, notes), page(made))
