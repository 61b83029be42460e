"""Statistics of checks against their definitions, summed entry by entry, and their p-values."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from symppm.checking.result import smallest
from symppm.checking.statistics import Sums, holm, statistics_of, summed, two_sided


def values_of(
    array: Any, observed: Any = None, *, block: int = 2, centre: float = 1.3, **kind: bool
) -> dict[str, float]:
    axes = ("row", "col", "slice")[: array.ndim]
    chosen = {"counts": True, "positive": True, "variance": True, **kind}
    statistics = tuple(statistics_of(axes, array.shape, **chosen))
    parts = [
        (array[n : n + block], None if observed is None else observed[n : n + block])
        for n in range(0, len(array), block)
    ]
    sums: Sums = summed(parts, array.shape, centre)
    return {each.name: each.of(sums) for each in statistics}


def counts(shape: tuple[int, ...], seed: int = 1) -> Any:
    return np.random.default_rng(seed).negative_binomial(0.5, 0.1, shape)


def by_definition(array: Any, observed: Any, line: int) -> dict[str, float]:
    """Margins and shared cumulants by loops over entries and over triples of different entries."""
    places = [p for p in itertools.product(*map(range, array.shape)) if observed[p]]
    values = np.array([array[p] for p in places], dtype=float)
    away = values - values.mean()
    variance = float((away**2).mean())
    lines: dict[int, list[int]] = {}
    for n, place in enumerate(places):
        lines.setdefault(place[line], []).append(n)
    triples = [
        away[a] * away[b] * away[c]
        for members in lines.values()
        for a, b, c in itertools.permutations(members, 3)
    ]
    totals = np.array([sum(values[n] for n in members) for members in lines.values()])
    return {
        "spread": float(totals.std() / totals.mean()),
        "skewness": float(np.mean(triples)) / variance**1.5,
        "largest": float(totals.max() / totals.sum()),
        "empty": float((totals == 0).sum()),
        "all skewness": float((away**3).mean()) / variance**1.5,
    }


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("gaps", [False, True])
def test_margins_and_cumulants_are_what_their_names_say(seed: int, gaps: bool) -> None:
    array = counts((6, 5), seed)
    array[3] = 0
    observed = np.random.default_rng(seed).random(array.shape) < (0.7 if gaps else 2.0)
    found = values_of(array, observed if gaps else None)
    for line, name in enumerate(("row", "column")):
        wanted = by_definition(array, observed, line)
        assert found[f"{name} spread"] == pytest.approx(wanted["spread"], rel=1e-12)
        assert found[f"{name} skewness"] == pytest.approx(wanted["skewness"], rel=1e-9)
        assert found[f"largest {name} share"] == pytest.approx(wanted["largest"], rel=1e-12)
        assert found[f"empty {name}s"] == wanted["empty"]
        assert found["skewness"] == pytest.approx(wanted["all skewness"], rel=1e-10)
    entries = array[observed]
    assert found["zero fraction"] == float((entries == 0).mean())
    assert found["variance"] == pytest.approx(float(entries.var()), rel=1e-12)
    assert found["largest entry"] == entries.max()
    ordered = np.sort(entries)
    for level in (0.5, 0.9, 0.99):
        at = ordered[int(np.ceil(level * entries.size)) - 1]
        assert found[f"quantile {level:g}"] == at


def test_arrays_with_three_axes_have_margins_along_each() -> None:
    array = counts((4, 3, 5))
    found = values_of(array)
    everything = np.ones(array.shape, dtype=bool)
    for line, name in enumerate(("row", "column", "slice")):
        wanted = by_definition(array, everything, line)
        assert found[f"{name} spread"] == pytest.approx(wanted["spread"], rel=1e-12)
        assert found[f"{name} skewness"] == pytest.approx(wanted["skewness"], rel=1e-9)


def test_blocks_and_the_centre_change_nothing() -> None:
    array = counts((7, 6)) * 1000
    first = values_of(array, block=7, centre=float(array.mean()))
    second = values_of(array, block=3, centre=-40.0)
    assert first == pytest.approx(second, rel=1e-9)
    real = values_of(array / 7.0, block=2)
    whole = values_of(array / 7.0, block=7)
    assert real == pytest.approx(whole, rel=1e-12)


def test_what_cannot_be_said_of_signed_data_is_left_out() -> None:
    array = np.random.default_rng(1).normal(size=(5, 4))
    found = values_of(array, counts=False, positive=False, variance=False)
    assert not [name for name in found if "zero" in name or "share" in name or "empty" in name]
    assert "variance" not in found
    assert found["row spread"] == pytest.approx(float(array.mean(axis=1).std()), rel=1e-12)


def test_nothing_but_zeros_has_no_spread_and_no_skewness() -> None:
    found = values_of(np.zeros((4, 3), dtype=int))
    undefined = {name for name, value in found.items() if np.isnan(value)}
    assert undefined == {
        "row spread", "column spread", "skewness", "row skewness", "column skewness",
        "largest row share", "largest column share",
    }  # fmt: skip
    assert found["empty rows"] == 4


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
