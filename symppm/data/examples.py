"""The real counts that ship, small enough to try everything on."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Final

from symppm.data.door import read
from symppm.data.table import Table
from symppm.errors import DataError, did_you_mean


@dataclass(frozen=True, repr=False)
class Dataset(Table):
    """Counts that ship with symppm: a :class:`symppm.Table` with a label for every row and column.

    Attributes
    ----------
    name : str
        What ``load`` calls it.
    title : str
        What was counted, for headings.
    origin : str
        Where the file comes from and what to cite.
    licence : str
        SPDX identifier and copyright; the full text is in ``NOTICE.md``.
    values, row_labels, column_labels, notes, path
        As those of a Table: the counts are an array of int64; where the file has no labels these
        are "row 1", "column 1" and so on.
    """

    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    name: str
    title: str
    origin: str
    licence: str


_FILES: Final = MappingProxyType({
    # Its file, header and labels; its title, origin and licence.
    "pbmc_facs": (
        ("pbmc_facs.tsv.gz", False, 0),
        ("Transcripts (UMI counts), 400 blood cells x 400 genes, published with 6 topics",
         "stephenslab/fastTopics, commit 8406f5f; 400 of the 3,774 cells, drawn at random, and the "
         "400 genes most counted in them; its vignette fits 6 topics to all; cells of Zheng et al. "
         "(2017), Massively parallel digital transcriptional profiling of single cells, Nat Commun",
         "BSD-2-Clause, Copyright (c) 2019, Peter Carbonetto and Matthew Stephens"),
    ),
    "mutational_signatures": (
        ("mutational_signatures.tsv", True, 1),
        ("Somatic mutations, 96 types x 21 breast tumours",
         "AlexandrovLab/SigProfilerExtractor, commit 967b327; tumours of Nik-Zainal et al. (2012), "
         "Mutational processes molding the genomes of 21 breast cancers, Cell",
         "BSD-2-Clause, Copyright (c) 2019, S M Ashiqul Islam [Alexandrov Lab]"),
    ),
    "single_cell": (
        ("single_cell.tsv", False, 2),
        ("Transcripts (UMI counts), 500 genes x 100 cells",
         "simslab/scHPF, commit df4cb46; Levitin et al. (2019), De novo gene signature "
         "identification from single-cell RNA-seq with hierarchical Poisson factorization, Mol "
         "Syst Biol",
         "BSD-2-Clause, Copyright (c) 2018, Sims Lab"),
    ),
})  # fmt: skip


def names() -> tuple[str, ...]:
    """Return the names that ``load`` knows."""
    return tuple(_FILES)


def load(name: str) -> Dataset:
    """Load counts that ship with symppm.

    Parameters
    ----------
    name : str
        One of ``names()``: "pbmc_facs" (400 x 400), "mutational_signatures" (96 x 21) or
        "single_cell" (500 x 100).

    Returns
    -------
    Dataset
        A fresh copy on every call.

    Raises
    ------
    DataError
        If no data of this name ship.
    """
    if not isinstance(name, str) or name not in _FILES:
        raise DataError(
            f"data named {name!r}",
            expected="the name of data that ship with symppm",
            do=did_you_mean(name, _FILES),
        )
    (file, header, labels), about = _FILES[name]
    with resources.as_file(resources.files("symppm.data").joinpath(file)) as path:
        table = read(path, layout="matrix", header=header, label_columns=labels)
    rows, columns = table.shape
    row_labels = table.row_labels or tuple(f"row {i + 1}" for i in range(rows))
    column_labels = table.column_labels or tuple(f"column {j + 1}" for j in range(columns))
    return Dataset(table.values, row_labels, column_labels, table.notes, table.path, name, *about)
