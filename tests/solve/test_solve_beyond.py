"""Models beyond the paper's: weights of factors, effects, a third axis, exposures."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from cases import core
from solving import combined, declared, solution_of
from targets_of import as_targets

from symppm.model.catalogue import CATALOGUE
from symppm.solve.needs import to_be_given

F = Fraction
POINTS = (
    (F(25), F(1), F(1), F(1, 10), F(1, 10)),
    (F(3), F(7, 3), F(2), F(1, 5), F(40)),
    (F(60), F(4), F(1, 9), F(15), F(30)),
)


def raw(shape: Fraction, rate: Fraction) -> tuple[Fraction, Fraction]:
    """Return E[X] and E[X^2] of a Gamma variable."""
    return shape / rate, shape * (shape + 1) / rate**2


def only(name: str, fixed: tuple[str, ...], targets: dict[str, Fraction]) -> dict[str, float]:
    (found,) = solution_of(name, fixed=fixed).evaluate(targets)
    return found


# Weights of the factors, shared by the whole matrix: D = Cov of entries without a common index


@pytest.mark.thorough
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("weight", [(F(2), F(3)), (F(1, 4), F(1, 7))])
def test_what_the_weights_share_is_taken_off(
    point: tuple[Fraction, ...], weight: tuple[Fraction, Fraction]
) -> None:
    k, a, b, c, d = point
    (t1, t2), (u1, u2), (w1, w2) = raw(a, b), raw(c, d), raw(*weight)
    mean = k * w1 * t1 * u1
    square = k * (w1 * t1 * u1) ** 2
    common = k * w2 * t1**2 * u1**2 - square
    row, col = k * w2 * t2 * u1**2 - square, k * w2 * t1**2 * u2 - square
    variance = mean + k * w2 * t2 * u2 - square
    assert common > 0
    targets = as_targets(mean, variance - common, row=row - common, col=col - common)
    found = only("pmf_gamma_weights", ("e",), {**targets, "e": weight[0]})
    hyper = {"K": k, "a": a, "b": b, "c": c, "d": d, "f": weight[1]}
    wanted = combined(solution_of("pmf_gamma_weights", fixed=("e",)), hyper)
    assert found == pytest.approx(wanted, rel=1e-9)


@pytest.mark.thorough
def test_weights_that_hardly_vary_change_nothing() -> None:
    # K grows by (e + 1)/e, the squared coefficient of variation of the weights, plus one.
    weighted = solution_of("pmf_gamma_weights", fixed=("e",)).expressions["K"]
    plain = solution_of("pmf_gamma").expressions["K"]
    e = next(s for s in weighted.free_symbols if s.name == "e")
    assert sympy.simplify(weighted / plain - (e + 1) / e) == 0


# Additive effects of rows and columns

EFFECTS = ("a_row", "b_row", "a_col", "b_col")


@pytest.mark.thorough
@pytest.mark.parametrize("point", POINTS)
def test_effects_add_to_what_rows_and_columns_share(point: tuple[Fraction, ...]) -> None:
    k, a, b, c, d = point
    a_row, b_row, a_col, b_col = F(2), F(3), F(1, 2), F(4)
    (t1, t2), (u1, u2) = raw(a, b), raw(c, d)
    row = a_row / b_row**2 + k * (t2 - t1**2) * u1**2
    col = a_col / b_col**2 + k * t1**2 * (u2 - u1**2)
    mean = a_row / b_row + a_col / b_col + k * t1 * u1
    variance = mean + row + col + k * (t2 - t1**2) * (u2 - u1**2)
    known = dict(zip(EFFECTS, (a_row, b_row, a_col, b_col), strict=True))
    found = only(
        "pmf_gamma_effects", EFFECTS, {**as_targets(mean, variance, row=row, col=col), **known}
    )
    hyper = {"K": k, "a": a, "b": b, "c": c, "d": d}
    wanted = combined(solution_of("pmf_gamma_effects", fixed=EFFECTS), hyper)
    assert found == pytest.approx(wanted, rel=1e-9)


# A third axis


@pytest.mark.parametrize("point", core(POINTS, POINTS[1:2]))
def test_three_axes(point: tuple[Fraction, ...]) -> None:
    k, a, b, c, d = point
    e, f = F(5, 3), F(2, 7)
    pairs = {"row": raw(a, b), "col": raw(c, d), "slice": raw(e, f)}
    first = {axis: pair[0] for axis, pair in pairs.items()}
    mean = k * first["row"] * first["col"] * first["slice"]
    square = mean**2 / k
    shared = {axis: square * (two / one**2 - 1) for axis, (one, two) in pairs.items()}
    product = F(1)
    for one, two in pairs.values():
        product *= two / one**2
    variance = mean + square * (product - 1)
    found = only("ptf_gamma", (), as_targets(mean, variance, **shared))
    hyper = {"K": k, "a": a, "b": b, "c": c, "d": d, "e": e, "f": f}
    assert found == pytest.approx(combined(solution_of("ptf_gamma"), hyper), rel=1e-9)


def test_three_axes_leave_a_quadratic_for_k() -> None:
    # With x = R/E^2 and so on, and L = (V - E)/E^2: 1 + K L = (1 + K x)(1 + K y)(1 + K z), thus
    # x y z K^2 + (x y + x z + y z) K + x + y + z - L = 0. Its positive root is the only solution.
    targets = {"mean": 4.0, "variance": 30.0, "rho_row": 0.2, "rho_col": 0.1, "rho_slice": 0.05}
    x, y, z = (targets[f"rho_{axis}"] * 30 / 16 for axis in ("row", "col", "slice"))
    level = 26 / 16
    square, linear, constant = x * y * z, x * y + x * z + y * z, x + y + z - level
    root = (-linear + (linear**2 - 4 * square * constant) ** 0.5) / (2 * square)
    (found,) = solution_of("ptf_gamma").evaluate(targets)
    assert found["K"] == pytest.approx(root, rel=1e-12)
    assert found["a"] == pytest.approx(1 / (root * x), rel=1e-12)
    assert found["c"] == pytest.approx(1 / (root * y), rel=1e-12)
    assert found["e"] == pytest.approx(1 / (root * z), rel=1e-12)
    # Too little variance for what the axes share: no solution.
    assert solution_of("ptf_gamma").evaluate({**targets, "variance": 5.0}) == []


# Known exposures of the columns: the adjusted moments of the paper's appendix on mismatch


@pytest.mark.parametrize("point", core(POINTS, POINTS[1:2]))
@pytest.mark.parametrize("exposures", [(F(1), F(1)), (F(1, 2), F(3), F(7, 2), F(1, 9))])
def test_adjusted_moments_of_exposed_columns(
    point: tuple[Fraction, ...], exposures: tuple[Fraction, ...]
) -> None:
    k, a, b, c, d = point
    (t1, t2), (u1, u2) = raw(a, b), raw(c, d)
    mean, row, col = k * t1 * u1, k * (t2 - t1**2) * u1**2, k * t1**2 * (u2 - u1**2)
    rate_variance = row + col + k * (t2 - t1**2) * (u2 - u1**2)
    # Of one column: v_j = g e + g^2 Var[eta]. Data divided by g_j then have variance
    # e/g_j + Var[eta], and the average over columns is what the targets are.
    each = [(g * mean + g**2 * rate_variance) / g**2 for g in exposures]
    variance = sum(each, F(0)) / len(each)
    inverse = sum((1 / g for g in exposures), F(0)) / len(exposures)
    targets = as_targets(mean, variance, row=row, col=col)
    found = only("pmf_gamma_exposure", (), {**targets, "mean_inverse_exposure": inverse})
    hyper = {"K": k, "a": a, "b": b, "c": c, "d": d}
    wanted = combined(solution_of("pmf_gamma_exposure"), hyper)
    assert found == pytest.approx(wanted, rel=1e-9)
    # The paper's way: v = Var[Y/g] - E[Y/g^2] + E[Y/g], and then its formula for K as it stands.
    adjusted = variance - mean * inverse + mean
    plain = only("pmf_gamma", (), as_targets(mean, adjusted, row=row, col=col))
    assert found == pytest.approx(plain, rel=1e-9)


# What has to be given


NEEDS = {
    "hpf_gamma": ("a", "c"),
    "hpf_rows_gamma": ("a",),
    "pmf_gamma_weights": ("e",),
    "ptf_gamma": (),
    "pmf_gamma_exposure": (),
    "pmf_exponential": (),
    "cpmf_prior_any": ("kappa", "psi_first", "psi_second"),
}


@pytest.mark.parametrize("name", core(NEEDS, ["hpf_rows_gamma", "pmf_gamma_exposure"]))
def test_the_catalogue_and_the_chooser_agree(name: str) -> None:
    chosen = to_be_given(declared(name))
    assert chosen == NEEDS[name]
    listed = CATALOGUE[name].needs
    assert listed in (None, chosen)


@pytest.mark.thorough
def test_what_is_given_anyway_counts() -> None:
    assert to_be_given(declared("hpf_gamma"), fixed=("a_prime",)) == ("a", "a_prime")
    assert to_be_given(declared("hpf_gamma"), fixed=("a", "c_prime")) == ("a", "c_prime")
    assert len(to_be_given(declared("pmf_gamma"), ("mean", "variance"))) == 2


@pytest.mark.thorough
def test_effects_need_four_whichever() -> None:
    assert len(to_be_given(declared("pmf_gamma_effects"))) == 4
    solution = solution_of("pmf_gamma_effects", fixed=EFFECTS)
    assert (solution.rank, solution.dimension) == (4, 0)
