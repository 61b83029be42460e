"""What a user passes as a model: its declaration, what that is made of, and its generated code."""

from __future__ import annotations

import itertools
import json
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from symppm.codegen.load import derivations_folder, load_model
from symppm.errors import ParameterError
from symppm.matching.diagnostics.predicted import QUANTILES, PoissonProduct, Prior
from symppm.matching.targets import CYCLE, is_cumulant

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration
    from symppm.modeller import Model

Tree = Any
Variable = Mapping[str, Any]
"""A variable of a declaration, as derivation files hold it."""

_MATRIX: Final = 2
_LOG: Final = logging.getLogger(__name__)


def declaration_of(model: str | Model) -> Declaration:
    """Return the declaration of what a user passed as a model."""
    if isinstance(model, str):
        from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - needs SymPy

        return catalogue_model(model)
    # Of the class itself, which users pass by mistake, it is a property.
    declaration = None if isinstance(model, type) else getattr(model, "declaration", None)
    if declaration is None:
        raise ParameterError(
            f"a model of type {type(model).__name__}",
            expected="a catalogue name or a declared Model",
            do='Pass a name such as "pmf_gamma"; data come first, then the model.',
        )
    checked: Declaration = declaration
    return checked


def title_of(model: str | Model) -> str:
    """Return one line that says what a model is."""
    from symppm.model.catalogue import CATALOGUE  # noqa: PLC0415 - needs SymPy

    return CATALOGUE[model].title if isinstance(model, str) else model.declaration.title


def _further_targets(names: Iterable[str], axes: Sequence[str]) -> set[str]:
    """Return the targets that no model is generated with unless they are named."""
    shared = {
        f"{kind}_{'_'.join(subset)}": f"rho_{'_'.join(subset)}"
        for count in range(2, len(axes))
        for subset in itertools.combinations(axes, count)
        for kind in ("rho", "cov")
    }
    terms = {term for name in names for term in str(name).split("/")}
    named = {term for term in terms if is_cumulant(term) or term == CYCLE}
    return named | {shared[term] for term in terms if term in shared}


def generated_module(
    model: str | Model, names: Iterable[str], *, fixed: bool = False
) -> ModuleType:
    """Return the generated module of a model, with formulas for further targets that are named."""
    if isinstance(model, str):
        module = load_model(model)
        axes = module.SPEC.axes
    else:
        axes = declaration_of(model).observed.dims
    higher = tuple(sorted(_further_targets(names, axes)))
    if isinstance(model, str) and not higher:
        return module
    # Only what is not in the catalogue needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_model  # noqa: PLC0415
    from symppm.solve.targets import default_targets  # noqa: PLC0415

    declaration, start = declaration_of(model), time.perf_counter()
    _LOG.debug("deriving and compiling %s, unless that was done before", declaration.name)
    usual = default_targets(declaration) if higher else ()
    targets = tuple(dict.fromkeys((*usual, *higher)))
    if targets == usual:
        module = compile_model(declaration)
    else:
        solved = not fixed and CYCLE not in higher
        module = compile_model(declaration, targets, title_of(model), solved=solved)
    _LOG.info("%s compiled or found after %.2f s", declaration.name, time.perf_counter() - start)
    return module


@dataclass(frozen=True)
class GammaFactors:
    """Gamma factors of one side of a product, by the names of hyperparameters.

    ``level`` is the shape of the Gamma variable of each row, or column, that is their rate; empty
    where their rate is the same throughout.
    """

    shape: str
    level: str


Sides = tuple[GammaFactors, ...]


@dataclass(frozen=True)
class Effects:
    """Names in a model whose rates are effects of rows and of columns, and a sum of products."""

    shapes: tuple[str, str]
    rates: tuple[str, str]
    row: tuple[str, str]
    column: tuple[str, str]
    size: str

    @property
    def scale(self) -> str:
        """The product of both rates, which is all that data show of them."""
        return "*".join(sorted(self.rates))

    @property
    def own(self) -> tuple[str, ...]:
        """All hyperparameters of the effects."""
        return (*self.row, *self.column)


@dataclass(frozen=True)
class Structure:
    """A declaration as derivation files hold it; of the catalogue, it is read without SymPy."""

    declared: Mapping[str, Any]

    @classmethod
    def of(cls, model: str | Model) -> Structure:
        """Return that of a model."""
        if isinstance(model, str):
            return _of_catalogue(model)
        # Whoever declared a model has loaded SymPy.
        from symppm.laws.declared import declaration_tree  # noqa: PLC0415 - as above

        return cls(declaration_tree(declaration_of(model)))

    @cached_property
    def variables(self) -> dict[str, Variable]:
        """All of them by name."""
        return {variable["name"]: variable for variable in self.declared["variables"]}

    @cached_property
    def latent(self) -> dict[str, Variable]:
        """Those that are not observed."""
        return {name: x for name, x in self.variables.items() if not x["observed"]}

    @cached_property
    def observed(self) -> Variable:
        """The one that is."""
        return next(variable for variable in self.variables.values() if variable["observed"])

    @property
    def is_poisson(self) -> bool:
        """Whether what is observed is Poisson given all else."""
        return bool(self.observed["family"] == "Poisson")

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The axes of the observations."""
        return tuple(self.observed["dims"])

    @cached_property
    def factors(self) -> list[Variable]:
        """Factors of rows and of columns of whose products the mean of an entry is the sum, if any.

        Then the matrix of means over known exposures has as many singular values as there are
        factors.
        """
        parameters = self.observed["parameters"]
        return self._factors_of(parameters.get("mean", parameters.get("rate")))

    def _factors_of(self, mean: Tree) -> list[Variable]:
        lines = {*self.lines}
        factors = [
            variable
            for line in self.lines
            for variable in self.latent.values()
            if {*variable["dims"]} & lines == {line} and len({*variable["dims"]} - lines) == 1
        ]
        if mean is None or len(self.lines) != _MATRIX or len(factors) != _MATRIX:
            return []
        return factors if _is_product(mean, {x["name"] for x in factors}) else []

    def _size(self, factors: list[Variable]) -> str:
        sizes = {axis["name"]: axis["size"][1] for axis in self.declared["axes"]}
        latent_axes = {axis for variable in factors for axis in variable["dims"]} - {*self.lines}
        return str(sizes[latent_axes.pop()]) if len(latent_axes) == 1 else ""

    @cached_property
    def sides(self) -> Sides:
        """What the factors of rows and of columns are, where both are Gamma; else nothing.

        Notes
        -----
        Shapes have to be hyperparameters, each of one variable, and rates the same for all factors
        of a row or column: over their sum, such factors are Dirichlet, whatever their rates are.
        """
        sides = [side for variable in self.factors if (side := self._side(variable)) is not None]
        return tuple(sides) if len(sides) == _MATRIX else ()

    def _own_shape(self, variable: Variable) -> str:
        """Return the shape of a Gamma variable, if it is that of no other; else nothing."""
        shapes = [symbol_in(x["parameters"].get("shape")) for x in self.variables.values()]
        shape = symbol_in(variable["parameters"].get("shape"))
        return shape if variable["family"] == "Gamma" and shapes.count(shape) == 1 else ""

    def _side(self, factors: Variable) -> GammaFactors | None:
        shape, rate = self._own_shape(factors), factors["parameters"].get("rate")
        above = [variable for name, variable in self.variables.items() if name in _names(rate)]
        if not (shape and above):
            return GammaFactors(shape, "") if shape else None
        level = self._own_shape(above[0])
        line = {*above[0]["dims"]} == {*factors["dims"]} & {*self.lines}
        nested = _names(above[0]["parameters"]) & {*self.variables}
        is_level = level and line and rate[0] == "Entry" and not nested
        return GammaFactors(shape, level) if is_level else None

    @cached_property
    def product(self) -> PoissonProduct | None:
        """What the model is, if it is Poisson about a product of known priors and nothing else."""
        if not self.is_poisson:
            return None
        priors = [prior for variable in self.factors if (prior := _prior(variable)) is not None]
        size = self._size(self.factors)
        if len(self.latent) != _MATRIX or len(priors) != _MATRIX or not size:
            return None
        return PoissonProduct(size, *priors)

    @cached_property
    def effects(self) -> Effects | None:
        """The names, if rates add effects to a product, with Gamma priors of their own."""
        gamma = all(x["family"] == "Gamma" for x in self.latent.values())
        rate = self.observed["parameters"].get("rate", [""])
        if not (self.is_poisson and gamma and len(self.latent) == 4 and rate[0] == "Add"):
            return None
        alone = [self.latent[tree[1][1]] for tree in rate[1:] if tree[0] == "Entry"]
        products = [tree for tree in rate[1:] if tree[0] != "Entry"]
        effects = [x for line in self.lines for x in alone if x["dims"] == [line]]
        factors = self._factors_of(products[0]) if len(products) == 1 else []
        names = [
            symbol_in(variable["parameters"].get(name))
            for variable in (*factors, *effects)
            for name in ("shape", "rate")
        ]
        if len(factors) != _MATRIX or len(alone) != _MATRIX or len({*names} - {""}) != 8:
            return None
        a, b, c, d, *prior = names
        return Effects(
            (a, c), (b, d), (prior[0], prior[1]), (prior[2], prior[3]), self._size(factors[:1])
        )  # fmt: skip


@lru_cache(maxsize=64)
def _of_catalogue(name: str) -> Structure:
    path = derivations_folder() / f"{name}.json"
    return Structure(json.loads(path.read_text(encoding="utf-8"))["model"])


def symbol_in(tree: Tree) -> str:
    """Return the name of a lone symbol; else nothing."""
    return str(tree[1]) if tree and tree[0] == "Symbol" else ""


def nodes_of(tree: Tree) -> Iterator[str]:
    """Yield the kinds of nodes of trees, and of symbols what they are called."""
    if isinstance(tree, Mapping):
        tree = ["", *tree.values()]
    if isinstance(tree, list):
        yield f"Symbol {tree[1]}" if tree[0] == "Symbol" else str(tree[0])
        for branch in tree[1:]:
            yield from nodes_of(branch)


def _names(tree: Tree) -> set[str]:
    """Return the names of all symbols of a tree, or of a mapping of trees."""
    return {node.removeprefix("Symbol ") for node in nodes_of(tree) if node.startswith("Symbol ")}


def _is_product(rate: Tree, names: set[str]) -> bool:
    """Tell whether a rate, but for known arrays, sums over the factors the product of latents."""
    if rate[0] == "Mul":
        factors = [factor for factor in rate[1:] if "Known" not in (factor[0], factor[1][0])]
        rate = factors[0] if len(factors) == 1 else rate
    if rate[0] != "AxisSum" or rate[1][0] != "Mul":
        return False
    kinds, entries = zip(*((x[0], x[1][1]) for x in rate[1][1:]), strict=True)
    return {*kinds} == {"Entry"} and sorted(entries) == sorted(names)


def _prior(variable: Variable) -> Prior | None:
    parameters: dict[str, str | float] = {}
    for name, tree in variable["parameters"].items():
        if variable["family"] not in QUANTILES or tree[0] not in {"Symbol", "Rational"}:
            return None
        parameters[name] = tree[1] if tree[0] == "Symbol" else int(tree[1]) / int(tree[2])
    return Prior(variable["family"], parameters)
