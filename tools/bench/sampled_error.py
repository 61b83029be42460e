"""How far Algorithm 1 and the exact statistics are off after how much time, on simulated counts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symppm.statistics.algorithm1 import algorithm1
from symppm.statistics.moments import statistics

SIDE, FACTORS = 400, 5
MATRICES = 40
SAMPLES = (1_000, 10_000, 100_000, 1_000_000, 5_000_000)
TRUTH = 0.25
"""Of rho_row: with Gamma(1, 1) priors the variance is 4 K, the covariance K."""


@dataclass(frozen=True)
class Work:
    """What one way of measuring costs and is off by.

    Attributes
    ----------
    name : str
        What it is.
    seconds : float
        Median for one matrix.
    error : float
        Root mean square of the error of rho_row, over matrices.
    beside : float
        The same, of the difference from the exact statistics.
    """

    name: str
    seconds: float
    error: float
    beside: float


def draw(seed: int) -> NDArray[np.float64]:
    """Return counts of Poisson factorization with Gamma(1, 1) priors."""
    rng = np.random.default_rng(seed)
    theta, beta = rng.gamma(1, 1, (SIDE, FACTORS)), rng.gamma(1, 1, (FACTORS, SIDE))
    return rng.poisson(theta @ beta).astype(np.float64)


def errors() -> list[Work]:
    """Return what each number of samples, and the exact statistics, cost and are off by."""
    matrices = [draw(seed) for seed in range(MATRICES)]
    statistics(matrices[0])
    algorithm1(matrices[0], samples=10, random_seed=0)
    exact, spent = [], []
    for values in matrices:
        start = time.perf_counter()
        exact.append(statistics(values).rho_row)
        spent.append(time.perf_counter() - start)
    found = [_work("exact, all pairs", spent, exact, exact)]
    for samples in SAMPLES:
        rho, spent = [], []
        for seed, values in enumerate(matrices):
            start = time.perf_counter()
            rho.append(algorithm1(values, samples=samples, random_seed=seed).rho_row)
            spent.append(time.perf_counter() - start)
        found.append(_work(f"Algorithm 1, {samples:,} samples", spent, rho, exact))
    return found


def _work(name: str, spent: list[float], rho: list[float], exact: list[float]) -> Work:
    values = np.array(rho)
    error, beside = (float(np.sqrt(np.mean((values - other) ** 2))) for other in (TRUTH, exact))
    return Work(name, float(np.median(spent)), error, beside)


def table(works: list[Work], plot: Path | None) -> None:
    """Print errors against time, and draw them.

    Parameters
    ----------
    works : list of Work
        As :func:`errors` returns them.
    plot : Path or None
        Where to draw them; its ending says the format.
    """
    print(f"error of rho_row, {MATRICES} matrices of {SIDE} x {SIDE} with rho_row = {TRUTH}")
    print(f"  {'':32s} {'time':>10s}  {'RMS error':>10s}  {'beside exact':>12s}")
    for work in works:
        time_text = f"{1e3 * work.seconds:7.2f} ms"
        print(f"  {work.name:32s} {time_text}  {work.error:10.5f}  {work.beside:12.5f}")
    if plot is not None:
        _draw(works, plot)


def _draw(works: list[Work], path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 - only where a plot is asked for

    figure = Figure(figsize=(7, 4.5), dpi=120, layout="constrained")
    axes = figure.subplots()
    exact, *rest = works
    times = [1e3 * work.seconds for work in rest]
    axes.loglog(times, [work.error for work in rest], "o-", label="Algorithm 1")
    axes.loglog(
        times, [work.beside for work in rest], "o--", mfc="white", label="Algorithm 1 less exact"
    )
    axes.loglog([1e3 * exact.seconds], [exact.error], "s", ms=9, label="exact, all pairs")
    axes.axhline(exact.error, color="grey", lw=0.8)
    axes.set(xlabel="time for one matrix, ms", ylabel="root mean square error of rho_row")
    axes.legend()
    figure.savefig(path)
