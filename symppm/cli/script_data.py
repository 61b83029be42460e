"""Exported code that reads what was matched: the data, and the known arrays of the model."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import symppm as ppm
from symppm.cli.options import MARGINS

if TYPE_CHECKING:
    from symppm.cli.holding_out import Matched
    from symppm.cli.reading import Data, Reading
    from symppm.exports.types import Export

_PATH: Final = "PATH"


@dataclass(frozen=True)
class Source:
    """A file, and the expression that reads ``PATH``."""

    file: Path
    expression: str

    def read_from(self, path: str) -> str:
        """Return the expression that reads a path, which is an expression too."""
        return self.expression.replace(_PATH, path, 1)


@dataclass(frozen=True)
class Sources:
    """How a script reads what was matched.

    Attributes
    ----------
    data : Source or None
        Of the data; None where a script cannot read them.
    known : mapping of str to Source
        Of known arrays.
    note : str
        What is to be said of it.
    """

    data: Source | None
    known: Mapping[str, Source] = field(default_factory=dict)
    note: str = ""

    def noted(self, export: Export) -> Export:
        """Return an export with the note."""
        if not self.note or export.target == "json":
            return export
        return replace(export, notes=(*export.notes, self.note))

    def script(self, export: Export, output: Path | None, match: ppm.Match) -> Export:
        """Return an export that reads its data, where it can take them from a file.

        A script names files in full, so that it runs in any folder, and other files may be named
        when it is run. What is printed names them as they were typed.
        """
        from symppm.exports.registry import FITTED, SAMPLED  # noqa: PLC0415 - only where asked for

        export = self.noted(export)
        if self.data is None:
            return export
        factors = Source((output or Path("factors")).with_suffix(".npz"), _PATH)
        if export.target in FITTED:
            # Known arrays have no place in these.
            lines = [
                *_reading([("counts", self.data), ("factors", factors)], output, guarded=True),
                "held_out(counts)",
                "model, theta, beta = fit(counts)",
                "np.savez(factors, theta=theta, beta=beta)",
                'print(f"theta {theta.shape} and beta {beta.shape}, of all entries: {factors}")',
            ]
            indented = [f"    {line}" if line else "" for line in lines]
            main = ["", "", 'if __name__ == "__main__":', *indented, ""]
            return replace(export, code=export.code + "\n".join(main))
        if export.target not in SAMPLED:
            return export
        lines = self._lines(export, self.data, factors, output, gaps=bool(match.given.gaps))
        if "observed" in export.inputs:
            from symppm.exports.sampling import sampled  # noqa: PLC0415 - only where asked for

            counts = match.spec.observed_is_count and len(match.spec.axes) == 2
            return replace(export, code=sampled(export, lines, counts=counts))
        if export.target == "pymc":
            return replace(export, code="\n".join([*lines, "", export.code]))
        return replace(export, code=export.code + "\n".join(["", "", *lines, ""]))

    def _lines(
        self, export: Export, data: Source, factors: Source, output: Path | None, *, gaps: bool
    ) -> list[str]:
        from symppm.exports.arrays import nonzero_lines  # noqa: PLC0415 - loads SymPy

        name, places = export.data, export.inputs.get("observed", "")
        taken = [(name, data)]
        taken += [(code, self.known[n]) for n, code in export.inputs.items() if n in self.known]
        further: list[str] = []
        dense = f'{name} = {name}.toarray() if hasattr({name}, "toarray") else {name}'
        if export.prepared is not None:
            further += export.prepared
        elif not places:
            further.append(dense)
        elif not gaps:
            every = f"np.ones({name}.shape, bool)"
            pymc = export.target == "pymc"
            further += [dense, f"mask = {every}" if pymc else f"{places} = np.nonzero({every})"]
        elif export.target != "pymc":
            further += nonzero_lines(name, places)
        if export.target == "pyro":
            # What is prepared are tensors.
            arrays = [code for code, _ in taken if export.prepared is None or code != name]
            further += [f"{code} = torch.tensor({code})" for code in arrays]
        if places:
            taken.append(("factors", factors))
        return [*_reading(taken, output, "\n".join(further)), *further]


def _reading(
    taken: Sequence[tuple[str, Source]],
    output: Path | None,
    below: str = "",
    *,
    guarded: bool = False,
) -> list[str]:
    """Return lines that read files into names.

    ``below`` is code that follows; ``guarded`` is code that runs in a script alone.
    """
    from symppm.exports.fitting import literal  # noqa: PLC0415 - only where asked for

    if output is None:
        head, paths = [], [literal(str(source.file)) for _, source in taken]
    else:
        names = " ".join(name for name, _ in taken)
        files = ", ".join(literal(str(source.file.absolute())) for _, source in taken)
        others = "paths[: len(sys.argv) - 1] = sys.argv[1:]"
        head = [
            f"# Other files may be named: python {_quoted(output.name)} {names}",
            "# They are read in the same way, and those left out stay.",
            f"paths = [{files}]",
            *([others] if guarded else ['if __name__ == "__main__":', f"    {others}"]),
        ]
        paths = [f"paths[{n}]" for n in range(len(taken))]
    lines = [
        f"{name} = {source.read_from(path)}{_folder(source.file, output)}"
        for (name, source), path in zip(taken, paths, strict=True)
    ]
    code = "\n".join(lines) + below
    imports = ["import numpy as np"] if "np." in code else []
    imports += ["import symppm"] if "symppm." in code else []
    return [*(["import sys", ""] if head else []), *imports, "", *head, *lines]


def _quoted(name: str) -> str:
    """Return a file's name as a shell takes it, on one line."""
    return shlex.quote(" ".join(name.split()))


def _folder(file: Path, output: Path | None) -> str:
    if output is not None or file.is_absolute():
        return ""
    return "  # in the folder where symppm ran"


def data_source(file: Path, options: Mapping[str, Any]) -> Source:
    """Return how ``symppm.read`` reads a file in the same way."""
    from symppm.exports.fitting import literal  # noqa: PLC0415 - only where asked for

    given = "".join(
        f", {name}={literal(each)}" for name, each in options.items() if each is not None
    )
    return Source(file, f"symppm.read({_PATH}{given}).values")


def _array_source(file: Path) -> Source:
    """Return how NumPy loads an array with any number of axes."""
    return Source(file, f"np.load({_PATH})")


def _known_sources(texts: Sequence[str] | None) -> dict[str, Source]:
    """Return how known arrays are read, as the option ``--known`` reads them."""
    found = {}
    for text in texts or ():
        name, _, path = (part.strip() for part in text.partition("="))
        if path != MARGINS:
            found[name] = _known_source(Path(path))
    return found


def _known_source(file: Path) -> Source:
    if file.suffix == ".npy":
        return _array_source(file)
    separator = ', delimiter=","' if "," in file.read_text("utf-8") else ""
    return Source(file, f"np.atleast_1d(np.loadtxt({_PATH}{separator}))")


def sources_of(
    data: Data, reading: Reading, known: Sequence[str] | None, matched: Matched
) -> Sources:
    """Return how a script reads what was matched, or what was set aside of it."""
    from symppm.data.matrix import BlockMatrix  # noqa: PLC0415 - only where asked for

    if matched.rest is not None:
        rows, columns = matched.data.values.shape
        return Sources(
            data_source(matched.rest, {}),
            note=f"HELD OUT: the match is to {rows:,} rows and {columns:,} columns of "
            f"{data.file}; this code is for the rest, {matched.rest}, which shares neither with "
            "them.",
        )
    arrays = _known_sources(known)
    if data.table is None:
        return Sources(_array_source(data.file), arrays)
    how = {name: value for name, value in reading.keywords.items() if name != "engine"}
    how["duplicates"] = None if how["duplicates"] == "error" else how["duplicates"]
    if not isinstance(data.values, (ppm.Triples, BlockMatrix)):
        return Sources(data_source(data.file, how), arrays)
    if not _is_file(data.file):
        return Sources(
            None,
            arrays,
            f"READING: {data.file} is a table of an engine, which this code does not read. Hand it "
            "the matrix, rows by columns, with zeros for the pairs that the table leaves out.",
        )
    return Sources(
        data_source(data.file, {**how, "engine": "memory"}),
        arrays,
        f"READING: {data.file} was measured without being held in memory. To be fitted it is read "
        "into memory as a whole.",
    )


def _is_file(file: Path) -> bool:
    from symppm.data.files import columnar_files  # noqa: PLC0415 - as above

    return bool(columnar_files(file)) or file.is_file()
