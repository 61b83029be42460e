"""Targets of a model: their names, what is measured for them, and how far a match is from them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from symppm.codegen.spec import ModelSpec
from symppm.errors import TargetError, did_you_mean
from symppm.expressions import number
from symppm.stochastic.sampling_options import Target

if TYPE_CHECKING:
    from symppm.model.declaration import Declaration

Value = TypeVar("Value")

CYCLE: Final = "cycle"
"""The target that stands for the variance where entries of their own noise are not to be trusted:
the cumulant of four entries in two rows and two columns that is left of row and column effects."""

INVERSE: Final = "mean_inverse_exposure"
"""What is given with data over known exposures: the average of one over them."""

MET: Final = 1e-6
"""Relative misfit of a target that counts as met."""

EXAMPLE: Final = (
    'Write, for example, targets={"mean": 2, "variance": 30, "rho_row": 0.1, "rho_col": 0.2}.'
)
_SAMPLED: Final = re.compile(r"P\s*\(.*|quantile\b.*|quantile_.*|median|maximum|minimum")


def sharing(axis: str) -> str:
    """Return who has what one value along an axis brings, in words."""
    return {"row": "rows", "col": "columns"}.get(axis, f"entries of one {axis}")


def effects(spec: ModelSpec) -> str:
    """Return the axes of a model in words, such as "row and column"."""
    return " and ".join({"col": "column"}.get(axis, axis) for axis in spec.axes)


def noun(spec: ModelSpec) -> str:
    """Return what the model generates."""
    return "counts" if spec.observed_is_count else "observations"


def listing(names: Collection[str]) -> str:
    """Return names in order, with "and" before the last."""
    *others, last = sorted(names)
    return f"{', '.join(others)} and {last}" if others else last


def size_name(spec: ModelSpec) -> str:
    """Return the name of the number of factors."""
    return next((x.name for x in spec.parameters if x.is_size), "K")


def measured_name(spec: ModelSpec, target: str) -> str:
    """Return under which name a target is measured on a matrix."""
    kind, _, axis = target.partition("_")
    of_matrix = dict(zip(spec.axes, ("row", "col"), strict=False))
    if kind not in ("rho", "cov") or axis not in of_matrix:
        return target
    return f"{kind}_{of_matrix[axis]}"


_MEANINGS: Final[Mapping[str, str]] = MappingProxyType({
    "mean": "average entry",
    "variance": "of an entry",
    "maximum": "average of the largest entry",
    "minimum": "average of the smallest entry",
    CYCLE: "mean product of four entries, of two rows in two columns, effects taken off",
    "topics_per_document": "one over the chance that two of its words have one topic",
    "words_per_topic": "words so frequent in a topic that they carry half of it",
    "vocabulary": "different words",
    "rho": "correlation of two entries in one",
    "cov": "covariance of two entries in one",
})  # fmt: skip


def meaning_of(statistic: str, spec: ModelSpec | None = None) -> str:
    """Say in one line what a statistic is; nothing if its name says it."""
    # Under plain Poisson noise, a variance above the mean tells of varying rates.
    conditions = () if spec is None else spec.conditions
    if statistic == "variance" and any(x.text == "variance > mean" for x in conditions):
        return "of an entry; the mean if rates were equal"
    kind, _, shared = statistic.partition("_")
    if "/" in statistic:
        return ""
    if shared and kind in ("rho", "cov"):
        words = ("column" if axis == "col" else axis for axis in shared.split("_"))
        return f"{_MEANINGS[kind]} {' and '.join(words)}"
    if kind == "cumulant":
        return f"joint cumulant of the entries {shared.replace('_', ', ')}"
    return _MEANINGS.get(statistic, "")


def misses(
    targets: Mapping[str, float], achieved: Mapping[str, float], least: float = 0.0
) -> dict[str, float]:
    """Return by how much moments are above or below their targets, relative to these."""
    off = {
        name: (achieved[name] - target) / abs(target or 1.0)
        for name, target in targets.items()
        if name in achieved
    }
    return {name: value for name, value in off.items() if abs(value) > least}


def listed(off: Mapping[str, float]) -> str:
    """Write misses as text, such as ``"mean -4.1%, rho_row +0.02%"``."""
    return ", ".join(f"{name} {_percent(value)}" for name, value in off.items())


def _percent(value: float) -> str:
    return f"{value:+.2%}" if abs(value) >= 1e-4 else f"{100 * value:+.2g}%"


def is_cumulant(name: object) -> bool:
    """Tell whether a target is a joint cumulant, by its name."""
    words = name.replace("_", " ").split() if isinstance(name, str) else []
    return words[:1] == ["cumulant"] and "/" not in words[-1]


def is_sampled(name: object) -> bool:
    """Tell whether a name means a statistic that has a meaning, but no formula."""
    return isinstance(name, str) and _SAMPLED.fullmatch(name.strip()) is not None


def has_cumulants(targets: Mapping[str, Any]) -> bool:
    """Tell whether any target, or part of one, is a joint cumulant."""
    return any(is_cumulant(term) for name in targets for term in str(name).split("/"))


def usual_names(declaration: Declaration, targets: Mapping[str, Value]) -> dict[str, Value]:
    """Return targets by their usual names, which differ from what is written for cumulants."""
    from symppm.solve.targets import usual_name  # noqa: PLC0415 - needs SymPy

    named: dict[str, Value] = {}
    for name, value in targets.items():
        plain = is_sampled(name) or not has_cumulants({name: value})
        usual = name if plain else usual_name(declaration, name)
        if usual in named:
            raise TargetError(
                f"the target {name!r}, which is {usual!r}",
                expected="each target once",
                do="Leave one of the two out.",
            )
        named[usual] = value
    return named


def as_target(name: str, given: Any) -> Target:
    """Return one target with its weight, checked."""
    target = given if isinstance(given, Target) else Target(given)
    value, weight = number(target.value), number(target.weight)
    called = callable(target.value) or isinstance(target.value, (tuple, list))
    if called or not math.isfinite(value):
        advice = f'A statistic of your own is written "{name}": ppm.Target(value, statistic=...).'
        raise TargetError(
            f"{name}={target.value!r}",
            expected="a finite number" + (", or a ppm.Target" if called else ""),
            do=advice if called else "Check the target.",
        )
    if not (weight > 0 and math.isfinite(weight)):
        raise TargetError(
            f"the weight {target.weight!r} of the target {name}",
            expected="a positive number",
            do="Leave a target out that is to have no weight.",
        )
    if target.statistic is not None and not callable(target.statistic):
        raise TargetError(
            f"the statistic {target.statistic!r} of the target {name}",
            expected="a function of a batch of matrices",
            do="Pass statistic=function; what symppm knows needs its name only.",
        )
    return Target(value, weight, target.statistic)


def checked_targets(spec: ModelSpec, targets: Mapping[str, float]) -> dict[str, float]:
    """Return targets that a model has formulas for, in a fixed order."""
    shared = [name for name in spec.targets if name.startswith("rho_")]
    known = [*spec.targets, *(name.replace("rho_", "cov_", 1) for name in shared)]
    for name in targets:
        terms = str(name).split("/")
        if len(terms) > 2 or not set(terms) <= set(known):
            sampled = 'Write method="stochastic", which finds it by sampling.'
            raise TargetError(
                f"the target {name!r}",
                expected="targets of " + spec.name + ": " + ", ".join(spec.targets),
                do=sampled if is_sampled(name) else did_you_mean(str(name), known, listed=True),
            )
    if not targets:
        raise TargetError(
            "no targets", expected="at least one of " + ", ".join(spec.targets), do=EXAMPLE
        )
    order = [*known, *(name for name in targets if "/" in name)]
    values = {name: targets[name] for name in sorted(targets, key=order.index)}
    check_possible(values)
    return _in_correlations(spec, values) if "variance" in values else values


def _in_correlations(spec: ModelSpec, values: Mapping[str, float]) -> dict[str, float]:
    """Return targets with correlations in place of covariances, beside a variance."""
    correlations = {}
    for name, value in values.items():
        if not name.startswith("cov_") or "/" in name or name in spec.targets:
            correlations[name] = value
            continue
        rho = name.replace("cov_", "rho_", 1)
        if rho in values:
            raise TargetError(
                f"the target {name} beside the correlation and the variance",
                expected="targets that do not repeat each other",
                do="Leave one of the three out.",
            )
        correlations[rho] = value / values["variance"]
        if not abs(correlations[rho]) <= 1:
            raise TargetError(
                f"{name}={value:g} beside variance={values['variance']:g}",
                expected="a covariance of at most the variance",
                do="Check which of the two was mistyped.",
            )
    return correlations


def check_possible(values: Mapping[str, float]) -> None:
    """See that no target has a value that it never takes."""
    for name, value in values.items():
        expected = do = ""
        if name == "variance" and value <= 0:
            expected = "a positive variance"
            do = "A constant matrix has no correlations and determines no priors."
        elif name.startswith("rho_") and "/" not in name and abs(value) > 1:
            expected = "a correlation, between -1 and 1"
            do = "Divide the covariance by the variance first."
        elif is_sampled(name) and name.strip().startswith("P") and not 0 <= value <= 1:
            expected, do = "a probability, between 0 and 1", "Divide percentages by 100."
        if expected:
            raise TargetError(f"{name}={value:g}", expected=expected, do=do)
