"""The nearest match when hyperparameters that the targets determine are given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ModelSpec
from symppm.errors import ParameterError

_TOLERANCE = 1e-14


def nearest(
    module: ModuleType,
    targets: Mapping[str, float],
    start: Mapping[str, float],
    given: Mapping[str, float],
) -> dict[str, float]:
    """Fit the free parameters by least squares on the logarithms of the moments.

    Parameters
    ----------
    module : module
        Generated module of the model.
    targets : mapping of str to float
        All positive.
    start : mapping of str to float
        A point to start from: a value for every parameter, K among them.
    given : mapping of str to float
        Parameters that stay as they are.

    Returns
    -------
    dict of str to float
        Every parameter. K is at least one and need not be whole.

    Raises
    ------
    ParameterError
        If nothing is free, or no finite fit is found.
    """
    # Only this route needs SciPy's optimizers, and they are slow to import.
    from scipy.optimize import least_squares  # noqa: PLC0415

    spec: ModelSpec = module.SPEC
    names = [each.name for each in spec.parameters]
    sizes = {each.name for each in spec.parameters if each.is_size}
    point = {**start, **given}
    free = [name for name in names if name not in given]
    if not free:
        raise ParameterError(
            "every hyperparameter is fixed",
            expected="at least one that is free",
            do="Leave one out, or ask for its moments with sample.",
        )
    wanted = np.log([targets[name] for name in spec.targets])
    columns = [names.index(name) for name in free]

    def parameters(logs: NDArray[np.float64]) -> list[float]:
        values = {**point, **dict(zip(free, np.exp(logs), strict=True))}
        return [float(values[name]) for name in names]

    def residuals(logs: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.log(module.moments(*parameters(logs))) - wanted)

    def slopes(logs: NDArray[np.float64]) -> NDArray[np.float64]:
        values = parameters(logs)
        moments = np.asarray(module.moments(*values))[:, None]
        jacobian = np.asarray(module.moments_jacobian(*values))
        return np.asarray((jacobian * np.asarray(values) / moments)[:, columns])

    lower = [0.0 if name in sizes else -np.inf for name in free]
    first = np.maximum(np.log([point[name] for name in free]), np.asarray(lower) + 1e-9)
    found = least_squares(
        residuals, first, jac=slopes, bounds=(lower, np.inf),
        xtol=_TOLERANCE, ftol=_TOLERANCE, gtol=_TOLERANCE,
    )  # fmt: skip
    values = dict(zip(names, parameters(found.x), strict=True))
    if not all(math.isfinite(value) for value in values.values()):
        raise ParameterError(
            "fixed " + ", ".join(f"{name}={value:g}" for name, value in given.items()),
            expected="values near which the targets can be approached",
            do="Fix fewer hyperparameters, or other values.",
        )
    return values
