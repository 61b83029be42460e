"""Targets and fixed values that make no sense are refused; solutions are written alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import sympy

from symppm.errors import ParameterError, SymPPMError, TargetError
from symppm.model import catalogue_model
from symppm.solve import solve

SIZE = sympy.Symbol("K", positive=True, integer=True)


def message(kind: type[SymPPMError], given: Sequence[str], **fixed: Any) -> str:
    with pytest.raises(kind) as caught:
        solve(catalogue_model("pmf_gamma"), given, fixed)
    assert type(caught.value) is kind
    return str(caught.value)


FOUR = ("mean", "variance", "rho_row", "rho_col")


def test_no_targets() -> None:
    assert message(TargetError, ()) == (
        'no targets; expected at least one. Write, for example, given=("mean", "variance", '
        '"rho_row", "rho_col").'
    )


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


HELD = ("mean", "variance", "rho_row/rho_col")


@pytest.mark.thorough
def test_a_fixed_number_is_put_into_the_solution() -> None:
    found = solve(catalogue_model("pmf_gamma"), HELD, {"K": 25})
    assert found.fixed == ("K",)
    for value in found.expressions.values():
        assert "K" not in {symbol.name for symbol in value.free_symbols}
    symbolic = solve(catalogue_model("pmf_gamma"), HELD, {"K": SIZE})
    at = {"mean": 25, "variance": 550, "rho_row": 0.3, "rho_col": 0.1}
    for name, value in symbolic.expressions.items():
        numbers = {symbol: at[symbol.name] for symbol in value.free_symbols - {SIZE}}
        difference = value.subs(SIZE, 25).subs(numbers) - found.expressions[name].subs(numbers)
        assert abs(difference.evalf()) < 1e-12


@pytest.mark.thorough
def test_a_fixed_decimal_is_put_into_the_solution_as_that_decimal() -> None:
    found = solve(catalogue_model("pmf_gamma"), ("mean", "variance", "rho_row"), {"K": 1.5})
    assert found.fixed == ("K",)
    for value in found.expressions.values():
        assert "K" not in {symbol.name for symbol in value.free_symbols}
        assert value.atoms(sympy.Float) == set()
