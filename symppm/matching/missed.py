"""How far a match is from what was asked of it, in numbers and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MET: Final = 1e-6
"""Relative misfit of a target that counts as met."""


def misses(
    targets: Mapping[str, float], achieved: Mapping[str, float], least: float = 0.0
) -> dict[str, float]:
    """Return by how much moments are above or below their targets, relative to these."""
    off = {
        name: (achieved[name] - target) / abs(target or 1.0)
        for name, target in targets.items()
        if name in achieved
    }
    return {name: value for name, value in off.items() if abs(value) > least}


def listed(off: Mapping[str, float]) -> str:
    """Write misses as text, such as ``"mean -4.1%, rho_row +0.02%"``."""
    return ", ".join(f"{name} {_percent(value)}" for name, value in off.items())


def _percent(value: float) -> str:
    return f"{value:+.2%}" if abs(value) >= 1e-4 else f"{100 * value:+.2g}%"
