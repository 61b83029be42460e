"""Values of expressions in drawn variables, as arrays over all axes of a model."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatchmethod
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry

Array = NDArray[Any]


class Evaluator:
    """Evaluates parameters on arrays that have one dimension for every axis of the model."""

    def __init__(
        self,
        declaration: Declaration,
        values: Mapping[sympy.Symbol, float],
        sizes: Mapping[str, int],
        known: Mapping[str, Array],
    ) -> None:
        self.declaration = declaration
        self.values = values
        self.sizes = sizes
        self.order = [axis.name for axis in declaration.axes]
        self.known = known
        self.drawn: dict[str, Array] = {}

    def full_shape(self, dims: tuple[str, ...]) -> tuple[int, ...]:
        """Return a shape with one dimension an axis, of size one where the axis is absent."""
        return tuple(self.sizes[name] if name in dims else 1 for name in self.order)

    def __call__(self, expression: sympy.Expr) -> Array:
        """Return the value as an array that broadcasts over all axes."""
        return np.asarray(self._evaluate(expression), dtype=float)

    @singledispatchmethod
    def _evaluate(self, expression: sympy.Expr) -> Array:
        if expression.is_number:
            return np.asarray(float(expression))
        arguments = [self._evaluate(argument) for argument in expression.args]
        if expression.is_Add:
            return np.asarray(sum(arguments[1:], arguments[0]))
        if expression.is_Mul:
            return np.asarray(np.prod(np.broadcast_arrays(*arguments), axis=0))
        if expression.is_Pow:
            return np.asarray(arguments[0] ** arguments[1])
        symbols = [sympy.Dummy() for _ in arguments]
        function = sympy.lambdify(symbols, expression.func(*symbols), "scipy")
        return np.asarray(function(*arguments))

    @_evaluate.register
    def _(self, expression: sympy.Symbol) -> Array:
        return np.asarray(self.values[expression])

    @_evaluate.register
    def _(self, expression: Entry) -> Array:
        return self.drawn[expression.name]

    @_evaluate.register
    def _(self, expression: KnownEntry) -> Array:
        return self.known[expression.name]

    @_evaluate.register
    def _(self, expression: AxisSum) -> Array:
        axis = self.declaration.axis_of(expression.bound)
        place = self.order.index(axis.name)
        factors = [self._evaluate(f) for f in sympy.Mul.make_args(expression.summand)]
        # A contraction, so that a sum over factors of theta * beta is one matrix product.
        letters = list(range(len(self.order)))
        operands: list[Any] = []
        for factor in factors:
            full = factor.reshape((1,) * (len(self.order) - factor.ndim) + factor.shape)
            present = [n for n in letters if full.shape[n] > 1]
            operands += [full.reshape([full.shape[n] for n in present]), present]
        kept = sorted({n for present in operands[1::2] for n in present} - {place})
        total = np.einsum(*operands, kept, optimize=True)
        if all(place not in present for present in operands[1::2]):
            total = total * self.sizes[axis.name]
        shape = [1] * len(self.order)
        for n, size in zip(kept, np.shape(total), strict=True):
            shape[n] = size
        return np.asarray(total).reshape(shape)
