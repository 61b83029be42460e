"""The cycle as a target: against enumeration of small worlds, and from hyperparameters and back."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod

import pytest
import sympy
from cases import core
from solving import declared

import symppm as ppm
from symppm.errors import TargetError
from symppm.model import Declaration
from symppm.solve import solve
from symppm.solve.needs import cross_moment_targets, star_targets
from symppm.solve.system import prepare, rank
from symppm.solve.targets import listed_targets, moment

F = Fraction
FOUR = ("mean", "cov_row", "cov_col", "cycle")
FIVE = (*FOUR, "variance")


# Small worlds: everything that is random takes two values


Rows = Sequence[tuple[F, tuple[F, ...]]]
"""Probability and latent values of a row (or of a column)."""


def two_valued(values: Sequence[tuple[F, F, F]]) -> Rows:
    """Every combination of independent variables, each with (low, high, chance of high)."""
    found = []
    for bits in itertools.product((0, 1), repeat=len(values)):
        chances = (p if bit else 1 - p for bit, (_, _, p) in zip(bits, values, strict=True))
        found.append((prod(chances), tuple(v[bit] for bit, v in zip(bits, values, strict=True))))
    return found


def enumerated(
    rows: Rows, columns: Rows, mean: Callable[[Sequence[F], Sequence[F]], F]
) -> dict[str, F]:
    """Return mean, covariances and cycle by conditional means, without any cumulant."""
    table = [[mean(row, column) for _, column in columns] for _, row in rows]
    by_row = [p for p, _ in rows]
    by_col = [p for p, _ in columns]
    a = [sum(q * v for q, v in zip(by_col, line, strict=True)) for line in table]
    b = [
        sum(p * line[n] for p, line in zip(by_row, table, strict=True)) for n in range(len(by_col))
    ]
    mu = sum(p * v for p, v in zip(by_row, a, strict=True))
    z = [[v - a[i] - b[j] + mu for j, v in enumerate(line)] for i, line in enumerate(table)]
    # E[Z_ij Z_il Z_tj Z_tl] = sum over rows i, t of (sum over columns of Z_ij Z_tj) squared.
    cycle = F(0)
    for (p, one), (q, other) in itertools.product(zip(by_row, z, strict=True), repeat=2):
        cycle += p * q * sum(c * x * y for c, x, y in zip(by_col, one, other, strict=True)) ** 2
    return {
        "mean": mu,
        "cov_row": sum(p * (v - mu) ** 2 for p, v in zip(by_row, a, strict=True)),
        "cov_col": sum(p * (v - mu) ** 2 for p, v in zip(by_col, b, strict=True)),
        "cycle": cycle,
    }


def derived(declaration: Declaration, name: str, values: dict[str, F | int]) -> sympy.Expr:
    found = moment(declaration, name)
    at = {s: sympy.Rational(F(values[s.name])) for s in found.free_symbols}
    return found.xreplace(at)


def rows_that_answer_to_columns() -> Declaration:
    with ppm.Model("answering") as model:
        p, q, s, u = ppm.hyperparameters("p q s u")
        bump = ppm.Bernoulli("bump", mean=s, dims="row")
        shift = ppm.Bernoulli("shift", mean=u, dims="col")
        theta = ppm.Bernoulli("theta", mean=p, dims="row factor")
        beta = ppm.Bernoulli("beta", mean=q, dims="col factor")
        factors = ppm.sum(theta * beta, over="factor")
        mean = factors + 3 * bump * shift
        ppm.Normal("Y", mean=mean, variance=4, dims="row col", observed=True)
    return model.declaration


def test_the_cycle_is_what_enumeration_of_conditional_means_gives() -> None:
    p, q, s, u = F(1, 3), F(2, 5), F(1, 4), F(3, 7)
    values: dict[str, F | int] = {"K": 2, "p": p, "q": q, "s": s, "u": u}
    bits_p, bits_q, bits_s, bits_u = ((F(0), F(1), each) for each in (p, q, s, u))

    def answering(r: Sequence[F], c: Sequence[F]) -> F:
        total = sum((x * y for x, y in zip(r[1:], c[1:], strict=True)), F(0))
        return total + 3 * r[0] * c[0]

    rows, columns = two_valued([bits_s, bits_p, bits_p]), two_valued([bits_u, bits_q, bits_q])
    truth = enumerated(rows, columns, answering)
    assert truth["cycle"] != 0
    for name, value in truth.items():
        found = derived(rows_that_answer_to_columns(), name, values)
        assert found == sympy.Rational(value), name


def test_an_additive_model_has_no_cycle() -> None:
    with ppm.Model("additive") as model:
        a, b = ppm.hyperparameters("a b")
        rows = ppm.Gamma("rows", shape=a, rate=1, dims="row")
        columns = ppm.Gamma("columns", shape=b, rate=1, dims="col")
        ppm.Poisson("Y", rate=rows + columns, dims="row col", observed=True)
    assert model.cycle() == 0


# The printed formulas


@pytest.mark.thorough
def test_the_cycle_of_bilinear_models_is_not_the_cumulant() -> None:
    model = ppm.Model("plain")
    with model:
        m, s, n, t = ppm.hyperparameters("m s n t")
        theta = ppm.Prior("theta", mean=m, variance=s**2, dims="row factor")
        beta = ppm.Prior("beta", mean=n, variance=t**2, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Observation("Y", mean=rate, variance=rate**2, dims="row col", observed=True)
    (size,) = model.declaration.sizes
    assert sympy.expand(model.cycle() - size * s**4 * t**4) == 0
    mean, row, col = model.mean(), model.covariance("row"), model.covariance("col")
    whole = model.cumulant("ij", "il", "tj", "tl")
    assert sympy.simplify(whole - 2 * (row + col) * row * col / mean**2 - model.cycle()) == 0
    assert sympy.simplify(model.cumulant("ij", "il", "tj") - row * col / mean) == 0


# Which targets, and what they determine


TARGETS = {
    "pmf_gamma": (None, FOUR),
    "pmf_weibull": (None, FOUR),
    "gmf_normal_normal": (None, FIVE),
    "cpmf_gamma_poisson": (None, FIVE),
    "hpf_rows_gamma": (("a",), FOUR),
    "pmf_gamma_exposure": (None, FOUR),
    "pmf_gamma_effects": (("a_row", "b_row", "a_col", "b_col"), FOUR),
}


@pytest.mark.parametrize("name", core(TARGETS, ["pmf_gamma"]))
def test_the_variance_is_a_target_only_where_noise_needs_it(name: str) -> None:
    needs, expected = TARGETS[name]
    assert cross_moment_targets(declared(name), needs) == expected


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pmf_gamma", [4, 4, 4, 4, 4, 4]),
        ("hpf_rows_gamma", [4, 5, 4, 5, 5, 5]),
        ("hpf_gamma", [4, 5, 4, 5, 6, 6]),
    ],
)
def test_stars_tell_levels_apart_and_paths_tell_nothing(name: str, expected: list[int]) -> None:
    declaration = declared(name)
    row, column = star_targets(declaration)
    path = "cumulant_ij_il_tj"
    asked = [FOUR, FIVE, (*FOUR, path), (*FOUR, row), (*FOUR, row, column)]
    asked.append((*FOUR, row, column, path))
    assert [rank(prepare(declaration, each, {})) for each in asked] == expected


# Refusals


def test_data_with_other_than_two_axes_have_no_cycle() -> None:
    with pytest.raises(TargetError, match="along 3 axes: row, col, slice"):
        solve(declared("ptf_gamma"), FOUR)
    with pytest.raises(TargetError, match="'cycle' of data along 3 axes"):
        cross_moment_targets(declared("ptf_gamma"))
    assert "cycle" not in listed_targets(declared("ptf_gamma"))


def test_a_misspelled_cycle_is_recognised() -> None:
    with pytest.raises(TargetError, match="cycle"):
        solve(declared("pmf_gamma"), ("mean", "cov_row", "cov_col", "cyle"))
