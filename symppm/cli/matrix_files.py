"""Matrices to files, in the formats that ``symppm match`` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final, TypeAlias

from symppm.cli.output import opened_for_writing
from symppm.errors import ParameterError, did_you_mean

Labels: TypeAlias = tuple[Sequence[str], Sequence[str]]
TEXT: Final[Mapping[str, str]] = MappingProxyType({".csv": ",", ".tsv": "\t"})
"""Delimiters of text files, by their ending."""
_ENDINGS: Final = (".npy", ".npz", ".mtx", *TEXT)


def check_name(path: Path, draws: int, option: str = "--output") -> None:
    """Refuse a file whose ending names no format, or one that cannot hold several matrices."""
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        raise ParameterError(
            f"{option} {path}",
            expected=f"a name that ends in {', '.join(_ENDINGS)}",
            do=did_you_mean(ending, _ENDINGS),
        )
    if draws > 1 and ending != ".npy":
        raise ParameterError(
            f"--draws {draws} into {path}",
            expected="an .npy file, which alone holds several matrices",
            do="Name an .npy file, or draw one matrix at a time with different seeds.",
        )


def write_matrix(
    values: Any,
    path: Path,
    labels: Labels | None = None,
    option: str = "--output",
) -> None:
    """Write a matrix, or to .npy several as one array, in the format that the name says.

    Text has labels, and is triples where the matrix is sparse.
    """
    # --help should not wait for these.
    import numpy as np
    from scipy import io as scipy_io
    from scipy import sparse

    ending = path.suffix.lower()
    if isinstance(values, np.ma.MaskedArray):
        if ending in (".npz", ".mtx"):
            raise ParameterError(
                f"{option} {path} for a matrix with blank cells, which it would store as zeros",
                expected="a format with all cells",
                do="Name a .csv, .tsv or .npy file, to be read with --blanks missing.",
            )
        values = np.ma.filled(values.astype(float), np.nan)
    with opened_for_writing(path, option) as stream:
        if ending == ".npy":
            dense = values.toarray() if sparse.issparse(values) else values
            np.save(stream, dense, allow_pickle=False)
        elif ending == ".npz":
            sparse.save_npz(stream, sparse.csr_array(values))
        elif ending == ".mtx":
            scipy_io.mmwrite(stream, sparse.coo_array(values))
        else:
            _write_text(values, labels or _numbered(values), TEXT[ending], stream)


def _numbered(values: Any) -> Labels:
    """Return labels, which keep readers from taking small counts for a header or for triples."""
    rows, columns = values.shape
    numbers = range(1, rows + 1), range(1, columns + 1)
    return [f"row_{n}" for n in numbers[0]], [f"column_{n}" for n in numbers[1]]


def _write_text(values: Any, labels: Labels, delimiter: str, stream: IO[bytes]) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    row_labels, column_labels = labels
    if hasattr(values, "tocoo"):
        entries = values.tocoo()
        triples = zip(
            entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True
        )
        writer.writerow(["row", "column", "value"])
        writer.writerows((row_labels[i], column_labels[j], repr(x)) for i, j, x in triples)
    else:
        writer.writerow(["row", *column_labels])
        lines = zip(row_labels, values.tolist(), strict=True)
        writer.writerows([label, *map(repr, line)] for label, line in lines)
    text.detach()
