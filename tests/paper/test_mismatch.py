"""Data that do not follow the model: limits of the printed formula, and what is made of runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from lab.formula import printed_k
from lab.running import Run, Setting
from lab.settings import PRIORS
from mismatch.against_authors import cell_by_cell, coincidences, published_cells
from mismatch.coincident import coincident_pairs
from mismatch.misfit import Parts, overdispersed, parts, unequal_columns, with_zeros

from symppm.statistics.algorithm1 import pearson_limit

THETA, BETA, K = (1, 5), (1, 3), 2
"""Two values of equal probability each, and two factors: 256 cases for two rows and two columns."""

Square = Callable[[Fraction], Fraction]


def latents():
    """Yield all values of two rows and two columns of factors, all of the same probability."""
    for values in itertools.product(*[THETA] * (2 * K), *[BETA] * (2 * K)):
        yield [values[K * place : K * (place + 1)] for place in range(4)]


def dot(theta, beta):
    return sum(Fraction(t * b) for t, b in zip(theta, beta, strict=True))


def enumerated(mean: Square, square: Square, scales=((1, 1),)):
    """Return mean, variance and correlations of entries, by enumeration.

    `mean` and `square` are the first two raw moments of an entry given its rate; `scales` are what
    the rates of the first and of the second column are multiplied by, all equally probable.
    """
    cases = [
        (first * dot(i, j), second * dot(i, m), first * dot(t, j))
        for first, second in scales
        for i, t, j, m in latents()
    ]
    count = len(cases)
    average = sum(mean(x) for x, _, _ in cases) / count
    variance = sum(square(x) for x, _, _ in cases) / count - average**2
    in_row = sum(mean(x) * mean(y) for x, y, _ in cases) / count - average**2
    in_column = sum(mean(x) * mean(y) for x, _, y in cases) / count - average**2
    return average, variance, in_row / variance, in_column / variance


def of_rates() -> Parts:
    mean, variance, rho_row, rho_col = enumerated(lambda x: x, lambda x: x**2)
    rows, columns = variance * rho_row, variance * rho_col
    return Parts(*map(float, (mean, rows, columns, variance - rows - columns)))


def test_the_printed_formula_finds_K_of_the_model():
    found = printed_k(*enumerated(lambda x: x, lambda x: x + x**2))
    assert found == K


@pytest.mark.parametrize("kept", [Fraction(1, 2), Fraction(9, 10), Fraction(1)])
def test_the_limit_with_zeros_is_that_of_enumeration(kept):
    found = printed_k(*enumerated(lambda x: kept * x, lambda x: kept * (x + x**2)))
    assert with_zeros(of_rates(), float(kept)) == pytest.approx(float(found / K), rel=1e-12)


@pytest.mark.parametrize("size", [Fraction(1, 3), Fraction(10), Fraction(5000)])
def test_the_limit_of_negative_binomial_counts_is_that_of_enumeration(size):
    found = printed_k(*enumerated(lambda x: x, lambda x: x + x**2 * (1 + 1 / size)))
    assert overdispersed(of_rates(), float(size)) == pytest.approx(float(found / K), rel=1e-12)


@pytest.mark.parametrize("factors", [(1,), (1, 3), (1, 2, 8)])
def test_the_limit_of_unequal_columns_is_that_of_enumeration(factors):
    scales = tuple(itertools.product(factors, factors))
    found = printed_k(*enumerated(lambda x: x, lambda x: x + x**2, scales))
    ours = unequal_columns(of_rates(), factors)
    assert ours == pytest.approx(float(found / K), rel=1e-12)


@pytest.mark.parametrize("family", sorted(PRIORS))
def test_unequal_columns_always_give_too_small_a_K_and_ever_smaller(family):
    for priors in PRIORS[family]:
        ratios = [
            unequal_columns(parts(priors, 50), np.linspace(1, most, 1000)) for most in range(1, 9)
        ]
        assert ratios[0] == pytest.approx(1)
        assert all(after < before for before, after in itertools.pairwise(ratios))
        t = priors[1].variance / priors[1].mean ** 2
        gamma = np.linspace(1, 8, 1000)
        v = gamma.var() / np.mean(gamma**2)
        assert ratios[-1] == pytest.approx((t + v) / (t + 50 * v))


def test_pairs_that_may_coincide_add_one_pair_in_M():
    rng = np.random.default_rng(1)
    data = rng.poisson(np.outer(rng.gamma(2.0, 2.0, 12), rng.gamma(2.0, 1.0, 8)))
    samples = 400_000
    limit = pearson_limit(data)
    for found, rho, size in zip(
        coincident_pairs(data, samples, rng),
        (limit.rho_row, limit.rho_col),
        (data.shape[1], data.shape[0]),
        strict=True,
    ):
        # Heavier tails than Normal: ten times the error of Normal pairs, a tenth of the effect.
        assert found == pytest.approx(rho + (1 - rho) / size, abs=10 / math.sqrt(samples))
        assert (1 - rho) / size > 2 * 10 / math.sqrt(samples)


@pytest.mark.parametrize("name", ["sparsity", "overdispersion"])
def test_a_full_version_has_the_cells_of_the_authors(name):
    pytest.importorskip("matplotlib")
    import overdispersion
    import sparsity

    script = {"sparsity": sparsity, "overdispersion": overdispersion}[name]
    full = script.cells(Setting(False, Path(), None))
    quick = script.cells(Setting(True, Path(), None))
    keys = {tuple(each[n] for n in ("rows", "setting", "K", "level")) for each in full}
    assert keys == set(published_cells(name))
    assert all(each in full for each in quick)


def made(name, factor, rho):
    """Return runs of all published cells whose medians and correlations are made up."""
    runs = []
    for key, line in published_cells(name).items():
        cell = dict(zip(("rows", "setting", "K", "level"), key, strict=True))
        middle = (1 + float(line["median"])) * key[2] * factor
        for number in range(11):
            row = {"way": "printed", "k_hat": middle * 1.02 ** (number - 5), **rho(key, line)}
            runs.append(Run(cell, number, [row]))
    return runs


@pytest.mark.thorough
def test_medians_are_the_authors_or_they_are_not():
    def nothing(*_):
        return {}

    same = cell_by_cell("sparsity", made("sparsity", 1.0, nothing), "made up")
    assert all(each.agrees for each in same)
    shifted = cell_by_cell("sparsity", made("sparsity", 1.05, nothing), "made up")
    assert not shifted[1].agrees
    assert shifted[1].unexplained
    doubled = cell_by_cell("sparsity", made("sparsity", 2.0, nothing), "made up", "because")
    assert not any(each.agrees for each in doubled)
    assert not any(each.unexplained for each in doubled)


@pytest.mark.parametrize("coincide", [True, False])
def test_coincidences_are_seen_in_correlations(coincide):
    def rho(key, line):
        found = {name: float(line[name]) for name in ("rho_row", "rho_col")}
        one = 1 / key[0]
        return {
            name: (value - one) / (1 - one) if coincide else value for name, value in found.items()
        }

    assert coincidences("sparsity", made("sparsity", 1.0, rho)).agrees is coincide


def test_the_adjusted_estimate_by_loops_over_pairs():
    pytest.importorskip("matplotlib")
    from adjusted_margins import adjusted

    rng = np.random.default_rng(8)
    gamma = np.array([1.0, 2.0, 3.5, 1.5])
    data = rng.poisson(rng.gamma(1.0, 4.0, (5, 2)) @ rng.gamma(1.0, 2.0, (4, 2)).T * gamma)
    one, two = data / gamma, data / gamma**2
    mean = one.mean()
    variance = one.var() - two.mean() + mean
    in_row = np.mean(
        [(y[j] - mean) * (y[m] - mean) for y in one for j in range(4) for m in range(4) if j != m]
    )
    in_column = np.mean(
        [(y[i] - mean) * (y[t] - mean) for y in one.T for i in range(5) for t in range(5) if i != t]
    )
    expected = printed_k(mean, variance, in_row / variance, in_column / variance)
    assert expected > 0
    assert adjusted(data, gamma) == pytest.approx(expected, rel=1e-10)
