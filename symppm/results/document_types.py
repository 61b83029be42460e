"""Parts of documents as typed values: numbers, texts, tuples, mappings and dataclasses of these."""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from symppm.errors import DataError
from symppm.results.documents import damaged, part, shown

Kind = TypeVar("Kind")

_UNIONS: Final = (Union, types.UnionType)
_LARGEST: Final = 2**63
"""Above every whole number of a computer's."""


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
            text(key, place): as_type(arguments[1], each, f"{place}[{shown(key)}]")
            for key, each in value.items()
        }
    if hint is float:
        return number(value, place)
    if hint is int:
        return whole(value, place)
    if hint is str:
        return text(value, place)
    if is_dataclass(hint):
        return rebuilt(cast(type, hint), value, place)
    if hint is bool and type(value) is not bool:
        raise damaged(place, value, "true or false")
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
    if isinstance(value, int):
        # A whole number stays one, such as K among the hyperparameters.
        return whole(value, place)
    if not math.isfinite(value):
        raise damaged(place, value, "a finite number")
    return value


def whole(value: object, place: str) -> int:
    """Return a whole number of a document.

    Parameters
    ----------
    value : object
        From JSON.
    place : str
        Where that is, for messages.

    Raises
    ------
    DataError
        If it is none, or larger than computers count.
    """
    if type(value) is not int:
        raise damaged(place, value, "a whole number")
    if not -_LARGEST < value < _LARGEST:
        raise damaged(place, value, "a whole number below 2**63")
    return value


def text(value: object, place: str) -> str:
    """Return a text of a document.

    Parameters
    ----------
    value : object
        From JSON.
    place : str
        Where that is, for messages.

    Raises
    ------
    DataError
        If it is none, or holds half a letter, which no file can.
    """
    if not isinstance(value, str):
        raise damaged(place, value, "text")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise damaged(place, value, "text, without halves of letters (surrogates)") from error
    return value


def one_of(words: Sequence[str], value: object, place: str) -> str:
    """Return a word of a document.

    Parameters
    ----------
    words : sequence of str
        What it may be.
    value : object
        From JSON.
    place : str
        Where that is, for messages.

    Raises
    ------
    DataError
        If it is none of them.
    """
    if not isinstance(value, str) or value not in words:
        raise damaged(place, value, " or ".join(map(repr, words)))
    return value
