"""The steps of a model's derivations as lemmas and propositions, each proved by one chain.

All recorded steps form one graph of moments. A chain rewrites every open moment of its last line at
once, one law a line, down to moments that a lemma states. What is stated is checked by value, in a
small explicit world and not by the steps, before anything is written.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

import sympy

from symppm.errors import DerivationError
from symppm.laws.derivation import LEMMA, Derivation, Step, strongest
from symppm.laws.explicit import equal
from symppm.laws.forms import collect, constant_noise, cost, preferred, readable
from symppm.laws.names import moment_title, step_law
from symppm.laws.operators import (
    OPERATORS,
    Correlation,
    Covariance,
    Expectation,
    Operator,
    Variance,
)
from symppm.laws.rules.definitions import ALGEBRA
from symppm.laws.rules.independence import INDEPENDENT_COVARIANCE, INDEPENDENT_PRODUCT
from symppm.laws.rules.moments import FAMILY_MOMENT, JOINT_MOMENT
from symppm.laws.rules.relabelling import RELABELLING
from symppm.laws.symmetry import canonical, find_symmetries
from symppm.laws.world import small_world
from symppm.model.nodes import AxisSum, Entry

T = TypeVar("T")

CONDITIONAL: Final = "conditional moments of the data"
PRIORS: Final = "moments of the priors"
FACTORS: Final = "moments of the factors"
PRODUCTS: Final = "moments of products"
RESULT: Final = "result"
_AGAIN: Final = frozenset({"exchangeable indices", "independence"})
_FAMILY: Final = (FAMILY_MOMENT.name, JOINT_MOMENT.name)
_LONG_VALUE: Final = 8.0
"""Cost from which a mean has a letter of its own."""
_LONG_LINE: Final = 220
"""Operations; of longer lines a chain shows the last only."""


@dataclass(frozen=True)
class Line:
    """What a chain says next, and why: names of laws, and moments that were stated before."""

    right: sympy.Expr
    laws: tuple[str, ...] = ()
    cited: tuple[sympy.Expr, ...] = ()


@dataclass(frozen=True)
class Statement:
    """That a moment has a value.

    Attributes
    ----------
    target : sympy.Expr
        The moment.
    value : sympy.Expr
        In hyperparameters and sizes.
    form : sympy.Expr
        The same as it is written, in which moments that have a name may stand.
    chain : tuple of Line
        The proof; empty where it is a moment of a family, or follows by symmetry.
    mirror : tuple of str and sympy.Expr, optional
        The symmetry, by its name, and the target, from which it follows.
    same : sympy.Expr, optional
        The target of which it is what is stated, in other letters; where known arrays tell indices
        apart, both come up.
    """

    target: sympy.Expr
    value: sympy.Expr
    form: sympy.Expr
    chain: tuple[Line, ...] = ()
    mirror: tuple[str, sympy.Expr] | None = None
    same: sympy.Expr | None = None


@dataclass(frozen=True)
class Unit:
    """A lemma or a proposition; its number is its place among those of its kind."""

    kind: str
    number: int
    title: str
    statements: tuple[Statement, ...]
    positive: tuple[sympy.Expr, ...] = ()

    @property
    def label(self) -> str:
        """Such as "Lemma 2"."""
        return f"{self.kind} {self.number}"


class Proofs:
    """What the derivations of one model prove, in the order in which a paper says it.

    Parameters
    ----------
    derivations : sequence of Derivation
        Of one model.

    Raises
    ------
    DerivationError
        If an equality does not hold in numbers.
    """

    def __init__(self, derivations: Sequence[Derivation]) -> None:
        self.derivations = tuple(derivations)
        self.declaration = derivations[0].declaration
        self.symmetries = tuple(find_symmetries(self.declaration))
        self.named: dict[sympy.Expr, sympy.Expr] = {}
        every = {lemma.target: lemma for d in derivations for lemma in d.with_lemmas()}
        self._results = dict(sorted(every.items(), key=lambda item: _place(item[0])))
        self._steps: dict[sympy.Expr, Step] = {}
        for derivation in self._results.values():
            for step in derivation.steps:
                if step.rule not in (LEMMA, ALGEBRA.name):
                    self._steps.setdefault(step.before, step)
        self._groups: dict[sympy.Expr, str] = {}
        self._stated: dict[sympy.Expr, Statement] = {}
        self._alias: dict[sympy.Expr, sympy.Expr] = {}
        for target in self._results:
            self._statement(target)
        self.units = tuple(self._units())
        self.labels = {s.target: unit.label for unit in self.units for s in unit.statements}
        self.labels |= {s.target: self.labels[s.same] for s in self._stated.values() if s.same}

    @cached_property
    def positive(self) -> tuple[sympy.Expr, ...]:
        """Expressions that must be positive for all of the moments to exist."""
        return strongest(
            self.declaration, (e for d in self._results.values() for e in d.conditions)
        )

    @property
    def letters(self) -> Mapping[sympy.Expr, str]:
        """Names of the symbols by which long means are written; none for results."""
        return {
            node: "" if node in self._results else f"mu_{node.operands[0].name}"
            for node in self.named
        }

    # What is stated where

    def _settled(self, node: sympy.Expr) -> sympy.Expr:
        """Follow changes of letters, which are not shown."""
        while node in self._steps and (self._steps[node].rule == RELABELLING.name or _is_own(node)):
            node = self._steps[node].after
        return node

    def _group(self, node: sympy.Expr) -> str:
        """Return in which lemma a moment is stated, or that it is a result, or nothing."""
        if node not in self._groups:
            self._groups[node] = self._grouped(node)
        return self._groups[node]

    def _grouped(self, node: sympy.Expr) -> str:
        if node in self._results:
            return RESULT
        if not isinstance(node, Operator) or node not in self._steps:
            return ""
        step, names = self._steps[node], _names(node)
        if not names or any(operand.has(Operator, AxisSum) for operand in node.operands):
            return ""
        observed = self.declaration.observed.name
        if node.given:
            return CONDITIONAL if names == {observed} and not step.after.has(Operator) else ""
        if observed in names or step.rule == INDEPENDENT_COVARIANCE.name:
            return ""
        if len(names) == 1:
            if step.rule in _FAMILY:
                return PRIORS
            inner = step.rule == INDEPENDENT_PRODUCT.name or node not in self._outside
            return "" if inner else FACTORS
        factors = sympy.Mul.make_args(node.operands[0])
        plain = all(isinstance(factor, Entry) for factor in factors) and len(names) == len(factors)
        return PRODUCTS if plain or not isinstance(node, Expectation) else ""

    @cached_property
    def _outside(self) -> frozenset[sympy.Expr]:
        """Moments of one variable that come up in those of several."""
        return frozenset(
            self._settled(node)
            for before, step in self._steps.items()
            if len({e.name for e in before.atoms(Entry)}) > 1 or before.has(AxisSum)
            for node in step.after.atoms(Operator)
        )

    # Statements

    def _statement(self, target: sympy.Expr) -> Statement:
        """Return what is stated about a moment, proved now if it was not before."""
        if target not in self._stated:
            statement = (
                self._mirrored(target) or self._in_other_letters(target) or self._proved(target)
            )
            self._check(statement)
            self._stated[target] = statement
        return self._stated[target]

    def _mirrored(self, target: sympy.Expr) -> Statement | None:
        usual = canonical(target)
        proved = [s for s in self._stated.values() if s.chain and s.target != target]
        for symmetry, twin in itertools.product(self.symmetries, proved):
            if symmetry(twin.target) == usual:
                value, form = collect(symmetry(twin.value)), symmetry(twin.form)
                if twin.target in self.named and target not in self._results:
                    self.named[target] = value
                for node in form.atoms(Operator):
                    self._statement(node)
                return Statement(target, value, form, mirror=(symmetry.name, twin.target))
        return None

    def _in_other_letters(self, target: sympy.Expr) -> Statement | None:
        """Return what is stated of other entries already, of which nothing but letters differs."""
        if not self.declaration.known or target.given:
            return None
        usual, letters = self._usual(target)
        for statement in self._stated.values():
            if statement.same or statement.target.given or statement.mirror:
                continue
            other, others = self._usual(statement.target)
            if other == usual:
                back = {letter: old for old, letter in letters.items()}
                change = {old: back[letter] for old, letter in others.items()}
                value, form = (part.xreplace(change) for part in (statement.value, statement.form))
                if not form.atoms(Operator) <= set(self.named):
                    form = readable(value)
                if target in self._results and isinstance(target, Variance):
                    self.named[target] = value
                return Statement(target, value, form, same=statement.target)
        return None

    def _usual(self, target: sympy.Expr) -> tuple[sympy.Expr, dict[sympy.Symbol, sympy.Symbol]]:
        """Return a moment in the first letters of each axis, and which letter each one became."""
        letters: dict[sympy.Symbol, sympy.Symbol] = {}
        for operand in target.operands:
            for entry in sorted(operand.atoms(Entry), key=sympy.default_sort_key):
                for letter in entry.indices:
                    axis = self.declaration.axis_of(letter)
                    used = sum(axis.owns(other) for other in letters)
                    letters.setdefault(letter, axis.pool(used + 1)[used])
        return target.xreplace(letters), letters

    def _proved(self, target: sympy.Expr) -> Statement:
        if self._group(target) in (CONDITIONAL, PRIORS):
            after = self._steps[target].after
            known = self._group(target) == CONDITIONAL
            return Statement(target, after, after if known else readable(collect(after)))
        lines = self._chain(target)
        derived = self._results.get(target)
        value = collect(lines[-1].right.xreplace(self.named) if derived is None else derived.result)
        form = self._form(target, value)
        mean = isinstance(target, Expectation) and isinstance(target.operands[0], Entry)
        if derived is not None and isinstance(target, Expectation | Variance):
            self.named[target] = value
            singles = (line.right for line in lines if isinstance(line.right, Expectation))
            self._alias |= {single: target for single in singles if mean}
        elif mean and cost(form) > _LONG_VALUE and not self._taken(target):
            self.named[target] = value
        return Statement(target, value, form, tuple(self._finished(lines, form)))

    def _taken(self, target: sympy.Expr) -> bool:
        letter = f"mu_{target.operands[0].name}"
        known = (*self.declaration.hyperparameters, *self.declaration.known)
        return letter in {constant.name for constant in known}

    def _form(self, target: sympy.Expr, value: sympy.Expr) -> sympy.Expr:
        """Write a value by the moments that have a name."""
        added: list[sympy.Expr] = []
        worth = dict(self.named)
        if target in self._results and not isinstance(target, Expectation):
            powers: dict[sympy.Expr, tuple[int, ...]] = {
                n: (0, 1, 2) for n in worth if isinstance(n, Expectation) and n in self._results
            }
            if isinstance(target, Correlation):
                spreads = [Variance(operand) for operand in target.operands]
                spreads = [node for node in dict.fromkeys(spreads) if node in worth]
                both = len(spreads) > 1
                powers |= dict.fromkeys(spreads, (-sympy.S.Half,) if both else (0, -1))
            else:
                added += powers
            for noise in constant_noise(target, self._steps.values()):
                worth[noise] = noise
                added.append(noise)
        else:
            names = _names(target) if target not in self._results else set(self.declaration.by_name)
            powers = {n: (0, _degree(target, n)) for n in worth if _names(n) <= names}
        worth = {node: worth[node] for node in (*powers, *added)}
        return preferred(value, worth, powers, added)

    # Chains

    def _open(self, state: sympy.Expr, target: sympy.Expr) -> list[sympy.Expr]:
        """Return the innermost moments that are to be rewritten."""
        if state != target and (self._group(self._settled(state)) or state in self._alias):
            return []
        unsplit = isinstance(state, Entry) or (isinstance(state, AxisSum) and state in self._steps)
        inside = [] if unsplit else [node for arg in state.args for node in self._open(arg, target)]
        return inside or ([state] if state in self._steps else [])

    def _cited(self, state: sympy.Expr, target: sympy.Expr) -> dict[sympy.Expr, sympy.Expr]:
        """Return the moments that are stated elsewhere, those inside others first."""
        citable: dict[sympy.Expr, sympy.Expr] = {}
        for node in sympy.preorder_traversal(state):
            stated = self._alias.get(node) or self._settled(node)
            if isinstance(node, Operator) and node != target and self._group(stated):
                citable[node] = stated
        return {node: stated for node, stated in citable.items() if node.given} or citable

    def _chain(self, target: sympy.Expr) -> list[Line]:
        """Rewrite all open moments at once, line by line; cite what is stated when none is left."""
        state = target
        lines: list[Line] = []
        while True:
            nodes = list(dict.fromkeys(self._open(state, target)))
            laws: dict[str, None] = {}
            cited: tuple[sympy.Expr, ...] = ()
            if nodes:
                steps = [self._steps[node] for node in nodes]
                change = {step.before: self._settled(step.after) for step in steps}
                laws = {step_law(step, self.declaration): None for step in steps
                        if step.rule != RELABELLING.name}  # fmt: skip
            else:
                stated = self._cited(state, target)
                for cited_target in sorted(stated.values(), key=self._order):
                    self._statement(cited_target)
                change = {node: self._shown(cited_target) for node, cited_target in stated.items()}
                cited = tuple(dict.fromkeys(stated.values()))
            after = state.xreplace(change).replace(_is_own, self._own)
            if after == state:
                break
            state = after
            shown = Line(state, tuple(laws), cited)
            quiet = not laws and not cited
            # Such laws come up again inside what they leave.
            again = bool(lines and laws) and _AGAIN.intersection(lines[-1].laws).issuperset(laws)
            if lines and (quiet or again):
                lines[-1] = Line(state, lines[-1].laws, lines[-1].cited)
            else:
                lines.append(shown)
        opened = state.atoms(Operator) - set(self.named)
        if opened or not lines:
            raise DerivationError(
                f"a derivation of {target} that leaves {', '.join(map(str, opened)) or 'it'} open",
                expected="steps for each moment that comes up",
                do="Derive the model again with this version of symppm.",
            )
        return lines

    def _own(self, node: sympy.Expr) -> sympy.Expr:
        return (
            self._settled(node) if node in self._steps else Variance(node.operands[0], node.given)
        )

    def _shown(self, target: sympy.Expr) -> sympy.Expr:
        stated = self._statement(target)
        return target if target in self.named else stated.form

    def _finished(self, lines: Sequence[Line], form: sympy.Expr) -> list[Line]:
        """Let a chain end in the form of the result, and leave out lines that nobody can read."""
        shown_lines: list[Line] = []
        laws: tuple[str, ...] = ()
        cited: tuple[sympy.Expr, ...] = ()
        for place, line in enumerate(lines):
            laws, cited = (*laws, *line.laws), (*cited, *line.cited)
            if line.right.count_ops() <= _LONG_LINE or place == len(lines) - 1:
                shown_lines.append(Line(line.right, _once(laws), _once(cited)))
                laws, cited = (), ()
        last = shown_lines[-1]
        names = last.right.atoms(Operator)
        if last.right == form:
            return shown_lines
        new = tuple(n for n in form.atoms(Operator) ^ names if n in self.named)
        if last.right.count_ops() > _LONG_LINE or cost(last.right) <= cost(form) + 1:
            return [*shown_lines[:-1], Line(form, last.laws, _once((*last.cited, *new)))]
        return [*shown_lines, Line(form, (), tuple(sorted(new, key=_place)))]

    def _check(self, statement: Statement) -> None:
        """Compare both sides of every equality in a small explicit world."""
        chain = [line.right for line in statement.chain]
        rights = dict.fromkeys([*chain, statement.form, statement.value])
        about = (statement.target, *rights)
        world = small_world(self.declaration, about, self.positive, longer=1)
        expected_value = world.value(statement.target)
        for right in rights:
            if not equal(expected_value, world.value(right)):
                raise DerivationError(
                    f"{statement.target} = {right}, which does not hold in numbers",
                    expected="steps that follow from each other",
                    do="Verify the derivation: `symppm audit` says which step is wrong.",
                )

    # The document

    def _units(self) -> Iterator[Unit]:
        lemmas = 0
        for group in (CONDITIONAL, PRIORS, FACTORS, PRODUCTS):
            stated = [
                s for s in self._stated.values() if self._group(s.target) == group and not s.same
            ]
            if stated:
                lemmas += 1
                stated.sort(key=lambda statement: self._order(statement.target))
                conditions = (
                    condition.arguments[0]
                    for statement in stated if group == PRIORS
                    for condition in self._steps[statement.target].conditions
                    if condition.kind == "positive"
                )  # fmt: skip
                needed = strongest(self.declaration, conditions)
                yield Unit("Lemma", lemmas, group, _cited_first(stated), needed)
        said = {target: d for target, d in self._results.items() if not self._stated[target].same}
        for number, (target, derivation) in enumerate(said.items(), 1):
            title = moment_title(target, self.declaration)
            needed = strongest(self.declaration, derivation.conditions)
            yield Unit("Proposition", number, title, (self._stated[target],), needed)

    def _order(self, node: sympy.Expr) -> tuple[object, ...]:
        names = [variable.name for variable in self.declaration.variables]
        first = min(names.index(name) for name in _names(node))
        if node.given:
            return (first, _place(node), len(node.given), str(node))
        return (first, node.count_ops(), _place(node), str(node))


def _cited_first(stated: Iterable[Statement]) -> tuple[Statement, ...]:
    """Keep the order but where a statement cites a later one."""
    waiting = {statement.target: statement for statement in stated}
    placed: list[Statement] = []

    def place(target: sympy.Expr) -> None:
        if (statement := waiting.pop(target, None)) is not None:
            for line in statement.chain:
                for cited in line.cited:
                    place(cited)
            placed.append(statement)

    for target in tuple(waiting):
        place(target)
    return tuple(placed)


def _names(node: sympy.Expr) -> set[str]:
    return {entry.name for operand in node.operands for entry in operand.atoms(Entry)}


def _degree(target: sympy.Expr, mean: sympy.Expr) -> int:
    """Return how often a variable is multiplied in a moment."""
    (name,) = _names(mean)
    if not isinstance(target, Expectation):
        return len(target.operands) if len(target.operands) > 1 else 2
    powers = target.operands[0].as_powers_dict().items()
    return int(sum(n for base, n in powers if isinstance(base, Entry) and base.name == name)) or 1


def _place(target: sympy.Expr) -> int:
    return OPERATORS.index(type(target))


def _is_own(node: sympy.Expr) -> bool:
    return isinstance(node, Covariance) and node.operands[0] == node.operands[1]


def _once(parts: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(parts))
