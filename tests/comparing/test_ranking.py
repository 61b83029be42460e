"""Ranks and verdicts of results that are given."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

import symppm as ppm
from symppm.comparing.comparison import ComparedModel, HeldOut, Misfit, ranked
from symppm.comparing.verdict import close_to_best, judged, same_moments, verdict_of


def _row(model: str, j: float, p: float, free: int = 4, degrees: int = 9) -> ComparedModel:
    return ComparedModel(
        model, "", "fits", "", Misfit(j, degrees, p, j - degrees * 5.0), free,
        contrasts={"mean": 0.5, "zeros": -3.0},
    )  # fmt: skip


def _statistics() -> ppm.Statistics:
    counts = np.random.default_rng(0).poisson(2.0, (30, 20))
    return ppm.statistics(counts)


def test_a_model_that_fits_comes_before_a_cheaper_one_that_does_not() -> None:
    rows = [_row("bad", 9.0, 1e-6), _row("good", 12.0, 0.2), _row("dear", 11.9, 0.15, 5, 8)]
    out = ComparedModel("out", "", "excluded", "it has three axes")
    order = ranked([out, *(judged(row, 0.01) for row in rows)])
    assert [row.model for row in order] == ["good", "dear", "bad", "out"]
    assert [row.status for row in order] == ["fits", "fits", "rejected", "excluded"]
    assert "share of zeros is 3.0 standard errors below" in order[2].reason


def test_the_right_model_is_rejected_as_often_as_the_level_says() -> None:
    right = _row("right", 20.0, 0.004)
    assert (judged(right, 0.01).status, judged(right, 0.003).status) == ("rejected", "fits")


def test_models_with_the_same_moments_are_said_to_be_the_same() -> None:
    predicted = {"one": (10.0, 4), "two": (10.0 + 1e-4, 4), "more": (10.0, 5)}
    fits: Any = {
        name: SimpleNamespace(names=("mean",), predicted=np.array([mean]), free=free)
        for name, (mean, free) in predicted.items()
    }
    same = same_moments(fits)
    assert same == {"one": ("two",), "two": ("one",), "more": ()}
    rows = [replace(_row("one", 3.0, 0.9), same_as=("two",)), _row("two", 3.0, 0.9)]
    said = verdict_of(rows, close_to_best(rows), 5.0, _statistics(), level=0.01)
    assert said == (
        "one is preferred. two has the same moments and cannot be told apart by any that are used "
        "here."
    )


def test_close_ones_and_dear_ones_are_named() -> None:
    rows = [_row("a", 3.0, 0.9), _row("b", 4.0, 0.8), _row("c", 3.0, 0.8, 5, 8)]
    close = close_to_best(rows)
    assert close == ("b",)
    said = verdict_of(rows, close, 5.0, _statistics(), level=0.01)
    assert "b does hardly worse." in said
    assert "c fits too, but a further hyperparameter has to lower J by 5.0" in said


def test_nothing_to_compare_says_why() -> None:
    rows = [ComparedModel("a", "", "excluded", "it generates no zeros")]
    assert "The model cannot be compared with such data: it generates no zeros." in verdict_of(
        rows, (), 5.0, _statistics(), level=0.01
    )


def test_a_best_model_that_does_not_predict_the_other_half_is_told_of() -> None:
    rows = [replace(_row("a", 3.0, 0.9), held_out=HeldOut(90.0, 13, 1e-7))]
    said = verdict_of(rows, (), 5.0, _statistics(), level=0.01)
    assert "it does not predict the moments of the other half (p = 1e-07)" in said
    fine = [replace(rows[0], held_out=HeldOut(12.0, 13, 0.5))]
    assert "half" not in verdict_of(fine, (), 5.0, _statistics(), level=0.01)


def test_a_model_that_would_fit_with_another_number_of_factors_is_told_of() -> None:
    own = {"k": 1, "k_exact": 1.31, "k_interval": (1.06, 1.53)}
    rows = [judged(replace(_row("a", 90.0, 1e-7), p_value_free_k=0.4, **own), 0.01)]
    said = verdict_of(rows, (), 5.0, _statistics(), level=0.01, k=4)
    assert said.startswith("a does not fit with the 4 factors that predict: it has J = 90")
    assert "With the 1.31 factors of its moments, a would." in said
    for p in (1e-5, None):
        neither = [replace(rows[0], p_value_free_k=p)]
        assert "would" not in verdict_of(neither, (), 5.0, _statistics(), level=0.01, k=4)
    # One that fits its moments, but not the largest entry, would not fit with that K either.
    small = [judged(replace(_row("a", 9.0, 0.3), reason="it is too small", **own), 0.01)]
    said = verdict_of([replace(small[0], p_value_free_k=0.4)], (), 5.0, _statistics(), level=0.01)
    assert "would" not in said


def test_a_model_without_factors_is_not_said_to_be_tested_with_them() -> None:
    rows = [judged(_row("a", 90.0, 1e-7), 0.01)]
    said = verdict_of(rows, (), 5.0, _statistics(), level=0.01, k=4)
    assert said.startswith("a does not fit: it has J = 90")
