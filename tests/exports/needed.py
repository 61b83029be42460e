"""Libraries that tests need: without one they skip, or fail where SYMPPM_REQUIRE_LIBRARIES is set.

scHPF is in no registry; its tests skip unless it can be imported, or SYMPPM_SCHPF is its source.
"""

from __future__ import annotations

import importlib
import os
import shutil
import warnings
from types import ModuleType

import pytest

REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_LIBRARIES"))


def needed(name: str) -> ModuleType:
    """Import a library."""
    if not REQUIRED:
        found: ModuleType = pytest.importorskip(name, exc_type=ImportError)
        return found
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of others, about others
        return importlib.import_module(name)


def needs_program(name: str) -> pytest.MarkDecorator:
    """Return a mark for tests that run a program."""
    absent = shutil.which(name) is None
    return pytest.mark.skipif(absent and not REQUIRED, reason=f"needs the {name} program")
