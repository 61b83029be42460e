"""Models that users declare and the catalogue does not have: compiled, matched, or refused."""

from __future__ import annotations

import pytest

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import DeclarationError, TargetError
from symppm.solve.needs import to_be_given


def with_level() -> ppm.Model:
    """Counts with one level of their own for the whole matrix, beside the factors."""
    with ppm.Model("level") as model:
        a, b, c, d, k, l_rate = ppm.hyperparameters("a b c d k l_rate")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        level = ppm.Gamma("level", shape=k, rate=l_rate, dims="")
        rate = level + ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model


def with_ratio() -> ppm.Model:
    """Row factors divided by a level of the row."""
    with ppm.Model("ratio") as model:
        a, b, c, d, e, f = ppm.hyperparameters("a b c d e f")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        xi = ppm.Gamma("xi", shape=e, rate=f, dims="row")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta / xi, over="factor"), dims="row col",
                    observed=True)  # fmt: skip
    return model


@pytest.mark.thorough
def test_two_that_carry_a_scale_between_them_are_both_asked_for() -> None:
    model = with_level()
    assert to_be_given(model.declaration) == ("k", "l_rate")
    # By hand, with K = 4, a = c = 2, b = d = 1, k = l = 3: the level has mean 1; its variance is
    # shared by all entries, so no target sees it.
    interaction, row = 4 * 2 * 2.0, 4 * 4 * 2.0
    mean, variance = 1 + 16.0, 17 + 2 * row + interaction
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance,
               "rho_col": row / variance}  # fmt: skip
    found = ppm.match(targets=targets, model=model, fixed={"k": 3, "l_rate": 3})
    assert found.k_exact == pytest.approx(4)
    assert found.parameters["a"] == pytest.approx(2)
    assert found.identified["b*d"] == pytest.approx(1)


def test_products_with_brackets_in_their_names_compile() -> None:
    model = with_ratio()
    (needed,) = to_be_given(model.declaration)
    # By hand: E[1/xi] = f/(e - 1), E[1/xi^2] = f^2/((e - 1)(e - 2)); K = 3, a = c = 2, e = 6.
    first, second = 1 / 5, 1 / 20
    mean = 3 * 2 * 2 * first
    # Of entries that share the row: sums over one factor twice, and over two factors.
    row = second * (3 * 6 * 4 + 6 * 16) - mean**2
    col = first**2 * 3 * 4 * 2
    square = second * (3 * 6 * 6 + 6 * 16)
    variance = mean + square - mean**2
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance,
               "rho_col": col / variance}  # fmt: skip
    true = {"a": 2.0, "e": 6.0, "c": 2.0}
    found = ppm.match(targets=targets, model=model, fixed={needed: true[needed]})
    several = found.branches or (found,)
    assert any(each.k_exact == pytest.approx(3) for each in several)


def test_a_curve_of_solutions_is_no_list_of_answers() -> None:
    # With one factor, c and c_prime enter through (c + 1) (c_prime - 1) / (c (c_prime - 2)) alone.
    module = load_model("hpf_gamma")
    moments = module.moments(1.0, 2.0, 5.0, 1.0, 1.5, 4.0, 1.0)
    targets = dict(zip(module.SPEC.targets, moments, strict=True))
    with pytest.raises(TargetError, match="family of dimension 1 open"):
        ppm.match(targets=targets, model="hpf_gamma", fixed={"a": 2, "a_prime": 5})


@pytest.mark.parametrize("name", ["mean", "variance", "rho_row", "cov_col"])
def test_a_hyperparameter_is_not_called_like_a_target(name: str) -> None:
    with (
        pytest.raises(DeclarationError, match="a name that is no statistic to be matched"),
        ppm.Model("clash"),
    ):
        ppm.hyperparameters(name)
