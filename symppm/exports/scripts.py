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
from symppm.exports.code import literal, rendered
from symppm.exports.registry import SAMPLED
from symppm.exports.types import Export

_PATH: Final = "PATH"


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
    blanks: bool = False
    """Whether some of the data are NaN, which stands for what was not observed."""

    def noted(self, export: Export) -> Export:
        """Return an export with the note."""
        if not self.note or export.target == "json":
            return export
        return replace(export, notes=(*export.notes, self.note))

    def script(self, export: Export, output: Path | None, *, missing: str, counts: bool) -> Export:
        """Return an export that reads its data, where it can take them from a file.

        A script names files in full, so that it runs in any folder, and other files may be named
        when it is run. What is printed names them as they were typed. ``missing`` says which
        entries were missing, ``counts`` whether the model is one of a matrix of counts.
        """
        export = self.noted(export)
        fits = not export.data and export.target != "json"
        if self.data is None or not (fits or export.target in SAMPLED):
            return export
        known = {code: self.known[n] for n, code in export.inputs.items() if n in self.known}
        # Known arrays have no place in libraries that fit.
        sources = {"counts": self.data} if fits else {export.data: self.data, **known}
        if fits or "observed" in export.inputs:
            sources["factors"] = Source((output or Path("factors")).with_suffix(".npz"))
        code = rendered(
            "script.py",
            export=export,
            fits=fits,
            taken=sources,
            output=output,
            script="" if output is None else shlex.quote(" ".join(output.name.split())),
            files=", ".join(literal(str(source.file.absolute())) for source in sources.values()),
            missing=missing,
            blanks=self.blanks,
            counts=counts,
        )
        return replace(export, code=code)


def data_source(file: Path, options: Mapping[str, Any], *, blanks: bool = False) -> Source:
    """Return how ``symppm.read`` reads a file in the same way, with NaN for blanks."""
    named = {name: value for name, value in options.items() if value is not None}
    arguments = "".join(f", {name}={literal(value)}" for name, value in named.items())
    if blanks:
        arguments = arguments.replace(missing := ', blanks="missing"', "") + missing
        read = f"symppm.read({_PATH}{arguments}).values.astype(float)"
        return Source(file, f"np.ma.filled({read}, np.nan)")
    return Source(file, f"symppm.read({_PATH}{arguments}).values")


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
    blanks = isinstance(values, np.ma.MaskedArray)
    if options is None:
        return Sources(array_source(file), arrays, blanks=blanks)
    keywords = {name: value for name, value in options.items() if name != "engine"}
    keywords |= {name: None for name in ("duplicates", "blanks") if keywords[name] == "error"}
    if not isinstance(values, (Triples, BlockMatrix)):
        return Sources(data_source(file, keywords, blanks=blanks), arrays, blanks=blanks)
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
    return Sources(data_source(file, {**keywords, "engine": "memory"}), arrays, note)


def sources_of_rest(file: Path, held_out: Path, values: Any) -> Sources:
    """Return how a script reads what was set aside of the file that was matched."""
    note = (
        f"HELD OUT: the match is to {values.shape[0]:,} rows and {values.shape[1]:,} columns of "
        f"{file}; this code is for the rest, {held_out}, which shares neither with them."
    )
    blanks = isinstance(values, np.ma.MaskedArray)
    return Sources(data_source(held_out, {}, blanks=blanks), note=note, blanks=blanks)
