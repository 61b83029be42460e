"""Libraries that only some data need: loaded when they do, and asked for where absent."""

from __future__ import annotations

import importlib
from typing import Any

from symppm.errors import MissingExtraError


def load(module: str, extra: str, job: str, otherwise: str = "") -> Any:
    """Return a module of an extra of symppm."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtraError(
            f"{job} without {package} ({error})",
            expected=f"{package}, which is not installed with symppm unless asked for",
            do=f"Run: pip install 'symppm[{extra}]'{otherwise}.",
        ) from error
