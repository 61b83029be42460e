"""Matching with joint cumulants as targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import symppm as ppm
from symppm.errors import TargetError
from symppm.laws import derive
from symppm.model import Declaration, catalogue_model

pytestmark = pytest.mark.usefixtures("own_cache")

THIRD = "cumulant ij ij ij", "cumulant ij ij il"
CYCLE = "cumulant ij il tj tl"

HPF = {"K": 25.0, "a": 0.5, "a_prime": 5.0, "b_prime": 1.0, "c": 0.25, "c_prime": 6.0,
       "d_prime": 2.0}  # fmt: skip

# The moments at HPF, from their definitions, with E[1/xi] and so on written out by hand.
HPF_TARGETS = {
    "mean": 2.34375, "variance": 11.1328125, "rho_row": 2.4169921875 / 11.1328125,
    "rho_col": 2.471923828125 / 11.1328125, THIRD[0]: 218.05343627929688,
    THIRD[1]: 35.272979736328125,
}  # fmt: skip

# Poisson factorization with K = 10, a = 2, b = 1, c = 3, d = 2: every theta has mean 2 and
# variance 2, every beta mean 3/2 and variance 3/4.
MEAN, BY_ROW, BY_COL = 30.0, 45.0, 30.0
VARIANCE = 30.0 + 10 * (2 * 0.75 + 2 * 2.25 + 4 * 0.75)
CYCLE_VALUE = 10 * (2**2 * 0.75**2 + 2 * 2**2 * 0.75 * 2.25 + 2 * 2 * 0.75**2 * 4)
PMF = {"mean": MEAN, "cov_row": BY_ROW, "cov_col": BY_COL, CYCLE: CYCLE_VALUE}


def moments_at(declaration: Declaration, match: ppm.Match) -> dict[str, float]:
    """Return what is achieved by the exact moments at the parameters found."""
    kinds, found = {"rho": "correlation", "cov": "covariance"}, {}
    for name in match.achieved:
        kind, *rest = name.split("_")
        exact = derive(declaration, " ".join([kinds.get(kind, kind), *rest])).result
        values = {symbol: match.parameters[symbol.name] for symbol in exact.free_symbols}
        found[name] = float(exact.subs(values))
    return found


# Hierarchical Poisson factorization: second moments leave two of six combinations open


@pytest.mark.thorough
def test_hpf() -> None:
    # One test, because parallel workers would each solve, for ten seconds.
    def match(targets: Mapping[str, float] = HPF_TARGETS, **given: Any) -> ppm.Match:
        return ppm.match(targets=targets, model="hpf_gamma", **given)

    model, found = catalogue_model("hpf_gamma"), match()
    assert (found.feasible, found.k, found.branches) == (True, 25, ())
    assert found.k_exact == pytest.approx(25, rel=1e-9)
    assert found.parameters == pytest.approx(HPF, rel=1e-9)
    usual = {name.replace(" ", "_"): value for name, value in HPF_TARGETS.items()}
    assert found.achieved == pytest.approx(usual, rel=1e-9)
    assert found.targets == pytest.approx(usual)
    assert found.achieved == pytest.approx(moments_at(model, found), rel=1e-9)
    # A scale moves the scales and nothing else.
    for scale, b_prime, d_prime in (
        ("eta", 2, 1), ("equal-means", 2**0.5, 2**0.5), ("d_prime=4", 0.5, 4),
    ):  # fmt: skip
        expected = {**HPF, "b_prime": b_prime, "d_prime": d_prime}
        assert match(scale=scale).parameters == pytest.approx(expected, rel=1e-9)
    assert match(fixed={"K": 25}).parameters == pytest.approx(HPF, rel=1e-6)
    # Six targets, five unknowns: the nearest, which misses them by more than 1e-6.
    other = match(fixed={"K": 20})
    assert (other.feasible, other.k) == (False, 20)
    assert any("cannot all be met" in diagnostic.message for diagnostic in other.diagnostics)
    assert other.achieved == pytest.approx(moments_at(model, other), rel=1e-9)
    for name, value, condition in ((THIRD[1], -5.0, "a_prime > 3"), (THIRD[0], 0.0, "c_prime > 3")):
        torn = match({**HPF_TARGETS, name: value})
        assert (torn.feasible, torn.k, torn.parameters) == (False, None, {})
        assert condition in next(e.message for e in torn.diagnostics if e.severity == "failure")
    with pytest.raises(TargetError, match="family of dimension 1 open") as caught:
        match({name: value for name, value in HPF_TARGETS.items() if name != "mean"})
    assert caught.value.do == "Add targets (mean)."


# Poisson factorization: the cycle in place of the variance


def test_the_cycle_stands_in_for_the_variance() -> None:
    found = ppm.match(targets=PMF)
    assert found.k == 10
    data_show = found.parameters["b"] * found.parameters["d"]
    expected = {"K": 10, "a": 2, "c": 3}
    assert {name: found.parameters[name] for name in expected} == pytest.approx(expected)
    assert data_show == pytest.approx(2)
    assert found.achieved == pytest.approx(
        {name.replace(" ", "_"): value for name, value in PMF.items()}
    )


def test_more_targets_than_unknowns_are_met_if_they_agree() -> None:
    agreeing = {**PMF, "variance": VARIANCE}
    found = ppm.match(targets=agreeing)
    assert (found.feasible, found.k) == (True, 10)
    assert {name: found.parameters[name] for name in "ac"} == pytest.approx({"a": 2, "c": 3})
    assert found.achieved[CYCLE.replace(" ", "_")] == pytest.approx(CYCLE_VALUE)
    torn = ppm.match(targets={**agreeing, CYCLE: 2 * CYCLE_VALUE})
    (diagnostic,) = (each for each in torn.diagnostics if "fewer free numbers" in each.message)
    assert "this is the nearest" in diagnostic.message
    assert torn.achieved[CYCLE.replace(" ", "_")] != pytest.approx(2 * CYCLE_VALUE, rel=0.01)
    achieved = moments_at(catalogue_model("pmf_gamma"), torn)
    assert torn.achieved == pytest.approx(achieved)


# By hand, K = 10: sums over one factor of squared variances; and what is left without the variance.
@pytest.mark.parametrize(
    ("targets", "fixed"),
    [
        ({"mean": MEAN, "cov_row": BY_ROW, "cov_col": BY_COL, "cycle": 10 * 2**2 * 0.75**2}, {}),
        ({"mean": MEAN, "variance": VARIANCE, "cov_row/cov_col": BY_ROW / BY_COL}, {"K": 10}),
        ({"mean": MEAN, "rho_row/rho_col": 1.5, f"{CYCLE}/variance": CYCLE_VALUE / VARIANCE,
          "variance": VARIANCE}, {}),
    ],
)  # fmt: skip
def test_whatever_solve_takes_is_a_target(
    targets: Mapping[str, float], fixed: Mapping[str, int]
) -> None:
    found = ppm.match(targets=targets, model="pmf_gamma", fixed=fixed)
    assert [found.k_exact, found.parameters["a"], found.parameters["c"]] == pytest.approx(
        [10, 2, 3], rel=1e-6
    )


# What is refused


@pytest.mark.thorough
def test_entries_that_share_two_of_three_axes_are_a_target() -> None:
    with ppm.Model("three") as model:
        a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
        x = ppm.Gamma("x", shape=a, rate=b, dims="user factor")
        y = ppm.Gamma("y", shape=c, rate=d, dims="item factor")
        z = ppm.Gamma("z", shape=e, rate=f, dims="week factor")
        ppm.Poisson("Y", rate=ppm.sum(x * y * z, over="factor"), dims="user item week",
                    observed=True)  # fmt: skip
    # K = 4, shapes 1, 2, 3/2, rates 1: of one factor E[x^2] = 2, E[y^2] = 6, E[z^2] = 15/4.
    mean, apart = 4 * 3.0, 3.0**2
    variance = mean + 4 * (2 * 6 * 3.75 - apart)
    targets = {
        "mean": mean,
        "variance": variance,
        "cov_user": 4 * (2 * 2**2 * 1.5**2 - apart),
        "rho_item": 4 * (6 * 1.5**2 - apart) / variance,
        "cov_user_item": 4 * (2 * 6 * 1.5**2 - apart),
    }
    found = ppm.match(targets=targets, model=model)
    assert [found.k_exact, *(found.parameters[n] for n in "ace")] == pytest.approx([4, 1, 2, 1.5])
