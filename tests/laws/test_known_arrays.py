"""Known constants along axes: the paper's adjustment for model mismatch, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cases import refused

import symppm as ppm
from symppm.errors import NotBuiltError
from symppm.laws import Derivation, derive
from symppm.laws.derivation import Step
from symppm.laws.graph import same_law
from symppm.laws.operators import Covariance, Expectation, Variance
from symppm.laws.rules import Condition, Outcome, rule
from symppm.model import Declaration
from symppm.model.nodes import AxisSum, KnownEntry, index, label


def mismatch() -> Declaration:
    """Declare the paper's model with a multiplicative factor for each column."""
    with ppm.Model("mismatch") as model:
        mu_theta, sigma_theta, mu_beta, sigma_beta = ppm.hyperparameters(
            "mu_theta sigma_theta mu_beta sigma_beta"
        )
        gamma = ppm.Known("gamma", dims="col")
        theta = ppm.Prior("theta", mean=mu_theta, variance=sigma_theta**2, dims="row factor")
        beta = ppm.Prior("beta", mean=mu_beta, variance=sigma_beta**2, dims="col factor")
        rate = gamma * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model.declaration


def at(letter: str) -> KnownEntry:
    return KnownEntry(label("gamma", "positive"), index(letter))


@pytest.mark.parametrize("inside", [True, False])
def test_a_sum_whose_terms_have_different_laws_is_not_built(inside: bool) -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        g = ppm.Known("g", dims="factor")
        theta = ppm.Gamma("theta", shape=a, rate=b * g if inside else b, dims="row factor")
        rate = ppm.sum(theta if inside else g * theta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    for what in ("mean", "variance", "covariance row"):
        with pytest.raises(NotBuiltError) as caught:
            model.derive(what)
        index = "k" if not inside or what == "mean" else "m"
        assert str(caught.value) == (
            f"a sum over 'factor' whose terms depend on the known g[{index}]; expected terms that "
            "all have the same law. Let g vary only along axes that are not summed over, or use "
            "hyperparameters in its place; sums weighted by a known array are not built yet."
        )


def test_the_checker_does_not_believe_that_such_a_sum_is_exchangeable() -> None:
    # The array stands two levels up, where the summand does not show it.
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        g = ppm.Known("g", dims="factor")
        level = ppm.Gamma("level", shape=a, rate=b * g, dims="factor")
        theta = ppm.Gamma("theta", shape=a, rate=level, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    declared = model.declaration
    size, bound = declared.sizes[0], index("k")
    entry = declared.by_name["theta"].at(index("i"), bound)
    before = AxisSum(Expectation(entry), bound, size)
    forged = Step(
        "exchangeable_sum",
        before,
        size * Expectation(entry),
        (Condition("exchangeable", (bound, size)),),
    )
    derivation = Derivation("mean", declared, before, (forged,), forged.after)
    assert any("differ with k" in failure for failure in derivation.verify().failures)


@pytest.mark.thorough
def test_the_checker_does_not_believe_that_different_columns_have_the_same_law() -> None:
    declared = mismatch()
    honest = derive(declared, "correlation row")
    first, second = honest.target.operands
    assert not same_law(first, second, declared)
    step = honest.steps[0]
    assert (step.rule, step.conditions) == ("correlation", ())
    forged = replace(
        step,
        after=Covariance(first, second) / Variance(first),
        conditions=(Condition("same_law", (first, second)),),
    )
    failures = replace(honest, steps=(forged, *honest.steps[1:])).verify().failures
    assert any("need not have the same variance" in failure for failure in failures)


@pytest.mark.thorough
def test_checkers_see_a_known_array_that_also_stands_in_a_sum_over_all_of_it() -> None:
    """Rates of different rows depend on the same constants, but not in the same way."""
    with ppm.Model("shares") as shares:
        a = ppm.hyperparameters("a")
        n = ppm.Known("n", dims="row")
        rate = n + ppm.sum(n, over="row")
        theta = ppm.Gamma("theta", shape=a, rate=rate, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    declaration = shares.declaration
    row, factor = (declaration.axis(name) for name in ("row", "factor"))
    (i, t), k = row.pool(2), factor.generic
    one, two = (Expectation(theta.at(letter, k)) for letter in (i, t))
    other_letter = Outcome(two, (Condition("relabelled", (i, t)),))
    told = rule("relabelling").check(one, other_letter, declaration)
    assert told == "a known array tells these indices apart"
    all_alike = Outcome(row.size * one, (Condition("exchangeable", (i, row.size)),))
    told = rule("exchangeable_sum").check(AxisSum(one, i, row.size), all_alike, declaration)
    assert told == "the terms depend on known constants that differ with i"


def test_a_wrong_factor_of_a_known_array_is_found() -> None:
    for what in ("variance", "covariance row", "correlation row"):
        honest = derive(mismatch(), what)
        for wrong in (honest.result * at("j"), honest.result.xreplace({at("j"): at("l")})):
            if wrong != honest.result:
                assert not replace(honest, result=wrong).verify().ok


def test_a_known_array_is_written_in_every_format() -> None:
    derivation = derive(mismatch(), "mean")
    assert "    E[Y_ij] = K γ_j μ_θ μ_β\n" in derivation.to_text()
    assert r"K \gamma_{j} \mu_{\theta} \mu_{\beta}" in derivation.to_latex()
    assert r"K \gamma_{j} \mu_{\theta} \mu_{\beta}" in derivation.to_markdown()


def declare(mistake: str) -> None:
    a = ppm.hyperparameters("a")
    name, dims = ("a" if mistake == "taken" else "g"), ("" if mistake == "axis" else "col")
    g = ppm.Known(name, dims=dims)
    theta = ppm.Gamma("theta", shape=a, rate=a, dims="row")
    rate = {"outside": theta * g, "stranger": theta * at("j")}.get(mistake, theta)
    observed = "row" if mistake == "outside" else "row col"
    ppm.Poisson("Y", rate=rate, dims=observed, observed=True)


@pytest.mark.parametrize(
    ("mistake", "expected"),
    [
        (
            "axis",
            'the known g has no dims; expected axes along which it varies. Write dims="col", or a '
            "number in place of a known array of one.",
        ),
        (
            "unused",
            "the known g of model 'mine' is never used; expected each known array in some "
            "variable's parameters. Use it, or remove it.",
        ),
        (
            "stranger",
            "rate of Y mentions gamma, which is no known array of model 'mine'; expected arrays "
            'made by ppm.Known inside the same block. Add gamma = ppm.Known("gamma", dims=...) to '
            "the block.",
        ),
        (
            "outside",
            "rate of Y uses g along the axis 'col', but Y has the axes: row; expected parameters "
            "that vary only along the variable's own axes. Sum it out with ppm.sum(..., "
            'over="col"), or give Y the axis too: dims="row col".',
        ),
        (
            "taken",
            "the name 'a' is declared twice in model 'mine'; expected a name of its own for each "
            "hyperparameter and variable. Rename one of the two.",
        ),
    ],
)
def test_mistakes_with_known_arrays(mistake: str, expected: str) -> None:
    assert refused(lambda: declare(mistake)) == expected
