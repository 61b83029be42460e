"""Results cannot be changed, and are copied, pickled, compared and written all the same."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from cases import signatures

import symppm as ppm
from symppm.errors import ReadOnlyError
from symppm.statistics.arrays import array_statistics
from symppm.stochastic.outcome import Trace

BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
CHANGES: tuple[Callable[[Any], Any], ...] = (
    lambda it: it.__setitem__(next(iter(it)), 3.0),
    lambda it: it.__delitem__(next(iter(it))),
    lambda it: it.__ior__({"new": 1.0}),
    lambda it: it.update(new=1.0),
    lambda it: it.setdefault("new", 1.0),
    lambda it: it.pop(next(iter(it))),
    lambda it: it.popitem(),
    lambda it: it.clear(),
)


def mappings() -> dict[str, Any]:
    found = signatures()
    assert found.cross_moments is not None
    assert found.uncertainty is not None
    checks = ppm.check(found, shape=(6, 5), draws=3, random_seed=1)
    cube = np.random.default_rng(1).gamma(1.0, size=(4, 3, 3))
    return {
        "parameters": found.parameters,
        "identified": found.identified,
        "targets": found.targets,
        "achieved": found.achieved,
        "read parameters": ppm.Match.from_json(found.to_json()).parameters,
        "cross_moments": found.cross_moments.values,
        "scales": found.uncertainty.scales,
        "correlations": array_statistics(cube, ("row", "col", "slice")).correlations,
        "checks": checks.parameters,
        "draws of checks": checks.drawn,
        "export": found.export("hpfrec").arguments,
    }


def test_no_mapping_of_a_result_can_be_changed() -> None:
    for name, mapping in mappings().items():
        before = dict(mapping)
        for change in CHANGES:
            with pytest.raises(ReadOnlyError, match="a change of a result; expected results to"):
                change(mapping)
        assert mapping.keys() == before.keys(), name
        assert all(mapping[key] is value for key, value in before.items())
        free = {**mapping, "new": 1.0}
        assert len(free) == len(mapping) + 1


def test_a_result_is_pickled_copied_and_written() -> None:
    found = signatures()
    for again in (
        pickle.loads(pickle.dumps(found)),  # noqa: S301 - our own
        copy.deepcopy(found),
        copy.copy(found),
        replace(found),
        ppm.Match.from_json(found.to_json()),
    ):
        assert again == found
        assert repr(again) == repr(found)
        assert again.to_json() == found.to_json()
        assert again.interval() == found.interval()
        with pytest.raises(ReadOnlyError):
            again.parameters["a"] = 3  # type: ignore[index]
    other = replace(found, parameters={**found.parameters, "a": 3.0})
    assert other != found
    assert other.parameters["a"] == 3.0
    assert json.loads(json.dumps(found.parameters)) == found.parameters


def test_what_could_not_be_estimated_is_the_same_again() -> None:
    def trace(value: float) -> Trace:
        return Trace(("approach",), (10,), (value,), {"mean": (float("nan"),)}, {"K": (2.0,)})

    assert trace(float("nan")) == trace(float("nan"))
    assert hash(trace(float("nan"))) == hash(trace(float("nan")))
    assert trace(0.5) != trace(float("nan"))
    assert trace(0.5) != trace(0.25)
    made = replace(
        ppm.match(targets=BELIEFS), method="stochastic", identified={}, trace=trace(float("nan"))
    )
    assert ppm.Match.from_json(made.to_json()) == made
