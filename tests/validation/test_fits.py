"""What is held out is missing from fits, and fits are those of the published algorithms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from scipy.special import digamma, gammaln

from symppm.validation import fits
from symppm.validation.fits import (
    Priors,
    Split,
    independence,
    mean_field,
    nonnegative,
    shared_out,
    split_of,
)


def counts(shape: tuple[int, int] = (40, 30), k: int = 3) -> tuple[Any, Any]:
    """Return rates and counts."""
    rng = np.random.default_rng(1)
    rates = rng.gamma(0.5, 2, (shape[0], k)) @ rng.gamma(0.5, 1, (k, shape[1]))
    return rates, rng.poisson(rates)


def splits(masked: bool, n: int = 0) -> tuple[Split, Any, Any, Any]:
    """Return a split, the counts, and where they are in the fit and held out."""
    _, dense = counts()
    seen = np.random.default_rng(2).random(dense.shape) < (0.6 if masked else 1.0)
    pattern = sparse.csr_array(seen.astype(float)) if masked else None
    split = split_of(sparse.csr_array(dense * seen, dtype=float), pattern, n, 3)
    out = np.add.outer(*split.groups) % fits.GROUPS == n
    return split, dense, seen & ~out, seen & out


@pytest.mark.parametrize("masked", [False, True])
def test_sums_and_scores_are_those_of_the_dense_matrix(masked: bool) -> None:
    split, dense, inside, held = splits(masked, 4)
    assert (split.train.toarray() == dense * inside).all()
    assert (split.test.toarray() == dense * held).all()
    assert (split.missing == ~inside).all()
    assert (split.fitted, split.size) == (inside.sum(), held.sum())
    rng = np.random.default_rng(4)
    theta, beta = rng.gamma(1, 1, (40, 2)), rng.gamma(1, 1, (30, 2))
    np.testing.assert_allclose(split.sums(0, beta), inside @ beta)
    np.testing.assert_allclose(split.sums(1, theta), inside.T @ theta)
    rates = theta @ beta.T
    likelihood = dense * np.log(rates) - rates - gammaln(dense + 1)
    np.testing.assert_allclose(split.score((theta, beta)), likelihood[held].mean())


def test_ten_splits_hold_every_entry_out_once_whatever_it_is() -> None:
    _, dense = counts()
    some = [split_of(sparse.csr_array(dense), None, n, 3) for n in range(11)]
    missing = np.array([each.missing for each in some])
    assert (missing[:10].sum(0) == 1).all()
    # A tenth of each row is missing, and of each column.
    assert {*missing[0].sum(0)} | {*(missing[0].sum(1))} == {3, 4}
    assert (missing[10] != missing[0]).any()
    other = split_of(sparse.csr_array(dense + 1), None, 0, 3)
    assert (other.missing == missing[0]).all()


@pytest.mark.parametrize("masked", [False, True])
def test_independence_has_the_observed_totals(masked: bool) -> None:
    split, dense, inside, _ = splits(masked)
    p, q = independence(split)
    fitted = (p * q.T) * inside
    for axis in (0, 1):
        np.testing.assert_allclose(
            fitted.sum(axis), (dense * inside).sum(axis), rtol=1e-6, atol=1e-6
        )


@pytest.mark.parametrize("masked", [False, True])
def test_mean_field_is_the_published_algorithm(
    masked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written out with a share for each count and factor, over the entries in the fit."""
    monkeypatch.setattr(fits, "_STEPS", 7)
    monkeypatch.setattr(fits, "_WORK", 0.0)
    split, dense, inside, _ = splits(masked)
    own = Priors(a=0.5, c=0.8, a_prime=2.0, b_prime=0.7, c_prime=3.0, d_prime=1.5)
    found = mean_field(split, 3, own, 5)
    theta, beta = fits._start(split, 3, [5, 0])
    y = dense * inside
    shape, rate = np.full(theta.shape, 3.0), 3 / theta
    other_shape, other_rate = np.full(beta.shape, 3.0), 3 / beta
    for _ in range(7):
        log = (digamma(shape) - np.log(rate))[:, None] + digamma(other_shape) - np.log(other_rate)
        phi = np.exp(log) / np.exp(log).sum(2, keepdims=True)
        kappa = (2.0 + 3 * 0.5) / (2.0 / 0.7 + theta.sum(1, keepdims=True))
        shape = 0.5 + np.einsum("ij,ijk->ik", y, phi)
        rate = kappa + inside @ beta
        theta = shape / rate
        tau = (3.0 + 3 * 0.8) / (3.0 / 1.5 + beta.sum(1, keepdims=True))
        other_shape = 0.8 + np.einsum("ij,ijk->jk", y, phi)
        other_rate = tau + inside.T @ theta
        beta = other_shape / other_rate
    np.testing.assert_allclose(found[0], theta, rtol=1e-9)
    np.testing.assert_allclose(found[1], beta, rtol=1e-9)


@pytest.mark.thorough
def test_of_several_starts_the_likeliest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    split, dense, inside, _ = splits(masked=True)

    def likelihoods() -> Any:
        found = []
        for seed in range(4):
            theta, beta = mean_field(split, 4, Priors(), seed)
            rates = theta @ beta.T
            found.append((dense * np.log(rates) - rates)[inside].sum())
        return np.array(found)

    best = likelihoods()
    monkeypatch.setattr(fits, "_MOST_STARTS", 1)
    first = likelihoods()
    assert (best >= first - 1e-9).all()
    assert (best > first + 0.1).any()


@pytest.mark.thorough
def test_counts_are_shared_out_alike_compiled_or_not() -> None:
    _, dense = counts()
    table = sparse.csr_array(dense, dtype=float)
    rng = np.random.default_rng(6)
    theta, beta = rng.gamma(1, 1, (40, 3)), rng.gamma(1, 1, (30, 3))
    made = []
    for run in (shared_out.compiled, shared_out.uncompiled):
        rows, columns = np.empty((40, 3)), np.empty((30, 3))
        run(table.indptr, table.indices, table.data, theta, beta, rows, columns)
        np.testing.assert_allclose(rows.sum(1), dense.sum(1))
        made.append((rows, columns))
    for one, two in zip(*made, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-12)


@pytest.mark.thorough
def test_mean_field_predicts_nearly_as_well_as_the_truth() -> None:
    rates, dense = counts((300, 200))
    split = split_of(sparse.csr_array(dense, dtype=float), None, 0, 1)
    truth = split.score((rates, np.eye(200)))
    least = split.score(independence(split))
    found = split.score(mean_field(split, 3, Priors(a=0.5, c=0.5), 1))
    assert 0 < truth - found < 0.1 * (truth - least)


def test_without_missing_entries_the_factorization_is_that_of_scikit_learn() -> None:
    decomposition = pytest.importorskip("sklearn.decomposition")
    _, dense = counts()
    ones, none = np.ones(dense.shape), sparse.csr_array(dense.shape)
    table = sparse.csr_array(dense, dtype=float)
    groups = tuple(np.zeros(side, dtype=np.intp) for side in dense.shape)
    split = Split(table, none, groups, 0, sparse.csr_array(ones), none)  # type: ignore[arg-type]
    w, beta = fits._start(split, 3, 5)
    w, h, _ = decomposition.non_negative_factorization(
        dense.astype(float), W=w, H=np.ascontiguousarray(beta.T), n_components=3, init="custom",
        solver="mu", beta_loss="kullback-leibler", max_iter=100, tol=0.0,
    )  # fmt: skip
    found = nonnegative(split, 3, 5)
    np.testing.assert_allclose(found[0] @ found[1].T, w @ h, rtol=1e-6)


def test_with_missing_entries_it_fits_the_others_better_than_the_truth_does() -> None:
    pytest.importorskip("sklearn")
    rates, dense = counts()
    for masked in (False, True):
        split, _, inside, _ = splits(masked)
        theta, beta = nonnegative(split, 3, 5)
        fit = theta @ beta.T
        likelihood = [
            (dense * np.log(np.maximum(each, 1e-300)) - each)[inside].sum() for each in (fit, rates)
        ]
        assert likelihood[0] > likelihood[1]
        # Maximum likelihood keeps the totals of what is in the fit.
        np.testing.assert_allclose((fit * inside).sum(), (dense * inside).sum(), rtol=0.02)
