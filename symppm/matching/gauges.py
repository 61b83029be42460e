"""Fixing the scales that no data can see."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symppm.codegen.spec import ModelSpec, SymmetrySpec
from symppm.errors import ParameterError, did_you_mean
from symppm.matching.kernels import too_extreme

_NUMBER = r"([0-9.]+(?:[eE][+-]?[0-9]+)?)"
_MEAN = re.compile(rf"mean\((\w+)\)\s*=\s*{_NUMBER}")
_VALUE = re.compile(rf"(\w+)\s*=\s*{_NUMBER}")
EQUAL = "equal-means"
_LARGEST_LOG = 700.0

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


def choose_gauge(spec: ModelSpec, text: str | None) -> tuple[GaugeChoice, ...]:
    """Read a gauge.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    text : str or None
        For every free scale one of: a prior's name (its mean is one), ``"mean(theta)=2"``,
        ``"equal-means"``, or ``"b=0.5"``; several are separated by commas. By default the first
        priors that fix the scales have mean one.

    Returns
    -------
    tuple of GaugeChoice
        One a free scale; empty for a model whose scales are all identified.

    Raises
    ------
    ParameterError
        If the text is none of these, or does not fix what is free.
    """
    if not spec.symmetries:
        if text is not None:
            raise ParameterError(
                f"gauge {text!r} for model {spec.name!r}",
                expected="no gauge: this model leaves no scale free",
                do="Leave the gauge out.",
            )
        return ()
    if text is None:
        return default_gauge(spec)
    if not isinstance(text, str):
        raise ParameterError(
            f"gauge {text!r}", expected=gauge_help(spec), do="Pass it as a string."
        )
    choices = tuple(_read(spec, part.strip()) for part in text.split(","))
    count = len(spec.symmetries)
    if all(choice.degree(symmetry) == 0 for choice in choices for symmetry in spec.symmetries):
        raise ParameterError(
            f"gauge {text!r}",
            expected=gauge_help(spec),
            do="That value is identified by the data; fix one that is not.",
        )
    if len(choices) != count or not _fixes(spec, choices):
        raise ParameterError(
            f"gauge {text!r}",
            expected=f"{count} different scales, each {gauge_help(spec)}",
            do="Write as many as there are free scales, separated by commas.",
        )
    return choices


def default_gauge(spec: ModelSpec, mean: float = 1.0) -> tuple[GaugeChoice, ...]:
    """Return the gauge in which the first priors that fix the scales have a mean, one by default.

    Parameters
    ----------
    spec : ModelSpec
        A model with free scales.
    mean : float
        Of those priors.

    Raises
    ------
    ParameterError
        If no prior's mean moves with a scale.
    """
    return _completed(spec, (), mean)


def completed_gauge(spec: ModelSpec, values: Mapping[str, float]) -> tuple[GaugeChoice, ...]:
    """Return the gauge with given values, and prior means of one for the scales that these leave.

    Parameters
    ----------
    spec : ModelSpec
        A model with free scales.
    values : mapping of str to float
        Values of parameters that move with the scales, at most one a scale.

    Raises
    ------
    ParameterError
        If they do not fix different scales.
    """
    return _completed(spec, tuple(_value_is(name, value) for name, value in values.items()), 1.0)


def _completed(
    spec: ModelSpec, first: tuple[GaugeChoice, ...], mean: float
) -> tuple[GaugeChoice, ...]:
    left = len(spec.symmetries) - len(first)
    moving = sorted({name for each in spec.symmetries for name in each.weights})
    candidates = (
        [_mean_is(prior, mean) for prior in spec.priors],
        [_value_is(name, 1.0) for name in moving],
    )
    for each in candidates:
        for rest in itertools.combinations(each, left):
            if _fixes(spec, (*first, *rest)):
                return (*first, *rest)
    raise ParameterError(
        f"model {spec.name!r} without a gauge", expected=gauge_help(spec), do="Give a gauge."
    )


def _fixes(spec: ModelSpec, choices: Sequence[GaugeChoice]) -> bool:
    degrees = [[choice.degree(symmetry) for symmetry in spec.symmetries] for choice in choices]
    return abs(float(np.linalg.det(np.array(degrees, dtype=float)))) > 1e-9


def gauge_text(choices: Sequence[GaugeChoice]) -> str:
    """Return the gauge for readers."""
    return ", ".join(choice.text for choice in choices) or "none needed"


def _read(spec: ModelSpec, text: str) -> GaugeChoice:
    if text == EQUAL and len(spec.priors) > 1:
        return _equal_means(spec.priors[0], spec.priors[1])
    if text in spec.priors:
        return _mean_is(text, 1.0)
    mean = _MEAN.fullmatch(text)
    if mean and mean[1] in spec.priors:
        return _mean_is(mean[1], _positive(mean[2], text))
    value = _VALUE.fullmatch(text)
    names = [*spec.coordinates, *spec.needs]
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


def _log(value: float) -> float:
    size = abs(value)
    if not 0 < size < math.inf:
        raise too_extreme()
    return math.log(size)


def _mean_is(prior: str, value: float) -> GaugeChoice:
    return GaugeChoice(
        f"mean of {prior} is {value:g}",
        lambda _, means: _log(means[prior]) - math.log(value),
        lambda symmetry: symmetry.prior_degrees[prior],
    )


def _equal_means(first: str, second: str) -> GaugeChoice:
    return GaugeChoice(
        f"means of {first} and {second} are equal",
        lambda _, means: _log(means[first]) - _log(means[second]),
        lambda symmetry: symmetry.prior_degrees[first] - symmetry.prior_degrees[second],
    )


def _value_is(name: str, value: float) -> GaugeChoice:
    return GaugeChoice(
        f"{name} is {value:g}",
        lambda point, _: _log(point[name]) - math.log(value),
        lambda symmetry: symmetry.weights.get(name, 0),
    )


def apply_gauge(
    spec: ModelSpec,
    choices: Sequence[GaugeChoice],
    point: Mapping[str, float],
    means: Callable[[Mapping[str, float]], Mapping[str, float]],
) -> Point:
    """Move along the free scales until the gauge holds; no moment changes.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    choices : sequence of GaugeChoice
        From :func:`choose_gauge`, one a free scale.
    point : mapping of str to float
        Coordinates in any gauge.
    means : callable
        Prior means at given coordinates.
    """
    if not choices:
        return dict(point)
    at = means(point)
    degrees = np.array(
        [[choice.degree(symmetry) for symmetry in spec.symmetries] for choice in choices],
        dtype=float,
    )
    wanted = np.array([-choice.logarithm(point, at) for choice in choices])
    scales = np.linalg.solve(degrees, wanted)
    return moved(spec, point, [float(scale) for scale in scales])


def moved(spec: ModelSpec, point: Mapping[str, float], scales: Sequence[float]) -> Point:
    """Move along the free scales by the given logarithms.

    Parameters
    ----------
    spec : ModelSpec
        The model.
    point : mapping of str to float
        Coordinates.
    scales : sequence of float
        Logarithm of the factor, one a symmetry.
    """
    found = {}
    for name, value in point.items():
        power = sum(
            scale * symmetry.weights.get(name, 0)
            for scale, symmetry in zip(scales, spec.symmetries, strict=True)
        )
        if power > _LARGEST_LOG:
            raise too_extreme()
        found[name] = value * math.exp(power)
    return found
