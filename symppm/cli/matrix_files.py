"""Matrices to files, in the formats that ``symppm match`` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from symppm.cli.output import opened_for_writing
from symppm.errors import ParameterError, did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]
    Writer: TypeAlias = Callable[[Array, IO[bytes]], None]


def _npy(values: Array, stream: IO[bytes]) -> None:
    import numpy as np  # noqa: PLC0415 - --help should not wait for it

    np.save(stream, values, allow_pickle=False)


def _npz(values: Array, stream: IO[bytes]) -> None:
    import scipy.sparse  # noqa: PLC0415 - as above

    scipy.sparse.save_npz(stream, scipy.sparse.csr_array(values))


def _mtx(values: Array, stream: IO[bytes]) -> None:
    import scipy.io  # noqa: PLC0415 - as above
    import scipy.sparse  # noqa: PLC0415 - as above

    scipy.io.mmwrite(stream, scipy.sparse.coo_array(values))


def _text(delimiter: str) -> Writer:
    def write(values: Array, stream: IO[bytes]) -> None:
        # Labels keep readers from taking a line of small counts for a header or for triples.
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        header = ["row", *(f"column_{n}" for n in range(1, values.shape[1] + 1))]
        text.write(delimiter.join(header) + "\n")
        for n, row in enumerate(values.tolist(), start=1):
            text.write(delimiter.join([f"row_{n}", *map(repr, row)]) + "\n")
        text.detach()

    return write


TEXT: Final[Mapping[str, str]] = MappingProxyType({".csv": ",", ".tsv": "\t"})
"""Delimiters of text files, by their ending."""
_WRITERS: Final[Mapping[str, Writer]] = MappingProxyType(
    {".npy": _npy, ".npz": _npz, ".mtx": _mtx}
    | {ending: _text(delimiter) for ending, delimiter in TEXT.items()}
)


def check_name(path: Path, draws: int, option: str = "--output") -> None:
    """Refuse a file whose ending names no format, or one that cannot hold several matrices."""
    ending = path.suffix.lower()
    if ending not in _WRITERS:
        raise ParameterError(
            f"{option} {path}",
            expected=f"a name that ends in {', '.join(_WRITERS)}",
            do=did_you_mean(ending, _WRITERS),
        )
    if draws > 1 and ending != ".npy":
        raise ParameterError(
            f"--draws {draws} into {path}",
            expected="an .npy file, which alone holds several matrices",
            do="Name an .npy file, or draw one matrix at a time with different seeds.",
        )


def write_matrices(values: Array, path: Path, inputs: Sequence[Path]) -> None:
    """Write a matrix, or several as one array, in the format that the name says."""
    with opened_for_writing(path, inputs) as stream:
        _WRITERS[path.suffix.lower()](values, stream)


def write_labelled(
    values: Any,
    row_labels: Sequence[str],
    column_labels: Sequence[str],
    path: Path,
    inputs: Sequence[Path],
) -> None:
    """Write one matrix; text has its labels, and is triples where the matrix is sparse."""
    ending = path.suffix.lower()
    sparse = hasattr(values, "tocoo")
    with opened_for_writing(path, inputs, "--rest") as stream:
        if ending not in TEXT:
            dense = sparse and ending == ".npy"
            _WRITERS[ending](values.toarray() if dense else values, stream)
            return
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        writer = csv.writer(text, delimiter=TEXT[ending], lineterminator="\n")
        if sparse:
            entries = values.tocoo()
            writer.writerow(["row", "column", "value"])
            places = zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(),
                         strict=True)  # fmt: skip
            writer.writerows((row_labels[i], column_labels[j], repr(x)) for i, j, x in places)
        else:
            writer.writerow(["row", *column_labels])
            lines = zip(row_labels, values.tolist(), strict=True)
            writer.writerows([label, *map(repr, line)] for label, line in lines)
        text.detach()
