"""The scripts of the paper can be imported by their tests, as they import one another."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "paper"))
