"""Which model: ``symppm compare``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import symppm as ppm
from symppm.cli.options import Answer, chosen_model, files_of
from symppm.cli.output import check_files, deliver
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading import Data, FileArgument, Reading
from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.view.layout import Page


def compare(
    file: FileArgument,
    *,
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
    reading: Reading,
    random_seed: Annotated[
        int,
        typer.Option(
            "--random-seed",
            metavar="N",
            min=0,
            help="Seed of the starts of the search and of what is held out.",
        ),
    ] = 0,
    answer: Answer,
) -> None:
    """Rank models by how well the moments of counts are theirs, and by what they cost.

    K and all hyperparameters of every model are matched to thirteen moments, which are more than it
    has hyperparameters; what does not fit is tested. The exit code is 0 if some model fits, and 3
    if none does, or none can be compared with such data.
    """
    inputs = (file, *(path for each in _names(models) for path in files_of(each)))
    check_files({"--output": answer.output}, inputs)
    chosen, data = _chosen(models), reading.data(file)
    with data.explained():
        made = ppm.compare(
            data.values, chosen, zeros=reading.zeros.value, level=level, random_seed=random_seed,
            progress=True,
        )  # fmt: skip
    document = {**made.to_dict(), **data.document}
    deliver(lambda: _page(made, data, verbose=answer.verbose), document, answer, inputs)
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


def _page(made: ppm.Comparison, data: Data, *, verbose: bool) -> Page:
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    from symppm.view.brief import comparison_brief, data_line  # noqa: PLC0415 - as above
    from symppm.view.layout import pages  # noqa: PLC0415 - as above
    from symppm.view.text import data_page, page  # noqa: PLC0415 - as above

    title = str(data.file)
    if verbose:
        return pages(data_page(title, made.statistics, data.notes), page(made))
    then = "add --verbose for the whole ranking"
    if made.best is not None:
        then = f"symppm match with --model {made.best}, or {then}"
    return Group(data_line(title, made.statistics, data.notes), comparison_brief(made, then=then))
