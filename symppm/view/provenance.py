"""Where a page comes from: versions, hashes, the seed, the command and the time."""

from __future__ import annotations

import datetime
import hashlib
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import symppm
from symppm.codegen.load import generated_folder
from symppm.errors import ParameterError, SymPPMError

if TYPE_CHECKING:
    from symppm.matching import Match
    from symppm.view.drawings import Fact


def versions(date: datetime.datetime, random_seed: int) -> list[Fact]:
    """Return when, by what, and with which seed a page is made."""
    moment = date.astimezone(datetime.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return [
        ("Made", moment),
        ("Random seed", str(random_seed)),
        ("symppm", symppm.__version__),
        ("Python", platform.python_version()),
        *((name, version(name)) for name in ("numpy", "scipy", "sympy", "numba")),
    ]


def hashes(result: Any, source: Path | None) -> list[Fact]:
    """Return the SHA-256 of the data, and those in the banner of a match's generated module."""
    from symppm.codegen.files import stated_hashes  # noqa: PLC0415 - loads SymPy

    digests = {"data": _file_hash(source)} if source is not None and source.is_file() else {}
    if isinstance(result, symppm.Match):
        stated = stated_hashes(_banner(result))
        digests |= {
            what: stated[what] for what in ("model", "record", "generator") if what in stated
        }
    return [(f"SHA-256 of the {what}", digits) for what, digits in digests.items()]


def _file_hash(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ParameterError(
            f"{path} cannot be read ({error.strerror or error})",
            expected="the file of the data",
            do="Check the path.",
        ) from error


def _banner(match: Match) -> str:
    if match.declared is None:
        path = generated_folder() / f"{match.model}.py"
        return path.read_text("utf-8") if path.is_file() else ""
    from symppm.matching.models import generated_module  # noqa: PLC0415 - as above

    try:
        return generated_module(match.declared, ()).__doc__ or ""
    except SymPPMError:
        return ""


def date_of(given: datetime.datetime | None) -> datetime.datetime:
    """Return when a page is made: as given, by SOURCE_DATE_EPOCH, or now; in UTC by default."""
    if given is not None:
        zoned = given if given.tzinfo else given.replace(tzinfo=datetime.UTC)
        try:
            return zoned.astimezone(datetime.UTC)
        except OverflowError as error:
            raise ParameterError(
                f"the date {given}",
                expected="one between the years 1 and 9999 in UTC too",
                do="Correct it, or leave it out.",
            ) from error
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if seconds is None:
        return datetime.datetime.now(datetime.UTC)
    try:
        return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ParameterError(
            f"the environment variable SOURCE_DATE_EPOCH={seconds!r}",
            expected="a number of seconds since 1970",
            do="Set it to one, or unset it.",
        ) from error
