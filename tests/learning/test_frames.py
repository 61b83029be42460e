"""Summaries as tables of pandas."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from cases import signatures

import symppm as ppm

pd = pytest.importorskip("pandas")

BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def test_a_match_to_data() -> None:
    found = signatures()
    table = found.to_frame()
    assert isinstance(table, pd.DataFrame)
    assert list(table.columns) == ["kind", "value", "low_95", "high_95", "achieved", "meaning"]
    identified = ["a_prime", "c_prime", "b_prime*d_prime"]
    free = ["a", "b_prime", "c", "d_prime"]
    assert list(table.index) == [*found.targets, "K", *identified, *free]
    kinds = dict(zip(table.index, table["kind"], strict=True))
    assert {kinds[name] for name in found.targets} == {"statistic"}
    assert kinds["K"] == "size"
    assert {kinds[name] for name in identified} == {"identified"}
    assert {kinds[name] for name in free} == {"hyperparameter"}
    for name, (low, high) in found.interval(0.95).items():
        assert tuple(table.loc[name, ["low_95", "high_95"]]) == (low, high)
    for name, value in found.targets.items():
        assert table.loc[name, "value"] == value
        assert table.loc[name, "achieved"] == found.achieved[name]
    assert table.loc["K", "value"] == 3
    assert np.isnan(table.loc["K", "achieved"])
    assert (table["meaning"] != "").all()


def test_beliefs_have_no_intervals_and_infeasible_ones_no_answer() -> None:
    table = ppm.match(targets=BELIEFS).to_frame()
    assert list(table.columns) == ["kind", "value", "achieved", "meaning"]
    table = ppm.match(targets={**BELIEFS, "variance": 20}).to_frame()
    assert list(table["kind"]) == ["statistic"] * 4
    assert table["achieved"].isna().all()


def test_errors_after_sampling_and_solutions_where_there_are_several() -> None:
    one = ppm.match(targets=BELIEFS)
    drawn = replace(one, method="stochastic", achieved_errors={"mean": 0.5}).to_frame()
    assert drawn.loc["mean", "error"] == 0.5
    assert np.isnan(drawn.loc["a", "error"])
    other = ppm.match(targets=BELIEFS, fixed={"K": 6})
    empty = {"parameters": {}, "identified": {}, "achieved": {}, "k": None, "k_exact": None}
    both = replace(one, branches=(one, other), **empty).to_frame()
    assert list(both.loc["K", "value"]) == [25, 6]
    assert list(both.loc["K", "solution"]) == [1, 2]
    assert list(both["solution"][:4]) == [0] * 4


def test_statistics() -> None:
    counts = ppm.data.load("mutational_signatures").values
    measured = ppm.statistics(counts, intervals=True)
    table = measured.to_frame()
    assert table.loc["rho_row", "value"] == measured.rho_row
    for name, ends in measured.interval().items():
        assert tuple(table.loc[name, ["low_95", "high_95"]]) == ends
    assert list(ppm.statistics(counts).to_frame().columns) == ["value", "meaning"]
    cross_moments = ppm.cross_moments(counts)
    table = cross_moments.to_frame()
    assert dict(table["value"]) == dict(cross_moments.values)
    assert tuple(table.loc["cycle", ["low_95", "high_95"]]) == cross_moments.interval()["cycle"]
