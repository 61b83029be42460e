"""In which units a step is short: logarithms of hyperparameters, or of means and spreads."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NotDerivableError
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import entries
from symppm.stochastic.space import Space

Matrix = NDArray[np.float64]

_STEP = 1e-6
_LEAST = 1e-3


def location_scale_metric(declaration: Declaration, space: Space, x: NDArray[np.float64]) -> Matrix:
    """Return the metric of the logarithms of means and standard deviations of priors."""
    n = len(space.coordinates)
    functions = [f for each in declaration.variables for f in _logarithms(each)]
    base = space.values(x)
    rows = []
    for function in functions:
        here = _value(function, base)
        row = np.zeros(n)
        for place in range(n):
            moved = np.array(x, dtype=float)
            moved[place] += _STEP
            row[place] = (_value(function, space.values(moved)) - here) / _STEP
        if np.all(np.isfinite(row)):
            rows.append(row)
    table = np.array(rows).reshape(-1, n)
    unseen = np.diag((np.abs(table).sum(0) < _STEP).astype(float)) if len(table) else np.eye(n)
    return np.asarray(table.T @ table + unseen + _LEAST * np.eye(n))


def _logarithms(variable: Variable) -> list[sympy.Expr]:
    if variable.observed or any(entries(value) for value in variable.parameters.values()):
        return []
    try:
        mean = variable.family.mean(variable.parameters)
        spread = variable.family.variance(variable.parameters)
    except NotDerivableError:
        return []
    return (
        [sympy.log(sympy.Abs(mean)), sympy.log(spread) / 2]
        if mean != 0
        else [sympy.log(spread) / 2]
    )


def _value(expression: sympy.Expr, at: Mapping[str, float]) -> float:
    found = expression.subs({symbol: at[symbol.name] for symbol in expression.free_symbols})
    number = complex(found.evalf())
    return number.real if abs(number.imag) < _STEP else np.nan


def conditioning(jacobian: Matrix, metric: Matrix, scales: NDArray[np.float64]) -> float:
    """Return the ratio of the largest to the least stretch that statistics see."""
    root = np.linalg.cholesky(metric)
    stretched = np.linalg.solve(root, (jacobian / scales[:, None]).T)
    values = np.linalg.svd(stretched, compute_uv=False)
    least = float(np.min(values))
    return float(np.max(values)) / least if least > 0 else np.inf
