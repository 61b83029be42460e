"""Proof on the user's own data: ``symppm validate``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import symppm as ppm
from symppm.cli.options import (
    Answer,
    DataModelOption,
    Estimator,
    EstimatorOption,
    FixOption,
    JsonOption,
    KnownOption,
    OutputOption,
    chosen_model,
    files_of,
    fixed_values,
)
from symppm.cli.output import check_files, deliver, write_files
from symppm.cli.reading import FileArgument, Reading, known_arrays
from symppm.cli.searching import check_plot
from symppm.saving import drawn


class Library(StrEnum):
    """Whose model is fitted."""

    HPFREC = "hpfrec"
    SKLEARN = "sklearn"


def validate(
    file: FileArgument,
    *,
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
    reading: Reading,
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
    inputs = (file, *files_of(model, known))
    if plot is not None:
        check_plot("--plot", plot, "validation")
    check_files({"--output": output, "--plot": plot}, inputs)
    chosen, fixed, data = chosen_model(model), fixed_values(fix), reading.data(file)
    with data.explained():
        found = ppm.match(
            data.values, chosen, fixed=fixed, zeros=reading.zeros.value, known=known_arrays(known),
            estimator=estimator.value, random_seed=random_seed, progress=True,
        )  # fmt: skip
        made = found.validate(
            data.values, library=library.value, splits=splits, zeros=reading.zeros.value,
            random_seed=random_seed, progress=True,
        )  # fmt: skip
    if plot is not None:
        write_files([("--plot", plot, drawn(made.plot(), plot.suffix))], inputs)

    def page() -> object:
        from symppm.view.layout import pages  # noqa: PLC0415 - not needed for JSON
        from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

        if found.statistics is None:
            return page(made)
        return pages(data_page(str(file), found.statistics, data.notes), page(made))

    deliver(page, {**made.to_dict(), **data.document}, Answer(False, as_json, output), inputs)
