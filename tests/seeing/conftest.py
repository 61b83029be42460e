"""Optional libraries: where one is not installed, the tests that need it skip."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from typing import Any

import pytest

REQUIRED = "SYMPPM_REQUIRE_LIBRARIES"


@pytest.fixture(scope="session")
def library() -> Callable[[str], Any]:
    """Import a library by name."""

    def load(name: str) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of others, about others
                return importlib.import_module(name)
        except ImportError as error:
            if os.environ.get(REQUIRED):
                pytest.fail(f"{REQUIRED} is set, and {error}")
            pytest.skip(str(error))

    return load


@pytest.fixture(scope="session")
def matplotlib(library: Callable[[str], Any]) -> Any:
    """The module, without a window."""
    module = library("matplotlib")
    module.use("Agg")
    library("matplotlib.figure")
    return module
