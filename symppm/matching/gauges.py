"""Fixing the scales that no data can see."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symppm.codegen.spec import ModelSpec, SymmetrySpec
from symppm.errors import ParameterError, did_you_mean

_NUMBER = r"([0-9.]+(?:[eE][+-]?[0-9]+)?)"
_MEAN = re.compile(rf"mean\((\w+)\)\s*=\s*{_NUMBER}")
_VALUE = re.compile(rf"(\w+)\s*=\s*{_NUMBER}")
EQUAL = "equal-means"

Point = dict[str, float]


@dataclass(frozen=True)
class GaugeChoice:
    """One equation that fixes one free scale.

    Attributes
    ----------
    text : str
        For readers, such as ``"mean of theta is 1"``.
    logarithm : callable
        Log of the left side over the right side at given parameters and prior means.
    degree : callable
        The power of s by which a symmetry multiplies the left side over the right side.
    """

    text: str
    logarithm: Callable[[Mapping[str, float], Mapping[str, float]], float]
    degree: Callable[[SymmetrySpec], int]


def gauge_help(spec: ModelSpec) -> str:
    """Return the gauges that a model understands, for messages."""
    moved = sorted({name for symmetry in spec.symmetries for name in symmetry.weights})
    return (
        f"a prior to have mean one ({', '.join(spec.priors)}), 'mean(PRIOR)=VALUE', "
        f"'{EQUAL}', or a value for one of {', '.join(moved)}, as in '{moved[0]}=1'"
    )


def choose_gauge(spec: ModelSpec, text: str | None) -> GaugeChoice | None:
    """Read a gauge.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    text : str or None
        A prior's name (its mean is one), ``"mean(theta)=2"``, ``"equal-means"``, or
        ``"b=0.5"``. By default the first prior has mean one.

    Returns
    -------
    GaugeChoice or None
        None for a model whose scales are all identified.

    Raises
    ------
    ParameterError
        If the text is none of these, or fixes nothing that is free.
    """
    if not spec.symmetries:
        if text is not None:
            raise ParameterError(
                f"gauge {text!r} for model {spec.name!r}",
                expected="no gauge: this model leaves no scale free",
                do="Leave the gauge out.",
            )
        return None
    choice = _read(spec, spec.priors[0] if text is None else text)
    if all(choice.degree(symmetry) == 0 for symmetry in spec.symmetries):
        raise ParameterError(
            f"gauge {text!r}",
            expected=gauge_help(spec),
            do="That value is identified by the data; fix one that is not.",
        )
    return choice


def _read(spec: ModelSpec, text: str) -> GaugeChoice:
    if text == EQUAL and len(spec.priors) > 1:
        return _equal_means(spec.priors[0], spec.priors[1])
    if text in spec.priors:
        return _mean_is(text, 1.0)
    mean = _MEAN.fullmatch(text)
    if mean and mean[1] in spec.priors:
        return _mean_is(mean[1], _positive(mean[2], text))
    value = _VALUE.fullmatch(text)
    names = [each.name for each in spec.parameters if not each.is_size]
    if value and value[1] in names:
        return _value_is(value[1], _positive(value[2], text))
    raise ParameterError(
        f"gauge {text!r}",
        expected=gauge_help(spec),
        do=did_you_mean(text, [*spec.priors, EQUAL]),
    )


def _positive(number: str, text: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise ParameterError(
            f"gauge {text!r}", expected="a positive number", do="Write, for example, b=1."
        )
    return value


def _mean_is(prior: str, value: float) -> GaugeChoice:
    return GaugeChoice(
        f"mean of {prior} is {value:g}",
        lambda _, means: math.log(means[prior] / value),
        lambda symmetry: symmetry.prior_degrees[prior],
    )


def _equal_means(first: str, second: str) -> GaugeChoice:
    return GaugeChoice(
        f"means of {first} and {second} are equal",
        lambda _, means: math.log(means[first] / means[second]),
        lambda symmetry: symmetry.prior_degrees[first] - symmetry.prior_degrees[second],
    )


def _value_is(name: str, value: float) -> GaugeChoice:
    return GaugeChoice(
        f"{name} is {value:g}",
        lambda point, _: math.log(point[name] / value),
        lambda symmetry: symmetry.weights.get(name, 0),
    )


def apply_gauge(
    spec: ModelSpec,
    choice: GaugeChoice | None,
    point: Mapping[str, float],
    means: Callable[[Mapping[str, float]], Mapping[str, float]],
) -> Point:
    """Move along the free scale until the gauge holds; no moment changes.

    Parameters
    ----------
    spec : ModelSpec
        The model, with at most one free scale.
    choice : GaugeChoice or None
        From :func:`choose_gauge`.
    point : mapping of str to float
        Hyperparameters in any gauge.
    means : callable
        Prior means at given hyperparameters.
    """
    if choice is None:
        return dict(point)
    symmetry = next(each for each in spec.symmetries if choice.degree(each))
    scale = -choice.logarithm(point, means(point)) / choice.degree(symmetry)
    return {
        name: value * math.exp(scale * symmetry.weights.get(name, 0))
        for name, value in point.items()
    }
