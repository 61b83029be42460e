"""Lines that exports to Python libraries share."""

from __future__ import annotations

from typing import Final

from symppm.exports.program import Program
from symppm.exports.types import Chosen

ONE_FOR_ZERO: Final = "# A zero has a mass of its own; one in its place keeps the gradients finite."


def settings_lines(program: Program) -> list[str]:
    """Return one assignment for each size and hyperparameter, in full precision."""
    return [f"{name} = {value!r}" for name, value in program.settings().items()]


def comment_on_data(program: Program, sign: str, taken: str = "") -> list[str]:
    """Return comments that say what the user brings, and what is taken in place of the data."""
    axes = " x ".join(axis.name for axis in program.observed_axes)
    data = program.names[program.observed.name]
    lines = [f"{sign} {data}: the data, an array of {axes}"]
    if taken not in ("", data):
        lines = [f"{sign} {data}: {taken} of the data, an array or sparse matrix of {axes}"]
    for array in program.known:
        over = " x ".join(array.dims)
        lines.append(f"{sign} {program.names[array.name]}: known positive numbers, one a {over}")
    return lines


def described(chosen: Chosen) -> str:
    """Return one line that says what is exported."""
    achieved = ", ".join(f"{name} {value:.6g}" for name, value in chosen.achieved.items())
    moments = f"; its prior predictive has {achieved}" if achieved else ""
    factors = f", K = {chosen.k}" if "K" in chosen.parameters else ""
    return f"{chosen.model}: {chosen.title}{factors}{moments}."
