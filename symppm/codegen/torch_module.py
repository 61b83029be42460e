"""Write the torch module of a model: closed forms, the graph of its variables, what integrates out.

Such a module is what matching by sampling runs on, as the numba modules are for matching in closed
form. Writing one needs no torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.codegen.cache import identity
from symppm.codegen.describe import parameters_of
from symppm.codegen.files import digest, module_text
from symppm.codegen.rendering import template
from symppm.codegen.torch_collapse import Collapse, collapsed
from symppm.codegen.torch_graph import Lines, evaluated, parameter_symbols, printed
from symppm.codegen.torch_layers import Layer, lowest_layer
from symppm.codegen.torch_printer import special_used
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.families import Family
from symppm.laws import derive
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, entries
from symppm.solve.targets import is_cumulant, moment, target_names

HIGHEST: Final = 6
"""Order of the highest conditional moment that a module has."""

_STEPS: Final = (sympy.floor, sympy.ceiling, sympy.sign, sympy.Heaviside, sympy.Piecewise)
_WIDTH: Final = 80
_VALUE: Final = sympy.Symbol("value", real=True)


@dataclass(frozen=True)
class _Latent:
    """The lines that draw a latent variable."""

    name: str
    dims: tuple[str, ...]
    source: Lines
    density: str


def torch_source(declaration: Declaration, title: str, targets: Sequence[str] = ()) -> str:
    """Return the text of a model's torch module."""
    if declaration.known:
        raise NotBuiltError(
            f"a torch module of a model with the known array {declaration.known[0].name!r}",
            expected="a model without known arrays: matching by sampling with them is not built",
            do="Leave the array out, and give targets of the data divided by it.",
        )
    vectors = next((each for each in declaration.variables if each.over), None)
    if vectors is not None:
        raise NotBuiltError(
            f"a torch module of a model with {vectors.name} ~ {vectors.family.name}, whose entries "
            "are drawn together",
            expected="variables whose entries are independent given what is above them: matching "
            "by sampling with vectors is not built",
            do="Match it by formulas, which this model has if its moments can be derived.",
        )
    body = _body(declaration, title, tuple(targets))
    hashes = {"model": digest(identity(declaration))}
    return module_text(f"{declaration.name}: {title}, in torch.", body, hashes)


def _body(declaration: Declaration, title: str, targets: tuple[str, ...]) -> str:
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    closed = _closed(declaration, targets)
    conditions = _conditions(declaration, closed)
    moments = _moments(observed)
    families = {v.family.name: v.family for v in declaration.variables if not v.observed}
    found = {name: _density(family) for name, family in families.items()}
    densities = {name: source for name, source in found.items() if source is not None}
    latents = [
        _Latent(
            each.name,
            each.dims,
            evaluated(declaration, each),
            f"log_density_{each.family.name}" if each.family.name in densities else "None",
        )
        for each in declaration.variables
        if not each.observed
    ]
    collapse = collapsed(declaration, len(moments))
    layer = lowest_layer(declaration, collapse.axis, HIGHEST) if collapse else None
    shown = {
        "closed": printed(declaration, closed),
        "conditions": printed(declaration, conditions),
        "observed": evaluated(declaration, observed),
        "density": _of_observed(observed, "log_density"),
        "cumulative": _of_observed(observed, "cumulative"),
    }
    body = template("torch.py.j2", trim=True).render(
        listed=_listed,
        special=[],
        constants=_constants(declaration, title, closed, moments, collapse, layer, shown),
        closed_names=tuple(closed),
        observed_name=observed.name,
        integral=support.integral,
        densities=densities,
        latents=latents,
        moments=moments,
        collapse=collapse,
        layer=layer,
        leaf_names=[each.name for each in layer.leaves] if layer else [],
        leaf_moments=_same_moments(layer) if layer else {},
        **shown,
    )
    special = special_used(body.splitlines())
    if special:
        line = f"from symppm.stochastic.special import {', '.join(special)}\n"
        body = body.replace("import torch\n", f"import torch\n\n{line}", 1)
    return body


def _listed(values: Mapping[str, str]) -> str:
    """Write a mapping of sources, in one line where it fits."""
    items = [f'"{name}": {value}' for name, value in values.items()]
    line = "{" + ", ".join(items) + "}"
    if len(line) <= _WIDTH:
        return line
    return "{\n" + "".join(f"        {item},\n" for item in items) + "    }"


def _constants(
    declaration: Declaration,
    title: str,
    closed: Mapping[str, sympy.Expr],
    moments: Sequence[Lines],
    collapse: Collapse | None,
    layer: Layer | None,
    shown: Mapping[str, Lines | None],
) -> dict[str, object]:
    """Return what a module says about its model, in order."""
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    return {
        "NAME": declaration.name,
        "TITLE": title,
        "HYPERPARAMETERS": tuple(
            (each.name, each.domain, each.upper, each.integer)
            for each in parameters_of(declaration)
            if not each.is_size
        ),
        "SIZES": tuple((axis.name, axis.size.name) for axis in declaration.latent_axes),
        "AXES": tuple(axis.name for axis in declaration.axes),
        "OBSERVED": observed.name,
        "OBSERVED_AXES": observed.dims,
        "OBSERVED_FAMILY": observed.family.name,
        "INTEGRAL": support.integral,
        "SIGN": support.sign,
        "SHARED": is_shared(declaration),
        "CONTINUOUS": is_continuous(declaration),
        "CLOSED": tuple(closed),
        "MOMENTS": len(moments),
        "LATENTS": tuple(
            (each.name, each.family.name, each.dims)
            for each in declaration.variables
            if not each.observed
        ),
        "SUMS": len(collapse.summands.values) if collapse else 0,
        "EXPONENTS": tuple(each.exponents for each in collapse.polynomials) if collapse else (),
        "LEAVES": tuple((each.name, each.dims) for each in layer.leaves) if layer else (),
        "HAS_DENSITY": shown["density"] is not None,
        "HAS_CUMULATIVE": shown["cumulative"] is not None,
    }


def is_shared(declaration: Declaration) -> bool:
    """Tell whether entries that have no index in common can vary together.

    They do where a latent variable has none of the observed axes, such as a weight of each factor,
    or where something is summed over an observed axis.
    """
    observed = set(declaration.observed.dims)
    if any(not observed & set(each.dims) for each in declaration.variables):
        return True
    return any(
        declaration.axis_of(total.bound).name in observed
        for each in declaration.variables
        for value in each.parameters.values()
        for total in value.atoms(AxisSum)
    )


def is_continuous(declaration: Declaration) -> bool:
    """Tell whether no parameter is a step or a choice that depends on latent variables.

    Only then may draws be differentiated: the derivative of a draw misses where it jumps.
    """
    return not any(
        value.has(*_STEPS) and entries(value)
        for each in declaration.variables
        for value in each.parameters.values()
    )


def _closed(declaration: Declaration, targets: tuple[str, ...]) -> dict[str, sympy.Expr]:
    """Return every moment that can be derived and printed, by the name of its target."""
    found: dict[str, sympy.Expr] = {}
    for name in dict.fromkeys((*target_names(declaration), *targets)):
        try:
            value = moment(declaration, name)
            printed(declaration, {name: value})
        except (NotDerivableError, NotBuiltError):
            continue
        if value.free_symbols <= {*declaration.sizes, *declaration.hyperparameters}:
            found[name] = value
    return found


def _conditions(
    declaration: Declaration, closed: Mapping[str, sympy.Expr]
) -> dict[str, sympy.Expr]:
    """Return what must be positive for a closed form to be a moment, by target and text."""
    return {
        f"{name}: {condition}": condition
        for name in closed
        for derived in _derived_for(declaration, name)
        for condition in derive(declaration, derived).conditions
    }


def _derived_for(declaration: Declaration, name: str) -> tuple[str, ...]:
    if is_cumulant(name):
        return (name.replace("_", " "),)
    kind, _, axes = name.partition("_")
    if kind == "mean":
        return ("mean",)
    dims = declaration.observed.dims
    pair = f"covariance {' '.join(axis for axis in dims if axis in axes.split('_'))}"
    whole = {"variance": ("variance",), "cov": (pair,), "rho": ("variance", pair)}[kind]
    # What a whole array shares is taken off.
    return (*whole, "covariance") if derive(declaration, "covariance").result != 0 else whole


def _moments(observed: Variable) -> tuple[Lines, ...]:
    """Return E[Y^n] given the parameters of Y, as far as they are known."""
    symbols, names = parameter_symbols(observed.family, "q")
    found: list[Lines] = []
    for order in range(1, HIGHEST + 1):
        try:
            value = observed.family.raw_moment(order, symbols).value
            found.append(Lines.of({"moment": value}, names))
        except (NotDerivableError, NotBuiltError):
            break
    return tuple(found)


def _density(family: Family) -> Lines | None:
    symbols, names = parameter_symbols(family, "parameters")
    try:
        return Lines.of({"density": family.log_density(_VALUE, symbols)}, names)
    except (NotDerivableError, NotBuiltError):
        return None


def _same_moments(layer: Layer) -> dict[tuple[str, ...], tuple[Lines, ...]]:
    """Return the moments of leaves by the names of those that have the same."""
    sources = [repr(leaf.moments) for leaf in layer.leaves]
    return {
        tuple(leaf.name for leaf in layer.leaves if repr(leaf.moments) == source): first.moments
        for first, source in zip(layer.leaves, sources, strict=True)
    }


def _of_observed(observed: Variable, what: str) -> Lines | None:
    """Return the density or the distribution function of the observed variable, if known."""
    symbols, names = parameter_symbols(observed.family, "q")
    try:
        value = getattr(observed.family, what)(_VALUE, symbols)
        return None if value is None else Lines.of({what: value}, names)
    except (NotDerivableError, NotBuiltError):
        return None
