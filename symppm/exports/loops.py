"""Expressions one entry at a time, for languages that loop: Stan and JAGS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from symppm.exports.expressions import ATOM, ExpressionWriter, Text
from symppm.exports.program import Program, comment_on_data, comment_on_known
from symppm.exports.types import BOTH, ZEROS
from symppm.model.declaration import Axis, Variable
from symppm.model.nodes import Indexed

Place = Mapping[sympy.Symbol, str]
"""What stands for each index."""


@dataclass(frozen=True)
class Listing:
    """Names of a list of the observed entries."""

    size: str
    number: str
    indices: Mapping[Axis, str]


class LoopWriter(ExpressionWriter):
    """Writes the value of one entry, with an index variable for each axis."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.letters = {axis: program.free(axis.letters[0]) for axis in program.declaration.axes}
        self.listing = _listing(program) if program.gaps else None

    def observed_place(self, variable: Variable) -> dict[sympy.Symbol, str]:
        """Return the place of an entry of a variable; of data with gaps, of an observed one."""
        if self.listing is None or not variable.observed:
            return self.place(variable.axes)
        return {
            axis.generic: self.at(name, [self.listing.number])
            for axis, name in self.listing.indices.items()
        }

    def observed_target(self, variable: Variable, name: str) -> str:
        """Return that entry of an array that is laid out like the variable."""
        if self.listing is None or not variable.observed:
            return self.target(name, variable.axes)
        return self.at(name, [self.listing.number])

    def observed_nested(self, variable: Variable, inner: list[str]) -> list[str]:
        """Return statements inside loops over the variable, or over what was observed of it."""
        if self.listing is None or not variable.observed:
            return self.nested(variable.axes, inner)
        head = f"for ({self.listing.number} in 1:{self.listing.size}) {{"
        return [head, *(f"  {line}" for line in inner), "}"]

    def place(self, axes: tuple[Axis, ...]) -> dict[sympy.Symbol, str]:
        """Return the place of a generic entry of a variable with these axes."""
        return {axis.generic: self.letters[axis] for axis in axes}

    def entry(self, entry: Indexed, place: Place) -> Text:
        """Return the entry of an array."""
        return self.at(self.program.names[entry.name], [place[i] for i in entry.indices]), ATOM

    @staticmethod
    def at(name: str, indices: list[str]) -> str:
        """Return a name with its indices in brackets."""
        return f"{name}[{', '.join(indices)}]" if indices else name

    def target(self, name: str, axes: tuple[Axis, ...]) -> str:
        """Return the generic entry of an array with these axes."""
        return self.at(name, [self.letters[axis] for axis in axes])

    def nested(self, axes: tuple[Axis, ...], inner: list[str]) -> list[str]:
        """Return statements inside one loop an axis."""
        lines = inner
        for axis in reversed(axes):
            head = f"for ({self.letters[axis]} in 1:{self.program.size(axis)}) {{"
            lines = [head, *(f"  {line}" for line in lines), "}"]
        return lines


def comment_on_loops(program: Program, sign: str, listing: Listing | None) -> list[str]:
    """Return comments that say what the user brings to a program that loops."""
    if listing is None:
        return comment_on_data(program, sign)
    data, names = program.names[program.observed.name], ", ".join(listing.indices.values())
    axes = " and ".join(axis.name for axis in listing.indices)
    return [
        f"{sign} {data}: the {listing.size} observed values, as a list",
        f"{sign} {names}: the {axis_word(listing)} of each, {axes}, counted from 1",
        *comment_on_known(program, sign),
    ]


def axis_word(listing: Listing) -> str:
    """Return what indices are called, one or several."""
    return "index" if len(listing.indices) == 1 else "indices"


def brought(program: Program, listing: Listing | None) -> list[str]:
    """Return the names of what the user brings with the data, and of these, sizes first."""
    sizes = [program.size(axis) for axis in program.observed_axes]
    known = [program.names[each.name] for each in program.known]
    listed = [] if listing is None else [listing.size, *listing.indices.values()]
    return [*sizes, *known, *listed, program.names[program.observed.name]]


def about_listing(program: Program, listing: Listing | None) -> tuple[str, ...]:
    """Say how the list of observed entries is made in Python."""
    if listing is None:
        return ()
    data = program.names[program.observed.name]
    names = ", ".join(listing.indices.values()) + ("," if len(listing.indices) == 1 else "")

    def listed(seen: str) -> str:
        return (
            f"{names} = (each + 1 for each in np.nonzero({seen})); {data} = {data}[{seen}]; "
            f"{listing.size} = {data}.size."
        )

    if program.gaps == ZEROS:
        said = ["Entries that are zero were not observed, and have no likelihood. With NumPy the "
                f"list of the others is: {listed(f'{data} != 0')}"]  # fmt: skip
        if len(listing.indices) == 2:
            said.append(
                "Of a sparse matrix, entries that are stored were observed, zeros among them: "
                f"found = {data}.tocsr().tocoo(); {names} = found.row + 1, found.col + 1; "
                f"{data} = found.data; {listing.size} = {data}.size."
            )
        return tuple(said)
    seen = f"mask & ({data} != 0)" if program.gaps == BOTH else "mask"
    also = ", nor have zeros" if program.gaps == BOTH else ""
    return (
        f"Entries outside the mask of the match have no likelihood{also}. With NumPy, and mask "
        f"True where an entry was observed, the list is: {listed(seen)}",
    )


def _listing(program: Program) -> Listing:
    indices = {axis: program.free(f"{axis.name}_of") for axis in program.observed_axes}
    return Listing(program.free("n_observed"), program.free("n"), indices)
