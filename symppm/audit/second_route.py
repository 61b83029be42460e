"""Every result of a derivation file computed again, by counting index coincidences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy

from symppm.audit.check import Check, judged
from symppm.counting import Counted, correlation, identical, joint_cumulant
from symppm.errors import SymPPMError
from symppm.laws.derivation import Derivation
from symppm.laws.operators import Correlation, Operator, Variance
from symppm.model.nodes import Entry


def check_counting(derivations: Sequence[Derivation]) -> Check:
    """Recompute each result from its target alone, and compare as functions."""
    compared, failures = 0, []
    for each in derivations:
        try:
            counted = _counted(each)
            if counted is None:
                continue
            compared += 1
            complaints = _complaints(each, counted)
        except SymPPMError as error:
            complaints = [f"the result cannot be computed by counting: {error}"]
        failures += [f"{each.name}: {complaint}" for complaint in complaints]
    return judged("counting", f"{compared} of {len(derivations)} results", tuple(failures))


def _counted(derivation: Derivation) -> Counted | None:
    """Compute a target anew; None for what is no moment of entries, such as that of a product."""
    target, declaration = derivation.target, derivation.declaration
    if not isinstance(target, Operator) or target.given:
        return None
    entries = target.operands
    if not all(isinstance(each, Entry) for each in entries):
        return None
    if isinstance(target, Correlation):
        first, second = entries
        return correlation(declaration, first, second)
    # A mean has one entry, a variance the same one twice, every other cumulant what it lists.
    return joint_cumulant(declaration, entries * (2 if isinstance(target, Variance) else 1))


def _complaints(derivation: Derivation, counted: Counted) -> list[str]:
    found = []
    if not identical(derivation.result, counted.value):
        found.append(f"the result is {derivation.result}, counting gives {counted.value}")
    stated, needed = _weakest(derivation.conditions), _weakest(counted.conditions)
    if stated != needed:
        found.append(f"the steps rely on {_positive(stated)}, counting on {_positive(needed)}")
    return found


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
