"""Options declared once: fields of dataclasses, which commands take whole."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import typer

from symppm.errors import ParameterError, did_you_mean

_NUMBERS: Final = MappingProxyType({int: ("a whole number", "3"), float: ("a number", "0.5")})


def option(help_text: str, spec: str = "", default: Any = None, **about: Any) -> Any:
    """Return a field that is an option: ``spec`` has its names, if not the field's, and metavar.

    What is further said is what Typer takes, or ``least``, the smallest number that is allowed.
    """
    words = spec.split()
    names = tuple(word for word in words if word.startswith("-"))
    metavar = words[-1] if len(words) > len(names) else None
    return _field(default, typer.Option, names, help=help_text, metavar=metavar, **about)


def argument(help_text: str, metavar: str, default: Any = dataclasses.MISSING, **about: Any) -> Any:
    """Return a field that is an argument, which has to be given unless there is a default."""
    return _field(default, typer.Argument, (), help=help_text, metavar=metavar, **about)


def _field(default: Any, *declared: Any, least: float | None = None, **about: Any) -> Any:
    metadata = {"typer": (*declared, about), "least": least}
    return dataclasses.field(default=default, kw_only=True, metadata=metadata)


def _names(field: dataclasses.Field[Any]) -> tuple[str, ...]:
    return field.metadata["typer"][1] or (f"--{field.name.replace('_', '-')}",)


def _parameter(field: dataclasses.Field[Any], kind: Any, panel: str | None) -> inspect.Parameter:
    constructor, names, about = field.metadata["typer"]
    if constructor is typer.Option:
        names = _names(field)
        about = {"rich_help_panel": panel, "show_default": False, **about}
    default = inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, constructor(*names, **about)],
    )


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with a parameter for each field of the dataclasses that it takes.

    A dataclass says by its ``PANEL`` below which heading of the help its options stand.
    """
    kinds = {name: hint for name, hint in get_type_hints(command).items() if name != "return"}
    groups: dict[str, Any] = {
        name: kind for name, kind in kinds.items() if dataclasses.is_dataclass(kind)
    }
    parameters: list[inspect.Parameter] = []
    for name, kind in kinds.items():
        if name in groups:
            hints, panel = get_type_hints(kind), getattr(kind, "PANEL", None)
            fields = dataclasses.fields(kind)
            parameters += [_parameter(field, hints[field.name], panel) for field in fields]
        else:
            keyword = inspect.Parameter.KEYWORD_ONLY
            parameters.append(inspect.Parameter(name, keyword, annotation=kind))

    def run(**values: Any) -> None:
        instances = {
            name: kind(**{f.name: _checked(f, values) for f in dataclasses.fields(kind)})
            for name, kind in groups.items()
        }
        command(**values, **instances)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def typed(group: Any) -> list[str]:
    """Return what has to be typed for such a group: arguments, then options without defaults."""
    words: list[str] = []
    options: list[str] = []
    for field in dataclasses.fields(group):
        value, name = getattr(group, field.name), _names(field)[0]
        if field.metadata["typer"][0] is typer.Argument:
            words.append(str(value))
        elif value == field.default:
            continue
        elif isinstance(value, bool):
            options.append(name.split("/")[not value])
        else:
            items = value if isinstance(value, list) else [value]
            options += [word for item in items for word in (name, str(item))]
    return [*words, *options]


def _checked(field: dataclasses.Field[Any], values: dict[str, Any]) -> Any:
    value, least = values.pop(field.name), field.metadata["least"]
    if value is not None and least is not None and value < least:
        name = _names(field)[0]
        raise ParameterError(
            f"{name} {value}",
            expected=f"{least} or more",
            do=f"Write {name} {max(least, 1)}, for example.",
        )
    return value


def plain_reader(parameter: Any) -> Any:
    """Let a parameter read values itself.

    Typer reads them by pydantic, which takes longer to load than most commands to answer, and whose
    complaints do not say what to write.
    """
    about: Any = getattr(parameter, "type_descriptor", None)
    if about is None or "process_value" in vars(parameter):
        return parameter
    theirs, several = parameter.process_value, parameter.multiple or parameter.nargs == -1
    kind = get_args(about.annotation)[0] if several else about.annotation
    name = max(parameter.opts, key=len) if parameter.param_type_name == "option" else ""

    def read(context: Any, value: Any) -> Any:
        if parameter.required and value is None:
            return theirs(context, value)  # which says that it is missing
        result = value
        if isinstance(value, str):
            result = _of_text(value, kind, name)
        elif several:
            result = [_of_text(text, kind, name) for text in value or ()]
        return parameter.callback(context, parameter, result) if parameter.callback else result

    parameter.process_value = read
    return parameter


def _of_text(text: Any, kind: Any, name: str) -> Any:
    """Return what a text says, or complain."""
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if text in choices:
            return text
        expected = "one of " + ", ".join(map(repr, choices))
        do = did_you_mean(text, choices, listed=True)
        raise ParameterError(f"{name} {text!r}", expected=expected, do=do)
    try:
        return kind(text) if isinstance(text, str) else text
    except ValueError as error:
        form, example = _NUMBERS[kind]
        do = f"Write {name} {example}, for example."
        raise ParameterError(f"{name} {text!r}", expected=form, do=do) from error
