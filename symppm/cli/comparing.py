"""What stands the test of data: ``symppm compare`` of models, ``symppm validate`` of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import symppm as ppm
from symppm.cli.grouping import option
from symppm.cli.options import Answer, LongAnswer, check_plot, chosen_model, files_of
from symppm.cli.output import check_files, deliver, write_files
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading import Counts, DataQuestion
from symppm.cli.wording import reworded
from symppm.errors import ParameterError
from symppm.saving import drawn

if TYPE_CHECKING:
    from symppm.view.layout import Page


@dataclass(frozen=True)
class Comparing:
    """Which models are compared, and how."""

    models: list[str] | None = option(
        "Names (`symppm models` lists them), or FILE.py[:NAME], Python files that declare models "
        "and are run; separated by commas, and the option may be repeated. Left out, the whole "
        "catalogue.",
        "MODEL,...",
    )
    level: float = option(
        "How often the right model is rejected by chance, between 0 and 1.", "X", 0.001
    )
    random_seed: int = option(
        "Seed of the starts of the search and of what is held out.", "N", 0, min=0
    )

    @property
    def names(self) -> list[str]:
        """The models as they were typed, one by one."""
        parts = [part.strip() for text in self.models or () for part in text.split(",")]
        names = [name for name in parts if name]
        if self.models and not names:
            raise ParameterError(
                f"--models {self.models[-1]!r}",
                expected="one name or more, separated by commas",
                do="Write --models pmf_gamma,hpf_gamma, or leave it out for the whole catalogue.",
            )
        return names


@dataclass(frozen=True)
class Validating:
    """What is fitted, and how often."""

    library: Literal["hpfrec", "sklearn"] = option(
        "Whose model is fitted: hpfrec's, with the matched priors and with its defaults, which "
        "needs no hpfrec; or scikit-learn's, which has no priors, and has to be installed.",
        "--with",
        "hpfrec",
    )
    splits: int = option("How often to hold out.", "N", 3, min=2, max=100)
    random_seed: int = option("Seed of all that is drawn.", "N", 0, min=0)
    plot: Path | None = option("Draw the differences: .png, .svg or .pdf.", "FILE")


def compare(comparing: Comparing, counts: Counts, answer: LongAnswer) -> None:
    """Rank models by how well the moments of counts are theirs, and by what they cost.

    K and all hyperparameters of every model are matched to thirteen moments, which are more than it
    has hyperparameters; what does not fit is tested. The exit code is 0 if some model fits, and 3
    if none does, or none can be compared with such data.
    """
    names = comparing.names
    inputs = (counts.file, *(path for each in names for path in files_of(each)))
    check_files({"--output": answer.output}, inputs)
    chosen, data = [chosen_model(name) for name in names] or None, counts.data(counts.file)
    with data.explained():
        made = ppm.compare(
            data.values, chosen, zeros=counts.zeros, level=comparing.level,
            random_seed=comparing.random_seed, progress=True,
        )  # fmt: skip

    def page() -> Page:
        from symppm.view.brief import comparison_brief, with_data  # noqa: PLC0415 - not for JSON
        from symppm.view.text import page  # noqa: PLC0415 - as above

        then = "add --verbose for the whole ranking"
        if made.best is not None:
            then = f"symppm match with --model {made.best}, or {then}"
        shown = page(made) if answer.verbose else comparison_brief(made, then=then)
        title = str(data.file)
        return with_data(shown, title, made.statistics, data.notes, verbose=answer.verbose)

    deliver(page, {**made.to_dict(), **data.document}, answer)
    if made.best is None:
        raise typer.Exit(INFEASIBLE)


def validate(
    validating: Validating, question: DataQuestion, counts: Counts, answer: Answer
) -> None:
    """Match counts, then try other numbers of factors and priors on held-out entries of them.

    A tenth of the entries is missing from short fits with the K of the match, half and double of
    it, and with the library's default priors. The last sentence says whether the answer stands, or
    what does better here; the exit code is 0 either way.
    """
    plot = validating.plot
    check_plot("--plot", plot, "validation")
    check_files({"--output": answer.output, "--plot": plot}, (counts.file, *question.files))
    asked, data = question.keywords(), counts.data(counts.file)
    common: dict[str, Any] = {
        "zeros": counts.zeros, "random_seed": validating.random_seed, "progress": True,
    }  # fmt: skip
    with data.explained():
        found = ppm.match(data.values, **asked, **common)
        made = found.validate(
            data.values, library=validating.library, splits=validating.splits, **common
        )
    if plot is not None:
        write_files([("--plot", plot, drawn(made.plot(), plot.suffix))])

    def page() -> Page:
        from symppm.view.brief import with_data  # noqa: PLC0415 - not needed for JSON
        from symppm.view.text import page  # noqa: PLC0415 - as above

        shown, title = reworded(page(made)), str(counts.file)
        return with_data(shown, title, found.statistics, data.notes, verbose=True)

    deliver(page, {**made.to_dict(), **data.document}, answer)
