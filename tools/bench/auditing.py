"""Time higher orders and audits, each against its goal, and sympy.stats on what it can do.

python tools/bench/auditing.py

Each question to ``sympy.stats`` is put in a process of its own that is stopped after a minute: mean
and variance of a Poisson with one Gamma rate, which it can do, and of a product of two Gamma
variables; then of a Poisson whose rate is such a product, or a sum of a symbolic number of
independent terms, for which it has no notation. Ratios are of the same run. The audits are of the
files that ship; an audit that finds something wrong may be shorter than another, so it is named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import symppm as ppm
from symppm.audit import audit_model
from symppm.errors import NotDerivableError
from symppm.laws import derive
from symppm.model.catalogue import CATALOGUE, catalogue_model

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds after which ``sympy.stats`` is stopped."""

FOURTH = ("ij ij ij ij", "ij il tj tl")
FOURTH_OF_THREE = ("ijh ijh ijh ijh", "ijh ilh tjh tlg")
SIXTH = ("ij ij ij ij ij ij", "ij ij il il tj tj", "ij il tl tn sn sj")

GOAL_FOURTH, GOAL_SIXTH, GOAL_AUDIT = 10.0, 5.0, 3.0
BARE = "import sympy, sympy.stats"

ONE_RATE = """
from sympy import simplify, symbols
from sympy.stats import Gamma, Poisson, E, variance
a, b = symbols("a b", positive=True)
y = Poisson("Y", Gamma("theta", a, 1 / b))
mean, spread = simplify(E(y)), simplify(variance(y))
print("right" if simplify(mean - a / b) == 0 == simplify(spread - a / b - a / b**2)
      else f"answered {mean} and {spread}")
"""

PRODUCT = """
from sympy import simplify, symbols
from sympy.stats import Gamma, E, variance
a, b, c, d = symbols("a b c d", positive=True)
rate = Gamma("theta", a, 1 / b) * Gamma("beta", c, 1 / d)
mean, spread = simplify(E(rate)), simplify(variance(rate))
print("right" if simplify(mean - a * c / (b * d)) == 0
      == simplify(spread - a * c * (a + c + 1) / (b * d) ** 2)
      else f"answered {mean} and {spread}")
"""

TWO_RATES = """
from sympy import simplify, symbols
from sympy.stats import Gamma, Poisson, E, variance
a, b, c, d = symbols("a b c d", positive=True)
y = Poisson("Y", Gamma("theta", a, 1 / b) * Gamma("beta", c, 1 / d))
mean, spread = simplify(E(y)), simplify(variance(y))
wanted = a * c / (b * d) + a * c * (a + c + 1) / (b * d) ** 2
print("right" if simplify(mean - a * c / (b * d)) == 0 == simplify(spread - wanted)
      else f"answered {mean} and {spread}")
"""

SYMBOLIC_SUM = """
from sympy import Sum, simplify, symbols
from sympy.stats import Gamma, Poisson, E, variance
a, b = symbols("a b", positive=True)
K, k = symbols("K k", integer=True, positive=True)
theta = Gamma("theta", a, 1 / b)
# The only way to write it: there is no family of K independent variables for a symbol K.
y = Poisson("Y", Sum(theta, (k, 1, K)))
mean, spread = simplify(E(y).doit()), simplify(variance(y).doit())
print("right" if simplify(mean - K * a / b) == 0 == simplify(spread - K * a / b - K * a / b**2)
      else f"answered {mean} and {spread}")
"""


def one_rate() -> None:
    """Derive what ``ONE_RATE`` asks for."""
    with ppm.Model("one_rate") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    model.mean()
    model.variance()


def taken(work: Callable[[], object]) -> float:
    """Return how long some work takes; caches would make a second round meaningless."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(what: str, seconds: float, note: str) -> None:
    """Print one line of the table."""
    print(f"{what:<58} {seconds:>9.3f} s   {note}", flush=True)


def goal(seconds: float, most: float) -> str:
    """Say whether a time meets its goal."""
    return f"goal {most:.0f} s: {'met' if seconds < most else 'MISSED'}, {seconds / most:.2f} of it"


def higher_orders() -> None:
    """Time cumulants of order four for every model, and of order six for Poisson factorization."""
    times: dict[tuple[str, str], float] = {}
    missing = set()
    for name in CATALOGUE:
        declaration = catalogue_model(name)
        patterns = FOURTH if len(declaration.observed.dims) == 2 else FOURTH_OF_THREE
        for pattern in patterns:
            start = time.perf_counter()
            try:
                derive(declaration, f"cumulant {pattern}")
            except NotDerivableError:
                missing.add(name)
                continue
            times[name, pattern] = time.perf_counter() - start
    slowest = sorted(times, key=lambda key: times[key], reverse=True)[:3]
    row(f"order four, {len(times)} cumulants of {len(CATALOGUE)} models", sum(times.values()), "")
    for name, pattern in slowest:
        seconds = times[name, pattern]
        row(f"  {name}, {pattern}", seconds, goal(seconds, GOAL_FOURTH))
    print(f"  a fourth moment was not declared: {', '.join(sorted(missing))}")
    declaration = catalogue_model("pmf_gamma")
    for pattern in SIXTH:
        seconds = taken(lambda p=pattern: derive(declaration, f"cumulant {p}"))  # type: ignore[misc]
        row(f"order six, pmf_gamma, {pattern}", seconds, goal(seconds, GOAL_SIXTH))


def audits() -> None:
    """Time the audit of every model that ships, draws left out."""
    times, failed = {}, []
    for name in CATALOGUE:
        start = time.perf_counter()
        verdict = audit_model(name, simulate=False)
        times[name] = time.perf_counter() - start
        if not verdict.ok:
            failed.append(name)
    row(f"audit without simulation, {len(times)} models", sum(times.values()), "")
    for name in sorted(times, key=lambda each: times[each], reverse=True)[:3]:
        row(f"  {name}", times[name], goal(times[name], GOAL_AUDIT))
    if failed:
        print(f"  NOT ok: {', '.join(failed)}")


def asked(program: str) -> tuple[float, str]:
    """Run a program in a process of its own and say how it ended."""
    start = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], check=False, capture_output=True, text=True,
            timeout=PATIENCE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return PATIENCE, f"no answer: stopped after {PATIENCE:.0f} s"
    seconds = time.perf_counter() - start
    lines = (done.stderr if done.returncode else done.stdout).strip().splitlines()
    ending = lines[-1] if lines else ""
    return seconds, f"{'failed: ' if done.returncode else ''}{ending[:150]}"


def against_sympy_stats() -> None:
    """Put the questions to ``sympy.stats`` and the same ones to symppm."""
    ours = taken(one_rate)
    bare, _ = asked(BARE)
    theirs, ending = asked(ONE_RATE)
    row("Poisson with one Gamma rate, symppm", ours, "mean and variance, with every step")
    rival = max(theirs - bare, 0.0)
    row("  sympy.stats, imports left out", rival, f"{ending}; {rival / ours:.0f} times as long")
    ours = taken(lambda: [derive(catalogue_model("pmf_uniform"), w) for w in ("mean", "variance")])
    row("sum over K factors of products of two rates, symppm", ours, "mean and variance")
    questions = {
        "product of two Gamma variables, nothing observed": PRODUCT,
        "Poisson of such a product": TWO_RATES,
        "Poisson of a sum to a symbol K": SYMBOLIC_SUM,
    }
    for what, program in questions.items():
        seconds, ending = asked(program)
        row(f"  sympy.stats, {what}", max(seconds - bare, 0.0), ending)


def main() -> None:
    """Print the table."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    against_sympy_stats()
    higher_orders()
    audits()


if __name__ == "__main__":
    main()
