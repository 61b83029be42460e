"""Expressions, declarations and derivations as plain trees of lists, strings and numbers.

A ledger may come from a stranger, so reading one rebuilds nodes from a fixed list of kinds and runs
nothing: no names are looked up in modules and no text is parsed as an expression.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import sympy

from symppm.errors import LedgerError
from symppm.families import GAMMA, POISSON, TWO_MOMENTS, Family
from symppm.laws.derivation import Derivation, Step
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.laws.rules.base import Condition
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.nodes import AxisSum, Entry

FORMAT = "symppm-ledger"
VERSION = 1
Tree = Any

_DEEPEST = 200
_OPERATORS: Mapping[str, type[Operator]] = MappingProxyType(
    {"E": Expectation, "Var": Variance, "Cov": Covariance, "Corr": Correlation}
)
_COMPOUNDS: Mapping[str, Callable[..., sympy.Expr]] = MappingProxyType(
    {"Add": sympy.Add, "Mul": sympy.Mul, "Pow": sympy.Pow}
)
_FAMILIES: Mapping[str, Family] = MappingProxyType(
    {family.name: family for family in (GAMMA, POISSON, TWO_MOMENTS)}
)
_DOMAINS = ("positive", "nonnegative", "integer", "real")


def to_tree(expression: sympy.Basic) -> Tree:
    """Turn an expression into nested lists: the kind first, then its parts.

    Parameters
    ----------
    expression : sympy.Basic
        Made of numbers, symbols, sums, products, powers, entries, axis sums and operators.
    """
    if expression.is_Rational:
        return ["Rational", str(expression.p), str(expression.q)]
    if expression.is_Symbol:
        return ["Symbol", expression.name, *(d for d in _DOMAINS if getattr(expression, "is_" + d))]
    if isinstance(expression, Entry):
        return ["Entry", *map(to_tree, expression.args)]
    if isinstance(expression, AxisSum):
        return ["AxisSum", *map(to_tree, expression.args)]
    if isinstance(expression, sympy.Tuple):
        return ["Tuple", *map(to_tree, expression.args)]
    for name, operator in _OPERATORS.items():
        if isinstance(expression, operator):
            return [name, *map(to_tree, expression.args)]
    for name in _COMPOUNDS:
        if getattr(expression, f"is_{name}"):
            ordered = expression.args
            if name != "Pow":
                ordered = sorted(expression.args, key=sympy.default_sort_key)
            return [name, *map(to_tree, ordered)]
    raise LedgerError(
        f"an expression of the kind {type(expression).__name__}",
        expected="numbers, symbols, sums, products, powers and moments",
        do="Such an expression cannot be stored in a ledger.",
    )


def from_tree(tree: Tree, depth: int = 0) -> sympy.Expr:
    """Rebuild an expression from :func:`to_tree`.

    Parameters
    ----------
    tree : nested lists
        As read from a ledger.
    depth : int
        How deep this part lies.

    Raises
    ------
    LedgerError
        For anything that :func:`to_tree` does not write.
    """
    if depth > _DEEPEST or not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise _unreadable(tree)
    kind, *parts = tree
    if kind == "Rational":
        return _rational(parts)
    if kind == "Symbol":
        if not parts or not all(isinstance(part, str) for part in parts):
            raise _unreadable(tree)
        name, *domains = parts
        if not set(domains) <= set(_DOMAINS):
            raise _unreadable(tree)
        return sympy.Symbol(name, **dict.fromkeys(_strongest(domains), True))
    arguments = [from_tree(part, depth + 1) for part in parts]
    nodes: dict[str, Callable[..., Any]] = {
        **_COMPOUNDS,
        **_OPERATORS,
        "Entry": Entry,
        "AxisSum": AxisSum,
        "Tuple": sympy.Tuple,
    }
    if kind not in nodes:
        raise _unreadable(tree)
    try:
        return nodes[kind](*arguments)
    except (TypeError, ValueError) as error:
        raise _unreadable(tree) from error


def _strongest(domains: list[str]) -> list[str]:
    """Keep the assumptions that were declared; SymPy infers the weaker ones."""
    if "integer" in domains:
        return [d for d in domains if d in ("integer", "positive")]
    return domains[:1]


def _rational(parts: list[Any]) -> sympy.Rational:
    try:
        numerator, denominator = (int(part) for part in parts)
        if denominator == 0:
            raise ValueError
    except (TypeError, ValueError) as error:
        raise _unreadable(["Rational", *parts]) from error
    return sympy.Rational(numerator, denominator)


def _unreadable(tree: Tree) -> LedgerError:
    shown = repr(tree)
    return LedgerError(
        f"the ledger contains {shown[:80]}{'…' if len(shown) > 80 else ''}",
        expected="an expression tree as symppm writes it",
        do="The file is damaged, or of another version; derive it again.",
    )


def declaration_tree(declaration: Declaration) -> dict[str, Tree]:
    """Return a declaration as a tree.

    Parameters
    ----------
    declaration : Declaration
        Any model made of built-in families.
    """
    return {
        "name": declaration.name,
        "hyperparameters": [to_tree(symbol) for symbol in declaration.hyperparameters],
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
            Axis(axis["name"], from_tree(axis["size"]), (axis["letters"][0], axis["letters"][1]))
            for axis in tree["axes"]
        )
        by_name = {axis.name: axis for axis in axes}
        variables = tuple(
            Variable(
                each["name"],
                _FAMILIES[each["family"]],
                {name: from_tree(value) for name, value in each["parameters"].items()},
                tuple(by_name[dim] for dim in each["dims"]),
                bool(each["observed"]),
            )
            for each in tree["variables"]
        )
        symbols = tuple(from_tree(symbol) for symbol in tree["hyperparameters"])
        return Declaration(str(tree["name"]), symbols, axes, variables)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise _unreadable(tree) from error


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
    except (json.JSONDecodeError, RecursionError) as error:
        raise LedgerError(
            "a file that is not JSON", expected="a ledger", do="Name the .json file of a ledger."
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _unreadable(document)
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
            found[tree["name"]] = _derivation(tree, declaration, lemmas)
    except (KeyError, TypeError, AttributeError) as error:
        raise _unreadable(document) from error
    return tuple(found.values())


def _derivation(
    tree: Mapping[str, Tree], declaration: Declaration, lemmas: tuple[Derivation, ...]
) -> Derivation:
    steps = tuple(
        Step(
            step["rule"],
            from_tree(step["before"]),
            from_tree(step["after"]),
            tuple(
                Condition(each["kind"], tuple(from_tree(a) for a in each["arguments"]))
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
