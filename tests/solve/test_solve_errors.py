"""Systems that cannot be solved say what is missing, what is too much, or what is not built."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sympy

import symppm as ppm
from symppm.errors import NotBuiltError, ParameterError, SymPPMError, TargetError
from symppm.model import Declaration, catalogue_model
from symppm.solve import solve

SIZE = sympy.Symbol("K", positive=True, integer=True)


def hierarchical() -> Declaration:
    with ppm.Model("hpf_gamma") as hpf:
        a, a_prime, b_prime, c, c_prime, d_prime = ppm.hyperparameters(
            "a a_prime b_prime c c_prime d_prime"
        )
        xi = ppm.Gamma("xi", shape=a_prime, rate=a_prime / b_prime, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        eta = ppm.Gamma("eta", shape=c_prime, rate=c_prime / d_prime, dims="col")
        beta = ppm.Gamma("beta", shape=c, rate=eta, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return hpf.declaration


def message(kind: type[SymPPMError], given: Sequence[str], **fixed: Any) -> str:
    with pytest.raises(kind) as caught:
        solve(catalogue_model("pmf_gamma"), given, fixed)
    assert type(caught.value) is kind
    return str(caught.value)


FOUR = ("mean", "variance", "rho_row", "rho_col")


def test_too_few_targets() -> None:
    assert message(TargetError, ("mean", "variance", "rho_row")) == (
        "3 targets that determine 3 of 4 identifiable combinations of K, a, b, c, d; expected 4 "
        "independent targets. These leave a family of dimension 1: add targets, or fix "
        "hyperparameters."
    )


def test_enough_targets_that_say_the_same() -> None:
    # rho_row is cov_row over the variance, so nothing fixes what the columns share.
    assert message(TargetError, ("mean", "variance", "rho_row", "cov_row")) == (
        "4 targets that determine 3 of 4 identifiable combinations of K, a, b, c, d; expected 4 "
        "independent targets. These leave a family of dimension 1: add targets, or fix "
        "hyperparameters."
    )


def test_too_many_targets() -> None:
    assert message(TargetError, (*FOUR, "cov_row")) == (
        "5 targets for 4 identifiable unknowns; expected 4 targets. Drop a target, or hold only a "
        'ratio such as "rho_row/rho_col".'
    )


def test_one_too_many_targets_because_something_is_fixed() -> None:
    assert message(TargetError, FOUR, a=1) == (
        "4 targets for 3 identifiable unknowns; expected 3 targets. Drop a target, or hold only a "
        'ratio such as "rho_row/rho_col".'
    )


def test_no_targets() -> None:
    assert message(TargetError, ()).startswith("0 targets that determine 0 of 4")


def test_nothing_left_to_solve_for() -> None:
    assert "identifiable" in message(TargetError, ("mean",), K=2, a=1, b=1, c=1, d=1)


@pytest.mark.parametrize("name", ["rho_cal", "rho_cal/rho_row", "rho_row/rho_cal"])
def test_an_unknown_target_is_named_as_it_was_written(name: str) -> None:
    text = message(TargetError, ("mean", "variance", "rho_row", name))
    assert text.startswith(f"no target is named {name!r}") or text.startswith(
        "no target is named 'rho_cal'"
    )
    assert "Did you mean 'rho_col'?" in text


def test_an_unknown_target_gets_the_nearest_one() -> None:
    assert message(TargetError, ("men", "variance", "rho_row", "rho_col")) == (
        "no target is named 'men'; expected a moment of the model's prior predictive "
        "distribution. Did you mean 'mean'?"
    )


@pytest.mark.parametrize("name", ["mean/", "/mean", "rho_row/rho_col/mean", "/"])
def test_a_ratio_has_two_targets(name: str) -> None:
    assert message(TargetError, ("variance", "rho_row", "rho_col", name))


def test_a_repeated_target() -> None:
    assert message(TargetError, ("mean", "variance", "rho_row", "rho_row")) == (
        "the target 'rho_row' is given twice; expected each target once. Remove one of the two."
    )


def test_a_target_as_text_is_not_taken_letter_by_letter() -> None:
    with pytest.raises(TargetError) as caught:
        solve(catalogue_model("pmf_gamma"), "mean")
    assert "'m'" not in str(caught.value)


def test_an_unknown_fixed_name() -> None:
    assert message(ParameterError, FOUR, bb=1) == (
        "fixed 'bb'; expected a hyperparameter of the model, or the size of a latent axis. Did you "
        "mean 'b'?"
    )


@pytest.mark.parametrize("name", ["N", "theta", "mean"])
def test_what_is_no_unknown_cannot_be_fixed(name: str) -> None:
    assert message(ParameterError, FOUR, **{name: 1}).startswith(f"fixed {name!r}; expected")


@pytest.mark.parametrize("value", [-3, 0, float("nan"), float("inf"), "three", None])
def test_a_fixed_value_is_a_positive_number(value: Any) -> None:
    assert message(ParameterError, ("mean", "variance", "rho_row/rho_col"), K=value)


def test_the_hierarchical_model_needs_more_targets_than_there_are() -> None:
    with pytest.raises(TargetError) as caught:
        solve(hierarchical())
    assert str(caught.value) == (
        "4 targets that determine 4 of 6 identifiable combinations of K, a, a_prime, b_prime, c, "
        "c_prime, d_prime; expected 6 independent targets. These leave a family of dimension 2: "
        "add targets, or fix hyperparameters."
    )


def test_the_hierarchical_model_with_enough_fixed_is_not_built_yet() -> None:
    with pytest.raises(NotBuiltError) as caught:
        solve(hierarchical(), fixed={"a": 1, "c": 1})
    assert str(caught.value) == (
        "the moments of 'hpf_gamma' are rational functions of its hyperparameters; expected "
        "Laurent polynomials. Solving such systems is not built yet."
    )


def test_the_hierarchical_model_with_its_upper_shapes_fixed_is_not_built_yet() -> None:
    with pytest.raises(NotBuiltError, match="no closed form was found"):
        solve(hierarchical(), fixed={"a_prime": 5, "c_prime": 7})


def test_signed_hyperparameters_are_not_built_yet() -> None:
    with ppm.Model("signed") as signed:
        shift = ppm.hyperparameters("shift", domain="real")
        ppm.Poisson("Y", rate=shift**2, dims="row col", observed=True)
    with pytest.raises(NotBuiltError) as caught:
        signed.solve(("mean",))
    assert str(caught.value) == (
        "the unknown shift may be negative; expected positive unknowns. Fix shift; solving for "
        "signed hyperparameters is not built yet."
    )


def test_an_equation_of_higher_degree_is_not_built_yet() -> None:
    with pytest.raises(NotBuiltError, match="an equation of degree 3 remains"):
        solve(
            catalogue_model("pmf_gamma"),
            ("variance", "rho_row", "rho_col"),
            {"K": sympy.Symbol("K", positive=True, integer=True)},
        )


PROGRAM = """
import sympy
from symppm.model import catalogue_model
from symppm.solve import solve
for name in ("pmf_gamma", "pmf_prior"):
    declared = catalogue_model(name)
    print(solve(declared).summary(), solve(declared).coefficients_of_variation)
fixed = {"K": declared.sizes[0]}
print(solve(catalogue_model("pmf_gamma"), ("mean", "variance", "rho_row/rho_col"), fixed).summary())
"""


def test_solutions_are_written_alike_under_any_hash_seed(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    first, second = (run_python("-c", PROGRAM, env={"PYTHONHASHSEED": s}) for s in ("3", "777"))
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("not identified") == 3
    assert first.stdout == second.stdout


def test_a_fixed_number_is_put_into_the_solution() -> None:
    found = solve(catalogue_model("pmf_gamma"), ("mean", "variance", "rho_row/rho_col"), {"K": 25})
    assert found.fixed == ("K",)
    for value in found.expressions.values():
        assert "K" not in {symbol.name for symbol in value.free_symbols}
    symbolic = solve(
        catalogue_model("pmf_gamma"), ("mean", "variance", "rho_row/rho_col"), {"K": SIZE}
    )
    for name, value in symbolic.expressions.items():
        assert sympy.simplify(value.subs(SIZE, 25) - found.expressions[name]) == 0


def test_a_fixed_decimal_is_that_decimal() -> None:
    found = solve(catalogue_model("pmf_gamma"), ("mean", "variance", "rho_row/rho_col"), {"K": 1.5})
    assert found.expressions["a"].atoms(sympy.Float) == set()
