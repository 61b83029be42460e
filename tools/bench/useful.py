"""Whether K and priors that are answered help a fit of counts that they were not made from.

python tools/bench/useful.py --data DIR [--only NAME ...] [--splits 10] [--simulated 90]
[--plots DIR]

For every set of real counts, ten times (three where it is large), a tenth of the entries, zeros
among them, is missing from the fit of hierarchical Poisson factorization (mean-field coordinate
ascent), over a grid of K, with the usual defaults a = c = 0.3 and with the shapes that symppm
answers at that K for mean-field fits. The gain of a fit is its log-likelihood of the missing
entries, less that of independence of rows and columns. The regret of a K is the share of the
largest gain of the grid that it loses, with the answered shapes, between grid points by
interpolation in log K. Priors are compared at the grid points nearest to the answered K, to half
and to twice of it, in pairs of equal splits. Ten fits are those of hpfrec, 100 iterations each, at
ten K from 2 to 45, as far as the table allows.

Then simulated tables, whose truth is known. A factor is called resolvable where the singular value
of the last one, of the means over the roots of their totals less independence, is above the norm of
a matrix of the noise alone.
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
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.validation.fits import Priors, independence, mean_field, split_of

Table = NDArray[np.float64]

GRID: Final = (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45)
SHAPE: Final = 0.3
LARGE: Final = 50_000
"""Counts other than zero from which three splits have to do."""
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


def grid_of(counts: Any) -> list[int]:
    """Return the numbers of factors that are tried."""
    return [k for k in GRID if k <= min(counts.shape) // 2]


def gains(counts: Any, shapes: Sequence[float], splits: int) -> Table:
    """Return gains over independence, by default and answered shapes, split, and K of the grid."""
    grid = grid_of(counts)
    found = np.empty((2, splits, len(grid)))
    for n in range(splits):
        split = split_of(counts, None, n, 0)
        least = split.score(independence(split))
        for place, k in enumerate(grid):
            for kind, shape in enumerate((SHAPE, shapes[place])):
                factors = mean_field(split, k, Priors(a=shape, c=shape), n)
                found[kind, n, place] = split.score(factors) - least
    return found


def at(found: Table, k: float) -> Table:
    """Return gains at a K between those of the grid, by split."""
    grid = np.log(GRID[: found.shape[1]])
    return np.array([np.interp(np.log(max(k, 1.0)), grid, row) for row in found])


def regret(found: Table, k: float | None) -> tuple[float, float]:
    """Return the share of the largest gain that is lost at K, with its standard error over splits.

    The largest gain is that of the K that is best on average, so that chance in one split does not
    count against an answer.
    """
    if k is None:
        return np.nan, np.nan
    best = found[:, int(found.mean(0).argmax())]
    lost = (best - at(found, k)) / best.mean()
    return float(lost.mean()), float(lost.std(ddof=1) / len(lost) ** 0.5)


def shape_for(counts: Any, **given: Any) -> float:
    """Return the shape that symppm answers for mean-field fits."""
    shapes = quietly(partial(ppm.match, counts, intervals=False, **given)).shapes
    assert shapes is not None, "counts have shapes"  # noqa: S101 - of a model that is ours
    return float(shapes.mean_field["a"])


def ten_fits(counts: Any) -> float:
    """Return the CPU time of a grid of ten fits by hpfrec."""
    import hpfrec  # noqa: PLC0415 - an extra, slow to load

    wide = np.geomspace(2, min(45, min(counts.shape) - 1), 10).round().astype(int)
    start = time.process_time()
    for k in wide:
        model = hpfrec.HPF(
            k=int(k), maxiter=100, stop_crit="maxiter", check_every=100, ncores=1, verbose=False,
            random_seed=1, sum_exp_trick=True,
        )  # fmt: skip
        quietly(partial(model.fit, sparse.coo_matrix(counts)))
    return time.process_time() - start


def real(folder: Path, only: Sequence[str] | None, splits: int, plots: Path | None) -> None:
    """Print the regret of each estimate of K on real counts, and what priors bring."""
    ways = ("cross-validation", "moments", "cross-moments")
    rows: list[list[Any]] = [["counts", "best K", *ways, "ten fits / match"]]
    priors: list[list[Any]] = [["counts", "shapes", "at K", "at K / 2", "at 2 K"]]
    drawn: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {}
    for name, load in sets(folder).items():
        if only and name not in only:
            continue
        counts = load()
        quietly(partial(ppm.match, counts))
        start = time.process_time()
        made = quietly(partial(ppm.match, counts))
        match = time.process_time() - start
        shapes = []
        for k in grid_of(counts):
            shapes.append(SHAPE if k == 1 else shape_for(counts, fixed={"K": k}))
        found = gains(counts, shapes, min(splits, 3) if counts.nnz > LARGE else splits)
        said: Mapping[str, Any] = {each.estimator: each.k for each in made.estimates}
        lost = [regret(found[1], said.get(way)) for way in ways]
        best = GRID[int(found[1].mean(0).argmax())]
        rows.append([
            name, best,
            *("none" if said.get(way) is None else f"{said[way]:.3g}: {each[0]:.2f} ± {each[1]:.2f}"
              for way, each in zip(ways, lost, strict=True)),
            f"{ten_fits(counts) / match:.0f}",
        ])  # fmt: skip
        better = found[1] - found[0]
        cells: list[str] = []
        first = (np.nan, np.nan)
        answered = float(made.parameters["K"])
        for wanted in (answered, answered / 2, answered * 2):
            near = int(np.abs(np.log(grid_of(counts)) - np.log(wanted)).argmin())
            one = better[:, near]
            gain, error = float(one.mean()), float(one.std(ddof=1) / len(one) ** 0.5)
            first = (gain / error, 0.0) if not cells else first
            cells.append(f"{gain:+.3g} ± {error:.1g}")
        priors.append([name, f"{shape_for(counts):.3g}", *cells])
        drawn[name] = lost[0], first
        print(*rows[-1], "||", *priors[-1], sep=" | ", flush=True)
    print("\n".join(markdown(rows)), "\n".join(markdown(priors)), sep="\n\n")
    if plots is not None:
        draw(drawn, plots)


def draw(
    found: Mapping[str, tuple[tuple[float, float], tuple[float, float]]], folder: Path
) -> None:
    """Write both plots: regret of the answered K, and what the answered priors bring."""
    for n, (file, title) in enumerate((
        ("useful_k.png", "share of the attainable held-out gain that the answered K loses"),
        ("useful_priors.png", "gain of the answered priors over the defaults, in standard errors"),
    )):  # fmt: skip
        figure = Figure(figsize=(7, 0.35 * len(found) + 1), dpi=120, layout="constrained")
        axes = figure.subplots()
        values = [each[n] for each in found.values()]
        axes.errorbar(
            [value for value, _ in values], range(len(found)),
            xerr=[2 * error for _, error in values], fmt="o", color="#2b6ca3", capsize=3,
        )  # fmt: skip
        for x, style in ((0.0, "-"), (0.35, "--")) if n == 0 else ((0.0, "-"), (-2.0, "--")):
            axes.axvline(x, color="0.4", linestyle=style, linewidth=0.8)
        axes.set_yticks(range(len(found)), list(found))
        axes.invert_yaxis()
        axes.set_xlabel(title)
        if n == 0:
            axes.set_xlim(-0.3, 1.0)
        figure.savefig(folder / file)


def simulated(number: int) -> None:
    """Print how often a known number of factors is found."""
    kinds = ("poisson", "negative binomial", "zeroed")
    head = ["noise", "tables", "resolvable", "exact", "within 10 %", "in range", "false"]
    rows: list[list[Any]] = [head]
    for kind in kinds:
        right, false = [], []
        for seed in range(number):
            rng = np.random.default_rng([seed, kinds.index(kind)])
            k = 1 if seed % 3 == 0 else int(rng.choice([2, 3, 5, 8, 12]))
            shape = tuple(int(each) for each in rng.choice([100, 150, 250, 400], 2))
            factor = float(rng.choice([0.2, 0.4, 0.8])) if k > 1 else 1e6
            sides = [rng.gamma(factor, 1, (side, k)) for side in shape]
            uneven = float(rng.choice([0.0, 0.5, 1.0]))
            rate = (sides[0] @ sides[1].T) * np.multiply.outer(
                *(rng.lognormal(0, uneven, side) for side in shape)
            )
            rate *= float(np.exp(rng.uniform(0, np.log(20)))) / rate.mean()
            mean, variance = rate, rate
            if kind == "negative binomial":
                variance = rate + rate**2 / 3
                rate = rate * rng.gamma(3, 1 / 3, rate.shape)
            counts = rng.poisson(rate)
            if kind == "zeroed":
                mean, variance = 0.7 * rate, 0.7 * rate + 0.21 * rate**2
                counts *= rng.random(counts.shape) < 0.7
            found = ppm.number_of_factors(counts, random_seed=seed)
            if k == 1:
                false.append(found.k > 1)
            elif resolvable(mean, variance, k):
                near = abs(found.k - k) <= 0.1 * k
                right.append((found.k == k, near, found.low <= k <= found.high))
        shares = [f"{100 * share:.0f} %" for share in np.mean(right, axis=0)]
        rows.append([kind, number, len(right), *shares, f"{100 * np.mean(false):.1f} %"])
    print("\n".join(markdown(rows)))


def resolvable(mean: Table, variance: Table, k: int) -> bool:
    """Tell whether the last of the factors stands above a matrix of noise alone."""
    expected = np.multiply.outer(mean.sum(1), mean.sum(0)) / mean.sum()
    values = np.linalg.svd((mean - expected) / np.sqrt(expected), compute_uv=False)
    noise = np.sqrt((variance / expected).mean()) * sum(side**0.5 for side in mean.shape)
    return bool(values[k - 2] > noise)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the shared sets")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--splits", type=int, default=10)
    parser.add_argument("--simulated", type=int, default=90)
    parser.add_argument("--plots", type=Path, help="folder for both plots")
    chosen = parser.parse_args()
    if chosen.data is not None:
        real(chosen.data, chosen.only, chosen.splits, chosen.plots)
    if chosen.simulated:
        simulated(chosen.simulated)


if __name__ == "__main__":
    main()
