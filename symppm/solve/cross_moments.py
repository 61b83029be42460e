"""Targets that trust the observation model with as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

from symppm.laws.interaction import cycle_cumulants
from symppm.laws.patterns import Pattern
from symppm.model.declaration import Declaration
from symppm.solve.needs import to_be_given
from symppm.solve.system import prepare, rank
from symppm.solve.targets import CYCLE, usual_name


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
        if _rank(declaration, (*targets, star)) > _rank(declaration, targets):
            targets = (*targets, star)
    given = () if needs is None else tuple(needs)
    noise = {
        symbol.name
        for value in declaration.observed.parameters.values()
        for symbol in value.free_symbols
    }
    if not noise & {symbol.name for symbol in declaration.hyperparameters}:
        return targets
    # Which ones are left open is a choice, so that their number decides.
    more = (*targets, "variance")
    without, with_it = (len(to_be_given(declaration, each, given)) for each in (targets, more))
    return more if with_it < without else targets


def _rank(declaration: Declaration, targets: Sequence[str]) -> int:
    return rank(prepare(declaration, targets, {}))


def star_targets(declaration: Declaration) -> tuple[str, str]:
    """Return the joint cumulants of three entries of one row, and of three of one column."""
    row, column = (
        Pattern(places).words(declaration)
        for places in (((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0)))
    )
    return (
        usual_name(declaration, " ".join(["cumulant", *row])),
        usual_name(declaration, " ".join(["cumulant", *column])),
    )
