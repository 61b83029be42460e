"""Which hyperparameters have to be given before the usual targets determine the rest."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import sympy

from symppm.model.declaration import Declaration
from symppm.solve.system import System, prepare, rank
from symppm.solve.targets import default_targets


def open_dimension(system: System) -> int:
    """Return the dimension of the family of solutions that targets leave, scales not counted."""
    return len(system.unknowns) - len(system.scales) - rank(system)


def to_be_given(
    declaration: Declaration,
    targets: Sequence[str] | None = None,
    fixed: Sequence[str] = (),
) -> tuple[str, ...]:
    """Choose hyperparameters that leave nothing open once they are given.

    What belongs to the noise of the observations is given first, since it is what a modeller knows
    best; then what belongs to the deepest latent variables; priors at the root come last.
    """
    wanted = default_targets(declaration) if targets is None else targets
    symbols = {symbol.name: symbol for symbol in declaration.hyperparameters}
    chosen = {name: symbols[name] for name in fixed}

    def left_open(given: dict[str, sympy.Symbol]) -> int:
        if len(given) == len(symbols):
            return 0
        return open_dimension(prepare(declaration, wanted, given))

    noise = set().union(*(value.free_symbols for value in declaration.observed.parameters.values()))
    dimension = left_open(chosen)
    for symbol in _by_depth(declaration):
        if dimension == 0:
            break
        if symbol.name in chosen:
            continue
        trial = {**chosen, symbol.name: symbol}
        reached = left_open(trial)
        # What belongs to the noise may look identified only through what scales with it.
        if reached < dimension or symbol in noise:
            chosen, dimension = trial, reached
    # Two that carry a free scale between them close nothing one by one.
    pairs = sorted(
        itertools.combinations([s for s in _by_depth(declaration) if s.name not in chosen], 2),
        key=lambda pair: not _of_one_variable(declaration, pair),
    )
    for pair in pairs:
        if dimension == 0:
            break
        trial = {**chosen, **{symbol.name: symbol for symbol in pair}}
        reached = left_open(trial)
        if reached < dimension:
            chosen, dimension = trial, reached
    return tuple(name for name in symbols if name in chosen)


def _of_one_variable(declaration: Declaration, pair: tuple[sympy.Symbol, ...]) -> bool:
    return any(
        set(pair) <= set().union(*(value.free_symbols for value in variable.parameters.values()))
        for variable in declaration.variables
    )


def _by_depth(declaration: Declaration) -> list[sympy.Symbol]:
    """Return the hyperparameters, those of the deepest variables first."""
    depth: dict[sympy.Symbol, tuple[int, int]] = {}
    for variable in declaration.variables:
        place = (declaration.depths[variable.name], int(variable.observed))
        for value in variable.parameters.values():
            for symbol in value.free_symbols & set(declaration.hyperparameters):
                depth[symbol] = max(depth.get(symbol, (0, 0)), place)
    order = {symbol: n for n, symbol in enumerate(declaration.hyperparameters)}
    return sorted(depth, key=lambda symbol: (*(-d for d in depth[symbol]), order[symbol]))
