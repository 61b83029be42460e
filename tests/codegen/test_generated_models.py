"""Generated moments, Jacobians and changes of coordinates: the same numbers as the symbols."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import scipy.stats
import sympy
from cases import core
from generated_points import (
    KINDS,
    NAMES,
    coordinates_at,
    exact_moments,
    generated,
    points,
    symbols,
)

from symppm.codegen.load import load_model
from symppm.errors import ModelNameError
from symppm.model.catalogue import CATALOGUE

REPLACED = [name for name in NAMES if generated(name).spec.requirements]
PRIORS: dict[str, Callable[..., object]] = {
    "beta": scipy.stats.beta,
    "halfnormal": scipy.stats.halfnorm,
    "inversegamma": lambda shape, scale: scipy.stats.invgamma(shape, scale=scale),
    "lognormal": lambda mu, sigma: scipy.stats.lognorm(sigma, scale=math.exp(mu)),
    "normal": scipy.stats.norm,
    "uniform": lambda low, high: scipy.stats.uniform(low, high - low),
    "weibull": lambda shape, scale: scipy.stats.weibull_min(shape, scale=scale),
}


def test_the_catalogue_and_the_generated_folder_list_the_same_models() -> None:
    assert tuple(sorted(CATALOGUE)) == NAMES


@pytest.mark.parametrize("name", core(NAMES, KINDS))
def test_jacobians_equal_the_derivatives_of_the_symbols(name: str) -> None:
    by = symbols(name)
    for point in points(name, 2):
        found = generated(name).module.moments.jacobian(*map(float, point.values()))
        at = {by[key]: value for key, value in point.items()}
        for row, value in zip(found, exact_moments(name).values(), strict=True):
            exact = [float(sympy.diff(value, symbol).subs(at).evalf(30)) for symbol in by.values()]
            # On the scale on which an argument matters: derivatives are differences of terms.
            scaled = [slope * float(x) for slope, x in zip(exact, point.values(), strict=True)]
            size = max(map(abs, scaled))
            reached = [slope * float(x) for slope, x in zip(row, point.values(), strict=True)]
            assert reached == pytest.approx(scaled, rel=1e-11, abs=1e-11 * size)


def moments_of(name: str, prior: str, outer: dict[str, float]) -> tuple[float, float]:
    """Return mean and standard deviation of a prior as SciPy has them."""
    family = PRIORS["beta" if prior == "frequency" else name.split("_")[1]]
    # Names of a single prior have no suffix.
    named = [value for key, value in outer.items() if key.endswith(prior)] or [
        outer["a"],
        outer["b"],
    ]
    law = family(*named)
    return float(law.mean()), float(law.std())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", core(REPLACED, ("pmf_beta",)))
def test_every_requirement_has_its_status_and_returns_zeros(name: str) -> None:
    model = generated(name)
    spec = model.spec
    rng = np.random.default_rng(2)
    base = [list(coordinates_at(name, point).values()) for point in points(name, 4)]
    reached = set()
    for turn in range(400):
        inner = np.array(base[turn % 4]) * np.exp(rng.normal(0, 2, len(base[0])))
        if turn % 20 == 0:
            inner[turn // 20 % len(inner)] = rng.choice([np.nan, np.inf, -np.inf])
        *values, status = model.call("hyperparameters", *inner)
        reached.add(status)
        if status:
            assert set(values) == {0.0}
            continue
        outer = dict(zip((e.name for e in spec.parameters if not e.is_size), values, strict=True))
        for each in spec.parameters:
            if not each.is_size:
                assert math.isfinite(outer[each.name])
                assert each.domain != "positive" or outer[each.name] > 0
                assert each.domain != "nonnegative" or outer[each.name] >= 0
        for prior in spec.priors:
            center, spread = (inner[list(spec.priors_depend_on).index(f"{what}_{prior}")]
                              for what in ("mean", "cv"))  # fmt: skip
            if 1e-3 < spread < 20:
                mean, deviation = moments_of(name, prior, outer)
                assert mean == pytest.approx(center, rel=1e-9)
                assert deviation / abs(mean) == pytest.approx(spread, rel=1e-6)
    # The families of both priors are the same, so that each requirement occurs twice.
    texts = {spec.requirements[status - 1] for status in reached if status}
    # What is asked of mean and spread keeps numbers finite and signs right, up to rounding.
    names = {each.name for each in spec.parameters}
    implied = {text for text in spec.requirements if text.split()[0] in names}
    assert texts | implied | {"the numbers stay finite"} == set(spec.requirements)
    assert 0 in reached


def test_a_mistyped_model_is_told_the_nearest_name() -> None:
    with pytest.raises(ModelNameError, match="Did you mean 'pmf_gamma'"):
        load_model("pmf_gama")
