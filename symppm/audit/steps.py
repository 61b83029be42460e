"""The replay of a derivation: every step and chain, and whether names say what is derived."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from typing import Final

from symppm.audit.check import Check, judged
from symppm.errors import SymPPMError
from symppm.laws.derivation import LEMMA, Derivation
from symppm.laws.engine import OTHER_VARIANCE
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry

_MOST_ENTRIES: Final = 8
_OUTSIDE: Final = (
    # SymPy's own errors, from expressions that no derivation holds.
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
_PAIRS: Final = (("covariance", Covariance), ("correlation", Correlation))
_ALONE: Final = (("mean", Expectation), ("variance", Variance))


def check_steps(
    derivations: Sequence[Derivation],
    declared: Declaration | None = None,
    contents: Sequence[str] = (),
) -> Check:
    """Re-check every step by its rule's checker, every chain, result and name."""
    failures = [
        *_about_the_model(derivations, declared),
        *_about_the_contents(derivations, contents),
    ]
    cited = {lemma.name for each in derivations for lemma in each.lemmas}
    for each in derivations:
        complaints = [*_about_the_name(each, cited), *_about_lemmas(each), *_replayed(each)]
        failures += [f"{each.name}: {complaint}" for complaint in complaints]
    steps = sum(len(each.steps) for each in derivations)
    return judged("steps", f"{steps} steps of {len(derivations)} derivations", tuple(failures))


def _about_the_model(derivations: Sequence[Derivation], declared: Declaration | None) -> list[str]:
    if not derivations:
        return ["the file holds no derivation"]
    found = derivations[0].declaration
    if declared is None or found == declared:
        return []
    differ = [
        name
        for name in ("name", "hyperparameters", "axes", "known", "variables")
        if getattr(found, name) != getattr(declared, name)
    ]
    return [f"the model differs from the catalogue's {declared.name} in its " + ", ".join(differ)]


def _about_the_contents(derivations: Sequence[Derivation], contents: Sequence[str]) -> list[str]:
    names = {each.name for each in derivations}
    return [f"there is no derivation {name!r}" for name in contents if name not in names]


def _replayed(derivation: Derivation) -> list[str]:
    try:
        return derivation.own_failures()
    except SymPPMError as error:
        return [f"it cannot be checked: {error}"]
    except _OUTSIDE as error:
        return [f"it cannot be checked ({type(error).__name__}: {error})"]


def _about_lemmas(derivation: Derivation) -> list[str]:
    used = {step.before for step in derivation.steps if step.rule == LEMMA}
    lemmas = derivation.lemmas
    idle = [each.name for each in lemmas if each.target not in used]
    twice = {one.name for one, two in itertools.combinations(lemmas, 2) if one.name == two.name}
    return [
        *(f"no step cites the lemma {name!r}" for name in idle),
        *(f"the lemma {name!r} is listed twice" for name in sorted(twice)),
    ]


def _about_the_name(derivation: Derivation, cited: set[str]) -> list[str]:
    kind, *words = derivation.name.split(" ")
    target, observed = derivation.target, derivation.declaration.observed
    if not isinstance(target, Operator) or target.given:
        return [f"the target {target} is no moment, or is a conditional one"]
    entries = target.operands
    of_observed = all(isinstance(each, Entry) and each.label == observed.label for each in entries)
    said = _said(kind, words, target, derivation.declaration) if of_observed else False
    if said is None and derivation.name in cited:
        return []
    if said is None:
        return ["the name is that of no moment, and no derivation cites it"]
    return [] if said else [f"the target {target} is not what the name says"]


def _said(kind: str, words: list[str], target: Operator, declaration: Declaration) -> bool | None:
    """Tell whether a target is what a name says; None if the name says nothing."""
    dims = declaration.observed.dims
    indices = [each.indices for each in target.operands]
    alone, pairs = dict(_ALONE), dict(_PAIRS)
    if kind in alone and not words:
        return isinstance(target, alone[kind])
    if f"{kind} {''.join(words[:1])}" == OTHER_VARIANCE:
        return isinstance(target, Variance) and set(words[1:]) <= set(dims)
    if kind in pairs:
        return isinstance(target, pairs[kind]) and words == [
            axis for axis, one, two in zip(dims, *indices, strict=True) if one == two
        ]
    if kind == "cumulant" and 0 < len(words) <= _MOST_ENTRIES:
        good = all(len(word) == len(dims) for word in words) and len(words) == len(indices)
        return good and _pattern(words) == _pattern(indices)
    return None


def _pattern(entries: Sequence[Sequence[Hashable]]) -> tuple[tuple[int, ...], ...]:
    """Return indices numbered by first occurrence, with entries in the order that numbers least."""
    found = []
    for order in set(itertools.permutations(map(tuple, entries))):
        seen: list[dict[Hashable, int]] = [{} for _ in order[0]]
        found.append(
            tuple(
                tuple(
                    numbers.setdefault(letter, len(numbers))
                    for numbers, letter in zip(seen, entry, strict=True)
                )
                for entry in order
            )
        )
    return min(found)
