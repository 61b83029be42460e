"""Products of sums of K terms from fewer terms: unbiased, by listing every possible sample."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import torch

from symppm.stochastic.views import products_of_sums

POINTS = np.array([[0.5, -1.0], [2.0, 1.0], [-1.5, 3.0]])
"""Values that a pair of terms (t1, t2) can have."""

LAWS = np.array([[0.2, 0.5, 0.3], [0.6, 0.1, 0.3]])
"""Given which of two, terms are independent: then they are exchangeable, and not independent."""
MIX = np.array([0.35, 0.65])

PRODUCTS = [(0,), (1,), (0, 0), (0, 1), (0, 0, 1), (1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1)]


def samples(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return all samples of that many terms, shape (s, 2, count), and their probabilities."""
    states = np.array(list(itertools.product(range(len(POINTS)), repeat=count)), dtype=int)
    states = states.reshape(-1, count)
    return POINTS[states].transpose(0, 2, 1), MIX @ LAWS[:, states].prod(-1)


def exactly(product: tuple[int, ...], k: int) -> float:
    """E[prod_s sum_{k <= K} t_s], by listing."""
    values, chances = samples(k)
    sums = values.sum(-1)
    return float(chances @ np.prod([sums[:, slot] for slot in product], axis=0))


def estimated(product: tuple[int, ...], terms: int, k: torch.Tensor) -> torch.Tensor:
    """Return the expectation of the estimate, by listing the samples that it is made of."""
    values, chances = (torch.tensor(each) for each in samples(terms))
    found = products_of_sums([values[:, slot] for slot in product], k)
    return found @ chances


def number(k: float) -> torch.Tensor:
    return torch.tensor(float(k), dtype=torch.float64, requires_grad=True)


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("spare", [0, 1, 2])
def test_unbiased_for_every_size_and_so_is_the_derivative(
    product: tuple[int, ...], spare: int
) -> None:
    # An expectation of a product of n sums is a polynomial of degree n in K, zero at zero; two that
    # are alike at n other places are alike.
    n = len(product)
    sizes = np.arange(n + 1)
    exact = [0.0, *(exactly(product, int(k)) for k in sizes[1:])]
    curve = np.polynomial.Polynomial(np.linalg.solve(np.vander(sizes, increasing=True), exact))
    for at in (0.5, 2.0, 7.25, 100.0):
        k = number(at)
        found = estimated(product, n + spare, k)
        (slope,) = torch.autograd.grad(found, k)
        assert float(found.detach()) == pytest.approx(curve(at), rel=1e-10)
        assert float(slope) == pytest.approx(curve.deriv()(at), rel=1e-9)


def test_by_any_shape_with_broadcasting_and_slopes_by_the_terms() -> None:
    generator = torch.Generator().manual_seed(3)
    one = torch.rand(5, 1, 2, 4, generator=generator, dtype=torch.float64, requires_grad=True)
    two = torch.rand(1, 3, 2, 4, generator=generator, dtype=torch.float64)
    found = products_of_sums([one, two], number(3))
    assert found.shape == (5, 3, 2)
    # K (K-1) / (F (F-1)) of the pairs, and K/F of the equal ones, written out.
    same = (one * two).sum(-1)
    expected = 3 * 2 / 12 * (one.sum(-1) * two.sum(-1) - same) + 3 / 4 * same
    assert torch.allclose(found, expected, rtol=1e-12)
    (slope,) = torch.autograd.grad(found.sum(), one, retain_graph=True)
    (other,) = torch.autograd.grad(expected.sum(), one)
    assert torch.allclose(slope, other, rtol=1e-12)


def test_as_many_terms_as_the_size_give_the_product_itself() -> None:
    values = torch.tensor(POINTS[[0, 1, 2, 1]]).T
    k = number(values.shape[-1])
    for product in PRODUCTS:
        found = products_of_sums([values[slot] for slot in product], k)
        plain = math.prod(float(values[slot].sum()) for slot in product)
        assert float(found.detach()) == pytest.approx(plain, rel=1e-11)
