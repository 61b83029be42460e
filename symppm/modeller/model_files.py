"""Models declared in Python files of the user's."""

from __future__ import annotations

import contextlib
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any, Final

from symppm.errors import DeclarationError, ModelNameError, SymPPMError, did_you_mean
from symppm.modeller.model import Model

_MODEL_FILE_MODULE: Final = "symppm_model_file"


def load_model_file(text: str) -> Model:
    """Run a Python file that declares a model, and return the model.

    The file is run as Python, with all that this allows, but not as ``__main__``; its folder can be
    imported from while it runs. What it prints goes to standard error.

    The text is a path for a file that holds one model, or ``"my_model.py:name"`` with the name of a
    variable of the file, or of the model itself.
    """
    path, name = _file_and_name(text)
    values = _run(path)
    models = {key: value for key, value in values.items() if isinstance(value, Model)}
    names = {id(model): key for key, model in reversed(models.items())}
    if name is None:
        if len(names) != 1:
            listed = ", ".join(sorted(names.values()))
            raise ModelNameError(
                f"{path} holds {f'{len(names)} models: {listed}' if names else 'no model'}",
                expected="a Python file with one model, or the name of one behind a colon",
                do=f"Write {path}:{next(iter(models))}, for example."
                if names
                else 'Declare one: with ppm.Model("my_model") as my_model: ...',
            )
        return next(iter(models.values()))
    model = models.get(name) or next((m for m in models.values() if m.name == name), None)
    if model is not None:
        return model
    given, expected = f"no model is named {name!r} in {path}", "one of its models"
    if name in values:
        given = f"{name} in {path} is of type {type(values[name]).__name__}"
        expected = "a ppm.Model"
    do = did_you_mean(name, models) if models else "The file holds no model at all."
    raise ModelNameError(given, expected=expected, do=do)


def _file_and_name(text: str) -> tuple[Path, str | None]:
    file, colon, name = text.rpartition(":")
    path = Path(file if colon and not text.endswith(".py") else text)
    if path.is_file():
        return path, name if path != Path(text) else None
    beside = [file.name for file in path.parent.glob("*.py")] if path.parent.is_dir() else []
    near = did_you_mean(path.name, beside)
    raise ModelNameError(
        f"{path} is a folder" if path.is_dir() else f"{path} does not exist",
        expected="a Python file that declares a model, as in my_model.py or my_model.py:my_model",
        do=near if near.startswith("Did") else "Check the path.",
    )


def _run(path: Path) -> dict[str, Any]:
    """Run a file, which can import its neighbours meanwhile, and return what it holds."""
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return runpy.run_path(str(path), run_name=_MODEL_FILE_MODULE)
    except (Exception, SystemExit) as error:
        raise _failed(path, error) from error
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(folder)


def _failed(path: Path, error: BaseException) -> SymPPMError:
    """Say where a user's file failed, without the frames of whoever ran it."""
    place = str(path)
    if isinstance(error, SyntaxError) and error.filename == place:
        message, line = error.msg, error.lineno
    else:
        frames = traceback.extract_tb(error.__traceback__)
        message = str(error)
        line = next((f.lineno for f in reversed(frames) if f.filename == place), None)
    where = place if line is None else f"{place}, line {line}"
    if isinstance(error, SymPPMError):
        return type(error)(f"{where}: {error.given}", expected=error.expected, do=error.do)
    kind = type(error).__name__
    return DeclarationError(
        f"{where}: {kind}{f': {message}' if message else ''}",
        expected="a Python file that runs to its end",
        do=f"Correct it; `python {path}` shows the whole traceback.",
    )
