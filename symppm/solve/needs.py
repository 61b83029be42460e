"""What has to be given before targets determine the rest, and which targets trust least."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import sympy

from symppm.laws.interaction import cycle_cumulants
from symppm.laws.patterns import Pattern
from symppm.model.declaration import Declaration, Variable
from symppm.solve.system import prepare, rank
from symppm.solve.targets import CYCLE, default_targets, moment, usual_name


def to_be_given(
    declaration: Declaration,
    targets: Sequence[str] | None = None,
    fixed: Sequence[str] = (),
) -> tuple[str, ...]:
    """Choose hyperparameters that leave nothing open once they are given.

    What belongs to the noise of the observations is given first, since it is what a modeller knows
    best; then what belongs to the deepest latent variables; priors at the root come last.
    """
    target_names = default_targets(declaration) if targets is None else targets
    symbols = {symbol.name: symbol for symbol in declaration.hyperparameters}

    def left_open(names: Iterable[str]) -> tuple[int, int]:
        """Return the dimension of the solutions, scales not counted, and the rank of targets."""
        pinned = {name: symbols[name] for name in names}
        if len(pinned) == len(symbols):
            return 0, 0
        system = prepare(declaration, target_names, pinned)
        known = rank(system)
        return len(system.unknowns) - len(system.scales) - known, known

    fixings = list(fixed)
    dimension, known = left_open(fixings)
    noise = _symbols_of(declaration.observed)
    by_depth = _by_depth(declaration)
    # Two that carry a free scale between them close nothing one by one.
    pairs = sorted(
        itertools.combinations(by_depth, 2),
        key=lambda pair: not any(set(pair) <= _symbols_of(v) for v in declaration.variables),
    )
    for groups in ([(symbol,) for symbol in by_depth], pairs):
        before = set(fixings)
        for group in groups:
            names = [symbol.name for symbol in group]
            if dimension == 0 or before & set(names):
                continue
            new_dimension, new_rank = left_open([*fixings, *names])
            # What belongs to the noise may look identified only through what scales with it: then
            # as many targets tell of the others.
            if new_dimension < dimension or (
                len(group) == 1 and group[0] in noise and new_rank == known
            ):
                fixings, dimension, known = [*fixings, *names], new_dimension, new_rank
    return tuple(name for name in symbols if name in fixings)


def _symbols_of(variable: Variable) -> set[sympy.Symbol]:
    return set().union(*(value.free_symbols for value in variable.parameters.values()))


def _by_depth(declaration: Declaration) -> list[sympy.Symbol]:
    """Return the hyperparameters, those of the deepest variables first."""
    depth: dict[sympy.Symbol, tuple[int, int]] = {}
    for variable in declaration.variables:
        place = (declaration.depths[variable.name], int(variable.observed))
        for symbol in _symbols_of(variable) & set(declaration.hyperparameters):
            depth[symbol] = max(depth.get(symbol, (0, 0)), place)
    order = {symbol: n for n, symbol in enumerate(declaration.hyperparameters)}
    return sorted(depth, key=lambda symbol: (*(-d for d in depth[symbol]), order[symbol]))


def cross_moment_targets(
    declaration: Declaration, needs: Sequence[str] | None = None, *, stars: bool = False
) -> tuple[str, ...]:
    """Return targets that determine a model by joint cumulants of different entries.

    These are the mean, the covariance along each axis and the cycle: no noise of single entries is
    in them. The variance comes last, and only where the noise has hyperparameters of its own and
    less is left open with it.
    """
    cycle_cumulants(declaration)  # complains where the data are no matrix
    shared = (f"cov_{axis}" for axis in declaration.observed.dims)
    targets: tuple[str, ...] = ("mean", *shared, CYCLE)
    for star in star_targets(declaration) if stars else ():
        more = (*targets, star)
        ranks = [rank(prepare(declaration, names, {})) for names in (targets, more)]
        targets = more if ranks[1] > ranks[0] else targets
    hyperparameters = set(declaration.hyperparameters)
    seen = set().union(*(moment(declaration, name).free_symbols for name in targets))
    # The noise may have hyperparameters of its own, or be random with such.
    if not _symbols_of(declaration.observed) & hyperparameters and hyperparameters <= seen:
        return targets
    # Which ones are left open is a choice, so that their number decides.
    both = (targets, (*targets, "variance"))
    return min(both, key=lambda names: len(to_be_given(declaration, names, needs or ())))


def star_targets(declaration: Declaration) -> tuple[str, str]:
    """Return the joint cumulants of three entries of one row, and of three of one column."""
    row, column = (
        usual_name(declaration, " ".join(["cumulant", *Pattern(places).words(declaration)]))
        for places in (((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0)))
    )
    return row, column
