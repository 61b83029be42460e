"""Results as plain documents, and back: what has a schema version, and is checked when it is read.

A document may come from a stranger, or be damaged. It is read as data: every part is checked for
its kind, nothing in it is run, and what is not as it should be is an error that says where.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from symppm.errors import DataError

SCHEMA: Final = 1
"""Version of the documents that this symppm writes, and of those that it reads."""

_LONGEST_SHOWN: Final = 40


def headed(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with what says of which kind and version it is.

    Parameters
    ----------
    kind : str
        Such as ``"match"``.
    body : mapping
        The rest, plain values.
    """
    return {"schema": SCHEMA, "kind": kind, **body}


def checked_head(document: object, kind: str, *, unversioned: bool = False) -> Mapping[str, Any]:
    """Return a document after a look at its kind and version.

    Parameters
    ----------
    document : object
        From JSON.
    kind : str
        What it is meant to be.
    unversioned : bool
        Whether a document from before there were versions will do.

    Raises
    ------
    DataError
        If it is no object, of another kind, or of another version.
    """
    if not isinstance(document, Mapping):
        raise damaged("the document", document, f"an object, as {kind}.to_dict() returns it")
    if "schema" not in document and unversioned:
        return document
    if "schema" not in document:
        raise DataError(
            f"a document without schema, expected to be a {kind}",
            expected=f"schema {SCHEMA}, which to_dict() and --json write",
            do="Write it again with this version of symppm.",
        )
    version, given = document["schema"], document.get("kind")
    if type(version) is not int or version != SCHEMA:
        newer = type(version) is int and version > SCHEMA
        raise DataError(
            f"a document of schema {shown(version)}",
            expected=f"schema {SCHEMA}, the one that this version of symppm reads",
            do="Update symppm." if newer else "Write it again with this version of symppm.",
        )
    if given != kind:
        raise DataError(
            f"a document of the kind {shown(given)}",
            expected=f"one of the kind {kind!r}",
            do="Read it with from_dict or from_json of what wrote it.",
        )
    return document


def parsed(text: str | bytes) -> Any:
    """Return what JSON text holds.

    Parameters
    ----------
    text : str or bytes
        Of one document.

    Raises
    ------
    DataError
        If it is no JSON; NaN and infinity are none.
    """

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no number in JSON")

    if not isinstance(text, str | bytes | bytearray):
        raise damaged("the text", text, "JSON")
    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise DataError(
            f"text that is no JSON ({error})",
            expected="what to_json() or --json wrote, whole",
            do="Write it again; it may have been cut off.",
        ) from error


def written(document: Any, *, ascii_only: bool = False) -> str:
    """Return a document as JSON text: objects one field a line, rows of numbers on one line.

    Parameters
    ----------
    document : object
        Plain values; every number finite.
    ascii_only : bool
        Whether other letters are escaped, so that no terminal can garble them.
    """
    return _written(document, "", ascii_only)


def _written(value: Any, margin: str, ascii_only: bool) -> str:
    inner = margin + "  "
    if isinstance(value, Mapping) and value:
        parts = [
            f"{json.dumps(str(key), ensure_ascii=ascii_only)}: {_written(each, inner, ascii_only)}"
            for key, each in value.items()
        ]
        return "{\n" + ",\n".join(inner + part for part in parts) + f"\n{margin}}}"
    nested = isinstance(value, list | tuple) and any(
        isinstance(each, Mapping | list | tuple) for each in value
    )
    if nested:
        rows = (_written(each, inner, ascii_only) for each in value)
        return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}]"
    return json.dumps(value, allow_nan=False, ensure_ascii=ascii_only)


def damaged(place: str, value: object, expected: str) -> DataError:
    """Return the error for a part of a document that is not as it should be.

    Parameters
    ----------
    place : str
        Where, such as ``"match.parameters"``.
    value : object
        What stands there.
    expected : str
        What should.
    """
    return DataError(
        f"{place} is {shown(value)}",
        expected=expected,
        do="The document is damaged, or was not written by symppm; write it again.",
    )


def shown(value: object) -> str:
    """Return a value, which may be as large as it likes, in a few letters.

    Parameters
    ----------
    value : object
        From JSON.
    """
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, str):
        return repr(value[:_LONGEST_SHOWN])
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_LONGEST_SHOWN else "a huge integer"
    return "an object" if isinstance(value, Mapping) else f"a {type(value).__name__}"


def part(document: Mapping[str, Any], name: str, place: str) -> Any:
    """Return a field of a document.

    Parameters
    ----------
    document : mapping
        Of which it is a field.
    name : str
        Of the field.
    place : str
        Where the document is.

    Raises
    ------
    DataError
        If there is no such field.
    """
    if name not in document:
        raise DataError(
            f"{place} without {name!r}",
            expected="every field that to_dict() writes",
            do="The document is damaged, or was not written by symppm; write it again.",
        )
    return document[name]


def plain(value: Any) -> Any:
    """Return a value as plain ones: dataclasses as objects, tuples as lists.

    Parameters
    ----------
    value : object
        Made of what :func:`rebuilt` reads.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
