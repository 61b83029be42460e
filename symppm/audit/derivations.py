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
_SYMPY_ERRORS: Final = (
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
    names = {derivation.name for derivation in derivations}
    cited = {lemma.name for derivation in derivations for lemma in derivation.lemmas}
    failures = [
        *_model_failures(derivations, declared),
        *(f"there is no derivation {name!r}" for name in contents if name not in names),
        *(
            f"{derivation.name}: {complaint}"
            for derivation in derivations
            for complaint in (
                *_name_failures(derivation, cited),
                *_lemma_failures(derivation),
                *_replayed(derivation),
            )
        ),
    ]
    steps = sum(len(derivation.steps) for derivation in derivations)
    return judged("steps", f"{steps} steps of {len(derivations)} derivations", failures)


def _model_failures(
    derivations: Sequence[Derivation], declared: Declaration | None
) -> Iterator[str]:
    if not derivations:
        yield "the file holds no derivation"
        return
    declaration = derivations[0].declaration
    if declared is not None and declaration != declared:
        fields = ("name", "hyperparameters", "axes", "known", "variables")
        differ = [
            field for field in fields if getattr(declaration, field) != getattr(declared, field)
        ]
        yield f"the model differs from the catalogue's {declared.name} in its {', '.join(differ)}"


def _replayed(derivation: Derivation) -> list[str]:
    try:
        return derivation.own_failures()
    except SymPPMError as error:
        return [f"it cannot be checked: {error}"]
    except _SYMPY_ERRORS as error:
        return [f"it cannot be checked ({type(error).__name__}: {error})"]


def _lemma_failures(derivation: Derivation) -> list[str]:
    used = {step.before for step in derivation.steps if step.rule == LEMMA}
    lemmas = derivation.lemmas
    repeated = {a.name for a, b in itertools.combinations(lemmas, 2) if a.name == b.name}
    return [
        *(
            f"no step cites the lemma {lemma.name!r}"
            for lemma in lemmas
            if lemma.target not in used
        ),
        *(f"the lemma {name!r} is listed twice" for name in sorted(repeated)),
    ]


def _name_failures(derivation: Derivation, cited: set[str]) -> list[str]:
    target, observed = derivation.target, derivation.declaration.observed
    if not isinstance(target, Operator) or target.given:
        return [f"the target {target} is no moment, or is a conditional one"]
    entries = target.operands
    on_data = all(isinstance(entry, Entry) and entry.label == observed.label for entry in entries)
    agrees = (
        _agrees_with_name(derivation.name, target, derivation.declaration) if on_data else False
    )
    if agrees is None and derivation.name not in cited:
        return ["the name is that of no moment, and no derivation cites it"]
    return [f"the target {target} is not what the name says"] if agrees is False else []


def _agrees_with_name(name: str, target: Operator, declaration: Declaration) -> bool | None:
    """Tell whether a target is what a name says; None if the name says nothing."""
    kind, *words = name.split(" ")
    dims = declaration.observed.dims
    indices = [tuple(entry.indices) for entry in target.operands]
    if kind in _ALONE and not words:
        return isinstance(target, _ALONE[kind])
    if f"{kind} {''.join(words[:1])}" == OTHER_VARIANCE:
        return isinstance(target, Variance) and set(words[1:]) <= set(dims)
    if kind in _PAIRS:
        return isinstance(target, _PAIRS[kind]) and words == [
            axis for axis, first, second in zip(dims, *indices, strict=True) if first == second
        ]
    if kind == "cumulant" and 0 < len(words) <= _MOST_ENTRIES:
        valid = all(len(word) == len(dims) for word in words) and len(words) == len(indices)
        return valid and numbered(words) == numbered(indices)
    return None


def check_counting(derivations: Sequence[Derivation]) -> Check:
    """Recompute each result from its target alone, and compare as functions."""
    compared, failures = 0, []
    for derivation in derivations:
        try:
            counted = _counted(derivation)
            complaints = [] if counted is None else list(_compared(derivation, counted))
            compared += counted is not None
        except SymPPMError as error:
            complaints = [f"the result cannot be computed by counting: {error}"]
        failures += [f"{derivation.name}: {complaint}" for complaint in complaints]
    return judged("counting", f"{compared} of {len(derivations)} results", failures)


def _counted(derivation: Derivation) -> Counted | None:
    """Compute a target anew; None for what is no moment of entries, such as that of a product."""
    target, declaration = derivation.target, derivation.declaration
    if not isinstance(target, Operator) or target.given:
        return None
    entries = target.operands
    if not all(isinstance(entry, Entry) for entry in entries):
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
    uncertain = {sympy.expand(condition) for condition in conditions if not condition.is_positive}
    return {
        condition
        for condition in uncertain
        if not any(
            stricter != condition and (condition - stricter).is_nonnegative
            for stricter in uncertain
        )
    }


def _positive(conditions: set[sympy.Expr]) -> str:
    ordered = sorted(conditions, key=sympy.default_sort_key)
    return ", ".join(f"{condition} > 0" for condition in ordered) or "nothing"


def check_independent(text: str) -> Check:
    """Verify a derivation file with ``derivations/check.py``; skipped where that cannot decide."""
    tool = checker()
    try:
        return judged(INDEPENDENT, tool.check_document(json.loads(text)), ())
    except tool.NotShown as error:
        return Check(INDEPENDENT, "skipped", f"not shown: {error}")
    except tool.Wrong as error:
        return judged(INDEPENDENT, "stopped at what does not hold", (str(error),))
