"""Derivation files with one thing altered, at the level of their JSON."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from shipped import with_part

from symppm.laws.rules import table

Tree = Any
Path = tuple[Any, ...]
Mutant = tuple[str, Tree]

RULES = (*(rule.name for rule in table.RULES), "algebra", "lemma")
CONDITIONS = ("independent", "own_noise", "exchangeable", "same_law", "positive", "relabelled")
FAMILIES = ("Gamma", "InverseGamma", "LogNormal", "Poisson", "Normal", "Exponential", "Weibull")


def expressions(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Tree]]:
    """Yield the expressions within one, each with its path."""
    if not isinstance(tree, list) or not tree:
        return
    yield path, tree
    if tree[0] in ("Symbol", "Rational", "Number"):
        return
    for place, part in enumerate(tree[1:], start=1):
        # What an axis sum runs over, and what an entry is of, is altered with the index below.
        yield from expressions(part, (*path, place))


def number(value: int) -> Tree:
    """Return an integer as a derivation file writes it."""
    return ["Rational", str(value), "1"]


class Alphabet:
    """What else could stand in a derivation: letters of each axis, hyperparameters and sizes."""

    def __init__(self, model: Mapping[str, Tree]) -> None:
        self.letters = [axis["letters"] for axis in model["axes"]]
        self.symbols = [*model["hyperparameters"], *(axis["size"] for axis in model["axes"])]

    def others(self, symbol: Tree) -> Iterator[Mutant]:
        """Yield what could be written in place of a symbol."""
        name = symbol[1]
        for letters in self.letters:
            if name.rstrip("'") in letters:
                for other in (*letters, f"{letters[0]}'"):
                    if other != name:
                        yield "index", ["Symbol", other, *symbol[2:]]
        if name in [each[1] for each in self.symbols]:
            yield from (("symbol", each) for each in self.symbols if each[1] != name)


def changed_nodes(node: Tree, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield one node with something altered in itself."""
    kind, *parts = node
    if kind == "Rational":
        if parts[0] != "0":
            yield "sign", ["Rational", str(-int(parts[0])), parts[1]]
        yield "number", ["Rational", str(int(parts[0]) + int(parts[1])), parts[1]]
    elif kind == "Symbol":
        yield from alphabet.others(node)
    elif kind == "Pow" and parts[1][0] == "Rational":
        over, under = map(int, parts[1][1:])
        yield "exponent", ["Pow", parts[0], ["Rational", str(over + under), str(under)]]
        yield "exponent", ["Pow", parts[0], ["Rational", str(over - under), str(under)]]
    elif kind == "E":
        yield "operator", ["Var", *parts]
    elif kind == "Var":
        yield "operator", ["E", *parts]
    elif kind in ("Cov", "Corr"):
        yield "operator", ["Corr" if kind == "Cov" else "Cov", *parts]
        yield "operator", ["E", ["Mul", *parts[:2]], parts[2]]
    elif kind == "Cum":
        yield "operand", [kind, *parts[1:]] if len(parts) > 4 else ["Cov", *parts[1:]]
        yield "operand", [kind, parts[0], *parts]
    elif kind == "AxisSum":
        yield "sum", parts[0]
    elif kind in ("Add", "Mul"):
        for place, part in enumerate(parts):
            kept = parts[:place] + parts[place + 1 :]
            yield "sign", [kind, *kept, ["Mul", number(-1), part]]
            yield "dropped", [kind, *kept] if len(kept) > 1 else kept[0]
    elif kind in ("exp", "log", "gamma", "zeta", "WeibullShape"):
        yield "argument", [kind, ["Add", parts[0], number(1)]]
    if kind in ("E", "Var", "Cov", "Corr", "Cum") and len(parts[-1]) > 1:
        yield "given", [kind, *parts[:-1], ["Tuple", *parts[-1][2:]]]


def changed_expressions(tree: Tree, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield an expression with one thing altered, anywhere in it."""
    yield "sign", ["Mul", number(-1), tree]
    yield "coefficient", ["Mul", number(2), tree]
    for path, node in expressions(tree):
        for kind, changed in changed_nodes(node, alphabet):
            yield kind, with_part(tree, path, changed)


def changed_conditions(step: Tree, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield a step with one side condition altered, dropped, doubled, or added."""
    listed = step["conditions"]
    for place, condition in enumerate(listed):
        kept = listed[:place] + listed[place + 1 :]
        yield "condition dropped", {**step, "conditions": kept}
        yield "condition doubled", {**step, "conditions": [*listed, condition]}
        for kind in CONDITIONS:
            if kind != condition["kind"]:
                other = {**condition, "kind": kind}
                yield "condition kind", {**step, "conditions": [*kept, other]}
        arguments = condition["arguments"]
        for position, argument in enumerate(arguments):
            fewer = {**condition, "arguments": arguments[:position] + arguments[position + 1 :]}
            yield "condition argument", {**step, "conditions": [*kept, fewer]}
            for _, changed in changed_expressions(argument, alphabet):
                other = {**condition, "arguments": with_part(arguments, (position,), changed)}
                yield "condition argument", {**step, "conditions": [*kept, other]}
    added = {"kind": "positive", "arguments": [alphabet.symbols[0]]}
    yield "condition added", {**step, "conditions": [*listed, added]}


def changed_rules(step: Tree) -> Iterator[Mutant]:
    """Yield a step under the name of every other rule."""
    for name in (*RULES, "no_such_rule"):
        if name != step["rule"]:
            yield "rule", {**step, "rule": name}


def changed_sides(step: Tree, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield a step with one side altered."""
    for side in ("before", "after"):
        for kind, changed in changed_expressions(step[side], alphabet):
            yield f"{side}: {kind}", {**step, side: changed}
    yield "sides swapped", {**step, "before": step["after"], "after": step["before"]}


def changed_models(model: Tree, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield a declaration with one thing altered."""
    yield "model name", {**model, "name": f"{model['name']}_2"}
    for place, symbol in enumerate(model["hyperparameters"]):
        kept = model["hyperparameters"][:place] + model["hyperparameters"][place + 1 :]
        yield "hyperparameter dropped", {**model, "hyperparameters": kept}
        yield "hyperparameter order", {**model, "hyperparameters": [*kept, symbol]}
        for name, domains in (("other", symbol[2:]), (symbol[1], ["real"])):
            changed = with_part(model["hyperparameters"], (place,), ["Symbol", name, *domains])
            yield "hyperparameter", {**model, "hyperparameters": changed}
    for place, axis in enumerate(model["axes"]):
        for other in (
            {**axis, "name": f"{axis['name']}_2"},
            {**axis, "letters": axis["letters"][::-1]},
            {**axis, "letters": [axis["letters"][0], "zz"]},
            {**axis, "size": ["Symbol", "Z", "positive", "integer"]},
        ):
            yield "axis", {**model, "axes": with_part(model["axes"], (place,), other)}
    for place, variable in enumerate(model["variables"]):
        changes = [
            {**variable, "name": f"{variable['name']}_2"},
            {**variable, "observed": not variable["observed"]},
            {**variable, "dims": variable["dims"][:-1]},
            {**variable, "dims": variable["dims"][::-1]},
            *({**variable, "family": name} for name in FAMILIES),
        ]
        for name, value in variable["parameters"].items():
            for _, changed in changed_expressions(value, alphabet):
                parameters = {**variable["parameters"], name: changed}
                changes.append({**variable, "parameters": parameters})
        for other in changes:
            variables = with_part(model["variables"], (place,), other)
            yield "variable", {**model, "variables": variables}
        kept = model["variables"][:place] + model["variables"][place + 1 :]
        yield "variable dropped", {**model, "variables": kept}
    for place, array in enumerate(model.get("known", [])):
        for other in ({**array, "name": "other"}, {**array, "dims": []}):
            yield "known array", {**model, "known": with_part(model["known"], (place,), other)}


def changed_derivations(document: Tree, place: int, alphabet: Alphabet) -> Iterator[Mutant]:
    """Yield a derivation with target, result, name, lemmas or the order of steps altered."""
    derivation = document["derivations"][place]
    names = [each["name"] for each in document["derivations"]]
    for side in ("target", "result"):
        for kind, changed in changed_expressions(derivation[side], alphabet):
            yield f"{side}: {kind}", {**derivation, side: changed}
    for name in (*names, "cumulant", f"{derivation['name']} row", "mean row", "variance col"):
        if name != derivation["name"]:
            yield "name", {**derivation, "name": name}
    lemmas = derivation["lemmas"]
    for position, name in enumerate(lemmas):
        kept = lemmas[:position] + lemmas[position + 1 :]
        yield "lemma dropped", {**derivation, "lemmas": kept}
        yield "lemma doubled", {**derivation, "lemmas": [*lemmas, name]}
        yield from (
            ("lemma", {**derivation, "lemmas": with_part(lemmas, (position,), other)})
            for other in names
            if other != name
        )
    yield from (
        ("lemma added", {**derivation, "lemmas": [*lemmas, other]})
        for other in names
        if other not in lemmas
    )


def dropped_and_swapped(steps: list[Tree]) -> Iterator[Mutant]:
    """Yield the steps with one dropped, said twice, or exchanged with the next."""
    for place, step in enumerate(steps):
        yield "step dropped", steps[:place] + steps[place + 1 :]
        yield "step doubled", [*steps[: place + 1], copy.copy(step), *steps[place + 1 :]]
        if place:
            yield (
                "steps swapped",
                [*steps[: place - 1], step, steps[place - 1], *steps[place + 1 :]],
            )
