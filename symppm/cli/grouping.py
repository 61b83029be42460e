"""Groups of options: dataclasses that commands take whole, each field an option."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with one option for each field of the dataclasses that it takes."""
    groups: dict[str, Any] = {}
    parameters = []
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind = hints[name]
        if not dataclasses.is_dataclass(kind):
            parameters.append((name, parameter.default, kind))
            continue
        groups[name] = kind
        own = get_type_hints(kind, include_extras=True)
        fields = dataclasses.fields(kind)
        parameters += [(each.name, each.default, own[each.name]) for each in fields]

    def run(**given: Any) -> None:
        made = {
            name: kind(**{each.name: given.pop(each.name) for each in dataclasses.fields(kind)})
            for name, kind in groups.items()
        }
        command(**given, **made)

    keyword = inspect.Parameter.KEYWORD_ONLY
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {name: kind for name, _, kind in parameters}
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(n, keyword, default=d, annotation=k) for n, d, k in parameters]
    )
    return run
