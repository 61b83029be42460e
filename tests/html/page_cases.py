"""What the pages under test are about."""

from __future__ import annotations

import datetime

DATE = datetime.datetime(2026, 1, 31, 12, 0, tzinfo=datetime.UTC)
BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}
GIVEN = {"a": 0.1, "c": 0.1}
