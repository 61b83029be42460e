"""Torch is an extra: what to say where it is not installed."""

from __future__ import annotations

import importlib

from symppm.errors import MissingExtraError


def require_torch() -> None:
    """See that torch can be imported."""
    try:
        importlib.import_module("torch")
    except ImportError as error:
        raise MissingExtraError(
            f"matching by sampling without torch ({error})",
            expected="torch, which is not installed with symppm unless asked for",
            do="Run: pip install 'symppm[torch]'.",
        ) from error
