"""Time cross-moments against named rivals in the same run.

python tools/bench/cross_moments_speed.py [--only WORD]

Dense 1000 x 1000 counts with intervals, against one product Y Y' by NumPy; a sparse matrix of the
shape of hetrec-lastfm (1892 x 17632, 92,834 stored), and lastfm itself if SYMPPM_DATA is set to the
folder that holds it, against SciPy's svds with 50 values; cross-validation of K beside them. Works
take turns, the best time of each counts, and what was asked for is in brackets. Last, 200,000 x
50,000 counts of 25 factors with 20 million stored, in a process of its own: against products
Y'(Y x) by SciPy, with the peak of the process's memory, K, and the error of the cycle.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import Case, drawn
from scipy import sparse
from scipy.sparse.linalg import svds
from timing import seconds

from symppm.matching.number_of_factors import number_of_factors
from symppm.statistics.cross_moments import cross_moments

LASTFM: Final = (1892, 17_632, 92_834)
LARGE: Final = (200_000, 50_000, 20_000_000)
FACTORS: Final = 25
RIVALS: Final = 64
KINDS: Final = ("dense", "sparse", "lastfm", "large")


def line(what: str, took: float, rival: float = 0.0, asked: str = "") -> None:
    """Print one work, its time, and its ratio to a rival.

    Parameters
    ----------
    what : str
        Name of the work.
    took : float
        Seconds.
    rival : float
        Seconds of the rival; 0 for the rival itself.
    asked : str
        What was asked for.
    """
    ratio = f"/ rival {took / rival:7.2f}" if rival else ""
    print(f"  {what:46s} {took:9.3f} s  {ratio}  {asked}".rstrip(), flush=True)


def stored(shape: tuple[int, int], entries: int, seed: int) -> sparse.csr_array:
    """Return counts of sums of factors, drawn event by event.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns.
    entries : int
        About how many events.
    seed : int
        Of the draw.

    Notes
    -----
    Poisson counts of factor k with rates theta_ik beta_jk: a Poisson number of events for every
    row, each in a column chosen by beta.
    """
    rng = np.random.default_rng(seed)
    rows, columns = shape
    theta = rng.gamma(0.3, 1.0, (rows, FACTORS))
    theta *= entries / theta.sum()
    at: list[Any] = []
    for k in range(FACTORS):
        beta = rng.gamma(0.3, 1.0, columns)
        # Over their expected sum, so that columns' rates stay independent.
        events = rng.poisson(theta[:, k] * (beta.sum() / (0.3 * columns)))
        chosen = np.searchsorted(np.cumsum(beta / beta.sum()), rng.random(int(events.sum())))
        at.append(
            (np.repeat(np.arange(rows, dtype=np.int32), events),
             np.minimum(chosen, columns - 1).astype(np.int32))
        )  # fmt: skip
    places = tuple(np.concatenate(each) for each in zip(*at, strict=True))
    del at
    counts = sparse.coo_array((np.ones(len(places[0])), places), shape).tocsr()
    counts.sum_duplicates()
    return counts


def dense() -> None:
    """Time a dense matrix."""
    counts = drawn(Case(1, 1, 1, 25, 25, (1000, 1000)), np.random.default_rng(0))
    values = counts.astype(np.float64)
    ours, alone, validated, rival = seconds(
        7,
        lambda: cross_moments(counts),
        lambda: cross_moments(counts, intervals=False),
        lambda: number_of_factors(counts),
        lambda: values @ values.T,
    )
    print("dense 1000 x 1000")
    line("rival: one product Y Y' by NumPy", rival)
    line("cross-moments with intervals", ours, rival, "(0.2 s)")
    line("without intervals", alone, rival)
    line("number of factors", validated, rival)


def compressed(counts: sparse.csr_array, name: str) -> None:
    """Time a sparse matrix.

    Parameters
    ----------
    counts : scipy.sparse.csr_array
        The matrix.
    name : str
        What it is called.
    """
    start = np.random.default_rng(0).standard_normal(min(counts.shape))
    values = counts.astype(np.float64)
    ours, missing, rival = seconds(
        3,
        lambda: cross_moments(counts),
        lambda: cross_moments(counts, zeros="missing"),
        lambda: svds(values, 50, v0=start),
    )
    print(f"{name}, {counts.shape[0]} x {counts.shape[1]}, {counts.nnz:,} stored")
    line("rival: svds with 50 values by SciPy", rival)
    line("cross-moments with intervals", ours, rival, "(1 s)")
    line("the same, zeros missing", missing, rival)


def lastfm() -> sparse.csr_array | None:
    """Return the plays of hetrec-lastfm, or None where they are not."""
    folder = os.environ.get("SYMPPM_DATA")
    if not folder:
        return None
    path = Path(folder) / "hetrec2011-lastfm-2k" / "user_artists.dat"
    users, artists, plays = np.loadtxt(path, dtype=np.int64, skiprows=1, unpack=True)
    places = tuple(np.unique(ids, return_inverse=True)[1] for ids in (users, artists))
    return sparse.coo_array((plays, places)).tocsr()


def large() -> list[tuple[str, float, float, str]]:
    """Measure a large matrix, in a process of its own; return lines to print."""
    start = time.perf_counter()
    counts = stored(LARGE[:2], LARGE[2], 1)
    drawing = time.perf_counter() - start
    drawn = (f"drawing {counts.nnz:,} stored entries", drawing, 0.0, f"peak {_peak():.2f} GiB")
    rng = np.random.default_rng(0)
    start = time.perf_counter()
    for _ in range(RIVALS):
        counts.T @ (counts @ rng.standard_normal(counts.shape[1]))
    rival = time.perf_counter() - start
    start = time.perf_counter()
    made = cross_moments(counts)
    took = time.perf_counter() - start
    at = made.values
    k = at["mean"] ** 4 * at["cycle"] / (at["cov_row"] * at["cov_col"]) ** 2
    spread = made.spread
    error = "" if spread is None else f"; error of the cycle {_relative(spread, at['cycle']):.2%}"
    return [
        drawn,
        (f"rival: {RIVALS} products Y'(Y x) by SciPy", rival, 0.0, ""),
        (
            "cross-moments with intervals, by pairs", took, rival,
            f"(180 s) peak {_peak():.2f} GiB (4); K {k:.2f} for {FACTORS}{error}",
        ),
    ]  # fmt: skip


def _relative(spread: Any, cycle: float) -> float:
    from symppm.statistics.cross_moments import MOMENT_NAMES  # noqa: PLC0415 - only here

    return float(spread.errors[MOMENT_NAMES.index("cycle")] / cycle)


def _peak() -> float:
    """Return the most memory this process has held so far, in GiB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30


def main() -> None:
    """Print all comparisons."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=KINDS)
    chosen = parser.parse_args()
    kinds = KINDS if chosen.only is None else (chosen.only,)
    print(f"`python {' '.join(sys.argv)}`")
    if "dense" in kinds:
        dense()
    if "sparse" in kinds:
        compressed(stored(LASTFM[:2], LASTFM[2], 0), "sparse")
    real = lastfm() if "lastfm" in kinds else None
    if real is not None:
        compressed(real, "hetrec-lastfm")
        line("number of factors", seconds(1, lambda: number_of_factors(real))[0])
    if "large" in kinds:
        print(f"large, {LARGE[0]:,} x {LARGE[1]:,}")
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            for each in pool.submit(large).result():
                line(*each)


if __name__ == "__main__":
    main()
