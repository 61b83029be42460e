"""An infeasible match: which condition fails and by how much, and which models might do instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Final

from symppm.codegen.load import load_model, model_names
from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.errors import SymPPMError
from symppm.matching.models import generated_module
from symppm.report.html.elements import Cells, Words
from symppm.report.html.views import Refusal
from symppm.results.numerals import number

if TYPE_CHECKING:
    from symppm.matching import Match

_REACH: Final = 1e4
_STEPS: Final = 400
_TRIED: Final = tuple(10 ** (n / 10) for n in range(-40, 41))
"""Values of one hyperparameter that has to be given, from 1e-4 to 1e4."""
_ROUNDS: Final = 60
_NOTHING: Final = 1e-12
_LARGEST: Final = 0.999_999


def refusal(match: Match, fixed: Mapping[str, float | str]) -> Refusal | None:
    """Say why a match is infeasible; nothing if it is feasible.

    Parameters
    ----------
    match : Match
        To data or beliefs.
    fixed : mapping of str to float or str
        What the user had fixed.
    """
    if match.feasible:
        return None
    found = _conditions(match, fixed)
    words = [
        Words(each.message, label="What fails: " if n == 0 else "And: ", tone="failure")
        for n, each in enumerate(each for each in match.findings if each.severity == "failure")
    ]
    others = _others(match)
    return Refusal(
        words=tuple(words),
        conditions=None if found is None else found.table(),
        nearest=None if found is None else _nearest(match, found),
        others=others,
        remark=_remark(match, others),
    )


@dataclass(frozen=True)
class _Conditions:
    """What a model asks of statistics.

    Attributes
    ----------
    stated : tuple of ConditionSpec
        Each condition.
    margins : callable
        From the statistics, left side less right side of each.
    targets : mapping of str to float
        The statistics.
    """

    stated: tuple[ConditionSpec, ...]
    margins: Callable[[Mapping[str, float]], tuple[float, ...]]
    targets: Mapping[str, float]

    def holds(self, targets: Mapping[str, float]) -> bool:
        """Return whether all conditions hold."""
        pairs = zip(self.stated, self.margins(targets), strict=True)
        return all(condition.holds(margin) for condition, margin in pairs)

    def table(self) -> Cells:
        """Tabulate the conditions with their margins."""
        rows = tuple(
            (each.text, f"{margin:+.4g}", "holds" if each.holds(margin) else "fails")
            for each, margin in zip(self.stated, self.margins(self.targets), strict=True)
        )
        return Cells(
            ("Condition", "left less right", ""), rows, "Conditions that statistics must meet"
        )


def _conditions(match: Match, fixed: Mapping[str, float | str]) -> _Conditions | None:
    """Return the conditions of the model that was asked, where they are formulas."""
    try:
        module = generated_module(match.declared or match.model, match.targets)
    except SymPPMError:
        return None
    spec: ModelSpec = module.SPEC
    given = {name: float(value) for name, value in fixed.items() if _is_number(value)}
    complete = tuple(match.targets) == spec.targets and set(spec.needs) <= set(given)
    if match.estimator == "cross-moments" or not spec.has_margins or not complete:
        return None
    if set(given) - set(spec.needs):
        # What is fixed besides changes which conditions count.
        return None
    return _of_module(module, spec, match.targets, given)


def _is_number(value: float | str) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def _of_module(
    module: ModuleType, spec: ModelSpec, targets: Mapping[str, float], given: Mapping[str, float]
) -> _Conditions:
    def margins(point: Mapping[str, float]) -> tuple[float, ...]:
        values = (*(point[name] for name in spec.targets), *(given[name] for name in spec.needs))
        found = module.conditions(*values)
        return tuple(each if math.isfinite(each) else -math.inf for each in found)

    return _Conditions(spec.conditions, margins, targets)


def _nearest(match: Match, conditions: _Conditions) -> Cells | None:
    """Say how far each statistic alone would have to move."""
    rows = []
    for name, value in match.targets.items():
        found = _moved(name, value, conditions)
        if found is None:
            shown = ("", "no value of it alone would do")
        else:
            word = "more than" if found > value else "less than"
            bound = 0.0 if abs(found) < _NOTHING else found
            shown = (f"{word} {number(bound)}", f"{bound / value - 1:+.1%}" if value > 0 else "")
        rows.append((name, number(value), *shown))
    heads = ("Statistic", "is", "would have to be", "change")
    return Cells(heads, tuple(rows), "What one statistic alone would have to be")


def _moved(name: str, value: float, conditions: _Conditions) -> float | None:
    """Return the nearest value of one statistic with which all conditions hold."""

    def holds(tried: float) -> bool:
        return conditions.holds({**conditions.targets, name: tried})

    for tried, before in _candidates(name, value):
        if holds(tried):
            good, bad = tried, before
            for _ in range(_ROUNDS):
                middle = (good + bad) / 2
                good, bad = (middle, bad) if holds(middle) else (good, middle)
            return good
    return None


def _candidates(name: str, value: float) -> Iterator[tuple[float, float]]:
    """Yield values farther and farther off, each with the one before it in its direction."""
    largest = _LARGEST if name.startswith("rho_") else math.inf
    up = down = value
    if value <= 0:
        for n in range(_STEPS):
            tried = min(1e-6 * 10 ** (n / 40), largest)
            yield tried, up
            up = tried
        return
    for n in range(1, _STEPS + 1):
        factor = _REACH ** (n / _STEPS)
        if up < largest:
            tried = min(value * factor, largest)
            yield tried, up
            up = tried
        yield value / factor, down
        down = value / factor


def _others(match: Match) -> Cells | None:
    """List models of the catalogue, of the same kind of data, that can have these statistics."""
    rows = []
    for name in model_names():
        module = load_model(name)
        spec: ModelSpec = module.SPEC
        alike = spec.axes == match.spec.axes and spec.targets == tuple(match.targets)
        same_data = spec.observed_is_count == match.spec.observed_is_count
        plain = spec.has_margins and not spec.exposures and len(spec.needs) <= 1
        if name == match.model or not (alike and same_data and plain):
            continue
        range_of = _allowed(module, spec, match.targets)
        if range_of is not None:
            rows.append((name, range_of, spec.title))
    if not rows:
        return None
    return Cells(("Model", "give", "what it is"), tuple(rows), "Models that can have them")


def _allowed(module: ModuleType, spec: ModelSpec, targets: Mapping[str, float]) -> str | None:
    """Return what to give so that all conditions hold; None if nothing does."""
    if not spec.needs:
        conditions = _of_module(module, spec, targets, {})
        return "nothing" if conditions.holds(targets) else None
    (needed,) = spec.needs
    about = next(each for each in spec.parameters if each.name == needed)
    tried: Iterator[float] | tuple[float, ...] = _TRIED
    if about.integer:
        tried = (float(n) for n in range(1, 201))
    elif about.upper is not None:
        tried = (n / 200 * about.upper for n in range(1, 200))
    good = [
        value
        for value in tried
        if _of_module(module, spec, targets, {needed: value}).holds(targets)
    ]
    if not good:
        return None
    if len(good) == 1:
        return f"{needed} = {good[0]:.3g}"
    return f"{needed} from {good[0]:.3g} to {good[-1]:.3g}"


def _remark(match: Match, others: Cells | None) -> str:
    kind = "counts" if match.spec.observed_is_count else "real numbers"
    tried = (
        f"Tried: the models of the catalogue for {kind} whose conditions are formulas in these "
        "statistics and at most one given hyperparameter, which was tried from 0.0001 to 10,000, "
        "or up to its bound."
    )
    if others is None:
        return f"{tried} None of them can have these statistics."
    return (
        f"{tried} That a model can have these statistics does not say that it describes the data."
    )
