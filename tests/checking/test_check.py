"""Checks of a match: what they find, what they refuse, and how often they are wrong."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator

import numpy as np
import pytest
import scipy.sparse
import scipy.stats
from cases import two_solutions

import symppm as ppm
from symppm.data.matrix import BlockMatrix, DenseMatrix
from symppm.errors import DataError, MissingExtraError, ParameterError
from symppm.model.sampling import sample_blocks, sample_declaration
from symppm.modeller import declaration_of

TRUTH = {"K": 3, "a": 2.0, "b": 1.0, "c": 1.5, "d": 0.5}
BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def known_truth() -> ppm.Match:
    """A match whose parameters are the truth, whatever the data."""
    from symppm.codegen.load import load_model

    names = ("mean", "variance", "rho_row", "rho_col")
    moments = load_model("pmf_gamma").moments.uncompiled(*TRUTH.values())
    found = ppm.match(targets=dict(zip(names, moments, strict=True)))
    assert found.k == 3
    return found


def test_the_table_compares_data_with_draws_of_their_shape() -> None:
    match = known_truth()
    data = ppm.sample("pmf_gamma", TRUTH, shape=(30, 20), random_seed=5)
    checks = ppm.check(match, data, draws=30, random_seed=1)
    assert checks.shape == data.shape
    assert checks.draws == 30
    assert checks["zero fraction"].observed == pytest.approx(float((data == 0).mean()))
    assert checks["largest entry"].observed == data.max()
    for row in checks.table:
        assert row.low <= row.predicted <= row.high
        assert row.p is not None
        assert 2 / 31 <= row.p <= 1
        assert row.adjusted is not None
        assert row.adjusted >= row.p
    assert "Too few draws" in str(checks)
    assert not checks.can_surprise
    assert any("are needed" in note for note in checks.notes)
    assert json.loads(checks.to_json())["shape"] == [30, 20]
    assert checks == ppm.check(match, data, draws=30, random_seed=1)
    assert checks != ppm.check(match, data, draws=30, random_seed=2)


@pytest.mark.thorough
def test_checks_are_a_frame_where_pandas_is(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    checks = ppm.check(known_truth(), shape=(5, 5), draws=2, random_seed=1)
    assert list(checks.to_frame().index) == [row.name for row in checks.table]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match="pandas"):
        checks.to_frame()


def test_without_data_the_table_says_what_data_would_be_like() -> None:
    match = ppm.match(targets=BELIEFS)
    checks = ppm.check(match, shape=(12, 9), draws=5, random_seed=1)
    assert all(row.observed is None and row.p is None for row in checks.table)
    assert checks.surprising == ()
    assert "observed" not in str(checks)
    drawn = match.sample((12, 9), draws=2, random_seed=1)
    assert drawn.shape == (2, 12, 9)


def test_what_is_missing_in_the_data_is_missing_in_the_draws() -> None:
    match = known_truth()
    data = ppm.sample("pmf_gamma", TRUTH, shape=(30, 20), random_seed=5)
    mask = np.random.default_rng(1).random(data.shape) < 0.5
    masked = ppm.check(match, data, mask=mask, draws=20, random_seed=1)
    hidden = ppm.check(match, np.ma.masked_array(data, ~mask), draws=20, random_seed=1)
    assert masked == hidden
    garbage = np.where(mask, data, 10**6)
    assert ppm.check(match, garbage, mask=mask, draws=20, random_seed=1) == masked
    rows, columns = np.nonzero(mask)
    stored = scipy.sparse.csr_array((data[mask], (rows, columns)), shape=data.shape)
    assert ppm.check(match, stored, zeros="missing", draws=20, random_seed=1) == masked
    assert masked["zero fraction"].observed == pytest.approx(float((data[mask] == 0).mean()))


def test_sparse_data_are_the_dense_ones() -> None:
    match = known_truth()
    data = ppm.sample("pmf_gamma", {**TRUTH, "K": 1, "a": 0.2}, shape=(60, 40), random_seed=5)
    dense = ppm.check(match, data, draws=10, random_seed=1, entries=1000)
    sparse = ppm.check(match, scipy.sparse.csc_array(data), draws=10, random_seed=1, entries=1000)
    assert dense == sparse
    assert math.prod(dense.shape) <= 1100
    assert "were chosen at random" in str(dense)
    whole = ppm.check(match, data, draws=10, random_seed=1, entries=None)
    assert whole.shape == data.shape


@pytest.mark.parametrize("by_columns", [False, True])
def test_data_that_come_in_blocks_are_gathered(by_columns: bool) -> None:
    match = known_truth()
    data = ppm.sample("pmf_gamma", TRUTH, shape=(70, 60), random_seed=5)

    def blocks() -> Iterator[DenseMatrix]:
        for start in range(0, data.shape[by_columns], 16):
            some = slice(start, start + 16)
            yield DenseMatrix(data[:, some] if by_columns else data[some])

    matrix = BlockMatrix(data.shape, data.dtype, blocks, by_columns=by_columns)
    for entries in (1500, None):
        found = ppm.check(match, matrix, draws=3, random_seed=1, entries=entries)
        assert found == ppm.check(match, data, draws=3, random_seed=1, entries=entries)


def test_a_table_of_an_engine_is_refused() -> None:
    table = object.__new__(ppm.Triples)
    with pytest.raises(DataError, match="in memory"):
        ppm.check(known_truth(), table, draws=3, random_seed=1)


def test_an_infeasible_match_and_several_solutions_are_refused_in_words() -> None:
    impossible = ppm.match(targets={**BELIEFS, "variance": 20})
    with pytest.raises(ParameterError, match="without parameters"):
        ppm.check(impossible, shape=(5, 5), random_seed=1)
    several = two_solutions()
    with pytest.raises(ParameterError, match="2 solutions"):
        ppm.check(several, shape=(5, 5), random_seed=1)
    with pytest.raises(ParameterError, match="2 solutions"):
        several.sample((5, 5), random_seed=1)
    assert ppm.check(several.branches[0], shape=(8, 7), draws=3, random_seed=1).table


def test_draws_that_lack_a_statistic_are_counted() -> None:
    # A mean of 0.02 over 6 x 5 entries: more than half of the matrices hold nothing but zeros.
    match = ppm.match(
        targets={"mean": 0.02, "variance": 0.0204, "rho_row": 0.003, "rho_col": 0.003}
    )
    data = np.zeros((6, 5), dtype=int)
    data[2, 3] = 1
    checks = ppm.check(match, data, draws=50, random_seed=1)
    assert checks["skewness"].draws < 50
    assert checks["largest entry"].draws == 50
    assert any("Some draws" in note and "skewness" in note for note in checks.notes)


@pytest.mark.thorough
def test_known_exposures_are_those_of_the_rows_and_columns_that_are_compared() -> None:
    exposures = np.geomspace(0.01, 100, 80)
    data = ppm.sample(
        "pmf_gamma_exposure", TRUTH, shape=(60, 80), random_seed=3, known={"gamma": exposures}
    )
    match = ppm.match(data, "pmf_gamma_exposure", known={"gamma": exposures})
    checks = ppm.check(
        match, data, draws=50, random_seed=1, known={"gamma": exposures}, entries=2500
    )
    spread = checks["column spread"]
    assert spread.low < (spread.observed or 0.0) < spread.high
    with pytest.raises(ParameterError, match="known array gamma"):
        ppm.check(match, data, draws=2, random_seed=1)


def test_blocks_of_rows_share_what_does_not_belong_to_rows() -> None:
    with ppm.Model("columns") as columns:
        scale = ppm.hyperparameters("scale")
        beta = ppm.Gamma("beta", shape=scale, rate=scale, dims="col")
        ppm.Normal("Y", mean=beta, variance=1e-20 * scale, dims="row col", observed=True)
    generator = np.random.default_rng(1)
    blocks = list(sample_blocks(columns.declaration, {"scale": 1.0}, (7, 5), 3, generator))
    assert [len(each) for each in blocks] == [3, 3, 1]
    matrix = np.concatenate(blocks)
    assert np.abs(matrix - matrix[0]).max() < 1e-8
    assert matrix[0].std() > 0.01


def test_one_block_is_what_sampling_draws() -> None:
    declaration = declaration_of("hpf_gamma")
    chosen = {"K": 3, "a": 1.0, "a_prime": 4.0, "b_prime": 1.0, "c": 1.0, "c_prime": 4.0,
              "d_prime": 1.0}  # fmt: skip
    drawn = sample_blocks(declaration, chosen, (6, 5), 6, np.random.default_rng(1))
    again = sample_declaration(declaration, chosen, (6, 5), 1, np.random.default_rng(1))
    assert (next(drawn) == again).all()


def test_a_sum_over_all_rows_keeps_them_together() -> None:
    with ppm.Model("whole") as whole:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.Gamma("beta", shape=ppm.sum(theta, over="row"), rate=b, dims="col")
        ppm.Poisson("Y", rate=theta * beta, dims="row col", observed=True)
    generator = np.random.default_rng(1)
    blocks = sample_blocks(whole.declaration, {"a": 1.0, "b": 1.0}, (7, 5), 3, generator)
    assert [each.shape for each in blocks] == [(7, 5)]


@pytest.mark.thorough
def test_p_values_are_uniform_where_the_model_is_true_and_no_smaller_where_it_was_matched() -> None:
    sets, draws, level = 150, 39, 0.3
    truth = known_truth()
    fixed: dict[str, list[float]] = {}
    matched: dict[str, list[float]] = {}
    for seed in range(sets):
        data = ppm.sample("pmf_gamma", TRUTH, shape=(14, 11), random_seed=10_000 + seed)
        own = ppm.match(data, estimator="moments", intervals=False)
        for match, found in ((truth, fixed), (own, matched)):
            if not match.parameters:
                continue
            for row in ppm.check(match, data, draws=draws, random_seed=seed).table:
                assert row.p is not None
                found.setdefault(row.name, []).append(row.p)
    # So far from the binomial mean that any of all these counts is there once in a thousand runs.
    chance = 1e-3 / (2 * (len(fixed) + len(matched)))
    continuous = {"skewness", "row spread", "column spread", "row skewness", "column skewness"}
    for name, p in fixed.items():
        alarms = sum(each <= level for each in p)
        assert alarms <= scipy.stats.binom.isf(chance, len(p), level), name
        if name in continuous:
            # Uniform p-values are neither too small nor too large; ties make them larger.
            assert alarms >= scipy.stats.binom.ppf(chance, len(p), level), name
    for name, p in matched.items():
        alarms = sum(each <= level for each in p)
        assert alarms <= scipy.stats.binom.isf(chance, len(p), level), name
    assert len(matched["skewness"]) > sets / 2
    # Matched to the same data, margins are more alike than those of fresh data.
    assert np.mean(matched["row spread"]) > np.mean(fixed["row spread"]) + 0.1


@pytest.mark.thorough
def test_zeros_that_the_model_does_not_make_are_found() -> None:
    found = 0
    for seed in range(3):
        data = ppm.sample("pmf_gamma", TRUTH, shape=(60, 40), random_seed=seed)
        keep = np.random.default_rng(seed).random(data.shape) < 0.7
        match = ppm.match(data * keep, estimator="moments", intervals=False)
        checks = ppm.check(match, data * keep, draws=600, random_seed=seed)
        found += "zero fraction" in [each.name for each in checks.surprising]
    assert found == 3
