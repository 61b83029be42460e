"""Objects and files of other libraries; without one its tests skip, or fail where it must be."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
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
def real_data() -> Path:
    """The folder of real data that may not ship."""
    if "SYMPPM_DATA" not in os.environ:
        pytest.skip("set SYMPPM_DATA to the folder that contains hetrec2011-lastfm-2k")
    return Path(os.environ["SYMPPM_DATA"])
