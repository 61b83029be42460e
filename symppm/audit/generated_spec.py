"""The specification in a generated module, read as data and compared with the declaration."""

from __future__ import annotations

import ast
import dataclasses
import itertools
from collections.abc import Iterator
from typing import Final

import msgspec
import sympy

from symppm.audit.generated_module import StructureError
from symppm.codegen.spec import (
    ExposureSpec,
    ModelSpec,
    ParameterSpec,
    specification,
    specification_text,
)
from symppm.model.declaration import Declaration, Variable
from symppm.solve.exposure import MEAN_INVERSE
from symppm.solve.targets import default_targets

_SIGNS: Final = ("positive", "negative", "nonnegative")


def read_spec(node: ast.expr) -> ModelSpec:
    """Read a specification, which has to be written as the generator writes it."""
    match node:
        case ast.Call(ast.Name("specification"), [ast.Constant(str() as text)], []):
            try:
                spec = specification(text)
            except (msgspec.MsgspecError, RecursionError) as error:
                raise StructureError(node, f"SPEC cannot be read: {error}") from error
            if specification_text(spec) == text.strip("\n"):
                return spec
    raise StructureError(node, "SPEC is not written as the generator writes it")


def spec_failures(
    spec: ModelSpec, declaration: Declaration, exposures: tuple[tuple[str, int], ...]
) -> Iterator[str]:
    """Compare what follows from the declaration alone."""
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    bound = observed.family.upper_bound(observed.parameters)
    dims = {array.name: array.dims for array in declaration.known}
    expected = {
        "name": declaration.name,
        "targets": default_targets(declaration),
        "axes": observed.dims,
        "observed_is_count": support.integral and support.sign != "real",
        "observed_sign": support.sign,
        "observed_at_most": bound.name if isinstance(bound, sympy.Symbol) else "",
        "priors": tuple(variable.name for variable in roots(declaration)),
        "exposures": tuple(ExposureSpec(name, n, dims[name]) for name, n in exposures),
    }
    for field, due in expected.items():
        given = getattr(spec, field)
        if given != due:
            yield f"{field} of SPEC is {given!r}, the derivation's model has {due!r}"
    due_parameters = tuple(parameters(declaration))
    given_parameters = tuple(dataclasses.replace(each, meaning="") for each in spec.parameters)
    if given_parameters != due_parameters:
        for given, due in zip(given_parameters, due_parameters, strict=False):
            if given != due:
                yield f"SPEC has the parameter {given}, the derivation's model {due}"
        if len(given_parameters) != len(due_parameters):
            yield (
                f"SPEC has {len(given_parameters)} parameters, the derivation's model "
                f"{len(due_parameters)}"
            )
    names = [each.name for each in due_parameters]
    if len(set(spec.needs)) < len(spec.needs) or not set(spec.needs) <= set(names):
        yield f"needs of SPEC are {spec.needs}, which are not all parameters"
    if declaration.known and MEAN_INVERSE.name not in spec.needs[-1:]:
        yield f"needs of SPEC are {spec.needs}, which do not end in {MEAN_INVERSE.name}"
    correlations = spec.targets[2:]
    held = ("mean", "variance", *map("/".join, itertools.pairwise(correlations)))
    if spec.held_at_k != (held if spec.identified_at_k else ()):
        yield f"held_at_k of SPEC is {spec.held_at_k}, solve_at_k holds {held}"
    if spec.route != ("closed form" if spec.branches else "numeric"):
        yield f"route of SPEC is {spec.route!r} with {spec.branches} branches"
    if spec.branches and len(spec.identified) + len(spec.constraints) != len(spec.targets):
        yield "SPEC has as many targets neither as unknowns nor as these and constraints"


def roots(declaration: Declaration) -> tuple[Variable, ...]:
    """Return the latent variables above which there is none, and not the size of an axis either."""
    return tuple(
        variable
        for variable in declaration.variables
        if not variable.observed and not variable.over and not declaration.parents(variable)
    )


def domain(symbol: sympy.Symbol) -> str:
    """Return where a hyperparameter may lie, by its sign."""
    return next((sign for sign in _SIGNS if getattr(symbol, f"is_{sign}")), "real")


def parameters(declaration: Declaration) -> Iterator[ParameterSpec]:
    """Describe what ``moments`` takes: sizes, hyperparameters, the average inverse exposure."""
    for size in declaration.sizes:
        yield ParameterSpec(size.name, "", is_size=True)
    for symbol in declaration.hyperparameters:
        bare = [
            parameter
            for variable in declaration.variables
            for parameter in variable.family.parameters
            if variable.parameters[parameter.name] == symbol
        ]
        uppers = [each.upper for each in bare if each.upper is not None]
        yield ParameterSpec(
            symbol.name,
            "",
            is_size=False,
            domain=domain(symbol),
            upper=min(uppers, default=None),
            integer=any(each.integer for each in bare),
        )
    if declaration.known:
        yield ParameterSpec(MEAN_INVERSE.name, "")
