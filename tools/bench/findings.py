"""How often diagnostics about data are false alarms, and how often they find what is wrong.

python tools/bench/diagnostics.py [--runs 200] [--only WORD]

Each line is a way of making data, matched with pmf_gamma unless it says otherwise. False alarms:
data of the model that is matched, in the paper's configurations A to F with K = 25 and others, with
and without gaps that have nothing to do with the values. Power: data that are wrong in one way.
Signs: data in which a correlation, or what is left of the variance for factors, is zero in truth;
there a sign that is not called unresolved is the false alarm, wanted in at most 5 of 100.

Columns are shares of runs in percent, with their binomial standard errors in brackets, and first
the median of K by the formula over K. Configuration C is heavy-tailed indeed, and found to be.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from progress import progress

from symppm.codegen.load import load_model
from symppm.errors import DataError
from symppm.matching.diagnostics.data import diagnosed
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Observed
from symppm.matching.models import Structure
from symppm.statistics.moments import examined

Matrix = NDArray[Any]
Mask = NDArray[np.bool_]
Draw = Callable[[np.random.Generator], tuple[Matrix, Mask | None]]

SIZE: Final = 300
K: Final = 25
GAMMAS: Final = {
    "A": (10.0, 1.0, 10.0, 1.0), "B": (10.0, 2.0, 10.0, 2.0), "C": (0.001, 0.01, 0.01, 0.1),
    "D": (0.1, 1.0, 0.1, 1.0), "E": (0.1, 0.1, 0.1, 0.1), "F": (1.0, 1.0, 0.1, 0.1),
    "(1, 1)": (1.0, 1.0, 1.0, 1.0),
}  # fmt: skip
COUNTS: Final = ("excess_zeros", "overdispersed", "uneven", "no_zeros", "unequal_margins")
OTHERS: Final = ("heavy_tails", "not_at_random")
SIGNS: Final = ("unresolved_rho_row", "unresolved_rho_col", "unresolved_factors")


@dataclass(frozen=True)
class Case:
    """A way of making data.

    Attributes
    ----------
    kind : str
        What its line is to show.
    name : str
        In the table.
    draw : callable
        From a source of randomness to a matrix, and where it is observed.
    model : str
        What is matched.
    cost : int
        By how many the number of runs is divided.
    """

    kind: str
    name: str
    draw: Draw
    model: str = "pmf_gamma"
    cost: int = 1


def rates(
    rng: np.random.Generator, start: str, size: int = SIZE, scaled: float | None = None
) -> Matrix:
    """Return sums of products of Gamma factors.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of randomness.
    start : str
        Configuration.
    size : int
        Rows, and columns.
    scaled : float, optional
        Shape of a Gamma variable of mean one by which every row's and every column's rates are
        divided, as in hierarchical Poisson factorization.
    """
    a, b, c, d = GAMMAS[start]
    theta, beta = rng.gamma(a, 1 / b, (size, K)), rng.gamma(c, 1 / d, (size, K))
    if scaled is not None:
        theta /= rng.gamma(scaled, 1 / scaled, (size, 1))
        beta /= rng.gamma(scaled, 1 / scaled, (size, 1))
    return np.asarray(theta @ beta.T)


def poisson(start: str, size: int = SIZE) -> Draw:
    """Return data of the model."""
    return lambda rng: (rng.poisson(rates(rng, start, size)), None)


def other_prior(name: str) -> Draw:
    """Return data of a model with other priors, of mean about one."""

    def draw(rng: np.random.Generator) -> tuple[Matrix, None]:
        shape = (2, SIZE, K)
        factors = {
            "pmf_lognormal": lambda: rng.lognormal(-0.5, 1.0, shape),
            "pmf_halfnormal": lambda: 0.1 + np.abs(rng.normal(0, 1, shape)),
            "pmf_inversegamma": lambda: 4 / rng.gamma(5.0, 1.0, shape),
        }[name]()
        return rng.poisson(factors[0] @ factors[1].T), None

    return draw


def random_gaps(start: str, *, uneven: bool) -> Draw:
    """Return data of the model of which a third is observed, some lines more than others or not."""

    def draw(rng: np.random.Generator) -> tuple[Matrix, Mask]:
        counts = rng.poisson(rates(rng, start))
        shape = 1.0 if uneven else 1e6
        chance = rng.gamma(shape, 1 / shape, (SIZE, 1)) * rng.gamma(shape, 1 / shape, (1, SIZE))
        seen = rng.random(counts.shape) < np.minimum(chance / 3, 1)
        return counts, seen

    return draw


def negative_binomial(start: str, r: float) -> Draw:
    """Return overdispersed counts."""
    return lambda rng: (rng.poisson(rates(rng, start) * rng.gamma(r, 1 / r, (SIZE, SIZE))), None)


def half_zeroed(start: str) -> Draw:
    """Return counts of which half are set to zero."""
    return lambda rng: (rng.poisson(rates(rng, start)) * rng.integers(0, 2, (SIZE, SIZE)), None)


def hierarchical(start: str) -> Draw:
    """Return data of hierarchical Poisson factorization."""
    return lambda rng: (rng.poisson(rates(rng, start, scaled=5.0)), None)


def spiked(start: str) -> Draw:
    """Return counts with five entries a hundred times too large."""

    def draw(rng: np.random.Generator) -> tuple[Matrix, None]:
        counts = rng.poisson(rates(rng, start))
        places = rng.choice(counts.size, 5, replace=False)
        counts.flat[places] = 100 * (1 + counts.flat[places])
        return counts, None

    return draw


def telling_gaps(start: str, *, entries: bool) -> Draw:
    """Return data whose entries, or whose rows, are seen the rather the larger they are."""

    def draw(rng: np.random.Generator) -> tuple[Matrix, Mask]:
        eta = rates(rng, start)
        counts = rng.poisson(eta)
        high = counts > counts.mean() if entries else eta.mean(1, keepdims=True) > eta.mean()
        return counts, rng.random(counts.shape) < np.where(high, 0.4, 0.2)

    return draw


def no_column_effect(rng: np.random.Generator) -> tuple[Matrix, None]:
    """Return counts whose columns are all alike."""
    rows = rng.gamma(2.0, 1.0, (SIZE, 1))
    return rng.poisson(rows * rng.gamma(2.0, 1.0, (SIZE, SIZE))), None


def no_effects(rng: np.random.Generator) -> tuple[Matrix, None]:
    """Return independent counts."""
    return rng.poisson(rng.gamma(2.0, 1.0, (SIZE, SIZE))), None


def only_effects(rng: np.random.Generator) -> tuple[Matrix, None]:
    """Return Poisson counts about row plus column effects, so that nothing is left for factors."""
    return rng.poisson(rng.gamma(2.0, 1.0, (SIZE, 1)) + rng.gamma(2.0, 1.0, (1, SIZE))), None


CASES: Final = (
    *(Case("false alarms", f"{each}, 300 x 300", poisson(each)) for each in GAMMAS),
    *(
        Case("false alarms", f"{each}, 60 x 60", poisson(each, 60))
        for each in GAMMAS
        if each != "C"
    ),
    Case("false alarms", "D, 1000 x 1000", poisson("D", 1000), cost=4),
    Case("false alarms", "A, 1000 x 1000", poisson("A", 1000), cost=4),
    *(
        Case("false alarms", f"{each}, its own priors", other_prior(each), each)
        for each in ("pmf_lognormal", "pmf_halfnormal", "pmf_inversegamma")
    ),
    *(
        Case("false alarms", f"{each}, gaps, {how}", random_gaps(each, uneven=how != "even"))
        for each in ("A", "D", "F")
        for how in ("even", "by activity")
    ),
    *(
        Case("power", f"{each}, Negative Binomial r = 1", negative_binomial(each, 1.0))
        for each in ("A", "D", "F", "(1, 1)")
    ),
    Case("power", "(1, 1), Negative Binomial r = 10", negative_binomial("(1, 1)", 10.0)),
    *(
        Case("power", f"{each}, half of the entries zeroed", half_zeroed(each))
        for each in ("A", "D", "F", "(1, 1)")
    ),
    *(
        Case("power", f"{each}, hierarchical", hierarchical(each))
        for each in ("A", "D", "F", "(1, 1)")
    ),
    *(Case("power", f"{each}, five entries x 100", spiked(each)) for each in ("D", "F", "(1, 1)")),
    *(
        Case("power", f"{each}, large entries seen more", telling_gaps(each, entries=True))
        for each in ("A", "D", "F")
    ),
    *(
        Case("power", f"{each}, rows of large ones seen more", telling_gaps(each, entries=False))
        for each in ("A", "D", "F")
    ),
    Case("signs", "rho_col = 0", no_column_effect),
    Case("signs", "rho_row = rho_col = 0", no_effects),
    Case("signs", "nothing left for factors", only_effects),
)


def codes_of(case: Case, rng: np.random.Generator) -> tuple[set[str], float]:
    """Return what is found in one draw, and K by the formula over K.

    Parameters
    ----------
    case : Case
        How to draw.
    rng : numpy.random.Generator
        Source of randomness.
    """
    data, seen = case.draw(rng)
    own = examined(data, "observed", seen, intervals=True, profile=True)
    measured = own.statistics
    third = Observed(measured, read=(own.matrix, own.margins)).third_order
    kernels, product = Kernels(load_model(case.model)), Structure.of(case.model).product
    found = diagnosed(measured, own.profile, kernels, product, third=third)
    targets = {name: getattr(measured, name) for name in kernels.spec.targets}
    identified, _ = kernels.branch(1, targets, {})
    return {each.code for each in found}, identified.get("K", math.nan) / K


def line(case: Case, found: Counter[str], sizes: list[float], runs: int) -> str:
    """Return one line of the table.

    Parameters
    ----------
    case : Case
        Which.
    found : Counter
        Runs with each diagnostic.
    sizes : list of float
        K by the formula over K.
    runs : int
        How many there were.
    """

    def share(code: str) -> str:
        part = found[code] / runs
        error = math.sqrt(max(part * (1 - part), 1 / runs) / runs)
        return f"{100 * part:6.1f} ({100 * error:.1f})"

    cells = " ".join(share(code) for code in (*COUNTS, *OTHERS, *SIGNS))
    known = [size for size in sizes if not math.isnan(size)]
    ratio = f"{np.median(known):8.2f}" if known else " " * 8
    return f"{case.name:<34} {runs:>4} {ratio} {cells}"


def main() -> None:
    """Draw, test and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--only", default="", help="cases with this in kind or name")
    arguments = parser.parse_args()
    cases = [case for case in CASES if arguments.only in f"{case.kind} {case.name}"]
    began = time.perf_counter()
    kind = ""
    with progress("Testing", len(cases)) as advance:
        for case in cases:
            if case.kind != kind:
                kind = case.kind
                heads = " ".join(f"{code[-12:]:>12}" for code in (*COUNTS, *OTHERS, *SIGNS))
                print(f"\n{kind:<34} runs  K^/K    {heads}")
            rng = np.random.default_rng([len(case.name), *case.name.encode()])
            found: Counter[str] = Counter()
            sizes: list[float] = []
            wanted = max(1, arguments.runs // case.cost)
            for _ in range(wanted):
                try:
                    codes, size = codes_of(case, rng)
                except DataError:
                    continue  # Configuration C may be all zeros.
                found.update(codes)
                sizes.append(size)
            print(line(case, found, sizes, len(sizes)), flush=True)
            advance()
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
