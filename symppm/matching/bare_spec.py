"""The specification of a model that is matched by sampling: what it is, and no formulas."""

from __future__ import annotations

import sympy

from symppm.codegen.describe import parameters_of
from symppm.codegen.spec import ModelSpec
from symppm.matching.result import STOCHASTIC
from symppm.model.declaration import Declaration
from symppm.solve.targets import usual_targets


def bare_spec(declaration: Declaration, title: str) -> ModelSpec:
    """Describe a model without deriving anything."""
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    upper = observed.family.upper_bound(observed.parameters)
    return ModelSpec(
        name=declaration.name,
        title=title,
        targets=usual_targets(declaration),
        parameters=parameters_of(declaration),
        needs=(),
        route=STOCHASTIC,
        branches=0,
        constraints=(),
        coordinates=(),
        requirements=(),
        identified=(),
        identified_at_k=(),
        held_at_k=(),
        conditions=(),
        conditions_at_k=(),
        has_margins=False,
        symmetries=(),
        anchored={},
        priors=(),
        priors_depend_on=(),
        observed_is_count=support.integral and support.sign != "real",
        observed_sign=support.sign,
        observed_at_most=upper.name if isinstance(upper, sympy.Symbol) else "",
        axes=observed.dims,
    )
