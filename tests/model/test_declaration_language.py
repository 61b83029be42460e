"""Declarations that are models: what they contain, and what their blocks leave behind."""

from __future__ import annotations

import inspect
import re
from fractions import Fraction
from typing import Any

import pytest
import sympy

import symppm as ppm
from symppm.errors import DeclarationError, NoMomentError, NotBuiltError
from symppm.families import GAMMA, POISSON, TWO_MOMENTS
from symppm.model import CATALOGUE, catalogue_model, distributions
from symppm.model.context import current
from symppm.model.nodes import AxisSum, Entry


def no_model_is_open() -> bool:
    try:
        current()
    except DeclarationError:
        return True
    return False


def test_the_catalogue_is_declared_like_the_paper() -> None:
    gamma, prior = catalogue_model("pmf_gamma"), catalogue_model("pmf_prior")
    assert {"pmf_gamma", "pmf_prior"} <= set(CATALOGUE)
    assert len(CATALOGUE) <= 44
    assert [symbol.name for symbol in gamma.hyperparameters] == ["a", "b", "c", "d"]
    assert [symbol.name for symbol in prior.hyperparameters] == [
        "mu_theta",
        "sigma_theta",
        "mu_beta",
        "sigma_beta",
    ]
    for declared, family in ((gamma, GAMMA), (prior, TWO_MOMENTS)):
        assert [(v.name, v.family, v.dims, v.observed) for v in declared.variables] == [
            ("theta", family, ("row", "factor"), False),
            ("beta", family, ("col", "factor"), False),
            ("Y", POISSON, ("row", "col"), True),
        ]
        assert [size.name for size in declared.sizes] == ["K"]
    a, b, c, d = gamma.hyperparameters
    assert gamma.by_name["theta"].parameters == {"shape": a, "rate": b}
    assert gamma.by_name["beta"].parameters == {"shape": c, "rate": d}
    _, sigma, mu_beta, sigma_beta = prior.hyperparameters
    assert prior.by_name["theta"].parameters["variance"] == sigma**2
    assert prior.by_name["beta"].parameters == {"mean": mu_beta, "variance": sigma_beta**2}
    assert str(gamma.observed.parameters["rate"]) == "Sum_k(beta[j, k]*theta[i, k])"


def test_declarations_of_the_same_model_are_equal_and_hash_alike() -> None:
    first, second = catalogue_model("pmf_gamma"), catalogue_model("pmf_gamma")
    assert first == second
    assert hash(first) == hash(second)
    assert first != catalogue_model("pmf_prior")


def test_a_nested_block_declares_its_own_model_and_returns_to_the_outer_one() -> None:
    with ppm.Model("outer") as outer:
        a = ppm.hyperparameters("a")
        with ppm.Model("inner") as inner:
            b = ppm.hyperparameters("b")
            ppm.Poisson("Y", rate=b, dims="row", observed=True)
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    assert [s.name for s in outer.declaration.hyperparameters] == ["a"]
    assert [s.name for s in inner.declaration.hyperparameters] == ["b"]
    assert outer.declaration.observed.dims == ("row", "col")
    assert inner.declaration.observed.dims == ("row",)
    assert no_model_is_open()


def test_a_failing_nested_block_leaves_the_outer_one_usable() -> None:
    with ppm.Model("outer") as outer:
        a = ppm.hyperparameters("a")
        with pytest.raises(DeclarationError), ppm.Model("inner"):
            ppm.hyperparameters("b b")
        ppm.Poisson("Y", rate=a, dims="row col", observed=True)
    assert outer.mean() == sympy.Symbol("a", positive=True)


def test_an_exception_in_a_block_passes_through_and_closes_the_model() -> None:
    with pytest.raises(ZeroDivisionError), ppm.Model("mine"):
        ppm.Gamma("theta", shape=1 // 0, rate=1)
    assert no_model_is_open()


def test_an_error_at_the_end_of_a_block_closes_the_model_too() -> None:
    with pytest.raises(DeclarationError), ppm.Model("mine"):
        ppm.hyperparameters("a")
    assert no_model_is_open()


def test_hyperparameters_come_as_one_symbol_or_a_tuple_and_know_their_sign() -> None:
    with ppm.Model("mine"):
        a = ppm.hyperparameters("a")
        b, c = ppm.hyperparameters("b c")
        real = ppm.hyperparameters("shift", domain="real")
        theta = ppm.Gamma("theta", shape=a, rate=b * c, dims="row")
        ppm.Poisson("Y", rate=theta * real**2, dims="row", observed=True)
    assert a.is_positive
    assert b.is_positive
    assert c.is_positive
    assert real.is_real
    assert real.is_positive is None


@pytest.mark.parametrize(
    "dims", ["row col slice", ("row", "col", "slice"), ["row", "col", "slice"]]
)
def test_an_extra_axis_gets_a_size_and_letters_of_its_own(dims: Any) -> None:
    with ppm.Model("cube") as cube:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="slice")
        ppm.Poisson("Y", rate=theta, dims=dims, observed=True)
    declared = cube.declaration
    assert declared.observed.dims == ("row", "col", "slice")
    assert [axis.size.name for axis in declared.axes] == ["N_slice", "N", "M"]
    letters = [letter for axis in declared.axes for letter in axis.letters]
    assert len(set(letters)) == len(letters) == 6
    assert declared.latent_axes == ()


def test_as_many_extra_axes_as_promised_have_different_letters() -> None:
    with ppm.Model("wide") as wide:
        a = ppm.hyperparameters("a")
        dims = "row col factor one two three four five six"
        theta = ppm.Gamma("theta", shape=a, rate=a, dims=dims)
        ppm.Poisson("Y", rate=theta, dims=dims, observed=True)
    letters = [letter for axis in wide.declaration.axes for letter in axis.letters]
    assert len(set(letters)) == 18


def test_a_variable_without_dims_is_one_number() -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        level = ppm.Gamma("level", shape=a, rate=a)
        ppm.Poisson("Y", rate=level, dims="row col", observed=True)
    variable = model.declaration.by_name["level"]
    assert variable.axes == ()
    assert variable.generic == Entry(variable.label)
    assert str(variable.generic) == "level"


def test_a_sum_over_two_axes_nests_and_frees_the_axes() -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row factor topic")
        both = ppm.sum(theta, over="factor topic")
        ppm.Poisson("Y", rate=both, dims="row col", observed=True)
    assert isinstance(both, AxisSum)
    assert isinstance(both.summand, AxisSum)
    assert {size.name for size in model.declaration.sizes} == {"K", "N_topic"}
    assert {symbol.name for symbol in both.free_symbols} == {"theta", "i", "K", "N_topic"}


def test_operators_between_variables_and_numbers_make_the_usual_expressions() -> None:
    with ppm.Model("mine"):
        a = ppm.hyperparameters("a")
        x = ppm.Gamma("x", shape=a, rate=a, dims="row")
        y = ppm.Gamma("y", shape=a, rate=a, dims="row")
        g, h = x.generic, y.generic
        made = [
            x + y,
            x - y,
            x * y,
            x / y,
            x**2,
            -x,
            2 + x,
            2 - x,
            2 * x,
            2 / x,
            a * x,
            a / x,
            x / a,
        ]
        assert made[:7] == [g + h, g - h, g * h, g / h, g**2, -g, 2 + g]
        assert made[7:] == [2 - g, 2 * g, 2 / g, a * g, a / g, g / a]
        ppm.Poisson("Y", rate=x * y, dims="row", observed=True)


def test_floats_mean_the_decimals_that_were_written() -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=0.1, rate=a, dims="row")
        ppm.Poisson("Y", rate=0.3 * theta, dims="row col", observed=True)
    a = model.declaration.hyperparameters[0]
    assert model.mean() == sympy.Rational(3, 100) / a


@pytest.mark.parametrize("number", [3, Fraction(3), sympy.Integer(3)])
def test_whole_numbers_of_any_type_are_the_same_number(number: Any) -> None:
    with ppm.Model("mine") as model:
        theta = ppm.Gamma("theta", shape=number, rate=1, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    assert model.declaration.by_name["theta"].parameters["shape"] == sympy.Integer(3)


def test_parameters_at_other_indices_rename_bound_indices_that_would_be_captured() -> None:
    declared = catalogue_model("pmf_gamma")
    row, factor, col = declared.axes
    k, j = factor.generic, col.generic
    # A matrix index named like the sum's bound letter must not be captured by the sum.
    rate = declared.observed.parameters_at((k, j))["rate"]
    assert rate.bound != k
    assert rate.free_symbols >= {k, j}
    theta = declared.by_name["theta"]
    beta = declared.by_name["beta"]
    assert rate.summand == theta.at(k, rate.bound) * beta.at(j, rate.bound)
    assert row.generic not in rate.free_symbols


def test_depths_are_longest_paths_and_parents_keep_their_order() -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        top = ppm.Gamma("top", shape=a, rate=a)
        middle = ppm.Gamma("middle", shape=a, rate=top, dims="row")
        ppm.Poisson("Y", rate=middle * top, dims="row col", observed=True)
    declared = model.declaration
    assert declared.depths == {"top": 0, "middle": 1, "Y": 2}
    assert [v.name for v in declared.parents(declared.observed)] == ["top", "middle"]


def test_pools_of_indices_never_repeat_and_belong_to_their_axis() -> None:
    for axis in catalogue_model("pmf_gamma").axes:
        pool = axis.pool(7)
        assert len(set(pool)) == 7
        assert pool[0] == axis.generic
        assert all(axis.owns(letter) for letter in pool)


def test_hyperparameters_can_be_listed() -> None:
    with ppm.Model("listed") as listed:
        a, b = ppm.hyperparameters(["a", "b"])
        theta = ppm.Gamma("theta", shape=a, rate=b, dims=("row",))
        ppm.Poisson("Y", rate=theta, dims=["row", "col"], observed=True)
    assert str(listed.mean()) == "a/b"


@pytest.mark.parametrize("dims", [None, [1], 3])
def test_dims_that_are_no_names_are_refused(dims: Any) -> None:
    with pytest.raises(DeclarationError, match="dims="), ppm.Model("wrong"):
        ppm.Gamma("theta", shape=1, rate=1, dims=dims)


def test_an_axis_is_shared_once() -> None:
    with ppm.Model("once") as once:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    with pytest.raises(NotBuiltError, match="the axes row row"):
        once.correlation("row row")


def test_every_word_describes_all_that_it_takes() -> None:
    words = [each for each in vars(distributions).values() if hasattr(each, "__wrapped__")]
    assert len(words) == 24
    for word in words:
        described, _, errors = word.__doc__.partition("\n\nRaises\n------\nDeclarationError\n")
        assert errors.startswith("    If this cannot be part of a model")
        start, _, parameters = described.partition("\n\nParameters\n----------\n")
        assert start.startswith("Declare ")
        names = re.findall(r"^(\w+) : \S.*\n    \S", parameters, re.MULTILINE)
        assert names == list(inspect.signature(word).parameters)


def test_what_is_zero_with_probability_zero_may_divide_and_be_a_scale() -> None:
    with ppm.Model("shared_out") as shared_out:
        s, b = ppm.hyperparameters("s b")
        taste = ppm.HalfNormal("taste", scale=s, dims="row factor")
        price = ppm.Gamma("price", shape=b, rate=b, dims="col factor")
        rate = ppm.sum(taste * price, over="factor") / ppm.sum(taste, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    draw = ppm.sample(shared_out, {"K": 3, "s": 1.0, "b": 2.0}, shape=(40, 30), random_seed=1)
    # The rate is an average of prices, whose mean is one and whose variance is at most a half.
    assert draw.mean() == pytest.approx(1.0, abs=4 * (0.5 / 30 + 1.5 / 1200) ** 0.5)
    with ppm.Model("noisy") as noisy:
        s, h = ppm.hyperparameters("s h")
        tau = ppm.HalfNormal("tau", scale=s, dims="col")
        level = ppm.Uniform("level", low=0, high=h, dims="row")
        ppm.Laplace("Y", mean=level, scale=tau, dims="row col", observed=True)
    assert sympy.simplify(noisy.variance() - 2 * s**2 - h**2 / 12) == 0
    # What an expectation would divide by has a mean that does not exist.
    with ppm.Model("quotient") as quotient:
        h = ppm.hyperparameters("h")
        level = ppm.Uniform("level", low=0, high=h, dims="row")
        ppm.Poisson("Y", rate=1 / level, dims="row col", observed=True)
    with pytest.raises(NoMomentError, match="it only where low > 0, and low is 0"):
        quotient.mean()
    # Counts are zero with a probability that is not zero.
    with ppm.Model("counts"):
        b = ppm.hyperparameters("b")
        z = ppm.Poisson("z", rate=b, dims="row")
        beta = ppm.Beta("beta", alpha=b, beta=1, dims="row col")
        with pytest.raises(
            DeclarationError, match=r"alpha of Y is z.*, .* zero; expected an alpha"
        ):
            ppm.Beta("Y", alpha=z, beta=beta, dims="row col", observed=True)
        ppm.Poisson("Y", rate=z * beta, dims="row col", observed=True)
