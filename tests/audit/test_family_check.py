"""Moments of families against their densities: all families agree, and an altered formula does not.

That the densities are right is held by tests/families, against SciPy's and densities written there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
import sympy

import symppm as ppm
from symppm.audit import families
from symppm.audit.families import check_families
from symppm.families import Family, Moment
from symppm.families.base import JointFamily
from symppm.families.registry import BUILT_IN
from symppm.model.declaration import Declaration

SHOWN = sorted(
    name
    for name, family in BUILT_IN.items()
    if not isinstance(family, JointFamily) and not name.endswith("[general]")
)
FEW = ("Gamma", "InverseGamma", "Uniform", "Poisson", "Binomial", "ExponentialDispersion[gamma]")


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=[] if x in FEW else pytest.mark.thorough) for x in SHOWN]
)
def test_moments_of_a_family_are_integrals_of_its_density(name: str) -> None:
    results = list(families._compared(BUILT_IN[name]))
    assert len(results) >= 3
    assert not any(results)


ALTERATIONS: Mapping[str, Callable[[sympy.Expr, int], sympy.Expr]] = {
    "a factor": lambda value, order: value * sympy.Rational(order + 1, order),
    "a sign": lambda value, _: -value,
    "a term": lambda value, order: value + sympy.Rational(1, 1000) * order,
    "an order": lambda value, order: value ** sympy.Rational(order + 1, order),
}


@pytest.mark.parametrize("kind", ALTERATIONS)
@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("altered", [1, 2])
def test_an_altered_formula_is_named(
    name: str, altered: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = BUILT_IN[name]
    right = family.raw_moment

    def wrong(_: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        moment = right(order, parameters)
        if order != altered:
            return moment
        return Moment(ALTERATIONS[kind](moment.value, order), moment.conditions)

    monkeypatch.setattr(type(family), "raw_moment", wrong)
    said = [failure for failure in families._compared(family) if failure]
    assert said
    assert all(text.startswith(f"E[X^{altered}] is ") for text in said)


def declared(of: Callable[..., object], **parameters: object) -> Declaration:
    with ppm.Model("one") as model:
        rate = of("x", **parameters, dims="row")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model.declaration


def test_what_is_declared_by_two_moments_has_these() -> None:
    check = check_families(declared(ppm.Prior, mean=2, variance=3))
    assert (check.status, check.unshown) == ("passed", ())


def test_what_has_no_density_is_said() -> None:
    with ppm.Model("one") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Dirichlet("theta", concentration=a, dims="row factor", over="factor")
        beta = ppm.Gamma("beta", shape=2, rate=1, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    check = check_families(model.declaration)
    assert (check.status, check.unshown) == ("passed", ("Dirichlet",))
    assert check.summary.endswith("; no density of Dirichlet")
