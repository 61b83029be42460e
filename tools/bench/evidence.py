"""Which evidence decides K where values are fixed or tied: either set of moments, or both at once.

python tools/bench/evidence.py [--runs 500] [--random-seed 0]

Counts about Poisson factorization with Gamma(1) priors; a and c are fixed at 1, or tied, so that
there are more moments than unknowns. Each matrix is measured once. The variance set and the
distinct set are matched as ``match(estimator=...)`` does, and ``auto`` chooses between them as
``match(estimator="auto")`` does before any count of factors; ``smaller`` takes the smaller standard
error of log K and asks nothing else. ``joint`` fits mean, variance, both covariances and the cycle
at once, weighted by the jackknife covariance of their logarithms; ``gated`` is ``joint`` unless its
J rejects at 1 %, then ``auto``. Searches begin at the truth. An error of log K counts for at most
log 10, also where there is no answer. J is the weighted sum of squares at the optimum against
chi-square; ``apart`` is the test of a difference of the two K.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import numpy as np
from factored import markdown
from numpy.typing import NDArray
from progress import progress
from scipy.special import chdtrc

from symppm.codegen.load import load_cross_moments, load_generated
from symppm.codegen.runtime import kernel
from symppm.matching import least_squares
from symppm.matching.diagnostics.cross_moments import (
    Candidate,
    about_cross_moments,
    noise_of_nearest,
)
from symppm.matching.diagnostics.estimates import with_diagnostics
from symppm.matching.estimators import by_cross_moments, chosen
from symppm.matching.kernels import Kernels
from symppm.matching.least_squares import Fit, Problem
from symppm.matching.measuring import as_targets
from symppm.matching.moments import Estimate, Moments
from symppm.matching.parameters import split_ties
from symppm.matching.question import Question, Request
from symppm.matching.solving import solved
from symppm.statistics.cross_moments import cross_moments_of
from symppm.statistics.jackknife import two_way
from symppm.statistics.moments import examined

LEVEL: Final = 0.9
MOST: Final = math.log(10)
FIXED: Final = {"a": 1.0, "c": 1.0}
WAYS: Final = ("variance", "distinct", "auto", "smaller", "joint", "gated")
PLAIN, MOMENT_NAMES = load_generated("pmf_gamma"), load_cross_moments("pmf_gamma")
WHOLE: Final[Any] = SimpleNamespace(
    SPEC=replace(PLAIN.SPEC, targets=(*PLAIN.SPEC.targets, "cycle")),
    moments=kernel(lambda *at: (*PLAIN.moments(*at), MOMENT_NAMES.moments(*at)[-1])),
)
"""The moments of both sets, as one module would have them."""
TESTS: Final = ("J variance", "J distinct", "J joint", "apart")
Answer = tuple[float, float, float, float]
"""K, the standard error of its logarithm, and the ends of its interval."""
NOTHING: Final = (math.nan, math.inf, 0.0, math.inf)


@dataclass(frozen=True)
class Setting:
    """How to draw: the mean, K, rows and columns, the Negative Binomial's size (0: Poisson)."""

    mean: float
    k: int
    shape: tuple[int, int]
    fixed: dict[str, Any]
    size: float = 0.0

    @property
    def name(self) -> str:
        """In words."""
        held = "a = c = 1" if self.fixed == FIXED else "c = a"
        noise = f"NB r = {self.size:g}" if self.size else "Poisson"
        n, m = self.shape
        return f"{n} x {m}, K = {self.k}, mean {self.mean:g}, {held}, {noise}"

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw a matrix."""
        n, m = self.shape
        rates = rng.gamma(1.0, 1.0, (n, self.k)) @ rng.gamma(1.0, self.mean / self.k, (self.k, m))
        if self.size:
            rates = rates * rng.gamma(self.size, 1 / self.size, rates.shape)
        return rng.poisson(rates)


SETTINGS: Final = (
    Setting(25.0, 3, (60, 80), FIXED), Setting(25.0, 10, (60, 80), FIXED),
    Setting(25.0, 10, (200, 150), FIXED), Setting(25.0, 10, (200, 150), {"c": "a"}),
    Setting(0.3, 3, (60, 80), FIXED), Setting(0.3, 10, (200, 150), FIXED),
    Setting(0.3, 3, (200, 150), {"c": "a"}), Setting(25.0, 10, (60, 80), FIXED, 10.0),
    Setting(0.3, 3, (200, 150), FIXED, 1.0), Setting(3.0, 10, (200, 150), {"c": "a"}, 1.0),
)  # fmt: skip


def one_run(setting: Setting, seed: list[int]) -> tuple[dict[str, Answer], dict[str, float]]:
    """Draw, measure and match every way; return the answers, and the p-values of the tests."""
    data = setting.drawn(np.random.default_rng(seed))
    found = examined(data, "observed", None, intervals=True, profile=True)
    measured = cross_moments_of(found.matrix, found.margins, found.statistics)
    given, ties = split_ties(PLAIN.SPEC, setting.fixed)
    truth = {"K": float(setting.k), "a": 1.0, "b": 1.0, "c": 1.0, "d": setting.k / setting.mean}
    targets = as_targets(PLAIN.SPEC, found.statistics)
    moments = Moments.of(found.statistics)
    request = Request.of(
        data, "pmf_gamma", None, None, setting.fixed, None, scale=None, zeros="observed", mask=None,
        intervals=True, estimator="auto", method="auto", random_seed=0, progress=False,
    )  # fmt: skip
    question = Question(
        request, Kernels(PLAIN), targets, None, given, found.statistics, (), ties=ties,
        moments=moments,
    )  # fmt: skip
    with patch.object(least_squares, "drawn_points", lambda problem: [problem.completed(truth)]):
        one = Candidate(question, solved(question))
        two = by_cross_moments(question, MOMENT_NAMES, measured)
    two = replace(two, full=question.kernels)
    said = about_cross_moments(two)
    match = with_diagnostics(two.match, *said)
    two = replace(two, match=match, about_data=said, noise=noise_of_nearest(two))
    answers = {"variance": _shown(one), "distinct": _shown(two)}
    answers["auto"] = _shown(Candidate(question, chosen(one, two, measured)))
    answers["smaller"] = min(answers["variance"], answers["distinct"], key=lambda each: each[1])
    values = {"variance": found.statistics.variance, **two.question.targets}
    every = question.at(measured, Kernels(WHOLE), values)
    chances = dict.fromkeys(TESTS, math.nan)
    for name, each in zip(TESTS, (question, two.question, every), strict=False):
        problem = each.problem({})
        fit = least_squares.fit(problem, truth)
        if fit is not None:
            unknown = 2 if setting.fixed == FIXED else 3
            chances[name] = float(chdtrc(len(each.targets) - unknown, fit.distance))
        answers["joint"] = _nearest(problem, fit, each.without_lines)
    answers["gated"] = answers["auto" if chances["J joint"] < 0.01 else "joint"]
    if (left := one.log_size) is not None and (right := two.log_size) is not None:
        apart = Estimate.of(left[0] - right[0], left[1] - right[1], left[2] - right[2])
        chances["apart"] = apart.either
    return answers, chances


def _nearest(problem: Problem, fit: Fit | None, tables: Any) -> Answer:
    """Return K of a fit with its error, by how it moves to first order with what is measured."""
    if fit is None or fit.parameters["K"] < 1 + 1e-6:
        return NOTHING
    inverse = np.linalg.pinv(problem.weighted(fit.parameters)[1])
    moved = inverse[[each.name for each in problem.free].index("K")] @ problem.weights
    ratios = [table / np.abs(list(problem.targets.values())) for table in tables]
    log = np.all([(each > 0).all(0) for each in ratios], axis=0)
    rows, columns = (np.where(log, np.log(np.where(log, each, 1.0)), each) for each in ratios)
    spread = two_way((rows @ moved)[:, None], (columns @ moved)[:, None])
    k, reach = fit.parameters["K"], min(float(spread.reach(LEVEL)[0]), 700.0)
    return k, float(spread.errors[0]), k * math.exp(-reach), k * math.exp(reach)


def _shown(way: Candidate) -> Answer:
    if way.match.k_exact is None or way.match.uncertainty is None:
        return NOTHING
    return (way.match.k_exact, way.log_error, *way.match.interval(LEVEL)["K"])


def _with_error(held: NDArray[np.bool_]) -> str:
    """Return a share in percent with its binomial error, which is not zero where the share is."""
    share, count = float(held.mean()), len(held)
    return f"{100 * share:.1f} ({100 * math.sqrt(max(share * (1 - share), 1 / count) / count):.1f})"


def cells(setting: Setting, runs: list[Any]) -> tuple[list[str], ...]:
    """Return lines of the three tables: errors of log K, coverage, and rejections at 5 %."""
    errors, covered = [], []
    for way in WAYS:
        answers = np.array([each[0][way] for each in runs])
        off = np.nan_to_num(np.log(answers[:, 0] / setting.k), nan=MOST).clip(-MOST, MOST)
        rmse = math.sqrt((off**2).mean())
        error = (off**2).std(ddof=1) / (2 * rmse * math.sqrt(len(off)))
        errors.append(f"{rmse:.3f} ({error:.3f}), {off.mean():+.3f}, {off.std(ddof=1):.3f}")
        low, high = answers[np.isfinite(answers[:, 3]), 2:].T
        share = _with_error((low <= setting.k) & (setting.k <= high))
        lost = len(runs) - len(low)
        covered.append(f"{share}, {lost} without" if lost else share)
    chances = np.array([[each[1][test] for test in TESTS] for each in runs]).T
    return errors, covered, [_with_error(p[np.isfinite(p)] < 0.05) for p in chances]


def main() -> None:
    """Run all, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--random-seed", type=int, default=0)
    options = parser.parse_args()
    tables = [[["RMSE (error), bias, sd of log K", *WAYS]],
              [["90 % intervals hold K, %", *WAYS]], [["rejected at 5 %, %", *TESTS]]]  # fmt: skip
    for number, setting in enumerate(SETTINGS):
        runs = []
        with progress(setting.name, options.runs) as advance:
            for run in range(options.runs):
                runs.append(one_run(setting, [options.random_seed, number, run]))
                advance()
        for table, line in zip(tables, cells(setting, runs), strict=True):
            table.append([setting.name, *line])
    for rows in tables:
        print("\n".join(markdown(rows)), end="\n\n")


if __name__ == "__main__":
    main()
