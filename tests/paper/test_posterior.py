"""Mean-field posteriors of Poisson factorization and their scores, against exact small cases."""

from __future__ import annotations

import importlib.util
import itertools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special, stats

if importlib.util.find_spec("arviz") is None:
    pytest.skip("scores are smoothed by ArviZ", allow_module_level=True)

from posterior import kernels, published_fit
from posterior.cavi import SPREAD, Fit, Hyper, fit
from posterior.data import Counts, of_matrix, split, tumours
from posterior.draws import at_means, log_gammas, log_likelihoods
from posterior.predictive import log_terms
from posterior.scores import held_out, psis_loo

REPEATS = 100

MEAN_FIELD = Hyper(1, 1.5, 0.5, 2.0, 1.0)


def random_counts(seed: int, shape: tuple[int, int], mean: float = 2.0) -> Counts:
    rng = np.random.default_rng(seed)
    rates = mean * rng.gamma(0.5, 2.0, shape)
    rates[0, 0] += 3.0
    matrix = rng.poisson(rates)
    matrix[0, 0] = max(matrix[0, 0], 1)
    return of_matrix(matrix)


def a_part(counts: Counts, *places: int) -> tuple[Counts, Counts]:
    """What is left, and what is taken out."""
    out = np.isin(np.arange(len(counts)), places)
    return counts.some(~out), counts.some(out)


# Data.


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_split_is_disjoint_and_exhaustive(share):
    counts = tumours()
    train, test = split(counts, share, np.random.default_rng(3))
    assert len(train) == round(share * len(counts))
    assert not np.isin(train.cells, test.cells).any()
    assert np.array_equal(train.dense + test.dense, counts.dense)
    again, _ = split(counts, share, np.random.default_rng(3))
    assert np.array_equal(again.cells, train.cells)
    other, _ = split(counts, share, np.random.default_rng(4))
    assert not np.array_equal(other.cells, train.cells)


# Sums over triples.


@pytest.mark.parametrize("prior", [1e-9, 0.3, 99.0, 100.0, 1e3, 1e6, 1e10])
@pytest.mark.parametrize("seen", [0.0, 1e-6, 1.0, 1e5])
def test_divergence_of_gammas(prior, seen):
    rate, more = 0.7, 12.0
    ours = kernels.divergence(prior, rate, np.array([[seen]]), np.array([[more]]))
    with mpmath.workdps(60):
        a, b, n, r = (mpmath.mpf(each) for each in (prior, rate, seen, more))
        exact = (
            n * mpmath.digamma(a + n)
            - mpmath.loggamma(a + n)
            + mpmath.loggamma(a)
            + a * mpmath.log((b + r) / b)
            - (a + n) * r / (b + r)
        )
    # Its terms are of the order of what was seen and of the shape times what the rate changes.
    size = seen * (1 + abs(math.log(prior))) + prior * more / rate + 1.0
    assert ours == pytest.approx(float(exact), rel=1e-9, abs=1e-14 * size)


def test_counts_are_allotted_however_far_apart_the_factors_are():
    own = np.array([[0.0, -1e9, -700.0], [-3.0, -2.0, -1.0]])
    other = np.array([[-1e9, 0.0, -800.0], [0.5, 0.2, -2e5]])
    scaled = np.empty_like(own), np.empty_like(other)
    kernels.scale(own, scaled[0])
    kernels.scale(other, scaled[1])
    y = np.array([[5.0, 2.0], [1.0, 7.0]])
    allotted = np.empty_like(own)
    total = kernels.allot(
        np.array([0, 2, 4]), np.array([0, 1, 0, 1]), y.ravel(), own, scaled[0], other, scaled[1],
        allotted,
    )  # fmt: skip
    logs = own[:, None, :] + other[None, :, :]
    expected = (y[:, :, None] * special.softmax(logs, axis=2)).sum(axis=1)
    assert total == pytest.approx((y * special.logsumexp(logs, axis=2)).sum(), rel=1e-14)
    assert np.allclose(allotted, expected, rtol=1e-12, atol=0.0)
    rates = np.empty(4)
    cells = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    kernels.log_rates(*cells, own, scaled[0], other, scaled[1], rates)
    assert np.allclose(rates, special.logsumexp(logs, axis=2).ravel(), rtol=1e-14)


# The fit, against the same updates done with every cell, and against exact evidence.


def by_all_cells(
    y: np.ndarray, seen: np.ndarray, hyper: Hyper, rng: np.random.Generator, iterations: int
) -> tuple[list[float], np.ndarray, np.ndarray]:
    """Coordinate ascent with auxiliary counts by cell and factor, and the bound term by term."""
    scale = math.sqrt(y[seen].sum() / seen.sum() / hyper.k)
    theta, beta = (scale * rng.gamma(SPREAD, 1 / SPREAD, (size, hyper.k)) for size in y.shape)
    logs = [np.log(theta), np.log(beta)]
    means = [theta, beta]
    priors = (hyper.a, hyper.b), (hyper.c, hyper.d)
    found: list[tuple[np.ndarray, np.ndarray]] = [(theta, theta), (beta, beta)]
    bounds = []
    for _ in range(iterations):
        for side in (0, 1):
            share = special.softmax(logs[0][:, None, :] + logs[1][None, :, :], axis=2)
            z = np.where(seen, y, 0)[:, :, None] * share
            rates = (seen if side == 0 else seen.T) @ means[1 - side]
            shape = priors[side][0] + z.sum(axis=1 - side)
            rate = priors[side][1] + rates
            found[side] = shape, rate
            means[side] = shape / rate
            logs[side] = special.digamma(shape) - np.log(rate)
        bounds.append(bound(y, seen, logs, means, priors, found))
    return bounds, found[0][0], found[1][1]


def bound(y, seen, logs, means, priors, found):
    share = special.softmax(logs[0][:, None, :] + logs[1][None, :, :], axis=2)
    z = y[:, :, None] * share
    entropy = -z * np.log(share)
    likelihood = (z * (logs[0][:, None, :] + logs[1][None, :, :]) + entropy).sum(axis=2)
    likelihood -= means[0] @ means[1].T + special.gammaln(y + 1)
    total = likelihood[seen].sum()
    for (a, b), (shape, rate), mean, log in zip(priors, found, means, logs, strict=True):
        total += (a * math.log(b) - special.gammaln(a) + (a - 1) * log - b * mean).sum()
        total += stats.gamma(shape, scale=1 / rate).entropy().sum()
    return total


@pytest.mark.parametrize("k", [1, 3])
@pytest.mark.parametrize("absent", [(), (0, 4, 5, 9)])
def test_the_fit_is_that_of_all_cells(k, absent):
    counts = random_counts(1, (6, 5))
    train, missing = a_part(counts, *absent)
    seen = np.ones(counts.shape, dtype=bool)
    seen[missing.rows, missing.columns] = False
    hyper = Hyper(k, 0.7, 0.4, 1.3, 2.0)
    bounds, shape, rate = by_all_cells(
        counts.dense, seen, hyper, np.random.default_rng(8), iterations=15
    )
    ours = fit(train, hyper, np.random.default_rng(8), missing=missing, tolerance=0.0, most=15)
    assert ours.iterations == 15
    assert ours.elbo == pytest.approx(bounds, rel=1e-12)
    assert ours.theta_shape == pytest.approx(shape, rel=1e-10)
    assert ours.beta_rate == pytest.approx(rate, rel=1e-10)


def log_evidence(y: np.ndarray, hyper: Hyper) -> float:
    """Of a matrix with two rows or one, by the sum over how counts divide among factors."""
    by_cell = [list(compositions(int(value), hyper.k)) for value in y.ravel()]
    one: dict[tuple[int, ...], float] = {}
    total = 0.0
    for cells in itertools.product(*by_cell):
        product = 1.0
        for k in range(hyper.k):
            z = tuple(cell[k] for cell in cells)
            if z not in one:
                one[z] = evidence_of_one_factor(np.array(z).reshape(y.shape), hyper)
            product *= one[z]
        total += product
    return math.log(total)


def compositions(total: int, parts: int):
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def evidence_of_one_factor(y: np.ndarray, hyper: Hyper, nodes: int = 150) -> float:
    """Beta is integrated in closed form, theta by Gauss-Laguerre quadrature."""
    log_weights, theta = theta_grid(y.shape[0], hyper, nodes)
    return float(np.exp(log_weights + log_given_theta(y, theta, hyper)).sum())


def theta_grid(rows: int, hyper: Hyper, nodes: int) -> tuple[np.ndarray, np.ndarray]:
    x, w = special.roots_genlaguerre(nodes, hyper.a - 1)
    with np.errstate(divide="ignore"):
        log_w = np.log(w) - special.gammaln(hyper.a)
    grid = np.stack(np.meshgrid(*[x / hyper.b] * rows, indexing="ij"), axis=-1)
    return sum(np.meshgrid(*[log_w] * rows, indexing="ij")), grid


def log_given_theta(y: np.ndarray, theta: np.ndarray, hyper: Hyper) -> np.ndarray:
    c, d = hyper.c, hyper.d
    columns = y.sum(axis=0)
    total = special.xlogy(y.sum(axis=1), theta).sum(axis=-1)
    for n in columns:
        total = total + special.gammaln(c + n) - special.gammaln(c) + c * math.log(d)
        total -= (c + n) * np.log(d + theta.sum(axis=-1))
    return total - special.gammaln(y + 1).sum()


def test_the_quadrature_is_exact_enough():
    y = np.array([[120, 80], [60, 90]])
    fine, finer = (math.log(evidence_of_one_factor(y, MEAN_FIELD, n)) for n in (120, 170))
    assert fine == pytest.approx(finer, abs=1e-5)

    # One row and column: E Poisson(0 | theta beta) by ordinary quadrature.
    def zero(theta):
        return stats.gamma.pdf(theta, 1.5, scale=2.0) * (1 / (1 + theta)) ** 2

    none = evidence_of_one_factor(np.array([[0]]), MEAN_FIELD)
    assert none == pytest.approx(integrate.quad(zero, 0, np.inf)[0], rel=1e-6)


@pytest.mark.parametrize(
    ("y", "k", "gap"),
    [
        # The gap is the divergence of q from the posterior, which only the evidence tells. It was
        # found to be 0.24, 1.27, 0.45, 1.31, 1.89 and 2.09; a term that is left out is more.
        ([[1]], 1, 0.3),
        ([[300]], 1, 1.5),
        ([[1, 2], [2, 0]], 1, 0.5),
        ([[120, 80], [60, 90]], 1, 1.5),
        ([[1, 2], [2, 1]], 2, 3.0),
        ([[3, 0], [0, 3]], 2, 3.0),
    ],
)
def test_the_bound_is_below_the_evidence_and_near_it(y, k, gap):
    counts = of_matrix(np.array(y))
    hyper = Hyper(k, 1.5, 0.5, 2.0, 1.0)
    exact = log_evidence(counts.dense, hyper)
    found = fit(counts, hyper, np.random.default_rng(0), tolerance=1e-12)
    assert found.converged
    assert exact - gap < found.elbo[-1] <= exact + 1e-5


def test_the_bound_is_the_evidence_where_beta_is_known():
    """With beta held at m, each row's theta has a gamma posterior and its counts a closed form."""
    a, b, m, certain = 0.8, 0.1, 2.5, 1e9
    y = np.random.default_rng(2).poisson(4.0, (7, 6))
    hyper = Hyper(1, a, b, certain * m, certain)
    found = fit(of_matrix(y), hyper, np.random.default_rng(0), tolerance=1e-14)
    rows = y.sum(axis=1)
    exact = special.gammaln(a + rows) - special.gammaln(a) + a * math.log(b)
    exact += rows * math.log(m) - (a + rows) * math.log(b + 6 * m)
    # What is left of beta's spread moves it by about (sum of y)^2 / (certain m).
    assert found.elbo[-1] == pytest.approx(
        exact.sum() - special.gammaln(y + 1).sum(), abs=10 * y.sum() ** 2 / certain
    )
    assert found.theta_shape[:, 0] == pytest.approx(a + rows, rel=1e-12)
    assert found.theta_rate[:, 0] == pytest.approx(b + 6 * m, rel=1e-6)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10**6),
    k=st.integers(1, 6),
    shapes=st.tuples(st.floats(-9, 10), st.floats(-9, 10)),
    rates=st.tuples(st.floats(-9, 10), st.floats(-9, 10)),
    share=st.floats(0.2, 0.9),
)
def test_the_bound_never_falls(seed, k, shapes, rates, share):
    train, missing = split(random_counts(seed, (8, 7)), share, np.random.default_rng(seed))
    hyper = Hyper(k, 10 ** shapes[0], 10 ** rates[0], 10 ** shapes[1], 10 ** rates[1])
    found = fit(train, hyper, np.random.default_rng(seed), missing=missing, tolerance=0.0, most=60)
    bounds = np.array(found.elbo)
    assert np.isfinite(bounds).all()
    # The bound is a difference of sums over entries that are as large as their rates and shapes.
    size = np.abs(bounds).max() + (found.theta_mean @ found.beta_mean.T).sum()
    assert (np.diff(bounds) >= -1e-11 * size).all()
    for each in (found.theta_mean, found.beta_mean, found.theta_rate, found.beta_rate):
        assert np.isfinite(each).all()
        assert (each > 0).all()


# The published allotment.


@pytest.mark.thorough
def test_with_the_product_the_published_fit_is_coordinate_ascent():
    """Three blocks, so that every start ends at the same factors; means of rates tell."""
    rng = np.random.default_rng(3)
    block = np.kron(np.eye(3), np.full((5, 4), 30.0)) + 0.5
    counts = of_matrix(rng.poisson(block))
    hyper = Hyper(3, 0.7, 0.3, 0.4, 0.2)
    turned = Hyper(3, hyper.c, hyper.d, hyper.a, hyper.b)  # a is of columns there
    ours = fit(counts, hyper, np.random.default_rng(0), tolerance=1e-14, most=5000)
    theirs, other = (
        published_fit.fit(
            counts, turned, np.random.default_rng(1), tolerance=1e-14, most=5000, product=product
        )
        for product in (True, False)
    )
    rates = ours.theta_mean @ ours.beta_mean.T
    np.testing.assert_allclose(theirs.theta_mean @ theirs.beta_mean.T, rates, rtol=1e-4)
    assert np.abs(other.theta_mean @ other.beta_mean.T / rates - 1).max() > 1
    # Its bound lacks what no update changes.
    constant = -special.gammaln(counts.values + 1).sum()
    for (shape, rate), size in zip(((0.7, 0.3), (0.4, 0.2)), counts.shape, strict=True):
        constant += 3 * size * (shape * math.log(rate) - special.gammaln(shape))
    assert theirs.elbo[-1] + constant == pytest.approx(ours.elbo[-1], rel=1e-8)


# Scores.


def posterior(theta: np.ndarray, beta: np.ndarray, shape: float, other: float) -> Fit:
    """One whose means are given, with these shapes."""
    hyper = Hyper(theta.shape[1], 1.0, 1.0, 1.0, 1.0)
    own, others = np.full(theta.shape, shape), np.full(beta.shape, other)
    return Fit(hyper, own, own / theta, others, others / beta, (0.0,), 1, 0.0, True)


def test_likelihoods_are_those_of_poisson_counts():
    rng = np.random.default_rng(4)
    theta, beta = rng.gamma(1.0, 2.0, (6, 3)), rng.gamma(1.0, 2.0, (5, 3))
    counts = of_matrix(rng.poisson(theta @ beta.T))
    exact = stats.poisson.logpmf(counts.dense, theta @ beta.T)[counts.rows, counts.columns]
    assert at_means(posterior(theta, beta, 2.0, 3.0), counts) == pytest.approx(exact, rel=1e-12)
    # With shapes this large draws are the means, to one part in a million.
    drawn = log_likelihoods(posterior(theta, beta, 1e12, 1e12), counts, rng, 3)
    assert drawn == pytest.approx(np.repeat(exact[:, None], 3, axis=1), rel=1e-4)
    found = held_out(posterior(theta, beta, 1e12, 1e12), counts, rng, 40)
    assert found.elpd == pytest.approx(exact.sum(), rel=1e-4)
    assert found.plug_in == pytest.approx(exact.sum(), rel=1e-10)
    assert found.per_triple * found.triples == pytest.approx(found.elpd)


@pytest.mark.parametrize("shape", [1e-3, 0.2, 1.0, 30.0])
def test_logarithms_of_gamma_variables(shape):
    drawn = log_gammas(np.full(4000, shape), np.random.default_rng(11))
    # In terms of -s log G, which is finite for any shape and all but exponential for small ones.
    assert np.isfinite(drawn).all()
    below = np.where(
        drawn > -700, stats.gamma.logcdf(np.exp(drawn), shape),
        shape * drawn - special.gammaln(shape + 1),
    )  # fmt: skip
    assert stats.kstest(np.exp(below), "uniform").pvalue > 1e-3


def mixed(y: int, own: tuple[float, float], other: tuple[float, float]) -> float:
    """E Poisson(y | theta beta) by the negative binomial given log theta, for gamma variables."""
    (a, b), (s, r) = own, other

    def integrand(t: float) -> float:
        theta = math.exp(t)
        log = special.gammaln(s + y) - special.gammaln(s) - special.gammaln(y + 1)
        log += y * (t - math.log(r + theta)) - s * math.log1p(theta / r)
        return math.exp(log + a * (t + math.log(b)) - special.gammaln(a) - b * theta)

    # Below e^-200/a of theta's distribution only counts of zero are left, at probability one.
    low = -40.0 - 30.0 / a if y == 0 else -60.0
    cuts = np.linspace(low, 8.0, 30)
    return sum(
        integrate.quad(integrand, *pair, epsrel=1e-9)[0] for pair in itertools.pairwise(cuts)
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("own", "other", "y", "spread"),
    [
        ([(3.0, 2.0)], [(1e-4, 0.5)], 40, 0.6),
        ([(1e-3, 2.0)], [(1e-4, 0.5)], 7, 3.0),
        ([(1e-3, 2.0)], [(4.0, 0.5)], 25, 0.5),
        ([(30.0, 2.0)], [(25.0, 0.5)], 700, 0.3),
        ([(3.0, 2.0), (1e-2, 1.0)], [(1e-3, 0.5), (50.0, 5.0)], 6, 0.5),
        ([(30.0, 2.0), (20.0, 1.0)], [(20.0, 1.5), (50.0, 5.0)], 300, 0.5),
    ],
)
def test_held_out_likelihood_is_that_of_q(own, other, y, spread):
    """Also where nearly no draw from q is anywhere near the count."""
    parts = [[mixed(n, *each) for n in range(y + 1)] for each in zip(own, other, strict=True)]
    exact = parts[0][y] if len(own) == 1 else float(np.dot(parts[0], parts[1][::-1]))
    own_shape, own_rate = np.tile(np.array(own).T[:, None, :], (1, REPEATS, 1))
    other_shape, other_rate = np.array(other).T[:, None, :]
    hyper = Hyper(len(own), 1.0, 1.0, 1.0, 1.0)
    q = Fit(hyper, own_shape, own_rate, other_shape, other_rate, (0.0,), 1, 0.0, True)
    counts = of_matrix(np.full((REPEATS, 1), y))
    terms = log_terms(q, counts, np.random.default_rng(6), 200)
    ratios = np.exp(terms - math.log(exact)).mean(axis=1)
    assert ratios.std(ddof=1) < spread
    error = ratios.std(ddof=1) / math.sqrt(REPEATS)
    assert ratios.mean() == pytest.approx(1.0, abs=4 * error)


def known_beta(y: np.ndarray, a: float, b: float) -> tuple[Fit, Counts]:
    """A posterior that is exact, since beta is known to be one."""
    hyper = Hyper(1, a, b, 1e10, 1e10)
    counts = of_matrix(y)
    return fit(counts, hyper, np.random.default_rng(0), tolerance=1e-13), counts


@pytest.mark.thorough
def test_psis_loo_is_exact_loo_where_q_is_exact():
    """Left out, a cell of a row has a negative binomial law, by the row's other cells."""
    a, b = 2.0, 0.5
    y = np.random.default_rng(3).poisson(np.array([2.0, 4.0, 6.0, 8.0])[:, None], (4, 12))
    q, counts = known_beta(y, a, b)
    rest = y.sum(axis=1)[counts.rows] - counts.values
    exact = stats.nbinom.logpmf(counts.values, a + rest, (b + 11) / (b + 12)).sum()
    rng = np.random.default_rng(5)
    found = [psis_loo(q, counts, rng, 1000) for _ in range(20)]
    each = np.array([one.elpd for one in found])
    assert each.mean() == pytest.approx(exact, abs=4 * each.std(ddof=1) / math.sqrt(20) + 0.01)
    assert each.std() < 0.3
    assert max(one.k_shares[0] for one in found) < 0.1
    assert found[0].sampling_error == 0.0
    assert found[0].triples == found[0].used == len(counts)


@pytest.mark.thorough
def test_psis_loo_is_near_to_fits_without_each_count():
    y = np.random.default_rng(9).poisson(6.0, (8, 7))
    counts = of_matrix(y)
    hyper = Hyper(1, 2.0, 1.0, 2.0, 1.0)
    q = fit(counts, hyper, np.random.default_rng(0), tolerance=1e-10)
    exact = []
    for t in range(len(counts)):
        train, test = a_part(counts, t)
        without = fit(train, hyper, np.random.default_rng(0), missing=test, tolerance=1e-10)
        exact.append(log_mean(log_likelihoods(without, test, np.random.default_rng(t), 500))[0])
    found = psis_loo(q, counts, np.random.default_rng(1), 2000)
    within = log_mean(log_likelihoods(q, counts, np.random.default_rng(2), 2000)).sum()
    # Leaving out lowers it by about one per row and column. Of that, less than a tenth is due to
    # what q leaves out of the posterior, which differs from fit to fit.
    assert within - sum(exact) > 10.0
    assert found.elpd == pytest.approx(sum(exact), abs=0.1 * (within - sum(exact)))
    assert found.error == pytest.approx(np.std(exact) * math.sqrt(len(exact)), rel=0.25)


def log_mean(logs: np.ndarray) -> np.ndarray:
    return special.logsumexp(logs, axis=1) - math.log(logs.shape[1])
