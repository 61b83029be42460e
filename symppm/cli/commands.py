"""The commands, and the application that they make."""

from __future__ import annotations

import datetime
import os
from typing import Annotated

import typer

import symppm as ppm
from symppm.cli.auditing import audit
from symppm.cli.comparing import compare
from symppm.cli.deriving import derive, generate
from symppm.cli.eliciting import elicit
from symppm.cli.listing import models
from symppm.cli.logs import LogOption, show_log
from symppm.cli.matching import demo, match
from symppm.cli.program import Command, Program
from symppm.cli.reporting import report
from symppm.cli.sampling import sample
from symppm.cli.validating import validate
from symppm.errors import ParameterError

_EXAMPLES = (
    (match, "symppm match plays.tsv --columns user,artist,plays --json"),
    (elicit, "symppm elicit --mean 25 --variance 550 --rho-row 0.045 --rho-col 0.454"),
    (demo, "symppm demo single_cell"),
    (compare, "symppm compare counts.csv --models pmf_gamma,hpf_gamma"),
    (validate, "symppm validate counts.csv --with sklearn --plot validation.png"),
    (models, "symppm models"),
    (derive, "symppm derive pmf_gamma --format latex -o appendix.tex"),
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
    log: LogOption = 0,
) -> None:
    """Choose the number of factors and the priors of Bayesian matrix factorization.

    Works from data or from beliefs about data, with formulas that are derived symbolically and
    checked step by step.
    """
    if version:
        typer.echo(f"symppm {ppm.__version__}")
        raise typer.Exit
    _check_environment()
    show_log(log)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _check_environment() -> None:
    """Refuse a date that libraries underneath would stumble over while they are loaded."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "0")
    try:
        datetime.datetime.fromtimestamp(int(seconds), datetime.UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ParameterError(
            f"the environment variable SOURCE_DATE_EPOCH={seconds!r}",
            expected="a number of seconds since 1970",
            do="Set it to one, or unset it.",
        ) from error


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
        app.command(cls=Command, epilog=f"Example: {example}")(command)
    return app
