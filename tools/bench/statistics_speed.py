"""Time the exact statistics against the least that such work can cost; print ratios of one run.

python tools/bench/statistics_speed.py [--plot FILE]

With SYMPPM_DATA set to the folder that holds hetrec2011-lastfm-2k, and pandas installed, the start
of ``symppm match`` is timed as well. Works take turns and the best time of each counts; on a
machine that does other things at the same time the ratios are worth little.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np
from measuring import bare_sum, plain_algorithm1
from numpy.typing import NDArray
from sampled_error import draw, errors, table
from scipy import sparse
from timing import seconds

from symppm.codegen.runtime import kernel, parallel_kernel
from symppm.measure import algorithm1, statistics
from symppm.measure.vectors import regrouping_kernel

SIDE = 8000
ROWS, COLUMNS, A_ROW = 200_000, 20_000, 100
SAMPLES = 1_000_000
PLAIN_SAMPLES = 20_000


@regrouping_kernel
def line_sum(values: NDArray[np.float64]) -> float:
    """Add up one line, regrouped for vector instructions."""
    total = 0.0
    for k in range(values.size):
        total += values[k]
    return total


@parallel_kernel
def vector_sum(values: NDArray[np.float64]) -> float:
    """Add up all entries on all cores by vector instructions: nothing can be faster."""
    total = 0.0
    for i in numba.prange(values.shape[0]):
        total += line_sum(values[i])
    return total


@kernel
def bare_margins(indptr: Any, indices: Any, data: Any, rows: Any, columns: Any) -> None:
    """Accumulate row and column sums of a sparse matrix on one core."""
    for i in range(rows.size):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k]
            columns[indices[k]] += data[k]
        rows[i] = total


@parallel_kernel
def bare_margins_parallel(indptr: Any, indices: Any, data: Any, rows: Any, columns: Any) -> None:
    """Do the same on all cores, each with column sums of its own."""
    parts = columns.shape[0]
    for part in numba.prange(parts):
        mine = columns[part]
        for i in range(part * rows.size // parts, (part + 1) * rows.size // parts):
            total = 0.0
            for k in range(indptr[i], indptr[i + 1]):
                total += data[k]
                mine[indices[k]] += data[k]
            rows[i] = total


def line(what: str, time: float, ratio: str = "") -> None:
    """Print one work, its time and a ratio."""
    print(f"  {what:44s} {1e3 * time:10.2f} ms   {ratio}")


def dense() -> None:
    """Time a dense matrix."""
    values = np.random.default_rng(0).normal(size=(SIDE, SIDE))
    ours, more, bare, vector = seconds(
        15,
        lambda: statistics(values),
        lambda: statistics(values, intervals=True),
        lambda: bare_sum(values),
        lambda: vector_sum(values),
    )
    print(f"dense {SIDE} x {SIDE} float64, {numba.get_num_threads()} threads")
    line("bare parallel sum", bare)
    line("the same by vector instructions", vector)
    line("statistics", ours, f"/ bare {ours / bare:5.2f} (1.5)   / vector {ours / vector:5.2f}")
    line("with intervals", more, f"/ bare {more / bare:5.2f} (3.5)   / vector {more / vector:5.2f}")


def compressed() -> sparse.csr_array:
    """Return 20 million counts; columns are as popular as rank to the power -0.5 makes them."""
    rng = np.random.default_rng(1)
    chosen = (rng.random((ROWS, A_ROW)) ** 2 * COLUMNS).astype(np.int32)
    places = np.arange(ROWS, dtype=np.int32).repeat(A_ROW)
    values = 1.0 + rng.poisson(2.0, ROWS * A_ROW)
    matrix = sparse.coo_array((values, (places, chosen.ravel())), (ROWS, COLUMNS)).tocsr()
    matrix.sum_duplicates()
    return matrix


def sparse_rows() -> None:
    """Time a sparse matrix."""
    matrix = compressed()
    arrays = matrix.indptr, matrix.indices, matrix.data
    threads = numba.get_num_threads()

    def alone() -> None:
        bare_margins(*arrays, np.zeros(ROWS), np.zeros(COLUMNS))

    def together() -> None:
        bare_margins_parallel(*arrays, np.zeros(ROWS), np.zeros((threads, COLUMNS)))

    ours, more, gaps, bare, parallel = seconds(
        7,
        lambda: statistics(matrix),
        lambda: statistics(matrix, intervals=True),
        lambda: statistics(matrix, zeros="missing"),
        alone,
        together,
    )
    print(f"CSR {ROWS} x {COLUMNS}, {matrix.nnz:,} stored, {threads} threads")
    line("bare row and column sums, one core", bare)
    line("the same on all cores", parallel)
    line(
        "statistics", ours, f"/ bare {ours / bare:5.2f} (1.5)   / all cores {ours / parallel:5.2f}"
    )
    line(
        "with intervals",
        more,
        f"/ bare {more / bare:5.2f}         / all cores {more / parallel:5.2f}",
    )
    line(
        "zeros missing",
        gaps,
        f"/ bare {gaps / bare:5.2f}         / all cores {gaps / parallel:5.2f}",
    )


def sampled(plot: Path | None) -> None:
    """Time Algorithm 1, compiled and as a plain loop, and compare its error with ours."""
    values = draw(1)
    compiled, plain = seconds(
        3,
        lambda: algorithm1(values, samples=SAMPLES, random_seed=1),
        lambda: plain_algorithm1(values, PLAIN_SAMPLES),
    )
    plain *= SAMPLES / PLAIN_SAMPLES
    print(f"Algorithm 1, {SAMPLES:,} samples, dense {values.shape[0]} x {values.shape[1]}")
    line("compiled", compiled)
    line(
        f"plain loop ({PLAIN_SAMPLES:,} samples, scaled)",
        plain,
        f"/ compiled {plain / compiled:6.0f} (100)",
    )
    table(errors(), plot)


def start() -> None:
    """Time how long it takes to match a file from the command line."""
    folder = os.environ.get("SYMPPM_DATA")
    if not folder or find_spec("pandas") is None:
        print("start-up: not timed, needs pandas and SYMPPM_DATA")
        return
    path = str(Path(folder) / "hetrec2011-lastfm-2k" / "user_artists.dat")
    read = f"import numpy, pandas; pandas.read_csv({path!r}, sep='\\t')"

    def run(*arguments: str) -> Callable[[], object]:
        return lambda: subprocess.run(
            [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL
        )

    match = ("-m", "symppm", "match", path)
    plain, auto, pandas = seconds(
        5, run(*match, "--using", "variance"), run(*match), run("-c", read)
    )
    print("start-up: symppm match on lastfm, from nothing to the answer")
    line("import NumPy, read the file with pandas", pandas)
    line("symppm match --using variance", plain, f"/ pandas {plain / pandas:5.2f} (2)")
    line("symppm match", auto, f"/ pandas {auto / pandas:5.2f}")


def main() -> None:
    """Print all comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plot", type=Path, help="where to draw errors against time")
    plot = parser.parse_args().plot
    print("times are the best of several; in brackets, what ratio was asked for")
    dense()
    sparse_rows()
    sampled(plot)
    start()


if __name__ == "__main__":
    main()
