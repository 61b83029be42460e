"""The specification of a model, in words and plain values, from its declaration and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy

from symppm.codegen.spec import (
    ConditionSpec,
    ExposureSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)
from symppm.errors import NotBuiltError
from symppm.families import Parameter
from symppm.model.declaration import Declaration, Variable
from symppm.solve import Solution
from symppm.solve.coordinates import Coordinates
from symppm.solve.exposure import MEAN_INVERSE, averages, exposure
from symppm.solve.samples import uppers

_AVERAGE = "average of 1 / exposure over the observed entries; 1 without exposures"


def root_priors(declaration: Declaration) -> tuple[Variable, ...]:
    """Return the latent variables whose parameters, and so means, are hyperparameters only.

    Vectors are none: the size of their axis is among their parameters.
    """
    return tuple(
        variable
        for variable in declaration.variables
        if not variable.observed and not variable.over and not declaration.parents(variable)
    )


def describe(
    declaration: Declaration,
    title: str,
    solution: Solution,
    at_k: Solution | None,
    needs: tuple[str, ...],
    moments_exist: tuple[str, ...],
) -> ModelSpec:
    """Collect what matching needs to know about a model."""
    coordinates = solution.coordinates
    inner = {**_parameter_roles(declaration), **_coordinate_roles(coordinates)}
    priors = root_priors(coordinates.declaration)
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    upper = observed.family.upper_bound(observed.parameters)
    sizes = {size.name for size in declaration.sizes}
    unknowns = [name for name in solution.unknowns if name not in sizes]
    first = solution.branches[0].conditions if solution.branches else ()
    at_given_k = at_k.branches[0].conditions if at_k else ()
    return ModelSpec(
        name=declaration.name,
        title=title,
        targets=solution.given,
        parameters=(*parameters_of(declaration), *of_data(declaration)),
        needs=needs,
        route="closed form" if solution.branches else "numeric",
        branches=len(solution.branches),
        constraints=tuple(f"{constraint} = 0" for constraint in solution.constraints),
        coordinates=tuple(unknowns),
        requirements=(*(r.text for r in coordinates.requirements), "the numbers stay finite")
        if coordinates.replaced
        else (),
        moments_exist=moments_exist,
        identified=tuple(
            IdentifiedSpec(
                name,
                dict(powers),
                _combined(powers, inner, declaration) + _without_levels(powers, solution),
            )
            for name, powers in solution.exponents.items()
        ),
        identified_at_k=tuple(at_k.expressions) if at_k else (),
        held_at_k=at_k.given if at_k else (),
        conditions=tuple(ConditionSpec(condition.text) for condition in first),
        conditions_at_k=tuple(ConditionSpec(condition.text) for condition in at_given_k),
        has_margins=solution.is_explicit,
        symmetries=(
            *(
                _symmetry(symmetry.weights, {}, anchor, priors)
                for symmetry, anchor in zip(solution.scales, solution.anchors, strict=True)
            ),
            *(_symmetry(e.scales, e.shifts, e.anchor, priors) for e in solution.locations),
        ),
        anchored={
            name: {key: float(power) for key, power in powers.items()}
            for name, powers in solution.anchored.items()
        },
        priors=tuple(variable.name for variable in priors),
        priors_depend_on=tuple(s.name for s in coordinates.declaration.hyperparameters),
        observed_is_count=support.integral and support.sign != "real",
        observed_sign=support.sign,
        observed_at_most=upper.name if isinstance(upper, sympy.Symbol) else "",
        axes=observed.dims,
        exposures=_exposures(declaration),
    )


def of_data(declaration: Declaration) -> Iterator[ParameterSpec]:
    """Describe what follows from data, among the arguments of moments."""
    for axis in declaration.observed.axes:
        if axis.size in declaration.lengths:
            meaning = f"number of values along {axis.name}"
            name = axis.size.name
            yield ParameterSpec(name, meaning, integer=True, of_data=True, axis=axis.name)
    largest = uppers(declaration)
    for inverse, symbol in averages(declaration).items():
        meaning = _AVERAGE if symbol == MEAN_INVERSE else f"average of {inverse}"
        yield ParameterSpec(symbol.name, meaning, upper=largest.get(symbol), of_data=True)


def _exposures(declaration: Declaration) -> tuple[ExposureSpec, ...]:
    """Return the known arrays by which data are divided."""
    powers = [factor.as_base_exp() for factor in sympy.Mul.make_args(exposure(declaration))]
    dims = {array.name: array.dims for array in declaration.known}
    return tuple(
        ExposureSpec(base.name, int(power), dims[base.name]) for base, power in powers if base != 1
    )


def domain_of(symbol: sympy.Symbol) -> str:
    """Return where a hyperparameter may lie: one of the domains of :class:`ParameterSpec`."""
    signs = ("positive", "negative", "nonnegative")
    return next((sign for sign in signs if getattr(symbol, f"is_{sign}")), "real")


def parameters_of(declaration: Declaration) -> tuple[ParameterSpec, ...]:
    """Describe each size and hyperparameter, with the values that it may take, sizes first."""
    roles = _parameter_roles(declaration)
    specs = [ParameterSpec(size.name, roles[size.name], is_size=True) for size in declaration.sizes]
    for symbol in declaration.hyperparameters:
        parameters = _parameters_given_by(symbol.name, declaration)
        specs.append(
            ParameterSpec(
                symbol.name,
                _with_remark(symbol.name, roles[symbol.name], declaration),
                domain=domain_of(symbol),
                upper=min((p.upper for p in parameters if p.upper is not None), default=None),
                integer=any(p.integer for p in parameters),
            )
        )
    return tuple(specs)


def _parameters_given_by(name: str, declaration: Declaration) -> list[Parameter]:
    """Return the parameters of variables that a hyperparameter is as it stands."""
    return [
        parameter
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if str(variable.parameters[parameter.name]) == name
    ]


def _coordinate_roles(coordinates: Coordinates) -> dict[str, str]:
    """Say what the coordinates are that stand for a prior's parameters."""
    roles = {}
    for variable in coordinates.declaration.variables:
        if variable.name in coordinates.replaced:
            center = variable.parameters["mean"]
            (spread,) = variable.parameters["variance"].free_symbols - {center}
            roles[center.name] = f"mean of {variable.name}"
            over = " / mean" if variable.parameters["variance"].has(center) else ""
            roles[spread.name] = f"standard deviation{over} of {variable.name}"
    return roles


def _parameter_roles(declaration: Declaration) -> dict[str, str]:
    """Say in a few words what each size and hyperparameter is, sizes first."""
    roles: dict[str, str] = {}
    for axis in declaration.latent_axes:
        what = "factors" if axis.name == "factor" else f"values along {axis.name}"
        roles[axis.size.name] = f"number of {what}"
    for symbol in declaration.hyperparameters:
        meanings = []
        for variable in declaration.variables:
            for parameter in variable.family.parameters:
                value = variable.parameters[parameter.name]
                if value == symbol:
                    meanings.append(f"{parameter.meaning} of {variable.name}")
                elif value == symbol**2 and parameter.name == "variance":
                    meanings.append(f"standard deviation of {variable.name}")
                elif value.has(symbol):
                    meanings.append(f"in the {parameter.meaning} of {variable.name}")
        roles[symbol.name] = ", ".join(meanings)
    return roles


def _with_remark(name: str, role: str, declaration: Declaration) -> str:
    """Add what follows from a parameter, where a hyperparameter is just that."""
    remarks = (p.remark.format(name) for p in _parameters_given_by(name, declaration) if p.remark)
    return ": ".join([role, *dict.fromkeys(remarks)])


def _combined(powers: Mapping[str, int], roles: Mapping[str, str], declaration: Declaration) -> str:
    if list(powers.values()) == [1]:
        (name,) = powers
        return _with_remark(name, roles[name], declaration)
    top = " times ".join(roles[name] for name, power in powers.items() if power > 0)
    bottom = " times ".join(roles[name] for name, power in powers.items() if power < 0)
    return f"{top} over {bottom}" if bottom else f"{top}: all that data show"


def _without_levels(powers: Mapping[str, int], solution: Solution) -> str:
    """Say where a combination is what it is described as, if a level that is free moves it."""
    moving = [e.anchor for e in solution.locations if set(powers) & {*e.shifts, *e.scales}]
    verb = "is" if len(moving) == 1 else "are"
    return f", where {' and '.join(moving)} {verb} 0: all that data show" if moving else ""


def _symmetry(
    weights: Mapping[str, int], shifts: Mapping[str, int], anchor: str, priors: Sequence[Variable]
) -> SymmetrySpec:
    scale = sympy.Symbol("scale", positive=True)
    degrees, steps = {}, {}
    for variable in priors:
        mean = variable.family.mean(variable.parameters)
        moved = {
            symbol: symbol * scale ** weights.get(symbol.name, 0)
            + shifts.get(symbol.name, 0) * sympy.log(scale)
            for symbol in mean.free_symbols
        }
        after = mean.subs(moved, simultaneous=True)
        # The derivative by the logarithm of the scale: a constant, or that times the mean.
        slope = scale * after.diff(scale)
        degree = sympy.simplify(slope / after) if slope != 0 else sympy.S.Zero
        step = sympy.S.Zero
        if not degree.is_Integer:
            degree, step = sympy.S.Zero, sympy.simplify(slope)
        if not step.is_Integer:
            # The prior's mean depends on what is fixed in another way: it fixes no scale then.
            raise NotBuiltError(
                f"the mean of {variable.name} neither scales by a power nor shifts",
                expected="prior means that a symmetry multiplies, or adds to",
                do="Report this model.",
            )
        degrees[variable.name], steps[variable.name] = int(degree), int(step)
    return SymmetrySpec(dict(weights), degrees, anchor, dict(shifts), steps if shifts else {})
