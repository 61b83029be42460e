"""What every command has in common: one message for an error, and the exit codes."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import sys
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from symppm.cli.grouping import plain_reader
from symppm.errors import TYPED, SymPPMError, nearest
from symppm.waiting import waiting

WRONG: Final = 2
INFEASIBLE: Final = 3
INTERRUPTED: Final = 130
_EXIT_CODES: Final = (
    ("0", "an answer"),
    ("1", "an audit found something wrong"),
    (str(WRONG), "something is wrong with the options or the data; one message says what"),
    (
        str(INFEASIBLE),
        "an answer, and it is that the model cannot have these statistics, or that none fits",
    ),
    (str(INTERRUPTED), "interrupted by Ctrl-C; 143 by SIGTERM"),
)


class _Plain:
    """What commands and the group of them have in common."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, which read plain values themselves."""
        return [plain_reader(parameter) for parameter in super().get_params(ctx)]  # type: ignore[misc]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help as wide as the terminal is, which Click would have no less than 50."""
        columns = shutil.get_terminal_size().columns
        formatter.width = min(formatter.width, max(columns - 2, 30))
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options below the headings that they name."""
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
            panel = getattr(parameter, "rich_help_panel", None) or kind
            record = parameter.get_help_record(ctx)
            groups.setdefault(panel, []).extend([record] if record else [])
        # A description stands beside a name that is not too long, else below it.
        room = 30 if formatter.width >= 60 else 4
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records, col_max=room)


_IN_PYTHON: Final = re.compile(r"Got unexpected extra argument\S* \((\w+)=([^\s)]+)")
"""What is said of an option that is written as a keyword of Python."""


class Command(_Plain, TyperCommand):
    """A command whose help shows options in groups, the panels that they name."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; after a while without an answer, say that it runs."""
        if ctx.find_root().params.get("log"):
            # The log says what is done.
            return super().invoke(ctx)
        with waiting(f"{ctx.command_path} ..."):
            return super().invoke(ctx)


class Program(_Plain, TyperGroup):
    """A group of commands whose errors are one message on standard error."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the commands, what each does in full, then the exit codes."""
        super().format_options(ctx, formatter)
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        commands = [(name, command.get_short_help_str(200)) for name, command in named if command]
        for title, records in (("Commands", commands), ("Exit codes", _EXIT_CODES)):
            with formatter.section(title):
                formatter.write_dl(records)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run a command and exit; see :mod:`symppm.cli` for the codes."""
        try:
            arguments = args[0] if args else kwargs.get("args")
            words = tuple(sys.argv[1:] if arguments is None else arguments)
            code = super().main(*args, **{**kwargs, "standalone_mode": False, "obj": words})
            sys.stdout.flush()
        except OSError as error:
            code = _not_written(error)
        except Exception as error:
            # Depending on its version, Typer raises Click's exceptions or its own copies of them.
            if not hasattr(error, "format_message"):
                raise
            _complain(_usage_message(error))
            code = WRONG
        sys.exit(code)

    def invoke(self, ctx: Any) -> Any:
        """Run the command within its context."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except SymPPMError as error:
            from symppm.cli.options import model_file
            from symppm.cli.wording import in_options

            model = next(filter(model_file, ctx.obj), "MODEL")
            notes = getattr(error, "__notes__", ())
            _complain(*(in_options(text, model) for text in (str(error), *notes)))
            raise typer.Exit(WRONG) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(INTERRUPTED) from error
        except MemoryError as error:
            _complain("the memory is used up; expected data that fit in it. Take a part of them.")
            raise typer.Exit(WRONG) from error
        except OSError as error:
            raise typer.Exit(_not_written(error)) from error


def _usage_message(error: Any) -> str:
    context, option = getattr(error, "ctx", None), getattr(error, "option_name", None)
    if option and hasattr(error, "possibilities"):  # else it exists, and lacks a value
        exists = _options_of(context) if context else ()
        word = option.lstrip("-").lower().replace("-", "_")
        typed, *more = TYPED.get(word, "").split(" ", 1)
        possible = {name.lstrip("-"): name for name in error.possibilities or ()}
        near = possible.get(nearest(option.lstrip("-"), possible))
        suggestion = f"--{typed}".replace("_", "-")
        if suggestion.rstrip(",") in exists:
            near = " ".join([suggestion, *more])
        return f"no option {option}. {f'Did you mean {near}?' if near else 'Try --help.'}"
    message = str(error.format_message()).replace("Value error, ", "").rstrip(".")
    if context and (extra := _IN_PYTHON.match(message)):
        name, exists = f"--{extra[1].replace('_', '-')}", _options_of(context)
        setter = next((option for option in ("--fix", "--set") if option in exists), "")
        if name in exists:
            return f"{message}. Did you mean {name} {extra[2]}?"
        if setter:
            return f"{message}. Did you mean {setter} {extra[1]}={extra[2]}?"
    if word := re.match(r"No such command '(.*?)'", message):
        suggestion = TYPED.get(word[1], "")
        if os.path.lexists(word[1]):
            from symppm.data.files import of_model

            model = word[1].endswith(".py")
            suggestion = of_model(word[1]) if model else f"match {shlex.quote(word[1])}"
        if suggestion.startswith(("match", "audit")):
            return f"no command {word[1]!r}. Write: symppm {suggestion}"
    return message if message.endswith("?") else f"{message}. Try --help."


def _options_of(context: Any) -> set[str]:
    return {name for parameter in context.command.params for name in parameter.opts}


def _complain(message: str, *notes: str) -> None:
    # Where even this cannot be written, the exit code still says it.
    with contextlib.suppress(OSError):
        typer.echo(f"error: {message}", err=True)
        for note in notes:
            typer.echo(f"note: {note}", err=True)


def _not_written(error: OSError) -> int:
    """Say why output went nowhere, and return the exit code; whoever stops reading hears nothing.

    Files that options name have messages of their own, so that this is about standard output.
    """
    # Python would complain when it flushes at exit.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    what = error.filename or "standard output"
    _complain(
        f"{what} cannot be written ({error.strerror or error}); expected room for the answer. Free "
        "some space, or send it elsewhere."
    )
    return WRONG
