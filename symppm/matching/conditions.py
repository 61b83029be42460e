"""What it means that a condition on the targets fails, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from symppm.codegen.spec import ConditionSpec, ModelSpec
from symppm.matching.axes import CYCLE, effects, sharing, size_name
from symppm.matching.kernels import is_about_factors
from symppm.matching.result import Diagnostic

_SHARED = ("rho_", "cov_")


def infeasible(
    condition: ConditionSpec, spec: ModelSpec, targets: Mapping[str, float]
) -> Diagnostic:
    """Explain a condition that the targets fail."""
    words = re.findall(r"\w+", condition.text)
    values = ", ".join(f"{name} is {targets[name]:.6g}" for name in targets if name in words)
    said = f"{condition.text} fails: {values}. {_meaning(condition, spec)}"
    return Diagnostic("infeasible", "failure", said)


def _meaning(condition: ConditionSpec, spec: ModelSpec) -> str:
    kind = _kind(condition)
    if kind == CYCLE:
        return _about_cycle(condition, spec)
    if kind == "mean":
        return _about_mean(condition, spec)
    if kind == "correlation":
        return _about_sharing(condition)
    given = " and ".join(spec.needs)
    noun = "counts" if spec.observed_is_count else "observations"
    if kind == "effect":
        axis = _axis(condition)
        return (
            f"With {given} as given, the effects alone make entries that share a {axis} covary "
            "more than they do. Give effects that vary less, or leave them out."
        )
    if kind == "overdispersion":
        if condition.text == "variance > mean":
            return (
                "Under this model the variance is the mean plus the variance of the rates, so it "
                "is above the mean. Data of zeros and ones, ratings on a bounded scale and "
                "averaged or normalized counts have less; use the raw counts, or a model with "
                "another likelihood."
            )
        noise = f"the noise of the {noun}"
        if given:
            noise += f", with {given} as given,"
        return (
            f"Under this model the variance is that of the means plus {noise} and here the noise "
            "alone is as much as the variance of the data, or more. Check what is given and the "
            "units of the data, or choose a model with less noise."
        )
    if kind == "correlation_sum":
        room = (
            "so the two correlations add up to less than one. "
            if condition.text == " + ".join(f"rho_{axis}" for axis in spec.axes) + " < 1"
            else "and so is the noise of the observations, so the correlations add up to less "
            "than one by at least that noise. "
        )
        return (
            f"What {' share and what '.join(map(sharing, spec.axes))} share are separate parts of "
            f"the variance, {room}Check the numbers, or whether {effects(spec)} effects dominate "
            "the data: then a model with such effects is called for."
        )
    if kind == "interaction":
        dispersed = (
            "less dispersed than assumed"
            if not given
            else f"less noisy than assumed, with {given} as given"
        )
        return (
            f"Once the parts that {' share and that '.join(map(sharing, spec.axes))} share, and "
            f"the noise of the {noun}, are taken off the variance, nothing is left for the product "
            f"of factors. Usually {effects(spec).replace(' and ', ' or ')} totals vary far more "
            f"than these priors allow, or the {noun} are {dispersed}; a model with "
            f"{effects(spec)} effects, or a hierarchical one, is called for."
        )
    return f"Model {spec.name} cannot have such moments."


def _kind(condition: ConditionSpec) -> str:
    """Return what a condition is about; noise that is given alone takes no mean."""
    shared = [name for name in condition.targets if name.startswith(_SHARED)]
    if CYCLE in condition.targets:
        return CYCLE
    if is_about_factors(condition):
        return "interaction"
    if condition.targets == ("variance",):
        return "overdispersion"
    if len(shared) == 1 and "variance" in condition.targets:
        return "effect"
    return condition.kind


def _axis(condition: ConditionSpec) -> str:
    axis = next(n for n in condition.targets if n.startswith(_SHARED)).partition("_")[2]
    return {"col": "column"}.get(axis, axis)


def _about_mean(condition: ConditionSpec, spec: ModelSpec) -> str:
    if condition.text == "mean is not 0":
        return (
            f"{size_name(spec)} is found from how the mean compares with the spread of the "
            "factors, so a mean of zero says nothing about it. If the data were centered, undo "
            "that."
        )
    if condition.text != "mean > 0":
        given = " and ".join(spec.needs)
        return f"With {given} as given, the model cannot have such a mean. Check what is given."
    if spec.observed_is_count:
        return "Counts with a positive rate have a positive mean."
    if spec.observed_sign == "real":
        return (
            "Under this model the mean is a sum of products of positive factors, so it is "
            "positive. If the data were centered, undo that, or use a model with real factors."
        )
    return "Under this model no observation is negative, so their mean is positive."


def _about_cycle(condition: ConditionSpec, spec: ModelSpec) -> str:
    if condition.targets != (CYCLE,):
        return f"These priors do not have so little, or so much, {effects(spec)} interaction."
    return (
        f"Once {effects(spec)} effects are taken off, entries in two rows and two columns do not "
        f"vary together as products of factors do, so {size_name(spec)} is not defined by them. "
        "Either rows and columns only add up, as in pmf_gamma_effects, or the factors are hidden "
        "by the noise of entries; then use more rows and columns."
    )


def _about_sharing(condition: ConditionSpec) -> str:
    axis = _axis(condition)
    return (
        f"Entries that share a {axis} are not positively correlated, so nothing that they have "
        f"in common shows in the data. Usually the matrix is too small or too noisy to resolve "
        f"the sign, or each {axis} was scaled to the same total; use more data, or data before "
        "normalization."
    )
