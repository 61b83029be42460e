"""One thing altered anywhere in a derivation file is caught: every step of a record of each kind.

Set SYMPPM_THOROUGH=1 for many more alterations of each step.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import mutants_of_derivations as mutants
import pytest
from cases import SPREAD
from shipped import record_text

from symppm.audit.derivations import check_counting, check_steps
from symppm.codegen.generate import record_contents
from symppm.errors import DerivationError, SymPPMError
from symppm.laws.declared import declaration_from_tree
from symppm.laws.derivation import LEMMA, Derivation, Step
from symppm.laws.records import read_document, read_record, step_from_tree
from symppm.laws.words import Words
from symppm.model import catalogue_model

pytestmark = pytest.mark.thorough

THOROUGH = bool(os.environ.get("SYMPPM_THOROUGH"))
SIDES, OTHERS, DERIVATION, MODEL = (12, 6, 30, 10_000) if THOROUGH else (1, 1, 2, 15)
SAYS_THE_SAME, REFUSED, BY_THE_STEP, BY_THE_REST = "same", "by the reader", "by its step", "by all"


@dataclass(frozen=True)
class Results:
    """A derivation file that ships, as text, as JSON and as derivations."""

    name: str
    text: str

    @cached_property
    def document(self) -> Any:
        return json.loads(self.text)

    @cached_property
    def derivations(self) -> tuple[Derivation, ...]:
        return read_record(self.text)

    @cached_property
    def words(self) -> Words:
        return Words(self.derivations[0].declaration)

    @cached_property
    def alphabet(self) -> mutants.Alphabet:
        return mutants.Alphabet(self.document["model"])

    @cached_property
    def contents(self) -> tuple[str, ...]:
        return record_contents(catalogue_model(self.name))

    def with_derivation(self, place: int, changed: Derivation) -> tuple[Derivation, ...]:
        return (*self.derivations[:place], changed, *self.derivations[place + 1 :])

    def caught(self, derivations: tuple[Derivation, ...]) -> bool:
        """Tell whether the audit of a changed record fails."""
        steps = check_steps(derivations, catalogue_model(self.name), self.contents)
        return steps.status == "failed" or check_counting(derivations).status == "failed"


@pytest.fixture(autouse=True)
def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do once what is a pure function: rebuild a tree, check a step, replay a derivation."""
    plain_step, steps = Derivation._step_complaint, {}

    def step_complaint(self: Derivation, step: Step) -> str | None:
        if step.rule == LEMMA:
            return plain_step(self, step)
        key = (self.declaration.name, step, self.conditions)
        if key not in steps:
            steps[key] = plain_step(self, step)
        return steps[key]

    plain_replay, replays = Derivation.own_failures, {}

    def own_failures(self: Derivation) -> list[str]:
        # The object itself is kept, so that its number is not given to another one.
        if id(self) not in replays:
            replays[id(self)] = (self, plain_replay(self))
        return list(replays[id(self)][1])

    plain_words, built = Words.expression, {}

    def expression(self: Words, tree: Any) -> Any:
        key = (self.declaration.name, repr(tree))
        if key not in built:
            built[key] = plain_words(self, tree)
        return built[key]

    monkeypatch.setattr(Derivation, "_step_complaint", step_complaint)
    monkeypatch.setattr(Derivation, "own_failures", own_failures)
    monkeypatch.setattr(Words, "expression", expression)


def some(found: Iterator[mutants.Mutant], most: int, seed: str) -> list[mutants.Mutant]:
    listed = list(found)
    generator = random.Random(seed)
    return listed if len(listed) <= most else generator.sample(listed, most)


def verdict_on_step(record: Results, place: int, number: int, tree: Any) -> str | None:
    """Say what catches a changed step, or that it says the same; None if nothing does."""
    original = record.derivations[place]
    try:
        step = step_from_tree(tree, record.words)
    except DerivationError:
        return REFUSED
    if step == original.steps[number]:
        return SAYS_THE_SAME
    steps = (*original.steps[:number], step, *original.steps[number + 1 :])
    changed = replace(original, steps=steps)
    with contextlib.suppress(ValueError, TypeError, LookupError, AttributeError):
        if changed._step_complaint(step) is not None:
            return BY_THE_STEP
    return BY_THE_REST if record.caught(record.with_derivation(place, changed)) else None


def verdict_on_derivation(record: Results, place: int, tree: Any) -> str | None:
    """Say what catches a changed derivation, or that it says the same; None if nothing does."""
    bare = [{**each, "steps": []} for each in record.document["derivations"]]
    bare[place] = tree
    try:
        found = read_document({**record.document, "derivations": bare})[place]
    except DerivationError:
        return REFUSED
    known = {each.name: each for each in record.derivations}
    changed = replace(found, lemmas=tuple(known[lemma.name] for lemma in found.lemmas))
    original = record.derivations[place]
    if changed == original:
        return SAYS_THE_SAME
    if record.caught(record.with_derivation(place, changed)):
        return BY_THE_REST
    # Steps that commute may be exchanged, and one that comes again later may be left out before.
    again = replace(changed, steps=original.steps) == original
    return SAYS_THE_SAME if again and set(changed.steps) == set(original.steps) else None


def verdict_on_model(record: Results, tree: Any) -> str | None:
    """Say what catches a changed model, or that it says the same; None if nothing does."""
    try:
        declaration = declaration_from_tree(tree)
    except SymPPMError:
        return REFUSED
    if declaration == record.derivations[0].declaration:
        return SAYS_THE_SAME
    changed = tuple(replace(each, declaration=declaration) for each in record.derivations[:1])
    first = check_steps(changed, catalogue_model(record.name)).failures[0]
    return BY_THE_REST if first.startswith("the model differs from") else None


def altered(record: Results) -> Iterator[tuple[str, str | None]]:
    """Yield what was altered in a derivation file, and what caught it."""
    document, alphabet = record.document, record.alphabet
    for kind, tree in some(mutants.changed_models(document["model"], alphabet), MODEL, record.name):
        yield f"model: {kind}", verdict_on_model(record, tree)
    for place, derivation in enumerate(document["derivations"]):
        seed = f"{record.name} {derivation['name']}"
        pools = [mutants.changed_derivations(document, place, alphabet)]
        pools.append(
            (kind, {**derivation, "steps": steps})
            for kind, steps in mutants.dropped_and_swapped(derivation["steps"])
        )
        for pool in pools:
            for kind, tree in some(pool, DERIVATION, seed):
                yield f"{seed}, {kind}", verdict_on_derivation(record, place, tree)
        for number, step in enumerate(derivation["steps"]):
            where = f"{seed}, step {number + 1} ({step['rule']})"
            others = [*mutants.changed_rules(step), *mutants.changed_conditions(step, alphabet)]
            chosen = some(mutants.changed_sides(step, alphabet), SIDES, where)
            for kind, tree in (*chosen, *some(iter(others), OTHERS, where)):
                yield f"{where}, {kind}", verdict_on_step(record, place, number, tree)


@pytest.mark.parametrize("name", SPREAD)
def test_whatever_is_altered_is_caught(name: str) -> None:
    record = Results(name, record_text(name))
    assert not record.caught(record.derivations)
    found = list(altered(record))
    verdicts = Counter(verdict for _, verdict in found)
    print(f"{name}: {len(found)} alterations, {dict(verdicts)}")
    assert [what for what, verdict in found if verdict is None] == []
    steps = sum(len(each.steps) for each in record.derivations)
    assert len(found) - verdicts[SAYS_THE_SAME] >= (SIDES + OTHERS) * steps
    assert verdicts[BY_THE_STEP] > verdicts.total() / 2
