"""Draws from a model: ``symppm sample``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import symppm as ppm
from symppm.cli.grouping import option
from symppm.cli.options import (
    Known,
    Subject,
    chosen_model,
    earlier_match,
    files_of,
    known_files,
    pairs,
    sizes,
)
from symppm.cli.output import (
    as_json,
    check_axes,
    check_files,
    check_name,
    say,
    write_matrix,
    write_text,
)
from symppm.errors import ParameterError

_DEFAULTS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    # The configuration that the paper's experiments start from.
    {"pmf_gamma": MappingProxyType({"K": 25, "a": 1.0, "b": 1.0, "c": 0.1, "d": 0.1})}
)


@dataclass(frozen=True)
class Draw(Known, Subject):
    """What is drawn, and where it goes."""

    output: Path = option(
        "Where to write: .npy, or a matrix as .npz (SciPy sparse), .csv, .tsv or .mtx.",
        "--output -o FILE",
        MISSING,
    )
    shape: str | None = option("Size; with --from, that of its data.", "ROWS,COLUMNS")
    random_seed: int | None = option("The same seed draws the same; else one is made up.", "N")
    settings: list[str] | None = option(
        "A parameter, such as K=10. What is not set is, for pmf_gamma, K=25, a=1, b=1, c=0.1, "
        "d=0.1.",
        "--set NAME=VALUE",
    )
    earlier: Path | None = option(
        "Parameters from what `symppm match --json` wrote.", "--from FILE"
    )
    draws: int = option("How many matrices; several need .npy. [1]", "N", 1)
    as_json: bool = option("Print JSON and nothing else.", "--json", False)


def sample(draw: Draw) -> None:
    """Draw matrices from a model, as it believes data to be before it has seen any."""
    inputs = (*files_of(draw.model, draw.known), *([draw.earlier] if draw.earlier else ()))
    check_name(draw.output, draw.draws)
    check_files({"--output": draw.output}, inputs)
    model = chosen_model(draw.model)
    name = model if isinstance(model, str) else model.name
    earlier = None if draw.earlier is None else _usable(earlier_match(draw.earlier), draw, name)
    settings = {**(earlier.parameters if earlier else {}), **pairs(draw.settings, "--set", float)}
    defaults = _DEFAULTS.get(draw.model, {})
    assumed = {key: value for key, value in defaults.items() if key not in settings}
    parameters = {**assumed, **settings}
    measured = earlier.statistics if earlier and draw.shape is None else None
    shape = sizes(draw.shape) if measured is None else measured.shape
    check_axes(draw.output, shape)
    import secrets

    seed = secrets.randbelow(2**32) if draw.random_seed is None else draw.random_seed
    if seed < 0:
        expected = "zero or a positive integer"
        raise ParameterError(f"--random-seed {seed}", expected=expected, do="Drop the sign.")
    matrices = ppm.sample(
        model, parameters, shape=shape, draws=draw.draws, random_seed=seed,
        known=known_files(draw.known),
    )  # fmt: skip
    write_matrix(matrices, draw.output)
    if draw.as_json:
        document = {
            "model": name, "parameters": parameters, "defaults": sorted(assumed),
            "shape": list(shape), "draws": draw.draws, "random_seed": seed,
            "file": str(draw.output),
        }  # fmt: skip
        write_text(as_json(document), None)
        return
    listed = ", ".join(f"{key}={value:g}" for key, value in parameters.items())
    times = f"{draw.draws} times " if draw.draws > 1 else ""
    say(f"drew {times}{' x '.join(map(str, shape))} from {name} with {listed}")
    if assumed:
        say(f"not given, so by default: {', '.join(assumed)}")
    again = "" if draw.random_seed is not None else f": --random-seed {seed} draws the same again"
    say(f"random seed {seed}{again}")
    say(f"wrote {draw.output}")


def _usable(match: ppm.Match, draw: Draw, model: str) -> ppm.Match:
    """Return an earlier match, unless it has not the one set of parameters of this model."""
    several = len(match.branches)
    given = expected = do = ""
    if match.model != model:
        given, expected = f"of model {match.model}", f"one of {model}"
        do = f"Write `symppm sample {match.model}`, or match with --model {model}."
    elif not match.feasible or not (match.parameters or several):
        given, expected = "whose targets are not met", "one that has parameters"
        do = "Its diagnostics say what does not fit."
    elif several > 1:
        given, expected = f"with {several} solutions", "one set of parameters"
        do = "Write the parameters of the solution that you want as --set NAME=VALUE."
    if given:
        raise ParameterError(f"{draw.earlier} is a match {given}", expected=expected, do=do)
    return match
