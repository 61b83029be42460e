"""Options that several commands share, and how their text is read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias, TypeVar, overload

import typer

from symppm.errors import ParameterError

if TYPE_CHECKING:
    from symppm.modeller import Model

T = TypeVar("T")
DEFAULT_MODEL: Final = "pmf_gamma"
MARGINS: Final = "margins"
"""In the place of a file of exposures: to be estimated."""
_MODEL_HELP: Final = (
    "A name (`symppm models` lists them), or FILE.py[:NAME], a Python file that declares a model. "
    "The file is run."
)


def model_completions(incomplete: str) -> list[str]:
    """Return the names of the catalogue that begin as typed; files are left to the shell."""
    from symppm.codegen.load import model_names  # noqa: PLC0415 - rarely needed

    return [name for name in model_names() if name.startswith(incomplete)]


class Estimator(StrEnum):
    """What tells K and the hyperparameters of data."""

    AUTO = "auto"
    CROSS_VALIDATION = "cross-validation"
    MOMENTS = "moments"
    CROSS_MOMENTS = "cross-moments"


ModelArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="MODEL", help=_MODEL_HELP, autocompletion=model_completions)
]
ModelOption: TypeAlias = Annotated[
    str,
    typer.Option("--model", metavar="MODEL", help=_MODEL_HELP, autocompletion=model_completions),
]
DataModelOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help=f"{_MODEL_HELP} By default hpf_gamma, and pmf_gamma with --estimator moments or "
        "cross-moments.",
        autocompletion=model_completions,
    ),
]
ScaleOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--scale",
        metavar="SCALE",
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
EstimatorOption: TypeAlias = Annotated[
    Estimator,
    typer.Option(
        "--estimator",
        metavar="WHICH",
        help="K that predicts held-out entries (cross-validation), or that of mean, variance and "
        "correlations (moments), or of cross-moments, which do not depend on how "
        "entries vary about their means (cross-moments); auto takes the first where it is resolved "
        "and shows all.",
    ),
]
KnownOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--known",
        metavar="NAME=FILE",
        help="A known array of the model, such as gamma=exposures.csv: text or .npy; or exposures "
        "of any model's rows or columns, as in row=sizes.txt, or row=margins to estimate them. May "
        "be repeated.",
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


@dataclass(frozen=True)
class Answer:
    """How a command answers."""

    verbose: VerboseOption = False
    as_json: JsonOption = False
    output: OutputOption = None


@overload
def chosen_model(text: str) -> str | Model: ...


@overload
def chosen_model(text: None) -> None: ...


def chosen_model(text: str | None) -> str | Model | None:
    """Return what the library takes: a catalogue name as it is, or the model of a file."""
    if text is None or model_file(text) is None:
        return text
    # Catalogue names are matched without SymPy, which takes longer to load than the match.
    from symppm.modeller import load_model_file  # noqa: PLC0415

    return load_model_file(text)


def model_file(text: str) -> Path | None:
    """Return the Python file in what was typed; None for a name of the catalogue."""
    file = text if text.endswith(".py") else text.rpartition(":")[0]
    return Path(file) if file.endswith(".py") else None


def files_of(model: str | None, known: Sequence[str] | None = None) -> tuple[Path, ...]:
    """Return the files that options name and that are read, so that none is written over."""
    named = (each.partition("=")[2].strip() for each in known or () if "=" in each)
    declared = None if model is None else model_file(model)
    arrays = (Path(each) for each in named if each != MARGINS)
    return (*arrays, *(() if declared is None else (declared,)))


def pairs(
    texts: Sequence[str] | None,
    option: str,
    read: Callable[[str], T],
    taken: Collection[str] = (),
    *,
    last: bool = False,
    expected: str = "a name and a number, as in K=25",
    form: str = "NAME=VALUE",
) -> dict[str, T]:
    """Read ``NAME=VALUE`` pairs, each name once, by what raises ValueError for a wrong value.

    With ``last`` the last sign of equality counts, since names such as P(Y = 0) hold one.
    """
    values: dict[str, T] = {}
    for text in texts or ():
        name, _, value = text.rpartition("=") if last else text.partition("=")
        name, value = name.strip(), value.strip()
        try:
            if not name or not value:
                raise ValueError(text)
            number = read(value)
        except ValueError as error:
            raise ParameterError(
                f"{option} {text!r}", expected=expected, do=f"Write {option} {form}, once for each."
            ) from error
        if name in values or name in taken:
            raise ParameterError(
                f"{option} {name} twice", expected="each name once", do="Leave one out."
            )
        values[name] = number
    return values


def fixed_values(texts: Sequence[str] | None) -> dict[str, float | str]:
    """Read what ``--fix`` gives: numbers, or expressions in other hyperparameters."""
    return pairs(texts, "--fix", _number_or_text)


def sizes(text: str | None) -> tuple[int, ...]:
    """Read ``100,80`` or ``100x80``."""
    parts = [part.strip() for part in (text or "").lower().replace("x", ",").split(",")]
    if not all(part.isdecimal() for part in parts):
        raise ParameterError(
            "no --shape" if text is None else f"--shape {text!r}",
            expected="the numbers of rows and columns",
            do="Write --shape 100,80.",
        )
    return tuple(map(int, parts))


def _number_or_text(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
