"""Starting points, stochastic search, coordinates and estimators of the paper's scripts."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import integrate, stats

pytest.importorskip("matplotlib")

from lab.settings import HPF, PMF
from lab.verdicts import chance_bound
from technical import coordinates as coords
from technical.entry import entry
from technical.nested import plain_estimates, variance_of_mean, variance_of_variance
from technical.plain_search import nearest_on_border


def test_moments_of_one_factor_are_those_of_a_negative_binomial():
    # With K = 1 and beta all but 1, theta ~ Gamma(3, 2) gives counts NegativeBinomial(3, 2/3).
    large = 10**9
    found = entry((3, 2, large, large), order=4, factors=1)
    expected = stats.nbinom(3, 2 / 3)
    for order in range(1, 5):
        assert float(found.count[order]) == pytest.approx(expected.moment(order), rel=1e-7)


def test_moments_of_two_factors_by_expanding_the_sum():
    a, b, c, d = (Fraction(text) for text in ("0.5", "2", "3", "0.25"))

    def gamma(shape: Fraction, rate: Fraction, order: int) -> Fraction:
        return math.prod(((shape + n) / rate for n in range(order)), start=Fraction(1))

    found = entry((0.5, 2, 3, 0.25), order=3, factors=2)
    for order in (1, 2, 3):
        total = Fraction(0)
        for factors in itertools.product(range(2), repeat=order):
            counts = [factors.count(k) for k in range(2)]
            total += math.prod((gamma(a, b, n) * gamma(c, d, n) for n in counts), start=Fraction(1))
        assert found.rate[order] == total


def test_inverse_moments_of_the_hierarchy_by_quadrature():
    a, a_prime, b_prime, c, c_prime, d_prime = HPF["N"]
    found = entry(HPF["N"], order=2)
    inverse = [
        integrate.quad(
            lambda x, n=n, m=m: stats.gamma(n, scale=m / n).pdf(x) / x, 0, 20 * m, limit=200
        )[0]
        for n, m in ((a_prime, b_prime), (c_prime, d_prime))
    ]
    assert found.mean == pytest.approx(25 * a * c * inverse[0] * inverse[1], rel=1e-6)


def test_the_best_kept_is_that_of_the_least_sampled_discrepancy(monkeypatch):
    from technical import searches as module
    from technical.plain_search import CODE, Step

    at = dict(zip(("a", "b", "c", "d"), PMF["E"], strict=True))
    right = {**at, "d": 0.25}
    path = [Step(0, 0.1, at, 1.0), Step(1, 0.2, right, 2.0), Step(2, 0.3, right, 0.5)]
    monkeypatch.setattr(module, "plain_search", lambda *_: iter(path))
    end, *_ = module._plain("mean 10", at, CODE, 1, (2, 5))
    # Step 1 is exact, but its draws say otherwise; step 2 is kept.
    assert (end["first step"], end["near step"]) == (1, 2)


@pytest.mark.thorough
def test_an_altered_printed_number_is_noticed(monkeypatch):
    import initialisations

    published = initialisations.reference("initialisations")
    altered = [
        {**row, "printed": "626.00"} if row["printed"] == "625.00" else row for row in published
    ]
    monkeypatch.setattr(initialisations, "reference", lambda _: altered)
    wrong = [row for row in initialisations.table([]) if not row["same to the printed digits"]]
    assert {"B"} == {row["setting"] for row in wrong} & set(PMF)


@pytest.mark.parametrize("way", coords.WAYS)
def test_coordinates_lead_back(way):
    values = np.array([0.16, 0.4, 3.0, 0.5])
    x = coords.coordinates(way, values)
    assert np.allclose(coords.shapes_and_rates(way, x), values)
    slopes = coords.chain(way, x)
    for place in range(4):
        step = np.zeros(4)
        step[place] = 1e-6 * x[place]
        ends = [coords.shapes_and_rates(way, x + sign * step) for sign in (1, -1)]
        assert np.allclose((ends[0] - ends[1]) / (2 * step[place]), slopes[:, place], rtol=1e-6)


def test_fisher_information_of_mean_and_variance_by_scores():
    # Erratum 46: at mean 1 and variance 1 the entry is 2 (1 - psi_1(1)).
    found = coords.prior_information(coords.WAYS[1], 1.0, 1.0)
    assert found[0, 1] == pytest.approx(2 * (1 - math.pi**2 / 6))
    assert abs(coords.correlation(found)) > 0.1


def test_nearest_on_the_border_is_least():
    targets = {"mean": 100.0, "variance": 10.0}
    weights = {"mean": 3.0, "variance": 0.5}
    found = nearest_on_border(targets, weights.__getitem__)

    def discrepancy(mean: float, variance: float) -> float:
        squares = {"mean": (mean - 100) ** 2, "variance": (variance - 10) ** 2}
        return sum(weights[name] * value for name, value in squares.items())

    grid = np.linspace(1, 120, 400)
    least = min(discrepancy(m, v) for m in grid for v in grid if v >= m)
    assert discrepancy(found, found) <= least
    assert nearest_on_border(targets, lambda _: 1.0) == 55
    with pytest.raises(ValueError, match="can be met"):
        nearest_on_border({"mean": 10.0, "variance": 100.0}, lambda _: 1.0)


def test_chance_bound_is_wider_where_averages_are_skewed():
    assert chance_bound(0.95, 0) == pytest.approx(1.96, abs=0.001)
    assert chance_bound(0.95, 1) == pytest.approx(20**0.5)


@pytest.mark.thorough
def test_errors_of_nested_estimates_by_simulation():
    of = entry(PMF["B"])
    found = plain_estimates(PMF["B"], 200, 5, 4000, np.random.default_rng(3))
    mean, variance = found[:, 0], found[:, 1]
    reach = 4 / math.sqrt(2 * 4000)
    assert mean.std() ** 2 == pytest.approx(variance_of_mean(of, 200, 5), rel=2 * reach)
    # The closed form leaves out terms of order 1/S_Z.
    assert variance.std() ** 2 == pytest.approx(
        variance_of_variance(of, 200, 5), rel=2 * reach + 2 / 200
    )
    bias = variance.mean() - of.variance
    error = variance.std() / math.sqrt(4000)
    assert abs(bias + variance_of_mean(of, 200, 5)) < 4 * error


@pytest.mark.thorough
@pytest.mark.parametrize("setting", ["F", "M"])
@pytest.mark.parametrize("order", [1, 2])
def test_the_plain_estimator_and_its_derivatives_are_unbiased(setting, order):
    torch = pytest.importorskip("torch")
    from technical.plain_search import (
        HPF_NAMES,
        PMF_NAMES,
        Draws,
        _from_positive,
        exact_moments,
        moment,
        to_coordinates,
    )  # fmt: skip

    values = {**PMF, **HPF}[setting]
    at = dict(zip(PMF_NAMES if len(values) == 4 else HPF_NAMES, values, strict=True))
    start = torch.nn.functional.softplus(torch.tensor(to_coordinates(at), dtype=torch.float64))

    def exact(x: list[float]) -> float:
        found = exact_moments(_from_positive(x))
        return found["mean"] if order == 1 else found["variance"] + found["mean"] ** 2

    x = start.detach().requires_grad_()
    generator = torch.Generator().manual_seed(0)
    found = []
    for _ in range(400):
        value = moment(x, order, Draws(200, 4), generator)
        (slopes,) = torch.autograd.grad(value, x)
        found.append([float(value.detach()), *slopes.tolist()])
    expected = [exact(start.tolist())]
    for n, each in enumerate(start.tolist()):
        ends = [start.tolist() for _ in range(2)]
        ends[0][n] *= 1 + 1e-4
        ends[1][n] *= 1 - 1e-4
        expected.append((exact(ends[0]) - exact(ends[1])) / (2e-4 * each))
    error = np.std(found, axis=0, ddof=1) / math.sqrt(len(found))
    # 4.5 errors: below 1e-5 for each of some thirty averages, were they Normal.
    assert np.all(np.abs(np.mean(found, axis=0) - expected) < 4.5 * error)
