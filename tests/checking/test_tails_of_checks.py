"""p-values over draws, and which of several are surprising."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from symppm.checking.result import smallest
from symppm.checking.statistics import holm, two_sided


def test_every_place_among_draws_is_as_likely_and_so_is_every_p_value() -> None:
    # One of n + 1 exchangeable numbers: exactly uniform ranks, so p <= a holds with at most a.
    draws = 39
    places = np.arange(draws + 1.0)
    found = [two_sided(place, np.delete(places, int(place))) for place in places]
    assert sorted(found) == sorted([2 * n / 40 for n in range(1, 21)] * 2)
    for level in (0.05, 0.1, 0.33, 0.9):
        assert np.mean(np.array(found) <= level) <= level


def test_with_ties_p_values_are_never_too_small() -> None:
    # All ways to hand out five values, as often as they come, to one observation and six draws.
    values = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 5.0]
    found = [
        two_sided(value, np.array([*values[:n], *values[n + 1 :]]))
        for n, value in enumerate(values)
    ]
    for level in sorted({*found, 0.3, 0.6}):
        assert np.mean(np.array(found) <= level) <= level
    assert two_sided(0.0, np.zeros(50)) == 1.0


def test_the_smallest_p_value_is_reached() -> None:
    assert two_sided(9.0, np.zeros(199)) == smallest(199) == pytest.approx(0.01)
    assert smallest(1) == 1.0


def test_holm_is_the_closed_test_of_bonferroni() -> None:
    # Holm's procedure rejects a hypothesis where every set that holds it is rejected at level/size.
    generator = np.random.default_rng(3)
    for _ in range(30):
        p = list(generator.random(4) ** 3)
        closed = [
            max(
                min(1.0, len(chosen) * min(p[n] for n in chosen))
                for size in range(1, 5)
                for chosen in itertools.combinations(range(4), size)
                if place in chosen
            )
            for place in range(4)
        ]
        assert holm(p) == pytest.approx(closed)
    assert holm([]) == ()
