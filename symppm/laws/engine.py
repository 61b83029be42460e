"""Applies the rules until no operator is left, and records the steps."""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

import sympy

from symppm.errors import DerivationError, NotBuiltError
from symppm.laws.derivation import LEMMA, Derivation, Step, captures
from symppm.laws.extent import extent
from symppm.laws.graph import same_law
from symppm.laws.operators import (
    Correlation,
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
    cumulant,
)
from symppm.laws.patterns import Pattern, pattern_of
from symppm.laws.polynomial import is_random
from symppm.laws.rules import RULES, Outcome
from symppm.laws.rules.base import Rule
from symppm.laws.rules.definitions import ALGEBRA
from symppm.laws.rules.relabelling import RELABELLING
from symppm.laws.rules.sums import EXCHANGEABLE_SUM
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, Indexed
from symppm.waiting import waiting

_FIRST_RELABELLED = (RELABELLING, *RULES)

OTHER_VARIANCE = "other variance"
"""How the lemma is called that gives the variance of the second of two entries."""

_LARGEST_DEGREE = 60
"""Of a power of hyperparameters in a declaration: what is larger takes minutes to factor."""

_MOST_STEPS = 5000
_DEEPEST_CHECKED = 4
"""Sums within one another, up to which a checker takes no longer than the step did."""
_MOST_WORK = 300_000
"""Moments that are looked at when the next one is chosen, added up over the steps."""


def rewrite(
    name: str,
    target: sympy.Expr,
    declaration: Declaration,
    lemmas: tuple[Derivation, ...] = (),
) -> Derivation:
    """Derive an expression that contains operators."""
    _check_powers(declaration)
    known = {lemma.target: lemma.result for lemma in lemmas}
    steps: list[Step] = []
    parts, state, work = _Parts(declaration, known), target, 0
    rank = functools.cache(lambda node: (node not in known, _ease(node, declaration)))
    with waiting(f"Deriving the {name} of {declaration.name} ..."):
        while (inside := parts.of(state)).every:
            step = _next(inside.open, declaration, known, rank)
            if step is None:
                raise DerivationError(
                    f"no rule applies to {state}",
                    expected="one that does",
                    do="Report this model.",
                )
            if captures((e for e in inside.every if isinstance(e, AxisSum)), step, declaration):
                raise DerivationError(
                    f"{step.before} inside a sum over one of its indices",
                    expected="indices that differ, as the rules suppose",
                    do="Report this model.",
                )
            steps.append(step)
            state = parts.replaced(state, step, {step.before: step.after})
            left = len(parts.of(state).open)
            work += left
            if len(steps) > _MOST_STEPS or work > _MOST_WORK:
                raise _grows(name, step, len(steps), left)
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


def _check_powers(declaration: Declaration) -> None:
    """Refuse powers of hyperparameters that are too large to be multiplied out."""
    free = set(declaration.hyperparameters)
    for variable in declaration.variables:
        for name, value in variable.parameters.items():
            for power in value.atoms(sympy.Pow):
                plain = all(atom.is_Number or atom in free for atom in power.atoms())
                if plain and extent(power).degree > _LARGEST_DEGREE:
                    raise NotBuiltError(
                        f"{power} in the {name} of {variable.name}",
                        expected=f"a degree of at most {_LARGEST_DEGREE} in hyperparameters",
                        do="Call the whole power one hyperparameter, or search with "
                        'ppm.match(..., method="stochastic"), which does without derivations.',
                    )


def _grows(name: str, step: Step, steps: int, left: int) -> NotBuiltError:
    return NotBuiltError(
        f"the {name}, of which {left} moments are left after {steps} steps: what comes of "
        f"{step.before} grows without bound",
        expected="a derivation that can be read: catalogue models take at most 200 steps",
        do="Ask for fewer entries, or lower the powers of sums in the model; "
        'ppm.match(..., method="stochastic") does without derivations.',
    )


def _next(
    moments: Mapping[sympy.Expr, bool],
    declaration: Declaration,
    known: Mapping[sympy.Expr, sympy.Expr],
    rank: Callable[[sympy.Expr], tuple[object, ...]],
) -> Step | None:
    """Rewrite the hardest of the moments that have no other inside, sums of moments first.

    What a step leaves is easier than what it began with, so that a moment which comes up in many
    places is rewritten once, after the last of them has come up.
    """
    if not moments:
        return None
    node = min(moments, key=rank)
    # What stands inside another sum too, over one of its indices, waits until that one is split:
    # there the index may take the value of others.
    while enclosing := [outer for outer in moments if _binds(outer, node)]:
        node = min(enclosing, key=rank)
    if node in known:
        return Step(LEMMA, node, known[node])
    return _apply(node, declaration, RULES if moments[node] else _FIRST_RELABELLED)


def _binds(outer: sympy.Expr, node: sympy.Expr) -> bool:
    """Tell whether a sum contains another, and runs over an index of it."""
    if not (isinstance(outer, AxisSum) and isinstance(node, AxisSum)) or outer == node:
        return False
    sums = outer.atoms(AxisSum)
    return node in sums and any(inner.bound in node.free_symbols for inner in sums - {node})


@dataclass(frozen=True)
class _Inside:
    """What can be rewritten next, and whether inside a sum over an axis; every moment and sum."""

    open: Mapping[sympy.Expr, bool]
    every: frozenset[sympy.Expr]


_NOTHING = _Inside({}, frozenset())
_Made = dict[sympy.Expr, sympy.Expr]


class _Parts:
    """What expressions contain; parts that steps leave alone are looked through once."""

    def __init__(self, declaration: Declaration, known: Container[sympy.Expr]) -> None:
        self._declaration = declaration
        self._known = known
        self._found: dict[sympy.Expr, _Inside] = {}

    def of(self, expression: sympy.Expr) -> _Inside:
        """Return what an expression contains."""
        if expression.is_Atom or isinstance(expression, Indexed):
            return _NOTHING
        if expression not in self._found:
            self._found[expression] = self._look(expression)
        return self._found[expression]

    def _look(self, expression: sympy.Expr) -> _Inside:
        below = [self.of(argument) for argument in expression.args]
        every = frozenset().union(*(part.every for part in below))
        moment, summed = isinstance(expression, Operator), isinstance(expression, AxisSum)
        if moment or summed:
            every |= {expression}
        exchangeable = summed and EXCHANGEABLE_SUM.apply(expression, self._declaration) is not None
        if exchangeable or expression in self._known:
            return _Inside({expression: False}, every)
        open_nodes: dict[sympy.Expr, bool] = {}
        for part in below:
            for node, inside in part.open.items():
                open_nodes[node] = open_nodes.get(node, False) or inside or summed
        if moment and not open_nodes:
            open_nodes[expression] = False
        return _Inside(open_nodes, every) if every else _NOTHING

    def replaced(self, expression: sympy.Expr, step: Step, rewritten: _Made) -> sympy.Expr:
        """Return an expression after a step; what was made of equal parts is taken again."""
        if expression in rewritten:
            return rewritten[expression]
        if step.before not in self.of(expression).every:
            return expression
        parts = (self.replaced(argument, step, rewritten) for argument in expression.args)
        rewritten[expression] = expression.func(*parts)
        # What large sums were before each step would fill the memory.
        self._found.pop(expression, None)
        return rewritten[expression]


_KINDS: tuple[type[sympy.Expr], ...] = (
    AxisSum, Correlation, Cumulant, Covariance, Variance, Expectation,
)  # fmt: skip


@functools.lru_cache(maxsize=65536)
def _ease(node: sympy.Expr, declaration: Declaration) -> tuple[object, ...]:
    """Return a key that puts what leads to harder moments before what it leads to."""
    kind = next(place for place, operator in enumerate(_KINDS) if isinstance(node, operator))
    if kind == 0:
        return (0, str(node))
    operands = node.operands
    entries = [entry for operand in operands for entry in operand.atoms(Entry)]
    depth = max((declaration.depths[entry.name] for entry in entries), default=0)
    compound = any(operand.has(AxisSum) or operand.is_Add for operand in operands)
    powers = [power for operand in operands for power in operand.as_powers_dict().items()]
    degree = sum(abs(int(n)) for base, n in powers if is_random(base) and n.is_Integer)
    ranks = (not node.given, kind, -depth, not compound, -len(set(entries)), -degree)
    usual = RELABELLING.apply(node, declaration) is None
    return (1, *ranks, usual, str(node))


@functools.lru_cache(maxsize=4096)
def _apply(node: sympy.Expr, declaration: Declaration, rules: tuple[Rule, ...]) -> Step | None:
    for rule in rules:
        outcome: Outcome | None = rule.apply(node, declaration)
        if outcome is not None:
            _check(node, rule, outcome, declaration)
            return Step(rule.name, node, outcome.after, outcome.conditions)
    return None


def _check(node: sympy.Expr, rule: Rule, outcome: Outcome, declaration: Declaration) -> None:
    """Refuse a step that the rule's checker, which takes no part in finding it, does not accept."""
    if max(_depth(node), _depth(outcome.after)) > _DEEPEST_CHECKED:
        return
    try:
        complaint = rule.check(node, outcome, declaration)
    except DerivationError:
        return  # not computed in small worlds; what comes of it is refused in words of its own
    if complaint is not None:
        raise DerivationError(
            f"{node} rewritten by {rule.name}: {complaint}",
            expected="a step that its own checker accepts",
            do="Report this model.",
        )


def _depth(node: sympy.Basic) -> int:
    """Count sums within one another: a checker adds up so many indices."""
    return isinstance(node, AxisSum) + max(map(_depth, node.args), default=0)


def entry_sharing(declaration: Declaration, shared: tuple[str, ...]) -> tuple[Entry, Entry]:
    """Return two entries of the observed variable that share exactly the given axes."""
    dims = declaration.observed.dims
    pattern = Pattern((tuple(0 for _ in dims), tuple(int(axis not in shared) for axis in dims)))
    first, second = pattern.entries(declaration)
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
        the axes that the two entries share ("row": same row, different columns), possibly none; or
        ``"cumulant ENTRIES"``, one letter an axis, such as ``"cumulant ij il tj"``.

    Raises
    ------
    DeclarationError
        If an axis is not one of the observed variable's, or an entry is not one letter an axis.
    NotDerivableError
        If the model is outside the derivable class.
    """
    kind, *shared = what.split() or [""]
    if kind == "cumulant":
        return _cumulant(declaration, tuple(shared))
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
        expected="mean, variance, covariance AXES, correlation AXES or cumulant ENTRIES",
        do='Write, for example, "covariance row".',
    )


def _cumulant(declaration: Declaration, words: tuple[str, ...]) -> Derivation:
    """Derive the joint cumulant of entries; up to order two under the name that it usually has."""
    pattern = pattern_of(declaration, words)
    entries = pattern.entries(declaration)
    name = " ".join(["cumulant", *pattern.words(declaration)])
    if pattern.order == 1:
        return derive(declaration, "mean")
    if pattern.order == 2:
        if entries[0] == entries[1]:
            return derive(declaration, "variance")
        dims = declaration.observed.dims
        same = zip(dims, *pattern.places, strict=True)
        return derive(declaration, " ".join(["covariance", *(d for d, n, m in same if n == m)]))
    canonical = name.split()[1:]
    if list(words) != canonical:
        return derive(declaration, name)
    return rewrite(name, cumulant(entries), declaration)


def _check_axes(declaration: Declaration, shared: tuple[str, ...]) -> tuple[str, ...]:
    for name in shared:
        axis = declaration.axis(name)
        if axis not in declaration.observed.axes:
            names = ", ".join(axis.name for axis in declaration.observed.axes)
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
