"""Plain Python kernels that meet infeasible numbers as compiled ones do."""

from __future__ import annotations

import pytest
from generated_points import LENIENT, NAMES

from symppm.codegen.load import load_model


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give infinities and NaN in place of exceptions, as numba's own mathematics does."""
    for name in NAMES:
        monkeypatch.setattr(load_model(name), "math", LENIENT)
