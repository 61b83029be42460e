"""What a search writes down, and by when it has to end."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.stochastic.estimates import Estimate
from symppm.stochastic.outcome import Trace

Vector = NDArray[np.float64]

_LOG: Final = logging.getLogger(__name__)
_SELDOM: Final = 25
"""Steps from one that is logged to the next."""


class Clock:
    """Time since the search began, and whether it is up."""

    def __init__(self, seconds: float) -> None:
        self._began = time.perf_counter()
        self._seconds = seconds

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self._began

    @property
    def is_up(self) -> bool:
        """Whether to come to an end."""
        return self.seconds > self._seconds


@dataclass
class Notes:
    """What is written down on the way, for the trace and for who watches."""

    names: tuple[str, ...]
    order: tuple[str, ...]
    watch: Callable[[str, int, float], None] | None = None
    phase: list[str] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    statistics: list[Vector] = field(default_factory=list)
    points: list[dict[str, float]] = field(default_factory=list)

    def note(self, phase: str, point: dict[str, float], estimate: Estimate, loss: float) -> None:
        """Write one step down."""
        self.phase.append(phase)
        self.draws.append(estimate.draws)
        self.loss.append(loss)
        self.statistics.append(estimate.values)
        self.points.append(point)
        if len(self.phase) % _SELDOM == 1:
            _LOG.debug("step %d (%s): discrepancy %.3g", len(self.phase), phase, loss)
        if self.watch is not None:
            self.watch(phase, len(self.phase), loss)

    def trace(self) -> Trace:
        """Return what was written as a value."""
        return Trace(
            tuple(self.phase),
            tuple(self.draws),
            tuple(self.loss),
            {
                name: tuple(float(row[n]) for row in self.statistics)
                for n, name in enumerate(self.names)
            },
            {name: tuple(point[name] for point in self.points) for name in self.order},
        )
