"""Options declared once: fields of dataclasses, which commands take whole."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer


def option(help_text: str, spec: str = "", default: Any = None, **about: Any) -> Any:
    """Return a field that is an option: ``spec`` has its names, if not the field's, and metavar."""
    words = spec.split()
    names = tuple(word for word in words if word.startswith("-"))
    metavar = words[-1] if len(words) > len(names) else None
    return _field(default, (typer.Option, names, {"help": help_text, "metavar": metavar, **about}))


def argument(help_text: str, metavar: str, **about: Any) -> Any:
    """Return a field that is an argument, which has to be given unless there is a default."""
    default = about.pop("default", dataclasses.MISSING)
    return _field(default, (typer.Argument, (), {"help": help_text, "metavar": metavar, **about}))


def _field(default: Any, declared: tuple[Any, ...]) -> Any:
    return dataclasses.field(default=default, kw_only=True, metadata={"typer": declared})


def _parameter(field: dataclasses.Field[Any], kind: Any, panel: str | None) -> inspect.Parameter:
    made, names, about = field.metadata["typer"]
    if made is typer.Option:
        names = names or (f"--{field.name.replace('_', '-')}",)
        about = {"rich_help_panel": panel, **about}
    default = inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, made(*names, **about)],
    )


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with a parameter for each field of the dataclasses that it takes.

    A dataclass says by its ``PANEL`` below which heading of the help its options stand.
    """
    kinds = {name: each for name, each in get_type_hints(command).items() if name != "return"}
    groups: dict[str, Any] = {
        name: each for name, each in kinds.items() if dataclasses.is_dataclass(each)
    }
    parameters: list[inspect.Parameter] = []
    for name, kind in kinds.items():
        if name not in groups:
            keyword = inspect.Parameter.KEYWORD_ONLY
            parameters.append(inspect.Parameter(name, keyword, annotation=kind))
            continue
        hints, panel = get_type_hints(kind), getattr(kind, "PANEL", None)
        parameters += [_parameter(each, hints[each.name], panel) for each in _fields(kind)]

    def run(**given: Any) -> None:
        made = {
            name: kind(**{each.name: given.pop(each.name) for each in _fields(kind)})
            for name, kind in groups.items()
        }
        command(**given, **made)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _fields(kind: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)
