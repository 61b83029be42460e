"""Time the exact statistics against what one would do instead; print ratios of the same run.

python tools/bench/measuring.py

With SYMPPM_DATA set to the folder of hetrec2011-lastfm-2k the sparse case is the real one, else a
simulated one of its size.
"""

from __future__ import annotations

import os
import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from timing import seconds

from symppm.codegen.runtime import Kernel, prange, threads
from symppm.statistics.algorithm1 import algorithm1
from symppm.statistics.moments import statistics

SIDE = 8000
PLAIN_SAMPLES = 50_000


@partial(Kernel, parallel=True)
def bare_sum(values: NDArray[np.float64]) -> float:
    """Add up all entries on all cores: what reading the memory costs."""
    total = 0.0
    for i in prange(values.shape[0]):
        row_sum = 0.0
        for j in range(values.shape[1]):
            row_sum += values[i, j]
        total += row_sum
    return total


def three_passes(values: NDArray[np.float64]) -> tuple[Any, Any, Any]:
    """Do the straightforward NumPy expression: row sums, column sums, sum of squares."""
    return values.sum(axis=1), values.sum(axis=0), (values**2).sum()


def plain_algorithm1(values: NDArray[np.float64], samples: int) -> tuple[float, float]:
    """Run the paper's Algorithm 1 as a plain Python loop over a dense array."""
    rows, columns = values.shape
    a, b = np.zeros((samples, 2)), np.zeros((samples, 2))
    draw = random.Random(1).sample  # noqa: S311 - draws pairs, guards nothing
    for s in range(samples):
        (i,), (j1, j2) = draw(range(rows), 1), draw(range(columns), 2)
        a[s] = values[i, j1], values[i, j2]
        (j,), (i1, i2) = draw(range(columns), 1), draw(range(rows), 2)
        b[s] = values[i1, j], values[i2, j]
    by_row, by_column = (np.asarray(np.corrcoef(pairs.T)) for pairs in (a, b))
    return float(by_row[0, 1]), float(by_column[0, 1])


def lastfm() -> tuple[str, sparse.csr_array]:
    """Return plays by user and artist, real or simulated, with what they are."""
    folder = os.environ.get("SYMPPM_DATA")
    if folder:
        path = Path(folder) / "hetrec2011-lastfm-2k" / "user_artists.dat"
        table = np.loadtxt(path, skiprows=1, dtype=np.int64)
        _, rows = np.unique(table[:, 0], return_inverse=True)
        _, columns = np.unique(table[:, 1], return_inverse=True)
        return "lastfm", sparse.csr_array((table[:, 2], (rows, columns)))
    rng = np.random.default_rng(1)
    shape = (1892, 17632)
    places = rng.choice(shape[0] * shape[1], 92_834, replace=False)
    plays = 1 + rng.lognormal(5, 1.5, places.size).astype(np.int64)
    return "simulated", sparse.csr_array((plays, np.divmod(places, shape[1])), shape=shape)


def main() -> None:
    """Print the two comparisons."""
    dense = np.random.default_rng(0).normal(size=(SIDE, SIDE))
    ours, bare, numpy = seconds(
        10, lambda: statistics(dense), lambda: bare_sum(dense), lambda: three_passes(dense)
    )
    print(f"dense {SIDE} x {SIDE} float64, {threads()} threads")
    print(f"  statistics                {1e3 * ours:9.2f} ms")
    print(f"  bare parallel sum         {1e3 * bare:9.2f} ms   ours / bare  {ours / bare:7.2f}")
    print(f"  NumPy, three passes       {1e3 * numpy:9.2f} ms   NumPy / ours {numpy / ours:7.2f}")
    name, plays = lastfm()
    values = plays.toarray().astype(np.float64)
    ours, sampled, plain = seconds(
        3,
        lambda: statistics(plays),
        lambda: algorithm1(plays, samples=PLAIN_SAMPLES, random_seed=1),
        lambda: plain_algorithm1(values, PLAIN_SAMPLES),
    )
    print(f"sparse, {name}: {plays.nnz} stored, {plays.shape[0]} x {plays.shape[1]}")
    print(f"  statistics                {1e3 * ours:9.2f} ms")
    print(f"  Algorithm 1, compiled     {1e3 * sampled:9.2f} ms   / ours {sampled / ours:9.1f}")
    print(f"  Algorithm 1, plain Python {1e3 * plain:9.2f} ms   / ours {plain / ours:9.1f}")
    print(f"  ({PLAIN_SAMPLES} samples of each kind, drawn from a dense copy in plain Python)")


if __name__ == "__main__":
    main()
