"""Which model: ``symppm compare``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import symppm as ppm
from symppm.cli.model_choice import chosen_model, files_of
from symppm.cli.options import JsonOption, OutputOption, VerboseOption
from symppm.cli.output import deliver
from symppm.cli.output_files import check_files
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading_options import (
    ColumnsOption,
    Duplicates,
    DuplicatesOption,
    EngineOption,
    FileArgument,
    HeaderOption,
    LabelColumnsOption,
    LayerOption,
    LayoutOption,
    Zeros,
    ZerosOption,
    column_choice,
)
from symppm.errors import DataError, ParameterError

if TYPE_CHECKING:
    from symppm.comparing import Comparison
    from symppm.view.layout import Page


def _next(made: Comparison) -> str:
    """Return what to do with a verdict."""
    if made.best is None:
        return "add --verbose for the whole ranking"
    return f"symppm match with --model {made.best}, or add --verbose for the whole ranking"


def compare(
    file: FileArgument,
    models: Annotated[
        list[str] | None,
        typer.Option(
            "--models",
            metavar="MODEL,...",
            help="Names (`symppm models` lists them), or FILE.py[:NAME], Python files that declare "
            "models and are run; separated by commas, and the option may be repeated. Left out, "
            "the whole catalogue.",
        ),
    ] = None,
    level: Annotated[
        float,
        typer.Option(
            "--level",
            metavar="X",
            help="How often the right model is rejected by chance, between 0 and 1.",
        ),
    ] = 0.001,
    zeros: ZerosOption = Zeros.OBSERVED,
    layout: LayoutOption = None,
    label_columns: LabelColumnsOption = None,
    layer: LayerOption = None,
    header: HeaderOption = None,
    columns: ColumnsOption = None,
    duplicates: DuplicatesOption = Duplicates.ERROR,
    engine: EngineOption = None,
    random_seed: Annotated[
        int,
        typer.Option(
            "--random-seed",
            metavar="N",
            min=0,
            help="Seed of the starts of the search and of what is held out.",
        ),
    ] = 0,
    verbose: VerboseOption = False,
    as_json: JsonOption = False,
    output: OutputOption = None,
) -> None:
    """Rank models by how well the moments of counts are theirs, and by what they cost.

    K and all hyperparameters of every model are matched to thirteen moments, which are more than it
    has hyperparameters; what does not fit is tested. The exit code is 0 if some model fits, and 3
    if none does, or none can be compared with such data.
    """
    inputs = (file, *(path for each in _names(models) for path in files_of(each)))
    check_files({"--output": output}, inputs)
    chosen = _chosen(models)
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
    try:
        made = ppm.compare(
            table.values, chosen, zeros=zeros.value, level=level, random_seed=random_seed,
            progress=True,
        )  # fmt: skip
    except DataError as error:
        for note in table.notes:
            error.add_note(f"{file} was {note}" if note.startswith("read as ") else note)
        raise
    document = {**made.to_dict(), "source": {"file": str(file)}, "notes": list(table.notes)}
    deliver(
        lambda: _page(made, str(file), table.notes, verbose=verbose),
        document,
        as_json=as_json,
        output=output,
        inputs=inputs,
    )
    if made.best is None:
        raise typer.Exit(INFEASIBLE)


def _chosen(texts: list[str] | None) -> list[str | ppm.Model] | None:
    names = _names(texts)
    if texts and not names:
        raise ParameterError(
            f"--models {texts[-1]!r}",
            expected="one name or more, separated by commas",
            do="Write --models pmf_gamma,hpf_gamma, or leave it out for the whole catalogue.",
        )
    return [chosen_model(name) for name in names] if names else None


def _names(texts: list[str] | None) -> list[str]:
    parts = [part.strip() for text in texts or () for part in text.split(",")]
    return [name for name in parts if name]


def _page(made: Comparison, title: str, notes: tuple[str, ...], *, verbose: bool) -> Page:
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    from symppm.view.brief import comparison_brief, data_line  # noqa: PLC0415 - as above
    from symppm.view.layout import pages  # noqa: PLC0415 - as above
    from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

    if not verbose:
        return Group(
            data_line(title, made.statistics, notes), comparison_brief(made, then=_next(made))
        )
    return pages(data_page(title, made.statistics, notes), page(made))
