"""The specification in a generated module, read as data and compared with the declaration."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import typing
from collections.abc import Iterator, Mapping
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final

import sympy

from symppm.audit.generated_module import StructureError
from symppm.codegen import spec as plain
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.model.declaration import Declaration, Variable
from symppm.solve.exposure import MEAN_INVERSE
from symppm.solve.targets import default_targets

_CONSTRUCTORS: Final[Mapping[str, type]] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            plain.ConditionSpec,
            plain.ExposureSpec,
            plain.IdentifiedSpec,
            plain.ModelSpec,
            plain.ParameterSpec,
            plain.SymmetrySpec,
        )
    }
)
_SIGNS: Final = ("positive", "negative", "nonnegative")


def read_spec(node: ast.expr) -> ModelSpec:
    """Build a specification from its source: constructors of known names, and literals."""
    made = _built(node)
    if not isinstance(made, ModelSpec):
        raise StructureError(node, "SPEC is no ModelSpec")
    return made


def _built(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value) if value is None or isinstance(value, str | int | float | bool):
            return value
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
        case ast.Tuple(elements):
            return tuple(map(_built, elements))
        case ast.Dict(keys, values) if all(isinstance(key, ast.Constant) for key in keys):
            names = [key.value for key in keys if isinstance(key, ast.Constant)]
            if len(set(names)) == len(names):
                return dict(zip(names, map(_built, values), strict=True))
        case ast.Call(ast.Name(name), [], keywords) if name in _CONSTRUCTORS:
            return _constructed(node, _CONSTRUCTORS[name], keywords)
    raise StructureError(node, "SPEC contains something other than constructors and literals")


def _constructed(node: ast.expr, kind: type, keywords: list[ast.keyword]) -> Any:
    given = {each.arg: _built(each.value) for each in keywords if each.arg is not None}
    types = typing.get_type_hints(kind)
    if len(given) < len(keywords) or set(given) != set(types):
        raise StructureError(node, f"{kind.__name__} does not have exactly its fields")
    for name, value in given.items():
        if not _is(value, types[name]):
            raise StructureError(node, f"{name} of {kind.__name__} cannot be {value!r}")
    return kind(**given)


def _is(value: Any, kind: Any) -> bool:
    """Tell whether a value is of a declared type: the few forms that specifications use."""
    parts = typing.get_args(kind)
    origin = typing.get_origin(kind)
    if origin is tuple:
        return isinstance(value, tuple) and all(_is(each, parts[0]) for each in value)
    if origin is UnionType:
        return any(_is(value, part) for part in parts)
    if parts:
        return isinstance(value, dict) and all(
            _is(key, parts[0]) and _is(each, parts[1]) for key, each in value.items()
        )
    if kind is None or kind is NoneType:
        return value is None
    return type(value) is kind


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
        "exposures": tuple(plain.ExposureSpec(name, n, dims[name]) for name, n in exposures),
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
