"""Matrices to files, in the formats that ``symppm match`` reads."""

from __future__ import annotations

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


_WRITERS: Final[Mapping[str, Writer]] = MappingProxyType(
    {".npy": _npy, ".npz": _npz, ".csv": _text(","), ".tsv": _text("\t"), ".mtx": _mtx}
)


def check_name(path: Path, draws: int) -> None:
    """Refuse a file whose ending names no format, or one that cannot hold several matrices.

    Parameters
    ----------
    path : pathlib.Path
        The file to be.
    draws : int
        How many matrices.

    Raises
    ------
    ParameterError
        If so.
    """
    ending = path.suffix.lower()
    if ending not in _WRITERS:
        raise ParameterError(
            f"--output {path}",
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
    """Write a matrix, or several as one array, in the format that the name says.

    Parameters
    ----------
    values : ndarray
        Two axes, or three with the draws in front.
    path : pathlib.Path
        The file, which :func:`check_name` has passed.
    inputs : sequence of pathlib.Path
        Files that were read, which ``path`` must not be.

    Raises
    ------
    ParameterError
        If the file cannot be written.
    """
    with opened_for_writing(path, inputs) as stream:
        _WRITERS[path.suffix.lower()](values, stream)
