"""Programs of whole arrays, for PyMC, NumPyro and Pyro: broadcasting and contractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_lowercase
from typing import Any, ClassVar, Final, Self

import sympy

from symppm.exports.code import rendered, template_notes
from symppm.exports.expressions import ATOM, PRODUCT, SUM, ExpressionWriter, Text, wrapped
from symppm.exports.program import Program, described, plain, program_of, with_compound
from symppm.exports.types import Export, ExportTask
from symppm.model.declaration import Axis, Variable, free_axes
from symppm.model.nodes import AxisSum, Indexed

SCRIPT: Final = """
DRAWS MCMC NUTS build draws factors fit gammaln held_out log_likelihood log_likelihoods logsumexp
name np paths scipy stored symppm sys xlogy
"""
"""Names that scripts use, which programs leave free."""
Place = tuple[Axis, ...]
"""Axes over which a result must broadcast, the last one last."""


class ArrayWriter(ExpressionWriter):
    """Writes an expression as one array operation; a sum over factors is a matrix product."""

    einsum: ClassVar[str]
    """The library's function of that name."""
    broadcast: ClassVar[str]
    """How the library lays an array out: a call, with ``{0}`` for it and ``{1}`` for the shape."""
    turn: ClassVar[str] = ".transpose({})"
    """The call that puts the axes of an array in another order."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        # Its list of observed entries is named before what is in the program's statements.
        self.places = program.free("observed") if program.missing else ""
        self.stored: StoredEntries | None = None

    @classmethod
    def of(cls, task: ExportTask) -> Self:
        """Lay a match out for the language."""
        reserved = f"{cls.reserved} {SCRIPT}"
        write = cls(with_compound(program_of(task, reserved, ascii_only=False)))
        write.stored = stored_in(task, write.program, cls)
        return write

    def distribution(self, variable: Variable, *before: str) -> str:
        """Return the distribution of a variable as code."""
        return self.drawn(plain(variable), partial(self.parameter, variable), *before)

    def given(self, *before: str) -> str:
        """Return the distribution of a compound given its count as code, if it is one."""
        compound = self.program.compound
        if compound is None:
            return ""
        return self.drawn(compound.given, partial(self.parameter, compound.outcome), *before)

    def export(
        self, task: ExportTask, target: str, prepared: tuple[str, ...], **values: Any
    ) -> Export:
        """Return the program as an export, by its two templates."""
        program = self.program
        inputs = {array.name: program.names[array.name] for array in program.declaration.known}
        inputs |= {"observed": self.places} if self.places else {}
        values |= {"write": self, "program": program}
        return Export(
            target,
            self.language,
            program.settings(),
            rendered(f"{target}.py", **values),
            (described(task), *template_notes(f"{target}.notes", **values)),
            program.data,
            inputs,
            prepared if self.stored else None,
        )

    def parameter(self, variable: Variable, value: sympy.Expr) -> str:
        """Return a parameter of a variable, of its observed entries alone if some are missing."""
        axes = variable.axes
        text = self.write(sympy.sympify(value), axes)
        present = free_axes(value, axes)
        if not (variable.observed and self.places and present):
            return text[0]
        code = wrapped(text, ATOM)
        if len(present) < len(axes):
            sizes = ", ".join(self.program.size(axis) for axis in axes)
            code = self.broadcast.format(text[0], f"({sizes})")
        return f"{code}[{self.places}]"

    def entry(self, entry: Indexed, place: Place) -> Text:
        """Return the array, with an axis of size one wherever the place has one more."""
        declared = [self.program.declaration.axis_of(letter) for letter in entry.indices]
        order = sorted(declared, key=place.index)
        text = self.program.names[entry.name]
        if order != declared:
            indices = [declared.index(axis) for axis in order]
            text += ".T" if indices == [1, 0] else self.turn.format(", ".join(map(str, indices)))
        return self.spread(text, order, place), ATOM

    def spread(self, text: str, present: list[Axis], place: Place) -> str:
        """Return an array indexed so that it broadcasts over a place."""
        marks = [":" if axis in present else "None" for axis in place]
        while marks and marks[0] == "None":
            marks.pop(0)
        return f"{text}[{', '.join(marks)}]" if "None" in marks else text

    def total(self, expression: AxisSum, place: Place) -> Text:
        """Return a sum as a matrix product, a contraction, or the sum of an array."""
        summand, bound = expression.summand, expression.bound
        if isinstance(summand, sympy.Add):
            terms = [AxisSum(term, bound, expression.size) for term in summand.args]
            return " + ".join(wrapped(self.total(term, place), PRODUCT) for term in terms), SUM
        factors = sympy.Mul.make_args(summand)
        inner = [factor for factor in factors if bound in factor.free_symbols]
        outer = [factor for factor in factors if bound not in factor.free_symbols]
        if not inner:
            return self.write(sympy.Mul(summand, expression.size), place)
        axis = self.program.declaration.axis_of(bound)
        text, binds, present = self._contraction(inner, axis, place)
        code = wrapped((text, binds), ATOM)
        spread = self.spread(code, present, place)
        if not outer:
            return (text, binds) if spread == code else (spread, ATOM)
        return f"{wrapped(self.write(sympy.Mul(*outer), place), PRODUCT)} * {spread}", PRODUCT

    def _contraction(
        self, factors: list[sympy.Expr], axis: Axis, place: Place
    ) -> tuple[str, int, list[Axis]]:
        """Return the sum of a product along an axis, and the axes that are left."""
        # The bound index hides an axis of the place with the same letter.
        outer = tuple(a for a in place if a != axis)
        operands = [(factor, (*free_axes(factor, outer), axis)) for factor in factors]
        operands = _merged(operands)
        remaining = [a for a in outer if any(a in axes for _, axes in operands)]
        texts = [self.write(product, axes) for product, axes in operands]
        if len(operands) == 1:
            text = wrapped(texts[0], ATOM)
            total = f"{text[:-2]}.sum(0)" if text.endswith(".T") else f"{text}.sum(-1)"
            return total, ATOM, remaining
        matrices = all(len(axes) == 2 for _, axes in operands)
        if len(operands) == 2 and matrices and len(remaining) == 2:
            first, second = sorted(
                zip(operands, texts, strict=True), key=lambda pair: remaining.index(pair[0][1][0])
            )
            return f"{wrapped(first[1], ATOM)} @ {wrapped(second[1], ATOM)}.T", PRODUCT, remaining
        subscripts = ",".join("".join(a.letters[0] for a in axes) for _, axes in operands)
        result = "".join(a.letters[0] for a in remaining)
        arguments = ", ".join(text for text, _ in texts)
        return f'{self.einsum}("{subscripts}->{result}", {arguments})', ATOM, remaining


def _merged(operands: list[tuple[sympy.Expr, Place]]) -> list[tuple[sympy.Expr, Place]]:
    """Multiply each factor into a larger one that has all its axes, such as weights into theta."""
    merged: list[tuple[sympy.Expr, Place]] = []
    for factor, axes in sorted(operands, key=lambda operand: -len(operand[1])):
        home = next((n for n, operand in enumerate(merged) if set(axes) <= set(operand[1])), None)
        if home is None:
            merged.append((factor, axes))
        else:
            merged[home] = (merged[home][0] * factor, merged[home][1])
    return merged


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


class _NoPlainSumError(Exception):
    """The rate has a part that does not add up without all of its entries."""


def stored_in(
    task: ExportTask, program: Program, writer: type[ArrayWriter]
) -> StoredEntries | None:
    """Return the likelihood of a model taken apart, or None where data or model are not for it."""
    observed = program.observed
    axes = observed.axes
    if not task.sparse or observed.family.name != "Poisson" or len(axes) == 1:
        return None
    rate = sympy.expand_mul(observed.parameters["rate"])
    total = rate
    try:
        _check_factors(rate, axes)
        for axis in axes:
            total = _summed(total, axis)
    except _NoPlainSumError:
        return None
    indices = tuple(program.free(f"{axis.name}s") for axis in axes)
    gathered, place, wider = _gathered(rate, program, dict(zip(axes, indices, strict=True)))
    data = program.data
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


def _check_factors(rate: sympy.Expr, axes: tuple[Axis, ...]) -> None:
    """See that a rate sums products of factors, none of which every entry has its own of."""
    if isinstance(rate, AxisSum):
        _check_factors(rate.summand, axes)
    elif isinstance(rate, sympy.Add | sympy.Mul):
        for term in rate.args:
            _check_factors(term, axes)
    elif rate.has(AxisSum) or len(free_axes(rate, axes)) == len(axes):
        raise _NoPlainSumError


def _summed(expression: sympy.Expr, axis: Axis) -> sympy.Expr:
    """Return the sum of an expression along an axis, drawn in as far as it goes."""
    if expression.has(AxisSum) and axis.generic in {
        total.bound for total in expression.atoms(AxisSum)
    }:
        raise _NoPlainSumError
    if axis.generic not in expression.free_symbols:
        return axis.size * expression
    if isinstance(expression, sympy.Add):
        return sympy.Add(*(_summed(term, axis) for term in expression.args))
    if isinstance(expression, AxisSum):
        return AxisSum(_summed(expression.summand, axis), expression.bound, expression.size)
    factors = sympy.Mul.make_args(expression)
    varying = [factor for factor in factors if axis.generic in factor.free_symbols]
    constant = sympy.Mul(*(factor for factor in factors if axis.generic not in factor.free_symbols))
    sums = [factor for factor in varying if isinstance(factor, AxisSum)]
    if not sums:
        return constant * AxisSum(sympy.Mul(*varying), axis.generic, axis.size)
    if len(varying) == 1:
        return constant * _summed(sums[0], axis)
    if len(sums) > 1:
        raise _NoPlainSumError
    outside = sympy.Mul(*(factor for factor in varying if factor != sums[0]))
    if sums[0].bound in outside.free_symbols:
        raise _NoPlainSumError
    inner = sympy.expand_mul(outside * sums[0].summand)
    return constant * _summed(AxisSum(inner, sums[0].bound, sums[0].size), axis)


def _gathered(
    rate: sympy.Expr, program: Program, indices: Mapping[Axis, str]
) -> tuple[sympy.Expr, tuple[Axis], Program]:
    """Return the rate of one stored entry, where that is, and a program that has such entries."""
    used = {letter for axis in program.declaration.axes for letter in axis.letters}
    letters = [letter for letter in ascii_lowercase if letter not in used]
    axis = Axis("stored", sympy.Symbol("·stored"), (letters[0], letters[1]))
    names = dict(program.names)
    replacements: dict[sympy.Expr, sympy.Expr] = {}
    for entry in rate.atoms(Indexed):
        axes = [program.declaration.axis_of(letter) for letter in entry.indices]
        positions = [n for n, axis in enumerate(axes) if axis in indices]
        if not positions:
            continue
        # As in NumPy: indices that are not side by side put their axis first.
        together = positions[-1] - positions[0] == len(positions) - 1
        first = positions[0] if together else 0
        marks = ", ".join(indices.get(axis, ":") for axis in axes)
        name = f"·{entry.name}"
        names[name] = f"{program.names[entry.name]}[{marks.removesuffix(', :')}]"
        unbound = [index for n, index in enumerate(entry.indices) if n not in positions]
        label = sympy.Symbol(name, **entry.label.assumptions0)
        replacements[entry] = entry.func(label, *unbound[:first], axis.generic, *unbound[first:])
    declaration = program.declaration
    wider = replace(declaration, axes=(*declaration.axes, axis))
    return rate.xreplace(replacements), (axis,), replace(program, declaration=wider, names=names)
