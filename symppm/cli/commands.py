"""The commands, and the application that they make."""

from __future__ import annotations

import logging
import os
from typing import Annotated

import typer

import symppm as ppm
from symppm.cli.auditing import audit
from symppm.cli.comparing import compare, validate
from symppm.cli.deriving import derive, generate
from symppm.cli.grouping import grouped
from symppm.cli.matching import demo, elicit, match
from symppm.cli.options import Answer
from symppm.cli.output import check_files, deliver
from symppm.cli.program import Command, Program
from symppm.cli.reporting import report
from symppm.cli.sampling import sample


def models(answer: Answer) -> None:
    """List the models: name, what each is, what has to be given, and how it is solved."""
    check_files({"--output": answer.output})
    # Loads numba, which --help should not wait for.
    from symppm.codegen.load import load_model, model_names
    from symppm.matching.measuring import needs_of

    specs = [load_model(name).SPEC for name in model_names()]
    listed = [
        {
            "name": spec.name,
            "title": spec.title,
            "match": True,
            "needs": list(needs_of(spec)),
            "route": spec.route,
            "targets": list(spec.targets),
            "parameters": {parameter.name: parameter.meaning for parameter in spec.parameters},
        }
        for spec in specs
    ]

    def page() -> object:
        from symppm.view.text import models_page

        return models_page(specs)

    deliver(page, {"models": listed}, answer)


_EXAMPLES = (
    (match, "symppm match plays.tsv --columns user,artist,plays --json"),
    (elicit, "symppm elicit --mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454"),
    (demo, "symppm demo single_cell"),
    (compare, "symppm compare counts.csv --models pmf_gamma,hpf_gamma"),
    (validate, "symppm validate counts.csv --with sklearn --plot validation.png"),
    (models, "symppm models"),
    (derive, "symppm derive pmf_gamma --to tex -o appendix.tex"),
    (audit, "symppm audit pmf_gamma stranger.json"),
    (generate, "symppm generate my_model.py -o generated"),
    (report, "symppm report plays.tsv --columns user,artist,plays -o report.html"),
    (sample, "symppm sample pmf_gamma --shape 100,80 --random-seed 1 --set K=10 -o draw.npy"),
)
_EPILOG = "`symppm COMMAND --help` shows the options of a command, with an example."


def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)
    ] = False,
    log: Annotated[
        int,
        typer.Option(
            "--log",
            count=True,
            show_default=False,
            help="Say on standard error which choices are made meanwhile; twice says more.",
        ),
    ] = 0,
) -> None:
    """Choose the number of factors and the priors of Bayesian matrix factorization.

    Works from data or from beliefs about data, with formulas that are derived symbolically and
    checked step by step.
    """
    if version:
        typer.echo(f"symppm {ppm.__version__}")
        raise typer.Exit
    if "SOURCE_DATE_EPOCH" in os.environ:
        # Libraries underneath would stumble over what is no date.
        from symppm.view.provenance import date_of

        date_of(None)
    show_log(log)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def show_log(verbosity: int) -> None:
    """Let the log of symppm be seen; 0, not at all, leaves everything as it is."""
    if not verbosity:
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    log = logging.getLogger("symppm")
    log.handlers = [h for h in log.handlers if type(h) is not logging.StreamHandler]
    log.addHandler(handler)
    log.setLevel(logging.INFO if verbosity == 1 else logging.DEBUG)


def application() -> typer.Typer:
    """Return the command line as a Typer application."""
    app = typer.Typer(
        name="symppm",
        cls=Program,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=True,
        epilog=_EPILOG,
    )
    app.callback(invoke_without_command=True)(_start)
    for command, example in _EXAMPLES:
        app.command(cls=Command, epilog=f"Example: {example}")(grouped(command))
    return app
