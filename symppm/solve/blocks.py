"""Coordinates in which equations fall into blocks that can be solved one after another.

A cumulant of different entries over a power of the mean has no scale in it, and a size often occurs
only in products with hyperparameters, such as the K a terms of a row. Written like that, the
equations of hierarchical models come apart: those of the rows, those of the columns, and the cycle.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import sympy

from symppm.laws.collecting import as_product
from symppm.solve.elimination import Program, eliminate
from symppm.solve.invariants import laurent, unused
from symppm.solve.system import System
from symppm.solve.targets import CYCLE, is_cumulant, target_symbol

_CYCLE_ORDER = 4


def eliminate_in_blocks(system: System) -> tuple[Program, ...]:
    """Solve in coordinates that split the equations, if only those do; else return nothing.

    Equations that are sums of products of powers are left alone: they solve as they are.
    """
    sizes = [size for size in system.declaration.sizes if size in system.unanchored]
    if "mean" not in system.given or len(sizes) != 1:
        return ()
    plain = all(laurent(each, system.unanchored) is not None for each in system.anchored)
    if plain or _is_split(system.anchored, system.unanchored):
        return ()
    (size,) = sizes
    given = dict(zip(system.given, system.residuals, strict=True))
    mean = target_symbol("mean")
    center = (given["mean"] + mean).subs(system.ones)
    residuals = []
    for name, residual in given.items():
        order = _order(name)
        if not order:
            residuals.append(residual.subs(system.ones))
            continue
        value = (residual + target_symbol(name)).subs(system.ones)
        scaled = as_product(value / center**order)
        residuals.append(scaled - target_symbol(name) / mean**order)
    # What is replaced by its product with the size, and that product.
    products: dict[sympy.Symbol, sympy.Symbol] = {}
    taken = {symbol.name for symbol in system.unknowns} | set(system.fixed)
    for unknown in system.unanchored:
        if unknown == size:
            continue
        new = sympy.Symbol(unused(f"{size}_{unknown}", taken), **unknown.assumptions0)
        moved = [as_product(each.xreplace({unknown: new / size})) for each in residuals]
        if sum(each.has(size) for each in moved) < sum(each.has(size) for each in residuals):
            residuals, products[unknown] = moved, new
    unknowns = tuple(products.get(each, each) for each in system.unanchored)
    if not _is_split(residuals, unknowns):
        return ()
    samples = [
        {**each, **{new: each[size] * each[old] for old, new in products.items()}}
        for each in system.samples
    ]
    quotients = {unknown: new / size for unknown, new in products.items()}
    return tuple(
        replace(program, assignments={**program.assignments, **quotients})
        for program in eliminate(residuals, unknowns, samples, system.declaration.sizes)
    )


def _order(name: str) -> int:
    """Return by which power of the mean a target is divided; none where noise may be in it."""
    if name == CYCLE:
        return _CYCLE_ORDER
    if name.startswith("cov_"):
        return 2
    words = name.split("_")[1:]
    return len(words) if is_cumulant(name) and len(set(words)) == len(words) else 0


def _is_split(residuals: Sequence[sympy.Expr], unknowns: Sequence[sympy.Symbol]) -> bool:
    """Tell whether some of several equations determine as many unknowns by themselves."""
    held = [residual.free_symbols & set(unknowns) for residual in residuals]
    return any(
        len(set().union(*chosen)) <= count
        for count in range(2, len(held) - 1)
        for chosen in itertools.combinations(held, count)
    )
