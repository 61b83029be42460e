"""Poisson likelihoods of sparse data: of the zeros, they need the sum of the rates and no more.

The log probability of a zero is minus its rate. Rates that are sums of products add up without a
matrix: sum_ij sum_k theta_ik beta_jk = sum_k (sum_i theta_ik) (sum_j beta_jk).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase

import sympy

from symppm.exports.arrays import ArrayWriter
from symppm.exports.expressions import PRODUCT, Text, wrapped
from symppm.exports.program import Program
from symppm.exports.types import Chosen
from symppm.model.declaration import Axis, free_axes
from symppm.model.nodes import AxisSum, Indexed


@dataclass(frozen=True)
class StoredEntries:
    """A Poisson likelihood, taken apart."""

    helper: str
    indices: tuple[str, ...]
    values: str
    rate: str
    rates: str
    total: Text
    observed: str
    zeros: str

    @property
    def unpacked(self) -> str:
        """Names of all arrays, separated by commas."""
        return ", ".join((*self.indices, self.values))

    @property
    def rest(self) -> str:
        """Log probability of all entries that are not stored, as code."""
        return f"{self.rate}.sum() - {wrapped(self.total, PRODUCT)}"

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of it."""
        return (
            "The data are sparse. The log probability of a zero is minus its rate, and rates that "
            "are sums of products add up without their matrix, so this code takes the stored "
            f"entries, as {self.observed}, and all zeros as one term, {self.zeros}. The density is "
            f"the same, at a fraction of the time and of the memory. {self.observed} is no sample "
            "of all entries: compare draws with data by symppm's own checks.",
        )

    def definition(self, finish: str = "") -> list[str]:
        """Return the function that takes data apart, as lines."""
        found = "*found.coords, found.data"
        if finish:
            found = f"tuple({finish.format('each')} for each in ({found}))"
        if len(self.indices) == 2:
            body = ["found = scipy.sparse.coo_array(counts)", "found.sum_duplicates()"]
        else:
            found = found.replace("found.data", "counts[places]").replace("found.coords", "places")
            body = ["counts = np.asarray(counts)", "places = np.nonzero(counts)"]
        return [
            f"def {self.helper}(counts):",
            '    """Return the indices and the values of all entries that are not zero."""',
            *(f"    {line}" for line in body),
            f"    return {found}",
        ]

    def statements(self, module: str, data: str, free: list[str]) -> list[str]:
        """Return the likelihood in a function of NumPyro or Pyro, as lines."""
        return [
            f"if {data} is None:",
            *(f"    {line}" for line in free),
            "    return",
            f"{self.unpacked} = {data}",
            f"{self.rate} = {self.rates}",
            f'with {module}.plate("{self.observed}_entries", len({self.values}), dim=-1):',
            f'    {module}.sample("{self.observed}", dist.Poisson({self.rate}), obs={self.values})',
            f'{module}.factor("{self.zeros}", {self.rest})',
        ]

    @property
    def imports(self) -> tuple[str, ...]:
        """Import that :meth:`definition` needs."""
        matrix = len(self.indices) == 2
        return ("import scipy.sparse",) if matrix else ("import numpy as np",)


class _NoPlainSumError(Exception):
    """The rate has a part that does not add up without all of its entries."""


def stored_in(
    chosen: Chosen, program: Program, writer: Callable[[Program], ArrayWriter]
) -> StoredEntries | None:
    """Return the likelihood of a model taken apart, or None where data or model are not for it."""
    observed = program.observed
    axes = observed.axes
    if not chosen.sparse or observed.family.name != "Poisson" or len(axes) == 1:
        return None
    rate = sympy.expand_mul(observed.parameters["rate"])
    try:
        for factor in _factors(rate):
            if len(free_axes(factor, axes)) == len(axes):
                raise _NoPlainSumError
        total = rate
        for axis in axes:
            total = _summed(total, axis)
    except _NoPlainSumError:
        return None
    indices = tuple(program.free(f"{axis.name}s") for axis in axes)
    gathered, place, wider = _gathered(rate, program, dict(zip(axes, indices, strict=True)))
    data = program.names[observed.name]
    return StoredEntries(
        helper=program.free("nonzero"),
        indices=indices,
        values=program.free("values"),
        rate=program.free("rate"),
        rates=writer(wider)(gathered, place),
        total=writer(program).write(total, ()),
        observed=program.free(f"{data}_stored"),
        zeros=program.free(f"{data}_zeros"),
    )


def _factors(rate: sympy.Expr) -> Iterator[sympy.Expr]:
    """Give every factor of every product that is summed."""
    if isinstance(rate, AxisSum):
        yield from _factors(rate.summand)
    elif isinstance(rate, sympy.Add | sympy.Mul):
        for each in rate.args:
            yield from _factors(each)
    elif rate.has(AxisSum):
        # A function of a sum, such as its logarithm, is no sum of products.
        raise _NoPlainSumError
    else:
        yield rate


def _summed(expression: sympy.Expr, axis: Axis) -> sympy.Expr:
    """Return the sum of an expression along an axis, drawn in as far as it goes."""
    if expression.has(AxisSum) and axis.generic in {
        each.bound for each in expression.atoms(AxisSum)
    }:
        raise _NoPlainSumError
    if axis.generic not in expression.free_symbols:
        return axis.size * expression
    if isinstance(expression, sympy.Add):
        return sympy.Add(*(_summed(each, axis) for each in expression.args))
    if isinstance(expression, AxisSum):
        return AxisSum(_summed(expression.summand, axis), expression.bound, expression.size)
    factors = sympy.Mul.make_args(expression)
    along = [each for each in factors if axis.generic in each.free_symbols]
    rest = sympy.Mul(*(each for each in factors if axis.generic not in each.free_symbols))
    sums = [each for each in along if isinstance(each, AxisSum)]
    if not sums:
        return rest * AxisSum(sympy.Mul(*along), axis.generic, axis.size)
    if len(along) == 1:
        return rest * _summed(sums[0], axis)
    if len(sums) > 1:
        raise _NoPlainSumError
    outside = sympy.Mul(*(each for each in along if each != sums[0]))
    if sums[0].bound in outside.free_symbols:
        raise _NoPlainSumError
    inner = sympy.expand_mul(outside * sums[0].summand)
    return rest * _summed(AxisSum(inner, sums[0].bound, sums[0].size), axis)


def _gathered(
    rate: sympy.Expr, program: Program, indices: Mapping[Axis, str]
) -> tuple[sympy.Expr, tuple[Axis], Program]:
    """Return the rate of one stored entry, where that is, and a program that has such entries."""
    taken = {letter for each in program.declaration.axes for letter in each.letters}
    letters = [each for each in ascii_lowercase if each not in taken]
    axis = Axis("stored", sympy.Symbol("·stored"), (letters[0], letters[1]))
    names = dict(program.names)
    put: dict[sympy.Expr, sympy.Expr] = {}
    for entry in rate.atoms(Indexed):
        own = [program.declaration.axis_of(letter) for letter in entry.indices]
        along = [n for n, each in enumerate(own) if each in indices]
        if not along:
            continue
        # As in NumPy: indices that are not side by side put their axis first.
        together = along[-1] - along[0] == len(along) - 1
        at = along[0] if together else 0
        marks = ", ".join(indices.get(each, ":") for each in own)
        name = f"·{entry.name}"
        names[name] = f"{program.names[entry.name]}[{marks.removesuffix(', :')}]"
        others = [each for n, each in enumerate(entry.indices) if n not in along]
        label = sympy.Symbol(name, **entry.label.assumptions0)
        put[entry] = entry.func(label, *others[:at], axis.generic, *others[at:])
    declaration = program.declaration
    wider = replace(declaration, axes=(*declaration.axes, axis))
    return rate.xreplace(put), (axis,), replace(program, declaration=wider, names=names)
