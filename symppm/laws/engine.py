"""Applies the rules until no operator is left, and writes the ledger."""

from __future__ import annotations

import functools

import sympy

from symppm.errors import LedgerError, NotBuiltError
from symppm.laws.derivation import LEMMA, Derivation, Step
from symppm.laws.graph import same_law
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.laws.rules import RULES, Outcome
from symppm.laws.rules.definitions import ALGEBRA
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry

OTHER_VARIANCE = "other variance"
"""How the lemma is called that gives the variance of the second of two entries."""

_MOST_STEPS = 2000


def rewrite(
    name: str,
    target: sympy.Expr,
    declaration: Declaration,
    lemmas: tuple[Derivation, ...] = (),
) -> Derivation:
    """Derive an expression that contains operators.

    Parameters
    ----------
    name : str
        What the derivation is called.
    target : sympy.Expr
        To be derived.
    declaration : Declaration
        The model.
    lemmas : tuple of Derivation
        Results to use instead of deriving them again.

    Raises
    ------
    NotDerivableError
        If the model is outside the derivable class; the message names the part that is.
    """
    known = {lemma.target: lemma.result for lemma in lemmas}
    steps: list[Step] = []
    state = target
    while state.has(Operator, AxisSum):
        if len(steps) >= _MOST_STEPS:
            raise LedgerError(
                f"{target} took more than {_MOST_STEPS} steps",
                expected="a derivation that ends",
                do="Report this model: a rule is missing.",
            )
        step = _next(state, declaration, known)
        if step is None:
            raise LedgerError(
                f"no rule applies to {state}", expected="one that does", do="Report this model."
            )
        steps.append(step)
        state = state.xreplace({step.before: step.after})
    collected = ALGEBRA.apply(state, declaration)
    if collected is not None:
        steps.append(Step(ALGEBRA.name, state, collected.after))
        state = collected.after
    used = tuple(
        lemma
        for lemma in lemmas
        if any(step.rule == LEMMA and step.before == lemma.target for step in steps)
    )
    return Derivation(name, declaration, target, tuple(steps), state, used)


def _next(
    expression: sympy.Expr, declaration: Declaration, known: dict[sympy.Expr, sympy.Expr]
) -> Step | None:
    """Rewrite sums of moments from the outside in, everything else from the inside out."""
    if not expression.has(Operator, AxisSum):
        return None
    if expression in known:
        return Step(LEMMA, expression, known[expression])
    if isinstance(expression, AxisSum):
        step = _apply(expression, declaration)
        if step is not None:
            return step
    for argument in sorted(expression.args, key=sympy.default_sort_key):
        step = _next(argument, declaration, known)
        if step is not None:
            return step
    return _apply(expression, declaration) if isinstance(expression, Operator) else None


def _apply(node: sympy.Expr, declaration: Declaration) -> Step | None:
    for rule in RULES:
        outcome: Outcome | None = rule.apply(node, declaration)
        if outcome is not None:
            return Step(rule.name, node, outcome.after, outcome.conditions)
    return None


def entry_sharing(declaration: Declaration, shared: tuple[str, ...]) -> tuple[Entry, Entry]:
    """Return two entries of the observed variable that share exactly the given axes."""
    observed = declaration.observed
    pools = [axis.pool(2) for axis in observed.axes]
    first = observed.at(*(pool[0] for pool in pools))
    second = observed.at(
        *(
            pool[0] if axis.name in shared else pool[1]
            for axis, pool in zip(observed.axes, pools, strict=True)
        )
    )
    return first, second


@functools.lru_cache(maxsize=512)
def derive(declaration: Declaration, what: str) -> Derivation:
    """Derive one moment of the prior predictive distribution.

    Parameters
    ----------
    declaration : Declaration
        The model.
    what : str
        ``"mean"``, ``"variance"``, ``"covariance AXES"`` or ``"correlation AXES"``, where AXES are
        the axes that the two entries share ("row": same row, different columns), possibly none.

    Raises
    ------
    DeclarationError
        If an axis is not one of the observed variable's.
    NotDerivableError
        If the model is outside the derivable class.
    """
    kind, *shared = what.split() or [""]
    first, second = entry_sharing(declaration, _check_axes(declaration, tuple(shared)))
    name = " ".join([kind, *shared])
    if kind == "mean" and not shared:
        return rewrite(name, Expectation(first), declaration)
    if kind == "variance" and not shared:
        return rewrite(name, Variance(first), declaration)
    if kind == "covariance":
        return rewrite(name, Covariance(first, second), declaration)
    if kind == "correlation":
        lemmas = [derive(declaration, "variance")]
        if not same_law(first, second, declaration):
            other = " ".join([OTHER_VARIANCE, *shared])
            lemmas.append(rewrite(other, Variance(second), declaration))
        lemmas.append(derive(declaration, " ".join(["covariance", *shared])))
        return rewrite(name, Correlation(first, second), declaration, tuple(lemmas))
    raise NotBuiltError(
        f"the moment {what!r}",
        expected="mean, variance, covariance AXES or correlation AXES",
        do='Write, for example, "covariance row".',
    )


def _check_axes(declaration: Declaration, shared: tuple[str, ...]) -> tuple[str, ...]:
    for name in shared:
        axis = declaration.axis(name)
        if axis not in declaration.observed.axes:
            names = ", ".join(each.name for each in declaration.observed.axes)
            raise NotBuiltError(
                f"{declaration.observed.name} is not observed along the axis {name!r}",
                expected=f"one of its axes: {names}",
                do="Name the axes that the two entries share.",
            )
    if len(set(shared)) < len(shared):
        raise NotBuiltError(
            f"the axes {' '.join(shared)}",
            expected="each axis that two entries share once",
            do="Name it once.",
        )
    if set(shared) == {axis.name for axis in declaration.observed.axes}:
        raise NotBuiltError(
            "two entries that share every axis are the same entry",
            expected="at least one axis along which they differ",
            do='Ask for the "variance" instead.',
        )
    return shared
