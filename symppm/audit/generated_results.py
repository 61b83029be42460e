"""What a derivation file says that a generated module has to compute, at exact points."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import sympy

from symppm.audit.exact_code import NoValueError, expression_value
from symppm.audit.exact_duals import Dual, constant
from symppm.audit.exact_numbers import Number
from symppm.audit.generated_spec import parameters
from symppm.codegen.spec import ParameterSpec
from symppm.laws.derivation import Derivation
from symppm.model.declaration import Declaration, Variable
from symppm.solve.exposure import MEAN_INVERSE
from symppm.solve.targets import default_targets

_TRIES: Final = 400
_TRIES_A_SCALE: Final = 40
_SMALLEST: Final = 1e-6
_ZERO: Final = constant(0)


@dataclass(frozen=True)
class Results:
    """Results of a derivation file by their names, and the declaration that they are about.

    Attributes
    ----------
    declaration : Declaration
        The model.
    results : mapping of str to sympy.Expr
        Such as ``"variance"`` and ``"covariance row"``.
    conditions : tuple of sympy.Expr
        What must be positive for the results to exist.
    """

    declaration: Declaration
    results: Mapping[str, sympy.Expr]
    conditions: tuple[sympy.Expr, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Arguments of ``moments``: sizes, hyperparameters, the average of one over exposure."""
        declaration = self.declaration
        averages = (MEAN_INVERSE,) if declaration.known else ()
        every = (*declaration.sizes, *declaration.hyperparameters, *averages)
        return tuple(symbol.name for symbol in every)

    def exposures(self) -> tuple[tuple[str, int], ...]:
        """Return the known arrays that multiply the mean, and to which power."""
        values = dict.fromkeys(self.names, constant(1))
        for n, name in enumerate(self.names):
            values[name] = constant(Fraction(2 * n + 9, 2 * n + 7))
        found = []
        for array in sorted(self.declaration.known, key=lambda array: array.name):
            ones = {each.name: constant(1) for each in self.declaration.known}
            base = expression_value(self.results["mean"], values, ones)
            twice = expression_value(
                self.results["mean"], values, {**ones, array.name: constant(2)}
            )
            ratio = (twice / base).value
            power = next((n for n in range(-4, 5) if ratio.agrees(_two_to(n))), None)
            if power is None:
                raise NoValueError(f"the mean is no power of {array.name} times something")
            if power:
                found.append((array.name, power))
        return tuple(found)

    def moments(self, targets: Sequence[str], at: Mapping[str, Dual]) -> dict[str, Dual]:
        """Return the targets that one array shows, at a point.

        What all entries share is taken off variance and covariances. Data are divided by their
        exposure; the moments of an entry with exposure g are A g^2 + B g, and A + B/g is what is
        left, so it is enough to look at the exposure whose inverse is the average.
        """
        known = self._known(at)
        scale = at[MEAN_INVERSE.name] if known else constant(1)

        def moment(name: str) -> Dual:
            if name not in self.results:
                raise NoValueError(f"the derivation has no {name}")
            return expression_value(self.results[name], at, known)

        square = scale * scale
        common = moment("covariance") * square if "covariance" in self.results else _ZERO
        variance = moment("variance") * square - common
        found = {}
        for target in targets:
            kind, _, axes = target.partition("_")
            if target == "mean":
                found[target] = moment("mean") * scale
            elif target == "variance":
                found[target] = variance
            elif kind in {"rho", "cov"}:
                shared = moment(f"covariance {axes.replace('_', ' ')}") * square - common
                found[target] = shared / variance if kind == "rho" else shared
            else:
                raise NoValueError(f"the derivation has no target {target}")
        return found

    def _known(self, at: Mapping[str, Dual]) -> dict[str, Dual]:
        """Choose values of known arrays for which the exposure is one over its average inverse."""
        if not self.declaration.known:
            return {}
        known = {array.name: constant(1) for array in self.declaration.known}
        exposures = self.exposures()
        if exposures:
            # Of the arrays that multiply the mean, the one with the simplest power carries it all.
            name, power = min(exposures, key=lambda pair: (abs(pair[1]), pair[0]))
            known[name] = at[MEAN_INVERSE.name] ** constant(Fraction(-1, power))
        return known

    def point(self, generator: random.Random) -> dict[str, Number]:
        """Draw rational values of all arguments at which every result exists."""
        for attempt in range(_TRIES):
            scale = 1 + attempt // _TRIES_A_SCALE
            values = {
                each.name: _drawn(each, generator, scale) for each in parameters(self.declaration)
            }
            if self._admissible({name: Dual(value) for name, value in values.items()}):
                return values
        raise NoValueError("no rational hyperparameters at which every moment exists were found")

    def _admissible(self, at: Mapping[str, Dual]) -> bool:
        try:
            if any(expression_value(each, at, {}).value.sign <= 0 for each in self.conditions):
                return False
            if not all(self._fits(variable, at) for variable in self.declaration.variables):
                return False
            # Huge or tiny moments would leave few of the digits that are compared.
            moments = self.moments(default_targets(self.declaration), at).values()
            return all(_SMALLEST <= abs(each.value.decimal) <= 1 / _SMALLEST for each in moments)
        except NoValueError:
            return False

    def _fits(self, variable: Variable, at: Mapping[str, Dual]) -> bool:
        """Tell whether parameters made of hyperparameters only are within their bounds."""
        found: dict[str, Number] = {}
        family, parameters = variable.family, variable.parameters
        for parameter in family.parameters:
            value = parameters[parameter.name]
            if not {symbol.name for symbol in value.free_symbols} <= set(at):
                continue
            number = expression_value(value, at, {}).value
            found[parameter.name] = number
            signs = {"positive": (1,), "negative": (-1,), "nonnegative": (0, 1)}
            if number.sign not in signs.get(parameter.domain, (-1, 0, 1)):
                return False
            if parameter.upper is not None and (constant(parameter.upper).value - number).sign < 0:
                return False
        return all(
            (found[high] - found[low]).sign > 0
            for low, high in family.ordered
            if low in found and high in found
        )


def record_of(derivations: Sequence[Derivation]) -> Results:
    """Collect the results of a derivation file."""
    conditions = [each for derivation in derivations for each in derivation.conditions]
    return Results(
        derivations[0].declaration,
        {derivation.name: derivation.result for derivation in derivations},
        tuple(dict.fromkeys(conditions)),
    )


def _two_to(power: int) -> Number:
    return Number(Fraction(2) ** power)


def _drawn(parameter: ParameterSpec, generator: random.Random, scale: int) -> Number:
    value = Fraction(generator.randint(3, 40), generator.randint(3, 9) * scale)
    if parameter.integer:
        value = Fraction(max(2, round(value)))
    signs = {"negative": (-1,), "real": (-1, 1)}
    return Number(value * generator.choice(signs.get(parameter.domain, (1,))))
