"""Figures are drawn without a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="session")
def matplotlib(library: Callable[[str], Any]) -> Any:
    """The module, without a window."""
    module = library("matplotlib")
    module.use("Agg")
    library("matplotlib.figure")
    return module
