"""Values of options, read without Typer's help where they are plain.

Recent versions of Typer read every value by pydantic, which takes longer to load than most commands
take to answer. Here are read only values that both read alike; all others, and with them whatever
calls for a message, are left to Typer.
"""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args, get_origin

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_SPECIAL: Final = (
    "parser",
    "clamp",
    "exists",
    "writable",
    "allow_dash",
    "resolve_path",
    "path_type",
)
_USUAL: Final = ("file_okay", "dir_okay", "case_sensitive")
_OTHER: Final = object()
_READS_PLAINLY: Final = "process_value"


def plain_reader(parameter: Any) -> Any:
    """Let a parameter read plain values itself."""
    about: Any = getattr(parameter, "type_descriptor", None)
    info = getattr(about, "parameter_info", None)
    if info is None or _READS_PLAINLY in vars(parameter):
        return parameter
    special = any(getattr(info, name, None) for name in _SPECIAL)
    if not special and all(getattr(info, name, True) for name in _USUAL):
        setattr(parameter, _READS_PLAINLY, _reader(parameter, about.annotation, info))
    return parameter


def _reader(parameter: Any, annotation: Any, info: Any) -> Callable[[Any, Any], Any]:
    theirs = parameter.process_value
    several = parameter.multiple or parameter.nargs == -1

    def read(context: Any, value: Any) -> Any:
        if value is None:
            found = _OTHER if parameter.required else () if several else None
        elif several:
            found = _listed(value, annotation, info)
        else:
            found = _one(value, annotation, info)
        if found is _OTHER:
            return theirs(context, value)
        return parameter.callback(context, parameter, found) if parameter.callback else found

    return read


def _listed(values: Any, annotation: Any, info: Any) -> Any:
    if get_origin(annotation) is not list or not isinstance(values, list | tuple) or not values:
        return _OTHER
    read = [_one(value, get_args(annotation)[0], info) for value in values]
    return _OTHER if _OTHER in read else read


def _one(value: Any, kind: Any, info: Any) -> Any:
    """Return a value of a kind, or a sign that Typer must read it."""
    if isinstance(value, str):
        value = _of_text(value, kind)
    if type(value) is not kind and not (kind is Path and isinstance(value, Path)):
        return _OTHER
    if kind in (int, float):
        low, high = getattr(info, "min", None), getattr(info, "max", None)
        if (low is not None and value < low) or (high is not None and value > high):
            return _OTHER
    return value


def _of_text(text: str, kind: Any) -> Any:
    if kind is str:
        return text
    if kind is int:
        return int(text) if _WHOLE.fullmatch(text) else _OTHER
    if kind is float:
        return float(text) if _DECIMAL.fullmatch(text) else _OTHER
    if kind is Path:
        # Typer refuses files that cannot be read.
        return Path(text) if os.access(text, os.R_OK) or not os.path.lexists(text) else _OTHER
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return next((each for each in kind if each.value == text), _OTHER)
    return _OTHER
