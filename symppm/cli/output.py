"""Where an answer goes: the terminal, a pipe or a file; as a page or as JSON.

Files are refused before any time is spent, if they cannot be written.
"""

from __future__ import annotations

import csv
import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final, TypeAlias

import typer

from symppm.cli.options import Answer
from symppm.errors import ParameterError, did_you_mean
from symppm.saving import replacing
from symppm.waiting import waited

Labels: TypeAlias = tuple[Sequence[str], Sequence[str]]
TEXT: Final[Mapping[str, str]] = MappingProxyType({".csv": ",", ".tsv": "\t"})
"""Delimiters of text files, by their ending."""
_ENDINGS: Final = (".npy", ".npz", ".mtx", *TEXT)
_AXES: Final = 2
"""Of what every format holds."""
_IN_A_FOLDER: Final = "a file in a folder that exists"


def deliver(page: Callable[[], Any], document: Mapping[str, Any], answer: Answer) -> None:
    """Print an answer, or write it to a file; the page is made where it is shown."""
    if answer.as_json:
        write_text(as_json(document), answer.output)
        return
    # Rich is worth its loading time only where a page is shown.
    from symppm.view.layout import plain, terminal

    if answer.output is None and sys.stdout.isatty():
        body = page()
        waited()
        terminal().print(body, crop=False)
        return
    write_text(plain(page()), answer.output)


def as_json(document: Mapping[str, Any]) -> str:
    """Return a document as JSON, in ASCII, so that no terminal or locale can garble it."""
    from symppm.results.documents import written

    return written(document, ascii_only=True) + "\n"


def say(text: str, *, end: str = "\n", err: bool = False) -> None:
    """Print text, in place of the line that says what is waited for."""
    waited()
    typer.echo(text + end, nl=False, err=err)


def write_text(text: str, output: Path | None) -> None:
    """Write text to standard output or to a file."""
    if output is None:
        say(text, end="")
        return
    with opened_for_writing(output) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))


def write_files(contents: Sequence[tuple[str, Path, bytes]]) -> None:
    """Write files that belong together, each after the option that names it: all, or none."""
    with ExitStack() as files:
        for option, path, content in contents:
            stream = files.enter_context(opened_for_writing(path, option))
            stream.write(content)
            # A full disk is to be found out before the first file takes its place.
            stream.flush()
            with suppress(io.UnsupportedOperation):
                os.fsync(stream.fileno())


@contextmanager
def opened_for_writing(output: Path, option: str = "--output") -> Iterator[IO[bytes]]:
    """Open what replaces a file whole, or not at all."""
    try:
        with replacing(output) as stream:
            yield stream
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _not_written(output, option, error) from error


def check_files(outputs: Mapping[str, Path | None], inputs: Sequence[Path] = ()) -> None:
    """Refuse files that cannot be written, that were read, or that two options name."""
    claimed: dict[Path, str] = {}
    for option, path in outputs.items():
        if path is None:
            continue
        _check_place(path, inputs, option)
        # Devices, such as /dev/null, take whatever is written to them.
        if path.exists() and not path.is_file():
            continue
        real = path.resolve()
        if real in claimed:
            raise ParameterError(
                f"{claimed[real]} and {option}, both {path}",
                expected="a file of its own for each: one would be written over the other",
                do="Choose another name for one of them.",
            )
        claimed[real] = option


def _check_place(path: Path, inputs: Sequence[Path], option: str) -> None:
    try:
        path.resolve()
        read = path.exists() and any(file.exists() and path.samefile(file) for file in inputs)
    except (OSError, ValueError, RuntimeError) as error:
        # A name that is too long, or that holds what no name can, or a link to itself.
        raise _not_written(path, option, error) from error
    why, expected, do = "", _IN_A_FOLDER, "Check the path."
    if read:
        why, do = " is the file that was read", "Choose another name."
        expected = "another file: inputs are never modified"
    elif path.is_dir():
        why, expected = " is a folder", "the name of a file"
        do = f"Write {option} {path / 'NAME'}, for example."
    elif not path.parent.exists():
        why = ", in a folder that does not exist"
        do = f"Make the folder {path.parent}, or check the path."
    elif not path.parent.is_dir():
        why = f", where {path.parent} is no folder"
    if why:
        raise ParameterError(f"{option} {path}{why}", expected=expected, do=do)


def _not_written(path: Path, option: str, error: Exception) -> ParameterError:
    why = getattr(error, "strerror", None) or error
    full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    return ParameterError(
        f"{option} {path} cannot be written ({why})",
        expected="room for it" if full else f"{_IN_A_FOLDER} and may be written to",
        do="Free some space, or write elsewhere." if full else "Check the path.",
    )


# Matrices, in the formats that ``symppm match`` reads


def check_name(path: Path, draws: int, option: str = "--output") -> None:
    """Refuse a file whose ending names no format, or one that cannot hold several matrices."""
    ending = path.suffix.lower()
    if ending not in _ENDINGS:
        raise ParameterError(
            f"{option} {path}",
            expected=f"a name that ends in {', '.join(_ENDINGS)}",
            do=did_you_mean(ending, _ENDINGS, listed=True),
        )
    if draws > 1 and ending != ".npy":
        raise ParameterError(
            f"--draws {draws} into {path}",
            expected="an .npy file, which alone holds several matrices",
            do="Name an .npy file, or draw one matrix at a time with different seeds.",
        )


def check_axes(path: Path, shape: Sequence[int]) -> None:
    """Refuse a file that has not as many axes as what is written to it."""
    if len(shape) > _AXES and path.suffix.lower() != ".npy":
        raise ParameterError(
            f"--output {path} for an array of {len(shape)} axes",
            expected="an .npy file, which holds any number; the other formats hold rows and "
            "columns",
            do=f"Name {path.with_suffix('.npy')}, for example.",
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
