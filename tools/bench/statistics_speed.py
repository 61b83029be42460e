"""Time the exact statistics against the least that such work can cost; print ratios of one run.

python tools/bench/statistics_speed.py [--plot FILE]

With SYMPPM_DATA set to the folder that holds hetrec2011-lastfm-2k, and pandas installed, first
answers of the command line are timed as well. Works take turns and the best time of each counts; on
a machine that does other things at the same time the ratios are worth little.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from measuring import bare_sum, plain_algorithm1
from numpy.typing import NDArray
from sampled_error import draw, errors, table
from scipy import sparse
from timing import seconds

from symppm.codegen.runtime import Kernel, compiled_kernel, prange, threads
from symppm.statistics.algorithm1 import algorithm1
from symppm.statistics.moments import statistics
from symppm.statistics.passes import regrouping_kernel

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


@partial(Kernel, parallel=True)
def vector_sum(values: NDArray[np.float64]) -> float:
    """Add up all entries on all cores by vector instructions: nothing can be faster."""
    total = 0.0
    for i in prange(values.shape[0]):
        total += line_sum(values[i])
    return total


@compiled_kernel
def bare_margins(indptr: Any, indices: Any, data: Any, rows: Any, columns: Any) -> None:
    """Accumulate row and column sums of a sparse matrix on one core."""
    for i in range(rows.size):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += data[k]
            columns[indices[k]] += data[k]
        rows[i] = total


@partial(Kernel, parallel=True)
def bare_margins_parallel(indptr: Any, indices: Any, data: Any, rows: Any, columns: Any) -> None:
    """Do the same on all cores, each with column sums of its own."""
    parts = columns.shape[0]
    for part in prange(parts):
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
    print(f"dense {SIDE} x {SIDE} float64, {threads()} threads")
    line("bare parallel sum", bare)
    line("the same by vector instructions", vector)
    line("statistics", ours, f"/ bare {ours / bare:5.2f} (1.3)   / vector {ours / vector:5.2f}")
    line("with intervals", more, f"/ bare {more / bare:5.2f} (2.5)   / vector {more / vector:5.2f}")


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
    cores = threads()

    def alone() -> None:
        bare_margins(*arrays, np.zeros(ROWS), np.zeros(COLUMNS))

    def together() -> None:
        bare_margins_parallel(*arrays, np.zeros(ROWS), np.zeros((cores, COLUMNS)))

    ours, more, gaps, bare, parallel = seconds(
        7,
        lambda: statistics(matrix),
        lambda: statistics(matrix, intervals=True),
        lambda: statistics(matrix, zeros="missing"),
        alone,
        together,
    )
    print(f"CSR {ROWS} x {COLUMNS}, {matrix.nnz:,} stored, {cores} threads")
    line("bare row and column sums, one core", bare)
    line("the same on all cores", parallel)
    line(
        "statistics", ours, f"/ bare {ours / bare:5.2f} (1.5)   / all cores {ours / parallel:5.2f}"
    )
    line(
        "with intervals",
        more,
        f"/ bare {more / bare:5.2f} (3.0)   / all cores {more / parallel:5.2f}",
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
    """Time first answers, nothing being compiled yet, against reading a file with pandas."""
    folder = os.environ.get("SYMPPM_DATA")
    if not folder or find_spec("pandas") is None:
        print("first answers: not timed, needs pandas and SYMPPM_DATA")
        return
    path = str(Path(folder) / "hetrec2011-lastfm-2k" / "user_artists.dat")

    def run(*arguments: str) -> Callable[[], object]:
        def once() -> None:
            with tempfile.TemporaryDirectory() as empty:
                variables = {**os.environ, "NUMBA_CACHE_DIR": empty}
                command = [sys.executable, *arguments]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=variables)

        return once

    commands = {
        "demo": ("demo",),
        "elicit": ("elicit", "--mean=25", "--variance=550", "--rho-row=.045", "--rho-col=.454"),
        "match of lastfm": ("match", path),
    }
    read = f"import numpy, pandas; pandas.read_csv({path!r}, sep='\\t')"
    pandas, *ours = seconds(
        5, run("-c", read), *(run("-m", "symppm", *each) for each in commands.values())
    )
    print("first answers, with an empty cache of numba")
    line("import NumPy, read lastfm with pandas", pandas)
    for name, found in zip(commands, ours, strict=True):
        line(f"symppm {name}", found, f"/ pandas {found / pandas:5.2f}")
    warm = [sys.executable, "-m", "symppm", "match", path, "--estimator", "moments"]
    moments = seconds(5, lambda: subprocess.run(warm, check=True, stdout=subprocess.DEVNULL))[0]
    line("match of lastfm by moments, warm", moments, "(700 ms)")


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
