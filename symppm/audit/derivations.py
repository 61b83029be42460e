"""Derivations themselves: every step replayed, names, results by counting, a checker of its own."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import sympy

from symppm.audit.checks import Check, judged
from symppm.counting import Counted, correlation, identical, joint_cumulant
from symppm.errors import SymPPMError
from symppm.laws.derivation import LEMMA, Derivation
from symppm.laws.engine import OTHER_VARIANCE
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.laws.patterns import numbered
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry
from symppm.solve.proof import checker

INDEPENDENT: Final = "independent"
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
_PAIRS: Final = {"covariance": Covariance, "correlation": Correlation}
_ALONE: Final = {"mean": Expectation, "variance": Variance}


def check_steps(
    derivations: Sequence[Derivation],
    declared: Declaration | None = None,
    contents: Sequence[str] = (),
) -> Check:
    """Re-check every step by its rule's checker, every chain, result and name."""
    named = {each.name for each in derivations}
    cited = {lemma.name for each in derivations for lemma in each.lemmas}
    failures = [
        *_about_the_model(derivations, declared),
        *(f"there is no derivation {name!r}" for name in contents if name not in named),
        *(
            f"{each.name}: {complaint}"
            for each in derivations
            for complaint in (*_about_the_name(each, cited), *_about_lemmas(each), *_replayed(each))
        ),
    ]
    steps = sum(len(each.steps) for each in derivations)
    return judged("steps", f"{steps} steps of {len(derivations)} derivations", failures)


def _about_the_model(
    derivations: Sequence[Derivation], declared: Declaration | None
) -> Iterator[str]:
    if not derivations:
        yield "the file holds no derivation"
        return
    found = derivations[0].declaration
    if declared is not None and found != declared:
        parts = ("name", "hyperparameters", "axes", "known", "variables")
        differ = [part for part in parts if getattr(found, part) != getattr(declared, part)]
        yield f"the model differs from the catalogue's {declared.name} in its {', '.join(differ)}"


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
    twice = {one.name for one, two in itertools.combinations(lemmas, 2) if one.name == two.name}
    return [
        *(f"no step cites the lemma {each.name!r}" for each in lemmas if each.target not in used),
        *(f"the lemma {name!r} is listed twice" for name in sorted(twice)),
    ]


def _about_the_name(derivation: Derivation, cited: set[str]) -> list[str]:
    target, observed = derivation.target, derivation.declaration.observed
    if not isinstance(target, Operator) or target.given:
        return [f"the target {target} is no moment, or is a conditional one"]
    entries = target.operands
    of_observed = all(isinstance(each, Entry) and each.label == observed.label for each in entries)
    said = _said(derivation.name, target, derivation.declaration) if of_observed else False
    if said is None and derivation.name not in cited:
        return ["the name is that of no moment, and no derivation cites it"]
    return [f"the target {target} is not what the name says"] if said is False else []


def _said(name: str, target: Operator, declaration: Declaration) -> bool | None:
    """Tell whether a target is what a name says; None if the name says nothing."""
    kind, *words = name.split(" ")
    dims = declaration.observed.dims
    indices = [tuple(each.indices) for each in target.operands]
    if kind in _ALONE and not words:
        return isinstance(target, _ALONE[kind])
    if f"{kind} {''.join(words[:1])}" == OTHER_VARIANCE:
        return isinstance(target, Variance) and set(words[1:]) <= set(dims)
    if kind in _PAIRS:
        return isinstance(target, _PAIRS[kind]) and words == [
            axis for axis, one, two in zip(dims, *indices, strict=True) if one == two
        ]
    if kind == "cumulant" and 0 < len(words) <= _MOST_ENTRIES:
        good = all(len(word) == len(dims) for word in words) and len(words) == len(indices)
        return good and numbered(words) == numbered(indices)
    return None


def check_counting(derivations: Sequence[Derivation]) -> Check:
    """Recompute each result from its target alone, and compare as functions."""
    compared, failures = 0, []
    for each in derivations:
        try:
            counted = _counted(each)
            complaints = [] if counted is None else list(_compared(each, counted))
            compared += counted is not None
        except SymPPMError as error:
            complaints = [f"the result cannot be computed by counting: {error}"]
        failures += [f"{each.name}: {complaint}" for complaint in complaints]
    return judged("counting", f"{compared} of {len(derivations)} results", failures)


def _counted(derivation: Derivation) -> Counted | None:
    """Compute a target anew; None for what is no moment of entries, such as that of a product."""
    target, declaration = derivation.target, derivation.declaration
    if not isinstance(target, Operator) or target.given:
        return None
    entries = target.operands
    if not all(isinstance(each, Entry) for each in entries):
        return None
    if isinstance(target, Correlation):
        return correlation(declaration, *entries)
    # A mean has one entry, a variance the same one twice, every other cumulant what it lists.
    return joint_cumulant(declaration, entries * (2 if isinstance(target, Variance) else 1))


def _compared(derivation: Derivation, counted: Counted) -> Iterator[str]:
    if not identical(derivation.result, counted.value):
        yield f"the result is {derivation.result}, counting gives {counted.value}"
    stated, needed = _weakest(derivation.conditions), _weakest(counted.conditions)
    if stated != needed:
        yield f"the steps rely on {_positive(stated)}, counting on {_positive(needed)}"


def _weakest(conditions: Iterable[sympy.Expr]) -> set[sympy.Expr]:
    """Leave out what always holds, and what follows from a stricter condition."""
    open_ones = {sympy.expand(each) for each in conditions if not each.is_positive}
    return {
        each
        for each in open_ones
        if not any(other != each and (each - other).is_nonnegative for other in open_ones)
    }


def _positive(conditions: set[sympy.Expr]) -> str:
    ordered = sorted(conditions, key=sympy.default_sort_key)
    return ", ".join(f"{each} > 0" for each in ordered) or "nothing"


def check_independent(text: str) -> Check:
    """Verify a derivation file with ``derivations/check.py``; skipped where that cannot decide."""
    tool = checker()
    try:
        return judged(INDEPENDENT, tool.check_document(json.loads(text)), ())
    except tool.NotShown as error:
        return Check(INDEPENDENT, "skipped", f"not shown: {error}")
    except tool.Wrong as error:
        return judged(INDEPENDENT, "stopped at what does not hold", (str(error),))
