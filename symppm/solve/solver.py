"""The solver: one route after another, and the solution put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symppm.errors import TargetError
from symppm.model.declaration import Declaration
from symppm.solve.assemble import (
    by_elimination,
    by_monomials,
    explicitly,
)
from symppm.solve.elimination import Formulas
from symppm.solve.invariants import laurent
from symppm.solve.monomials import NoClosedFormError, solve_monomials
from symppm.solve.quotients import NotShownError
from symppm.solve.solution import Solution
from symppm.solve.system import System, prepare, rank
from symppm.solve.targets import default_targets, usual_name, written
from symppm.solve.triangular import eliminate


def solve(
    declaration: Declaration,
    given: Sequence[str] | None = None,
    fixed: Mapping[str, object] | None = None,
) -> Solution:
    """Solve the moments of a model for its hyperparameters.

    Routes in order: invariants (the equations become linear in products of powers of the unknowns,
    found by the exponent matrix and its null space), elimination (one unknown after another by
    the steps that its proof has, at most a quadratic at the end), and, where there is no closed
    form, none: then matching solves numerically.

    Parameters
    ----------
    declaration : Declaration
        The model.
    given : sequence of str, optional
        Targets: "mean", "variance", "rho_AXIS", "cov_AXIS", "cycle" for a matrix, "cumulant
        ENTRIES" as in "cumulant ij ij il", or a ratio of two, "rho_row/rho_col". By default mean,
        variance and the correlation along every axis.
    fixed : mapping of str to number or expression, optional
        Hyperparameters or "K" that are given. A number is put in; the symbol itself stays in the
        solution as a symbol; an expression in other hyperparameters is a tie.

    Returns
    -------
    Solution
        In the targets. It says how many combinations the targets determine: with too few of them
        the formulas are in terms of ``free`` unknowns, with too many there are ``constraints``.

    Raises
    ------
    TargetError
        If targets are unknown or repeated, or none are given.
    ParameterError
        If something fixed is no hyperparameter.
    """
    system = prepare(declaration, _named(declaration, given), fixed or {})
    if not system.given:
        raise TargetError(
            "no targets",
            expected="at least one",
            do=f"Write, for example, given={written(declaration)}.",
        )
    known = rank(system)
    if not system.rational or not system.samples:
        return Solution(system, known, "numeric")
    exact = known == len(system.residuals) == len(system.unknowns) - len(system.scales)
    if exact:
        try:
            return _invariants(system, known)
        except NoClosedFormError:
            pass
    return _elimination(system, known, exact=exact)


def unsolved(
    declaration: Declaration,
    given: Sequence[str] | None = None,
    fixed: Mapping[str, object] | None = None,
) -> Solution:
    """Return what is known of the moment equations without solving them: as for :func:`solve`."""
    system = prepare(declaration, _named(declaration, given), fixed or {})
    return Solution(system, rank(system), "numeric")


def _named(declaration: Declaration, given: Sequence[str] | None) -> Sequence[str]:
    """Return targets by their usual names; what is no sequence of names is refused later."""
    if given is None:
        return default_targets(declaration)
    if isinstance(given, str) or not all(isinstance(name, str) for name in given):
        return given
    return tuple(usual_name(declaration, name) for name in given)


def _invariants(system: System, known: int) -> Solution:
    sums = [laurent(residual, system.unknowns) for residual in system.residuals]
    plain = [terms for terms in sums if terms is not None]
    if len(plain) < len(sums):
        raise NoClosedFormError
    return by_monomials(system, known, solve_monomials(plain, system.samples, system.unknowns))


def _elimination(system: System, known: int, *, exact: bool) -> Solution:
    try:
        formulas = Formulas(eliminate(system))
        programs = list(formulas.programs())
    except (NotShownError, NoClosedFormError):
        return Solution(system, known, "numeric")
    if exact and len(programs) == 1:
        try:
            return explicitly(formulas, known, programs[0])
        except NoClosedFormError:
            pass
    return by_elimination(formulas, known, programs)
