"""Compare estimators of a variance and its gradient, and two parametrisations of the search.

python tools/bench/gradients.py [--runs 100] [--draws 1000]

Poisson factorization with K = 25. The plain estimators draw counts, and get their derivatives by
the score function in the DiCE form, as the paper's supplement does: "plain" reparameterises theta
and beta, "scores" uses the score function for them too. Every estimator gets the same number of
draws of theta and beta. What is compared is the mean squared error against the printed formula,
times the seconds of an estimate with its gradient: 100 means the same accuracy in a hundredth of
the time. The rivals are "plain" with as many counts a draw as serve it best, "plain" with the 10
counts that the supplement recommends, and "scores" with 10. Rounds take turns, so that other load
slows all alike. Where tails are light the standard error of a ratio is about root(4 / runs) of it;
in start C, where they are not, it is a guess.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from plain import SIZE, exact_variance, plain_variance, point, variance_estimator, with_gradient
from progress import progress
from sampling_tasks import PMF_NAMES, PMF_STARTS

from symppm.codegen.compile import compile_torch
from symppm.errors import SymPPMError
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.matching import match_by_sampling
from symppm.stochastic.sampling_options import Options, Target
from symppm.stochastic.space import conditioning, location_scale_metric, made_space

POINTS: Final = {"paper": (0.16, 0.4, 0.4, 0.4), **PMF_STARTS}
"""The point of the paper's appendix on parametrisation, and its starts."""

COUNTS: Final = (1, 10, 100)
PAPERS_COUNTS: Final = 10
OURS: Final = ("drawn", "explicit", "collapsed")
Work = Callable[[int], tuple[float, list[float]]]


@dataclass(frozen=True)
class Quality:
    """What an estimator costs and how good it is.

    Attributes
    ----------
    value, gradient : float
        Mean squared errors times seconds; that of the gradient is a sum over coordinates.
    off : float
        Relative deviation of the average value from the formula, in its standard errors.
    """

    value: float
    gradient: float
    off: float


def works(x: torch.Tensor, draws: int) -> dict[str, Work]:
    """Return estimators by name, from a seed to a value with its gradient.

    Parameters
    ----------
    x : torch.Tensor, shape (4,)
        Logarithms of a, b, c, d.
    draws : int
        Of the latent variables.
    """

    def plain(counts: int, *, scores: bool = False) -> Work:
        def work(seed: int) -> tuple[float, list[float]]:
            generator = torch.Generator().manual_seed(seed)
            return with_gradient(
                lambda at: plain_variance(at, draws, counts, generator, scores=scores), x
            )

        return work

    def ours(way: str) -> Work:
        estimator = variance_estimator(way)

        def work(seed: int) -> tuple[float, list[float]]:
            found = estimator.estimate(point, x.numpy(), draws, seed)
            return float(found.values[0]), found.jacobian[0].tolist()

        return work

    rivals = {f"plain, {counts}": plain(counts) for counts in COUNTS}
    rivals["scores"] = plain(PAPERS_COUNTS, scores=True)
    return {**rivals, **{way: ours(way) for way in OURS}}


def qualities(x: torch.Tensor, draws: int, runs: int) -> dict[str, Quality]:
    """Measure all estimators at one point, in turns.

    Parameters
    ----------
    x, draws
        As in :func:`works`.
    runs : int
        Independent estimates of each.
    """
    value, slope = with_gradient(exact_variance, x)
    found: dict[str, list[list[float]]] = {}
    times: dict[str, list[float]] = {}
    estimators = works(x, draws)
    for seed in range(runs + 1):
        for name, work in estimators.items():
            began = time.perf_counter()
            estimate, gradient = work(seed)
            if seed:
                times.setdefault(name, []).append(time.perf_counter() - began)
                found.setdefault(name, []).append([estimate, *gradient])
    result = {}
    for name, rows in found.items():
        table = np.array(rows) - np.array([value, *slope])
        squares = (table**2).mean(0)
        seconds = float(np.median(times[name]))
        spread = float(table[:, 0].std(ddof=1)) / runs**0.5
        result[name] = Quality(
            float(squares[0]) * seconds,
            float(squares[1:].sum()) * seconds,
            float(table[:, 0].mean()) / max(spread, 1e-300),
        )
    return result


def reductions(runs: int, draws: int) -> None:
    """Print by how much less variance a second each of ours has."""
    print(
        f"mean squared error x seconds of the plain estimator over ours, {draws} draws, {runs} runs"
    )
    rivals = ("plain, best counts", "plain, 10 counts", "scores, 10 counts")
    print(f"{'':<17} " + " ".join(f"{each:>21}" for each in rivals))
    print(f"{'start':<6} {'ours':<10} " + " ".join([f"{'value':>10} {'gradient':>10}"] * 3))
    with progress("Comparing", len(POINTS)) as advance:
        for name, start in POINTS.items():
            x = torch.tensor(start, dtype=torch.float64).log()
            measured = qualities(x, draws, runs)
            plain = [each for key, each in measured.items() if key.startswith("plain")]
            best = Quality(min(e.value for e in plain), min(e.gradient for e in plain), 0.0)
            for way in OURS:
                ours = measured[way]
                cells = [
                    f"{rival.value / ours.value:>10.3g} {rival.gradient / ours.gradient:>10.3g}"
                    for rival in (best, measured[f"plain, {PAPERS_COUNTS}"], measured["scores"])
                ]
                print(f"{name:<6} {way:<10} {' '.join(cells)}   {ours.off:>+5.1f} s.e.", flush=True)
            advance()
    print("all integrated: a closed form, no error at all, so that every ratio is infinite\n")


Parametrisation = Literal["natural", "mean-sd"]


def condition(start: Mapping[str, float], targets: tuple[str, ...]) -> tuple[float, float]:
    """Return condition numbers in logarithms of hyperparameters, and of means and deviations.

    Parameters
    ----------
    start : mapping of str to float
        Hyperparameters.
    targets : tuple of str
        Statistics, of which relative changes count.
    """
    declaration = catalogue_model("pmf_gamma")
    module = compile_torch(declaration)
    space = made_space(module.HYPERPARAMETERS, ("K",), {"K": float(SIZE)}, {})
    x = space.vector(start)
    at = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    found = module.closed(space.point(at))
    values, rows = [], []
    for name in targets:
        (slope,) = torch.autograd.grad(found[name], at, retain_graph=True)
        values.append(float(found[name].detach()))
        rows.append(slope.numpy())
    jacobian: NDArray[np.float64] = np.array(rows)
    other = location_scale_metric(declaration, space, x)
    scales = np.abs(np.array(values))
    return conditioning(jacobian, np.eye(len(x)), scales), conditioning(jacobian, other, scales)


def steps(start: Mapping[str, float], way: Parametrisation) -> str:
    """Return how many steps lead to mean 25 and variance 550 in a parametrisation, as text."""
    targets = {"mean": Target(25.0), "variance": Target(550.0)}
    try:
        found = match_by_sampling(
            catalogue_model("pmf_gamma"), targets, {"K": float(SIZE)},
            Options(start=start, parametrisation=way),
        )  # fmt: skip
    except SymPPMError as error:
        return type(error).__name__
    return str(len(found.trace)) if found.feasible else f"{len(found.trace)}, missed"


def parametrisations() -> None:
    """Print condition numbers and steps in both parametrisations."""
    two, three = ("mean", "variance"), ("mean", "variance", "rho_row")
    print("condition numbers, by logarithms of hyperparameters / of priors' means and deviations;")
    print("steps to mean 25, variance 550, all in closed form, in the same two")
    print(f"{'start':<6} {'mean, variance':>18} {'with rho_row':>20} {'steps':>12}")
    for name, values in POINTS.items():
        start = dict(zip(PMF_NAMES, values, strict=True))
        pairs = [condition(start, each) for each in (two, three)]
        shown = [f"{one:.3g} / {other:.3g}" for one, other in pairs]
        taken = " / ".join(steps(start, way) for way in ("natural", "mean-sd"))
        print(f"{name:<6} {shown[0]:>18} {shown[1]:>20} {taken:>12}", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--draws", type=int, default=1000, help="of theta and beta, each estimate")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print(f"one thread, load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    reductions(arguments.runs, arguments.draws)
    parametrisations()


if __name__ == "__main__":
    main()
