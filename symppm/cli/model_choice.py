"""Which model: a name of the catalogue, or a Python file that declares one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from symppm.modeller import Model

MODEL_HELP = (
    "A name (`symppm models` lists them), or FILE.py[:NAME], a Python file that declares a model. "
    "The file is run."
)


def model_completions(incomplete: str) -> list[str]:
    """Return the names of the catalogue that begin as typed; files are left to the shell."""
    from symppm.codegen.load import model_names  # noqa: PLC0415 - rarely needed

    return [name for name in model_names() if name.startswith(incomplete)]


@overload
def chosen_model(text: str) -> str | Model: ...


@overload
def chosen_model(text: None) -> None: ...


def chosen_model(text: str | None) -> str | Model | None:
    """Return what the library takes: a catalogue name as it is, or the model of a file."""
    if text is None or model_file(text) is None:
        return text
    # Catalogue names are matched without SymPy, which takes longer to load than the match.
    from symppm.modeller import load_model_file  # noqa: PLC0415

    return load_model_file(text)


def files_of(model: str | None, known: Sequence[str] | None = None) -> tuple[Path, ...]:
    """Return the files that options name and that are read, so that none is written over."""
    named = (each.partition("=")[2].strip() for each in known or () if "=" in each)
    arrays = (Path(each) for each in named if each != "margins")
    declared = None if model is None else model_file(model)
    return (*arrays, *(() if declared is None else (declared,)))


def model_file(text: str) -> Path | None:
    """Return the Python file in what was typed; None for a name of the catalogue."""
    if text.endswith(".py"):
        return Path(text)
    file, _, _ = text.rpartition(":")
    return Path(file) if file.endswith(".py") else None
