"""Wrong derivations made from right ones: small changes to expressions, steps and derivations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import sympy

from symppm.errors import SymPPMError
from symppm.laws.derivation import Derivation, Step
from symppm.laws.engine import rewrite
from symppm.laws.operators import (
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
    cumulant,
)
from symppm.laws.rules.base import Condition
from symppm.laws.rules.table import RULES
from symppm.model import Declaration
from symppm.model.nodes import DOT, AxisSum, Entry, index

RULE_NAMES = (*(rule.name for rule in RULES), "relabelling", "algebra", "lemma", "no_such_rule")
Named = tuple[str, sympy.Basic]


def _letters(declaration: Declaration) -> list[sympy.Symbol]:
    return [letter for axis in declaration.axes for letter in axis.pool(2)]


def local_changes(node: sympy.Basic, declaration: Declaration) -> Iterator[Named]:
    """Yield changes of one node, its parts left as they are."""
    hyperparameters = declaration.hyperparameters
    if node.is_Symbol:
        if node in hyperparameters:
            place = hyperparameters.index(node)
            yield "symbol", hyperparameters[(place + 1) % len(hyperparameters)]
        elif node.is_integer and not node.is_positive and node != DOT:
            yield from (("index letter", other) for other in _letters(declaration) if other != node)
        elif node.is_integer and node.is_positive:
            yield "size", sympy.Integer(2)
        return
    if node.is_Rational:
        yield "number", node + 1
        yield "number", -node
        return
    if isinstance(node, Expectation):
        yield "operator", Variance(*node.args)
        yield "operator", node.operands[0]
    if isinstance(node, Variance):
        yield "operator", Expectation(*node.args)
    if isinstance(node, Covariance):
        yield "operator", Variance(node.operands[0], node.given)
        yield "operator", Expectation(node.operands[0] * node.operands[1], node.given)
    if isinstance(node, Cumulant):
        for place in range(len(node.operands)):
            others = [*node.operands[:place], *node.operands[place + 1 :]]
            yield "order", cumulant(others, node.given)
            yield "order", cumulant([*node.operands, node.operands[place]], node.given)
            yield "operand", cumulant([*others, others[0]], node.given)
        yield "operator", Expectation(sympy.Mul(*node.operands), node.given)
    if isinstance(node, Operator) and node.given:
        yield "given", node.func(*node.operands, sympy.Tuple())
        if len(node.given) > 1:
            yield "given", node.func(*node.operands, sympy.Tuple(*node.given[1:]))
    if isinstance(node, AxisSum):
        yield "sum", node.summand
        yield "sum", node.size * node.summand
    if node.is_Pow:
        yield "exponent", node.base ** (node.exp + 1)
        yield "exponent", node.base ** (node.exp - 1)
    if node.is_Add or node.is_Mul:
        for place in range(len(node.args)):
            kept = node.args[:place] + node.args[place + 1 :]
            yield "dropped", node.func(*kept)
            yield "sign", node.func(*kept, -node.args[place])


def changes(expression: sympy.Basic, declaration: Declaration) -> Iterator[Named]:
    """Yield every change of one node of an expression, and a few of the whole."""
    yield "sign", -expression
    yield "coefficient", 2 * expression
    yield "coefficient", expression + 1
    for axis in declaration.axes:
        # At one size of the axis this factor is one: a check at that size alone is blind to it.
        yield "size coincidence", expression * axis.size / 2
        yield "size coincidence", expression * axis.size / 3
        yield "size coincidence", expression * (axis.size - 1)
    yield from _changes_inside(expression, declaration)


def _changes_inside(expression: sympy.Basic, declaration: Declaration) -> Iterator[Named]:
    yield from local_changes(expression, declaration)
    for place, argument in enumerate(expression.args):
        if isinstance(expression, Entry) and place == 0:
            continue
        if isinstance(expression, AxisSum) and place > 0:
            continue
        for kind, changed in _changes_inside(argument, declaration):
            arguments = [*expression.args]
            arguments[place] = changed
            yield kind, expression.func(*arguments)


def different(expression: sympy.Basic, declaration: Declaration) -> list[Named]:
    """List the changes that do not give the same expression back."""
    found: dict[sympy.Basic, str] = {}
    for kind, changed in changes(expression, declaration):
        found.setdefault(changed, kind)
    return [(kind, changed) for changed, kind in found.items() if changed != expression]


def same_value(one: sympy.Basic, two: sympy.Basic) -> bool:
    """Tell whether two expressions differ in their writing only."""
    return bool(one == two or (isinstance(one, sympy.Expr) and sympy.expand(one - two) == 0))


def says_the_same(changed: Derivation, original: Derivation) -> bool:
    """Tell whether all that was changed is how an expression is written."""
    if len(changed.steps) != len(original.steps) or changed.lemmas != original.lemmas:
        return False
    pairs = [(changed.result, original.result), (changed.target, original.target)]
    for one, two in zip(changed.steps, original.steps, strict=True):
        if (one.rule, one.conditions) != (two.rule, two.conditions):
            return False
        pairs += [(one.before, two.before), (one.after, two.after)]
    return all(same_value(one, two) for one, two in pairs)


def changed_steps(step: Step, declaration: Declaration) -> Iterator[tuple[str, Step]]:
    """Yield a step with one part of it changed."""
    for kind, after in different(step.after, declaration):
        yield f"after: {kind}", replace(step, after=after)
    for kind, before in different(step.before, declaration):
        yield f"before: {kind}", replace(step, before=before)
    yield "swapped", replace(step, before=step.after, after=step.before)
    for name in RULE_NAMES:
        if name != step.rule:
            yield f"rule: {name}", replace(step, rule=name)
    yield from _changed_conditions(step, declaration)


def _changed_conditions(step: Step, declaration: Declaration) -> Iterator[tuple[str, Step]]:
    for place, condition in enumerate(step.conditions):
        others = step.conditions[:place] + step.conditions[place + 1 :]
        yield "condition: dropped", replace(step, conditions=others)
        for kind in (
            "independent",
            "own_noise",
            "exchangeable",
            "same_law",
            "positive",
            "relabelled",
        ):
            if kind != condition.kind:
                changed = replace(condition, kind=kind)
                yield "condition: kind", replace(step, conditions=(*others, changed))
        for position, argument in enumerate(condition.arguments):
            for _, other in _changes_inside(argument, declaration):
                if other == argument:
                    continue
                arguments = [*condition.arguments]
                arguments[position] = other
                if set(arguments) == set(condition.arguments):
                    continue
                changed = Condition(condition.kind, tuple(arguments))
                yield "condition: argument", replace(step, conditions=(*others, changed))
    for added in (
        Condition("positive", (declaration.hyperparameters[0],)),
        Condition("positive", (declaration.hyperparameters[0] - 7,)),
        Condition("same_law", (declaration.observed.generic, declaration.observed.generic)),
        Condition("independent", (declaration.observed.generic, declaration.observed.generic)),
        Condition("exchangeable", (index("k"), sympy.Symbol("K", positive=True, integer=True))),
    ):
        if added not in step.conditions:
            yield "condition: added", replace(step, conditions=(*step.conditions, added))


def changed_derivations(derivation: Derivation) -> Iterator[tuple[str, Derivation]]:
    """Yield the derivation with one thing wrong: in a step, in the chain, or in what it states."""
    steps = derivation.steps
    for place, step in enumerate(steps):
        for kind, changed in changed_steps(step, derivation.declaration):
            yield kind, _with_steps(derivation, (*steps[:place], changed, *steps[place + 1 :]))
        yield "dropped step", _with_steps(derivation, (*steps[:place], *steps[place + 1 :]))
        if place:
            swapped = (*steps[: place - 1], step, steps[place - 1], *steps[place + 1 :])
            yield "steps swapped", _with_steps(derivation, swapped)
    for kind, result in different(derivation.result, derivation.declaration):
        yield f"result: {kind}", replace(derivation, result=result)
    for kind, target in different(derivation.target, derivation.declaration):
        yield f"target: {kind}", replace(derivation, target=target)
    for place in range(len(derivation.lemmas)):
        lemmas = derivation.lemmas[:place] + derivation.lemmas[place + 1 :]
        yield "lemma: dropped", replace(derivation, lemmas=lemmas)
        lemma = derivation.lemmas[place]
        for kind, result in different(lemma.result, derivation.declaration):
            wrong = replace(lemma, result=result)
            changed = (*lemmas[:place], wrong, *lemmas[place:])
            yield f"lemma: {kind}", replace(derivation, lemmas=changed)


def _with_steps(derivation: Derivation, steps: tuple[Step, ...]) -> Derivation:
    return replace(derivation, steps=steps)


def forgeries(derivation: Derivation, place: int, every: int) -> Iterator[tuple[str, Derivation]]:
    """Yield derivations with one wrong step, all else being made to fit.

    After the wrong step the engine itself goes on from where that step led, so that the chain is
    whole, every later step is right, and the result is what the steps end in.
    """
    step = derivation.steps[place]
    state = derivation.states()[place]
    found = different(step.after, derivation.declaration)
    for kind, after in found[place % every :: every]:
        wrong = replace(step, after=after)
        reached = state.xreplace({step.before: after})
        try:
            rest = rewrite("rest", reached, derivation.declaration, derivation.lemmas)
        except (SymPPMError, ArithmeticError, AttributeError, TypeError, ValueError):
            continue
        steps = (*derivation.steps[:place], wrong, *rest.steps)
        yield kind, replace(derivation, steps=steps, result=rest.result)


def inside_out(derivation: Derivation) -> Derivation:
    """Redo a derivation with nested sums rewritten from the inside out, each step by its rule."""
    declaration = derivation.declaration
    state, steps = derivation.target, []
    while state.has(Operator, AxisSum):
        step = _innermost(state, declaration)
        if step is None:
            raise AssertionError(f"no rule applies to {state}")
        steps.append(step)
        state = state.xreplace({step.before: step.after})
    return replace(derivation, steps=tuple(steps), result=state)


def _innermost(expression: sympy.Expr, declaration: Declaration) -> Step | None:
    if isinstance(expression, AxisSum) or not isinstance(expression, Operator):
        parts: Callable[[], list[sympy.Expr]] = lambda: sorted(  # noqa: E731
            expression.args, key=sympy.default_sort_key
        )
        for argument in parts():
            step = _innermost(argument, declaration) if argument.has(Operator, AxisSum) else None
            if step is not None:
                return step
    else:
        for argument in expression.operands:
            step = _innermost(argument, declaration) if argument.has(Operator) else None
            if step is not None:
                return step
    if not isinstance(expression, (Operator, AxisSum)):
        return None
    for rule in RULES:
        outcome = rule.apply(expression, declaration)
        if outcome is not None:
            return Step(rule.name, expression, outcome.after, outcome.conditions)
    return None
