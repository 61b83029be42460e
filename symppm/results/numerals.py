"""Numbers and intervals as readers see them: the same in tables, figures and notebooks."""

from __future__ import annotations

import math
from typing import Final

_LARGEST_WHOLE: Final = 1e6


def number(value: float) -> str:
    """Return a number with six significant digits."""
    return f"{value:.6g}"


def short(value: float) -> str:
    """Return a number in few characters: whole ones whole, others with four significant digits."""
    if value == int(value) and abs(value) < _LARGEST_WHOLE:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def in_words(ends: tuple[float, float]) -> str:
    """Return an interval with three significant digits."""
    low, high = ends
    if math.isinf(low) or math.isinf(high):
        return "not resolved"
    return f"{low:.3g} to {high:.3g}"
