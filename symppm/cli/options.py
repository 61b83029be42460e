"""Options that several commands share, and how their text is read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from symppm.cli.model_choice import MODEL_HELP, model_completions
from symppm.errors import ParameterError

DEFAULT_MODEL: Final = "pmf_gamma"

ModelArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="MODEL", help=MODEL_HELP, autocompletion=model_completions)
]
ModelOption: TypeAlias = Annotated[
    str,
    typer.Option("--model", metavar="MODEL", help=MODEL_HELP, autocompletion=model_completions),
]
DataModelOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help=f"{MODEL_HELP} By default hpf_gamma, and pmf_gamma with --estimator moments or "
        "cross-moments.",
        autocompletion=model_completions,
    ),
]
GaugeOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--gauge",
        metavar="GAUGE",
        help="How to fix the scale that no data can decide: 'theta' (its mean is 1, the default), "
        "'mean(theta)=2', 'equal-means', or a value such as 'b=1'.",
    ),
]
FixOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--fix",
        metavar="NAME=VALUE",
        help="Give a parameter, such as K=25 or w=-1, or tie it, as in c=a. May be repeated.",
    ),
]
VerboseOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--verbose",
        help="Say everything: what was measured and what the model has of it, what each number "
        "means, every diagnostic in full.",
    ),
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
OutputOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write the answer to a file, replacing it."
    ),
]


def assignments(
    texts: Sequence[str] | None,
    option: str,
    taken: Collection[str] = (),
    *,
    last: bool = False,
) -> dict[str, float]:
    """Read ``NAME=VALUE`` pairs."""
    values: dict[str, float] = {}
    for text in texts or ():
        name, _, value = (
            part.strip() for part in (text.rpartition("=") if last else text.partition("="))
        )
        parsed = _number(value)
        if not name or parsed is None:
            raise _unreadable(option, text)
        if name in values or name in taken:
            raise _repeated(option, name)
        values[name] = parsed
    return values


def fixed_values(texts: Sequence[str] | None) -> dict[str, float | str]:
    """Read what ``--fix`` gives: numbers, or expressions in other hyperparameters."""
    values: dict[str, float | str] = {}
    for text in texts or ():
        name, _, value = (part.strip() for part in text.partition("="))
        if not name or not value:
            raise _unreadable("--fix", text)
        if name in values:
            raise _repeated("--fix", name)
        parsed = _number(value)
        values[name] = value if parsed is None else parsed
    return values


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _unreadable(option: str, text: str) -> ParameterError:
    return ParameterError(
        f"{option} {text!r}",
        expected="a name and a number, as in K=25",
        do=f"Write {option} NAME=VALUE, once for each.",
    )


def _repeated(option: str, name: str) -> ParameterError:
    return ParameterError(f"{option} {name} twice", expected="each name once", do="Leave one out.")
