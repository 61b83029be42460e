"""K by cross-validation: against direct computation, known truths, and in every form of data."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
import symppm.matching.number_of_factors as subject
from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.errors import DataError, ParameterError
from symppm.matching.number_of_factors import number_of_factors
from symppm.statistics import cross_validation, scaling
from symppm.statistics.cross_validation import Rest, drawn_blocks
from symppm.statistics.lowrank import LowRank
from symppm.statistics.scaling import Scaled, scaled


def rates(rng, shape, k, shape_of_factors=0.3, mean=5.0, uneven=0.7):
    """Return rates with k factors and uneven totals of rows and columns."""
    rows, columns = shape
    theta = rng.gamma(shape_of_factors, 1, (rows, k)) * rng.lognormal(0, uneven, (rows, 1))
    beta = rng.gamma(shape_of_factors, 1, (columns, k)) * rng.lognormal(0, uneven, (columns, 1))
    if k == 1:
        theta, beta = rng.lognormal(0, uneven, (rows, 1)), rng.lognormal(0, uneven, (columns, 1))
    made = theta @ beta.T
    return made * (mean / made.mean())


def by_hand(y, block, margins, most):
    """Predict a held-out block by pseudoinverses of dense matrices, as the papers write it."""
    rows, rest, columns, other = block
    first = np.zeros_like(y)
    if margins is not None:
        weights = np.zeros(y.shape[0]), np.zeros(y.shape[1])
        weights[0][rest], weights[1][other] = margins[0][rest], margins[1][other]
        first = np.outer(y @ weights[1], weights[0] @ y) / (weights[0] @ y @ weights[1])
    left = y - first
    u, s, vt = np.linalg.svd(left[np.ix_(rest, other)])
    above, beside = left[np.ix_(rows, other)], left[np.ix_(rest, columns)]
    wanted = y[np.ix_(rows, columns)]
    errors = [] if margins is None else [((wanted - first[np.ix_(rows, columns)]) ** 2).sum()]
    for k in range(1, most + (margins is None)):
        inverse = np.linalg.pinv((u[:, :k] * s[:k]) @ vt[:k], rcond=1e-9)
        guess = first[np.ix_(rows, columns)] + above @ inverse @ beside
        errors.append(((wanted - guess) ** 2).sum())
    return np.array(errors) / (wanted**2).sum()


@pytest.mark.parametrize("signed", [False, True])
def test_errors_of_a_block_are_those_of_pseudoinverses(signed):
    rng = np.random.default_rng(3)
    y = rng.poisson(rates(rng, (30, 22), 3)).astype(float) + signed * rng.normal(size=(30, 22))
    ready = scaled(DenseMatrix(y), 0)
    assert (ready.margins is None) == signed
    for block in drawn_blocks(ready.whole.shape, 1, 3):
        found = Rest(ready, block, 0).prediction(5).errors()
        np.testing.assert_allclose(
            found, by_hand(ready.whole.stored, block, ready.margins, 5), rtol=1e-9
        )


def test_dense_sparse_and_filled_matrices_are_predicted_alike():
    rng = np.random.default_rng(4)
    y = rng.poisson(rates(rng, (60, 50), 3)).astype(float)
    seen, (p, q) = rng.random(y.shape) < 0.7, (rng.random(60), rng.random(50))
    filled = replace(LowRank.of(np.where(seen, y, np.outer(p, q))), mask=seen)
    apart = sparse.csr_array(seen, dtype=float)
    apart.data = (y - np.outer(p, q))[seen]
    margins = rng.random(60) + 0.5, rng.random(50) + 0.5
    for one, other in ((LowRank.of(y), LowRank.of(sparse.csr_array(y))),
                       (filled, LowRank.of(apart, (p, q)))):  # fmt: skip
        assert one.share_observed == other.share_observed
        for block in drawn_blocks(y.shape, 0, 2):
            dense, thin = (
                Rest(Scaled(each, margins), block, 0).prediction(9) for each in (one, other)
            )
            np.testing.assert_allclose(dense.errors(), thin.errors(), rtol=1e-9)
            np.testing.assert_allclose(dense.energies(), thin.energies(), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("rank", [3, 60])
def test_krylov_spaces_hold_the_leading_singular_vectors(rank, monkeypatch):
    # Of rank 3 the space is exhausted at once: what else is in it is orthogonal all the same.
    rng = np.random.default_rng(6)
    y = np.abs(rng.normal(size=(300, rank)) * 0.5 ** np.arange(rank)) @ rng.random((rank, 200))
    blocks = drawn_blocks(y.shape, 0, 2)
    margins = np.ones(300), np.ones(200)
    exact = [Rest(Scaled(LowRank.of(y), margins), block, 0).prediction(20) for block in blocks]
    monkeypatch.setattr(cross_validation, "_EXACT", 0)
    for form in (y, sparse.csr_array(y)):
        for block, one in zip(blocks, exact, strict=True):
            rest = Rest(Scaled(LowRank.of(form), margins), block, 0)
            # Asked for more, the space grows.
            assert len(rest.prediction(4).errors()) <= 4
            other = rest.prediction(20)
            size = min(rank, 12)
            np.testing.assert_allclose(other.errors()[:size], one.errors()[:size], atol=1e-10)
            assert np.isfinite(other.errors()).all()


@pytest.mark.parametrize("k", [1, 2, 4, 7])
@pytest.mark.parametrize("noise", ["poisson", "negative binomial", "zeros"])
def test_known_numbers_of_factors_are_found(k, noise):
    rng = np.random.default_rng(10 + k)
    mean = rates(rng, (150, 120), k, mean=20.0)
    if noise == "negative binomial":
        mean = mean * rng.gamma(4, 1 / 4, mean.shape)
    counts = rng.poisson(mean) * (rng.random(mean.shape) < (0.8 if noise == "zeros" else 1))
    found = number_of_factors(counts)
    assert found.k == k
    assert found.resolved == (k > 1)
    assert found.low <= k <= found.high
    assert found.k_95 <= k
    assert found.gain[0] == found.error[0] == 0


def test_the_range_by_other_blocks_holds_the_answers_of_other_seeds():
    rng = np.random.default_rng(0)
    weak = rng.poisson(rates(rng, (60, 45), 4, mean=1.5))
    found = [number_of_factors(weak, random_seed=seed) for seed in range(20)]
    numbers = [each.k for each in found]
    assert len(set(numbers)) > 1
    for each in found:
        assert each.k_low <= each.k <= each.k_high
        # Of 99 in a hundred draws: more than 3 of 20 outside have a chance below one in a thousand.
        assert sum(not each.k_low <= k <= each.k_high for k in numbers) <= 3
    clear = number_of_factors(rng.poisson(rates(rng, (150, 120), 4, mean=20.0)))
    assert clear.k_low == clear.k == clear.k_high == 4


@pytest.mark.thorough
def test_independent_tables_are_not_given_factors():
    # At most 3 % may be; more than 4 of 40 have a chance below one in a hundred then.
    wrong = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        mean = rates(rng, (60, 45), 1, mean=3.0, uneven=1.0) * rng.gamma(2, 0.5, (60, 45))
        wrong += number_of_factors(rng.poisson(mean)).k > 1
    assert wrong <= 4


@pytest.mark.thorough
def test_missing_entries_are_not_zeros():
    rng = np.random.default_rng(0)
    counts = 1 + rng.poisson(rates(rng, (200, 150), 3, mean=20.0))
    seen = rng.random(counts.shape) < 0.3
    masked = number_of_factors(counts, mask=seen)
    assert masked.k == 3
    assert number_of_factors(np.where(seen, counts, 0), zeros="missing") == masked
    assert number_of_factors(sparse.csc_array(counts * seen), zeros="missing") == masked
    ones = np.ones(counts.shape, dtype=bool)
    assert number_of_factors(counts, mask=ones) == number_of_factors(sparse.csr_array(counts))


def test_signed_data_count_every_component():
    rng = np.random.default_rng(1)
    y = rng.normal(size=(120, 4)) @ rng.normal(size=(4, 90)) + rng.normal(size=(120, 90))
    assert number_of_factors(y).k == 4
    assert number_of_factors(y, mask=rng.random(y.shape) < 0.6).k == 4
    noise = number_of_factors(rng.normal(size=(120, 90)))
    assert (noise.k, noise.resolved) == (1, False)


def test_exposures_are_divided_out():
    rng = np.random.default_rng(2)
    exposure = rng.lognormal(0, 1.5, (150, 3)) @ rng.lognormal(0, 1.5, (3, 100))
    counts = rng.poisson(20 + exposure / exposure.mean() * 200 * rates(rng, (150, 100), 1, mean=1))
    assert number_of_factors(counts).k > 1
    counts = rng.poisson(exposure * rates(rng, (150, 100), 1, mean=50 / exposure.min()))
    assert number_of_factors(counts, exposure=exposure).k == 1
    with pytest.raises(DataError, match="positive finite exposure"):
        number_of_factors(counts, exposure=np.zeros(100))


def test_the_same_seed_gives_the_same_bytes_on_any_threads(monkeypatch):
    rng = np.random.default_rng(5)
    counts = rng.poisson(rates(rng, (80, 60), 3))
    found = number_of_factors(counts, random_seed=3)
    monkeypatch.setattr(cross_validation, "_MOST_THREADS", 1)
    assert found.to_json() == number_of_factors(counts, random_seed=3).to_json()
    assert found.gain != number_of_factors(counts, random_seed=4).gain


@pytest.mark.thorough
def test_large_data_are_sampled_in_proportion_to_totals(monkeypatch):
    monkeypatch.setitem(subject.sample_of.__kwdefaults__, "most", 20_000)
    rng = np.random.default_rng(6)
    counts = rng.poisson(rates(rng, (600, 400), 3, mean=3.0))
    streamed = BlockMatrix(
        counts.shape, counts.dtype,
        lambda: iter([DenseMatrix(counts[:250]), DenseMatrix(counts[250:])]),
    )  # fmt: skip
    for data in (counts, sparse.csr_array(counts), streamed):
        found = number_of_factors(data)
        assert found.drawn
        assert math.prod(found.shape) < counts.size / 2
        assert found.k == 3
    assert number_of_factors(counts, random_seed=1).shape != number_of_factors(counts).shape


def test_blocks_that_are_read_as_a_whole_are_no_sample():
    rng = np.random.default_rng(6)
    counts = rng.poisson(rates(rng, (90, 60), 3))
    parts = DenseMatrix(counts[:40]), DenseMatrix(counts[40:])
    mixed = parts[0], SparseMatrix(sparse.csr_array(counts[40:]))
    for blocks in (parts, mixed):
        streamed = BlockMatrix(counts.shape, counts.dtype, partial(iter, blocks))
        assert number_of_factors(streamed) == number_of_factors(counts)


@pytest.mark.thorough
def test_tables_in_an_engine_are_fetched_or_sampled_there(monkeypatch):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("ibis")
    rng = np.random.default_rng(7)
    counts = sparse.coo_array(rng.poisson(rates(rng, (200, 150), 3, mean=2.0)))
    rows, columns = counts.coords
    frame = pandas.DataFrame({"user": rows, "item": columns, "n": counts.data})
    triples = ppm.triples(frame)
    whole = number_of_factors(triples)
    assert not whole.drawn
    # Rows and columns come in the order of their names, as they stand in the matrix.
    assert whole == number_of_factors(counts)
    monkeypatch.setitem(subject.sample_of.__kwdefaults__, "most", 8_000)
    part = number_of_factors(triples)
    assert part.drawn
    assert part.k == 3
    assert number_of_factors(triples) == part


def test_little_data_resolve_nothing_and_bad_data_are_refused():
    tiny = number_of_factors(np.random.default_rng(0).poisson(3, (8, 40)))
    assert (tiny.k, tiny.resolved) == (1, False)
    assert "too few" in tiny.reason
    empty = number_of_factors(np.eye(50, dtype=int))
    assert (empty.k, empty.shape) == (1, (0, 0))
    with pytest.raises(DataError, match="nan at row 1, column 2"):
        number_of_factors([[1.0, float("nan")], [2.0, 3.0]])
    with pytest.raises(DataError):
        number_of_factors([1, 2, 3])
    with pytest.raises(ParameterError):
        number_of_factors(np.eye(20), random_seed=-1)


def test_more_ranks_are_tried_until_the_best_is_well_inside(monkeypatch):
    monkeypatch.setattr(cross_validation, "_FIRST_RANKS", 4)
    rng = np.random.default_rng(9)
    counts = rng.poisson(rates(rng, (200, 150), 9, 0.2, mean=30.0))
    found = number_of_factors(counts)
    assert found.k == 9
    assert len(found.gain) > 8


@pytest.mark.thorough
def test_matrices_that_stay_sparse_have_the_same_answer(monkeypatch):
    rng = np.random.default_rng(11)
    counts = rng.poisson(rates(rng, (120, 100), 3, mean=10.0))
    seen = rng.random(counts.shape) < 0.6
    dense = number_of_factors(counts), number_of_factors(counts, mask=seen)
    for name, value in (("_SMALL", 0), ("_MIDDLING", 0), ("_FULL", 1)):
        monkeypatch.setattr(scaling, name, value)
    assert sparse.issparse(scaled(DenseMatrix(counts), 0).whole.stored)
    sparsely = number_of_factors(counts), number_of_factors(counts, mask=seen)
    for one, other in zip(dense, sparsely, strict=True):
        assert one.k == other.k == 3
        np.testing.assert_allclose(one.gain, other.gain, rtol=1e-8, atol=1e-12)


@pytest.mark.thorough
def test_the_curve_is_a_frame_and_a_plot(tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    rng = np.random.default_rng(8)
    found = number_of_factors(rng.poisson(rates(rng, (80, 60), 3)))
    assert list(found.curve.columns) == ["gain", "error"]
    assert found.curve.loc[found.k, "gain"] == found.gain[found.k - 1]
    assert found.to_frame().loc["k", "value"] == found.k
    figure = found.plot(tmp_path / "gains.png")
    assert (tmp_path / "gains.png").stat().st_size > 0
    line = figure.axes[0].lines[1]
    np.testing.assert_allclose(line.get_ydata(), 100 * np.array(found.gain))
    assert "factors" in found._repr_html_()
