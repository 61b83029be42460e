"""Which model: a name of the catalogue, or a Python file that declares one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symppm.modeller import Model

MODEL_HELP = (
    "A name (`symppm models` lists them), or FILE.py[:NAME], a Python file that declares a model. "
    "The file is run."
)


def chosen_model(text: str) -> str | Model:
    """Return what the library takes: a catalogue name as it is, or the model of a file.

    Parameters
    ----------
    text : str
        As typed: ``pmf_gamma``, ``my_model.py`` or ``my_model.py:my_model``.

    Raises
    ------
    ModelNameError, DeclarationError
        If it is a file that holds no such model, or cannot be run.
    """
    if model_file(text) is None:
        return text
    # Catalogue names are matched without SymPy, which takes longer to load than the match.
    from symppm.modeller import load_model_file  # noqa: PLC0415

    return load_model_file(text)


def model_file(text: str) -> Path | None:
    """Return the Python file in what was typed; None for a name of the catalogue.

    Parameters
    ----------
    text : str
        As typed.
    """
    if text.endswith(".py"):
        return Path(text)
    file, _, _ = text.rpartition(":")
    return Path(file) if file.endswith(".py") else None
