"""Derivations: chains of steps, and its verification without the engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module

import sympy

from symppm.errors import SymPPMError
from symppm.laws.existence import needed_to_drop
from symppm.laws.operators import Operator
from symppm.laws.rules.base import Condition, Outcome
from symppm.laws.rules.table import rule
from symppm.laws.world import agree
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum

LEMMA = "lemma"
# What checkers meet in steps of strangers that the engine would never write.
_NONSENSE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True)
class Step:
    """One rewriting: ``before`` became ``after`` wherever it occurred.

    Attributes
    ----------
    rule : str
        Name of the rule, or ``"lemma"`` for the result of an earlier derivation.
    before, after : sympy.Expr
        What was rewritten, and into what.
    conditions : tuple of Condition
        What the step relies on.
    """

    rule: str
    before: sympy.Expr
    after: sympy.Expr
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The result of a verification.

    Attributes
    ----------
    ok : bool
        Whether everything re-checks.
    failures : tuple of str
        One sentence for each step that does not, with its number.
    checked : int
        How many steps were checked, those of lemmas included.
    """

    ok: bool
    failures: tuple[str, ...]
    checked: int


def captures(sums: Iterable[AxisSum], step: Step, declaration: Declaration) -> bool:
    """Tell whether a step is used inside one of the sums where its indices need not be different.

    A step is shown for different values of its indices. Inside a sum, the index that runs may meet
    any other along the same axis.
    """
    free = step.before.free_symbols | step.after.free_symbols
    letters = {letter for letter in free if letter.is_integer and not letter.is_positive}
    return any(
        outer.bound in letters
        and any(declaration.axis_of(outer.bound).owns(other) for other in letters - {outer.bound})
        and step.before in sympy.preorder_traversal(outer.summand)
        for outer in sums
    )


@dataclass(frozen=True)
class Derivation:
    """A moment, how it was derived, and what came out.

    Attributes
    ----------
    name : str
        Such as ``"variance"`` or ``"covariance row"``.
    declaration : Declaration
        The model.
    target : sympy.Expr
        The operator that was asked for, such as Var[Y_ij].
    steps : tuple of Step
        In order; each rewrites the expression that the one before left.
    result : sympy.Expr
        In hyperparameters and axis sizes.
    lemmas : tuple of Derivation
        Earlier derivations that steps of the rule "lemma" cite.
    """

    name: str
    declaration: Declaration
    target: sympy.Expr
    steps: tuple[Step, ...]
    result: sympy.Expr
    lemmas: tuple[Derivation, ...] = ()

    @cached_property
    def conditions(self) -> tuple[sympy.Expr, ...]:
        """Expressions that must be positive for the result to exist, lemmas included.

        Beside those that steps rely on, these are what moments need that drop out of it.
        """
        conditions: list[sympy.Expr] = []
        for derivation in self.with_lemmas():
            relied = (one for step in derivation.steps for one in step.conditions)
            conditions += [one.arguments[0] for one in relied if one.kind == "positive"]
            rewritten = [(step.before, step.after) for step in derivation.steps]
            conditions += needed_to_drop(rewritten, self.declaration)
        return tuple(dict.fromkeys(conditions))

    def to_text(self) -> str:
        """Return the proof for a terminal: lemmas, and a chain of equalities with their laws."""
        return self._written("text")

    def to_markdown(self) -> str:
        """Return the proof as Markdown that GitHub shows with formulas."""
        return self._written("md")

    def _repr_markdown_(self) -> str:
        return self._written("notebook")

    def to_latex(self) -> str:
        """Return the proof as a LaTeX document."""
        return self._written("tex")

    def to_html(self) -> str:
        """Return the proof as a page of HTML with MathML; proofs fold."""
        return self._written("html")

    def to_json(self) -> str:
        """Return every step as JSON; :func:`symppm.laws.records.read_record` reads it."""
        text: str = import_module("symppm.laws.records").record_json((self,))
        return text

    def _written(self, form: str) -> str:
        """Call what writes derivations, of which this module knows nothing but the name."""
        text: str = import_module("symppm.view.derivations").derivation_as(self, form)
        return text

    def states(self) -> tuple[sympy.Expr, ...]:
        """Return the whole expression at the start and after each step."""
        states = [self.target]
        for step in self.steps:
            states.append(states[-1].xreplace({step.before: step.after}))
        return tuple(states)

    def verify(self) -> Verdict:
        """Re-check every step by its rule's checker and by exact rational spot checks.

        The engine that found the steps takes no part: a checker sees only one step, and the spot
        checks compute both sides in a small explicit world.

        Returns
        -------
        Verdict
            With a sentence for every step that fails.
        """
        failures: list[str] = []
        checked = 0
        for derivation in self.with_lemmas():
            prefix = "" if derivation is self else f"lemma {derivation.name}: "
            failures += [prefix + failure for failure in derivation.own_failures()]
            checked += len(derivation.steps)
        return Verdict(not failures, tuple(failures), checked)

    def with_lemmas(self) -> tuple[Derivation, ...]:
        """Return every derivation that this one rests on, each once, and itself last."""
        closure: dict[int, Derivation] = {}
        waiting: list[Derivation] = [self]
        while waiting:
            derivation = waiting[-1]
            below = [lemma for lemma in derivation.lemmas if id(lemma) not in closure]
            if below:
                waiting += below
            else:
                closure[id(waiting.pop())] = derivation
        return tuple(closure.values())

    def own_failures(self) -> list[str]:
        """Check the steps of this derivation, its chain and its result, lemmas left out."""
        try:
            failures = self._chain_failures()
        except SymPPMError as error:
            failures = [str(error)]
        for number, step in enumerate(self.steps, start=1):
            complaint = self._step_complaint(step)
            if complaint is not None:
                failures.append(f"step {number} ({step.rule}): {complaint}")
        if not failures:
            try:
                failures = self._result_failures()
            except SymPPMError as error:
                failures = [f"the result cannot be checked: {error}"]
        return failures

    def _chain_failures(self) -> list[str]:
        failures = []
        states = self.states()
        for number, (step, state, rewritten) in enumerate(
            zip(self.steps, states, states[1:], strict=False), start=1
        ):
            if rewritten == state:
                failures.append(f"step {number} ({step.rule}): {step.before} does not occur")
            elif captures(state.atoms(AxisSum), step, self.declaration):
                failures.append(
                    f"step {number} ({step.rule}): {step.before} stands inside a sum over an index "
                    "that may take the value of another one"
                )
        if states[-1] != self.result:
            failures.append(f"the steps end in {states[-1]}, the result says {self.result}")
        if self.result.has(Operator, AxisSum):
            failures.append(f"the result {self.result} still contains a moment")
        return failures

    def _result_failures(self) -> list[str]:
        """Compute target and result in explicit worlds of two sizes."""
        if agree(self.target, self.result, self.declaration, self.conditions):
            return []
        return ["the result is not the target at rational hyperparameters"]

    def _step_complaint(self, step: Step) -> str | None:
        if step.rule == LEMMA:
            cited = any(
                lemma.target == step.before and lemma.result == step.after for lemma in self.lemmas
            )
            return None if cited and not step.conditions else "no lemma states this"
        outcome = Outcome(step.after, step.conditions)
        try:
            complaint = rule(step.rule).check(step.before, outcome, self.declaration)
            if complaint is None and not agree(
                step.before, step.after, self.declaration, self.conditions
            ):
                complaint = "the two sides differ at rational hyperparameters"
            return complaint
        except SymPPMError as error:
            return str(error)
        except _NONSENSE as error:
            return f"it is no use of this rule ({type(error).__name__}: {error})"


def strongest(declaration: Declaration, conditions: Iterable[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    """Leave out numbers, and conditions that follow from another, from which they differ by one."""
    order = {symbol: place for place, symbol in enumerate(declaration.hyperparameters)}
    ordered = sorted(
        {need for need in conditions if not (need.is_number and need.is_positive)},
        key=lambda need: (sorted(order.get(s, 0) for s in need.free_symbols), str(need)),
    )
    gaps = ((one, [one - two for two in ordered]) for one in ordered)
    return tuple(one for one, less in gaps if not any(e.is_number and e.is_positive for e in less))
