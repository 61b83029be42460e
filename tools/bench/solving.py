"""Time deriving, solving and generating, each against what one would do instead.

python tools/bench/solving.py

Ratios are of the same run: of the generated solution to SymPy's own route to NumPy, and of solving
hierarchical Poisson factorization here to ``sympy.solve`` on the same equations.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import sympy
from timing import seconds

from symppm.codegen.load import load_model
from symppm.laws import derive
from symppm.model.catalogue import CATALOGUE, catalogue_model
from symppm.solve import solve
from symppm.solve.targets import target_symbol

MODEL = "pmf_gamma"
CALLS = 200_000
COLUMNS = 1_000_000
STATEMENTS = ("pass", "import numpy", "import symppm")
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds after which ``sympy.solve`` is stopped."""

SECOND_ORDER = ("mean", "variance", "covariance row", "covariance col")

RAW_SOLVE = """
import sympy
from symppm.model.catalogue import catalogue_model
from symppm.solve.targets import default_targets, equations
model = catalogue_model("hpf_gamma")
names = {symbol.name: symbol for symbol in (*model.sizes, *model.hyperparameters)}
system = equations(model, default_targets(model))
raw = [residual.subs(names["b_prime"], 1) for residual in system.values()]
print(len(sympy.solve(raw, [names[n] for n in ("K", "a_prime", "c_prime", "d_prime")], dict=True)))
"""


def feasible_targets(columns: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return random targets, one column each, in the order of ``solve``."""
    rng = np.random.default_rng(0)
    mean = rng.uniform(1, 30, columns)
    variance = mean * rng.uniform(5, 30, columns)
    return np.stack([mean, variance, *rng.uniform(0.01, 0.3, (2, columns))])


def symbolic_work() -> None:
    """Time derivations, one solution with its rival, and writing every file."""
    taken = {}
    for name in CATALOGUE:
        declaration = catalogue_model(name)
        start = time.perf_counter()
        for what in SECOND_ORDER:
            derive(declaration, what)
        taken[name] = time.perf_counter() - start
    slowest = max(taken, key=lambda name: taken[name])
    print(f"derive moments of order two, {len(taken)} models: {sum(taken.values()):.2f} s;")
    print(f"  the slowest is {slowest}: {taken[slowest]:.2f} s (goal: below 3 s)")

    declaration = catalogue_model("hpf_gamma")
    names = {symbol.name: symbol for symbol in declaration.hyperparameters}
    start = time.perf_counter()
    solve(declaration, None, {name: names[name] for name in ("a", "c")})
    ours = time.perf_counter() - start
    print(f"solve hpf_gamma, a and c given: {ours:.2f} s (goal: below 1 s)")
    start = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, "-c", RAW_SOLVE],
            check=True, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT,
        )  # fmt: skip
        raw = time.perf_counter() - start
        print(f"  sympy.solve on the equations: {raw:.1f} s, {raw / ours:.0f} times as long, ")
        print(f"  {done.stdout.strip()} candidates, feasible or not")
    except subprocess.TimeoutExpired:
        print(f"  sympy.solve on the equations: stopped after {PATIENCE:.0f} s, more than ")
        print(f"  {PATIENCE / ours:.0f} times as long")

    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "tools/regenerate.py", "--check"], check=False, capture_output=True,
        cwd=ROOT,
    )  # fmt: skip
    print(f"regenerate everything: {time.perf_counter() - start:.0f} s (goal: below 120 s)")


def compiled_work() -> None:
    """Time the generated solution, one call and batched."""
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
    solution = solve(catalogue_model(MODEL))
    symbols = [target_symbol(name) for name in solution.given]
    values = list(solution.expressions.values())
    plain, shared = (sympy.lambdify(symbols, values, "numpy", cse=cse) for cse in (False, True))
    batched, by_plain, by_shared = seconds(
        10,
        lambda: module.solve.batch(stacked, out, status),
        lambda: plain(*stacked),
        lambda: shared(*stacked),
    )
    print(f"batched: {COLUMNS / batched / 1e6:.0f} million solves a second")
    print(f"  sympy.lambdify on NumPy            {by_plain / batched:6.1f} times as long")
    print(f"  the same, common subexpressions    {by_shared / batched:6.1f} times as long")


def main() -> None:
    """Print one line a measurement."""
    symbolic_work()
    compiled_work()
    bare, numpy, ours = seconds(
        5, *(partial(subprocess.run, [sys.executable, "-c", s], check=True) for s in STATEMENTS)
    )
    print(f"start Python and import symppm: {ours:.3f} s ({ours / numpy:.2f} of importing NumPy; ")
    print(f"  Python alone takes {bare:.3f} s)")


if __name__ == "__main__":
    main()
