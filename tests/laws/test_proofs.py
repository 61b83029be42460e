"""Lemmas, chains and forms: what is printed follows, is said once, and holds in numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.errors import DerivationError
from symppm.laws import derive
from symppm.laws.forms import by_the_mean, collect, preferred
from symppm.laws.operators import Correlation, Operator
from symppm.laws.proofs import FACTORS, PRODUCTS, Proofs
from symppm.laws.symmetry import find_symmetries
from symppm.model import catalogue_model

MOMENTS = (
    "mean", "variance", "covariance row", "covariance col", "correlation row", "correlation col",
)  # fmt: skip


def proofs_of(model) -> Proofs:
    return Proofs([derive(model, what) for what in MOMENTS])


@pytest.fixture(scope="module")
def gamma() -> Proofs:
    return proofs_of(catalogue_model("pmf_gamma"))


@pytest.fixture(scope="module")
def deep() -> Proofs:
    return proofs_of(catalogue_model("hpf_gamma"))


def three_axes() -> ppm.Model:
    with ppm.Model("cube") as model:
        a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        phi = ppm.Normal("phi", mean=e, variance=f, dims="slice factor")
        rate = ppm.sum(theta * beta * phi, over="factor")
        ppm.Normal("Y", mean=rate, variance=1, dims="row col slice", observed=True)
    return model


# Statements


@pytest.mark.thorough
def test_nothing_is_stated_twice_and_citations_point_backwards(gamma, deep) -> None:
    for proofs in (gamma, deep):
        stated = [each for unit in proofs.units for each in unit.statements]
        assert len({each.target for each in stated}) == len(stated)
        order = {each.target: place for place, unit in enumerate(proofs.units)
                 for each in unit.statements}  # fmt: skip
        for each in stated:
            for line in each.chain:
                assert all(order[target] <= order[each.target] for target in line.cited)


def test_a_chain_names_the_laws_in_order(gamma) -> None:
    variance = next(unit for unit in gamma.units if unit.title == "variance")
    (statement,) = variance.statements
    assert variance.label == "Proposition 2"
    laws = [law for line in statement.chain for law in line.laws]
    assert laws == [
        "total variance", "variance of a sum", "exchangeable indices", "independence",
    ]  # fmt: skip
    assert not any(line.right.atoms(Operator) - {*gamma.named} for line in statement.chain[-1:])


@pytest.mark.thorough
def test_results_are_what_was_derived(gamma, deep) -> None:
    for proofs in (gamma, deep):
        by_target = {each.target: each.result for each in proofs.derivations}
        for unit in proofs.units:
            for each in unit.statements:
                shown = each.form.xreplace(proofs.named)
                wanted = by_target.get(each.target, each.value)
                assert sympy.cancel(shown - wanted) == 0


def test_symmetric_results_follow_by_the_symmetry(gamma) -> None:
    mirrored = {each.target for unit in gamma.units for each in unit.statements if each.mirror}
    wanted = {each.target for each in gamma.derivations if each.name.endswith("col")}
    assert wanted <= mirrored
    (symmetry,) = find_symmetries(catalogue_model("pmf_gamma"))
    assert [(str(one), str(two)) for one, two in symmetry.pairs()] == [
        ("theta", "beta"), ("a", "c"), ("b", "d"), ("i", "j"), ("t", "l"),
    ]  # fmt: skip


def test_models_without_a_symmetry_have_none() -> None:
    assert find_symmetries(catalogue_model("hpf_rows_gamma")) == []
    assert find_symmetries(catalogue_model("pmf_gamma_exposure")) == []
    assert [each.axes for each in find_symmetries(three_axes().declaration)] == [
        {"row": "col", "col": "row"}
    ]


@pytest.mark.thorough
def test_long_means_have_letters_unless_taken(deep) -> None:
    assert "mu_theta" in deep.letters.values()
    taken = proofs_of(catalogue_model("pmf_prior"))
    assert not any(taken.letters.values())


@pytest.mark.thorough
def test_lemmas_hold_what_propositions_share(deep) -> None:
    titles = [unit.title for unit in deep.units if unit.kind == "Lemma"]
    assert FACTORS in titles
    assert PRODUCTS in titles


# Checked before it is printed


@pytest.mark.parametrize("place", range(3, 9))
def test_a_wrong_step_is_not_printed(place: int) -> None:
    derivation = derive(catalogue_model("pmf_gamma"), "variance")
    step = derivation.steps[place]
    wrong = replace(step, after=2 * step.after if step.after != 0 else step.before * 0 + 1)
    steps = (*derivation.steps[:place], wrong, *derivation.steps[place + 1 :])
    with pytest.raises(DerivationError, match=r"does not hold in numbers|leaves .* open"):
        Proofs([replace(derivation, steps=steps)])


def test_a_missing_step_is_said() -> None:
    derivation = derive(catalogue_model("pmf_gamma"), "mean")
    with pytest.raises(DerivationError, match="open; expected steps for each moment"):
        Proofs([replace(derivation, steps=derivation.steps[:3])])


# Forms


def test_the_variance_is_written_by_the_mean() -> None:
    model = catalogue_model("pmf_gamma")
    shown = by_the_mean(derive(model, "variance"), derive(model, "mean"))
    k, a, b, c, d = sympy.symbols("K a b c d", positive=True)
    names = {symbol.name: symbol for symbol in shown.free_symbols}
    mean = k * a * c / (b * d)
    wanted = (mean * (1 + (1 + a + c) / (b * d))).subs(
        {symbol: names[symbol.name] for symbol in (k, a, b, c, d)}
    )
    assert shown == wanted


@pytest.mark.parametrize(
    "name", core(["pmf_gamma", "hpf_rows_gamma", "gmf_gamma_gumbel", "pmf_weibull"], ["pmf_gamma"])
)
@pytest.mark.parametrize("what", ["variance", "covariance row", "correlation col"])
def test_a_preferred_form_is_the_same_function(name: str, what: str) -> None:
    model = catalogue_model(name)
    derivation, mean = derive(model, what), derive(model, "mean")
    shown = by_the_mean(derivation, mean)
    for n in (2, 7):
        symbols = sorted(shown.free_symbols | derivation.result.free_symbols, key=str)
        at = {each: sympy.Rational(5 * place + n + 7, 3) for place, each in enumerate(symbols)}
        difference = (shown - derivation.result).subs(at)
        assert abs(difference.evalf(40)) < Fraction(1, 10**25)


def test_the_noise_of_an_entry_stands_alone() -> None:
    model = catalogue_model("gmf_gamma_gumbel")
    shown = by_the_mean(derive(model, "variance"), derive(model, "mean"))
    noise = [term for term in sympy.Add.make_args(shown) if term.has(sympy.pi)]
    assert len(noise) == 1
    assert {each.name for each in noise[0].free_symbols} == {"scale_Y"}


def test_a_constant_is_taken_out_where_that_is_shorter() -> None:
    x, y = sympy.symbols("x y", positive=True)
    assert preferred(1 + 1 / (x * y), {}, {}) == 1 + 1 / (x * y)
    mean = derive(catalogue_model("pmf_gamma"), "mean").target
    worth = {mean: x / y}
    assert preferred(x**2 / y**2 + x**2 / y, worth, {mean: (0, 1, 2)}) == mean**2 * (1 + y)
    assert collect(x**2 + x * y) == x * (x + y)


def test_correlations_are_written_out_where_that_is_shorter(gamma) -> None:
    for unit in gamma.units:
        for each in unit.statements:
            if isinstance(each.target, Correlation):
                assert not each.form.atoms(Operator)
