"""Targets and fixed values that make no sense are refused; solutions are written alike."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from symppm.errors import ParameterError, TargetError
from symppm.model import catalogue_model
from symppm.solve import solve

SIZE = sympy.Symbol("K", positive=True, integer=True)
FOUR = ("mean", "variance", "rho_row", "rho_col")

TARGETS = {
    (): (
        'no targets; expected at least one. Write, for example, given=("mean", "variance", '
        '"rho_row", "rho_col").'
    ),
    ("men", "variance", "rho_row", "rho_col"): (
        "no target is named 'men'; expected a moment of the model's prior predictive "
        "distribution. Did you mean 'mean'?"
    ),
    ("mean", "variance", "rho_row", "rho_row"): (
        "the target 'rho_row' is given twice; expected each target once. Remove one of the two."
    ),
    ("mean", "variance", "rho_row", "rho_cal"): "no target is named 'rho_cal'; ",
    ("mean", "variance", "rho_row", "rho_cal/rho_row"): "no target is named 'rho_cal",
    ("mean", "variance", "rho_row", "rho_row/rho_cal"): "no target is named 'rho_",
    **{("variance", "rho_row", "rho_col", name): "" for name in ("mean/", "/mean", "/")},
    ("variance", "rho_row", "rho_col", "rho_row/rho_col/mean"): "",
}


@pytest.mark.whole
@pytest.mark.parametrize("given", TARGETS)
def test_targets_that_are_none_are_named_as_they_were_written(given: tuple[str, ...]) -> None:
    with pytest.raises(TargetError) as caught:
        solve(catalogue_model("pmf_gamma"), given)
    assert str(caught.value).startswith(TARGETS[given])
    if "rho_cal" in " ".join(given):
        assert "Did you mean 'rho_col'?" in str(caught.value)


def test_a_target_as_text_is_not_taken_letter_by_letter() -> None:
    with pytest.raises(TargetError) as caught:
        solve(catalogue_model("pmf_gamma"), "mean")
    assert "'m'" not in str(caught.value)


def test_nothing_left_to_solve_for() -> None:
    with pytest.raises(TargetError, match="identifiable"):
        solve(catalogue_model("pmf_gamma"), ("mean",), {"K": 2, **dict.fromkeys("abcd", 1)})


FIXED: list[tuple[str, Any, str]] = [
    (
        "bb", 1,
        "fixed 'bb'; expected a hyperparameter of the model, or the size of a latent axis. Did you "
        "mean 'b'?",
    ),
    *((name, 1, f"fixed {name!r}; expected") for name in ("N", "theta", "mean")),
    *(("K", value, "") for value in (-3, 0, float("nan"), float("inf"), "three", None)),
]  # fmt: skip


@pytest.mark.whole
@pytest.mark.parametrize(("name", "value", "said"), FIXED)
def test_what_is_fixed_is_an_unknown_at_a_positive_number(name: str, value: Any, said: str) -> None:
    given = HELD if name == "K" else FOUR
    with pytest.raises(ParameterError) as caught:
        solve(catalogue_model("pmf_gamma"), given, {name: value})
    assert type(caught.value) is ParameterError
    assert str(caught.value).startswith(said)


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
