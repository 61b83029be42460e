"""Nested draws: latent variables S_Z times, S_y counts for each; estimators and their errors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from lab.settings import FACTORS
from numpy.typing import NDArray
from scipy import special

from technical.entry import Entry, central

Values = NDArray[np.float64]

MOST_DRAWS: Final = 400_000
"""Numbers that are held at once."""


def plain_estimates(
    setting: Sequence[float], latents: int, counts: int, runs: int, rng: np.random.Generator
) -> Values:
    """Return estimates of E[Y] and Var[Y] from drawn counts, as they should be and as printed.

    Parameters
    ----------
    setting : sequence of float
        a, b, c, d.
    latents, counts : int
        S_Z and S_y.
    runs : int
        How many independent estimates.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    ndarray, shape (runs, 4)
        Mean and variance, the average of squares less the square of the average; and the same where
        every count is multiplied by its probability, as eq:pmf_ey prints it.
    """
    a, b, c, d = setting
    held = max(1, MOST_DRAWS // max(latents * FACTORS, latents * counts))
    found = []
    while runs:
        many = min(held, runs)
        shape = (many, latents, FACTORS)
        theta, beta = rng.standard_gamma(a, shape), rng.standard_gamma(c, shape)
        rate = (np.einsum("rlk,rlk->rl", theta, beta) / (b * d))[..., None]
        y = rng.poisson(rate, (many, latents, counts)).astype(float)
        p = np.exp(special.xlogy(y, rate) - rate - special.gammaln(y + 1))
        columns = []
        for weight in (1.0, p):
            first, second = (y * weight).mean((1, 2)), (y**2 * weight).mean((1, 2))
            columns += [first, second - first**2]
        found.append(np.stack(columns, 1))
        runs -= many
    return np.concatenate(found)


def our_estimates(
    setting: Sequence[float], latents: int, runs: int, rng: np.random.Generator
) -> Values:
    """Return what symppm's stochastic matching estimates from as many draws of latent variables.

    Parameters
    ----------
    setting, latents, runs, rng
        As in :func:`plain_estimates`; counts are integrated out.

    Returns
    -------
    ndarray, shape (runs, 2)
        Mean and variance.
    """
    import torch  # noqa: PLC0415 - an extra, and slow to load

    estimator = _estimator()
    at = dict(zip("abcd", setting, strict=True)) | {"K": float(FACTORS)}
    point = {name: torch.tensor(value, dtype=torch.float64) for name, value in at.items()}
    nowhere = np.empty(0)
    return np.array([
        estimator.estimate(
            lambda _: point, nowhere, latents, int(rng.integers(2**62)), derivatives=False
        ).values
        for _ in range(runs)
    ])  # fmt: skip


@cache
def _estimator() -> Any:
    """Return the package's estimator of mean and variance, the Poisson integrated out."""
    from symppm.codegen.compile import compile_torch  # noqa: PLC0415 - loads SymPy
    from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - loads SymPy
    from symppm.stochastic.estimates import Estimator  # noqa: PLC0415 - needs torch
    from symppm.stochastic.names import statistic_named  # noqa: PLC0415 - as above
    from symppm.stochastic.plans import planned  # noqa: PLC0415 - as above

    declaration = catalogue_model("pmf_gamma")
    module = compile_torch(declaration)
    wanted = []
    for name in ("mean", "variance"):
        meant = statistic_named(declaration, name, custom=False, integral=True, shared=False)
        wanted.append(planned(module, name, meant, 1.0, None, "likelihood", None))
    families = {each.name: each.family for each in declaration.variables}
    return Estimator(module, families, tuple(wanted), "cpu")


def variance_of_mean(of: Entry, latents: int, counts: int) -> float:
    """Return the variance of the average count; with a minus, the bias of the plug-in variance.

    Parameters
    ----------
    of : technical.entry.Entry
        With moments to order two.
    latents, counts : int
        S_Z and S_y.
    """
    return float((central(of.rate, 2) + of.rate[1] / counts) / latents)


def variance_of_variance(of: Entry, latents: int, counts: int) -> float:
    """Return the variance of the estimated variance, to leading order in 1/S_Z.

    It is that of the average of h = (Y - E[Y])^2: by the law of total variance, the variance of
    E[h | rate], and the expected variance of h given the rate over S_y. That the mean is estimated
    too matters at the next order.

    Parameters
    ----------
    of : technical.entry.Entry
        With moments to order four.
    latents, counts : int
        S_Z and S_y.
    """
    mean, (_, one, two, three, four) = of.rate[1], of.rate[:5]
    # E[h | rate] is rate^2 + (1 - 2 mean) rate + mean^2.
    slope = 1 - 2 * mean
    between = four + 2 * slope * three + slope**2 * two - (two + slope * one) ** 2
    total = central(of.count, 4) - central(of.count, 2) ** 2
    return float((between + (total - between) / counts) / latents)
