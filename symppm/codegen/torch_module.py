"""Write the torch module of a model: closed forms, the graph of its variables, what integrates out.

Such a module is what matching by sampling runs on, as the numba modules are for matching in closed
form. Writing one needs no torch.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final

import sympy

from symppm.codegen.describe import parameters_of
from symppm.codegen.files import digest, module_text, template
from symppm.codegen.printer import called
from symppm.codegen.torch_graph import (
    collapsed,
    conditional_moments,
    evaluated,
    lowest_layer,
    of_family,
    printed,
)
from symppm.codegen.torch_printer import SPECIAL
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.laws import derive
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, entries
from symppm.solve.targets import is_cumulant, moment, target_names

_STEPS: Final = (sympy.floor, sympy.ceiling, sympy.sign, sympy.Heaviside, sympy.Piecewise)
_VALUE: Final = sympy.Symbol("value", real=True)


def torch_source(declaration: Declaration, title: str, targets: Sequence[str] = ()) -> str:
    """Return the text of a model's torch module."""
    if declaration.known:
        raise NotBuiltError(
            f"a torch module of a model with the known array {declaration.known[0].name!r}",
            expected="a model without known arrays: matching by sampling with them is not built",
            do="Leave the array out, and give targets of the data divided by it.",
        )
    vectors = next((v for v in declaration.variables if v.over), None)
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


def identity(declaration: Declaration) -> str:
    """Return a text that is another one for every other declaration."""
    variables = [
        (
            (variable.name, variable.family.name, variable.dims, variable.observed, variable.over),
            {name: sympy.srepr(value) for name, value in variable.parameters.items()},
        )
        for variable in declaration.variables
    ]
    symbols = [sympy.srepr(symbol) for symbol in declaration.hyperparameters]
    axes = [(axis.name, axis.letters) for axis in declaration.axes]
    return repr((declaration.name, symbols, axes, variables, declaration.known))


def _body(declaration: Declaration, title: str, targets: tuple[str, ...]) -> str:
    observed, family = declaration.observed, declaration.observed.family
    support = family.support_of(observed.parameters)
    closed = _closed(declaration, targets)
    moments = conditional_moments(family)
    latents = [v for v in declaration.variables if not v.observed]
    families = {v.family.name: v.family for v in latents}
    densities = {
        name: of_family(law, "parameters", functools.partial(law.log_density, _VALUE))
        for name, law in families.items()
    }
    density = of_family(family, "q", functools.partial(family.log_density, _VALUE))
    cumulative = of_family(family, "q", functools.partial(family.cumulative, _VALUE))
    collapse = collapsed(declaration, len(moments))
    layer = lowest_layer(declaration, collapse) if collapse else None
    leaves = layer.leaves if layer else ()
    # What a module says about its model.
    constants = {
        "NAME": declaration.name,
        "TITLE": title,
        "HYPERPARAMETERS": tuple(
            (parameter.name, parameter.domain, parameter.upper, parameter.integer)
            for parameter in parameters_of(declaration)
            if not parameter.is_size
        ),
        "SIZES": tuple((axis.name, axis.size.name) for axis in declaration.latent_axes),
        "AXES": tuple(axis.name for axis in declaration.axes),
        "OBSERVED": observed.name,
        "OBSERVED_AXES": observed.dims,
        "OBSERVED_FAMILY": family.name,
        "INTEGRAL": support.integral,
        "SIGN": support.sign,
        "SHARED": _is_shared(declaration),
        "CONTINUOUS": _is_continuous(declaration),
        "CLOSED": tuple(closed),
        "MOMENTS": len(moments),
        "LATENTS": tuple((v.name, v.family.name, v.dims) for v in latents),
        "SUMS": len(collapse.totals) if collapse else 0,
        "EXPONENTS": tuple(
            tuple(powers for _, powers in polynomials.rows[0])
            for polynomials in (collapse.polynomials if collapse else ())
        ),
        "LEAVES": tuple((leaf.name, leaf.dims) for leaf in leaves),
        "HAS_DENSITY": density is not None,
        "HAS_CUMULATIVE": cumulative is not None,
    }
    body = template("torch.py.j2").render(
        constants=constants,
        closed=printed(declaration, closed),
        conditions=printed(declaration, _conditions(declaration, closed)),
        observed_name=observed.name,
        observed=evaluated(declaration, observed),
        density=density,
        cumulative=cumulative,
        densities={name: source for name, source in densities.items() if source is not None},
        latents=[(v, evaluated(declaration, v)) for v in latents],
        moments=moments,
        collapse=collapse,
        layer=layer,
        leaf_names=[leaf.name for leaf in leaves],
    )
    special = called(SPECIAL, body)
    if special:
        line = f"from symppm.stochastic.special import {', '.join(special)}\n"
        body = body.replace("import torch\n", f"import torch\n\n{line}", 1)
    return body


def _is_shared(declaration: Declaration) -> bool:
    """Tell whether entries that have no index in common can vary together.

    They do where a latent variable has none of the observed axes, such as a weight of each factor,
    or where something is summed over an observed axis.
    """
    observed = set(declaration.observed.dims)
    if any(not observed & set(v.dims) for v in declaration.variables):
        return True
    return any(
        declaration.axis_of(total.bound).name in observed
        for variable in declaration.variables
        for value in variable.parameters.values()
        for total in value.atoms(AxisSum)
    )


def _is_continuous(declaration: Declaration) -> bool:
    """Tell whether no parameter is a step or a choice that depends on latent variables.

    Only then may draws be differentiated: the derivative of a draw misses where it jumps.
    """
    return not any(
        value.has(*_STEPS) and entries(value)
        for variable in declaration.variables
        for value in variable.parameters.values()
    )


def _closed(declaration: Declaration, targets: tuple[str, ...]) -> dict[str, sympy.Expr]:
    """Return every moment that can be derived and printed, by the name of its target."""
    closed: dict[str, sympy.Expr] = {}
    for name in dict.fromkeys((*target_names(declaration), *targets)):
        try:
            value = moment(declaration, name)
            printed(declaration, {name: value})
        except (NotDerivableError, NotBuiltError):
            continue
        if value.free_symbols <= {*declaration.sizes, *declaration.hyperparameters}:
            closed[name] = value
    return closed


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
    kind, *axes = name.split("_")
    derived = " ".join([{"rho": "correlation", "cov": "covariance"}.get(kind, kind), *axes])
    # What a whole array shares is taken off.
    common = kind != "mean" and not is_cumulant(name)
    common = common and derive(declaration, "covariance").result != 0
    return (derived, "covariance") if common else (derived,)
