"""Derivations, counts and generated modules end, or say which part grows."""

from __future__ import annotations

import contextlib
import math
import random
import time

import pytest
import sympy
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement, ring

import symppm as ppm
from symppm.codegen.generate import generate
from symppm.counting import joint_cumulant, moments
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.laws import collecting, derive, engine
from symppm.laws.engine import entry_sharing
from symppm.solve.needs import cross_moment_targets

CYCLE = ("ij", "il", "tj", "tl")
SECONDS = 120


def declared(observed: str, rows: str, columns: str, mean: str, exposed: str = "") -> ppm.Model:
    """Declare a model of a matrix with two-parameter priors."""
    priors = {
        "gamma": (ppm.Gamma, "shape", "rate"),
        "weibull": (ppm.Weibull, "shape", "scale"),
        "log_normal": (ppm.LogNormal, "mu", "sigma"),
        "normal": (ppm.Normal, "mean", "variance"),
    }
    with ppm.Model("declared") as model:
        names = ("theta", "row factor", rows), ("beta", "col factor", columns)
        theta, beta = (
            priors[kind][0](
                name,
                dims=dims,
                **dict(
                    zip(priors[kind][1:], ppm.hyperparameters(f"u_{name} v_{name}"), strict=True)
                ),
            )
            for name, dims, kind in names
        )
        first, second = (ppm.sum(each.generic, over="factor") for each in (theta, beta))
        product = ppm.sum(theta * beta, over="factor")
        center = {
            "product": product,
            "rank one": first * second,
            "both": first * second + product,
            "square": product**2,
            "squares": first**2 * second**2,
            "cube": product**3,
        }[mean]
        if exposed:
            center = ppm.Known("e", dims=exposed).generic * center
        if observed == "poisson":
            ppm.Poisson("Y", rate=center, dims="row col", observed=True)
        elif observed == "negative binomial":
            size = ppm.hyperparameters("r")
            ppm.NegativeBinomial("Y", mean=center, size=size, dims="row col", observed=True)
        else:
            noise = ppm.hyperparameters("v")
            ppm.Normal("Y", mean=center, variance=noise, dims="row col", observed=True)
    return model


def test_the_cycle_of_rank_one_is_that_of_its_rows_and_columns() -> None:
    model = declared("poisson", "gamma", "gamma", "rank one")
    values = {"K": 3, "u_theta": 2, "v_theta": 1, "u_beta": 1, "v_beta": 1}
    # R_i ~ Gamma(6, 1) and C_j ~ Gamma(3, 1); an entry has the mean R_i C_j.
    row, row2, col, col2 = 6, 42, 3, 12
    mean, same_row, same_col = row * col, row2 * col**2, row**2 * col2
    # Four alone, triples, the three ways of two pairs, the six pairs, none together.
    expected = (
        row2**2 * col2**2
        - 4 * row2 * row * col2 * col * mean
        - same_row**2
        - same_col**2
        - mean**4
        + 2 * mean**2 * (2 * same_row + 2 * same_col + 2 * mean**2)
        - 6 * mean**4
    )
    derivation = derive(model.declaration, " ".join(["cumulant", *CYCLE]))
    for found in (model.cumulant(*CYCLE), derivation.result):
        at = {symbol: values[symbol.name] for symbol in found.free_symbols}
        assert found.subs(at) == expected
    assert len(derivation.steps) < 200


def test_what_grows_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    model = declared("poisson", "gamma", "gamma", "squares")
    monkeypatch.setattr(engine, "_MOST_WORK", 300)
    with pytest.raises(NotBuiltError, match=r"cumulant ij ij il.*what comes of .*theta.* grows"):
        derive(model.declaration, "cumulant ij ij il")
    monkeypatch.setattr(moments, "_MOST_WORK", 5)
    with pytest.raises(NotBuiltError, match="sums over the axis 'factor'"):
        joint_cumulant(model.declaration, entry_sharing(model.declaration, ("row",)))
    with pytest.raises(NotBuiltError, match="grows without bound"):
        model.cumulant("ij", "il", "in")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("observed", "priors", "mean", "exposed"),
    [
        ("poisson", ("weibull", "log_normal"), "rank one", "row"),
        ("normal", ("normal", "normal"), "rank one", ""),
        ("poisson", ("gamma", "weibull"), "squares", ""),
        ("poisson", ("gamma", "gamma"), "cube", ""),
    ],
)
def test_every_question_ends(
    observed: str, priors: tuple[str, str], mean: str, exposed: str
) -> None:
    model = declared(observed, *priors, mean, exposed)
    declaration = model.declaration
    for ask in (
        lambda: model.cumulant(*CYCLE),
        lambda: model.cumulant("ij", "ij", "il"),
        lambda: generate(declaration, "declared"),
        lambda: generate(declaration, "declared", targets=cross_moment_targets(declaration)),
    ):
        start = time.process_time()
        with contextlib.suppress(NotBuiltError, NotDerivableError):
            ask()
        assert time.process_time() - start < SECONDS


@pytest.mark.thorough
def test_the_steps_to_the_cycle_of_rank_one_hold() -> None:
    model = declared("poisson", "gamma", "gamma", "rank one")
    assert derive(model.declaration, " ".join(["cumulant", *CYCLE])).verify().ok


@pytest.mark.thorough
def test_cumulants_of_disguised_rank_one_are_those_of_its_law() -> None:
    """A square of a product of sums: moments of a Gamma variable of shape K a, by hand."""
    found = declared("poisson", "gamma", "gamma", "squares").cumulant("ij", "il", "tj")
    at = {"K": 2, "u_theta": 1, "v_theta": 1, "u_beta": 2, "v_beta": 1}

    def raw(shape: int, order: int) -> int:
        return int(sympy.rf(shape, order))

    row, row2, col, col2 = raw(2, 2), raw(2, 4), raw(4, 2), raw(4, 4)
    mean = row * col
    expected = row2 * row * col2 * col - mean * (row2 * col**2 + row**2 * col2 + mean**2)
    expected += 2 * mean**3
    assert found.subs({symbol: at[symbol.name] for symbol in found.free_symbols}) == expected


def test_what_is_irreducible_on_a_line_is_irreducible() -> None:
    space, *symbols = ring("a b c d e f", QQ)
    draw = random.Random(1)

    def drawn(terms: int, degree: int) -> PolyElement:
        return sum(
            (math.prod(draw.choices(symbols, k=degree), start=space(draw.randint(1, 9)))
             for _ in range(terms)),
            space.zero,
        )  # fmt: skip

    irreducible = 0
    for whole in (
        *(drawn(80, 4) for _ in range(2)),
        *(drawn(80, 4) * symbols[0] ** 2 * QQ(-3, 7) for _ in range(2)),
        *(drawn(12, 3) * drawn(10, 2) for _ in range(2)),
    ):
        content, factors = collecting.factors_of(whole)
        known = whole.factor_list()
        assert (content, dict(factors)) == (known[0], dict(known[1]))
        told = collecting._is_irreducible(whole)
        assert not told or len(factors) == 1
        irreducible += told
    assert irreducible == 2
