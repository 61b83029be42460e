"""Exported code that reads what was matched: the data, and the known arrays of the model."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.files import columnar_files
from symppm.data.matrix import BlockMatrix
from symppm.data.triples import Triples
from symppm.exports.code import literal
from symppm.exports.registry import SAMPLED
from symppm.exports.types import Export

_PATH: Final = "PATH"
_FIT: Final = (
    "held_out(counts)",
    "model, theta, beta = fit(counts)",
    "np.savez(factors, theta=theta, beta=beta)",
    'print(f"theta {theta.shape} and beta {beta.shape}, of all entries: {factors}")',
)


@dataclass(frozen=True)
class Source:
    """A file, and the expression that reads ``PATH``."""

    file: Path
    expression: str = _PATH


@dataclass(frozen=True)
class Sources:
    """How a script reads the data, if it can, and known arrays, and what is to be said of it."""

    data: Source | None
    known: Mapping[str, Source] = field(default_factory=dict)
    note: str = ""

    def noted(self, export: Export) -> Export:
        """Return an export with the note."""
        if not self.note or export.target == "json":
            return export
        return replace(export, notes=(*export.notes, self.note))

    def script(self, export: Export, output: Path | None, *, missing: bool, counts: bool) -> Export:
        """Return an export that reads its data, where it can take them from a file.

        A script names files in full, so that it runs in any folder, and other files may be named
        when it is run. What is printed names them as they were typed. ``missing`` says whether some
        entries were missing, ``counts`` whether the model is one of a matrix of counts.
        """
        export = self.noted(export)
        fits = not export.data and export.target != "json"
        if self.data is None or not (fits or export.target in SAMPLED):
            return export
        factors = Source((output or Path("factors")).with_suffix(".npz"))
        if fits:
            # Known arrays have no place in these.
            read = _reading({"counts": self.data, "factors": factors}, output, guarded=True)
            indented = [f"    {line}" if line else "" for line in (*read, *_FIT)]
            main = ["", "", 'if __name__ == "__main__":', *indented, ""]
            return replace(export, code=export.code + "\n".join(main))
        known = {code: self.known[n] for n, code in export.inputs.items() if n in self.known}
        further = _prepared(export, known, missing=missing)
        taken = {export.data: self.data, **known}
        if "observed" in export.inputs:
            taken["factors"] = factors
        lines = [*_reading(taken, output, "\n".join(further)), *further]
        if "observed" in export.inputs:
            from symppm.exports.sampling import sampled  # noqa: PLC0415 - loads SymPy

            return replace(export, code=sampled(export, lines, counts=counts))
        parts = [*lines, "", export.code]
        if export.target != "pymc":
            parts = [f"{export.code}", "", *lines, ""]
        return replace(export, code="\n".join(parts))


def _prepared(export: Export, known: Mapping[str, Source], *, missing: bool) -> list[str]:
    """Return lines that make of what was read what the program takes."""
    name, places, further = export.data, export.inputs.get("observed", ""), []
    dense = f'{name} = {name}.toarray() if hasattr({name}, "toarray") else {name}'
    if export.prepared is not None:
        further = [*export.prepared]
    elif not places:
        further = [dense]
    elif not missing:
        every = f"np.ones({name}.shape, bool)"
        pymc = export.target == "pymc"
        further = [dense, f"mask = {every}" if pymc else f"{places} = np.nonzero({every})"]
    elif export.target != "pymc":
        from symppm.exports.arrays import nonzero_lines  # noqa: PLC0415 - loads SymPy

        further = nonzero_lines(name, places)
    if export.target == "pyro":
        # What is prepared are tensors.
        arrays = [*known] if export.prepared is not None else [name, *known]
        further += [f"{code} = torch.tensor({code})" for code in arrays]
    return further


def _reading(
    taken: Mapping[str, Source], output: Path | None, below: str = "", *, guarded: bool = False
) -> list[str]:
    """Return lines that read files into names.

    ``below`` is code that follows; ``guarded`` is code that runs in a script alone.
    """
    head, paths = [], [literal(str(source.file)) for source in taken.values()]
    if output is not None:
        files = ", ".join(literal(str(source.file.absolute())) for source in taken.values())
        others = "paths[: len(sys.argv) - 1] = sys.argv[1:]"
        script = shlex.quote(" ".join(output.name.split()))
        head = [
            f"# Other files may be named: python {script} {' '.join(taken)}",
            "# They are read in the same way, and those left out stay.",
            f"paths = [{files}]",
            *([others] if guarded else ['if __name__ == "__main__":', f"    {others}"]),
        ]
        paths = [f"paths[{n}]" for n in range(len(taken))]
    lines = [
        f"{name} = {source.expression.replace(_PATH, path, 1)}"
        + ("" if output or source.file.is_absolute() else "  # in the folder where symppm ran")
        for (name, source), path in zip(taken.items(), paths, strict=True)
    ]
    code = "\n".join(lines) + below
    imports = [f"import {name}" for name in ("numpy as np", "symppm")
               if f"{name.split()[-1]}." in code]  # fmt: skip
    return [*(["import sys", ""] if head else []), *imports, "", *head, *lines]


def data_source(file: Path, options: Mapping[str, Any]) -> Source:
    """Return how ``symppm.read`` reads a file in the same way."""
    named = {name: each for name, each in options.items() if each is not None}
    given = "".join(f", {name}={literal(each)}" for name, each in named.items())
    return Source(file, f"symppm.read({_PATH}{given}).values")


def array_source(file: Path) -> Source:
    """Return how an array is read, as the option ``--known`` reads it."""
    if file.suffix == ".npy":
        return Source(file, f"np.load({_PATH})")
    separator = ', delimiter=","' if "," in file.read_text("utf-8") else ""
    return Source(file, f"np.atleast_1d(np.loadtxt({_PATH}{separator}))")


def sources_of(
    file: Path, values: Any, options: Mapping[str, Any] | None, known: Mapping[str, Path]
) -> Sources:
    """Return how a script reads what was matched.

    Options are those of :func:`symppm.read`; None for a file that holds an array.
    """
    arrays = {name: array_source(path) for name, path in known.items()}
    if options is None:
        return Sources(array_source(file), arrays)
    how = {name: value for name, value in options.items() if name != "engine"}
    how |= {name: None for name in ("duplicates", "blanks") if how[name] == "error"}
    if isinstance(values, np.ma.MaskedArray):
        note = (
            f"READING: {file} has blank cells, which this code does not read. Hand it data, and a "
            f"mask of what was observed: data = symppm.read({literal(str(file))}, "
            'blanks="missing").values; mask = ~np.ma.getmaskarray(data); data = data.filled(0).'
        )
        return Sources(None, arrays, note)
    if not isinstance(values, (Triples, BlockMatrix)):
        return Sources(data_source(file, how), arrays)
    if not (columnar_files(file) or file.is_file()):
        note = (
            f"READING: {file} is a table of an engine, which this code does not read. Hand it the "
            "matrix, rows by columns, with zeros for the pairs that the table leaves out."
        )
        return Sources(None, arrays, note)
    note = (
        f"READING: {file} was measured without being held in memory. To be fitted it is read into "
        "memory as a whole."
    )
    return Sources(data_source(file, {**how, "engine": "memory"}), arrays, note)


def sources_of_rest(file: Path, rest: Path, shape: tuple[int, int]) -> Sources:
    """Return how a script reads what was set aside of the file that was matched."""
    note = (
        f"HELD OUT: the match is to {shape[0]:,} rows and {shape[1]:,} columns of {file}; this "
        f"code is for the rest, {rest}, which shares neither with them."
    )
    return Sources(data_source(rest, {}), note=note)
