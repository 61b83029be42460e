"""Libraries that only some formats need: loaded when one is read, and asked for where absent."""

from __future__ import annotations

import importlib
from typing import Any

from symppm.errors import MissingExtraError


def load(module: str, job: str) -> Any:
    """Return a module of the extra named ``files``.

    Parameters
    ----------
    module : str
        Its full name, such as ``"pyarrow.parquet"``.
    job : str
        What it is needed for, such as ``"reading a Parquet file"``.

    Raises
    ------
    MissingExtraError
        If it cannot be imported; the message says how to install it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtraError(
            f"{job} without {package} ({error})",
            expected=f"{package}, which is not installed with symppm unless asked for",
            do="Run: pip install 'symppm[files]'.",
        ) from error
