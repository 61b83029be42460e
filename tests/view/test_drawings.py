"""Drawings say what the numbers say."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.matching.grounds import EstimateOfK
from symppm.view.drawings import distribution_drawing, estimates_drawing, statistics_drawing
from symppm.view.priors import drawn_priors, effective_share


def test_places_are_in_the_order_of_the_numbers() -> None:
    drawing = statistics_drawing(
        {"mean": 2.0, "rho_row": 0.1}, [{"mean": 2.5, "rho_row": 0.05}],
        {"mean": (1.0, 100.0), "rho_row": (-0.3, 0.4)},
    )  # fmt: skip
    mean, rho = drawing.strips
    low, high = mean.span
    assert low < mean.dot < mean.crosses[0] < high
    # By logarithms: from 1 to 100, ten is in the middle.
    assert (mean.dot - low) / (high - low) == pytest.approx(math.log(2) / math.log(100), abs=1e-3)
    # Not by logarithms, since an end is negative.
    low, high = rho.span
    assert (rho.dot - low) / (high - low) == pytest.approx(0.4 / 0.7, abs=1e-3)
    assert rho.crosses[0] < rho.dot


def test_the_ends_of_a_narrow_interval_do_not_overlap() -> None:
    wide, *narrow = statistics_drawing(
        {"mean": 2.0, "rho_row": 0.0, "rho_col": 0.5},
        [{"mean": 2.5, "rho_row": 0.1, "rho_col": 0.1}],
        {"mean": (1.0, 100.0), "rho_row": (-0.001, 0.001), "rho_col": (0.499, 0.501)},
    ).strips  # fmt: skip
    assert [text for _, text in wide.ends] == ["1", "100"]
    assert [x for x, _ in wide.ends] == [*wide.span]
    assert [[text for _, text in x.ends] for x in narrow] == [
        ["-0.001 to 0.001"],
        ["0.499 to 0.501"],
    ]
    # The second stands at the right, and begins as far left as its text needs.
    assert narrow[0].ends[0][0] == narrow[0].span[0]
    assert narrow[1].ends[0][0] < narrow[1].span[0]


def test_estimates_without_an_end_have_arrows_and_the_answer_is_a_line() -> None:
    estimates = [
        EstimateOfK("moments", 12.0, 0.0, math.inf),
        EstimateOfK("cross-moments", None, math.nan, math.nan),
        EstimateOfK("cross-validation", 3.0, 3.0, 3.0),
    ]
    drawing = estimates_drawing(estimates, "K", 12.0)
    first, second = drawing.strips
    assert (first.name, first.open) == ("moments", (True, True))
    assert (second.name, second.span) == ("cross-validation", None)
    assert drawing.answer == first.dot
    assert "no end" in first.text


def bars(path: str) -> list[tuple[float, float]]:
    """Return width and height of each bar of an area."""
    left, base = map(float, re.match(r"M([\d.]+) ([\d.]+)V", path).groups())
    found = []
    for top, right in re.findall(r"V([\d.]+)H([\d.]+)", path):
        found.append((float(right) - left, base - float(top)))
        left = float(right)
    return found


def test_the_area_of_a_histogram_is_that_of_the_draws() -> None:
    values = np.random.default_rng(1).normal(10.0, 1.0, 4000)
    drawn = bars(distribution_drawing("x", "x", values, {}, ()).path)
    heights = np.array([height for _, height in drawn])
    edges = np.linspace(*np.quantile(values, (0.002, 0.998)), len(drawn) + 1)
    counts = np.histogram(values, bins=edges)[0]
    np.testing.assert_allclose(heights, counts * heights.max() / counts.max(), atol=0.06)


def test_what_underflows_is_said() -> None:
    values = np.random.default_rng(1).gamma(0.004, 1.0, 4000)
    drawing = distribution_drawing("x", "x", values, {}, ())
    ((name, value),) = drawing.caption
    limit = float(re.fullmatch("below (.*), not drawn", name)[1])
    assert float(value.rstrip("%")) / 100 == pytest.approx((values < limit).mean(), abs=0.01)


@pytest.mark.parametrize("values", [[3.0] * 50, [0.0] * 50, [1e300] * 50, [-2.0, -2.0]])
def test_draws_without_any_spread_can_be_drawn(values: list[float]) -> None:
    drawing = distribution_drawing("x", "x", np.array(values), {"data": (values[0], "data")}, ())
    numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?", drawing.path)]
    assert np.isfinite(numbers).all()
    assert "nan" not in drawing.path


def share_and_error(entries: NDArray[np.float64]) -> tuple[float, float]:
    """Return the effective share, and its standard error by the delta method on two means.

    Entries of one row of the matrix may depend on another, rows not.
    """
    first, second = entries.mean(), (entries**2).mean()
    slopes = 2 * first / second * entries - first**2 / second**2 * entries**2
    rows = slopes.mean(axis=1)
    return effective_share(entries), float(rows.std() / len(rows) ** 0.5)


def test_the_effective_share_of_gamma_is_a_over_a_plus_one() -> None:
    made = ppm.match(targets={"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454})
    drawn = {each.name: each for each in drawn_priors(made, made, random_seed=2)}
    assert list(drawn) == ["theta", "beta"]
    for name, shape, rate in (("theta", "a", "b"), ("beta", "c", "d")):
        values, a, b = drawn[name].drawn, made.parameters[shape], made.parameters[rate]
        error = (a / b**2 / values.size) ** 0.5
        assert abs(values.mean() - a / b) < 5 * error
        share, error = share_and_error(values[:, None])
        assert abs(share - a / (a + 1)) < 5 * error
        assert error < 0.05 * share
        assert drawn[name].law == f"{name} ~ Gamma({a:.3g}, {b:.3g})"


@pytest.mark.thorough
def test_levels_are_drawn_from_above() -> None:
    # E[theta]^2/E[theta^2] of a Gamma with rate xi ~ Gamma(a', a'/b') is
    # a/(a+1) (a'-2)/(a'-1).
    parameters = {"K": 5, "a": 2.0, "a_prime": 40.0, "b_prime": 1.0,
                  "c": 1.0, "c_prime": 50.0, "d_prime": 2.0}  # fmt: skip
    asked = load_model("hpf_gamma").moments(*(float(parameters[name]) for name in (
        each.name for each in load_model("hpf_gamma").SPEC.parameters)))  # fmt: skip
    names = load_model("hpf_gamma").SPEC.targets
    targets = dict(zip(names, asked[: len(names)], strict=True))
    made = ppm.match(targets=targets, model="hpf_gamma", fixed={"a": 2.0, "c": 1.0, "K": 5})
    drawn = {each.name: each for each in drawn_priors(made, made, random_seed=2)}
    assert list(drawn) == ["theta", "beta", "xi", "eta"]
    share, error = share_and_error(drawn["theta"].drawn.reshape(-1, 5))
    assert abs(share - 2 / 3 * 38 / 39) < 5 * error
    assert error < 0.01


def test_the_text_tells_the_smallest_and_the_largest_draw() -> None:
    drawing = distribution_drawing("x", "x", np.array([0.0, 1.0, 1.0, 2.0] * 50), {}, ())
    assert "Draws lie between 0 and 2, by size." in drawing.text
