"""Ledgers as files: a declaration and its derivations, read without running anything."""

from __future__ import annotations

import json
from collections.abc import Mapping

import sympy

from symppm.errors import DeclarationError, LedgerError, SymPPMError
from symppm.families import family_named
from symppm.laws.derivation import Derivation, Step
from symppm.laws.rules.base import Condition
from symppm.laws.trees import Tree, from_tree, to_tree, unreadable
from symppm.model.declaration import Axis, Declaration, KnownArray, Variable
from symppm.model.nodes import entries, known_entries

FORMAT = "symppm-ledger"
VERSION = 1


def declaration_tree(declaration: Declaration) -> dict[str, Tree]:
    """Return a declaration as a tree.

    Parameters
    ----------
    declaration : Declaration
        Any model made of families that :func:`symppm.families.family_named` knows.
    """
    known = [{"name": each.name, "dims": list(each.dims)} for each in declaration.known]
    return {
        "name": declaration.name,
        "hyperparameters": [to_tree(symbol) for symbol in declaration.hyperparameters],
        **({"known": known} if known else {}),
        "axes": [
            {"name": axis.name, "size": to_tree(axis.size), "letters": list(axis.letters)}
            for axis in declaration.axes
        ],
        "variables": [
            {
                "name": variable.name,
                "family": variable.family.name,
                "parameters": {name: to_tree(v) for name, v in variable.parameters.items()},
                "dims": list(variable.dims),
                "observed": variable.observed,
            }
            for variable in declaration.variables
        ],
    }


def declaration_from_tree(tree: Mapping[str, Tree]) -> Declaration:
    """Rebuild a declaration from :func:`declaration_tree`.

    Parameters
    ----------
    tree : mapping
        As read from a ledger.

    Raises
    ------
    LedgerError
        If something is missing, or a family is unknown.
    """
    try:
        axes = tuple(
            Axis(_text(axis["name"]), from_tree(axis["size"]), _letters(axis["letters"]))
            for axis in tree["axes"]
        )
        by_name = {axis.name: axis for axis in axes}
        variables = tuple(
            Variable(
                _text(each["name"]),
                family_named(_text(each["family"])),
                {_text(name): from_tree(value) for name, value in each["parameters"].items()},
                tuple(by_name[dim] for dim in each["dims"]),
                bool(each["observed"]),
            )
            for each in tree["variables"]
        )
        symbols = tuple(from_tree(symbol) for symbol in tree["hyperparameters"])
        known = tuple(
            KnownArray(_text(each["name"]), tuple(by_name[dim] for dim in each["dims"]))
            for each in tree.get("known", [])
        )
        declaration = Declaration(_text(tree["name"]), symbols, axes, variables, known)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise unreadable(tree) from error
    except DeclarationError as error:
        raise LedgerError(error.given, expected=error.expected, do=error.do) from error
    if not _is_sound(declaration):
        raise unreadable(tree)
    return declaration


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError
    return value


def _letters(value: object) -> tuple[str, str]:
    if not isinstance(value, list) or len(value) != 2:
        raise TypeError
    first, second = (_text(letter) for letter in value)
    if first == second or not (first.isidentifier() and second.isidentifier()):
        raise ValueError
    return first, second


def _is_sound(declaration: Declaration) -> bool:
    """Tell whether a rebuilt declaration hangs together: names, axes, parameters, order."""
    letters = [letter for axis in declaration.axes for letter in axis.letters]
    names = [each.name for each in (*declaration.variables, *declaration.known)]
    if len(set(letters)) < len(letters) or len(set(names)) < len(names):
        return False
    if not all(symbol.is_Symbol for symbol in declaration.hyperparameters):
        return False
    if sum(variable.observed for variable in declaration.variables) != 1:
        return False
    constants = {array.generic for array in declaration.known}
    above: dict[str, Variable] = {}
    for variable in declaration.variables:
        wanted = {parameter.name for parameter in variable.family.parameters}
        if set(variable.parameters) != wanted:
            return False
        for value in variable.parameters.values():
            if not isinstance(value, sympy.Expr):
                return False
            if not constants.issuperset(known_entries(value)):
                return False
            for entry in entries(value):
                source = above.get(entry.name)
                if source is None or entry != source.generic:
                    return False
        above[variable.name] = variable
    return True


def derivation_tree(derivation: Derivation) -> dict[str, Tree]:
    """Return a derivation as a tree; lemmas are named, not repeated.

    Parameters
    ----------
    derivation : Derivation
        Any.
    """
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


def ledger_json(derivations: tuple[Derivation, ...]) -> str:
    """Write derivations of one model as a ledger; the same bytes under any hash seed.

    Parameters
    ----------
    derivations : tuple of Derivation
        At least one. Lemmas that they cite are included.
    """
    every: dict[str, Derivation] = {}
    for derivation in derivations:
        for each in (*derivation.lemmas, derivation):
            every.setdefault(each.name, each)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "model": declaration_tree(derivations[0].declaration),
    }
    lines = [f"{json.dumps(key)}: {_compact(value)}," for key, value in head.items()]
    body = ",\n".join(_derivation_lines(derivation_tree(each)) for each in every.values())
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


def read_ledger(text: str) -> tuple[Derivation, ...]:
    """Read a ledger that :func:`ledger_json` wrote, without running anything in it.

    Parameters
    ----------
    text : str
        JSON.

    Raises
    ------
    LedgerError
        If it is no such ledger, or of another version of the format.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LedgerError(
            "a file that is not JSON", expected="a ledger", do="Name the .json file of a ledger."
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise unreadable(document)
    if document.get("version") != VERSION:
        raise LedgerError(
            f"a ledger of format version {document.get('version')!r}",
            expected=f"version {VERSION}",
            do="Derive the model again with this version of symppm.",
        )
    found: dict[str, Derivation] = {}
    try:
        declaration = declaration_from_tree(document["model"])
        for tree in document["derivations"]:
            lemmas = tuple(found[name] for name in tree["lemmas"])
            name = _text(tree["name"])
            if name in found:
                raise unreadable(name)
            found[name] = _derivation(tree, declaration, lemmas)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise unreadable(document) from error
    except LedgerError:
        raise
    except SymPPMError as error:
        raise unreadable(document) from error
    return tuple(found.values())


def _derivation(
    tree: Mapping[str, Tree], declaration: Declaration, lemmas: tuple[Derivation, ...]
) -> Derivation:
    steps = tuple(
        Step(
            _text(step["rule"]),
            from_tree(step["before"]),
            from_tree(step["after"]),
            tuple(
                Condition(_text(each["kind"]), tuple(from_tree(a) for a in each["arguments"]))
                for each in step["conditions"]
            ),
        )
        for step in tree["steps"]
    )
    return Derivation(
        tree["name"],
        declaration,
        from_tree(tree["target"]),
        steps,
        from_tree(tree["result"]),
        lemmas,
    )
