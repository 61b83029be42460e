"""Parameter lists of which the core suite runs some, and the thorough suite the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def core(every: Iterable[Any], chosen: Iterable[Any]) -> list[Any]:
    """Mark as thorough what is not chosen; all that is chosen has to be there."""
    every, chosen = list(every), list(chosen)
    assert all(each in every for each in chosen), chosen
    return [
        each if each in chosen else pytest.param(each, marks=pytest.mark.thorough) for each in every
    ]
