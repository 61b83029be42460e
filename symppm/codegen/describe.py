"""The specification of a model, in words and plain values, from its declaration and solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from symppm.codegen.spec import (
    ConditionSpec,
    IdentifiedSpec,
    ModelSpec,
    ParameterSpec,
    SymmetrySpec,
)
from symppm.errors import NotBuiltError
from symppm.model.declaration import Declaration, Variable
from symppm.solve import FeasibilityCondition, Gauge, Solution


def root_priors(declaration: Declaration) -> tuple[Variable, ...]:
    """Return the latent variables whose parameters are hyperparameters only.

    Parameters
    ----------
    declaration : Declaration
        Any model.
    """
    return tuple(
        variable
        for variable in declaration.variables
        if not variable.observed and not declaration.parents(variable)
    )


def describe(declaration: Declaration, title: str, solution: Solution, at_k: Solution) -> ModelSpec:
    """Collect what matching needs to know about a model.

    Parameters
    ----------
    declaration : Declaration
        The model.
    title : str
        One line for lists.
    solution, at_k : Solution
        For all unknowns, and for those that are left when the sizes are given.
    """
    roles = parameter_roles(declaration)
    priors = root_priors(declaration)
    sizes = {size.name for size in declaration.sizes}
    return ModelSpec(
        name=declaration.name,
        title=title,
        targets=solution.given,
        parameters=tuple(
            ParameterSpec(name, _with_remark(name, role, declaration), name in sizes)
            for name, role in roles.items()
        ),
        identified=tuple(
            IdentifiedSpec(name, dict(powers), _combined(powers, roles, declaration))
            for name, powers in solution.exponents.items()
        ),
        identified_at_k=tuple(at_k.expressions),
        held_at_k=at_k.given,
        conditions=tuple(map(_condition, solution.conditions)),
        conditions_at_k=tuple(map(_condition, at_k.conditions)),
        symmetries=tuple(
            _symmetry(gauge, anchor, priors)
            for gauge, anchor in zip(solution.gauge, solution.anchors, strict=True)
        ),
        anchored={
            name: {key: float(power) for key, power in powers.items()}
            for name, powers in solution.anchored.items()
        },
        priors=tuple(variable.name for variable in priors),
        priors_depend_on=tuple(symbol.name for symbol in declaration.hyperparameters),
        observed_is_count=_is_count(declaration.observed),
        axes=declaration.observed.dims,
    )


def _is_count(observed: Variable) -> bool:
    support = observed.family.support
    return support.integral and support.sign != "real"


def parameter_roles(declaration: Declaration) -> dict[str, str]:
    """Say in a few words what each size and hyperparameter is, sizes first.

    Parameters
    ----------
    declaration : Declaration
        Any model.
    """
    roles: dict[str, str] = {}
    for axis in declaration.latent_axes:
        what = "factors" if axis.name == "factor" else f"values along {axis.name}"
        roles[axis.size.name] = f"number of {what}"
    for symbol in declaration.hyperparameters:
        roles[symbol.name] = _role(symbol, declaration)
    return roles


def _role(symbol: sympy.Symbol, declaration: Declaration) -> str:
    roles = []
    for variable in declaration.variables:
        for parameter in variable.family.parameters:
            value = variable.parameters[parameter.name]
            if value == symbol:
                roles.append(f"{parameter.meaning} of {variable.name}")
            elif value == symbol**2 and parameter.name == "variance":
                roles.append(f"standard deviation of {variable.name}")
            elif value.has(symbol):
                roles.append(f"in the {parameter.meaning} of {variable.name}")
    return ", ".join(roles)


def _with_remark(name: str, role: str, declaration: Declaration) -> str:
    """Add what follows from a parameter, where a hyperparameter is just that."""
    remarks = [
        parameter.remark.format(name)
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if parameter.remark and str(variable.parameters[parameter.name]) == name
    ]
    return ": ".join([role, *dict.fromkeys(remarks)])


def _combined(powers: Mapping[str, int], roles: Mapping[str, str], declaration: Declaration) -> str:
    if list(powers.values()) == [1]:
        name = next(iter(powers))
        return _with_remark(name, roles[name], declaration)
    top = " times ".join(roles[name] for name, power in powers.items() if power > 0)
    bottom = " times ".join(roles[name] for name, power in powers.items() if power < 0)
    return f"{top} over {bottom}" if bottom else f"{top}: all that data show"


def _condition(condition: FeasibilityCondition) -> ConditionSpec:
    names = sorted(symbol.name for symbol in condition.positive.free_symbols)
    correlations = [name for name in names if name.startswith("rho_")]
    others = [name for name in names if name not in correlations]
    kind = "other"
    if names == ["mean"]:
        kind = "mean"
    elif len(correlations) == 1 and not others:
        kind = "correlation"
    elif correlations and not others:
        kind = "correlation_sum"
    elif others == ["mean", "variance"]:
        kind = "interaction" if correlations else "overdispersion"
    return ConditionSpec(condition.text, kind, tuple(names))


def _symmetry(gauge: Gauge, anchor: str, priors: Sequence[Variable]) -> SymmetrySpec:
    scale = sympy.Symbol("scale", positive=True)
    degrees = {}
    for variable in priors:
        mean = variable.family.mean(variable.parameters)
        moved = {
            symbol: symbol * scale ** gauge.weights.get(symbol.name, 0)
            for symbol in mean.free_symbols
        }
        ratio = sympy.simplify(mean.subs(moved, simultaneous=True) / mean)
        degree = ratio.as_base_exp()[1] if ratio.has(scale) else sympy.S.Zero
        if sympy.simplify(ratio - scale**degree) != 0 or not degree.is_Integer:
            raise NotBuiltError(
                f"the mean of {variable.name} does not scale by a power",
                expected="prior means that a scale symmetry multiplies",
                do="Report this model.",
            )
        degrees[variable.name] = int(degree)
    return SymmetrySpec(dict(gauge.weights), degrees, anchor)
