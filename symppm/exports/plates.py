"""Plates of NumPyro and Pyro programs: one for each axis of an array, or for a list of entries."""

from __future__ import annotations

from symppm.exports.program import Program
from symppm.model.declaration import Variable


class Plates:
    """A plate for each axis at each place that it has in an array: guides need one place each."""

    def __init__(self, drawn: list[Variable], program: Program, module: str, listed: str) -> None:
        self.lines: list[str] = []
        self._listed = ""
        taken = {variable.name for variable in drawn}
        self._names: dict[tuple[str, int], str] = {}
        for variable in drawn:
            if variable.observed and listed:
                self._listed = program.free("observed_plate")
                self.lines.append(
                    f'{self._listed} = {module}.plate("{self._listed}", len({listed}[0]))'
                )
                continue
            for place, axis in enumerate(variable.axes, start=-len(variable.axes)):
                if (axis.name, place) in self._names:
                    continue
                wanted = axis.name
                while wanted in taken:
                    wanted = f"{axis.name}_{-place}" if wanted == axis.name else wanted + "_"
                taken.add(wanted)
                name = program.free(f"{wanted}_plate")
                self._names[axis.name, place] = name
                self.lines.append(
                    f'{name} = {module}.plate("{wanted}", {program.size(axis)}, dim={place})'
                )

    def around(self, variable: Variable) -> str:
        """Return the plates of a variable, separated by commas."""
        if variable.observed and self._listed:
            return self._listed
        places = enumerate(variable.axes, start=-len(variable.axes))
        return ", ".join(self._names[axis.name, place] for place, axis in places)
