"""What holds for every family: moments, existence, draws, and the way back from two moments."""

from __future__ import annotations

import numpy as np
import pytest
import sympy
from family_cases import CASES, IDS, Case

from symppm.errors import NotDerivableError
from symppm.families import BUILT_IN, Moment

WITHOUT_MOMENTS_OF_THEIR_OWN = {
    "HalfCauchy",
    "Prior",
    "Observation",
    "ExponentialDispersion[general]",
}
# Those with other numbers of categories are in test_new_families.py, vectors in test_vectors.py.
TRIED_ELSEWHERE = {
    "Dirichlet",
    "Dirichlet[base]",
    "Multinomial",
    *(f"Categorical{count}" for count in range(2, 21)),
} - {
    "Categorical2",
    "Categorical4",
}


def test_every_built_in_family_is_among_the_cases() -> None:
    tried = {case.family.name for case in CASES}
    assert tried == set(BUILT_IN) - WITHOUT_MOMENTS_OF_THEIR_OWN - TRIED_ELSEWHERE
    assert all(BUILT_IN[case.family.name] is case.family for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_moments_are_those_of_scipys_density(case: Case) -> None:
    for order in range(case.negative, case.highest + 1):
        moment = case.family.raw_moment(order, case.parameters)
        assert all(condition > 0 for condition in moment.conditions), order
        wanted, scale = case.moment(order), case.moment(2 * (order // 2))
        assert abs(float(moment.value) - wanted) < 1e-6 * max(abs(wanted), abs(scale)), order
    assert float(case.family.variance(case.parameters)) == pytest.approx(case.law.var(), rel=1e-9)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_lower_order_is_refused_or_its_condition_fails(case: Case) -> None:
    try:
        moment = case.family.raw_moment(case.negative - 1, case.parameters)
    except NotDerivableError:
        return
    if case.family.name in {"LogNormal", "InverseGamma"}:
        assert all(condition > 0 for condition in moment.conditions)
    elif case.family.name == "Uniform" and case.parameters["low"] > 0:
        assert moment.conditions == (case.parameters["low"],)
    else:
        assert any(condition <= 0 for condition in moment.conditions)


def symbols_of(case: Case) -> dict[str, sympy.Expr]:
    signs = {"real": "real", "positive": "positive", "nonnegative": "positive"}
    return {
        p.name: sympy.Symbol(p.name, **{signs.get(p.domain, p.domain): True})
        for p in case.family.parameters
    }


FAMILIES = list({case.family.name: case for case in CASES}.values())


@pytest.mark.parametrize("case", FAMILIES, ids=lambda c: c.family.name)
def test_variance_is_the_second_moment_less_the_square_of_the_first(case: Case) -> None:
    at = symbols_of(case)
    first, second = (case.family.raw_moment(order, at).value for order in (1, 2))
    assert sympy.simplify(second - first**2 - case.family.variance(at)) == 0
    assert sympy.simplify(case.family.mean(at) - first) == 0
    assert case.family.raw_moment(0, at) == Moment(sympy.S.One)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_parameters_come_back_from_mean_and_variance(case: Case) -> None:
    mean, variance = case.family.mean(case.parameters), case.family.variance(case.parameters)
    if case.family.name == "ExponentialDispersion[poisson]":
        with pytest.raises(NotDerivableError, match="determines w"):
            case.family.from_mean_variance(mean, variance)
        return
    if case.family.name == "StudentT" or case.family.name.startswith("Categorical"):
        with pytest.raises(NotDerivableError, match="follow from mean and variance"):
            case.family.from_mean_variance(mean, variance)
        return
    if case.family.name in {"Bernoulli", "Poisson"}:
        assert case.family.from_mean_variance(mean, variance) == case.parameters
        return
    back = case.family.from_mean_variance(mean, variance)
    assert set(back) == set(case.parameters)
    for name, value in case.parameters.items():
        assert abs(sympy.N(back[name] - value, 30)) < 1e-20, name


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_requirements_hold_for_members_and_fail_just_beyond(case: Case) -> None:
    """On the border the requirement is zero; a hair beyond it some parameter leaves its domain."""
    mean, variance = sympy.symbols("m v", positive=True)
    for requirement in case.family.requirements(mean, variance):
        at = {
            mean: case.family.mean(case.parameters),
            variance: case.family.variance(case.parameters),
        }
        low = case.parameters.get("location", case.parameters.get("low"))
        holds = requirement.positive.subs(at).evalf(30, chop=True)
        assert (holds > 0) == (low is None or low > 0), requirement.text
        if at[mean] <= 0:
            continue
        (border,) = sympy.solve(requirement.positive.subs(mean, at[mean]), variance)
        around = [border * R for R in (sympy.Rational(999, 1000), sympy.Rational(1001, 1000))]
        inside = [is_member(case, at[mean], each) for each in around]
        wanted = [requirement.positive.subs({mean: at[mean], variance: v}) > 0 for v in around]
        assert inside == [bool(each) for each in wanted], requirement.text


def is_member(case: Case, mean: sympy.Expr, variance: sympy.Expr) -> bool:
    back = case.family.from_mean_variance(mean, variance)
    inside = True
    for parameter in case.family.parameters:
        value = sympy.N(back[parameter.name])
        lowest = parameter.name in {"location", "low"}
        needed = "positive" if lowest else parameter.domain
        holds = value.is_real and {
            "positive": value > 0, "nonnegative": value >= 0, "negative": value < 0, "real": True,
        }[needed]  # fmt: skip
        inside &= bool(holds) and (parameter.upper is None or bool(value <= parameter.upper))
    return inside


DRAWS = 100_000


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_draws_have_the_familys_first_three_moments(case: Case) -> None:
    arrays = {name: np.array(float(value)) for name, value in case.parameters.items()}
    drawn = case.family.sample(np.random.default_rng(20230101), arrays, (DRAWS,))
    assert drawn.shape == (DRAWS,)
    for order in range(1, case.highest // 2 + 1):
        raw = (case.family.raw_moment(n, case.parameters).value for n in (order, 2 * order))
        mean, square = map(float, raw)
        error = ((square - mean**2) / DRAWS) ** 0.5
        assert abs((drawn.astype(float) ** order).mean() - mean) < 5 * error, order


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_draws_stay_in_the_support(case: Case) -> None:
    arrays = {name: np.array(float(value)) for name, value in case.parameters.items()}
    drawn = case.family.sample(np.random.default_rng(3), arrays, (2000,)).astype(float)
    support = case.family.support_of(case.parameters)
    lowest = {"positive": drawn.min() > 0, "nonnegative": drawn.min() >= 0, "real": True}
    assert lowest[support.sign]
    assert support.sign != "real" or drawn.min() < 0
    assert support.integral == bool((drawn % 1 == 0).all())
    bound = case.family.upper_bound(case.parameters)
    if bound is not None:
        assert 0.9 * float(bound) < drawn.max() <= float(bound) or support.integral
        assert drawn.max() <= float(bound)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_parameters_broadcast_against_the_size(case: Case) -> None:
    column = {name: np.full((3, 1), float(value)) for name, value in case.parameters.items()}
    drawn = case.family.sample(np.random.default_rng(4), column, (3, 50))
    assert drawn.shape == (3, 50)
    assert len(set(map(bytes, drawn))) == 3
