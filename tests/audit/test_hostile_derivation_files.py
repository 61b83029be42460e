"""Derivations from strangers: nothing runs, nothing explodes, and what is no derivation is refused.

That any part may be replaced, tests/laws/test_derivation_files.py tells.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

import pytest
from shipped import record_text

from symppm.audit import audit_record
from symppm.errors import DerivationError
from symppm.families import GAMMA, POISSON, family_named
from symppm.laws.records import MOST_CHARACTERS, read_record
from symppm.laws.trees import from_tree, to_tree

SECONDS = 5.0


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A short record: one derivation."""
    whole = json.loads(record_text("pmf_gamma"))
    return {**whole, "derivations": whole["derivations"][:1]}


def edited(document: dict[str, Any], edit: Callable[[dict[str, Any]], Any]) -> str:
    changed = copy.deepcopy(document)
    edit(changed)
    return json.dumps(changed)


def refused(text: str) -> str:
    with pytest.raises(DerivationError) as caught:
        read_record(text)
    return str(caught.value)


# Expressions


def number(over: int | str, under: int | str = 1) -> list[str]:
    return ["Rational", str(over), str(under)]


def symbol(name: str) -> list[str]:
    return ["Symbol", name, "positive"]


def nested(make: Callable[[Any], Any], depth: int, tree: Any = None) -> Any:
    tree = symbol("x") if tree is None else tree
    for _ in range(depth):
        tree = make(tree)
    return tree


def power(base: Any, over: int, under: int = 1) -> list[Any]:
    return ["Pow", base, number(over, under)]


X, INDEX, SIZE = symbol("x"), ["Symbol", "k", "integer"], ["Symbol", "K", "positive", "integer"]
LONG = "9" * 190
EXPLOSIVE = {
    "powers of powers": power(power(["Add", X, number(1)], 100), 100),
    "five powers of sums": nested(lambda t: power(["Add", t, number(1)], 100), 5),
    "powers hidden in logarithms": nested(
        lambda t: ["exp", ["Mul", number(2), ["log", ["Add", t, number(1)]]]], 2
    ),
    "a power of a product": nested(lambda t: ["Mul", t, t], 14),
    "a number of 201 digits": number("1" * 201),
    "growing coefficients": nested(lambda t: power(["Mul", number(LONG), t], 10), 3),
    "fractions without common denominators": [
        "Add",
        *(number(f"{LONG}{n}", f"{LONG[::-1]}{2 * n + 1}") for n in range(300)),
    ],
    "a product of long numbers": ["Mul", *(number(f"{LONG}{n}") for n in range(300))],
    "nested roots": nested(lambda t: power(["Add", t, number(1)], 1, 2), 25, number(2)),
    "nested logarithms": nested(lambda t: ["log", ["Add", t, number(1)]], 25),
    "roots of sums that branch": nested(
        lambda t: power(["Add", t, ["Mul", t, ["Number", "pi"]]], 1, 2), 9, number(2)
    ),
    "a large factorial": ["gamma", number(999)],
    "a large Bernoulli number": ["zeta", number(1000)],
    "sums over sums": nested(lambda t: ["AxisSum", t, INDEX, SIZE], 30),
    "a thousand levels": nested(lambda t: ["E", t, ["Tuple"]], 1000),
    "a million parts": ["Add", *(X for _ in range(400_000))],
    "an entry with thousands of axes": ["Entry", X, *[INDEX] * 5000],
    "a cumulant of thousands": ["Cum", *[X] * 5000, ["Tuple"]],
    "a tower": ["Pow", number(10), ["Pow", number(10), ["Pow", number(10), number(10)]]],
    "an index primed a thousand times": ["Symbol", "i" + "'" * 1000, "integer"],
    "a long name": symbol("x" * 10_000),
    "roots of long numbers": ["Mul", *(power(number(f"{LONG}{n}"), 1, 2) for n in range(150))],
}


@pytest.mark.parametrize("kind", EXPLOSIVE)
def test_a_small_tree_of_a_large_expression_is_refused_at_once(kind: str) -> None:
    start = time.perf_counter()
    with pytest.raises(DerivationError):
        from_tree(EXPLOSIVE[kind])
    assert time.perf_counter() - start < SECONDS


LARGE = {
    "a product of sums": ["Mul", *(["Add", symbol(f"x{n}"), number(1)] for n in range(45))],
    "a power of a sum": power(["Add", *(symbol(f"x{n}") for n in range(30))], 100),
    "a long sum": ["Add", *(["Mul", number(n), symbol(f"x{n}")] for n in range(1, 1000))],
    "deep products": nested(lambda t: ["Add", ["Mul", t, symbol("y")], X], 25),
    "many roots": power(["Add", *(power(number(n), 1, 2) for n in range(2, 60))], 1, 2),
}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", LARGE)
def test_what_is_large_without_being_expanded_is_read_and_written(kind: str) -> None:
    start = time.perf_counter()
    made = from_tree(LARGE[kind])
    assert str(made)
    assert from_tree(to_tree(made)) == made
    assert time.perf_counter() - start < 2 * SECONDS


NO_NUMBERS = {
    "a root of a negative number": power(number(-2), 1, 2),
    "a root of minus a symbol": power(["Mul", number(-1), X], 1, 2),
    "a negative denominator": number(1, -2),
    "a power that is a sum": ["Pow", X, ["Add", number(1), number(1)]],
    "a function named as a known one": ["Derivative", "gamma", "0", X],
    "a domain twice": ["Symbol", "x", "real", "real"],
    "a primed hyperparameter": ["Symbol", "a'", "positive"],
    "a name that turns text around": symbol("\u202ea"),
    "a name with an escape sequence": symbol("\x1b[31ma"),
    "half a surrogate pair": symbol("\ud800"),
    "a name with a blank": symbol("a b"),
    "true as a number": ["Rational", True, "1"],
    "true as a name": ["Symbol", True],
}


@pytest.mark.parametrize("kind", NO_NUMBERS)
def test_what_symppm_never_writes_is_refused(kind: str) -> None:
    with pytest.raises(DerivationError):
        from_tree(["Add", NO_NUMBERS[kind], symbol("z")])


@pytest.mark.parametrize("name", ["λ", "E", "I", "S", "N", "lambda", "gamma", "pi", "Symbol", "_x"])
def test_names_mean_nothing_but_themselves(name: str) -> None:
    made = from_tree(["Mul", symbol(name), number(2)])
    assert {each.name for each in made.free_symbols} == {name}


# Documents

EDITS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "an unknown key": (lambda d: d.update(code="import os"), "no other fields than format"),
    "an unknown key of the model": (lambda d: d["model"].update(x=1), "the model: "),
    "an unknown key of a step": (
        lambda d: d["derivations"][0]["steps"][1].update(note="trust me"),
        "derivation 'mean': step 2: the derivation contains 'note'",
    ),
    "a missing key": (
        lambda d: d["derivations"][0]["steps"][0].pop("conditions"),
        "step 1: an object without the field 'conditions'",
    ),
    "true as the version": (lambda d: d.update(version=True), "format version True"),
    "a version of one half": (lambda d: d.update(version=0.5), "format version 0.5"),
    "text in place of true": (
        lambda d: d["model"]["variables"][0].update(observed="false"),
        "whether it is observed",
    ),
    "a number in place of true": (
        lambda d: d["model"]["variables"][2].update(observed=1),
        "whether it is observed",
    ),
    "a condition twice": (
        lambda d: [s["conditions"].extend(s["conditions"]) for s in d["derivations"][0]["steps"]],
        "each side condition once",
    ),
    "a name that cannot be printed": (
        lambda d: d["derivations"][0].update(name="mean\x1b[2J"),
        "a name that can be printed",
    ),
    "another model's hyperparameter": (
        lambda d: d["derivations"][0].update(result=symbol("secret")),
        "the derivation contains 'secret' where it cannot be",
    ),
    "another model's variable": (
        lambda d: d["derivations"][0].update(
            target=["E", ["Entry", ["Symbol", "Z", "nonnegative"]], ["Tuple"]]
        ),
        "variables and known arrays of the model",
    ),
    "a hyperparameter with another sign": (
        lambda d: d["derivations"][0].update(result=["Symbol", "a", "real"]),
        "hyperparameters of the model and sizes of its axes, as declared",
    ),
    "a parameter that can be negative": (
        lambda d: d["model"]["variables"][0]["parameters"].update(
            shape=["Add", symbol("a"), number(-1)]
        ),
        "shape of theta is a - 1",
    ),
    "an index that is not summed over": (
        lambda d: d["model"]["variables"][2]["parameters"].update(
            rate=d["model"]["variables"][2]["parameters"]["rate"][1]
        ),
        "along the axis 'factor'",
    ),
    "two hundred and one variables": (
        lambda d: d["model"].update(variables=d["model"]["variables"] * 70),
        "a list of more than 200",
    ),
    "thousands of letters": (
        lambda d: d["model"]["axes"][0].update(letters=[f"i{n}" for n in range(5000)]),
        "a list of more than 2",
    ),
    "thousands of derivations": (
        lambda d: d.update(derivations=[{}] * 1001),
        "a list of more than 1000",
    ),
    "an unused hyperparameter": (
        lambda d: d["model"]["hyperparameters"].append(symbol("unused")),
        "is never used",
    ),
}


@pytest.mark.parametrize("kind", EDITS)
def test_a_record_with_it_is_refused_with_the_place(kind: str, document: dict[str, Any]) -> None:
    edit, words = EDITS[kind]
    assert words in refused(edited(document, edit))


def test_a_key_that_comes_twice_is_refused(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    assert "each key of an object once" in refused(text[:-1] + ', "version": 1}')


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_are_not_json_are_refused(word: str, document: dict[str, Any]) -> None:
    assert "a file that is not JSON" in refused(f'{json.dumps(document)[:-1]}, "x": {word}}}')


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed() -> None:
    assert "16,000,000 characters" in refused(" " * (MOST_CHARACTERS + 1))


def test_naming_a_family_imports_nothing(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def entry_points(**_: object) -> metadata.EntryPoints:
        asked.append(1)
        return metadata.EntryPoints(())

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    text = edited(document, lambda d: d["model"]["variables"][0].update(family="Rayleigh"))
    assert "the family 'Rayleigh'; expected a family that comes with symppm" in refused(text)
    assert asked == []
    with pytest.raises(DerivationError, match="no family is named 'Rayleigh'"):
        read_record(text, family_named)
    assert asked == [1]


def test_families_of_ones_own_are_read_where_they_are_given(document: dict[str, Any]) -> None:
    own = {"Mine": GAMMA, "Poisson": POISSON}
    text = json.dumps(document).replace('"Gamma"', '"Mine"')
    (derivation,) = read_record(text, own.__getitem__)
    assert derivation.declaration.variables[0].family is GAMMA


# Audits


def with_step(document: dict[str, Any], before: Any, after: Any) -> str:
    """Return a derivation whose first step claims that two expressions are the same by algebra."""
    changed = copy.deepcopy(document)
    step = {"rule": "algebra", "before": before, "after": after, "conditions": []}
    changed["derivations"][0]["steps"].insert(0, step)
    return json.dumps(changed)


def test_an_audit_that_takes_too_long_is_stopped(document: dict[str, Any]) -> None:
    names = [each[1] for each in document["model"]["hyperparameters"]]
    terms = [["Mul", number(n + 2), symbol(name)] for n, name in enumerate(names)]
    sums = [power(["Add", *terms, number(n)], 97) for n in range(1, 9)]
    text = with_step(document, ["Mul", *sums], ["Mul", *sums, number(2)])
    start = time.perf_counter()
    audit = audit_record(text, "slow.json", simulate=False, seconds=1)
    assert time.perf_counter() - start < 30
    assert not audit.ok
    (failure,) = audit.checks[0].failures
    assert failure.startswith("the audit was stopped after 1 s: the derivation asks for more time")
    assert {check.status for check in audit.checks[1:]} == {"skipped"}
