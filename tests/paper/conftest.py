"""The scripts of the paper can be imported by their tests, as they import one another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "paper"))


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data that may not ship."""
    if "SYMPPM_DATA" not in os.environ:
        pytest.skip("set SYMPPM_DATA to the folder that contains hetrec2011-lastfm-2k")
    return Path(os.environ["SYMPPM_DATA"])
