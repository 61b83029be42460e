"""A family that symppm does not have, in one class of somebody else's module."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sympy
from cases import declared, refused

import symppm as ppm
from symppm.errors import DeclarationError
from symppm.families import GAMMA, Family, family_named

MODULE = '''
import numpy as np
import sympy
from symppm.families import Family, Moment, Parameter, Support


class Rayleigh(Family):
    """Rayleigh(scale): the length of a vector of two independent normals."""

    name = "Rayleigh"
    parameters = (Parameter("scale", "positive", "scale"),)
    support = Support("positive")

    def raw_moment(self, order, parameters):
        half = sympy.Rational(order, 2)
        value = (2 ** half) * parameters["scale"] ** order * sympy.gamma(1 + half)
        return Moment(value, () if order > -2 else (sympy.Integer(order + 2),))

    def from_mean_variance(self, mean, variance):
        return {"scale": mean * sympy.sqrt(2 / sympy.pi)}

    def sample(self, generator, parameters, size):
        return generator.rayleigh(parameters["scale"], size=size)


class Impostor(Rayleigh):
    name = "Gamma"


NOT_A_FAMILY = 7
'''
METADATA = "Metadata-Version: 2.1\nName: waves\nVersion: 1.0\n"
ENTRY_POINTS = """[symppm.families]
Rayleigh = waves:Rayleigh
Seven = waves:NOT_A_FAMILY
Renamed = waves:Rayleigh
Broken = waves:Missing
Gone = no_such_module_of_waves:Rayleigh
"""


@pytest.fixture
def waves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An installed package "waves" that brings a family."""
    (tmp_path / "waves.py").write_text(MODULE)
    folder = tmp_path / "waves-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA)
    (folder / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("waves")
    sys.modules.pop("waves")


def one_factor(family: Family | str) -> None:
    s, c, d = ppm.hyperparameters("s c d")
    theta = ppm.variable("theta", family, scale=s, dims="row factor")
    beta = ppm.variable("beta", "Gamma", shape=c, rate=d, dims="col factor")
    rate = ppm.sum(theta * beta, over="factor")
    ppm.variable("Y", "Poisson", rate=rate, dims="row col", observed=True)


@pytest.mark.thorough
def test_a_family_of_ones_own_is_derived_and_drawn(waves: Any) -> None:
    model = declared(lambda: one_factor(waves.Rayleigh()))
    s, c, d = sympy.symbols("s c d", positive=True)
    size = sympy.Symbol("K", positive=True, integer=True)
    mean, square = s * sympy.sqrt(sympy.pi / 2), 2 * s**2
    assert sympy.simplify(model.mean() - size * mean * c / d) == 0
    # Var = E + K (E[theta^2] E[beta^2] - E[theta]^2 E[beta]^2), the paper's proposition 1.
    wanted = size * mean * c / d + size * (square * c * (c + 1) - mean**2 * c**2) / d**2
    assert sympy.simplify(model.variance() - wanted) == 0
    values = {"s": 1.5, "c": 2.0, "d": 1.0, "K": 3}
    drawn = ppm.sample(model, values, shape=(3, 2), draws=4000, random_seed=3).mean(axis=(1, 2))
    wanted = float(model.mean().subs({s: 1.5, c: 2, d: 1, size: 3}))
    assert abs(drawn.mean() - wanted) < 5 * drawn.std(ddof=1) / 4000**0.5


def test_an_installed_family_goes_by_its_name(waves: Any) -> None:
    assert isinstance(family_named("Rayleigh"), waves.Rayleigh)
    by_name = declared(lambda: one_factor("Rayleigh"))
    by_instance = declared(lambda: one_factor(waves.Rayleigh()))
    assert by_name.variance() == by_instance.variance()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Seven", "the entry point 'Seven' leads to 7; expected a symppm.families.Family whose"),
        ("Renamed", "the entry point 'Renamed' leads to Rayleigh; expected a symppm.families"),
        ("Broken", "the entry point 'Broken' leads to waves:Missing, which cannot be imported"),
        ("Gone", "the entry point 'Gone' leads to no_such_module_of_waves:Rayleigh, which cannot"),
        ("Raleigh", "no family is named 'Raleigh'; expected a built-in family, or an entry point"),
    ],
)
def test_an_entry_point_that_leads_nowhere_is_refused(waves: Any, name: str, expected: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        family_named(name)
    assert str(caught.value).startswith(expected)


def test_two_packages_with_one_name_are_refused(waves: Any, tmp_path: Path) -> None:
    folder = tmp_path / "ripples-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA.replace("waves", "ripples"))
    (folder / "entry_points.txt").write_text("[symppm.families]\nRayleigh = ripples:Rayleigh\n")
    with pytest.raises(DeclarationError, match="brought by more than one package: ripples:Rayl"):
        family_named("Rayleigh")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            lambda: ppm.variable("x", GAMMA, shape=1, rat=2),
            "the parameter 'rat' of x; expected the parameters of Gamma: shape, rate. "
            "Did you mean 'rate'?",
        ),
        (
            lambda: ppm.variable("x", GAMMA, shape=1),
            "x without its parameter 'rate' (rate); expected the parameters of Gamma: shape, rate. "
            "Add rate=...",
        ),
        (
            lambda: ppm.variable("x", type(GAMMA), shape=1, rate=1),
            "the family of x is <class 'symppm.families.table.TabulatedFamily'>; expected an "
            "instance of a subclass of symppm.families.Family, or a name. Make one: Rayleigh(), "
            "not Rayleigh.",
        ),
        (
            lambda: ppm.variable("x", dataclasses.replace(GAMMA), shape=1, rate=1),
            "the family of x is called Gamma, like a built-in one; expected a name of its own, by "
            "which a derivation file can tell the two apart. Rename it.",
        ),
        (
            lambda: ppm.variable("x", "Gama", shape=1, rate=1),
            "no family is named 'Gama'; expected a built-in family, or an entry point in the group "
            "'symppm.families' of an installed package. Did you mean 'Gamma'?",
        ),
    ],
    ids=["unknown", "missing", "class", "impostor", "name"],
)
def test_a_wrong_use_of_variable_is_refused(body: Callable[[], object], expected: str) -> None:
    assert refused(body) == expected
