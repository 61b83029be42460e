"""Files that a command is to write: refused before any time is spent, if they cannot be written."""

from __future__ import annotations

import errno
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from symppm.errors import ParameterError

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


def check_files(outputs: Mapping[str, Path | None], inputs: Sequence[Path] = ()) -> None:
    """Refuse files that cannot be written, that were read, or that two options name."""
    taken: dict[Path, str] = {}
    for option, path in outputs.items():
        if path is None:
            continue
        check_input(path, inputs, option)
        _check_place(path, option)
        # Devices, such as /dev/null, take whatever is written to them.
        if path.exists() and not path.is_file():
            continue
        real = path.resolve()
        if real in taken:
            raise ParameterError(
                f"{taken[real]} and {option}, both {path}",
                expected="a file of its own for each: one would be written over the other",
                do="Choose another name for one of them.",
            )
        taken[real] = option


def check_input(path: Path, inputs: Sequence[Path], option: str) -> None:
    """Refuse to write over what is read."""
    if _exists(path, option) and any(each.exists() and path.samefile(each) for each in inputs):
        raise ParameterError(
            f"{option} {path} is the file that was read",
            expected="another file: inputs are never modified",
            do="Choose another name.",
        )


def _check_place(path: Path, option: str) -> None:
    if path.is_dir():
        raise ParameterError(
            f"{option} {path} is a folder",
            expected="the name of a file",
            do=f"Write {option} {path / 'NAME'}, for example.",
        )
    if not path.parent.exists():
        raise ParameterError(
            f"{option} {path}, in a folder that does not exist",
            expected="a file in a folder that exists",
            do=f"Make the folder {path.parent}, or check the path.",
        )
    if not path.parent.is_dir():
        raise ParameterError(
            f"{option} {path}, where {path.parent} is no folder",
            expected="a file in a folder that exists",
            do="Check the path.",
        )


def _exists(path: Path, option: str) -> bool:
    try:
        path.resolve()
        return path.exists()
    except (OSError, ValueError, RuntimeError) as error:
        # A name that is too long, or that holds what no name can, or a link to itself.
        raise not_written(path, option, error) from error


def not_written(path: Path, option: str, error: Exception) -> ParameterError:
    """Return the error for a file that the system does not write."""
    why = getattr(error, "strerror", None) or error
    full = getattr(error, "errno", None) in _FULL
    return ParameterError(
        f"{option} {path} cannot be written ({why})",
        expected="room for it" if full else "a file in a folder that exists and may be written to",
        do="Free some space, or write elsewhere." if full else "Check the path.",
    )
