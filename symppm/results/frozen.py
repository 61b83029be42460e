"""Mappings of results: read like any dictionary, and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from symppm.errors import ReadOnlyError

Key = TypeVar("Key")
Value = TypeVar("Value")


class Frozen(dict[Key, Value]):
    """A dictionary that cannot be changed.

    It equals a dictionary of the same items, is shown like one, and can be pickled, copied and
    written as JSON, none of which a view by ``types.MappingProxyType`` can. ``dict(it)`` and
    ``it.copy()`` are dictionaries that can be changed.
    """

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise ReadOnlyError(
            "a change of a result",
            expected="results to stay as they were found",
            do="Change a copy, as in {**match.parameters}, or use dataclasses.replace.",
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def __copy__(self) -> Frozen[Key, Value]:
        return self


def freeze(result: object, *names: str) -> None:
    """Make mappings of a frozen dataclass read-only, within its ``__post_init__``."""
    for name in names:
        values: Mapping[Any, Any] = getattr(result, name)
        if not isinstance(values, Frozen):
            object.__setattr__(result, name, Frozen(values))
