"""What the priors of a model say of entries, beyond the moments that are matched."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import derivations_folder
from symppm.matching.diagnostics.quantiles import QUANTILES, probabilities
from symppm.matching.models import declaration_of

if TYPE_CHECKING:
    from symppm.modeller import Model

Vector = NDArray[np.float64]
Point = Mapping[str, float]
Tree = Any
Variable = Mapping[str, Any]
"""A variable of a declaration, as derivation files hold it."""

_MATRIX = 2


@dataclass(frozen=True)
class Prior:
    """A prior of one line's factors: hyperparameters or numbers by the family's own names."""

    family: str
    parameters: Mapping[str, str | float]

    def nodes(self, point: Point) -> Vector:
        """Return quantiles at the nodes of :func:`probabilities`."""
        values = {
            own: point[given] if isinstance(given, str) else given
            for own, given in self.parameters.items()
        }
        below, above, _ = probabilities()
        return QUANTILES[self.family](values, below, above)

    def asymmetry(self, point: Point) -> float:
        """Return the third cumulant times the mean, over the variance squared: 2 if Gamma."""
        _, _, weights = probabilities()
        values = self.nodes(point)
        mean = float(values @ weights)
        away = values - mean
        return float(away**3 @ weights) * mean / float(away**2 @ weights) ** 2


@dataclass(frozen=True)
class PoissonProduct:
    """Poisson counts whose rates are sums of products of independent factors, row times column.

    Where counts have known exposures, it is those over them that have these rates.
    """

    size: str
    row: Prior
    column: Prior

    def zeros(self, point: Point, thinning: float = 1.0) -> float:
        """Return the probability of a zero: the average of exp(-theta beta), to the power K."""
        _, _, weights = probabilities()
        rates = thinning * np.multiply.outer(self.row.nodes(point), self.column.nodes(point))
        one = -float(weights @ np.expm1(-rates) @ weights)
        # Precise where the average is near one, and where it is near zero.
        average = float(weights @ np.exp(-rates) @ weights) if one > 0.5 else 1.0 - one
        if not average > 0:
            return 0.0
        log = math.log(average) if one > 0.5 else math.log1p(-one)
        return math.exp(point[self.size] * log)

    def follows(self, point: Point, thinning: float) -> Vector:
        """Return the probability of a zero, that after thinning, and both asymmetries."""
        zeros = self.zeros(point)
        thinned = zeros if thinning == 1.0 else self.zeros(point, thinning)
        return np.array([zeros, thinned, self.row.asymmetry(point), self.column.asymmetry(point)])


@lru_cache(maxsize=64)
def _catalogue_declaration(name: str) -> Mapping[str, Any] | None:
    path = derivations_folder() / f"{name}.json"
    if not path.is_file():
        return None
    declared: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))["model"]
    return declared


def declaration_in(model: str | Model) -> Mapping[str, Any] | None:
    """Return a declaration as derivation files hold it; of the catalogue, without SymPy."""
    if isinstance(model, str):
        return _catalogue_declaration(model)
    # Whoever declared a model has loaded SymPy.
    from symppm.laws.declared import declaration_tree  # noqa: PLC0415 - as above

    return declaration_tree(declaration_of(model))


def adds_products(model: str | Model) -> bool:
    """Tell whether the mean of an entry is a sum over factors of a product, row times column.

    Then the matrix of means over known exposures has as many singular values as there are factors.
    """
    return bool(_crossed(declaration_in(model)))


@dataclass(frozen=True)
class GammaFactors:
    """Gamma factors of one side of a product, by the names of hyperparameters.

    ``level`` is the shape of the Gamma variable of each row, or column, that is their rate; empty
    where their rate is the same throughout.
    """

    shape: str
    level: str


def gamma_factors(model: str | Model) -> tuple[GammaFactors, GammaFactors] | None:
    """Return what the factors of rows and of columns are, where both are Gamma; else None.

    Notes
    -----
    Shapes have to be hyperparameters, each of one variable, and rates the same for all factors of
    a row or column: over their sum, such factors are Dirichlet, whatever their rates are.
    """
    declared = declaration_in(model)
    crossed = _crossed(declared)
    if declared is None or not crossed:
        return None
    variables = {each["name"]: each for each in declared["variables"]}
    shapes = [symbol_in(each["parameters"].get("shape")) for each in variables.values()]
    sides = []
    for factors in crossed:
        shape = symbol_in(factors["parameters"].get("shape"))
        if factors["family"] != "Gamma" or not shape or shapes.count(shape) != 1:
            return None
        rate, level = factors["parameters"]["rate"], ""
        above = [each for name, each in variables.items() if name in _names(rate)]
        if above:
            parent = above[0]
            level = symbol_in(parent["parameters"].get("shape"))
            line = set(parent["dims"]) == set(factors["dims"]) & set(_lines(declared))
            alone = rate[0] == "Entry" and parent["family"] == "Gamma" and line
            if not (alone and level and shapes.count(level) == 1):
                return None
            if _names(parent["parameters"]) & set(variables):
                return None
        sides.append(GammaFactors(shape, level))
    return sides[0], sides[1]


def symbol_in(tree: Tree) -> str:
    """Return the name of a lone symbol; else nothing."""
    return str(tree[1]) if tree and tree[0] == "Symbol" else ""


def _names(tree: Tree) -> set[str]:
    """Return the names of all symbols of a tree, or of a mapping of trees."""
    if isinstance(tree, Mapping):
        return set().union(*map(_names, tree.values()))
    if isinstance(tree, str):
        return set()
    own = {str(tree[1])} if tree[0] == "Symbol" else set()
    return own.union(*map(_names, tree[1:]))


def _lines(declared: Mapping[str, Any]) -> list[str]:
    """Return the axes of the observations, if there is one kind of these."""
    observed = [each["dims"] for each in declared["variables"] if each["observed"]]
    return list(observed[0]) if len(observed) == 1 else []


def _crossed(declared: Mapping[str, Any] | None) -> list[Variable]:
    """Return the factors of rows and of columns whose products are added up; else none."""
    if declared is None or len(_lines(declared)) != _MATRIX:
        return []
    observed = next(each for each in declared["variables"] if each["observed"])
    mean = observed["parameters"].get("mean", observed["parameters"].get("rate"))
    return crossed_factors(declared, mean)


def crossed_factors(declared: Mapping[str, Any], mean: Tree) -> list[Variable]:
    """Return the factors of rows and of columns whose products a mean adds up; else none."""
    lines = _lines(declared)
    factors = [
        (set(each["dims"]) & set(lines), each)
        for each in declared["variables"]
        if not each["observed"] and len(set(each["dims"]) - set(lines)) == 1
    ]
    crossed = [each for line in lines for own, each in factors if own == {line}]
    if mean is None or len(crossed) != _MATRIX:
        return []
    return crossed if _is_product(mean, {each["name"] for each in crossed}) else []


def product_in(model: str | Model) -> PoissonProduct | None:
    """Return what a model is, if it is a product of known priors and nothing else."""
    declared = declaration_in(model)
    factors = _crossed(declared)
    if declared is None or not factors or len(declared["variables"]) != len(factors) + 1:
        return None
    if not any(each["family"] == "Poisson" and each["observed"] for each in declared["variables"]):
        return None
    others = {*factors[0]["dims"], *factors[1]["dims"]} - {*_lines(declared)}
    sizes = {each["name"]: each["size"][1] for each in declared["axes"]}
    row, column = map(_prior, factors)
    if row is None or column is None or len(others) != 1:
        return None
    return PoissonProduct(sizes[others.pop()], row, column)


def _is_product(rate: Tree, names: set[str]) -> bool:
    """Tell whether a rate, but for known arrays, sums over the factors the product of latents."""
    if rate[0] == "Mul":
        rest = [part for part in rate[1:] if "Known" not in (part[0], part[1][0])]
        rate = rest[0] if len(rest) == 1 else rate
    if rate[0] != "AxisSum" or rate[1][0] != "Mul":
        return False
    entries = rate[1][1:]
    return all(each[0] == "Entry" for each in entries) and sorted(
        each[1][1] for each in entries
    ) == sorted(names)


def _prior(variable: Variable) -> Prior | None:
    if variable["family"] not in QUANTILES:
        return None
    parameters: dict[str, str | float] = {}
    for name, tree in variable["parameters"].items():
        if tree[0] not in {"Symbol", "Rational"}:
            return None
        parameters[name] = tree[1] if tree[0] == "Symbol" else int(tree[1]) / int(tree[2])
    return Prior(variable["family"], parameters)
