"""Draws from a model: ``symppm sample``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import typer

import symppm as ppm
from symppm.cli.matrix_files import check_name, write_matrices
from symppm.cli.options import (
    JsonOption,
    KnownOption,
    ModelArgument,
    chosen_model,
    files_of,
    pairs,
    sizes,
)
from symppm.cli.output import check_files, say
from symppm.cli.reading import known_arrays
from symppm.errors import DataError, ParameterError

_DEFAULTS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    # The configuration that the paper's experiments start from.
    {"pmf_gamma": MappingProxyType({"K": 25, "a": 1.0, "b": 1.0, "c": 0.1, "d": 0.1})}
)
_LARGEST_SEED: Final = 2**32


@dataclass(frozen=True)
class _Earlier:
    """What an earlier match says: parameters, and the shape of its data if it had any."""

    parameters: Mapping[str, float]
    shape: tuple[int, ...] | None


def sample(
    model: ModelArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write: .npy, .npz (SciPy sparse), .csv, .tsv or .mtx.",
        ),
    ],
    shape: Annotated[
        str | None,
        typer.Option(
            "--shape", metavar="ROWS,COLUMNS", help="Size; with --from, that of its data."
        ),
    ] = None,
    random_seed: Annotated[
        int | None,
        typer.Option(
            "--random-seed", metavar="N", help="The same seed draws the same; else one is made up."
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A parameter, such as K=10. May be repeated. What is not set is, for pmf_gamma, "
            "K=25, a=1, b=1, c=0.1, d=0.1.",
        ),
    ] = None,
    earlier: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Parameters from what `symppm match --json` wrote."
        ),
    ] = None,
    draws: Annotated[
        int, typer.Option("--draws", metavar="N", help="How many matrices; several need .npy.")
    ] = 1,
    known: KnownOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw matrices from a model, as it believes data to be before it has seen any."""
    inputs = (*files_of(model, known), *(() if earlier is None else (earlier,)))
    check_name(output, draws)
    check_files({"--output": output}, inputs)
    declared = chosen_model(model)
    name = declared if isinstance(declared, str) else declared.name
    before = _Earlier({}, None) if earlier is None else _read_earlier(earlier, name)
    chosen = {**before.parameters, **pairs(settings, "--set", float)}
    assumed = {key: value for key, value in _DEFAULTS.get(model, {}).items() if key not in chosen}
    parameters = {**assumed, **chosen}
    size = before.shape if shape is None and before.shape is not None else sizes(shape)
    import secrets  # noqa: PLC0415 - every command would wait for it

    seed = secrets.randbelow(_LARGEST_SEED) if random_seed is None else random_seed
    if seed < 0:
        raise ParameterError(
            f"--random-seed {seed}", expected="zero or a positive integer", do="Drop the sign."
        )
    drawn = ppm.sample(
        declared, parameters, shape=size, draws=draws, random_seed=seed, known=known_arrays(known)
    )
    write_matrices(drawn, output, inputs)
    if as_json:
        document: dict[str, Any] = {
            "model": name,
            "parameters": parameters,
            "defaults": sorted(assumed),
            "shape": list(size),
            "draws": draws,
            "random_seed": seed,
            "file": str(output),
        }
        say(json.dumps(document, indent=2))
        return
    listed = ", ".join(f"{key}={value:g}" for key, value in parameters.items())
    many = f"{draws} times " if draws > 1 else ""
    say(f"drew {many}{' x '.join(map(str, size))} from {name} with {listed}")
    if assumed:
        say(f"not given, so by default: {', '.join(assumed)}")
    say(f"random seed {seed}")
    say(f"wrote {output}")


def _read_earlier(path: Path, model: str) -> _Earlier:
    try:
        match = ppm.Match.from_json(path.read_text("utf-8"))
    except OSError as error:
        raise DataError(
            f"{path} cannot be read ({error.strerror})",
            expected="what `symppm match --json` or `symppm elicit --json` wrote",
            do="Check the path.",
        ) from error
    except (DataError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path} is not the JSON of a match: {getattr(error, 'given', error)}",
            expected=getattr(error, "expected", "text in UTF-8"),
            do=getattr(error, "do", "Match again with --json."),
        ) from error
    if match.model != model:
        raise ParameterError(
            f"{path} is a match of model {match.model}",
            expected=f"one of {model}",
            do=f"Write `symppm sample {match.model}`, or match with --model {model}.",
        )
    several = len(match.branches)
    if not match.feasible or not (match.parameters or several):
        raise ParameterError(
            f"{path} is a match whose targets are not met",
            expected="one that has parameters",
            do="Its diagnostics say what does not fit.",
        )
    if several > 1:
        raise ParameterError(
            f"{path} is a match with {several} solutions",
            expected="one set of parameters",
            do="Write the parameters of the solution that you want as --set NAME=VALUE.",
        )
    shape = None if match.statistics is None else match.statistics.shape
    return _Earlier(match.parameters, shape)
