"""Random admissible hyperparameters of every generated model, and its exact moments there."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

import sympy

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ModelSpec
from symppm.model.catalogue import catalogue_model
from symppm.solve.exposure import of_data
from symppm.solve.targets import moment

NAMES = model_names()

KINDS = ("pmf_gamma", "pmf_gamma_exposure")
"""A closed form, without and with exposures: what the core suite tries."""

Point = dict[str, sympy.Rational]


@dataclass(frozen=True)
class Generated:
    """A generated module whose kernels run as plain Python, which saves compiling them."""

    module: ModuleType

    @property
    def spec(self) -> ModelSpec:
        return self.module.SPEC  # type: ignore[no-any-return]

    @property
    def branches(self) -> list[str]:
        return ["solve", *(f"solve_{n}" for n in range(2, self.spec.branches + 1))]

    def has(self, kernel: str) -> bool:
        return hasattr(self.module, kernel)

    def call(self, kernel: str, *arguments: object) -> tuple[float, ...]:
        return getattr(self.module, kernel).uncompiled(*arguments)  # type: ignore[no-any-return]


@functools.cache
def generated(name: str) -> Generated:
    return Generated(load_model(name))


@functools.cache
def exact_moments(name: str) -> dict[str, sympy.Expr]:
    """Return the derived moments of a model by the names of its targets."""
    declaration = catalogue_model(name)
    return {target: moment(declaration, target) for target in generated(name).spec.targets}


@functools.cache
def symbols(name: str) -> dict[str, sympy.Symbol]:
    """Return the arguments of ``moments`` as symbols, in order."""
    declaration = catalogue_model(name)
    every = (*declaration.sizes, *declaration.hyperparameters, *of_data(declaration))
    return {symbol.name: symbol for symbol in every}


def points(name: str, count: int) -> list[Point]:
    """Return random rational values of all arguments of ``moments``."""
    generator = random.Random(f"{name} points")
    return [_point(name, generator) for _ in range(count)]


def _point(name: str, generator: random.Random) -> Point:
    found: Point = {}
    for each in generated(name).spec.parameters:
        value = sympy.Rational(generator.randint(2, 40), generator.randint(3, 9))
        if each.is_size or each.name == "trials":
            value = sympy.Integer(generator.randint(2, 60))
        elif each.axis:
            value = sympy.Integer(generator.randint(5, 90))
        elif each.name == "mean_inverse_share":
            value += found["M"]  # shares that sum to one
        elif each.of_data and name.startswith("lda"):
            value = 1 / (20 + value)  # lengths of documents
        elif each.upper is not None:
            value = sympy.Rational(generator.randint(1, 19), 20) * each.upper
        elif each.domain == "negative":
            value = -value
        elif each.domain == "real" and "normal" in name:
            value = generator.choice([-1, 1]) * value / 4
        elif each.name in {"a_prime", "c_prime"} or _is_inverse_gamma_shape(name, each.name):
            value += 2
        elif each.name.startswith("sigma_") and "lognormal" in name:
            value /= 5
        elif each.name.startswith("high_"):
            value += found[each.name.replace("high", "low")]
        elif each.name.startswith("shape_") and name == "pmf_weibull":
            value += sympy.Rational(1, 3)
        found[each.name] = value
    return found


def _is_inverse_gamma_shape(model: str, parameter: str) -> bool:
    return model == "pmf_inversegamma" and parameter.startswith("shape_")


def arguments(name: str, point: Mapping[str, sympy.Rational]) -> list[float]:
    """Return the arguments of ``solve`` for the moments at a point.

    That the generated moments are those derived, the audit tells of every module.
    """
    model = generated(name)
    targets = model.call("moments", *map(float, point.values()))
    return [*targets, *(float(point[key]) for key in model.spec.needs)]


def coordinates_at(name: str, point: Mapping[str, sympy.Rational]) -> dict[str, float]:
    """Return the coordinates in which a model is solved, at given hyperparameters."""
    model = generated(name)
    declared = [each.name for each in model.spec.parameters if not each.is_size]
    outer = {key: float(point[key]) for key in declared}
    if not model.spec.requirements:
        return outer
    values = model.call("coordinates", *outer.values())
    return dict(zip(model.spec.priors_depend_on, values, strict=True))


def all_coordinates(name: str, point: Point) -> dict[str, float]:
    """Return the latent size and the coordinates at given hyperparameters."""
    sizes = [each.name for each in generated(name).spec.parameters if each.is_size]
    return {**{size: float(point[size]) for size in sizes}, **coordinates_at(name, point)}
