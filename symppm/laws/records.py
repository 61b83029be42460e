"""Derivation files: a declaration and its derivations, read without running anything."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from symppm.errors import DerivationError, SymPPMError
from symppm.laws.declared import (
    FamilyNamed,
    built_in_family,
    declaration_from_tree,
    declaration_tree,
)
from symppm.laws.derivation import Derivation, Step
from symppm.laws.limits import Tree, fields, is_name, items, unreadable
from symppm.laws.rules.base import Condition
from symppm.laws.trees import to_tree
from symppm.laws.words import Words

FORMAT = "symppm-derivations"
VERSION = 1
MOST_CHARACTERS = 16_000_000
"""A derivation file of more is refused before it is parsed."""

_MOST_DERIVATIONS = 1000
_MOST_STEPS = 10_000
_MOST_CONDITIONS = 1000
_LONGEST_NAME = 200
_RECORD = ("format", "version", "model", "derivations")
_CERTIFICATES = ("solution", "solution_at_k")
_SHOWN = 60
_DERIVATION = ("name", "target", "steps", "result", "lemmas")


def derivation_tree(derivation: Derivation) -> dict[str, Tree]:
    """Return a derivation as a tree; lemmas are named, not repeated."""
    return {
        "name": derivation.name,
        "target": to_tree(derivation.target),
        "steps": [
            {
                "rule": step.rule,
                "before": to_tree(step.before),
                "after": to_tree(step.after),
                "conditions": [
                    {"kind": condition.kind, "arguments": [to_tree(a) for a in condition.arguments]}
                    for condition in step.conditions
                ],
            }
            for step in derivation.steps
        ],
        "result": to_tree(derivation.result),
        "lemmas": [lemma.name for lemma in derivation.lemmas],
    }


def record_json(
    derivations: tuple[Derivation, ...], solutions: Mapping[str, Mapping[str, Tree]] | None = None
) -> str:
    """Write derivations of one model as a derivation file; the same bytes under any hash seed.

    Certificates of its solutions stand after the model, by their keys.
    """
    by_name: dict[str, Derivation] = {}
    for derivation in derivations:
        for record in (*derivation.lemmas, derivation):
            by_name.setdefault(record.name, record)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "model": declaration_tree(derivations[0].declaration),
    }
    lines = [f"{json.dumps(key)}: {_compact(value)}," for key, value in head.items()]
    for key, certificate in (solutions or {}).items():
        parts = ",\n".join(f" {json.dumps(k)}: {_compact(v)}" for k, v in certificate.items())
        lines.append(f"{json.dumps(key)}: {{\n{parts}\n}},")
    body = ",\n".join(_derivation_lines(derivation_tree(record)) for record in by_name.values())
    return "{\n" + "\n".join(lines) + '\n"derivations": [\n' + body + "\n]\n}\n"


def _compact(tree: Tree) -> str:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))


def _derivation_lines(tree: Mapping[str, Tree]) -> str:
    """Put each step on a line of its own, so that a changed step is a changed line."""
    lines = []
    for key, value in tree.items():
        if key == "steps":
            steps = ",\n".join("  " + _compact(step) for step in value)
            lines.append(f' "steps": [\n{steps}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def read_record(text: str, family_named: FamilyNamed = built_in_family) -> tuple[Derivation, ...]:
    """Read a derivation file that :func:`record_json` wrote, without running anything in it."""
    return read_document(record_document(text), family_named)


def record_document(text: str) -> Mapping[str, Tree]:
    """Parse a derivation file as far as to see that it is one, of this version of the format."""
    if len(text) > MOST_CHARACTERS:
        raise DerivationError(
            f"a file of more than {MOST_CHARACTERS:,} characters",
            expected="a derivation file, which is far smaller",
            do="Name the .json file of a derivation.",
        )
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise DerivationError(
            "a file that is not JSON",
            expected="a derivation file",
            do="Name the .json file of a derivation.",
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise unreadable(document)
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        shown = "of another kind" if isinstance(version, dict) else repr(version)[:_SHOWN]
        raise DerivationError(
            f"a derivation file of format version {shown}",
            expected=f"version {VERSION}",
            do="Derive the model again with this version of symppm.",
        )
    fields(document, *_RECORD, optional=_CERTIFICATES)
    return document


def _object(pairs: list[tuple[str, Tree]]) -> dict[str, Tree]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise unreadable(next(key for key, _ in pairs), "each key of an object once")
    return members


def _no_constant(word: str) -> None:
    raise ValueError(word)


def read_document(
    document: Mapping[str, Tree], family_named: FamilyNamed = built_in_family
) -> tuple[Derivation, ...]:
    """Rebuild the derivations of a derivation file that has been parsed."""
    parts = fields(document, *_RECORD, optional=_CERTIFICATES)
    with _place("the model"):
        declaration = declaration_from_tree(parts["model"], family_named)
    words = Words(declaration)
    derivations: dict[str, Derivation] = {}
    for place, tree in enumerate(items(parts["derivations"], _MOST_DERIVATIONS), start=1):
        with _place(f"derivation {place}"):
            name = _derivation_name(fields(tree, *_DERIVATION)["name"])
            if name in derivations:
                raise unreadable(name, "a name of its own for each derivation")
        with _place(f"derivation {name!r}"):
            derivations[name] = _derivation(tree, words, derivations)
    return tuple(derivations.values())


@contextmanager
def _place(where: str) -> Iterator[None]:
    """Say in which part of the derivation something is wrong."""
    try:
        yield
    except SymPPMError as error:
        raise DerivationError(
            f"{where}: {error.given}", expected=error.expected, do=error.do
        ) from error


def _derivation_name(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_NAME:
        raise unreadable(value, "a name")
    if not value.isprintable():
        raise unreadable(value, "a name that can be printed")
    return value


def _derivation(
    tree: Mapping[str, Tree], words: Words, derivations: Mapping[str, Derivation]
) -> Derivation:
    names = items(tree["lemmas"], _MOST_DERIVATIONS)
    for name in names:
        if not isinstance(name, str) or name not in derivations:
            raise unreadable(name, "the name of a derivation above this one")
    target = words.expression(tree["target"])
    steps = []
    for place, step in enumerate(items(tree["steps"], _MOST_STEPS), start=1):
        with _place(f"step {place}"):
            steps.append(step_from_tree(step, words))
    lemmas = tuple(derivations[name] for name in names)
    result = words.expression(tree["result"])
    return Derivation(tree["name"], words.declaration, target, tuple(steps), result, lemmas)


def step_from_tree(tree: Tree, words: Words) -> Step:
    """Rebuild one step."""
    parts = fields(tree, "rule", "before", "after", "conditions")
    conditions = tuple(
        _condition(condition, words) for condition in items(parts["conditions"], _MOST_CONDITIONS)
    )
    if len(set(conditions)) < len(conditions):
        raise unreadable(parts["rule"], "each side condition once")
    if not is_name(parts["rule"]):
        raise unreadable(parts["rule"], "the name of a rule")
    before, after = words.expression(parts["before"]), words.expression(parts["after"])
    return Step(parts["rule"], before, after, conditions)


def _condition(tree: Tree, words: Words) -> Condition:
    parts = fields(tree, "kind", "arguments")
    if not is_name(parts["kind"]):
        raise unreadable(parts["kind"], "a kind of side condition")
    arguments = items(parts["arguments"], _MOST_CONDITIONS)
    return Condition(parts["kind"], tuple(words.expression(argument) for argument in arguments))
