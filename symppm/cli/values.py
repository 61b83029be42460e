"""Values of options, read without Typer's help where they are plain.

Typer reads every value by pydantic, which takes longer to load than most commands to answer. Here
are read only values that both read alike; all others, and what calls for a message, are Typer's.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_OTHER: Final = object()


def plain_reader(parameter: Any) -> Any:
    """Let a parameter read plain values itself."""
    about: Any = getattr(parameter, "type_descriptor", None)
    info = getattr(about, "parameter_info", None)
    if info is None or "process_value" in vars(parameter):
        return parameter
    theirs, several = parameter.process_value, parameter.multiple or parameter.nargs == -1

    def read(context: Any, value: Any) -> Any:
        if value is None:
            found = _OTHER if parameter.required else () if several else None
        elif several:
            found = _listed(value, about.annotation, info)
        else:
            found = _one(value, about.annotation, info)
        if found is _OTHER:
            return theirs(context, value)
        return parameter.callback(context, parameter, found) if parameter.callback else found

    parameter.process_value = read
    return parameter


def _listed(values: Any, annotation: Any, info: Any) -> Any:
    if get_origin(annotation) is not list or not isinstance(values, list | tuple) or not values:
        return _OTHER
    read = [_one(value, get_args(annotation)[0], info) for value in values]
    return _OTHER if _OTHER in read else read


def _one(value: Any, kind: Any, info: Any) -> Any:
    """Return a value of a kind, or a sign that Typer must read it."""
    if isinstance(value, str):
        value = _of_text(value, kind)
    if get_origin(kind) is Literal and isinstance(value, str):
        return value
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
    if kind is int and _WHOLE.fullmatch(text):
        return int(text)
    if kind is float and _DECIMAL.fullmatch(text):
        return float(text)
    # Typer refuses files that cannot be read.
    if kind is Path and (os.access(text, os.R_OK) or not os.path.lexists(text)):
        return Path(text)
    if get_origin(kind) is Literal and text in get_args(kind):
        return text
    return _OTHER
