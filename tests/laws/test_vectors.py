"""Vectors whose entries depend on each other: their moments by both routes, and by other means."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
import sympy
from cases import core, refused

import symppm as ppm
from symppm.counting import identical, joint_cumulant
from symppm.errors import DeclarationError, NotDerivableError, SymPPMError
from symppm.families import (
    DIRICHLET,
    GAMMA,
    SIZE,
    JointFamily,
    Moment,
    Parameter,
    Support,
)
from symppm.families.base import Array
from symppm.laws import derive
from symppm.laws.declared import declaration_from_tree, declaration_tree
from symppm.laws.operators import Covariance, Expectation, cumulant
from symppm.laws.rules import Outcome, rule
from symppm.laws.rules.base import Condition
from symppm.model import catalogue_model
from symppm.model.nodes import KnownEntry, index
from symppm.model.sampling import sample_latents

DECLARED = catalogue_model("pmf_dirichlet")
A, C, MU = DECLARED.hyperparameters
(LENGTH,) = DECLARED.sizes
INTERACTION = (LENGTH - 1) / ((LENGTH * A + 1) * (LENGTH * C + 1))
ROW, OTHER_ROW, COLUMN, FIRST, SECOND = map(index, "itjkm")
THETA, BETA = DECLARED.by_name["theta"], DECLARED.by_name["beta"]


def with_random_concentration() -> ppm.Model:
    with ppm.Model("random") as model:
        a, b = ppm.hyperparameters("a b")
        x = ppm.Gamma("x", shape=a, rate=b, dims="row")
        theta = ppm.Dirichlet("theta", concentration=x, dims="row factor", over="factor")
        beta = ppm.Dirichlet("beta", concentration=b, dims="col factor", over="factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model


@pytest.mark.parametrize("size", [3, 4])
def test_joint_moments_are_those_of_gamma_variables_over_those_of_their_total(size: int) -> None:
    # The total of Gamma variables of shape a has the shape size * a; their shares, which add up to
    # one, do not depend on it.
    a = sympy.Rational(17, 7)
    one, total = ({"shape": shape, "rate": sympy.S.One} for shape in (a, size * a))
    of_some = (itertools.product((-2, -1, 1, 2, 3), repeat=count) for count in (1, 2, 3))
    for powers in itertools.chain(*of_some):
        parts = [GAMMA.raw_moment(order, one).value for order in powers]
        together = GAMMA.raw_moment(sum(powers), total).value
        moment = DIRICHLET.joint_moment(powers, {"concentration": a, "size": size})
        assert moment.value == sympy.prod(parts) / together
        assert set(moment.conditions) == {a + order for order in powers if order < 0}


@pytest.mark.thorough
def test_the_variance_of_the_catalogue_model_contains_the_interaction() -> None:
    u, v = (array.generic for array in DECLARED.known)
    mean = MU * u * v
    assert derive(DECLARED, "mean").result == mean
    assert sympy.cancel(derive(DECLARED, "variance").result - mean - mean**2 * INTERACTION) == 0
    assert derive(DECLARED, "covariance row").result == 0
    assert derive(DECLARED, "covariance col").result == 0
    # Four entries where two rows and two columns cross tell K apart from the concentrations.
    cycle = derive(DECLARED, "cumulant ij il tj tl").result
    cycle = cycle.replace(lambda node: isinstance(node, KnownEntry), lambda _: sympy.S.One)
    assert sympy.cancel(cycle - MU**4 * INTERACTION**2 / (LENGTH - 1)) == 0


def along_the_data(a: sympy.Symbol, b: sympy.Symbol) -> None:
    share = ppm.Dirichlet("share", concentration=a, dims="row col", over="col")
    ppm.Poisson("Y", rate=b * share, dims="row col", observed=True)


def with_a_level_below(a: sympy.Symbol, b: sympy.Symbol) -> None:
    share = ppm.Dirichlet("share", concentration=a + 2, dims="row factor", over="factor")
    x = ppm.Gamma("x", shape=b, rate=b / share, dims="row factor")
    y = ppm.Gamma("y", shape=b, rate=b * a, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(x * y, over="factor"), dims="row col", observed=True)


def with_weights_of_all(a: sympy.Symbol, b: sympy.Symbol) -> None:
    weight = ppm.Dirichlet("weight", concentration=a, dims="factor", over="factor")
    x = ppm.Gamma("x", shape=b, rate=b, dims="row factor")
    y = ppm.Gamma("y", shape=b, rate=b, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(weight * x * y, over="factor"), dims="row col", observed=True)


def with_powers(a: sympy.Symbol, b: sympy.Symbol) -> None:
    share = ppm.Dirichlet("share", concentration=a + 3, dims="row factor", over="factor")
    y = ppm.Gamma("y", shape=b, rate=b, dims="col factor")
    rate = ppm.sum(y / share, over="factor") + ppm.sum(share**2, over="factor")
    ppm.Poisson("Y", rate=rate, dims="row col", observed=True)


BODIES = {
    each.__name__: each
    for each in (along_the_data, with_a_level_below, with_weights_of_all, with_powers)
}


@pytest.mark.parametrize(
    "case",
    core(
        map(" ".join, itertools.product(BODIES, ["ij ij", "ij il", "ij tj", "ij il tj"])),
        ["along_the_data ij il"],
    ),
)
def test_so_they_do_wherever_vectors_stand(case: str) -> None:
    body, _, words = case.partition(" ")
    with ppm.Model("model") as model:
        BODIES[body](*ppm.hyperparameters("a b"))
    derivation = derive(model.declaration, f"cumulant {words}")
    assert derivation.verify().ok, derivation.verify().failures
    entries = [model.declaration.observed.at(*map(index, word)) for word in words.split()]
    counted = joint_cumulant(model.declaration, entries)
    assert identical(derivation.result, counted.value)
    stated = {each for each in derivation.conditions if not each.is_positive}
    assert stated == set(counted.conditions)


@pytest.mark.thorough
def test_the_solution_is_the_concentration_of_the_interaction() -> None:
    with ppm.Model("plain") as plain:
        a, mu = ppm.hyperparameters("a mu")
        theta = ppm.Dirichlet("theta", concentration=a, dims="row factor", over="factor")
        beta = ppm.Dirichlet("beta", concentration=a, dims="col factor", over="factor")
        rate = mu * ppm.size("factor") * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    solution = plain.solve(("mean", "variance"), {"K": 6})
    interaction = 5 / (6 * 0.3 + 1) ** 2
    (found,) = solution.evaluate({"mean": 4.0, "variance": 4.0 + 16.0 * interaction})
    assert found["a"] == pytest.approx((math.sqrt(5 / interaction) - 1) / 6)
    assert found["a"] == pytest.approx(0.3)
    match = ppm.match(
        targets={"mean": 4.0, "variance": 4.0 + 16.0 * interaction},
        model="pmf_dirichlet",
        fixed={"K": 6, "c": "a"},
    )
    assert match.parameters["a"] == match.parameters["c"] == pytest.approx(0.3)


class Shares(JointFamily):
    """Shares of which only the variance over the squared mean is known: two moments."""

    name = "Shares"
    parameters = (Parameter("relative_variance", "positive", "variance over squared mean"), SIZE)
    support = Support("nonnegative")
    remark = "entries with the sum one"

    def joint_moment(self, powers: Sequence[int], parameters: Mapping[str, sympy.Expr]) -> Moment:
        spread, size = parameters["relative_variance"], parameters["size"]
        known = {(1,): 1, (2,): 1 + spread, (1, 1): 1 - spread / (size - 1)}
        return Moment(known[tuple(powers)] / size ** sum(powers))

    def sample(self, *_: object) -> Array:
        raise AssertionError("a derivation draws nothing")


def test_the_engine_derives_that_from_two_moments_alone() -> None:
    with ppm.Model("shares") as model:
        a, b, mu = ppm.hyperparameters("a b mu")
        theta = ppm.variable(
            "theta", Shares(), relative_variance=a, dims="row factor", over="factor"
        )
        beta = ppm.variable("beta", Shares(), relative_variance=b, dims="col factor", over="factor")
        rate = mu * ppm.size("factor") * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    size = model.declaration.sizes[0]
    assert sympy.cancel(model.variance() - mu - mu**2 * a * b / (size - 1)) == 0
    assert model.derive("variance").verify().ok


@pytest.mark.parametrize("concentration", [1e-4, 0.05, 40.0])
def test_draws_sum_to_one_along_their_axis(concentration: float) -> None:
    point = {"K": 7, "a": concentration, "c": 1.0, "mu": 2.0}
    drawn = sample_latents(DECLARED, point, (120, 90), 40, np.random.default_rng(3))
    assert drawn["theta"].shape == (40, 120, 7)
    assert drawn["beta"].shape == (40, 90, 7)
    for values in drawn.values():
        np.testing.assert_allclose(values.sum(axis=-1), 1.0, rtol=1e-12)
    squares = (drawn["theta"] ** 2).sum(axis=-1).ravel()
    expected = (concentration + 1) / (7 * concentration + 1)
    error = max(squares.std(), 0.01) / math.sqrt(squares.size)  # rarely is one below 1, if tiny
    assert abs(squares.mean() - expected) < 4 * error


def test_the_rule_checks_what_it_is_about() -> None:
    joint = rule("joint_moment")
    one, two, other = THETA.at(ROW, FIRST), THETA.at(ROW, SECOND), THETA.at(OTHER_ROW, SECOND)
    before = Expectation(one**2 * two)
    outcome = joint.apply(before, DECLARED)
    assert outcome is not None
    assert outcome.after == (A + 1) * A**2 / (LENGTH * A * (LENGTH * A + 1) * (LENGTH * A + 2))
    assert joint.check(before, outcome, DECLARED) is None
    wrong = (
        (before, Outcome(outcome.after * 2)),
        (before, Outcome(outcome.after.subs(A, C))),
        (before, Outcome(outcome.after, (Condition("positive", (A,)),))),
        (Expectation(one * two), outcome),
        (Expectation(one**2 * other), outcome),
        (Expectation(one**2 * BETA.at(COLUMN, SECOND)), outcome),
        (Expectation(one**3), outcome),
        (Covariance(one, two), outcome),
        (Expectation(one**2 * two, sympy.Tuple(THETA.at(ROW, index("k'")))), outcome),
    )
    for changed, claimed in wrong:
        assert joint.check(changed, claimed, DECLARED) is not None, (changed, claimed)
        assert changed == before or joint.apply(changed, DECLARED) != claimed


def test_entries_of_one_vector_are_not_independent_for_any_rule() -> None:
    one, two, other = THETA.at(ROW, FIRST), THETA.at(ROW, SECOND), THETA.at(OTHER_ROW, SECOND)
    apart = Outcome(Expectation(one) * Expectation(two), (Condition("independent", (one, two)),))
    zero = Outcome(sympy.S.Zero, (Condition("independent", (one, two)),))
    for name, before, claimed in (
        ("independent_product", Expectation(one * two), apart),
        ("independent_covariance", Covariance(one, two), zero),
        ("independent_cumulant", cumulant([one, two, two]), zero),
    ):
        assert rule(name).apply(before, DECLARED) is None
        assert rule(name).check(before, claimed, DECLARED) is not None
    product = rule("independent_product").apply(Expectation(one * two * other), DECLARED)
    assert product is not None
    assert product.after == Expectation(one * two) * Expectation(other)


def test_given_what_is_above_them_they_are_not_either() -> None:
    declaration = with_random_concentration().declaration
    theta, x = declaration.by_name["theta"], declaration.by_name["x"]
    one, two = theta.at(ROW, FIRST), theta.at(ROW, SECOND)
    given = sympy.Tuple(x.at(ROW))
    conditions = tuple(Condition("own_noise", (entry, *given)) for entry in (one, two))
    apart = Outcome(Expectation(one, given) * Expectation(two, given), conditions)
    for name, before, claimed in (
        ("independent_product", Expectation(one * two, given), apart),
        ("independent_covariance", Covariance(one, two, given), Outcome(sympy.S.Zero, conditions)),
        (
            "independent_cumulant",
            cumulant([one, one, two], given),
            Outcome(sympy.S.Zero, conditions),
        ),
    ):
        assert rule(name).apply(before, declaration) is None
        assert rule(name).check(before, claimed, declaration) is not None
    outcome = rule("joint_moment").apply(Expectation(one * two, given), declaration)
    assert outcome is not None
    assert rule("joint_moment").check(Expectation(one * two, given), outcome, declaration) is None
    assert set(outcome.conditions) == set(conditions)


def test_the_second_power_of_random_concentrations_is_refused_by_both_routes() -> None:
    model = with_random_concentration()
    assert model.mean() == 1 / model.declaration.sizes[0]
    with pytest.raises(NotDerivableError, match="reciprocal of a sum"):
        model.variance()
    entry = model.declaration.observed.generic
    with pytest.raises(NotDerivableError, match="reciprocal of a sum"):
        joint_cumulant(model.declaration, (entry, entry))


@pytest.mark.thorough
def test_vectors_along_an_observed_axis_are_solved_given_its_length() -> None:
    with ppm.Model("topics") as topics:
        a, c, mu = ppm.hyperparameters("a c mu")
        theta = ppm.Dirichlet("theta", concentration=a, dims="row factor", over="factor")
        words = ppm.Dirichlet("words", concentration=c, dims="factor col", over="col")
        rate = mu * ppm.sum(theta * words, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    length = topics.declaration.axis("col").size
    assert topics.mean() == mu / length
    # The rates of a row sum to mu, whatever is drawn.
    spread = topics.variance() - topics.mean() + (length - 1) * topics.covariance("row")
    assert sympy.simplify(spread) == 0
    at = {"mu": 40, "K": 5, "a": sympy.Rational(1, 2), "c": sympy.Rational(1, 3), "M": 60}
    values = {s: at[s.name] for s in (topics.variance() + topics.mean()).free_symbols}
    spread, common = (
        moment.xreplace(values) for moment in (topics.variance(), topics.covariance())
    )
    solution = topics.solve(("mean", "variance"), {"K": 5, "c": sympy.Rational(1, 3)})
    given = {"mean": "2/3", "variance": str(spread - common), "M": 60}
    (found,) = solution.evaluate(given)
    assert found == pytest.approx({"mu": 40.0, "a": 0.5})


def test_declarations_in_derivation_files_have_vectors_as_they_are_declared() -> None:
    tree = declaration_tree(DECLARED)
    theta = next(each for each in tree["variables"] if each["name"] == "theta")
    for changed in (
        {key: value for key, value in theta.items() if key != "over"},
        {**theta, "over": "col"},
        {**theta, "parameters": {**theta["parameters"], "size": ["Symbol", "a", "positive"]}},
        {**theta, "family": "Gamma"},
    ):
        variables = [changed if each is theta else each for each in tree["variables"]]
        with pytest.raises(SymPPMError):
            declaration_from_tree({**tree, "variables": variables})


@pytest.mark.parametrize(
    ("wrong", "expected", "do"),
    [
        ({"over": "factr"}, "over 'factr', with the axes: row factor", "Did you mean 'factor'"),
        ({"over": "col"}, "over 'col', with the axes: row factor", "factor"),
        ({"dims": "", "over": "factor"}, "with the axes: none", 'over="factor"'),
        ({"concentration": 0}, "concentration of theta is 0, which is zero", "positive"),
        ({"concentration": -1}, "concentration of theta is -1", "positive"),
        ({"concentration": "k"}, "concentration of theta", "concentration=a"),
    ],
)
def test_what_is_no_vector_is_refused(wrong: dict[str, object], expected: str, do: str) -> None:
    given = {"concentration": 1, "dims": "row factor", "over": "factor", **wrong}
    said = refused(lambda: ppm.Dirichlet("theta", **given))  # type: ignore[arg-type]
    assert expected in said
    assert do in said


def test_the_entries_of_a_vector_have_to_be_alike() -> None:
    with ppm.Model("m"):
        size = ppm.Known("size", dims="factor")
        with pytest.raises(DeclarationError, match="varies along the axis 'factor'"):
            ppm.Dirichlet("theta", concentration=size, dims="row factor", over="factor")
        with pytest.raises(DeclarationError, match="expected a family of vectors"):
            ppm.variable("theta", "Gamma", shape=1, rate=1, dims="row factor", over="factor")
        with pytest.raises(DeclarationError, match="over= one of its own axes"):
            ppm.variable("theta", "Dirichlet", concentration=1, dims="row factor")
        ppm.Poisson("Y", rate=size, dims="factor", observed=True)


def test_a_constant_beside_a_variable_that_entries_share_verifies() -> None:
    with ppm.Model("shifted") as shifted:
        a, b, shift = ppm.hyperparameters("a b shift")
        level = ppm.Gamma("level", shape=a, rate=b, dims="row")
        ppm.Normal("Y", mean=level + shift, variance=b, dims="row col", observed=True)
    derivation = shifted.derive("covariance row")
    assert derivation.result == a / b**2
    assert derivation.verify().ok, derivation.verify().failures
    wrong = Outcome(Expectation(level.generic))
    assert rule("bilinearity").check(
        Covariance(level + shift, level + shift), wrong, shifted.declaration
    )
