"""An infeasible match: by how much which condition fails, and which models might do instead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Final

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ModelSpec
from symppm.errors import SymPPMError
from symppm.matching.models import generated_module
from symppm.results.numerals import number
from symppm.view.layout import Sheet

if TYPE_CHECKING:
    from symppm.matching import Match

_STEPS: Final = 400


@dataclass(frozen=True)
class Refusal:
    """Conditions with their margins, how far each statistic alone is off, and what could do."""

    conditions: Sheet | None
    nearest: Sheet | None
    others: Sheet | None


@dataclass(frozen=True)
class _Conditions:
    """What a model asks of statistics, where it is a formula."""

    module: ModuleType
    given: Mapping[str, float] = field(default_factory=dict)

    def judged(self, targets: Mapping[str, float]) -> list[tuple[str, float, bool]]:
        """Return each condition, its left side less the right side, and whether it holds."""
        spec: ModelSpec = self.module.SPEC
        values = (*(targets[name] for name in spec.targets), *(self.given[n] for n in spec.needs))
        margins = self.module.solve.margins(*values)
        known = (margin if math.isfinite(margin) else -math.inf for margin in margins)
        pairs = zip(spec.conditions, known, strict=True)
        return [(condition.text, margin, condition.holds(margin)) for condition, margin in pairs]

    def hold(self, targets: Mapping[str, float]) -> bool:
        return all(holds for _, _, holds in self.judged(targets))


def refusal(match: Match, fixed: Mapping[str, float | str]) -> Refusal | None:
    """Say why a match is infeasible, given what the user had fixed; None if it is feasible."""
    if match.feasible:
        return None
    question = _asked(match, fixed)
    if question is None:
        return Refusal(None, None, _others(match))
    rows = (
        (text, f"{margin:+.4g}", "holds" if holds else "fails")
        for text, margin, holds in question.judged(match.targets)
    )
    conditions = Sheet(("Condition", "left less right", ""), tuple(rows))
    return Refusal(conditions, _nearest(match.targets, question), _others(match))


def _asked(match: Match, fixed: Mapping[str, float | str]) -> _Conditions | None:
    """Return the conditions of the model that was asked, where they are formulas."""
    try:
        module = generated_module(match.declared or match.model, match.targets)
    except SymPPMError:
        return None
    spec: ModelSpec = module.SPEC
    given = {
        name: float(value)
        for name, value in fixed.items()
        if isinstance(value, (int, float)) and math.isfinite(value)
    }
    # What is fixed besides what is needed changes which conditions count.
    complete = tuple(match.targets) == spec.targets and set(spec.needs) == set(given)
    if match.estimator == "cross-moments" or not spec.has_margins or not complete:
        return None
    return _Conditions(module, given)


def _nearest(targets: Mapping[str, float], conditions: _Conditions) -> Sheet:
    """Say how far each statistic alone would have to move."""
    rows = []
    for name, value in targets.items():
        bound = _moved(name, targets, conditions)
        shown = ("", "no value of it alone would do")
        if bound is not None:
            word = "more than" if bound > value else "less than"
            bound = 0.0 if abs(bound) < 1e-12 else bound
            shown = (f"{word} {number(bound)}", f"{bound / value - 1:+.1%}" if value > 0 else "")
        rows.append((name, number(value), *shown))
    return Sheet(("Statistic", "is", "would have to be", "change"), tuple(rows))


def _moved(name: str, targets: Mapping[str, float], conditions: _Conditions) -> float | None:
    """Return the nearest value of one statistic with which all conditions hold."""
    for tried, before in _candidates(name, targets[name]):
        if not conditions.hold({**targets, name: tried}):
            continue
        good, bad = tried, before
        for _ in range(60):
            middle = (good + bad) / 2
            holds = conditions.hold({**targets, name: middle})
            good, bad = (middle, bad) if holds else (good, middle)
        return good
    return None


def _candidates(name: str, value: float) -> Iterator[tuple[float, float]]:
    """Yield values farther and farther off, each with the one before it in its direction."""
    largest = 0.999_999 if name.startswith("rho_") else math.inf
    up, down = value, value
    for n in range(1, _STEPS + 1):
        factor = 1e4 ** (n / _STEPS)
        higher = min(value * factor if value > 0 else 1e-6 * factor**2.5, largest)
        if higher > up:
            yield higher, up
            up = higher
        if value > 0:
            yield value / factor, down
            down = value / factor


def _others(match: Match) -> Sheet | None:
    """List models of the catalogue, of the same kind of data, that can have these statistics."""
    rows = []
    for name in model_names():
        module = load_model(name)
        spec: ModelSpec = module.SPEC
        alike = spec.axes == match.spec.axes and spec.targets == tuple(match.targets)
        same_data = spec.observed_is_count == match.spec.observed_is_count
        plain = spec.has_margins and not spec.exposures and len(spec.needs) <= 1
        if name != match.model and alike and same_data and plain:
            allowed = _allowed(module, match.targets)
            rows += [(name, allowed, spec.title)] if allowed else []
    return Sheet(("Model", "give", "what it is"), tuple(rows)) if rows else None


def _allowed(module: ModuleType, targets: Mapping[str, float]) -> str:
    """Return what to give so that all conditions hold; empty if nothing does."""
    spec: ModelSpec = module.SPEC
    if not spec.needs:
        return "nothing" if _Conditions(module).hold(targets) else ""
    (needed,) = spec.needs
    about = next(p for p in spec.parameters if p.name == needed)
    tried = [10 ** (n / 10) for n in range(-40, 41)]
    if about.integer:
        tried = [float(n) for n in range(1, 201)]
    elif about.upper is not None:
        tried = [n / 200 * about.upper for n in range(1, 200)]
    good = [value for value in tried if _Conditions(module, {needed: value}).hold(targets)]
    if len(good) < 2:
        return f"{needed} = {good[0]:.3g}" if good else ""
    return f"{needed} from {good[0]:.3g} to {good[-1]:.3g}"
