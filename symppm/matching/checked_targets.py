"""Targets, checked: as numbers that a model's formulas are about, or as what sampling is after."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

from symppm.codegen.spec import ModelSpec
from symppm.errors import TargetError, did_you_mean
from symppm.expressions import number
from symppm.stochastic.asked import Target

_EXAMPLE: Final = 'Write, for example, targets={"mean": 2, "variance": 30}.'
_SAMPLED: Final = re.compile(r"P\s*\(.*|quantile\b.*|quantile_.*|median|maximum|minimum")


def check_one(data: Any, targets: Any) -> None:
    """See that either data or targets are given."""
    if (data is None) == (targets is None):
        raise TargetError(
            "both data and targets" if data is not None else "neither data nor targets",
            expected="one of the two",
            do="Write ppm.match(counts) or ppm.match(targets={...}).",
        )


def check_mapping(targets: Any) -> None:
    """See that targets are given by name."""
    if not isinstance(targets, Mapping):
        raise TargetError(
            f"targets={targets!r}", expected="a mapping from names to numbers", do=_EXAMPLE
        )


def is_cumulant(name: object) -> bool:
    """Tell whether a target is a joint cumulant, by its name."""
    words = name.replace("_", " ").split() if isinstance(name, str) else []
    return words[:1] == ["cumulant"] and "/" not in words[-1]


def is_sampled(name: object) -> bool:
    """Tell whether a name means a statistic that has a meaning, but no formula."""
    return isinstance(name, str) and _SAMPLED.fullmatch(name.strip()) is not None


def as_target(name: str, given: Any) -> Target:
    """Return one target with its weight, checked."""
    wanted = given if isinstance(given, Target) else Target(given)
    value = number(wanted.value)
    if callable(wanted.value) or isinstance(wanted.value, (tuple, list)):
        raise TargetError(
            f"{name}={wanted.value!r}",
            expected="a finite number, or a ppm.Target",
            do=f'A statistic of your own is written "{name}": ppm.Target(value, statistic=...).',
        )
    if not math.isfinite(value):
        raise TargetError(
            f"{name}={wanted.value!r}", expected="a finite number", do="Check the target."
        )
    weight = number(wanted.weight)
    if not (weight > 0 and math.isfinite(weight)):
        raise TargetError(
            f"the weight {wanted.weight!r} of the target {name}",
            expected="a positive number",
            do="Leave a target out that is to have no weight.",
        )
    if wanted.statistic is not None and not callable(wanted.statistic):
        raise TargetError(
            f"the statistic {wanted.statistic!r} of the target {name}",
            expected="a function of a batch of matrices",
            do="Pass statistic=function; what symppm knows needs its name only.",
        )
    return Target(value, weight, wanted.statistic)


def checked(spec: ModelSpec, targets: Mapping[str, float]) -> dict[str, float]:
    """Return targets that a model has formulas for, in a fixed order."""
    shared = [name for name in spec.targets if name.startswith("rho_")]
    known = [*spec.targets, *(name.replace("rho_", "cov_", 1) for name in shared)]
    known += [
        name
        for name in targets
        if isinstance(name, str) and name.count("/") == 1 and set(name.split("/")) <= set(known)
    ]
    for name in targets:
        parts = str(name).split("/")
        if len(parts) > 2 or any(part not in known for part in parts):
            raise TargetError(
                f"the target {name!r}",
                expected="targets of " + spec.name + ": " + ", ".join(spec.targets),
                do='Write method="stochastic", which finds it by sampling.'
                if is_sampled(name)
                else did_you_mean(str(name), known),
            )
    if not targets:
        raise TargetError(
            "no targets", expected="at least one of " + ", ".join(spec.targets), do=_EXAMPLE
        )
    ratios = [name for name in targets if name not in known]
    values = {name: targets[name] for name in sorted(targets, key=[*known, *ratios].index)}
    check_possible(values)
    for name in values:
        both = (
            name.startswith("cov_")
            and "/" not in name
            and name.replace("cov_", "rho_", 1) in values
        )
        if both and "variance" in values:
            raise TargetError(
                f"the target {name} beside the correlation and the variance",
                expected="targets that do not repeat each other",
                do="Leave one of the three out.",
            )
    return _as_correlations(values)


def check_possible(values: Mapping[str, float]) -> None:
    """See that no target has a value that it never takes."""
    if values.get("variance", 1.0) <= 0:
        raise TargetError(
            f"variance={values['variance']:g}",
            expected="a positive variance",
            do="A constant matrix has no correlations and determines no priors.",
        )
    for name, value in values.items():
        if name.startswith("rho_") and "/" not in name and abs(value) > 1:
            raise TargetError(
                f"{name}={value:g}",
                expected="a correlation, between -1 and 1",
                do="Divide the covariance by the variance first.",
            )
        if is_sampled(name) and name.strip().startswith("P") and not 0 <= value <= 1:
            raise TargetError(
                f"{name}={value:g}",
                expected="a probability, between 0 and 1",
                do="Divide percentages by 100.",
            )


def _as_correlations(targets: Mapping[str, float]) -> dict[str, float]:
    """Divide covariances by the variance, where it is a target too."""
    if "variance" not in targets:
        return dict(targets)
    found = {}
    for name, value in targets.items():
        if not name.startswith("cov_") or "/" in name:
            found[name] = value
            continue
        rho = value / targets["variance"]
        if not abs(rho) <= 1:
            raise TargetError(
                f"{name}={value:g} beside variance={targets['variance']:g}",
                expected="a covariance of at most the variance",
                do="Check which of the two was mistyped.",
            )
        found[name.replace("cov_", "rho_", 1)] = rho
    return found
