"""Values that are read without Typer are what Typer would read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer

from symppm.cli import application

COMMANDS = typer.main.get_command(application()).commands  # type: ignore[attr-defined]

TEXTS = (
    *("", "-", "1", "+3", "-4", "007", "1e3", "1.5", "1.", "nan", "inf", "1_000", " 2 ", "٣"),
    *("abc", "true", "zeros", "auto", "/etc", "/nowhere", "1e999", "9" * 20),
)
VALUES = (None, True, 1, 2.5, Path("a"), (), ("a", "1"), ["1.5"], *TEXTS)


def outcome(read: Any, context: Any, value: Any) -> Any:
    try:
        found = read(context, value)
    except Exception as error:
        return type(error), error.format_message()  # type: ignore[attr-defined]
    return type(found), repr(found)


@pytest.mark.parametrize("name", COMMANDS)
def test_plain_values_are_read_as_typer_reads_them(name: str) -> None:
    context = typer.Context(COMMANDS[name])
    for each in COMMANDS[name].get_params(context):
        theirs = type(each).process_value.__get__(each)
        for value in (*VALUES, each.default):
            if each.name != "help":
                ours = outcome(each.process_value, context, value)
                assert ours == outcome(theirs, context, value), (each.name, value)
