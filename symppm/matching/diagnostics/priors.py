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

_MATRIX = 2


@dataclass(frozen=True)
class Prior:
    """A prior of one line's factors.

    Attributes
    ----------
    family : str
        Its name.
    parameters : mapping of str to str or float
        Names of hyperparameters, or numbers, by the family's own names.
    """

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
        return _asymmetry(self.nodes(point))


@dataclass(frozen=True)
class PoissonProduct:
    """Poisson counts whose rates are sums of products of independent factors, row times column.

    Where counts have known exposures, it is those over them that have these rates.

    Attributes
    ----------
    size : str
        The number of factors.
    row, column : Prior
        Of the factors.
    """

    size: str
    row: Prior
    column: Prior

    def zeros(self, point: Point, thinning: float = 1.0) -> float:
        """Return the probability of a zero: the average of exp(-theta beta), to the power K."""
        return _zeros(point[self.size], self.row.nodes(point), self.column.nodes(point), thinning)

    def follows(self, point: Point, thinning: float) -> Vector:
        """Return the probability of a zero, that after thinning, and both asymmetries."""
        k, row, column = point[self.size], self.row.nodes(point), self.column.nodes(point)
        zeros = _zeros(k, row, column, 1.0)
        thinned = zeros if thinning == 1.0 else _zeros(k, row, column, thinning)
        return np.array([zeros, thinned, _asymmetry(row), _asymmetry(column)])


def _zeros(k: float, row: Vector, column: Vector, thinning: float) -> float:
    _, _, weights = probabilities()
    rates = thinning * np.multiply.outer(row, column)
    one = -float(weights @ np.expm1(-rates) @ weights)
    # Precise where the average is near one, and where it is near zero.
    average = float(weights @ np.exp(-rates) @ weights) if one > 0.5 else 1.0 - one
    if not average > 0:
        return 0.0
    return math.exp(k * (math.log(average) if one > 0.5 else math.log1p(-one)))


def _asymmetry(values: Vector) -> float:
    _, _, weights = probabilities()
    mean = float(values @ weights)
    away = values - mean
    return float(away**3 @ weights) * mean / float(away**2 @ weights) ** 2


def catalogue_product(name: str) -> PoissonProduct | None:
    """Return what a model of the catalogue is, if it is a product of known priors.

    Notes
    -----
    Read from the declaration in the model's derivation file, which takes no SymPy.
    """
    declared = _catalogue_declaration(name)
    return None if declared is None else product_of(declared)


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


def product_in(model: str | Model) -> PoissonProduct | None:
    """Return what a user's model is, if it is a product of known priors."""
    if isinstance(model, str):
        return catalogue_product(model)
    declared = declaration_in(model)
    return None if declared is None else product_of(declared)


def adds_products(model: str | Model) -> bool:
    """Tell whether the mean of an entry is a sum over factors of a product, row times column.

    Then the matrix of means over known exposures has as many singular values as there are factors.
    """
    return bool(_crossed(declaration_in(model)))


@dataclass(frozen=True)
class GammaFactors:
    """Gamma factors of one side of a product.

    Attributes
    ----------
    shape : str
        The hyperparameter that is their shape.
    level : str
        The one that is the shape of the Gamma variable of each row, or column, that is their rate;
        empty where their rate is the same throughout.
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
    if declared is None or len(crossed) != _MATRIX:
        return None
    variables = {each["name"]: each for each in declared["variables"]}
    shapes = [symbol_in(each["parameters"].get("shape")) for each in variables.values()]
    sides = []
    for factors in crossed:
        shape = symbol_in(factors["parameters"].get("shape"))
        if factors["family"] != "Gamma" or not shape or shapes.count(shape) != 1:
            return None
        rate, level = factors["parameters"]["rate"], ""
        above = [name for name in variables if name in _names(rate)]
        if above:
            level = symbol_in(variables[above[0]]["parameters"].get("shape"))
            alone = rate[0] == "Entry" and variables[above[0]]["family"] == "Gamma"
            own = _names(variables[above[0]]["parameters"])
            line = set(variables[above[0]]["dims"]) == set(factors["dims"]) & set(_lines(declared))
            if not (alone and line and level and shapes.count(level) == 1) or own & set(variables):
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


def _crossed(declared: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Return the factors of rows and of columns whose products are added up; else none."""
    lines = [] if declared is None else _lines(declared)
    if declared is None or len(lines) != _MATRIX:
        return []
    observed = next(each for each in declared["variables"] if each["observed"])
    mean = observed["parameters"].get("mean", observed["parameters"].get("rate"))
    return crossed_factors(declared, mean)


def crossed_factors(declared: Mapping[str, Any], mean: Tree) -> list[Mapping[str, Any]]:
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


def product_of(declared: Mapping[str, Any]) -> PoissonProduct | None:
    """Return what a declaration is, if it is a product of known priors."""
    latent = [each for each in declared["variables"] if not each["observed"]]
    observed = [each for each in declared["variables"] if each["observed"]]
    if len(latent) != 2 or len(observed) != 1:
        return None
    counts = observed[0]
    if counts["family"] != "Poisson" or len(counts["dims"]) != _MATRIX:
        return None
    sizes = {each["name"]: each["size"][1] for each in declared["axes"]}
    factors = [name for name in sizes if name not in counts["dims"]]
    by_line = {tuple(sorted(each["dims"])): each for each in latent}
    wanted = [tuple(sorted((line, *factors))) for line in counts["dims"]]
    if len(factors) != 1 or set(by_line) != set(wanted):
        return None
    if not _is_product(counts["parameters"]["rate"], {each["name"] for each in latent}):
        return None
    priors = [_prior(by_line[dims]) for dims in wanted]
    if priors[0] is None or priors[1] is None:
        return None
    return PoissonProduct(sizes[factors[0]], priors[0], priors[1])


def _is_product(rate: Tree, names: set[str]) -> bool:
    """Tell whether a rate is the sum over the factors of the product of both latents.

    Known arrays may multiply it.
    """
    if rate[0] == "Mul":
        rest = [part for part in rate[1:] if "Known" not in (part[0], part[1][0])]
        rate = rest[0] if len(rest) == 1 else rate
    if rate[0] != "AxisSum" or rate[1][0] != "Mul":
        return False
    entries = rate[1][1:]
    return all(each[0] == "Entry" for each in entries) and sorted(
        each[1][1] for each in entries
    ) == sorted(names)


def _prior(variable: Mapping[str, Any]) -> Prior | None:
    if variable["family"] not in QUANTILES:
        return None
    found: dict[str, str | float] = {}
    for name, tree in variable["parameters"].items():
        if tree[0] == "Symbol":
            found[name] = tree[1]
        elif tree[0] == "Rational":
            found[name] = int(tree[1]) / int(tree[2])
        else:
            return None
    return Prior(variable["family"], found)
