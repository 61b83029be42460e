"""No digit of a result depends on how many threads linear algebra may use."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import symppm as ppm
from symppm import one_thread


def blas() -> list[int]:
    return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]


def plain(match: Any) -> Any:
    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: kept(each) for name, each in value.items() if name != "seconds"}
        return value

    return kept(json.loads(match.to_json()))


@pytest.mark.thorough
def test_a_match_has_the_same_digits_on_any_number_of_threads() -> None:
    rng = np.random.default_rng(0)
    data = rng.poisson(rng.gamma(1, 1, (300, 3)) @ rng.gamma(1, 1, (3, 200)))
    gaps = np.ma.masked_array(data, rng.random(data.shape) < 0.7)
    found = []
    for count in (1, 2):
        with threadpool_limits(count, "blas"):
            found.append([plain(ppm.match(each)) for each in (data, gaps)])
    assert found[0] == found[1]


def test_large_products_are_the_same_on_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(one_thread, "_MANY", 1)
    rng = np.random.default_rng(1)
    left, right = rng.random((77, 300)), rng.random((300, 50))
    found = []
    for count in (1, 3):
        monkeypatch.setattr(one_thread, "threads", lambda count=count: count)
        found.append((one_thread.product(left, right), one_thread.gram(left)))
    for one, other in zip(*found, strict=True):
        assert one.tobytes() == other.tobytes()
    np.testing.assert_allclose(found[0][0], np.einsum("ik,kj->ij", left, right), rtol=1e-12)
    np.testing.assert_allclose(found[0][1], np.einsum("ik,jk->ij", left, left), rtol=1e-12)


def test_threads_that_come_later_are_limited_too() -> None:
    with threadpool_limits(2, "blas"):
        with one_thread.one_thread():
            pass

        def inside() -> list[int]:
            with one_thread.one_thread():
                return blas()

        with ThreadPoolExecutor(1) as pool:
            assert set(pool.submit(inside).result()) == {1}
        assert set(blas()) == {2}
