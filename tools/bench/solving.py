"""Time the generated solution against SymPy's own route to NumPy; print ratios of the same run.

python tools/bench/solving.py
"""

from __future__ import annotations

import sys
import time
from functools import partial
from subprocess import run

import numpy as np
import sympy
from timing import seconds

from symppm.codegen.generate import generate
from symppm.codegen.load import load_model
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.solve.targets import target_symbol

MODEL = "pmf_gamma"
CALLS = 200_000
COLUMNS = 1_000_000
STATEMENTS = ("pass", "import numpy", "import symppm")


def feasible_targets(columns: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return random targets, one column each, in the order of ``solve``."""
    rng = np.random.default_rng(0)
    mean = rng.uniform(1, 30, columns)
    variance = mean * rng.uniform(5, 30, columns)
    return np.stack([mean, variance, *rng.uniform(0.01, 0.3, (2, columns))])


def main() -> None:
    """Print one line a measurement."""
    start = time.perf_counter()
    made = generate(catalogue_model(MODEL), CATALOGUE[MODEL].title)
    print(f"derive, solve and generate {MODEL} from scratch: {time.perf_counter() - start:.2f} s")

    module = load_model(MODEL)
    targets = tuple(feasible_targets(1)[:, 0])

    def scalar() -> None:
        for _ in range(CALLS):
            module.solve(*targets)

    (called,) = seconds(5, scalar)
    print(f"one solve called from Python: {called / CALLS * 1e6:.3f} us")

    stacked = feasible_targets(COLUMNS)
    out = np.empty((4, COLUMNS))
    status = np.empty(COLUMNS, dtype=np.int64)
    symbols = [target_symbol(name) for name in made.solution.given]
    values = list(made.solution.expressions.values())
    plain, shared = (sympy.lambdify(symbols, values, "numpy", cse=cse) for cse in (False, True))
    batched, by_plain, by_shared = seconds(
        10,
        lambda: module.solve_batch(stacked, out, status),
        lambda: plain(*stacked),
        lambda: shared(*stacked),
    )
    print(f"batched: {COLUMNS / batched / 1e6:.0f} million solves a second")
    print(f"  sympy.lambdify on NumPy            {by_plain / batched:6.1f} times as long")
    print(f"  the same, common subexpressions    {by_shared / batched:6.1f} times as long")

    bare, numpy, ours = seconds(
        5, *(partial(run, [sys.executable, "-c", s], check=True) for s in STATEMENTS)
    )
    print(f"start Python and import symppm: {ours:.3f} s ({ours / numpy:.2f} of importing NumPy; ")
    print(f"  Python alone takes {bare:.3f} s)")


if __name__ == "__main__":
    main()
