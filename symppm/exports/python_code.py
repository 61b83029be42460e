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
    return [*lines, *comment_on_known(program, sign)]


def comment_on_known(program: Program, sign: str) -> list[str]:
    """Return comments that say which known arrays the user brings."""
    return [
        f"{sign} {program.names[array.name]}: known positive numbers, one for each "
        f"{' and '.join(array.dims)}"
        for array in program.known
    ]


def described(chosen: Chosen) -> str:
    """Return one line that says what is exported, and of what its moments are."""
    achieved = ", ".join(f"{name} {value:.6g}" for name, value in chosen.achieved.items())
    divided = f", divided by {chosen.divisor}," if chosen.divisor else ""
    moments = f"; its prior predictive{divided} has {achieved}" if achieved else ""
    factors = f", K = {chosen.k}" if "K" in chosen.parameters else ""
    return f"{chosen.model}: {chosen.title}{factors}{moments}."


def inputs_of(program: Program, places: str) -> dict[str, str]:
    """Return what Python code calls known arrays, and the places of what was observed."""
    known = {each.name: program.names[each.name] for each in program.known}
    return {**known, **({"observed": places} if places else {})}


def nonzero_lines(data: str, places: str) -> list[str]:
    """Return lines that find what was observed of data whose zeros were not, and make it dense."""
    return [
        "# What is zero was not observed; of sparse data, what is not stored.",
        f'stored = {data}.tocsr().tocoo() if hasattr({data}, "tocsr") else None',
        f"{data} = np.asarray({data}) if stored is None else stored.toarray()",
        f"{places} = np.nonzero({data}) if stored is None else (stored.row, stored.col)",
    ]
