"""The simulation check: right derivation files pass as often as stated, altered results do not."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
import sympy
from cases import core
from shipped import record, with_result

import symppm as ppm
from symppm.audit.simulation import (
    BLOCKS,
    FALSE_ALARM,
    MOMENTS,
    check_simulation,
    claimed_value,
    estimated_correlation,
    estimated_cumulant,
    layout,
    replicates,
)
from symppm.codegen.load import model_names
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

KINDS = ("pmf_gamma",)
NOT_DRAWN = {"cpmf_prior_any", "gmf_prior_observation", "pmf_prior"}
FIVE_ERRORS = 5.0
SECOND = ("mean", "variance", "covariance row", "covariance col")


@pytest.mark.parametrize(
    "name", core([name for name in model_names() if name not in NOT_DRAWN], KINDS)
)
def test_what_ships_passes(name: str) -> None:
    check = check_simulation(record(name), draws=20_000)
    assert check.status == "passed", check.failures
    assert "moments, 20,000 draws, largest |z| " in check.summary


@pytest.mark.parametrize("name", sorted(NOT_DRAWN))
def test_what_cannot_be_drawn_is_skipped_with_the_reason(name: str) -> None:
    check = check_simulation(record(name))
    assert check.status == "skipped"
    assert "Prior" in check.summary
    assert check.failures == ()


def rare() -> ppm.Model:
    """Counts that are zero together but once in thousands of draws, at many hyperparameters."""
    with ppm.Model("drawn") as model:
        a, r = ppm.hyperparameters("a r")
        theta = ppm.Gamma("theta", shape=0.5, rate=a, dims="row factor")
        beta = ppm.Gamma("beta", shape=0.5, rate=2 * a, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=mean, size=r, dims="row col", observed=True)
    return model


def heavy(sigma: object = None) -> ppm.Model:
    """A tail that draws do not show where sigma is large, behind what varies more in most draws."""
    with ppm.Model("drawn") as model:
        a, b = ppm.hyperparameters("a b")
        s = ppm.hyperparameters("s") if sigma is None else sigma
        mu = ppm.hyperparameters("mu", domain="real")
        theta = ppm.HalfNormal("theta", location=0, scale=a, dims="row factor")
        beta = ppm.Weibull("beta", shape=2, scale=b, dims="col factor")
        level = ppm.LogNormal("level", mu=mu, sigma=s, dims="col")
        mean = ppm.sum(theta * beta, over="factor") + level
        ppm.Normal("Y", mean=mean, variance=2 * b, dims="row col", observed=True)
    return model


@pytest.mark.parametrize("model", [rare(), heavy()], ids=["rare", "heavy"])
def test_points_are_chosen_where_draws_show_what_there_is(model: ppm.Model) -> None:
    derivations = tuple(derive(model.declaration, what) for what in SECOND)
    assert check_simulation(derivations, draws=20_000).failures == ()


def test_a_tail_that_no_draws_show_is_skipped_with_the_reason() -> None:
    derivations = tuple(derive(heavy(3).declaration, what) for what in SECOND)
    check = check_simulation(derivations)
    assert check.status == "skipped"
    assert "tails" in check.summary


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_verdict() -> None:
    first, second = (check_simulation(record("hpf_gamma"), draws=1_000) for _ in range(2))
    other = check_simulation(record("hpf_gamma"), random_seed=7, draws=1_000)
    assert first == second
    assert other.summary != first.summary


@pytest.mark.thorough
@pytest.mark.parametrize("name", core(["pmf_gamma", "gmf_beta_normal"], ["pmf_gamma"]))
@pytest.mark.parametrize(
    ("moment", "factor"),
    [
        ("mean", sympy.Rational(11, 10)),
        ("variance", sympy.Rational(11, 10)),
        ("variance", sympy.Rational(9, 10)),
        ("covariance row", -1),
        ("covariance col", sympy.Rational(4, 3)),
        ("correlation row", 0),
        ("correlation col", sympy.Rational(2, 3)),
    ],
)
def test_altered_results_are_caught(name: str, moment: str, factor: object) -> None:
    check = check_simulation(with_result(record(name), moment, factor))
    (message,) = check.failures
    assert check.status == "failed"
    assert message.startswith(f"{moment}: 100,000 draws give ")


def test_a_forgotten_term_is_caught() -> None:
    """The printed variance of the paper's proposition lacks a square; so may anyone's."""
    derivations = record("pmf_gamma")
    size = next(iter(derivations[0].declaration.sizes))
    wrong = tuple(
        replace(each, result=each.result.subs(size, size + 1)) if each.name == "variance" else each
        for each in derivations
    )
    assert check_simulation(wrong).status == "failed"


def test_a_result_that_is_no_number_fails() -> None:
    unknown = sympy.Symbol("unheard_of")
    check = check_simulation(with_result(record("pmf_gamma"), "variance", unknown))
    (message,) = check.failures
    assert "is no number" in message


@pytest.mark.thorough
def test_moments_of_higher_order_are_simulated() -> None:
    declaration = catalogue_model("pmf_gamma")
    third = tuple(
        derive(declaration, f"cumulant {entries}") for entries in ("ij ij ij", "ij ij il")
    )
    check = check_simulation(third)
    assert check.status == "passed"
    assert check.summary.startswith("2 moments")
    wrong = tuple(replace(each, result=each.result * sympy.Rational(3, 2)) for each in third)
    assert len(check_simulation(wrong).failures) == 2


SEEDS = 200


@pytest.mark.thorough
@pytest.mark.parametrize("name", core(["pmf_gamma", "gmf_lognormal_normal"], ["pmf_gamma"]))
def test_false_alarms_are_as_rare_as_stated(name: str) -> None:
    """Scores of a right derivation follow Student's law: spread, tails, and no failure at all."""
    derivations = record(name)
    declaration = derivations[0].declaration
    entries = [entry for each in derivations for entry in each.target.operands]
    where = layout(declaration, entries)
    light = {"mu_theta": 0, "mu_beta": 0, "sigma_theta": "1/2", "sigma_beta": "1/3", "sigma_Y": 1}
    point = {
        symbol: sympy.Rational(light.get(symbol.name, 3)) for symbol in declaration.hyperparameters
    }
    named = {each.name: each for each in derivations}
    due = {
        key: claimed_value(named[key].result, declaration, point, where)
        for key in ("variance", "covariance row", "correlation row")
    }
    scores = []
    for seed in range(SEEDS):
        data = replicates(declaration, point, where, 5_000, np.random.default_rng([5, seed]))
        one, two = (
            data[tuple(where.places[letter] for letter in entry.indices)]
            for entry in named["covariance row"].target.operands
        )
        scores.append(
            [
                estimated_cumulant([one, one]).score(due["variance"]),
                estimated_cumulant([one, two]).score(due["covariance row"]),
                estimated_correlation(one, two).score(due["correlation row"]),
            ]
        )
    table = np.asarray(scores)
    limit = scipy.stats.t.isf(FALSE_ALARM / MOMENTS / 2, BLOCKS - 1)
    assert np.abs(table).max() < limit
    # Each bound is five standard errors of what 200 seeds can tell.
    rare = 2 * scipy.stats.t.sf(2.0, BLOCKS - 1)
    share = np.mean(np.abs(table) > 2.0, axis=0)
    assert np.all(np.abs(share - rare) < FIVE_ERRORS * math.sqrt(rare * (1 - rare) / SEEDS))
    assert np.all(np.abs(table.mean(axis=0)) < FIVE_ERRORS / math.sqrt(SEEDS))
    assert np.all(np.abs(table.std(axis=0) - 1) < FIVE_ERRORS / math.sqrt(2 * SEEDS))


def test_replicates_are_independent_and_entries_of_one_are_not() -> None:
    declaration = catalogue_model("pmf_gamma")
    named = {each.name: each for each in record("pmf_gamma")}
    entries = named["covariance row"].target.operands
    where = layout(declaration, entries)
    assert where.sizes == {"row": 1, "col": 2, "factor": 2}
    point = {symbol: sympy.Integer(1) for symbol in declaration.hyperparameters}
    data = replicates(declaration, point, where, 40_000, np.random.default_rng(3))
    assert data.shape == (1, 2, 40_000)
    within = estimated_correlation(data[0, 0], data[0, 1])
    between = estimated_correlation(data[0, 0, ::2].copy(), data[0, 0, 1::2].copy())
    assert within.value / within.error > 20
    assert abs(between.value / between.error) < FIVE_ERRORS


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_cumulants_of_a_gamma_variable(order: int) -> None:
    """The cumulant of order n of a Gamma variable of rate one is shape times (n - 1)!."""
    shape = 9.0
    draws = np.random.default_rng(11).gamma(shape, size=400_000)
    found = estimated_cumulant([draws] * order)
    assert abs(found.score(shape * math.factorial(order - 1))) < FIVE_ERRORS
    # Unbiased estimates (Fisher's k-statistics) differ only in what the jackknife leaves.
    assert math.isclose(found.value, scipy.stats.kstat(draws, order), rel_tol=1e-4)
    assert abs(found.score(1.5 * shape * math.factorial(order - 1))) > 10
