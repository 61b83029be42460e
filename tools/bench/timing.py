"""How the benchmarks time: works take turns, so that other load slows all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds(repeats: int, *works: Callable[[], object]) -> list[float]:
    """Return the best time of each work over some rounds, after a round that compiles.

    Parameters
    ----------
    repeats : int
        Rounds that count.
    *works : callable
        What to time.
    """
    best = [float("inf")] * len(works)
    for each in range(repeats + 1):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            if each:
                best[place] = min(best[place], time.perf_counter() - start)
    return best
