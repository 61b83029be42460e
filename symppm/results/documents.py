"""Results as plain documents, and back: the fields of their classes, with a kind and a version.

A document may come from a stranger, or be damaged. It is read as data: msgspec checks every part
against the annotations of the class, nothing in it is run, and what is not as it should be is an
error that says where.
"""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, reduce
from importlib import import_module
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias, Union, cast
from typing import get_args as arguments_of
from typing import get_origin as origin_of
from typing import get_type_hints as hints_of

import msgspec
import numpy as np
from msgspec import UNSET, Meta

from symppm.errors import DataError

SCHEMA: Final = 2
"""Version of the documents that this symppm writes, and of those that it reads."""

KEPT: Final = {"document": True}
"""Metadata of a field that does not count when results are compared, and is in documents still."""
LEFT_OUT: Final = {"document": False}
"""Metadata of a field that documents do not have; what is read has its default, or None."""

_ADDED: Final = ("source", "notes", "checks", "holdout")
"""What the command line writes beside a result."""
_LEAST, _LARGEST = -(2**63), 2**63 - 1
_LONGEST_SHOWN: Final = 40
_DO: Final = "The document is damaged, or was not written by symppm; write it again."
_WORDS: Final = (
    ("int | float", "a number"), ("int", "a whole number"), ("float", "a number"), ("str", "text"),
    ("bool", "true or false"), ("object", "an object"), ("array", "a list"),
)  # fmt: skip


@dataclass(frozen=True)
class Numbers:
    """Marks a number, or an array of them, where null stands for what is not finite."""

    absent: float | None = None
    axes: int = 0


@dataclass(frozen=True)
class Words:
    """Marks text that is one of a few."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Elsewhere:
    """Marks a class that is loaded only where a document has one of it."""

    module: str
    name: str

    def loaded(self) -> type[Documented]:
        """Return the class."""
        return cast("type[Documented]", getattr(import_module(self.module), self.name))


Positive: TypeAlias = Annotated[float, Meta(gt=0)]
NotNegative: TypeAlias = Annotated[float, Meta(ge=0)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Count: TypeAlias = Annotated[int, Meta(ge=1)]
Low: TypeAlias = Annotated[float, Numbers(-math.inf)]
High: TypeAlias = Annotated[float, Numbers(math.inf)]
Unknown: TypeAlias = Annotated[float, Numbers(math.nan)]


class Documented:
    """What can be written as a document of plain values, and read back."""

    document_kind: ClassVar[str]
    """What its documents are called."""

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        Its fields are the attributes; numbers that are not finite are None.
        """
        return headed(self.document_kind, _plain_fields(self))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Return what a document holds that :meth:`to_dict`, or the command line, wrote.

        Nothing in it is run. A model that was declared by its user is declared again; families of
        the user's own have to be installed.

        Parameters
        ----------
        document : mapping
            As it was, or from JSON.

        Raises
        ------
        DataError
            If it is damaged, or of another version; the message says where.
        DeclarationError, ModelNameError
            If a model in it is none.
        """
        try:
            text = json.dumps(document, allow_nan=False, default=dict)
        except (TypeError, ValueError, RecursionError) as error:
            if not isinstance(document, Mapping):
                raise damaged("the document", document, "an object") from error
            raise DataError(
                f"a document that is no JSON ({error})",
                expected="finite numbers, text, lists and objects, as to_dict() returns them",
                do=_DO,
            ) from error
        return cls.from_json(text)

    def to_json(self) -> str:
        """Return :meth:`to_dict` as JSON text; every number is finite."""
        return written(self.to_dict())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return what JSON text holds that :meth:`to_json`, or the command line, wrote.

        Parameters
        ----------
        text : str
            Of one document.

        Raises
        ------
        DataError, DeclarationError, ModelNameError
            As for :meth:`from_dict`, or if it is no JSON.
        """
        return cls._read(parsed(text))

    @classmethod
    def _read(cls, document: object) -> Self:
        """Return what a document holds, every part of which is checked."""
        result: Self = read(cls, checked_head(document, cls.document_kind), cls.document_kind)
        return result

    def _check(self, place: str) -> None:
        """Refuse what no such result says, though each part of it is of its kind."""


def read(kind: Any, document: Mapping[str, Any], place: str) -> Any:
    """Return a dataclass whose fields a document has."""
    try:
        struct = msgspec.convert(document, _schema(kind), strict=True)
    except msgspec.ValidationError as error:
        raise _refused(str(error), document, place, kind) from error
    return _instance(kind, struct, place)


def document_fields(kind: Any) -> Iterator[tuple[Field[Any], Any]]:
    """Yield the fields of a dataclass that are in documents, and what each is."""
    hints = hints_of(kind, include_extras=True)
    for field in fields(kind):
        if field.metadata.get("document", field.compare):
            yield field, hints[field.name]


def _plain_fields(value: Any) -> dict[str, Any]:
    """Return fields by name; those that are empty by default only if they are not."""
    kind: Any = type(value)
    document = {}
    for field, _ in _fields(kind):
        content = plain(getattr(value, field.name))
        empty = content is None or content in ("", [], {})
        if not (empty and content == plain(_default(field))):
            document[field.name] = content
    return {**document, **{name: plain(getattr(value, name)) for name in _derived(kind)}}


@cache
def _fields(kind: Any) -> tuple[tuple[Field[Any], Any], ...]:
    return tuple(document_fields(kind))


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _derived(kind: Any) -> tuple[str, ...]:
    """Return the properties that documents say too."""
    names: tuple[str, ...] = getattr(kind, "_derived", ())
    return names


def plain(value: Any) -> Any:
    """Return a value as plain ones: dataclasses as objects, tuples and arrays as lists."""
    if isinstance(value, Documented):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return _plain_fields(value)
    if isinstance(value, Mapping):
        return {_key(key): plain(x) for key, x in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [plain(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _key(key: Any) -> str:
    """Return the key of a mapping as JSON has it: names that are several as in "row col"."""
    return " ".join(key) if isinstance(key, tuple) else str(key)


@cache
def _schema(kind: Any) -> type[msgspec.Struct]:
    """Return what msgspec checks: a field for each of a dataclass, and no others."""
    members: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for field, hint in _fields(kind):
        required = _default(field) is MISSING
        members.append((field.name, _wire(hint), *(() if required else (UNSET,))))
    names = {member[0] for member in members}
    head = ("schema", "kind", *_ADDED) if issubclass(kind, Documented) else ()
    also = (name for name in (*head, *_derived(kind), *getattr(kind, "_also", ())))
    members += [(name, Any, None) for name in also if name not in names]
    return msgspec.defstruct(kind.__name__, members, kw_only=True, forbid_unknown_fields=True)


def _wire(hint: Any) -> Any:
    """Return how JSON has what a field of a dataclass is."""
    origin, arguments = origin_of(hint), arguments_of(hint)
    if origin is Annotated:
        return _marked(*arguments[:2])
    if origin in (Union, UnionType):
        tuples = [arguments_of(argument) for argument in arguments if origin_of(argument) is tuple]
        if len(tuples) > 1:  # such as an entry by numbers, or by ids
            items = tuple(reduce(or_, choices) for choices in zip(*tuples, strict=True))
            return GenericAlias(tuple, items) | None
        return reduce(or_, map(_wire, arguments))
    if origin is tuple:
        items = tuple(argument if argument is ... else _wire(argument) for argument in arguments)
        return GenericAlias(tuple, items)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return GenericAlias(dict, (str, _wire(arguments[1])))
    if hint in (int, float):
        return _marked(hint, Meta())
    if isinstance(hint, type) and issubclass(hint, Documented):
        return dict[str, Any]
    kind: Any = hint
    return _schema(kind) if is_dataclass(hint) else hint


def _marked(hint: Any, mark: Any) -> Any:
    if isinstance(mark, Elsewhere):
        return dict[str, Any]
    if isinstance(mark, Words):
        return Annotated[str, Meta(pattern=f"^(?:{'|'.join(mark.words)})$")]
    if isinstance(mark, Numbers):
        number = _marked(float, Meta())
        number = number if mark.absent is None else number | None
        return reduce(lambda item, _: list[item], range(mark.axes), number)  # type: ignore[valid-type]
    low = None if mark.gt is not None else max(_LEAST, math.ceil(_or(mark.ge, _LEAST)))
    high = None if mark.lt is not None else min(_LARGEST, math.floor(_or(mark.le, _LARGEST)))
    integer = Annotated[int, Meta(ge=low, gt=mark.gt, le=high, lt=mark.lt)]
    return integer if hint is int else integer | Annotated[float, mark]


def _or(bound: float | None, otherwise: int) -> float:
    return otherwise if bound is None else bound


def _instance(kind: Any, struct: Any, place: str) -> Any:
    values: dict[str, Any] = {}
    hints = {field.name: hint for field, hint in _fields(kind)}
    for field in fields(kind):
        if field.name not in hints:
            values |= {field.name: None} if _default(field) is MISSING else {}
        elif (value := getattr(struct, field.name)) is not UNSET:
            values[field.name] = _built(hints[field.name], value, f"{place}.{field.name}")
    instance = kind(**values)
    if hasattr(instance, "_check"):
        instance._check(place)
    return instance


def _built(hint: Any, value: Any, place: str) -> Any:
    """Return a part of a document, which is as it should be, as what a field is."""
    origin, arguments = origin_of(hint), arguments_of(hint)
    if origin is Annotated:
        base, mark = arguments[:2]
        if isinstance(mark, Numbers):
            return _numbers(mark, value, place)
        return (
            mark.loaded()._read(value)
            if isinstance(mark, Elsewhere)
            else _built(base, value, place)
        )
    if origin in (Union, UnionType):
        kinds = [argument for argument in arguments if argument is not type(None)]
        if value is None and len(kinds) < len(arguments):
            return None
        matches = [kind for kind in kinds if getattr(kind, "document_kind", "") == _kind(value)]
        return _built((matches or kinds)[0], value, place)
    if origin is tuple:
        item_kinds = arguments[:1] * len(value) if arguments[-1] is ... else arguments
        return tuple(
            _built(kind, item, f"{place}[{n}]")
            for n, (kind, item) in enumerate(zip(item_kinds, value, strict=True))
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        several = origin_of(arguments[0]) is tuple
        return {
            tuple(key.split()) if several else key: _built(arguments[1], item, f"{place}[{key!r}]")
            for key, item in value.items()
        }
    if isinstance(hint, type) and issubclass(hint, Documented):
        return hint._read(value)
    return _instance(hint, value, place) if is_dataclass(hint) else value


def _kind(value: Any) -> Any:
    return value.get("kind") if isinstance(value, Mapping) else None


def _numbers(mark: Numbers, value: Any, place: str) -> Any:
    if not mark.axes:
        return mark.absent if value is None else value
    try:
        filled = np.array(value, dtype=np.float64)  # None is NaN
    except ValueError as error:
        raise damaged(place, value, "rows of one length") from error
    if filled.size and mark.absent is not None:
        filled[np.isnan(filled)] = mark.absent
    return filled.reshape(filled.shape + (0,) * (mark.axes - filled.ndim))


def _refused(message: str, document: Any, place: str, kind: Any) -> DataError:
    """Return what msgspec says as our error."""
    message, _, path = message.partition(" - at `$")
    where, value = _located(document, path.removesuffix("`"), place, kind)
    if field := re.search(r"(missing required|unknown) field `(.*)`", message):
        word = "without" if field[1] == "missing required" else "with the unknown field"
        expected = "every field that to_dict() writes, and no other"
        return DataError(f"{where} {word} {field[2][:_LONGEST_SHOWN]!r}", expected=expected, do=_DO)
    expected = message.removeprefix("Expected ").partition(", got ")[0]
    if words := re.search(r"matching regex '\^\(\?:(.*)\)\$'", expected):
        expected = " or ".join(map(repr, words[1].split("|")))
    for name, word in _WORDS:
        expected = re.sub(rf"`{re.escape(name)}( \| null)?`", word, expected)
    return damaged(where, value, expected)


def _located(document: Any, path: str, place: str, kind: Any) -> tuple[str, Any]:
    """Return where a path leads to and what stands there; msgspec leaves keys of mappings out."""
    value = document
    steps: list[Any] = []
    for name, number in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        step = name or (_failing(document, steps, value, kind) if number == "..." else int(number))
        place += f".{name}" if name else f"[{step!r}]"
        value = value[step]
        steps.append(step)
    return place, value


def _failing(document: Any, steps: Sequence[Any], mapping: Any, kind: Any) -> str:
    """Return the first key of a mapping within a document that is refused with nothing else."""
    for key, value in mapping.items():
        alone: Any = copy.deepcopy(document)
        inner = reduce(lambda node, step: node[step], steps, alone)
        inner.clear()
        inner[key] = value
        try:
            msgspec.convert(alone, _schema(kind), strict=True)
        except msgspec.ValidationError:
            return str(key)
    return str(next(iter(mapping)))


def headed(kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with what says of which kind and version it is."""
    return {"schema": SCHEMA, "kind": kind, **body}


def checked_head(document: object, kind: str) -> Mapping[str, Any]:
    """Return a document after a look at its kind and version."""
    if not isinstance(document, Mapping):
        raise damaged("the document", document, f"an object, as {kind}.to_dict() returns it")
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
    """Return what JSON text holds; NaN and infinity are none."""
    if not isinstance(text, str | bytes | bytearray):
        raise damaged("the text", text, "JSON")
    try:
        return msgspec.json.decode(text)
    # Errors of msgspec are ValueErrors only since its version 0.21.
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DataError(
            f"text that is no JSON ({error})",
            expected="what to_json() or --json wrote, whole",
            do="Write it again; it may have been cut off.",
        ) from error


def written(document: Any, *, ascii_only: bool = False) -> str:
    """Return a document as JSON text: objects one field a line, rows of numbers on one line."""
    return _written(document, "", ascii_only)


def _written(value: Any, margin: str, ascii_only: bool) -> str:
    inner = margin + "  "
    if isinstance(value, Mapping) and value:
        lines = [
            f"{json.dumps(str(key), ensure_ascii=ascii_only)}: {_written(item, inner, ascii_only)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(inner + line for line in lines) + f"\n{margin}}}"
    nested = isinstance(value, list | tuple) and any(
        isinstance(item, Mapping | list | tuple) for item in value
    )
    if nested:
        rows = (_written(item, inner, ascii_only) for item in value)
        return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}]"
    return json.dumps(value, allow_nan=False, ensure_ascii=ascii_only)


def damaged(place: str, value: object, expected: str) -> DataError:
    """Return the error for a part of a document that is not as it should be."""
    return DataError(f"{place} is {shown(value)}", expected=expected, do=_DO)


def require(holds: object, place: str, value: object, expected: str) -> None:
    """Refuse a part of a document unless what is expected holds."""
    if not holds:
        raise damaged(place, value, expected)


def among(names: Sequence[str] | Mapping[str, Any], known: Any, place: str) -> None:
    """Refuse names other than those that are known."""
    for name in names:
        require(name in known, place, name, "one of " + (", ".join(known) or "none"))


def shown(value: object) -> str:
    """Return a value, which may be as large as it likes, in a few letters."""
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, str):
        return repr(value[:_LONGEST_SHOWN])
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_LONGEST_SHOWN else "a huge integer"
    return "an object" if isinstance(value, Mapping) else f"a {type(value).__name__}"
