"""Results as plain documents, and back: what has a schema version, and is checked when it is read.

A document may come from a stranger, or be damaged. It is read as data: every part is checked for
its kind, nothing in it is run, and what is not as it should be is an error that says where.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError

SCHEMA: Final = 1
"""Version of the documents that this symppm writes, and of those that it reads."""

Kind = TypeVar("Kind")
Vector = NDArray[np.float64]

_LONGEST_SHOWN: Final = 40
_FEWEST_DRAWS: Final = 2
_UNIONS: Final = (Union, types.UnionType)


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
            f"a document of schema {_shown(version)}",
            expected=f"schema {SCHEMA}, the one that this version of symppm reads",
            do="Update symppm." if newer else "Write it again with this version of symppm.",
        )
    if given != kind:
        raise DataError(
            f"a document of the kind {_shown(given)}",
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
        f"{place} is {_shown(value)}",
        expected=expected,
        do="The document is damaged, or was not written by symppm; write it again.",
    )


def _shown(value: object) -> str:
    """Show a value, which may be as large as it likes, in a few letters."""
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


def rebuilt(kind: type[Kind], value: object, place: str, **known: Any) -> Kind:
    """Return a value of a type from plain values: a dataclass, or what its fields are made of.

    Parameters
    ----------
    kind : type
        A dataclass of numbers, texts, tuples, mappings and other such dataclasses; fields that do
        not count when two are compared are left as they are by default.
    value : object
        From JSON; fields that the type does not have are passed over.
    place : str
        Where that is, for messages.
    **known
        Fields that are given otherwise.

    Raises
    ------
    DataError
        If something is missing or of another type, or a number is not finite.
    """
    if not isinstance(value, Mapping):
        raise damaged(place, value, "an object")
    hints = get_type_hints(kind)
    found = dict(known)
    for each in fields(kind):  # type: ignore[arg-type]
        if each.name in known or not each.compare:
            continue
        required = each.default is MISSING and each.default_factory is MISSING
        if required or each.name in value:
            given = part(value, each.name, place)
            found[each.name] = as_type(hints[each.name], given, f"{place}.{each.name}")
    return kind(**found)


def as_type(hint: Any, value: object, place: str) -> Any:
    """Return a plain value as a type: see :func:`rebuilt`.

    Parameters
    ----------
    hint : type
        Such as ``tuple[str, ...]``.
    value : object
        From JSON.
    place : str
        Where that is, for messages.

    Raises
    ------
    DataError
        If it is none.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in _UNIONS:
        return _one_of(arguments, value, place)
    if origin is tuple:
        return _as_tuple(arguments, value, place)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise damaged(place, value, "an object")
        return {
            as_type(str, key, place): as_type(arguments[1], each, f"{place}[{_shown(key)}]")
            for key, each in value.items()
        }
    if hint is float:
        return number(value, place)
    if is_dataclass(hint):
        return rebuilt(cast(type, hint), value, place)
    wanted = {int: "a whole number", str: "text", bool: "true or false"}
    if type(value) is not hint and hint in wanted:
        raise damaged(place, value, wanted[hint])
    return value


def _one_of(kinds: Sequence[Any], value: object, place: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    *others, last = (each for each in kinds if each is not type(None))
    for each in others:
        try:
            return as_type(each, value, place)
        except DataError:
            continue
    return as_type(last, value, place)


def _as_tuple(kinds: Sequence[Any], value: object, place: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise damaged(place, value, "a list")
    each_kind = [kinds[0]] * len(value) if kinds[-1:] == (...,) else list(kinds)
    if len(each_kind) != len(value):
        raise damaged(place, value, f"a list of {len(each_kind)}")
    return tuple(
        as_type(kind, each, f"{place}[{n}]")
        for n, (kind, each) in enumerate(zip(each_kind, value, strict=True))
    )


def number(value: object, place: str) -> float:
    """Return a number of a document.

    Parameters
    ----------
    value : object
        From JSON.
    place : str
        Where that is, for messages.

    Raises
    ------
    DataError
        If it is none, or not finite.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise damaged(place, value, "a number")
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise damaged(place, value, "a finite number")
    # A whole number stays one, such as K among the hyperparameters.
    return value


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


def open_ends(table: Any) -> list[Any]:
    """Return an array as lists, in which what is not finite is None.

    Parameters
    ----------
    table : ndarray
        With one or two axes.
    """
    values = np.asarray(table, dtype=np.float64)
    if values.ndim > 1:
        return [open_ends(row) for row in values]
    return [each if math.isfinite(each) else None for each in values.tolist()]


def array(
    value: object, place: str, shape: tuple[int | None, ...], absent: float | None = None
) -> Vector:
    """Return an array of a document.

    Parameters
    ----------
    value : object
        Lists of numbers.
    place : str
        Where they are, for messages.
    shape : tuple of int or None
        What it has to be; None for any length.
    absent : float, optional
        What null stands for; without it, null is refused.

    Raises
    ------
    DataError
        If it has another shape, or holds anything but finite numbers.
    """
    if not isinstance(value, list | tuple) or (shape[0] is not None and len(value) != shape[0]):
        many = "any number" if shape[0] is None else str(shape[0])
        raise damaged(place, value, f"a list of {many}")
    if len(shape) > 1:
        rows = [array(each, f"{place}[{n}]", shape[1:], absent) for n, each in enumerate(value)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), *[n or 0 for n in shape[1:]])
    return np.array(
        [
            absent if each is None and absent is not None else number(each, f"{place}[{n}]")
            for n, each in enumerate(value)
        ],
        dtype=np.float64,
    )


def draws(value: object, place: str, count: int) -> Vector:
    """Return the draws of a bootstrap; null where a draw has no such number.

    Parameters
    ----------
    value : object
        Lists of numbers, one a draw.
    place : str
        Where they are, for messages.
    count : int
        Of numbers in each.

    Raises
    ------
    DataError
        If they are none, or not at least two.
    """
    found = array(value, place, (None, count), math.nan)
    if len(found) < _FEWEST_DRAWS:
        raise damaged(place, value, f"at least {_FEWEST_DRAWS} draws")
    return found
