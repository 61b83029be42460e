"""What stands the test of data: ``symppm compare`` of models, ``symppm validate`` of an answer."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import symppm as ppm
from symppm.cli.grouping import option, typed
from symppm.cli.options import Answer, LongAnswer, check_plot, chosen_model, files_of
from symppm.cli.output import check_files, deliver, write_files
from symppm.cli.program import INFEASIBLE
from symppm.cli.reading import Counts, DataQuestion
from symppm.errors import ParameterError
from symppm.saving import drawn

if TYPE_CHECKING:
    from symppm.view.layout import Page


@dataclass(frozen=True)
class Comparing:
    """Which models are compared, and how."""

    models: list[str] | None = option(
        "Names (`symppm models` lists them), or FILE.py[:NAME], which are run; by default the "
        "whole catalogue.",
        "MODEL,...",
    )
    level: float = option("How often the right model may be rejected. [0.001]", "X", 0.001)
    random_seed: int = option("Seed of starts and of what is held out. [0]", "N", 0, least=0)

    @property
    def names(self) -> list[str]:
        """The models as they were typed, one by one."""
        words = [word.strip() for text in self.models or () for word in text.split(",")]
        names = [name for name in words if name]
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

    library: Literal["hpfrec", "sklearn", "lda"] | None = option(
        "Whose model is fitted: hpfrec's, with the matched priors and its defaults (needs no "
        "hpfrec); scikit-learn's, which has no priors; or lda, topics, with the matched alpha and "
        "eta and the defaults 1/K. [lda of topic models, else hpfrec]",
        "--with hpfrec|sklearn|lda",
    )
    splits: int = option("How often to hold out. [3]", "N", 3, least=2)
    random_seed: int = option("Seed of all that is drawn. [0]", "N", 0, least=0)
    plot: Path | None = option("Draw the differences; also .svg, .pdf.", "FILE.png")


def compare(comparing: Comparing, answer: LongAnswer, counts: Counts) -> None:
    """Rank models by how well the moments of counts are theirs, and by what they cost.

    With the K to fit with, the hyperparameters of every model are matched to thirteen moments,
    which are more than it has; what does not fit is tested. The exit code is 0 if some model fits,
    and 3 if none does, or none can be compared with such data.
    """
    names = comparing.names
    inputs = (counts.file, *(path for name in names for path in files_of(name)))
    check_files({"--output": answer.output}, inputs)
    models, data = [chosen_model(name) for name in names] or None, counts.data(counts.file)
    with data.explained():
        comparison = ppm.compare(
            data.values, models, zeros=counts.zeros, level=comparing.level,
            random_seed=comparing.random_seed, progress=True,
        )  # fmt: skip

    def shown() -> Page:
        from symppm.view.brief import comparison_brief
        from symppm.view.layout import in_one_line
        from symppm.view.text import page

        then = "add --verbose for the whole ranking"
        if comparison.best is not None:
            named = {model if isinstance(model, str) else model.name: name
                     for model, name in zip(models or (), names, strict=False)}  # fmt: skip
            best = named.get(comparison.best, comparison.best)
            command = shlex.join(["symppm", "match", *typed(counts), "--model", best])
            then = f"{in_one_line(command)} (or {then})"
        below = page(comparison) if answer.verbose else comparison_brief(comparison, then=then)
        return data.above(below, comparison.statistics, verbose=answer.verbose)

    deliver(shown, {**comparison.to_dict(), **data.document}, answer)
    if comparison.best is None:
        raise typer.Exit(INFEASIBLE)


def validate(
    validating: Validating, question: DataQuestion, answer: Answer, counts: Counts
) -> None:
    """Match counts, then try other numbers of factors and priors on held-out entries of them.

    A tenth of the entries is missing from short fits with the K of the match, half and double of
    it, and with the library's default priors. The last sentence says whether the answer stands, or
    what does better here; the exit code is 0 either way.
    """
    plot = validating.plot
    check_plot("--plot", plot, "validation")
    check_files({"--output": answer.output, "--plot": plot}, (counts.file, *question.files))
    keywords, data = question.keywords(), counts.data(counts.file)
    common: dict[str, Any] = {
        "zeros": counts.zeros, "random_seed": validating.random_seed, "progress": True,
    }  # fmt: skip
    with data.explained():
        match = ppm.match(data.given, **keywords, **common)
        validation = match.validate(
            data.values, library=validating.library, splits=validating.splits, **common
        )
    if plot is not None:
        write_files([("--plot", plot, drawn(validation.plot(), plot.suffix))])

    from symppm.view.text import page

    shown = partial(data.above, page(validation), match.statistics, verbose=True)
    deliver(shown, {**validation.to_dict(), **data.document}, answer)
