"""Whether the number of factors that is answered helps a fit of counts that it was not made from.

python tools/bench/useful.py --data DIR [--only NAME ...] [--splits 3] [--simulated 300]

For every set of real counts, three times, a tenth of the entries, zeros among them, is missing from
the fit of hierarchical Poisson factorization (mean-field coordinate ascent with the usual defaults,
a = c = 0.3), over a grid of K. The gain of a K is its log-likelihood of the missing entries, less
that of independence of rows and columns. The regret of an answer is the share of the largest gain
of the grid that it loses, between grid points by interpolation in log K. It is printed for the
answers of cross-validation and of both moments, with the time of ``match`` and of ten fits.

Then simulated tables, whose truth is known: how often K is exact, within 10 %, or above one where
rows and columns are independent.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from factored import markdown, quietly
from numba import njit
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import digamma, gammaln

import symppm as ppm

Table = NDArray[np.float64]

GRID: Final = (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64)
SHAPE: Final = 0.3
STEPS: Final = 100
HELD: Final = 0.1
GENES: Final = 2000
SMALL: Final = ("BCI", "codons", "coleo", "mafragh", "mite", "soilrep")


def sets(folder: Path) -> dict[str, Callable[[], Any]]:
    """Return how to read each set of counts, as a sparse matrix, by name."""

    def text(path: Path) -> Any:
        return sparse.csr_array(np.loadtxt(path, delimiter=","))

    def signatures() -> Any:
        return sparse.csr_array(ppm.data.load("mutational_signatures").values.astype(float))

    def cells() -> Any:
        return sparse.csr_array(ppm.data.load("single_cell").values.astype(float))

    def faces() -> Any:
        counts = sparse.csr_array(sparse.load_npz(folder / "pbmc_facs/pbmc_facs_counts.npz"))
        mean = counts.mean(0)
        spread = counts.multiply(counts).mean(0) - mean**2
        most = np.argsort(-spread / np.maximum(mean, 1e-9))[:GENES]
        return counts[:, np.sort(most)].astype(float)

    def plays() -> Any:
        path = folder / "hetrec2011-lastfm-2k/user_artists.dat"
        users, artists, values = np.loadtxt(path, skiprows=1).T
        rows, columns = (np.unique(each, return_inverse=True)[1] for each in (users, artists))
        return sparse.csr_array(sparse.coo_array((values, (rows, columns))))

    found: dict[str, Callable[[], Any]] = {"signatures": signatures, "single_cell": cells}
    found |= {name: partial(text, folder / f"more/{name}.csv") for name in SMALL}
    found["poliblog"] = lambda: sparse.csr_array(sparse.load_npz(folder / "more/poliblog.npz"))
    found |= {"pbmc_facs": faces, "lastfm": plays}
    return found


@njit(cache=True, fastmath=True)  # type: ignore[untyped-decorator]
def shared_out(
    starts: Any, places: Any, values: Any, theta: Any, beta: Any, rows: Any, columns: Any
) -> None:
    """Share each count out among factors, in proportion to what they contribute to its rate."""
    rows[:], columns[:] = 0.0, 0.0
    for i in range(len(theta)):
        for place in range(starts[i], starts[i + 1]):
            j = places[place]
            rate = 1e-30
            for k in range(theta.shape[1]):
                rate += theta[i, k] * beta[j, k]
            part = values[place] / rate
            for k in range(theta.shape[1]):
                share = part * theta[i, k] * beta[j, k]
                rows[i, k] += share
                columns[j, k] += share


def fitted(train: Any, held: Any, k: int, seed: int) -> tuple[Table, Table]:
    """Fit hierarchical Poisson factorization by mean field; return the means of its factors.

    Parameters
    ----------
    train : scipy.sparse.csr_array, shape (n, m)
        Counts; zero where an entry is missing.
    held : scipy.sparse.csr_array, shape (n, m)
        One where an entry is missing.
    k : int
        Factors.
    seed : int
        Of where the ascent starts.
    """
    rng = np.random.default_rng(seed)
    mean = train.sum() / (np.prod(train.shape) - held.sum())
    sums = [np.asarray(train.sum(axis)).ravel() for axis in (1, 0)]
    sides = [
        np.sqrt(mean / k)
        * np.maximum(each / (mean * train.shape[1 - axis]), 1e-3)[:, None]
        * rng.gamma(3, 1 / 3, (len(each), k))
        for axis, each in enumerate(sums)
    ]
    shapes = [np.full(each.shape, 3.0) for each in sides]
    rates = [3.0 / each for each in sides]
    counts = [np.empty(each.shape) for each in sides]
    missing = held, held.T.tocsr()
    for _ in range(STEPS):
        logs = [
            np.exp(np.maximum(digamma(a) - np.log(b), -60.0))
            for a, b in zip(shapes, rates, strict=True)
        ]
        shared_out(train.indptr, train.indices, train.data, *logs, *counts)
        for own, other in ((0, 1), (1, 0)):
            level = (SHAPE + k * SHAPE) / (1 + sides[own].sum(1, keepdims=True))
            seen = sides[other].sum(0) - missing[own] @ sides[other]
            shapes[own] = SHAPE + counts[own]
            rates[own] = level + np.maximum(seen, 1e-12)
            sides[own] = shapes[own] / rates[own]
    return sides[0], sides[1]


def independent(train: Any, held: Any) -> tuple[Table, Table]:
    """Fit independence of rows and columns to what is not missing."""
    rows, columns = (np.asarray(train.sum(axis)).ravel() + 1e-9 for axis in (1, 0))
    q, other = columns / columns.sum(), held.T.tocsr()
    for _ in range(30):
        p = rows / (q.sum() - held @ q)
        q = columns / (p.sum() - other @ p)
    return p[:, None], q[:, None]


def score(test: Any, held: Any, theta: Table, beta: Table) -> float:
    """Return the mean log-likelihood of missing entries."""
    at = held.tocoo()
    rate = np.zeros(at.nnz)
    for k in range(theta.shape[1]):
        rate += theta[at.coords[0], k] * beta[at.coords[1], k]
    counts = np.asarray(test[at.coords]).ravel()
    rate = np.maximum(rate, 1e-10)
    return float((counts * np.log(rate) - rate - gammaln(counts + 1)).mean())


def gains(counts: Any, splits: int) -> tuple[Table, float]:
    """Return gains over independence by split and K of the grid, and how long a fit takes."""
    grid = [k for k in GRID if k <= min(counts.shape) // 2]
    found, took = np.empty((splits, len(grid))), []
    for seed in range(splits):
        hidden = np.random.default_rng(seed).random(counts.shape, dtype=np.float32) < HELD
        held = sparse.csr_array(hidden, dtype=np.float64)
        test = sparse.csr_array(counts.multiply(held))
        train = sparse.csr_array(counts - test)
        train.eliminate_zeros()
        least = score(test, held, *independent(train, held))
        for n, k in enumerate(grid):
            start = time.process_time()
            sides = fitted(train, held, k, seed)
            took.append(time.process_time() - start)
            found[seed, n] = score(test, held, *sides) - least
    return found, float(np.mean(took))


def regret(found: Table, k: float | None) -> str:
    """Return the share of the largest gain that is lost at K, with its standard error over splits.

    The largest gain is that of the K that is best on average, so that chance in one split does not
    count against an answer.
    """
    if k is None:
        return "none"
    grid = np.log(GRID[: found.shape[1]])
    best = found[:, int(found.mean(0).argmax())]
    at = np.array([np.interp(np.log(max(k, 1.0)), grid, row) for row in found])
    lost = (best - at) / best.mean()
    return f"{k:.3g}: {lost.mean():.2f} ± {lost.std(ddof=1) / len(lost) ** 0.5:.2f}"


def real(folder: Path, only: Sequence[str] | None, splits: int) -> None:
    """Print the regret of each estimate of K on real counts."""
    ways = ("cross-validation", "moments", "cross-moments")
    rows: list[list[Any]] = [["counts", "best K", *ways, "ten fits / match"]]
    for name, load in sets(folder).items():
        if only and name not in only:
            continue
        counts = load()
        start = time.process_time()
        made = quietly(partial(ppm.match, counts))
        match = time.process_time() - start
        said: Mapping[str, Any] = {each.way: each.k for each in made.opinions}
        found, fit = gains(counts, splits)
        best = GRID[int(found.mean(0).argmax())]
        answers = [regret(found, said.get(way)) for way in ways]
        rows.append([name, best, *answers, f"{10 * fit / match:.3g}"])
        print(*rows[-1], sep=" | ", flush=True)
    print("\n".join(markdown(rows)))


def simulated(number: int) -> None:
    """Print how often a known number of factors is found."""
    kinds = ("poisson", "negative binomial", "zeroed")
    rows: list[list[Any]] = [["noise", "tables", "exact", "within 10 %", "in range", "false"]]
    for kind in kinds:
        exact, near, held, false = [], [], [], []
        for seed in range(number):
            rng = np.random.default_rng([seed, kinds.index(kind)])
            k = 1 if seed % 3 == 0 else int(rng.choice([2, 3, 5, 8, 12]))
            shape = tuple(int(each) for each in rng.choice([100, 150, 250, 400], 2))
            sides = [rng.gamma(0.3 if k > 1 else 1e6, 1, (side, k)) for side in shape]
            uneven = float(rng.choice([0.0, 0.5, 1.0]))
            rate = (sides[0] @ sides[1].T) * np.multiply.outer(
                *(rng.lognormal(0, uneven, side) for side in shape)
            )
            rate *= float(np.exp(rng.uniform(np.log(2), np.log(20)))) / rate.mean()
            if kind == "negative binomial":
                rate *= rng.gamma(3, 1 / 3, rate.shape)
            counts = rng.poisson(rate)
            if kind == "zeroed":
                counts *= rng.random(counts.shape) < 0.7
            found = ppm.number_of_factors(counts, random_seed=seed)
            if k == 1:
                false.append(found.k > 1)
                continue
            exact.append(found.k == k)
            near.append(abs(found.k - k) <= 0.1 * k)
            held.append(found.low <= k <= found.high)
        shares = [f"{100 * np.mean(each):.0f} %" for each in (exact, near, held, false)]
        rows.append([kind, number, *shares])
    print("\n".join(markdown(rows)))


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the shared sets")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--simulated", type=int, default=300)
    chosen = parser.parse_args()
    if chosen.data is not None:
        real(chosen.data, chosen.only, chosen.splits)
    if chosen.simulated:
        simulated(chosen.simulated)


if __name__ == "__main__":
    main()
