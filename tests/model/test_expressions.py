"""Text that users give is numbers and names, and never run."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

import symppm as ppm
from symppm.errors import ParameterError, SymPPMError, TargetError
from symppm.expressions import as_expression, number
from symppm.model import catalogue_model
from symppm.solve import Solution, solve

FOUR = ("mean", "variance", "rho_row", "rho_col")
AT: dict[str, Any] = {"mean": 2, "variance": 6, "rho_row": 0.1, "rho_col": 0.1}


@cache
def solution() -> Solution:
    return solve(catalogue_model("pmf_gamma"), FOUR)


def declared(value: Any) -> None:
    with ppm.Model("m"):
        ppm.Gamma("theta", shape=value, rate=1, dims="row")


def summed(value: Any) -> None:
    with ppm.Model("m"):
        ppm.sum(value, over="row")


def linked(value: Any) -> None:
    with ppm.Model("m"):
        ppm.logistic(value)


def fixed(value: Any) -> None:
    solve(catalogue_model("pmf_gamma"), FOUR, {"a": value})


def evaluated(value: Any) -> None:
    solution().evaluate({**AT, "mean": value})


def matched(value: Any) -> None:
    ppm.match(targets=AT, fixed={"a": value})


def aimed(value: Any) -> None:
    ppm.match(targets={**AT, "mean": value})


def drawn(value: Any) -> None:
    ppm.sample("pmf_gamma", {"K": 2, "a": value, "b": 1, "c": 1, "d": 1}, shape=(2, 2),
               random_seed=1)  # fmt: skip


DOORS = [declared, summed, linked, fixed, evaluated, matched, aimed, drawn]


@pytest.mark.parametrize("door", DOORS)
def test_text_is_never_run(door: Callable[[Any], None], tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"__import__('pathlib').Path({str(mark)!r}).write_text('x')"
    for value in (code, np.str_(code), (code,), [code], {code}, {code: 1}, np.array([code])):
        with pytest.raises(SymPPMError):
            door(value)
        assert not mark.exists()


@pytest.mark.parametrize("door", [fixed, evaluated, matched, aimed, drawn])
@pytest.mark.parametrize(
    "value",
    ["2 kg", "nan", "-inf", "1e999", "1j", "(-1)**0.5", "1/0", "", "0x10", "9**9**9**9",
     math.nan, math.inf, 2j, np.complex64(2 + 1j), np.timedelta64(2, "s"), 10**400, None],
)  # fmt: skip
def test_what_is_no_finite_number_is_refused(door: Callable[[Any], None], value: Any) -> None:
    with pytest.raises(SymPPMError):
        door(value)


def test_text_is_read_as_it_would_be_written() -> None:
    symbols = {name: sympy.Symbol(name, positive=True) for name in ("a", "a_prime", "lambda", "ϕ")}
    a, a_prime, word, letter = symbols.values()
    for text, meant in {
        "1/a_prime": 1 / a_prime,
        " 2e-1 * ( a+.5 ) ** 2": (a + sympy.Rational(1, 2)) ** 2 / 5,
        "-a**-2": -(a**-2),
        "lambda*ϕ": word * letter,
        "2**3**2 - 1.": sympy.Integer(511),
    }.items():
        assert sympy.expand(as_expression(text, symbols) - meant) == 0
    assert as_expression("a") is None
    assert [number(each) for each in ("1e3", Fraction(1, 4), np.int8(3))] == [1000.0, 0.25, 3.0]


def test_text_with_numbers_is_as_good_as_numbers() -> None:
    (read,) = solution().evaluate({**AT, "mean": "2", "rho_row": "1/10"})
    # tau = 1 - (0.1 + 0.1) - 2 / 6 of the variance: K = mean^2 tau / (variance rho_row rho_col).
    assert read["K"] == pytest.approx(4 * (1 - 0.2 - 2 / 6) / (6 * 0.01), rel=1e-12)
    with pytest.raises(TargetError, match="no value for rho_row"):
        solution().evaluate({"mean": 2, "variance": 6})


@pytest.mark.thorough
def test_a_tie_may_be_text() -> None:
    model, a_prime = catalogue_model("hpf_gamma"), sympy.Symbol("a_prime", positive=True)
    text, expression = (solve(model, FOUR, {"a": tie}) for tie in ("1/a_prime", 1 / a_prime))
    assert text == expression
    with pytest.raises(ParameterError, match="Did you mean 'a_prime'"):
        solve(model, FOUR, {"a": "1/a_prim"})
