"""Where a page comes from: versions, hashes, the seed, the command and the time."""

from __future__ import annotations

import datetime
import hashlib
import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

import symppm
from symppm.codegen.load import generated_folder
from symppm.errors import ParameterError, SymPPMError
from symppm.matching.models import generated_module
from symppm.report.html.elements import Fact

if TYPE_CHECKING:
    from symppm.matching import Match

_LIBRARIES: Final = ("numpy", "scipy", "sympy", "numba")
_BANNER: Final = re.compile(r"^(model|ledger|generator): +sha256 ([0-9a-f]{64})$", re.MULTILINE)
_EPOCH: Final = "SOURCE_DATE_EPOCH"


def provenance(
    match: Match,
    *,
    source: Path | None,
    command: str | None,
    random_seed: int,
    date: datetime.datetime,
) -> tuple[Fact, ...]:
    """Collect what it takes to make the same page again.

    Parameters
    ----------
    match : Match
        Of which the page is.
    source : pathlib.Path, optional
        The file of the data.
    command : str, optional
        What was typed.
    random_seed : int
        Of everything that is drawn.
    date : datetime.datetime
        When, with a time zone.
    """
    facts = [Fact("Command", command, copied=True)] if command else []
    facts += [
        Fact("Made", date.astimezone(datetime.UTC).strftime("%Y-%m-%d %H:%M:%S UTC")),
        Fact("Random seed", str(random_seed)),
        Fact("symppm", symppm.__version__),
        Fact("Python", platform.python_version()),
    ]
    facts += [Fact(name, _version(name)) for name in _LIBRARIES]
    if source is not None and source.is_file():
        facts.append(Fact("SHA-256 of the data", file_hash(source), copied=True))
    facts += [Fact(f"SHA-256 of the {kind}", found, copied=True) for kind, found in _hashes(match)]
    return tuple(facts)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of unknown version"


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Raises
    ------
    ParameterError
        If it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ParameterError(
            f"{path} cannot be read ({error.strerror or error})",
            expected="the file of the data",
            do="Check the path.",
        ) from error


def _hashes(match: Match) -> list[tuple[str, str]]:
    """Return the hashes in the banner of a model's generated module."""
    if match.declared is None:
        path = generated_folder() / f"{match.model}.py"
        banner = path.read_text("utf-8") if path.is_file() else ""
    else:
        try:
            banner = generated_module(match.declared, ()).__doc__ or ""
        except SymPPMError:
            banner = ""
    return _BANNER.findall(banner)


def date_of(given: datetime.datetime | None) -> datetime.datetime:
    """Return when a page is made: as given, as SOURCE_DATE_EPOCH says, or now.

    Parameters
    ----------
    given : datetime.datetime, optional
        One without a time zone is taken to be in UTC.

    Raises
    ------
    ParameterError
        If the environment variable SOURCE_DATE_EPOCH is set and is no number of seconds.
    """
    if given is not None:
        zoned = given if given.tzinfo else given.replace(tzinfo=datetime.UTC)
        try:
            zoned.astimezone(datetime.UTC)
        except OverflowError as error:
            raise ParameterError(
                f"the date {given}",
                expected="one between the years 1 and 9999 in UTC too",
                do="Correct it, or leave it out.",
            ) from error
        return zoned
    seconds = os.environ.get(_EPOCH)
    if seconds is None:
        return datetime.datetime.now(datetime.UTC)
    try:
        return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ParameterError(
            f"{_EPOCH}={seconds!r}",
            expected="a number of seconds since 1970",
            do=f"Set it to one, or unset {_EPOCH}.",
        ) from error
