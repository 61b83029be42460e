"""The main job: ``symppm match``, ``symppm elicit`` and ``symppm demo``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import typer

import symppm as ppm
from symppm.cli.exporting import Exporting, sources
from symppm.cli.grouping import argument, option
from symppm.cli.options import LongAnswer, Question, pairs
from symppm.cli.output import check_files, deliver
from symppm.cli.program import INFEASIBLE, INTERRUPTED
from symppm.cli.reading import Counts, DataQuestion, Holding
from symppm.cli.searching import Search, Weights
from symppm.cli.wording import reworded
from symppm.errors import DataError, ParameterError
from symppm.waiting import on_terminal

if TYPE_CHECKING:
    from symppm.view.layout import Page


@dataclass(frozen=True)
class Checking:
    """What is compared that was not matched."""

    PANEL: ClassVar = Holding.PANEL

    check: bool = option("Compare the data with draws from the match.", default=False)
    draws: int | None = option("Matrices to draw for --check. [1000]", "N", least=2)

    def check_options(self, export: str | None) -> None:
        """Refuse draws without checks, and checks beside an export, before anything is read."""
        if self.draws is not None and not self.check:
            raise ParameterError("--draws without --check", expected="both", do="Add --check.")
        if self.check and export is not None:
            given = "--check beside --export, which prints code alone"
            raise ParameterError(given, expected="one of the two", do="Run symppm twice.")

    def check_data(self, data: Any) -> None:
        """Refuse data that cannot be compared with draws, before they are matched."""
        if self.check and isinstance(data, ppm.Triples):
            raise DataError(
                "--check of a table that is summed where it is",
                expected="a matrix in memory, to compare with draws",
                do="Add --engine memory, or leave --check out.",
            )

    def checks(self, match: ppm.Match, data: Any, **about: Any) -> tuple[ppm.Checks, ...]:
        """Return checks of a match, or of each of its solutions; none if it has no parameters."""
        solutions = match.branches if len(match.branches) > 1 else (match,)
        if not self.check or not all(solution.parameters for solution in solutions):
            return ()
        about |= {"progress": on_terminal()} | ({"draws": self.draws} if self.draws else {})
        return tuple(ppm.check(solution, data, **about) for solution in solutions)


@dataclass(frozen=True)
class Beliefs:
    """What is believed of data."""

    mean: float | None = option("Average entry.", "X")
    variance: float | None = option("Variance of an entry.", "X")
    rho_row: float | None = option("Correlation of two entries in one row.", "X")
    rho_col: float | None = option("Correlation of two entries in one column.", "X")
    target: list[str] | None = option(
        "Any other statistic of the model, such as rho_slice=0.1, a joint cumulant of entries, "
        "'cumulant ij ij il=35', of topics topics_per_document=3, or by sampling 'P(Y = 0)=0.9'.",
        "NAME=VALUE",
    )

    @property
    def targets(self) -> dict[str, float]:
        """The targets by name."""
        names = ("mean", "variance", "rho_row", "rho_col")
        moments = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return {**moments, **pairs(self.target, "--target", float, used=moments, last=True)}


def _datasets(incomplete: str) -> list[str]:
    from symppm.data import names

    return [name for name in names() if name.startswith(incomplete)]


@dataclass(frozen=True)
class Example:
    """Data that ship."""

    dataset: str = argument(
        "pbmc_facs, mutational_signatures, or single_cell.", "[DATASET]", "pbmc_facs",
        autocompletion=_datasets,
    )  # fmt: skip


def match(
    question: DataQuestion,
    answer: LongAnswer,
    counts: Counts,
    checking: Checking,
    exporting: Exporting,
    holding: Holding,
    search: Search,
) -> None:
    """Choose the number of factors and the priors for counts in a file."""
    inputs = (counts.file, *question.files)
    search.check()
    check_files({"--output": answer.output, "--rest": holding.rest, **search.files}, inputs)
    checking.check_options(exporting.export)
    exporting.check(answer.output)
    keywords, searching = question.keywords(), search.keywords
    holding.check(keywords["known"])
    data = counts.data(counts.file, many_axes=holding.holdout is None)
    checking.check_data(data.values)
    data = holding.split(data, search.random_seed)
    with data.explained():
        result = ppm.match(data.given, zeros=counts.zeros, **keywords, **searching)
    search.write(result)
    if exporting.export is not None:
        exporting.hand_over(result, answer, sources(data, counts, question))
        _leave(result)
        return
    about = {"zeros": counts.zeros, "known": keywords["known"], "random_seed": search.random_seed}
    checks = checking.checks(result, data.values, **about)
    document = {**result.to_dict(), **data.document}
    if checking.check:
        document["checks"] = [check.to_dict() for check in checks]

    def shown() -> Page:
        page = _page(result, str(counts.file), data.notes, question, answer)
        if not checking.check:
            return page
        from symppm.view.checks import checks_page
        from symppm.view.layout import Page, pages

        sections = page, reworded(checks_page(checks, verbose=answer.verbose))
        return pages(*sections) if answer.verbose else Page(*sections)

    deliver(shown, document, answer)
    _leave(result)


def elicit(
    beliefs: Beliefs,
    question: Question,
    answer: LongAnswer,
    exporting: Exporting,
    search: Search,
    weights: Weights,
) -> None:
    """Choose the number of factors and the priors from beliefs about the counts, without data.

    Mean, variance and the correlation along every axis of the data are what is usually given; with
    --fix fewer do.
    """
    targets, searching, inputs = beliefs.targets, search.keywords, question.files
    search.check()
    check_files({"--output": answer.output, **search.files}, inputs)
    exporting.check(answer.output)
    result = ppm.match(targets=weights.weighted(targets), **question.keywords(), **searching)
    search.write(result)
    if exporting.export is not None:
        exporting.hand_over(result, answer)
    else:
        document = {**result.to_dict(), "notes": []}
        deliver(lambda: _page(result, "", (), question, answer), document, answer)
    _leave(result)


def demo(
    context: typer.Context, example: Example, question: DataQuestion, answer: LongAnswer
) -> None:
    """Match real counts that ship with symppm."""
    check_files({"--output": answer.output}, question.files)
    data = ppm.data.load(example.dataset)
    result = ppm.match(data, **question.keywords())
    about = {"origin": data.origin, "licence": data.licence}
    notes = [f"{name}: {text}" for name, text in about.items()] if answer.verbose else []
    source = {"dataset": data.name, "title": data.title, **about}
    document = {**result.to_dict(), "notes": [], "source": source}

    def shown() -> Page:
        from symppm.view.layout import in_one_line

        commands = {
            "symppm match FILE": "your own counts",
            "symppm elicit --mean 2 --variance 30 --rho-row .1 --rho-col .2": "what you believe",
            shlex.join(["symppm", *context.obj, "--verbose"]): "the reasons",
        }
        then = ", ".join(f"{in_one_line(typed)} for {what}" for typed, what in commands.items())
        return _page(result, data.title, notes, question, answer, then)

    deliver(shown, document, answer)
    _leave(result)


def _page(
    match: ppm.Match,
    title: str,
    notes: Sequence[str],
    question: Question,
    answer: LongAnswer,
    then: str = "",
) -> Page:
    """Return the page of a match, which begins with its data if there are any."""
    from symppm.exports.registry import examples_of
    from symppm.view.brief import match_brief, with_data
    from symppm.view.text import page

    if match.branches:
        then = "add --fix NAME=VALUE for what tells them apart, or --verbose for all of each"
    elif not match.feasible:
        then = "add --verbose for what fails, and what would do"
    elif not then:
        libraries = "{} (or {}, {}, ...)".format(*examples_of(match.model))
        then = f"add --export {libraries}, or --verbose for the reasons"
    body = page(match, question.fixed) if answer.verbose else match_brief(match, then=then)
    return with_data(reworded(body), title, match.statistics, notes, verbose=answer.verbose)


def _leave(match: ppm.Match) -> None:
    """Leave with the exit code that says how a match went, if it is not 0."""
    if any(diagnostic.code == "interrupted" for diagnostic in match.diagnostics):
        raise typer.Exit(INTERRUPTED)
    if not match.feasible:
        raise typer.Exit(INFEASIBLE)
