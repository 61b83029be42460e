"""How far K and the hyperparameters may be off, against leaving out rows and columns by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats

import symppm as ppm
from symppm.codegen.load import load_cross_moments, load_model
from symppm.errors import ParameterError
from symppm.matching.diagnostics.estimates import estimate_by_factors
from symppm.matching.intervals import of_responses
from symppm.matching.kernels import Kernels
from symppm.statistics.cross_moments import MOMENT_NAMES

Counts = NDArray[np.int64]


def counts(
    rows: int, columns: int, k: int, priors: tuple[float, float, float, float], seed: int
) -> Counts:
    generator = np.random.default_rng(seed)
    a, b, c, d = priors
    theta = generator.gamma(a, 1 / b, (rows, k))
    beta = generator.gamma(c, 1 / d, (k, columns))
    return generator.poisson(theta @ beta)


def by_hand(
    data: Counts, answer: Callable[[Any], float], level: float, lines: tuple[int, ...] = ()
) -> tuple[float, float]:
    """The two-way jackknife of a logarithm, as in a textbook: middle not included."""
    variances, freedom = [], []
    for axis, size in enumerate(lines or data.shape):
        found = np.array([math.log(answer(np.delete(data, n, axis))) for n in range(size)])
        variances.append((size - 1) / size * ((found - found.mean()) ** 2).sum())
        freedom.append(size - 1)
    total = sum(variances)
    nu = total**2 / sum(v**2 / n for v, n in zip(variances, freedom, strict=True))
    reach = stats.t.ppf((1 + level) / 2, nu) * math.sqrt(total)
    return math.exp(-reach), math.exp(reach)


def printed(data: Counts) -> dict[str, float]:
    """The paper's equations for K, a, c and b d, typed in, on exact statistics."""
    s = ppm.statistics(data)
    e, v, rho_1, rho_2 = s.mean, s.variance, s.rho_row, s.rho_col
    left = (1 - rho_1 - rho_2) * v - e
    k, a, c = left / (rho_1 * rho_2) * (e / v) ** 2, v * rho_2 / left, v * rho_1 / left
    return {"K": k, "a": a, "c": c, "b*d": k * a * c / e}


DATA = counts(40, 30, 4, (2.0, 1.0, 1.5, 0.5), seed=7)


@pytest.mark.parametrize("level", [0.5, 0.95])
@pytest.mark.parametrize("name", ["K", "a", "c", "b*d"])
def test_poisson_factorization_is_left_out_one_by_one(name: str, level: float) -> None:
    made = ppm.match(DATA, estimator="moments")
    low, high = by_hand(DATA, lambda part: printed(part)[name], level)
    middle = made.k_exact if name == "K" else made.identified[name]
    assert middle is not None
    assert made.interval(level)[name] == pytest.approx((middle * low, middle * high), rel=1e-9)


def test_the_scale_carries_intervals_along() -> None:
    # With the mean of theta one, b is a, and d is b*d / b.
    made = ppm.match(DATA, estimator="moments")
    unit = made.interval()
    other = ppm.match(DATA, estimator="moments", scale="mean(theta)=3").interval()
    assert unit["b"] == pytest.approx(unit["a"], rel=1e-6)
    assert np.array(other["b"]) == pytest.approx(np.array(unit["b"]) / 3, rel=1e-6)
    assert other["a"] == pytest.approx(unit["a"], rel=1e-9)
    rates = by_hand(DATA, lambda part: printed(part)["b*d"] / printed(part)["a"], 0.95)
    middle = made.parameters["d"]
    assert unit["d"] == pytest.approx((middle * rates[0], middle * rates[1]), rel=1e-6)


@pytest.mark.thorough
def test_a_given_number_of_factors() -> None:
    def match(data: Counts, *, intervals: bool) -> ppm.Match:
        return ppm.match(data, fixed={"K": 3}, estimator="moments", intervals=intervals)

    made = match(DATA, intervals=True)
    low, high = by_hand(DATA, lambda part: match(part, intervals=False).identified["a"], 0.95)
    a = made.identified["a"]
    assert made.interval()["a"] == pytest.approx((a * low, a * high), rel=1e-9)
    assert made.interval()["K"] == (3.0, 3.0)
    found = ppm.match(DATA, "gmf_gamma_normal", fixed={"sigma_Y": 2.0, "b": 1.5}).interval()
    assert (found["sigma_Y"], found["b"]) == ((2.0, 2.0), (1.5, 1.5))


@pytest.mark.thorough
@pytest.mark.parametrize("estimator", ["moments", "cross-moments"])
def test_known_exposures_are_left_out_too(estimator: str) -> None:
    gamma = np.random.default_rng(3).uniform(0.5, 4.0, 30)
    data = np.random.default_rng(4).poisson(DATA * gamma)
    made = ppm.match(data, "pmf_gamma_exposure", known={"gamma": gamma}, estimator=estimator)

    def k_of(both: Counts) -> float:
        found = ppm.match(both[:-1], "pmf_gamma_exposure", known={"gamma": both[-1]},
                          intervals=False, estimator=estimator)  # fmt: skip
        return found.k_exact or math.nan

    below, above = by_hand(np.vstack([data, gamma]), k_of, 0.95, lines=(40, 30))
    low, high = made.interval()["K"]
    assert (low / (made.k_exact or 0), high / (made.k_exact or 0)) == pytest.approx((below, above))


def whitening(rows: NDArray[np.float64], columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Inverse root of the jackknife covariance, the mean held to a tenth of its error."""
    covariance = sum((len(t) - 1) * np.cov(t.T, bias=True) for t in (rows, columns))
    covariance[0, 1:] = covariance[1:, 0] = 0.0
    covariance[0, 0] *= 0.01
    return np.linalg.inv(np.linalg.cholesky(covariance))


@pytest.mark.thorough
def test_a_declared_model_is_answered_like_the_catalogue_s() -> None:
    with ppm.Model("pmf_of_users_and_items") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="user factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="item factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="user item", observed=True)
    rng = np.random.default_rng(5)
    data = counts(200, 150, 4, (2.0, 1.0, 1.5, 0.5), seed=5) * (rng.random((200, 150)) < 0.5)
    for estimator in ("moments", "cross-moments"):
        found, usual = (ppm.match(data, each, estimator=estimator) for each in (model, "pmf_gamma"))
        assert [each.code for each in found.diagnostics] == [
            each.code for each in usual.diagnostics
        ]
        assert found.k_exact == pytest.approx(usual.k_exact, rel=1e-9)
        for name in ("K", "c"):
            assert found.interval()[name] == pytest.approx(usual.interval()[name], rel=1e-9)
    assert {"cov_user", "cov_item", "cycle"} <= set(found.targets)
    assert found.target_intervals()["cov_user"] == usual.target_intervals()["cov_row"]
    # Which of the two is taken, and why, does not depend on what axes are called either.
    found, usual = (ppm.match(data, each) for each in (model, "pmf_gamma"))
    assert (found.estimator, found.k) == (usual.estimator, usual.k) == ("cross-moments", usual.k)
    assert [each.code for each in found.diagnostics] == [each.code for each in usual.diagnostics]


def test_what_rests_on_single_lines_is_not_resolved() -> None:
    data = counts(10, 8, 2, (2.0, 1.0, 2.0, 1.0), seed=37)
    made = ppm.match(data, estimator="moments")
    lost = {
        word: [n + 1 for n in range(data.shape[axis])
               if not (printed(np.delete(data, n, axis))["K"] > 0)]
        for axis, word in enumerate(("row", "column"))
    }  # fmt: skip
    assert any(lost.values())
    assert made.interval()["K"] == (0.0, math.inf)
    (said,) = [each.message for each in made.diagnostics if each.code == "unresolved"]
    for word, places in lost.items():
        assert (f"{word} {places[0]}" in said) if places else (f"{word} " not in said)
    assert "not resolved" in str(made)
    read = json.loads(made.to_json())
    assert read["intervals"]["parameters"]["K"] == [0.0, None]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: ppm.match(targets=ppm_targets()), "a match to targets"),
        (lambda: ppm.match(DATA, intervals=False), "without intervals"),
        (lambda: replace(ppm.match(DATA, intervals=False), method="stochastic"),
         "without intervals"),
        (
            lambda: ppm.match(ppm.data.load("single_cell").values, estimator="moments"),
            "without a solution",
        ),
    ],
)  # fmt: skip
def test_where_there_are_no_intervals(made: Callable[[], ppm.Match], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        made().interval()


def ppm_targets() -> dict[str, float]:
    return {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "priors", [(10.0, 1.0, 10.0, 1.0), (0.1, 1.0, 0.1, 1.0), (1.0, 1.0, 0.1, 0.1)], ids="ADF"
)
def test_intervals_cover(priors: tuple[float, float, float, float]) -> None:
    a, b, c, d = priors
    truth = {"K": 10.0, "a": a, "c": c, "b*d": b * d}
    runs = 100
    covered = dict.fromkeys(truth, 0)
    for seed in range(runs):
        made = ppm.match(counts(100, 100, 10, priors, seed=seed), estimator="moments")
        found = made.interval()
        for name, value in truth.items():
            covered[name] += found[name][0] <= value <= found[name][1]
    # Of 100 intervals that cover in 93 of 100 cases, fewer do once in ten thousand times.
    fewest = stats.binom.ppf(1e-4, runs, 0.93)
    assert all(number >= fewest for number in covered.values()), covered


def log_normal(seed: int, sigma: float = 1.0) -> ppm.Match:
    truth = {"K": 5, "mu_theta": 0, "sigma_theta": sigma, "mu_beta": 0, "sigma_beta": sigma}
    return ppm.match(ppm.sample("pmf_lognormal", truth, shape=(100, 80), random_seed=seed),
                     "pmf_lognormal", fixed={"K": 5})  # fmt: skip


@pytest.mark.parametrize(("name", "count"), [("sigma_theta", 500), ("sigma_beta", 400)])
def test_intervals_hold_what_heavy_tails_may_have_left_out(name: str, count: int) -> None:
    match = log_normal(2)
    assert match.uncertainty is not None
    reached, sigma = match.uncertainty.reaching[name], match.parameters[name]
    assert match.interval(0.95)[name][1] == pytest.approx(reached)
    # Log-normal factors up to a quantile, in closed form: of this sigma they vary as those found.
    chance = 40 ** (-1 / count)
    end = stats.norm.ppf(chance)
    first, second = (math.exp((n * reached) ** 2 / 2) * stats.norm.cdf(end - n * reached) / chance
                     for n in (1, 2))  # fmt: skip
    assert second / first**2 - 1 == pytest.approx(math.exp(sigma**2) - 1, rel=0.03)


def test_tails_that_are_not_heavy_leave_intervals_as_they_are() -> None:
    gamma = ppm.match(counts(100, 80, 5, (0.5, 1, 0.5, 1), 0), "pmf_gamma", estimator="moments")
    for match in (log_normal(3, 0.4), gamma):
        assert match.uncertainty is not None
        assert not match.uncertainty.reaching


@pytest.mark.thorough
def test_intervals_of_heavy_tails_cover() -> None:
    held = np.zeros(2)
    for seed in range(40):
        ends = log_normal(seed).interval(0.95)
        held += [ends[f"sigma_{name}"][0] <= 1 <= ends[f"sigma_{name}"][1]
                 for name in ("theta", "beta")]  # fmt: skip
    # By leaving out rows and columns alone they are 32 of 40.
    assert (held >= 35).all()


def test_errors_of_draws_come_on_top() -> None:
    measured = ppm.statistics(DATA, intervals=True)
    spec = load_model("pmf_gamma").SPEC
    targets = {name: float(getattr(measured, name)) for name in spec.targets}
    values = {"c": (0.5, 0.0)}
    moved = {
        "a": {"mean": 0.1, "variance": -0.01, "rho_row": 3.0, "rho_col": 0.0},
        "c": {"mean": 0.0, "variance": 0.002, "rho_row": 0.0, "rho_col": 1.0},
    }
    found = [
        of_responses(measured, spec, targets, {**values, "a": (2.0, error)}, moved, ["a", "c"])
        for error in (0.0, 0.3)
    ]
    alone, noisy = (each.spread.errors for each in found if each and each.spread)
    assert noisy[0] == pytest.approx(math.hypot(alone[0], 0.3 / 2.0))
    assert noisy[1] == pytest.approx(alone[1])
    # By hand: c moves with the variance and with rho_col, and is shown on a scale of logarithms.
    tables = measured.deletions
    assert tables is not None
    lines = []
    for table in (tables.rows, tables.columns):
        logs = (
            0.002 * targets["variance"] * np.log(table[:, 1])
            + targets["rho_col"] * np.log(table[:, 5])
        ) / 0.5
        lines.append((len(logs) - 1) / len(logs) * ((logs - logs.mean()) ** 2).sum())
    assert alone[1] == pytest.approx(math.sqrt(sum(lines)))


@pytest.mark.thorough
def test_a_nearest_point_moves_with_its_targets() -> None:
    # Four targets and three unknowns, of which one is all but open.
    truth = {"K": 4, "a": 0.5, "a_prime": 9.0, "b_prime": 0.5, "c": 2.0, "d": 0.5}
    data = ppm.sample("hpf_rows_gamma", truth, shape=(300, 200), random_seed=1)
    made = ppm.match(data, "hpf_rows_gamma", fixed={"a": 0.5, "K": 4}, estimator="cross-moments")
    assert made.method == "numeric"
    wanted = dict(made.targets)

    kernels = Kernels(load_cross_moments("hpf_rows_gamma"))
    measured = made.cross_moments
    assert measured is not None
    assert measured.rows is not None
    assert measured.columns is not None
    places = [MOMENT_NAMES.index(name) for name in wanted]
    weights = whitening(*(np.log(each[:, places]) for each in (measured.rows, measured.columns)))

    def nearest_point(targets: dict[str, float]) -> NDArray[np.float64]:
        """Least squares of logarithms by a search without slopes, from the answer."""
        goal = np.log(list(targets.values()))

        def off(x: NDArray[np.float64]) -> float:
            point = dict(zip(("a_prime", "c", "d"), np.exp(x), strict=True))
            moments = kernels.at({"K": 4.0, "a": 0.5, "b_prime": 1.0, **point})
            away = weights @ (np.log([moments[name] for name in targets]) - goal)
            return float(away @ away)

        first = np.log([made.parameters[name] for name in ("a_prime", "c", "d")])
        options = {"xatol": 1e-9, "fatol": 1e-18, "maxiter": 4000, "maxfev": 8000}
        best = optimize.minimize(off, first, method="Nelder-Mead", options=options)
        return np.asarray(best.x)

    slopes = []
    for name, value in wanted.items():
        up, down = (nearest_point({**wanted, name: value * f}) for f in (1.002, 1 / 1.002))
        slopes.append((up - down) / (2 * math.log(1.002)))
    tables = [
        np.log(each[:, places]) @ np.array(slopes) for each in (measured.rows, measured.columns)
    ]
    errors = np.sqrt([sum((len(t) - 1) * t[:, k].var() for t in tables) for k in range(3)])
    ends = made.interval()
    for name, error, least in zip(("a_prime", "c", "d"), errors, (2.0, 0.0, 0.0), strict=True):
        # The variance exists above the least, and the interval is one of the logarithm above that.
        low, value, high = (
            each - least for each in (ends[name][0], made.parameters[name], ends[name][1])
        )
        steep = made.parameters[name] / value
        reach = stats.t.ppf(0.975, np.array([199, 498])) * error * steep
        half = math.log(high / low) / 2
        assert reach[1] * 0.99 < half < reach[0] * 1.01
        assert math.log(high / value) == pytest.approx(half, rel=1e-6)


def test_where_a_search_stops_at_once_nothing_is_said() -> None:
    # The sum of squares is so flat along a_prime that no optimizer moves for slightly other goals.
    truth = {"K": 4, "a": 0.5, "a_prime": 9.0, "b_prime": 1.0, "c": 2.0, "d": 0.5}
    data = ppm.sample("hpf_rows_gamma", truth, shape=(300, 200), random_seed=2)
    made = ppm.match(data, "hpf_rows_gamma", fixed={"a": 0.5, "K": 4}, estimator="cross-moments")
    low, high = made.interval()["a_prime"]
    assert low < 9 < high
    assert high > 1.5 * made.parameters["a_prime"]


@pytest.mark.parametrize(
    ("low", "k", "high", "by_blocks", "words"),
    [
        (2, 3, 15, (3, 3), "2 to 15 predict as well"),
        (2, 3, 15, (2, 4), "2 to 4 by other blocks, 2 to 15 predict as well"),
        (8, 9, 9, (9, 9), "8 to 9 predict as well"),
        (
            16,
            6,
            25,
            (5, 6),
            "5 to 6 by other blocks, more hardly pay, though 16 to 25 predict best",
        ),
        (16, 6, 16, (6, 6), "more hardly pay, though 16 predict best"),
        (5, 5, 5, (5, 5), ""),
    ],
)
def test_a_range_by_cross_validation_is_called_what_it_is(
    low: int, k: int, high: int, by_blocks: tuple[int, int], words: str
) -> None:
    found = ppm.NumberOfFactors(
        k=k, k_low=by_blocks[0], k_high=by_blocks[1], k_95=k, low=low, high=high, gain=(0.0, 0.1),
        error=(0.0, 0.01), resolved=True, reason="", shape=(60, 50), drawn=False,
    )  # fmt: skip
    estimate = estimate_by_factors(found)
    assert (estimate.remark, estimate.low, estimate.high) == (words, min(low, k), high)


def test_an_interval_ends_where_the_moments_do() -> None:
    truth = {"K": 3, "a": 0.5, "a_prime": 6, "b_prime": 1, "c": 0.5, "c_prime": 6, "d_prime": 0.05}
    data = ppm.sample("hpf_gamma", truth, shape=(60, 40), random_seed=2)
    found = ppm.match(data, "hpf_gamma", estimator="moments", fixed={"a": 0.5, "c": 0.5})
    interval = found.interval(0.95)
    for name in ("a_prime", "c_prime"):
        low, high = interval[name]
        assert 2 <= low < found.parameters[name] < high
    assert ppm.Match.from_json(found.to_json()).interval(0.95) == interval


def test_what_the_largest_may_lack_is_told_in_the_scale_of_the_match() -> None:
    # Where theta varies more, mu = log(mean) - s^2/2 is negative, and that scale has no prior.
    with ppm.Model("positive_level") as model:
        mu, s, c, d = ppm.hyperparameters("mu s c d")
        theta = ppm.LogNormal("theta", mu=mu, sigma=s, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    data = ppm.sample(
        model, {"K": 4, "mu": 0.6, "s": 0.9, "c": 1.5, "d": 1.0}, shape=(100, 80), random_seed=1
    )
    asked = ppm.match(data, model, estimator="moments", scale="mean(theta)=3")
    assert asked.interval(0.95)["mu"][0] < asked.parameters["mu"] < 1
    equal = ppm.match(data, model, estimator="moments")
    assert equal.scale == "means of theta and beta are equal"
    assert equal.interval(0.95)["d"][1] < 2
